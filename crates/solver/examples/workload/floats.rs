//! Queries about floats and doubles.

use crate::{Random, Session};
use term::{Sort, Terms};

/// 60 queries with doubles and floats that come from ints, as most do.
pub fn averages(session: &mut Session) {
    let mut random = Random(1234);
    for query in 0..60u64 {
        let terms = &mut session.terms;
        let sort = if query % 2 == 0 { Sort::Float64 } else { Sort::Float32 };
        let number = |terms: &mut Terms, value: f64| {
            if sort == Sort::Float32 { terms.float32((value as f32).to_bits()) } else { terms.float64(value.to_bits()) }
        };
        let (i, j) = (terms.input("i", Sort::Bv(32)), terms.input("j", Sort::Bv(32)));
        let (zero, limit) = (terms.int(0), terms.int(1000));
        let mut path = Vec::new();
        for int in [i, j] {
            path.push(terms.slt(zero, int));
            path.push(terms.slt(int, limit));
        }
        let (x, y) = (terms.from_int(i, sort), terms.from_int(j, sort));
        match query / 2 % 6 {
            // Celsius to Fahrenheit
            0 => {
                let (nine, five, freezing) = (number(terms, 9.0), number(terms, 5.0), number(terms, 32.0));
                let scaled = terms.fmul(x, nine);
                let ratio = terms.fdiv(scaled, five);
                let degrees = terms.fadd(ratio, freezing);
                let k = number(terms, 32.0 + 1.8 * random.below(500) as f64);
                path.push(terms.fle(k, degrees));
                let rounded = terms.to_int(degrees, 32);
                path.push(terms.slt(j, rounded));
            }
            // the average of two
            1 => {
                let two = number(terms, 2.0);
                let sum = terms.fadd(x, y);
                let average = terms.fdiv(sum, two);
                let k = number(terms, random.below(1000) as f64 + 0.5);
                path.push(terms.feq(average, k));
                path.push(terms.slt(i, j));
            }
            // a ratio
            2 => {
                let ratio = terms.fdiv(x, y);
                let k = number(terms, random.below(50) as f64 / 8.0 + 1.0);
                path.push(terms.flt(k, ratio));
                let next = number(terms, random.below(50) as f64 / 8.0 + 7.5);
                path.push(terms.flt(ratio, next));
            }
            // the length of a vector
            3 => {
                let (a, b) = (terms.fmul(x, x), terms.fmul(y, y));
                let sum = terms.fadd(a, b);
                let length = terms.fsqrt(sum);
                let k = number(terms, random.below(300) as f64 + 5.0);
                path.push(terms.feq(length, k));
            }
            // i / 3 * 3 is not above i by more than one: never
            4 => {
                let three = number(terms, 3.0);
                let third = terms.fdiv(x, three);
                let whole = terms.fmul(third, three);
                let one = number(terms, 1.0);
                let next = terms.fadd(x, one);
                path.push(terms.flt(next, whole));
            }
            // cents
            _ => {
                let hundred = number(terms, 100.0);
                let euros = terms.fdiv(x, hundred);
                let back = terms.fmul(euros, hundred);
                let cents = terms.to_int(back, 32);
                path.push(terms.ne(cents, i));
            }
        }
        session.ask(&path, None);
    }
}

/// 50 queries about floats and doubles.
pub fn floats(session: &mut Session) {
    let mut random = Random(77777);
    for query in 0..50u64 {
        let terms = &mut session.terms;
        let sort = if query / 10 % 2 == 0 { Sort::Float64 } else { Sort::Float32 };
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.input(name, sort));
        let number = |terms: &mut Terms, value: f64| {
            if sort == Sort::Float32 { terms.float32((value as f32).to_bits()) } else { terms.float64(value.to_bits()) }
        };
        let some = (random.below(20_000) as f64 - 10_000.0) / 16.0;
        let path = match query % 10 {
            0 => {
                let sum = terms.fadd(a, b);
                let (k, limit) = (number(terms, some + 2000.0), number(terms, 900.0));
                vec![terms.flt(k, sum), terms.flt(a, limit)]
            }
            1 => {
                let product = terms.fmul(a, b);
                let (k, limit) = (number(terms, some), number(terms, 1.5));
                vec![terms.feq(product, k), terms.flt(limit, a)]
            }
            2 => {
                let hundred = number(terms, 100.0);
                let product = terms.fmul(a, hundred);
                let cents = terms.to_int(product, 32);
                let k = terms.int(random.below(100_000) as i32);
                vec![terms.eq(cents, k)]
            }
            3 => {
                let i = terms.input("i", Sort::Bv(32));
                let (d, three) = (terms.from_int(i, sort), number(terms, 3.0));
                let third = terms.fdiv(d, three);
                let (k, limit) = (number(terms, some), terms.int(5000));
                vec![terms.flt(a, third), terms.flt(k, a), terms.slt(i, limit)]
            }
            4 => {
                let (x, y) = (terms.fmul(a, a), terms.fmul(b, b));
                let (norm, sum) = (terms.fadd(x, y), terms.fadd(a, b));
                let (k, limit) = (number(terms, 100.0), number(terms, 10.0 + random.below(3) as f64));
                vec![terms.flt(norm, k), terms.flt(limit, sum)]
            }
            5 => {
                let (one, zero, limit) = (number(terms, 1.0), number(terms, 0.0), number(terms, 1e30));
                let next = terms.fadd(a, one);
                vec![terms.feq(next, a), terms.flt(a, limit), terms.flt(zero, a)]
            }
            6 => {
                let (ab, bc) = (terms.fadd(a, b), terms.fadd(b, c));
                let (left, right) = (terms.fadd(ab, c), terms.fadd(a, bc));
                let same = terms.feq(left, right);
                vec![terms.not(same), terms.feq(left, left), terms.feq(right, right)]
            }
            7 => {
                let long = terms.to_int(a, 64);
                let k = terms.bv(64, random.below(1 << 40));
                let back = terms.from_int(long, sort);
                let same = terms.feq(back, a);
                vec![terms.eq(long, k), terms.not(same)]
            }
            8 => {
                let mut path = vec![terms.flt(a, b), terms.flt(b, c)];
                if random.below(2) == 0 {
                    path.push(terms.flt(c, a));
                }
                path
            }
            _ => {
                let quotient = terms.fdiv(a, b);
                let k = number(terms, 0.125 * (random.below(9) + 1) as f64);
                let (low, high) = (number(terms, 3.0), number(terms, 1000.0));
                vec![terms.feq(quotient, k), terms.flt(low, b), terms.flt(b, high)]
            }
        };
        session.ask(&path, None);
    }
}
