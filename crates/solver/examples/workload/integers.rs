//! Queries about ints, longs and arrays of them.

use crate::{Random, Session};
use term::{Element, Sort, Term, Terms, Witness};

/// 40 trees of 250 queries: linear conditions on eight ints, depth first, each child with its parent's witness.
pub fn tree(session: &mut Session) {
    let inputs: Vec<Term> = (0..8).map(|i| session.terms.input(&format!("x{i}"), Sort::Bv(32))).collect();
    for seed in 0..40u64 {
        let mut left = 250;
        descend(session, &inputs, &mut Vec::new(), &Witness::new(), 0xabcdef12345 + seed * 0x1234567, &mut left);
    }
}

fn descend(
    session: &mut Session,
    inputs: &[Term],
    path: &mut Vec<Term>,
    witness: &Witness,
    hash: u64,
    left: &mut usize,
) {
    if path.len() >= 20 {
        return;
    }
    let condition = linear(&mut session.terms, inputs, hash);
    for side in 0..2 {
        if *left == 0 {
            return;
        }
        *left -= 1;
        path.push(if side == 0 { condition } else { session.terms.not(condition) });
        if let Some(found) = session.ask(path, Some(witness)) {
            let next = hash.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407 + side * 7919);
            descend(session, inputs, path, &found, next.rotate_left(17) ^ 0x9e3779b97f4a7c15, left);
        }
        path.pop();
    }
}

fn linear(terms: &mut Terms, inputs: &[Term], hash: u64) -> Term {
    let mut random = Random(hash);
    let i = random.below(8) as usize;
    let j = (i + 1 + random.below(7) as usize) % 8;
    let (x, y) = (inputs[i], inputs[j]);
    let k = terms.int(random.below(2001) as i32 - 1000);
    match random.below(10) {
        0..=4 => {
            let sum = terms.add(x, k);
            terms.slt(sum, y)
        }
        5 | 6 => terms.slt(x, k),
        7 => terms.eq(x, k),
        8 => {
            let (mask, low) = (terms.int(7), terms.int(random.below(8) as i32));
            let masked = terms.bv_and(x, mask);
            terms.eq(masked, low)
        }
        _ => {
            let sum = terms.add(x, y);
            terms.slt(sum, k)
        }
    }
}

/// 200 queries about longs that went through many guarded updates, as after merging.
pub fn chains(session: &mut Session) {
    let mut random = Random(0x5eed1234567);
    for query in 0..200 {
        let terms = &mut session.terms;
        let count = 3 + random.below(3) as usize;
        let mut witness = Witness::new();
        let mut path = Vec::new();
        let inputs: Vec<Term> = (0..count).map(|i| terms.input(&format!("a{i}"), Sort::Bv(64))).collect();
        for &x in &inputs {
            let input = terms.as_input(x).expect("an input");
            witness.set(input, term::Const::Bv { width: 64, value: random.below(1000) });
            let (zero, thousand) = (terms.long(0), terms.long(1000));
            path.push(terms.sle(zero, x));
            path.push(terms.slt(x, thousand));
        }
        let mut values = inputs.clone();
        let steps = if query % 2 == 0 { 20 + random.below(40) } else { 60 + random.below(140) };
        let (mut products, mut divisions) = (0, 0);
        for _ in 0..steps {
            let at = random.below(count as u64) as usize;
            let (a, x) = (values[at], inputs[random.below(count as u64) as usize]);
            let c = terms.long(random.below(1000) as i64 + 1);
            let limit = terms.long(random.below(1200) as i64);
            let guard = match random.below(3) {
                0 => terms.slt(a, limit),
                1 => terms.slt(x, limit),
                _ => {
                    let (one, zero) = (terms.long(1), terms.long(0));
                    let low = terms.bv_and(a, one);
                    terms.eq(low, zero)
                }
            };
            let updated = match random.below(12) {
                0..=2 => terms.add(a, x),
                3 if products < 2 => {
                    products += 1;
                    let k = terms.long(31);
                    let product = terms.mul(a, k);
                    terms.add(product, x)
                }
                5 if divisions < 1 => {
                    divisions += 1;
                    let k = terms.long([10, 7, 16, 100, 3, 1000][random.below(6) as usize]);
                    terms.sdiv(a, k)
                }
                6 if divisions < 1 => {
                    divisions += 1;
                    let k = terms.long([10, 7, 16, 26, 64][random.below(5) as usize]);
                    terms.srem(a, k)
                }
                7 => terms.add(a, c),
                8 | 9 => {
                    let k = terms.long(random.below(8) as i64 + 1);
                    terms.ashr(a, k)
                }
                10 => terms.sub(a, x),
                11 => {
                    let k = terms.long(0xff);
                    terms.bv_and(a, k)
                }
                _ => terms.sub(a, c),
            };
            values[at] = terms.ite(guard, updated, a);
        }
        for (i, &a) in values.iter().enumerate() {
            let value = terms.eval(a, &witness).signed().expect("a long");
            match (query + random.below(3)) % 4 {
                0 if i == 0 && query % 8 < 4 => {
                    let k = terms.long(value);
                    path.push(terms.eq(a, k));
                }
                1 => {
                    let k = terms.long(value.wrapping_add(random.below(5000) as i64));
                    path.push(terms.sle(a, k));
                }
                _ => {
                    let k = terms.long(value.wrapping_sub(random.below(5000) as i64));
                    path.push(terms.sle(k, a));
                }
            }
        }
        if query % 4 == 3 {
            let value = terms.eval(values[0], &witness).signed().expect("a long");
            let k = terms.long(value);
            path.push(terms.eq(values[0], k));
            let sum = terms.add(values[0], inputs[0]);
            let k = terms.long(value.wrapping_add(2_000_001));
            path.push(terms.eq(sum, k));
        }
        session.ask(&path, None);
    }
}

