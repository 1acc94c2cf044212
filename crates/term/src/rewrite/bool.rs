//! Rules of `not` and `and`. Disjunctions are negated conjunctions, so these rules serve them too.

use super::literal;
use super::{Rule, both_orders, rules};
use crate::terms::Node;
use crate::{Op, Term, Terms};

pub(crate) const NOT: &[Rule] = rules![not_not];

pub(crate) const AND: &[Rule] = rules![
    and_const,
    and_same,
    and_opposite,
    and_absorb,
    and_not_and,
    and_factor,
    and_relations,
    and_ranges,
    and_in_bounds,
];

/// match:  not not x
/// result: x
fn not_not(terms: &mut Terms, node: &Node) -> Option<Term> {
    terms.unary(Op::Not, node.args[0])
}

/// match:  x and true    x and false
/// result: x             false
fn and_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [x, c, _] = node.args;
    Some(if terms.bits(c)? == 1 { x } else { Terms::FALSE })
}

/// match:  x and x
/// result: x
fn and_same(_: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then_some(node.args[0])
}

/// match:  x and not x
/// result: false
fn and_opposite(terms: &mut Terms, node: &Node) -> Option<Term> {
    terms.opposite(node.args[0], node.args[1]).then_some(Terms::FALSE)
}

/// match:  x and (x and y)    x and (not x and y)
/// result: x and y            false
fn and_absorb(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (x, inner) in both_orders(node) {
        let Some((p, q)) = terms.binary(Op::And, inner) else { continue };
        if x == p || x == q {
            return Some(inner);
        }
        if terms.opposite(x, p) || terms.opposite(x, q) {
            return Some(Terms::FALSE);
        }
    }
    None
}

/// match:  x and not (x and y)    x and not (not x and y)
/// result: x and not y            x
fn and_not_and(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (x, negated) in both_orders(node) {
        let Some((p, q)) = terms.unary(Op::Not, negated).and_then(|inner| terms.binary(Op::And, inner)) else {
            continue;
        };
        if terms.opposite(x, p) || terms.opposite(x, q) {
            return Some(x);
        }
        if x == p || x == q {
            let rest = if x == p { q } else { p };
            let not_rest = terms.not(rest);
            return Some(terms.and(x, not_rest));
        }
    }
    None
}

/// match:  not (x and y) and not (x and z)
/// result: not (x and (y or z))
fn and_factor(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    let (p, q) = terms.unary(Op::Not, a).and_then(|a| terms.binary(Op::And, a))?;
    let inner = terms.unary(Op::Not, b)?;
    let (x, y, z) = match (terms.other(Op::And, inner, p), terms.other(Op::And, inner, q)) {
        (Some(z), _) => (p, q, z),
        (None, Some(z)) => (q, p, z),
        (None, None) => return None,
    };
    let either = terms.or(y, z);
    let both = terms.and(x, either);
    Some(terms.not(both))
}

/// match:  r(a, b) and s(a, b), r and s being =, <, <=, or their negations, where one relation means both
/// result: that relation; false if none is left
fn and_relations(terms: &mut Terms, node: &Node) -> Option<Term> {
    let p = literal::relation(terms, node.args[0])?;
    let q = literal::relation(terms, node.args[1])?;
    literal::conjoin_relations(terms, p, q)
}

/// match:  x in A and x in B, A and B being ranges that comparisons with constants give, where one range means both
/// result: x in that range; false if it is empty
fn and_ranges(terms: &mut Terms, node: &Node) -> Option<Term> {
    let p = literal::range(terms, node.args[0])?;
    let q = literal::range(terms, node.args[1])?;
    literal::conjoin_ranges(terms, p, q)
}

/// match:  not (i <s 0) and (i <s n), n never negative
/// result: i <u n
fn and_in_bounds(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (positive, below) in both_orders(node) {
        let (Some(negative), Some((i, n))) = (terms.unary(Op::Not, positive), terms.binary(Op::Slt, below)) else {
            continue;
        };
        if terms.with_const(Op::Slt, negative) == Some((i, 0)) && terms.fact(n).smin >= 0 {
            return Some(terms.ult(i, n));
        }
    }
    None
}
