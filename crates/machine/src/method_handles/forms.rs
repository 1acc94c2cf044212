//! Lambda forms: the little programs that composed method handles are. We evaluate their names in order; the steps
//! call methods of ours or other handles.

use crate::host::{End, Res};
use crate::machine::Machine;
use crate::models::widen;
use crate::state::State;
use crate::value::{ObjectId, Value};
use bytecode::{Prim, Type};

impl Machine<'_> {
    /// Calls a handle with arguments of exactly its (basic) type.
    pub fn invoke_basic(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        arguments: &[Value],
    ) -> Res<Option<Value>> {
        if let Some((method, arguments)) = self.direct_call(state, handle, arguments)? {
            return self.call(state, method, &arguments);
        }
        if self.is_direct(state, handle)? {
            return self.direct_other(state, handle, arguments);
        }
        let form = self.field_named(state, handle, "form")?.as_ref();
        self.evaluate(state, form, handle, arguments)
    }

    /// Values 0..arity are the handle and its arguments; each later name calls its function.
    fn evaluate(
        &mut self,
        state: &mut State,
        form: ObjectId,
        handle: ObjectId,
        arguments: &[Value],
    ) -> Res<Option<Value>> {
        let arity = self.field_named(state, form, "arity")?.as_int() as usize;
        let result = self.field_named(state, form, "result")?.as_int();
        let names = self.field_named(state, form, "names")?.as_ref();
        let names = self.refs(state, names)?;
        let mut values = vec![Some(Value::Ref(handle))];
        values.extend(arguments.iter().copied().map(Some));
        if values.len() != arity {
            return Err(End::stopped(
                "a lambda form was called with a wrong number of arguments",
            ));
        }
        for &name in &names[arity..] {
            let function = self.field_named(state, name, "function")?.as_ref();
            let inputs = self.field_named(state, name, "arguments")?.as_ref();
            let inputs = self.refs(state, inputs)?;
            let mut actual = Vec::with_capacity(inputs.len());
            for input in inputs {
                actual.push(self.form_argument(state, input, &values)?);
            }
            let value = self.invoke_function(state, function, &actual)?;
            values.push(value);
        }
        Ok(if result < 0 {
            None
        } else {
            values[result as usize]
        })
    }

    /// A name stands for its value; anything else is a constant, boxed if primitive.
    fn form_argument(
        &mut self,
        state: &mut State,
        input: ObjectId,
        values: &[Option<Value>],
    ) -> Res<FormValue> {
        if input.is_null() {
            return Ok(FormValue::Plain(Value::NULL));
        }
        let class = self.class_of(state, input);
        if *self.world.classes[class].name == *"java/lang/invoke/LambdaForm$Name" {
            let index = self.field_named(state, input, "index")?.as_int() as usize;
            let value = values.get(index).copied().flatten();
            return value
                .map(FormValue::Plain)
                .ok_or_else(|| End::stopped("a lambda form uses a void value"));
        }
        Ok(FormValue::Constant(input))
    }

    fn invoke_function(
        &mut self,
        state: &mut State,
        function: ObjectId,
        inputs: &[FormValue],
    ) -> Res<Option<Value>> {
        let member = self.field_named(state, function, "member")?.as_ref();
        if member.is_null() {
            let handle = self
                .field_named(state, function, "resolvedHandle")?
                .as_ref();
            let arguments = self.plain_arguments(state, inputs, &[])?;
            return self.invoke_basic(state, handle, &arguments);
        }
        let member = self.member(state, member)?;
        if *self.world.classes[member.class].name == *"java/lang/invoke/MethodHandle" {
            let arguments = self.plain_arguments(state, inputs, &[])?;
            match member.name.as_str() {
                "invokeBasic" => {
                    return self.invoke_basic(state, arguments[0].as_ref(), &arguments[1..]);
                }
                linker if linker.starts_with("linkTo") => {
                    let target = arguments.last().expect("a member").as_ref();
                    let (method, arguments) =
                        self.linked(state, linker, target, &arguments[..arguments.len() - 1])?;
                    return self.call(state, method, &arguments);
                }
                _ => {}
            }
        }
        if member.kind < super::member::kind::INVOKE_VIRTUAL {
            let arguments = self.plain_arguments(state, inputs, &[])?;
            let handle = self
                .field_named(state, function, "resolvedHandle")?
                .as_ref();
            if !handle.is_null() {
                return self.invoke_basic(state, handle, &arguments);
            }
            return self.field_of_member(state, &member, &arguments);
        }
        let method = self.member_method(state, &member)?;
        let mut parameters = self.world.classes[method].parameters.clone();
        if !self.world.classes[method].is_static() {
            parameters.insert(0, Type::Ref("java/lang/Object".into()));
        }
        let arguments = self.plain_arguments(state, inputs, &parameters)?;
        let virtual_call = !self.world.classes[method].is_static();
        let method = self.selected(state, method, &arguments, virtual_call)?;
        self.call(state, method, &arguments)
    }

    fn field_of_member(
        &mut self,
        state: &mut State,
        member: &super::member::Member,
        arguments: &[Value],
    ) -> Res<Option<Value>> {
        let field = self.world.classes[member.class]
            .fields
            .iter()
            .find(|f| *f.name == *member.name);
        match (field.map(|f| f.slot), arguments) {
            (Some(slot), [object]) => self.field(state, object.as_ref(), slot).map(Some),
            _ => Err(End::stopped(format!(
                "field {} in a lambda form",
                member.name
            ))),
        }
    }

    /// Constants are unboxed where the parameter is primitive.
    fn plain_arguments(
        &mut self,
        state: &mut State,
        inputs: &[FormValue],
        parameters: &[Type],
    ) -> Res<Vec<Value>> {
        let mut values = Vec::with_capacity(inputs.len());
        for (at, &input) in inputs.iter().enumerate() {
            values.push(match (input, parameters.get(at)) {
                (FormValue::Plain(value), _) => value,
                (FormValue::Constant(object), Some(Type::Prim(to))) => {
                    self.constant_as(state, object, *to)?
                }
                (FormValue::Constant(object), _) => Value::Ref(object),
            });
        }
        Ok(values)
    }

    fn constant_as(&mut self, state: &mut State, object: ObjectId, to: Prim) -> Res<Value> {
        let unboxed = self.unbox(state, object)?;
        let value = unboxed.and_then(|(from, value)| widen(from, value, to));
        value.ok_or_else(|| End::stopped("a constant of another kind in a lambda form"))
    }
}

/// An argument of a step.
#[derive(Clone, Copy)]
enum FormValue {
    Plain(Value),
    Constant(ObjectId),
}
