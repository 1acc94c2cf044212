//! What native code may do to the world outside of a path. While exploring, what changes it stops the path unless the
//! user allowed it; what depends on it goes on and stops a TRUE.

use crate::execute::throw::TraceEntry;
use crate::natives;
use crate::natives::Effect;
use crate::natives::decided::Decided;
use crate::program::{MethodId, ObjectId, Value};
use crate::reason::{Absent, Decider, Deed, Reason};
use crate::state::{Console, State};
use crate::world::options::Outside;
use crate::world::{End, Machine, Res};

/// Errors that say that something is not there, whoever finds out.
const MISSING: &[(&str, Absent)] = &[
    ("java/lang/NoClassDefFoundError", Absent::Class),
    ("java/lang/UnsatisfiedLinkError", Absent::Library),
    ("java/lang/ClassFormatError", Absent::ClassFile),
    ("java/lang/ClassCircularityError", Absent::ClassFile),
    ("java/lang/UnsupportedClassVersionError", Absent::ClassFile),
    ("java/lang/VerifyError", Absent::ClassFile),
    ("java/lang/BootstrapMethodError", Absent::Member),
];

/// Errors that say that a class on the class path is not the one that was compiled against, if the program's own code meets them.
/// The JDK tries members that may not be there, and lives with it.
const MISSING_TO_PROGRAMS: &[&str] = &[
    "java/lang/NoSuchMethodError",
    "java/lang/NoSuchFieldError",
    "java/lang/IllegalAccessError",
    "java/lang/AbstractMethodError",
    "java/lang/InstantiationError",
    "java/lang/IncompatibleClassChangeError",
];

impl Machine<'_> {
    /// Asked before a native runs in the concrete heap; `listed` is its row in the table of natives.
    pub fn permit(
        &mut self,
        state: &mut State,
        method: MethodId,
        arguments: &[Value],
        listed: Option<Effect>,
    ) -> Res<()> {
        let loads = self.loads_for_user(method, arguments)?;
        let m = &self.world.classes[method];
        let class = &self.world.classes[m.class];
        let native = || format!("{}.{}", class.dotted(), m.name);
        let effect = listed.unwrap_or(Effect::Hidden);
        let aside = matches!(effect, Effect::Hidden | Effect::Outside);
        if !self.world.explores() {
            // A clone of the stress test: the original does it.
            let refused = state.console == Console::Muted && aside && self.world.followed.is_none();
            return if refused {
                Err(End::stopped(Reason::Confined(Deed::Heap, native() + " reaches outside of the heap")))
            } else {
                Ok(())
            };
        }
        let reads = || class.is_jdk() && natives::opens_for_reading(&class.name, &m.name, arguments);
        let changes = listed.is_none() || loads || effect == Effect::Outside && !reads();
        let (deed, permitted, kind) = match (class.is_jdk(), loads) {
            (true, false) => (natives::deed(&class.name, &m.name), Outside::Refused, Deed::Io),
            (true, true) => ("load a native library", self.world.options.native_code, Deed::Native),
            (false, _) => ("call native code of its own", self.world.options.native_code, Deed::Native),
        };
        if changes && self.world.options.outside == Outside::Refused && permitted == Outside::Refused {
            let place = self.user_place(state).map_or(String::new(), |place| format!(" at {place}"));
            let native = native();
            let permitted_by = match kind {
                _ if self.world.options.makes => "",
                Deed::Io => ": --allow-io permits it",
                Deed::Native => ": --allow-native permits it",
                Deed::Heap => "",
            };
            let what = format!("the program would {deed} ({native}{place}), refused{permitted_by}");
            return Err(End::stopped(Reason::Confined(kind, what)));
        }
        if changes {
            state.path.imprecise(Reason::Environment(
                Decider::Effect,
                native() + " changes the world outside, which all paths share",
            ));
        } else if class.is_jdk() && natives::is_environment(&class.name, &m.name) {
            state.path.imprecise(Reason::Environment(Decider::Machine, native() + " answers from the environment"));
        } else if aside {
            state
                .path
                .imprecise(Reason::Environment(Decider::Native, native() + " depends on state that all paths share"));
        }
        Ok(())
    }

    /// The program met something that the machine decided.
    pub fn meet(&mut self, state: &mut State, decided: Decided) {
        if !self.world.explores() {
            return;
        }
        match decided {
            Decided::Assumed(what) => state.path.rest_on(what),
            Decided::Stops(decider, what) => state.path.imprecise(Reason::Environment(decider, what.into())),
        }
    }

    /// An error says that something is not there: a program that could not do its work proves nothing.
    pub fn meet_missing(&mut self, state: &mut State, error: &str, message: ObjectId) -> Res<()> {
        let is_own = || {
            state
                .frames
                .last()
                .is_some_and(|frame| !self.world.classes[self.world.classes[frame.method].class].is_jdk())
        };
        let always = MISSING.iter().find(|row| row.0 == error).map(|row| row.1);
        let absent = always.or_else(|| (MISSING_TO_PROGRAMS.contains(&error) && is_own()).then_some(Absent::Member));
        let Some(absent) = absent.filter(|_| self.world.explores()) else { return Ok(()) };
        if message.is_null() || self.symbolic_text(state, message)?.is_some() {
            return Ok(());
        }
        let message = self.string(state, message)?;
        let error = error.rsplit('/').next().unwrap_or(error);
        state.path.imprecise(Reason::Missing(absent, format!("{error}: {message}")));
        Ok(())
    }

    /// Would this call load a library for a class that is not the JDK's?
    fn loads_for_user(&mut self, method: MethodId, arguments: &[Value]) -> Res<bool> {
        let m = &self.world.classes[method];
        let class = &self.world.classes[m.class];
        if !class.is_jdk() || !natives::loads_library(&class.name, &m.name) {
            return Ok(false);
        }
        match arguments.get(1) {
            Some(&Value::Ref(mirror)) if !mirror.is_null() => {
                let asking = self.class_of_mirror(mirror)?;
                Ok(!self.world.classes[asking].is_jdk())
            }
            _ => Ok(true),
        }
    }

    /// The innermost frame of the program's own code.
    fn user_place(&self, state: &State) -> Option<String> {
        let classes = &self.world.classes;
        let frame = state.frames.iter().rev().find(|frame| !classes[classes[frame.method].class].is_jdk())?;
        Some(self.frame_line(TraceEntry { method: frame.method, pc: Some(frame.pc) }))
    }
}
