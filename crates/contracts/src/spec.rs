//! What the JML comments before a member say: behaviours with their clauses, modifiers, invariants of the class.

use crate::token::{Token, find, shown, split};

/// A place in the file with what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In bytes from the start of the file.
    pub at: usize,
    pub what: String,
}

impl Fault {
    pub fn new(at: usize, what: impl Into<String>) -> Fault {
        Fault { at, what: what.into() }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behaviour {
    #[default]
    Any,
    /// No exception may leave the method.
    Normal,
    /// The method must not return.
    Exceptional,
}

/// A condition as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Of its keyword.
    pub at: usize,
    /// `ensures`
    pub keyword: String,
    pub tokens: Vec<Token>,
}

impl Condition {
    pub fn shown(&self) -> String {
        format!("{} {}", self.keyword, shown(&self.tokens))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signals {
    pub exception: String,
    /// What the condition calls it.
    pub name: String,
    pub condition: Condition,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Where it begins.
    pub at: usize,
    pub behaviour: Behaviour,
    pub requires: Vec<Condition>,
    pub ensures: Vec<Condition>,
    pub signals: Vec<Signals>,
    /// The exceptions that may leave the method, if the case says so.
    pub signals_only: Option<Vec<String>>,
    /// The clauses together; `None` if everything may change.
    pub assignable: Option<Condition>,
}

/// Everything that comments say about one member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    pub cases: Vec<Case>,
    pub pure: bool,
    pub helper: bool,
    pub non_null: Option<usize>,
    /// Invariants of the class.
    pub invariants: Vec<Condition>,
    /// What is wrong with the contract of the method.
    pub faults: Vec<Fault>,
    /// What concerns the whole class.
    pub class_faults: Vec<Fault>,
}

impl Spec {
    pub fn has_contract(&self) -> bool {
        !self.cases.is_empty() || self.pure || !self.faults.is_empty()
    }
}

/// Words that change nothing here: specifications see what the class sees.
const IGNORED: &[&str] = &[
    "public",
    "protected",
    "private",
    "static",
    "instance",
    "final",
    "spec_public",
    "spec_protected",
    "nullable",
    "nullable_by_default",
];

/// Clauses of JML that end with a semicolon and are not of the subset.
const METHOD_CLAUSES: &[&str] = &[
    "diverges",
    "when",
    "measured_by",
    "accessible",
    "captures",
    "callable",
    "duration",
    "working_space",
    "forall",
    "old",
    "implies_that",
    "for_example",
    "model_program",
    "code",
    "returns",
    "breaks",
    "continues",
    "refining",
];
const CLASS_CLAUSES: &[&str] = &[
    "constraint",
    "initially",
    "represents",
    "axiom",
    "ghost",
    "model",
    "in",
    "maps",
    "monitors_for",
    "readable",
    "writable",
    "non_null_by_default",
    "refine",
    "import",
];
const STATEMENTS: &[&str] = &[
    "assert",
    "assume",
    "set",
    "loop_invariant",
    "maintaining",
    "decreasing",
    "decreases",
    "loop_modifies",
    "unreachable",
    "debug",
    "hence_by",
    "loop_assigns",
];

pub fn parse(tokens: &[Token]) -> Spec {
    let mut reader = Reader { tokens, next: 0, spec: Spec::default(), case: None };
    while reader.next < tokens.len() {
        reader.item();
    }
    reader.close_case();
    reader.spec
}

struct Reader<'t> {
    tokens: &'t [Token],
    next: usize,
    spec: Spec,
    case: Option<Case>,
}

impl Reader<'_> {
    fn item(&mut self) {
        let token = self.tokens[self.next].clone();
        self.next += 1;
        let word = token.text.strip_suffix("_redundantly").unwrap_or(&token.text);
        match word {
            _ if IGNORED.contains(&word) => {}
            "pure" => self.spec.pure = true,
            "helper" => self.spec.helper = true,
            "non_null" => self.spec.non_null = Some(token.at),
            "also" => self.also(&token),
            "behavior" | "behaviour" => self.behaviour(&token, Behaviour::Any),
            "normal_behavior" | "normal_behaviour" => self.behaviour(&token, Behaviour::Normal),
            "exceptional_behavior" | "exceptional_behaviour" => self.behaviour(&token, Behaviour::Exceptional),
            "requires" | "pre" => {
                if let Some(condition) = self.condition(&token) {
                    self.case(&token).requires.push(condition);
                }
            }
            "ensures" | "post" => {
                if let Some(condition) = self.condition(&token) {
                    self.case(&token).ensures.push(condition);
                }
            }
            "signals" | "exsures" => self.signals(&token),
            "signals_only" => self.signals_only(&token),
            "assignable" | "modifies" | "modifiable" | "assigns" => self.assignable(&token),
            "invariant" => {
                if let Some(condition) = self.condition(&token) {
                    self.spec.invariants.push(condition);
                }
            }
            ";" => {}
            _ if CLASS_CLAUSES.contains(&word) => {
                self.skip();
                self.spec
                    .class_faults
                    .push(Fault::new(token.at, format!("`{word}` is not of the subset of JML that is understood")));
            }
            _ if METHOD_CLAUSES.contains(&word) || STATEMENTS.contains(&word) || token.is("{|") || token.is("|}") => {
                self.skip();
                self.spec
                    .faults
                    .push(Fault::new(token.at, format!("`{word}` is not of the subset of JML that is understood")));
            }
            _ => {
                self.skip();
                self.spec.faults.push(Fault::new(token.at, format!("`{word}` is no clause of JML")));
            }
        }
    }

    fn also(&mut self, token: &Token) {
        self.close_case();
        self.case = Some(Case { at: token.at, ..Case::default() });
    }

