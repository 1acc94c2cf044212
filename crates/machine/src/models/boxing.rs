//! Boxes of symbolic numbers: always fresh, so that no path is split over the caches; `identity.rs` knows what `==` says.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::state::State;
use crate::world::{Machine, Res};
use std::rc::Rc;

pub const MODELS: &[LibraryModel] = &[
    symbolic("java/lang/Byte", "valueOf", "(B)Ljava/lang/Byte;", value_of),
    symbolic("java/lang/Short", "valueOf", "(S)Ljava/lang/Short;", value_of),
    symbolic("java/lang/Character", "valueOf", "(C)Ljava/lang/Character;", value_of),
    symbolic("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", value_of),
    symbolic("java/lang/Long", "valueOf", "(J)Ljava/lang/Long;", value_of),
];

fn value_of(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let value = call.arguments[0];
    if value.term().is_none() {
        return Ok(Ret::Interpret);
    }
    let class = machine.world.classes[call.method].class;
    machine.ensure_initialized(state, class)?;
    let object = machine.new_object(state, class);
    machine.set_field_named(state, object, "value", value)?;
    Rc::make_mut(&mut state.path.boxes).insert(object);
    Ret::reference(object)
}
