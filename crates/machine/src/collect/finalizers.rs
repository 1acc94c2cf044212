//! Objects with finalizers are registered with java.lang.ref.Finalizer when they are made. Once nothing else holds them, the JDK's own code
//! runs their finalizers.

use crate::execute::flow::Flow;
use crate::program::{ClassId, Value};
use crate::reason::{Decider, Reason};
use crate::state::{After, State};
use crate::world::{Machine, Res};
use bytecode::Insn;

const FINALIZER: &str = "java/lang/ref/Finalizer";

impl Machine<'_> {
    /// Does the program give objects of the class a finalizer? Those of the JDK release what natives hold, which is HotSpot's business.
    pub(crate) fn has_finalizer(&mut self, state: &mut State, class: ClassId) -> Res<bool> {
        let Some(method) = self.world.classes.find_method(class, "finalize", "()V") else {
            return Ok(false);
        };
        if self.world.classes[self.world.classes[method].class].is_jdk() {
            return Ok(false);
        }
        let code = self.code(state, method)?;
        Ok(!matches!(code.insns.first().map(|insn| insn.get()), Some(Insn::Return)))
    }

    /// As the instruction `new`, for a class with a finalizer.
    pub(crate) fn new_finalizable(&mut self, state: &mut State, class: ClassId) -> Res<Flow> {
        self.ensure_initialized(state, class)?;
        if self.world.explores() {
            state.path.imprecise(Reason::Environment(
                Decider::Collector,
                "a finalizer: when it runs is up to the JVM".into(),
            ));
            let object = self.new_object(state, class);
            state.push(Value::Ref(object));
            return Ok(Flow::Next);
        }
        let finalizer = self.jdk_class(state, FINALIZER)?;
        self.ensure_initialized(state, finalizer)?;
        let register = self.find_method(state, finalizer, "register", "(Ljava/lang/Object;)V")?;
        let object = Value::Ref(self.new_object(state, class));
        state.push(object);
        state.top_mut().pc += 1;
        self.enter(state, register, &[object], After::Resume)?;
        Ok(Flow::Entered)
    }

    /// Puts the code that runs finalizers on top of the stack. It runs on a thread of its own and is waited for, so it must not need a
    /// monitor that this one holds.
    pub(super) fn run_finalizers(&mut self, state: &mut State) -> Res<()> {
        if !state.monitors.is_empty() {
            return Ok(());
        }
        let finalizer = self.jdk_class(state, FINALIZER)?;
        if let Some(method) = self.world.classes[finalizer].declared_method("runFinalization", "()V") {
            self.enter(state, method, &[], After::Resume)?;
        }
        Ok(())
    }
}
