//! Facts about all elements of an array: a fact that mentions `every` holds whatever that index is. Where it is assumed, it is
//! instantiated at the indices that matter; where it is to be shown, one index of which nothing is known stands for all.

use crate::numbers::Numbers;
use explore::Explorer;
use machine::general::ROUNDS;
use machine::{Machine, State};
use solver::Answer;
use std::collections::BTreeSet;
use term::{Input, Sort, Term, Terms};

/// Numbers of the program that elements are compared with, and those below and above counters.
const MOST_NUMBERS: usize = 24;
const MOST_NUMBERS_BESIDE: usize = 16;
/// Counters below which elements are as they are to be, and other numbers that elements are compared with.
const MOST_COUNTERS: usize = 3;
const MOST_OTHERS: usize = 4;
/// Arrays that one array is compared with, element by element.
const MOST_ARRAYS: usize = 3;

/// An array at the head of a loop.
#[derive(Clone, Copy)]
pub struct Contents {
    pub elements: Term,
    pub length: Term,
}

/// Numbers that elements are compared with.
pub struct Beside<'n> {
    /// Integers that the loop changes: they part the elements into those below, at and above.
    pub counters: &'n [Term],
    /// Numbers that the loop changes, counters among them.
    pub changed: &'n [Term],
    /// Numbers that it leaves alone.
    pub fixed: &'n [Term],
}

/// The index that stands for all.
pub fn every(terms: &mut Terms) -> Term {
    terms.input("every index", Sort::Bv(32))
}

pub fn is_for_all(terms: &mut Terms, fact: Term) -> bool {
    let index = every_input(terms);
    terms.inputs_of(fact).contains(&index)
}

pub fn every_input(terms: &mut Terms) -> Input {
    let index = every(terms);
    terms.as_input(index).expect("an input")
}

/// For every index, one of which no path says anything.
pub fn some_index(terms: &mut Terms) -> (Input, Term) {
    (every_input(terms), terms.input("some index", Sort::Bv(32)))
}

/// A fact holds in a state from here on.
pub fn assume(machine: &mut Machine, state: &mut State, fact: Term) {
    if is_for_all(&mut machine.world.terms, fact) {
        let index = every_input(&mut machine.world.terms);
        machine.assume_for_all(state, index, fact);
    } else {
        state.path.assume(&machine.world.terms, fact);
    }
}

/// Whether what is known of all elements leaves no input for a path.
pub fn is_excluded(explorer: &mut Explorer, state: &State) -> bool {
    let instances = explorer.machine.instances(state, &[], ROUNDS);
    if instances.is_empty() {
        return false;
    }
    let conditions = [state.path.conjuncts.to_vec(), instances].concat();
    explorer.ask(&conditions, state) == Answer::Unsat
}

/// What the elements of an array may all be, and those below and from counters on. `others` do not change.
pub fn candidates(
    terms: &mut Terms,
    array: Contents,
    counters: &[Term],
    others: &[Term],
    numbers: &Numbers,
) -> Vec<Term> {
    let Contents { elements: array, length } = array;
    let index = every(terms);
    let (zero, one) = (terms.int(0), terms.int(1));
    let (from, to) = (terms.sle(zero, index), terms.slt(index, length));
    let inside = terms.and(from, to);
    let element = terms.select(array, index);
    let sort = terms.sort(element);
    let mut found = Vec::new();
    let constants = match sort {
        Sort::Bv(width @ (32 | 64)) => {
            let numbers = numbers.of_width(width);
            numbers.into_iter().take(MOST_NUMBERS).map(|number| terms.bv(width, number as u64)).collect()
        }
        Sort::Float32 | Sort::Float64 => numbers.floats_of(terms, sort),
        Sort::Bool | Sort::Bv(_) | Sort::Array(_) | Sort::Ref => Vec::new(),
    };
    let others: Vec<Term> =
        others.iter().copied().filter(|&other| terms.sort(other) == sort).take(MOST_OTHERS).collect();
    for &other in constants.iter().chain(&others) {
        for claim in compared(terms, element, other) {
            found.push(implied(terms, inside, claim));
        }
    }
    let next = terms.add(index, one);
    let after = terms.select(array, next);
    let ordered = sort.is_bv().then(|| terms.sle(element, after));
    for &counter in counters.iter().take(MOST_COUNTERS) {
        let beside = constants.iter().take(MOST_NUMBERS_BESIDE).chain(&others);
        let mut claims: Vec<Term> = Vec::new();
        for &other in beside {
            claims.push(terms.eq(element, other));
            claims.extend(compared(terms, element, other));
        }
        if sort == Sort::Bv(32) {
            claims.push(terms.eq(element, index));
            for &other in &others {
                let (sum, difference) = (terms.add(index, other), terms.sub(other, index));
                claims.extend([terms.eq(element, sum), terms.eq(element, difference)]);
            }
        }
        found.extend(on_sides(terms, length, &[counter], &claims));
        if let Some(ordered) = ordered {
            let next_below = terms.slt(next, counter);
            let both = terms.and(from, next_below);
            found.push(implied(terms, both, ordered));
        }
    }
    if let Some(ordered) = ordered {
        let next_inside = terms.slt(next, length);
        let both = terms.and(from, next_inside);
        found.push(implied(terms, both, ordered));
    }
    found
}

