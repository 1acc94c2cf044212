//! Intervals and known bits under the conjuncts: finds contradictions without a search, and moves the hint into the intervals, which is
//! all that the next round of a loop needs. The facts of a common prefix of two queries are kept.

use super::split::Split;
use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver};
use std::time::Instant;
use term::facts::Mark;
use term::{Assumptions, Const, Evaluator, Input, Sort, Term, Terms, Witness};

/// Conjuncts whose inputs are moved, one after the other.
const MOVES: u32 = 4;
/// Steps of work to compute one of them.
const EVALUATED: u64 = 2;

pub struct Bounds {
    inner: Box<dyn Solver>,
    assumptions: Assumptions,
    /// What is assumed, and where to return to without it.
    assumed: Vec<(Term, Mark)>,
    split: Split,
    evaluator: Evaluator,
    tier: Tier,
}

impl Bounds {
    pub fn new(inner: Box<dyn Solver>) -> Bounds {
        let (assumptions, tier) = (Assumptions::new(), Tier::new(TierName::Bounds));
        Bounds { inner, assumptions, assumed: Vec::new(), split: Split::new(), evaluator: Evaluator::new(), tier }
    }

    /// False if the conjuncts contradict each other.
    fn assume(&mut self, terms: &Terms, conjuncts: &[Term]) -> bool {
        let common = self.assumed.iter().zip(conjuncts).take_while(|((known, _), asked)| known == *asked).count();
        if let Some(&(_, mark)) = self.assumed.get(common) {
            self.assumptions.undo(mark);
            self.assumed.truncate(common);
        }
        for &conjunct in &conjuncts[common..] {
            if self.assumptions.is_contradictory() {
                return false;
            }
            self.assumed.push((conjunct, self.assumptions.mark()));
            self.assumptions.assume(terms, conjunct);
        }
        !self.assumptions.is_contradictory()
    }

    /// The hint with other values for inputs of what does not hold, as near as the intervals allow.
    fn moved(&mut self, terms: &Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Option<Witness> {
        let mut near = hint?.clone();
        for _ in 0..=MOVES {
            self.tier.work += EVALUATED * conjuncts.len() as u64;
            let fails = |&&term: &&Term| self.evaluator.bits(terms, term, &near) != 1;
            let Some(&failing) = conjuncts.iter().rev().find(fails) else { return Some(near) };
            let inputs = terms.inputs_of(failing);
            let numbers = inputs.iter().filter_map(|&input| match terms.sort(terms.input_term(input)) {
                Sort::Bv(width) => Some((input, width, self.assumptions.fact(terms, terms.input_term(input)))),
                _ => None,
            });
            let value = |input: Input| near.get(input).map_or(0, Const::bits);
            let outside = numbers.clone().filter(|&(input, width, fact)| !fact.admits(width, value(input)));
            let mut moves: Vec<(Input, u8, u64)> =
                outside.map(|(input, width, fact)| (input, width, fact.nearest(width, value(input)))).collect();
            if moves.is_empty() {
                // It may be all but this value.
                let mut beside =
                    numbers.filter_map(|(input, width, fact)| Some((input, width, fact.beside(width, value(input))?)));
                moves.push(beside.next()?);
            }
            for (input, width, value) in moves {
                near.set(input, Const::scalar(Sort::Bv(width), value));
            }
        }
        None
    }
}

impl Solver for Bounds {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        if !self.assume(terms, conjuncts) {
            return self.tier.answered(start, Answer::Unsat);
        }
        if let Some(witness) = self.moved(terms, conjuncts, hint) {
            return self.tier.answered(start, Answer::Sat(witness));
        }
        self.tier.passed(start);
        if let Some(answer) = self.split.decide(terms, conjuncts, hint, &self.assumptions) {
            return answer;
        }
        self.inner.check(terms, conjuncts, hint)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.extend([self.tier, self.split.tier()]);
        self.inner.statistics(tiers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::bitblast::{BitBlaster, Limits};

    /// Rounds of a loop up to a length, and out of it: no circuit is needed.
    #[test]
    fn rounds_of_a_loop_are_answered_from_the_hint() {
        let mut terms = Terms::new();
        let length = terms.input("length", Sort::Bv(32));
        let mut bounds = Bounds::new(Box::new(BitBlaster::new(Limits::default())));
        let (mut path, mut hint) = (Vec::new(), Witness::new());
        for round in 0..50 {
            let at = terms.int(round);
            let goes_on = terms.slt(at, length);
            let ends = terms.not(goes_on);
            for side in [ends, goes_on] {
                let asked = [&path[..], &[side]].concat();
                let Answer::Sat(witness) = bounds.check(&mut terms, &asked, Some(&hint)) else {
                    panic!("round {round}")
                };
                assert!(asked.iter().all(|&term| terms.holds(term, &witness)), "round {round}");
                hint = witness;
            }
            path.push(goes_on);
        }
        let mut tiers = Vec::new();
        bounds.statistics(&mut tiers);
        assert_eq!(tiers[0].sat, 100);
    }

    /// All but one value, and inputs that depend on each other.
    #[test]
    fn what_is_moved_satisfies_everything() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.input(name, Sort::Bv(32)));
        let (zero, seven) = (terms.int(0), terms.int(7));
        let mut conjuncts = vec![terms.slt(x, y), terms.slt(y, seven)];
        let is_zero = terms.eq(x, zero);
        conjuncts.push(terms.not(is_zero));
        let mut bounds = Bounds::new(Box::new(BitBlaster::new(Limits::default())));
        let answer = bounds.check(&mut terms, &conjuncts, Some(&Witness::new()));
        let Answer::Sat(witness) = answer else { panic!("{answer:?}") };
        assert!(conjuncts.iter().all(|&term| terms.holds(term, &witness)));
    }
}
