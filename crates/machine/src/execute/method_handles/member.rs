//! java.lang.invoke.MemberName: which method of ours it means. The VM makes one ResolvedMethodName per method, so that is
//! what a method is remembered by.

use crate::natives::Effect;
use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::reason::{Absent, Reason};
use crate::state::State;
use crate::world::sites::HandleSlots;
use crate::world::{End, Machine, Res, Stop};
use bytecode::MemberRef;

/// Flags of a MemberName, which also has its reference kind (JVMS 4.4.8).
pub const IS_METHOD: i32 = 0x10000;
pub const IS_CONSTRUCTOR: i32 = 0x20000;
const IS_FIELD: i32 = 0x40000;
const KIND_SHIFT: i32 = 24;

const RESOLVE: &str = "(Ljava/lang/invoke/MemberName;Ljava/lang/Class;IZ)Ljava/lang/invoke/MemberName;";

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
            return Err(End::stopped(Reason::Missing(
                Absent::Member,
                format!("no method {name}{descriptor} behind a method handle"),
            )));
        };
        if !resolved.is_null() {
            self.world.handles.methods.insert(resolved, method);
        }
        Ok(method)
    }

    /// The VM looks for the member of a constant itself, before the JDK is asked: what is missing or not accessible is
    /// reported from where the constant is used.
    pub fn resolve_member(
        &mut self,
        state: &mut State,
        from: ClassId,
        owner: ClassId,
        kind: u8,
        member: &MemberRef,
    ) -> Res<()> {
        let class = self.jdk_class(state, "java/lang/invoke/MemberName")?;
        let name = self.new_object(state, class);
        let mirror = self.mirror(state, owner)?;
        let text = self.intern(&member.name.encode_utf16().collect::<Vec<_>>())?;
        let descriptor = self.intern(&member.descriptor.encode_utf16().collect::<Vec<_>>())?;
        let is = match (kind, &*member.name) {
            (1..=4, _) => IS_FIELD,
            (_, "<init>") => IS_CONSTRUCTOR,
            _ => IS_METHOD,
        };
        let flags = is | (kind as i32) << KIND_SHIFT;
        self.set_field_named(state, name, "clazz", Value::Ref(mirror))?;
        self.set_field_named(state, name, "name", Value::Ref(text))?;
        self.set_field_named(state, name, "type", Value::Ref(descriptor))?;
        self.set_field_named(state, name, "flags", Value::Int(flags))?;
        let natives = self.jdk_class(state, "java/lang/invoke/MethodHandleNatives")?;
        let resolve = self.find_method(state, natives, "resolve", RESOLVE)?;
        let caller = self.mirror(state, from)?;
        let arguments = [Value::Ref(name), Value::Ref(caller), Value::Int(0), Value::Int(0)];
        match self.host.call(self.world, state, resolve, &arguments, Effect::Arguments) {
            Err(Stop::Throw(exception)) => {
                self.adopt_trace(state, exception)?;
                Err(Stop::Throw(exception))
            }
            other => other.map(|_| ()),
        }
    }

    /// A ResolvedMethodName of ours; `mirror` is the class of the method.
    pub fn resolved_name(&mut self, state: &mut State, method: MethodId, mirror: ObjectId) -> Res<ObjectId> {
        let class = self.jdk_class(state, "java/lang/invoke/ResolvedMethodName")?;
        let name = self.new_object(state, class);
        self.set_field_named(state, name, "vmholder", Value::Ref(mirror))?;
        self.world.handles.methods.insert(name, method);
        Ok(name)
    }

    /// The method of a ResolvedMethodName.
    pub fn method_of_name(&self, name: ObjectId) -> Res<MethodId> {
        let known = self.world.handles.methods.get(&name).copied();
        known.ok_or_else(|| {
            End::stopped(Reason::Missing(Absent::Jdk, "the VM's name of a method that nobody asked for".into()))
        })
    }

    fn handle_slots(&mut self, state: &mut State) -> Res<HandleSlots> {
        if let Some(slots) = self.world.handles.slots {
            return Ok(slots);
        }
        let slots = HandleSlots {
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
        slot.ok_or_else(|| End::stopped(Reason::Missing(Absent::Jdk, format!("this JDK has no field {class}.{field}"))))
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
            text.push_str(&self.descriptor_of_mirror(parameter)?);
        }
        text.push(')');
        text.push_str(&self.descriptor_of_mirror(result)?);
        Ok(text)
    }
}
