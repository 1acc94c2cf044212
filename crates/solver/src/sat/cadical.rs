//! CaDiCaL behind the same seam. It takes longer to begin than batsat, but rewrites the clauses between searches, and so decides
//! much of what batsat leaves. Its limits are counts, too.

use super::{Budget, Sat, SatLit, Variable, Verdict};
use cadical_sys::{CaDiCal, Status, Terminator};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// CaDiCaL counts ticks, the cache lines that a search reads. The rewriting that goes with so many takes as long as a propagation
/// of batsat.
const TICKS_PER_PROPAGATION: u64 = 2;
/// While it rewrites clauses, only the questions count by which it learns whether to go on. There is one for so many propagations
/// where rewriting helps.
const PROPAGATIONS_PER_QUESTION: u64 = 50;

pub struct Cadical {
    solver: CaDiCal,
    /// Questions that are answered with yes, and then no more.
    questions: Rc<Cell<u64>>,
    variables: u32,
    /// By variable, of the last model.
    model: Vec<bool>,
    interrupt: Arc<AtomicBool>,
}

/// Ends a search after a number of questions, or when the run must end.
struct Meter {
    questions: Rc<Cell<u64>>,
    interrupt: Arc<AtomicBool>,
}

impl Terminator for Meter {
    fn terminated(&mut self) -> bool {
        let left = self.questions.get();
        self.questions.set(left.saturating_sub(1));
        left == 0 || self.interrupt.load(Ordering::Relaxed)
    }
}

impl Cadical {
    pub fn new(interrupt: Arc<AtomicBool>) -> Cadical {
        let mut solver = CaDiCal::new();
        // Against options from the environment, which CaDiCaL reads by itself.
        solver.configure("default");
        let questions: Rc<Cell<u64>> = Rc::default();
        solver.connect_terminator(Meter { questions: questions.clone(), interrupt: interrupt.clone() });
        Cadical { solver, questions, variables: 0, model: Vec::new(), interrupt }
    }

    fn conflicts(&self) -> u64 {
        self.solver.get_statistic_value("conflicts") as u64
    }

    fn propagations(&self) -> u64 {
        self.solver.get_statistic_value("ticks") as u64 / TICKS_PER_PROPAGATION
    }
}

impl Sat for Cadical {
    fn new_variable(&mut self) -> Variable {
        self.variables += 1;
        Variable(self.variables - 1)
    }

    fn clause(&mut self, literals: &[SatLit]) {
        for &literal in literals {
            self.solver.add(convert(literal));
        }
        self.solver.add(0);
    }

    fn solve(&mut self, assumptions: &[SatLit], budget: &mut Budget) -> Verdict {
        if budget.is_empty() {
            return Verdict::Exhausted;
        }
        for &assumption in assumptions {
            self.solver.assume(convert(assumption));
        }
        self.solver.limit("conflicts", limit(budget.conflicts));
        self.solver.limit("ticks", limit(budget.propagations.saturating_mul(TICKS_PER_PROPAGATION)));
        self.questions.set(budget.propagations.div_ceil(PROPAGATIONS_PER_QUESTION));
        let before = (self.conflicts(), self.propagations());
        let status = self.solver.solve();
        budget.conflicts = budget.conflicts.saturating_sub(self.conflicts() - before.0);
        budget.propagations = budget.propagations.saturating_sub(self.propagations() - before.1);
        match status {
            Status::SATISFIABLE => {
                let variables = 0..self.variables;
                self.model = variables.map(|index| self.solver.val(number(Variable(index))) > 0).collect();
                Verdict::Sat
            }
            Status::UNSATISFIABLE => Verdict::Unsat,
            Status::UNKNOWN if self.interrupt.load(Ordering::Relaxed) => Verdict::Interrupted,
            Status::UNKNOWN => {
                *budget = Budget::EMPTY;
                Verdict::Exhausted
            }
        }
    }

    fn value(&self, variable: Variable) -> bool {
        self.model[variable.0 as usize]
    }
}

/// As in DIMACS: variables from 1, negative if negated.
fn convert(literal: SatLit) -> i32 {
    let number = number(Variable(literal.0 >> 1));
    if literal.0 & 1 == 0 { number } else { -number }
}

fn number(variable: Variable) -> i32 {
    variable.0 as i32 + 1
}

fn limit(count: u64) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MUCH: Budget = Budget { conflicts: 1_000_000, propagations: 1_000_000_000 };

    /// More pigeons than holes.
    fn pigeons(solver: &mut Cadical, holes: usize) {
        let sits: Vec<Vec<SatLit>> =
            (0..=holes).map(|_| (0..holes).map(|_| SatLit::positive(solver.new_variable())).collect()).collect();
        sits.iter().for_each(|pigeon| solver.clause(pigeon));
        for hole in 0..holes {
            for first in 0..sits.len() {
                (0..first).for_each(|second| solver.clause(&[!sits[first][hole], !sits[second][hole]]));
            }
        }
    }

    #[test]
    fn ends_within_its_budget_and_always_at_the_same_place() {
        let ends = [0, 1].map(|_| {
            let mut solver = Cadical::new(Arc::default());
            pigeons(&mut solver, 11);
            let mut budget = Budget { conflicts: 2_000, propagations: 1_000_000 };
            assert_eq!(solver.solve(&[], &mut budget), Verdict::Exhausted);
            assert_eq!(budget, Budget::EMPTY);
            assert_eq!(solver.solve(&[], &mut budget), Verdict::Exhausted);
            (solver.conflicts(), solver.propagations(), solver.questions.get())
        });
        assert!((1_000..2_100).contains(&ends[0].0), "{ends:?}");
        assert_eq!(ends[0], ends[1]);
    }

    #[test]
    fn ends_when_the_run_must_end() {
        let interrupt = Arc::new(AtomicBool::new(false));
        let mut solver = Cadical::new(interrupt.clone());
        pigeons(&mut solver, 20);
        let watchdog = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            interrupt.store(true, Ordering::Relaxed);
        });
        assert_eq!(solver.solve(&[], &mut MUCH.clone()), Verdict::Interrupted);
        watchdog.join().expect("no panic");
    }
}
