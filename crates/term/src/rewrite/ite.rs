//! Rules of choice, and of operators above a choice of constants.
//! With them `lcmp` and `ifge`, or a boolean stored as 1 and 0 and tested again, become the comparison they came from.

use super::{Rule, rules};
use crate::fold;
use crate::terms::Node;
use crate::{Op, Sort, Term, Terms};

pub(crate) const ITE: &[Rule] = rules![
    ite_const,
    ite_same,
    ite_not,
    ite_bool_const,
    ite_bool_opposite,
    ite_bool_condition,
    ite_inner_same,
    ite_merge,
    ite_eq,
];

pub(crate) const LIFT: &[Rule] = rules![lift_constants, lift_row];
pub(crate) const LIFT_COMPARISON: &[Rule] = rules![lift_constants, lift_half];

/// How long a row of choices is at most above which an operator is lifted.
const LONGEST_ROW: usize = 64;

/// match:  ite(true, x, y)    ite(false, x, y)
/// result: x                  y
fn ite_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, x, y] = node.args;
    Some(if terms.bits(c)? == 1 { x } else { y })
}

/// match:  ite(c, x, x)
/// result: x
fn ite_same(_: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[1] == node.args[2]).then_some(node.args[1])
}

/// match:  ite(not c, x, y)
/// result: ite(c, y, x)
fn ite_not(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [negated, x, y] = node.args;
    let c = terms.unary(Op::Not, negated)?;
    Some(terms.ite(c, y, x))
}

/// match:  ite(c, true, x)    ite(c, false, x)    ite(c, x, true)    ite(c, x, false)
/// result: c or x             not c and x         not c or x         c and x
fn ite_bool_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, x, y] = node.args;
    match (terms.op(x), terms.op(y)) {
        (Op::Bool(true), _) => Some(terms.or(c, y)),
        (Op::Bool(false), _) => {
            let c = terms.not(c);
            Some(terms.and(c, y))
        }
        (_, Op::Bool(true)) => Some(terms.implies(c, x)),
        (_, Op::Bool(false)) => Some(terms.and(c, x)),
        (_, _) => None,
    }
}

/// match:  ite(c, x, not x)
/// result: c = x
fn ite_bool_opposite(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, x, y] = node.args;
    terms.opposite(x, y).then(|| terms.eq(c, x))
}

/// match:  ite(c, c, x)    ite(c, x, c)
/// result: c or x          c and x
fn ite_bool_condition(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, x, y] = node.args;
    if c == x {
        return Some(terms.or(c, y));
    }
    (c == y).then(|| terms.and(c, x))
}

/// match:  ite(c, ite(c, x, z), y)    ite(c, x, ite(c, z, y))
/// result: ite(c, x, y)
fn ite_inner_same(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, x, y] = node.args;
    if let Some((inner, x, _)) = terms.choice(x)
        && inner == c
    {
        return Some(terms.ite(c, x, y));
    }
    let (inner, _, y) = terms.choice(y)?;
    (inner == c).then(|| terms.ite(c, x, y))
}

/// match:  ite(c, ite(d, x, y), y)    ite(c, ite(d, y, x), y)    ite(c, x, ite(d, x, y))    ite(c, x, ite(d, y, x))
/// result: ite(c and d, x, y)         ite(c and not d, x, y)     ite(c or d, x, y)          ite(c or not d, x, y)
fn ite_merge(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, first, second] = node.args;
    if let Some((d, x, y)) = terms.choice(first) {
        if y == second {
            let both = terms.and(c, d);
            return Some(terms.ite(both, x, second));
        }
        if x == second {
            let not_d = terms.not(d);
            let both = terms.and(c, not_d);
            return Some(terms.ite(both, y, second));
        }
    }
    let (d, x, y) = terms.choice(second)?;
    if x == first {
        let either = terms.or(c, d);
        return Some(terms.ite(either, first, y));
    }
    if y == first {
        let not_d = terms.not(d);
        let either = terms.or(c, not_d);
        return Some(terms.ite(either, first, x));
    }
    None
}

