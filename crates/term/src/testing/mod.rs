//! For tests: random terms, built twice, once by the rules and once exactly as written, and random witnesses.
//! Few operators and few leaves per sample, and arguments taken from one another, so that patterns meet.

mod idiom;

use crate::fact::Fact;
use crate::terms::Node;
use crate::{ArrayConst, Const, Element, Function, Op, Sort, Term, Terms, Witness};
use std::rc::Rc;

/// Every operator that has arguments; `Extract` stands for all its bounds.
pub(crate) const OPERATORS: &[Op] = &[
    Op::Not,
    Op::And,
    Op::Eq,
    Op::Ite,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Neg,
    Op::Sdiv,
    Op::Srem,
    Op::Udiv,
    Op::Urem,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvNot,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::Slt,
    Op::Ult,
    Op::Extract { hi: 0, lo: 0 },
    Op::Concat,
    Op::Sext,
    Op::Zext,
    Op::Fadd,
    Op::Fsub,
    Op::Fmul,
    Op::Fdiv,
    Op::Frem,
    Op::Fsqrt,
    Op::Fneg,
    Op::Fabs,
    Op::Flt,
    Op::Fle,
    Op::Feq,
    Op::IsNan,
    Op::FromInt,
    Op::ToInt,
    Op::ToFloat,
    Op::FromBits,
    Op::ToBits,
    Op::Math(Function::Sin),
    Op::Math(Function::Pow),
    Op::ConstArray,
    Op::Select,
    Op::Store,
];

/// Operators that rules bring together.
const COMPANY: &[&[Op]] = &[
    &[Op::And, Op::Not],
    &[Op::And, Op::Not, Op::Slt, Op::Ult, Op::Eq],
    &[Op::And, Op::Not, Op::Flt, Op::Fle, Op::Feq],
    &[Op::Ite, Op::Eq, Op::Not],
    &[Op::Ite, Op::Eq, Op::Slt, Op::Ult, Op::Add],
    &[Op::Add, Op::Sub, Op::Neg, Op::BvNot],
    &[Op::Mul, Op::Shl, Op::Neg],
    &[Op::Shl, Op::Lshr, Op::Ashr],
    &[Op::Shl, Op::Lshr, Op::Ashr, Op::Extract { hi: 0, lo: 0 }],
    &[Op::Eq, Op::Add, Op::Sub, Op::BvXor],
    &[Op::Eq, Op::Neg, Op::BvNot, Op::BvXor],
    &[Op::Eq, Op::Mul, Op::Shl, Op::Lshr],
    &[Op::Eq, Op::Concat, Op::Zext, Op::Sext],
    &[Op::Slt, Op::Add],
    &[Op::Slt, Op::Ult, Op::Zext, Op::Sext],
    &[Op::BvAnd, Op::BvOr, Op::BvXor, Op::BvNot],
    &[Op::BvAnd, Op::BvOr, Op::Zext, Op::Sext, Op::Shl],
    &[Op::Extract { hi: 0, lo: 0 }, Op::Concat, Op::Zext, Op::Sext],
    &[Op::Extract { hi: 0, lo: 0 }, Op::BvAnd, Op::BvOr, Op::Add, Op::Zext],
    &[Op::Sdiv, Op::Srem, Op::Udiv, Op::Urem, Op::Zext],
    &[Op::Select, Op::Store],
    &[Op::Select, Op::Store, Op::Ite, Op::ConstArray, Op::Add],
    &[Op::Fadd, Op::Fsub, Op::Fmul, Op::Fdiv, Op::Fneg],
    &[Op::Flt, Op::Fle, Op::Feq, Op::Fneg, Op::Fabs],
    &[Op::Flt, Op::Fle, Op::Feq, Op::FromInt, Op::Sext],
    &[Op::Flt, Op::Feq, Op::ToFloat, Op::IsNan],
    &[Op::FromInt, Op::ToInt, Op::ToFloat, Op::Sext],
    &[Op::FromBits, Op::ToBits, Op::Eq, Op::IsNan],
];

