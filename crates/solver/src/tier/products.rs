//! Inequalities between sums of products of integers: `i * n + j < n * n` follows from `i < n` and `j < n`. Where nothing can overflow,
//! sums and products are those of integers. What two linear inequalities say together is their product; if inequalities and products
//! are contradictory as if each product of inputs were an input of its own, then there is no solution. Circuits of multiplications are
//! what a SAT solver needs longest for.

use crate::statistics::{Tier, TierName};
use crate::tier::linear::System;
use crate::{Answer, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;
use term::{Assumptions, FastMap, FastSet, Op, Sort, Term, Terms, Witness};

/// Conjuncts of queries that are looked at.
const MOST_CONJUNCTS: usize = 400;
/// Inequalities that are multiplied with each other.
const MOST_FACTORS: usize = 28;
/// Inequalities in all.
const MOST_ROWS: usize = 140;
/// Parts of one sum.
const MOST_PARTS: usize = 24;
/// Inputs in one product.
const MOST_DEGREE: usize = 4;
/// Numbers beyond this are left alone.
const LARGEST: i128 = 1 << 80;
/// Work for one number of the table.
const STEP: u64 = 1;

/// Factors by the sorted inputs of a product; none is zero. What is no sum or product that stays in its range is an input.
type Polynomial = BTreeMap<Vec<Term>, i128>;

pub struct Products {
    inner: Box<dyn Solver>,
    tier: Tier,
}

impl Products {
    pub fn new(inner: Box<dyn Solver>) -> Products {
        Products { inner, tier: Tier::new(TierName::Products) }
    }
}

impl Solver for Products {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        if conjuncts.len() <= MOST_CONJUNCTS && conjuncts.iter().any(|&conjunct| multiplies(terms, conjunct)) {
            let mut work = 0;
            let refuted = is_refuted(terms, conjuncts, &mut work);
            self.tier.work += work * STEP;
            if refuted {
                return self.tier.answered(start, Answer::Unsat);
            }
        }
        self.tier.passed(start);
        self.inner.check(terms, conjuncts, hint)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}

/// An inequality between integers that has a product of two inputs on one of its sides.
fn multiplies(terms: &Terms, conjunct: Term) -> bool {
    let Some((_, [a, b], _)) = comparison(terms, conjunct) else { return false };
    let (mut waiting, mut seen) = (vec![a, b], FastSet::default());
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            Op::Mul if terms.args(term).iter().all(|&arg| !terms.is_const(arg)) => return true,
            Op::Add | Op::Sub | Op::Mul | Op::Neg => waiting.extend(terms.args(term)),
            _ => {}
        }
    }
    false
}

fn comparison(terms: &Terms, conjunct: Term) -> Option<(Op, [Term; 2], bool)> {
    let (atom, holds) = match terms.op(conjunct) {
        Op::Not => (terms.args(conjunct)[0], false),
        _ => (conjunct, true),
    };
    let op = terms.op(atom);
    if !matches!(op, Op::Slt | Op::Ult | Op::Eq) {
        return None;
    }
    let [a, b] = *terms.args(atom) else { return None };
    matches!(terms.sort(a), Sort::Bv(32 | 64)).then_some((op, [a, b], holds))
}

