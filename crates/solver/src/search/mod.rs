//! Looks for a witness by trying: one input at a time, in steps that double while they help, from the hint and from
//! random points. It finds what circuits take long for (products of floats, sines); it never refutes anything.

mod distance;
mod moves;
mod tape;

use moves::{Random, candidates, moved, random_value};
use tape::Tape;
use term::{Const, Term, Terms, Witness};

/// Larger queries are left alone.
const TERMS: usize = 3000;

/// Directions and kinds of steps for one input.
const KINDS: [moves::Kind; 3] = [moves::Kind::Neighbours, moves::Kind::Units, moves::Kind::Fractions];

pub struct Search {
    random: Random,
}

impl Default for Search {
    fn default() -> Search {
        Search { random: Random::new() }
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
        let start: Vec<u64> = (0..tape.variables.len()).map(|variable| tape.value(variable)).collect();
        let mut round = 0;
        while tape.cost() > 0.0 && tape.work < work {
            if round > 0 {
                self.jump(&mut tape, &start, round);
            }
            self.descend(&mut tape, work);
            round += 1;
        }
        (tape.cost() == 0.0).then(|| witness(&tape, hint))
    }

    /// Goes downhill until no single step helps.
    fn descend(&mut self, tape: &mut Tape, work: u64) {
        let mut better = true;
        while better && tape.cost() > 0.0 && tape.work < work {
            better = false;
            for variable in tape.guilty() {
                better |= try_candidates(tape, variable);
                for kind in KINDS {
                    for up in [true, false] {
                        better |= slide(tape, variable, kind, up, work);
                    }
                }
                if tape.cost() == 0.0 {
                    return;
                }
            }
        }
    }

    /// A new point: some inputs from the start, the others anew.
    fn jump(&mut self, tape: &mut Tape, start: &[u64], round: u64) {
        for (variable, &bits) in start.iter().enumerate() {
            let sort = tape.variables[variable].sort;
            let keep = round.is_multiple_of(2) && self.random.below(2) == 0;
            let bits = if keep { bits } else { random_value(&mut self.random, sort, &tape.constants(sort)) };
            tape.set(variable, bits);
        }
    }
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

/// Steps in one direction, twice as far each time while that helps, and again from one once it does not.
fn slide(tape: &mut Tape, variable: usize, kind: moves::Kind, up: bool, work: u64) -> bool {
    let sort = tape.variables[variable].sort;
    let mut helped = false;
    let mut step = 0;
    while tape.work < work {
        let (old, cost) = (tape.value(variable), tape.cost());
        let Some(bits) = moved(sort, old, kind, step, up) else { return helped };
        tape.set(variable, bits);
        if tape.cost() < cost {
            helped = true;
            step += 1;
            continue;
        }
        tape.set(variable, old);
        if step == 0 {
            return helped;
        }
        step = 0;
    }
    helped
}

fn witness(tape: &Tape, hint: &Witness) -> Witness {
    let mut witness = hint.clone();
    for (at, variable) in tape.variables.iter().enumerate() {
        witness.set(variable.input, Const::scalar(variable.sort, tape.value(at)));
    }
    witness
}
