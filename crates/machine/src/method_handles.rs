//! Signature-polymorphic calls (JVMS 2.9.3). VarHandle operations go to the static method that implements them; a
//! MethodHandle is executed by what it is: a direct handle by its member, all others by their lambda form.

mod constants;
mod forms;
mod member;

use crate::host::{End, Res};
use crate::insn::Flow;
use crate::machine::Machine;
use crate::models::widen;
use crate::program::{ClassId, MethodId};
use crate::run::malformed;
use crate::state::{After, SiteResult, State};
use crate::value::{ObjectId, Value};
use bytecode::{MemberRef, MethodDescriptor, Prim, Type, access};

impl Machine<'_> {
    /// A native varargs method of MethodHandle or VarHandle that takes any arguments.
    pub fn is_polymorphic(&self, class: ClassId, name: &str) -> bool {
        let flags = access::NATIVE | access::VARARGS;
        let methods = &self.world.classes[class].methods;
        methods.iter().any(|&m| {
            *self.world.classes[m].name == *name && self.world.classes[m].access & flags == flags
        })
    }

    /// A call of `invokeExact`, `invoke`, `invokeBasic`, `linkTo*` or a VarHandle operation; arguments are on the stack.
    pub fn invoke_polymorphic(&mut self, state: &mut State, member: &MemberRef) -> Res<Flow> {
        let site =
            MethodDescriptor::parse(&member.descriptor).map_err(|e| malformed(&e.to_string()))?;
        let linker = member.name.starts_with("linkTo");
        let slots = site.argument_slots() as u32 + !linker as u32;
        let arguments = self.site_arguments(state, &site, slots, !linker);
        if linker {
            let target = arguments.last().expect("a member").as_ref();
            let (method, arguments) = self.linked(
                state,
                &member.name,
                target,
                &arguments[..arguments.len() - 1],
            )?;
            state.drop_slots(slots);
            return self.invoke_with(state, method, &arguments, After::PushAs(site_result(&site)));
        }
        let handle = arguments[0].as_ref();
        if handle.is_null() {
            return Err(self.null_pointer(state));
        }
        if *member.class == *"java/lang/invoke/VarHandle" {
            let (method, arguments) =
                self.variable_operation(state, handle, &member.name, &site, &arguments)?;
            state.drop_slots(slots);
            return self.invoke_with(state, method, &arguments, After::PushAs(site_result(&site)));
        }
        let handle = match &*member.name {
            "invokeBasic" => handle,
            "invokeExact" => self.check_exact(state, handle, &member.descriptor)?,
            _ => self.as_type(state, handle, &member.descriptor)?,
        };
        self.invoke_handle(state, handle, &arguments[1..], slots, site_result(&site))
    }

    /// A call of a handle whose arguments (without the handle) are on the stack.
    pub fn invoke_handle_on_stack(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        descriptor: &str,
    ) -> Res<Flow> {
        let site = MethodDescriptor::parse(descriptor).map_err(|e| malformed(&e.to_string()))?;
        let slots = site.argument_slots() as u32;
        let arguments = self.site_arguments(state, &site, slots, false);
        let handle = self.as_type(state, handle, descriptor)?;
        self.invoke_handle(state, handle, &arguments, slots, site_result(&site))
    }

    fn invoke_handle(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        arguments: &[Value],
        slots: u32,
        result: SiteResult,
    ) -> Res<Flow> {
        // A handle of a plain method goes on as an ordinary call, so the state can still fork inside.
        if let Some((method, arguments)) = self.direct_call(state, handle, arguments)? {
            state.drop_slots(slots);
            return self.invoke_with(state, method, &arguments, After::PushAs(result));
        }
        let value = self.invoke_basic(state, handle, arguments)?;
        state.drop_slots(slots);
        match (result, value) {
            (SiteResult::Void, _) | (_, None) => {}
            (SiteResult::Ref | SiteResult::Prim(_), Some(value)) => state.push(value),
        }
        Ok(Flow::Next)
    }

    fn site_arguments(
        &self,
        state: &State,
        site: &MethodDescriptor,
        slots: u32,
        receiver: bool,
    ) -> Vec<Value> {
        let mut at = (state.top().sp - slots) as usize;
        let mut arguments = Vec::with_capacity(site.parameters.len() + 1);
        if receiver {
            arguments.push(state.stack[at]);
            at += 1;
        }
        for parameter in &site.parameters {
            arguments.push(state.stack[at]);
            at += parameter.slots();
        }
        arguments
    }

    /// The static method that carries out a VarHandle operation, with the arguments converted to its parameters.
    fn variable_operation(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        operation: &str,
        site: &MethodDescriptor,
        arguments: &[Value],
    ) -> Res<(MethodId, Vec<Value>)> {
        let form = self.field_named(state, handle, "vform")?.as_ref();
        let mirror = self.field_named(state, form, "implClass")?.as_ref();
        if mirror.is_null() {
            return Err(End::stopped("an indirect VarHandle"));
        }
        let class = self.class_of_mirror(mirror)?;
        let found = self.world.classes[class].chain.iter().rev().find_map(|&c| {
            let methods = &self.world.classes[c].methods;
            methods.iter().copied().find(|&m| {
                let method = &self.world.classes[m];
                method.is_static() && *method.name == *operation
            })
        });
        let Some(method) = found else {
            return Err(self.throw(state, "java/lang/UnsupportedOperationException", None));
        };
        let parameters = self.world.classes[method].parameters.clone();
        if parameters.len() != arguments.len() {
            let message = "cannot convert the arguments of a VarHandle operation";
            return Err(self.throw(
                state,
                "java/lang/invoke/WrongMethodTypeException",
                Some(message),
            ));
        }
        let mut converted = vec![arguments[0]];
        for ((&value, from), to) in arguments[1..]
            .iter()
            .zip(&site.parameters)
            .zip(&parameters[1..])
        {
            converted.push(self.convert(state, value, from, to)?);
        }
        Ok((method, converted))
    }

    /// Boxing, unboxing and widening between a call site and a method.
    fn convert(&mut self, state: &mut State, value: Value, from: &Type, to: &Type) -> Res<Value> {
        match (from, to) {
            (Type::Ref(_), Type::Ref(_)) => Ok(value),
            (Type::Prim(from), Type::Prim(to)) => Ok(widen(*from, value, *to).unwrap_or(value)),
            (Type::Prim(from), Type::Ref(_)) => self.box_value(state, *from, value),
            (Type::Ref(_), Type::Prim(to)) => self.unbox_as(state, value.as_ref(), *to),
        }
    }

    fn unbox_as(&mut self, state: &mut State, object: ObjectId, to: Prim) -> Res<Value> {
        if object.is_null() {
            return Err(self.null_pointer(state));
        }
        let unboxed = self.unbox(state, object)?;
        match unboxed.and_then(|(from, value)| widen(from, value, to)) {
            Some(value) => Ok(value),
            None => Err(self.throw(state, "java/lang/ClassCastException", None)),
        }
    }

    /// Brings the result of `method` to what a polymorphic call site expects.
    pub fn adapt_result(
        &mut self,
        state: &mut State,
        method: MethodId,
        value: Option<Value>,
        expected: SiteResult,
    ) -> Res<Option<Value>> {
        let Some(value) = value else {
            return Ok(matches!(expected, SiteResult::Ref).then_some(Value::NULL));
        };
        let have = self.world.classes[method].result.clone();
        match (have, expected) {
            (_, SiteResult::Void) => Ok(None),
            (Some(Type::Prim(prim)), SiteResult::Ref) => {
                self.box_value(state, prim, value).map(Some)
            }
            (Some(Type::Prim(from)), SiteResult::Prim(to)) => {
                Ok(Some(widen(from, value, to).unwrap_or(value)))
            }
            (Some(Type::Ref(_)), SiteResult::Prim(to)) => {
                self.unbox_as(state, value.as_ref(), to).map(Some)
            }
            (Some(Type::Ref(_)) | None, SiteResult::Ref) | (None, SiteResult::Prim(_)) => {
                Ok(Some(value))
            }
        }
    }
}

fn site_result(site: &MethodDescriptor) -> SiteResult {
    match &site.result {
        None => SiteResult::Void,
        Some(Type::Ref(_)) => SiteResult::Ref,
        Some(Type::Prim(prim)) => SiteResult::Prim(*prim),
    }
}
