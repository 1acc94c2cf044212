//! Method types, method handles and lookups as the JDK makes them: its own linkage code is called.

use crate::host::Res;
use crate::machine::Machine;
use crate::program::ClassId;
use crate::run::malformed;
use crate::state::State;
use crate::value::{ObjectId, Value};
use bytecode::{Constant, MethodDescriptor, Type};

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

impl Machine<'_> {
    /// The Class object of a type as code of `from` means it.
    pub fn type_mirror(
        &mut self,
        state: &mut State,
        from: ClassId,
        descriptor: &str,
    ) -> Res<ObjectId> {
        let class = match bytecode::parse_type(descriptor) {
            Ok(Type::Prim(prim)) => self.world.classes.primitive(Some(prim)),
            Ok(Type::Ref(name)) => self.class_named(state, from, &name)?,
            Err(_) if descriptor == "V" => self.world.classes.primitive(None),
            Err(why) => return Err(malformed(&why.to_string())),
        };
        self.mirror(state, class)
    }

    /// The java.lang.invoke.MethodType of a descriptor.
    pub fn method_type(
        &mut self,
        state: &mut State,
        from: ClassId,
        descriptor: &str,
    ) -> Res<ObjectId> {
        let parsed = MethodDescriptor::parse(descriptor).map_err(|e| malformed(&e.to_string()))?;
        let mut mirrors = Vec::new();
        for parameter in &parsed.parameters {
            mirrors.push(self.type_mirror(state, from, &parameter.to_string())?);
        }
        let result = parsed
            .result
            .as_ref()
            .map_or("V".into(), ToString::to_string);
        let result = self.type_mirror(state, from, &result)?;
        let array = self.world.array_of(self.world.class);
        let parameters = self.new_ref_array(state, array, &mirrors);
        let descriptor = "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;";
        self.call_static(
            state,
            NATIVES,
            "findMethodHandleType",
            descriptor,
            &[Value::Ref(result), Value::Ref(parameters)],
        )
    }

    /// Calls a static method of the JDK that answers an object.
    fn call_static(
        &mut self,
        state: &mut State,
        class: &str,
        name: &str,
        descriptor: &str,
        arguments: &[Value],
    ) -> Res<ObjectId> {
        let class = self.jdk_class(state, class)?;
        let method = self.find_method(state, class, name, descriptor)?;
        Ok(self
            .call(state, method, arguments)?
            .expect("an object")
            .as_ref())
    }

    pub fn method_handle_constant(&mut self, state: &mut State, index: u16) -> Res<ObjectId> {
        let class = self.current_class(state);
        self.handle_for_constant(state, class, index)
    }

    pub fn handle_for_constant(
        &mut self,
        state: &mut State,
        from: ClassId,
        index: u16,
    ) -> Res<ObjectId> {
        let (kind, member, _) = self
            .handle_constant(from, index)
            .ok_or_else(|| malformed("method handle expected"))?;
        let owner = self.class_named(state, from, &member.class)?;
        let owner = self.mirror(state, owner)?;
        let caller = self.mirror(state, from)?;
        let name = self.intern(&member.name.encode_utf16().collect::<Vec<_>>())?;
        let ty = if kind <= 4 {
            self.type_mirror(state, from, &member.descriptor)?
        } else {
            self.method_type(state, from, &member.descriptor)?
        };
        let descriptor = "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;";
        let arguments = [
            Value::Ref(caller),
            Value::Int(kind as i32),
            Value::Ref(owner),
            Value::Ref(name),
            Value::Ref(ty),
        ];
        self.call_static(
            state,
            NATIVES,
            "linkMethodHandleConstant",
            descriptor,
            &arguments,
        )
    }

    /// A Lookup with full access to a class.
    pub fn lookup_for(&mut self, state: &mut State, class: ClassId) -> Res<ObjectId> {
        let lookup = self.jdk_class(state, "java/lang/invoke/MethodHandles$Lookup")?;
        self.initialize_now(state, lookup)?;
        let object = self.new_object(state, lookup);
        let constructor = self.find_method(state, lookup, "<init>", "(Ljava/lang/Class;)V")?;
        let mirror = self.mirror(state, class)?;
        self.call(
            state,
            constructor,
            &[Value::Ref(object), Value::Ref(mirror)],
        )?;
        Ok(object)
    }

    /// A static argument of a bootstrap method, as an object.
    pub fn loadable(&mut self, state: &mut State, class: ClassId, index: u16) -> Res<Value> {
        use bytecode::Prim;
        match self.constant(class, index).cloned() {
            Some(Constant::Integer(i)) => self.box_value(state, Prim::Int, Value::Int(i)),
            Some(Constant::Long(l)) => self.box_value(state, Prim::Long, Value::Long(l)),
            Some(Constant::Float(x)) => self.box_value(state, Prim::Float, Value::Float(x)),
            Some(Constant::Double(x)) => self.box_value(state, Prim::Double, Value::Double(x)),
            Some(Constant::String(units)) => Ok(Value::Ref(self.intern(&units)?)),
            Some(Constant::Class(name)) => {
                let named = self.class_named(state, class, &name)?;
                Ok(Value::Ref(self.mirror(state, named)?))
            }
            Some(Constant::MethodType(descriptor)) => {
                Ok(Value::Ref(self.method_type(state, class, &descriptor)?))
            }
            Some(Constant::MethodHandle { .. }) => {
                Ok(Value::Ref(self.handle_for_constant(state, class, index)?))
            }
            _ => Err(malformed("static argument of a bootstrap method")),
        }
    }

    /// `handle.invokeWithArguments(arguments)`: collects varargs and converts.
    pub fn invoke_handle_boxed(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        arguments: Vec<Value>,
    ) -> Res<ObjectId> {
        let objects: Vec<ObjectId> = arguments.iter().map(|v| v.as_ref()).collect();
        let array = self.world.array_of(self.world.object);
        let array = self.new_ref_array(state, array, &objects);
        let class = self.jdk_class(state, "java/lang/invoke/MethodHandle")?;
        let method = self.find_method(
            state,
            class,
            "invokeWithArguments",
            "([Ljava/lang/Object;)Ljava/lang/Object;",
        )?;
        let class = self.class_of(state, handle);
        let method = self.world.select(class, method).unwrap_or(method);
        Ok(self
            .call(state, method, &[Value::Ref(handle), Value::Ref(array)])?
            .expect("a result")
            .as_ref())
    }

    /// invokeExact demands that the handle's type is the call site's.
    pub fn check_exact(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        descriptor: &str,
    ) -> Res<ObjectId> {
        let class = self.current_class(state);
        let wanted = self.method_type(state, class, descriptor)?;
        let have = self.field_named(state, handle, "type")?.as_ref();
        if have == wanted {
            return Ok(handle);
        }
        let describe = |machine: &mut Self, state: &mut State, ty: ObjectId| {
            let class = machine.class_of(state, ty);
            let method = machine.find_method(state, class, "toString", "()Ljava/lang/String;")?;
            let text = machine
                .call(state, method, &[Value::Ref(ty)])?
                .expect("text")
                .as_ref();
            machine.string(state, text)
        };
        let (wanted, have) = (describe(self, state, wanted)?, describe(self, state, have)?);
        let message = format!("expected {have} but found {wanted}");
        Err(self.throw(
            state,
            "java/lang/invoke/WrongMethodTypeException",
            Some(&message),
        ))
    }

    pub fn as_type(
        &mut self,
        state: &mut State,
        handle: ObjectId,
        descriptor: &str,
    ) -> Res<ObjectId> {
        let class = self.current_class(state);
        let wanted = self.method_type(state, class, descriptor)?;
        if self.field_named(state, handle, "type")?.as_ref() == wanted {
            return Ok(handle);
        }
        let class = self.class_of(state, handle);
        let descriptor = "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
        let method = self.find_method(state, class, "asType", descriptor)?;
        let method = self.world.select(class, method).unwrap_or(method);
        Ok(self
            .call(state, method, &[Value::Ref(handle), Value::Ref(wanted)])?
            .expect("a handle")
            .as_ref())
    }
}
