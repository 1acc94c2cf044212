//! java.lang.StackWalker: the walk goes over our frames, batch by batch, while the JDK's own code asks for more. Frames
//! below the start of a walk do not change during it, so its position is a depth and a count.

use super::throwable::describe;
use super::{Call, LibraryModel, Ret, model};
use crate::execute::classes::resolve::external_signature;
use crate::execute::method_handles::{IS_CONSTRUCTOR, IS_METHOD};
use crate::execute::throw::TraceEntry;
use crate::heap::Body;
use crate::program::{Method, MethodId, ObjectId, Value};
use crate::state::{After, Frame, State};
use crate::world::{Machine, Res};

const WALKER: &str = "java/lang/StackStreamFactory$AbstractStackWalker";
const ELEMENT: &str = "java/lang/StackTraceElement";

pub const MODELS: &[LibraryModel] = &[
    model(WALKER, "callStackWalk", "", call_stack_walk),
    model(WALKER, "fetchStackFrames", "(JJII[Ljava/lang/Object;)I", fetch_to_index),
    model(WALKER, "fetchStackFrames", "(IJIII[Ljava/lang/Object;)I", fetch_count),
    model(ELEMENT, "initStackTraceElement", "", init_element),
    model("java/lang/StackFrameInfo", "expandStackFrameInfo", "", expand),
];

/// Modes of StackStreamFactory: the frames are wanted as classes alone.
const CLASSES_ONLY: i64 = 0x2;
/// Until JDK 21: for StackWalker.getCallerClass.
const CALLER_CLASS: i64 = 0x4;
const SHOW_HIDDEN: i64 = 0x20;

/// Flags of MemberName.
const CALLER_SENSITIVE: i32 = 0x100000;
const HIDDEN_MEMBER: i32 = 0x400000;
/// REF_invokeVirtual (JVMS 4.4.8), where MemberName keeps it: some kind must be there.
const INVOKE_VIRTUAL: i32 = 5 << 24;

/// A batch to be filled.
struct Batch {
    mode: i64,
    /// The first and the last index of the buffer, exclusive.
    start: usize,
    end: usize,
    buffer: ObjectId,
}

/// Where a walk goes on: over the lowest `depth` frames of the state, of whose entries `next` were seen.
#[derive(Clone, Copy)]
struct Position {
    depth: u32,
    next: u32,
}

impl Position {
    /// The JDK keeps it for us as a number that is neither 0 nor -1.
    fn anchor(self) -> i64 {
        (self.depth as i64) << 32 | self.next as i64
    }

    fn from_anchor(anchor: i64) -> Position {
        Position { depth: (anchor >> 32) as u32, next: anchor as u32 }
    }
}

/// callStackWalk(mode, skip[, scope, continuation], size, start, buffer): fills a first batch and calls doStackWalk.
fn call_stack_walk(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let last = call.arguments.len() - 1;
    let (size, start) = (call.int(last - 2) as usize, call.int(last - 1) as usize);
    // Before JDK 21 the size does not count the reserved elements at the start of the buffer.
    let counts_all = call.arguments.len() > 6;
    let batch = Batch {
        mode: number(call.arguments[1]),
        start,
        end: if counts_all { size } else { start + size },
        buffer: call.reference(last),
    };
    let walker = machine.jdk_class(state, "java/lang/StackWalker")?;
    let walk = machine.jdk_class(state, WALKER)?;
    let depth = state.frames.len() as u32;
    let entries = frames_of(&state.frames[..depth as usize]);
    let own = entries.iter().take_while(|entry| {
        let class = machine.world.classes[entry.method].class;
        class == walker || class == walk || machine.world.classes[class].superclass == Some(walk)
    });
    let next = (own.count() + call.int(2) as usize) as u32;
    let (filled, position) = fill(machine, state, &batch, Position { depth, next })?;
    let count = if counts_all { filled } else { size };
    let descriptor = "(JIIII)Ljava/lang/Object;";
    let method = machine.find_method(state, walk, "doStackWalk", descriptor)?;
    let arguments = vec![
        call.arguments[0],
        Value::Long(position.anchor()),
        call.arguments[2],
        Value::Int(count as i32),
        Value::Int(start as i32),
        Value::Int((start + filled) as i32),
    ];
    Ok(Ret::Call { method, arguments, after: After::PushFor(call.method) })
}

