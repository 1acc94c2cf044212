//! Comparisons as sets, so that two of them about the same values can be intersected:
//! a relation is a set of the outcomes less, equal, greater, unordered; a range is an arc of the values modulo 2^width.

use crate::constant::mask;
use crate::{Op, Term, Terms};

/// How two values may compare.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Signed,
    Unsigned,
    /// Equality of bit-vectors, which goes with either of the above.
    Integral,
    Float,
}

/// `a` and `b` compare with one of `outcomes`; `a` has the smaller id.
#[derive(Clone, Copy)]
pub(crate) struct Relation {
    order: Order,
    a: Term,
    b: Term,
    outcomes: u8,
}

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;
const UNORDERED: u8 = 8;

/// Reads a comparison or its negation.
pub(crate) fn relation(terms: &Terms, term: Term) -> Option<Relation> {
    let (atom, negated) = match terms.unary(Op::Not, term) {
        Some(inner) => (inner, true),
        None => (term, false),
    };
    let (order, outcomes) = match terms.op(atom) {
        Op::Slt => (Order::Signed, LESS),
        Op::Ult => (Order::Unsigned, LESS),
        Op::Eq if terms.sort(terms.args(atom)[0]).is_bv() => (Order::Integral, EQUAL),
        Op::Flt => (Order::Float, LESS),
        Op::Fle => (Order::Float, LESS | EQUAL),
        Op::Feq => (Order::Float, EQUAL),
        _ => return None,
    };
    let outcomes = if negated { all(order) & !outcomes } else { outcomes };
    let (a, b) = (terms.args(atom)[0], terms.args(atom)[1]);
    Some(if a <= b {
        Relation { order, a, b, outcomes }
    } else {
        Relation { order, a: b, b: a, outcomes: flip(outcomes) }
    })
}

/// One comparison for both, if there is one.
pub(crate) fn conjoin_relations(terms: &mut Terms, p: Relation, q: Relation) -> Option<Term> {
    if (p.a, p.b) != (q.a, q.b) {
        return None;
    }
    let order = match (p.order, q.order) {
        (Order::Integral, other) | (other, Order::Integral) => other,
        (one, other) if one == other => one,
        (_, _) => return None,
    };
    express(terms, order, p.a, p.b, p.outcomes & q.outcomes)
}

impl Relation {
    /// Equality of integers goes with either order, but the two orders do not go with each other.
    pub(crate) fn readings(self) -> [Relation; 2] {
        match self.order {
            Order::Integral => [Order::Signed, Order::Unsigned].map(|order| Relation { order, ..self }),
            Order::Signed | Order::Unsigned | Order::Float => [self; 2],
        }
    }

    /// The relation if the comparison holds, its complement if not.
    pub(crate) fn when(self, holds: bool) -> Relation {
        if holds { self } else { Relation { outcomes: all(self.order) & !self.outcomes, ..self } }
    }

    /// The same terms with every outcome possible.
    pub(crate) fn anything(self) -> Relation {
        Relation { outcomes: all(self.order), ..self }
    }

    pub(crate) fn intersected(self, other: Relation) -> Relation {
        Relation { outcomes: self.outcomes & other.outcomes, ..self }
    }

    /// Whether this relation makes `asked` true or false.
    pub(crate) fn decides(self, asked: Relation) -> Option<bool> {
        match self.outcomes & asked.outcomes {
            0 => Some(false),
            common if common == self.outcomes => Some(true),
            _ => None,
        }
    }

    /// The comparisons of the same two terms that exist in the pool and go with this one.
    pub(crate) fn atoms(self, terms: &Terms) -> impl Iterator<Item = Term> {
        let ops: &[Op] = match self.order {
            Order::Signed => &[Op::Eq, Op::Slt],
            Order::Unsigned => &[Op::Eq, Op::Ult],
            Order::Integral => &[Op::Eq],
            Order::Float => &[Op::Feq, Op::Flt, Op::Fle],
        };
        let pairs = [[self.a, self.b], [self.b, self.a]];
        ops.iter().flat_map(move |&op| pairs.map(|args| terms.find_comparison(op, args))).flatten()
    }
}