/// Whether the conjuncts are contradictory, as far as this tier sees.
fn is_refuted(terms: &Terms, conjuncts: &[Term], work: &mut u64) -> bool {
    let mut assumptions = Assumptions::new();
    // What a later one says may narrow what an earlier one is about.
    for &conjunct in conjuncts.iter().chain(conjuncts) {
        if !assumptions.assume(terms, conjunct) {
            return true;
        }
    }
    let mut reader = Reader { terms, assumptions: &assumptions, known: FastMap::default(), ranges: FastMap::default() };
    let mut rows = Vec::new();
    for &conjunct in conjuncts {
        reader.read(conjunct, &mut rows);
    }
    // Bounds of one input are in its range already.
    rows.retain(|row| {
        row.keys().filter(|product| !product.is_empty()).count() > 1 || row.keys().any(|of| of.len() > 1)
    });
    let mut seen = BTreeSet::new();
    rows.retain(|row| seen.insert(row.clone()));
    let inputs: BTreeSet<Term> = rows.iter().flat_map(|row: &Polynomial| row.keys().flatten().copied()).collect();
    for input in inputs {
        let (low, high) = reader.range(input);
        let limit = 1_i128 << (terms.width(input) - 1);
        if low > -limit {
            rows.push(polynomial([(vec![input], 1), (Vec::new(), -low)]));
        }
        if high < limit - 1 {
            rows.push(polynomial([(vec![input], -1), (Vec::new(), high)]));
        }
    }
    let products: BTreeSet<Vec<Term>> =
        rows.iter().flat_map(|row| row.keys()).filter(|product| product.len() > 1).cloned().collect();
    if products.is_empty() {
        return false;
    }
    let multiplied: BTreeSet<Term> = products.iter().flatten().copied().collect();
    let is_factor = |row: &&Polynomial| {
        row.len() <= 4 && row.keys().all(|of| of.len() <= 1 && of.iter().all(|input| multiplied.contains(input)))
    };
    let mut factors: Vec<Polynomial> = rows.iter().filter(is_factor).cloned().collect();
    // Those between two inputs first.
    factors.sort_by_key(|row| std::cmp::Reverse(row.len()));
    factors.truncate(MOST_FACTORS);
    for (at, a) in factors.iter().enumerate() {
        for b in &factors[at..] {
            let Some(both) = multiply(a, b) else { continue };
            let is_of_use = both.keys().all(|product| product.len() <= 1 || products.contains(product))
                && both.keys().any(|product| product.len() > 1);
            if is_of_use && !rows.contains(&both) && rows.len() < MOST_ROWS {
                rows.push(both);
            }
        }
    }
    let columns: BTreeMap<&Vec<Term>, usize> = rows
        .iter()
        .flat_map(|row| row.keys())
        .filter(|product| !product.is_empty())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .enumerate()
        .map(|(at, product)| (product, at))
        .collect();
    let mut system = System::new(columns.len());
    for row in &rows {
        let constant = row.get(&Vec::new()).copied().unwrap_or(0);
        let factors = row.iter().filter_map(|(product, &factor)| Some((*columns.get(product)?, factor)));
        // factors >= -constant
        system.at_least(factors.collect(), -constant);
    }
    system.is_contradictory(work)
}

struct Reader<'r> {
    terms: &'r Terms,
    assumptions: &'r Assumptions,
    known: FastMap<Term, Polynomial>,
    ranges: FastMap<Term, (i128, i128)>,
}

