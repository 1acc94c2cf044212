//! Terms into Z3's, each distinct term once. Where Z3 means something else, what we mean is spelt out.

use super::binding::functions::*;
use super::binding::{Ast, Context, SortRef};
use term::{FastMap, Op, Sort, Term, Terms};

pub struct Translation {
    pub context: Context,
    asts: FastMap<Term, Ast>,
}

/// Java's `%` on floats and the functions of `Math` have no counterpart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Untranslatable;

impl Translation {
    pub fn new() -> Translation {
        Translation { context: Context::new(), asts: FastMap::default() }
    }

    pub fn term(&mut self, terms: &Terms, root: Term) -> Result<Ast, Untranslatable> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.asts.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            stack.extend(terms.args(term).iter().filter(|arg| !self.asts.contains_key(arg)));
            if stack.len() == before {
                let ast = self.translate(terms, term)?;
                self.asts.insert(term, ast);
                stack.pop();
            }
        }
        Ok(self.known(root))
    }

    /// Arguments are translated before their users.
    fn known(&self, term: Term) -> Ast {
        self.asts[&term]
    }

    pub fn sort(&mut self, sort: Sort) -> SortRef {
        match sort {
            Sort::Bool => self.context.bool_sort(),
            Sort::Bv(width) => self.context.bv_sort(width.into()),
            Sort::Float32 => self.context.single_sort(),
            Sort::Float64 => self.context.double_sort(),
            Sort::Ref => self.context.bv_sort(32),
            Sort::Array(element) => {
                let (index, element) = (self.context.bv_sort(32), self.sort(element.sort()));
                self.context.array_sort(index, element)
            }
        }
    }

    /// A scalar constant of the sort.
    pub fn scalar(&mut self, sort: Sort, bits: u64) -> Ast {
        if sort == Sort::Bool {
            return self.context.bool(bits == 1);
        }
        let width = self.context.bv_sort(sort.width().into());
        let number = self.context.numeral(bits, width);
        if !sort.is_float() {
            return number;
        }
        let float = self.sort(sort);
        self.context.float_from_bits(number, float)
    }

    fn translate(&mut self, terms: &Terms, term: Term) -> Result<Ast, Untranslatable> {
        let sort = terms.sort(term);
        let args: Vec<Ast> = terms.args(term).iter().map(|&arg| self.known(arg)).collect();
        let of = terms.args(term).first().map(|&arg| terms.sort(arg));
        let z3 = &mut self.context;
        Ok(match terms.op(term) {
            Op::Bool(value) => z3.bool(value),
            Op::Bv(bits) | Op::Float64(bits) => self.scalar(sort, bits),
            Op::Float32(bits) | Op::Ref(bits) => self.scalar(sort, bits.into()),
            Op::Array(id) => {
                let array = terms.array_const(id).clone();
                let element = array.element().sort();
                let default = self.scalar(element, array.default_bits());
                let index_sort = self.context.bv_sort(32);
                let mut ast = self.context.const_array(index_sort, default);
                for (index, bits) in array.entries() {
                    let (index, value) = (self.scalar(Sort::Bv(32), index.into()), self.scalar(element, bits));
                    ast = self.context.ternary(Z3_mk_store, ast, index, value);
                }
                ast
            }
            Op::Input(_) => {
                let sort = self.sort(sort);
                self.context.constant(term.index() as u32, sort)
            }
            Op::Not => z3.unary(Z3_mk_not, args[0]),
            Op::And => z3.and(args[0], args[1]),
            Op::Eq => z3.binary(Z3_mk_eq, args[0], args[1]),
            Op::Ite => z3.ternary(Z3_mk_ite, args[0], args[1], args[2]),
            Op::Add => z3.binary(Z3_mk_bvadd, args[0], args[1]),
            Op::Sub => z3.binary(Z3_mk_bvsub, args[0], args[1]),
            Op::Mul => z3.binary(Z3_mk_bvmul, args[0], args[1]),
            Op::Neg => z3.unary(Z3_mk_bvneg, args[0]),
            Op::Sdiv => z3.binary(Z3_mk_bvsdiv, args[0], args[1]),
            Op::Srem => z3.binary(Z3_mk_bvsrem, args[0], args[1]),
            Op::Udiv => z3.binary(Z3_mk_bvudiv, args[0], args[1]),
            Op::Urem => z3.binary(Z3_mk_bvurem, args[0], args[1]),
            Op::BvAnd => z3.binary(Z3_mk_bvand, args[0], args[1]),
            Op::BvOr => z3.binary(Z3_mk_bvor, args[0], args[1]),
            Op::BvXor => z3.binary(Z3_mk_bvxor, args[0], args[1]),
            Op::BvNot => z3.unary(Z3_mk_bvnot, args[0]),
            Op::Shl => z3.binary(Z3_mk_bvshl, args[0], args[1]),
            Op::Lshr => z3.binary(Z3_mk_bvlshr, args[0], args[1]),
            Op::Ashr => z3.binary(Z3_mk_bvashr, args[0], args[1]),
            Op::Slt => z3.binary(Z3_mk_bvslt, args[0], args[1]),
            Op::Ult => z3.binary(Z3_mk_bvult, args[0], args[1]),
            Op::Extract { hi, lo } => z3.extract(hi.into(), lo.into(), args[0]),
            Op::Concat => z3.binary(Z3_mk_concat, args[0], args[1]),
            Op::Sext => z3.sign_extend(added_width(sort, of), args[0]),
            Op::Zext => z3.zero_extend(added_width(sort, of), args[0]),
            Op::Fadd => z3.rounded_binary(Z3_mk_fpa_add, args[0], args[1]),
            Op::Fsub => z3.rounded_binary(Z3_mk_fpa_sub, args[0], args[1]),
            Op::Fmul => z3.rounded_binary(Z3_mk_fpa_mul, args[0], args[1]),
            Op::Fdiv => z3.rounded_binary(Z3_mk_fpa_div, args[0], args[1]),
            Op::Frem | Op::Math(_) => return Err(Untranslatable),
            Op::Fsqrt => z3.rounded_unary(Z3_mk_fpa_sqrt, args[0]),
            Op::Fneg => z3.unary(Z3_mk_fpa_neg, args[0]),
            Op::Fabs => z3.unary(Z3_mk_fpa_abs, args[0]),
            Op::Flt => z3.binary(Z3_mk_fpa_lt, args[0], args[1]),
            Op::Fle => z3.binary(Z3_mk_fpa_leq, args[0], args[1]),
            Op::Feq => z3.binary(Z3_mk_fpa_eq, args[0], args[1]),
            Op::IsNan => z3.unary(Z3_mk_fpa_is_nan, args[0]),
            Op::FromInt => {
                let sort = self.sort(sort);
                self.context.float_from_signed(args[0], sort)
            }
            Op::ToInt => self.integer_of(args[0], float_sort(of), sort),
            Op::ToFloat => {
                let sort = self.sort(sort);
                self.context.float_from_float(args[0], sort)
            }
            Op::FromBits => {
                let sort = self.sort(sort);
                self.context.float_from_bits(args[0], sort)
            }
            Op::ToBits => self.bits_of(args[0], float_sort(of)),
            Op::ConstArray => {
                let index = z3.bv_sort(32);
                z3.const_array(index, args[0])
            }
            Op::Select => z3.binary(Z3_mk_select, args[0], args[1]),
            Op::Store => z3.ternary(Z3_mk_store, args[0], args[1], args[2]),
        })
    }

    /// Z3 leaves the bits of NaN open.
    pub fn bits_of(&mut self, float: Ast, sort: Sort) -> Ast {
        let canonical = if sort == Sort::Float32 { 0x7fc0_0000 } else { 0x7ff8_0000_0000_0000 };
        let canonical = self.scalar(Sort::Bv(sort.width()), canonical);
        let nan = self.context.unary(Z3_mk_fpa_is_nan, float);
        let bits = self.context.unary(Z3_mk_fpa_to_ieee_bv, float);
        self.context.ternary(Z3_mk_ite, nan, canonical, bits)
    }

    /// Z3 leaves open what is out of range: Java saturates, and NaN gives 0.
    fn integer_of(&mut self, float: Ast, sort: Sort, target: Sort) -> Ast {
        let width = target.width();
        // exactly 2^(width - 1)
        let limit = (1u128 << (width - 1)) as f64;
        let (high, low) = match sort {
            Sort::Float32 => (u64::from((limit as f32).to_bits()), u64::from((-limit as f32).to_bits())),
            _ => (limit.to_bits(), (-limit).to_bits()),
        };
        let (high, low) = (self.scalar(sort, high), self.scalar(sort, low));
        let greatest = self.scalar(target, !0 >> (65 - u32::from(width)));
        let smallest = self.scalar(target, 1 << (width - 1));
        let zero = self.scalar(target, 0);
        let z3 = &mut self.context;
        let above = z3.binary(Z3_mk_fpa_leq, high, float);
        let below = z3.binary(Z3_mk_fpa_leq, float, low);
        let nan = z3.unary(Z3_mk_fpa_is_nan, float);
        let inside = z3.float_to_signed(float, width.into());
        let value = z3.ternary(Z3_mk_ite, above, greatest, inside);
        let value = z3.ternary(Z3_mk_ite, below, smallest, value);
        z3.ternary(Z3_mk_ite, nan, zero, value)
    }
}

fn added_width(sort: Sort, of: Option<Sort>) -> u32 {
    u32::from(sort.width()) - of.map_or(0, |of| u32::from(of.width()))
}

fn float_sort(of: Option<Sort>) -> Sort {
    of.expect("a float operator has an argument")
}
