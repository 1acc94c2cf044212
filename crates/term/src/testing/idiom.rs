//! Patterns of compiled Java that independent random choices seldom make, each one function and its line in the list.

use super::Sample;
use crate::{Const, Op, Sort, Term};

type Pair = (Term, Term);

const INT: Sort = Sort::Bv(32);

const IDIOMS: &[fn(&mut Sample)] = &[
    narrowing,
    bounds,
    bytes,
    byte_pairs,
    merged_guards,
    offsets,
    small_sum,
    permuted_sum,
    float_bits,
    two_relations,
    solvable,
    exact_ints,
    merged_counters,
];

impl Sample {
    pub(super) fn idiom(&mut self) {
        self.random.pick(IDIOMS)(self);
    }

    fn any(&mut self, sort: Sort) -> Pair {
        self.argument(sort, None)
    }

    fn int(&mut self, value: u64) -> Pair {
        self.constant(&Const::scalar(INT, value))
    }

    fn low(&mut self, bits: u8, x: Pair) -> Pair {
        self.build(Op::Extract { hi: bits - 1, lo: 0 }, Sort::Bv(bits), &[x])
    }

    fn bits(&mut self) -> u8 {
        self.random.pick(&[4, 8, 16])
    }

    fn maybe_not(&mut self, condition: Pair) -> Pair {
        if self.random.chance(50) { self.build(Op::Not, Sort::Bool, &[condition]) } else { condition }
    }
}

/// A counter of merged paths: a row of constants, computed with, compared, and two of them under the same condition.
fn merged_counters(s: &mut Sample) {
    let (p, q) = (s.any(Sort::Bool), s.any(Sort::Bool));
    let values: Vec<Pair> =
        (0..5).map(|_| s.random.bits(INT)).collect::<Vec<_>>().into_iter().map(|bits| s.int(bits)).collect();
    let rest = s.build(Op::Ite, INT, &[q, values[0], values[1]]);
    let row = s.build(Op::Ite, INT, &[p, values[2], rest]);
    let op = s.random.pick(&[Op::Add, Op::Sub, Op::Mul, Op::BvAnd, Op::Shl]);
    s.build(op, INT, &[row, values[3]]);
    s.build(Op::Slt, Sort::Bool, &[row, values[4]]);
    let (x, y) = (s.any(INT), s.any(INT));
    let (left, right) = (s.build(Op::Ite, INT, &[p, x, values[3]]), s.build(Op::Ite, INT, &[p, y, rest]));
    s.build(Op::Eq, Sort::Bool, &[left, right]);
}

/// `(short) x` where x is small.
fn narrowing(s: &mut Sample) {
    let (bits, x, ext) = (s.bits(), s.any(INT), s.random.pick(&[Op::Sext, Op::Zext]));
    let divisor = s.int(100);
    let low = s.low(bits, x);
    let small = if s.random.chance(50) { s.build(Op::Srem, INT, &[x, divisor]) } else { s.build(ext, INT, &[low]) };
    let part = s.low(16, small);
    s.build(ext, INT, &[part]);
}

/// `0 <= i && i < n`
fn bounds(s: &mut Sample) {
    let (bits, x, i, zero) = (s.bits(), s.any(INT), s.any(INT), s.int(0));
    let low = s.low(bits, x);
    let length = s.build(Op::Zext, INT, &[low]);
    let negative = s.build(Op::Slt, Sort::Bool, &[i, zero]);
    let positive = s.build(Op::Not, Sort::Bool, &[negative]);
    let below = s.build(Op::Slt, Sort::Bool, &[i, length]);
    s.build(Op::And, Sort::Bool, &[positive, below]);
}

/// `(x & 0xff) << 8 | y & 0xff`, and a byte that was stored and is read as unsigned
fn bytes(s: &mut Sample) {
    let (bits, x, y) = (s.bits(), s.any(INT), s.any(INT));
    let (x, y, distance, all) = (s.low(bits, x), s.low(bits, y), s.int(u64::from(bits)), s.int((1 << bits) - 1));
    let (high, low) = (s.build(Op::Zext, INT, &[x]), s.build(Op::Zext, INT, &[y]));
    let high = s.build(Op::Shl, INT, &[high, distance]);
    s.build(Op::BvOr, INT, &[high, low]);
    let byte = s.build(Op::Sext, INT, &[x]);
    s.build(Op::BvAnd, INT, &[byte, all]);
}

/// Neighbouring parts joined again, and joined parts compared.
fn byte_pairs(s: &mut Sample) {
    let (bits, x, y) = (s.bits(), s.any(INT), s.any(INT));
    let sort = Sort::Bv(bits + 8);
    let (x_low, y_low) = (s.low(bits, x), s.low(bits, y));
    let high = s.build(Op::Extract { hi: bits + 7, lo: bits }, Sort::Bv(8), &[x]);
    s.build(Op::Concat, sort, &[high, x_low]);
    let (p, q) = (s.any(Sort::Bv(8)), s.any(Sort::Bv(8)));
    let (left, right) = (s.build(Op::Concat, sort, &[p, x_low]), s.build(Op::Concat, sort, &[q, y_low]));
    s.build(Op::Eq, Sort::Bool, &[left, right]);
}

