//! Exceptions: making them as the VM does (no constructor runs), stack traces, and unwinding.

use crate::heap::Body;
use crate::heap::elements::Elements;
use crate::heap::text::Shape;
use crate::natives::decided;
use crate::program::{ClassId, MethodId, ObjectId, Value, WRAPPERS};
use crate::reason::Reason;
use crate::state::proof::BROKEN;
use crate::state::shapes::Phase;
use crate::state::way::Went;
use crate::state::{After, Frame, State};
use crate::world::{End, Machine, Res, Stop};
use bytecode::{Prim, Type};
use std::rc::Rc;

/// HotSpot's MaxJavaStackTraceDepth.
const MAX_DEPTH: usize = 1024;
/// The pc of a native method's entry in a backtrace.
const NATIVE_PC: u32 = u32::MAX;

/// The pc of a method that a model stood for when it threw: the frames above, which the JDK's own code would have, are missing.
const MODEL_PC: u32 = u32::MAX - 1;

const CAUGHT: &str = "a clause is broken, and the program catches the error that tells of it";

/// An entry of a backtrace: a method and the instruction in it, `None` for a native method.
#[derive(Clone, Copy, Debug)]
pub struct TraceEntry {
    pub method: MethodId,
    pub pc: Option<u32>,
}

impl TraceEntry {
    /// Are frames missing above?
    pub fn is_model(self) -> bool {
        self.pc == Some(MODEL_PC)
    }
}

/// A piece of a message.
#[derive(Clone, Copy, Debug)]
pub enum Told<'a> {
    Words(&'a str),
    Number(Value),
    /// A String.
    Text(ObjectId),
}

impl Told<'_> {
    /// In words, if it needs no terms.
    fn plain(&self) -> Option<String> {
        match *self {
            Told::Words(words) => Some(words.into()),
            Told::Number(Value::Int(number)) => Some(number.to_string()),
            Told::Number(Value::Long(number)) => Some(number.to_string()),
            Told::Number(_) | Told::Text(_) => None,
        }
    }
}

