//! Java's operators in terms of ours: shift masks, narrowing, three-way comparisons (JVMS 6.5).
//! Division and remainder by zero throw in Java: the caller guards them. Add, subtract, multiply, negate are plain.

use crate::{Sort, Term, Terms};

/// Arithmetic of int (32 bits) and long (64 bits); `a` decides which.
impl Terms {
    /// `idiv`, `ldiv`; the smallest value divided by -1 is itself.
    pub fn java_div(&mut self, a: Term, b: Term) -> Term {
        self.sdiv(a, b)
    }

    /// `irem`, `lrem`; the sign is the dividend's.
    pub fn java_rem(&mut self, a: Term, b: Term) -> Term {
        self.srem(a, b)
    }

    /// `ishl`, `lshl`; the shift distance is an int.
    pub fn java_shl(&mut self, a: Term, distance: Term) -> Term {
        let distance = self.distance(a, distance);
        self.shl(a, distance)
    }

    /// `ishr`, `lshr`.
    pub fn java_shr(&mut self, a: Term, distance: Term) -> Term {
        let distance = self.distance(a, distance);
        self.ashr(a, distance)
    }

    /// `iushr`, `lushr`.
    pub fn java_ushr(&mut self, a: Term, distance: Term) -> Term {
        let distance = self.distance(a, distance);
        self.lshr(a, distance)
    }

    /// The low five bits of the distance for an int, the low six for a long.
    fn distance(&mut self, a: Term, distance: Term) -> Term {
        let width = self.width(a);
        let low = self.int(i32::from(width) - 1);
        let masked = self.bv_and(distance, low);
        self.zext(width, masked)
    }
}

/// Conversions of integral values.
impl Terms {
    pub fn i2b(&mut self, a: Term) -> Term {
        let low = self.extract(7, 0, a);
        self.sext(32, low)
    }

    pub fn i2s(&mut self, a: Term) -> Term {
        let low = self.extract(15, 0, a);
        self.sext(32, low)
    }

    pub fn i2c(&mut self, a: Term) -> Term {
        let low = self.extract(15, 0, a);
        self.zext(32, low)
    }

    /// What is stored in a boolean field or array: the lowest bit.
    pub fn i2z(&mut self, a: Term) -> Term {
        let low = self.extract(0, 0, a);
        self.zext(32, low)
    }

    pub fn i2l(&mut self, a: Term) -> Term {
        self.sext(64, a)
    }

    pub fn l2i(&mut self, a: Term) -> Term {
        self.extract(31, 0, a)
    }
}

/// Conversions from and to floating point, by their bytecode names.
impl Terms {
    /// `i2f`, `l2f`.
    pub fn java_to_float(&mut self, a: Term) -> Term {
        self.from_int(a, Sort::Float32)
    }

    /// `i2d`, `l2d`.
    pub fn java_to_double(&mut self, a: Term) -> Term {
        self.from_int(a, Sort::Float64)
    }

    pub fn f2d(&mut self, a: Term) -> Term {
        self.to_float(a, Sort::Float64)
    }

    pub fn d2f(&mut self, a: Term) -> Term {
        self.to_float(a, Sort::Float32)
    }

    /// `f2i`, `d2i`.
    pub fn java_to_int(&mut self, a: Term) -> Term {
        self.to_int(a, 32)
    }

    /// `f2l`, `d2l`.
    pub fn java_to_long(&mut self, a: Term) -> Term {
        self.to_int(a, 64)
    }
}

/// Comparisons that leave -1, 0 or 1 as an int.
impl Terms {
    pub fn lcmp(&mut self, a: Term, b: Term) -> Term {
        let less = self.slt(a, b);
        let equal = self.eq(a, b);
        self.three_way(less, -1, equal, 1)
    }

    /// `fcmpl`, `dcmpl`: NaN gives -1.
    pub fn fcmpl(&mut self, a: Term, b: Term) -> Term {
        let greater = self.flt(b, a);
        let equal = self.feq(a, b);
        self.three_way(greater, 1, equal, -1)
    }

    /// `fcmpg`, `dcmpg`: NaN gives 1.
    pub fn fcmpg(&mut self, a: Term, b: Term) -> Term {
        let less = self.flt(a, b);
        let equal = self.feq(a, b);
        self.three_way(less, -1, equal, 1)
    }

    /// A condition as Java's boolean on the stack: 1 or 0.
    pub fn bool_to_int(&mut self, condition: Term) -> Term {
        let (one, zero) = (self.int(1), self.int(0));
        self.ite(condition, one, zero)
    }

    /// Java's boolean on the stack as a condition: not zero.
    pub fn int_to_bool(&mut self, a: Term) -> Term {
        let zero = self.int(0);
        self.ne(a, zero)
    }

