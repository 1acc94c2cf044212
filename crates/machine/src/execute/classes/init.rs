//! Class initialisation (JVMS 5.5), per state. JDK classes are initialised by the concrete heap; user classes by us,
//! so that what their initialisers compute can be symbolic.

use crate::execute::throw::Told;
use crate::heap::{Body, Object};
use crate::program::{ClassId, ClassKind, ObjectId, Value};
use crate::state::steps::{Cell, Deed};
use crate::state::threads::Wait;
use crate::state::{After, InitStatus, State};
use crate::world::{Machine, Res, Stop};
use bytecode::Constant;

impl Machine<'_> {
    /// Goes on if the class is initialised (or being so by this thread); otherwise pushes the `<clinit>` frames that
    /// are due and answers `Again`.
    pub fn ensure_initialized(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        match state.init_status(class) {
            InitStatus::Done if state.threads.steps.on => return self.use_class(state, class),
            InitStatus::Done | InitStatus::Running => return Ok(()),
            InitStatus::Failed => return Err(self.failed_before(state, class)),
            InitStatus::Elsewhere => return Err(Stop::Block(Wait::Class(class))),
            InitStatus::Untouched => {}
        }
        self.need_witness(state)?;
        self.link_class(state, class)?;
        // Nothing is begun before all that it needs is there.
        let supers = &self.world.classes[class].chain;
        if let Some(&busy) = supers.iter().find(|&&c| state.init_status(c) == InitStatus::Elsewhere) {
            return Err(Stop::Block(Wait::Class(busy)));
        }
        if state.threads.steps.on && !self.world.classes[class].is_jdk() {
            self.visible(state, Deed::Use(class))?;
        }
        let mut due = Vec::new();
        self.collect_due(state, class, &mut due)?;
        if state.threads.steps.on {
            due.iter().for_each(|&(class, _)| self.note_young(state, class));
        }
        if due.is_empty() {
            return Ok(());
        }
        // The superclass's initialiser must end first, so it lies on top.
        for &(class, clinit) in due.iter().rev() {
            let locals = state.frames.last().map_or(0, |f| f.sp as usize);
            let after = After::Initialized(class);
            self.bind(clinit);
            self.push_frame(state, clinit, locals, after)?;
            state.top_mut().pending = true;
        }
        state.top_mut().pending = false;
        Err(Stop::Again)
    }

    /// As `ensure_initialized`, to the end, from Rust.
    pub fn initialize_now(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        let floor = state.frames.len() + 1;
        loop {
            match self.ensure_initialized(state, class) {
                Err(Stop::Again) => return self.run_nested(state, floor).map(|_| ()),
                Err(Stop::Block(wait)) => self.wait_nested(state, wait)?,
                other => return other,
            }
        }
    }

    /// Marks the class and its supers as running, prepares their statics, and lists the initialisers, supers first.
    fn collect_due(
        &mut self,
        state: &mut State,
        class: ClassId,
        due: &mut Vec<(ClassId, crate::program::MethodId)>,
    ) -> Res<()> {
        match state.init_status(class) {
            InitStatus::Untouched => {}
            InitStatus::Failed => return Err(self.failed_before(state, class)),
            InitStatus::Done | InitStatus::Running | InitStatus::Elsewhere => return Ok(()),
        }
        if !matches!(self.world.classes[class].kind, ClassKind::Instance) {
            state.set_init_status(class, InitStatus::Done);
            return Ok(());
        }
        if self.world.classes[class].is_jdk() && !self.world.classes[class].synthetic {
            self.host.initialize(self.world, state, class)?;
            state.set_init_status(class, InitStatus::Done);
            return Ok(());
        }
        state.set_init_status(class, InitStatus::Running);
        self.prepare_statics(state, class)?;
        if !self.world.classes[class].is_interface() {
            if let Some(superclass) = self.world.classes[class].superclass {
                self.collect_due(state, superclass, due)?;
            }
            for interface in self.world.classes[class].interfaces.clone() {
                self.collect_interface(state, interface, due)?;
            }
        }
        match self.world.classes[class].declared_method("<clinit>", "()V") {
            Some(clinit) => due.push((class, clinit)),
            None => state.set_init_status(class, InitStatus::Done),
        }
        Ok(())
    }

    /// JVMS 5.5 step 7: superinterfaces that declare a non-abstract, non-static method.
    fn collect_interface(
        &mut self,
        state: &mut State,
        interface: ClassId,
        due: &mut Vec<(ClassId, crate::program::MethodId)>,
    ) -> Res<()> {
        for parent in self.world.classes[interface].interfaces.clone() {
            self.collect_interface(state, parent, due)?;
        }
        let class = &self.world.classes[interface];
        let has_default = class.methods.iter().any(|&m| {
            let method = &self.world.classes[m];
            !method.is_abstract() && !method.is_static() && !method.is_private()
        });
        if has_default { self.collect_due(state, interface, due) } else { Ok(()) }
    }

    fn prepare_statics(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        let fields = self.world.classes[class].fields.clone();
        let mut values = vec![Value::PAD; self.world.classes[class].static_count as usize];
        for field in fields.iter().filter(|f| f.is_static()) {
            let constant = field.constant.and_then(|index| {
                let file = self.world.classes[class].file.as_ref()?;
                file.pool.entries.get(index as usize).cloned()
            });
            values[field.slot as usize] = match constant {
                None => field.kind.zero(),
                Some(Constant::Integer(i)) => Value::Int(i),
                Some(Constant::Long(l)) => Value::Long(l),
                Some(Constant::Float(x)) => Value::Float(x),
                Some(Constant::Double(x)) => Value::Double(x),
                Some(Constant::String(units)) => Value::Ref(self.intern(&units)?),
                Some(_) => return Err(crate::execute::flow::malformed("ConstantValue of another kind")),
            };
        }
        let holder = self.world.classes[class].statics;
        *state.heap.get_mut(holder) = Object::new(class, Body::Fields(values.into()));
        Ok(())
    }

    pub fn finish_initialization(&mut self, state: &mut State, class: ClassId) {
        state.set_init_status(class, InitStatus::Done);
        state.release(Cell::Class(class));
    }

    /// An initialiser ended with an exception: the class is unusable; answers the exception to go on with.
    pub fn fail_initialization(&mut self, state: &mut State, class: ClassId, exception: ObjectId) -> Res<ObjectId> {
        state.set_init_status(class, InitStatus::Failed);
        let holder = self.world.classes[class].statics;
        state.heap.get_mut(holder).body = Body::Absent;
        let error = self.jdk_class(state, "java/lang/Error")?;
        if self.world.classes.is_subclass(self.class_of(state, exception), error) {
            self.remember_failure(state, class, exception)?;
            return Ok(exception);
        }
        let Stop::Throw(wrapped) =
            self.throw_with_cause(state, "java/lang/ExceptionInInitializerError", None, exception)
        else {
            return Ok(exception);
        };
        self.remember_failure(state, class, exception)?;
        Ok(wrapped)
    }

    /// JDK 17 and later name the original exception when the class is used again.
    fn remember_failure(&mut self, state: &mut State, class: ClassId, exception: ObjectId) -> Res<()> {
        let name = self.world.classes[self.class_of(state, exception)].dotted();
        let message = self.field_named(state, exception, "detailMessage")?.as_ref();
        let told = if message.is_null() { None } else { Some(message) };
        let (before, thread) = (format!("Exception {name}"), self.thread_name(state, state.thread));
        let behind = format!(" [in thread \"{thread}\"]");
        let mut reason = vec![Told::Words(&before)];
        reason.extend(told.iter().flat_map(|&message| [Told::Words(": "), Told::Text(message)]));
        reason.push(Told::Words(&behind));
        let Stop::Throw(cause) = self.throw_telling(state, "java/lang/ExceptionInInitializerError", &reason) else {
            return Ok(());
        };
        // The remembered error carries the trace of the original.
        for field in ["backtrace", "depth", "stackTrace"] {
            let value = self.field_named(state, exception, field)?;
            self.set_field_named(state, cause, field, value)?;
        }
        self.set_field_named(state, cause, "cause", Value::NULL)?;
        state.failures.push((class, cause));
        Ok(())
    }

    fn failed_before(&mut self, state: &mut State, class: ClassId) -> Stop {
        let message = format!("Could not initialize class {}", self.world.classes[class].dotted());
        let message = self.new_string(state, &message);
        let cause = state.failures.iter().find(|(failed, _)| *failed == class).map(|&(_, cause)| cause);
        self.throw_caused(state, "java/lang/NoClassDefFoundError", message, cause)
    }
}
