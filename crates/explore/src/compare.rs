//! Explores a program twice, without and with merging, and compares, for tests (`--check-merging`). The inputs of every single
//! path must lead to exactly one merged end, with the same outcome and the same contents of all static fields.

use crate::explorer::{Explorer, Go, Level};
use crate::verdict::Outcome;
use machine::heap::Body;
use machine::path::Use;
use machine::path::{Asked, AskedKind};
use machine::{ClassId, Console, Loader, Machine, ObjectId, State, Value};
use std::collections::BTreeSet;
use std::fmt;
use term::{Const, Input, Witness};

/// Contents are compared down to this depth.
const DEEPEST: usize = 4;

#[derive(Default)]
pub struct Comparison {
    single: u64,
    merged: u64,
    /// Single paths that were found again.
    same: u64,
    /// Single paths that cannot be looked for: their inputs are no numbers, or an exploration was cut off.
    skipped: u64,
    differences: Vec<String>,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Comparison { single, merged, same, skipped, differences } = self;
        write!(
            f,
            "single paths {single}, merged {merged}, same {same}, skipped {skipped}, different {}",
            differences.len()
        )?;
        differences.iter().try_for_each(|what| write!(f, "\ndifferent: {what}"))
    }
}

/// How one path ended without merging.
struct Single {
    inputs: Option<Vec<Const>>,
    outcome: String,
    contents: String,
}

pub fn compare(explorer: &mut Explorer, first: State, level: Level) -> Comparison {
    let again = explorer.machine.fork(&first, Console::Muted);
    let mut singles = Vec::new();
    explorer.machine.world.options.merging = false;
    explorer.merging.level = Level::Off;
    explorer.explore(first, |machine, state, outcome, _| {
        let inputs = given(machine, state);
        let outcome = describe(machine, state, outcome);
        singles.push(Single { inputs, outcome, contents: contents(machine, state) });
        Go::On
    });
    let single_is_complete = explorer.stats.is_complete();
    let mut ends = Vec::new();
    explorer.machine.world.options.merging = true;
    explorer.merging.level = level;
    explorer.explore(again, |machine, state, outcome, _| {
        let outcome = describe(machine, state, outcome);
        let kept = machine.fork(state, Console::Muted);
        ends.push((kept, outcome));
        Go::On
    });
    let complete = explorer.stats.is_complete();
    let mut comparison =
        Comparison { single: singles.len() as u64, merged: ends.len() as u64, ..Comparison::default() };
    for single in &singles {
        look_up(explorer.machine, &mut comparison, single, &mut ends, complete);
    }
    if complete && single_is_complete {
        let of = |all: &mut dyn Iterator<Item = &String>| {
            all.filter(|o| *o != ASSUMED).cloned().collect::<BTreeSet<String>>()
        };
        let (have, want) = (of(&mut ends.iter().map(|(_, o)| o)), of(&mut singles.iter().map(|s| &s.outcome)));
        if have != want {
            comparison.differences.push(format!("outcomes {have:?} instead of {want:?}"));
        }
    }
    comparison
}

/// Where sides were merged, nobody asked whether an assumption can fail.
const ASSUMED: &str = "assumed";

fn look_up(
    machine: &mut Machine,
    comparison: &mut Comparison,
    single: &Single,
    ends: &mut [(State, String)],
    complete: bool,
) {
    let Some(inputs) =
        single.inputs.as_ref().filter(|_| single.outcome != ASSUMED && !single.outcome.starts_with(STOPPED))
    else {
        comparison.skipped += 1;
        return;
    };
    let mut found = Vec::new();
    for (at, (end, _)) in ends.iter().enumerate() {
        if let Some(witness) = taken(machine, end, inputs) {
            found.push((at, witness));
        }
    }
    match &mut found[..] {
        [(at, witness)] => {
            let (end, outcome) = &mut ends[*at];
            let own = std::mem::replace(end.path.witness_mut(), witness.clone());
            let contents = contents(machine, end);
            end.path.set_witness(own);
            if outcome.starts_with(STOPPED) {
                comparison.skipped += 1;
            } else if *outcome != single.outcome {
                comparison.differences.push(format!("on {inputs:?}: {outcome} instead of {}", single.outcome));
            } else if contents != single.contents {
                comparison.differences.push(format!("on {inputs:?}:\n  {contents}\ninstead of\n  {}", single.contents));
            } else {
                comparison.same += 1;
            }
        }
        [] if !complete => comparison.skipped += 1,
        several => comparison.differences.push(format!("on {inputs:?}: {} ends instead of one", several.len())),
    }
}

