//! What is asked about symbolic text: equality, order, prefixes, and where something stands in it.

use crate::models::texts::{answer, condition, materialized, operands, pattern, unseen_operands};
use crate::program::Value;
use crate::state::State;
use crate::world::models::{Call, Ret};
use crate::world::{Machine, Res};
use term::Term;

pub(super) fn equals(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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
    match unseen_operands(machine, state, call, &[1])? {
        Some(texts) => {
            let equal = machine.texts_equal(state, &texts[0], &texts[1])?;
            machine.note_name(state, &texts, equal);
            condition(machine, equal)
        }
        None => Ok(Ret::Interpret),
    }
}

pub(super) fn equals_ignore_case(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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

pub(super) fn compare_to(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match operands(machine, state, call, &[1])? {
        Some(texts) => {
            let order = machine.compare_texts(state, &texts[0], &texts[1])?;
            answer(machine, order)
        }
        None => Ok(Ret::Interpret),
    }
}

pub(super) fn hash_code(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match operands(machine, state, call, &[])? {
        Some(texts) => {
            let hash = machine.text_hash(state, &texts[0])?;
            answer(machine, hash)
        }
        None => Ok(Ret::Interpret),
    }
}

pub(super) fn starts_with(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(texts) = operands(machine, state, call, &[1])? else {
        return Ok(Ret::Interpret);
    };
    let pattern = pattern(machine, state, call.reference(1))?;
    let offset = call.arguments.get(2).copied().unwrap_or(Value::Int(0));
    let offset = machine.lift(offset);
    let stands = machine.stands_at(&texts[0], &pattern, offset);
    condition(machine, stands)
}

pub(super) fn ends_with(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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
pub(super) fn region_matches(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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

pub(super) fn contains(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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

pub(super) fn index_of(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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

pub(super) fn last_index_of(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
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
