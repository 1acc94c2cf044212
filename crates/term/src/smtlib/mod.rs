//! Conjuncts as an SMT-LIB 2 script. Shared and long subterms become definitions, so the text is linear in the DAG and never deep.
//! Java's operators that SMT-LIB lacks are defined in a prelude, exactly, from those it has.

pub mod hint;
pub mod read;

use crate::{ArrayConst, Element, FastMap, Function, Op, Sort, Term, Terms};
use std::fmt::Write;

/// Longer texts are not repeated inside others.
const INLINE: usize = 200;
/// Entries of a constant array per definition.
const CHUNK: usize = 32;

/// A complete script, from `set-logic` to `check-sat`.
pub fn script(terms: &Terms, conjuncts: &[Term]) -> String {
    let Parts { preamble, conjuncts } = parts(terms, conjuncts);
    let asserts: String = conjuncts.iter().map(|text| format!("(assert {text})\n")).collect();
    format!("{preamble}{asserts}(check-sat)\n")
}

/// A script in pieces: everything up to the assertions, and what each of them asserts.
pub struct Parts {
    pub preamble: String,
    pub conjuncts: Vec<String>,
}

pub fn parts(terms: &Terms, conjuncts: &[Term]) -> Parts {
    let mut printer = Printer { terms, texts: FastMap::default(), prelude: Vec::new(), body: String::new() };
    let (order, uses) = reachable(terms, conjuncts);
    for term in order {
        printer.term(term, uses[&term]);
    }
    let conjuncts = conjuncts.iter().map(|conjunct| printer.texts[conjunct].clone()).collect();
    let prelude = printer.prelude.concat();
    Parts { preamble: format!("(set-logic ALL)\n{prelude}{}", printer.body), conjuncts }
}

/// The name of an input in scripts: unique even if names are not.
pub fn input_symbol(terms: &Terms, term: Term) -> String {
    let input = terms.as_input(term).expect("an input");
    let name: String = terms.input_name(input).chars().filter(|c| !matches!(c, '|' | '\\')).collect();
    format!("|{name}#{}|", input.0)
}

struct Printer<'a> {
    terms: &'a Terms,
    texts: FastMap<Term, String>,
    /// Definitions of helper functions, each once.
    prelude: Vec<String>,
    body: String,
}

/// Terms below the roots, arguments first, and how often each is used.
fn reachable(terms: &Terms, roots: &[Term]) -> (Vec<Term>, FastMap<Term, usize>) {
    let mut uses: FastMap<Term, usize> = FastMap::default();
    let mut order = Vec::new();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        let count = uses.entry(term).or_default();
        *count += 1;
        if *count == 1 {
            order.push(term);
            stack.extend(terms.args(term));
        }
    }
    order.sort_unstable();
    (order, uses)
}