/// splitmix64.
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Raw bits of a scalar: often a boundary, sometimes anything.
    pub fn bits(&mut self, sort: Sort) -> u64 {
        let width = sort.width();
        let sign = 1u64 << (width - 1);
        let small = self.next() % 6;
        let bits = match sort {
            Sort::Float32 => match self.below(4) {
                0 => {
                    u64::from(self.pick(&[0.0, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN]).to_bits())
                }
                1 => u64::from((small as f32 * self.pick(&[1.0, 0.5, -1.0, 16777216.0, 2147483648.0])).to_bits()),
                2 => self.pick(&[1, 0x0080_0000, 0x7f7f_ffff, 0x3f80_0001, 0x8000_0001]),
                _ => self.next(),
            },
            Sort::Float64 => match self.below(4) {
                0 => self.pick(&[0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]).to_bits(),
                1 => (small as f64 * self.pick(&[1.0, 0.5, -1.0, 2147483648.0, 9007199254740992.0, 1e18])).to_bits(),
                2 => self.pick(&[1, 1 << 52, 0x7fef_ffff_ffff_ffff, 0x3ff0_0000_0000_0001, 0x47ef_ffff_e000_0000]),
                _ => self.next(),
            },
            Sort::Bool | Sort::Bv(_) | Sort::Ref => match self.below(6) {
                0 => small,
                1 => small.wrapping_neg(),
                2 => sign.wrapping_sub(small / 2),
                3 => 1 << self.below(usize::from(width)),
                4 => (1u64 << self.below(usize::from(width))).wrapping_sub(1),
                _ => self.next(),
            },
            Sort::Array(_) => unreachable!("an array has no bits"),
        };
        Const::scalar(sort, bits).bits()
    }

    pub fn constant(&mut self, sort: Sort) -> Const {
        match sort {
            Sort::Array(element) => {
                let mut array = ArrayConst::new(element, self.bits(element.sort()));
                for _ in 0..self.below(4) {
                    array.set(self.bits(Sort::Bv(32)) as u32, self.bits(element.sort()));
                }
                Const::Array(Rc::new(array))
            }
            scalar => Const::scalar(scalar, self.bits(scalar)),
        }
    }

    pub fn witness(&mut self, terms: &Terms, inputs: &[Term]) -> Witness {
        inputs.iter().map(|&term| (terms.as_input(term).unwrap(), self.constant(terms.sort(term)))).collect()
    }
}

/// Terms built by the rules (`terms`), and the same terms exactly as written (`raw`).
pub(crate) struct Sample {
    pub random: Random,
    pub terms: Terms,
    pub raw: Terms,
    /// Simplified and raw handle of each term made.
    pub made: Vec<(Term, Term)>,
    pub inputs: Vec<Term>,
    widths: [u8; 2],
    float: Sort,
    element: Element,
}

impl Sample {
    /// `steps` operators out of a few kinds.
    pub fn new(seed: u64, steps: usize) -> Sample {
        let mut random = Random::new(seed);
        let widths = [random.pick(&[1, 2, 3, 4, 5, 8, 16, 32, 64]), random.pick(&[4, 8, 16, 32, 64])];
        let float = random.pick(&[Sort::Float32, Sort::Float64]);
        let element = random.pick(&[Element::Bv(8), Element::Bv(32), Element::Ref, Element::Float32, Element::Float64]);
        let kinds: Vec<Op> = match random.below(3) {
            0 => (0..2 + random.below(5)).map(|_| random.pick(OPERATORS)).collect(),
            _ => random.pick(COMPANY).to_vec(),
        };
        let (terms, raw) = (Terms::new(), Terms::new());
        let mut sample = Sample { random, terms, raw, made: Vec::new(), inputs: Vec::new(), widths, float, element };
        for _ in 0..steps {
            let op = sample.random.pick(&kinds);
            sample.step(op);
            if sample.random.chance(5) {
                sample.idiom();
            }
        }
        sample
    }

