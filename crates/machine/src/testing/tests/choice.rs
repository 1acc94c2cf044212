use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::testing::{Bench, TestClass};
use crate::world::Stop;
use expect_test::expect;
use std::collections::BTreeSet;
use term::Term;

const VALUE: u16 = 0;

/// Two nodes with the values 10 and 20, and the condition under which the first one is meant.
struct Nodes {
    bench: Bench,
    state: State,
    first: ObjectId,
    second: ObjectId,
    guard: Term,
}

impl Nodes {
    fn new() -> Nodes {
        let main = TestClass::new("Main").method("f", "()V", "return");
        let node = TestClass::new("Node").field("value", "I");
        let mut bench = Bench::new(vec![main, node, TestClass::extending("Leaf", "Node")]);
        let mut state = bench.start("()V", &[]);
        let (node, leaf) = (bench.class("Node"), bench.class("Leaf"));
        let [first, second] = [(node, 10), (leaf, 20)].map(|(class, value)| {
            let mut machine = bench.machine();
            let id = machine.new_object(&mut state, class);
            machine.set_field(&mut state, id, VALUE, Value::Int(value)).expect("a field is written");
            id
        });
        let (x, zero) = (bench.int("x"), bench.world.terms.int(0));
        let guard = bench.world.terms.slt(x, zero);
        Nodes { bench, state, first, second, guard }
    }

    /// `x < 0 ? first : second`
    fn choice(&mut self, first: ObjectId, second: ObjectId) -> Term {
        let terms = &mut self.bench.world.terms;
        let (first, second) = (terms.reference(first.0), terms.reference(second.0));
        terms.ite(self.guard, first, second)
    }

    fn objects(&mut self) -> Vec<(Term, ObjectId)> {
        let term = self.choice(self.first, self.second);
        let objects = self.bench.machine().objects_of(&mut self.state, term);
        objects.expect("nothing is to be decided").expect("both objects are known")
    }

    fn value(&mut self, node: ObjectId) -> String {
        let value = self.bench.machine().raw_field(&mut self.state, node, VALUE).expect("a field is read");
        self.bench.show(value)
    }
}

#[test]
fn a_field_is_read_through_a_choice_without_a_question() {
    let mut nodes = Nodes::new();
    let objects = nodes.objects();
    let ids: BTreeSet<ObjectId> = objects.iter().map(|&(_, id)| id).collect();
    assert_eq!(ids, BTreeSet::from([nodes.first, nodes.second]));
    let value = nodes.bench.machine().field_of_any(&mut nodes.state, &objects, VALUE).expect("a field is read");
    expect!["(x < 0) ? 10 : 20"].assert_eq(&nodes.bench.show(value));
}

#[test]
fn a_field_is_written_through_a_choice_where_its_guard_holds() {
    let mut nodes = Nodes::new();
    let objects = nodes.objects();
    let written = nodes.bench.machine().set_field_of_any(&mut nodes.state, &objects, VALUE, Value::Int(5));
    written.expect("a field is written");
    let (first, second) = (nodes.first, nodes.second);
    expect!["(x < 0) ? 5 : 10"].assert_eq(&nodes.value(first));
    expect!["(x < 0) ? 20 : 5"].assert_eq(&nodes.value(second));
}

#[test]
fn null_among_the_objects_is_a_path_that_throws() {
    let mut nodes = Nodes::new();
    let term = nodes.choice(ObjectId::NULL, nodes.second);
    let Err(Stop::Decide(null)) = nodes.bench.machine().objects_of(&mut nodes.state, term) else {
        panic!("it must ask")
    };
    assert_eq!(null, nodes.guard);
    nodes.state.path.assume(&nodes.bench.world.terms, null);
    let Err(Stop::Throw(exception)) = nodes.bench.machine().objects_of(&mut nodes.state, term) else {
        panic!("it must throw")
    };
    let class = nodes.bench.machine().class_of(&nodes.state, exception);
    assert_eq!(&*nodes.bench.world.classes[class].dotted(), "java.lang.NullPointerException");
}

#[test]
fn a_choice_of_numbers_is_settled_case_by_case() {
    for (holds, expected) in [(true, 10), (false, 20)] {
        let mut nodes = Nodes::new();
        let terms = &mut nodes.bench.world.terms;
        let (ten, twenty) = (terms.int(10), terms.int(20));
        let term = terms.ite(nodes.guard, ten, twenty);
        let Err(Stop::Decide(asked)) = nodes.bench.machine().leaf(&nodes.state, term) else { panic!("it must ask") };
        let terms = &mut nodes.bench.world.terms;
        let negated = terms.not(nodes.guard);
        assert!([nodes.guard, negated].contains(&asked));
        let known = if holds { nodes.guard } else { negated };
        nodes.state.path.assume(terms, known);
        let leaf = nodes.bench.machine().leaf(&nodes.state, term);
        assert!(matches!(leaf, Ok(Some(Value::Int(value))) if value == expected));
    }
}

#[test]
fn instanceof_holds_where_the_class_fits() {
    let mut nodes = Nodes::new();
    let term = nodes.choice(nodes.first, nodes.second);
    let [node, leaf] = ["Node", "Leaf"].map(|class| nodes.bench.class(class));
    let is_leaf = nodes.bench.machine().is_instance(&nodes.state, term, leaf).expect("both objects are known");
    assert_eq!(nodes.bench.world.terms.show(is_leaf).to_string(), "x >= 0");
    let is_node = nodes.bench.machine().is_instance(&nodes.state, term, node).expect("both objects are known");
    assert_eq!(nodes.bench.world.terms.show(is_node).to_string(), "true");
    assert!(nodes.bench.machine().casts(&nodes.state, term, node));
    assert!(!nodes.bench.machine().casts(&nodes.state, term, leaf));
}
