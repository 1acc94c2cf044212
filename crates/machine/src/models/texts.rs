//! What the models of String, StringBuilder and numbers in text share: operands that are symbolic, and answers.

use crate::heap::Body;
use crate::heap::text::Text;
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::models::{Call, Ret};
use crate::world::{Machine, Res, Stop};
use std::rc::Rc;
use term::Term;

/// The receiver's text if it is symbolic, or if one of the other texts is.
pub(super) fn operands(
    machine: &mut Machine,
    state: &mut State,
    call: &Call,
    others: &[usize],
) -> Res<Option<Vec<Rc<Text>>>> {
    let Some(texts) = unseen_operands(machine, state, call, others)? else { return Ok(None) };
    texts.iter().map(|text| machine.looked_at(state, text)).collect::<Res<_>>().map(Some)
}

/// As `operands`, for who does not look at the digits of floating-point numbers.
pub(super) fn unseen_operands(
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
        texts.push(machine.text_of(state, id)?);
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
    let object = machine.text_object(state, text);
    Rc::make_mut(&mut state.path.twins).insert(object);
    Ret::reference(object)
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

/// `Character.isWhitespace` of an ASCII character.
pub(super) fn is_white(machine: &mut Machine, unit: Term) -> Term {
    let controls = between(machine, unit, 9, 13);
    let others = between(machine, unit, 28, 32);
    machine.world.terms.or(controls, others)
}

pub(super) fn between(machine: &mut Machine, unit: Term, low: u64, high: u64) -> Term {
    let terms = &mut machine.world.terms;
    let (low, high) = (terms.bv(16, low), terms.bv(16, high));
    let both = [terms.ule(low, unit), terms.ule(unit, high)];
    terms.all(both)
}

/// The JDK's own code, on bytes.
pub(super) fn materialized(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    machine.ready(state, call.reference(0))?;
    Ok(Ret::Interpret)
}
