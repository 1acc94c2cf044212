//! Everything as JSON. The schema is docs/guide/json.md: fields are added, never renamed or removed, within one `format`.

use crate::Run;
use crate::java::{literal, type_name};
use explore::{Branch, Input, Property, SourceLine, Stats, Tier, Verdict, Violation};
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

pub(crate) const FORMAT: u64 = 1;

pub fn json(run: &Run) -> String {
    let verification = &run.verification;
    let document = object([
        ("format", Json::Count(FORMAT)),
        ("tool", object([("name", text("jacana")), ("version", text(env!("CARGO_PKG_VERSION")))])),
        (
            "program",
            object([
                ("main", run.method.as_ref().map_or_else(|| text(&run.main_class), |_| Json::Null)),
                ("method", run.method.as_ref().map_or(Json::Null, |method| text(&method.signature()))),
                ("arguments", list(&run.arguments, |a| text(a))),
            ]),
        ),
        ("jdk", text(&run.jdk)),
        ("verdicts", list(&verification.verdicts, |(property, answer)| verdict(*property, answer))),
        ("reasons", counts("reason", &verification.stats.reasons)),
        ("assumptions", list(&verification.stats.assumptions, |a| text(a))),
        ("statistics", statistics(run)),
    ]);
    format!("{document:#}\n")
}

fn verdict(property: Property, verdict: &Verdict) -> Json {
    let (word, reason, found) = match verdict {
        Verdict::True => ("TRUE", Json::Null, Json::Null),
        Verdict::False(found) => ("FALSE", Json::Null, violation(found)),
        Verdict::Unknown(reason) => ("UNKNOWN", text(reason), Json::Null),
    };
    object([("property", text(property.name())), ("verdict", text(word)), ("reason", reason), ("violation", found)])
}

fn violation(violation: &Violation) -> Json {
    object([
        ("exception", text(&violation.exception)),
        ("trace", list(&violation.trace, |line| text(line))),
        ("inputs", list(&violation.inputs, input)),
        ("path", list(&violation.path, branch)),
    ])
}

fn input(input: &Input) -> Json {
    object([
        ("name", text(&input.name)),
        ("type", text(&type_name(&input.value))),
        ("value", text(&literal(&input.value))),
        ("at", input.asked_at.as_ref().map_or(Json::Null, place)),
    ])
}

pub(crate) fn branch(branch: &Branch) -> Json {
    let inside = branch.inside.as_ref().map_or(Json::Null, |method| text(method));
    object([("at", place(&branch.at)), ("condition", text(&branch.condition)), ("inside", inside)])
}

pub(crate) fn place(at: &SourceLine) -> Json {
    object([
        ("file", text(&at.file)),
        ("line", Json::Count(at.line.into())),
        ("class", text(&at.class)),
        ("method", text(&at.method)),
    ])
}

fn statistics(run: &Run) -> Json {
    let stats: &Stats = &run.verification.stats;
    let replays = &run.verification.replays;
    object([
        ("seconds", seconds(run.time)),
        ("peak_bytes", Json::Count(run.peak_bytes)),
        ("defence", text(&run.defence)),
        (
            "paths",
            object([
                ("returned", Json::Count(stats.returned)),
                ("threw", Json::Count(stats.threw)),
                ("exited", Json::Count(stats.exited)),
                ("assumed_away", Json::Count(stats.assumed_away)),
                ("stopped", Json::Count(stats.stopped)),
            ]),
        ),
        ("forks", Json::Count(stats.forks)),
        ("merged", Json::Count(stats.merged)),
        ("conditions_over_merged", Json::Count(stats.chosen_conditions)),
        ("not_merged", counts("reason", &stats.apart)),
        ("infeasible_sides", Json::Count(stats.infeasible)),
        ("instructions", Json::Count(stats.instructions)),
        ("terms", Json::Count(stats.terms)),
        ("work", Json::Count(stats.work())),
        ("other_work", Json::Count(stats.other_work)),
        (
            "solver",
            object([
                ("calls", Json::Count(stats.solver_calls)),
                ("seconds", seconds(stats.solver_time)),
                ("tiers", list(&stats.tiers, tier)),
            ]),
        ),
        (
            "replays",
            object([
                ("confirmed", Json::Count(replays.confirmed)),
                ("refused", counts("cause", &replays.refused)),
                ("open", counts("cause", &replays.open)),
                ("seconds", seconds(replays.time)),
            ]),
        ),
    ])
}

