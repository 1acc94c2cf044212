//! `--sink`: calls that callers of a library must not bring about, reached on some path: told with the stack and the input, and written as tests.

use crate::arrange::arrangement;
use crate::candidate::Candidate;
use crate::junit::{Declares, UnitTest, arranged, test_class, unused};
use crate::source::Source;
use crate::writer::{Class, MARK, Writer, Written};
use bytecode::{DottedName, Type};
use explore::Outcome;
use machine::heap::text::Text;
use machine::path::Use;
use machine::sinks::{Passed, Reached, Sink};
use machine::{Machine, State, Value, World};
use replay::driver::Planned;
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a text that was passed; the solver may think of far more, and no test has them.
const LONGEST_TEXT: u64 = 2_000;

/// That are told of one method.
const HITS: usize = 20;

/// Of the name of a class with such tests.
pub const ENDING: &str = "SinksTest";

/// A sink that a path reached.
#[derive(Clone, Debug)]
pub struct Hit {
    pub candidate: Candidate,
    /// `java.lang.Class.forName`, or a class.
    pub sink: String,
    /// What it was given.
    pub with: String,
    stack: Vec<String>,
    /// Why it is not tried on a JVM: it would reach outside.
    untried: Option<String>,
}

/// Of one method, one for each sink and place that calls it.
#[derive(Debug, Default)]
pub struct Hits {
    /// With how much was passed, and where it is in `found`.
    seen: BTreeMap<String, (usize, usize)>,
    pub found: Vec<Hit>,
}

impl Hits {
    pub fn add(&mut self, machine: &mut Machine, state: &State, types: &[Type], method: usize, outcome: &Outcome) {
        if *outcome == Outcome::Assumed {
            return;
        }
        let stopped = if let Outcome::Stopped(reason) = outcome { Some(reason.to_string()) } else { None };
        for reached in state.path.shapes.sinks.clone() {
            let sink = sink_name(machine.world, reached.what);
            let key = format!("{sink} {}", reached.stack.join(" "));
            let with = with(machine, state, &reached);
            // A text says more than null.
            let weight = reached.arguments.iter().filter(|passed| matches!(passed, Passed::Text(_))).count();
            let known = self.seen.get(&key).copied();
            if known.is_some_and(|(before, _)| before >= weight) || known.is_none() && self.found.len() >= HITS {
                continue;
            }
            let Some(arrangement) = arrangement(machine, state, types) else { continue };
            let at = known.map_or(self.found.len(), |(_, at)| at);
            self.seen.insert(key, (weight, at));
            let stack = reached.stack.iter().filter(|line| !line.starts_with("at jacana.")).cloned().collect();
            let candidate = Candidate { method, arrangement, by_chance: state.path.random };
            let hit = Hit { candidate, sink, with, stack, untried: stopped.clone() };
            match known {
                Some(_) => self.found[at] = hit,
                None => self.found.push(hit),
            }
        }
    }
}

fn sink_name(world: &World, sink: Sink) -> String {
    match sink {
        Sink::Method(method) => {
            let m = &world.classes[method];
            let name = if &*m.name == "<init>" { "new" } else { &m.name };
            format!("{}.{name}", world.classes[m.class].dotted())
        }
        Sink::Class(class) => world.classes[class].dotted().into(),
    }
}

fn with(machine: &mut Machine, state: &State, reached: &Reached) -> String {
    let mut words = Vec::new();
    for passed in &reached.arguments {
        words.push(match passed {
            Passed::Text(text) if length(machine, state, text) > LONGEST_TEXT => {
                format!("a text of {} characters", length(machine, state, text))
            }
            Passed::Text(text) => {
                let units = machine.text_under_witness(state, text, Use::Report);
                crate::java::literal(&replay::InputValue::Text(units))
            }
            Passed::Class(class) => format!("{}.class", machine.world.classes[*class].dotted()),
            Passed::Number(value) => match machine.under_witness(state, *value, Use::Report) {
                Ok(Value::Int(number)) => number.to_string(),
                Ok(Value::Long(number)) => number.to_string(),
                Ok(Value::Float(number)) => number.to_string(),
                Ok(Value::Double(number)) => number.to_string(),
                _ => "a number".into(),
            },
            Passed::Null => "null".into(),
            Passed::Object(class) => format!("an object of {}", machine.world.classes[*class].dotted()),
        });
    }
    words.join(", ")
}

