//! Java that checks contracts, as methods of the classes themselves: names mean in them what they mean in the class. Each
//! class gets one line of code where its body ends, so lines of the source stay what they are.

mod case;
mod inside;
mod text;

pub use text::{Edit, Text, append};

use crate::source::{Class, ClassKind, Method, SourceFile, simple_type};
use crate::spec::{Behaviour, Case, Condition, Fault};
use crate::translate::{CONTRACT, Translator};
use crate::{ClassContract, Clause, Contracts, MethodContract, Problem};
use text::edited;

/// What every method of ours is called like.
pub const PREFIX: &str = "jacana$";
pub const INVARIANT: &str = "jacana$invariant";

pub fn generate(sources: &[SourceFile], assumed: &dyn Fn(&str, &str) -> bool) -> Contracts {
    let mut contracts = Contracts::default();
    for (number, file) in sources.iter().enumerate() {
        let mut writer = Writer { sources, file, contracts: &mut contracts, assumed, edits: Vec::new() };
        let mut edits = Vec::new();
        for class in &file.classes {
            if let Some(text) = writer.class(class) {
                edits.push(Edit::insert(class.end, text));
            }
        }
        edits.append(&mut writer.edits);
        if !edits.is_empty() {
            edits.sort_by_key(|edit| edit.at);
            contracts.files.push(edited(number, file, edits));
        }
    }
    contracts
}

pub struct Writer<'w> {
    sources: &'w [SourceFile],
    file: &'w SourceFile,
    contracts: &'w mut Contracts,
    /// Class and method: are calls replaced by what the contract says?
    assumed: &'w dyn Fn(&str, &str) -> bool,
    /// What is written into methods.
    edits: Vec<Edit>,
}

