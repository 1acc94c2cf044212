//! Every bit-vector circuit against machine arithmetic: exhaustively on small widths, at random on large ones.

mod common;

use common::Random;
use solver::gate::{Gates, Lit, Word};
use solver::simulate::{Simulation, lanes};
use solver::word::{Shift, constant, sign_extend};

type Circuit = fn(&mut Gates, &[Lit], &[Lit]) -> Word;
type Reference = fn(u64, u64, u32) -> u64;

const OPERATORS: &[(&str, Circuit, Reference)] = &[
    ("add", |g, a, b| g.add(a, b), |a, b, _| a.wrapping_add(b)),
    ("sub", |g, a, b| g.sub(a, b), |a, b, _| a.wrapping_sub(b)),
    ("negate", |g, a, _| g.negate(a), |a, _, _| a.wrapping_neg()),
    ("multiply", |g, a, b| g.multiply(a, b, a.len()), |a, b, _| a.wrapping_mul(b)),
    ("unsigned quotient", |g, a, b| g.divide_unsigned(a, b).0, |a, b, _| a.checked_div(b).unwrap_or(!0)),
    ("unsigned remainder", |g, a, b| g.divide_unsigned(a, b).1, |a, b, _| a.checked_rem(b).unwrap_or(a)),
    (
        "signed quotient",
        |g, a, b| g.divide_signed(a, b).0,
        |a, b, w| match (signed(a, w), signed(b, w)) {
            (a, 0) => {
                if a < 0 {
                    1
                } else {
                    !0
                }
            }
            (a, b) => a.wrapping_div(b) as u64,
        },
    ),
    (
        "signed remainder",
        |g, a, b| g.divide_signed(a, b).1,
        |a, b, w| match (signed(a, w), signed(b, w)) {
            (a, 0) => a as u64,
            (a, b) => a.wrapping_rem(b) as u64,
        },
    ),
    ("shift left", |g, a, b| g.shift(a, b, Shift::Left), |a, b, w| if b < w as u64 { a << b } else { 0 }),
    ("shift right", |g, a, b| g.shift(a, b, Shift::RightZero), |a, b, w| if b < w as u64 { a >> b } else { 0 }),
    ("shift right signed", |g, a, b| g.shift(a, b, Shift::RightSign), |a, b, w| (signed(a, w) >> b.min(63)) as u64),
    ("equal", |g, a, b| vec![g.equal_words(a, b)], |a, b, _| (a == b) as u64),
    ("unsigned less", |g, a, b| vec![g.unsigned_less(a, b)], |a, b, _| (a < b) as u64),
    ("unsigned less equal", |g, a, b| vec![g.unsigned_less_equal(a, b)], |a, b, _| (a <= b) as u64),
    ("signed less", |g, a, b| vec![g.signed_less(a, b)], |a, b, w| (signed(a, w) < signed(b, w)) as u64),
    ("signed less equal", |g, a, b| vec![g.signed_less_equal(a, b)], |a, b, w| (signed(a, w) <= signed(b, w)) as u64),
    ("and", |g, a, b| g.zip(a, b, Gates::and), |a, b, _| a & b),
    ("or", |g, a, b| g.zip(a, b, Gates::or), |a, b, _| a | b),
    ("xor", |g, a, b| g.zip(a, b, Gates::xor), |a, b, _| a ^ b),
    ("normalise", |g, a, _| g.normalise(a).0, |a, _, w| if a == 0 { 0 } else { a << (a.leading_zeros() + w - 64) }),
];

fn signed(value: u64, width: u32) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

fn mask(width: usize) -> u64 {
    !0 >> (64 - width)
}

