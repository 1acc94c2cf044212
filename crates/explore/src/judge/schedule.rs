//! The order in which threads went, for people.

use crate::verdict::{Schedule, ThreadTurn};
use machine::state::steps::{Cell, Deed, Step, Touch};
use machine::{Machine, ObjectId, State};
use replay::Replay;

/// Classes that lock when a thread begins or ends.
const STARTING: [&str; 2] = ["java/lang/Thread", "java/lang/ThreadGroup"];

/// Nothing where there was one thread. It has been confirmed just now.
pub(super) fn schedule(machine: &mut Machine, state: &mut State, replay: &Replay) -> Option<Schedule> {
    let rounds = state.threads.steps.rounds();
    let mut known: Vec<ObjectId> = Vec::new();
    let mut turns = Vec::new();
    for round in &rounds {
        let fresh = round.threads.iter().copied().filter(|thread| !known.contains(thread)).collect::<Vec<_>>();
        known.extend(fresh);
        for step in &round.steps {
            let object = round.threads[step.thread as usize];
            let thread = known.iter().position(|&one| one == object).unwrap_or(0) as u32;
            turns.extend(turn(machine, state, thread, step));
        }
    }
    let threads = known.iter().map(|&thread| machine.thread_name(state, thread)).collect();
    (!turns.is_empty()).then(|| Schedule { threads, turns, files: replay.turn_files() })
}

fn turn(machine: &mut Machine, state: &mut State, thread: u32, step: &Step) -> Option<ThreadTurn> {
    let classes = &machine.world.classes;
    if let Deed::Lock(object) | Deed::Unlock(object) = step.deed {
        // How threads begin and end, and exceptions come to be, is of no interest.
        let class = machine.class_of(state, object);
        if STARTING.contains(&&*classes[class].name) || classes.is_subclass(class, machine.world.throwable) {
            return None;
        }
    }
    let own = step.stack.iter().find(|(method, _)| !classes[classes[*method].class].is_jdk());
    let place = own.and_then(|&(method, pc)| replay::source_line(machine, method, pc));
    let mut name = |state: &mut State, thread| format!("\"{}\"", machine.thread_name(state, thread));
    let what = match step.deed {
        Deed::Begin => "begins".into(),
        Deed::Read(cell) => format!("reads {}", machine.variable(state, cell)),
        Deed::Write(cell) => format!("writes {}", machine.variable(state, cell)),
        Deed::Update(cell) => format!("updates {}", machine.variable(state, cell)),
        Deed::Several(cells) => {
            let verb = |touch| if touch == Touch::Read { "reads" } else { "writes" };
            let told = |(cell, touch)| format!("{} {}", verb(touch), machine.variable(state, cell));
            cells.into_iter().flatten().map(told).collect::<Vec<String>>().join(", ")
        }
        Deed::Lock(object) => format!("locks {}", machine.variable(state, Cell::Monitor(object))),
        Deed::Acquire { lock, .. } => format!("takes {}", machine.variable(state, Cell::Monitor(lock))),
        Deed::Release(lock) => format!("releases {}", machine.variable(state, Cell::Monitor(lock))),
        Deed::Unlock(object) => format!("unlocks {}", machine.variable(state, Cell::Monitor(object))),
        Deed::Relock(object) => format!("goes on with {}", machine.variable(state, Cell::Monitor(object))),
        Deed::Wait(object) => format!("waits at {}", machine.variable(state, Cell::Monitor(object))),
        Deed::Await { condition, .. } => format!("waits for {}", machine.variable(state, Cell::WaitSet(condition))),
        Deed::Signal(condition) => format!("signals {}", machine.variable(state, Cell::WaitSet(condition))),
        Deed::Notify(object) => format!("notifies one at {}", machine.variable(state, Cell::Monitor(object))),
        Deed::NotifyAll(object) => format!("notifies all at {}", machine.variable(state, Cell::Monitor(object))),
        Deed::Expire(_) => "has waited long enough".into(),
        Deed::Park { .. } => "passes park".into(),
        Deed::Unpark(thread) => format!("unparks {}", name(state, thread)),
        Deed::Sleep => "sleeps".into(),
        Deed::Start(thread) => format!("starts {}", name(state, thread)),
        Deed::End | Deed::EndBesideDaemons | Deed::LastEnd => "ends".into(),
        Deed::Join(thread) => format!("joins {}", name(state, thread)),
        Deed::IsAlive(thread) => format!("asks whether {} lives", name(state, thread)),
        Deed::Interrupt(thread) => format!("interrupts {}", name(state, thread)),
        Deed::Use(class) => format!("uses {}", machine.variable(state, Cell::Class(class))),
        Deed::AwaitClass(_) => return None,
        Deed::Exit => "ends the program".into(),
    };
    Some(ThreadTurn { thread, place, what })
}
