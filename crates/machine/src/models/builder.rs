//! StringBuilder and StringBuffer: one that gets symbolic text or numbers becomes symbolic text itself; each change gives it a new one.

use super::texts::{answer, bad_index, become_text, chars, has_symbols, part, pattern, string, unit_at, unit_of};
use super::{Call, LibraryModel, Ret, text};
use crate::heap::Body;
use crate::heap::text::Text;
use crate::program::{ObjectId, Value};
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::world::{Machine, Res};
use std::rc::Rc;
use term::Term;

const BUILDER: &str = "java/lang/StringBuilder";
const BUFFER: &str = "java/lang/StringBuffer";

macro_rules! both {
    ($($method:literal $parameters:literal $result:ident $run:ident),* $(,)?) => {
        pub const MODELS: &[LibraryModel] = &[$(
            text(BUILDER, $method, both!($parameters, $result, "java/lang/StringBuilder"), $run),
            text(BUFFER, $method, both!($parameters, $result, "java/lang/StringBuffer"), $run),
        )*];
    };
    ($parameters:literal, this, $class:literal) => { concat!("(", $parameters, ")L", $class, ";") };
    ($parameters:literal, string, $class:literal) => { concat!("(", $parameters, ")Ljava/lang/String;") };
    ($parameters:literal, sequence, $class:literal) => { concat!("(", $parameters, ")Ljava/lang/CharSequence;") };
    ($parameters:literal, int, $class:literal) => { concat!("(", $parameters, ")I") };
    ($parameters:literal, char, $class:literal) => { concat!("(", $parameters, ")C") };
    ($parameters:literal, void, $class:literal) => { concat!("(", $parameters, ")V") };
}

both! {
    "<init>" "Ljava/lang/String;" void construct,
    "append" "Ljava/lang/String;" this append,
    "append" "Ljava/lang/StringBuffer;" this append,
    "append" "Ljava/lang/CharSequence;" this append_sequence,
    "append" "[C" this append,
    "append" "[CII" this append_chars,
    "append" "Z" this append_boolean,
    "append" "C" this append_char,
    "append" "I" this append,
    "append" "J" this append,
    "append" "F" this append,
    "append" "D" this append,
    "insert" "ILjava/lang/String;" this insert,
    "insert" "ILjava/lang/CharSequence;" this insert_sequence,
    "insert" "I[C" this insert,
    "insert" "IZ" this insert_boolean,
    "insert" "IC" this insert_char,
    "insert" "II" this insert,
    "insert" "IJ" this insert,
    "insert" "IF" this insert,
    "insert" "ID" this insert,
    "delete" "II" this delete,
    "deleteCharAt" "I" this delete_char,
    "setCharAt" "IC" void set_char,
    "setLength" "I" void set_length,
    "length" "" int length,
    "charAt" "I" char char_at,
    "substring" "I" string substring,
    "substring" "II" string substring,
    "subSequence" "II" sequence substring,
    "indexOf" "Ljava/lang/String;" int index_of,
    "indexOf" "Ljava/lang/String;I" int index_of,
    "lastIndexOf" "Ljava/lang/String;" int last_index_of,
    "lastIndexOf" "Ljava/lang/String;I" int last_index_of,
    "toString" "" string to_string,
    "capacity" "" int capacity,
}

/// Not kept while a builder is text; what it is then depends on how the text grew.
fn capacity(_: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let builder = call.reference(0);
    if receiver(state, call).is_some() || state.path.rebuilt.contains(&builder) {
        state
            .path
            .imprecise(Reason::Imprecision(Inexact::Text, "the capacity of a StringBuilder with symbolic text".into()));
    }
    Ok(Ret::Interpret)
}

fn construct(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if call.reference(1).is_null() {
        return Ok(Ret::Interpret);
    }
    match machine.symbolic_text(state, call.reference(1))? {
        Some(text) => become_text(state, call.reference(0), text),
        None => Ok(Ret::Interpret),
    }
}

