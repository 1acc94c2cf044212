use crate::merge::{Apart, Merged};
use crate::program::Value;
use crate::state::path::Path;
use crate::state::{Console, State, Watch};
use crate::testing::programs::MEETS;
use crate::testing::{Bench, FLOOR, TestClass};
use crate::world::Event;
use expect_test::{Expect, expect};
use term::Term;

/// In `MEETS`: the instruction at the label `end`, and the number of the local y.
const END: u32 = 7;
const Y: usize = 1;

/// if (x < 0) Main.y = -1; else Main.y = 1; return Main.y;
const STATIC: &str = "
    iload 0
    iflt negative
    bipush 1
    putstatic Main.y I
    goto end
    negative:
    bipush -1
    putstatic Main.y I
    end:
    getstatic Main.y I
    ireturn";

fn bench(code: &str) -> Bench {
    Bench::new(vec![TestClass::new("Main").static_field("y", "I").method("f", "(I)I", code)])
}

/// The path before the branch, and both sides at `END`: the one of `x < 0` first.
fn sides(bench: &mut Bench) -> (Path, Vec<State>) {
    let x = bench.int("x");
    let mut state = bench.start("(I)I", &[Value::Sym(x)]);
    let Event::Decide(condition) = bench.machine().run(&mut state, FLOOR) else { panic!("it must ask") };
    let entry = state.path.clone();
    let other = bench.machine().fork(&state, Console::Muted);
    let negated = bench.world.terms.not(condition);
    let sides = [(state, condition), (other, negated)].map(|(state, condition)| arrive(bench, state, condition));
    (entry, sides.into())
}

fn arrive(bench: &mut Bench, mut state: State, condition: Term) -> State {
    state.path.assume(&bench.world.terms, condition);
    state.watch = Some(Watch::for_place(1, END, 1));
    assert!(matches!(bench.machine().run(&mut state, FLOOR), Event::Watched));
    state.watch = None;
    state
}

fn merged(bench: &mut Bench, entry: &Path, states: Vec<State>) -> State {
    match bench.machine().merge(entry, states) {
        Merged::One(state) => *state,
        Merged::Infeasible => panic!("infeasible"),
        Merged::Apart(why, _) => panic!("apart: {}", why.name()),
    }
}

fn check_result(bench: &mut Bench, state: &mut State, expected: Expect) {
    let Event::Returned(Some(value)) = bench.machine().run(state, FLOOR) else { panic!("it must return") };
    expected.assert_eq(&bench.show(value));
}

#[test]
fn a_local_that_differs_becomes_a_choice() {
    let mut bench = bench(MEETS);
    let (entry, states) = sides(&mut bench);
    assert!(matches!((states[0].stack[Y], states[1].stack[Y]), (Value::Int(-1), Value::Int(1))));
    let mut state = merged(&mut bench, &entry, states);
    assert_eq!(bench.condition(&state), "", "both sides are all that can be");
    check_result(&mut bench, &mut state, expect!["(x < 0) ? -1 : 1"]);
}

#[test]
fn a_static_field_that_differs_becomes_a_choice() {
    let mut bench = bench(STATIC);
    let (entry, states) = sides(&mut bench);
    let mut state = merged(&mut bench, &entry, states);
    check_result(&mut bench, &mut state, expect!["(x < 0) ? -1 : 1"]);
}

#[test]
fn what_one_side_knows_besides_is_a_condition_of_the_merged_path() {
    let mut bench = bench(MEETS);
    let (entry, mut states) = sides(&mut bench);
    let (y, zero) = (bench.int("y"), bench.world.terms.int(0));
    let also = bench.world.terms.eq(y, zero);
    states[0].path.assume(&bench.world.terms, also);
    let mut state = merged(&mut bench, &entry, states);
    expect!["(x >= 0) || (y == 0)"].assert_eq(&bench.condition(&state));
    check_result(&mut bench, &mut state, expect!["(x < 0) ? -1 : 1"]);
}

#[test]
fn states_at_different_places_stay_apart_and_as_they_are() {
    let mut bench = bench(MEETS);
    let (entry, mut states) = sides(&mut bench);
    states[1].top_mut().pc += 1;
    let Merged::Apart(why, states) = bench.machine().merge(&entry, states) else { panic!("they must stay apart") };
    assert_eq!(why, Apart::Frames);
    assert!(matches!((states[0].stack[Y], states[1].stack[Y]), (Value::Int(-1), Value::Int(1))));
    assert_eq!(states.iter().map(|state| bench.condition(state)).collect::<Vec<String>>(), ["x < 0", "x >= 0"]);
}

#[test]
fn states_with_the_same_conditions_stay_apart() {
    let mut bench = bench(MEETS);
    let (entry, mut states) = sides(&mut bench);
    states[1] = bench.machine().fork(&states[0], Console::Muted);
    let merged = bench.machine().merge(&entry, states);
    assert!(matches!(merged, Merged::Apart(Apart::Conditions, _)));
}

/// Nobody asked the solver about them; that each contradicts itself shows when their conditions are put together.
#[test]
fn states_that_no_input_leads_to_are_gone() {
    let mut bench = bench(MEETS);
    let (entry, mut states) = sides(&mut bench);
    let (x, two) = (bench.int("x"), bench.world.terms.int(2));
    let (is_two, is_not) = (bench.world.terms.eq(x, two), bench.world.terms.ne(x, two));
    for state in &mut states {
        state.path.assume(&bench.world.terms, is_two);
        state.path.assume(&bench.world.terms, is_not);
    }
    assert!(matches!(bench.machine().merge(&entry, states), Merged::Infeasible));
}
