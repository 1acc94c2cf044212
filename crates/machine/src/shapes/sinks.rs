//! Methods that callers of a library must not reach with arguments of their choice (`jacana test --sink`): a path remembers the calls of them that
//! depend on its inputs, with the stack.

use crate::heap::Body;
use crate::program::{ClassId, MethodId, ObjectId, Value};
pub use crate::state::reached::{Passed, Reached, Sink};
use crate::state::shapes::Phase;
use crate::state::{After, State};
use crate::world::Machine;
use std::rc::Rc;

/// References from an argument to what came from the inputs.
const DEPTH: u32 = 3;

/// How a method was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Instruction,
    Reflection,
    /// The test itself calls it, to make an object.
    Test,
}

impl By {
    pub(crate) fn of(after: After) -> By {
        match after {
            After::PushBoxed(_) | After::PushConstructed(..) => By::Reflection,
            After::Made(_) => By::Test,
            _ => By::Instruction,
        }
    }
}

impl Machine<'_> {
    pub(crate) fn is_sink(&mut self, method: MethodId) -> bool {
        if self.world.options.sinks.is_empty() {
            return false;
        }
        if let Some(&known) = self.world.tests.sinks.get(&method) {
            return known;
        }
        let m = &self.world.classes[method];
        let name = if &*m.name == "<init>" { "new" } else { &m.name };
        let is_sink = self.world.options.sinks.matches(&self.world.classes[m.class].name, name);
        self.world.tests.sinks.insert(method, is_sink);
        is_sink
    }

    /// A method is about to be called.
    pub(crate) fn watch_call(&mut self, state: &mut State, method: MethodId, arguments: &[Value], by: By) {
        if by == By::Test || !self.is_sink(method) || !in_test(state) {
            return;
        }
        // What a sink does itself was told.
        let frames: Vec<MethodId> = state.frames.iter().map(|frame| frame.method).collect();
        if frames.into_iter().any(|method| self.is_sink(method)) {
            return;
        }
        // A reflective call depends on the inputs if anything before it did.
        let chosen = by == By::Reflection && !state.path.trail.is_empty();
        if chosen || arguments.iter().any(|&value| self.is_from_inputs(state, value, DEPTH)) {
            let arguments = arguments.iter().map(|&value| self.passed(state, value)).collect();
            self.note_sink(state, Sink::Method(method), arguments);
        }
    }

    /// A class was found by a name that the inputs chose.
    pub(crate) fn watch_class(&mut self, state: &mut State, class: ClassId, name: ObjectId) {
        let sinks = &self.world.options.sinks;
        let is_sink = !sinks.is_empty() && sinks.matches(&self.world.classes[class].name, "");
        if is_sink && in_test(state) {
            let name = self.passed(state, Value::Ref(name));
            self.note_sink(state, Sink::Class(class), vec![name]);
        }
    }

    fn note_sink(&mut self, state: &mut State, what: Sink, arguments: Vec<Passed>) {
        let stack = self.stack_lines(state);
        // An instruction may be executed again.
        let is_known = state.path.shapes.sinks.iter().any(|known| known.what == what && known.stack == stack);
        if !is_known {
            let reached = Rc::new(Reached { what, stack, arguments });
            Rc::make_mut(&mut state.path.shapes).sinks.push(reached);
        }
    }

    fn is_from_inputs(&self, state: &State, value: Value, depth: u32) -> bool {
        let id = match value {
            Value::Sym(_) | Value::Sym2(_) => return true,
            Value::Ref(id) if !id.is_null() => id,
            _ => return false,
        };
        if state.path.shapes.number_of(id).is_some() || state.path.shapes.is_named(id) {
            return true;
        }
        let object = state.heap.get(id);
        if object.symbols.is_some() {
            return true;
        }
        let inside = |value: Value| depth > 0 && self.is_from_inputs(state, value, depth - 1);
        match &object.body {
            Body::Text(_) | Body::Open(_) => true,
            Body::Fields(fields) => fields.iter().any(|&field| inside(field)),
            Body::Refs(elements) => elements.to_vec().into_iter().any(|element| inside(Value::Ref(element))),
            _ => false,
        }
    }

    fn passed(&mut self, state: &mut State, value: Value) -> Passed {
        match value {
            Value::Ref(id) if id.is_null() => Passed::Null,
            Value::Ref(id) => {
                let class = self.class_of(state, id);
                if class == self.world.string
                    && let Ok(text) = self.text_of(state, id)
                {
                    return Passed::Text(text);
                }
                if class == self.world.class
                    && let Ok(of) = self.class_of_mirror(id)
                {
                    return Passed::Class(of);
                }
                Passed::Object(class)
            }
            Value::Sym(term) if self.is_reference(term) => match state.path.shapes.target(term) {
                Some(target) => self.passed(state, Value::Ref(target)),
                None => Passed::Object(self.likely_class(state, term).unwrap_or(self.world.object)),
            },
            number => Passed::Number(number),
        }
    }
}

/// Objects that are made for the test do not count.
fn in_test(state: &State) -> bool {
    state.path.shapes.phase == Phase::Running && !state.frames.iter().any(|frame| matches!(frame.after, After::Made(_)))
}
