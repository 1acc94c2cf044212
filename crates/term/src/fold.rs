//! What the operators mean: one function from raw argument bits to raw result bits, for scalars.
//! Constant folding, evaluation and the tests of every rewrite rule rest on it.

use crate::constant::{mask, signed};
use crate::float::{bits32, bits64, canonical32, canonical64, f32_of, f64_of};
use crate::{Op, Sort};

/// Applies a scalar operator. `sort` is the result's, `of` the sort of the first argument (second for `Ite`);
/// `low` is the width of a `Concat`'s second argument.
pub(crate) fn apply(op: Op, sort: Sort, of: Sort, low: u8, args: [u64; 3]) -> u64 {
    let [a, b, c] = args;
    match op {
        Op::Bool(_)
        | Op::Bv(_)
        | Op::Float32(_)
        | Op::Float64(_)
        | Op::Ref(_)
        | Op::Array(_)
        | Op::Input(_)
        | Op::ConstArray
        | Op::Select
        | Op::Store => unreachable!("{op:?} is no scalar operator"),
        Op::Not => a ^ 1,
        Op::And => a & b,
        Op::Eq => u64::from(a == b),
        Op::Ite => {
            if a == 1 {
                b
            } else {
                c
            }
        }
        Op::Concat => (a << low) | b,
        Op::Zext => a,
        Op::Sext => signed(of.width(), a) as u64 & mask(sort.width()),
        Op::Extract { hi, lo } => (a >> lo) & mask(hi - lo + 1),
        Op::Slt => u64::from(signed(of.width(), a) < signed(of.width(), b)),
        Op::Ult => u64::from(a < b),
        Op::Add
        | Op::Sub
        | Op::Mul
        | Op::Neg
        | Op::Sdiv
        | Op::Srem
        | Op::Udiv
        | Op::Urem
        | Op::BvAnd
        | Op::BvOr
        | Op::BvXor
        | Op::BvNot
        | Op::Shl
        | Op::Lshr
        | Op::Ashr => arithmetic(op, sort.width(), a, b) & mask(sort.width()),
        Op::FromInt => {
            let value = signed(of.width(), a);
            if sort == Sort::Float32 { bits32(value as f32) } else { bits64(value as f64) }
        }
        Op::FromBits => {
            if sort == Sort::Float32 {
                u64::from(canonical32(a as u32))
            } else {
                canonical64(a)
            }
        }
        Op::ToBits => a,
        Op::Fadd
        | Op::Fsub
        | Op::Fmul
        | Op::Fdiv
        | Op::Frem
        | Op::Fsqrt
        | Op::Fneg
        | Op::Fabs
        | Op::Flt
        | Op::Fle
        | Op::Feq
        | Op::IsNan
        | Op::ToInt
        | Op::ToFloat => {
            if of == Sort::Float32 {
                single(op, sort, f32_of(a), f32_of(b))
            } else {
                double(op, sort, f64_of(a), f64_of(b))
            }
        }
    }
}

/// Bit-vector arithmetic; the caller cuts the result to the width.
fn arithmetic(op: Op, width: u8, a: u64, b: u64) -> u64 {
    let (x, y) = (signed(width, a), signed(width, b));
    let outside = b >= u64::from(width);
    match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::Neg => a.wrapping_neg(),
        Op::Sdiv if b == 0 => {
            if x < 0 {
                1
            } else {
                u64::MAX
            }
        }
        Op::Sdiv => x.wrapping_div(y) as u64,
        Op::Srem if b == 0 => a,
        Op::Srem => x.wrapping_rem(y) as u64,
        Op::Udiv => a.checked_div(b).unwrap_or(u64::MAX),
        Op::Urem => a.checked_rem(b).unwrap_or(a),
        Op::BvAnd => a & b,
        Op::BvOr => a | b,
        Op::BvXor => a ^ b,
        Op::BvNot => !a,
        Op::Shl if outside => 0,
        Op::Shl => a << b,
        Op::Lshr if outside => 0,
        Op::Lshr => a >> b,
        Op::Ashr => (x >> b.min(63)) as u64,
        other => unreachable!("{other:?} is not bit-vector arithmetic"),
    }
}

macro_rules! float_format {
    ($name:ident, $float:ty, $bits:ident) => {
        fn $name(op: Op, sort: Sort, x: $float, y: $float) -> u64 {
            match op {
                Op::Fadd => $bits(x + y),
                Op::Fsub => $bits(x - y),
                Op::Fmul => $bits(x * y),
                Op::Fdiv => $bits(x / y),
                Op::Frem => $bits(x % y),
                Op::Fsqrt => $bits(x.sqrt()),
                Op::Fneg => $bits(-x),
                Op::Fabs => $bits(x.abs()),
                Op::Flt => u64::from(x < y),
                Op::Fle => u64::from(x <= y),
                Op::Feq => u64::from(x == y),
                Op::IsNan => u64::from(x.is_nan()),
                Op::ToInt if sort == Sort::Bv(32) => u64::from(x as i32 as u32),
                Op::ToInt => x as i64 as u64,
                Op::ToFloat if sort == Sort::Float32 => bits32(x as f32),
                Op::ToFloat => bits64(f64::from(x)),
                other => unreachable!("{other:?} is not a float operator"),
            }
        }
    };
}

float_format!(single, f32, bits32);
float_format!(double, f64, bits64);
