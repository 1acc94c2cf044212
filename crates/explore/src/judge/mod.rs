//! What is made of the end of a path: an exception that a property is about is replayed on a real JVM.

mod paths;
mod races;
mod schedule;
mod tested;
mod turns;

pub use paths::Paths;
pub use tested::TestInputs;
pub use turns::{Aside, Asides, Beside, explore_beside, explore_in_turns};

use crate::explorer::{Explorer, Go};
use crate::limits;
use crate::share::Part;
use crate::stats::Stats;
use crate::verdict::{Happening, Outcome, Proof, Property, Racing, Replays, Uncaught, Verdict, Violation};
use machine::reason::Inexact;
use machine::shapes::Phase;
use machine::{Assumption, Machine, ObjectId, Reason, State};
use replay::Referee;
use replay::heap::pre_heap;
use replay::{self, Answer, Candidate, Ends, Expected};
use schedule::schedule;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Candidates that the JVM refuses point to a bug of ours: more of them cost time only.
const REPLAYS: u64 = 20;

/// So many kinds of exceptions that no property is about are tried.
const DOUBTS: usize = 3;

/// Where and whether these are thrown is up to the machine.
const NOT_DOUBTED: [&str; 2] = ["java/lang/StackOverflowError", "java/lang/OutOfMemoryError"];

/// What an order of threads led to.
enum Met<'m> {
    Deadlock(&'m str),
    Race(&'m Racing),
}

pub struct Judge<'a> {
    properties: Vec<Property>,
    began: Instant,
    referee: &'a Referee<'a>,
    pub found: BTreeMap<Property, Violation>,
    /// Properties that hold by proof: no exploration has to end for them.
    pub proved: BTreeMap<Property, Proof>,
    /// What proofs rest on.
    pub assumed: BTreeSet<String>,
    /// Proofs that did not survive their check.
    pub refused: Vec<Reason>,
    pub replays: Replays,
    /// Exceptions that no property is about. A TRUE rests on them, too: one that Java does not throw hides what Java does instead.
    pub doubts: Vec<Candidate>,
    /// If paths are listed instead of judged.
    pub paths: Option<Paths>,
    /// If inputs are kept for tests: then all paths are wanted.
    pub tests: Option<TestInputs>,
}

