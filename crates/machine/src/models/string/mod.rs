//! java.lang.String: the pool of canonical strings, and operations on symbolic text, which are terms. Concrete strings run
//! the JDK's code, but for the two shortest methods.

mod change;
mod compare;

use super::{LibraryModel, model, open, text};
use crate::heap::Body;
use crate::models::texts::{
    answer, become_text, chars, condition, has_symbols, is_white, materialized, operands, string, unit_at, unit_of,
};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::models::{Call, Ret};
use crate::world::{Machine, Res};

const CLASS: &str = "java/lang/String";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "intern", "()Ljava/lang/String;", intern),
    text(CLASS, "<init>", "(Ljava/lang/String;)V", copy),
    text(CLASS, "<init>", "(Ljava/lang/StringBuilder;)V", copy),
    text(CLASS, "<init>", "(Ljava/lang/StringBuffer;)V", copy),
    text(CLASS, "<init>", "([C)V", of_chars),
    text(CLASS, "length", "()I", length),
    text(CLASS, "isEmpty", "()Z", is_empty),
    text(CLASS, "isBlank", "()Z", is_blank),
    text(CLASS, "charAt", "(I)C", char_at),
    open(CLASS, "equals", "(Ljava/lang/Object;)Z", compare::equals),
    text(CLASS, "equalsIgnoreCase", "(Ljava/lang/String;)Z", compare::equals_ignore_case),
    text(CLASS, "compareTo", "(Ljava/lang/String;)I", compare::compare_to),
    text(CLASS, "hashCode", "()I", compare::hash_code),
    text(CLASS, "startsWith", "(Ljava/lang/String;)Z", compare::starts_with),
    text(CLASS, "startsWith", "(Ljava/lang/String;I)Z", compare::starts_with),
    text(CLASS, "endsWith", "(Ljava/lang/String;)Z", compare::ends_with),
    text(CLASS, "regionMatches", "(ILjava/lang/String;II)Z", compare::region_matches),
    text(CLASS, "contains", "(Ljava/lang/CharSequence;)Z", compare::contains),
    text(CLASS, "indexOf", "(I)I", compare::index_of),
    text(CLASS, "indexOf", "(II)I", compare::index_of),
    text(CLASS, "indexOf", "(Ljava/lang/String;)I", compare::index_of),
    text(CLASS, "indexOf", "(Ljava/lang/String;I)I", compare::index_of),
    text(CLASS, "lastIndexOf", "(I)I", compare::last_index_of),
    text(CLASS, "lastIndexOf", "(II)I", compare::last_index_of),
    text(CLASS, "lastIndexOf", "(Ljava/lang/String;)I", compare::last_index_of),
    text(CLASS, "lastIndexOf", "(Ljava/lang/String;I)I", compare::last_index_of),
    text(CLASS, "substring", "(I)Ljava/lang/String;", change::substring),
    text(CLASS, "substring", "(II)Ljava/lang/String;", change::substring),
    text(CLASS, "subSequence", "(II)Ljava/lang/CharSequence;", change::substring),
    text(CLASS, "concat", "(Ljava/lang/String;)Ljava/lang/String;", change::concat),
    text(CLASS, "replace", "(CC)Ljava/lang/String;", change::replace),
    text(CLASS, "trim", "()Ljava/lang/String;", change::trim),
    text(CLASS, "strip", "()Ljava/lang/String;", change::strip),
    text(CLASS, "stripLeading", "()Ljava/lang/String;", change::strip_leading),
    text(CLASS, "stripTrailing", "()Ljava/lang/String;", change::strip_trailing),
    text(CLASS, "toLowerCase", "(Ljava/util/Locale;)Ljava/lang/String;", change::to_lower_case),
    text(CLASS, "toUpperCase", "(Ljava/util/Locale;)Ljava/lang/String;", change::to_upper_case),
    text(CLASS, "valueOf", "(C)Ljava/lang/String;", of_char),
    text(CLASS, "valueOf", "([C)Ljava/lang/String;", value_of_chars),
];

fn intern(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let units = machine.units(state, call.reference(0))?;
    Ret::reference(machine.intern(&units)?)
}

fn copy(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let from = call.reference(1);
    if from.is_null() {
        return Ok(Ret::Interpret);
    }
    match machine.symbolic_text(state, from)? {
        Some(text) => become_text(state, call.reference(0), text),
        None => Ok(Ret::Interpret),
    }
}

fn of_chars(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !has_symbols(machine, state, call.reference(1))? {
        return Ok(Ret::Interpret);
    }
    let text = chars(machine, state, call.reference(1))?;
    become_text(state, call.reference(0), text)
}

fn value_of_chars(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !has_symbols(machine, state, call.reference(0))? {
        return Ok(Ret::Interpret);
    }
    let text = chars(machine, state, call.reference(0))?;
    string(machine, state, text)
}

fn of_char(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if call.arguments[0].term().is_none() {
        return Ok(Ret::Interpret);
    }
    let unit = unit_of(machine, call.arguments[0]);
    let text = machine.units_text(vec![unit]);
    string(machine, state, text)
}

/// Bytes and coder of a String that has both.
fn plain(machine: &mut Machine, state: &mut State, id: ObjectId) -> Res<(ObjectId, i32)> {
    let value = machine.field(state, id, machine.world.string_value)?.as_ref();
    let coder = machine.field(state, id, machine.world.string_coder)?;
    Ok((value, machine.concretize_int(state, coder)?))
}

fn length(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if let Body::Text(text) = &state.heap.get(call.reference(0)).body {
        let text = text.clone();
        let text = machine.looked_at(state, &text)?;
        return answer(machine, text.length);
    }
    let (value, coder) = plain(machine, state, call.reference(0))?;
    Ret::int((machine.array_length(state, value)? >> coder) as i32)
}

fn is_empty(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Body::Text(text) = &state.heap.get(call.reference(0)).body else {
        return Ok(Ret::Interpret);
    };
    let text = text.clone();
    let text = machine.looked_at(state, &text)?;
    let zero = machine.world.terms.int(0);
    let empty = machine.world.terms.eq(text.length, zero);
    condition(machine, empty)
}

fn is_blank(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[])? else {
        return Ok(Ret::Interpret);
    };
    let Some((bound, inside)) = machine.reach_ascii(state, &texts[0])? else {
        return materialized(machine, state, call);
    };
    let blank = machine.all_units(&texts[0], bound, is_white);
    let perhaps = machine.perhaps("blank", &[texts[0].id()], term::Sort::Bool);
    let blank = machine.world.terms.ite(inside, blank, perhaps);
    condition(machine, blank)
}

fn char_at(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (id, index) = (call.reference(0), call.arguments[1]);
    if !matches!(state.heap.get(id).body, Body::Text(_)) {
        let (value, coder) = plain(machine, state, id)?;
        let length = machine.array_length(state, value)? >> coder;
        let plain = state.heap.get(value).symbols.is_none();
        if let (Value::Int(at), Body::Bytes(bytes), true) = (index, &state.heap.get(value).body, plain) {
            let at = at as usize;
            let byte = |at| bytes.get(at).expect("inside") as u8;
            return match coder {
                _ if at >= length => Ok(Ret::Interpret),
                0 => Ret::int(byte(at) as i32),
                _ => Ret::int(u16::from_ne_bytes([byte(2 * at), byte(2 * at + 1)]) as i32),
            };
        }
    }
    let text = machine.text_of(state, id)?;
    let text = machine.looked_at(state, &text)?;
    unit_at(machine, state, &text, index)
}
