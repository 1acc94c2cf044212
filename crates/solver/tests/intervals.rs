//! Bounds of floats: no query that a point satisfies is refuted, and bounds of functions contain their results.

mod common;

use common::Random;
use solver::interval::function::enclosure;
use solver::interval::range::Range;
use solver::interval::{Prune, Pruned};
use solver::{Answer, Config, standard};
use term::{Const, Function, Sort, Term, Terms, Witness};

const WORK: u64 = 20_000;

/// Special values, any bits, and mostly numbers of a usual size.
fn any_double(random: &mut Random) -> f64 {
    const SPECIAL: [f64; 12] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        2.0,
        0.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MIN_POSITIVE,
        f64::MAX,
        5e-324,
    ];
    match random.below(8) {
        0 => random.pick(&SPECIAL),
        1 => Some(f64::from_bits(random.next())).filter(|value| !value.is_nan()).unwrap_or(3.0),
        2 => (random.below(200) as f64) - 100.0,
        size => ((random.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0) * 10f64.powi(size as i32 * 2 - 8),
    }
}

fn float_bits(sort: Sort, value: f64) -> u64 {
    let bits = if sort == Sort::Float32 { u64::from((value as f32).to_bits()) } else { value.to_bits() };
    Const::scalar(sort, bits).bits()
}

fn constant(terms: &mut Terms, sort: Sort, value: f64) -> Term {
    match sort {
        Sort::Float32 => terms.float32(float_bits(sort, value) as u32),
        _ => terms.float64(float_bits(sort, value)),
    }
}

/// A random expression of the sort over the inputs.
fn expression(terms: &mut Terms, random: &mut Random, inputs: &[Term], sort: Sort, depth: u32) -> Term {
    if depth == 0 || random.below(6) == 0 {
        let of_sort: Vec<Term> = inputs.iter().copied().filter(|&input| terms.sort(input) == sort).collect();
        if of_sort.is_empty() || random.below(4) == 0 {
            let value = any_double(random);
            return constant(terms, sort, value);
        }
        return of_sort[random.below(of_sort.len())];
    }
    let a = expression(terms, random, inputs, sort, depth - 1);
    match random.below(16) {
        0 => terms.fneg(a),
        1 => terms.fabs(a),
        2 => terms.fsqrt(a),
        3 => terms.fmul(a, a),
        4 => {
            let other = if sort == Sort::Float32 { Sort::Float64 } else { Sort::Float32 };
            let b = expression(terms, random, inputs, other, depth - 1);
            terms.to_float(b, sort)
        }
        5 => {
            let int = terms.to_int(a, if random.below(2) == 0 { 32 } else { 64 });
            let width = terms.width(int);
            let few = terms.bv(width, random.below(9) as u64);
            let sum = if random.below(2) == 0 { terms.add(int, few) } else { terms.sub(few, int) };
            terms.from_int(sum, sort)
        }
        6 | 7 if sort == Sort::Float64 => {
            let function = Function::ALL[random.below(Function::ALL.len())];
            let b = expression(terms, random, inputs, sort, depth - 1);
            let arguments = [a, b];
            terms.math(function, &arguments[..function.arity().into()])
        }
        8 => {
            let b = expression(terms, random, inputs, sort, depth - 1);
            let condition = terms.flt(a, b);
            terms.ite(condition, b, a)
        }
        which => {
            let b = expression(terms, random, inputs, sort, depth - 1);
            match which {
                9 => terms.frem(a, b),
                10 | 11 => terms.fdiv(a, b),
                12 | 13 => terms.fmul(a, b),
                14 => terms.fsub(a, b),
                _ => terms.fadd(a, b),
            }
        }
    }
}

fn condition(terms: &mut Terms, random: &mut Random, inputs: &[Term]) -> Term {
    let sort = if random.below(4) == 0 { Sort::Float32 } else { Sort::Float64 };
    let a = expression(terms, random, inputs, sort, 3);
    let b = expression(terms, random, inputs, sort, 2);
    match random.below(8) {
        0 => terms.feq(a, b),
        1 => terms.eq(a, b),
        2 => terms.is_nan(a),
        3 => {
            let (x, y) = (terms.to_int(a, 32), terms.to_int(b, 32));
            terms.slt(x, y)
        }
        4 | 5 => terms.fle(a, b),
        _ => terms.flt(a, b),
    }
}