/// fetchStackFrames(mode, anchor, size, start, buffer) answers the index behind the last frame.
fn fetch_to_index(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let start = call.int(4) as usize;
    let batch = Batch { mode: call.long(1), start, end: start + call.int(3) as usize, buffer: call.reference(5) };
    let filled = fetch(machine, state, call, &batch)?;
    Ret::int((start + filled) as i32)
}

/// fetchStackFrames(mode, anchor, last count, size, start, buffer) answers the number of frames.
fn fetch_count(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let batch = Batch {
        mode: call.int(1) as i64,
        start: call.int(5) as usize,
        end: call.int(4) as usize,
        buffer: call.reference(6),
    };
    let filled = fetch(machine, state, call, &batch)?;
    Ret::int(filled as i32)
}

fn fetch(machine: &mut Machine, state: &mut State, call: &Call, batch: &Batch) -> Res<usize> {
    let position = Position::from_anchor(call.long(2));
    let (filled, position) = fill(machine, state, batch, position)?;
    let anchor = Value::Long(position.anchor());
    machine.set_field_named(state, call.reference(0), "anchor", anchor)?;
    Ok(filled)
}

fn number(value: Value) -> i64 {
    match value {
        Value::Int(i) => i as i64,
        other => other.as_long(),
    }
}

/// Fills the batch from a position on; answers how many frames it got and where to go on.
fn fill(machine: &mut Machine, state: &mut State, batch: &Batch, from: Position) -> Res<(usize, Position)> {
    let entries = frames_of(&state.frames[..from.depth as usize]);
    let mut at = batch.start;
    let mut next = from.next;
    while at < batch.end && (next as usize) < entries.len() {
        let entry = entries[next as usize];
        next += 1;
        if batch.mode & SHOW_HIDDEN == 0 && is_hidden(machine, entry.method) {
            continue;
        }
        fill_frame(machine, state, batch, at, entry)?;
        at += 1;
    }
    Ok((at - batch.start, Position { next, ..from }))
}

pub(super) fn is_hidden(machine: &Machine, method: MethodId) -> bool {
    let method = &machine.world.classes[method];
    let class = &machine.world.classes[method.class];
    method.hidden || class.hidden || class.synthetic
}

fn fill_frame(machine: &mut Machine, state: &mut State, batch: &Batch, at: usize, entry: TraceEntry) -> Res<()> {
    let method = &machine.world.classes[entry.method];
    let (class, flags) = (method.class, member_flags(method));
    let mirror = machine.mirror(state, class)?;
    let buffer = machine.refs(state, batch.buffer)?;
    let info = buffer.get(at).copied().unwrap_or(ObjectId::NULL);
    if info.is_null() {
        // Until JDK 21 the caller's class is all that getCallerClass wants.
        if batch.mode & CALLER_CLASS != 0 && at == batch.start {
            refuse_caller_sensitive(machine, state, entry.method)?;
        }
        if let Body::Refs(elements) = &mut machine.object_mut(state, batch.buffer)?.body {
            elements.set(at, mirror);
        }
        return Ok(());
    }
    let of = machine.class_of(state, info);
    if machine.world.classes.slot_named(of, "memberName").is_some() {
        let member = machine.field_named(state, info, "memberName")?.as_ref();
        let (name, ty) = name_and_type(machine, entry.method)?;
        machine.set_field_named(state, member, "clazz", Value::Ref(mirror))?;
        machine.set_field_named(state, member, "name", Value::Ref(name))?;
        machine.set_field_named(state, member, "type", Value::Ref(ty))?;
        let flags = Value::Int(flags | INVOKE_VIRTUAL);
        machine.set_field_named(state, member, "flags", flags)?;
    } else {
        let named =
            if batch.mode & CLASSES_ONLY != 0 { mirror } else { machine.resolved_name(state, entry.method, mirror)? };
        let hidden = if is_hidden(machine, entry.method) { HIDDEN_MEMBER } else { 0 };
        let before = machine.int_named(state, info, "flags")?;
        let flags = Value::Int(before | flags | hidden);
        machine.set_field_named(state, info, "classOrMemberName", Value::Ref(named))?;
        machine.set_field_named(state, info, "flags", flags)?;
    }
    if machine.world.classes.slot_named(of, "bci").is_some() {
        let code = machine.world.classes[entry.method].code.get();
        let bci = entry.pc.and_then(|pc| Some(code?.pcs[pc as usize] as i32));
        machine.set_field_named(state, info, "bci", Value::Int(bci.unwrap_or(0)))?;
    }
    Ok(())
}

