//! Orders: `a < b`, `a <= b`, `a = b` and their negations, over inputs and constants. A cycle that comes back lower than it started
//! refutes; otherwise shortest distances are a solution, which counts if it satisfies everything else, too. Keys of
//! search trees and elements of sorted arrays ask nothing else: an element at a constant place is as good as an input.

use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;
use term::{ArrayConst, Const, Evaluator, FastMap, Op, Sort, Term, Terms, Witness};

pub struct Order {
    inner: Box<dyn Solver>,
    orders: Orders,
    tier: Tier,
}

/// Decides what is about order.
#[derive(Default)]
pub(super) struct Orders {
    evaluator: Evaluator,
    looks: u64,
}

/// Edges looked at in the time of one step of work.
const STEP: u64 = 64;

/// More are left to the solver inside.
const MOST_VARIABLES: usize = 128;

/// `to - from <= most`
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: usize,
    to: usize,
    most: i128,
}

/// The first variable stands for zero: constants are distances from it.
const ZERO: usize = 0;

#[derive(Default)]
struct Graph {
    variables: Vec<Term>,
    numbers: FastMap<Term, usize>,
    edges: Vec<Edge>,
    /// Pairs of places whose difference is not this.
    apart: Vec<(Place, Place)>,
    /// Edges that were looked at.
    looks: Cell<u64>,
}

/// A variable and what is added to it.
#[derive(Clone, Copy, Debug)]
struct Place {
    variable: usize,
    offset: i128,
}

impl Graph {
    /// Reads the conjuncts that are about order; `None` if they are about more terms than are looked at.
    fn of(terms: &Terms, conjuncts: &[Term]) -> Option<Graph> {
        // No term is zero: the first one is never looked up.
        let mut graph = Graph { variables: vec![conjuncts[0]], ..Graph::default() };
        for &conjunct in conjuncts {
            graph.add(terms, conjunct);
            if graph.variables.len() > MOST_VARIABLES {
                return None;
            }
        }
        Some(graph)
    }

    fn add(&mut self, terms: &Terms, conjunct: Term) {
        let (atom, holds) = match terms.op(conjunct) {
            Op::Not => (terms.args(conjunct)[0], false),
            _ => (conjunct, true),
        };
        let op = terms.op(atom);
        if !is_order(terms, atom) {
            return;
        }
        let (a, b) = (self.place(terms, terms.args(atom)[0]), self.place(terms, terms.args(atom)[1]));
        match (op, holds) {
            (Op::Slt, true) => self.below(a, b, 1),
            (Op::Slt, false) => self.below(b, a, 0),
            (_, true) => {
                self.below(a, b, 0);
                self.below(b, a, 0);
            }
            (_, false) => self.apart.push((a, b)),
        }
    }

    fn place(&mut self, terms: &Terms, term: Term) -> Place {
        if let Op::Bv(bits) = terms.op(term) {
            return Place { variable: ZERO, offset: signed(bits, terms.width(term)) };
        }
        let new = self.variables.len();
        let variable = *self.numbers.entry(term).or_insert(new);
        if variable == new {
            self.variables.push(term);
        }
        Place { variable, offset: 0 }
    }

    /// `a + by <= b`
    fn below(&mut self, a: Place, b: Place, by: i128) {
        self.edges.push(Edge { from: b.variable, to: a.variable, most: b.offset - a.offset - by });
    }

    /// Values of the variables, the one of zero being zero; `None` if there are none.
    fn solve(&self) -> Option<Vec<i128>> {
        let mut values = vec![0_i128; self.variables.len()];
        for _ in 0..=self.variables.len() {
            let mut changed = false;
            self.looks.set(self.looks.get() + self.edges.len() as u64);
            for edge in &self.edges {
                let most = values[edge.from] + edge.most;
                if values[edge.to] > most {
                    values[edge.to] = most;
                    changed = true;
                }
            }
            if !changed {
                let zero = values[ZERO];
                values.iter_mut().for_each(|value| *value -= zero);
                return Some(values);
            }
        }
        None
    }

