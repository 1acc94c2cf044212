//! Calls. A method is bound at its first call, in this order: the user's model, the concrete heap if the user wants it there,
//! built-in model, bytecode, native (run by the concrete heap), and else AbstractMethodError.

use crate::execute::classes::resolve::external_signature;
use crate::execute::flow::Flow;
use crate::heap::Body;
use crate::natives::{self, Effect};
use crate::program::{Binding, ClassId, MethodId, ModelId, ObjectId, Value};
use crate::shapes::sinks::By;
use crate::state::{After, State};
use crate::world::models::{Call, LibraryModel, Original, Ret};
use crate::world::{Machine, Res, Stop};
use std::sync::atomic::Ordering;
use term::Op;

impl Machine<'_> {
    pub fn invoke_static(&mut self, state: &mut State, method: MethodId) -> Res<Flow> {
        let class = self.world.classes[method].class;
        self.ensure_initialized(state, class)?;
        self.invoke(state, method)
    }

    pub fn invoke_special(&mut self, state: &mut State, method: MethodId) -> Res<Flow> {
        let slots = self.world.classes[method].argument_slots as u32;
        self.settle_slot(state, slots - 1)?;
        if state.peek(slots - 1).as_ref().is_null() {
            return Err(self.null_pointer(state));
        }
        self.invoke(state, method)
    }

    pub fn invoke_virtual(&mut self, state: &mut State, args: u8, vtable: u32) -> Res<Flow> {
        let target = |machine: &Self, class: ClassId| machine.world.classes[class].vtable.get(vtable as usize).copied();
        if let Some(Some(method)) = self.split_reference(state, args as u32 - 1, target)?
            && self.tells_class(method)
        {
            self.split_by_class(state, args as u32 - 1)?;
        }
        if let Some(method) = self.target_of_all(state, args, target)? {
            return self.enter_bytecode(state, method);
        }
        let receiver = self.receiver(state, args)?;
        let class = self.class_alike(state, receiver, target)?;
        match self.world.classes[class].vtable.get(vtable as usize) {
            Some(&method) => self.invoke(state, method),
            None => Err(crate::execute::flow::malformed("receiver of another class")),
        }
    }

    pub fn invoke_interface(&mut self, state: &mut State, args: u8, method: MethodId) -> Res<Flow> {
        self.split_reference(state, args as u32 - 1, |machine, class| machine.world.select(class, method))?;
        let declared_in = self.world.classes[method].class;
        let target = |machine: &Self, class: ClassId| {
            let has_it = machine.world.classes.is_subclass(class, declared_in);
            machine.world.select(class, method).filter(|_| has_it)
        };
        if let Some(method) = self.target_of_all(state, args, target)? {
            return self.enter_bytecode(state, method);
        }
        let receiver = self.receiver(state, args)?;
        let class = self.class_alike(state, receiver, |machine, class| machine.world.select(class, method))?;
        if self.world.classes[declared_in].is_interface() && !self.world.classes.is_subclass(class, declared_in) {
            let (have, want) = (self.world.classes[class].dotted(), self.world.classes[declared_in].dotted());
            let message = format!("Class {have} does not implement the requested interface {want}");
            return Err(self.throw(state, "java/lang/IncompatibleClassChangeError", Some(&message)));
        }
        if self.world.classes[class].is_interface() {
            // An object of the heap that a check explores, which nobody implements.
            return self.invoke(state, method);
        }
        match self.world.select(class, method) {
            Some(selected) => self.invoke(state, selected),
            None => Err(self.abstract_method(state, class, method)),
        }
    }

    /// The method that all objects of a choice have, if it is as simple as an accessor: it reads and writes fields of all of them at
    /// once, where every object would be an arm of its own.
    fn target_of_all(
        &mut self,
        state: &mut State,
        args: u8,
        target: impl Fn(&Self, ClassId) -> Option<MethodId>,
    ) -> Res<Option<MethodId>> {
        let Some(term) = state.peek(args as u32 - 1).term() else { return Ok(None) };
        if self.world.terms.op(term) != Op::Ite {
            return Ok(None);
        }
        let Some(objects) = self.objects_of(state, term)? else { return Ok(None) };
        let targets = objects.iter().map(|&(_, id)| target(self, self.class_of(state, id)));
        let mut targets: Vec<Option<MethodId>> = targets.collect();
        targets.dedup();
        let &[Some(method)] = &targets[..] else { return Ok(None) };
        let is_simple = matches!(self.binding_here(state, method), Binding::Bytecode)
            && !self.is_sink(method)
            && !self.world.classes[method].is_synchronized()
            && objects.iter().all(|&(_, id)| self.with_open_class(state, id).is_none())
            && self.world.classes.code(method).is_ok_and(|code| code.is_accessor());
        Ok(is_simple.then_some(method))
    }

    fn receiver(&mut self, state: &mut State, args: u8) -> Res<ObjectId> {
        self.settle_slot(state, args as u32 - 1)?;
        let receiver = state.peek(args as u32 - 1).as_ref();
        if receiver.is_null() {
            return Err(self.null_pointer(state));
        }
        Ok(receiver)
    }

    /// Decides how calls of a method are carried out.
    pub fn bind(&mut self, id: MethodId) -> Binding {
        let method = &self.world.classes[id];
        if !matches!(method.binding.get(), Binding::Undecided) {
            return method.binding.get();
        }
        let binding = match self.world.user_models.get(&id) {
            Some(model) => Binding::User(model.method),
            None => self.own_binding(id),
        };
        self.world.classes[id].binding.set(binding);
        binding
    }

    /// As if there were no models of the user.
    fn own_binding(&mut self, id: MethodId) -> Binding {
        let method = &self.world.classes[id];
        let class = &self.world.classes[method.class];
        let own = !method.is_abstract() && *method.name != *"<clinit>";
        if own && self.world.options.concrete.matches(&class.name, &method.name) {
            return Binding::Native;
        }
        let model = if class.is_jdk() {
            self.world.library.find_jdk(&class.name, &method.name, &method.descriptor)
        } else if self.world.options.symbolic {
            self.world.library.find_api(&class.name, &method.name, &method.descriptor)
        } else {
            None
        };
        let model = model.filter(|model| match self.world.followed {
            // Texts have their real lengths: the JDK's own code is exact on them.
            Some(_) => !model.makes_text() && !model.watches,
            None => self.world.options.symbolic || !(model.text || model.watches),
        });
        match model {
            Some(model) => Binding::Model(self.world.library.number(model)),
            None if class.is_jdk() && natives::runs_in_host(&class.name, &method.name) => Binding::Native,
            None if method.is_native() => Binding::Native,
            None if method.is_abstract() => Binding::Abstract,
            None => Binding::Bytecode,
        }
    }

    /// How this call is carried out. A model that calls what it stands for means the original.
    fn binding_here(&mut self, state: &State, id: MethodId) -> Binding {
        match self.bind(id) {
            Binding::User(model) => {
                let Some(caller) = state.frames.last().map(|frame| &self.world.classes[frame.method]) else {
                    return Binding::User(model);
                };
                let means_original = match self.world.user_models[&id].original {
                    Original::InItsClass => caller.class == self.world.classes[model].class,
                    Original::InGeneratedCode => caller.name.contains("jacana$"),
                };
                if means_original { self.own_binding(id) } else { Binding::User(model) }
            }
            binding => binding,
        }
    }

    fn count_model(&self, original: MethodId) {
        let calls = &self.world.user_models[&original].calls;
        calls.set(calls.get() + 1);
    }

    /// Invokes a selected method whose arguments lie on the operand stack.
    pub fn invoke(&mut self, state: &mut State, method: MethodId) -> Res<Flow> {
        let slots = self.world.classes[method].argument_slots as u32;
        if self.is_sink(method) {
            let arguments = self.arguments(state, method);
            self.watch_call(state, method, &arguments, By::Instruction);
        }
        match self.binding_here(state, method) {
            Binding::Bytecode => self.enter_bytecode(state, method),
            // It takes the arguments as they are, receiver first.
            Binding::User(model) => {
                let flow = self.invoke_static(state, model)?;
                self.count_model(method);
                Ok(flow)
            }
            Binding::Model(_) | Binding::Native | Binding::Abstract | Binding::Undecided => {
                let arguments = self.arguments(state, method);
                let ret = self.perform(state, method, &arguments)?;
                if matches!(ret, Ret::Interpret) {
                    return self.enter_bytecode(state, method);
                }
                if let Ret::Call { method, .. } = &ret
                    && self.world.classes[*method].is_static()
                {
                    // Its initialiser may have to run first, and then this is executed again.
                    self.ensure_initialized(state, self.world.classes[*method].class)?;
                }
                state.drop_slots(slots);
                match ret {
                    Ret::Interpret | Ret::Host => unreachable!("handled before"),
                    Ret::Void => Ok(Flow::Next),
                    Ret::Value(value) => {
                        state.push(value);
                        Ok(Flow::Next)
                    }
                    Ret::Call { method, arguments, after } => self.invoke_with(state, method, &arguments, after),
                }
            }
        }
    }

    /// A frame over the arguments on the operand stack.
    fn enter_bytecode(&mut self, state: &mut State, method: MethodId) -> Res<Flow> {
        let locals = state.top().sp - self.world.classes[method].argument_slots as u32;
        let lock = self.lock_to_enter(state, method, state.stack[locals as usize..].first().copied())?;
        self.push_frame(state, method, locals as usize, After::Push)?;
        let caller = state.frames.len() - 2;
        state.frames[caller].sp = locals;
        lock_frame(state, lock);
        let is_watched = self.is_sink(method);
        let m = &self.world.classes[method];
        m.fast.set(matches!(m.binding.get(), Binding::Bytecode) && !m.is_synchronized() && !is_watched);
        Ok(Flow::Entered)
    }

    /// Goes on with another method in place of the current invocation.
    pub fn invoke_with(&mut self, state: &mut State, method: MethodId, arguments: &[Value], after: After) -> Res<Flow> {
        match self.enter(state, method, arguments, after) {
            Ok(None) => Ok(Flow::Entered),
            Ok(Some(result)) => {
                self.deliver(state, after, method, result)?;
                Ok(Flow::Entered)
            }
            Err(Stop::Throw(exception)) => Err(Stop::Throw(self.wrap_reflective(state, after, exception)?)),
            Err(stop) => Err(stop),
        }
    }

    /// The arguments on the operand stack, one value each, receiver first.
    fn arguments(&self, state: &State, method: MethodId) -> Vec<Value> {
        let m = &self.world.classes[method];
        let mut at = (state.top().sp - m.argument_slots as u32) as usize;
        let mut values = Vec::with_capacity(m.parameters.len() + 1);
        if !m.is_static() {
            values.push(state.stack[at]);
            at += 1;
        }
        for parameter in &m.parameters {
            values.push(state.stack[at]);
            at += parameter.slots();
        }
        values
    }

    /// Starts a call from Rust: `Some` if it is already over.
    pub fn enter(
        &mut self,
        state: &mut State,
        method: MethodId,
        arguments: &[Value],
        after: After,
    ) -> Res<Option<Option<Value>>> {
        let m = &self.world.classes[method];
        if m.is_static() {
            let class = m.class;
            self.ensure_initialized(state, class)?;
        }
        self.watch_call(state, method, arguments, By::of(after));
        match self.binding_here(state, method) {
            Binding::Bytecode => {
                self.enter_frame(state, method, arguments, after)?;
                Ok(None)
            }
            Binding::User(model) => {
                let entered = self.enter(state, model, arguments, after)?;
                self.count_model(method);
                Ok(entered)
            }
            Binding::Model(_) | Binding::Native | Binding::Abstract | Binding::Undecided => {
                match self.perform(state, method, arguments)? {
                    Ret::Interpret => {
                        self.enter_frame(state, method, arguments, after)?;
                        Ok(None)
                    }
                    Ret::Host => unreachable!("handled before"),
                    Ret::Void => Ok(Some(None)),
                    Ret::Value(value) => Ok(Some(Some(value))),
                    Ret::Call { method, arguments, after: inner } => {
                        // The outer continuation wins unless the inner call adapts its result itself.
                        if inner == After::Push {
                            return self.enter(state, method, &arguments, after);
                        }
                        let result = self.call(state, method, &arguments);
                        self.adapt_nested(state, method, inner, result).map(Some)
                    }
                }
            }
        }
    }

    /// The first frame of a path: a static method, with the initialiser of its class on top if that is due.
    pub fn start(&mut self, state: &mut State, class: ClassId, method: MethodId, arguments: &[Value]) -> Res<()> {
        self.bind(method);
        self.enter_frame(state, method, arguments, After::Leave(None))?;
        match self.ensure_initialized(state, class) {
            Err(Stop::Again) => {
                // Handlers of the method must not see what its class's initialiser throws.
                state.frames[0].pending = true;
                Ok(())
            }
            other => other,
        }
    }

    /// A frame for arguments that come from Rust.
    fn enter_frame(&mut self, state: &mut State, method: MethodId, arguments: &[Value], after: After) -> Res<()> {
        let locals = state.frames.last().map_or(0, |f| f.sp as usize);
        let lock = self.lock_to_enter(state, method, arguments.first().copied())?;
        self.push_frame(state, method, locals, after)?;
        let mut at = locals;
        for &value in arguments {
            state.stack[at] = value;
            if value.slots() == 2 {
                state.stack[at + 1] = Value::PAD;
            }
            at += value.slots();
        }
        lock_frame(state, lock);
        Ok(())
    }

    /// Runs a method that has no bytecode frame.
    fn perform(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Res<Ret> {
        let binding = self.binding_here(state, method);
        let model = match binding {
            Binding::Model(model) => Some(self.world.library.get(model)),
            Binding::User(_) | Binding::Bytecode | Binding::Native | Binding::Abstract | Binding::Undecided => None,
        };
        let lockstep = self.world.options.lockstep;
        let is_plain = |model: &LibraryModel| model.symbolic && !model.text || lockstep && model.needs_no_witness();
        let on_text = lockstep && model.is_some_and(|model| model.text);
        if !(model.is_some_and(is_plain) || on_text && self.is_without_symbols(state, arguments)?) {
            self.need_witness(state)?;
        }
        if matches!(binding, Binding::Abstract)
            && let Some(answer) = self.stub_answer(state, method, arguments.first().copied())?
        {
            return Ok(answer);
        }
        let plain = match model {
            Some(model) if model.open => self.plain_choices(state, arguments)?,
            _ => self.plain_references(state, arguments)?,
        };
        let arguments = &*plain;
        self.note_model(state, method, arguments, binding);
        let locks = matches!(binding, Binding::Model(_)) && self.is_in_buffer(state, method);
        let receiver = arguments.first().copied();
        let lock = if locks { self.lock_to_enter(state, method, receiver)? } else { ObjectId::NULL };
        let outer = state.native;
        if self.world.classes[method].is_native() {
            state.native = Some(method);
        }
        if !lock.is_null() {
            state.enter_monitor(lock);
        }
        let reached = self.reach_arguments(state, method, arguments);
        let result = match binding {
            _ if reached.is_err() => reached.map(|()| Ret::Void),
            Binding::Model(model) => self.run_model(state, model, method, arguments),
            Binding::Native if self.world.followed.is_some() => self.call_unseen(state, method, arguments),
            Binding::Native => {
                let plain = self.concrete_arguments(state, arguments);
                plain.and_then(|plain| self.call_native(state, method, &plain))
            }
            Binding::Abstract => {
                let class = self.world.classes[method].class;
                Err(self.abstract_method(state, class, method))
            }
            Binding::User(_) | Binding::Bytecode | Binding::Undecided => {
                unreachable!("perform is for methods without a frame")
            }
        };
        if !lock.is_null() {
            state.exit_monitor(lock);
        }
        if matches!(result, Err(Stop::Block(_))) {
            state.threads.own.waits_in = state.native;
        }
        state.native = outer;
        result
    }

    fn run_model(&mut self, state: &mut State, model: ModelId, method: MethodId, arguments: &[Value]) -> Res<Ret> {
        let model = self.world.library.get(model);
        if !model.symbolic {
            let plain = self.concrete_arguments(state, arguments)?;
            return self.run_with(state, model, method, &plain);
        }
        self.run_with(state, model, method, arguments)
    }

    fn run_with(&mut self, state: &mut State, model: &LibraryModel, method: MethodId, arguments: &[Value]) -> Res<Ret> {
        match (model.run)(self, state, &Call { method, arguments }) {
            Ok(Ret::Host) if self.world.followed.is_some() => self.call_unseen(state, method, arguments),
            Ok(Ret::Host) => self.call_native(state, method, arguments),
            Err(Stop::Throw(exception)) if self.world.explores() && !self.world.classes[method].is_native() => {
                self.mark_model(state, exception, method)?;
                Err(Stop::Throw(exception))
            }
            answer => answer,
        }
    }

    /// Is nothing that a model of text looks at symbolic?
    fn is_without_symbols(&mut self, state: &mut State, arguments: &[Value]) -> Res<bool> {
        for &argument in arguments {
            let Value::Ref(id) = argument else { if argument.term().is_some() { return Ok(false) } else { continue } };
            if id.is_null() {
                continue;
            }
            let object = self.object(state, id)?;
            let is_open = object.symbols.is_some() || matches!(object.body, Body::Open(_));
            if is_open || self.symbolic_text(state, id)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn concrete_arguments(&mut self, state: &State, arguments: &[Value]) -> Res<Vec<Value>> {
        arguments.iter().map(|&value| self.concretize(state, value)).collect()
    }

    /// Runs a native in the concrete heap, if it may.
    pub fn call_native(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Res<Ret> {
        self.need_witness(state)?;
        let m = &self.world.classes[method];
        let class = &self.world.classes[m.class];
        let known = class.is_jdk() && !self.world.options.concrete.matches(&class.name, &m.name);
        let listed = if known { natives::listed(&class.name, &m.name) } else { None };
        self.permit(state, method, arguments, listed)?;
        let effect = listed.unwrap_or(Effect::Hidden);
        self.world.options.in_native.store(true, Ordering::Relaxed);
        let called = self.host.call(self.world, state, method, arguments, effect);
        self.world.options.in_native.store(false, Ordering::Relaxed);
        match called {
            Ok(Some(value)) => Ok(Ret::Value(value)),
            Ok(None) => Ok(Ret::Void),
            Err(Stop::Throw(exception)) => {
                self.adopt_trace(state, exception)?;
                Err(Stop::Throw(exception))
            }
            Err(stop) => Err(stop),
        }
    }

    /// The monitor that a frame of this method must enter, free to be entered; null if there is none.
    fn lock_to_enter(&mut self, state: &mut State, method: MethodId, receiver: Option<Value>) -> Res<ObjectId> {
        let m = &self.world.classes[method];
        if !m.is_synchronized() {
            return Ok(ObjectId::NULL);
        }
        let lock = match receiver {
            Some(receiver) if !m.is_static() => receiver.as_ref(),
            _ => self.mirror(state, m.class)?,
        };
        let of_jdk = self.world.classes[self.world.classes[method].class].is_jdk();
        let may = if of_jdk { Machine::may_call_synchronized } else { Machine::may_lock };
        may(self, state, lock).map(|()| lock)
    }

    fn abstract_method(&mut self, state: &mut State, class: ClassId, method: MethodId) -> Stop {
        let m = &self.world.classes[method];
        let signature = external_signature(&self.world.classes[m.class].dotted(), &m.name, &m.descriptor);
        let receiver = self.world.classes[class].dotted();
        let message = format!(
            "Receiver class {receiver} does not define or inherit an implementation of the resolved method 'abstract {signature}' of {} {}.",
            if self.world.classes[m.class].is_interface() { "interface" } else { "abstract class" },
            self.world.classes[m.class].dotted()
        );
        self.throw(state, "java/lang/AbstractMethodError", Some(&message))
    }
}

fn lock_frame(state: &mut State, lock: ObjectId) {
    if !lock.is_null() {
        state.top_mut().lock = lock;
        state.enter_monitor(lock);
    }
}
