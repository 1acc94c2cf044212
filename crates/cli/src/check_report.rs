//! What became of a check: cases and paths are counted, and one line says whether the method holds.

use crate::case_pictures::{self, Pictured};
use crate::case_record::{self, Recorded, ended, recorded};
use crate::check_judge::{HeapReferee, Judged};
use crate::check_options::Check;
use crate::check_trace;
use crate::entry;
use crate::targets::Planned;
use bytecode::Type;
use explore::clause::Explained;
use explore::preheap::{self, HeapContents, HeapValue, PreHeap};
use explore::retrace::Witness;
use explore::{Go, Outcome, Stats, limits, replay};
use machine::shapes::Phase;
use machine::{Machine, ObjectId, State};
use report::{CoveredMethod, Reached};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// Exit codes.
const VIOLATED: i32 = 1;
pub const UNKNOWN: i32 = 2;

/// Candidates that the JVM refuses point to a bug of ours: more of them cost time only.
const REPLAYS: u64 = 5;

#[derive(Default)]
pub struct Tally {
    /// Paths on which the method was called.
    pub paths: u64,
    /// Shapes of the heaps that it was called on.
    shapes: HashSet<u64>,
    pub violation: Option<Violation>,
    /// What speaks against a verdict besides the reasons of the exploration.
    pub doubts: BTreeMap<String, u64>,
    pub notes: BTreeMap<String, u64>,
    /// Lines of JSON, if somebody wants them.
    pub cases: String,
    /// Cases for the page with pictures, if somebody wants it.
    pub pictured: Vec<Pictured>,
    /// Cases for tests, if somebody wants them.
    pub recorded: Vec<Recorded>,
    /// What the answer rests on besides the program.
    pub assumptions: Vec<String>,
    pub stats: Stats,
    pub time: Duration,
    /// By reason: how the first path came to a bound.
    pub reached: BTreeMap<String, Reached>,
    /// The methods of the program that ran, the checked one first.
    pub coverage: Vec<CoveredMethod>,
    /// Of every path that ended, if somebody wants their states.
    pub ends: Vec<Witness>,
}

pub struct Violation {
    pub heap: PreHeap,
    /// The exception and where it was thrown, or that an invariant is broken.
    pub what: String,
    /// A location that a contract does not allow to change.
    pub changed: Option<String>,
    /// How the path went, and which condition failed.
    pub explained: Explained,
    pub witness: Witness,
}

impl Violation {
    pub fn new(heap: PreHeap, what: String) -> Violation {
        Violation { heap, what, changed: None, explained: Explained::default(), witness: Witness::default() }
    }
}

impl Tally {
    pub fn cases(&self) -> u64 {
        self.shapes.len() as u64
    }

    /// Of a method that is not explored, as its contract is not understood.
    pub fn not_understood(problems: &[String]) -> Tally {
        let doubts = problems.iter().map(|problem| (problem.clone(), 1)).collect();
        Tally { doubts, ..Tally::default() }
    }

    /// Looks at the end of a path.
    pub fn add(
        &mut self,
        machine: &mut Machine,
        state: &mut State,
        outcome: &Outcome,
        check: &Check,
        planned: &Planned,
        referee: &HeapReferee,
    ) -> Go {
        let phase = state.path.shapes.phase;
        if check.states.is_some() {
            self.ends.push(state.path.witness.clone());
        }
        match outcome {
            Outcome::Assumed => return Go::On,
            Outcome::Stopped(reason) => {
                if is_bound(reason) && !self.reached.contains_key(reason) {
                    self.reached.insert(reason.clone(), check_trace::reached(machine, state));
                }
                return Go::On;
            }
            Outcome::Threw(exception) if phase == Phase::Before => {
                let thrown = thrown(machine, state, *exception);
                if is_linkage_error(machine, state, *exception) {
                    *self.doubts.entry(format!("there are no objects to check: {thrown}")).or_default() += 1;
                    return Go::On;
                }
                let who = if planned.checked.contract { "an invariant or a precondition" } else { "an invariant" };
                *self.notes.entry(format!("{who} threw {thrown}: such heaps were left out")).or_default() += 1;
                return Go::On;
            }
            Outcome::Exited(_) | Outcome::Returned | Outcome::Threw(_) => {}
        }
        self.paths += 1;
        if state.path.shapes.changed {
            *self.notes.entry("an invariant changes objects: the method finds what it left".into()).or_default() += 1;
        }
        self.shapes.insert(preheap::shape(machine, state));
        if check.cases.is_some() {
            self.cases += &explore::cases::line(machine, state);
        }
        if check.wants_all()
            && let Some(ended) = ended(machine, state, outcome, planned, &referee.clauses)
        {
            if check.html.is_some() {
                case_pictures::keep(&mut self.pictured, machine, state, &ended);
            }
            if check.tests.is_some() {
                case_record::add(&mut self.recorded, recorded(machine, state, ended, planned, None));
            }
        }
        if state.path.shapes.broken_call && !matches!(outcome, Outcome::Threw(_)) {
            let caught =
                "what an assumed contract requires is broken, and the program catches the error that tells of it";
            *self.doubts.entry(caught.into()).or_default() += 1;
        }
        let Outcome::Threw(exception) = outcome else { return Go::On };
        if phase == Phase::Running && is_declared(machine, state, *exception, planned) {
            return Go::On;
        }
        if self.violation.is_some() {
            return Go::On;
        }
        if self.doubts.values().sum::<u64>() >= REPLAYS {
            // One more that is not confirmed changes nothing.
            return Go::On;
        }
        match referee.judge(machine, state, *exception, planned) {
            Judged::Violated(violation) => {
                let witness = state.path.witness.clone();
                let what = violation.what.clone();
                self.violation = Some(Violation { witness, ..*violation });
                if check.wants_all() {
                    return Go::On;
                }
                let ended = ended(machine, state, outcome, planned, &referee.clauses);
                self.recorded.extend(ended.map(|ended| recorded(machine, state, ended, planned, Some(what))));
                Go::Stop
            }
            Judged::Refused(why) => {
                let thrown = thrown(machine, state, *exception);
                *self.doubts.entry(format!("a replay did not confirm {thrown}: {why}")).or_default() += 1;
                Go::On
            }
        }
    }
}

