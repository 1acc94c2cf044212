//! java.lang.String: the pool of canonical strings, and operations on symbolic text, which are terms. Concrete strings run
//! the JDK's code, but for the two shortest methods.

use super::{Call, LibraryModel, Ret, model, open, text};
use crate::heap::Body;
use crate::heap::text::{Map, Text};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::{Machine, Res, Stop};
use std::rc::Rc;
use term::Term;

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
    open(CLASS, "equals", "(Ljava/lang/Object;)Z", equals),
    text(CLASS, "equalsIgnoreCase", "(Ljava/lang/String;)Z", equals_ignore_case),
    text(CLASS, "compareTo", "(Ljava/lang/String;)I", compare_to),
    text(CLASS, "hashCode", "()I", hash_code),
    text(CLASS, "startsWith", "(Ljava/lang/String;)Z", starts_with),
    text(CLASS, "startsWith", "(Ljava/lang/String;I)Z", starts_with),
    text(CLASS, "endsWith", "(Ljava/lang/String;)Z", ends_with),
    text(CLASS, "regionMatches", "(ILjava/lang/String;II)Z", region_matches),
    text(CLASS, "contains", "(Ljava/lang/CharSequence;)Z", contains),
    text(CLASS, "indexOf", "(I)I", index_of),
    text(CLASS, "indexOf", "(II)I", index_of),
    text(CLASS, "indexOf", "(Ljava/lang/String;)I", index_of),
    text(CLASS, "indexOf", "(Ljava/lang/String;I)I", index_of),
    text(CLASS, "lastIndexOf", "(I)I", last_index_of),
    text(CLASS, "lastIndexOf", "(II)I", last_index_of),
    text(CLASS, "lastIndexOf", "(Ljava/lang/String;)I", last_index_of),
    text(CLASS, "lastIndexOf", "(Ljava/lang/String;I)I", last_index_of),
    text(CLASS, "substring", "(I)Ljava/lang/String;", substring),
    text(CLASS, "substring", "(II)Ljava/lang/String;", substring),
    text(CLASS, "subSequence", "(II)Ljava/lang/CharSequence;", substring),
    text(CLASS, "concat", "(Ljava/lang/String;)Ljava/lang/String;", concat),
    text(CLASS, "replace", "(CC)Ljava/lang/String;", replace),
    text(CLASS, "trim", "()Ljava/lang/String;", trim),
    text(CLASS, "strip", "()Ljava/lang/String;", strip),
    text(CLASS, "stripLeading", "()Ljava/lang/String;", strip_leading),
    text(CLASS, "stripTrailing", "()Ljava/lang/String;", strip_trailing),
    text(CLASS, "toLowerCase", "(Ljava/util/Locale;)Ljava/lang/String;", to_lower_case),
    text(CLASS, "toUpperCase", "(Ljava/util/Locale;)Ljava/lang/String;", to_upper_case),
    text(CLASS, "valueOf", "(C)Ljava/lang/String;", of_char),
    text(CLASS, "valueOf", "([C)Ljava/lang/String;", value_of_chars),
];

/// Languages in which ASCII letters have a case of their own.
const OWN_CASE: [&str; 3] = ["tr", "az", "lt"];

fn intern(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let units = machine.units(state, call.reference(0))?;
    Ret::reference(machine.intern(&units)?)
}

/// The receiver's text if it is symbolic, or if one of the other texts is.
pub(super) fn operands(
    machine: &mut Machine,
    state: &mut State,
    call: &Call,
    others: &[usize],
) -> Res<Option<Vec<Rc<Text>>>> {
    let ids: Vec<ObjectId> = std::iter::once(0).chain(others.iter().copied()).map(|at| call.reference(at)).collect();
    if ids.iter().any(|id| id.is_null()) {
        return Ok(None);
    }
    let mut symbolic = false;
    for &id in &ids {
        symbolic |= machine.symbolic_text(state, id)?.is_some();
    }
    if !symbolic {
        return Ok(None);
    }
    let mut texts = Vec::with_capacity(ids.len());
    for id in ids {
        let text = machine.text_of(state, id)?;
        texts.push(machine.looked_at(state, &text)?);
    }
    Ok(Some(texts))
}

pub(super) fn answer(machine: &mut Machine, term: Term) -> Res<Ret> {
    Ok(Ret::Value(machine.value_of(term)))
}

pub(super) fn condition(machine: &mut Machine, term: Term) -> Res<Ret> {
    Ok(Ret::Value(machine.boolean(term)))
}

pub(super) fn string(machine: &mut Machine, state: &mut State, text: Rc<Text>) -> Res<Ret> {
    Ret::reference(machine.text_object(state, text))
}