    /// Values for the inputs, often ones that terms compare them with.
    pub fn witness(&mut self) -> Witness {
        let mut witness = self.random.witness(&self.terms, &self.inputs);
        for &input in &self.inputs {
            let sort = self.terms.sort(input);
            if sort.is_array() || self.random.chance(60) {
                continue;
            }
            let all = (0..self.terms.len() as u32).map(Term);
            let same_sort = all.filter(|&term| self.terms.sort(term) == sort);
            let constants: Vec<u64> = same_sort.filter_map(|term| self.terms.bits(term)).collect();
            if !constants.is_empty() {
                let near = self.random.pick(&constants).wrapping_add(self.random.pick(&[0, 0, 1, u64::MAX]));
                witness.set(self.terms.as_input(input).unwrap(), Const::scalar(sort, near));
            }
        }
        witness
    }

    fn step(&mut self, op: Op) {
        let width = self.random.pick(&self.widths);
        let (bv, float, array) = (Sort::Bv(width), self.float, Sort::Array(self.element));
        match op {
            Op::Not => self.apply(op, Sort::Bool, &[Sort::Bool]),
            Op::And => self.apply(op, Sort::Bool, &[Sort::Bool; 2]),
            Op::Eq => {
                let sort = self.random.pick(&[bv, bv, bv, float, Sort::Ref, Sort::Bool, array]);
                self.apply(op, Sort::Bool, &[sort; 2]);
            }
            Op::Ite => {
                let sort = self.random.pick(&[bv, bv, float, Sort::Ref, Sort::Bool, array]);
                self.apply(op, sort, &[Sort::Bool, sort, sort]);
            }
            Op::Neg | Op::BvNot => self.apply(op, bv, &[bv]),
            Op::Slt | Op::Ult => self.apply(op, Sort::Bool, &[bv; 2]),
            Op::Extract { .. } => {
                let lo = self.random.below(usize::from(width)) as u8;
                let lo = if self.random.chance(50) { 0 } else { lo };
                let hi = lo + self.random.below(usize::from(width - lo)) as u8;
                self.apply(Op::Extract { hi, lo }, Sort::Bv(hi - lo + 1), &[bv]);
            }
            Op::Concat => {
                let low = self.random.pick(&[1, 4, 8]);
                if width + low <= 64 {
                    self.apply(op, Sort::Bv(width + low), &[bv, Sort::Bv(low)]);
                }
            }
            Op::Sext | Op::Zext => {
                let narrow = self.narrower(width);
                if narrow < width {
                    self.apply(op, bv, &[Sort::Bv(narrow)]);
                }
            }
            Op::Fsqrt | Op::Fneg | Op::Fabs => self.apply(op, float, &[float]),
            Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Frem => self.apply(op, float, &[float; 2]),
            Op::Flt | Op::Fle | Op::Feq => self.apply(op, Sort::Bool, &[float; 2]),
            Op::IsNan => self.apply(op, Sort::Bool, &[float]),
            Op::FromInt => self.apply(op, float, &[bv]),
            Op::ToInt => {
                let width = self.random.pick(&[32, 64]);
                self.apply(op, Sort::Bv(width), &[float]);
            }
            Op::ToFloat => {
                let (narrow, wide) = (Sort::Float32, Sort::Float64);
                self.apply(op, wide, &[narrow]);
                self.apply(op, narrow, &[wide]);
            }
            Op::FromBits => self.apply(op, float, &[Sort::Bv(float.width())]),
            Op::ToBits => self.apply(op, Sort::Bv(float.width()), &[float]),
            Op::Math(function) => {
                let double = Sort::Float64;
                self.apply(op, double, &[double; 2][..usize::from(function.arity())]);
            }
            Op::ConstArray => self.apply(op, array, &[self.element.sort()]),
            Op::Select => self.apply(op, self.element.sort(), &[array, Sort::Bv(32)]),
            Op::Store => self.apply(op, array, &[array, Sort::Bv(32), self.element.sort()]),
            Op::Shl | Op::Lshr | Op::Ashr if self.random.chance(60) => {
                let distance = self.random.next() % u64::from(width + 1);
                let distance = if self.random.chance(70) { u64::from(width / 2) } else { distance };
                let args = [self.argument(bv, None), self.constant(&Const::scalar(bv, distance))];
                self.build(op, bv, &args);
            }
            _ => self.apply(op, bv, &[bv; 2]),
        }
    }