/// A class that cannot be used.
fn is_linkage_error(machine: &mut Machine, state: &mut State, exception: ObjectId) -> bool {
    let class = machine.class_of(state, exception);
    machine
        .jdk_class(state, "java/lang/LinkageError")
        .is_ok_and(|error| machine.world.classes.is_subclass(class, error))
}

/// Exceptions in a `throws` clause are part of what a method may do.
fn is_declared(machine: &mut Machine, state: &mut State, exception: ObjectId, planned: &Planned) -> bool {
    let class = machine.class_of(state, exception);
    planned.declared.iter().any(|&declared| machine.world.classes.is_subclass(class, declared))
}

fn thrown(machine: &mut Machine, state: &mut State, exception: ObjectId) -> String {
    match replay::expected(machine, state, exception) {
        Ok(expected) => match expected.frame {
            Some(frame) => format!("{} at {frame}", expected.exception),
            None => expected.exception,
        },
        Err(stop) => format!("an exception that cannot be described: {stop:?}"),
    }
}

pub fn show_heap(heap: &PreHeap) -> String {
    let mut lines = Vec::new();
    for (name, value) in &heap.arguments {
        lines.push(format!("{name} = {}", show_value(heap, value)));
    }
    for field in &heap.globals {
        let class = field.class.replace('/', ".");
        lines.push(format!("{class}.{} = {}", field.name, show_value(heap, &field.value)));
    }
    for (at, object) in heap.objects.iter().enumerate() {
        let contents = match &object.contents {
            HeapContents::Fields(fields) => {
                let fields = fields.iter().map(|field| format!("{} = {}", field.name, show_value(heap, &field.value)));
                fields.collect::<Vec<_>>().join(", ")
            }
            HeapContents::Elements(elements) => {
                elements.iter().map(|value| show_value(heap, value)).collect::<Vec<_>>().join(", ")
            }
            HeapContents::Input(value) => show_plain(value),
            HeapContents::Constant(name) => name.clone(),
        };
        lines.push(format!("{} {{{contents}}}", name_of(heap, at)));
    }
    if !heap.answers.is_empty() {
        let answers: Vec<String> = heap.answers.iter().map(|(_, value)| show_value(heap, value)).collect();
        lines.push(format!("methods that nobody implements answer {}", answers.join(", ")));
    }
    lines.join("; ")
}

fn name_of(heap: &PreHeap, at: usize) -> String {
    let class = entry::type_name(&Type::Ref(heap.objects[at].class.as_str().into()));
    format!("{}#{at}", class.rsplit(['.', '$']).next().unwrap_or(&class))
}

fn show_value(heap: &PreHeap, value: &HeapValue) -> String {
    match value {
        HeapValue::Object(at) => name_of(heap, *at),
        HeapValue::Plain(value) | HeapValue::Free(value) => show_plain(value),
        HeapValue::Open => "null".into(),
    }
}