/// The exception of the JDK for a bad index. Its message may be any.
pub(super) fn bad_index(machine: &mut Machine, state: &mut State) -> Stop {
    throw(machine, state, "java/lang/StringIndexOutOfBoundsException")
}

pub(super) fn throw(machine: &mut Machine, state: &mut State, class: &str) -> Stop {
    let message = machine.some_text(state);
    let message = machine.text_object(state, message);
    machine.throw_object(state, class, message)
}

/// The units of a text whose length must be known to look for it.
pub(super) fn pattern(machine: &mut Machine, state: &mut State, id: ObjectId) -> Res<Vec<Term>> {
    let mut text = machine.text_of(state, id)?;
    if machine.constant_length(&text).is_none() {
        machine.ready(state, id)?;
        text = machine.text_of(state, id)?;
    }
    let length = machine.constant_length(&text).expect("a text with bytes");
    Ok((0..length).map(|at| machine.unit(&text, at)).collect())
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

/// A String or StringBuilder under construction, or a builder that changes.
pub(super) fn become_text(state: &mut State, object: ObjectId, text: Rc<Text>) -> Res<Ret> {
    state.heap.get_mut(object).body = Body::Text(text);
    Ok(Ret::Void)
}

pub(super) fn has_symbols(machine: &mut Machine, state: &mut State, array: ObjectId) -> Res<bool> {
    Ok(!array.is_null() && machine.object(state, array)?.symbols.is_some())
}

/// The text of a char[].
pub(super) fn chars(machine: &mut Machine, state: &mut State, array: ObjectId) -> Res<Rc<Text>> {
    let length = machine.array_length(state, array)?;
    let mut units = Vec::with_capacity(length);
    for at in 0..length {
        let value = machine.element(state, array, at)?;
        units.push(unit_of(machine, value));
    }
    Ok(machine.units_text(units))
}

pub(super) fn unit_of(machine: &mut Machine, value: Value) -> Term {
    let term = machine.lift(value);
    machine.world.terms.extract(15, 0, term)
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

/// `Character.isWhitespace` of an ASCII character.
fn is_white(machine: &mut Machine, unit: Term) -> Term {
    let controls = between(machine, unit, 9, 13);
    let others = between(machine, unit, 28, 32);
    machine.world.terms.or(controls, others)
}

fn between(machine: &mut Machine, unit: Term, low: u64, high: u64) -> Term {
    let terms = &mut machine.world.terms;
    let (low, high) = (terms.bv(16, low), terms.bv(16, high));
    let both = [terms.ule(low, unit), terms.ule(unit, high)];
    terms.all(both)
}

/// The JDK's own code, on bytes.
fn materialized(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    machine.ready(state, call.reference(0))?;
    Ok(Ret::Interpret)
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

/// The unit at an index, which may be outside.
pub(super) fn unit_at(machine: &mut Machine, state: &mut State, text: &Text, index: Value) -> Res<Ret> {
    let index = machine.lift(index);
    let zero = machine.world.terms.int(0);
    let inside = [machine.world.terms.sle(zero, index), machine.world.terms.slt(index, text.length)];
    let inside = machine.world.terms.all(inside);
    if !machine.decide(state, inside)? {
        return Err(bad_index(machine, state));
    }
    let unit = machine.unit_at(text, index);
    let unit = machine.world.terms.zext(32, unit);
    answer(machine, unit)
}

fn equals(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let mut other = call.arguments[1];
    if let Some(term) = machine.symbolic_reference(other) {
        let string = machine.world.string;
        if machine.split_open(state, term, |_, class| class == string)? == Some(false) {
            return Ret::boolean(false);
        }
        other = machine.settle_reference(state, other)?;
    }
    let call = &Call { method: call.method, arguments: &[call.arguments[0], other] };
    if other.term().is_some() || other.as_ref().is_null() {
        return Ok(Ret::Interpret);
    }
    if machine.class_of(state, other.as_ref()) != machine.world.string {
        return Ret::boolean(false);
    }
    match operands(machine, state, call, &[1])? {
        Some(texts) => {
            let equal = machine.texts_equal(state, &texts[0], &texts[1])?;
            machine.note_name(state, &texts, equal);
            condition(machine, equal)
        }
        None => Ok(Ret::Interpret),
    }
}

fn equals_ignore_case(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[1])? else {
        return Ok(Ret::Interpret);
    };
    let equal = match machine.equals_ignoring_case(&texts[0], &texts[1]) {
        Some(equal) => Some(equal),
        None => machine.equals_ignoring_case(&texts[1], &texts[0]),
    };
    match equal {
        Some(equal) => condition(machine, equal),
        None => materialized(machine, state, call),
    }
}

fn compare_to(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match operands(machine, state, call, &[1])? {
        Some(texts) => {
            let order = machine.compare_texts(state, &texts[0], &texts[1])?;
            answer(machine, order)
        }
        None => Ok(Ret::Interpret),
    }
}

fn hash_code(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match operands(machine, state, call, &[])? {
        Some(texts) => {
            let hash = machine.text_hash(state, &texts[0])?;
            answer(machine, hash)
        }
        None => Ok(Ret::Interpret),
    }
}

fn starts_with(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[1])? else {
        return Ok(Ret::Interpret);
    };
    let pattern = pattern(machine, state, call.reference(1))?;
    let offset = call.arguments.get(2).copied().unwrap_or(Value::Int(0));
    let offset = machine.lift(offset);
    let stands = machine.stands_at(&texts[0], &pattern, offset);
    condition(machine, stands)
}

fn ends_with(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[1])? else {
        return Ok(Ret::Interpret);
    };
    let pattern = pattern(machine, state, call.reference(1))?;
    let size = machine.world.terms.int(pattern.len() as i32);
    let offset = machine.world.terms.sub(texts[0].length, size);
    let stands = machine.stands_at(&texts[0], &pattern, offset);
    condition(machine, stands)
}

