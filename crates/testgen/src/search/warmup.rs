//! What all paths of a class begin with: classes that it mentions are initialised, and types of its parameters whose objects need nothing are made once, so
//! that what they keep in static fields (tables, time zones, charsets, caches) is there and not computed again on every path.

use crate::settings::Settings;
use bytecode::Type;
use machine::shapes::Maker;
use machine::state::After;
use machine::{ClassId, Console, Event, Machine, MethodId, State, Value};
use replay::driver::{self, Planned};
use sandbox::Watchdog;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Instructions of one call.
const FUEL: u64 = 20_000_000;
/// For all of them.
const TIME: Duration = Duration::from_secs(3);
const STEPS: usize = 60;

#[derive(Clone, Copy)]
enum Warming {
    Initialize(ClassId),
    Call(MethodId),
}

/// The atlas is that of the first method. Without a clock (`time_per_class`) nothing here looks at one either.
pub fn warm(
    machine: &mut Machine,
    mut first: State,
    planned: &[Planned],
    settings: &Settings,
    watchdog: &Watchdog,
) -> State {
    let initial = mentioned(machine, planned).into_iter().map(Warming::Initialize);
    let all = initial.chain(makers(machine, planned).into_iter().map(Warming::Call)).take(STEPS);
    let ends = watchdog.allow(if settings.time_per_class.is_some() { TIME } else { settings.time() });
    for warming in all.collect::<Vec<_>>() {
        if Instant::now() > ends {
            break;
        }
        let mut state = machine.fork(&first, Console::Muted);
        machine.host.resume(&mut state);
        let ended = match warming {
            Warming::Initialize(class) => machine.initialize_now(&mut state, class).is_ok(),
            Warming::Call(method) => call(machine, &mut state, method),
        };
        let readable = machine.host.pull(machine.world, &mut state).is_ok();
        if ended && readable && state.alone() {
            first = state;
        }
        machine.host.resume(&mut first);
    }
    first
}

/// Classes of the program that the class names, but for itself: its own initialiser is part of what is tested.
fn mentioned(machine: &mut Machine, planned: &[Planned]) -> Vec<ClassId> {
    let Some(own) = planned.first().map(|plan| plan.class) else { return Vec::new() };
    let Some(file) = machine.world.classes[own].file.clone() else { return Vec::new() };
    let loader = machine.world.classes[own].loader;
    let classes =
        driver::mentions(&file).into_iter().filter_map(|name| machine.world.load(loader, &name).ok().flatten());
    let classes: BTreeSet<ClassId> = classes.collect();
    let library = machine.world.classes[own].is_jdk();
    classes.into_iter().filter(|&class| class != own && machine.world.classes[class].is_jdk() == library).collect()
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