/// The receiver's text, if it is one.
fn receiver(state: &State, call: &Call) -> Option<Rc<Text>> {
    match &state.heap.get(call.reference(0)).body {
        Body::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// As `receiver`, for an operation that looks at it.
fn looked_at(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Option<Rc<Text>>> {
    match receiver(state, call) {
        Some(text) => Ok(Some(machine.looked_at(state, &text)?)),
        None => Ok(None),
    }
}

fn changed(state: &mut State, call: &Call, text: Rc<Text>) -> Res<Ret> {
    become_text(state, call.reference(0), text)?;
    Ok(Ret::Value(call.arguments[0]))
}

/// A value as text; `None` for null.
fn text_of_value(machine: &mut Machine, state: &mut State, value: Value) -> Res<Option<Rc<Text>>> {
    let text = match value {
        Value::Ref(id) if id.is_null() => return Ok(None),
        Value::Ref(id) if is_array(machine, state, id) => chars(machine, state, id)?,
        Value::Ref(id) => machine.text_of(state, id)?,
        number => {
            let term = machine.lift(number);
            let floating = machine.world.terms.sort(term).is_float();
            if floating { machine.floating_text(term) } else { machine.decimal_text(term) }
        }
    };
    Ok(Some(text))
}

fn is_array(machine: &Machine, state: &State, id: ObjectId) -> bool {
    machine.world.classes[machine.class_of(state, id)].name.starts_with('[')
}

/// The receiver becomes text if it is not yet.
fn append_text(machine: &mut Machine, state: &mut State, call: &Call, added: Rc<Text>) -> Res<Ret> {
    let before = machine.text_of(state, call.reference(0))?;
    let joined = machine.concat_texts(&[before, added])?;
    changed(state, call, joined)
}

fn append(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let value = call.arguments[1];
    if receiver(state, call).is_none() && !is_symbolic(machine, state, value)? {
        return Ok(Ret::Interpret);
    }
    match text_of_value(machine, state, value)? {
        Some(text) => append_text(machine, state, call, text),
        None => Ok(Ret::Interpret),
    }
}

/// Is it text of the JDK's own classes? Others are asked through their methods.
fn is_text(machine: &Machine, state: &State, value: Value) -> bool {
    let id = value.as_ref();
    if id.is_null() {
        return false;
    }
    let class = machine.class_of(state, id);
    class == machine.world.string || matches!(&*machine.world.classes[class].name, BUILDER | BUFFER)
}

fn append_sequence(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if is_text(machine, state, call.arguments[1]) { append(machine, state, call) } else { Ok(Ret::Interpret) }
}

fn insert_sequence(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if is_text(machine, state, call.arguments[2]) { insert(machine, state, call) } else { Ok(Ret::Interpret) }
}

/// append(char[], offset, length)
fn append_chars(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (Value::Int(from), Value::Int(length)) = (call.arguments[2], call.arguments[3]) else {
        return Ok(Ret::Interpret);
    };
    let array = call.reference(1);
    if receiver(state, call).is_none() || array.is_null() {
        return Ok(Ret::Interpret);
    }
    let size = machine.array_length(state, array)? as i64;
    if from < 0 || length < 0 || i64::from(from) + i64::from(length) > size {
        return Ok(Ret::Interpret);
    }
    let whole = chars(machine, state, array)?;
    let (from, length) = (machine.world.terms.int(from), machine.world.terms.int(length));
    let part = machine.slice_text(&whole, from, length);
    append_text(machine, state, call, part)
}

fn is_symbolic(machine: &mut Machine, state: &mut State, value: Value) -> Res<bool> {
    match value {
        Value::Ref(id) if id.is_null() => Ok(false),
        Value::Ref(id) if is_array(machine, state, id) => has_symbols(machine, state, id),
        Value::Ref(id) => Ok(machine.symbolic_text(state, id)?.is_some()),
        number => Ok(number.term().is_some()),
    }
}

fn append_char(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let value = call.arguments[1];
    if receiver(state, call).is_none() && value.term().is_none() {
        return Ok(Ret::Interpret);
    }
    let unit = unit_of(machine, value);
    let text = machine.units_text(vec![unit]);
    append_text(machine, state, call, text)
}

/// "true" or "false": a symbolic one is decided.
fn boolean_text(machine: &mut Machine, state: &mut State, value: Value) -> Res<Rc<Text>> {
    let term = machine.lift(value);
    let zero = machine.world.terms.int(0);
    let holds = machine.world.terms.ne(term, zero);
    let truth = machine.decide(state, holds)?;
    Ok(machine.literal_text(if truth { "true" } else { "false" }))
}

fn append_boolean(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if receiver(state, call).is_none() {
        return Ok(Ret::Interpret);
    }
    let text = boolean_text(machine, state, call.arguments[1])?;
    append_text(machine, state, call, text)
}

fn insert_text(machine: &mut Machine, state: &mut State, call: &Call, added: Rc<Text>) -> Res<Ret> {
    let text = machine.text_of(state, call.reference(0))?;
    let text = machine.looked_at(state, &text)?;
    let at = machine.lift(call.arguments[1]);
    if !is_offset(machine, state, &text, at)? {
        return Err(bad_index(machine, state));
    }
    let zero = machine.world.terms.int(0);
    let (before, behind) = (machine.part_of(&text, zero, at), machine.part_of(&text, at, text.length));
    let joined = machine.concat_texts(&[before, added, behind])?;
    changed(state, call, joined)
}

/// 0 <= at <= length
fn is_offset(machine: &mut Machine, state: &mut State, text: &Text, at: Term) -> Res<bool> {
    let terms = &mut machine.world.terms;
    let zero = terms.int(0);
    let inside = [terms.sle(zero, at), terms.sle(at, text.length)];
    let inside = terms.all(inside);
    machine.decide(state, inside)
}

/// 0 <= at < length
fn is_index(machine: &mut Machine, state: &mut State, text: &Text, at: Term) -> Res<bool> {
    let terms = &mut machine.world.terms;
    let zero = terms.int(0);
    let inside = [terms.sle(zero, at), terms.slt(at, text.length)];
    let inside = terms.all(inside);
    machine.decide(state, inside)
}

fn insert(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let value = call.arguments[2];
    let symbolic = call.arguments[1].term().is_some() || is_symbolic(machine, state, value)?;
    if receiver(state, call).is_none() && !symbolic {
        return Ok(Ret::Interpret);
    }
    match text_of_value(machine, state, value)? {
        Some(text) => insert_text(machine, state, call, text),
        None => Ok(Ret::Interpret),
    }
}

fn insert_char(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if receiver(state, call).is_none() && call.arguments[1..].iter().all(|value| value.term().is_none()) {
        return Ok(Ret::Interpret);
    }
    let unit = unit_of(machine, call.arguments[2]);
    let text = machine.units_text(vec![unit]);
    insert_text(machine, state, call, text)
}

fn insert_boolean(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if receiver(state, call).is_none() {
        return Ok(Ret::Interpret);
    }
    let text = boolean_text(machine, state, call.arguments[2])?;
    insert_text(machine, state, call, text)
}

fn delete(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(text) = looked_at(machine, state, call)? else {
        return Ok(Ret::Interpret);
    };
    let (from, to) = (machine.lift(call.arguments[1]), machine.lift(call.arguments[2]));
    let late = machine.world.terms.slt(text.length, to);
    let to = machine.world.terms.ite(late, text.length, to);
    let terms = &mut machine.world.terms;
    let zero = terms.int(0);
    let ordered = [terms.sle(zero, from), terms.sle(from, to)];
    let ordered = terms.all(ordered);
    if !machine.decide(state, ordered)? {
        return Err(bad_index(machine, state));
    }
    let parts = [machine.part_of(&text, zero, from), machine.part_of(&text, to, text.length)];
    let joined = machine.concat_texts(&parts)?;
    changed(state, call, joined)
}

/// The text with `middle` in place of the unit at an index.
fn with_unit(machine: &mut Machine, text: &Rc<Text>, at: Term, middle: Option<Term>) -> Res<Rc<Text>> {
    let (zero, one) = (machine.world.terms.int(0), machine.world.terms.int(1));
    let behind = machine.world.terms.add(at, one);
    let middle = machine.units_text(middle.into_iter().collect());
    let parts = [machine.part_of(text, zero, at), middle, machine.part_of(text, behind, text.length)];
    machine.concat_texts(&parts)
}

fn delete_char(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(text) = looked_at(machine, state, call)? else {
        return Ok(Ret::Interpret);
    };
    let at = machine.lift(call.arguments[1]);
    if !is_index(machine, state, &text, at)? {
        return Err(bad_index(machine, state));
    }
    let joined = with_unit(machine, &text, at, None)?;
    changed(state, call, joined)
}

fn set_char(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(text) = looked_at(machine, state, call)? else {
        return Ok(Ret::Interpret);
    };
    let at = machine.lift(call.arguments[1]);
    if !is_index(machine, state, &text, at)? {
        return Err(bad_index(machine, state));
    }
    let unit = unit_of(machine, call.arguments[2]);
    let joined = with_unit(machine, &text, at, Some(unit))?;
    become_text(state, call.reference(0), joined)
}

fn set_length(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(text) = looked_at(machine, state, call)? else {
        return Ok(Ret::Interpret);
    };
    let length = machine.lift(call.arguments[1]);
    let zero = machine.world.terms.int(0);
    let (sensible, shorter) = (machine.world.terms.sle(zero, length), machine.world.terms.sle(length, text.length));
    if !machine.decide(state, sensible)? {
        return Err(bad_index(machine, state));
    }
    if !machine.decide(state, shorter)? {
        machine.ready(state, call.reference(0))?;
        return Ok(Ret::Interpret);
    }
    let part = machine.slice_text(&text, zero, length);
    become_text(state, call.reference(0), part)
}

fn length(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match looked_at(machine, state, call)? {
        Some(text) => answer(machine, text.length),
        None => Ok(Ret::Interpret),
    }
}

fn char_at(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match looked_at(machine, state, call)? {
        Some(text) => unit_at(machine, state, &text, call.arguments[1]),
        None => Ok(Ret::Interpret),
    }
}

fn substring(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(text) = looked_at(machine, state, call)? else {
        return Ok(Ret::Interpret);
    };
    let part = part(machine, state, &text, call.arguments[1], call.arguments.get(2).copied())?;
    string(machine, state, part)
}

fn index_of(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(text) = looked_at(machine, state, call)? else {
        return Ok(Ret::Interpret);
    };
    if call.reference(1).is_null() {
        return Ok(Ret::Interpret);
    }
    let pattern = pattern(machine, state, call.reference(1))?;
    let from = call.arguments.get(2).copied().unwrap_or(Value::Int(0));
    let from = machine.lift(from);
    let index = machine.index_of(state, &text, &pattern, from)?;
    answer(machine, index)
}

fn last_index_of(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(text) = looked_at(machine, state, call)? else {
        return Ok(Ret::Interpret);
    };
    if call.reference(1).is_null() {
        return Ok(Ret::Interpret);
    }
    let pattern = pattern(machine, state, call.reference(1))?;
    let from = call.arguments.get(2).copied().unwrap_or(Value::Int(i32::MAX));
    let from = machine.lift(from);
    let index = machine.last_index_of(state, &text, &pattern, from)?;
    answer(machine, index)
}

fn to_string(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match receiver(state, call) {
        Some(text) => string(machine, state, text),
        None => Ok(Ret::Interpret),
    }
}
