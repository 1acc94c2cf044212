//! Every float operation against the CPU, bit for bit: its circuit and the evaluation of its term.
//! `FLOAT_OPERATIONS=n` runs more.

mod common;

use common::Random;
use solver::float::{Format, double_to_single, single_to_double};
use solver::gate::{Gates, Lit, Word};
use solver::simulate::{Simulation, lanes};
use solver::word::constant;
use term::{Const, Evaluator, Sort, Term, Terms, Witness};

type Circuit = fn(&mut Gates, &[Lit], &[Lit]) -> Word;
type Reference = fn(u64, u64) -> u64;
type Build = fn(&mut Terms, Term, Term) -> Term;

struct Operation {
    name: &'static str,
    operand: Operand,
    circuit: Circuit,
    term: Build,
    reference: Reference,
}

#[derive(Clone, Copy, PartialEq)]
enum Operand {
    Float(Format),
    Integer(usize),
}

impl Operand {
    fn width(self) -> usize {
        match self {
            Operand::Float(format) => format.width(),
            Operand::Integer(width) => width,
        }
    }

    fn sort(self) -> Sort {
        match self {
            Operand::Float(Format::Single) => Sort::Float32,
            Operand::Float(Format::Double) => Sort::Float64,
            Operand::Integer(width) => Sort::Bv(width as u8),
        }
    }
}

fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn bits32(value: f32) -> u64 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() as u64 }
}

fn bits64(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}

/// One line per operation for both formats: circuit on words, term, reference on Rust floats.
macro_rules! operations {
    ($($name:literal $circuit:expr, $term:expr, $x:ident $y:ident => $value:expr, $kind:ident;)*) => {
        vec![$(
            Operation {
                name: $name,
                operand: Operand::Float(Format::Single),
                circuit: |g, a, b| ($circuit as fn(Format, &mut Gates, &[Lit], &[Lit]) -> Word)(Format::Single, g, a, b),
                term: $term,
                reference: |a, b| { let ($x, $y) = (f(a), f(b)); let _ = $y; operations!(@32 $kind $value) },
            },
            Operation {
                name: $name,
                operand: Operand::Float(Format::Double),
                circuit: |g, a, b| ($circuit as fn(Format, &mut Gates, &[Lit], &[Lit]) -> Word)(Format::Double, g, a, b),
                term: $term,
                reference: |a, b| { let ($x, $y) = (d(a), d(b)); let _ = $y; operations!(@64 $kind $value) },
            },
        )*]
    };
    (@32 float $value:expr) => { bits32($value) };
    (@64 float $value:expr) => { bits64($value) };
    (@32 int $value:expr) => { $value as u64 };
    (@64 int $value:expr) => { $value as u64 };
}