    fn behaviour(&mut self, token: &Token, behaviour: Behaviour) {
        let is_new = self.case.as_ref().is_none_or(|case| *case == Case { at: case.at, ..Case::default() });
        if !is_new {
            self.spec.faults.push(Fault::new(token.at, format!("`also` is missing before `{}`", token.text)));
        }
        self.case = Some(Case { at: token.at, behaviour, ..Case::default() });
    }

    fn close_case(&mut self) {
        self.spec.cases.extend(self.case.take());
    }

    fn case(&mut self, token: &Token) -> &mut Case {
        self.case.get_or_insert_with(|| Case { at: token.at, ..Case::default() })
    }

    /// Everything up to the semicolon.
    fn body(&mut self, keyword: &Token) -> Option<Vec<Token>> {
        let rest = &self.tokens[self.next..];
        let Some(end) = find(rest, |token| token.is(";")) else {
            self.next = self.tokens.len();
            self.spec.faults.push(Fault::new(keyword.at, format!("`{}` does not end with a semicolon", keyword.text)));
            return None;
        };
        self.next += end + 1;
        Some(rest[..end].to_vec())
    }

    /// `None` for clauses that say nothing.
    fn condition(&mut self, keyword: &Token) -> Option<Condition> {
        let tokens = self.body(keyword)?;
        if let [only] = tokens.as_slice()
            && only.is("\\not_specified")
        {
            self.case(keyword);
            return None;
        }
        if tokens.is_empty() {
            self.spec.faults.push(Fault::new(keyword.at, format!("`{}` has no condition", keyword.text)));
            return None;
        }
        Some(Condition { at: keyword.at, keyword: keyword.text.clone(), tokens })
    }

    /// `signals (E e) condition;`, where name and condition may be missing.
    fn signals(&mut self, keyword: &Token) {
        let Some(tokens) = self.body(keyword) else { return };
        let close = tokens.iter().position(|token| token.is(")"));
        let (true, Some(close)) = (tokens.first().is_some_and(|token| token.is("(")), close) else {
            self.spec.faults.push(Fault::new(keyword.at, "`signals` needs an exception in parentheses"));
            return;
        };
        let mut inside = tokens[1..close].to_vec();
        let named = inside.len() > 1 && !inside[inside.len() - 2].is(".");
        let name = if named { inside.pop().map(|token| token.text) } else { None };
        let exception = inside.iter().map(|token| token.text.as_str()).collect::<String>();
        let condition = Condition { at: keyword.at, keyword: keyword.text.clone(), tokens };
        let name = name.unwrap_or_else(|| "jacana$exception".into());
        self.case(keyword).signals.push(Signals { exception, name, condition });
    }

    fn signals_only(&mut self, keyword: &Token) {
        let Some(tokens) = self.body(keyword) else { return };
        let names = split(&tokens, ",").into_iter().map(|name| name.iter().map(|token| token.text.as_str()).collect());
        let names: Vec<String> = names.filter(|name: &String| name != "\\nothing").collect();
        self.case(keyword).signals_only.get_or_insert_default().extend(names);
    }

    fn assignable(&mut self, keyword: &Token) {
        let Some(tokens) = self.body(keyword) else { return };
        let is = |word: &str| matches!(tokens.as_slice(), [only] if only.is(word));
        if is("\\everything") || is("\\not_specified") {
            self.case(keyword);
            return;
        }
        match &mut self.case(keyword).assignable {
            Some(known) => {
                let comma = Token { text: ",".into(), at: keyword.at, kind: crate::token::Kind::Symbol };
                known.tokens.push(comma);
                known.tokens.extend(tokens);
            }
            none => *none = Some(Condition { at: keyword.at, keyword: keyword.text.clone(), tokens }),
        }
    }

    /// To the end of what is not understood.
    fn skip(&mut self) {
        let rest = &self.tokens[self.next..];
        self.next += find(rest, |token| token.is(";")).map_or(rest.len(), |end| end + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    fn spec(text: &str) -> Spec {
        parse(&tokens(text, 0))
    }

    #[test]
    fn cases_are_separated_by_also() {
        let found = spec(
            "public normal_behavior requires x > 0; ensures \\result == x; also public exceptional_behavior requires x <= 0; signals (Foo e) e != null; signals_only Foo, a.Bar;",
        );
        assert_eq!(found.faults, []);
        assert_eq!(found.cases.len(), 2);
        assert_eq!(found.cases[0].behaviour, Behaviour::Normal);
        assert_eq!(found.cases[0].ensures[0].shown(), "ensures \\result == x");
        assert_eq!(found.cases[1].signals[0].exception, "Foo");
        assert_eq!(found.cases[1].signals[0].name, "e");
        assert_eq!(found.cases[1].signals_only, Some(vec!["Foo".into(), "a.Bar".into()]));
    }

    #[test]
    fn what_is_not_understood_is_told() {
        let found = spec("requires x > 0; diverges true; ensures y; foo bar; pure");
        let what: Vec<&str> = found.faults.iter().map(|fault| fault.what.as_str()).collect();
        assert_eq!(what, ["`diverges` is not of the subset of JML that is understood", "`foo` is no clause of JML"]);
        assert!(found.pure);
        assert_eq!(spec("ghost int x; invariant x > 0;").class_faults.len(), 1);
        assert_eq!(spec("ensures x").faults[0].what, "`ensures` does not end with a semicolon");
        assert_eq!(spec("requires a; normal_behavior ensures b;").faults.len(), 1);
    }

    #[test]
    fn clauses_that_say_nothing() {
        let found = spec("requires \\not_specified; assignable \\everything;");
        assert_eq!(found.cases.len(), 1);
        assert!(found.cases[0].requires.is_empty() && found.cases[0].assignable.is_none() && found.faults.is_empty());
    }
}
