//! Random terms for the tests: all operators, over inputs small enough to try every value.
#![allow(dead_code)]

use term::{Const, Element, Evaluator, Input, Sort, Term, Terms, Witness};

/// splitmix64
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Grows terms from a set of leaves. `widths` are the bit-vector widths that conversions aim at.
pub struct Garden<'a> {
    pub terms: &'a mut Terms,
    pub random: Random,
    pub grown: Vec<Term>,
    pub widths: Vec<u8>,
    /// Multiplication, division and remainder of two symbolic operands only up to this width.
    pub hard: u8,
}

impl Garden<'_> {
    fn some(&mut self, wanted: impl Fn(&Terms, Term) -> bool) -> Option<Term> {
        let fitting: Vec<Term> = self.grown.iter().copied().filter(|&term| wanted(self.terms, term)).collect();
        if fitting.is_empty() { None } else { Some(self.random.pick(&fitting)) }
    }

    pub fn of_sort(&mut self, sort: Sort) -> Term {
        if self.random.below(6) > 0
            && let Some(term) = self.some(|terms, term| terms.sort(term) == sort)
        {
            return term;
        }
        let bits = self.random.next() >> self.random.below(64);
        match sort {
            Sort::Bool => self.terms.bool(bits & 1 == 1),
            Sort::Bv(width) => self.terms.bv(width, bits),
            Sort::Float32 | Sort::Float64 => {
                let integer = self.terms.bv(32, bits as u32 as u64 & 0xff);
                self.terms.from_int(integer, sort)
            }
            Sort::Ref => self.terms.constant(&Const::Ref(bits as u32 & 3)),
            Sort::Array(_) => self.terms.constant(&Const::zero(sort)),
        }
    }

    fn bv(&mut self) -> Term {
        self.some(|terms, term| terms.sort(term).is_bv()).expect("a bit-vector leaf")
    }

    pub fn condition(&mut self) -> Term {
        let a = self.random.pick(&self.grown.clone());
        let sort = self.terms.sort(a);
        let b = self.of_sort(sort);
        let condition = match (sort, self.random.below(5)) {
            (Sort::Bool, 0) => self.terms.and(a, b),
            (Sort::Bool, 1) => self.terms.or(a, b),
            (Sort::Bool, _) => a,
            (Sort::Bv(_), 0) => self.terms.slt(a, b),
            (Sort::Bv(_), 1) => self.terms.ult(a, b),
            (Sort::Bv(_), 2) => self.terms.sle(a, b),
            (Sort::Float32 | Sort::Float64, 0) => self.terms.flt(a, b),
            (Sort::Float32 | Sort::Float64, 1) => self.terms.fle(a, b),
            (Sort::Float32 | Sort::Float64, 2) => self.terms.feq(a, b),
            (Sort::Float32 | Sort::Float64, 3) => self.terms.is_nan(a),
            (_, _) => self.terms.eq(a, b),
        };
        if self.random.below(2) == 0 { condition } else { self.terms.not(condition) }
    }

    /// Replaces the leaves by floats made of them.
    pub fn plant_floats(&mut self) {
        let mut floats = Vec::new();
        for leaf in std::mem::take(&mut self.grown) {
            let sort = self.random.pick(&[Sort::Float32, Sort::Float64]);
            let wide = self.terms.sext(32, leaf);
            let float = self.terms.from_int(wide, sort);
            let three = self.terms.int(3);
            let three = self.terms.from_int(three, sort);
            floats.extend([float, self.terms.fdiv(float, three)]);
        }
        self.grown = floats;
    }

    /// One more term.
    pub fn grow(&mut self) {
        let a = self.random.pick(&self.grown.clone());
        let sort = self.terms.sort(a);
        let b = self.of_sort(sort);
        let term = match sort {
            Sort::Bool => {
                let target = self.random.pick(&self.grown.clone());
                let other = self.of_sort(self.terms.sort(target));
                self.terms.ite(a, target, other)
            }
            Sort::Bv(width) => self.grow_bv(a, b, width),
            Sort::Float32 | Sort::Float64 => self.grow_float(a, b, sort),
            Sort::Ref => self.terms.eq(a, b),
            Sort::Array(element) => self.grow_array(a, b, element),
        };
        self.grown.push(term);
    }

    fn grow_bv(&mut self, a: Term, b: Term, width: u8) -> Term {
        let soft =
            if width > self.hard { self.terms.bv(width, self.random.next() >> self.random.below(60)) } else { b };
        let terms = &mut *self.terms;
        match self.random.below(24) {
            0 => terms.add(a, b),
            1 => terms.sub(a, b),
            2 => terms.mul(a, soft),
            3 => terms.sdiv(a, soft),
            4 => terms.srem(a, soft),
            5 => terms.udiv(a, soft),
            6 => terms.urem(a, soft),
            7 => terms.bv_and(a, b),
            8 => terms.bv_or(a, b),
            9 => terms.bv_xor(a, b),
            10 => terms.shl(a, b),
            11 => terms.lshr(a, b),
            12 => terms.ashr(a, b),
            13 => terms.neg(a),
            14 => terms.bv_not(a),
            15 => {
                let hi = self.random.below(usize::from(width)) as u8;
                let lo = self.random.below(usize::from(hi) + 1) as u8;
                self.terms.extract(hi, lo, a)
            }
            16 => {
                let low = self.bv();
                if self.terms.width(low) + width <= 64 { self.terms.concat(a, low) } else { low }
            }
            17 | 18 => {
                let target = self.random.pick(&self.widths.clone());
                match (target > width, self.random.below(2)) {
                    (true, 0) => self.terms.sext(target, a),
                    (true, _) => self.terms.zext(target, a),
                    (false, _) => self.terms.extract(target - 1, 0, a),
                }
            }
            19 => self.terms.ult(a, b),
            20 => self.terms.slt(a, b),
            21 => self.terms.eq(a, b),
            _ => {
                let condition = self.of_sort(Sort::Bool);
                self.terms.ite(condition, a, b)
            }
        }
    }

    fn grow_float(&mut self, a: Term, b: Term, sort: Sort) -> Term {
        let terms = &mut *self.terms;
        match self.random.below(18) {
            0 | 1 => terms.fadd(a, b),
            2 | 3 => terms.fsub(a, b),
            4 => terms.fmul(a, b),
            5 => terms.fdiv(a, b),
            6 => terms.frem(a, b),
            7 => terms.fsqrt(a),
            8 => terms.fneg(a),
            9 => terms.fabs(a),
            10 => terms.to_int(a, 32),
            11 => terms.to_int(a, 64),
            12 => terms.to_float(a, if sort == Sort::Float32 { Sort::Float64 } else { Sort::Float32 }),
            13 => terms.to_bits(a),
            14 => {
                let bits = terms.to_bits(a);
                let turned = terms.neg(bits);
                terms.from_bits(turned)
            }
            15 => terms.flt(a, b),
            16 => terms.eq(a, b),
            _ => {
                let condition = self.of_sort(Sort::Bool);
                self.terms.ite(condition, a, b)
            }
        }
    }

    fn grow_array(&mut self, a: Term, b: Term, element: Element) -> Term {
        let index = self.of_sort(Sort::Bv(2));
        let index = self.terms.zext(32, index);
        match self.random.below(8) {
            0..3 => self.terms.select(a, index),
            3..6 => {
                let value = self.of_sort(element.sort());
                self.terms.store(a, index, value)
            }
            6 => {
                let condition = self.of_sort(Sort::Bool);
                self.terms.ite(condition, a, b)
            }
            _ => self.terms.eq(a, b),
        }
    }
}