    /// As `solve`, with all pairs apart that are to be; `Err` if two cannot be.
    fn solve_apart(&mut self) -> Result<Option<Vec<i128>>, ()> {
        let Some(mut values) = self.solve() else { return Err(()) };
        for at in 0..self.apart.len() {
            let (a, b) = self.apart[at];
            if values[a.variable] + a.offset != values[b.variable] + b.offset {
                continue;
            }
            let free = self.edges.len();
            self.below(a, b, 1);
            let lower = self.solve();
            let found = match lower {
                Some(values) => Some(values),
                None => {
                    self.edges.truncate(free);
                    self.below(b, a, 1);
                    self.solve()
                }
            };
            match found {
                Some(better) => values = better,
                // Earlier choices may be to blame.
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }
}

/// A comparison of bit-vectors.
fn is_order(terms: &Terms, atom: Term) -> bool {
    match terms.op(atom) {
        Op::Slt => true,
        Op::Eq => matches!(terms.sort(terms.args(atom)[0]), Sort::Bv(_)),
        _ => false,
    }
}

fn signed(bits: u64, width: u8) -> i128 {
    let shift = 128 - u32::from(width);
    ((u128::from(bits) << shift) as i128) >> shift
}

impl Orders {
    pub(super) fn decide(&mut self, terms: &Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Option<Answer> {
        let mut graph = Graph::of(terms, conjuncts)?;
        let values = graph.solve_apart();
        self.looks += graph.looks.get();
        let values = match values {
            Err(()) => return Some(Answer::Unsat),
            Ok(values) => values?,
        };
        let mut witness = hint.cloned().unwrap_or_default();
        for (&term, &value) in graph.variables.iter().zip(&values).skip(1) {
            if signed(value as u64, terms.width(term)) != value {
                return None;
            }
            set(terms, &mut witness, term, value as u64);
        }
        let holds = conjuncts.iter().rev().all(|&term| self.evaluator.bits(terms, term, &witness) == 1);
        holds.then_some(Answer::Sat(witness))
    }
}

/// Gives an input, or an element of one, a value; what else there is has the one that follows.
fn set(terms: &Terms, witness: &mut Witness, term: Term, value: u64) {
    let mask = |width: u8| if width == 64 { u64::MAX } else { (1 << width) - 1 };
    match terms.op(term) {
        Op::Input(input) => {
            let width = terms.width(term);
            witness.set(input, Const::scalar(Sort::Bv(width), value & mask(width)));
        }
        // Elements of arrays of small numbers are widened when they are read.
        Op::Sext | Op::Zext => set(terms, witness, terms.args(term)[0], value),
        Op::Select => {
            let &[array, index] = terms.args(term) else { unreachable!("a place in an array") };
            let (Op::Input(input), Op::Bv(at), Sort::Array(element)) =
                (terms.op(array), terms.op(index), terms.sort(array))
            else {
                return;
            };
            let mut elements = match witness.get(input) {
                Some(Const::Array(elements)) => ArrayConst::clone(elements),
                _ => ArrayConst::new(element, 0),
            };
            elements.set(at as u32, value & mask(terms.width(term)));
            witness.set(input, Const::Array(Rc::new(elements)));
        }
        _ => {}
    }
}

impl Order {
    pub fn new(inner: Box<dyn Solver>) -> Order {
        Order { inner, orders: Orders::default(), tier: Tier::new(TierName::Order) }
    }

    fn decide(&mut self, terms: &Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Option<Answer> {
        let &last = conjuncts.last()?;
        let atom = if terms.op(last) == Op::Not { terms.args(last)[0] } else { last };
        if is_order(terms, atom) { self.orders.decide(terms, conjuncts, hint) } else { None }
    }
}

impl Solver for Order {
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
        tiers.push(Tier { work: self.orders.looks / STEP, ..self.tier });
        self.inner.statistics(tiers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Why;
    use crate::backend::bitblast::{BitBlaster, Limits};

    struct Nobody;

    impl Solver for Nobody {
        fn check(&mut self, _: &mut Terms, _: &[Term], _: Option<&Witness>) -> Answer {
            Answer::Unknown(Why::Unsupported)
        }

        fn statistics(&self, _: &mut Vec<Tier>) {}
    }

    /// A fixed sequence of numbers.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % bound
        }
    }

    fn operand(terms: &mut Terms, numbers: &mut Numbers) -> Term {
        match numbers.below(6) {
            0 => terms.bv(8, [0, 1, 5, 127, 128, 255][numbers.below(6) as usize]),
            which => terms.input(&format!("x{which}"), Sort::Bv(8)),
        }
    }

    #[test]
    fn agrees_with_the_bit_blaster() {
        let mut numbers = Numbers(7);
        let mut decided = 0;
        for _ in 0..2000 {
            let mut terms = Terms::new();
            let mut conjuncts = Vec::new();
            for _ in 0..1 + numbers.below(9) {
                let (a, b) = (operand(&mut terms, &mut numbers), operand(&mut terms, &mut numbers));
                let conjunct = match numbers.below(4) {
                    0 => terms.slt(a, b),
                    1 => terms.sle(a, b),
                    2 => terms.eq(a, b),
                    _ => terms.ne(a, b),
                };
                if !terms.is_const(conjunct) {
                    conjuncts.push(conjunct);
                }
            }
            if conjuncts.is_empty() {
                continue;
            }
            let answer = Order::new(Box::new(Nobody)).check(&mut terms, &conjuncts, None);
            let known = BitBlaster::new(Limits::default()).check(&mut terms, &conjuncts, None);
            match (&answer, &known) {
                (Answer::Sat(witness), Answer::Sat(_)) => {
                    assert!(conjuncts.iter().all(|&term| terms.holds(term, witness)));
                    decided += 1;
                }
                (Answer::Unsat, Answer::Unsat) => decided += 1,
                (Answer::Unknown(_), _) => {}
                _ => panic!("{answer:?} instead of {known:?}"),
            }
        }
        assert!(decided > 1500, "{decided}");
    }
}