/// The inputs of an end that make the program ask for and get these values, if they lead there. What is asked for depends on the
/// values of what was asked for before: one more of them is right in every round.
fn taken(machine: &Machine, end: &State, values: &[Const]) -> Option<Witness> {
    let terms = &machine.world.terms;
    let mut witness = Witness::new();
    for _ in 0..values.len() + 2 {
        let mut next = Witness::new();
        let mut left = values.iter();
        let mut fits = true;
        for asked in end.path.asked.iter() {
            if asked.guard.is_some_and(|guard| !terms.holds(guard, &witness)) {
                continue;
            }
            for input in parts(end, asked)? {
                match left.next() {
                    Some(value) if value.sort() == terms.sort(terms.input_term(input)) => {
                        next.set(input, value.clone())
                    }
                    _ => fits = false,
                }
            }
        }
        if next.iter().eq(witness.iter()) {
            let leads = end.path.conjuncts.iter().all(|&condition| terms.holds(condition, &witness));
            return (fits && left.next().is_none() && leads).then_some(witness);
        }
        witness = next;
    }
    None
}

/// What the program got, in order; `None` if it is more than numbers and text.
fn given(machine: &Machine, state: &State) -> Option<Vec<Const>> {
    let terms = &machine.world.terms;
    if state.path.loose.is_some() {
        return None;
    }
    let mut values = Vec::new();
    for asked in state.path.asked.iter() {
        let inputs = parts(state, asked)?.into_iter();
        values.extend(inputs.map(|input| terms.eval(terms.input_term(input), state.path.witness(Use::Report))));
    }
    Some(values)
}

fn parts(state: &State, asked: &Asked) -> Option<Vec<Input>> {
    match asked.kind {
        AskedKind::Number(_) | AskedKind::Fraction(_) | AskedKind::Boxed(_) => Some(vec![asked.input]),
        AskedKind::Text(id) => {
            let text = state.path.texts[id.0 as usize];
            Some(vec![text.length, text.units])
        }
        AskedKind::Array(_) | AskedKind::Same(_) | AskedKind::Null | AskedKind::Object(_) => None,
    }
}

const STOPPED: &str = "stopped";

fn describe(machine: &mut Machine, state: &mut State, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned => "returned".into(),
        Outcome::Exited(code) => format!("exited {code}"),
        Outcome::Assumed => ASSUMED.into(),
        Outcome::Deadlock(_) => "deadlock".into(),
        Outcome::Race(_) => "race".into(),
        Outcome::Endless => "endless".into(),
        Outcome::Stopped(reason) => format!("{STOPPED} {reason}"),
        Outcome::Threw(exception) => match replay::expected(machine, state, *exception) {
            Ok(expected) => format!("threw {} {}", expected.exception, expected.frame.unwrap_or_default()),
            Err(stop) => format!("{STOPPED} {stop:?}"),
        },
    }
}

/// All static fields of the program's classes under the witness.
fn contents(machine: &mut Machine, state: &mut State) -> String {
    let classes: Vec<ClassId> = (0..machine.world.classes.len() as u32)
        .map(ClassId)
        .filter(|&class| machine.world.classes[class].loader == Loader::App && !machine.world.classes[class].synthetic)
        .collect();
    let mut text = String::new();
    for class in classes {
        let (name, statics) = (machine.world.classes[class].dotted(), machine.world.classes[class].statics);
        if let Body::Fields(fields) = state.heap.get(statics).body.clone()
            && !fields.is_empty()
        {
            let shown: Vec<String> = fields.iter().map(|&value| show(machine, state, value, 0)).collect();
            text += &format!("{name} {} ", shown.join(" "));
        }
    }
    text
}

fn show(machine: &mut Machine, state: &mut State, value: Value, depth: usize) -> String {
    let Ok(value) = machine.under_witness(state, value, Use::Report) else { return "unknown".into() };
    match value {
        Value::Ref(id) if id.is_null() => "null".into(),
        Value::Ref(_) if depth == DEEPEST => "...".into(),
        Value::Ref(id) => show_object(machine, state, id, depth),
        // All NaNs are one to Java code.
        Value::Float(x) => format!("{x:?}"),
        Value::Double(x) => format!("{x:?}"),
        other => format!("{other:?}"),
    }
}

fn show_object(machine: &mut Machine, state: &mut State, id: ObjectId, depth: usize) -> String {
    let class = machine.class_of(state, id);
    let name = machine.world.classes[class].dotted();
    let builder = matches!(&*name, "java.lang.StringBuilder" | "java.lang.StringBuffer");
    if class == machine.world.string || builder {
        let Ok(text) = machine.text_of(state, id) else { return "unreadable".into() };
        return format!("{:?}", String::from_utf16_lossy(&machine.text_under_witness(state, &text, Use::Report)));
    }
    if machine.world.classes[class].is_jdk() && !name.ends_with(']') {
        return name.into();
    }
    let cells: Vec<Value> = match state.heap.get(id).body.clone() {
        Body::Fields(fields) => fields.to_vec(),
        body => match body.array_length() {
            Some(len) => (0..len).map_while(|at| machine.element(state, id, at).ok()).collect(),
            None => Vec::new(),
        },
    };
    let shown: Vec<String> = cells.into_iter().map(|cell| show(machine, state, cell, depth + 1)).collect();
    format!("{name}({})", shown.join(" "))
}