impl<'a> Judge<'a> {
    pub fn new(properties: Vec<Property>, referee: &'a Referee<'a>) -> Judge<'a> {
        let (found, proved, doubts) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        // Errors of the JVM itself count only for who forbids all.
        let rests_on_room = properties.contains(&Property::Uncaught);
        let room = [Assumption::StackDepth, Assumption::Memory].into_iter().filter(|_| rests_on_room);
        let assumed = room.map(|what| what.to_string()).collect();
        let (refused, replays) = (Vec::new(), Replays::default());
        let began = Instant::now();
        Judge { properties, began, referee, found, proved, assumed, refused, replays, doubts, paths: None, tests: None }
    }

    /// Whether there is anything left to look for.
    pub fn look(&mut self, machine: &mut Machine, state: &mut State, outcome: &Outcome) -> Go {
        if let Some(paths) = &mut self.paths {
            paths.add(machine, state, outcome);
            return Go::On;
        }
        if let Some(tests) = &mut self.tests {
            tests.keep(machine, state, outcome);
        }
        match outcome {
            Outcome::Threw(exception) => self.judge(machine, state, *exception),
            Outcome::Deadlock(report) => self.judge_order(machine, state, Property::Deadlock, Met::Deadlock(report)),
            Outcome::Race(racing) => self.judge_order(machine, state, Property::Race, Met::Race(racing)),
            Outcome::Returned | Outcome::Exited(_) | Outcome::Assumed | Outcome::Endless | Outcome::Stopped(_) => {}
        }
        if self.tests.is_some() {
            return Go::On;
        }
        if self.open().next().is_none() { Go::Stop } else { Go::On }
    }

    /// These hold.
    pub fn prove(&mut self, properties: Vec<Property>, proof: Proof) {
        let proof = Proof { after: self.began.elapsed(), ..proof };
        self.proved.extend(properties.into_iter().map(|property| (property, proof.clone())));
    }

    /// Properties of which nothing is known yet.
    pub fn open(&self) -> impl Iterator<Item = Property> {
        let is_open = |property: &Property| !self.found.contains_key(property) && !self.proved.contains_key(property);
        self.properties.iter().copied().filter(is_open)
    }

    /// Counts a path with an exception that no property is about, unless its input may be none of Java.
    fn tell_uncaught(&mut self, machine: &mut Machine, state: &mut State, exception: ObjectId) {
        let is_before = machine.world.options.invariants && state.path.shapes.phase == Phase::Before;
        if is_before || state.path.loose.is_some() {
            return;
        }
        if let Ok(Expected { exception, frame }) = replay::expected(machine, state, exception) {
            *self.replays.uncaught.entry(Uncaught { exception, frame }).or_default() += 1;
        }
    }

    /// Remembers an exception of a kind and place that is new, to look at it before a TRUE.
    fn doubt(&mut self, machine: &mut Machine, state: &mut State, exception: ObjectId) {
        let class = machine.class_of(state, exception);
        let is_up_to_machine = NOT_DOUBTED.contains(&&*machine.world.classes[class].name);
        if self.doubts.len() >= DOUBTS || is_up_to_machine || state.path.loose.is_some() {
            return;
        }
        // What cannot be described is replayed by nobody.
        let Ok(candidate) = replay::candidate(machine, state, exception) else { return };
        if !self.doubts.iter().any(|known| known.expected == candidate.expected) {
            self.doubts.push(candidate);
        }
    }

    /// Replays what was doubted, if all else speaks for a TRUE.
    pub fn settle_doubts(&mut self, stats: &Stats) {
        let doubts = std::mem::take(&mut self.doubts);
        if !stats.is_complete() || !self.replays.refused.is_empty() || self.open().next().is_none() {
            return;
        }
        for candidate in doubts {
            let started = Instant::now();
            let answer = self.referee.judge(&candidate);
            self.replays.time += started.elapsed();
            if let Answer::Refused(why) = answer {
                let cause = format!("a replay did not confirm {}: {why}", candidate.expected.exception);
                self.replays.refuse(Reason::Unconfirmed(cause));
            }
        }
    }

    /// Does the JVM agree with all that it was asked about so far? What is doubted is asked now.
    pub fn is_trusted(&mut self) -> bool {
        self.settle_doubts(&Stats::default());
        self.replays.refused.is_empty()
    }

    /// Replays an exception that left main, if a property is about it.
    fn judge(&mut self, machine: &mut Machine, state: &mut State, exception: ObjectId) {
        let class = machine.class_of(state, exception);
        let mut is_doubted = true;
        for property in self.properties.clone() {
            let Some(Ok(violator)) = property.violated_by().map(|name| machine.jdk_class(state, name)) else {
                continue;
            };
            if !machine.world.classes.is_subclass(class, violator) {
                continue;
            }
            is_doubted = false;
            if machine.world.options.invariants && state.path.shapes.phase == Phase::Before {
                let left_out = "objects on which an invariant throws are no arguments";
                machine.world.atlas.specs.assumptions.insert(left_out.into());
                continue;
            }
            if self.found.contains_key(&property) {
                continue;
            }
            let open = self.replays.open_for(property).map(|(_, count)| count).sum::<u64>();
            if self.replays.refusals() + open >= REPLAYS {
                // One more that is not confirmed changes nothing.
                continue;
            }
            let candidate = match replay::candidate(machine, state, exception) {
                Ok(candidate) => candidate,
                Err(stop) => {
                    let why = machine.told(state, &stop);
                    self.replays.refuse(Reason::Unconfirmed(format!("a violation could not be described: {why}")));
                    continue;
                }
            };
            let started = Instant::now();
            let answer = self.referee.judge(&candidate);
            self.replays.time += started.elapsed();
            let Candidate { inputs, expected, heap, .. } = candidate;
            let invented = heap.as_ref().and_then(|heap| heap.invented.clone());
            let heap = heap.map(|_| pre_heap(machine, state));
            match (answer, invented) {
                (Answer::Confirmed(_), Some(class)) => {
                    let cause = format!("an object of {class} may never hold what a violation needs");
                    self.replays.leave_open(property, Reason::Imprecision(Inexact::Contents, cause));
                }
                (Answer::Confirmed(trace), None) => {
                    self.replays.confirmed += 1;
                    let path = replay::branches(machine, state);
                    self.found.insert(
                        property,
                        Violation {
                            what: Happening::Threw(expected.exception),
                            trace,
                            schedule: schedule(machine, state, &self.referee.replay),
                            inputs,
                            heap,
                            path,
                            random: state.path.random,
                        },
                    );
                }
                // Ctrl-C reaches the replay, too.
                (Answer::Refused(_), _) if sandbox::process::interrupted() => {}
                (Answer::Refused(why), _) => {
                    if let Some(reason) = state.path.loose {
                        self.replays.leave_open(property, Reason::Imprecision(Inexact::Focus, reason.into()));
                        continue;
                    }
                    let cause = format!("a replay did not confirm {}: {why}", expected.exception);
                    self.replays.refuse(Reason::Unconfirmed(cause));
                }
            }
        }
        if is_doubted {
            self.tell_uncaught(machine, state, exception);
            self.doubt(machine, state, exception);
        }
    }

    /// Replays an order of threads in which they wait for each other for ever, or race.
    fn judge_order(&mut self, machine: &mut Machine, state: &mut State, property: Property, met: Met) {
        if !self.properties.contains(&property) || self.found.contains_key(&property) {
            return;
        }
        if self.replays.refusals() >= REPLAYS {
            return;
        }
        let (end, trace) = match met {
            Met::Deadlock(report) => (Ends::Deadlock, report.lines().map(String::from).collect()),
            Met::Race(racing) => {
                let accesses = racing.accesses.clone().map(|(thread, _, stack)| (thread, stack));
                (Ends::Race(Box::new(accesses)), races::told(machine, state, racing))
            }
        };
        let candidate = match replay::order_candidate(machine, state, end) {
            Ok(candidate) => candidate,
            Err(stop) => {
                let why = machine.told(state, &stop);
                self.replays.refuse(Reason::Unconfirmed(format!("a violation could not be described: {why}")));
                return;
            }
        };
        let started = Instant::now();
        let answer = self.referee.judge(&candidate);
        self.replays.time += started.elapsed();
        match answer {
            Answer::Confirmed(_) => {
                self.replays.confirmed += 1;
                let what = if property == Property::Race { Happening::Race } else { Happening::Deadlock };
                let violation = Violation {
                    what,
                    trace,
                    schedule: schedule(machine, state, &self.referee.replay),
                    inputs: candidate.inputs,
                    heap: candidate.heap.map(|_| pre_heap(machine, state)),
                    path: replay::branches(machine, state),
                    random: state.path.random,
                };
                self.found.insert(property, violation);
            }
            Answer::Refused(_) if sandbox::process::interrupted() => {}
            Answer::Refused(why) => {
                self.replays
                    .refuse(Reason::Unconfirmed(format!("a replay did not confirm a {}: {why}", property.name())));
            }
        }
    }

    /// What this process knows of the run.
    pub fn part(&self, explorer: &Explorer) -> Part {
        let mut stats = explorer.stats.clone();
        races::reasons(explorer.machine).into_iter().for_each(|reason| stats.cut(reason));
        explorer.solver.statistics(&mut stats.tiers);
        stats.assumptions.extend(explorer.machine.world.assumptions());
        stats.assumptions.extend(self.assumed.iter().cloned());
        self.refused.iter().for_each(|reason| stats.cut(reason.clone()));
        stats.terms = explorer.machine.world.terms.len() as u64;
        Part { stats, replays: self.replays.clone(), peak_bytes: limits::peak_bytes() }
    }

    /// What is known of a property: FALSE if it was seen to be violated, TRUE if nothing was left out.
    pub fn verdict(&self, property: Property, stats: &Stats, replays: &Replays) -> Verdict {
        if let Some(violation) = self.found.get(&property) {
            return Verdict::False(Box::new(violation.clone()));
        }
        if self.proved.contains_key(&property) {
            return Verdict::True;
        }
        let open = replays.open_for(property).map(|(reason, _)| reason);
        let mut reasons: Vec<&Reason> = stats.reasons.keys().chain(open).collect();
        reasons.sort_by_cached_key(ToString::to_string);
        match reasons.split_first() {
            None => Verdict::True,
            Some((first, others)) => Verdict::Unknown { first: (*first).clone(), others: others.len() },
        }
    }
}