/// regionMatches(toffset, other, ooffset, len)
fn region_matches(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[2])? else {
        return Ok(Ret::Interpret);
    };
    let size = machine.concretize(state, call.arguments[4])?.as_int();
    if size < 0 {
        return materialized(machine, state, call);
    }
    let (at, from) = (machine.lift(call.arguments[1]), machine.lift(call.arguments[3]));
    let terms = &mut machine.world.terms;
    let (zero, length) = (terms.int(0), terms.int(size));
    // The lengths are never negative: no difference overflows.
    let (last, last_from) = (terms.sub(texts[0].length, length), terms.sub(texts[1].length, length));
    let mut conjuncts =
        vec![terms.sle(zero, at), terms.sle(zero, from), terms.sle(at, last), terms.sle(from, last_from)];
    for offset in 0..size {
        let offset = machine.world.terms.int(offset);
        let (x, y) = (machine.world.terms.add(at, offset), machine.world.terms.add(from, offset));
        let (x, y) = (machine.unit_at(&texts[0], x), machine.unit_at(&texts[1], y));
        conjuncts.push(machine.world.terms.eq(x, y));
    }
    let matches = machine.world.terms.all(conjuncts);
    condition(machine, matches)
}

fn contains(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let other = call.arguments[1].as_ref();
    if other.is_null() || machine.class_of(state, other) != machine.world.string {
        return Ok(Ret::Interpret);
    }
    let Some(texts) = operands(machine, state, call, &[1])? else {
        return Ok(Ret::Interpret);
    };
    let pattern = pattern(machine, state, other)?;
    let zero = machine.world.terms.int(0);
    let found = machine.index_of(state, &texts[0], &pattern, zero)?;
    let some = machine.world.terms.sle(zero, found);
    condition(machine, some)
}

/// What to look for: a character or a text. `None` for a character that is two units.
fn wanted(machine: &mut Machine, state: &mut State, what: Value, by_text: bool) -> Res<Option<Vec<Term>>> {
    if by_text {
        return Ok(Some(pattern(machine, state, what.as_ref())?));
    }
    let character = machine.lift(what);
    let limit = machine.world.terms.int(0xffff);
    let small = machine.world.terms.ule(character, limit);
    if !machine.decide(state, small)? {
        return Ok(None);
    }
    Ok(Some(vec![machine.world.terms.extract(15, 0, character)]))
}

fn index_of(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let by_text = matches!(call.arguments[1], Value::Ref(_));
    let Some(texts) = operands(machine, state, call, if by_text { &[1] } else { &[] })? else {
        return Ok(Ret::Interpret);
    };
    let Some(pattern) = wanted(machine, state, call.arguments[1], by_text)? else {
        return materialized(machine, state, call);
    };
    let from = call.arguments.get(2).copied().unwrap_or(Value::Int(0));
    let from = machine.lift(from);
    let index = machine.index_of(state, &texts[0], &pattern, from)?;
    answer(machine, index)
}

fn last_index_of(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let by_text = matches!(call.arguments[1], Value::Ref(_));
    let Some(texts) = operands(machine, state, call, if by_text { &[1] } else { &[] })? else {
        return Ok(Ret::Interpret);
    };
    let Some(pattern) = wanted(machine, state, call.arguments[1], by_text)? else {
        return materialized(machine, state, call);
    };
    let from = call.arguments.get(2).copied().unwrap_or(Value::Int(i32::MAX));
    let from = machine.lift(from);
    let index = machine.last_index_of(state, &texts[0], &pattern, from)?;
    answer(machine, index)
}