fn length(machine: &Machine, state: &State, text: &Text) -> u64 {
    machine.world.terms.eval(text.length, state.path.witness(Use::Report)).bits()
}

/// What is told becomes notes of the class, and what passes one more class of tests.
pub fn add(writer: &Writer, world: &mut World, planned: &[Planned], hits: &[Hit], written: &mut Written) {
    if hits.is_empty() {
        return;
    }
    let notes = match write(writer, world, planned, hits) {
        Ok((told, source)) => {
            written.row.files.extend(source.iter().map(|source| source.path.clone()));
            written.sources.extend(source);
            told
        }
        Err(why) => {
            let lines = hits.iter().map(|hit| headline(planned, hit));
            lines.chain([format!("no tests of sinks: {why}")]).collect()
        }
    };
    written.row.notes.extend(notes);
}

fn write(
    writer: &Writer,
    world: &mut World,
    planned: &[Planned],
    hits: &[Hit],
) -> Result<(Vec<String>, Option<Source>), String> {
    let class = Class::of(world, planned);
    let tried: Vec<&Hit> = hits.iter().filter(|hit| hit.untried.is_none()).collect();
    let candidates: Vec<Candidate> = tried.iter().map(|hit| hit.candidate.clone()).collect();
    let judged = if candidates.is_empty() { Vec::new() } else { writer.judged(world, planned, &candidates, &class)? };
    let mut judged = judged.into_iter();
    let (mut tests, mut names, mut ends) = (Vec::new(), BTreeSet::new(), Vec::new());
    for hit in hits {
        ends.push(match &hit.untried {
            Some(why) => Err(format!("not executed: {why}")),
            None => match judged.next().expect("one for each") {
                Ok(mut one) => {
                    one.test.name = unused(&test_name(planned, hit), &mut names);
                    one.test.declares = Declares::Throwable;
                    one.test.comment = Some(format!("{} {}", headline(planned, hit), hit.stack.join(" ")));
                    tests.push(one.test.clone());
                    Ok(one.test.name)
                }
                Err(why) => Err(format!("no test: {why}")),
            },
        });
    }
    let name = format!("{}{ENDING}", class.simple());
    let about = format!("{MARK}: what callers of {} bring about.", world.classes[planned[0].class].dotted());
    let file = |tests: &[&UnitTest]| test_class(&class.package, &name, &about, &class.methods, tests);
    let all: Vec<&UnitTest> = tests.iter().collect();
    let passed = if all.is_empty() { BTreeSet::new() } else { writer.pass(&[file(&all)], &class, &[])?.tests };
    let full = DottedName::in_package(&class.package, &name);
    let passes = |test: &str| passed.contains(&format!("{full} {test}"));
    let kept: Vec<&UnitTest> = tests.iter().filter(|test| passes(&test.name)).collect();
    let primitives = class.primitives(world, planned[0].class);
    let source = (!kept.is_empty()).then(|| writer.form.translated(file(&kept), &primitives));
    let mut told = Vec::new();
    for (hit, end) in hits.iter().zip(ends) {
        told.push(headline(planned, hit));
        told.extend(hit.stack.iter().cloned());
        let lines = arranged(&class.package, &class.methods[hit.candidate.method], &hit.candidate.arrangement);
        told.extend(lines);
        told.push(match end {
            Ok(test) if passes(&test) => format!("test: {name}.{test}"),
            Ok(_) => "no test: it does not pass on the JVM twice".into(),
            Err(why) => why,
        });
    }
    Ok((told, source))
}

fn headline(planned: &[Planned], hit: &Hit) -> String {
    let with = if hit.with.is_empty() { String::new() } else { format!(" with {}", hit.with) };
    format!("sink: {} reached from {}{with}", hit.sink, planned[hit.candidate.method].shown)
}

/// `executeReachesForName`
fn test_name(planned: &[Planned], hit: &Hit) -> String {
    let method = planned[hit.candidate.method].checked.name.replace("<init>", "constructor");
    let simple = hit.sink.rsplit(['.', '$']).next().unwrap_or(&hit.sink);
    let mut letters = simple.chars();
    let first = letters.next().map_or('X', |letter| letter.to_ascii_uppercase());
    format!("{method}Reaches{first}{}", letters.as_str())
}