/// match:  ite(x = y, x, y)
/// result: y
fn ite_eq(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, x, y] = node.args;
    let (a, b) = terms.binary(Op::Eq, c)?;
    ((a, b) == (x, y) || (a, b) == (y, x)).then_some(y)
}

/// match:  op(ite(c, k, l), m), every argument being a constant or a choice of constants under the same c
/// result: ite(c, op(k, m), op(l, m))
fn lift_constants(terms: &mut Terms, node: &Node) -> Option<Term> {
    let mut condition = None;
    let (mut yes, mut no) = ([0; 3], [0; 3]);
    for (place, &arg) in node.args[..node.op.arity()].iter().enumerate() {
        if let Some(bits) = terms.bits(arg) {
            (yes[place], no[place]) = (bits, bits);
            continue;
        }
        let (c, x, y) = terms.choice(arg)?;
        if condition.is_some_and(|known| known != c) {
            return None;
        }
        condition = Some(c);
        (yes[place], no[place]) = (terms.bits(x)?, terms.bits(y)?);
    }
    let (yes, no) = (apply(terms, node, yes), apply(terms, node, no));
    Some(terms.ite(condition?, yes, no))
}

/// match:  op(ite(c, k, y), m)    op(ite(c, x, k), m), op being a comparison, k and m constants
/// result: ite(c, op(k, m), op(y, m))
fn lift_half(terms: &mut Terms, node: &Node) -> Option<Term> {
    for place in 0..2 {
        if !terms.is_const(node.args[1 - place]) {
            continue;
        }
        let Some((c, x, y)) = terms.choice(node.args[place]) else { continue };
        if !terms.is_const(x) && !terms.is_const(y) {
            continue;
        }
        let mut under = |branch: Term| {
            let mut args = node.args;
            args[place] = branch;
            terms.make(node.op, Sort::Bool, &args[..2])
        };
        let (yes, no) = (under(x), under(y));
        return Some(terms.ite(c, yes, no));
    }
    None
}

/// match:  op(ite(c, k, ite(d, l, ...)), m), all leaves of the row and all other arguments being constants
/// result: ite(c, op(k, m), ite(d, op(l, m), ...))
fn lift_row(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (mut args, mut row) = ([0; 3], None);
    for (place, &arg) in node.args[..node.op.arity()].iter().enumerate() {
        match terms.bits(arg) {
            Some(bits) => args[place] = bits,
            None if row.is_none() => row = Some((place, arg)),
            None => return None,
        }
    }
    let (place, mut rest) = row?;
    let mut cases = Vec::new();
    let last = loop {
        if let Some(bits) = terms.bits(rest) {
            break bits;
        }
        let (condition, yes, no) = terms.choice(rest)?;
        if cases.len() == LONGEST_ROW {
            return None;
        }
        // A choice under a negated condition is turned round.
        match (terms.bits(yes), terms.bits(no)) {
            (Some(bits), _) => {
                cases.push((condition, bits));
                rest = no;
            }
            (None, Some(bits)) => {
                cases.push((terms.not(condition), bits));
                rest = yes;
            }
            (None, None) => return None,
        }
    };
    args[place] = last;
    let mut lifted = apply(terms, node, args);
    for (condition, bits) in cases.into_iter().rev() {
        args[place] = bits;
        let value = apply(terms, node, args);
        lifted = terms.ite(condition, value, lifted);
    }
    Some(lifted)
}

fn apply(terms: &mut Terms, node: &Node, args: [u64; 3]) -> Term {
    let low = if node.op == Op::Concat { terms.width(node.args[1]) } else { 0 };
    let bits = fold::apply(node.op, node.sort, terms.sort(node.args[0]), low, args);
    terms.scalar(node.sort, bits)
}
