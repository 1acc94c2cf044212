//! Bounds of floats before circuits: queries with floats are decided by cutting boxes of inputs, as far as a budget goes, and the
//! points at which that ends are where a search starts.

use super::sought::{Difficulty, difficulty};
use crate::interval::{Prune, Pruned};
use crate::search::Search;
use crate::statistics::{Tier, TierName};
use crate::{Answer, Haste, Solver};
use std::time::Instant;
use term::{Term, Terms, Witness};

/// Bounds computed for one query at most, some thirty nanoseconds each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boxes {
    /// For sums and comparisons of floats, and products with constants, which circuits decide quickly too.
    pub easy: u64,
    /// For other products, quotients and functions of floats.
    pub hard: u64,
    /// Terms that a search may compute from where the boxes end.
    pub seeds: u64,
}

/// Bounds, and terms, computed in the time of one step of work.
const BOXES: u64 = 5;
const TERMS: u64 = 10;

impl Default for Boxes {
    fn default() -> Boxes {
        Boxes { easy: 20_000, hard: 3_000_000, seeds: 3_000_000 }
    }
}

pub struct Ranges {
    inner: Box<dyn Solver>,
    effort: Boxes,
    haste: Haste,
    search: Search,
    tier: Tier,
}

impl Ranges {
    pub fn new(inner: Box<dyn Solver>, effort: Boxes, haste: Haste) -> Ranges {
        Ranges { inner, effort, haste, search: Search::default(), tier: Tier::new(TierName::Ranges) }
    }

    fn worked(&mut self, work: u64) {
        self.haste.spend(work);
        self.tier.work += work;
    }

    fn decide(&mut self, terms: &Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Option<Answer> {
        let (work, seeds) = match difficulty(terms, conjuncts) {
            Difficulty::NoFloats => return None,
            Difficulty::Easy => (self.effort.easy, 0),
            Difficulty::Hard => (self.effort.hard, self.effort.seeds),
        };
        let hint = hint.cloned().unwrap_or_default();
        let mut prune = Prune::new(terms, conjuncts, &hint)?;
        let pruned = prune.run(self.haste.effort(work, BOXES));
        self.worked(prune.work() / BOXES);
        match pruned {
            Pruned::Witness(witness) => Some(Answer::Sat(witness)),
            Pruned::Refuted => Some(Answer::Unsat),
            Pruned::Open(points) => {
                let share = self.haste.effort(seeds, TERMS) / points.len().max(1) as u64;
                let before = self.search.work;
                let mut found = points.iter().filter_map(|point| self.search.run(terms, conjuncts, point, share));
                let witness = found.next();
                self.worked((self.search.work - before) / TERMS);
                witness.map(Answer::Sat)
            }
        }
    }
}

impl Solver for Ranges {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        match self.decide(terms, conjuncts, hint) {
            Some(answer) => self.tier.answered(start, answer),
            None => {
                self.tier.passed(start);
                self.inner.check(terms, conjuncts, hint)
            }
        }
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}
