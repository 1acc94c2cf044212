//! What all paths of a class begin with: types of its parameters whose objects need nothing are made once, so that what they keep in static fields
//! (time zones, charsets, caches) is there and not read from files again on every path.

use crate::targets::Planned;
use bytecode::Type;
use machine::shapes::Maker;
use machine::state::After;
use machine::{ClassId, Console, Event, Machine, MethodId, State, Value};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Instructions of one call.
const FUEL: u64 = 20_000_000;
/// For all of them.
const TIME: Duration = Duration::from_secs(3);
const CALLS: usize = 16;

/// The atlas is that of the first method.
pub fn warm(machine: &mut Machine, mut first: State, planned: &[Planned]) -> State {
    let started = Instant::now();
    for maker in makers(machine, planned).into_iter().take(CALLS) {
        if started.elapsed() > TIME {
            break;
        }
        let mut state = machine.fork(&first, Console::Muted);
        machine.host.resume(&mut state);
        let ended = call(machine, &mut state, maker);
        let readable = machine.host.pull(machine.world, &mut state).is_ok();
        if ended && readable && state.alone() {
            first = state;
        }
        machine.host.resume(&mut first);
    }
    first
}

/// Static methods without parameters that answer what the methods of the class want, but for those of the class itself.
fn makers(machine: &mut Machine, planned: &[Planned]) -> Vec<MethodId> {
    let Some(own) = planned.first().map(|plan| plan.class) else { return Vec::new() };
    let mut types: BTreeSet<ClassId> = BTreeSet::new();
    for plan in planned {
        let loader = machine.world.classes[plan.class].loader;
        for kind in machine.world.classes[plan.method].parameters.clone() {
            if let Type::Ref(name) = kind
                && let Ok(Some(class)) = machine.world.load(loader, &name)
            {
                types.insert(class);
            }
        }
    }
    let mut found = Vec::new();
    for class in types {
        for &maker in machine.makers(class).iter() {
            let Maker::Method(method) = maker else { continue };
            let m = &machine.world.classes[method];
            if m.is_static() && m.parameters.is_empty() && m.class != own && !found.contains(&method) {
                found.push(method);
            }
        }
    }
    found
}

/// Whether it returned.
fn call(machine: &mut Machine, state: &mut State, method: MethodId) -> bool {
    let class = machine.world.classes[method].class;
    if machine.initialize_now(state, class).is_err() {
        return false;
    }
    let floor = state.frames.len() + 1;
    match machine.enter(state, method, &[] as &[Value], After::Leave(None)) {
        Ok(Some(_)) => return true,
        Ok(None) => {}
        Err(_) => return false,
    }
    state.fuel = FUEL;
    matches!(machine.run(state, floor), Event::Returned(_))
}
