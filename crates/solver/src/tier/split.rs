//! Inputs of few values: under each of them what is left may be about order alone, as in algorithms on arrays of a short length,
//! where all places become known. A value that refutes is left out; the first one that does not is the answer.

use super::order::Orders;
use crate::Answer;
use crate::statistics::{Tier, TierName};
use std::time::Instant;
use term::{Assumptions, Const, FastMap, Input, Sort, Substitution, Term, Terms, Witness};

/// Values that an input is tried with.
const MOST_VALUES: u64 = 16;
/// So many queries more that were not decided than that were show that these are others.
const PATIENCE: u64 = 20;
/// Terms that are remembered under all values.
const MOST_TERMS: usize = 1 << 16;

pub(super) struct Split {
    substitutions: FastMap<(Input, u64), Substitution>,
    orders: Orders,
    tier: Tier,
    /// Queries that were tried and not decided.
    in_vain: u64,
}

impl Split {
    pub(super) fn new() -> Split {
        let tier = Tier::new(TierName::Split);
        Split { substitutions: FastMap::default(), orders: Orders::default(), tier, in_vain: 0 }
    }

    pub(super) fn tier(&self) -> Tier {
        self.tier
    }

    /// The assumptions are those of the conjuncts.
    pub(super) fn decide(
        &mut self,
        terms: &mut Terms,
        conjuncts: &[Term],
        hint: Option<&Witness>,
        assumptions: &Assumptions,
    ) -> Option<Answer> {
        if self.in_vain > self.tier.sat + self.tier.unsat + PATIENCE {
            return None;
        }
        let start = Instant::now();
        let (input, least, most) = few_valued(terms, conjuncts, assumptions)?;
        match self.by_values(terms, conjuncts, hint, input, least..=most) {
            Some(answer) => Some(self.tier.answered(start, answer)),
            None => {
                self.in_vain += 1;
                self.tier.passed(start);
                None
            }
        }
    }

    fn by_values(
        &mut self,
        terms: &mut Terms,
        conjuncts: &[Term],
        hint: Option<&Witness>,
        input: Input,
        values: std::ops::RangeInclusive<u64>,
    ) -> Option<Answer> {
        let sort = terms.sort(terms.input_term(input));
        for value in values {
            let constant = Const::scalar(sort, value);
            let Some(left) = self.under(terms, conjuncts, input, &constant) else { continue };
            let mut near = hint.cloned().unwrap_or_default();
            near.set(input, constant);
            if left.is_empty() {
                return Some(Answer::Sat(near));
            }
            match self.orders.decide(terms, &left, Some(&near))? {
                Answer::Unsat => {}
                answer => return Some(answer),
            }
        }
        Some(Answer::Unsat)
    }

    /// What is left of the conjuncts; nothing if one does not hold.
    fn under(&mut self, terms: &mut Terms, conjuncts: &[Term], input: Input, value: &Const) -> Option<Vec<Term>> {
        if self.substitutions.values().map(Substitution::len).sum::<usize>() > MOST_TERMS {
            self.substitutions.clear();
        }
        let known = self.substitutions.entry((input, value.bits()));
        let substitution = known.or_insert_with(|| Substitution::new(terms, input, value));
        let mut left = Vec::new();
        for &conjunct in conjuncts {
            let conjunct = substitution.of(terms, conjunct);
            match terms.decide(conjunct) {
                Some(true) => {}
                Some(false) => return None,
                None => left.push(conjunct),
            }
        }
        Some(left)
    }
}

/// The input with the fewest values, if a condition is about an array, and its least and greatest value.
fn few_valued(terms: &Terms, conjuncts: &[Term], assumptions: &Assumptions) -> Option<(Input, u64, u64)> {
    let mut inputs: Vec<Input> = conjuncts.iter().flat_map(|&term| terms.inputs_of(term).to_vec()).collect();
    inputs.sort_unstable();
    inputs.dedup();
    let sort = |&input: &Input| terms.sort(terms.input_term(input));
    if !inputs.iter().any(|input| matches!(sort(input), Sort::Array(_))) {
        return None;
    }
    let numbers = inputs.iter().filter(|input| matches!(sort(input), Sort::Bv(_)));
    let ranges = numbers.filter_map(|&input| {
        let fact = assumptions.fact(terms, terms.input_term(input));
        (fact.umax - fact.umin < MOST_VALUES).then_some((input, fact.umin, fact.umax))
    });
    ranges.min_by_key(|(_, least, most)| most - least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::bitblast::{BitBlaster, Limits};
    use crate::{Solver, Why};
    use term::Element;

    /// `a[length / 2]` and elements at its sides, as a sort compares them.
    fn query(terms: &mut Terms, numbers: u64) -> Vec<Term> {
        let length = terms.input("length", Sort::Bv(32));
        let array = terms.input("array", Sort::Array(Element::Bv(32)));
        let [zero, one, two, most] = [0, 1, 2, 5].map(|value| terms.int(value));
        let half = terms.sdiv(length, two);
        let next = terms.add(half, one);
        let (first, middle, last) = (terms.select(array, zero), terms.select(array, half), terms.select(array, next));
        let moved = terms.store(array, half, first);
        let back = terms.sub(half, one);
        let again = terms.select(moved, back);
        let mut conjuncts = vec![terms.slt(zero, length), terms.slt(length, most)];
        for (at, (a, b)) in [(first, middle), (middle, last), (last, again), (again, first)].into_iter().enumerate() {
            let below = terms.slt(a, b);
            conjuncts.push(if numbers >> at & 1 == 0 { below } else { terms.not(below) });
        }
        conjuncts.push(if numbers >> 4 & 1 == 0 { terms.slt(one, half) } else { terms.eq(half, one) });
        conjuncts
    }

    #[test]
    fn agrees_with_the_bit_blaster() {
        let mut decided = [0, 0];
        for numbers in 0..32 {
            let mut terms = Terms::new();
            let conjuncts = query(&mut terms, numbers);
            let mut assumptions = Assumptions::new();
            conjuncts.iter().for_each(|&conjunct| _ = assumptions.assume(&terms, conjunct));
            let expected = BitBlaster::new(Limits::default()).check(&mut terms, &conjuncts, None);
            match Split::new().decide(&mut terms, &conjuncts, None, &assumptions) {
                Some(Answer::Sat(witness)) => {
                    assert!(matches!(expected, Answer::Sat(_)), "{numbers}");
                    assert!(conjuncts.iter().all(|&conjunct| terms.holds(conjunct, &witness)), "{numbers}");
                    decided[0] += 1;
                }
                Some(answer) => {
                    assert_eq!((answer, expected), (Answer::Unsat, Answer::Unsat), "{numbers}");
                    decided[1] += 1;
                }
                None => assert_ne!(expected, Answer::Unknown(Why::Internal)),
            }
        }
        assert!(decided[0] >= 4 && decided[1] >= 4, "{decided:?}");
    }
}
