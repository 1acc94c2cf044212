//! A followed run as the search needs it: its conditions, by which inputs they hang together, and its way through the program.

use machine::Machine;
use machine::follow::{AskedFor, Slot, Why};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use term::{Input, Term, Witness};

/// A condition of the path.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub condition: Term,
    /// Stands for the place in the code, the same in every run.
    pub place: u64,
    pub side: bool,
    pub why: Why,
}

impl Step {
    /// A side of a branch, for coverage.
    pub fn branch(&self) -> u64 {
        self.place ^ u64::from(self.side)
    }

    pub fn other_branch(&self) -> u64 {
        self.place ^ u64::from(!self.side)
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Exited(i32),
    /// The class of the exception and where the program threw it.
    Threw(String),
    /// It could not be followed to its end.
    Stopped(String),
}

#[derive(Debug)]
pub struct Ran {
    pub steps: Vec<Step>,
    pub slots: Vec<(Slot, Input)>,
    pub asked: Vec<AskedFor>,
    /// The values of all inputs.
    pub base: Witness,
    pub ending: Ending,
    /// Values were lost on which conditions depend: the constraint is not all that there is.
    pub imprecise: bool,
    /// What holds besides the steps: domains of inputs, what lost values are.
    around: Vec<Term>,
    /// The conditions in which an input occurs, those around first.
    users: HashMap<Input, Vec<u32>>,
}

impl Ran {
    /// Takes the record of the run that just ended.
    pub fn take(machine: &mut Machine, ending: Ending) -> Ran {
        let followed = machine.world.followed.take().expect("a followed path");
        let bindings = followed.bindings(&mut machine.world.terms);
        let around: Vec<Term> = followed.domain.iter().copied().chain(bindings.into_iter().map(|b| b.0)).collect();
        let imprecise = followed.dependences(&machine.world.terms).iter().any(|depends| depends.count > 0);
        let base = machine.world.terms.take_defaults();
        let mut places = HashMap::new();
        let steps: Vec<Step> = followed
            .conjuncts
            .iter()
            .map(|conjunct| {
                let place = *places.entry(conjunct.spot).or_insert_with(|| {
                    let method = &machine.world.classes[conjunct.spot.method];
                    let mut hasher = DefaultHasher::new();
                    (&machine.world.classes[method.class].name, &method.name, &method.descriptor, conjunct.spot.pc)
                        .hash(&mut hasher);
                    hasher.finish() & !1
                });
                Step { condition: conjunct.condition, place, side: conjunct.side, why: conjunct.why }
            })
            .collect();
        let mut users: HashMap<Input, Vec<u32>> = HashMap::new();
        for (at, term) in around.iter().copied().chain(steps.iter().map(|step| step.condition)).enumerate() {
            for &input in machine.world.terms.inputs_of(term).iter() {
                users.entry(input).or_default().push(at as u32);
            }
        }
        let (slots, asked) = (followed.slots, followed.asked);
        Ran { steps, slots, asked, base, ending, imprecise, around, users }
    }

    /// The first so many steps that have to do with these inputs, directly or through others, and what is around.
    pub fn slice(&self, machine: &Machine, steps: usize, inputs: &[Input]) -> Vec<Term> {
        let end = self.around.len() + steps;
        let mut chosen = BTreeSet::new();
        let mut seen: BTreeSet<Input> = inputs.iter().copied().collect();
        let mut work: Vec<Input> = inputs.to_vec();
        while let Some(input) = work.pop() {
            for &at in self.users.get(&input).into_iter().flatten().take_while(|&&at| (at as usize) < end) {
                if chosen.insert(at) {
                    let term = self.term(at as usize);
                    let more = machine.world.terms.inputs_of(term);
                    work.extend(more.iter().copied().filter(|&input| seen.insert(input)));
                }
            }
        }
        chosen.into_iter().map(|at| self.term(at as usize)).collect()
    }

    fn term(&self, at: usize) -> Term {
        match at.checked_sub(self.around.len()) {
            Some(step) => self.steps[step].condition,
            None => self.around[at],
        }
    }

    /// Stands for the way through the first so many steps; the last one on the other side, if that is wanted.
    pub fn way(&self, steps: usize, last: Last) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (at, step) in self.steps.iter().take(steps).enumerate() {
            let flipped = last == Last::Flipped && at + 1 == steps;
            (step.place, step.side != flipped).hash(&mut hasher);
        }
        hasher.finish()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Last {
    AsItIs,
    Flipped,
}
