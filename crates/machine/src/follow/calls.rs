//! Natives on a followed path: they run on the values that the input has, and what comes back of symbolic data is lost.

use crate::heap::Body;
use crate::natives;
use crate::natives::Effect;
use crate::program::{Kind, MethodId, ObjectId, Value};
use crate::state::State;
use crate::state::path::Use;
use crate::world::followed::{Lost, Spot};
use crate::world::models::Ret;
use crate::world::{Machine, Res, Stop};

/// Longer results of natives are not marked element by element.
const MARKED: usize = 1024;

impl Machine<'_> {
    /// Runs a method in the concrete heap on the values that its arguments have.
    pub fn call_unseen(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Res<Ret> {
        let mut plain = Vec::with_capacity(arguments.len());
        for &value in arguments {
            plain.push(self.under_witness(state, value, Use::Follow)?);
        }
        let depends = self.depends(state, method, arguments);
        let by_reference = plain.iter().any(|value| matches!(value, Value::Ref(_)));
        if let Some(followed) = &mut self.world.followed
            && by_reference
        {
            *followed.natives.entry(method).or_default() += 1;
        }
        let answer = self.call_native(state, method, &plain);
        if !depends {
            return answer;
        }
        let top = state.top();
        let here = Spot { method: top.method, pc: top.pc };
        match answer {
            Ok(Ret::Value(Value::Ref(id))) => {
                self.lose_object(state, method, id, here)?;
                Ok(Ret::Value(Value::Ref(id)))
            }
            Ok(Ret::Value(value)) => {
                let lost = self.world.lose_from(Lost::Result, Some(method), here, here, value);
                Ok(Ret::Value(lost))
            }
            Err(Stop::Throw(exception)) => {
                self.world.count_loss(Lost::Exception, Some(method), here, here);
                Err(Stop::Throw(exception))
            }
            other => other,
        }
    }

    /// Text and numbers in what a native answered are marked as lost.
    fn lose_object(&mut self, state: &mut State, method: MethodId, id: ObjectId, here: Spot) -> Res<()> {
        self.world.count_loss(Lost::Result, Some(method), here, here);
        if id.is_null() {
            return Ok(());
        }
        let array = if self.class_of(state, id) == self.world.string {
            self.field_named(state, id, "value")?.as_ref()
        } else {
            id
        };
        let class = self.class_of(state, array);
        let primitives = self.world.is_array(class) && matches!(self.world.classes.element_kind(class), Kind::Prim(_));
        if !primitives || self.object(state, array)?.symbols.is_some() {
            return Ok(());
        }
        for at in 0..self.array_length(state, array)?.min(MARKED) {
            let value = self.element(state, array, at)?;
            let lost = self.world.lose_again(Lost::Result, Some(method), here, value);
            self.set_element(state, array, at, lost)?;
        }
        Ok(())
    }

    /// Can the answer of a native depend on symbolic data?
    fn depends(&self, state: &State, method: MethodId, arguments: &[Value]) -> bool {
        if arguments.iter().any(|value| value.term().is_some()) {
            return true;
        }
        let m = &self.world.classes[method];
        let class = &self.world.classes[m.class];
        let listed = if class.is_jdk() { natives::listed(&class.name, &m.name) } else { None };
        let looks_inside = |value: Value| match value {
            // Those of the JDK that change nothing look at text and arrays, not into objects.
            Value::Ref(id) if listed == Some(Effect::Pure) && !id.is_null() => {
                let class = self.class_of(state, id);
                class == self.world.string || self.world.is_array(class)
            }
            _ => true,
        };
        arguments.iter().any(|&value| looks_inside(value) && self.holds_symbols(state, value))
    }

    /// Is the value symbolic, or an object with symbolic data in it or in what it refers to?
    pub(crate) fn holds_symbols(&self, state: &State, value: Value) -> bool {
        match value {
            Value::Ref(id) => self.object_holds_symbols(state, id, 2),
            other => other.term().is_some(),
        }
    }

    fn object_holds_symbols(&self, state: &State, id: ObjectId, depth: u32) -> bool {
        if id.is_null() {
            return false;
        }
        let object = state.heap.get(id);
        match &object.body {
            Body::Fields(fields) => fields.iter().any(|&value| match value {
                Value::Ref(inner) => depth > 0 && self.object_holds_symbols(state, inner, depth - 1),
                other => other.term().is_some(),
            }),
            Body::Open(_) => true,
            _ => object.symbols.is_some(),
        }
    }
}
