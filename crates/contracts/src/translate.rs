//! Conditions of JML as expressions of Java. What only JML has becomes a call of `jacana.Contract`; everything else stays as it
//! was written, so that javac finds names and types as it does in the class.

mod old;
mod quantifier;
mod strength;

pub use strength::Strength;

use crate::spec::Fault;
use crate::token::{Kind, Token, closing, find, split};
use std::collections::{BTreeMap, BTreeSet};

/// The class that generated code calls.
pub const CONTRACT: &str = "jacana.Contract";

/// What the translation of one behaviour has gathered.
#[derive(Debug, Default)]
pub struct Translator {
    /// What `\result` is; `None` where there is none.
    pub result: Option<String>,
    /// Values of the state before the call: `None` in conditions of that state.
    pub olds: Option<Vec<String>>,
    /// Where there is no `this`: what it is called, and the members that mean it.
    pub this: Option<(String, BTreeSet<String>)>,
    /// Names of parameters, which hide members.
    pub parameters: BTreeSet<String>,
    /// Whether the objects of the state before are needed.
    pub needs_frame: bool,
    /// What a quantifier here must not get wrong; `None` if both.
    pub strength: Option<Strength>,
    /// Variables that conditions in a body call by another name: one that lambdas can see.
    pub renamed: BTreeMap<String, String>,
    /// The same in the state before.
    pub renamed_before: BTreeMap<String, String>,
    /// Variables of the quantifiers around: as written, as generated, and how they run.
    bound: Vec<Bound>,
    next: usize,
}

#[derive(Clone, Debug)]
struct Bound {
    written: String,
    generated: String,
    /// `int`, `long` or `boolean`.
    kind: String,
    /// Of the loop in the state before, around a body: text before and after it; `None` if only the state after has it.
    loops: Option<(String, String)>,
}

type Translated = Result<String, Fault>;

impl Translator {
    /// Of conditions of the state before, in the scope of these parameters.
    pub fn of(parameters: BTreeSet<String>) -> Translator {
        Translator { parameters, ..Translator::default() }
    }

    pub fn expression(&mut self, tokens: &[Token]) -> Translated {
        if tokens.is_empty() {
            return Ok(String::new());
        }
        if let Some(question) = find(tokens, |token| token.is("?")) {
            return self.conditional(tokens, question);
        }
        if let Some(at) = last(tokens, &["<==>", "<=!=>"]) {
            let operator = if tokens[at].is("<==>") { "==" } else { "!=" };
            let (left, right) = self.with_strength(None, |this| this.sides(tokens, at))?;
            return Ok(format!("(({left}) {operator} ({right}))"));
        }
        let (forward, backward) = (find(tokens, |token| token.is("==>")), last(tokens, &["<=="]));
        match (forward, backward) {
            (Some(at), Some(_)) => Err(Fault::new(tokens[at].at, "==> and <== need parentheses between them")),
            (Some(at), None) => {
                let (left, right) = self.implication(tokens, at, &tokens[..at], &tokens[at + 1..])?;
                Ok(format!("(!({left}) || ({right}))"))
            }
            (None, Some(at)) => {
                let (right, left) = self.implication(tokens, at, &tokens[at + 1..], &tokens[..at])?;
                Ok(format!("(({left}) || !({right}))"))
            }
            (None, None) => self.junctions(tokens),
        }
    }

    fn conditional(&mut self, tokens: &[Token], question: usize) -> Translated {
        let mut open = 0;
        let rest = &tokens[question + 1..];
        let mut colon = None;
        let mut depth = 0;
        for (at, token) in rest.iter().enumerate() {
            match crate::token::opening(token) {
                crate::token::Bracket::Opens => depth += 1,
                crate::token::Bracket::Closes => depth -= 1,
                crate::token::Bracket::None if depth > 0 => {}
                crate::token::Bracket::None if token.is("?") => open += 1,
                crate::token::Bracket::None if token.is(":") && open == 0 => {
                    colon = Some(at);
                    break;
                }
                crate::token::Bracket::None if token.is(":") => open -= 1,
                crate::token::Bracket::None => {}
            }
        }
        let Some(colon) = colon else {
            return Err(Fault::new(tokens[question].at, "`?` without `:`"));
        };
        let condition = self.with_strength(None, |this| this.expression(&tokens[..question]))?;
        let (yes, no) = (self.expression(&rest[..colon])?, self.expression(&rest[colon + 1..])?);
        Ok(format!("(({condition}) ? ({yes}) : ({no}))"))
    }

    fn sides(&mut self, tokens: &[Token], at: usize) -> Result<(String, String), Fault> {
        two_sides(tokens, at)?;
        Ok((self.expression(&tokens[..at])?, self.expression(&tokens[at + 1..])?))
    }

