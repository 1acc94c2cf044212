//! Stack traces: recorded from our frames, shown with the names, files and lines of our classes.

use super::{Call, LibraryModel, Ret, model};
use crate::execute::helpful;
use crate::execute::throw::TraceEntry;
use crate::program::{ObjectId, Value};
use crate::reason::Reason;
use crate::state::State;
use crate::world::{Machine, Res};

const ELEMENT: &str = "java/lang/StackTraceElement";

pub const MODELS: &[LibraryModel] = &[
    model("java/lang/Throwable", "fillInStackTrace", "(I)Ljava/lang/Throwable;", fill_in_stack_trace),
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
        state.path.imprecise(Reason::Imprecision(what.into()));
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
