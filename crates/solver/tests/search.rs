//! Looking for witnesses by trying, and what proofs may use about functions of `Math`.

use solver::backend::bitblast::{BitBlaster, Limits};
use solver::search::Search;
use solver::{Answer, Config, Solver, standard};
use term::{Const, Element, Function, Sort, Term, Terms, Witness};

const WORK: u64 = 5_000_000;

fn double(terms: &mut Terms, value: f64) -> Term {
    terms.float64(value.to_bits())
}

fn inputs<const N: usize>(terms: &mut Terms) -> [Term; N] {
    std::array::from_fn(|at| terms.input(&format!("x{at}"), Sort::Float64))
}

fn found(terms: &Terms, conjuncts: &[Term]) -> bool {
    match Search::default().run(terms, conjuncts, &Witness::new(), WORK) {
        Some(witness) => {
            assert!(conjuncts.iter().all(|&term| terms.holds(term, &witness)), "{witness:?}");
            true
        }
        None => false,
    }
}

#[test]
fn equations_over_floats_are_solved_to_the_last_bit() {
    let mut terms = Terms::new();
    let [x, y] = inputs(&mut terms);
    let (square, sum) = (terms.fmul(x, x), terms.fadd(x, y));
    let (three, limit) = (double(&mut terms, 3.25), double(&mut terms, 1e6));
    let path = [terms.feq(square, sum), terms.flt(three, x), terms.flt(x, limit)];
    assert!(found(&terms, &path));
}

#[test]
fn functions_meet_narrow_windows() {
    let mut terms = Terms::new();
    let [x, y] = inputs(&mut terms);
    let (sine, power) = (terms.math(Function::Sin, &[x]), terms.math(Function::Pow, &[x, y]));
    let (low, high) = (double(&mut terms, 0.7), double(&mut terms, 0.7000001));
    let (ten, eleven) = (double(&mut terms, 10.0), double(&mut terms, 11.0));
    let path = [terms.flt(low, sine), terms.flt(sine, high), terms.flt(ten, power), terms.flt(power, eleven)];
    assert!(found(&terms, &path));
}

#[test]
fn products_of_integers_are_met() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.input(name, Sort::Bv(32)));
    let (product, wanted, limit) = (terms.mul(x, y), terms.int(1_000_007), terms.int(1));
    let path = [terms.slt(limit, x), terms.slt(wanted, product)];
    assert!(found(&terms, &path));
}

#[test]
fn elements_of_arrays_are_chosen_one_by_one() {
    let mut terms = Terms::new();
    let array = terms.input("units", Sort::Array(Element::Bv(16)));
    let (letter, one) = (terms.bv(16, 0x42), terms.int(1));
    let mut count = terms.int(0);
    for index in 0..600 {
        let at = terms.int(index);
        let unit = terms.select(array, at);
        let (is_letter, more) = (terms.eq(unit, letter), terms.add(count, one));
        count = terms.ite(is_letter, more, count);
    }
    let wanted = terms.int(121);
    let path = [terms.eq(count, wanted)];
    assert!(found(&terms, &path));
    // Another index may be any element.
    let index = terms.input("index", Sort::Bv(32));
    let unit = terms.select(array, index);
    let path = [path[0], terms.eq(unit, letter)];
    assert!(!found(&terms, &path));
}

#[test]
fn what_is_unsatisfiable_is_not_found() {
    let mut terms = Terms::new();
    let [x] = inputs(&mut terms);
    let (square, zero) = (terms.fmul(x, x), double(&mut terms, 0.0));
    let negative = terms.flt(square, zero);
    assert!(!found(&terms, &[negative]));
}

#[test]
fn the_range_of_a_function_refutes() {
    let mut terms = Terms::new();
    let [x] = inputs(&mut terms);
    let mut solver = standard(Config::default());
    let (one, zero) = (double(&mut terms, 1.0), double(&mut terms, 0.0));
    for function in [Function::Sin, Function::Cos, Function::Tanh] {
        let value = terms.math(function, &[x]);
        let above = terms.flt(one, value);
        assert_eq!(solver.check(&mut terms, &[above], None), Answer::Unsat, "{function:?}");
    }
    let exponential = terms.math(Function::Exp, &[x]);
    let path = [terms.flt(zero, x), terms.flt(exponential, one)];
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unsat);
    // Nothing says that a sine cannot be this.
    let (sine, value) = (terms.math(Function::Sin, &[x]), double(&mut terms, 0.123));
    let path = [terms.feq(sine, value), terms.flt(zero, x), terms.flt(x, zero)];
    assert_eq!(solver.check(&mut terms, &path, None), Answer::Unsat);
}

/// No property contradicts what the functions compute.
#[test]
fn properties_hold_of_the_functions() {
    let special = [0.0, -0.0, 1.0, -1.0, 0.5, -0.7, 2.0, -3.0, 1e-300, -1e-300, 1e300, f64::INFINITY, -f64::INFINITY];
    let values: Vec<f64> = special.into_iter().chain([f64::NAN, f64::MIN_POSITIVE / 4.0, 710.0, 1.0 + 1e-15]).collect();
    for function in Function::ALL {
        for (at, &first) in values.iter().enumerate() {
            for &second in if function.arity() == 2 { &values[..] } else { &values[at..=at] } {
                let mut terms = Terms::new();
                let xs: [Term; 2] = inputs(&mut terms);
                let args = &xs[..usize::from(function.arity())];
                let term = terms.math(function, args);
                let witness: Witness = xs
                    .iter()
                    .zip([first, second])
                    .map(|(&x, value)| (terms.as_input(x).expect("an input"), Const::F64(value.to_bits())))
                    .collect();
                let wanted = terms.constant(&terms.eval(term, &witness));
                let mut path = vec![terms.eq(term, wanted)];
                for (&x, value) in args.iter().zip([first, second]) {
                    let value = terms.constant(&Const::scalar(Sort::Float64, value.to_bits()));
                    path.push(terms.eq(x, value));
                }
                let answer = BitBlaster::new(Limits::default()).check(&mut terms, &path, None);
                assert!(matches!(answer, Answer::Sat(_)), "{function:?} of {first} {second}: {answer:?}");
            }
        }
    }
}

#[test]
fn a_logarithm_is_met_exactly() {
    let mut terms = Terms::new();
    let [x] = inputs(&mut terms);
    let (logarithm, two) = (terms.math(Function::Log, &[x]), double(&mut terms, 2.0));
    let path = [terms.feq(logarithm, two)];
    assert!(found(&terms, &path));
}

#[test]
fn two_equations_are_a_valley() {
    let mut terms = Terms::new();
    let [x, y] = inputs(&mut terms);
    let (product, sum) = (terms.fmul(x, y), terms.fadd(x, y));
    let (area, both) = (double(&mut terms, 3.375), double(&mut terms, 3.75));
    let path = [terms.feq(product, area), terms.feq(sum, both)];
    assert!(found(&terms, &path));
}
