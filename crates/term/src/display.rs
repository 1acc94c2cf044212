//! Small terms as text for reports, close to Java; what is too deep or too long becomes `...`.

use crate::{Const, Op, Sort, Term, Terms};
use std::cell::Cell;
use std::fmt;

/// How deep a text goes, and how many operators it shows.
const DEPTH: usize = 16;
const SIZE: usize = 80;

pub struct Show<'a> {
    terms: &'a Terms,
    term: Term,
}

impl Terms {
    pub fn show(&self, term: Term) -> Show<'_> {
        Show { terms: self, term }
    }
}

impl fmt::Display for Show<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let writer = Writer { terms: self.terms, left: Cell::new(SIZE) };
        writer.term(out, self.term, DEPTH)
    }
}

impl fmt::Display for Const {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Const::Bool(value) => write!(out, "{value}"),
            Const::Bv { .. } => write!(out, "{}", self.signed().unwrap_or_default()),
            Const::F32(bits) => write!(out, "{:?}f", f32::from_bits(*bits)),
            Const::F64(bits) => write!(out, "{:?}", f64::from_bits(*bits)),
            Const::Ref(0) => write!(out, "null"),
            Const::Ref(id) => write!(out, "@{id}"),
            Const::Array(array) => {
                let element = |bits| Const::scalar(array.element().sort(), bits);
                write!(out, "[")?;
                for (index, bits) in array.entries() {
                    write!(out, "{index}: {}, ", element(bits))?;
                }
                write!(out, "else: {}]", element(array.default_bits()))
            }
        }
    }
}

struct Writer<'a> {
    terms: &'a Terms,
    left: Cell<usize>,
}

impl Writer<'_> {
    fn term(&self, out: &mut fmt::Formatter<'_>, term: Term, depth: usize) -> fmt::Result {
        if let Op::Input(input) = self.terms.op(term) {
            return out.write_str(self.terms.input_name(input));
        }
        if let Some(value) = self.terms.as_const(term) {
            return write!(out, "{value}");
        }
        if depth == 0 || self.left.get() == 0 {
            return out.write_str("...");
        }
        self.left.set(self.left.get() - 1);
        self.operator(out, term, depth - 1)
    }

    fn operator(&self, out: &mut fmt::Formatter<'_>, term: Term, depth: usize) -> fmt::Result {
        let terms = self.terms;
        let args = terms.args(term);
        match terms.op(term) {
            Op::Not => self.negation(out, args[0], depth),
            Op::Neg | Op::Fneg => {
                out.write_str("-")?;
                self.inner(out, args[0], depth)
            }
            Op::Ite => {
                self.inner(out, args[0], depth)?;
                out.write_str(" ? ")?;
                self.inner(out, args[1], depth)?;
                out.write_str(" : ")?;
                self.inner(out, args[2], depth)
            }
            Op::Extract { hi, lo } => {
                self.inner(out, args[0], depth)?;
                write!(out, "[{hi}:{lo}]")
            }
            Op::Select => {
                self.inner(out, args[0], depth)?;
                out.write_str("[")?;
                self.term(out, args[1], depth)?;
                out.write_str("]")
            }
            Op::Sext | Op::Zext | Op::ToInt | Op::FromInt | Op::ToFloat | Op::FromBits => {
                write!(out, "{}_{}(", terms.op(term).kind().name, sort_name(terms.sort(term)))?;
                self.term(out, args[0], depth)?;
                out.write_str(")")
            }
            op => match infix(op) {
                Some(symbol) => self.infix(out, args[0], symbol, args[1], depth),
                None => self.call(out, op.kind().name, args, depth),
            },
        }
    }

    /// Negated comparisons and conjunctions as their opposites.
    fn negation(&self, out: &mut fmt::Formatter<'_>, term: Term, depth: usize) -> fmt::Result {
        let terms = self.terms;
        let args = terms.args(term);
        match terms.op(term) {
            Op::Eq => self.infix(out, args[0], "!=", args[1], depth),
            Op::Slt => self.infix(out, args[0], ">=", args[1], depth),
            Op::Ult => self.infix(out, args[0], ">=u", args[1], depth),
            Op::And => {
                self.negated(out, args[0], depth)?;
                out.write_str(" || ")?;
                self.negated(out, args[1], depth)
            }
            _ => self.call(out, "!", &[term], depth),
        }
    }

    /// The opposite of a condition, as an argument.
    fn negated(&self, out: &mut fmt::Formatter<'_>, term: Term, depth: usize) -> fmt::Result {
        if let Some(inner) = self.terms.unary(Op::Not, term) {
            return self.inner(out, inner, depth);
        }
        if depth == 0 || self.left.get() == 0 {
            return out.write_str("...");
        }
        self.left.set(self.left.get() - 1);
        out.write_str("(")?;
        self.negation(out, term, depth - 1)?;
        out.write_str(")")
    }

    fn infix(&self, out: &mut fmt::Formatter<'_>, a: Term, symbol: &str, b: Term, depth: usize) -> fmt::Result {
        self.inner(out, a, depth)?;
        write!(out, " {symbol} ")?;
        self.inner(out, b, depth)
    }

    fn call(&self, out: &mut fmt::Formatter<'_>, name: &str, args: &[Term], depth: usize) -> fmt::Result {
        write!(out, "{name}(")?;
        for (place, &arg) in args.iter().enumerate() {
            if place > 0 {
                out.write_str(", ")?;
            }
            self.term(out, arg, depth)?;
        }
        out.write_str(")")
    }

    /// An argument, in parentheses unless it is a leaf.
    fn inner(&self, out: &mut fmt::Formatter<'_>, term: Term, depth: usize) -> fmt::Result {
        let closed = self.terms.args(term).is_empty() || self.terms.op(term) == Op::Select;
        if closed {
            return self.term(out, term, depth);
        }
        out.write_str("(")?;
        self.term(out, term, depth)?;
        out.write_str(")")
    }
}

