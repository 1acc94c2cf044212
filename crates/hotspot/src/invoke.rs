//! Calls of methods in the concrete heap: arguments, statics that the code may look at, the result.

use crate::concrete::{Hotspot, Shadow};
use crate::raw::{JavaArg, MethodHandle, ReturnValue, Scope};
use crate::upcalls;
use bytecode::{Prim, Type};
use machine::heap::Body;
use machine::state::InitStatus;
use machine::{ClassId, MethodId, Res, State, Stop, Value, World};
use std::rc::Rc;

impl Hotspot {
    /// The answer of a method, before what it changed is looked at.
    pub(crate) fn invoke(
        &mut self,
        world: &mut World,
        state: &mut State,
        method: MethodId,
        arguments: &[Value],
    ) -> Res<ReturnValue> {
        let (class, is_static) = (world.classes[method].class, world.classes[method].is_static());
        self.ready_class(world, state, class)?;
        let parameters = world.classes[method].parameters.clone();
        let mut given = arguments.iter().copied();
        let receiver = if is_static {
            None
        } else {
            let receiver = given.next().expect("a receiver").as_ref();
            Some(self.shadow(world, state, receiver)?)
        };
        let mut java = Vec::with_capacity(parameters.len());
        for (ty, value) in parameters.iter().zip(given) {
            java.push(self.argument(world, state, ty, value)?);
        }
        self.flush(world, state)?;
        let callee = self.method_handle(world, state, method)?;
        let answer = upcalls::during(self, world, state, |jvm| {
            // SAFETY: the interpreter calls methods with what their types allow: bytecode of the program is verified, that of the
            // JDK is trusted.
            unsafe { jvm.call(receiver.as_ref(), &callee, &java) }
        });
        if let Some(end) = self.ended.take() {
            return Err(Stop::End(end));
        }
        answer.map_err(|e| self.thrown(world, e))
    }

    /// The JNI id of a method, whose class is initialised in the concrete heap when it is looked up.
    fn method_handle(&mut self, world: &mut World, state: &mut State, method: MethodId) -> Res<Rc<MethodHandle>> {
        if let Some(known) = self.methods.get(&method) {
            return Ok(known.clone());
        }
        let class = self.class_handle(world, state, world.classes[method].class)?;
        let m = &world.classes[method];
        let scope = if m.is_static() { Scope::Static } else { Scope::Instance };
        let found = self.jvm.method(&class, &m.name, &m.descriptor, scope);
        let found = Rc::new(found.map_err(|e| self.thrown(world, e))?);
        self.methods.insert(method, found.clone());
        Ok(found)
    }

    fn argument(&mut self, world: &mut World, state: &mut State, ty: &Type, value: Value) -> Res<JavaArg> {
        Ok(match (ty, value) {
            (Type::Ref(_), Value::Ref(id)) if id.is_null() => JavaArg::Ref(None),
            (Type::Ref(_), Value::Ref(id)) => JavaArg::Ref(Some(self.shadow(world, state, id)?)),
            (Type::Prim(Prim::Boolean), Value::Int(i)) => JavaArg::Boolean(i != 0),
            (Type::Prim(Prim::Byte), Value::Int(i)) => JavaArg::Byte(i as i8),
            (Type::Prim(Prim::Char), Value::Int(i)) => JavaArg::Char(i as u16),
            (Type::Prim(Prim::Short), Value::Int(i)) => JavaArg::Short(i as i16),
            (Type::Prim(_), Value::Int(i)) => JavaArg::Int(i),
            (Type::Prim(_), Value::Long(l)) => JavaArg::Long(l),
            (Type::Prim(_), Value::Float(x)) => JavaArg::Float(x),
            (Type::Prim(_), Value::Double(x)) => JavaArg::Double(x),
            (ty, value) => panic!("argument {value:?} for {ty:?}"),
        })
    }

    /// User natives may look at any static of a class that is initialised in this state.
    pub(crate) fn flush_user_statics(&mut self, world: &mut World, state: &mut State) -> Res<()> {
        for at in 0..world.classes.len() as u32 {
            let class = ClassId(at);
            let started = match state.init_status(class) {
                InitStatus::Done | InitStatus::Begun | InitStatus::Running | InitStatus::Elsewhere => true,
                InitStatus::Untouched | InitStatus::Failed => false,
            };
            if !started || world.classes[class].is_jdk() || world.classes[class].static_count == 0 {
                continue;
            }
            let holder = world.classes[class].statics;
            if !state.heap.get(holder).shadowed && matches!(state.heap.get(holder).body, Body::Fields(_)) {
                self.ready_class(world, state, class)?;
                self.shadows.insert(holder, Shadow::Statics);
                let object = state.heap.get_mut(holder);
                object.shadowed = true;
                object.dirty = true;
                state.dirty.push(holder);
            }
        }
        Ok(())
    }
}
