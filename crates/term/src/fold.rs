//! What the operators mean: one function from raw argument bits to raw result bits, for scalars.
//! Constant folding, evaluation and the tests of every rewrite rule rest on it.

use crate::constant::{mask, signed};
use crate::float::{bits32, bits64, canonical32, canonical64, f32_of, f64_of};
use crate::{Op, Sort};

/// Applies a scalar operator. `sort` is the result's, `of` the sort of the first argument (second for `Ite`);
/// `low` is the width of a `Concat`'s second argument.
pub fn apply(op: Op, sort: Sort, of: Sort, low: u8, args: [u64; 3]) -> u64 {
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
        Op::Math(function) => function.apply(a, b),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn bv(op: Op, width: u8, a: i64, b: i64) -> i64 {
        let sort = Sort::Bv(width);
        signed(width, apply(op, sort, sort, 0, [a as u64 & mask(width), b as u64 & mask(width), 0]))
    }

    fn float(op: Op, a: f64, b: f64) -> f64 {
        f64_of(apply(op, Sort::Float64, Sort::Float64, 0, [a.to_bits(), b.to_bits(), 0]))
    }

    fn to_int(value: f64, width: u8) -> i64 {
        signed(width, apply(Op::ToInt, Sort::Bv(width), Sort::Float64, 0, [value.to_bits(), 0, 0]))
    }

    #[test]
    fn division_is_total() {
        let table = [
            (Op::Sdiv, 7, 0, -1),
            (Op::Sdiv, -7, 0, 1),
            (Op::Sdiv, -7, 2, -3),
            (Op::Sdiv, i64::from(i32::MIN), -1, i64::from(i32::MIN)),
            (Op::Srem, 7, 0, 7),
            (Op::Srem, -7, 0, -7),
            (Op::Srem, -7, 2, -1),
            (Op::Srem, 7, -2, 1),
            (Op::Srem, i64::from(i32::MIN), -1, 0),
            (Op::Udiv, 7, 0, -1),
            (Op::Udiv, -1, 2, i64::from(i32::MAX)),
            (Op::Urem, 7, 0, 7),
            (Op::Urem, -1, 10, 5),
        ];
        for (op, a, b, wanted) in table {
            assert_eq!(bv(op, 32, a, b), wanted, "{op:?} {a} {b}");
        }
        assert_eq!(bv(Op::Sdiv, 64, i64::MIN, -1), i64::MIN);
        assert_eq!(bv(Op::Srem, 64, i64::MIN, -1), 0);
        assert_eq!(bv(Op::Sdiv, 1, -1, -1), -1, "one bit: 1 overflows to -1");
    }

    #[test]
    fn shifts_beyond_the_width() {
        let table = [
            (Op::Shl, 1, 31, i64::from(i32::MIN)),
            (Op::Shl, 1, 32, 0),
            (Op::Shl, 1, -1, 0),
            (Op::Lshr, -1, 31, 1),
            (Op::Lshr, -1, 32, 0),
            (Op::Ashr, -5, 1, -3),
            (Op::Ashr, -5, 32, -1),
            (Op::Ashr, 5, -1, 0),
        ];
        for (op, a, b, wanted) in table {
            assert_eq!(bv(op, 32, a, b), wanted, "{op:?} {a} {b}");
        }
    }

    #[test]
    fn conversions_follow_java() {
        let table = [
            (f64::NAN, 0, 0),
            (f64::INFINITY, i32::MAX.into(), i64::MAX),
            (f64::NEG_INFINITY, i32::MIN.into(), i64::MIN),
            (-1.9, -1, -1),
            (2147483648.0, i32::MAX.into(), 2147483648),
            (9.3e18, i32::MAX.into(), i64::MAX),
        ];
        for (value, int, long) in table {
            assert_eq!((to_int(value, 32), to_int(value, 64)), (int, long), "{value}");
        }
        // Through double the last bit is lost, then the tie goes to even: 2^60.
        let long = (1 << 60) + (1 << 36) + 1;
        let rounded = apply(Op::FromInt, Sort::Float32, Sort::Bv(64), 0, [long, 0, 0]);
        assert_eq!(f32_of(rounded), (2f32).powi(60) + (2f32).powi(37));
    }

    #[test]
    fn remainder_is_fmod() {
        assert_eq!(float(Op::Frem, 5.5, 2.0), 1.5);
        assert_eq!(float(Op::Frem, -5.5, 2.0), -1.5);
        assert_eq!(float(Op::Frem, 5.5, f64::INFINITY), 5.5);
        assert!(float(Op::Frem, 1.0, 0.0).is_nan());
        assert!(float(Op::Frem, -4.0, 2.0).is_sign_negative());
        assert_eq!(float(Op::Frem, 1e308, 3.0), 1e308 % 3.0);
    }

    #[test]
    fn there_is_one_nan() {
        for nan in
            [float(Op::Fdiv, 0.0, 0.0), float(Op::Fsub, f64::INFINITY, f64::INFINITY), float(Op::Fneg, f64::NAN, 0.0)]
        {
            assert_eq!(nan.to_bits(), crate::float::NAN64);
        }
        let payload = apply(Op::FromBits, Sort::Float32, Sort::Bv(32), 0, [0xffc0_1234, 0, 0]);
        assert_eq!(payload, u64::from(crate::float::NAN32));
    }
}