/// Operators written between their arguments.
pub(crate) fn infix(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::And => "&&",
        Op::Eq => "==",
        Op::Add | Op::Fadd => "+",
        Op::Sub | Op::Fsub => "-",
        Op::Mul | Op::Fmul => "*",
        Op::Sdiv | Op::Fdiv => "/",
        Op::Srem | Op::Frem => "%",
        Op::Udiv => "/u",
        Op::Urem => "%u",
        Op::BvAnd => "&",
        Op::BvOr => "|",
        Op::BvXor => "^",
        Op::Shl => "<<",
        Op::Lshr => ">>>",
        Op::Ashr => ">>",
        Op::Slt | Op::Flt => "<",
        Op::Fle => "<=",
        Op::Feq => "==",
        Op::Ult => "<u",
        Op::Concat => "++",
        _ => return None,
    })
}

fn sort_name(sort: Sort) -> String {
    match sort {
        Sort::Bool => "bool".into(),
        Sort::Bv(width) => width.to_string(),
        Sort::Float32 => "float".into(),
        Sort::Float64 => "double".into(),
        Sort::Ref => "ref".into(),
        Sort::Array(element) => format!("array_{}", sort_name(element.sort())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Element;

    #[test]
    fn terms_read_like_java() {
        let mut terms = Terms::new();
        let (x, y, d) =
            (terms.input("x", Sort::Bv(32)), terms.input("y", Sort::Bv(32)), terms.input("d", Sort::Float64));
        let (a, r) = (terms.input("a", Sort::Array(Element::Bv(32))), terms.input("r", Sort::Ref));
        let (minus, half, null) = (terms.int(-7), terms.float64(0.5f64.to_bits()), terms.null());
        let sum = terms.add(x, minus);
        let less = terms.slt(sum, y);
        let at_least = terms.not(less);
        let small = terms.flt(d, half);
        let present = terms.ne(r, null);
        let element = terms.select(a, x);
        let found = terms.eq(element, y);
        let either = terms.or(small, present);
        let both = terms.and(found, either);
        let byte = terms.i2b(x);
        let minus_x = terms.neg(x);
        let table = [
            (less, "(x + -7) < y"),
            (at_least, "(x + -7) >= y"),
            (small, "d < 0.5"),
            (present, "r != null"),
            (both, "(y == a[x]) && ((r != null) || (d < 0.5))"),
            (byte, "sign_extend_32(x[7:0])"),
            (minus_x, "-x"),
        ];
        for (term, wanted) in table {
            assert_eq!(terms.show(term).to_string(), wanted);
        }
    }
}