    fn three_way(&mut self, first: Term, value: i32, equal: Term, last: i32) -> Term {
        let (value, zero, last) = (self.int(value), self.int(0), self.int(last));
        let rest = self.ite(equal, zero, last);
        self.ite(first, value, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Const, Witness};

    fn inputs(sort: Sort) -> (Terms, Term, Term) {
        let mut terms = Terms::new();
        let (a, b) = (terms.input("a", sort), terms.input("b", sort));
        (terms, a, b)
    }

    type Compare = fn(&mut Terms, Term, Term) -> Term;

    /// The six branch instructions on the result of a three-way comparison.
    fn branches(terms: &mut Terms, compared: Term) -> [Term; 6] {
        let zero = terms.int(0);
        [
            terms.slt(compared, zero),
            terms.sle(compared, zero),
            terms.slt(zero, compared),
            terms.sle(zero, compared),
            terms.eq(compared, zero),
            terms.ne(compared, zero),
        ]
    }

    #[test]
    fn long_comparisons_become_plain() {
        let (mut terms, a, b) = inputs(Sort::Bv(64));
        let compared = terms.lcmp(a, b);
        let wanted =
            [terms.slt(a, b), terms.sle(a, b), terms.slt(b, a), terms.sle(b, a), terms.eq(a, b), terms.ne(a, b)];
        assert_eq!(branches(&mut terms, compared), wanted);
    }

    #[test]
    fn long_comparisons_with_constants_become_plain() {
        let (mut terms, a, _) = inputs(Sort::Bv(64));
        let five = terms.long(5);
        for (x, y) in [(a, five), (five, a)] {
            let compared = terms.lcmp(x, y);
            let wanted =
                [terms.slt(x, y), terms.sle(x, y), terms.slt(y, x), terms.sle(y, x), terms.eq(x, y), terms.ne(x, y)];
            assert_eq!(branches(&mut terms, compared), wanted);
        }
    }

    #[test]
    fn float_comparisons_become_plain() {
        for (compare, unordered_is_less) in [(Terms::fcmpl as Compare, true), (Terms::fcmpg as Compare, false)] {
            let (mut terms, a, b) = inputs(Sort::Float64);
            let compared = compare(&mut terms, a, b);
            let (lt, le, gt, ge) = (terms.flt(a, b), terms.fle(a, b), terms.flt(b, a), terms.fle(b, a));
            let (not_gt, not_ge, not_lt, not_le) = (terms.not(gt), terms.not(ge), terms.not(lt), terms.not(le));
            let (eq, first) =
                (terms.feq(a, b), if unordered_is_less { [not_ge, not_gt, gt, ge] } else { [lt, le, not_le, not_lt] });
            let ne = terms.not(eq);
            assert_eq!(branches(&mut terms, compared), [first[0], first[1], first[2], first[3], eq, ne]);
        }
    }

    #[test]
    fn a_stored_boolean_is_its_condition() {
        let (mut terms, a, b) = inputs(Sort::Bv(32));
        let less = terms.slt(a, b);
        let stored = terms.bool_to_int(less);
        assert_eq!(terms.int_to_bool(stored), less);
        let field = terms.i2z(stored);
        assert_eq!(terms.int_to_bool(field), less);
        let byte = terms.i2b(stored);
        assert_eq!(terms.int_to_bool(byte), less);
        let one = terms.int(1);
        let flipped = terms.bv_xor(stored, one);
        let not_less = terms.not(less);
        assert_eq!(terms.int_to_bool(flipped), not_less);
    }

    #[test]
    fn narrowing_a_narrow_value_is_nothing() {
        let (mut terms, a, _) = inputs(Sort::Bv(32));
        let conversions = [Terms::i2b, Terms::i2s, Terms::i2c, Terms::i2z];
        for convert in conversions {
            let once = convert(&mut terms, a);
            assert_eq!(convert(&mut terms, once), once);
        }
        let byte = terms.i2b(a);
        assert_eq!(terms.i2s(byte), byte);
        let long = terms.i2l(byte);
        assert_eq!(terms.l2i(long), byte);
        let (distance, mask) = (terms.int(24), terms.int(0xff));
        let up = terms.java_shl(a, distance);
        assert_eq!(terms.java_shr(up, distance), byte);
        let unsigned = terms.bv_and(byte, mask);
        let low = terms.extract(7, 0, a);
        assert_eq!(unsigned, terms.zext(32, low));
    }

    #[test]
    fn shift_distances_are_masked() {
        let (mut terms, a, distance) = inputs(Sort::Bv(32));
        let long = terms.sext(64, a);
        let results = [
            terms.java_shl(a, distance),
            terms.java_shr(a, distance),
            terms.java_ushr(a, distance),
            terms.java_shl(long, distance),
            terms.java_shr(long, distance),
            terms.java_ushr(long, distance),
        ];
        for (x, by) in [(1, 33), (-5, -1), (i32::MIN, 31), (7, 64), (-1, 63)] {
            let int = |value: i32| Const::Bv { width: 32, value: u64::from(value as u32) };
            let at = |term: Term| terms.as_input(term).unwrap();
            let witness: Witness = [(at(a), int(x)), (at(distance), int(by))].into_iter().collect();
            let wanted = [
                i64::from(x.wrapping_shl(by as u32)),
                i64::from(x.wrapping_shr(by as u32)),
                i64::from((x as u32).wrapping_shr(by as u32) as i32),
                i64::from(x).wrapping_shl(by as u32),
                i64::from(x).wrapping_shr(by as u32),
                (i64::from(x) as u64).wrapping_shr(by as u32) as i64,
            ];
            assert_eq!(results.map(|term| terms.eval(term, &witness).signed().unwrap()), wanted, "{x} by {by}");
        }
    }
}
