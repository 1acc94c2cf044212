//! Looks for a witness by trying: one input at a time, in steps that double while they help, from the hint and from
//! random points. It finds what circuits take long for (products of floats, sines); it never refutes anything.

mod distance;
mod moves;
pub(crate) mod tape;

pub(crate) use moves::Random;
use moves::{candidates, moved, random_value};
use std::collections::BTreeMap;
use std::rc::Rc;
use tape::Tape;
use term::{ArrayConst, Const, Input, Term, Terms, Witness};

/// Larger queries are left alone.
const TERMS: usize = 30_000;

/// With more inputs than this, trying all pairs takes longer than starting elsewhere.
const PAIRED: usize = 3;

/// Directions and kinds of steps for one input.
const KINDS: [moves::Kind; 3] = [moves::Kind::Neighbours, moves::Kind::Units, moves::Kind::Fractions];

pub struct Search {
    random: Random,
    /// Terms computed so far.
    pub work: u64,
}

impl Default for Search {
    fn default() -> Search {
        Search { random: Random::new(), work: 0 }
    }
}

impl Search {
    /// A witness for the conjuncts, if one turns up before that many terms were computed.
    pub fn run(&mut self, terms: &Terms, conjuncts: &[Term], hint: &Witness, work: u64) -> Option<Witness> {
        let mut tape = Tape::new(terms, conjuncts, TERMS)?;
        if tape.variables.is_empty() {
            return None;
        }
        tape.load(hint);
        let start = tape.point();
        let mut best = (tape.cost(), start.clone());
        let mut round = 0;
        while tape.cost() > 0.0 && tape.work < work {
            match round % 3 {
                0 if round > 0 => self.jump(&mut tape, Some(&start)),
                1 => self.jump(&mut tape, None),
                2 => self.shake(&mut tape, &best.1),
                _ => {}
            }
            descend(&mut tape, work);
            while turn(&mut tape, work) {
                descend(&mut tape, work);
            }
            if tape.cost() < best.0 {
                best = (tape.cost(), tape.point());
            }
            round += 1;
        }
        self.work += tape.work;
        (tape.cost() == 0.0).then(|| witness(&tape, hint))
    }

    /// A new point: some inputs as in the old one, if there is one, the others anew.
    fn jump(&mut self, tape: &mut Tape, old: Option<&[u64]>) {
        for variable in 0..tape.variables.len() {
            let sort = tape.variables[variable].sort;
            let bits = match old {
                Some(old) if self.random.below(2) == 0 => old[variable],
                _ => random_value(&mut self.random, sort, &tape.constants(sort)),
            };
            tape.set(variable, bits);
        }
    }

    /// A point around the best one.
    fn shake(&mut self, tape: &mut Tape, best: &[u64]) {
        for (variable, &bits) in best.iter().enumerate() {
            let step = self.random.below(64) as u32;
            let shaken =
                moved(tape.variables[variable].sort, bits, moves::Kind::Neighbours, step, step.is_multiple_of(2));
            tape.set(variable, shaken.unwrap_or(bits));
        }
    }
}

/// Goes downhill until no single step helps.
fn descend(tape: &mut Tape, work: u64) {
    let mut better = true;
    while better && tape.cost() > 0.0 && tape.work < work {
        better = false;
        for variable in tape.guilty() {
            if tape.cost() == 0.0 || tape.work >= work {
                return;
            }
            if try_candidates(tape, variable) {
                better = true;
                continue;
            }
            for kind in KINDS {
                for up in [true, false] {
                    better |= slide(tape, variable, kind, up, work);
                }
            }
        }
    }
}

/// Follows a valley: one input steps aside, another makes up for it. Equations between inputs are such valleys.
fn turn(tape: &mut Tape, work: u64) -> bool {
    let guilty = tape.guilty();
    if guilty.len() > PAIRED {
        return false;
    }
    let mut helped = false;
    for (&first, &second) in guilty.iter().flat_map(|a| guilty.iter().map(move |b| (a, b))) {
        for up in [true, false] {
            helped |= first != second && turn_with(tape, first, second, up, work);
        }
    }
    helped && tape.cost() > 0.0 && tape.work < work
}

fn turn_with(tape: &mut Tape, first: usize, second: usize, up: bool, work: u64) -> bool {
    let sort = tape.variables[first].sort;
    let mut helped = false;
    let mut step = 0;
    while tape.work < work && tape.cost() > 0.0 {
        let (old, other, cost) = (tape.value(first), tape.value(second), tape.cost());
        let Some(bits) = moved(sort, old, moves::Kind::Neighbours, step, up) else { return helped };
        tape.set(first, bits);
        for up in [true, false] {
            slide(tape, second, moves::Kind::Neighbours, up, work);
        }
        if tape.cost() < cost {
            helped = true;
        } else {
            tape.set(first, old);
            tape.set(second, other);
        }
        step += 1;
    }
    helped
}

/// Keeps the best of the values that often matter.
fn try_candidates(tape: &mut Tape, variable: usize) -> bool {
    let (mut best, mut cost) = (tape.value(variable), tape.cost());
    let before = cost;
    let sort = tape.variables[variable].sort;
    for bits in candidates(sort, &tape.constants(sort)) {
        tape.set(variable, bits);
        if tape.cost() < cost {
            (best, cost) = (bits, tape.cost());
        }
    }
    tape.set(variable, best);
    cost < before
}

/// Steps in one direction: the shortest that helps, then twice as far each time while that helps too, and so on until no
/// step does. Functions have plateaus, so a short step that changes nothing says nothing about a longer one.
fn slide(tape: &mut Tape, variable: usize, kind: moves::Kind, up: bool, work: u64) -> bool {
    let sort = tape.variables[variable].sort;
    let mut helped = false;
    let mut step = 0;
    let mut moving = false;
    while tape.work < work {
        let (old, cost) = (tape.value(variable), tape.cost());
        let moved = moved(sort, old, kind, step, up);
        if let Some(bits) = moved {
            tape.set(variable, bits);
            if tape.cost() < cost {
                (helped, moving) = (true, true);
                step += 1;
                continue;
            }
            tape.set(variable, old);
        }
        match (moving, moved) {
            (true, _) => (step, moving) = (0, false),
            (false, Some(_)) => step += 1,
            (false, None) => return helped,
        }
    }
    helped
}

fn witness(tape: &Tape, hint: &Witness) -> Witness {
    let mut witness = hint.clone();
    let mut arrays: BTreeMap<Input, ArrayConst> = BTreeMap::new();
    for (at, variable) in tape.variables.iter().enumerate() {
        match variable.element {
            Some((element, index)) => {
                let old = || match witness.get(variable.input) {
                    Some(Const::Array(array)) => ArrayConst::clone(array),
                    _ => ArrayConst::new(element, 0),
                };
                arrays.entry(variable.input).or_insert_with(old).set(index, tape.value(at));
            }
            None => witness.set(variable.input, Const::scalar(variable.sort, tape.value(at))),
        }
    }
    arrays.into_iter().for_each(|(input, array)| witness.set(input, Const::Array(Rc::new(array))));
    witness
}