impl Machine<'_> {
    /// Throws a JDK exception with a message.
    pub fn throw(&mut self, state: &mut State, class: &str, message: Option<&str>) -> Stop {
        let message = message.map_or(ObjectId::NULL, |m| self.new_string(state, m));
        self.throw_object(state, class, message)
    }

    /// Throws a JDK exception whose message holds numbers: those that are symbolic stay so.
    pub fn throw_telling(&mut self, state: &mut State, class: &str, message: &[Told]) -> Stop {
        match self.tell(state, message) {
            Ok(message) => self.throw_object(state, class, message),
            Err(stop) => stop,
        }
    }

    fn tell(&mut self, state: &mut State, message: &[Told]) -> Res<ObjectId> {
        let plain: Option<String> = message.iter().map(|told| told.plain()).collect();
        if let Some(plain) = plain {
            return Ok(self.new_string(state, &plain));
        }
        let mut parts = Vec::with_capacity(message.len());
        for told in message {
            parts.push(match *told {
                Told::Words(words) => self.literal_text(words),
                Told::Text(string) => self.text_of(state, string)?,
                Told::Number(number) => {
                    // One path has one message.
                    let is_followed = self.world.followed.is_some();
                    let number = if is_followed { self.concretize(state, number)? } else { number };
                    match number {
                        Value::Int(number) => self.literal_text(&number.to_string()),
                        Value::Long(number) => self.literal_text(&number.to_string()),
                        symbolic => {
                            let term = self.lift(symbolic);
                            self.decimal_text(term)
                        }
                    }
                }
            });
        }
        let text = self.concat_texts(&parts)?;
        let constant: Option<Vec<u16>> = match &text.shape {
            Shape::Units(units) => {
                units.iter().map(|&unit| self.world.terms.bits(unit).map(|bits| bits as u16)).collect()
            }
            _ => None,
        };
        Ok(match constant {
            Some(units) => self.new_string_units(state, &units),
            None => self.text_object(state, text),
        })
    }

    /// Throws a JDK exception whose message is that String.
    pub fn throw_object(&mut self, state: &mut State, class: &str, message: ObjectId) -> Stop {
        match self.meet_missing(state, class, message) {
            Ok(()) => self.throw_caused(state, class, message, None),
            Err(stop) => stop,
        }
    }

    pub fn throw_with_cause(&mut self, state: &mut State, class: &str, message: Option<&str>, cause: ObjectId) -> Stop {
        let message = message.map_or(ObjectId::NULL, |m| self.new_string(state, m));
        match self.meet_missing(state, class, message) {
            Ok(()) => self.throw_caused(state, class, message, Some(cause)),
            Err(stop) => stop,
        }
    }

    /// As it is, whatever the class says: nothing need be missing.
    pub(crate) fn throw_caused(
        &mut self,
        state: &mut State,
        class: &str,
        message: ObjectId,
        cause: Option<ObjectId>,
    ) -> Stop {
        match self.new_throwable(state, class, message, cause) {
            Ok(exception) => Stop::Throw(exception),
            Err(stop) => stop,
        }
    }

    pub fn null_pointer(&mut self, state: &mut State) -> Stop {
        self.throw(state, "java/lang/NullPointerException", None)
    }

    pub fn stack_overflow(&mut self, state: &mut State) -> Stop {
        self.meet(state, decided::OVERFLOWS);
        self.throw(state, "java/lang/StackOverflowError", None)
    }

    /// The fields as the constructors of Throwable leave them.
    fn new_throwable(
        &mut self,
        state: &mut State,
        class: &str,
        message: ObjectId,
        cause: Option<ObjectId>,
    ) -> Res<ObjectId> {
        let class = self.jdk_class(state, class)?;
        self.ensure_initialized(state, class)?;
        let exception = self.new_object(state, class);
        let unassigned = self.static_named(state, "java/lang/Throwable", "UNASSIGNED_STACK")?;
        let sentinel = self.static_named(state, "java/lang/Throwable", "SUPPRESSED_SENTINEL")?;
        self.set_field_named(state, exception, "detailMessage", Value::Ref(message))?;
        self.set_field_named(state, exception, "cause", Value::Ref(cause.unwrap_or(exception)))?;
        self.set_field_named(state, exception, "stackTrace", unassigned)?;
        self.set_field_named(state, exception, "suppressedExceptions", sentinel)?;
        // NullPointerException computes its helpful message from the first frame of its trace, if that is the one that
        // failed: 1 means not computed yet, 2 means that the message is final.
        if self.world.classes.slot_named(class, "extendedMessageState").is_some() {
            let shown = state.native.is_none() && state.frames.last().is_some_and(|f| !self.is_invisible(f));
            let message_state = Value::Int(if shown { 1 } else { 2 });
            self.set_field_named(state, exception, "extendedMessageState", message_state)?;
        }
        self.fill_in_trace(state, exception, 0)?;
        Ok(exception)
    }

    /// Records the current stack in the throwable, without its `skip` topmost frames.
    pub fn fill_in_trace(&mut self, state: &mut State, exception: ObjectId, skip: usize) -> Res<()> {
        let mut entries: Vec<i64> = Vec::new();
        let mut record = |method: MethodId, pc: u32| entries.push(((method.0 as i64) << 32) | pc as i64);
        if let Some(native) = state.native.filter(|_| skip == 0) {
            record(native, NATIVE_PC);
        }
        for (depth, frame) in state.frames.iter().rev().enumerate() {
            if depth >= skip && !self.is_invisible(frame) {
                record(frame.method, frame.pc);
            }
            if let Some(native) = frame.after.native() {
                record(native, NATIVE_PC);
            }
        }
        entries.truncate(MAX_DEPTH);
        let longs = self.world.classes.primitive(Some(Prim::Long));
        let array = self.world.array_of(longs);
        let depth = entries.len() as i32;
        let trace = state.heap.alloc(array, Body::Longs(Elements::from_slice(&entries)));
        self.set_field_named(state, exception, "backtrace", Value::Ref(trace))?;
        self.set_field_named(state, exception, "depth", Value::Int(depth))
    }

    /// A model of a method with bytecode threw: if it made the exception itself, the trace begins with that method.
    pub(super) fn mark_model(&mut self, state: &mut State, exception: ObjectId, method: MethodId) -> Res<()> {
        let backtrace = self.field_named(state, exception, "backtrace")?.as_ref();
        let Some(trace) = self.trace(state, backtrace)? else { return Ok(()) };
        let visible = state.frames.iter().filter(|frame| !self.is_invisible(frame));
        let is_own =
            state.frames.last().is_none_or(|top| trace.first().is_some_and(|entry| entry.method == top.method));
        if !is_own || trace.len() > visible.count().min(MAX_DEPTH) {
            return Ok(());
        }
        let mut entries = vec![((method.0 as i64) << 32) | i64::from(MODEL_PC)];
        if let Body::Longs(known) = &state.heap.get(backtrace).body {
            entries.extend(known.iter());
        }
        let (class, depth) = (self.class_of(state, backtrace), entries.len() as i32);
        let marked = state.heap.alloc(class, Body::Longs(Elements::from_slice(&entries)));
        self.set_field_named(state, exception, "backtrace", Value::Ref(marked))?;
        self.set_field_named(state, exception, "depth", Value::Int(depth))
    }

    /// Frames that stack traces leave out.
    fn is_invisible(&self, frame: &Frame) -> bool {
        let method = &self.world.classes[frame.method];
        let class = &self.world.classes[method.class];
        frame.pending || method.hidden || class.hidden || class.synthetic
    }

    /// A line of a stack trace: `Main.f(Main.java:3)`.
    /// An instruction as a stack trace shows it.
    pub fn place_line(&self, method: MethodId, pc: u32) -> String {
        self.frame_line(TraceEntry { method, pc: Some(pc) })
    }

    pub fn frame_line(&self, entry: TraceEntry) -> String {
        let method = &self.world.classes[entry.method];
        let class = &self.world.classes[method.class];
        let file = class.file.as_ref().and_then(|f| f.source_file.as_deref());
        let line = entry.pc.and_then(|pc| method.code.get()?.line(pc));
        let place = match (file, line, entry.pc) {
            (_, _, None) => "Native Method".into(),
            (Some(file), Some(line), _) => format!("{file}:{line}"),
            (Some(file), None, _) => file.to_string(),
            (None, _, _) => "Unknown Source".into(),
        };
        format!("{}.{}({place})", class.dotted(), method.name)
    }

    /// Where a state stands, innermost frame first, as lines for a message.
    pub fn stack_lines(&self, state: &State) -> Vec<String> {
        self.frame_lines(&state.frames, None)
    }

    /// The same for any thread's frames, with the native method on top in which it waits.
    pub(crate) fn frame_lines(&self, frames: &[Frame], native: Option<MethodId>) -> Vec<String> {
        let native = native.map(|method| TraceEntry { method, pc: None });
        let visible = frames.iter().rev().filter(|frame| !self.is_invisible(frame));
        let entries = visible.map(|frame| TraceEntry { method: frame.method, pc: Some(frame.pc) });
        native.into_iter().chain(entries).map(|entry| format!("at {}", self.frame_line(entry))).collect()
    }

    /// The backtrace that we recorded, if it is ours.
    pub fn trace(&mut self, state: &mut State, backtrace: ObjectId) -> Res<Option<Vec<TraceEntry>>> {
        if backtrace.is_null() {
            return Ok(None);
        }
        let Body::Longs(entries) = &self.object(state, backtrace)?.body else {
            return Ok(None);
        };
        let decode = |e: i64| TraceEntry {
            method: MethodId((e >> 32) as u32),
            pc: Some(e as u32).filter(|&pc| pc != NATIVE_PC),
        };
        Ok(Some(entries.iter().map(decode).collect()))
    }

    /// Gives an exception that came out of the concrete heap the stack trace of our frames.
    pub fn adopt_trace(&mut self, state: &mut State, exception: ObjectId) -> Res<()> {
        let backtrace = self.field_named(state, exception, "backtrace")?.as_ref();
        if self.trace(state, backtrace)?.is_none() {
            self.fill_in_trace(state, exception, 0)?;
        }
        Ok(())
    }

    /// The frames of a throwable's own construction, which its trace leaves out: fillInStackTrace and its constructors.
    pub fn construction_frames(&self, state: &State, exception: ObjectId) -> usize {
        let class = self.class_of(state, exception);
        let mut frames = state.frames.iter().rev().peekable();
        let mut skip = 0;
        while frames.next_if(|f| *self.world.classes[f.method].name == *"fillInStackTrace").is_some() {
            skip += 1;
        }
        while frames
            .next_if(|f| {
                let method = &self.world.classes[f.method];
                *method.name == *"<init>" && self.world.classes.is_subclass(class, method.class)
            })
            .is_some()
        {
            skip += 1;
        }
        skip
    }

    /// Finds the handler of an exception, down to depth `floor`. `Some` if it left the frame there.
    pub fn unwind(&mut self, state: &mut State, exception: ObjectId, floor: usize) -> Res<Option<ObjectId>> {
        let mut exception = exception;
        loop {
            if let Some(target) = self.handler(state, exception) {
                self.meet_handled(state, exception);
                let frame = state.top_mut();
                let code = self.world.classes[frame.method].code.get().expect("decoded");
                frame.sp = frame.locals + code.max_locals as u32;
                frame.pc = target;
                state.push(Value::Ref(exception));
                self.note_place(state, Went::Caught);
                return Ok(None);
            }
            let frame = state.frames.pop().expect("a frame");
            if !frame.lock.is_null() {
                state.exit_monitor(frame.lock);
            }
            match frame.after {
                After::Leave(_) if state.is_owner() => return Ok(Some(exception)),
                After::Leave(_) | After::Thread => {
                    self.meet_broken(state, exception);
                    self.thread_threw(state, exception)?;
                    return Ok(None);
                }
                // No test can make it so.
                After::Made(_) => return Err(Stop::End(End::Assumed)),
                After::Initialized(class) => {
                    self.meet_broken(state, exception);
                    exception = self.fail_initialization(state, class, exception)?;
                    exception = self.fail_begun(state, exception)?;
                }
                After::PushBoxed(_) | After::PushConstructed(..) => {
                    self.meet_broken(state, exception);
                    exception = self.wrap_reflective(state, frame.after, exception)?;
                }
                After::Push | After::Discard | After::Resume | After::PushFor(_) => {}
            }
            if state.frames.len() < floor && state.is_owner() {
                return Ok(Some(exception));
            }
        }
    }

    /// What a handler sees that only the JVM or the machine decides.
    fn meet_handled(&mut self, state: &mut State, exception: ObjectId) {
        if !self.world.explores() {
            return;
        }
        let class = self.class_of(state, exception);
        match &*self.world.classes[class].name {
            "java/lang/StackOverflowError" => self.meet(state, decided::OVERFLOW_SEEN),
            "java/lang/OutOfMemoryError" => self.meet(state, decided::MEMORY_SEEN),
            _ => self.meet_broken(state, exception),
        }
    }

    /// A clause inside of a body is broken, which its program does not know: who catches the error does what the program never does.
    fn meet_broken(&self, state: &mut State, exception: ObjectId) {
        let class = self.class_of(state, exception);
        // A check says so by itself.
        if *self.world.classes[class].name == *BROKEN && state.path.shapes.phase == Phase::Before {
            state.path.imprecise(Reason::Unproved(CAUGHT.into()));
        }
    }

    fn handler(&self, state: &State, exception: ObjectId) -> Option<u32> {
        let frame = state.top();
        if frame.pending {
            return None;
        }
        let class = self.class_of(state, exception);
        let code = self.world.classes[frame.method].code.get()?;
        let covering = code.handlers.iter().filter(|h| h.start <= frame.pc && frame.pc < h.end);
        // A handler's class that is not a loaded superclass of the exception cannot match: compare names.
        covering
            .into_iter()
            .find(|h| h.catch.as_ref().is_none_or(|name| self.has_superclass(class, name)))
            .map(|h| h.target)
    }

    fn has_superclass(&self, class: ClassId, name: &str) -> bool {
        self.world.classes[class].chain.iter().any(|&c| *self.world.classes[c].name == *name)
    }

    /// An exception that leaves a reflective call arrives as InvocationTargetException.
    pub fn wrap_reflective(&mut self, state: &mut State, after: After, exception: ObjectId) -> Res<ObjectId> {
        let native = match after {
            After::PushBoxed(native) | After::PushConstructed(_, native) => native,
            After::Push
            | After::PushFor(_)
            | After::Discard
            | After::Resume
            | After::Initialized(_)
            | After::Made(_)
            | After::Thread
            | After::Leave(_) => {
                return Ok(exception);
            }
        };
        let outer = state.native.replace(native);
        let class = "java/lang/reflect/InvocationTargetException";
        let wrapped = self.new_throwable(state, class, ObjectId::NULL, Some(ObjectId::NULL));
        state.native = outer;
        let wrapped = wrapped?;
        self.set_field_named(state, wrapped, "target", Value::Ref(exception))?;
        Ok(wrapped)
    }

    /// Boxes the result of a reflective call; void gives null.
    pub fn box_result(&mut self, state: &mut State, method: MethodId, value: Option<Value>) -> Res<Value> {
        match (self.world.classes[method].result.clone(), value) {
            (Some(Type::Prim(prim)), Some(value)) if self.world.explores() => {
                let class = self.jdk_class(state, wrapper_class(prim))?;
                let boxed = self.new_object(state, class);
                self.set_field_named(state, boxed, "value", value)?;
                // Some JDKs take the box of the cache, others make a new one.
                Rc::make_mut(&mut state.path.twins).insert(boxed);
                Ok(Value::Ref(boxed))
            }
            (Some(Type::Prim(prim)), Some(value)) => self.box_value(state, prim, value),
            (_, Some(value)) => Ok(value),
            (_, None) => Ok(Value::NULL),
        }
    }

    /// `Integer.valueOf` and its like.
    pub fn box_value(&mut self, state: &mut State, prim: Prim, value: Value) -> Res<Value> {
        let wrapper = wrapper_class(prim);
        let class = self.jdk_class(state, wrapper)?;
        let descriptor = format!("({})L{wrapper};", prim.descriptor());
        let method = self.find_method(state, class, "valueOf", &descriptor)?;
        Ok(self.call(state, method, &[value])?.expect("a box"))
    }

    /// The primitive inside a box, or `None` for any other object.
    pub fn unbox(&mut self, state: &mut State, object: ObjectId) -> Res<Option<(Prim, Value)>> {
        let class = self.class_of(state, object);
        let name = self.world.classes[class].name.clone();
        match WRAPPERS.iter().find(|(_, wrapper)| **wrapper == *name) {
            Some(&(prim, _)) => Ok(Some((prim, self.field_named(state, object, "value")?))),
            None => Ok(None),
        }
    }
}

pub fn wrapper_class(prim: Prim) -> &'static str {
    WRAPPERS.iter().find(|(p, _)| *p == prim).expect("all kinds are listed").1
}