/// `p && q || p && r`
fn merged_guards(s: &mut Sample) {
    let (p, q, r) = (s.any(Sort::Bool), s.any(Sort::Bool), s.any(Sort::Bool));
    let (left, right) = (s.build(Op::And, Sort::Bool, &[p, q]), s.build(Op::And, Sort::Bool, &[r, p]));
    let (left, right) = (s.build(Op::Not, Sort::Bool, &[left]), s.build(Op::Not, Sort::Bool, &[right]));
    s.build(Op::And, Sort::Bool, &[left, right]);
}

/// `x + c == y + d`, and `Integer.compareUnsigned`
fn offsets(s: &mut Sample) {
    let (x, y, c, d) = (s.any(INT), s.any(INT), s.random.bits(INT), s.random.bits(INT));
    let (c, d, sign) = (s.int(c), s.int(d), s.int(1 << 31));
    let (left, right) = (s.build(Op::Add, INT, &[x, c]), s.build(Op::Add, INT, &[y, d]));
    s.build(Op::Eq, Sort::Bool, &[left, right]);
    let (left, right) = (s.build(Op::Add, INT, &[x, sign]), s.build(Op::Add, INT, &[y, sign]));
    let right = if s.random.chance(50) { d } else { right };
    s.build(Op::Slt, Sort::Bool, &[left, right]);
}

/// `(byte) x + c < d`
fn small_sum(s: &mut Sample) {
    let (bits, x, c, d) = (s.bits(), s.any(INT), s.random.next() % 1000, s.random.next() % 1000);
    let (low, c, d) = (s.low(bits, x), s.int(c), s.int(d));
    let byte = s.build(Op::Sext, INT, &[low]);
    let sum = s.build(Op::Add, INT, &[byte, c]);
    s.build(Op::Slt, Sort::Bool, &[sum, d]);
}

/// `(x + y) + z == (z + x) + y`, or with another addend on one side
fn permuted_sum(s: &mut Sample) {
    let (x, y, z) = (s.any(INT), s.any(INT), s.any(INT));
    let w = if s.random.chance(50) { y } else { s.any(INT) };
    let (left, right) = (s.build(Op::Add, INT, &[x, y]), s.build(Op::Add, INT, &[z, x]));
    let (left, right) = (s.build(Op::Add, INT, &[left, z]), s.build(Op::Add, INT, &[right, w]));
    s.build(Op::Eq, Sort::Bool, &[left, right]);
}

/// `Float.floatToIntBits(p) == Float.floatToIntBits(q)`
fn float_bits(s: &mut Sample) {
    let (p, q, pattern) = (s.any(s.float), s.any(s.float), Sort::Bv(s.float.width()));
    let (left, right) = (s.build(Op::ToBits, pattern, &[p]), s.build(Op::ToBits, pattern, &[q]));
    s.build(Op::Eq, Sort::Bool, &[left, right]);
}

/// Two comparisons of the same two values.
fn two_relations(s: &mut Sample) {
    let (sort, ops) =
        if s.random.chance(50) { (INT, [Op::Slt, Op::Ult, Op::Eq]) } else { (s.float, [Op::Flt, Op::Fle, Op::Feq]) };
    let (x, y) = (s.any(sort), s.any(sort));
    let (first, second) = (s.random.pick(&ops), s.random.pick(&ops));
    let swapped = if s.random.chance(50) { [x, y] } else { [y, x] };
    let (p, q) = (s.build(first, Sort::Bool, &[x, y]), s.build(second, Sort::Bool, &swapped));
    let (p, q) = (s.maybe_not(p), s.maybe_not(q));
    s.build(Op::And, Sort::Bool, &[p, q]);
}

/// Equations that a rule solves.
fn solvable(s: &mut Sample) {
    let (x, y, c, k, d) = (s.any(INT), s.any(INT), s.random.bits(INT) | 1, s.random.next() % 32, s.random.bits(INT));
    let (c, k, d, zero) = (s.int(c), s.int(k), s.int(d), s.int(0));
    let (op, second, right) = s.random.pick(&[
        (Op::Mul, c, d),
        (Op::Sub, y, zero),
        (Op::BvXor, y, zero),
        (Op::Shl, k, d),
        (Op::Shl, k, zero),
        (Op::Lshr, k, k),
    ]);
    let left = s.build(op, INT, &[x, second]);
    s.build(Op::Eq, Sort::Bool, &[left, right]);
    let same = s.build(Op::Eq, Sort::Bool, &[x, y]);
    s.build(Op::Ite, INT, &[same, x, y]);
}

/// Integers at the edge of what a float represents, compared and converted.
fn exact_ints(s: &mut Sample) {
    let widths = if s.float == Sort::Float32 { [24, 25, 26, 27] } else { [53, 54, 55, 56] };
    let (sort, op) = (Sort::Bv(s.random.pick(&widths)), s.random.pick(&[Op::Flt, Op::Fle, Op::Feq]));
    let (x, y, float) = (s.any(sort), s.any(sort), s.float);
    let (p, q) = (s.build(Op::FromInt, float, &[x]), s.build(Op::FromInt, float, &[y]));
    s.build(op, Sort::Bool, &[p, q]);
    s.build(Op::ToInt, Sort::Bv(64), &[p]);
    let other = if float == Sort::Float32 { Sort::Float64 } else { Sort::Float32 };
    s.build(Op::ToFloat, other, &[p]);
}