/// Both operands symbolic, then each of them constant.
fn check(width: usize, pairs: &[(u64, u64)]) {
    for &(name, circuit, reference) in OPERATORS {
        let mut gates = Gates::default();
        let (a, b) = (gates.input_word(width), gates.input_word(width));
        let result = circuit(&mut gates, &a, &b);
        let mut simulation = Simulation::default();
        for chunk in pairs.chunks(64) {
            let inputs: Vec<_> = (0..width)
                .map(|bit| lanes(chunk.iter().map(|pair| pair.0 as u128), bit))
                .chain((0..width).map(|bit| lanes(chunk.iter().map(|pair| pair.1 as u128), bit)))
                .collect();
            simulation.run(&gates, |node| inputs[node.index() - 1]);
            for (lane, &(x, y)) in chunk.iter().enumerate() {
                let expected = reference(x, y, width as u32) & mask(result.len());
                assert_eq!(simulation.word(&result, lane) as u64, expected, "{name} {x} {y} width {width}");
            }
        }
    }
}

fn check_constant(width: usize, x: u64, y: u64) {
    for &(name, circuit, reference) in OPERATORS {
        for constant_first in [false, true] {
            let mut gates = Gates::default();
            let free = gates.input_word(width);
            let fixed = constant(if constant_first { x } else { y } as u128, width);
            let (a, b) = if constant_first { (&fixed, &free) } else { (&free, &fixed) };
            let result = circuit(&mut gates, a, b);
            let mut simulation = Simulation::default();
            let value = if constant_first { y } else { x };
            simulation.run(&gates, |node| if value >> (node.index() - 1) & 1 == 1 { !0 } else { 0 });
            let expected = reference(x, y, width as u32) & mask(result.len());
            assert_eq!(simulation.word(&result, 7) as u64, expected, "{name} {x} {y} width {width}");
        }
    }
}

#[test]
fn small_widths_exhaustively() {
    for width in 1..=6 {
        let all = || 0..1 << width;
        let pairs: Vec<(u64, u64)> = all().flat_map(|a| all().map(move |b| (a, b))).collect();
        check(width, &pairs);
        if width <= 4 {
            pairs.iter().for_each(|&(a, b)| check_constant(width, a, b));
        }
    }
}

#[test]
fn large_widths_at_random() {
    let mut random = Random(1);
    for width in [7, 8, 13, 16, 31, 32, 33, 63, 64] {
        let number = |random: &mut Random| random.next() >> random.below(64) & mask(width);
        let mut pairs: Vec<(u64, u64)> = (0..1000).map(|_| (number(&mut random), number(&mut random))).collect();
        let edges = [0, 1, mask(width), mask(width) >> 1, mask(width) - (mask(width) >> 1)];
        pairs.extend(edges.iter().flat_map(|&a| edges.map(|b| (a, b))));
        check(width, &pairs);
        pairs.iter().take(30).chain(&pairs[1000..]).for_each(|&(a, b)| check_constant(width, a, b));
    }
}

#[test]
fn square_roots() {
    let mut random = Random(2);
    for half in [1, 2, 4, 10, 54] {
        let mut gates = Gates::default();
        let radicand = gates.input_word(2 * half);
        let (root, rest) = gates.square_root(&radicand);
        let numbers: Vec<u128> = (0..64)
            .map(|_| {
                u128::from(random.next()) << 64 >> (128 - 2 * half) | u128::from(random.next()) & !0 >> (128 - half)
            })
            .collect();
        let mut simulation = Simulation::default();
        simulation.run(&gates, |node| lanes(numbers.iter().copied(), node.index() - 1));
        for (lane, number) in numbers.iter().enumerate() {
            let found = simulation.word(&root, lane);
            assert!(found * found <= *number && (found + 1) * (found + 1) > *number);
            assert_eq!(simulation.word(&rest, lane), number - found * found);
        }
    }
}

#[test]
fn equal_circuits_are_one_circuit() {
    let mut gates = Gates::default();
    let (a, b) = (gates.input_word(32), gates.input_word(32));
    let first = (gates.multiply(&a, &b, 32), gates.divide_signed(&a, &b), sign_extend(&a, 64));
    let size = gates.len();
    let second = (gates.multiply(&a, &b, 32), gates.divide_signed(&a, &b), sign_extend(&a, 64));
    assert_eq!(first, second);
    assert_eq!(gates.len(), size);
}
