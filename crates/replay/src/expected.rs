//! The end that a replay must show: an exception, and the first frame of user code in its stack trace, as `java` prints it.

use bytecode::DottedName;
use machine::{Machine, ObjectId, Res, State, Value};

/// What the program is expected to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    pub exception: DottedName,
    /// The first frame of user code, as a stack trace shows it.
    pub frame: Option<String>,
}

impl Expected {
    /// What is known of the stack trace.
    pub(crate) fn trace(&self) -> Vec<String> {
        let frame = self.frame.iter().map(|frame| format!("at {frame}"));
        [self.exception.to_string()].into_iter().chain(frame).collect()
    }
}

/// The exception that a path ends with, as a replay must show it.
pub fn expected(machine: &mut Machine, state: &mut State, exception: ObjectId) -> Res<Expected> {
    let class = machine.class_of(state, exception);
    let exception_class = machine.world.classes[class].dotted();
    if let Some(frame) = given_frame(machine, state, exception)? {
        return Ok(Expected { exception: exception_class, frame });
    }
    let backtrace = machine.field_named(state, exception, "backtrace")?;
    let trace = match backtrace {
        Value::Ref(id) => machine.trace(state, id)?.unwrap_or_default(),
        _ => Vec::new(),
    };
    let user = trace.iter().find(|e| !machine.world.classes[machine.world.classes[e.method].class].is_jdk());
    let frame = user.map(|entry| machine.frame_line(*entry));
    Ok(Expected { exception: exception_class, frame })
}

/// The first frame of user code in the elements that `setStackTrace` has given to an exception, or `getStackTrace` has made; `None` if there are no
/// elements yet. Checks of arguments that Kotlin adds take themselves out of the trace so.
fn given_frame(machine: &mut Machine, state: &mut State, exception: ObjectId) -> Res<Option<Option<String>>> {
    let elements = machine.field_named(state, exception, "stackTrace")?;
    let unassigned = machine.static_named(state, "java/lang/Throwable", "UNASSIGNED_STACK")?;
    let Value::Ref(elements) = elements else { return Ok(None) };
    if elements.is_null() || elements == unassigned.as_ref() {
        return Ok(None);
    }
    for at in 0..machine.array_length(state, elements)? {
        let Value::Ref(element) = machine.element(state, elements, at)? else { return Ok(None) };
        let module = machine.field_named(state, element, "moduleName")?.as_ref();
        if module.is_null() {
            return Ok(Some(Some(line(machine, state, element)?)));
        }
    }
    Ok(Some(None))
}

/// `Main.f(Main.java:3)` of a StackTraceElement, as its `toString` has it for code of the class path.
fn line(machine: &mut Machine, state: &mut State, element: ObjectId) -> Res<String> {
    /// What `lineNumber` is in a native method.
    const NATIVE: i32 = -2;
    let mut text = |state: &mut State, name: &str| match machine.field_named(state, element, name)?.as_ref() {
        id if id.is_null() => Ok(None),
        id => machine.string(state, id).map(Some),
    };
    let class = text(state, "declaringClass")?.unwrap_or_default();
    let method = text(state, "methodName")?.unwrap_or_default();
    let file = text(state, "fileName")?;
    let place = match (file, machine.int_named(state, element, "lineNumber")?) {
        (_, NATIVE) => "Native Method".into(),
        (Some(file), line) if line >= 0 => format!("{file}:{line}"),
        (Some(file), _) => file,
        (None, _) => "Unknown Source".into(),
    };
    Ok(format!("{class}.{method}({place})"))
}
