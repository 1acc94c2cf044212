//! java.lang.invoke.MemberName: which method or field of ours it means, and how a direct handle uses it.

use crate::host::{End, Res};
use crate::machine::Machine;
use crate::models::descriptor_of;
use crate::program::{ClassId, MethodId};
use crate::state::State;
use crate::value::{ObjectId, Value};

/// JVMS 4.4.8 reference kinds.
pub mod kind {
    pub const GET_FIELD: i32 = 1;
    pub const GET_STATIC: i32 = 2;
    pub const PUT_FIELD: i32 = 3;
    pub const PUT_STATIC: i32 = 4;
    pub const INVOKE_VIRTUAL: i32 = 5;
    pub const INVOKE_STATIC: i32 = 6;
    pub const INVOKE_SPECIAL: i32 = 7;
    pub const NEW_INVOKE_SPECIAL: i32 = 8;
    pub const INVOKE_INTERFACE: i32 = 9;
}

/// A member as its MemberName describes it.
pub struct Member {
    pub class: ClassId,
    pub name: String,
    pub kind: i32,
    /// MethodType, Class, descriptor String, or an array of classes.
    ty: ObjectId,
}

impl Machine<'_> {
    pub fn member(&mut self, state: &mut State, member: ObjectId) -> Res<Member> {
        let mirror = self.field_named(state, member, "clazz")?.as_ref();
        let class = self.class_of_mirror(mirror)?;
        let name = self.field_named(state, member, "name")?.as_ref();
        let name = self.string(state, name)?;
        let flags = self.field_named(state, member, "flags")?.as_int();
        let ty = self.field_named(state, member, "type")?.as_ref();
        Ok(Member {
            class,
            name,
            kind: (flags >> 24) & 15,
            ty,
        })
    }

    /// The descriptor in any of the forms that MemberName keeps it.
    fn member_descriptor(&mut self, state: &mut State, member: &Member) -> Res<String> {
        let class = self.class_of(state, member.ty);
        if class == self.world.string {
            return self.string(state, member.ty);
        }
        if self.world.is_array(class) {
            // Object[] { return type, Class[] of parameters }
            let parts = self.refs(state, member.ty)?;
            let result = descriptor_of(self, parts[0])?;
            let parameters = self.refs(state, parts[1])?;
            return self.descriptor(&parameters, &result);
        }
        let result = self.field_named(state, member.ty, "rtype")?.as_ref();
        let result = descriptor_of(self, result)?;
        let parameters = self.field_named(state, member.ty, "ptypes")?.as_ref();
        let parameters = self.refs(state, parameters)?;
        self.descriptor(&parameters, &result)
    }

    fn descriptor(&mut self, parameters: &[ObjectId], result: &str) -> Res<String> {
        let mut text = String::from("(");
        for &parameter in parameters {
            text.push_str(&descriptor_of(self, parameter)?);
        }
        text.push(')');
        text.push_str(result);
        Ok(text)
    }

    /// The method that a MemberName means, before selection by a receiver.
    pub fn member_method(&mut self, state: &mut State, member: &Member) -> Res<MethodId> {
        let descriptor = self.member_descriptor(state, member)?;
        match self
            .world
            .classes
            .find_method(member.class, &member.name, &descriptor)
        {
            Some(method) => Ok(method),
            None => Err(End::stopped(format!(
                "no method {}{descriptor} behind a method handle",
                member.name
            ))),
        }
    }

    /// linkToStatic and its kin: the method and its arguments.
    pub fn linked(
        &mut self,
        state: &mut State,
        linker: &str,
        member: ObjectId,
        arguments: &[Value],
    ) -> Res<(MethodId, Vec<Value>)> {
        if member.is_null() {
            return Err(self.null_pointer(state));
        }
        let member = self.member(state, member)?;
        let method = self.member_method(state, &member)?;
        let virtual_call = matches!(linker, "linkToVirtual" | "linkToInterface");
        self.selected(state, method, arguments, virtual_call)
            .map(|m| (m, arguments.to_vec()))
    }

    /// The method that the receiver selects; initialises the class of a static one.
    pub fn selected(
        &mut self,
        state: &mut State,
        method: MethodId,
        arguments: &[Value],
        virtual_call: bool,
    ) -> Res<MethodId> {
        if self.world.classes[method].is_static() {
            let class = self.world.classes[method].class;
            self.ensure_initialized(state, class)?;
            return Ok(method);
        }
        let receiver = arguments[0].as_ref();
        if receiver.is_null() {
            return Err(self.null_pointer(state));
        }
        if !virtual_call {
            return Ok(method);
        }
        let class = self.class_of(state, receiver);
        Ok(self.world.select(class, method).unwrap_or(method))
    }

    /// Whether an object is a handle that holds a member itself.
    pub fn is_direct(&mut self, state: &mut State, handle: ObjectId) -> Res<bool> {
        let direct = self.jdk_class(state, "java/lang/invoke/DirectMethodHandle")?;
        Ok(self
            .world
            .classes
            .is_subclass(self.class_of(state, handle), direct))
    }

    /// The plain call that a direct handle of a method is; `None` for constructors, fields and other handles.
    pub fn direct_call(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        arguments: &[Value],
    ) -> Res<Option<(MethodId, Vec<Value>)>> {
        if !self.is_direct(state, handle)? {
            return Ok(None);
        }
        let name = self.field_named(state, handle, "member")?.as_ref();
        let member = self.member(state, name)?;
        if !matches!(
            member.kind,
            kind::INVOKE_VIRTUAL
                | kind::INVOKE_STATIC
                | kind::INVOKE_SPECIAL
                | kind::INVOKE_INTERFACE
        ) {
            return Ok(None);
        }
        let method = self.member_method(state, &member)?;
        if self.is_polymorphic(self.world.classes[method].class, &member.name) {
            return Ok(None);
        }
        let virtual_call = matches!(member.kind, kind::INVOKE_VIRTUAL | kind::INVOKE_INTERFACE);
        let selected = self.selected(state, method, arguments, virtual_call)?;
        Ok(Some((selected, arguments.to_vec())))
    }

    /// Field access or construction by a direct handle.
    pub fn direct_other(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        arguments: &[Value],
    ) -> Res<Option<Value>> {
        let name = self.field_named(state, handle, "member")?.as_ref();
        let member = self.member(state, name)?;
        match member.kind {
            kind::NEW_INVOKE_SPECIAL => {
                let init = self.field_named(state, handle, "initMethod")?.as_ref();
                let init = self.member(state, init)?;
                let constructor = self.member_method(state, &init)?;
                self.initialize_now(state, member.class)?;
                let object = self.new_object(state, member.class);
                let mut all = vec![Value::Ref(object)];
                all.extend_from_slice(arguments);
                self.call(state, constructor, &all)?;
                Ok(Some(Value::Ref(object)))
            }
            kind::GET_FIELD | kind::PUT_FIELD => {
                let object = arguments[0].as_ref();
                if object.is_null() {
                    return Err(self.null_pointer(state));
                }
                let slot = self.member_slot(&member)?;
                if member.kind == kind::GET_FIELD {
                    return self.field(state, object, slot).map(Some);
                }
                self.set_field(state, object, slot, arguments[1])?;
                Ok(None)
            }
            kind::GET_STATIC | kind::PUT_STATIC => {
                let slot = self.member_slot(&member)?;
                self.initialize_now(state, member.class)?;
                let holder = self.world.classes[member.class].statics;
                if member.kind == kind::GET_STATIC {
                    return self.field(state, holder, slot).map(Some);
                }
                self.set_field(state, holder, slot, arguments[0])?;
                Ok(None)
            }
            other => Err(End::stopped(format!(
                "a direct method handle of kind {other}"
            ))),
        }
    }

    fn member_slot(&self, member: &Member) -> Res<u16> {
        let field = self.world.classes[member.class]
            .fields
            .iter()
            .find(|f| *f.name == *member.name);
        field
            .map(|f| f.slot)
            .ok_or_else(|| End::stopped(format!("no field {} behind a method handle", member.name)))
    }
}
