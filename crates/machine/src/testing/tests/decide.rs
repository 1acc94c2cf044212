use crate::program::Value;
use crate::testing::programs::SIGN;
use crate::testing::{Bench, FLOOR};
use crate::world::{Event, Stop};
use expect_test::expect;

#[test]
fn a_branch_on_an_input_asks_and_changes_nothing() {
    let mut bench = Bench::of_method("(I)I", SIGN);
    let x = bench.int("x");
    let mut state = bench.start("(I)I", &[Value::Sym(x)]);
    for _ in 0..2 {
        let Event::Decide(condition) = bench.machine().run(&mut state, FLOOR) else { panic!("it must ask") };
        expect!["x < 0"].assert_eq(&bench.world.terms.show(condition).to_string());
        assert_eq!((state.frames.len(), state.top().pc, state.path.conjuncts.len()), (1, 1, 0));
        assert!(matches!(state.peek(0), Value::Sym(operand) if operand == x));
    }
}

#[test]
fn what_the_path_knows_is_not_asked() {
    for (negated, result) in [(false, -1), (true, 1)] {
        let mut bench = Bench::of_method("(I)I", SIGN);
        let x = bench.int("x");
        let mut state = bench.start("(I)I", &[Value::Sym(x)]);
        let Event::Decide(condition) = bench.machine().run(&mut state, FLOOR) else { panic!("it must ask") };
        let taken = if negated { bench.world.terms.not(condition) } else { condition };
        state.path.assume(&bench.world.terms, taken);
        let Event::Returned(Some(Value::Int(value))) = bench.machine().run(&mut state, FLOOR) else {
            panic!("it must return")
        };
        assert_eq!(value, result);
    }
}

#[test]
fn a_concrete_argument_asks_nothing() {
    let mut bench = Bench::of_method("(I)I", SIGN);
    let mut state = bench.start("(I)I", &[Value::Int(-7)]);
    assert!(matches!(bench.machine().run(&mut state, FLOOR), Event::Returned(Some(Value::Int(-1)))));
}

#[test]
fn a_concretised_value_is_that_of_the_witness() {
    let mut bench = Bench::of_method("(I)I", SIGN);
    let x = bench.int("x");
    let mut state = bench.start("(I)I", &[Value::Sym(x)]);
    let input = bench.world.terms.as_input(x).expect("an input");
    state.path.witness_mut().set(input, term::Const::scalar(term::Sort::Bv(32), 42));
    let Err(Stop::Fix(condition)) = bench.machine().concretize(&state, Value::Sym(x)) else { panic!("it must ask") };
    expect!["x == 42"].assert_eq(&bench.world.terms.show(condition).to_string());
    state.path.assume(&bench.world.terms, condition);
    assert_eq!(bench.machine().concretize_int(&state, Value::Sym(x)).ok(), Some(42));
}

#[test]
fn a_provisional_path_has_no_witness() {
    let mut bench = Bench::of_method("(I)I", SIGN);
    let x = bench.int("x");
    let mut state = bench.start("(I)I", &[Value::Sym(x)]);
    state.path.provisional = Some(0);
    assert!(matches!(bench.machine().concretize(&state, Value::Sym(x)), Err(Stop::Settle)));
}

#[test]
fn sizes_are_tried_from_zero_on() {
    let mut bench = Bench::of_method("(I)I", SIGN);
    let x = bench.int("x");
    let mut state = bench.start("(I)I", &[Value::Sym(x)]);
    let Err(Stop::Decide(negative)) = bench.machine().choose_size(&state, Value::Sym(x)) else { panic!("it must ask") };
    let positive = bench.world.terms.not(negative);
    state.path.assume(&bench.world.terms, positive);
    let Err(Stop::Choose(zero)) = bench.machine().choose_size(&state, Value::Sym(x)) else { panic!("it must ask") };
    let other = bench.world.terms.not(zero);
    state.path.assume(&bench.world.terms, other);
    let Err(Stop::Choose(one)) = bench.machine().choose_size(&state, Value::Sym(x)) else { panic!("it must ask") };
    state.path.assume(&bench.world.terms, one);
    assert_eq!(bench.machine().choose_size(&state, Value::Sym(x)).ok(), Some(Some(1)));
    expect!["x >= 0 && x != 0 && x == 1"].assert_eq(&bench.condition(&state));
}