    /// A width below `width`, preferably one that occurs.
    fn narrower(&mut self, width: u8) -> u8 {
        let mut narrow: Vec<u8> = vec![1, 4, 8];
        for &(term, _) in &self.made {
            if let Sort::Bv(width) = self.terms.sort(term) {
                narrow.push(width);
            }
        }
        narrow.retain(|&narrow| narrow < width);
        if narrow.is_empty() { width } else { self.random.pick(&narrow) }
    }

    /// Makes one operator on arguments of these sorts.
    fn apply(&mut self, op: Op, sort: Sort, sorts: &[Sort]) {
        let mut args: Vec<(Term, Term)> = Vec::new();
        for &sort in sorts {
            let arg = self.argument(sort, args.first().map(|&(first, _)| first));
            args.push(arg);
        }
        self.build(op, sort, &args);
    }

    /// Makes one operator on these arguments, in both pools.
    pub fn build(&mut self, op: Op, sort: Sort, args: &[(Term, Term)]) -> (Term, Term) {
        let simple: Vec<Term> = args.iter().map(|&(term, _)| term).collect();
        let mut raw = [Term(0); 3];
        for (place, &(_, arg)) in raw.iter_mut().zip(args) {
            *place = arg;
        }
        let term = match sort {
            Sort::Array(element) if op == Op::ConstArray => self.terms.const_array(element, simple[0]),
            _ => self.terms.make(op, sort, &simple),
        };
        let pair = (term, self.raw.intern(Node { op, args: raw, sort }, Fact::of_sort(sort)));
        self.made.push(pair);
        pair
    }

    pub fn constant(&mut self, value: &Const) -> (Term, Term) {
        let pair = (self.terms.constant(value), self.raw.constant(value));
        self.made.push(pair);
        pair
    }

    /// A constant, an input, something made before, or something inside the first argument.
    pub fn argument(&mut self, sort: Sort, first: Option<Term>) -> (Term, Term) {
        if let Some(first) = first
            && self.random.chance(40)
        {
            let mut near: Vec<Term> = vec![first];
            for level in 0..2 {
                for term in near.clone().into_iter().skip(level) {
                    near.extend_from_slice(self.terms.args(term));
                }
            }
            near.retain(|&term| self.terms.sort(term) == sort);
            let pairs: Vec<_> = self.made.iter().copied().filter(|(term, _)| near.contains(term)).collect();
            if !pairs.is_empty() {
                return self.random.pick(&pairs);
            }
        }
        let mut known = self.made.clone();
        known.retain(|&(term, _)| self.terms.sort(term) == sort && !self.terms.is_const(term));
        known.dedup();
        match self.random.below(10) {
            0..=2 if sort != Sort::Bool || self.random.chance(5) => {
                let value = self.random.constant(sort);
                self.constant(&value)
            }
            3..=8 if known.len() > 1 => self.random.pick(&known),
            _ => self.leaf(sort),
        }
    }

    /// One of at most three inputs of a sort.
    fn leaf(&mut self, sort: Sort) -> (Term, Term) {
        let known: Vec<_> = self.inputs.iter().copied().filter(|&input| self.terms.sort(input) == sort).collect();
        if known.len() >= 3 || !known.is_empty() && self.random.chance(50) {
            let input = self.random.pick(&known);
            return self.made.iter().copied().find(|&(term, _)| term == input).unwrap();
        }
        let name = format!("x{}", self.inputs.len());
        let pair = (self.terms.input(&name, sort), self.raw.input(&name, sort));
        self.inputs.push(pair.0);
        self.made.push(pair);
        pair
    }
}
