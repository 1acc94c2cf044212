//! java.lang.String: the pool of canonical strings.

use super::{Call, LibraryModel, Ret, model};
use crate::host::Res;
use crate::machine::Machine;
use crate::state::State;

pub const MODELS: &[LibraryModel] = &[model("java/lang/String", "intern", "()Ljava/lang/String;", intern)];

fn intern(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let units = machine.units(state, call.reference(0))?;
    Ret::reference(machine.intern(&units)?)
}
