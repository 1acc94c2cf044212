//! What became of the paths of a check: cases and paths are counted, and what looks like a violation is judged.

use super::trace::{CoveredMethod, Reached, reached};
use super::verdict::is_told_bound;
use crate::explorer::Go;
use crate::inputs::Inputs;
use crate::stats::Stats;
use crate::verdict::{Outcome, Proof};
use contracts::Clause;
use machine::path::Use;
use machine::reason::{Absent, Flaw, Unsolved};
use machine::shapes::Phase;
use machine::{Bound, Limit, Machine, ObjectId, Reason, State};
use replay::driver::Planned;
use replay::heap::{HeapReferee, HeapViolation, Judged, MOST_ELEMENTS, broken_clause, cases, shape};
use replay::path::Witness;
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

/// Candidates that the JVM refuses point to a bug of ours: more of them cost time only.
const REPLAYS: u64 = 5;

/// Who keeps cases, for tests and pictures.
pub trait Album {
    /// All cases are wanted, also those behind a violation.
    fn wants_all(&self) -> bool;

    /// A path on which the method came to an end.
    fn keep(&mut self, machine: &mut Machine, state: &mut State, end: &MethodEnd);

    /// The path that violates, where that is the only one that is wanted, and what it violates.
    fn keep_violation(&mut self, machine: &mut Machine, state: &mut State, end: &MethodEnd, what: String);
}

/// How a path through a checked method ended.
pub struct MethodEnd<'a> {
    pub outcome: &'a Outcome,
    pub planned: &'a Planned,
    /// Of all contracts, by their numbers.
    pub clauses: &'a [Clause],
}

/// What is written down of every path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wants {
    /// Its case, as a line of JSON.
    pub cases: bool,
    /// Its witness, for the states along the path.
    pub states: bool,
}

#[derive(Default)]
pub struct Tally {
    pub wants: Wants,
    /// Paths on which the method was called and came to an end.
    pub paths: u64,
    /// Whether it was called on any path.
    is_called: bool,
    /// Shapes of the heaps that it was called on.
    shapes: HashSet<u64>,
    pub violation: Option<HeapViolation>,
    /// What speaks against a verdict besides the reasons of the exploration.
    pub doubts: BTreeMap<Reason, u64>,
    pub notes: BTreeMap<String, u64>,
    /// Bounds that showed at the end of a path.
    beyond: BTreeMap<Reason, u64>,
    /// Lines of JSON, if somebody wants them.
    pub cases: String,
    /// What the answer rests on besides the program.
    pub assumptions: Vec<String>,
    /// What holds without a bound rests on, where the paths within bounds are not all there are.
    pub proof: Option<Proof>,
    pub stats: Stats,
    pub time: Duration,
    /// By reason: how the first path came to a bound.
    pub reached: BTreeMap<Reason, Reached>,
    /// The methods of the program that ran, the checked one first.
    pub coverage: Vec<CoveredMethod>,
    /// Of every path that ended, if somebody wants their states.
    pub ends: Vec<Witness>,
    /// What inputs are wanted for, if tests of them are, and what those reach that were written.
    pub inputs: Option<Inputs>,
    pub tested: Option<crate::inputs::Reached>,
}

impl Tally {
    pub fn new(wants: Wants) -> Tally {
        Tally { wants, ..Tally::default() }
    }

    pub fn cases(&self) -> u64 {
        self.shapes.len() as u64
    }

    /// The exploration is over.
    pub fn finish(&mut self, stats: Stats) {
        self.stats = stats;
        for (reason, &count) in &self.beyond {
            *self.stats.reasons.entry(reason.clone()).or_default() += count;
        }
    }

    /// The method was proved: bounds and limits that paths came to say nothing any more.
    pub fn prove(&mut self, proof: Proof, assumptions: impl IntoIterator<Item = String>) {
        self.stats.reasons.retain(|reason, _| !is_overcome(reason));
        self.reached.retain(|reason, _| !is_overcome(reason));
        for closed in proof.loops.iter().filter(|closed| !closed.ends) {
            self.stats.assumptions.insert(closed.partial());
        }
        self.stats.assumptions.extend(assumptions);
        self.proof = Some(proof);
    }

    /// Whether a proof without a bound would be an answer: the method is called, and nothing but bounds speaks against one.
    pub fn wants_proof(&self) -> bool {
        let is_judged = self.violation.is_none() && self.doubts.is_empty();
        self.is_called && is_judged && self.stats.reasons.keys().all(is_overcome)
    }

    /// The answer of a proof that did not succeed, with what stood in its way.
    pub(super) fn not_proved(&mut self, proof: &Tally) {
        for (reason, &count) in proof.doubts.iter().chain(&proof.stats.reasons) {
            *self.doubts.entry(reason.clone()).or_default() += count;
        }
    }

    /// Of a method that is not explored, as its contract is not understood.
    pub fn not_understood(problems: &[String]) -> Tally {
        let doubts = problems.iter().map(|problem| (Reason::Contract(Flaw::Clause, problem.clone()), 1)).collect();
        Tally { doubts, ..Tally::default() }
    }

    /// Ends of a call are left out where what its contract ensures throws: the answer rests on that.
    fn note_undefined(&mut self, machine: &mut Machine, state: &State, clauses: &[Clause]) {
        let Some(undefined) = state.path.shapes.undefined else { return };
        let clause = &clauses[undefined.clause as usize];
        let thrown = machine.world.classes[undefined.exception].dotted();
        let note = format!("{clause} of an assumed contract threw {thrown}: such ends of the call were left out");
        *self.notes.entry(note).or_default() += 1;
        machine.world.atlas.specs.assumptions.insert(format!("{clause} of an assumed contract does not throw"));
    }

