//! Rules of reading and writing arrays: reads look through writes at other places.

use super::{Rule, rules};
use crate::terms::Node;
use crate::{Op, Sort, Term, Terms, fact};

pub(crate) const SELECT: &[Rule] = rules![select_store, select_ite];
pub(crate) const STORE: &[Rule] = rules![store_store, store_select, store_default];

/// How far reads look; a chain of writes longer than this stays for the solver.
const REACH: usize = 4096;

/// Where a read ends up.
enum Found {
    Value(Term),
    /// The array in which the search got stuck.
    Stuck(Term),
}

/// match:  store(a, i, v)[i]    store(a, i, v)[j], i and j known to differ    constant array[i]
/// result: v                    a[j]                                          its value
fn select_store(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [array, index, _] = node.args;
    match search(terms, array, index) {
        Found::Value(value) => Some(value),
        Found::Stuck(rest) if rest == array => None,
        Found::Stuck(rest) => Some(terms.select(rest, index)),
    }
}

/// match:  ite(c, a, b)[i], where a[i] or b[i] is found
/// result: ite(c, a[i], b[i])
fn select_ite(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [array, index, _] = node.args;
    let (c, a, b) = terms.choice(array)?;
    let found = [a, b].into_iter().any(|side| matches!(search(terms, side, index), Found::Value(_)));
    if !found {
        return None;
    }
    let (a, b) = (terms.select(a, index), terms.select(b, index));
    Some(terms.ite(c, a, b))
}

/// match:  store(store(a, i, v), i, w)
/// result: store(a, i, w)
fn store_store(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [array, index, value] = node.args;
    let (below, at) = terms.binary(Op::Store, array)?;
    (at == index).then(|| terms.store(below, index, value))
}

/// match:  store(a, i, a[i])
/// result: a
fn store_select(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [array, index, value] = node.args;
    (terms.binary(Op::Select, value)? == (array, index)).then_some(array)
}

/// match:  store(const_array(v), i, v)
/// result: const_array(v)
fn store_default(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [array, _, value] = node.args;
    let same = match terms.op(array) {
        Op::ConstArray => terms.args(array)[0] == value,
        Op::Array(id) => {
            let array = terms.array_const(id);
            array.is_empty() && terms.bits(value) == Some(array.default_bits())
        }
        _ => false,
    };
    same.then_some(array)
}

fn search(terms: &mut Terms, array: Term, index: Term) -> Found {
    let mut array = array;
    for _ in 0..REACH {
        match terms.op(array) {
            Op::Store => {
                let &[below, at, value] = terms.args(array) else { unreachable!() };
                if at == index {
                    return Found::Value(value);
                }
                if !apart(terms, at, index) {
                    return Found::Stuck(array);
                }
                array = below;
            }
            Op::ConstArray => return Found::Value(terms.args(array)[0]),
            Op::Array(id) => {
                let table = terms.array_const(id);
                let bits = match terms.bits(index) {
                    Some(index) => table.get(index as u32),
                    None if table.is_empty() => table.default_bits(),
                    None => return Found::Stuck(array),
                };
                let sort = table.element().sort();
                return Found::Value(terms.scalar(sort, bits));
            }
            _ => return Found::Stuck(array),
        }
    }
    Found::Stuck(array)
}

/// Whether two indices differ under every assignment, as far as constants, offsets and bounds tell.
fn apart(terms: &Terms, i: Term, j: Term) -> bool {
    let (x, c) = offset(terms, i);
    let (y, d) = offset(terms, j);
    if x == y {
        return c != d;
    }
    debug_assert_eq!(terms.sort(i), Sort::Bv(32));
    fact::decide_eq(32, &terms.fact(i), &terms.fact(j)) == Some(false)
}

/// An index as a base and a constant added to it; a constant has no base.
fn offset(terms: &Terms, index: Term) -> (Option<Term>, u64) {
    if let Some(value) = terms.bits(index) {
        return (None, value);
    }
    match terms.with_const(Op::Add, index) {
        Some((base, c)) => (Some(base), c),
        None => (Some(index), 0),
    }
}
