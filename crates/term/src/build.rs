//! The constructors: they check sorts, then simplify, then intern.

use crate::constant::mask;
use crate::fact::{Fact, fact_width};
use crate::terms::Node;
use crate::{ArrayConst, Const, Element, Function, Op, Sort, Term, Terms};
use crate::{facts, float, fold, rewrite};
use std::rc::Rc;

/// Rules that call constructors stop rewriting at this depth, so that no term, however deep, exhausts the stack.
const NESTING: usize = 64;

/// Leaves.
impl Terms {
    pub fn bool(&self, value: bool) -> Term {
        if value { Terms::TRUE } else { Terms::FALSE }
    }

    /// Bits above `width` are ignored.
    pub fn bv(&mut self, width: u8, value: u64) -> Term {
        assert!((1..=64).contains(&width), "width {width}");
        let bits = value & mask(width);
        self.leaf(Op::Bv(bits), Sort::Bv(width))
    }

    /// A Java int.
    pub fn int(&mut self, value: i32) -> Term {
        self.bv(32, value as u64)
    }

    /// A Java long.
    pub fn long(&mut self, value: i64) -> Term {
        self.bv(64, value as u64)
    }

    pub fn float32(&mut self, bits: u32) -> Term {
        self.leaf(Op::Float32(float::canonical32(bits)), Sort::Float32)
    }

    pub fn float64(&mut self, bits: u64) -> Term {
        self.leaf(Op::Float64(float::canonical64(bits)), Sort::Float64)
    }

    pub fn reference(&mut self, id: u32) -> Term {
        self.leaf(Op::Ref(id), Sort::Ref)
    }

    pub fn null(&mut self) -> Term {
        self.reference(0)
    }

    /// A constant array, shared with the caller.
    pub fn array(&mut self, array: Rc<ArrayConst>) -> Term {
        let sort = Sort::Array(array.element());
        let id = self.array_id(array);
        self.leaf(Op::Array(id), sort)
    }

    pub fn constant(&mut self, value: &Const) -> Term {
        match value {
            Const::Array(array) => self.array(array.clone()),
            scalar => self.scalar(scalar.sort(), scalar.bits()),
        }
    }

    pub(crate) fn scalar(&mut self, sort: Sort, bits: u64) -> Term {
        match sort {
            Sort::Bool => self.bool(bits & 1 == 1),
            Sort::Bv(width) => self.bv(width, bits),
            Sort::Float32 => self.float32(bits as u32),
            Sort::Float64 => self.float64(bits),
            Sort::Ref => self.reference(bits as u32),
            Sort::Array(_) => unreachable!("an array is no scalar"),
        }
    }

    fn leaf(&mut self, op: Op, sort: Sort) -> Term {
        self.intern(Node { op, args: [Term(0); 3], sort }, Fact::NONE)
    }
}

/// Booleans, equality and choice.
impl Terms {
    pub fn not(&mut self, a: Term) -> Term {
        self.check(Op::Not, a, Sort::Bool);
        self.make(Op::Not, Sort::Bool, &[a])
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.check(Op::And, a, Sort::Bool);
        self.check(Op::And, b, Sort::Bool);
        self.make(Op::And, Sort::Bool, &[a, b])
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.and(a, b);
        self.not(neither)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let a = self.not(a);
        self.or(a, b)
    }

    pub fn all(&mut self, conjuncts: impl IntoIterator<Item = Term>) -> Term {
        conjuncts.into_iter().fold(Terms::TRUE, |all, next| self.and(all, next))
    }

    pub fn any(&mut self, disjuncts: impl IntoIterator<Item = Term>) -> Term {
        disjuncts.into_iter().fold(Terms::FALSE, |any, next| self.or(any, next))
    }

    /// Any sort. Floats are compared by identity: NaN equals NaN, -0 differs from +0; IEEE equality is `feq`.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.check_same(Op::Eq, a, b);
        self.make(Op::Eq, Sort::Bool, &[a, b])
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.check(Op::Ite, condition, Sort::Bool);
        self.check_same(Op::Ite, then, otherwise);
        self.make(Op::Ite, self.sort(then), &[condition, then, otherwise])
    }
}

/// Constructors of two equal bit-vectors into a third.
macro_rules! bv_binary {
    ($($name:ident = $op:ident),* $(,)?) => {
        impl Terms {$(
            pub fn $name(&mut self, a: Term, b: Term) -> Term {
                self.check_bv(Op::$op, a);
                self.check_same(Op::$op, a, b);
                self.make(Op::$op, self.sort(a), &[a, b])
            }
        )*}
    };
}

bv_binary! {
    add = Add, sub = Sub, mul = Mul, sdiv = Sdiv, srem = Srem, udiv = Udiv, urem = Urem,
    bv_and = BvAnd, bv_or = BvOr, bv_xor = BvXor, shl = Shl, lshr = Lshr, ashr = Ashr,
}