impl Reader<'_> {
    /// What a conjunct says, as polynomials that are not negative.
    fn read(&mut self, conjunct: Term, rows: &mut Vec<Polynomial>) {
        let Some((op, [a, b], holds)) = comparison(self.terms, conjunct) else { return };
        let (positive_a, positive_b) = (self.range(a).0 >= 0, self.range(b).0 >= 0);
        let (left, right) = (self.polynomial(a), self.polynomial(b));
        let mut below = |a: &Polynomial, b: &Polynomial, by: i128| {
            let difference = sum(b, a, -1).and_then(|difference| sum(&difference, &constant(by), -1));
            rows.extend(difference);
        };
        match (op, holds) {
            (Op::Slt, true) => below(&left, &right, 1),
            (Op::Slt, false) => below(&right, &left, 0),
            (Op::Ult, true) if positive_b => {
                below(&left, &right, 1);
                below(&Polynomial::new(), &left, 0);
            }
            (Op::Ult, false) if positive_a && positive_b => below(&right, &left, 0),
            (Op::Eq, true) => {
                below(&left, &right, 0);
                below(&right, &left, 0);
            }
            _ => {}
        }
    }

    fn polynomial(&mut self, term: Term) -> Polynomial {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let made = self.combined(term).unwrap_or_else(|| polynomial([(vec![term], 1)]));
        self.known.insert(term, made.clone());
        made
    }

    /// Between which numbers a term is, whatever solves the query.
    fn range(&mut self, term: Term) -> (i128, i128) {
        if let Some(&known) = self.ranges.get(&term) {
            return known;
        }
        let fact = self.assumptions.fact(self.terms, term);
        let mut range = (i128::from(fact.smin), i128::from(fact.smax));
        if let Some(exact) = self.exact(term) {
            range = (range.0.max(exact.0), range.1.min(exact.1));
        }
        self.ranges.insert(term, range);
        range
    }

    /// The range of a sum or a product that cannot overflow.
    fn exact(&mut self, term: Term) -> Option<(i128, i128)> {
        let (op, width) = (self.terms.op(term), self.terms.width(term));
        if !matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Neg) {
            return None;
        }
        let args = self.terms.args(term).to_vec();
        let a = self.range(args[0]);
        let b = if op == Op::Neg { (0, 0) } else { self.range(args[1]) };
        let ends = match op {
            Op::Add => [a.0 + b.0, a.1 + b.1, a.0 + b.0, a.1 + b.1],
            Op::Sub => [a.0 - b.1, a.1 - b.0, a.0 - b.1, a.1 - b.0],
            Op::Neg => [-a.0, -a.1, -a.0, -a.1],
            _ => [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1],
        };
        let limit = 1_i128 << (width - 1);
        let (low, high) = (*ends.iter().min()?, *ends.iter().max()?);
        (-limit <= low && high < limit).then_some((low, high))
    }

    /// `None` if it may overflow, gets too large or is an input.
    fn combined(&mut self, term: Term) -> Option<Polynomial> {
        let width = self.terms.width(term);
        if let Some(bits) = self.terms.bits(term) {
            return Some(constant(signed(bits, width)));
        }
        let op = self.terms.op(term);
        if !matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Neg) {
            return None;
        }
        let args = self.terms.args(term).to_vec();
        self.exact(term)?;
        let first = self.polynomial(args[0]);
        match op {
            Op::Neg => sum(&Polynomial::new(), &first, -1),
            Op::Mul => multiply(&first, &self.polynomial(args[1])),
            _ => sum(&first, &self.polynomial(args[1]), if op == Op::Add { 1 } else { -1 }),
        }
    }
}

fn signed(bits: u64, width: u8) -> i128 {
    if width == 64 { i128::from(bits as i64) } else { i128::from(bits as u32 as i32) }
}

fn constant(value: i128) -> Polynomial {
    polynomial([(Vec::new(), value)])
}

fn polynomial<const N: usize>(parts: [(Vec<Term>, i128); N]) -> Polynomial {
    parts.into_iter().filter(|(_, factor)| *factor != 0).collect()
}

/// `a + by * b`
fn sum(a: &Polynomial, b: &Polynomial, by: i128) -> Option<Polynomial> {
    let mut made = a.clone();
    for (product, factor) in b {
        let entry = made.entry(product.clone()).or_default();
        *entry += by * factor;
        if entry.abs() > LARGEST {
            return None;
        }
    }
    made.retain(|_, factor| *factor != 0);
    (made.len() <= MOST_PARTS).then_some(made)
}