#[test]
fn what_a_point_satisfies_is_not_refuted() {
    let mut random = Random(7);
    let (mut found, mut open) = (0, 0);
    for round in 0..6000 {
        let mut terms = Terms::new();
        let inputs =
            [terms.input("x", Sort::Float64), terms.input("y", Sort::Float64), terms.input("z", Sort::Float32)];
        let mut point = Witness::new();
        for &input in &inputs {
            let sort = terms.sort(input);
            point.set(terms.as_input(input).unwrap(), Const::scalar(sort, float_bits(sort, any_double(&mut random))));
        }
        let conjuncts: Vec<Term> = (0..1 + random.below(4))
            .map(|_| {
                let condition = condition(&mut terms, &mut random, &inputs);
                if terms.holds(condition, &point) { condition } else { terms.not(condition) }
            })
            .collect();
        let Some(mut prune) = Prune::new(&terms, &conjuncts, &Witness::new()) else { continue };
        match prune.run(WORK) {
            Pruned::Refuted => {
                let texts: Vec<String> = conjuncts.iter().map(|&term| terms.show(term).to_string()).collect();
                panic!("round {round}: {point:?} satisfies {texts:#?}");
            }
            Pruned::Witness(witness) => {
                assert!(conjuncts.iter().all(|&term| terms.holds(term, &witness)), "round {round}");
                found += 1;
            }
            Pruned::Open(_) => open += 1,
        }
    }
    assert!(found > 3 * open, "{found} found, {open} open");
}

#[test]
fn functions_stay_within_their_bounds() {
    let mut random = Random(11);
    for function in Function::ALL {
        for _ in 0..20_000 {
            let ends: [f64; 4] = std::array::from_fn(|_| any_double(&mut random));
            let range = |a: f64, b: f64| Range { nan: a.is_nan() || b.is_nan(), ..Range::numbers(a.min(b), a.max(b)) };
            let (first, second) = (range(ends[0], ends[1]), range(ends[2], ends[3]));
            let bounds = enclosure(function, &first, &second);
            for _ in 0..4 {
                let mut inside = |range: &Range, low: f64, high: f64| match random.below(4) {
                    0 => low,
                    1 => high,
                    _ => {
                        let value = any_double(&mut random);
                        if range.contains(value) { value } else { low }
                    }
                };
                let (x, y) = (inside(&first, ends[0], ends[1]), inside(&second, ends[2], ends[3]));
                let mut terms = Terms::new();
                let (a, b) = (constant(&mut terms, Sort::Float64, x), constant(&mut terms, Sort::Float64, y));
                let arguments = [a, b];
                let term = terms.math(function, &arguments[..function.arity().into()]);
                let result = f64::from_bits(terms.eval(term, &Witness::new()).bits());
                assert!(bounds.contains(result), "{function:?}({x:e}, {y:e}) = {result:e} not in {bounds:?}");
            }
        }
    }
}

fn double(terms: &mut Terms, value: f64) -> Term {
    terms.float64(value.to_bits())
}

/// `low < x < high` for every input.
fn between(terms: &mut Terms, inputs: &[Term], low: f64, high: f64) -> Vec<Term> {
    let (low, high) = (double(terms, low), double(terms, high));
    inputs.iter().flat_map(|&input| [terms.flt(low, input), terms.flt(input, high)]).collect()
}

#[test]
fn bounds_of_functions_refute() {
    let mut terms = Terms::new();
    let inputs = ["x", "y", "z"].map(|name| terms.input(name, Sort::Float64));
    let mut solver = standard(Config::default());
    // Below a sixth of pi the sum of the sines is below 1.5, four times the product of the cosines above 2.5.
    let mut path = between(&mut terms, &inputs, 0.0, std::f64::consts::FRAC_PI_6);
    let sines = inputs.map(|input| terms.math(Function::Sin, &[input]));
    let cosines = inputs.map(|input| terms.math(Function::Cos, &[input]));
    let sum = sines.into_iter().reduce(|a, b| terms.fadd(a, b)).unwrap();
    let four = double(&mut terms, 4.0);
    let product = cosines.into_iter().fold(four, |a, b| terms.fmul(a, b));
    path.push(terms.feq(sum, product));
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unsat);
    // The square of a sine and that of a cosine make one.
    let mut path = between(&mut terms, &inputs[..1], -10.0, 10.0);
    let squares = [sines[0], cosines[0]].map(|value| terms.fmul(value, value));
    let (sum, more) = (terms.fadd(squares[0], squares[1]), double(&mut terms, 1.01));
    path.push(terms.flt(more, sum));
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unsat);
    // exp(x) > x * x for positive x up to ten: not by monotony alone.
    let mut path = between(&mut terms, &inputs[..1], 0.0, 10.0);
    let (power, square) = (terms.math(Function::Exp, &[inputs[0]]), terms.fmul(inputs[0], inputs[0]));
    path.push(terms.fle(power, square));
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unsat);
}

#[test]
fn equations_between_functions_are_solved_to_the_last_bit() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.input(name, Sort::Float64));
    let (many, one, limit, base) = (
        double(&mut terms, 10_000.0),
        double(&mut terms, 1.0),
        double(&mut terms, 1.0001),
        double(&mut terms, std::f64::consts::E),
    );
    let scaled = terms.fmul(many, x);
    let product = terms.fmul(scaled, y);
    let powers = [x, y].map(|input| {
        let negative = terms.fneg(input);
        terms.math(Function::Pow, &[base, negative])
    });
    let sum = terms.fadd(powers[0], powers[1]);
    let path = [terms.feq(product, one), terms.feq(sum, limit)];
    let answer = standard(Config::default()).check(&mut terms, &path, None);
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}
