//! Objects that a program asks for as inputs: symbolic references, as `jacana check` gives them to methods.

use crate::program::{ClassId, Value};
use crate::reason::{Assumption, Gap, Reason};
use crate::state::State;
use crate::state::asked::{Asked, AskedKind};
use crate::state::shapes::Sharing;
use crate::world::atlas::Origin;
use crate::world::{End, Machine, Res};
use bytecode::synth::api::Null;
use std::rc::Rc;

impl Machine<'_> {
    /// An object of the class or a class below it, or null. Its fields are inputs, too.
    pub(crate) fn heap_input(&mut self, state: &mut State, class: ClassId, null: Null, sharing: Sharing) -> Res<Value> {
        let name = self.world.classes[class].dotted();
        if self.world.followed.is_some() || self.world.options.makes || class == self.world.class {
            return Err(End::stopped(Reason::Unsupported(
                Gap::Input,
                format!("objects of class {name} cannot be inputs yet"),
            )));
        }
        // What the choices are about has no provisional answer.
        self.need_witness(state)?;
        if let Some(first) = self.world.atlas.program.take() {
            self.world.know_program(first);
        }
        let number = state.path.asked.len() as u32;
        let shown = self.input_name(state, "object");
        let nullable = null == Null::Included;
        // Another path may ask for something else here: what it asks for is part of the name, unless it is an argument.
        let full = match (self.world.options.input_names.get(number as usize), nullable) {
            (Some(_), _) => shown.clone(),
            (None, true) => format!("{shown} ({name} or null)"),
            (None, false) => format!("{shown} ({name})"),
        };
        let term = self.new_reference(&full, class, Origin::Asked(number), nullable);
        let value = self.on_read(state, Value::Sym(term))?;
        if state.path.asked.iter().any(|asked| matches!(asked.kind, AskedKind::Array(_)))
            && sharing == Sharing::Anything
        {
            state.path.rest_on(Assumption::EarlierArrays);
        }
        state.path.rest_on(Assumption::Objects);
        let shapes = Rc::make_mut(&mut state.path.shapes);
        let position = shapes.arguments.len() as u32;
        shapes.arguments.push((shown.into(), Value::Sym(term)));
        if sharing == Sharing::Nothing {
            shapes.apart.insert(number);
        }
        let input = self.world.terms.as_input(term).expect("an input");
        let asked = Asked { kind: AskedKind::Object(position), input, place: self.place(state), guard: None };
        Rc::make_mut(&mut state.path.asked).push(asked);
        Ok(value)
    }
}
