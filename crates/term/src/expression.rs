//! Terms as Java expressions, where there is one. What stands for variables is written as the program calls it.

use crate::display::infix;
use crate::{Const, Op, Sort, Term, Terms};
use std::collections::BTreeMap;

/// Larger ones are no use to anybody.
const MOST_OPERATORS: usize = 200;

impl Terms {
    /// The expression over these names. `None` if an input has no name, or an operator none in Java.
    pub fn java(&self, term: Term, names: &BTreeMap<Term, String>) -> Option<String> {
        let mut left = MOST_OPERATORS;
        Writer { terms: self, names, left: &mut left }.term(term)
    }
}

struct Writer<'a> {
    terms: &'a Terms,
    names: &'a BTreeMap<Term, String>,
    left: &'a mut usize,
}

impl Writer<'_> {
    fn term(&mut self, term: Term) -> Option<String> {
        if let Some(name) = self.names.get(&term) {
            return Some(name.clone());
        }
        if let Some(value) = self.terms.as_const(term) {
            return literal(&value);
        }
        *self.left = self.left.checked_sub(1)?;
        self.operator(term)
    }

    fn operator(&mut self, term: Term) -> Option<String> {
        let (terms, sort) = (self.terms, self.terms.sort(term));
        let args = terms.args(term).to_vec();
        let op = terms.op(term);
        // Java computes with ints, so that only comparisons of bytes are those of ints.
        if sort == Sort::Bv(8) && op != Op::Select {
            return None;
        }
        if let Some(symbol) = java_infix(op) {
            return self.infix(args[0], symbol, args[1]);
        }
        match op {
            Op::Not => self.negation(args[0]),
            Op::Neg | Op::Fneg => Some(format!("-{}", self.inner(args[0])?)),
            Op::BvNot => Some(format!("~{}", self.inner(args[0])?)),
            Op::Ite => {
                let [condition, then, otherwise] = [args[0], args[1], args[2]];
                Some(format!("{} ? {} : {}", self.inner(condition)?, self.inner(then)?, self.inner(otherwise)?))
            }
            Op::Eq => match terms.sort(args[0]) {
                // Bits of floats, not their values.
                Sort::Float32 | Sort::Float64 | Sort::Array(_) => None,
                Sort::Bool | Sort::Bv(_) | Sort::Ref => self.infix(args[0], "==", args[1]),
            },
            Op::Ult => {
                let class = boxed(terms.sort(args[0]))?;
                Some(format!("{class}.compareUnsigned({}, {}) < 0", self.term(args[0])?, self.term(args[1])?))
            }
            Op::Sext | Op::Zext => self.widened(op, sort, args[0]),
            Op::Extract { hi: 31, lo: 0 } if terms.sort(args[0]) == Sort::Bv(64) => self.cast("int", args[0]),
            Op::FromInt | Op::ToInt | Op::ToFloat => self.cast(primitive(sort)?, args[0]),
            Op::IsNan => Some(format!("{}.isNaN({})", boxed(terms.sort(args[0]))?, self.term(args[0])?)),
            Op::Fabs => Some(format!("Math.abs({})", self.term(args[0])?)),
            Op::Select if matches!(sort, Sort::Bv(8 | 32 | 64) | Sort::Float32 | Sort::Float64) => {
                self.element(args[0], args[1])
            }
            _ => None,
        }
    }

    fn element(&mut self, array: Term, index: Term) -> Option<String> {
        let array = self.names.get(&array)?.clone();
        Some(format!("{array}[{}]", self.term(index)?))
    }

    /// Of bytes, shorts and chars, and of ints to longs.
    fn widened(&mut self, op: Op, sort: Sort, inner: Term) -> Option<String> {
        let terms = self.terms;
        let (of, from) = (terms.op(inner), terms.sort(inner));
        let args = terms.args(inner).to_vec();
        if of == Op::Select && matches!(from, Sort::Bv(8 | 16)) && sort == Sort::Bv(32) {
            return self.element(args[0], args[1]);
        }
        match (op, of, sort) {
            (Op::Sext, _, Sort::Bv(64)) if from == Sort::Bv(32) => self.cast("long", inner),
            (Op::Sext, Op::Extract { hi: 7, lo: 0 }, Sort::Bv(32)) => self.cast("byte", args[0]),
            (Op::Sext, Op::Extract { hi: 15, lo: 0 }, Sort::Bv(32)) => self.cast("short", args[0]),
            (Op::Zext, Op::Extract { hi: 15, lo: 0 }, Sort::Bv(32)) => self.cast("char", args[0]),
            _ => None,
        }
    }

    fn cast(&mut self, to: &str, term: Term) -> Option<String> {
        Some(format!("({to}) {}", self.inner(term)?))
    }

    /// Negated comparisons of integers and conjunctions are their opposites.
    fn negation(&mut self, term: Term) -> Option<String> {
        let args = self.terms.args(term).to_vec();
        match self.terms.op(term) {
            Op::Eq if !self.terms.sort(args[0]).is_float() => self.infix(args[0], "!=", args[1]),
            Op::Slt => self.infix(args[0], ">=", args[1]),
            Op::And => Some(format!("({}) || ({})", self.opposite(args[0])?, self.opposite(args[1])?)),
            _ => Some(format!("!{}", self.inner(term)?)),
        }
    }

    fn opposite(&mut self, term: Term) -> Option<String> {
        match self.terms.unary(Op::Not, term) {
            Some(inner) => self.term(inner),
            None => self.negation(term),
        }
    }

    fn infix(&mut self, a: Term, symbol: &str, b: Term) -> Option<String> {
        Some(format!("{} {symbol} {}", self.inner(a)?, self.inner(b)?))
    }

    /// An argument, in parentheses unless it is a leaf.
    fn inner(&mut self, term: Term) -> Option<String> {
        let is_leaf = self.names.contains_key(&term) || self.terms.args(term).is_empty();
        let text = self.term(term)?;
        Some(if is_leaf && !text.starts_with('-') { text } else { format!("({text})") })
    }
}