impl Writer<'_> {
    fn problem(&self, fault: &Fault) -> Problem {
        Problem { file: self.file.name.clone(), line: self.file.line(fault.at), what: fault.what.clone() }
    }

    pub fn clause(&mut self, at: usize, text: String) -> usize {
        self.contracts.clauses.push(Clause { file: self.file.name.clone(), line: self.file.line(at), text });
        self.contracts.clauses.len() - 1
    }

    fn class(&mut self, class: &Class) -> Option<Text> {
        let mut text = Text::default();
        let mut faults = class.faults.clone();
        let has_invariant = self.invariant(class, &mut text, &mut faults);
        for (number, method) in class.methods.iter().enumerate() {
            self.method(class, number, method, &mut text);
        }
        let problems: Vec<Problem> = faults.iter().map(|fault| self.problem(fault)).collect();
        if has_invariant || !problems.is_empty() {
            self.contracts.classes.push(ClassContract { name: class.name.clone(), problems });
        }
        if text.text.is_empty() {
            return None;
        }
        if class.needs_semicolon {
            text.text.insert(0, ';');
            text.parts.iter_mut().for_each(|(range, _)| *range = range.start + 1..range.end + 1);
        }
        Some(text)
    }

    /// `boolean jacana$invariant()`; what the class itself says in `repOK` and what classes above say counts, too.
    fn invariant(&mut self, class: &Class, text: &mut Text, faults: &mut Vec<Fault>) -> bool {
        let mut conditions: Vec<Condition> = class.invariants.clone();
        for field in class.fields.iter().filter(|field| !field.is_static) {
            conditions.extend(field.non_null.map(|at| not_null(at, "non_null", &field.name)));
        }
        let above = self.inherits_invariant(class);
        let own = class.methods.iter().find(|method| method.is_invariant);
        if conditions.is_empty() && !(above && own.is_some()) {
            return false;
        }
        if class.kind == ClassKind::Interface {
            faults.push(Fault::new(conditions[0].at, "an invariant of an interface"));
            return true;
        }
        let mut parts = Text::default();
        if above {
            parts.say(&format!("super.{INVARIANT}() && "));
        }
        if let Some(own) = own {
            parts.say(&format!("this.{}() && ", own.name));
        }
        for condition in &conditions {
            match Translator::default().expression(&condition.tokens) {
                Ok(java) => {
                    let clause = self.clause(condition.at, condition.shown());
                    parts.say(&format!("{CONTRACT}.clause("));
                    parts.of_clause(clause, &java);
                    parts.say(&format!(", {clause}) && "));
                }
                Err(fault) => faults.push(fault),
            }
        }
        text.say(&format!(" boolean {INVARIANT}() {{ return "));
        append(text, parts);
        text.say("true; }");
        true
    }

    /// Whether a superclass among the sources has an invariant.
    fn inherits_invariant(&self, class: &Class) -> bool {
        let all = self.sources.iter().flat_map(|file| &file.classes);
        let above = all.filter(|other| {
            other.kind == ClassKind::Class && class.supers.contains(&other.simple) && other.name != class.name
        });
        above.into_iter().any(|above| has_invariant(above) || self.inherits_invariant(above))
    }

    /// `jacana$checkN`: assumes, calls, demands.
    fn method(&mut self, class: &Class, number: usize, method: &Method, text: &mut Text) {
        let inherited = self.inherited(class, method);
        let non_null = method.parameters.iter().any(|parameter| parameter.non_null.is_some());
        let says_inside = !method.inside.loops.is_empty() || !method.inside.statements.is_empty();
        let has_contract = method.spec.has_contract() || non_null || method.spec.non_null.is_some();
        if !has_contract && inherited.is_empty() && !says_inside {
            return;
        }
        let mut faults = method.spec.faults.clone();
        let is_constructor = method.name == "<init>";
        if is_constructor && class.inner {
            faults.push(Fault::new(method.at, "a contract of the constructor of an inner class"));
        }
        let mut cases = completed(method);
        if cases.is_empty() && inherited.is_empty() && says_inside {
            cases.push(Case { at: method.at, ..Case::default() });
        }
        let inside = self.inside(method);
        faults.extend(inside.as_ref().err().cloned());
        let wrapper = format!("{PREFIX}{}check{number}", class.simple.to_lowercase());
        let total = cases.len() + inherited.iter().map(|(_, count)| count).sum::<usize>();
        let mut body = Text::default();
        if total > 1 {
            body.say(&format!(" {CONTRACT}.assume(jacana$case >= 0 && jacana$case < {total});"));
        }
        for (at, case) in cases.iter().enumerate() {
            let condition = if total > 1 { format!("jacana$case == {at}") } else { "true".into() };
            body.say(&format!(" if ({condition}) {{"));
            match self.case(class, method, case) {
                Ok(written) => append(&mut body, written),
                Err(fault) => faults.push(fault),
            }
            body.say(" }");
        }
        let mut at = cases.len();
        let arguments = arguments(method);
        for (above, count) in &inherited {
            let case = if *count > 1 { vec![format!("jacana$case - {at}")] } else { Vec::new() };
            let all = case.into_iter().chain(arguments.clone()).collect::<Vec<_>>().join(", ");
            let condition = match total {
                1 => String::new(),
                _ => format!("if (jacana$case >= {at} && jacana$case < {}) ", at + count),
            };
            body.say(&format!(" {condition}{{ {above}({all}); return; }}"));
            at += count;
        }
        let problems: Vec<Problem> = faults.iter().map(|fault| self.problem(fault)).collect();
        let mut stand_in = None;
        if problems.is_empty() && (self.assumed)(&class.name, &method.name) {
            let mut written = Text::default();
            match self.stand_in(class, number, method, &mut written) {
                Ok(Some(made)) => {
                    append(text, written);
                    self.edits.push(Edit::insert_plain(made.at, made.check));
                    stand_in = Some(Ok(made.name));
                }
                Ok(None) => {}
                Err(fault) => stand_in = Some(Err(self.problem(&fault))),
            }
        }
        if problems.is_empty() {
            self.edits.extend(inside.unwrap_or_default());
            text.say(&head(class, method, &wrapper, total));
            append(text, body);
            text.say(if is_constructor { " return null; }" } else { " }" });
        }
        self.contracts.methods.push(MethodContract {
            class: class.name.clone(),
            name: method.name.clone(),
            parameters: method.parameters.iter().map(|parameter| simple_type(&parameter.kind)).collect(),
            wrapper,
            cases: total,
            is_helper: method.spec.helper,
            stand_in,
            loops: !method.inside.loops.is_empty(),
            problems,
            line: self.file.line(method.at),
            file: self.file.name.clone(),
        });
    }

    /// Wrappers of methods that this one overrides, with their numbers of cases.
    fn inherited(&self, class: &Class, method: &Method) -> Vec<(String, usize)> {
        if method.is_static || method.name == "<init>" {
            return Vec::new();
        }
        let (mut found, mut waiting, mut seen) = (Vec::new(), class.supers.clone(), Vec::new());
        while let Some(name) = waiting.pop() {
            if seen.contains(&name) {
                continue;
            }
            for above in self.sources.iter().flat_map(|file| &file.classes).filter(|other| other.simple == name) {
                let overridden = above.methods.iter().position(|other| overrides(above, other, method));
                match overridden {
                    Some(number) if above.methods[number].spec.has_contract() => {
                        let other = &above.methods[number];
                        let own = completed(other).len();
                        let more: usize = self.inherited(above, other).iter().map(|(_, count)| count).sum();
                        found.push((format!("{PREFIX}{}check{number}", above.simple.to_lowercase()), own + more));
                    }
                    _ => waiting.extend(above.supers.clone()),
                }
            }
            seen.push(name);
        }
        found
    }
}

