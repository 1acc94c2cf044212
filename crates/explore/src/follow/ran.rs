//! A followed run as the search needs it: its conditions, by which inputs they hang together, and its way through the program.

use bytecode::Insn;
use machine::follow::{AskedFor, Slot, Spot, Why};
use machine::trail::mix;
use machine::way::Way;
use machine::{Machine, World};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use term::{Input, Term, Terms, Witness};

/// How much of a condition counts for its shape.
const SHAPE: usize = 100;

/// A condition of the path.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub condition: Term,
    pub spot: Spot,
    /// Stands for the place in the code, the same in every run.
    pub place: u64,
    /// Stands for the side of the branch that was taken there, for coverage.
    pub branch: u64,
    /// For the other side, if there are two.
    pub other: Option<u64>,
    pub why: Why,
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
    /// Its way through the code of the program, for a comparison with that of `java`.
    pub way: Option<Box<Way>>,
    /// What holds besides the steps: domains of inputs, what lost values are.
    around: Vec<Term>,
    /// The conditions in which an input occurs, those around first.
    users: HashMap<Input, Vec<u32>>,
}

impl Ran {
    /// Takes the record of the run that just ended.
    pub fn take(machine: &mut Machine, ending: Ending, way: Option<Box<Way>>) -> Ran {
        let followed = machine.world.followed.take().expect("a followed path");
        let bindings = followed.bindings(&mut machine.world.terms);
        let around: Vec<Term> = followed.domain.iter().copied().chain(bindings.into_iter().map(|b| b.0)).collect();
        let imprecise = followed.losses.iter().any(|loss| loss.is_untraced)
            || followed.dependences(&machine.world.terms).iter().any(|depends| depends.count > 0);
        let base = machine.world.terms.take_defaults();
        let mut places = HashMap::new();
        let world = &*machine.world;
        let steps: Vec<Step> = followed
            .conjuncts
            .iter()
            .map(|conjunct| {
                let (place, sides) = *places.entry(conjunct.spot).or_insert_with(|| look_at(world, conjunct.spot));
                let condition = conjunct.condition;
                let (branch, other) = match sides {
                    // Which of many values it is counts for nothing.
                    _ if conjunct.why == Why::Fixed => (mix(place, 2), None),
                    Sides::Two => (mix(place, u64::from(conjunct.side)), Some(mix(place, u64::from(!conjunct.side)))),
                    Sides::Many => (mix(place, shape(&world.terms, condition)), None),
                };
                Step { condition, spot: conjunct.spot, place, branch, other, why: conjunct.why }
            })
            .collect();
        let mut users: HashMap<Input, Vec<u32>> = HashMap::new();
        for (at, term) in around.iter().copied().chain(steps.iter().map(|step| step.condition)).enumerate() {
            for &input in machine.world.terms.inputs_of(term).iter() {
                users.entry(input).or_default().push(at as u32);
            }
        }
        let (slots, asked) = (followed.slots, followed.asked);
        Ran { steps, slots, asked, base, ending, imprecise, way, around, users }
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

    /// Does the other run go the same way up to a step, and another one there?
    pub fn parts_at(&self, other: &Ran, step: usize) -> bool {
        let (before, here) = (self.steps.get(..step), self.steps.get(step));
        let same = before.is_some_and(|before| other.steps.get(..step).is_some_and(|others| alike(before, others)));
        let parts = |(a, b): (&Step, &Step)| a.place == b.place && a.condition != b.condition;
        same && here.zip(other.steps.get(step)).is_some_and(parts)
    }

    /// Does it go the same way to the end?
    pub fn is_same_path(&self, other: &Ran) -> bool {
        self.steps.len() == other.steps.len() && alike(&self.steps, &other.steps)
    }
}

fn alike(a: &[Step], b: &[Step]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.place == b.place && a.condition == b.condition)
}

#[derive(Clone, Copy)]
enum Sides {
    Two,
    /// A switch.
    Many,
}

fn look_at(world: &World, spot: Spot) -> (u64, Sides) {
    let method = &world.classes[spot.method];
    let mut hasher = DefaultHasher::new();
    (&world.classes[method.class].name, &method.name, &method.descriptor, spot.pc).hash(&mut hasher);
    let insn = method.code.get().and_then(|code| Some(code.insns.get(spot.pc as usize)?.get()));
    let sides = match insn {
        Some(Insn::Switch(_)) => Sides::Many,
        _ => Sides::Two,
    };
    (hasher.finish(), sides)
}

/// Stands for a condition without regard to which inputs are in it.
fn shape(terms: &Terms, condition: Term) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut work = vec![condition];
    for _ in 0..SHAPE {
        let Some(term) = work.pop() else { break };
        if terms.as_input(term).is_none() {
            (terms.op(term).kind().name, terms.bits(term)).hash(&mut hasher);
            work.extend(terms.args(term));
        }
    }
    hasher.finish()
}
