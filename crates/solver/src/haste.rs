//! How much a question may cost at the moment, shared between who asks and the tiers. Work is counted, not timed.

use crate::sat::{Budget, CONFLICT};
use std::cell::Cell;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct Haste(Rc<Allowed>);

#[derive(Debug)]
struct Allowed {
    /// Into how many parts budgets are cut.
    parts: Cell<u64>,
    /// Work that all questions together have left.
    left: Cell<u64>,
}

impl Haste {
    /// Who asks only to try a guess takes one of so many parts of a budget.
    pub fn set(&self, parts: u64) {
        self.0.parts.set(parts.max(1));
    }

    pub fn is_set(&self) -> bool {
        self.0.parts.get() != 1
    }

    /// Asks something with one of so many parts of what there is.
    pub fn with_part<T>(&self, of: u64, ask: impl FnOnce() -> T) -> T {
        let parts = self.0.parts.get();
        self.set(parts * of);
        let answer = ask();
        self.set(parts);
        answer
    }

    /// From now on all questions together take about so much work at most.
    pub fn allow(&self, work: u64) {
        self.0.left.set(work);
    }

    /// As at the beginning.
    pub fn lift(&self) {
        self.set(1);
        self.allow(u64::MAX);
    }

    pub fn spend(&self, work: u64) {
        self.0.left.set(self.0.left.get().saturating_sub(work));
    }

    pub fn is_spent(&self) -> bool {
        self.0.left.get() == 0
    }

    /// At most so many.
    pub fn at_most(&self, gates: usize) -> usize {
        usize::try_from(self.0.left.get()).map_or(gates, |left| gates.min(left))
    }

    /// What there is of this effort, of which so many units are one step of work.
    pub fn effort(&self, effort: u64, per_step: u64) -> u64 {
        (effort / self.0.parts.get()).min(self.0.left.get().saturating_mul(per_step))
    }

    pub fn budget(&self, budget: Budget) -> Budget {
        let (parts, left) = (budget.part(self.0.parts.get()), self.0.left.get());
        Budget { conflicts: parts.conflicts.min(left.div_ceil(CONFLICT)), propagations: parts.propagations.min(left) }
    }
}

impl Default for Haste {
    fn default() -> Haste {
        Haste(Rc::new(Allowed { parts: Cell::new(1), left: Cell::new(u64::MAX) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_bounds_what_parts_give() {
        let haste = Haste::default();
        let whole = Budget { conflicts: 1_000, propagations: 100_000 };
        assert_eq!(haste.budget(whole), whole);
        haste.set(4);
        assert_eq!(haste.budget(whole), whole.part(4));
        haste.allow(500);
        assert_eq!(haste.budget(whole), Budget { conflicts: 10, propagations: 500 });
        assert_eq!(haste.effort(1_000_000, 10), 5_000);
        haste.spend(600);
        assert!(haste.is_spent());
        assert!(haste.budget(whole).is_empty());
        haste.lift();
        assert_eq!(haste.budget(whole), whole);
    }
}
