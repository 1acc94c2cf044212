//! Independence: if the hint satisfies everything that shares no input with the last conjunct, only the rest is asked.
//! Only for small slices: a slice that is nearly the query gains little and moves the SAT instance elsewhere.

use crate::statistics::Tier;
use crate::{Answer, Solver};
use std::time::Instant;
use term::{Evaluator, FastSet, Input, Term, Terms, Witness};

pub struct Slice {
    inner: Box<dyn Solver>,
    /// Sees only hints, so that values stay known from query to query.
    evaluator: Evaluator,
    tier: Tier,
}

impl Slice {
    pub fn new(inner: Box<dyn Solver>) -> Slice {
        Slice { inner, evaluator: Evaluator::new(), tier: Tier::new("slice") }
    }

    /// The conjuncts that matter, if they are few and the hint covers the others.
    fn cut(&mut self, terms: &Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Option<Vec<Term>> {
        let hint = hint?;
        let (slice, rest) = connected(terms, conjuncts)?;
        let small = 2 * slice.len() <= conjuncts.len();
        let covered = small && rest.iter().all(|&term| self.evaluator.bits(terms, term, hint) == 1);
        covered.then_some(slice)
    }
}

impl Solver for Slice {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        let slice = self.cut(terms, conjuncts, hint);
        self.tier.passed(start);
        // An inner witness keeps the hint's values for the inputs that the slice does not mention.
        self.inner.check(terms, slice.as_deref().unwrap_or(conjuncts), hint)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}

/// Splits into what is connected to the last conjunct by common inputs, and the rest, both in order.
fn connected(terms: &Terms, conjuncts: &[Term]) -> Option<(Vec<Term>, Vec<Term>)> {
    let last = *conjuncts.last()?;
    let mut reached: FastSet<Input> = terms.inputs_of(last).iter().copied().collect();
    let mut inside = vec![false; conjuncts.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, &term) in conjuncts.iter().enumerate().rev() {
            if inside[at] {
                continue;
            }
            let inputs = terms.inputs_of(term);
            if inputs.iter().any(|input| reached.contains(input)) || term == last {
                inside[at] = true;
                for &input in inputs.iter() {
                    changed |= reached.insert(input);
                }
            }
        }
    }
    let pick = |wanted: bool| {
        let marked = conjuncts.iter().zip(&inside);
        marked.filter(|&(_, &inside)| inside == wanted).map(|(&term, _)| term).collect()
    };
    Some((pick(true), pick(false)))
}
