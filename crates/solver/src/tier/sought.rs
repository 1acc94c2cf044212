//! Trying before and after proving: a short search before the solver inside is asked about floats, a long one for what it leaves
//! unknown. Without floats the long one comes when the solver inside had a part of its budget: it has the rest afterwards.

use crate::search::Search;
use crate::statistics::{Tier, TierName};
use crate::{Answer, Haste, Solver, Why};
use std::time::Instant;
use term::{FastSet, Op, Term, Terms, Witness};

/// Terms computed by one search, some ten nanoseconds each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// For sums and comparisons of floats, and products with constants, which circuits decide quickly too.
    pub easy: u64,
    /// For other products, quotients and functions of floats.
    pub hard: u64,
    /// For what is unknown otherwise: at most, while that helps, and at least, when it often did not.
    pub last: (u64, u64),
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { easy: 30_000, hard: 1_000_000, last: (30_000_000, 2_000_000) }
    }
}

/// Terms computed in the time of one step of work.
const STEP: u64 = 10;

/// Before the long search the solver inside has one of so many parts of its budget.
const BRIEFLY: u64 = 64;

pub struct Sought {
    inner: Box<dyn Solver>,
    search: Search,
    effort: Effort,
    haste: Haste,
    /// For the next query that is unknown otherwise.
    last: u64,
    tier: Tier,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Difficulty {
    NoFloats,
    Easy,
    Hard,
}

impl Sought {
    pub fn new(inner: Box<dyn Solver>, effort: Effort, haste: Haste) -> Sought {
        Sought {
            inner,
            search: Search::default(),
            effort,
            haste,
            last: effort.last.0,
            tier: Tier::new(TierName::Search),
        }
    }

    /// Looks for long, if the answer is not known.
    fn try_last(&mut self, terms: &Terms, conjuncts: &[Term], from: &Witness, answer: Answer) -> Answer {
        match answer {
            Answer::Sat(_) | Answer::Unsat | Answer::Unknown(Why::Interrupted) => return answer,
            Answer::Unknown(_) if self.haste.is_spent() => return answer,
            Answer::Unknown(_) => {}
        }
        let start = Instant::now();
        let found = self.search(terms, conjuncts, from, self.last);
        self.tier.time += start.elapsed();
        match found {
            Some(witness) => {
                self.last = self.effort.last.0;
                self.tier.sat += 1;
                Answer::Sat(witness)
            }
            None => {
                self.last = (self.last / 2).max(self.effort.last.1);
                answer
            }
        }
    }

    fn search(&mut self, terms: &Terms, conjuncts: &[Term], from: &Witness, effort: u64) -> Option<Witness> {
        let before = self.search.work;
        let found = self.search.run(terms, conjuncts, from, self.haste.effort(effort, STEP));
        self.haste.spend((self.search.work - before) / STEP);
        found
    }
}

impl Solver for Sought {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let from = hint.cloned().unwrap_or_default();
        match difficulty(terms, conjuncts) {
            Difficulty::NoFloats => {
                let inner = &mut self.inner;
                let answer = self.haste.with_part(BRIEFLY, || inner.check(terms, conjuncts, hint));
                match self.try_last(terms, conjuncts, &from, answer) {
                    Answer::Unknown(Why::Budget) => self.inner.check(terms, conjuncts, hint),
                    answer => answer,
                }
            }
            difficulty => {
                let start = Instant::now();
                let effort = if difficulty == Difficulty::Easy { self.effort.easy } else { self.effort.hard };
                if let Some(witness) = self.search(terms, conjuncts, &from, effort) {
                    return self.tier.answered(start, Answer::Sat(witness));
                }
                self.tier.passed(start);
                let answer = self.inner.check(terms, conjuncts, hint);
                self.try_last(terms, conjuncts, &from, answer)
            }
        }
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(Tier { work: self.search.work / STEP, ..self.tier });
        self.inner.statistics(tiers);
    }
}

pub(super) fn difficulty(terms: &Terms, conjuncts: &[Term]) -> Difficulty {
    let mut seen: FastSet<Term> = FastSet::default();
    let mut stack = conjuncts.to_vec();
    let mut difficulty = Difficulty::NoFloats;
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        let of_this = match terms.op(term) {
            Op::Math(_) | Op::Frem | Op::Fsqrt => Difficulty::Hard,
            Op::Fmul | Op::Fdiv if !terms.is_const(terms.args(term)[1]) => Difficulty::Hard,
            _ if terms.sort(term).is_float() => Difficulty::Easy,
            _ => Difficulty::NoFloats,
        };
        difficulty = difficulty.max(of_this);
        if difficulty == Difficulty::Hard {
            break;
        }
        stack.extend(terms.args(term));
    }
    difficulty
}
