//! Quantifiers over numbers: loops over a range, with what else the range says as a condition.

use super::old::mentions;
use super::{Bound, CONTRACT, Strength, Translated, Translator};
use crate::spec::Fault;
use crate::token::{Kind, Token, find, shown, split};

pub(super) const QUANTIFIERS: &[&str] = &["\\forall", "\\exists", "\\sum", "\\product", "\\num_of", "\\min", "\\max"];

/// Where a loop begins and ends.
struct Limits {
    low: String,
    high: String,
    /// Whether the last number is one of them.
    through: bool,
}

/// Limits of later variables that are limits of this one, too: operators, and what is on their other side.
type Beyond<'t> = [(&'t str, &'t [Token])];

/// One variable with its range.
struct Level {
    limits: Option<Limits>,
    filter: Vec<String>,
}

impl Translator {
    pub(super) fn quantifier(&mut self, tokens: &[Token]) -> Translated {
        let (first, at) = (tokens[0].text.clone(), tokens[0].at);
        let parts = split(&tokens[1..], ";");
        let (kind, names) = variables(at, parts[0])?;
        let (range, body) = match parts[..] {
            [_, range, body] => (range, body),
            [_, body] => implied_range(&first, body),
            _ => {
                return Err(Fault::new(
                    at,
                    format!("`{first}` has variables, a range and a body, separated by semicolons"),
                ));
            }
        };
        if names.len() > 1 && ["\\min", "\\max"].contains(&first.as_str()) {
            return Err(Fault::new(at, format!("`{first}` over more than one variable is not understood")));
        }
        let conjuncts = conjuncts(range);
        let known = self.bound.len();
        let (guards, others): (Vec<&[Token]>, Vec<&[Token]>) =
            conjuncts.into_iter().partition(|part| !names.iter().any(|name| mentions(part, name)));
        let strength = self.strength;
        let guards = guards.into_iter().map(|part| self.with_strength(None, |this| this.expression(part)));
        let guards = guards.collect::<Result<Vec<String>, Fault>>()?;
        let mut levels = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let later = &names[number + 1..];
            let mine: Vec<&[Token]> = others
                .iter()
                .copied()
                .filter(|part| mentions(part, name) && !later.iter().any(|later| mentions(part, later)))
                .collect();
            let beyond = beyond(name, later, &others);
            let level = self.with_strength(None, |this| this.level(at, &kind, name, (&mine, &beyond)))?;
            levels.push(level);
        }
        let is_condition = ["\\forall", "\\exists"].contains(&first.as_str());
        let inner = self.with_strength(strength.filter(|_| is_condition), |this| this.expression(body));
        let generated: Vec<Bound> = self.bound.drain(known..).collect();
        let inner = inner?;
        let suffix = match strength {
            Some(Strength::Demanded) if kind == "int" => "Demanded",
            Some(Strength::Assumed) if kind == "int" => "Assumed",
            Some(_) | None => "",
        };
        Ok(written((&first, suffix), &guards, &levels, &generated, inner))
    }

    /// Enters the scope of a variable: its limits are of the scope around, its other conditions of its own.
    fn level(
        &mut self,
        at: usize,
        kind: &str,
        name: &str,
        (conjuncts, beyond): (&[&[Token]], &Beyond),
    ) -> Result<Level, Fault> {
        let generated = format!("{name}${}", self.fresh_number());
        let limits = if kind == "boolean" { None } else { Some(self.limits(at, name, conjuncts, beyond)?) };
        let bound = Bound { written: name.into(), generated, kind: kind.into(), loops: None };
        self.bound.push(bound);
        let mut filter = Vec::new();
        let seen_to = if kind == "boolean" { Vec::new() } else { seen_to(name, conjuncts) };
        for (_, part) in conjuncts.iter().enumerate().filter(|(at, _)| !seen_to.contains(at)) {
            filter.push(self.expression(part)?);
        }
        let before_only = conjuncts.iter().all(|part| !part.iter().any(|token| token.kind == Kind::Backslash));
        let bound = self.bound.last_mut().expect("just entered");
        if before_only {
            bound.loops = Some(around(bound, limits.as_ref(), &filter));
        }
        Ok(Level { limits, filter })
    }

    fn limits(&mut self, at: usize, name: &str, conjuncts: &[&[Token]], beyond: &Beyond) -> Result<Limits, Fault> {
        let (mut low, mut high) = (None, None);
        let own = conjuncts.iter().filter_map(|part| comparison(name, part));
        for (operator, other) in own.chain(beyond.iter().copied()) {
            let text = self.expression(other)?;
            match operator {
                "<" => high = high.or(Some((text, false))),
                "<=" => high = high.or(Some((text, true))),
                ">=" => low = low.or(Some(text)),
                ">" => low = low.or_else(|| Some(format!("({text}) + 1"))),
                _ => {
                    low = low.or(Some(text.clone()));
                    high = high.or(Some((text, true)));
                }
            }
        }
        match (low, high) {
            (Some(low), Some((high, through))) => Ok(Limits { low, high, through }),
            _ => {
                Err(Fault::new(at, format!("quantifier without range: nothing says from where to where `{name}` goes")))
            }
        }
    }
}

