//! Independence: what the hint does not satisfy is asked with everything that shares inputs with it; the hint has the rest.
//! Only for small slices: a slice that is nearly the query gains little and moves the SAT instance elsewhere.

use crate::statistics::{Tier, TierName};
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
        Slice { inner, evaluator: Evaluator::new(), tier: Tier::new(TierName::Slice) }
    }

    /// The conjuncts that matter, if they are few.
    fn cut(&mut self, terms: &Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Option<Vec<Term>> {
        let hint = hint?;
        let fails = |&term: &Term| self.evaluator.bits(terms, term, hint) != 1;
        let mut inside: Vec<bool> = conjuncts.iter().map(fails).collect();
        if !inside.contains(&true) {
            *inside.last_mut()? = true;
        }
        connect(terms, conjuncts, &mut inside);
        let slice: Vec<Term> =
            conjuncts.iter().zip(inside).filter(|&(_, inside)| inside).map(|(&term, _)| term).collect();
        (2 * slice.len() <= conjuncts.len()).then_some(slice)
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

/// Takes in what shares inputs with what is inside.
fn connect(terms: &Terms, conjuncts: &[Term], inside: &mut [bool]) {
    let mut reached: FastSet<Input> = FastSet::default();
    for (&term, _) in conjuncts.iter().zip(&*inside).filter(|&(_, &inside)| inside) {
        reached.extend(terms.inputs_of(term).iter().copied());
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (&term, inside) in conjuncts.iter().zip(&mut *inside).rev().filter(|(_, inside)| !**inside) {
            let inputs = terms.inputs_of(term);
            if inputs.iter().any(|input| reached.contains(input)) {
                *inside = true;
                for &input in inputs.iter() {
                    changed |= reached.insert(input);
                }
            }
        }
    }
}
