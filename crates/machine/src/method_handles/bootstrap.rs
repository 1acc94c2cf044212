//! Call sites and constants whose bootstrap method is the program's own (JVMS 5.4.3.6). A failure is remembered: the same
//! error is thrown whenever the place is executed again.

use crate::host::{Res, Stop};
use crate::indy::Request;
use crate::insn::Flow;
use crate::machine::Machine;
use crate::program::ClassId;
use crate::run::malformed;
use crate::state::{Link, Linked, State};
use crate::value::{ObjectId, Value};
use bytecode::{Constant, Type};

/// Before this JDK, linkage code is given the index of the call site, which it ignores.
const FIRST_WITHOUT_INDEX: u32 = 22;

impl Machine<'_> {
    /// Calls the bootstrap method on first use in a state, then what it linked.
    pub fn invoke_bootstrapped(&mut self, state: &mut State, id: u32, class: ClassId, index: u16) -> Res<Flow> {
        let place = Link::Site(id);
        match state.links.get(&place) {
            Some(&Linked::Call { method, appendix }) => {
                return self.invoke_linked(state, method, appendix);
            }
            Some(&Linked::Failed(error)) => return Err(self.failed_again(state, error)),
            Some(Linked::Constant(_)) | None => {}
        }
        let linked = self.link_bootstrapped(state, class, index);
        let linked = self.remember_failure_of(state, place, linked)?;
        state.link(place, linked);
        Ok(Flow::Entered)
    }

    fn link_bootstrapped(&mut self, state: &mut State, class: ClassId, index: u16) -> Res<Linked> {
        let Some(Constant::InvokeDynamic { bootstrap, name, descriptor }) = self.constant(class, index).cloned() else {
            return Err(malformed("invokedynamic of something else"));
        };
        let request = self.request(class, bootstrap, name, descriptor)?;
        let ty = self.method_type(state, class, &request.descriptor)?;
        let mut arguments = self.bootstrap_arguments(state, &request, ty)?;
        let appendix = self.appendix_box(state);
        arguments.push(Value::Ref(appendix));
        let linker = self.call_linkage(state, "linkCallSite", &arguments)?;
        let (method, appendix) = self.linkage(state, linker, appendix)?;
        Ok(Linked::Call { method, appendix })
    }

    /// A CONSTANT_Dynamic: its bootstrap method answers the value.
    pub fn dynamic_constant(&mut self, state: &mut State, class: ClassId, index: u16) -> Res<Value> {
        let Some(Constant::Dynamic { bootstrap, name, descriptor }) = self.constant(class, index).cloned() else {
            return Err(malformed("dynamic constant expected"));
        };
        let request = self.request(class, bootstrap, name, descriptor)?;
        let ty = self.type_mirror(state, class, &request.descriptor)?;
        let arguments = self.bootstrap_arguments(state, &request, ty)?;
        let object = self.call_linkage(state, "linkDynamicConstant", &arguments)?;
        match bytecode::parse_type(&request.descriptor) {
            Ok(Type::Prim(_)) => {
                let unboxed = self.unbox(state, object)?;
                unboxed.map(|(_, value)| value).ok_or_else(|| malformed("dynamic constant of another kind"))
            }
            Ok(Type::Ref(_)) | Err(_) => Ok(Value::Ref(object)),
        }
    }

    /// (caller[, index], bootstrap method, name, type, static arguments): none, one, or an array of them.
    fn bootstrap_arguments(&mut self, state: &mut State, request: &Request, ty: ObjectId) -> Res<Vec<Value>> {
        let class = request.class;
        let method = self.loadable(state, class, request.bootstrap.method)?;
        let name = self.intern(&request.name.encode_utf16().collect::<Vec<_>>())?;
        let mut given = Vec::new();
        for &index in &request.bootstrap.arguments {
            given.push(self.boxed_loadable(state, class, index)?);
        }
        let statics = match given[..] {
            [] => ObjectId::NULL,
            [one] if !one.is_null() && !self.world.is_array(self.class_of(state, one)) => one,
            _ => {
                let array = self.world.array_of(self.world.object);
                self.new_ref_array(state, array, &given)
            }
        };
        let mut arguments = vec![Value::Ref(self.mirror(state, class)?)];
        if self.world.options.feature < FIRST_WITHOUT_INDEX {
            arguments.push(Value::Int(0));
        }
        arguments.extend([method, Value::Ref(name), Value::Ref(ty), Value::Ref(statics)]);
        Ok(arguments)
    }

    /// JVMS 6.5 invokedynamic: an exception that is no error arrives as BootstrapMethodError; linkage errors last.
    pub fn remember_failure_of<T>(&mut self, state: &mut State, place: Link, result: Res<T>) -> Res<T> {
        let exception = match result {
            Err(Stop::Throw(exception)) => exception,
            other => return other,
        };
        let class = self.class_of(state, exception);
        let error = self.jdk_class(state, "java/lang/Error")?;
        let linkage = self.jdk_class(state, "java/lang/LinkageError")?;
        let error = if self.world.classes.is_subclass(class, error) {
            exception
        } else {
            self.wrapped_failure(state, exception)?
        };
        let class = self.class_of(state, error);
        if self.world.classes.is_subclass(class, linkage) {
            state.link(place, Linked::Failed(error));
        }
        Err(Stop::Throw(error))
    }

    /// `new BootstrapMethodError(cause)`
    fn wrapped_failure(&mut self, state: &mut State, cause: ObjectId) -> Res<ObjectId> {
        let class = self.jdk_class(state, "java/lang/BootstrapMethodError")?;
        let constructor = self.find_method(state, class, "<init>", "(Ljava/lang/Throwable;)V")?;
        let error = self.new_object(state, class);
        self.call(state, constructor, &[Value::Ref(error), Value::Ref(cause)])?;
        Ok(error)
    }

    /// The error of an earlier attempt, as a new object.
    pub fn failed_again(&mut self, state: &mut State, error: ObjectId) -> Stop {
        let class = self.world.classes[self.class_of(state, error)].name.clone();
        let message = match self.field_named(state, error, "detailMessage") {
            Ok(message) => message.as_ref(),
            Err(stop) => return stop,
        };
        let text = if message.is_null() { Ok(None) } else { self.string(state, message).map(Some) };
        match text {
            Ok(text) => self.throw(state, &class, text.as_deref()),
            Err(stop) => stop,
        }
    }
}
