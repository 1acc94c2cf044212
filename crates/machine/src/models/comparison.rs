//! Comparisons of the JDK whose outcomes are more than a caller asks for, on a heap that a check explores: one term, so that a path
//! splits where somebody tells the outcomes apart.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::execute::throw::Told;
use crate::program::Value;
use crate::state::State;
use crate::world::{Machine, Res};

pub const MODELS: &[LibraryModel] = &[
    symbolic("java/lang/Integer", "compare", "(II)I", compare),
    symbolic("java/lang/Long", "compare", "(JJ)I", compare),
    symbolic("java/util/Objects", "checkIndex", "(II)I", check_index),
];

fn compare(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some((left, right)) = symbolic_numbers(machine, state, call) else { return Ok(Ret::Interpret) };
    let (left, right) = (machine.lift(left), machine.lift(right));
    let terms = &mut machine.world.terms;
    let (less, same) = (terms.slt(left, right), terms.eq(left, right));
    let [minus, zero, plus] = [-1, 0, 1].map(|number| terms.int(number));
    let not_less = terms.ite(same, zero, plus);
    let order = terms.ite(less, minus, not_less);
    Ok(Ret::Value(machine.value_of(order)))
}

/// The message has both numbers: made by the JDK's formatter, each number of digits would be a path.
fn check_index(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some((index, length)) = symbolic_numbers(machine, state, call) else { return Ok(Ret::Interpret) };
    let (at, end) = (machine.lift(index), machine.lift(length));
    let terms = &mut machine.world.terms;
    let zero = terms.int(0);
    let (from, to) = (terms.sle(zero, at), terms.slt(at, end));
    let inside = terms.and(from, to);
    if machine.decide(state, inside)? {
        return Ok(Ret::Value(index));
    }
    let message =
        [Told::Words("Index "), Told::Number(index), Told::Words(" out of bounds for length "), Told::Number(length)];
    Err(machine.throw_telling(state, "java/lang/IndexOutOfBoundsException", &message))
}

/// The two arguments, if one of them is a term and the path explores a heap.
fn symbolic_numbers(machine: &Machine, state: &State, call: &Call) -> Option<(Value, Value)> {
    let &[left, right] = call.arguments else { return None };
    let is_term = left.term().is_some() || right.term().is_some();
    (is_term && machine.explores(state)).then_some((left, right))
}