/// Operators that Java has, too. Equality depends on what is compared.
fn java_infix(op: Op) -> Option<&'static str> {
    match op {
        Op::Eq | Op::Udiv | Op::Urem | Op::Ult | Op::Concat => None,
        _ => infix(op),
    }
}

fn literal(value: &Const) -> Option<String> {
    Some(match value {
        Const::Bool(truth) => truth.to_string(),
        Const::Bv { width: 8, value } => (*value as u8 as i8).to_string(),
        Const::Bv { width: 32, value } => match *value as u32 as i32 {
            i32::MIN => "Integer.MIN_VALUE".into(),
            i32::MAX => "Integer.MAX_VALUE".into(),
            number => number.to_string(),
        },
        Const::Bv { width: 64, value } => match *value as i64 {
            i64::MIN => "Long.MIN_VALUE".into(),
            i64::MAX => "Long.MAX_VALUE".into(),
            number => format!("{number}L"),
        },
        Const::F32(bits) if f32::from_bits(*bits).is_finite() => format!("{:?}f", f32::from_bits(*bits)),
        Const::F64(bits) if f64::from_bits(*bits).is_finite() => format!("{:?}", f64::from_bits(*bits)),
        Const::Ref(0) => "null".into(),
        Const::Bv { .. } | Const::F32(_) | Const::F64(_) | Const::Ref(_) | Const::Array(_) => return None,
    })
}

fn primitive(sort: Sort) -> Option<&'static str> {
    match sort {
        Sort::Bv(32) => Some("int"),
        Sort::Bv(64) => Some("long"),
        Sort::Float32 => Some("float"),
        Sort::Float64 => Some("double"),
        Sort::Bool | Sort::Bv(_) | Sort::Array(_) | Sort::Ref => None,
    }
}

fn boxed(sort: Sort) -> Option<&'static str> {
    match sort {
        Sort::Bv(32) => Some("Integer"),
        Sort::Bv(64) => Some("Long"),
        Sort::Float32 => Some("Float"),
        Sort::Float64 => Some("Double"),
        Sort::Bool | Sort::Bv(_) | Sort::Array(_) | Sort::Ref => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Element;

    #[test]
    fn terms_as_java() {
        let mut terms = Terms::new();
        let (x, y) = (terms.input("~0.slot 1i", Sort::Bv(32)), terms.input("n", Sort::Bv(32)));
        let bytes = terms.input("bytes", Sort::Array(Element::Bv(8)));
        let unnamed = terms.input("other", Sort::Bv(32));
        let names: BTreeMap<Term, String> =
            [(x, "i"), (y, "n"), (bytes, "data")].map(|(term, name)| (term, name.to_string())).into();
        let (minus, least) = (terms.int(-7), terms.int(i32::MIN));
        let sum = terms.add(x, minus);
        let below = terms.slt(sum, y);
        let at_least = terms.not(below);
        let element = terms.select(bytes, x);
        let element = terms.sext(32, element);
        let positive = terms.slt(minus, element);
        let byte = terms.i2b(x);
        let wide = terms.sext(64, y);
        let unsigned = terms.ult(x, y);
        let or = terms.or(below, unsigned);
        let extreme = terms.eq(x, least);
        let table = [
            (below, "(i + (-7)) < n"),
            (at_least, "(i + (-7)) >= n"),
            (positive, "(data[i]) >= (-6)"),
            (byte, "(byte) i"),
            (wide, "(long) n"),
            (or, "((i + (-7)) < n) || (Integer.compareUnsigned(i, n) < 0)"),
            (extreme, "i == Integer.MIN_VALUE"),
        ];
        for (term, wanted) in table {
            assert_eq!(terms.java(term, &names).as_deref(), Some(wanted));
        }
        let nameless = terms.slt(unnamed, x);
        assert_eq!(terms.java(nameless, &names), None);
    }
}