/// The other bit-vector operators.
impl Terms {
    pub fn neg(&mut self, a: Term) -> Term {
        self.check_bv(Op::Neg, a);
        self.make(Op::Neg, self.sort(a), &[a])
    }

    pub fn bv_not(&mut self, a: Term) -> Term {
        self.check_bv(Op::BvNot, a);
        self.make(Op::BvNot, self.sort(a), &[a])
    }

    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.check_bv(Op::Slt, a);
        self.check_same(Op::Slt, a, b);
        self.make(Op::Slt, Sort::Bool, &[a, b])
    }

    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.check_bv(Op::Ult, a);
        self.check_same(Op::Ult, a, b);
        self.make(Op::Ult, Sort::Bool, &[a, b])
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// Bits `hi` down to `lo`, both included.
    pub fn extract(&mut self, hi: u8, lo: u8, a: Term) -> Term {
        self.check_bv(Op::Extract { hi, lo }, a);
        assert!(lo <= hi && hi < self.width(a), "extract {hi}..{lo} of {} bits", self.width(a));
        self.make(Op::Extract { hi, lo }, Sort::Bv(hi - lo + 1), &[a])
    }

    /// `high` becomes the upper bits; at most 64 in all.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        self.check_bv(Op::Concat, high);
        self.check_bv(Op::Concat, low);
        let width = self.width(high) + self.width(low);
        assert!(width <= 64, "concat of {width} bits");
        self.make(Op::Concat, Sort::Bv(width), &[high, low])
    }

    /// Sign-extends to `width` bits.
    pub fn sext(&mut self, width: u8, a: Term) -> Term {
        self.extend(Op::Sext, width, a)
    }

    /// Zero-extends to `width` bits.
    pub fn zext(&mut self, width: u8, a: Term) -> Term {
        self.extend(Op::Zext, width, a)
    }

    fn extend(&mut self, op: Op, width: u8, a: Term) -> Term {
        self.check_bv(op, a);
        assert!(self.width(a) <= width && width <= 64, "{op:?} of {} bits to {width}", self.width(a));
        if self.width(a) == width {
            return a;
        }
        self.make(op, Sort::Bv(width), &[a])
    }
}

/// Constructors of two equal floats into a float, one float into a float, two equal floats into a condition.
macro_rules! float_operators {
    ($($binary:ident = $two:ident),*; $($unary:ident = $one:ident),*; $($compare:ident = $pair:ident),* $(;)?) => {
        impl Terms {
            $(pub fn $binary(&mut self, a: Term, b: Term) -> Term {
                self.check_float(Op::$two, a);
                self.check_same(Op::$two, a, b);
                self.make(Op::$two, self.sort(a), &[a, b])
            })*
            $(pub fn $unary(&mut self, a: Term) -> Term {
                self.check_float(Op::$one, a);
                self.make(Op::$one, self.sort(a), &[a])
            })*
            $(pub fn $compare(&mut self, a: Term, b: Term) -> Term {
                self.check_float(Op::$pair, a);
                self.check_same(Op::$pair, a, b);
                self.make(Op::$pair, Sort::Bool, &[a, b])
            })*
        }
    };
}

float_operators! {
    fadd = Fadd, fsub = Fsub, fmul = Fmul, fdiv = Fdiv, frem = Frem;
    fsqrt = Fsqrt, fneg = Fneg, fabs = Fabs;
    flt = Flt, fle = Fle, feq = Feq;
}

/// Conversions from and to floats, with Java's rules.
impl Terms {
    pub fn is_nan(&mut self, a: Term) -> Term {
        self.check_float(Op::IsNan, a);
        self.make(Op::IsNan, Sort::Bool, &[a])
    }

    /// Signed bit-vector to float, rounded to nearest even.
    pub fn from_int(&mut self, a: Term, sort: Sort) -> Term {
        self.check_bv(Op::FromInt, a);
        assert!(sort.is_float(), "from_int to {sort:?}");
        self.make(Op::FromInt, sort, &[a])
    }

    /// Float to signed 32 or 64 bits: truncates, saturates, NaN gives 0 (JLS 5.1.3).
    pub fn to_int(&mut self, a: Term, width: u8) -> Term {
        self.check_float(Op::ToInt, a);
        assert!(matches!(width, 32 | 64), "to_int to {width} bits");
        self.make(Op::ToInt, Sort::Bv(width), &[a])
    }

    /// Between the two float sorts.
    pub fn to_float(&mut self, a: Term, sort: Sort) -> Term {
        self.check_float(Op::ToFloat, a);
        assert!(sort.is_float(), "to_float to {sort:?}");
        if self.sort(a) == sort {
            return a;
        }
        self.make(Op::ToFloat, sort, &[a])
    }

    /// `Math.sin` and the like, of as many doubles as the function takes.
    pub fn math(&mut self, function: Function, args: &[Term]) -> Term {
        assert_eq!(args.len(), usize::from(function.arity()), "{function:?}");
        args.iter().for_each(|&arg| self.check(Op::Math(function), arg, Sort::Float64));
        self.make(Op::Math(function), Sort::Float64, args)
    }

