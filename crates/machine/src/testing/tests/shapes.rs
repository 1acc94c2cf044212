use crate::program::Value;
use crate::reason::{Bound, Reason};
use crate::state::State;
use crate::testing::{Bench, FLOOR, TestClass};
use crate::world::atlas::Origin;
use crate::world::options::Bounds;
use crate::world::{End, Event};
use expect_test::{Expect, expect};

/// static int f(Node a, Node b) { return a.next.value + b.value; }
const SUM: &str = "
    aload 0
    getfield Node.next LNode;
    getfield Node.value I
    aload 1
    getfield Node.value I
    iadd
    ireturn";
const DESCRIPTOR: &str = "(LNode;LNode;)I";

/// `f` on arguments of which nothing is known.
fn bench() -> (Bench, State) {
    let node = TestClass::new("Node").field("next", "LNode;").field("value", "I");
    let mut bench = Bench::new(vec![TestClass::new("Main").method("f", DESCRIPTOR, SUM), node]);
    let node = bench.class("Node");
    let arguments = [(0, "a"), (1, "b")]
        .map(|(at, name)| Value::Sym(bench.machine().new_reference(name, node, Origin::Argument(at), true)));
    let state = bench.start(DESCRIPTOR, &arguments);
    (bench, state)
}

/// Answers the questions of a path in their order: the questions, and how it ends.
fn answer(bench: &mut Bench, state: &mut State, answers: &[bool]) -> (Vec<String>, Event) {
    let mut questions = Vec::new();
    let mut answers = answers.iter();
    loop {
        let event = bench.machine().run(state, FLOOR);
        let Event::Decide(condition) = event else {
            assert_eq!(answers.len(), 0, "an answer is left");
            return (questions, event);
        };
        assert!(bench.world.atlas.is_choice(condition), "no condition mentions it");
        let answer = *answers.next().expect("an answer");
        questions.push(bench.world.terms.show(condition).to_string());
        let known = if answer { condition } else { bench.world.terms.not(condition) };
        state.path.settle(&bench.world.terms, known);
    }
}

/// Which of the questions were answered with yes, and what came of it.
fn check_result(answers: &[bool], expected: Expect) {
    let (mut bench, mut state) = bench();
    let (questions, event) = answer(&mut bench, &mut state, answers);
    let mut lines: String =
        questions.iter().zip(answers).filter(|(_, yes)| **yes).map(|(question, _)| format!("{question}\n")).collect();
    lines += &match event {
        Event::Returned(Some(value)) => format!("returned {}\n", bench.show(value)),
        Event::Threw(exception) => {
            let class = bench.machine().class_of(&state, exception);
            format!("threw {}\n", bench.world.classes[class].dotted())
        }
        _ => panic!("it must return or throw"),
    };
    expected.assert_eq(&lines);
}

#[test]
fn a_reference_is_null_or_not() {
    check_result(
        &[true],
        expect![[r#"
        a is null
        threw java.lang.NullPointerException
    "#]],
    );
}

#[test]
fn objects_are_new_or_known_ones() {
    let (mut bench, mut state) = bench();
    let (questions, _) = answer(&mut bench, &mut state, &[false; 6]);
    expect![[r#"
        a is null
        Node.next#0 is null
        Node.next#0 is #0
        b is null
        b is #0
        b is #1"#]]
    .assert_eq(&questions.join("\n"));
    // a, a.next and b are different objects.
    check_result(
        &[false; 6],
        expect![[r#"
        returned Node.value#1 + Node.value#2
    "#]],
    );
    // a.next and b are a itself.
    check_result(
        &[false, false, true, false, true],
        expect![[r#"
        Node.next#0 is #0
        b is #0
        returned Node.value#0 + Node.value#0
    "#]],
    );
    // b is a.next.
    check_result(
        &[false, false, false, false, false, true],
        expect![[r#"
        b is #1
        returned Node.value#1 + Node.value#1
    "#]],
    );
}

/// How a path ends on which a, a.next and b are different objects, as far as the bounds allow that.
fn end_of_three_objects(bounds: Bounds, answers: &[bool]) -> Event {
    let (mut bench, mut state) = bench();
    bench.world.options.bounds = bounds;
    answer(&mut bench, &mut state, answers).1
}

fn bound_of(event: Event) -> Bound {
    match event {
        Event::Ended(End::Stopped(Reason::Bound(bound))) => bound,
        _ => panic!("a bound must end the path"),
    }
}

const PLACE: &str = "at Main.f(Unknown Source)";

#[test]
fn a_chain_ends_at_the_bound_k() {
    let k = |k| Bounds { k: Some(k), ..Bounds::default() };
    let ended = bound_of(end_of_three_objects(k(0), &[false; 3]));
    assert_eq!(ended, Bound::References { k: 0, at: PLACE.into() });
    assert!(matches!(end_of_three_objects(k(1), &[false; 6]), Event::Returned(_)));
}

#[test]
fn objects_of_a_class_end_at_the_bound_n() {
    let n = |n| Bounds { n: Some(n), ..Bounds::default() };
    let ended = bound_of(end_of_three_objects(n(2), &[false; 6]));
    assert_eq!(ended, Bound::Objects { n: 2, at: PLACE.into() });
    assert!(matches!(end_of_three_objects(n(3), &[false; 6]), Event::Returned(_)));
}
