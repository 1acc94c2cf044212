//! When no thread can go on: who waits for what, and who holds it, with all stacks.

use crate::program::ObjectId;
use crate::reason::{Gap, Reason};
use crate::state::steps::Deed;
use crate::state::threads::{Parked, Wait};
use crate::state::{After, State};
use crate::world::{End, Machine};

impl Machine<'_> {
    /// No thread can go on. The state is left with its first thread.
    pub(super) fn deadlock(&mut self, state: &mut State) -> End {
        let end = if self.has_cycle(state) {
            End::Deadlock(self.describe_waiting(state))
        } else if state.threads.parked.iter().all(|parked| parked.own.daemon) {
            End::Stopped(Reason::Unsupported(
                Gap::Threads,
                "the program ended while native code of a daemon thread waits".into(),
            ))
        } else if state.threads.parked.iter().any(|parked| state.is_ready(parked.wait)) {
            End::Stopped(Reason::Unsupported(
                Gap::Threads,
                "a thread waits for another one below whose native code it runs".into(),
            ))
        } else {
            End::Deadlock(self.describe_waiting(state))
        };
        if !state.alone() {
            state.resume(0);
        }
        end
    }

    /// Threads that are no daemons wait for each other's locks, and nothing but daemons wait for a time: `java` would never end.
    pub(super) fn is_deadlock_for_ever(&mut self, state: &mut State) -> bool {
        let timed = |p: &Parked| !p.own.daemon && p.wait.until().is_some();
        if state.threads.parked.iter().any(timed) {
            return false;
        }
        let cycle = self.cycle(state);
        state.threads.parked.iter().any(|p| !p.own.daemon && cycle.contains(&p.thread))
    }

    /// Of the threads that are no daemons, some wait for each other's locks: whatever others do, these never go on.
    pub(super) fn has_cycle(&mut self, state: &mut State) -> bool {
        let cycle = self.cycle(state);
        let is_in_it = |parked: &Parked| !parked.own.daemon && cycle.contains(&parked.thread);
        let is_timed = |parked: &Parked| cycle.contains(&parked.thread) && parked.wait.until().is_some();
        state.threads.parked.iter().any(is_in_it) && !state.threads.parked.iter().any(is_timed)
    }

    /// Threads of which each waits for the next and the last for the first.
    fn cycle(&mut self, state: &mut State) -> Vec<ObjectId> {
        let threads: Vec<ObjectId> = state.threads.parked.iter().map(|p| p.thread).collect();
        for &first in &threads {
            let mut seen = vec![first];
            while let Some(next) = self.awaited(state, seen[seen.len() - 1]) {
                if next == first {
                    return seen;
                }
                if seen.contains(&next) {
                    break;
                }
                seen.push(next);
            }
        }
        Vec::new()
    }

    /// The thread that holds what a thread waits for.
    fn awaited(&mut self, state: &mut State, thread: ObjectId) -> Option<ObjectId> {
        let parked = state.threads.parked.iter().find(|p| p.thread == thread)?;
        let wait = match (parked.wait, parked.own.pending) {
            (Wait::Turn, Some(Deed::Acquire { lock, interruptible: false })) => {
                return self.reference_named(state, lock, "exclusiveOwnerThread");
            }
            (Wait::Turn, Some(Deed::Lock(monitor))) => Wait::Monitor(monitor),
            (Wait::Turn, Some(Deed::End)) => Wait::Monitor(thread),
            (wait, _) => wait,
        };
        match wait {
            Wait::Monitor(monitor) | Wait::Reenter { monitor, .. } => state.holder(monitor),
            Wait::Class(class) => {
                let begun = state.threads.steps.begun.iter().find(|begun| begun.class == class);
                let runs = |p: &&Parked| p.frames().iter().any(|f| f.after == After::Initialized(class));
                begun.map(|begun| begun.thread).or_else(|| state.threads.parked.iter().find(runs).map(|p| p.thread))
            }
            Wait::Park { .. } => {
                let blocker = self.blocker(state, thread)?;
                self.reference_named(state, blocker, "exclusiveOwnerThread")
            }
            // Thread.join.
            Wait::Notify { monitor, .. } => state.threads.parked.iter().map(|p| p.thread).find(|t| *t == monitor),
            Wait::Turn | Wait::Sleep { .. } | Wait::Signal { .. } => None,
        }
    }

    /// What a parked thread said that it waits for.
    fn blocker(&mut self, state: &mut State, thread: ObjectId) -> Option<ObjectId> {
        self.reference_named(state, thread, "parkBlocker")
    }

    fn reference_named(&mut self, state: &mut State, object: ObjectId, field: &str) -> Option<ObjectId> {
        let slot = self.world.classes.slot_named(self.class_of(state, object), field)?;
        let reference = self.field(state, object, slot).ok()?.as_ref();
        (!reference.is_null()).then_some(reference)
    }

    fn describe_waiting(&mut self, state: &mut State) -> String {
        let cycle = self.cycle(state);
        let mut lines = vec![match cycle.as_slice() {
            [] => "no thread can go on".to_string(),
            [one] => format!("\"{}\" waits for itself", self.thread_name(state, *one)),
            many => {
                let names: Vec<String> = many.iter().map(|t| format!("\"{}\"", self.thread_name(state, *t))).collect();
                format!("{} wait for each other", names.join(" and "))
            }
        }];
        for at in 0..state.threads.parked.len() {
            let Parked { thread, wait, own, .. } = state.threads.parked[at].clone();
            let daemon = if own.daemon { " (daemon)" } else { "" };
            let name = self.thread_name(state, thread);
            let what = self.describe_wait(state, thread, wait);
            lines.push(format!("\"{name}\"{daemon} {what}"));
            let frames = state.threads.parked[at].context.frames.clone();
            lines.extend(self.frame_lines(&frames, own.waits_in).iter().map(|line| format!("\t{line}")));
            let held: Vec<ObjectId> =
                state.monitors.iter().filter(|held| held.thread == thread).map(|held| held.object).collect();
            for monitor in held {
                lines.push(format!("\tholds the monitor of {}", self.describe_object(state, monitor)));
            }
        }
        lines.join("\n")
    }

    fn describe_wait(&mut self, state: &mut State, thread: ObjectId, wait: Wait) -> String {
        let what = match wait {
            Wait::Monitor(monitor) | Wait::Reenter { monitor, .. } => {
                format!("waits for the monitor of {}", self.describe_object(state, monitor))
            }
            Wait::Notify { monitor, .. } if self.awaited(state, thread).is_some() => {
                return format!("waits for the end of \"{}\"", self.thread_name(state, monitor));
            }
            Wait::Notify { monitor, .. } => {
                format!("waits to be notified by {}", self.describe_object(state, monitor))
            }
            Wait::Park { .. } => match self.blocker(state, thread) {
                Some(blocker) => format!("is parked and waits for {}", self.describe_object(state, blocker)),
                None => "is parked".into(),
            },
            Wait::Class(class) => format!("waits for the initialisation of {}", self.world.classes[class].dotted()),
            // As the JDK's own code has it.
            Wait::Signal { condition, .. } => {
                format!("is parked and waits for {}", self.describe_object(state, condition))
            }
            Wait::Sleep { .. } => "sleeps".into(),
            Wait::Turn => "waits for its turn".into(),
        };
        match self.awaited(state, thread) {
            Some(holder) => format!("{what}, held by \"{}\"", self.thread_name(state, holder)),
            None => what,
        }
    }

    fn describe_object(&mut self, state: &mut State, object: ObjectId) -> String {
        let hash = self.identity_hash(state, object);
        format!("{}@{hash:x}", self.world.classes[self.class_of(state, object)].dotted())
    }
}