/// What a loop that leaves an array alone may have found out about the elements that it has seen: how they compare with a number
/// (the largest one so far, the one that is looked for) or with the element at an index (where the largest one is).
pub fn seen_so_far(terms: &mut Terms, array: Contents, beside: &Beside) -> Vec<Term> {
    let index = every(terms);
    let element = terms.select(array.elements, index);
    let sort = terms.sort(element);
    let of_sort = |terms: &Terms, numbers: &[Term]| -> Vec<Term> {
        let fit = numbers.iter().copied().filter(|&number| terms.sort(number) == sort);
        fit.take(MOST_OTHERS).collect()
    };
    let mut claims = Vec::new();
    for other in of_sort(terms, beside.changed) {
        claims.extend(compared(terms, element, other));
    }
    for other in of_sort(terms, beside.fixed) {
        claims.extend(compared(terms, element, other));
        let same = terms.eq(element, other);
        claims.push(terms.not(same));
    }
    for &place in beside.counters.iter().take(MOST_OTHERS) {
        let other = terms.select(array.elements, place);
        claims.extend(compared(terms, element, other));
    }
    on_sides(terms, array.length, beside.counters, &claims)
}

/// An array that a loop changes beside others: elements that are the same.
pub fn same_elements(terms: &mut Terms, array: Contents, others: &[Contents], counters: &[Term]) -> Vec<Term> {
    let index = every(terms);
    let element = terms.select(array.elements, index);
    let mut claims = Vec::new();
    for other in others.iter().take(MOST_ARRAYS) {
        if terms.sort(other.elements) != terms.sort(array.elements) || other.elements == array.elements {
            continue;
        }
        let beside = terms.select(other.elements, index);
        claims.push(terms.eq(element, beside));
    }
    on_sides(terms, array.length, counters, &claims)
}

/// The claims for all elements below, from, and above each counter.
fn on_sides(terms: &mut Terms, length: Term, counters: &[Term], claims: &[Term]) -> Vec<Term> {
    let index = every(terms);
    let zero = terms.int(0);
    let (from, to) = (terms.sle(zero, index), terms.slt(index, length));
    let inside = terms.and(from, to);
    let mut found = Vec::new();
    for &counter in counters.iter().take(MOST_COUNTERS) {
        let (below, above) = (terms.slt(index, counter), terms.slt(counter, index));
        let at_least = terms.not(below);
        for side in [below, at_least, above] {
            let where_ = terms.and(inside, side);
            for &claim in claims {
                found.push(implied(terms, where_, claim));
            }
        }
    }
    found
}

fn implied(terms: &mut Terms, condition: Term, claim: Term) -> Term {
    let other = terms.not(condition);
    terms.or(other, claim)
}

fn compared(terms: &mut Terms, a: Term, b: Term) -> Vec<Term> {
    match terms.sort(a).is_float() {
        true => vec![terms.fle(a, b), terms.fle(b, a)],
        false if terms.is_const(b) => vec![terms.sle(a, b), terms.sle(b, a)],
        false => vec![terms.sle(a, b), terms.sle(b, a), terms.slt(a, b), terms.slt(b, a)],
    }
}

/// If conditions of a way look into an array at an index that is an input: no element is as they say.
pub fn turned_around(terms: &mut Terms, way: &[Term], array: Input) -> Vec<Term> {
    let mut indices: Vec<Input> = Vec::new();
    for &condition in way {
        for index in looks(terms, condition, array) {
            if let Some(input) = terms.as_input(index)
                && !indices.contains(&input)
            {
                indices.push(input);
            }
        }
    }
    let mut found = Vec::new();
    for input in indices {
        let index = terms.input_term(input);
        let about: Vec<Term> =
            way.iter().copied().filter(|&condition| looks(terms, condition, array).contains(&index)).collect();
        let whole = terms.all(about.iter().copied());
        let every = every(terms);
        for condition in about.into_iter().chain([whole]) {
            let fact = terms.not(condition);
            found.push(term::Substitution::of_terms([(input, every)]).of(terms, fact));
        }
    }
    found
}

/// Whether a condition depends on an element of any array.
pub fn looks_into_an_array(terms: &Terms, condition: Term) -> bool {
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![condition]);
    while let Some(term) = waiting.pop() {
        if terms.op(term) == term::Op::Select {
            return true;
        }
        if seen.insert(term) {
            waiting.extend(&terms.args(term)[..terms.op(term).kind().arity as usize]);
        }
    }
    false
}

/// Where a condition looks into the array, as it was.
fn looks(terms: &Terms, condition: Term, array: Input) -> Vec<Term> {
    let (mut found, mut waiting) = (Vec::new(), vec![condition]);
    while let Some(term) = waiting.pop() {
        let arguments = &terms.args(term)[..terms.op(term).kind().arity as usize];
        if terms.op(term) == term::Op::Select && terms.as_input(arguments[0]) == Some(array) {
            found.push(arguments[1]);
        }
        waiting.extend(arguments);
    }
    found
}
