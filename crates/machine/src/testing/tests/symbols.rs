use crate::heap::Body;
use crate::heap::elements::Elements;
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::testing::{Bench, FLOOR};
use crate::world::Event;
use bytecode::Prim;
use expect_test::{Expect, expect};
use term::{Const, Sort, Witness};

/// return array[i];
const READ: &str = "
    aload 0
    iload 1
    iaload
    ireturn";

fn array(bench: &mut Bench, state: &mut State, elements: &[i32]) -> ObjectId {
    let ints = bench.world.classes.primitive(Some(Prim::Int));
    let class = bench.world.array_of(ints);
    state.heap.alloc(class, Body::Ints(Elements::from_slice(elements)))
}

fn bench() -> (Bench, State) {
    let mut bench = Bench::of_method("()V", "return");
    let state = bench.start("()V", &[]);
    (bench, state)
}

fn check_elements(bench: &mut Bench, state: &mut State, array: ObjectId, expected: Expect) {
    let length = bench.machine().array_length(state, array).expect("a length");
    let elements = (0..length).map(|at| {
        let element = bench.machine().element(state, array, at).expect("an element");
        bench.show(element)
    });
    expected.assert_eq(&elements.collect::<Vec<_>>().join(", "));
}

#[test]
fn a_read_at_a_symbolic_index_is_a_choice_of_the_elements() {
    let (mut bench, mut state) = bench();
    let array = array(&mut bench, &mut state, &[10, 20, 30]);
    let i = bench.int("i");
    let element = bench.machine().element_at(&mut state, array, i).expect("an element");
    expect!["(i == 0) ? 10 : ((i == 1) ? 20 : 30)"].assert_eq(&bench.show(element));
}

#[test]
fn a_write_at_a_symbolic_index_leaves_each_element_open() {
    let (mut bench, mut state) = bench();
    let array = array(&mut bench, &mut state, &[10, 20]);
    let i = bench.int("i");
    bench.machine().set_element_at(&mut state, array, i, Value::Int(5)).expect("an element is written");
    check_elements(&mut bench, &mut state, array, expect!["(i == 0) ? 5 : 10, (i == 1) ? 5 : 20"]);
    bench.machine().set_element(&mut state, array, 1, Value::Int(7)).expect("an element is written");
    check_elements(&mut bench, &mut state, array, expect!["(i == 0) ? 5 : 10, 7"]);
}

#[test]
fn a_long_array_is_read_as_one_term() {
    let (mut bench, mut state) = bench();
    let squares: Vec<i32> = (0..100).map(|at| at * at).collect();
    let array = array(&mut bench, &mut state, &squares);
    let i = bench.int("i");
    let element = bench.machine().element_at(&mut state, array, i).expect("an element");
    let term = element.term().expect("a term");
    assert_eq!(bench.world.terms.op(term), term::Op::Select);
    for at in [0, 7, 99] {
        let mut witness = Witness::new();
        witness.set(bench.world.terms.as_input(i).expect("an input"), Const::scalar(Sort::Bv(32), at));
        assert_eq!(bench.world.terms.eval(term, &witness).bits(), at * at);
    }
}

#[test]
fn the_bounds_of_a_symbolic_index_are_asked_for_first() {
    let mut bench = Bench::of_method("([II)I", READ);
    let i = bench.int("i");
    let mut state = bench.start("([II)I", &[Value::NULL, Value::Sym(i)]);
    let array = array(&mut bench, &mut state, &[10, 20, 30]);
    state.stack[0] = Value::Ref(array);
    let Event::Decide(condition) = bench.machine().run(&mut state, FLOOR) else { panic!("it must ask") };
    expect!["i <u 3"].assert_eq(&bench.world.terms.show(condition).to_string());
    let mut outside = bench.machine().fork(&state, crate::state::Console::Muted);
    let negated = bench.world.terms.not(condition);
    let mut ends = Vec::new();
    for (state, known) in [(&mut state, condition), (&mut outside, negated)] {
        state.path.assume(&bench.world.terms, known);
        ends.push(match bench.machine().run(state, FLOOR) {
            Event::Returned(Some(value)) => bench.show(value),
            Event::Threw(exception) => {
                let class = bench.machine().class_of(state, exception);
                bench.world.classes[class].dotted().into()
            }
            _ => panic!("nothing else is to be decided"),
        });
    }
    expect![[r#"
        (i == 0) ? 10 : ((i == 1) ? 20 : 30)
        java.lang.ArrayIndexOutOfBoundsException"#]]
    .assert_eq(&ends.join("\n"));
}
