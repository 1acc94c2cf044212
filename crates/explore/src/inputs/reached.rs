//! What inputs reach together, for reports: the sides of branches, and pairs of evaluations between which one condition decides.

use super::InputsPer;
use bytecode::DottedName;
use machine::{MethodId, World};
use replay::Input;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub struct Reached {
    pub per: InputsPer,
    pub decisions: Vec<ReachedDecision>,
    pub switches: Vec<ReachedSwitch>,
}

#[derive(Clone, Debug)]
pub struct TestInput {
    pub inputs: Vec<Input>,
    /// The exception, if one leaves the program.
    pub thrown: Option<DottedName>,
}

/// Tests that a JVM has confirmed.
#[derive(Clone, Debug)]
pub struct Tested {
    pub tests: Vec<TestInput>,
    /// What they reach together, by their numbers.
    pub reached: Reached,
    pub missing: BTreeMap<String, u64>,
}

/// What became of something that inputs are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<T> {
    By(T),
    /// All paths were explored, and none has it.
    Infeasible,
    Open,
}

impl<T> Found<T> {
    /// `is_known`: some input has it, but none that is kept.
    pub(super) fn of(found: Option<T>, is_known: bool, missing: Found<()>) -> Found<T> {
        match (found, missing) {
            (Some(found), _) => Found::By(found),
            (None, Found::Infeasible) if !is_known => Found::Infeasible,
            (None, _) => Found::Open,
        }
    }
}

/// By numbers of inputs.
#[derive(Clone, Debug)]
pub struct ReachedCondition {
    /// Behind the jump, and at its target.
    pub sides: [Found<usize>; 2],
    /// The first one goes on behind the jump, the second one jumps.
    pub pair: Found<[usize; 2]>,
}

#[derive(Clone, Debug)]
pub struct ReachedDecision {
    pub place: ChoicePlace,
    pub conditions: Vec<ReachedCondition>,
}

#[derive(Clone, Debug)]
pub struct ReachedSwitch {
    pub place: ChoicePlace,
    /// In the order of the code.
    pub targets: Vec<Found<usize>>,
}

/// Where a decision or a switch is in the source text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChoicePlace {
    pub class: String,
    pub line: Option<u16>,
    pub method: String,
    /// Index of its first jump.
    pub pc: u32,
}

impl ChoicePlace {
    pub(super) fn new(world: &World, method: MethodId, pc: u32) -> ChoicePlace {
        let class = &world.classes[world.classes[method].class];
        let line = world.classes[method].code.get().and_then(|code| code.line(pc));
        ChoicePlace { class: class.dotted().into(), line, method: world.classes[method].name.to_string(), pc }
    }
}

/// How many there are of something: reached, proved infeasible, and all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub found: usize,
    pub infeasible: usize,
    pub all: usize,
}

impl Share {
    fn add<T>(&mut self, found: &Found<T>) {
        self.all += 1;
        match found {
            Found::By(_) => self.found += 1,
            Found::Infeasible => self.infeasible += 1,
            Found::Open => {}
        }
    }
}

impl Reached {
    /// Sides of conditional jumps and targets of switches.
    pub fn sides(&self) -> Share {
        let mut share = Share::default();
        let conditions = self.decisions.iter().flat_map(|decision| &decision.conditions);
        conditions.flat_map(|condition| &condition.sides).for_each(|side| share.add(side));
        self.switches.iter().flat_map(|switch| &switch.targets).for_each(|target| share.add(target));
        share
    }

    /// Conditions with a pair.
    pub fn pairs(&self) -> Share {
        let mut share = Share::default();
        let conditions = self.decisions.iter().flat_map(|decision| &decision.conditions);
        conditions.for_each(|condition| share.add(&condition.pair));
        share
    }
}