fn multiply(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut made = Polynomial::new();
    for (left, by) in a {
        for (right, factor) in b {
            let mut product = [left.as_slice(), right.as_slice()].concat();
            product.sort();
            let entry = made.entry(product).or_default();
            *entry = entry.checked_add(by.checked_mul(*factor)?)?;
            if entry.abs() > LARGEST {
                return None;
            }
        }
    }
    made.retain(|_, factor| *factor != 0);
    let is_small = made.len() <= MOST_PARTS && made.keys().all(|product| product.len() <= MOST_DEGREE);
    is_small.then_some(made)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Random;

    fn refuted(terms: &Terms, conjuncts: &[Term]) -> bool {
        is_refuted(terms, conjuncts, &mut 0)
    }

    fn ints<const N: usize>(terms: &mut Terms, names: [&str; N]) -> [Term; N] {
        names.map(|name| terms.input(name, Sort::Bv(32)))
    }

    #[test]
    fn sums_that_share_their_parts_are_looked_at_once() {
        let mut terms = Terms::default();
        let [mut a, mut b] = ints(&mut terms, ["a", "b"]);
        for _ in 0..200 {
            (a, b) = (terms.add(a, b), a);
        }
        let less = terms.slt(a, b);
        assert!(!multiplies(&terms, less));
    }

    /// 0 <= i < n, 0 <= j < n, 0 < n <= most, and the element is not inside of the array.
    fn matrix(terms: &mut Terms, most: i32, unsigned: bool) -> Vec<Term> {
        let [i, j, n] = ints(terms, ["i", "j", "n"]);
        let (zero, most) = (terms.int(0), terms.int(most));
        let row = terms.mul(i, n);
        let (index, length) = (terms.add(row, j), terms.mul(n, n));
        let inside = if unsigned { terms.ult(index, length) } else { terms.slt(index, length) };
        vec![
            terms.sle(zero, i),
            terms.slt(i, n),
            terms.sle(zero, j),
            terms.slt(j, n),
            terms.slt(zero, n),
            terms.sle(n, most),
            terms.not(inside),
        ]
    }

    #[test]
    fn an_element_of_a_matrix_is_inside() {
        let mut terms = Terms::new();
        let query = matrix(&mut terms, 46_340, true);
        assert!(refuted(&terms, &query));
        let query = matrix(&mut terms, 46_340, false);
        assert!(refuted(&terms, &query));
        // With j <= n it may be the one behind the last.
        let mut weaker = query.clone();
        let [j, n] = ints(&mut terms, ["j", "n"]);
        weaker[3] = terms.sle(j, n);
        assert!(!refuted(&terms, &weaker));
    }

    #[test]
    fn what_may_overflow_is_no_integer() {
        let mut terms = Terms::new();
        let query = matrix(&mut terms, 46_342, false);
        assert!(!refuted(&terms, &query));
    }

    /// Random inequalities over three small inputs: never refuted if some values satisfy them, on 32 bits as Java has them.
    #[test]
    fn what_has_a_solution_is_not_refuted() {
        let mut source = Random::new();
        let mut random = |below: usize| source.below(below);
        let mut refutations = 0;
        for _ in 0..3000 {
            let mut terms = Terms::new();
            let inputs = ints(&mut terms, ["a", "b", "c"]);
            // Small ones, and such that overflow when they are multiplied.
            let scale = [1, 1, 30_000][random(3)];
            let values: Vec<i32> = (-3..=4).map(|value| value * scale).collect();
            let mut query = Vec::new();
            for input in inputs {
                let (low, high) = (terms.int(values[0]), terms.int(values[values.len() - 1]));
                query.push(terms.sle(low, input));
                query.push(terms.sle(input, high));
            }
            let mut side = |terms: &mut Terms| {
                let mut made = inputs[random(3)];
                for _ in 0..random(3) {
                    let other = match random(4) {
                        0 => terms.int(random(7) as i32 - 3),
                        _ => inputs[random(3)],
                    };
                    made = match random(3) {
                        0 => terms.add(made, other),
                        1 => terms.sub(made, other),
                        _ => terms.mul(made, other),
                    };
                }
                made
            };
            let mut made = Vec::new();
            for _ in 0..3 {
                made.push((side(&mut terms), side(&mut terms)));
            }
            for (at, (a, b)) in made.into_iter().enumerate() {
                query.push(match at % 3 {
                    0 => terms.slt(a, b),
                    1 => terms.sle(a, b),
                    _ => terms.ult(a, b),
                });
            }
            if !refuted(&terms, &query) {
                continue;
            }
            refutations += 1;
            // Of large ones all are too many: steps of one near the ends, and the scale between them.
            let tried: Vec<i32> = values.iter().flat_map(|&value| [value - 1, value, value + 1]).collect();
            for &a in &tried {
                for &b in &tried {
                    for &c in &tried {
                        let mut witness = Witness::default();
                        for (input, value) in inputs.iter().zip([a, b, c]) {
                            let input = terms.as_input(*input).expect("an input");
                            witness.set(input, term::Const::scalar(Sort::Bv(32), u64::from(value as u32)));
                        }
                        assert!(!query.iter().all(|&conjunct| terms.holds(conjunct, &witness)), "{a} {b} {c}");
                    }
                }
            }
        }
        assert!(refutations > 100, "{refutations}");
    }
}
