//! Signature-polymorphic calls (JVMS 2.9.3), linked as HotSpot links them: the JDK answers the linker method of a call
//! site, whose bytecode is interpreted like any other; only `invokeBasic` and `linkTo*`, where it ends, are ours.

mod bootstrap;
mod constants;
mod member;

pub use bootstrap::Missing;
pub use member::{IS_CONSTRUCTOR, IS_METHOD};

use crate::execute::flow::{Flow, malformed};
use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::reason::{Gap, Reason};
use crate::state::{Link, Linked, State};
use crate::world::sites::{Linker, Site};
use crate::world::{End, Machine, Res};
use bytecode::{MemberRef, MethodDescriptor, access};
use std::rc::Rc;

/// JVMS 4.4.8 REF_invokeVirtual: what every call of `MethodHandle.invoke` and its like is.
const INVOKE_VIRTUAL: i32 = 5;

impl Machine<'_> {
    /// A native varargs method of MethodHandle or VarHandle that takes any arguments.
    pub fn is_polymorphic(&self, class: ClassId, name: &str) -> bool {
        let flags = access::NATIVE | access::VARARGS;
        let methods = &self.world.classes[class].methods;
        methods.iter().any(|&m| {
            let method = &self.world.classes[m];
            *method.name == *name && method.access & flags == flags
        })
    }

    /// Makes the current instruction the call site of a signature-polymorphic method.
    pub fn link_polymorphic(&mut self, state: &mut State, member: MemberRef) -> Res<Flow> {
        let parsed = MethodDescriptor::parse(&member.descriptor);
        let arguments = parsed.map_err(|e| malformed(&e.to_string()))?.argument_slots() as u8;
        let site = match &*member.name {
            "invokeBasic" => Site::Basic { slots: arguments + 1 },
            "linkToStatic" => Site::Member(Linker::Static, arguments - 1),
            "linkToSpecial" => Site::Member(Linker::Special, arguments - 1),
            "linkToVirtual" | "linkToInterface" => Site::Member(Linker::Selecting, arguments - 1),
            "linkToNative" => {
                return Err(End::stopped(Reason::Unsupported(Gap::Code, "a call of foreign code".into())));
            }
            _ => Site::Polymorphic { class: self.current_class(state), member: Rc::new(member), slots: arguments + 1 },
        };
        self.add_site(state, site)
    }

    /// MethodHandle.invokeBasic: the lambda form of the handle takes the handle and its arguments.
    pub fn invoke_basic(&mut self, state: &mut State, slots: u8) -> Res<Flow> {
        self.settle_slot(state, slots as u32 - 1)?;
        let handle = state.peek(slots as u32 - 1).as_ref();
        if handle.is_null() {
            return Err(self.null_pointer(state));
        }
        let method = self.entry_point(state, handle)?;
        self.invoke_static(state, method)
    }

    /// MethodHandle.linkTo*(arguments, MemberName); `slots` counts the arguments alone.
    pub fn invoke_member(&mut self, state: &mut State, linker: Linker, slots: u8) -> Res<Flow> {
        self.settle_slot(state, 0)?;
        let member = state.peek(0).as_ref();
        if member.is_null() {
            return Err(self.null_pointer(state));
        }
        let method = self.member_method(state, member)?;
        if linker == Linker::Static {
            let class = self.world.classes[method].class;
            self.ensure_initialized(state, class)?;
        }
        state.drop_slots(1);
        match linker {
            Linker::Static => self.invoke(state, method),
            Linker::Special => self.invoke_special(state, method),
            Linker::Selecting => self.invoke_interface(state, slots, method),
        }
    }

    /// `invoke`, `invokeExact` and VarHandle operations: by the linker method that the JDK answers.
    pub fn invoke_polymorphic(
        &mut self,
        state: &mut State,
        id: u32,
        class: ClassId,
        member: &MemberRef,
        slots: u8,
    ) -> Res<Flow> {
        self.settle_slot(state, slots as u32 - 1)?;
        if state.peek(slots as u32 - 1).as_ref().is_null() {
            return Err(self.null_pointer(state));
        }
        let (method, appendix) = match state.links.get(&Link::Site(id)) {
            Some(&Linked::Call { method, appendix }) => (method, appendix),
            _ => {
                let (method, appendix) = self.linker_method(state, class, member)?;
                state.link(Link::Site(id), Linked::Call { method, appendix });
                (method, appendix)
            }
        };
        self.invoke_linked(state, method, appendix)
    }

    /// Calls a linker method with the arguments on the stack and the call site's own one, if it has any.
    pub fn invoke_linked(&mut self, state: &mut State, method: MethodId, appendix: ObjectId) -> Res<Flow> {
        let class = self.world.classes[method].class;
        self.ensure_initialized(state, class)?;
        if !appendix.is_null() {
            // A frame has room for one value more than its code needs.
            state.push(Value::Ref(appendix));
        }
        self.invoke(state, method)
    }

    /// MethodHandleNatives.linkMethod(caller, kind, class, name, type, appendix)
    fn linker_method(&mut self, state: &mut State, caller: ClassId, member: &MemberRef) -> Res<(MethodId, ObjectId)> {
        let ty = self.method_type(state, caller, &member.descriptor)?;
        let owner = self.class_named(state, caller, &member.class)?;
        let (caller, owner) = (self.mirror(state, caller)?, self.mirror(state, owner)?);
        let name = self.intern(&member.name.encode_utf16().collect::<Vec<_>>())?;
        let appendix = self.appendix_box(state);
        let arguments = [
            Value::Ref(caller),
            Value::Int(INVOKE_VIRTUAL),
            Value::Ref(owner),
            Value::Ref(name),
            Value::Ref(ty),
            Value::Ref(appendix),
        ];
        let linker = self.call_linkage(state, "linkMethod", &arguments)?;
        self.linkage(state, linker, appendix)
    }
}
