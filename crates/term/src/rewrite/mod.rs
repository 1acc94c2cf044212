//! The rewrite rules, in one list per operator. A rule looks a bounded number of levels down and either answers with an equal
//! term or passes. A new rule is one function and its name in a list; the tests fail if it never fires.

pub(crate) mod array;
pub(crate) mod bitwise;
pub(crate) mod bool;
pub(crate) mod bv;
pub(crate) mod compare;
pub(crate) mod divide;
pub(crate) mod equal;
pub(crate) mod float;
pub(crate) mod ite;
pub(crate) mod literal;
pub(crate) mod width;

#[cfg(test)]
mod tests;

use crate::terms::Node;
use crate::{Op, Term, Terms};

pub(crate) struct Rule {
    /// Read by the tests, which count by name.
    #[cfg_attr(not(test), allow(dead_code))]
    pub name: &'static str,
    pub apply: fn(&mut Terms, &Node) -> Option<Term>,
}

/// A list of rules from the names of their functions.
macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        &[$($crate::rewrite::Rule {
            name: concat!(module_path!(), "::", stringify!($name)),
            apply: $name,
        }),*]
    };
}
pub(crate) use rules;

/// Which rules are tried on an operator, in this order.
pub(crate) fn rules_of(op: Op) -> &'static [&'static [Rule]] {
    match op {
        Op::Bool(_) | Op::Bv(_) | Op::Float32(_) | Op::Float64(_) | Op::Ref(_) | Op::Array(_) | Op::Input(_) => &[],
        Op::ConstArray => &[],
        Op::Not => &[bool::NOT],
        Op::And => &[bool::AND],
        Op::Eq => &[equal::EQ, ite::LIFT_COMPARISON],
        Op::Ite => &[ite::ITE],
        Op::Add => &[bv::ADD, ite::LIFT],
        Op::Sub => &[bv::SUB, ite::LIFT],
        Op::Mul => &[bv::MUL, ite::LIFT],
        Op::Neg => &[bv::NEG, ite::LIFT],
        Op::Sdiv => &[divide::SDIV, ite::LIFT],
        Op::Srem => &[divide::SREM, ite::LIFT],
        Op::Udiv => &[divide::UDIV, ite::LIFT],
        Op::Urem => &[divide::UREM, ite::LIFT],
        Op::BvAnd => &[bitwise::AND, ite::LIFT],
        Op::BvOr => &[bitwise::OR, ite::LIFT],
        Op::BvXor => &[bitwise::XOR, ite::LIFT],
        Op::BvNot => &[bitwise::NOT, ite::LIFT],
        Op::Shl => &[bitwise::SHL, ite::LIFT],
        Op::Lshr => &[bitwise::LSHR, ite::LIFT],
        Op::Ashr => &[bitwise::ASHR, ite::LIFT],
        Op::Slt => &[compare::SLT, ite::LIFT_COMPARISON],
        Op::Ult => &[compare::ULT, ite::LIFT_COMPARISON],
        Op::Extract { .. } => &[width::EXTRACT, ite::LIFT],
        Op::Concat => &[width::CONCAT, ite::LIFT],
        Op::Sext => &[width::SEXT, ite::LIFT],
        Op::Zext => &[width::ZEXT, ite::LIFT],
        Op::Fadd => &[float::ADD, ite::LIFT],
        Op::Fsub => &[float::SUB, ite::LIFT],
        Op::Fmul => &[float::MUL, ite::LIFT],
        Op::Fdiv => &[float::DIV, ite::LIFT],
        Op::Frem => &[ite::LIFT],
        Op::Fsqrt => &[ite::LIFT],
        Op::Fneg => &[float::NEG, ite::LIFT],
        Op::Fabs => &[float::ABS, ite::LIFT],
        Op::Flt => &[float::LT, ite::LIFT_COMPARISON],
        Op::Fle => &[float::LE, ite::LIFT_COMPARISON],
        Op::Feq => &[float::EQ, ite::LIFT_COMPARISON],
        Op::IsNan => &[float::IS_NAN, ite::LIFT],
        Op::FromInt => &[float::FROM_INT, ite::LIFT],
        Op::ToInt => &[float::TO_INT, ite::LIFT],
        Op::ToFloat => &[float::TO_FLOAT, ite::LIFT],
        Op::FromBits => &[float::FROM_BITS, ite::LIFT],
        Op::ToBits => &[ite::LIFT],
        Op::Math(_) => &[],
        Op::Select => &[array::SELECT],
        Op::Store => &[array::STORE],
    }
}

/// The first answer of a rule.
pub(crate) fn rewrite(terms: &mut Terms, node: &Node) -> Option<Term> {
    for list in rules_of(node.op) {
        for rule in *list {
            if let Some(result) = (rule.apply)(terms, node) {
                #[cfg(test)]
                terms.fired.push((rule.name, *node, result));
                return Some(result);
            }
        }
    }
    None
}

/// The two arguments of a commutative operator, either way round.
fn both_orders(node: &Node) -> [(Term, Term); 2] {
    let [a, b, _] = node.args;
    [(a, b), (b, a)]
}

/// A bit-vector constant of the node's sort.
fn constant(terms: &mut Terms, node: &Node, value: u64) -> Term {
    terms.bv(node.sort.width(), value)
}

/// Patterns that rules share.
impl Terms {
    /// match: `op(x)`, answers x
    #[inline]
    pub(crate) fn unary(&self, op: Op, term: Term) -> Option<Term> {
        (self.op(term) == op).then(|| self.args(term)[0])
    }

    /// match: `op(x, y)`, answers (x, y)
    #[inline]
    pub(crate) fn binary(&self, op: Op, term: Term) -> Option<(Term, Term)> {
        (self.op(term) == op).then(|| (self.args(term)[0], self.args(term)[1]))
    }

    /// match: `op(x, constant)`, answers (x, bits of the constant)
    #[inline]
    pub(crate) fn with_const(&self, op: Op, term: Term) -> Option<(Term, u64)> {
        let (x, y) = self.binary(op, term)?;
        Some((x, self.bits(y)?))
    }

    /// match: commutative `op(x, part)` in either order, answers x
    #[inline]
    pub(crate) fn other(&self, op: Op, term: Term, part: Term) -> Option<Term> {
        let (x, y) = self.binary(op, term)?;
        if y == part {
            Some(x)
        } else if x == part {
            Some(y)
        } else {
            None
        }
    }

    /// match: `ite(c, x, y)`, answers (c, x, y)
    #[inline]
    pub(crate) fn choice(&self, term: Term) -> Option<(Term, Term, Term)> {
        (self.op(term) == Op::Ite).then(|| (self.args(term)[0], self.args(term)[1], self.args(term)[2]))
    }

    /// Whether one is the negation of the other.
    #[inline]
    pub(crate) fn opposite(&self, a: Term, b: Term) -> bool {
        self.unary(Op::Not, a) == Some(b) || self.unary(Op::Not, b) == Some(a)
    }
}