impl Printer<'_> {
    fn term(&mut self, term: Term, uses: usize) {
        let sort = sort_text(self.terms.sort(term));
        let text = match self.terms.op(term) {
            Op::Input(_) => {
                let symbol = input_symbol(self.terms, term);
                let _ = writeln!(self.body, "(declare-const {symbol} {sort})");
                symbol
            }
            Op::Array(id) => self.array(term, self.terms.array_const(id)),
            _ => self.application(term),
        };
        let leaf = self.terms.args(term).is_empty();
        let text = if leaf || uses == 1 && text.len() <= INLINE { text } else { self.define(term, &sort, &text) };
        self.texts.insert(term, text);
    }

    fn define(&mut self, term: Term, sort: &str, text: &str) -> String {
        let name = format!("t{}", term.0);
        let _ = writeln!(self.body, "(define-fun {name} () {sort} {text})");
        name
    }

    fn application(&mut self, term: Term) -> String {
        let terms = self.terms;
        let (op, sort) = (terms.op(term), terms.sort(term));
        let args: Vec<String> = terms.args(term).iter().map(|arg| self.texts[arg].clone()).collect();
        let of = terms.args(term).first().map(|&arg| terms.sort(arg));
        let joined = args.join(" ");
        match (op, of) {
            (Op::Bool(value), _) => value.to_string(),
            (Op::Bv(bits), _) => bits_text(sort.width(), bits),
            (Op::Ref(id), _) => bits_text(32, u64::from(id)),
            (Op::Float32(bits), _) => float_text(sort, u64::from(bits)),
            (Op::Float64(bits), _) => float_text(sort, bits),
            (Op::Extract { hi, lo }, _) => format!("((_ extract {hi} {lo}) {joined})"),
            (Op::Sext | Op::Zext, Some(of)) => {
                format!("((_ {} {}) {joined})", op.kind().name, sort.width() - of.width())
            }
            (Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fsqrt, _) => format!("({} RNE {joined})", op.kind().name),
            (Op::FromInt | Op::ToFloat, _) => format!("({} RNE {joined})", to_fp(sort)),
            (Op::FromBits, _) => format!("({} {joined})", to_fp(sort)),
            (Op::Frem, _) => format!("({} {joined})", self.remainder(sort)),
            (Op::ToInt, Some(of)) => format!("({} {joined})", self.saturating(of, sort.width())),
            (Op::ToBits, Some(of)) => self.pattern(term, of, &joined),
            (Op::Math(function), _) => format!("({} {joined})", self.function(function)),
            (Op::ConstArray, _) => format!("((as const {}) {joined})", sort_text(sort)),
            (_, _) => format!("({} {joined})", op.kind().name),
        }
    }

    /// A constant array as definitions of a few entries each.
    fn array(&mut self, term: Term, array: &ArrayConst) -> String {
        let element = array.element().sort();
        let sort = sort_text(Sort::Array(array.element()));
        let mut text = format!("((as const {sort}) {})", scalar_text(element, array.default_bits()));
        let entries: Vec<(u32, u64)> = array.entries().collect();
        for (part, chunk) in entries.chunks(CHUNK).enumerate() {
            for &(index, bits) in chunk {
                text = format!("(store {text} {} {})", bits_text(32, u64::from(index)), scalar_text(element, bits));
            }
            let name = format!("t{}.{part}", term.0);
            let _ = writeln!(self.body, "(define-fun {name} () {sort} {text})");
            text = name;
        }
        text
    }

    /// C's `fmod` from IEEE's remainder, which rounds the quotient to nearest: exact, as the true result is a float.
    fn remainder(&mut self, sort: Sort) -> &'static str {
        let (name, zero) = match sort {
            Sort::Float32 => ("java.rem32", "(_ +zero 8 24)"),
            _ => ("java.rem64", "(_ +zero 11 53)"),
        };
        let float = sort_text(sort);
        self.helper(format!(
            "(define-fun {name} ((x {float}) (y {float})) {float}\n  \
             (let ((r (fp.rem (fp.abs x) (fp.abs y))))\n  \
             (let ((m (ite (fp.lt r {zero}) (fp.add RNE r (fp.abs y)) (fp.abs r))))\n  \
             (ite (fp.isNegative x) (fp.neg m) m))))\n"
        ));
        name
    }

    /// SMT-LIB has no such functions: uninterpreted, so that unsat is right and sat a guess.
    fn function(&mut self, function: Function) -> String {
        let name = format!("java.{}", function.name());
        let parameters = vec!["Float64"; usize::from(function.arity())].join(" ");
        self.helper(format!("(declare-fun {name} ({parameters}) Float64)\n"));
        name
    }

    /// Saturating conversion, NaN to 0; `fp.to_sbv` alone is unspecified outside the range.
    fn saturating(&mut self, from: Sort, width: u8) -> String {
        let name = format!("java.to_int{width}_{}", from.width());
        let (float, limit) = (sort_text(from), 1u64 << (width - 1));
        let bound = format!("({} RNE {})", to_fp(from), bits_text(width, limit));
        self.helper(format!(
            "(define-fun {name} ((x {float})) (_ BitVec {width})\n  \
             (ite (fp.isNaN x) {}\n  (ite (fp.leq x {bound}) {}\n  (ite (fp.geq x (fp.neg {bound})) {}\n  \
             ((_ fp.to_sbv {width}) RTZ x)))))\n",
            bits_text(width, 0),
            bits_text(width, limit),
            bits_text(width, limit - 1),
        ));
        name
    }

    /// SMT-LIB has no function to bit patterns: the pattern is a constant that converts back.
    fn pattern(&mut self, term: Term, of: Sort, float: &str) -> String {
        let name = format!("bits{}", term.0);
        let value = format!("float{}", term.0);
        let (sort, nan) = match of {
            Sort::Float32 => ("Float32", bits_text(32, u64::from(crate::float::NAN32))),
            _ => ("Float64", bits_text(64, crate::float::NAN64)),
        };
        let _ = writeln!(self.body, "(define-fun {value} () {sort} {float})");
        let _ = writeln!(self.body, "(declare-const {name} (_ BitVec {}))", of.width());
        let _ = writeln!(self.body, "(assert (= ({} {name}) {value}))", to_fp(of));
        let _ = writeln!(self.body, "(assert (=> (fp.isNaN {value}) (= {name} {nan})))");
        name
    }

    fn helper(&mut self, definition: String) {
        if !self.prelude.contains(&definition) {
            self.prelude.push(definition);
        }
    }
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
        Sort::Float32 => "Float32".into(),
        Sort::Float64 => "Float64".into(),
        Sort::Ref => "(_ BitVec 32)".into(),
        Sort::Array(element) => format!("(Array (_ BitVec 32) {})", element_text(element)),
    }
}