fn show_plain(value: &explore::InputValue) -> String {
    use explore::InputValue as V;
    match value {
        V::Boolean(truth) => truth.to_string(),
        V::Byte(number) => number.to_string(),
        V::Short(number) => number.to_string(),
        V::Char(unit) => format!("{:?}", char::from_u32(u32::from(*unit)).unwrap_or('?')),
        V::Int(number) => number.to_string(),
        V::Long(number) => format!("{number}L"),
        V::Float(number) => format!("{number}f"),
        V::Double(number) => number.to_string(),
        V::Null => "null".into(),
        V::Text(units) => format!("{:?}", String::from_utf16_lossy(units)),
        V::Boxed(number) => show_plain(number),
        V::Array { elements, .. } => elements.iter().map(show_plain).collect::<Vec<_>>().join(", "),
        V::Same { name, .. } => name.clone(),
    }
}

fn is_bound(reason: &str) -> bool {
    reason.starts_with("bound ") || reason == limits::LOOP
}

/// Bounds that were reached, and reasons that are none.
pub fn reasons(tally: &Tally) -> (Vec<String>, Vec<String>) {
    let (mut bounds, mut others) = (Vec::new(), Vec::new());
    for reason in tally.stats.reasons.keys().chain(tally.doubts.keys()) {
        if let Some(bound) = reason.strip_prefix("bound ") {
            bounds.push(bound.split(" at ").next().unwrap_or(bound).to_string());
        } else if reason == limits::LOOP {
            bounds.push("--loop".into());
        } else if reason.starts_with("arrays longer than") {
            bounds.push("the length of arrays".into());
        } else {
            others.push(reason.clone());
        }
    }
    if tally.paths == 0 && others.is_empty() {
        others.push("no heap within the bounds satisfies what is assumed, so the method was never called".into());
    }
    bounds.sort();
    bounds.dedup();
    (bounds, others)
}

pub fn verdict(tally: &Tally) -> String {
    if tally.violation.is_some() {
        return "VIOLATED".into();
    }
    let (bounds, others) = reasons(tally);
    match (bounds.as_slice(), others.as_slice()) {
        (_, [first]) => format!("UNKNOWN: {first}"),
        (_, [first, rest @ ..]) => format!("UNKNOWN: {first} (and {} other reasons)", rest.len()),
        ([], []) => "HOLDS".into(),
        (bounds, []) => format!("HOLDS WITHIN {}", bounds.join(", ")),
    }
}

pub fn exit_code(tally: &Tally) -> i32 {
    match (&tally.violation, reasons(tally).1.is_empty()) {
        (Some(_), _) => VIOLATED,
        (None, true) => 0,
        (None, false) => UNKNOWN,
    }
}

/// A violation counts more than an unknown answer.
pub fn worse(a: i32, b: i32) -> i32 {
    match (a, b) {
        (VIOLATED, _) | (_, VIOLATED) => VIOLATED,
        _ => a.max(b),
    }
}

pub fn text(check: &Check, planned: &Planned, tally: &Tally) -> String {
    let mut lines: Vec<String> = Vec::new();
    lines.push(format!(
        "{}: {}; {} cases, {} paths, {:.1} s",
        planned.shown,
        verdict(tally),
        tally.cases(),
        tally.paths,
        tally.time.as_secs_f64()
    ));
    if let Some(violation) = &tally.violation {
        lines.push(format!("  {}", violation.what));
        lines.extend(check_trace::clause_line(&violation.explained));
        lines.push(format!("  heap before: {}", show_heap(&violation.heap)));
        lines.extend(check_trace::trace_line(&violation.explained));
    }
    lines.extend(planned.problems.iter().map(|problem| format!("  not understood: {problem}")));
    for (note, count) in &tally.notes {
        lines.push(format!("  note: {note} ({count} times)"));
    }
    lines.extend(
        tally.assumptions.iter().chain(&tally.stats.assumptions).map(|assumption| format!("  assumed: {assumption}")),
    );
    for (reason, count) in tally.stats.reasons.iter().filter(|(reason, _)| is_bound(reason)) {
        lines.extend(check_trace::bound_lines(reason, *count, tally.reached.get(reason)));
    }
    lines.extend(check_trace::coverage_line(&tally.coverage));
    if check.stats {
        let stats = &tally.stats;
        lines.push(format!(
            "  {} forks, {} infeasible, {} assumed away, {} stopped, {} solver calls, {:.2} s in the solver, {} instructions",
            stats.forks,
            stats.infeasible,
            stats.assumed_away,
            stats.stopped,
            stats.solver_calls,
            stats.solver_time.as_secs_f64(),
            stats.instructions
        ));
        for tier in &stats.tiers {
            lines.push(format!("  {tier:?}"));
        }
    }
    lines.join("\n") + "\n"
}
