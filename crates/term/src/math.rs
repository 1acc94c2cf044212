//! Functions of `java.lang.Math` that IEEE 754 does not fix to the last bit. A term applies one; evaluation computes it with
//! the platform's library, which may differ from the JVM's in the last place. So a value found this way is a proposal that
//! only a replay confirms, constants are never folded, and a proof may use nothing but what holds of every such library.

use crate::float::bits64;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Exp,
    Log,
    Log10,
    Cbrt,
    Sinh,
    Cosh,
    Tanh,
    Expm1,
    Log1p,
    Atan2,
    Pow,
    Hypot,
}

impl Function {
    pub const ALL: [Function; 18] = [
        Function::Sin,
        Function::Cos,
        Function::Tan,
        Function::Asin,
        Function::Acos,
        Function::Atan,
        Function::Exp,
        Function::Log,
        Function::Log10,
        Function::Cbrt,
        Function::Sinh,
        Function::Cosh,
        Function::Tanh,
        Function::Expm1,
        Function::Log1p,
        Function::Atan2,
        Function::Pow,
        Function::Hypot,
    ];

    /// As Java has it.
    pub const fn name(self) -> &'static str {
        match self {
            Function::Sin => "sin",
            Function::Cos => "cos",
            Function::Tan => "tan",
            Function::Asin => "asin",
            Function::Acos => "acos",
            Function::Atan => "atan",
            Function::Exp => "exp",
            Function::Log => "log",
            Function::Log10 => "log10",
            Function::Cbrt => "cbrt",
            Function::Sinh => "sinh",
            Function::Cosh => "cosh",
            Function::Tanh => "tanh",
            Function::Expm1 => "expm1",
            Function::Log1p => "log1p",
            Function::Atan2 => "atan2",
            Function::Pow => "pow",
            Function::Hypot => "hypot",
        }
    }

    pub const fn arity(self) -> u8 {
        match self {
            Function::Atan2 | Function::Pow | Function::Hypot => 2,
            _ => 1,
        }
    }

    /// On bit patterns of doubles; the second one counts only where there are two.
    pub(crate) fn apply(self, a: u64, b: u64) -> u64 {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        bits64(match self {
            Function::Sin => x.sin(),
            Function::Cos => x.cos(),
            Function::Tan => x.tan(),
            Function::Asin => x.asin(),
            Function::Acos => x.acos(),
            Function::Atan => x.atan(),
            Function::Exp => x.exp(),
            Function::Log => x.ln(),
            Function::Log10 => x.log10(),
            Function::Cbrt => x.cbrt(),
            Function::Sinh => x.sinh(),
            Function::Cosh => x.cosh(),
            Function::Tanh => x.tanh(),
            Function::Expm1 => x.exp_m1(),
            Function::Log1p => x.ln_1p(),
            Function::Atan2 => x.atan2(y),
            // C's pow answers 1 here.
            Function::Pow if y.is_nan() || x.abs() == 1.0 && y.is_infinite() => f64::NAN,
            Function::Pow => x.powf(y),
            Function::Hypot => x.hypot(y),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(function: Function, x: f64, y: f64) -> f64 {
        f64::from_bits(function.apply(x.to_bits(), y.to_bits()))
    }

    #[test]
    fn powers_follow_java() {
        let nan = f64::NAN;
        let infinity = f64::INFINITY;
        for (x, y) in [(1.0, nan), (nan, 1.0), (1.0, infinity), (-1.0, -infinity), (-8.0, 0.5)] {
            assert!(of(Function::Pow, x, y).is_nan(), "{x} to the {y}");
        }
        for (x, y, power) in [(nan, 0.0, 1.0), (0.0, -1.0, infinity), (-2.0, 3.0, -8.0), (-0.0, -3.0, -infinity)] {
            assert_eq!(of(Function::Pow, x, y), power, "{x} to the {y}");
        }
    }

    #[test]
    fn names_are_distinct() {
        let names: std::collections::BTreeSet<&str> = Function::ALL.iter().map(|function| function.name()).collect();
        assert_eq!(names.len(), Function::ALL.len());
    }
}
