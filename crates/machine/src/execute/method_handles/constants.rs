//! Constants of the pool that are objects of java.lang.invoke. Each is made once per state, by the JDK's own linkage code.

use crate::execute::flow::malformed;
use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::reason::{Absent, Reason};
use crate::state::{Link, Linked, State};
use crate::world::{Machine, Res};
use bytecode::{Constant, MethodDescriptor, Prim, Type};

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";
/// Reference kinds up to REF_putStatic are of fields (JVMS 4.4.8).
const LAST_FIELD_KIND: u8 = 4;

impl Machine<'_> {
    /// The Class object of a type as code of `from` means it.
    pub fn type_mirror(&mut self, state: &mut State, from: ClassId, descriptor: &str) -> Res<ObjectId> {
        let class = match bytecode::parse_type(descriptor) {
            Ok(Type::Prim(prim)) => self.world.classes.primitive(Some(prim)),
            Ok(Type::Ref(name)) => self.class_named(state, from, &name)?,
            Err(_) if descriptor == "V" => self.world.classes.primitive(None),
            Err(why) => return Err(malformed(&why.to_string())),
        };
        self.mirror(state, class)
    }

    /// The java.lang.invoke.MethodType of a descriptor.
    pub fn method_type(&mut self, state: &mut State, from: ClassId, descriptor: &str) -> Res<ObjectId> {
        let parsed = MethodDescriptor::parse(descriptor).map_err(|e| malformed(&e.to_string()))?;
        let mut mirrors = Vec::new();
        for parameter in &parsed.parameters {
            mirrors.push(self.type_mirror(state, from, &parameter.to_string())?);
        }
        let result = parsed.result.as_ref().map_or("V".into(), ToString::to_string);
        let result = self.type_mirror(state, from, &result)?;
        let array = self.world.array_of(self.world.class);
        let parameters = self.new_ref_array(state, array, &mirrors);
        self.call_linkage(state, "findMethodHandleType", &[Value::Ref(result), Value::Ref(parameters)])
    }

    /// Calls a static method of MethodHandleNatives, where the VM's requests to the JDK arrive.
    pub fn call_linkage(&mut self, state: &mut State, name: &str, arguments: &[Value]) -> Res<ObjectId> {
        let class = self.jdk_class(state, NATIVES)?;
        let methods = &self.world.classes[class].methods;
        let found = methods.iter().copied().find(|&m| *self.world.classes[m].name == *name);
        let method = found.ok_or_else(|| {
            crate::world::End::stopped(Reason::Missing(Absent::Jdk, format!("this JDK has no {NATIVES}.{name}")))
        })?;
        Ok(self.call(state, method, arguments)?.expect("an object").as_ref())
    }

    /// Where linkage code leaves an argument for the linker method it answers.
    pub fn appendix_box(&mut self, state: &mut State) -> ObjectId {
        let array = self.world.array_of(self.world.object);
        self.new_array(state, array, 1)
    }

    /// The answer of linkage code: a MemberName and what it left in the box.
    pub fn linkage(&mut self, state: &mut State, linker: ObjectId, appendix: ObjectId) -> Res<(MethodId, ObjectId)> {
        let method = self.member_method(state, linker)?;
        let appendix = self.refs(state, appendix)?[0];
        Ok((method, appendix))
    }

    /// A constant that ldc or a bootstrap method can ask for, unboxed.
    pub fn loadable(&mut self, state: &mut State, class: ClassId, index: u16) -> Res<Value> {
        match self.constant(class, index).cloned() {
            Some(Constant::Integer(i)) => Ok(Value::Int(i)),
            Some(Constant::Long(l)) => Ok(Value::Long(l)),
            Some(Constant::Float(x)) => Ok(Value::Float(x)),
            Some(Constant::Double(x)) => Ok(Value::Double(x)),
            Some(Constant::String(units)) => Ok(Value::Ref(self.intern(&units)?)),
            Some(Constant::Class(name)) => {
                let named = self.class_named(state, class, &name)?;
                Ok(Value::Ref(self.mirror(state, named)?))
            }
            Some(Constant::MethodType(_) | Constant::MethodHandle { .. } | Constant::Dynamic { .. }) => {
                self.linked_constant(state, class, index)
            }
            _ => Err(malformed("a constant that cannot be loaded")),
        }
    }

    /// As `loadable`, as an object.
    pub fn boxed_loadable(&mut self, state: &mut State, class: ClassId, index: u16) -> Res<ObjectId> {
        let value = self.loadable(state, class, index)?;
        let prim = match self.constant(class, index) {
            Some(Constant::Dynamic { descriptor, .. }) => {
                Prim::from_descriptor(descriptor.chars().next().unwrap_or('L'))
            }
            _ => None,
        };
        let boxed = match (value, prim) {
            (Value::Ref(object), _) => return Ok(object),
            (value, Some(prim)) => self.box_value(state, prim, value)?,
            (Value::Int(_), None) => self.box_value(state, Prim::Int, value)?,
            (Value::Long(_), None) => self.box_value(state, Prim::Long, value)?,
            (Value::Float(_), None) => self.box_value(state, Prim::Float, value)?,
            (Value::Double(_), None) => self.box_value(state, Prim::Double, value)?,
            (Value::Sym(_) | Value::Sym2(_), None) => return Err(malformed("a symbolic constant")),
        };
        Ok(boxed.as_ref())
    }

    fn linked_constant(&mut self, state: &mut State, class: ClassId, index: u16) -> Res<Value> {
        let place = Link::Constant(class, index);
        match state.links.get(&place) {
            Some(&Linked::Constant(value)) => return Ok(value),
            Some(&Linked::Failed(error)) => return Err(self.constant_failed_again(state, error)),
            Some(Linked::Call { .. }) | None => {}
        }
        let value = match self.constant(class, index).cloned() {
            Some(Constant::MethodType(descriptor)) => self.method_type(state, class, &descriptor).map(Value::Ref),
            Some(Constant::MethodHandle { .. }) => self.method_handle(state, class, index).map(Value::Ref),
            _ => {
                let value = self.dynamic_constant(state, class, index);
                self.wrap_failure(state, value)
            }
        };
        let value = self.remember_failure_of(state, place, value)?;
        state.link(place, Linked::Constant(value));
        Ok(value)
    }

    fn method_handle(&mut self, state: &mut State, from: ClassId, index: u16) -> Res<ObjectId> {
        let constant = self.handle_constant(from, index);
        let (kind, member, _) = constant.ok_or_else(|| malformed("method handle expected"))?;
        let owner = self.class_named(state, from, &member.class)?;
        if !self.is_polymorphic(owner, &member.name) {
            self.resolve_member(state, from, owner, kind, &member)?;
        }
        let owner = self.mirror(state, owner)?;
        let caller = self.mirror(state, from)?;
        let name = self.intern(&member.name.encode_utf16().collect::<Vec<_>>())?;
        let ty = if kind <= LAST_FIELD_KIND {
            self.type_mirror(state, from, &member.descriptor)?
        } else {
            self.method_type(state, from, &member.descriptor)?
        };
        let arguments =
            [Value::Ref(caller), Value::Int(kind as i32), Value::Ref(owner), Value::Ref(name), Value::Ref(ty)];
        self.call_linkage(state, "linkMethodHandleConstant", &arguments)
    }
}