/// 50 queries about a char array written and read at symbolic indices.
pub fn arrays(session: &mut Session) {
    let mut random = Random(4242);
    for query in 0..50u64 {
        let terms = &mut session.terms;
        let mut array = terms.input("array", Sort::Array(Element::Bv(16)));
        let count = 4 + random.below(20) as usize;
        let length = terms.input("length", Sort::Bv(32));
        let limit = terms.int(64);
        let mut path = vec![terms.ule(length, limit)];
        let indices: Vec<Term> = (0..count).map(|i| terms.input(&format!("i{i}"), Sort::Bv(32))).collect();
        let values: Vec<Term> = (0..4).map(|i| terms.input(&format!("v{i}"), Sort::Bv(16))).collect();
        for &index in &indices {
            path.push(terms.ult(index, length));
        }
        for &index in &indices {
            let value = match random.below(3) {
                0 => values[random.below(4) as usize],
                1 => {
                    let read = terms.select(array, indices[random.below(count as u64) as usize]);
                    let one = terms.bv(16, 1);
                    terms.add(read, one)
                }
                _ => terms.bv(16, random.below(128)),
            };
            array = terms.store(array, index, value);
            if random.below(2) == 0 {
                let read = terms.select(array, indices[random.below(count as u64) as usize]);
                let other = values[random.below(4) as usize];
                path.push(if random.below(2) == 0 { terms.ult(read, other) } else { terms.ule(other, read) });
            }
        }
        let one = terms.int(1);
        let next = terms.add(indices[0], one);
        let (here, there) = (terms.select(array, indices[0]), terms.select(array, next));
        path.push(terms.ult(here, there));
        path.push(terms.ult(next, length));
        let last = indices[count - 1];
        if query % 3 == 0 {
            for pair in indices.windows(2).take(6) {
                path.push(terms.ne(pair[0], pair[1]));
            }
            let k = terms.bv(16, random.below(60) + 1);
            let read = terms.select(array, last);
            path.push(terms.eq(read, k));
        }
        if query % 5 == 4 {
            path.push(terms.eq(last, indices[1]));
            let (a, b) = (terms.select(array, last), terms.select(array, indices[1]));
            path.push(terms.ult(a, b));
        }
        session.ask(&path, None);
    }
}

/// 30 queries with products, symbolic divisors, hash chains and overflow checks.
pub fn products(session: &mut Session) {
    let mut random = Random(991);
    for query in 0..30 {
        let terms = &mut session.terms;
        let width = if query % 2 == 0 { 32 } else { 64 };
        let (x, y) = (terms.input("x", Sort::Bv(width)), terms.input("y", Sort::Bv(width)));
        let (zero, one) = (terms.bv(width, 0), terms.bv(width, 1));
        let mut path = Vec::new();
        match query / 2 % 5 {
            0 => {
                let product = terms.mul(x, y);
                let k = terms.bv(width, (random.below(5000) + 3) * (random.below(5000) + 3));
                let limit = terms.bv(width, 10_000);
                path.push(terms.eq(product, k));
                for factor in [x, y] {
                    path.push(terms.slt(one, factor));
                    path.push(terms.slt(factor, limit));
                }
            }
            1 => {
                let (quotient, remainder) = (terms.sdiv(x, y), terms.srem(x, y));
                let k = terms.bv(width, random.below(300) + 2);
                path.push(terms.eq(quotient, k));
                let k = terms.bv(width, random.below(20) + 1);
                path.push(terms.eq(remainder, k));
                let k = terms.bv(width, random.below(100_000) + 5000);
                path.push(terms.slt(k, x));
            }
            2 => {
                let mut hash = terms.bv(width, 0);
                let mut value = 0u64;
                for i in 0..3 + random.below(4) {
                    let char = terms.input(&format!("c{i}"), Sort::Bv(16));
                    let (low, high) = (terms.bv(16, 97), terms.bv(16, 122));
                    path.push(terms.ule(low, char));
                    path.push(terms.ule(char, high));
                    let k = terms.bv(width, 31);
                    let product = terms.mul(hash, k);
                    let wide = terms.zext(width, char);
                    hash = terms.add(product, wide);
                    value = value.wrapping_mul(31).wrapping_add(97 + random.below(26));
                }
                let k = terms.bv(width, value);
                path.push(terms.eq(hash, k));
            }
            3 => {
                let square = terms.mul(x, x);
                let limit = terms.bv(width, 60_000 + random.below(10_000));
                path.push(terms.slt(square, zero));
                path.push(terms.slt(x, limit));
                path.push(terms.slt(zero, x));
            }
            _ => {
                let sum = terms.add(x, y);
                let (whole, a, b) = (terms.mul(sum, sum), terms.mul(x, x), terms.mul(y, y));
                let parts = terms.add(a, b);
                let limit = terms.bv(width, 64);
                path.push(terms.ult(x, limit));
                path.push(terms.ult(y, limit));
                path.push(terms.ult(whole, parts));
            }
        }
        session.ask(&path, None);
    }
}