    /// Looks at the end of a path.
    pub fn add(
        &mut self,
        machine: &mut Machine,
        state: &mut State,
        outcome: &Outcome,
        planned: &Planned,
        referee: &HeapReferee,
        album: &mut dyn Album,
    ) -> Go {
        let phase = state.path.shapes.phase;
        self.is_called |= phase != Phase::Before;
        let end = MethodEnd { outcome, planned, clauses: &referee.clauses };
        if state.path.offer.again {
            let has_end = matches!(outcome, Outcome::Returned | Outcome::Threw(_)) && phase != Phase::Before;
            if has_end && !state.path.too_long && album.wants_all() {
                album.keep(machine, state, &end);
            }
            return Go::On;
        }
        if self.wants.states && !machine.world.atlas.loops.proving {
            self.ends.push(state.path.witness(Use::Report).clone());
        }
        match outcome {
            // Not met where one order is looked at.
            Outcome::Deadlock(_) | Outcome::Race(_) | Outcome::Endless => return Go::On,
            Outcome::Assumed => {
                self.note_undefined(machine, state, &referee.clauses);
                return Go::On;
            }
            Outcome::Stopped(reason) => {
                if is_told_bound(reason) && !self.reached.contains_key(reason) {
                    self.reached.insert(reason.clone(), reached(machine, state));
                }
                return Go::On;
            }
            Outcome::Threw(exception) if phase == Phase::Before => {
                let thrown = thrown(machine, state, *exception);
                if is_linkage_error(machine, state, *exception) {
                    *self
                        .doubts
                        .entry(Reason::Missing(Absent::Class, format!("there are no objects to check: {thrown}")))
                        .or_default() += 1;
                    return Go::On;
                }
                let who = if planned.checked.contract { "an invariant or a precondition" } else { "an invariant" };
                *self.notes.entry(format!("{who} threw {thrown}: such heaps were left out")).or_default() += 1;
                return Go::On;
            }
            Outcome::Exited(_) | Outcome::Returned | Outcome::Threw(_) => {}
        }
        if let Outcome::Threw(exception) = outcome
            && state.path.too_long
            && (phase == Phase::After || !is_declared(machine, state, *exception, planned))
        {
            let reason = Reason::Bound(Bound::Length { most: MOST_ELEMENTS, at: thrown(machine, state, *exception) });
            self.reached.entry(reason.clone()).or_insert_with(|| reached(machine, state));
            *self.beyond.entry(reason).or_default() += 1;
            return Go::On;
        }
        self.paths += 1;
        // A proof goes over all cases at once.
        let proving = machine.world.atlas.loops.proving;
        if state.path.shapes.changed {
            *self.notes.entry("an invariant changes objects: the method finds what it left".into()).or_default() += 1;
        }
        self.shapes.insert(shape(machine, state));
        if self.wants.cases && !proving {
            self.cases += &cases::line(machine, state);
        }
        if album.wants_all() && !proving {
            album.keep(machine, state, &end);
        }
        if state.path.shapes.broken_call && !matches!(outcome, Outcome::Threw(_)) {
            let caught =
                "what an assumed contract requires is broken, and the program catches the error that tells of it";
            *self.doubts.entry(Reason::Contract(Flaw::Broken, caught.into())).or_default() += 1;
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
        if state.path.proof.is_general() {
            let what = unproved(machine, state, *exception, &referee.clauses);
            *self.doubts.entry(Reason::Unproved(what)).or_default() += 1;
            return Go::On;
        }
        match referee.judge(machine, state, *exception, planned) {
            Judged::Violated(violation) => {
                let witness = state.path.witness(Use::Report).clone();
                let what = violation.what.clone();
                self.violation = Some(HeapViolation { witness, ..*violation });
                if album.wants_all() {
                    return Go::On;
                }
                album.keep_violation(machine, state, &end, what);
                Go::Stop
            }
            Judged::Refused(why) => {
                let thrown = thrown(machine, state, *exception);
                *self
                    .doubts
                    .entry(Reason::Unconfirmed(format!("a replay did not confirm {thrown}: {why}")))
                    .or_default() += 1;
                Go::On
            }
        }
    }
}

/// Whether a proof without a bound does not need what was left out for this reason.
fn is_overcome(reason: &Reason) -> bool {
    let is_open = |why: &Unsolved| matches!(why, Unsolved::Budget | Unsolved::Size | Unsolved::Interrupted);
    matches!(reason, Reason::Bound(_) | Reason::Limit(Limit::Time))
        || matches!(reason, Reason::Solver(why) if is_open(why))
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

/// What a path behind the head of a loop shows, which may be no path of the program.
fn unproved(machine: &mut Machine, state: &mut State, exception: ObjectId, clauses: &[Clause]) -> String {
    match broken_clause(machine, state, exception).and_then(|number| clauses.get(number)) {
        Some(clause) if clause.is_of_loop() => format!("{clause} is not proved: a round may break it"),
        Some(clause) => format!("{clause} is not proved by the clauses of loops"),
        None => format!("{} is not excluded by the clauses of loops", thrown(machine, state, exception)),
    }
}

fn thrown(machine: &mut Machine, state: &mut State, exception: ObjectId) -> String {
    match replay::expected(machine, state, exception) {
        Ok(expected) => match expected.frame {
            Some(frame) => format!("{} at {frame}", expected.exception),
            None => expected.exception.into(),
        },
        Err(stop) => format!("an exception that cannot be described: {}", machine.told(state, &stop)),
    }
}