fn element_text(element: Element) -> String {
    sort_text(element.sort())
}

fn scalar_text(sort: Sort, bits: u64) -> String {
    if sort.is_float() { float_text(sort, bits) } else { bits_text(sort.width(), bits) }
}

fn bits_text(width: u8, bits: u64) -> String {
    if width.is_multiple_of(4) {
        format!("#x{bits:0digits$x}", digits = usize::from(width / 4))
    } else {
        format!("#b{bits:0digits$b}", digits = usize::from(width))
    }
}

fn float_text(sort: Sort, bits: u64) -> String {
    format!("({} {})", to_fp(sort), bits_text(sort.width(), bits))
}

fn to_fp(sort: Sort) -> &'static str {
    match sort {
        Sort::Float32 => "(_ to_fp 8 24)",
        _ => "(_ to_fp 11 53)",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_declares_defines_and_asserts() {
        let mut terms = Terms::new();
        let (x, y) = (terms.input("x", Sort::Bv(32)), terms.input("y", Sort::Bv(32)));
        let (sum, ten) = (terms.add(x, y), terms.int(10));
        let (product, less) = (terms.mul(sum, x), terms.slt(sum, ten));
        let equal = terms.eq(product, y);
        let wanted = "(set-logic ALL)\n\
            (declare-const |x#0| (_ BitVec 32))\n\
            (declare-const |y#1| (_ BitVec 32))\n\
            (define-fun t4 () (_ BitVec 32) (bvadd |x#0| |y#1|))\n\
            (assert (bvslt t4 #x0000000a))\n\
            (assert (= |y#1| (bvmul |x#0| t4)))\n\
            (check-sat)\n";
        assert_eq!(script(&terms, &[less, equal]), wanted);
    }

    #[test]
    fn helpers_come_once_and_only_if_used() {
        let mut terms = Terms::new();
        let (p, q) = (terms.input("p", Sort::Float64), terms.input("q", Sort::Float64));
        let rest = terms.frem(p, q);
        let again = terms.frem(rest, q);
        let (int, three) = (terms.to_int(again, 32), terms.int(3));
        let equal = terms.eq(int, three);
        let text = script(&terms, &[equal]);
        assert_eq!(text.matches("(define-fun java.rem64 ").count(), 1);
        assert_eq!(text.matches("(define-fun java.to_int32_64 ").count(), 1);
        assert!(!text.contains("java.rem32"));
    }
}