fn not_null(at: usize, keyword: &str, name: &str) -> Condition {
    let tokens = crate::token::tokens(&format!("{name} != null"), at);
    Condition { at, keyword: keyword.into(), tokens }
}

fn has_invariant(class: &Class) -> bool {
    !class.invariants.is_empty() || class.fields.iter().any(|field| !field.is_static && field.non_null.is_some())
}

/// The cases of a method with what its modifiers say.
pub fn completed(method: &Method) -> Vec<Case> {
    let spec = &method.spec;
    let mut cases = spec.cases.clone();
    let non_null: Vec<Condition> = method
        .parameters
        .iter()
        .filter_map(|parameter| parameter.non_null.map(|at| not_null(at, "non_null", &parameter.name)))
        .collect();
    if cases.is_empty() && (spec.pure || spec.non_null.is_some() || !non_null.is_empty()) {
        cases.push(Case { at: method.at, ..Case::default() });
    }
    for case in &mut cases {
        case.requires.splice(0..0, non_null.clone());
        if let Some(at) = spec.non_null
            && case.behaviour != Behaviour::Exceptional
        {
            case.ensures.push(not_null(at, "non_null", "\\result"));
        }
    }
    cases
}

/// Of a method with code that objects of the class have.
pub fn own_modifier(class: &Class) -> &'static str {
    if class.kind == ClassKind::Interface { "default " } else { "" }
}

fn head(class: &Class, method: &Method, wrapper: &str, cases: usize) -> String {
    let is_constructor = method.name == "<init>";
    let modifier = if method.is_static || is_constructor { "static " } else { own_modifier(class) };
    let types = if is_constructor { &class.type_parameters } else { &method.type_parameters };
    let result = if is_constructor { made(class) } else { "void".into() };
    let case = (cases > 1).then(|| "int jacana$case".to_string());
    let parameters = method.parameters.iter().map(|parameter| format!("{} {}", parameter.kind, parameter.name));
    let parameters = case.into_iter().chain(parameters).collect::<Vec<_>>().join(", ");
    format!(" {modifier}{types} {result} {wrapper}({parameters}) throws Throwable {{")
}

/// The type of a new object.
fn made(class: &Class) -> String {
    match class.type_names.is_empty() {
        true => class.simple.clone(),
        false => format!("{}<{}>", class.simple, class.type_names.join(", ")),
    }
}

fn arguments(method: &Method) -> Vec<String> {
    method.parameters.iter().map(|parameter| parameter.name.clone()).collect()
}

/// Same name and parameters; where the class above has a type of its own, anything fits.
fn overrides(above: &Class, other: &Method, method: &Method) -> bool {
    let fits = other
        .parameters
        .iter()
        .zip(&method.parameters)
        .all(|(a, b)| above.type_names.contains(&a.kind) || simple_type(&a.kind) == simple_type(&b.kind));
    other.name == method.name && !other.is_static && other.parameters.len() == method.parameters.len() && fits
}
