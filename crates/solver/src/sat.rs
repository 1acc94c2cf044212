//! The seam to a SAT solver: variables, clauses, solving under assumptions within a deterministic budget.

pub mod cadical;

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use std::ops::Not;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SatLit(u32);

impl SatLit {
    pub fn positive(variable: Variable) -> SatLit {
        SatLit(variable.0 << 1)
    }

    /// The negation of this literal if `flip`, otherwise itself.
    pub fn flipped(self, flip: bool) -> SatLit {
        SatLit(self.0 ^ flip as u32)
    }
}

impl Not for SatLit {
    type Output = SatLit;

    fn not(self) -> SatLit {
        SatLit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable(u32);

/// Work that one query may still cost. Counted, not timed: the same query always ends the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    pub conflicts: u64,
    pub propagations: u64,
}

/// A conflict costs as much as so many propagations.
pub const CONFLICT: u64 = 50;

impl Budget {
    pub const EMPTY: Budget = Budget { conflicts: 0, propagations: 0 };

    pub fn times(self, factor: u64) -> Budget {
        Budget { conflicts: self.conflicts * factor, propagations: self.propagations * factor }
    }

    /// One of so many equal parts.
    pub fn part(self, of: u64) -> Budget {
        Budget { conflicts: self.conflicts / of, propagations: self.propagations / of }
    }

    pub fn is_empty(self) -> bool {
        self.conflicts == 0 || self.propagations == 0
    }

    /// The work between this budget and what was left of it.
    pub fn used(self, left: Budget) -> u64 {
        (self.propagations - left.propagations) + CONFLICT * (self.conflicts - left.conflicts)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Sat,
    Unsat,
    Exhausted,
    Interrupted,
}

pub trait Sat {
    fn new_variable(&mut self) -> Variable;

    fn clause(&mut self, literals: &[SatLit]);

    /// What the search costs is taken from the budget.
    fn solve(&mut self, assumptions: &[SatLit], budget: &mut Budget) -> Verdict;

    /// Of the last model; only after `Verdict::Sat`.
    fn value(&self, variable: Variable) -> bool;
}

/// Propagations can only be read between searches: a long search runs in slices of at most this many conflicts, and at least that many.
const SLICE: (u64, u64) = (2000, 50);
/// With fewer propagations left for each conflict of a slice, slices become shorter.
const PROPAGATIONS: u64 = 4000;

pub struct Batsat {
    solver: batsat::Solver<Meter>,
    /// Reused for every clause.
    clause: Vec<batsat::Lit>,
    assumptions: Vec<batsat::Lit>,
}

/// Stops a search after a number of learnt clauses, or when the run must end.
struct Meter {
    learnt: u64,
    limit: u64,
    interrupt: Arc<AtomicBool>,
}

impl Meter {
    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }
}

impl Callbacks for Meter {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.learnt += 1;
        }
    }

    fn stop(&self) -> bool {
        self.learnt >= self.limit || self.is_interrupted()
    }
}

impl Batsat {
    pub fn new(interrupt: Arc<AtomicBool>) -> Batsat {
        let meter = Meter { learnt: 0, limit: 0, interrupt };
        Batsat {
            solver: batsat::Solver::new(SolverOpts::default(), meter),
            clause: Vec::new(),
            assumptions: Vec::new(),
        }
    }
}

impl Sat for Batsat {
    fn new_variable(&mut self) -> Variable {
        Variable(self.solver.new_var_default().idx())
    }

    fn clause(&mut self, literals: &[SatLit]) {
        self.clause.clear();
        self.clause.extend(literals.iter().map(|&literal| convert(literal)));
        // The answer, whether the clauses are still satisfiable at level 0, comes again from `solve`.
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[SatLit], budget: &mut Budget) -> Verdict {
        self.assumptions.clear();
        self.assumptions.extend(assumptions.iter().map(|&literal| convert(literal)));
        while !budget.is_empty() {
            let propagations = self.solver.num_propagations();
            let slice = (budget.propagations / PROPAGATIONS).clamp(SLICE.1, SLICE.0);
            let meter = self.solver.cb_mut();
            meter.learnt = 0;
            meter.limit = budget.conflicts.min(slice);
            let verdict = self.solver.solve_limited(&self.assumptions);
            budget.conflicts = budget.conflicts.saturating_sub(self.solver.cb().learnt);
            budget.propagations = budget.propagations.saturating_sub(self.solver.num_propagations() - propagations);
            if verdict == lbool::TRUE {
                return Verdict::Sat;
            }
            if verdict == lbool::FALSE {
                return Verdict::Unsat;
            }
            if self.solver.cb().is_interrupted() {
                return Verdict::Interrupted;
            }
        }
        Verdict::Exhausted
    }

    fn value(&self, variable: Variable) -> bool {
        self.solver.value_var(convert_variable(variable)) == lbool::TRUE
    }
}

fn convert(literal: SatLit) -> batsat::Lit {
    batsat::Lit::new(convert_variable(Variable(literal.0 >> 1)), literal.0 & 1 == 0)
}

/// An ordinary function in spite of its name: it trusts that the variable exists, and only `new_variable` makes any.
fn convert_variable(variable: Variable) -> batsat::Var {
    batsat::Var::unsafe_from_idx(variable.0)
}