/// The modifiers and the flags that MemberName adds to them.
fn member_flags(method: &Method) -> i32 {
    let is = match &*method.name {
        "<init>" => IS_CONSTRUCTOR,
        _ => IS_METHOD,
    };
    let sensitive = if method.caller_sensitive { CALLER_SENSITIVE } else { 0 };
    method.access as i32 | is | sensitive
}

/// The name and the descriptor of a method as Strings.
fn name_and_type(machine: &mut Machine, method: MethodId) -> Res<(ObjectId, ObjectId)> {
    let method = &machine.world.classes[method];
    let name: Vec<u16> = method.name.encode_utf16().collect();
    let descriptor: Vec<u16> = method.descriptor.encode_utf16().collect();
    Ok((machine.intern(&name)?, machine.intern(&descriptor)?))
}

fn refuse_caller_sensitive(machine: &mut Machine, state: &mut State, method: MethodId) -> Res<()> {
    let method = &machine.world.classes[method];
    if !method.caller_sensitive {
        return Ok(());
    }
    let class = machine.world.classes[method.class].dotted();
    let signature = external_signature(&class, &method.name, &method.descriptor);
    let message = format!("StackWalker::getCallerClass called from @CallerSensitive '{signature}' method");
    Err(machine.throw(state, "java/lang/UnsupportedOperationException", Some(&message)))
}

/// initStackTraceElement(element, info)
fn init_element(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let info = call.reference(1);
    let method = frame_method(machine, state, info)?;
    let bci = machine.int_named(state, info, "bci")?;
    let code = machine.world.classes[method].code.get();
    let pc = code.and_then(|code| code.pcs.binary_search(&(bci as u16)).ok());
    let entry = TraceEntry { method, pc: pc.map(|pc| pc as u32) };
    describe(machine, state, call.reference(0), entry)?;
    Ok(Ret::Void)
}

/// The method that a StackFrameInfo stands for.
fn frame_method(machine: &mut Machine, state: &mut State, info: ObjectId) -> Res<MethodId> {
    let class = machine.class_of(state, info);
    if machine.world.classes.slot_named(class, "memberName").is_some() {
        let member = machine.field_named(state, info, "memberName")?.as_ref();
        return machine.member_method(state, member);
    }
    let name = machine.field_named(state, info, "classOrMemberName")?.as_ref();
    machine.method_of_name(name)
}

/// StackFrameInfo.expandStackFrameInfo()
fn expand(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let info = call.reference(0);
    let method = frame_method(machine, state, info)?;
    let (name, ty) = name_and_type(machine, method)?;
    machine.set_field_named(state, info, "name", Value::Ref(name))?;
    machine.set_field_named(state, info, "type", Value::Ref(ty))?;
    Ok(Ret::Void)
}

/// Frames, the topmost first, with the natives between them.
pub(super) fn frames_of(frames: &[Frame]) -> Vec<TraceEntry> {
    let mut entries = Vec::new();
    for frame in frames.iter().rev() {
        if !frame.pending {
            let (method, pc) = (frame.method, Some(frame.pc));
            entries.push(TraceEntry { method, pc });
        }
        entries.extend(frame.after.native().map(|method| TraceEntry { method, pc: None }));
    }
    entries
}