fn tier(tier: &Tier) -> Json {
    object([
        ("name", text(tier.name)),
        ("queries", Json::Count(tier.queries)),
        ("sat", Json::Count(tier.sat)),
        ("unsat", Json::Count(tier.unsat)),
        ("unknown", Json::Count(tier.unknown)),
        ("refuted", Json::Count(tier.refuted)),
        ("work", Json::Count(tier.work)),
        ("seconds", seconds(tier.time)),
    ])
}

pub(crate) fn counts<'a>(name: &'static str, counted: impl IntoIterator<Item = (&'a String, &'a u64)>) -> Json {
    list(counted, |(what, count)| object([(name, text(what)), ("count", Json::Count(*count))]))
}

pub(crate) enum Json {
    Null,
    Count(u64),
    Seconds(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

pub(crate) fn text(text: &str) -> Json {
    Json::Text(text.into())
}

fn seconds(time: Duration) -> Json {
    Json::Seconds(time.as_secs_f64())
}

pub(crate) fn list<T>(items: impl IntoIterator<Item = T>, each: impl FnMut(T) -> Json) -> Json {
    Json::List(items.into_iter().map(each).collect())
}

pub(crate) fn object<const N: usize>(fields: [(&'static str, Json); N]) -> Json {
    Json::Object(fields.into_iter().collect())
}

impl Json {
    fn write(&self, out: &mut Formatter<'_>, depth: usize) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Count(count) => write!(out, "{count}"),
            Json::Seconds(seconds) => write!(out, "{seconds:.6}"),
            Json::Text(text) => quoted(out, text),
            Json::List(items) => enclosed(out, ["[", "]"], depth, items, |out, item| item.write(out, depth + 1)),
            Json::Object(fields) => enclosed(out, ["{", "}"], depth, fields, |out, (name, value)| {
                quoted(out, name)?;
                out.write_str(": ")?;
                value.write(out, depth + 1)
            }),
        }
    }
}

impl Display for Json {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.write(out, 0)
    }
}

fn enclosed<T>(
    out: &mut Formatter<'_>,
    [open, close]: [&str; 2],
    depth: usize,
    items: &[T],
    mut each: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    out.write_str(open)?;
    for (at, item) in items.iter().enumerate() {
        write!(out, "{}\n{:indent$}", if at == 0 { "" } else { "," }, "", indent = 2 * depth + 2)?;
        each(out, item)?;
    }
    if !items.is_empty() {
        write!(out, "\n{:indent$}", "", indent = 2 * depth)?;
    }
    out.write_str(close)
}

fn quoted(out: &mut Formatter<'_>, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(out, "\\{c}")?,
            '\n' => out.write_str("\\n")?,
            c if c < ' ' || c == '\u{7f}' => write!(out, "\\u{:04x}", u32::from(c))?,
            c => write!(out, "{c}")?,
        }
    }
    out.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_values_and_odd_text() {
        let document = object([
            ("none", list(Vec::<u64>::new(), Json::Count)),
            ("some", list([1, 2], Json::Count)),
            ("text", text("a\"\\\n\u{1}é")),
            ("null", Json::Null),
        ]);
        let expected = r#"{
  "none": [],
  "some": [
    1,
    2
  ],
  "text": "a\"\\\n\u0001é",
  "null": null
}"#;
        assert_eq!(document.to_string(), expected);
    }
}
