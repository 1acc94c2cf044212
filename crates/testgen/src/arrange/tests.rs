use super::*;
use bytecode::Prim;
use machine::testing::{Bench, TestClass};
use machine::world::atlas::Origin;
use std::rc::Rc;
use term::{Const, Sort};

/// Static methods of `Main`: the rivals of f differ, g has none, and that of h takes other objects.
const METHODS: [(&str, &str); 6] = [
    ("f", "(LNode;)V"),
    ("f", "(LLeaf;)V"),
    ("f", "(LNode;LNode;)V"),
    ("g", "(LNode;)V"),
    ("h", "(LNode;)V"),
    ("h", "(LMain;)V"),
];

/// `Main` with its methods and a factory of `Node`, which `Leaf` extends.
fn bench() -> Bench {
    let factory = "
        aconst_null
        areturn";
    let main = TestClass::new("Main").method("node", "()LNode;", factory);
    let main = METHODS.iter().fold(main, |class, (name, descriptor)| class.method(name, descriptor, "return"));
    Bench::new(vec![main, TestClass::new("Node"), TestClass::extending("Leaf", "Node")])
}

fn node() -> Type {
    Type::Ref("Node".into())
}

fn null() -> Given {
    Given::Plain(InputValue::Null)
}

/// What a test says for `Main.name` with one argument: an object of that class.
fn told_apart(name: &str, descriptor: &str, class: &str) -> Vec<Given> {
    let mut bench = bench();
    let method = bench.method("Main", name, descriptor);
    let state = bench.world.new_state();
    let mut machine = bench.machine();
    let mut arranger = Arranger::new(&mut machine, &state);
    let given = arranger.add(None, class.into(), Made::Elements(Vec::new()));
    arranger.told_apart(method, vec![given])
}

#[test]
fn a_number_is_that_of_the_witness_in_its_type() {
    let mut bench = bench();
    let x = bench.int("x");
    let mut state = bench.world.new_state();
    let input = bench.world.terms.as_input(x).expect("an input");
    state.path.witness_mut().set(input, Const::scalar(Sort::Bv(32), 65));
    Rc::make_mut(&mut state.path.shapes).arguments.push(("x".into(), Value::Sym(x)));
    let given = [Prim::Int, Prim::Char, Prim::Byte].map(|prim| {
        let arranged = arrangement(&mut bench.machine(), &state, &[Type::Prim(prim)]).expect("numbers can be made");
        arranged.arguments
    });
    let x = |value| vec![("x".to_string(), Given::Plain(value))];
    assert_eq!(given, [x(InputValue::Int(65)), x(InputValue::Char(65)), x(InputValue::Byte(65))]);
}

#[test]
fn a_reference_that_nobody_looked_at_is_null() {
    let mut bench = bench();
    let class = bench.class("Node");
    let reference = bench.machine().new_reference("n", class, Origin::Argument(0), true);
    let mut state = bench.world.new_state();
    Rc::make_mut(&mut state.path.shapes).arguments.push(("n".into(), Value::Sym(reference)));
    let arranged = arrangement(&mut bench.machine(), &state, &[node()]).expect("null can be made");
    assert_eq!(arranged, Arrangement { arguments: vec![("n".into(), null())], ..Arrangement::default() });
}

#[test]
fn fewer_arguments_than_parameters_are_no_arrangement() {
    let mut bench = bench();
    let state = bench.world.new_state();
    assert_eq!(arrangement(&mut bench.machine(), &state, &[node()]), None);
}

#[test]
fn an_object_that_a_rival_would_take_is_given_as_its_parameter() {
    assert_eq!(told_apart("f", "(LNode;)V", "Leaf"), [Given::As(Box::new(Given::Object(0)), node())]);
}

#[test]
fn an_object_that_no_rival_takes_is_given_as_it_is() {
    assert_eq!(told_apart("f", "(LLeaf;)V", "Leaf"), [Given::Object(0)]);
    assert_eq!(told_apart("f", "(LNode;)V", "Node"), [Given::Object(0)]);
    assert_eq!(told_apart("g", "(LNode;)V", "Leaf"), [Given::Object(0)]);
    assert_eq!(told_apart("h", "(LNode;)V", "Leaf"), [Given::Object(0)]);
}

#[test]
fn a_factory_is_named_with_its_class() {
    let mut bench = bench();
    let factory = bench.method("Main", "node", "()LNode;");
    let state = bench.world.new_state();
    let mut machine = bench.machine();
    let arranger = Arranger::new(&mut machine, &state);
    assert_eq!(arranger.maker_name(factory), ("Node".into(), Some(("Main".into(), "node".into()))));
}

#[test]
fn an_object_is_made_once() {
    let mut bench = bench();
    let class = bench.class("Node");
    let mut state = bench.world.new_state();
    let id = bench.machine().new_object(&mut state, class);
    let mut machine = bench.machine();
    let mut arranger = Arranger::new(&mut machine, &state);
    let first = arranger.add(None, "Leaf".into(), Made::Elements(Vec::new()));
    let second = arranger.add(Some(id), "Node".into(), Made::Elements(Vec::new()));
    assert_eq!((first, second.clone()), (Given::Object(0), Given::Object(1)));
    assert_eq!(arranger.object(id, Symbolic(0)), Some(second));
    assert_eq!(arranger.objects.len(), 2);
}