fn operations() -> Vec<Operation> {
    let mut table = operations! {
        "add" |t, g, a, b| t.add(g, a, b), |t, a, b| t.fadd(a, b), x y => x + y, float;
        "sub" |t, g, a, b| t.sub(g, a, b), |t, a, b| t.fsub(a, b), x y => x - y, float;
        "mul" |t, g, a, b| t.mul(g, a, b), |t, a, b| t.fmul(a, b), x y => x * y, float;
        "div" |t, g, a, b| t.div(g, a, b), |t, a, b| t.fdiv(a, b), x y => x / y, float;
        "rem" |t, g, a, b| { let rem = t.rem(g, a, b); let mut word = rem.word; word.push(rem.exact); word }, |t, a, b| t.frem(a, b), x y => x % y, float;
        "sqrt" |t, g, a, _| t.sqrt(g, a), |t, a, _| t.fsqrt(a), x y => x.sqrt(), float;
        "neg" |t, g, a, _| t.neg(g, a), |t, a, _| t.fneg(a), x y => -x, float;
        "abs" |t, _, a, _| t.abs(a), |t, a, _| t.fabs(a), x y => x.abs(), float;
        "eq" |t, g, a, b| vec![t.eq(g, a, b)], |t, a, b| t.feq(a, b), x y => x == y, int;
        "lt" |t, g, a, b| vec![t.lt(g, a, b)], |t, a, b| t.flt(a, b), x y => x < y, int;
        "le" |t, g, a, b| vec![t.le(g, a, b)], |t, a, b| t.fle(a, b), x y => x <= y, int;
        "is_nan" |t, g, a, _| vec![t.is_nan(g, a)], |t, a, _| t.is_nan(a), x y => x.is_nan(), int;
        "to_int" |t, g, a, _| t.to_signed(g, a, 32), |t, a, _| t.to_int(a, 32), x y => x as i32 as u32, int;
        "to_long" |t, g, a, _| t.to_signed(g, a, 64), |t, a, _| t.to_int(a, 64), x y => x as i64, int;
    };
    let mut add = |name, operand, circuit, term, reference| {
        table.push(Operation { name, operand, circuit, term, reference });
    };
    add(
        "int to float",
        Operand::Integer(32),
        |g, a, _| Format::Single.from_signed(g, a),
        |t, a, _| t.from_int(a, Sort::Float32),
        |a, _| bits32(a as i32 as f32),
    );
    add(
        "long to float",
        Operand::Integer(64),
        |g, a, _| Format::Single.from_signed(g, a),
        |t, a, _| t.from_int(a, Sort::Float32),
        |a, _| bits32(a as i64 as f32),
    );
    add(
        "int to double",
        Operand::Integer(32),
        |g, a, _| Format::Double.from_signed(g, a),
        |t, a, _| t.from_int(a, Sort::Float64),
        |a, _| bits64(a as i32 as f64),
    );
    add(
        "long to double",
        Operand::Integer(64),
        |g, a, _| Format::Double.from_signed(g, a),
        |t, a, _| t.from_int(a, Sort::Float64),
        |a, _| bits64(a as i64 as f64),
    );
    add(
        "from bits",
        Operand::Integer(32),
        |g, a, _| Format::Single.canonical(g, a),
        |t, a, _| t.from_bits(a),
        |a, _| bits32(f(a)),
    );
    add(
        "from bits",
        Operand::Integer(64),
        |g, a, _| Format::Double.canonical(g, a),
        |t, a, _| t.from_bits(a),
        |a, _| bits64(d(a)),
    );
    add(
        "byte to float",
        Operand::Integer(8),
        |g, a, _| Format::Single.from_signed(g, a),
        |t, a, _| t.from_int(a, Sort::Float32),
        |a, _| bits32(a as i8 as f32),
    );
    let (single, double) = (Operand::Float(Format::Single), Operand::Float(Format::Double));
    add(
        "float to double",
        single,
        |g, a, _| single_to_double(g, a),
        |t, a, _| t.to_float(a, Sort::Float64),
        |a, _| bits64(f(a) as f64),
    );
    add(
        "double to float",
        double,
        |g, a, _| double_to_single(g, a),
        |t, a, _| t.to_float(a, Sort::Float32),
        |a, _| bits32(d(a) as f32),
    );
    table
}

