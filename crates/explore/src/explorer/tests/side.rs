use super::*;
use crate::explorer::side::Side;
use machine::testing::programs::SIGN;
use std::rc::Rc;
use term::{Const, Sort};

/// Paths of one input, x, with a witness of 7.
struct Paths {
    bench: Bench,
    state: State,
    x: Term,
}

impl Paths {
    fn new() -> Paths {
        let mut bench = Bench::of_method("(I)I", SIGN);
        let x = bench.int("x");
        let mut state = bench.start("(I)I", &[Value::Sym(x)]);
        let input = bench.world.terms.as_input(x).expect("an input");
        state.path.witness_mut().set(input, Const::scalar(Sort::Bv(32), 7));
        Paths { bench, state, x }
    }

    fn below(&mut self, limit: i32) -> Term {
        let limit = self.bench.world.terms.int(limit);
        self.bench.world.terms.slt(self.x, limit)
    }

    fn at_least(&mut self, limit: i32) -> Term {
        let below = self.below(limit);
        self.bench.world.terms.not(below)
    }

    /// The value of x on that side, if it is feasible, and how many questions that took.
    fn ask(mut self, condition: Term) -> (Option<u64>, u64) {
        let mut machine = self.bench.machine();
        let solver = solver::standard(Config::default());
        let mut explorer = Explorer::new(&mut machine, solver, no_limits(), Order::Dfs.frontier(0), FLOOR);
        let value = match explorer.side(&self.state, condition) {
            Side::Feasible(witness) => Some(explorer.machine.world.terms.eval(self.x, &witness).bits()),
            Side::Infeasible => None,
            Side::Unknown(_) | Side::Later => panic!("the solver answers questions on one comparison"),
        };
        (value, explorer.stats.solver_calls)
    }
}

/// Is `x < limit` possible where `x >= 5`?
fn below_on_path(limit: i32) -> (Option<u64>, u64) {
    let mut paths = Paths::new();
    let conjunct = paths.at_least(5);
    paths.state.path.assume(&paths.bench.world.terms, conjunct);
    let condition = paths.below(limit);
    paths.ask(condition)
}

#[test]
fn a_feasible_side_has_a_witness_of_the_whole_path() {
    assert_eq!(below_on_path(6), (Some(5), 1));
}

#[test]
fn a_side_that_contradicts_the_path_is_infeasible() {
    assert_eq!(below_on_path(5), (None, 1));
}

/// The same, where terms are exact for `x >= 20` only.
fn below_in_focus(limit: i32) -> (Option<u64>, u64) {
    let mut paths = Paths::new();
    let (conjunct, focus) = (paths.at_least(5), paths.at_least(20));
    paths.state.path.assume(&paths.bench.world.terms, conjunct);
    Rc::make_mut(&mut paths.state.path.focus).push((focus, "small numbers"));
    let condition = paths.below(limit);
    paths.ask(condition)
}

#[test]
fn a_witness_is_looked_for_in_the_focus_first() {
    assert_eq!(below_in_focus(21), (Some(20), 1));
}

#[test]
fn what_the_focus_excludes_is_asked_again_without_it() {
    assert_eq!(below_in_focus(6), (Some(5), 2));
    assert_eq!(below_in_focus(5), (None, 2));
}