/// 60 queries with division: digits, greatest common divisors, dates, and identities that hold.
pub fn quotients(session: &mut Session) {
    let mut random = Random(31337);
    for query in 0..60u64 {
        let terms = &mut session.terms;
        let width = if query % 2 == 0 { 32 } else { 64 };
        let (x, y) = (terms.input("x", Sort::Bv(width)), terms.input("y", Sort::Bv(width)));
        let (zero, one) = (terms.bv(width, 0), terms.bv(width, 1));
        let mut path = vec![terms.sle(zero, x), terms.slt(zero, y)];
        match query / 2 % 6 {
            // the digits have a given sum
            0 => {
                let ten = terms.bv(width, 10);
                let limit = terms.bv(width, 100_000);
                path.push(terms.slt(x, limit));
                let (mut rest, mut sum) = (x, zero);
                for _ in 0..5 {
                    let digit = terms.srem(rest, ten);
                    sum = terms.add(sum, digit);
                    rest = terms.sdiv(rest, ten);
                }
                let k = terms.bv(width, random.below(50));
                path.push(terms.eq(sum, k));
                let odd = terms.bv_and(x, one);
                path.push(terms.eq(odd, one));
            }
            // three steps of Euclid
            1 => {
                let limit = terms.bv(width, 1000);
                path.push(terms.slt(x, limit));
                path.push(terms.slt(y, limit));
                let (mut a, mut b) = (x, y);
                for _ in 0..3 {
                    path.push(terms.ne(b, zero));
                    (a, b) = (b, terms.srem(a, b));
                }
                path.push(terms.eq(b, zero));
                let k = terms.bv(width, random.below(30) + 1);
                path.push(terms.eq(a, k));
            }
            // a share of a product
            2 => {
                let z = terms.input("z", Sort::Bv(width));
                let limit = terms.bv(width, 2000);
                path.push(terms.slt(zero, z));
                for factor in [x, y, z] {
                    path.push(terms.slt(factor, limit));
                }
                let product = terms.mul(x, y);
                let share = terms.sdiv(product, z);
                let k = terms.bv(width, random.below(3000) + 10);
                path.push(terms.eq(share, k));
                path.push(terms.slt(x, z));
            }
            // leap years
            3 => {
                let (low, high) = (terms.bv(width, 1900), terms.bv(width, 2400 + random.below(100)));
                path.push(terms.slt(low, x));
                path.push(terms.slt(x, high));
                for (divisor, divides) in [(4, true), (100, query % 4 < 2), (400, false), (7, true)] {
                    let k = terms.bv(width, divisor);
                    let rest = terms.srem(x, k);
                    path.push(if divides { terms.eq(rest, zero) } else { terms.ne(rest, zero) });
                }
            }
            // x / k * k + x % k differs from x: never
            4 => {
                let k = terms.bv(width, [3, 7, 10, 60, 1000, 86_400][random.below(6) as usize]);
                let (quotient, rest) = (terms.sdiv(x, k), terms.srem(x, k));
                let product = terms.mul(quotient, k);
                let sum = terms.add(product, rest);
                path.push(terms.ne(sum, x));
            }
            // x / y > x: never
            _ => {
                let limit = terms.bv(width, 1 << 14);
                path.push(terms.slt(x, limit));
                path.push(terms.slt(y, limit));
                let quotient = terms.sdiv(x, y);
                path.push(terms.slt(x, quotient));
            }
        }
        session.ask(&path, None);
    }
}