    /// `Float.intBitsToFloat`, `Double.longBitsToDouble`; every NaN pattern gives the one NaN.
    pub fn from_bits(&mut self, a: Term) -> Term {
        let sort = match self.sort(a) {
            Sort::Bv(32) => Sort::Float32,
            Sort::Bv(64) => Sort::Float64,
            other => panic!("from_bits of {other:?}"),
        };
        self.make(Op::FromBits, sort, &[a])
    }

    /// `Float.floatToIntBits` and `Double.doubleToLongBits`: NaN gives the canonical pattern.
    pub fn to_bits(&mut self, a: Term) -> Term {
        self.check_float(Op::ToBits, a);
        self.make(Op::ToBits, Sort::Bv(self.width(a)), &[a])
    }
}

/// Arrays, indexed by 32-bit vectors.
impl Terms {
    pub fn const_array(&mut self, element: Element, value: Term) -> Term {
        self.check(Op::ConstArray, value, element.sort());
        if let Some(bits) = self.bits(value) {
            return self.array(Rc::new(ArrayConst::new(element, bits)));
        }
        self.make(Op::ConstArray, Sort::Array(element), &[value])
    }

    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let element = self.check_array(Op::Select, array, index);
        self.make(Op::Select, element.sort(), &[array, index])
    }

    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        let element = self.check_array(Op::Store, array, index);
        self.check(Op::Store, value, element.sort());
        self.make(Op::Store, Sort::Array(element), &[array, index, value])
    }
}

/// Sort checks: a wrong sort is a bug of the caller.
impl Terms {
    #[inline]
    fn check(&self, op: Op, a: Term, sort: Sort) {
        assert!(self.sort(a) == sort, "{op:?} of {:?}, not {sort:?}", self.sort(a));
    }

    #[inline]
    fn check_same(&self, op: Op, a: Term, b: Term) {
        assert!(self.sort(a) == self.sort(b), "{op:?} of {:?} and {:?}", self.sort(a), self.sort(b));
    }

    #[inline]
    fn check_bv(&self, op: Op, a: Term) {
        assert!(self.sort(a).is_bv(), "{op:?} of {:?}", self.sort(a));
    }

    #[inline]
    fn check_float(&self, op: Op, a: Term) {
        assert!(self.sort(a).is_float(), "{op:?} of {:?}", self.sort(a));
    }

    #[inline]
    fn check_array(&self, op: Op, array: Term, index: Term) -> Element {
        self.check(op, index, Sort::Bv(32));
        self.sort(array).element().unwrap_or_else(|| panic!("{op:?} of {:?}", self.sort(array)))
    }

    /// Simplifies, then interns.
    pub(crate) fn make(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let node = self.ordered(op, sort, args);
        // What is in the pool has been through the rules.
        if let Some(term) = self.find(&node).or_else(|| self.recent.get(&node)) {
            return term;
        }
        let term = self.simplified(node, args.len());
        // Inside of rules, how far it goes depends on how deep they are.
        if self.recent.is_on() && self.nesting == 0 && self.node(term) != node {
            self.recent.put(node, term);
        }
        term
    }

    fn simplified(&mut self, node: Node, arity: usize) -> Term {
        if let Some(term) = self.folded(&node) {
            return term;
        }
        if self.nesting < NESTING {
            self.nesting += 1;
            let result = rewrite::rewrite(self, &node);
            self.nesting -= 1;
            if let Some(term) = result {
                return term;
            }
        }
        if fact_width(node.sort).is_none() {
            return self.intern(node, Fact::NONE);
        }
        let mut facts = [Fact::NONE; 3];
        for (fact, &arg) in facts.iter_mut().zip(&node.args[..arity]) {
            *fact = self.fact(arg);
        }
        let fact = facts::forward(self, &node, &facts);
        match fact.value() {
            Some(bits) => self.scalar(node.sort, bits),
            None => self.intern(node, fact),
        }
    }

    /// Arguments of a commutative operator by age, constants last.
    #[inline]
    fn ordered(&self, op: Op, sort: Sort, args: &[Term]) -> Node {
        let mut padded = [Term(0); 3];
        padded[..args.len()].copy_from_slice(args);
        if op.kind().commutative {
            let [a, b, _] = padded;
            if (self.is_const(a), a) > (self.is_const(b), b) {
                padded.swap(0, 1);
            }
        }
        Node { op, args: padded, sort }
    }

    /// The value of an operator on scalar constants.
    fn folded(&mut self, node: &Node) -> Option<Term> {
        if matches!(node.op, Op::Math(_)) {
            return None;
        }
        let args = &node.args[..node.op.arity()];
        let mut bits = [0; 3];
        for (place, &arg) in bits.iter_mut().zip(args) {
            *place = self.bits(arg)?;
        }
        let low = if node.op == Op::Concat { self.width(args[1]) } else { 0 };
        let bits = fold::apply(node.op, node.sort, self.sort(args[0]), low, bits);
        Some(self.scalar(node.sort, bits))
    }
}