/// Zeros, subnormals, the ends of the range, powers of two and their neighbours, halves, infinities, NaNs.
fn boundaries(operand: Operand) -> Vec<u64> {
    let width = operand.width();
    let mut values: Vec<u64> = vec![0, 1, 2, 3];
    match operand {
        Operand::Integer(_) => {
            for bit in 0..width {
                let power = 1u64 << bit;
                values.extend([
                    power,
                    power.wrapping_sub(1),
                    power + 1,
                    power.wrapping_neg(),
                    !power,
                    power | power >> 24,
                ]);
                values.extend([power | power >> 25 | 1, power | power >> 53, power | power >> 54 | 1]);
            }
        }
        Operand::Float(format) => {
            let fraction = format.precision() - 1;
            let one: u64 = if format == Format::Single { f32::to_bits(1.0) as u64 } else { f64::to_bits(1.0) };
            let infinity: u64 = if format == Format::Single { 0x7f80_0000 } else { 0x7ff0 << 48 };
            let smallest_normal = 1u64 << fraction;
            let mut positive = vec![0, 1, 2, 3, smallest_normal, smallest_normal - 1, smallest_normal + 1];
            positive.extend([
                smallest_normal / 2,
                infinity,
                infinity - 1,
                infinity + 1,
                infinity | smallest_normal >> 1,
            ]);
            positive.extend([one, one + 1, one - 1, one | smallest_normal >> 1, one | smallest_normal >> 2]);
            for steps in [1, 2, 22, 23, 24, 25, 30, 31, 32, 51, 52, 53, 54, 62, 63, 64, 100] {
                let up = one.saturating_add(steps << fraction).min(infinity - 1);
                positive.extend([up, up - 1, up + 1, one - (steps << fraction), one - (steps << fraction) + 1]);
            }
            values = positive.iter().flat_map(|&value| [value, value | 1 << (width - 1)]).collect();
        }
    }
    values.iter().map(|value| canonical(operand, value & !0 >> (64 - width))).collect()
}

/// Uniform bits, or near another value, or with a short significand, so that ties and cancellation happen.
fn random_operand(random: &mut Random, operand: Operand, near: u64) -> u64 {
    let width = operand.width();
    let mask = !0 >> (64 - width);
    let value = match (operand, random.below(8)) {
        (Operand::Integer(_), _) => random.next() >> random.below(width),
        (Operand::Float(_), 0..3) => random.next(),
        (Operand::Float(_), 3) => near ^ 1 << (width - 1) ^ random.below(4) as u64,
        (Operand::Float(format), 4) => near.wrapping_add((random.below(64) as u64) << (format.precision() - 1)),
        (Operand::Float(format), 5) => random.next() & !0 << (format.precision() - 1 - random.below(20)),
        (Operand::Float(_), 6) => random.next() >> random.below(width),
        (Operand::Float(Format::Single), _) => f32::to_bits((random.next() as i64 >> random.below(64)) as f32) as u64,
        (Operand::Float(Format::Double), _) => f64::to_bits((random.next() as i64 >> random.below(64)) as f64 / 16.0),
    };
    canonical(operand, value & mask)
}

/// The circuits take no other NaN.
fn canonical(operand: Operand, value: u64) -> u64 {
    match operand {
        Operand::Float(Format::Single) => bits32(f(value)),
        Operand::Float(Format::Double) => bits64(d(value)),
        Operand::Integer(_) => value,
    }
}

#[test]
fn circuits_and_evaluation_agree_with_the_cpu() {
    let wanted: usize = std::env::var("FLOAT_OPERATIONS").map_or(1_100_000, |count| count.parse().expect("a number"));
    let operations = operations();
    let share = wanted.div_ceil(operations.len());
    let mut random = Random(1);
    let (mut count, mut skipped) = (0, 0);
    for operation in &operations {
        let edges = boundaries(operation.operand);
        let mut pairs: Vec<(u64, u64)> = edges.iter().flat_map(|&a| edges.iter().map(move |&b| (a, b))).collect();
        while pairs.len() > share / 2 {
            pairs.swap_remove(random.below(pairs.len()));
        }
        while pairs.len() < share {
            let a = random_operand(&mut random, operation.operand, 0);
            pairs.push((a, random_operand(&mut random, operation.operand, a)));
        }
        let mut gates = Gates::default();
        let width = operation.operand.width();
        let (a, b) = (gates.input_word(width), gates.input_word(width));
        let result = (operation.circuit)(&mut gates, &a, &b);
        let mut simulation = Simulation::default();
        let mut evaluation = Evaluation::new(operation);
        for chunk in pairs.chunks(64) {
            let inputs: Vec<u64> = (0..width)
                .map(|bit| lanes(chunk.iter().map(|pair| pair.0 as u128), bit))
                .chain((0..width).map(|bit| lanes(chunk.iter().map(|pair| pair.1 as u128), bit)))
                .collect();
            simulation.run(&gates, |node| inputs[node.index() - 1]);
            for (lane, &(x, y)) in chunk.iter().enumerate() {
                evaluation.agrees(operation, x, y);
                match agrees(operation, simulation.word(&result, lane), x, y) {
                    Agreement::Checked => count += 1,
                    Agreement::NotEncoded => skipped += 1,
                }
            }
        }
        println!("{:16} {:2} bits: {} gates", operation.name, width, gates.len());
    }
    assert!(count >= wanted * 9 / 10);
    println!(
        "figure: {count} float operations in circuits and {} evaluated, no difference to the CPU ({skipped} remainders outside of the encoded range)",
        count + skipped
    );
}