fn substring(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let symbolic = machine.symbolic_text(state, call.reference(0))?.is_some();
    if !symbolic && call.arguments[1..].iter().all(|index| index.term().is_none()) {
        return Ok(Ret::Interpret);
    }
    let text = machine.text_of(state, call.reference(0))?;
    let text = machine.looked_at(state, &text)?;
    let part = part(machine, state, &text, call.arguments[1], call.arguments.get(2).copied())?;
    string(machine, state, part)
}

/// The text from one index to another, or to the end; either may be outside.
pub(super) fn part(
    machine: &mut Machine,
    state: &mut State,
    text: &Rc<Text>,
    from: Value,
    to: Option<Value>,
) -> Res<Rc<Text>> {
    let from = machine.lift(from);
    let to = to.map_or(text.length, |to| machine.lift(to));
    let terms = &mut machine.world.terms;
    let zero = terms.int(0);
    let ordered = [terms.sle(zero, from), terms.sle(from, to), terms.sle(to, text.length)];
    let ordered = terms.all(ordered);
    if !machine.decide(state, ordered)? {
        return Err(bad_index(machine, state));
    }
    Ok(machine.part_of(text, from, to))
}

fn concat(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if call.reference(1).is_null() {
        return Ok(Ret::Interpret);
    }
    let (this, other) = (call.reference(0), call.reference(1));
    if machine.symbolic_text(state, this)?.is_none() && machine.symbolic_text(state, other)?.is_none() {
        return Ok(Ret::Interpret);
    }
    let parts = [machine.text_of(state, this)?, machine.text_of(state, other)?];
    let joined = machine.concat_texts(&parts)?;
    string(machine, state, joined)
}

fn replace(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[])? else {
        return Ok(Ret::Interpret);
    };
    let (old, new) = (unit_of(machine, call.arguments[1]), unit_of(machine, call.arguments[2]));
    let replaced = machine.replace_unit(&texts[0], old, new);
    string(machine, state, replaced)
}

fn trim(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[])? else {
        return Ok(Ret::Interpret);
    };
    let reach = machine.reach(state, &texts[0])?;
    let (from, to) = machine.trimmed(state, &texts[0], reach, |machine, unit| between(machine, unit, 0, 32));
    let part = between_ends(machine, &texts[0], from, to);
    string(machine, state, part)
}

/// Nothing is left of a blank text: it ends before it starts.
fn between_ends(machine: &mut Machine, text: &Rc<Text>, from: Term, to: Term) -> Rc<Text> {
    let blank = machine.world.terms.slt(to, from);
    let to = machine.world.terms.ite(blank, from, to);
    machine.part_of(text, from, to)
}

fn stripped(machine: &mut Machine, state: &mut State, call: &Call, sides: (bool, bool)) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[])? else {
        return Ok(Ret::Interpret);
    };
    let Some(reach) = machine.reach_ascii(state, &texts[0])? else {
        return materialized(machine, state, call);
    };
    let (from, to) = machine.trimmed(state, &texts[0], reach, is_white);
    let from = if sides.0 { from } else { machine.world.terms.int(0) };
    let to = if sides.1 { to } else { texts[0].length };
    let part = between_ends(machine, &texts[0], from, to);
    string(machine, state, part)
}

fn strip(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    stripped(machine, state, call, (true, true))
}

fn strip_leading(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    stripped(machine, state, call, (true, false))
}

fn strip_trailing(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    stripped(machine, state, call, (false, true))
}

fn to_lower_case(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    change_case(machine, state, call, Map::Lower)
}

fn to_upper_case(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    change_case(machine, state, call, Map::Upper)
}

fn change_case(machine: &mut Machine, state: &mut State, call: &Call, map: Map) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[])? else {
        return Ok(Ret::Interpret);
    };
    if call.reference(1).is_null() {
        return Ok(Ret::Interpret);
    }
    let locale = machine.jdk_class(state, "java/util/Locale")?;
    let method = machine.find_method(state, locale, "getLanguage", "()Ljava/lang/String;")?;
    let language = machine.call(state, method, &[call.arguments[1]])?.expect("a language").as_ref();
    let language = machine.string(state, language)?;
    if OWN_CASE.contains(&language.as_str()) {
        return materialized(machine, state, call);
    }
    match machine.map_case(state, &texts[0], map)? {
        Some(text) => string(machine, state, text),
        None => materialized(machine, state, call),
    }
}
