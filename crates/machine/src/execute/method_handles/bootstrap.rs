//! Call sites and constants whose bootstrap method is the program's own (JVMS 5.4.3.6). A failure is remembered: the same
//! error is thrown whenever the place is executed again.

use crate::execute::flow::{Flow, malformed};
use crate::execute::indy::Request;
use crate::heap::Body;
use crate::heap::elements::Elements;
use crate::program::{ClassId, ObjectId, Value};
use crate::state::{Link, Linked, State};
use crate::world::{Machine, Res, Stop};
use bytecode::{ClassName, Constant, Prim, Type};

/// Before this JDK, linkage code is given the index of the call site, which it ignores.
const FIRST_WITHOUT_INDEX: u32 = 22;

/// What `copyOutBootstrapArguments` does about arguments that were not needed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    Resolve,
    /// They are answered by this object.
    Leave(ObjectId),
}

impl Machine<'_> {
    /// Calls the bootstrap method on first use in a state, then what it linked.
    pub fn invoke_bootstrapped(&mut self, state: &mut State, id: u32, class: ClassId, index: u16) -> Res<Flow> {
        let place = Link::Site(id);
        match state.links.get(&place) {
            Some(&Linked::Call { method, appendix }) => return self.invoke_linked(state, method, appendix),
            Some(&Linked::Failed(error)) => return Err(self.site_failed_again(state, error)),
            Some(Linked::Constant(_)) | None => {}
        }
        let linked = self.link_bootstrapped(state, class, index);
        let linked = self.wrap_failure(state, linked);
        let linked = self.remember_failure_of(state, place, linked)?;
        state.link(place, linked);
        Ok(Flow::Entered)
    }

    fn link_bootstrapped(&mut self, state: &mut State, class: ClassId, index: u16) -> Res<Linked> {
        let request = self.pool_request(class, index)?;
        let method = self.loadable(state, class, request.bootstrap.method)?;
        let ty = self.method_type(state, class, &request.descriptor)?;
        let statics = self.pushed_arguments(state, &request)?;
        let mut arguments = self.upcall_arguments(state, &request, method, ty, statics)?;
        let appendix = self.appendix_box(state);
        arguments.push(Value::Ref(appendix));
        let linker = self.call_linkage(state, "linkCallSite", &arguments)?;
        let (method, appendix) = self.linkage(state, linker, appendix)?;
        Ok(Linked::Call { method, appendix })
    }

    /// A CONSTANT_Dynamic: its bootstrap method answers the value.
    pub fn dynamic_constant(&mut self, state: &mut State, class: ClassId, index: u16) -> Res<Value> {
        let request = self.pool_request(class, index)?;
        let method = self.loadable(state, class, request.bootstrap.method)?;
        let ty = self.type_mirror(state, class, &request.descriptor)?;
        let statics = if self.depends_on_unlinked(state, &request) {
            self.pulled_arguments(state, &request, index)
        } else {
            self.pushed_arguments(state, &request)?
        };
        let arguments = self.upcall_arguments(state, &request, method, ty, statics)?;
        let object = self.call_linkage(state, "linkDynamicConstant", &arguments)?;
        match bytecode::parse_type(&request.descriptor) {
            Ok(Type::Prim(_)) => {
                let unboxed = self.unbox(state, object)?;
                unboxed.map(|(_, value)| value).ok_or_else(|| malformed("dynamic constant of another kind"))
            }
            Ok(Type::Ref(_)) | Err(_) => Ok(Value::Ref(object)),
        }
    }

    fn pool_request(&self, class: ClassId, index: u16) -> Res<Request> {
        match self.constant(class, index).cloned() {
            Some(
                Constant::InvokeDynamic { bootstrap, name, descriptor }
                | Constant::Dynamic { bootstrap, name, descriptor },
            ) => self.request(class, bootstrap, name, descriptor),
            _ => Err(malformed("a bootstrap method of something else")),
        }
    }

    /// Constants that refer to each other in a circle must overflow the stack of Java: their arguments are pulled.
    fn depends_on_unlinked(&self, state: &State, request: &Request) -> bool {
        request.bootstrap.arguments.iter().any(|&index| {
            let dynamic = matches!(self.constant(request.class, index), Some(Constant::Dynamic { .. }));
            dynamic && !matches!(state.links.get(&Link::Constant(request.class, index)), Some(Linked::Constant(_)))
        })
    }

    /// None, one, or an array of static arguments. Null and arrays are ambiguous alone.
    fn pushed_arguments(&mut self, state: &mut State, request: &Request) -> Res<ObjectId> {
        let mut given = Vec::new();
        for &index in &request.bootstrap.arguments {
            given.push(self.boxed_loadable(state, request.class, index)?);
        }
        Ok(match given[..] {
            [] => ObjectId::NULL,
            [one] if !one.is_null() && !self.world.is_array(self.class_of(state, one)) => one,
            _ => {
                let array = self.world.array_of(self.world.object);
                self.new_ref_array(state, array, &given)
            }
        })
    }

    /// int[] { count, pool index }: the JDK asks for the arguments by `copyOutBootstrapArguments`.
    fn pulled_arguments(&mut self, state: &mut State, request: &Request, index: u16) -> ObjectId {
        let int = self.world.classes.primitive(Some(Prim::Int));
        let array = self.world.array_of(int);
        let info = [request.bootstrap.arguments.len() as i32, index as i32];
        state.heap.alloc(array, Body::Ints(Elements::from_slice(&info)))
    }

    /// The static arguments `range` of the place with this pool index.
    pub fn pull_arguments(
        &mut self,
        state: &mut State,
        class: ClassId,
        index: u16,
        range: std::ops::Range<usize>,
        missing: Missing,
    ) -> Res<Vec<ObjectId>> {
        let request = self.pool_request(class, index)?;
        let mut answers = Vec::new();
        for at in range {
            let Some(&argument) = request.bootstrap.arguments.get(at) else {
                return Err(malformed("a static argument that is not there"));
            };
            let dynamic = matches!(self.constant(class, argument), Some(Constant::Dynamic { .. }));
            let linked = matches!(state.links.get(&Link::Constant(class, argument)), Some(Linked::Constant(_)));
            answers.push(match missing {
                Missing::Leave(instead) if dynamic && !linked => instead,
                Missing::Leave(_) | Missing::Resolve => self.boxed_loadable(state, class, argument)?,
            });
        }
        Ok(answers)
    }

    /// (caller[, index], bootstrap method, name, type, static arguments)
    fn upcall_arguments(
        &mut self,
        state: &mut State,
        request: &Request,
        method: Value,
        ty: ObjectId,
        statics: ObjectId,
    ) -> Res<Vec<Value>> {
        let name = self.intern(&request.name.encode_utf16().collect::<Vec<_>>())?;
        let mut arguments = vec![Value::Ref(self.mirror(state, request.class)?)];
        if self.world.options.feature < FIRST_WITHOUT_INDEX {
            arguments.push(Value::Int(0));
        }
        arguments.extend([method, Value::Ref(name), Value::Ref(ty), Value::Ref(statics)]);
        Ok(arguments)
    }

    /// JVMS 6.5 invokedynamic: an exception that is no error arrives as `new BootstrapMethodError(cause)`.
    pub fn wrap_failure<T>(&mut self, state: &mut State, result: Res<T>) -> Res<T> {
        let cause = match result {
            Err(Stop::Throw(exception)) => exception,
            other => return other,
        };
        let error = self.jdk_class(state, "java/lang/Error")?;
        if self.world.classes.is_subclass(self.class_of(state, cause), error) {
            return Err(Stop::Throw(cause));
        }
        let class = self.jdk_class(state, "java/lang/BootstrapMethodError")?;
        let constructor = self.find_method(state, class, "<init>", "(Ljava/lang/Throwable;)V")?;
        let wrapped = self.new_object(state, class);
        self.call(state, constructor, &[Value::Ref(wrapped), Value::Ref(cause)])?;
        Err(Stop::Throw(wrapped))
    }

    /// Only linkage errors last (JVMS 5.4.3).
    pub fn remember_failure_of<T>(&mut self, state: &mut State, place: Link, result: Res<T>) -> Res<T> {
        if let Err(Stop::Throw(error)) = result {
            let linkage = self.jdk_class(state, "java/lang/LinkageError")?;
            if self.world.classes.is_subclass(self.class_of(state, error), linkage) {
                state.link(place, Linked::Failed(error));
            }
        }
        result
    }

    /// The error of an earlier attempt to link a call site, as a new object that shows the new place.
    fn site_failed_again(&mut self, state: &mut State, error: ObjectId) -> Stop {
        match self.class_and_message(state, error) {
            Ok((class, message)) => self.throw(state, &class, message.as_deref()),
            Err(stop) => stop,
        }
    }

    /// The same for a constant, whose error keeps its cause.
    pub fn constant_failed_again(&mut self, state: &mut State, error: ObjectId) -> Stop {
        let cause = match self.field_named(state, error, "cause") {
            Ok(cause) => cause.as_ref(),
            Err(stop) => return stop,
        };
        if cause.is_null() || cause == error {
            return self.site_failed_again(state, error);
        }
        let parts = self.class_and_message(state, error);
        match (parts, self.site_failed_again(state, cause)) {
            (Ok((class, message)), Stop::Throw(cause)) => {
                self.throw_with_cause(state, &class, message.as_deref(), cause)
            }
            (Err(stop), _) | (_, stop) => stop,
        }
    }

    fn class_and_message(&mut self, state: &mut State, thrown: ObjectId) -> Res<(ClassName, Option<String>)> {
        let class = self.world.classes[self.class_of(state, thrown)].name.clone();
        let message = self.field_named(state, thrown, "detailMessage")?.as_ref();
        let text = if message.is_null() { None } else { Some(self.string(state, message)?) };
        Ok((class, text))
    }
}
