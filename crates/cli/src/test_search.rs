//! The exploration of one method for `jacana test`: paths that become candidates.

use crate::check::Clock;
use crate::engine::Free;
use crate::solving;
use crate::targets::Planned;
use crate::test_options::Test;
use crate::test_writer::Candidate;
use anyhow::Result;
use explore::arrange::arrangement;
use explore::{Explorer, Go, Limits, Order, Outcome, limits};
use machine::shapes::Phase;
use machine::{ClassId, Machine, State, World};
use std::collections::BTreeSet;
use std::time::Duration;

/// Forks of one instruction in one call.
const LOOPS: u32 = 12;
/// Of one path.
const INSTRUCTIONS: u64 = 2_000_000;
const MEMORY: u64 = 3 << 30;

/// Candidates of one method.
const CANDIDATES: usize = 60;

pub struct Search<'a> {
    pub test: &'a Test,
    pub free: &'a Free,
    pub clock: &'a Clock,
    pub planned: &'a Planned,
    pub number: usize,
}

impl Search<'_> {
    /// Paths that go where none before went, or end as none before ended.
    pub fn explore(
        &self,
        machine: &mut Machine,
        first: State,
        time: Duration,
        reasons: &mut BTreeSet<String>,
    ) -> Result<Vec<Candidate>> {
        let interrupt = machine.world.options.interrupt.clone();
        let limits = Limits {
            deadline: self.clock.allow(time),
            interrupt: interrupt.clone(),
            paths: self.test.paths,
            memory: MEMORY,
            depth: u32::MAX,
            loops: LOOPS,
            instructions: INSTRUCTIONS,
        };
        let solver = solver::standard(solving::config(None, self.free, interrupt)?);
        let mut explorer = Explorer::new(machine, solver, limits, Order::Coverage.frontier(self.test.seed), 1);
        let types = explorer.machine.world.classes[self.planned.method].parameters.clone();
        let mut candidates: Vec<Candidate> = Vec::new();
        let (mut sides, mut ends) = (BTreeSet::new(), BTreeSet::new());
        let class = self.planned.class;
        let mut marks = executed(explorer.machine.world, class);
        let mut stale = 0;
        explorer.explore(first, |machine, state, outcome, _| {
            stale += 1;
            if self.test.saturation.is_some_and(|most| stale > most) {
                return Go::Stop;
            }
            let end = match outcome {
                Outcome::Returned | Outcome::Exited(_) => String::new(),
                Outcome::Threw(exception) => machine.world.classes[machine.class_of(state, *exception)].dotted(),
                Outcome::Assumed => return Go::On,
                // Perhaps it does not end: a JVM will tell.
                Outcome::Stopped(reason) if reason == limits::LOOP => {
                    reasons.insert(reason.clone());
                    reason.clone()
                }
                Outcome::Stopped(reason) => {
                    if !reason.starts_with("bound ") {
                        reasons.insert(reason.clone());
                    }
                    return Go::On;
                }
            };
            if state.path.shapes.phase == Phase::Before {
                return Go::On;
            }
            let forks = state.path.trail.forks_under(&machine.world.terms, &state.path.witness);
            let passed: BTreeSet<(u32, u32, bool)> =
                forks.iter().filter_map(|fork| Some((fork.place.user?.0.0, fork.place.user?.1, fork.side))).collect();
            // Branches on what a choice made concrete are no forks.
            let marked = executed(machine.world, class);
            let is_new = passed.iter().any(|side| !sides.contains(side)) || !ends.contains(&end) || marked > marks;
            if is_new && let Some(arrangement) = arrangement(machine, state, &types) {
                stale = 0;
                sides.extend(passed);
                ends.insert(end);
                marks = marked;
                candidates.push(Candidate { method: self.number, arrangement });
            }
            if candidates.len() >= CANDIDATES { Go::Stop } else { Go::On }
        });
        Ok(candidates)
    }
}

/// How many instructions and sides of branches of a class, and of those that reflection may lead to, were executed on all paths.
fn executed(world: &World, class: ClassId) -> u64 {
    let others =
        world.atlas.reflected.iter().copied().filter(|&other| other != class && !world.classes[other].is_jdk());
    let methods = others.chain([class]).flat_map(|class| &world.classes[class].methods);
    let covered = methods.filter_map(|&method| world.classes[method].code.get()?.coverage());
    covered.map(|coverage| coverage.instructions[0] + coverage.branches[0]).sum()
}