/// Type and names: `int i, j`.
fn variables(at: usize, tokens: &[Token]) -> Result<(String, Vec<String>), Fault> {
    let Some(kind) = tokens.first() else { return Err(Fault::new(at, "a quantifier without variables")) };
    let plain = match kind.text.as_str() {
        "int" | "short" | "byte" | "char" => "int",
        "long" => "long",
        "boolean" => "boolean",
        _ => {
            let what = format!("a quantifier over `{}`: only numbers and boolean have a range", shown(tokens));
            return Err(Fault::new(kind.at, what));
        }
    };
    let names = split(&tokens[1..], ",").into_iter().map(|part| match part {
        [name] if name.kind == Kind::Word => Ok(name.text.clone()),
        _ => Err(Fault::new(at, format!("`{}` declares no variables", shown(tokens)))),
    });
    Ok((plain.into(), names.collect::<Result<Vec<String>, Fault>>()?))
}

/// Without a range of its own: what the body says before `==>`, or demands together with the rest.
fn implied_range<'t>(quantifier: &str, body: &'t [Token]) -> (&'t [Token], &'t [Token]) {
    let arrow = find(body, |token| token.is("==>"));
    match (quantifier, arrow) {
        ("\\forall", Some(at)) => (&body[..at], &body[at + 1..]),
        ("\\exists" | "\\num_of", None) => (body, &[]),
        _ => (&[], body),
    }
}

/// `name operator other` if the conjunct says so, one way or the other.
fn comparison<'t>(name: &str, part: &'t [Token]) -> Option<(&'static str, &'t [Token])> {
    const OPERATORS: [(&str, &str); 5] = [("<", ">"), ("<=", ">="), (">", "<"), (">=", "<="), ("==", "==")];
    let is_operator = |token: &Token| OPERATORS.iter().any(|(operator, _)| token.is(operator));
    let at = find(part, is_operator)?;
    let (left, right) = (&part[..at], &part[at + 1..]);
    if find(right, |token| is_operator(token) || token.is("||") || token.is("?")).is_some() {
        return None;
    }
    let (operator, turned) = OPERATORS.iter().find(|(operator, _)| part[at].is(operator))?;
    let is_name = |side: &[Token]| matches!(side, [only] if only.kind == Kind::Word && only.text == name);
    match (is_name(left), is_name(right)) {
        (true, false) if !mentions(right, name) => Some((operator, right)),
        (false, true) if !mentions(left, name) => Some((turned, left)),
        _ => None,
    }
}

/// Limits of later variables that are limits of this one, too, as it is said to be less or more than those: `p < q && q < n`.
fn beyond<'t>(name: &str, later: &[String], conjuncts: &[&'t [Token]]) -> Vec<(&'static str, &'t [Token])> {
    let mut found = Vec::new();
    for part in conjuncts {
        let Some((operator, [other])) = comparison(name, part) else { continue };
        if !later.contains(&other.text) {
            continue;
        }
        let same_way: &[&str] = if operator.starts_with('<') { &["<", "<="] } else { &[">", ">="] };
        for part in conjuncts {
            let Some((next, limit)) = comparison(&other.text, part) else { continue };
            if same_way.contains(&next) && !later.iter().chain([&name.to_string()]).any(|name| mentions(limit, name)) {
                found.push((next, limit));
            }
        }
    }
    found
}

