//! Class initialisation (JVMS 5.5), per state. JDK classes are initialised by the concrete heap; user classes by us,
//! so that what their initialisers compute can be symbolic.

use crate::execute::throw::Told;
use crate::heap::{Body, Object};
use crate::program::{ClassId, ClassKind, MethodId, ObjectId, Value};
use crate::state::steps::Cell;
use crate::state::threads::Wait;
use crate::state::{After, InitStatus, State};
use crate::world::{Machine, Res, Stop};
use bytecode::Constant;

/// What is to be done before a class can be used.
#[derive(Debug, Default)]
pub(super) struct Due {
    /// Supers first.
    pub initializers: Vec<(ClassId, MethodId)>,
    /// Classes without an initialiser, and how many of the initialisers come before each.
    pub heirs: Vec<(ClassId, usize)>,
}

impl Machine<'_> {
    /// Goes on if the class is initialised (or being so by this thread); otherwise pushes the `<clinit>` frames that
    /// are due and answers `Again`.
    pub fn ensure_initialized(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        match state.init_status(class) {
            InitStatus::Done if state.threads.steps.on => return self.use_class(state, class),
            InitStatus::Done | InitStatus::Running => return Ok(()),
            InitStatus::Begun => return self.go_on_initializing(state, class),
            InitStatus::Failed => {
                self.use_class(state, class)?;
                return Err(self.failed_before(state, class));
            }
            InitStatus::Elsewhere => return Err(Stop::Block(Wait::Class(class))),
            InitStatus::Untouched => {}
        }
        self.need_witness(state)?;
        self.link_class(state, class)?;
        if state.threads.steps.on && self.is_noticed(state, class) {
            return self.begin_initializing(state, class);
        }
        // Nothing is begun before all that it needs is there.
        let supers = &self.world.classes[class].chain;
        if let Some(&busy) = supers.iter().find(|&&c| state.init_status(c) == InitStatus::Elsewhere) {
            return Err(Stop::Block(Wait::Class(busy)));
        }
        let mut due = Due::default();
        self.collect_due(state, class, &mut due)?;
        if due.initializers.is_empty() {
            return Ok(());
        }
        self.note_heirs(state, &due);
        // The superclass's initialiser must end first, so it lies on top.
        for &(class, clinit) in due.initializers.iter().rev() {
            self.push_initializer(state, class, clinit)?;
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
                // What is initialised step by step has another initialiser then.
                Err(Stop::Again) => _ = self.run_nested(state, floor)?,
                Err(Stop::Block(wait)) => self.wait_nested(state, wait)?,
                other => return other,
            }
        }
    }

    pub(super) fn push_initializer(&mut self, state: &mut State, class: ClassId, clinit: MethodId) -> Res<()> {
        let locals = state.frames.last().map_or(0, |f| f.sp as usize);
        self.bind(clinit);
        self.push_frame(state, clinit, locals, After::Initialized(class))
    }

    /// Marks the class and its supers as running, prepares their statics, and lists the initialisers, supers first.
    fn collect_due(&mut self, state: &mut State, class: ClassId, due: &mut Due) -> Res<()> {
        match state.init_status(class) {
            InitStatus::Untouched => {}
            InitStatus::Failed => return Err(self.failed_before(state, class)),
            InitStatus::Done | InitStatus::Begun | InitStatus::Running | InitStatus::Elsewhere => return Ok(()),
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
        let known = due.initializers.len();
        for above in self.initialized_before(class) {
            match self.collect_due(state, above, due) {
                Err(Stop::Throw(exception)) => {
                    return Err(Stop::Throw(self.fail_initialization(state, class, exception)?));
                }
                other => other?,
            }
        }
        let initializers = due.initializers.len();
        match self.initializer(class) {
            Some(clinit) => due.initializers.push((class, clinit)),
            None if initializers > known => due.heirs.push((class, initializers)),
            None => state.set_init_status(class, InitStatus::Done),
        }
        Ok(())
    }

    pub(super) fn initializer(&self, class: ClassId) -> Option<MethodId> {
        self.world.classes[class].declared_method("<clinit>", "()V")
    }

    /// JVMS 5.5 step 7: the superclass, and superinterfaces that declare a non-abstract, non-static method. An interface needs no other class.
    pub(super) fn initialized_before(&self, class: ClassId) -> Vec<ClassId> {
        let class = &self.world.classes[class];
        if class.is_interface() {
            return Vec::new();
        }
        let mut before: Vec<ClassId> = class.superclass.into_iter().collect();
        class.interfaces.iter().for_each(|&interface| self.add_interface(interface, &mut before));
        before
    }

    fn add_interface(&self, interface: ClassId, before: &mut Vec<ClassId>) {
        let class = &self.world.classes[interface];
        class.interfaces.iter().for_each(|&parent| self.add_interface(parent, before));
        let has_default = class.methods.iter().any(|&m| {
            let method = &self.world.classes[m];
            !method.is_abstract() && !method.is_static() && !method.is_private()
        });
        if has_default {
            before.push(interface);
        }
    }

    pub(super) fn prepare_statics(&mut self, state: &mut State, class: ClassId) -> Res<()> {
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
        self.tell_initialization(state, class);
    }

    /// From now on the first use by each other thread is a step.
    fn tell_initialization(&mut self, state: &mut State, class: ClassId) {
        if state.threads.steps.on {
            state.release(Cell::Class(class));
            self.note_young(state, class);
        }
    }

    /// An initialiser ended with an exception: the class is unusable; answers the exception to go on with.
    pub fn fail_initialization(&mut self, state: &mut State, class: ClassId, exception: ObjectId) -> Res<ObjectId> {
        state.set_init_status(class, InitStatus::Failed);
        self.tell_initialization(state, class);
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
