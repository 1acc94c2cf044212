//! Assumptions that a witness satisfies never contradict each other, and what they say holds of that witness.

use super::Assumptions;
use crate::fact::{Fact, fact_width};
use crate::testing::{Random, Sample};
use crate::{Sort, Term, Terms};

#[test]
fn what_assumptions_say_holds_of_every_witness_that_satisfies_them() {
    let (mut decided, mut sharpened) = (0, 0);
    for seed in 0..15_000 {
        let mut sample = Sample::new(seed, 40);
        let witness = sample.witness();
        let mut assumptions = Assumptions::new();
        let made: Vec<Term> = sample.made.iter().map(|&(term, _)| term).collect();
        for &term in &made {
            if sample.terms.sort(term) != Sort::Bool {
                continue;
            }
            let holds = sample.terms.holds(term, &witness);
            if sample.random.chance(40) {
                let condition = if holds { term } else { sample.terms.not(term) };
                assert!(assumptions.assume(&sample.terms, condition), "seed {seed}: {}", sample.terms.show(condition));
            }
        }
        for &term in &made {
            let (terms, value) = (&sample.terms, sample.terms.eval(term, &witness));
            if let Some(width) = fact_width(value.sort()) {
                let fact = assumptions.fact(terms, term);
                assert!(fact.admits(width, value.bits()), "seed {seed}: {} = {value}, {fact:?}", terms.show(term));
                sharpened += usize::from(fact != terms.fact(term));
            }
            if value.sort() == Sort::Bool && !terms.is_const(term) {
                let answer = assumptions.decide(terms, term);
                decided += usize::from(answer.is_some());
                assert_ne!(answer, value.truth().map(|truth| !truth), "seed {seed}: {}", terms.show(term));
                let opposite = if value.bits() == 1 { sample.terms.not(term) } else { term };
                if assumptions.excludes(&sample.terms, opposite) {
                    decided += 1;
                }
                let fitting = sample.terms.not(opposite);
                assert!(!assumptions.excludes(&sample.terms, fitting), "seed {seed}: {}", sample.terms.show(fitting));
            }
        }
    }
    assert!(decided > 10_000 && sharpened > 10_000, "{decided} decided, {sharpened} sharpened");
}

#[test]
fn undo_restores_every_fact() {
    for seed in 0..2_000 {
        let sample = Sample::new(seed, 40);
        let made: Vec<Term> = sample.made.iter().map(|&(term, _)| term).collect();
        let conditions: Vec<Term> =
            made.iter().copied().filter(|&term| sample.terms.sort(term) == Sort::Bool).collect();
        let mut assumptions = Assumptions::new();
        let (first, rest) = conditions.split_at(conditions.len() / 2);
        for &condition in first {
            assumptions.assume(&sample.terms, condition);
        }
        let before: Vec<Fact> = made.iter().map(|&term| assumptions.fact(&sample.terms, term)).collect();
        let (mark, contradictory) = (assumptions.mark(), assumptions.is_contradictory());
        for &condition in rest {
            assumptions.assume(&sample.terms, condition);
        }
        assumptions.undo(mark);
        let after: Vec<Fact> = made.iter().map(|&term| assumptions.fact(&sample.terms, term)).collect();
        assert_eq!((before, contradictory), (after, assumptions.is_contradictory()), "seed {seed}");
    }
}

#[test]
fn bounds_travel_through_arithmetic() {
    let mut terms = Terms::new();
    let (x, y, ten) = (terms.input("x", Sort::Bv(32)), terms.input("y", Sort::Bv(32)), terms.int(10));
    let three = terms.int(3);
    let mut assumptions = Assumptions::new();
    let inside = terms.ult(x, ten);
    let sum = terms.add(x, three);
    let equal = terms.eq(sum, y);
    assert!(assumptions.assume(&terms, inside));
    assert!(assumptions.assume(&terms, equal));
    let fact = assumptions.fact(&terms, y);
    assert_eq!((fact.smin, fact.smax), (3, 12));
    let thirteen = terms.int(13);
    let beyond = terms.sle(thirteen, y);
    assert_eq!(assumptions.decide(&terms, beyond), Some(false));
    let nine = terms.int(9);
    let last = terms.sle(nine, x);
    let mark = assumptions.mark();
    assert!(assumptions.assume(&terms, last));
    assert_eq!(assumptions.fact(&terms, y).value(), Some(12), "the later bound reaches y through the earlier equation");
    let not_last = terms.ne(x, nine);
    assert!(assumptions.excludes(&terms, not_last));
    assumptions.undo(mark);
    assert_eq!(assumptions.fact(&terms, x).smax, 9);
}

#[test]
fn relations_of_the_same_terms_decide_each_other() {
    let mut terms = Terms::new();
    let (x, y) = (terms.input("x", Sort::Bv(64)), terms.input("y", Sort::Bv(64)));
    let (less, greater, equal) = (terms.slt(x, y), terms.slt(y, x), terms.eq(x, y));
    let mut assumptions = Assumptions::new();
    assumptions.assume(&terms, less);
    assert_eq!(assumptions.decide(&terms, greater), Some(false));
    assert_eq!(assumptions.decide(&terms, equal), Some(false));
    let (p, q) = (terms.input("p", Sort::Float64), terms.input("q", Sort::Float64));
    let (at_most, below, same) = (terms.fle(p, q), terms.flt(p, q), terms.feq(q, p));
    let not_same = terms.not(same);
    assumptions.assume(&terms, at_most);
    assert_eq!(assumptions.decide(&terms, below), None);
    assumptions.assume(&terms, not_same);
    assert_eq!(assumptions.decide(&terms, below), Some(true));
}

#[test]
fn a_choice_tells_its_condition() {
    let mut terms = Terms::new();
    let (c, x) = (terms.input("c", Sort::Bool), terms.input("x", Sort::Bv(8)));
    let wide = terms.zext(32, x);
    let minus = terms.int(-1);
    let choice = terms.ite(c, wide, minus);
    let five = terms.int(5);
    let y = terms.input("y", Sort::Bv(32));
    let sum = terms.add(choice, y);
    let (is_five, zero) = (terms.eq(sum, five), terms.int(0));
    let no_offset = terms.eq(y, zero);
    let mut assumptions = Assumptions::new();
    assert!(assumptions.assume(&terms, no_offset) && assumptions.assume(&terms, is_five));
    assert_eq!(assumptions.decide(&terms, c), Some(true));
    assert_eq!(assumptions.fact(&terms, x).value(), Some(5));
}

#[test]
fn reduction_keeps_every_value() {
    let mut random = Random::new(7);
    for _ in 0..20_000 {
        let width = random.pick(&[1, 3, 8, 32, 64]);
        let sort = Sort::Bv(width);
        let [a, b, c] = [random.bits(sort), random.bits(sort), random.bits(sort)];
        let exact = [a, b].map(|bits| Fact::constant(width, bits));
        let known = random.next();
        let fact =
            Fact { zeros: !c & known, ones: c & known, ..exact[0].join(&exact[1]).join(&Fact::constant(width, c)) };
        let fact = Fact { zeros: fact.zeros & Fact::top(width).umax, ones: fact.ones & Fact::top(width).umax, ..fact };
        let reduced = fact.reduced(width).expect("c is admitted");
        for bits in [a, b, c, random.bits(sort)] {
            assert_eq!(fact.admits(width, bits), reduced.admits(width, bits), "{fact:?} {reduced:?} {bits}");
        }
    }
}