/// Every assignment of small inputs; arrays vary at the indices 0 to 3 and in their default.
pub struct Assignments {
    inputs: Vec<(Input, Sort)>,
    next: u64,
    bits: u32,
}

impl Assignments {
    pub fn new(terms: &Terms, inputs: &[Term]) -> Assignments {
        let inputs: Vec<(Input, Sort)> =
            inputs.iter().map(|&term| (terms.as_input(term).expect("an input"), terms.sort(term))).collect();
        let bits = inputs.iter().map(|&(_, sort)| bits(sort)).sum();
        Assignments { inputs, next: 0, bits }
    }
}

fn bits(sort: Sort) -> u32 {
    match sort {
        Sort::Array(element) => 5 * bits(element.sort()),
        Sort::Ref => 2,
        sort => u32::from(sort.width()),
    }
}

impl Iterator for Assignments {
    type Item = Witness;

    fn next(&mut self) -> Option<Witness> {
        if self.next >> self.bits != 0 {
            return None;
        }
        let mut rest = self.next;
        let mut take = |count: u32| {
            let taken = rest & !(!0 << count);
            rest >>= count;
            taken
        };
        let mut witness = Witness::new();
        for &(input, sort) in &self.inputs {
            let value = match sort {
                Sort::Array(element) => {
                    let width = bits(element.sort());
                    let mut array = term::ArrayConst::new(element, take(width));
                    (0..4).for_each(|index| array.set(index, take(width)));
                    Const::Array(std::rc::Rc::new(array))
                }
                sort => Const::scalar(sort, take(bits(sort))),
            };
            witness.set(input, value);
        }
        self.next += 1;
        Some(witness)
    }
}

/// By trying everything.
pub fn satisfiable(terms: &Terms, conjuncts: &[Term], inputs: &[Term]) -> bool {
    let mut evaluator = Evaluator::new();
    Assignments::new(terms, inputs)
        .any(|witness| conjuncts.iter().rev().all(|&term| evaluator.bits(terms, term, &witness) == 1))
}
