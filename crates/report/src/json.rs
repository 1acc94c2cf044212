//! Everything as JSON. The schema is docs/guide/json.md: fields are added, never renamed or removed, within one `format`.

use crate::Run;
use crate::hint::{Asked, Topic};
use crate::inputs::word;
use explore::by_words;
use explore::inputs::{ChoicePlace, Found, Reached, Share, Tested};
use explore::{Cut, Happening, Proof, Property, Schedule, Stats, Tier, Verdict, Violation};
use machine::Reason;
use replay::heap::show_heap;
use replay::{Branch, Input, SourceLine};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use testgen::java::{literal, type_name};

pub(crate) const FORMAT: u64 = 1;

pub fn json(run: &Run) -> String {
    let verification = &run.verification;
    let document = object([
        ("format", Value::from(FORMAT)),
        ("tool", object([("name", text("jacana")), ("version", text(env!("CARGO_PKG_VERSION")))])),
        (
            "program",
            object([
                ("main", run.method.as_ref().map_or_else(|| text(&run.main_class), |_| Value::Null)),
                ("method", run.method.as_ref().map_or(Value::Null, |method| text(&method.signature()))),
                ("arguments", list(&run.arguments, |a| text(a))),
            ]),
        ),
        ("jdk", text(&run.jdk)),
        ("verdicts", list(&verification.verdicts, |(property, answer)| verdict(run, *property, answer))),
        ("reasons", reasons(run.asked, &verification.stats.reasons)),
        ("assumptions", list(&verification.stats.assumptions, |a| text(a))),
        (
            "uncaught",
            list(&verification.replays.uncaught, |(uncaught, paths)| {
                object([
                    ("exception", text(&uncaught.exception)),
                    ("at", uncaught.frame.as_ref().map_or(Value::Null, |frame| text(frame))),
                    ("paths", Value::from(*paths)),
                ])
            }),
        ),
        ("inputs", verification.tested.as_ref().map_or(Value::Null, tested_json)),
        ("statistics", statistics(run)),
    ]);
    format!("{document:#}\n")
}

/// In the order of their words, with the kind for programs.
fn reasons(asked: Asked, counted: &BTreeMap<Reason, u64>) -> Value {
    let mut sorted: Vec<_> = counted.iter().map(|(reason, count)| (reason.to_string(), reason, *count)).collect();
    sorted.sort();
    list(sorted, |(words, reason, count)| {
        object([
            ("reason", text(&words)),
            ("kind", text(reason.kind())),
            ("topic", text(Topic::of(reason).name())),
            ("help", text(&asked.help(reason))),
            ("count", Value::from(count)),
        ])
    })
}

/// The hint for a reason and the section of the guide about it.
pub(crate) fn hint(asked: Asked, reason: &Reason) -> Value {
    object([
        ("reason", text(&reason.to_string())),
        ("topic", text(Topic::of(reason).name())),
        ("help", text(&asked.help(reason))),
    ])
}

fn verdict(run: &Run, property: Property, verdict: &Verdict) -> Value {
    let (word, reason, found, help) = match verdict {
        Verdict::True => ("TRUE", Value::Null, Value::Null, Value::Null),
        Verdict::False(found) => ("FALSE", Value::Null, violation(found), Value::Null),
        Verdict::Unknown { first, .. } => ("UNKNOWN", text(&verdict.to_string()), Value::Null, hint(run.asked, first)),
    };
    let proof = run.verification.proofs.get(&property).map_or(Value::Null, proof);
    object([
        ("property", text(property.name())),
        ("verdict", text(word)),
        ("reason", reason),
        ("hint", help),
        ("violation", found),
        ("proof", proof),
    ])
}

/// The loops that an answer without a bound rests on.
pub(crate) fn proof(proof: &Proof) -> Value {
    list(&proof.loops, |closed| {
        object([
            (
                match closed.kind {
                    Cut::Loop | Cut::Clauses => "loop",
                    Cut::Call => "calls",
                },
                text(&closed.place),
            ),
            ("changes", list(&closed.changes, |cell| text(cell))),
            ("part", text(closed.part())),
            ("at", closed.at.as_ref().map_or(Value::Null, place)),
            ("invariant", list(&closed.facts, |fact| text(&fact.text))),
            ("java", list(closed.java(), text)),
            ("repeated", Value::from(closed.states)),
            ("ends", Value::from(closed.ends)),
        ])
    })
}

fn violation(violation: &Violation) -> Value {
    object([
        ("exception", if let Happening::Threw(exception) = &violation.what { text(exception) } else { Value::Null }),
        ("what", text(&violation.what.to_string())),
        ("schedule", violation.schedule.as_ref().map_or(Value::Null, schedule)),
        ("trace", list(&violation.trace, |line| text(line))),
        ("inputs", list(&violation.inputs, input)),
        ("heap", violation.heap.as_ref().map_or(Value::Null, |heap| text(&show_heap(heap)))),
        ("path", list(&violation.path, branch)),
    ])
}

fn schedule(schedule: &Schedule) -> Value {
    object([
        ("threads", list(&schedule.threads, |name| text(name))),
        (
            "turns",
            list(&schedule.turns, |turn| {
                object([
                    ("thread", Value::from(turn.thread)),
                    ("at", turn.place.as_ref().map_or(Value::Null, place)),
                    ("what", text(&turn.what)),
                ])
            }),
        ),
    ])
}

fn input(input: &Input) -> Value {
    object([
        ("name", text(&input.name)),
        ("type", text(&type_name(&input.value))),
        ("value", text(&literal(&input.value))),
        ("at", input.asked_at.as_ref().map_or(Value::Null, place)),
    ])
}

