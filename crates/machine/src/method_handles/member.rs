//! java.lang.invoke.MemberName: which method of ours it means. The VM makes one ResolvedMethodName per method, so that is
//! what a method is remembered by.

use crate::host::{End, Res};
use crate::machine::Machine;
use crate::models::descriptor_of;
use crate::program::MethodId;
use crate::state::State;
use crate::value::ObjectId;
use std::collections::HashMap;

/// What calls through method handles look up again and again.
#[derive(Default)]
pub struct Handles {
    slots: Option<Slots>,
    /// By ResolvedMethodName.
    methods: HashMap<ObjectId, MethodId>,
}

#[derive(Clone, Copy)]
struct Slots {
    /// MethodHandle.form
    form: u16,
    /// LambdaForm.vmentry
    entry: u16,
    /// MemberName.method
    resolved: u16,
}

impl Machine<'_> {
    /// The method that carries out calls of a handle: it takes the handle itself and its arguments.
    pub fn entry_point(&mut self, state: &mut State, handle: ObjectId) -> Res<MethodId> {
        let slots = self.handle_slots(state)?;
        let form = self.field(state, handle, slots.form)?.as_ref();
        let member = self.field(state, form, slots.entry)?.as_ref();
        self.member_method(state, member)
    }

    /// The method that a MemberName means, before selection by a receiver.
    pub fn member_method(&mut self, state: &mut State, member: ObjectId) -> Res<MethodId> {
        let slots = self.handle_slots(state)?;
        let resolved = self.field(state, member, slots.resolved)?.as_ref();
        if let Some(&known) = self.world.handles.methods.get(&resolved) {
            return Ok(known);
        }
        let mirror = self.field_named(state, member, "clazz")?.as_ref();
        let class = self.class_of_mirror(mirror)?;
        let name = self.field_named(state, member, "name")?.as_ref();
        let name = self.string(state, name)?;
        let descriptor = self.member_descriptor(state, member)?;
        let Some(method) = self.world.classes.find_method(class, &name, &descriptor) else {
            return Err(End::stopped(format!("no method {name}{descriptor} behind a method handle")));
        };
        if !resolved.is_null() {
            self.world.handles.methods.insert(resolved, method);
        }
        Ok(method)
    }

    fn handle_slots(&mut self, state: &mut State) -> Res<Slots> {
        if let Some(slots) = self.world.handles.slots {
            return Ok(slots);
        }
        let slots = Slots {
            form: self.jdk_slot(state, "java/lang/invoke/MethodHandle", "form")?,
            entry: self.jdk_slot(state, "java/lang/invoke/LambdaForm", "vmentry")?,
            resolved: self.jdk_slot(state, "java/lang/invoke/MemberName", "method")?,
        };
        self.world.handles.slots = Some(slots);
        Ok(slots)
    }

    fn jdk_slot(&mut self, state: &mut State, class: &str, field: &str) -> Res<u16> {
        let id = self.jdk_class(state, class)?;
        let slot = self.world.classes.slot_named(id, field);
        slot.ok_or_else(|| End::stopped(format!("this JDK has no field {class}.{field}")))
    }

    /// The descriptor in any of the forms in which MemberName keeps its type.
    fn member_descriptor(&mut self, state: &mut State, member: ObjectId) -> Res<String> {
        let ty = self.field_named(state, member, "type")?.as_ref();
        let class = self.class_of(state, ty);
        if class == self.world.string {
            return self.string(state, ty);
        }
        let (result, parameters) = if self.world.is_array(class) {
            // Object[] { return type, Class[] of parameters }
            let parts = self.refs(state, ty)?;
            (parts[0], parts[1])
        } else {
            let result = self.field_named(state, ty, "rtype")?.as_ref();
            (result, self.field_named(state, ty, "ptypes")?.as_ref())
        };
        let mut text = String::from("(");
        for parameter in self.refs(state, parameters)? {
            text.push_str(&descriptor_of(self, parameter)?);
        }
        text.push(')');
        text.push_str(&descriptor_of(self, result)?);
        Ok(text)
    }
}
