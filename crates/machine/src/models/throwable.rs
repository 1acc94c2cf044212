//! Stack traces: recorded from our frames, shown with the names, files and lines of our classes.

use super::{Call, LibraryModel, Ret, model};
use crate::execute::helpful;
use crate::execute::throw::TraceEntry;
use crate::program::{ObjectId, Value};
use crate::reason::{Inexact, Reason};
use crate::state::{Console, State};
use crate::world::streams::is_console;
use crate::world::{Machine, Res};

const THROWABLE: &str = "java/lang/Throwable";
const ELEMENT: &str = "java/lang/StackTraceElement";
/// Methods with which a class says what is printed of its exceptions.
const TELLING: [&str; 5] = ["toString", "getMessage", "getLocalizedMessage", "getCause", "printStackTrace"];
/// How many causes are looked at.
const MOST_CAUSES: usize = 16;

pub const MODELS: &[LibraryModel] = &[
    model(THROWABLE, "fillInStackTrace", "(I)Ljava/lang/Throwable;", fill_in_stack_trace),
    model(THROWABLE, "printStackTrace", "()V", print_stack_trace),
    model(ELEMENT, "initStackTraceElements", "", init_elements),
    model("java/lang/NullPointerException", "getExtendedNPEMessage", "()Ljava/lang/String;", helpful_message),
];

fn fill_in_stack_trace(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let throwable = call.reference(0);
    let skip = machine.construction_frames(state, throwable);
    // The native itself is not part of the trace.
    state.native = None;
    machine.fill_in_trace(state, throwable, skip)?;
    Ret::reference(throwable)
}

/// To the console of a muted state nothing is printed, so nothing has to be put into words, unless the program has a part in that.
fn print_stack_trace(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if state.console != Console::Muted {
        return Ok(Ret::Interpret);
    }
    let stream = machine.static_named(state, "java/lang/System", "err")?.as_ref();
    if stream.is_null() || !is_console(machine, state, stream)? {
        return Ok(Ret::Interpret);
    }
    let none = machine.static_named(state, THROWABLE, "SUPPRESSED_SENTINEL")?.as_ref();
    let mut throwable = call.reference(0);
    for _ in 0..MOST_CAUSES {
        let suppressed = machine.field_named(state, throwable, "suppressedExceptions")?;
        let cause = machine.field_named(state, throwable, "cause")?;
        let (Value::Ref(suppressed), Value::Ref(cause)) = (suppressed, cause) else { return Ok(Ret::Interpret) };
        if has_a_say(machine, state, throwable) || !suppressed.is_null() && suppressed != none {
            return Ok(Ret::Interpret);
        }
        if cause.is_null() || cause == throwable {
            return Ok(Ret::Void);
        }
        throwable = cause;
    }
    Ok(Ret::Interpret)
}

/// Does code of the program decide what is printed of this exception?
fn has_a_say(machine: &Machine, state: &State, throwable: ObjectId) -> bool {
    let classes = &machine.world.classes;
    let above = std::iter::successors(Some(machine.class_of(state, throwable)), |&class| classes[class].superclass);
    let mut own = above.map(|class| &classes[class]).take_while(|class| !class.is_jdk());
    own.any(|class| class.methods.iter().any(|&method| TELLING.contains(&&*classes[method].name)))
}

/// initStackTraceElements(elements, throwable or backtrace[, depth])
fn init_elements(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let elements = machine.refs(state, call.reference(0))?;
    let source = call.reference(1);
    let class = machine.class_of(state, source);
    let backtrace = if machine.world.classes.is_subclass(class, machine.world.throwable) {
        machine.field_named(state, source, "backtrace")?.as_ref()
    } else {
        source
    };
    let trace = machine.trace(state, backtrace)?.unwrap_or_default();
    if trace.iter().any(|entry| entry.is_model()) {
        let what = "the stack trace of an exception that a model of a library method throws";
        state.path.imprecise(Reason::Imprecision(Inexact::Trace, what.into()));
    }
    for (&element, entry) in elements.iter().zip(trace) {
        describe(machine, state, element, entry)?;
    }
    Ok(Ret::Void)
}

/// Fills a StackTraceElement.
pub fn describe(machine: &mut Machine, state: &mut State, element: ObjectId, entry: TraceEntry) -> Res<()> {
    let method = &machine.world.classes[entry.method];
    let class = &machine.world.classes[method.class];
    let (id, method_name, class_name) = (class.id, method.name.clone(), class.dotted());
    let module = class.module.clone();
    let file = class.file.as_ref().and_then(|f| f.source_file.clone());
    let line = match entry.pc {
        None => -2,
        Some(pc) => method.code.get().and_then(|code| code.line(pc)).map_or(-1, |line| line as i32),
    };
    let loader = machine.loader_name(state, id)?;
    let loader_name = loader.trim_matches('\'');
    let mirror = machine.mirror(state, id)?;
    machine.set_field_named(state, element, "declaringClassObject", Value::Ref(mirror))?;
    set_text(machine, state, element, "declaringClass", Some(&class_name))?;
    set_text(machine, state, element, "methodName", Some(&method_name))?;
    set_text(machine, state, element, "fileName", file.as_deref())?;
    set_text(machine, state, element, "moduleName", module.as_deref())?;
    let version = machine.world.options.version.clone();
    set_text(machine, state, element, "moduleVersion", module.is_some().then_some(version.as_str()))?;
    let named_loader = loader.starts_with('\'') && loader.ends_with('\'') && loader_name != "bootstrap";
    set_text(machine, state, element, "classLoaderName", named_loader.then_some(loader_name))?;
    machine.set_field_named(state, element, "lineNumber", Value::Int(line))
}

fn set_text(machine: &mut Machine, state: &mut State, element: ObjectId, field: &str, text: Option<&str>) -> Res<()> {
    let value = match text {
        Some(text) => {
            let units: Vec<u16> = text.encode_utf16().collect();
            machine.intern(&units)?
        }
        None => ObjectId::NULL,
    };
    machine.set_field_named(state, element, field, Value::Ref(value))
}

fn helpful_message(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let backtrace = machine.field_named(state, call.reference(0), "backtrace")?.as_ref();
    let trace = machine.trace(state, backtrace)?.unwrap_or_default();
    let message = match trace.first() {
        Some(&TraceEntry { method, pc: Some(pc) }) => helpful::message(machine.world, method, pc),
        _ => None,
    };
    match message {
        Some(text) => Ret::reference(machine.new_string(state, &text)),
        None => Ret::reference(ObjectId::NULL),
    }
}