pub(crate) fn branch(branch: &Branch) -> Value {
    let inside = branch.inside.as_ref().map_or(Value::Null, |method| text(method));
    object([("at", place(&branch.at)), ("condition", text(&branch.condition)), ("inside", inside)])
}

pub(crate) fn place(at: &SourceLine) -> Value {
    object([
        ("file", text(&at.file)),
        ("line", Value::from(at.line)),
        ("class", text(&at.class)),
        ("method", text(&at.method)),
    ])
}

fn statistics(run: &Run) -> Value {
    let stats: &Stats = &run.verification.stats;
    let replays = &run.verification.replays;
    let open =
        replays.open.iter().map(|((property, why), count)| (format!("{}: {why}", property.name()), *count)).collect();
    object([
        ("seconds", seconds(run.time)),
        ("peak_bytes", Value::from(run.peak_bytes)),
        ("defence", text(&run.defence)),
        (
            "paths",
            object([
                ("returned", Value::from(stats.returned)),
                ("threw", Value::from(stats.threw)),
                ("exited", Value::from(stats.exited)),
                ("assumed_away", Value::from(stats.assumed_away)),
                ("stopped", Value::from(stats.stopped)),
            ]),
        ),
        (
            "schedules",
            object([
                ("executions", Value::from(stats.orders.executions)),
                ("redundant", Value::from(stats.orders.redundant)),
                ("superseded", Value::from(stats.orders.superseded)),
                ("steps", Value::from(stats.orders.steps)),
                ("deadlocks", Value::from(stats.orders.deadlocks)),
                ("endless", Value::from(stats.orders.endless)),
            ]),
        ),
        ("forks", Value::from(stats.forks)),
        ("merged", Value::from(stats.merged)),
        ("conditions_over_merged", Value::from(stats.chosen_conditions)),
        ("not_merged", counts("reason", &stats.apart)),
        ("infeasible_sides", Value::from(stats.infeasible)),
        ("instructions", Value::from(stats.instructions)),
        ("terms", Value::from(stats.terms)),
        ("work", Value::from(stats.work())),
        ("other_work", Value::from(stats.other_work)),
        (
            "solver",
            object([
                ("calls", Value::from(stats.solver_calls)),
                ("seconds", seconds(stats.solver_time)),
                ("tiers", list(&stats.tiers, tier)),
            ]),
        ),
        (
            "replays",
            object([
                ("confirmed", Value::from(replays.confirmed)),
                ("refused", counts("cause", &replays.refused)),
                ("open", counts("cause", &open)),
                ("seconds", seconds(replays.time)),
            ]),
        ),
    ])
}

fn tier(tier: &Tier) -> Value {
    object([
        ("name", text(&tier.name.to_string())),
        ("queries", Value::from(tier.queries)),
        ("sat", Value::from(tier.sat)),
        ("unsat", Value::from(tier.unsat)),
        ("unknown", Value::from(tier.unknown)),
        ("refuted", Value::from(tier.refuted)),
        ("work", Value::from(tier.work)),
        ("seconds", seconds(tier.time)),
    ])
}

/// Numbers of inputs begin with 1, as in the names of the tests.
pub(crate) fn reached_json(reached: &Reached) -> Value {
    let side = |found: &Found<usize>| match found {
        Found::By(input) => Value::from(input + 1),
        other => text(word(other).unwrap_or_default()),
    };
    let pair = |found: &Found<[usize; 2]>| match found {
        Found::By(pair) => list(pair, |input| Value::from(input + 1)),
        other => text(word(other).unwrap_or_default()),
    };
    let at = |place: &ChoicePlace| {
        [
            ("class", text(&place.class)),
            ("method", text(&place.method)),
            ("line", place.line.map_or(Value::Null, Value::from)),
        ]
    };
    let decisions = list(&reached.decisions, |decision| {
        let [class, method, line] = at(&decision.place);
        let conditions = list(&decision.conditions, |condition| {
            object([("sides", list(&condition.sides, side)), ("pair", pair(&condition.pair))])
        });
        object([class, method, line, ("conditions", conditions)])
    });
    let switches = list(&reached.switches, |switch| {
        let [class, method, line] = at(&switch.place);
        object([class, method, line, ("targets", list(&switch.targets, side))])
    });
    let share = |share: Share| {
        object([
            ("found", Value::from(share.found)),
            ("infeasible", Value::from(share.infeasible)),
            ("all", Value::from(share.all)),
        ])
    };
    object([
        ("sides", share(reached.sides())),
        ("pairs", share(reached.pairs())),
        ("decisions", decisions),
        ("switches", switches),
    ])
}

fn tested_json(tested: &Tested) -> Value {
    let tests = list(&tested.tests, |test| {
        let thrown = test.thrown.as_ref().map_or(Value::Null, |thrown| text(thrown));
        object([("inputs", list(&test.inputs, input)), ("thrown", thrown)])
    });
    object([
        ("tests", tests),
        ("reached", reached_json(&tested.reached)),
        ("missing", counts("cause", &tested.missing)),
    ])
}

/// In the order of the words.
pub(crate) fn counts<K: ToString>(name: &'static str, counted: &BTreeMap<K, u64>) -> Value {
    list(by_words(counted), |(what, count)| object([(name, text(&what)), ("count", Value::from(count))]))
}

pub(crate) fn text(text: &str) -> Value {
    Value::from(text)
}

/// To the microsecond: what is behind it is noise.
pub(crate) fn seconds(time: Duration) -> Value {
    Value::from(time.as_micros() as f64 / 1e6)
}

pub(crate) fn list<T>(items: impl IntoIterator<Item = T>, each: impl FnMut(T) -> Value) -> Value {
    items.into_iter().map(each).collect()
}

pub(crate) fn object<const N: usize>(fields: [(&'static str, Value); N]) -> Value {
    fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}