fn express(terms: &mut Terms, order: Order, a: Term, b: Term, outcomes: u8) -> Option<Term> {
    if outcomes == 0 {
        return Some(Terms::FALSE);
    }
    let complement = all(order) & !outcomes;
    for (set, negated) in [(outcomes, false), (complement, true)] {
        let (a, b, set) = if set & GREATER != 0 { (b, a, flip(set)) } else { (a, b, set) };
        let atom = match (order, set) {
            (Order::Signed, LESS) => terms.slt(a, b),
            (Order::Unsigned, LESS) => terms.ult(a, b),
            (Order::Signed | Order::Unsigned | Order::Integral, EQUAL) => terms.eq(a, b),
            (Order::Float, LESS) => terms.flt(a, b),
            (Order::Float, EQUAL) => terms.feq(a, b),
            (Order::Float, set) if set == LESS | EQUAL => terms.fle(a, b),
            (_, _) => continue,
        };
        return Some(if negated { terms.not(atom) } else { atom });
    }
    None
}

fn all(order: Order) -> u8 {
    match order {
        Order::Signed | Order::Unsigned | Order::Integral => LESS | EQUAL | GREATER,
        Order::Float => LESS | EQUAL | GREATER | UNORDERED,
    }
}

/// The outcomes with the two sides exchanged.
fn flip(outcomes: u8) -> u8 {
    let kept = outcomes & (EQUAL | UNORDERED);
    kept | if outcomes & LESS != 0 { GREATER } else { 0 } | if outcomes & GREATER != 0 { LESS } else { 0 }
}

/// `x` is one of `first`, `first + 1`, ..., `first + span`, modulo 2^width. Neither empty nor everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    x: Term,
    width: u8,
    first: u64,
    span: u64,
}

/// Reads a comparison with a constant or its negation.
pub(crate) fn range(terms: &Terms, term: Term) -> Option<Range> {
    let (atom, negated) = match terms.unary(Op::Not, term) {
        Some(inner) => (inner, true),
        None => (term, false),
    };
    let (x, c) = (*terms.args(atom).first()?, terms.bits(*terms.args(atom).get(1)?)?);
    if !terms.sort(x).is_bv() {
        return None;
    }
    let width = terms.width(x);
    let sign = 1 << (width - 1);
    let (first, end) = match terms.op(atom) {
        Op::Eq => (c, c.wrapping_add(1)),
        Op::Ult => (0, c),
        Op::Slt => (sign, c),
        _ => return None,
    };
    let (first, end) = if negated { (end, first) } else { (first, end) };
    let (first, end) = (first & mask(width), end & mask(width));
    (first != end).then(|| Range { x, width, first, span: end.wrapping_sub(first).wrapping_sub(1) & mask(width) })
}

/// One range for both, if a single comparison can say it.
pub(crate) fn conjoin_ranges(terms: &mut Terms, p: Range, q: Range) -> Option<Term> {
    if p.x != q.x {
        return None;
    }
    let modulus = 1u128 << p.width;
    // Seen from the start of p, q begins at `shift` and ends at `shift + q.span`, perhaps beyond the modulus.
    let shift = u128::from(q.first.wrapping_sub(p.first) & mask(p.width));
    let (p_last, q_last) = (u128::from(p.span), shift + u128::from(q.span));
    let upper = (shift <= p_last).then(|| (shift, q_last.min(p_last)));
    let lower = (q_last >= modulus).then(|| (0, (q_last - modulus).min(p_last)));
    let (from, to) = match (upper, lower) {
        (None, None) => return Some(Terms::FALSE),
        (Some(_), Some(_)) => return None,
        (Some(part), None) | (None, Some(part)) => part,
    };
    let first = p.first.wrapping_add(from as u64) & mask(p.width);
    express_range(terms, Range { x: p.x, width: p.width, first, span: (to - from) as u64 })
}

fn express_range(terms: &mut Terms, range: Range) -> Option<Term> {
    let Range { x, width, first, span } = range;
    let sign = 1 << (width - 1);
    let end = first.wrapping_add(span).wrapping_add(1) & mask(width);
    let (first_term, end_term) = (terms.bv(width, first), terms.bv(width, end));
    if span == 0 {
        return Some(terms.eq(x, first_term));
    }
    let (atom, negated) = match (first, end) {
        (0, _) => (terms.ult(x, end_term), false),
        (_, 0) => (terms.ult(x, first_term), true),
        (first, _) if first == sign => (terms.slt(x, end_term), false),
        (_, end) if end == sign => (terms.slt(x, first_term), true),
        (first, end) if first == end.wrapping_add(1) & mask(width) => (terms.eq(x, end_term), true),
        (_, _) => return None,
    };
    Some(if negated { terms.not(atom) } else { atom })
}
