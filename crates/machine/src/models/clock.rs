//! The clocks of the program: the host's, or our own time once there is a second thread.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::program::Value;
use crate::state::State;
use crate::state::threads::Clock;
use crate::world::{Machine, Res};

pub const MODELS: &[LibraryModel] = &[
    symbolic("java/lang/System", "nanoTime", "()J", nano_time),
    symbolic("java/lang/System", "currentTimeMillis", "()J", current_time_millis),
    symbolic("jdk/internal/misc/VM", "getNanoTimeAdjustment", "(J)J", nano_time_adjustment),
];

fn nano_time(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let host = host(machine, state, call)?;
    Ret::long(state.shown(Clock::Nanos, host))
}

fn current_time_millis(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let host = host(machine, state, call)?;
    Ret::long(state.shown(Clock::Millis, host))
}

/// getNanoTimeAdjustment(seconds): nanoseconds since then; -1 if that is too long ago.
fn nano_time_adjustment(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let offset = machine.concretize(state, call.arguments[0])?;
    let host = host(machine, state, &Call { method: call.method, arguments: &[offset] })?;
    if host == -1 {
        return Ret::long(host);
    }
    let origin = offset.as_long().wrapping_mul(1_000_000_000);
    Ret::long(state.shown(Clock::Adjustment, host.wrapping_add(origin)).wrapping_sub(origin))
}

fn host(machine: &mut Machine, state: &mut State, call: &Call) -> Res<i64> {
    match machine.call_native(state, call.method, call.arguments)? {
        Ret::Value(Value::Long(time)) => Ok(time),
        _ => unreachable!("a clock answers a long"),
    }
}
