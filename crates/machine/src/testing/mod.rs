//! A bench for tests of what executes and explores: a machine without a JVM. The JDK is a handful of tiny classes, the concrete heap is
//! empty, and programs are a few lines of assembly. Tests of this crate lie here as well: what they test must not know the bench.

mod assembler;
mod class;
mod host;
pub mod programs;
mod source;
#[cfg(test)]
mod tests;

pub use class::TestClass;
pub use host::NoHeap;

use crate::program::{ClassId, Loader, MethodId, Value};
use crate::state::State;
use crate::world::options::Bounds;
use crate::world::{Machine, Options, Outside, World};
use source::Sources;
use term::{Sort, Term};

/// Depth of the frame of the method that a bench starts.
pub const FLOOR: usize = 1;

/// A world with the classes of one test, and its host.
pub struct Bench {
    pub world: World,
    pub host: NoHeap,
}

impl Bench {
    pub fn new(classes: Vec<TestClass>) -> Bench {
        let source = Box::new(Sources::of(classes));
        let world = World::new(source, options()).expect("the classes of the bench are complete");
        Bench { world, host: NoHeap }
    }

    /// One class `Main` with one static method `f`, from assembly.
    pub fn of_method(descriptor: &str, code: &str) -> Bench {
        Bench::new(vec![TestClass::new("Main").method("f", descriptor, code)])
    }

    pub fn machine(&mut self) -> Machine<'_> {
        Machine { world: &mut self.world, host: &mut self.host }
    }

    pub fn class(&mut self, name: &str) -> ClassId {
        let class = self.world.load(Loader::App, &name.into()).expect("a class that loads");
        class.unwrap_or_else(|| panic!("the bench has no class {name}"))
    }

    pub fn method(&mut self, class: &str, name: &str, descriptor: &str) -> MethodId {
        let id = self.class(class);
        let method = self.world.classes[id].declared_method(name, descriptor);
        method.unwrap_or_else(|| panic!("the bench has no method {class}.{name}{descriptor}"))
    }

    /// A symbolic int.
    pub fn int(&mut self, name: &str) -> Term {
        self.world.terms.input(name, Sort::Bv(32))
    }

    /// A state that stands before the first instruction of `Main.f`.
    pub fn start(&mut self, descriptor: &str, arguments: &[Value]) -> State {
        let method = self.method("Main", "f", descriptor);
        let class = self.class("Main");
        let mut state = self.world.new_state();
        self.machine().start(&mut state, class, method, arguments).expect("a method that starts");
        state
    }

    /// A value as a reader sees it: a number, or a term.
    pub fn show(&mut self, value: Value) -> String {
        let term = self.machine().lift(value);
        self.world.terms.show(term).to_string()
    }

    /// The conjuncts of the path, in their order.
    pub fn condition(&self, state: &State) -> String {
        let conjuncts = state.path.conjuncts.iter().map(|&conjunct| self.world.terms.show(conjunct).to_string());
        conjuncts.collect::<Vec<String>>().join(" && ")
    }
}

fn options() -> Options {
    Options {
        feature: 17,
        version: "17".into(),
        stack_bytes: 1 << 20,
        symbolic: true,
        merging: true,
        lockstep: false,
        outside: Outside::Refused,
        native_code: Outside::Refused,
        heap_bytes: 1 << 30,
        interrupt: Default::default(),
        in_native: Default::default(),
        orders: false,
        array_length: 8,
        measure: crate::reason::Measure::ArrayLength,
        concrete: Default::default(),
        input_names: Vec::new(),
        objects: false,
        invariants: false,
        bounds: Bounds::default(),
        makes: false,
        sinks: Default::default(),
        coverage: false,
        decisions: false,
    }
}