    /// Java, but for what is in brackets and for words with a backslash.
    fn plain(&mut self, tokens: &[Token]) -> Translated {
        let mut text = String::new();
        let mut at = 0;
        while at < tokens.len() {
            let token = &tokens[at];
            let after_dot = at > 0 && tokens[at - 1].is(".");
            let (piece, next) = match (token.kind, token.text.as_str()) {
                (Kind::Symbol, "(" | "[" | "{") => self.brackets(tokens, at)?,
                (
                    Kind::Symbol,
                    "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | ">>>=" | "++" | "--",
                ) => {
                    return Err(Fault::new(token.at, format!("`{}`: a contract must not change anything", token.text)));
                }
                (Kind::Symbol, "(*") => return Err(Fault::new(token.at, "informal descriptions cannot be checked")),
                (Kind::Backslash, _) => self.backslash(tokens, at)?,
                (Kind::Word, _) if !after_dot => (self.word(token), at + 1),
                (Kind::Word | Kind::Literal | Kind::Symbol, _) => (token.text.clone(), at + 1),
            };
            if !text.is_empty() {
                text.push(' ');
            }
            text += &piece;
            at = next;
        }
        Ok(text)
    }

    fn word(&self, token: &Token) -> String {
        if let Some(bound) = self.bound.iter().rev().find(|bound| bound.written == token.text) {
            return bound.generated.clone();
        }
        if let Some(renamed) = self.renamed.get(&token.text) {
            return renamed.clone();
        }
        match &self.this {
            Some((this, _)) if token.is("this") => this.clone(),
            Some((this, members)) if members.contains(&token.text) && !self.parameters.contains(&token.text) => {
                format!("{this}.{}", token.text)
            }
            _ => token.text.clone(),
        }
    }

    fn brackets(&mut self, tokens: &[Token], open: usize) -> Result<(String, usize), Fault> {
        let close = closing(tokens, open)
            .ok_or_else(|| Fault::new(tokens[open].at, format!("`{}` is not closed", tokens[open].text)))?;
        let inside = &tokens[open + 1..close];
        if let Some(first) = inside.first()
            && quantifier::QUANTIFIERS.contains(&first.text.as_str())
        {
            return Ok((self.quantifier(inside)?, close + 1));
        }
        let parts = split(inside, ",").into_iter().map(|part| self.expression(part));
        let parts = parts.collect::<Result<Vec<String>, Fault>>()?;
        Ok((format!("{}{}{}", tokens[open].text, parts.join(", "), tokens[close].text), close + 1))
    }

    /// Words that only JML has; the position behind them and their arguments.
    fn backslash(&mut self, tokens: &[Token], at: usize) -> Result<(String, usize), Fault> {
        let token = &tokens[at];
        if token.is("\\result") {
            let none = "`\\result` where there is no result";
            return Ok((self.result.clone().ok_or_else(|| Fault::new(token.at, none))?, at + 1));
        }
        if quantifier::QUANTIFIERS.contains(&token.text.as_str()) {
            return Err(Fault::new(token.at, format!("`{}` needs parentheses around it", token.text)));
        }
        let unknown =
            || Fault::new(token.at, format!("`{}` is not of the subset of JML that is understood", token.text));
        if ![
            "\\old",
            "\\pre",
            "\\fresh",
            "\\type",
            "\\typeof",
            "\\nonnullelements",
            "\\not_modified",
            "\\invariant_for",
        ]
        .contains(&token.text.as_str())
        {
            return Err(unknown());
        }
        let open = at + 1;
        let close = Some(open).filter(|&open| tokens.get(open).is_some_and(|token| token.is("(")));
        let close = close.and_then(|open| closing(tokens, open));
        let close =
            close.ok_or_else(|| Fault::new(token.at, format!("`{}` needs an argument in parentheses", token.text)))?;
        let inside = &tokens[open + 1..close];
        let piece = match token.text.as_str() {
            "\\old" | "\\pre" => self.old(token.at, inside)?,
            "\\not_modified" => {
                let same = split(inside, ",").into_iter().map(|part| {
                    let (before, after) = (self.old(token.at, part)?, self.expression(part)?);
                    Ok(format!("({after}) == {before}"))
                });
                format!("({})", same.collect::<Result<Vec<String>, Fault>>()?.join(" && "))
            }
            "\\fresh" => {
                if self.olds.is_none() {
                    return Err(Fault::new(token.at, "`\\fresh` where there is no state before"));
                }
                self.needs_frame = true;
                let objects = split(inside, ",").into_iter().map(|part| {
                    let object = self.expression(part)?;
                    Ok(format!("jacana$frame.isFresh({object})"))
                });
                format!("({})", objects.collect::<Result<Vec<String>, Fault>>()?.join(" && "))
            }
            "\\type" => format!("{}.class", crate::token::shown(inside)),
            "\\typeof" => format!("({}).getClass()", self.expression(inside)?),
            "\\invariant_for" => format!("{CONTRACT}.invariant({})", self.expression(inside)?),
            _ => format!("{CONTRACT}.nonNullElements({})", self.expression(inside)?),
        };
        Ok((piece, close + 1))
    }

    fn fresh_number(&mut self) -> usize {
        self.next += 1;
        self.next
    }
}

fn two_sides(tokens: &[Token], at: usize) -> Result<(), Fault> {
    if at == 0 || at + 1 == tokens.len() {
        return Err(Fault::new(tokens[at].at, format!("`{}` needs two sides", tokens[at].text)));
    }
    Ok(())
}

/// The last of these operators outside of brackets.
fn last(tokens: &[Token], operators: &[&str]) -> Option<usize> {
    let mut found = None;
    let mut from = 0;
    while let Some(at) = find(&tokens[from..], |token| operators.iter().any(|operator| token.is(operator))) {
        found = Some(from + at);
        from += at + 1;
    }
    found
}

#[cfg(test)]
mod tests;
