//! Code of the JDK in which nothing is a step.

use crate::program::Value;
use crate::state::State;
use crate::world::Machine;
use crate::world::streams::is_console;

/// Classes of the JDK in which nothing is a step: what their locks and fields are about, programs do not notice.
const QUIET: [&str; 6] = [
    "java/lang/ThreadGroup",
    "java/lang/ClassLoader",
    "java/lang/Class",
    "java/lang/Runtime",
    "java/lang/Shutdown",
    "java/lang/ApplicationShutdownHooks",
];
const QUIET_PACKAGES: [&str; 4] =
    ["java/lang/invoke/", "jdk/internal/loader/", "jdk/internal/reflect/", "java/lang/reflect/"];
/// Methods that take a lock or a number of their own.
const QUIET_METHODS: [(&str, &[&str]); 3] = [
    ("java/lang/Thread", &["<init>", "start", "nextThreadID", "exit", "init", "getThreadGroup"]),
    ("java/lang/ThreadLocal", &["nextHashCode"]),
    ("java/lang/Throwable", &["<init>"]),
];
/// Of quiet classes, those in whose place somebody else's code works: by what the names of class and method begin with.
const CALLING: [(&str, &str); 11] = [
    ("java/lang/Class", "newInstance"),
    ("java/lang/invoke/VarHandle", ""),
    ("java/lang/invoke/LambdaForm$", ""),
    ("java/lang/invoke/Invokers", ""),
    ("java/lang/invoke/MethodHandle", "invoke"),
    ("java/lang/invoke/MutableCallSite", ""),
    ("java/lang/invoke/VolatileCallSite", ""),
    ("java/lang/reflect/Method", "invoke"),
    ("java/lang/reflect/Constructor", "newInstance"),
    ("jdk/internal/reflect/", "invoke"),
    ("jdk/internal/reflect/", "newInstance"),
];
const CALLING_FIELDS: [(&str, &str); 2] = [("java/lang/reflect/Field", ""), ("jdk/internal/reflect/Unsafe", "")];

/// Methods of quiet ones in which something is a step: the number in a thread's name, and who is told of exceptions.
const LOUD_METHODS: [(&str, &str); 3] = [
    ("java/lang/Thread", "nextThreadNum"),
    ("java/lang/Thread$ThreadNumbering", "next"),
    ("java/lang/ThreadGroup", "uncaughtException"),
];

impl Machine<'_> {
    /// Whether the instruction at hand is part of what the JDK does for itself.
    pub(super) fn is_quiet(&mut self, state: &mut State) -> bool {
        for depth in (0..state.frames.len()).rev() {
            let (frame, classes) = (&state.frames[depth], &self.world.classes);
            let method = &classes[frame.method];
            let class = &classes[method.class];
            if !class.is_jdk() {
                return false;
            }
            let (class, method) = (&*class.name, &*method.name);
            if LOUD_METHODS.contains(&(class, method)) {
                return false;
            }
            if class == "java/io/PrintStream" && !self.world.races.prints {
                let stream = state.stack[frame.locals as usize];
                if matches!(stream, Value::Ref(stream) if is_console(self, state, stream).unwrap_or(false)) {
                    return true;
                }
                continue;
            }
            let calls = |&(of, name): &(&str, &str)| class.starts_with(of) && method.starts_with(name);
            if CALLING.iter().chain(&CALLING_FIELDS).any(calls) {
                continue;
            }
            let is_quiet = QUIET.contains(&class)
                || QUIET_PACKAGES.iter().any(|package| class.starts_with(package))
                || QUIET_METHODS.iter().any(|(of, methods)| *of == class && methods.contains(&method));
            if is_quiet {
                return true;
            }
        }
        false
    }
}