/// What the loop itself sees to: the first limit of each side, by its position; a second one is a condition like any other. `>` stays a condition, too: one
/// more than the largest number is the smallest.
fn seen_to(name: &str, conjuncts: &[&[Token]]) -> Vec<usize> {
    let first = |operators: &[&str]| {
        let mut all = conjuncts.iter().enumerate().filter_map(|(at, part)| Some((at, comparison(name, part)?.0)));
        all.find(|(_, operator)| operators.contains(operator))
    };
    let limits = [first(&["<", "<=", "=="]), first(&[">=", ">", "=="])];
    let is_sure = |(_, operator): &(usize, &str)| ["<", "<=", ">="].contains(operator);
    limits.into_iter().flatten().filter(is_sure).map(|(at, _)| at).collect()
}

/// What a range says together. What is joined by anything weaker than `&&` is one condition.
fn conjuncts(range: &[Token]) -> Vec<&[Token]> {
    const WEAKER: [&str; 6] = ["||", "?", "==>", "<==", "<==>", "<=!=>"];
    if find(range, |token| WEAKER.iter().any(|weaker| token.is(weaker))).is_some() {
        return vec![range];
    }
    let says_nothing = |part: &[Token]| part.is_empty() || matches!(part, [only] if only.is("true"));
    split(range, "&&").into_iter().filter(|part| !says_nothing(part)).collect()
}

/// Loops around something that is to be done for each value.
fn around(bound: &Bound, limits: Option<&Limits>, filter: &[String]) -> (String, String) {
    let condition = if filter.is_empty() { "true".into() } else { filter.join(") && (") };
    let head = call("each", limits, bound);
    (format!("{head} {{ if (({condition})) "), "; })".into())
}

/// `jacana.Contract.forall(low, high, (int i) ->`
fn call(function: &str, limits: Option<&Limits>, bound: &Bound) -> String {
    let (kind, name) = (&bound.kind, &bound.generated);
    match limits {
        Some(Limits { low, high, through }) => {
            let suffix = if *through { "Through" } else { "" };
            format!("{CONTRACT}.{function}{suffix}({low}, {high}, ({kind} {name}) ->")
        }
        None => format!("{CONTRACT}.{function}(({kind} {name}) ->"),
    }
}

fn written(
    (quantifier, suffix): (&str, &str),
    guards: &[String],
    levels: &[Level],
    bound: &[Bound],
    inner: String,
) -> String {
    let mut text = if inner.is_empty() { "true".into() } else { inner };
    if quantifier == "\\num_of" {
        text = format!("({text}) ? 1L : 0L");
    }
    for (level, bound) in levels.iter().zip(bound).rev() {
        let filter = if level.filter.is_empty() { None } else { Some(format!("({})", level.filter.join(") && ("))) };
        let limits = level.limits.as_ref();
        text = match (quantifier, filter) {
            ("\\forall", Some(filter)) => {
                format!("{} !({filter}) || ({text}))", call(&format!("forall{suffix}"), limits, bound))
            }
            ("\\forall", None) => format!("{} ({text}))", call(&format!("forall{suffix}"), limits, bound)),
            ("\\exists", Some(filter)) => {
                format!("{} ({filter}) && ({text}))", call(&format!("exists{suffix}"), limits, bound))
            }
            ("\\exists", None) => format!("{} ({text}))", call(&format!("exists{suffix}"), limits, bound)),
            ("\\sum" | "\\num_of", Some(filter)) => {
                format!("{} ({filter}) ? ({text}) : 0)", call("sum", limits, bound))
            }
            ("\\sum" | "\\num_of", None) => format!("{} ({text}))", call("sum", limits, bound)),
            ("\\product", Some(filter)) => format!("{} ({filter}) ? ({text}) : 1)", call("product", limits, bound)),
            ("\\product", None) => format!("{} ({text}))", call("product", limits, bound)),
            (_, filter) => {
                let (kind, name) = (&bound.kind, &bound.generated);
                let filter = filter.unwrap_or_else(|| "true".into());
                let head = call(quantifier.trim_start_matches('\\'), limits, bound);
                format!("{head} {filter}, ({kind} {name}) -> ({text}))")
            }
        };
    }
    if guards.is_empty() {
        return text;
    }
    let guards = format!("({})", guards.join(") && ("));
    match quantifier {
        "\\forall" => format!("(!({guards}) || {text})"),
        "\\exists" => format!("({guards} && {text})"),
        "\\product" => format!("(({guards}) ? {text} : 1)"),
        _ => format!("(({guards}) ? {text} : 0)"),
    }
}
