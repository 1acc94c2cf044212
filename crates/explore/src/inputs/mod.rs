//! Inputs that are wanted for the sides of branches and for pairs of evaluations of a decision (MC/DC): what each of them reaches, which
//! of them are enough, and what none can reach.

mod reached;
mod seen;

pub use reached::{
    ChoicePlace, Found, Reached, ReachedCondition, ReachedDecision, ReachedSwitch, Share, TestInput, Tested,
};

use bytecode::Flow;
use machine::decided::{Choice, Evaluated};
use machine::trail::{Fork, Place, TrailEvent};
use machine::{Machine, State, World};
use seen::{Seen, pair, taking};
use std::collections::{BTreeMap, BTreeSet};
use term::{Term, Witness};

/// What inputs are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputsPer {
    Path,
    /// Each side of a branch.
    Branch,
    /// Also each condition of a decision: two inputs between which it alone decides.
    Mcdc,
}

impl InputsPer {
    pub const ALL: [(&'static str, InputsPer); 3] =
        [("path", InputsPer::Path), ("branch", InputsPer::Branch), ("mcdc", InputsPer::Mcdc)];
}

/// Who uses the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputsFor {
    /// A list of all paths: also those that an assumption ends, and branches in the JDK.
    List,
    /// Tests: paths with an end, and branches of the program.
    Tests,
}

/// What tells one side of a branch from all others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    user: Option<(u32, u32)>,
    place: (u32, u32),
    side: bool,
    /// A branch has two sides; other instructions may go more ways, which their conditions tell apart.
    condition: Option<Term>,
}

impl Side {
    pub(crate) fn of(machine: &Machine, fork: &Fork) -> Side {
        let Place { method, pc, user } = fork.place;
        let code = machine.world.classes[method].code.get();
        let is_branch = code.is_some_and(|code| matches!(code.insns[pc as usize].get().flow(), Flow::Branch(_)));
        Side {
            user: user.map(|(method, pc)| (method.0, pc)),
            place: (method.0, pc),
            side: fork.side,
            condition: (!is_branch).then_some(fork.condition),
        }
    }
}

/// What one input reaches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    sides: BTreeSet<Side>,
    evaluated: BTreeSet<Evaluated>,
}

pub struct Inputs {
    per: InputsPer,
    purpose: InputsFor,
    /// Forks, for lists.
    sides: BTreeSet<Side>,
    seen: Seen,
    offered: Vec<Reach>,
    /// Something that was not found may be there all the same.
    doubtful: bool,
}

impl Inputs {
    pub fn new(per: InputsPer, purpose: InputsFor) -> Inputs {
        let (sides, seen, offered) = (BTreeSet::new(), Seen::default(), Vec::new());
        Inputs { per, purpose, sides, seen, offered, doubtful: false }
    }

    pub(crate) fn is_listing(&self) -> bool {
        self.purpose == InputsFor::List
    }

    /// From now on nothing is infeasible only because it was not found.
    pub(crate) fn doubt(&mut self) {
        self.doubtful = true;
    }

    pub(crate) fn reach(&self, machine: &Machine, state: &State, witness: &Witness) -> Reach {
        let mut reach = Reach::default();
        for event in state.path.trail.under(&machine.world.terms, witness) {
            match event {
                TrailEvent::Fork(fork) if self.is_listing() => _ = reach.sides.insert(Side::of(machine, fork)),
                TrailEvent::Fork(_) => {}
                TrailEvent::Decided(made) => _ = reach.evaluated.insert(made.evaluated),
            }
        }
        reach
    }

    /// The number of an input that reaches something new.
    pub(crate) fn offer(&mut self, reach: Reach) -> Option<u32> {
        let before = (self.sides.len(), self.seen.len());
        self.sides.extend(reach.sides.iter().cloned());
        self.seen.extend(&reach.evaluated);
        if before == (self.sides.len(), self.seen.len()) && self.per != InputsPer::Path {
            return None;
        }
        self.offered.push(reach);
        Some(self.offered.len() as u32 - 1)
    }

    /// One input for each path: what else a merged path can do is not asked.
    pub(crate) fn wants_nothing_more(&self) -> bool {
        self.per == InputsPer::Path
    }

    pub(crate) fn wants_side(&self, side: &Side) -> bool {
        !self.wants_nothing_more() && self.is_listing() && !self.sides.contains(side)
    }

    /// An evaluation that takes a side which was not seen, or may be one of a pair that is missing.
    pub(crate) fn wants(&self, machine: &Machine, evaluated: &Evaluated) -> bool {
        let Evaluated { method, what } = *evaluated;
        match (self.per, what) {
            (InputsPer::Path, _) => false,
            (_, Choice::Switch(..)) => !self.seen.switches.contains(evaluated),
            (per, Choice::Decision(number, vector)) => {
                let Some(seen) = self.seen.decisions.get(&(method, number)) else { return true };
                let decisions = machine.world.classes.decisions(method);
                let decision = &decisions.all[number];
                let lacks = |condition: usize| {
                    vector.has(condition)
                        && (taking(seen, condition, vector.side(condition)).is_none()
                            || per == InputsPer::Mcdc && pair(decision, condition, seen).is_none())
                };
                !seen.contains(&vector) && (0..decision.conditions.len()).any(lacks)
            }
        }
    }

    /// Inputs that are enough for everything that was found, fewer where one reaches what others do.
    pub fn chosen(&self, world: &World) -> BTreeSet<u32> {
        let needed = self.seen.needed(world, self.per);
        let mut chosen: BTreeSet<u32> = (0..self.offered.len() as u32).collect();
        if self.per == InputsPer::Path {
            return chosen;
        }
        let mut times: BTreeMap<&Evaluated, u32> = BTreeMap::new();
        for reach in &self.offered {
            reach.evaluated.intersection(&needed).for_each(|made| *times.entry(made).or_default() += 1);
        }
        // The first ones are those of whole paths: they stay rather than others.
        for (number, reach) in self.offered.iter().enumerate().rev() {
            let made = || reach.evaluated.intersection(&needed);
            if made().all(|made| times[made] > 1) {
                made().for_each(|made| *times.get_mut(made).expect("counted") -= 1);
                chosen.remove(&(number as u32));
            }
        }
        // What depends on no input is reached by any.
        if chosen.is_empty() && !self.offered.is_empty() {
            chosen.insert(0);
        }
        chosen
    }

    /// What an input was thought to reach.
    pub fn evaluated(&self, input: u32) -> &BTreeSet<Evaluated> {
        &self.offered[input as usize].evaluated
    }

    /// What these inputs, which are numbered anew in this order, reach together. `complete`: all paths were explored.
    pub fn reached(&self, world: &World, inputs: &[u32], complete: bool) -> Reached {
        let mut by: BTreeMap<&Evaluated, usize> = BTreeMap::new();
        for (number, &input) in inputs.iter().enumerate() {
            for made in self.evaluated(input) {
                by.entry(made).or_insert(number);
            }
        }
        let missing = if complete && !self.doubtful { Found::Infeasible } else { Found::Open };
        let (decisions, switches) = (self.seen.reached(world, &by, missing), self.seen.switched(world, &by, missing));
        Reached { per: self.per, decisions, switches }
    }
}
