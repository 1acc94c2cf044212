//! The operators, and the table of what each one is called and how many arguments it takes.
//! Canonical form has no `or`, `xor`, `sle`, `ule`: they are built from `Not`, `And`, `Eq`, `Slt`, `Ult`.

use crate::Function;

/// A symbolic input; its name and sort are kept by the pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Input(pub(crate) u32);

/// An interned constant array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayId(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    // Leaves.
    Bool(bool),
    Bv(u64),
    Float32(u32),
    Float64(u64),
    Ref(u32),
    Array(ArrayId),
    Input(Input),
    // Booleans; `Eq` and `Ite` are for every sort. `Eq` on floats is identity (one NaN, -0 differs from +0).
    Not,
    And,
    Eq,
    Ite,
    // Bit-vectors, with SMT-LIB's total semantics. The target width of `Sext` and `Zext` is the sort's.
    Add,
    Sub,
    Mul,
    Neg,
    Sdiv,
    Srem,
    Udiv,
    Urem,
    BvAnd,
    BvOr,
    BvXor,
    BvNot,
    Shl,
    Lshr,
    Ashr,
    Slt,
    Ult,
    Extract {
        hi: u8,
        lo: u8,
    },
    Concat,
    Sext,
    Zext,
    // Floats, round to nearest even, one canonical NaN.
    Fadd,
    Fsub,
    Fmul,
    Fdiv,
    /// Java's `%`, C's `fmod`.
    Frem,
    Fsqrt,
    Fneg,
    Fabs,
    Flt,
    Fle,
    /// IEEE equality: NaN differs from itself, -0 equals +0.
    Feq,
    IsNan,
    /// Signed bit-vector to float, round to nearest even.
    FromInt,
    /// Float to signed 32 or 64 bits: truncates, saturates, NaN gives 0 (JLS 5.1.3).
    ToInt,
    /// Between the two float sorts.
    ToFloat,
    /// Bit pattern to float; every NaN pattern gives the one NaN.
    FromBits,
    /// Float to bit pattern; NaN gives Java's canonical pattern.
    ToBits,
    /// A function of doubles that no circuit computes.
    Math(Function),
    // Arrays.
    ConstArray,
    Select,
    Store,
}

/// One line of the operator table.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub arity: u8,
    pub commutative: bool,
}

const fn leaf(name: &'static str) -> Kind {
    Kind { name, arity: 0, commutative: false }
}
const fn unary(name: &'static str) -> Kind {
    Kind { name, arity: 1, commutative: false }
}
const fn binary(name: &'static str) -> Kind {
    Kind { name, arity: 2, commutative: false }
}
const fn commutative(name: &'static str) -> Kind {
    Kind { name, arity: 2, commutative: true }
}
const fn ternary(name: &'static str) -> Kind {
    Kind { name, arity: 3, commutative: false }
}

impl Op {
    /// The table of kinds. Names are SMT-LIB's where SMT-LIB has the operator.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Op::Bool(_) => leaf("bool"),
            Op::Bv(_) => leaf("bv"),
            Op::Float32(_) => leaf("float32"),
            Op::Float64(_) => leaf("float64"),
            Op::Ref(_) => leaf("ref"),
            Op::Array(_) => leaf("array"),
            Op::Input(_) => leaf("input"),
            Op::Not => unary("not"),
            Op::And => commutative("and"),
            Op::Eq => commutative("="),
            Op::Ite => ternary("ite"),
            Op::Add => commutative("bvadd"),
            Op::Sub => binary("bvsub"),
            Op::Mul => commutative("bvmul"),
            Op::Neg => unary("bvneg"),
            Op::Sdiv => binary("bvsdiv"),
            Op::Srem => binary("bvsrem"),
            Op::Udiv => binary("bvudiv"),
            Op::Urem => binary("bvurem"),
            Op::BvAnd => commutative("bvand"),
            Op::BvOr => commutative("bvor"),
            Op::BvXor => commutative("bvxor"),
            Op::BvNot => unary("bvnot"),
            Op::Shl => binary("bvshl"),
            Op::Lshr => binary("bvlshr"),
            Op::Ashr => binary("bvashr"),
            Op::Slt => binary("bvslt"),
            Op::Ult => binary("bvult"),
            Op::Extract { .. } => unary("extract"),
            Op::Concat => binary("concat"),
            Op::Sext => unary("sign_extend"),
            Op::Zext => unary("zero_extend"),
            Op::Fadd => commutative("fp.add"),
            Op::Fsub => binary("fp.sub"),
            Op::Fmul => commutative("fp.mul"),
            Op::Fdiv => binary("fp.div"),
            Op::Frem => binary("fmod"),
            Op::Fsqrt => unary("fp.sqrt"),
            Op::Fneg => unary("fp.neg"),
            Op::Fabs => unary("fp.abs"),
            Op::Flt => binary("fp.lt"),
            Op::Fle => binary("fp.leq"),
            Op::Feq => commutative("fp.eq"),
            Op::IsNan => unary("fp.isNaN"),
            Op::FromInt => unary("from_int"),
            Op::ToInt => unary("to_int"),
            Op::ToFloat => unary("to_float"),
            Op::FromBits => unary("from_bits"),
            Op::ToBits => unary("to_bits"),
            Op::Math(function) => Kind { name: function.name(), arity: function.arity(), commutative: false },
            Op::ConstArray => unary("const_array"),
            Op::Select => binary("select"),
            Op::Store => ternary("store"),
        }
    }

    #[inline]
    pub const fn arity(self) -> usize {
        self.kind().arity as usize
    }

    /// A leaf that is not an input.
    #[inline]
    pub const fn is_const(self) -> bool {
        self.kind().arity == 0 && !matches!(self, Op::Input(_))
    }
}