/// One operand folded into the circuit.
#[test]
fn circuits_with_a_constant_agree_with_the_cpu() {
    let mut random = Random(2);
    for operation in &operations() {
        let edges = boundaries(operation.operand);
        for round in 0..40 {
            let fixed =
                if round % 2 == 0 { random.pick(&edges) } else { random_operand(&mut random, operation.operand, 0) };
            let width = operation.operand.width();
            let numbers: Vec<u64> = (0..64).map(|_| random_operand(&mut random, operation.operand, fixed)).collect();
            let first = round % 4 < 2;
            let mut gates = Gates::default();
            let free = gates.input_word(width);
            let fixed_word = constant(fixed as u128, width);
            let (a, b) = if first { (&fixed_word, &free) } else { (&free, &fixed_word) };
            let result = (operation.circuit)(&mut gates, a, b);
            let mut simulation = Simulation::default();
            simulation.run(&gates, |node| lanes(numbers.iter().map(|&number| number as u128), node.index() - 1));
            for (lane, &number) in numbers.iter().enumerate() {
                let (x, y) = if first { (fixed, number) } else { (number, fixed) };
                agrees(operation, simulation.word(&result, lane), x, y);
            }
        }
    }
}

/// The term of an operation on two inputs, or on one.
struct Evaluation {
    terms: Terms,
    inputs: [Term; 2],
    result: Term,
    evaluator: Evaluator,
}

impl Evaluation {
    fn new(operation: &Operation) -> Evaluation {
        let mut terms = Terms::new();
        let inputs = ["a", "b"].map(|name| terms.input(name, operation.operand.sort()));
        let result = (operation.term)(&mut terms, inputs[0], inputs[1]);
        Evaluation { terms, inputs, result, evaluator: Evaluator::new() }
    }

    fn agrees(&mut self, operation: &Operation, x: u64, y: u64) {
        let sort = operation.operand.sort();
        let assigned = self.inputs.iter().zip([x, y]);
        let witness: Witness = assigned
            .map(|(&term, bits)| (self.terms.as_input(term).expect("an input"), Const::scalar(sort, bits)))
            .collect();
        let found = self.evaluator.bits(&self.terms, self.result, &witness);
        let expected = (operation.reference)(x, y);
        assert_eq!(found, expected, "{} {x:#x} {y:#x} evaluates to {found:#x}, not {expected:#x}", operation.name);
    }
}

enum Agreement {
    Checked,
    NotEncoded,
}

fn agrees(operation: &Operation, found: u128, x: u64, y: u64) -> Agreement {
    let width = operation.operand.width();
    let found = match operation.name {
        "rem" if found >> width == 0 => return Agreement::NotEncoded,
        "rem" => found & !0 >> (128 - width),
        _ => found,
    };
    let expected = (operation.reference)(x, y);
    assert_eq!(found as u64, expected, "{} {x:#x} {y:#x}: {found:#x}, not {expected:#x}", operation.name);
    Agreement::Checked
}
