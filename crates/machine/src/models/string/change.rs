//! Texts made from symbolic text: parts of it, ends cut off, letters replaced.

use crate::heap::text::{Map, Text};
use crate::models::texts::{between, is_white, materialized, operands, part, string, unit_of};
use crate::state::State;
use crate::world::models::{Call, Ret};
use crate::world::{Machine, Res};
use std::rc::Rc;
use term::Term;

/// Languages in which ASCII letters have a case of their own.
const OWN_CASE: [&str; 3] = ["tr", "az", "lt"];

pub(super) fn substring(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let symbolic = machine.symbolic_text(state, call.reference(0))?.is_some();
    if !symbolic && call.arguments[1..].iter().all(|index| index.term().is_none()) {
        return Ok(Ret::Interpret);
    }
    let text = machine.text_of(state, call.reference(0))?;
    let text = machine.looked_at(state, &text)?;
    let part = part(machine, state, &text, call.arguments[1], call.arguments.get(2).copied())?;
    string(machine, state, part)
}

pub(super) fn concat(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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

pub(super) fn replace(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[])? else {
        return Ok(Ret::Interpret);
    };
    let (old, new) = (unit_of(machine, call.arguments[1]), unit_of(machine, call.arguments[2]));
    let replaced = machine.replace_unit(&texts[0], old, new);
    string(machine, state, replaced)
}

pub(super) fn trim(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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

pub(super) fn strip(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    stripped(machine, state, call, (true, true))
}

pub(super) fn strip_leading(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    stripped(machine, state, call, (true, false))
}

pub(super) fn strip_trailing(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    stripped(machine, state, call, (false, true))
}

pub(super) fn to_lower_case(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    change_case(machine, state, call, Map::Lower)
}

pub(super) fn to_upper_case(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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
