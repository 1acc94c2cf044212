//! The schedule of a path: its steps, for a JVM to follow.

use super::{StepKind, TurnSite, TurnStep, Turns, TurnsEnd};
use machine::state::InitStatus;
use machine::state::steps::{Cell, Deed, Note, Stack, Step, ThreadNumber, Touch};
use machine::state::threads::Wait;
use machine::{Machine, ObjectId, State};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What an order of threads leads to that is no exception.
pub enum Ends {
    Deadlock,
    /// Two threads stand where they access one variable.
    Race(Box<[(ThreadNumber, Stack); 2]>),
}

/// Nothing where there was one thread, unless that waits for ever.
pub fn turns(machine: &Machine, state: &State, ends: Option<Ends>) -> Option<Turns> {
    let rounds = state.threads.steps.rounds();
    // By when they were started, over all rounds; whoever leads a round was there before.
    let mut known: Vec<ObjectId> = Vec::new();
    let mut steps: Vec<TurnStep> = Vec::new();
    // By position, whether threads may come there when they like.
    let mut is_idle: Vec<bool> = Vec::new();
    let waiting = waiting_for_classes(state, ends.as_ref());
    for round in &rounds {
        let fresh = round.threads.iter().copied().filter(|thread| !known.contains(thread)).collect::<Vec<_>>();
        known.extend(fresh);
        let number = |thread: ObjectId| known.iter().position(|&one| one == thread).unwrap_or(0) as u32;
        let meetings = Meetings::of(&round.steps);
        for (at, step) in round.steps.iter().enumerate() {
            let thread = number(round.threads[step.thread as usize]);
            let is_of_class = matches!(step.deed, Deed::Use(_) | Deed::AwaitClass(_));
            if is_of_class && goes_on_there(step, &round.steps[at + 1..]) || came_by_class(step, &round.steps[..at]) {
                continue;
            }
            if only_waits_for_class(state, step, &round.steps[..at], &waiting) {
                continue;
            }
            let Some(kind) = kind(step, number) else { continue };
            let site = match kind {
                StepKind::Wake { .. } => None,
                StepKind::End => Some(end_of_thread()),
                _ => match site(machine, &step.stack) {
                    Some(site) => Some(site),
                    // In code of ours, which a JVM does not have.
                    None => continue,
                },
            };
            is_idle.push(kind == StepKind::Step && is_in_jdk(machine, step) && !meetings.meets(step));
            steps.push(TurnStep { thread, kind, site });
        }
    }
    let steps_end = steps.len();
    let Some(last) = rounds.last() else {
        let is_deadlock = matches!(ends, Some(Ends::Deadlock));
        return is_deadlock.then_some(Turns { steps, end: TurnsEnd::Deadlock });
    };
    let number = |thread: ThreadNumber| {
        let object = last.threads[thread as usize];
        known.iter().position(|&one| one == object).unwrap_or(0) as u32
    };
    let end = match ends {
        None => TurnsEnd::Exception,
        Some(Ends::Deadlock) => TurnsEnd::Deadlock,
        Some(Ends::Race(accesses)) => {
            let [one, other] = *accesses;
            let place = |(thread, stack): (ThreadNumber, Stack)| Some((number(thread), site(machine, &stack)?));
            TurnsEnd::Race([place(one)?, place(other)?])
        }
    };
    if last.steps.last().is_some_and(|step| asks_for_handler(machine, step))
        && let Some(is_idle) = is_idle.last_mut()
    {
        // The thread goes on behind it and tells of its exception, while all others stand still.
        *is_idle = false;
    }
    if !matches!(end, TurnsEnd::Race(_)) {
        let own_last = |thread| last.steps.iter().rev().find(|step| is_own(step, thread));
        // Who did something else there before is held there by that.
        let comes_there = |(thread, stack): &(ThreadNumber, Stack)| {
            own_last(*thread).is_none_or(|step| {
                step.stack != *stack || only_waits_for_class(state, step, &last.steps[..step.index as usize], &waiting)
            })
        };
        let for_classes = waiting.iter().map(|(thread, stack)| (*thread, stack.clone())).filter(comes_there);
        for (thread, stack) in state.stands().into_iter().chain(for_classes) {
            let thread = number(thread);
            if let Some(site) = site(machine, &stack) {
                steps.push(TurnStep { thread, kind: StepKind::Stand, site: Some(site) });
            }
        }
    }
    let mut needed: BTreeSet<(u32, TurnSite)> = BTreeSet::new();
    let of_steps = steps.iter().enumerate().filter(|(at, _)| *at >= steps_end || !is_idle[*at]);
    needed.extend(of_steps.filter_map(|(_, step)| Some((step.thread, step.site.clone()?))));
    if let TurnsEnd::Race(both) = &end {
        needed.extend(both.iter().cloned());
    }
    let mut at = 0;
    steps.retain(|step| {
        at += 1;
        at > steps_end
            || !is_idle[at - 1]
            || step.site.as_ref().is_some_and(|site| needed.contains(&(step.thread, site.clone())))
    });
    (!steps.is_empty()).then_some(Turns { steps, end })
}

/// Whether an exception has ended the thread, which looks for somebody who handles it.
fn asks_for_handler(machine: &Machine, step: &Step) -> bool {
    let first = step.stack.last().map(|(method, _)| &machine.world.classes[*method]);
    first.is_some_and(|method| &*method.name == "dispatchUncaughtException")
}

/// Whether the thread's next step is one of the same instruction: a JVM comes there once.
fn goes_on_there(step: &Step, behind: &[Rc<Step>]) -> bool {
    behind.iter().find(|other| other.thread == step.thread).is_some_and(|next| next.stack == step.stack)
}

/// Steps of a thread, by where it stood. What lets go of a lock is written down later.
fn is_own(step: &Step, thread: ThreadNumber) -> bool {
    step.thread == thread && !matches!(step.deed, Deed::Unlock(_))
}

/// Whether the step belongs to an instruction that has initialised a class with code of its own: a JVM does not come there again behind that.
fn came_by_class(step: &Step, before: &[Rc<Step>]) -> bool {
    let is_inside = |other: &&Rc<Step>| other.stack.len() > step.stack.len() && other.stack.ends_with(&step.stack);
    let mut own = before.iter().rev().filter(|other| is_own(other, step.thread)).peekable();
    let mut inside = 0;
    while own.next_if(is_inside).is_some() {
        inside += 1;
    }
    inside > 0 && own.next().is_some_and(|other| matches!(other.deed, Deed::Use(_)) && other.stack == step.stack)
}

/// Threads that wait for a class until the end of the path, with where they stand. A deadlock is left with its first thread.
fn waiting_for_classes(state: &State, ends: Option<&Ends>) -> Vec<(ThreadNumber, Stack)> {
    if matches!(ends, Some(Ends::Race(_))) {
        return Vec::new();
    }
    let parked = state.threads.parked.iter().filter(|parked| matches!(parked.wait, Wait::Class(_)));
    let mut waiting: Vec<(ThreadNumber, Stack)> =
        parked.map(|parked| (parked.own.number, state.stack_of(parked.thread))).collect();
    if matches!(ends, Some(Ends::Deadlock)) && state.threads.own.pending.is_none() {
        waiting.push((state.threads.own.number, state.stack_here()));
    }
    waiting
}

/// Whether with this step its thread came to wait for a class until the end of the path, and has done nothing else there.
fn only_waits_for_class(state: &State, step: &Step, before: &[Rc<Step>], waiting: &[(ThreadNumber, Stack)]) -> bool {
    let Deed::Use(class) = step.deed else { return false };
    let stays = waiting.iter().any(|(thread, stack)| *thread == step.thread && *stack == step.stack);
    let thread = state.threads.steps.threads.get(step.thread as usize);
    let has_it = state.threads.steps.begun.iter().any(|begun| begun.class == class && Some(&begun.thread) == thread);
    let status = state.init_status(class);
    let is_busy = matches!(status, InitStatus::Begun | InitStatus::Running | InitStatus::Elsewhere);
    let own = before.iter().rev().find(|other| is_own(other, step.thread));
    stays && is_busy && !has_it && own.is_none_or(|before| before.stack != step.stack)
}

/// What the threads of a round do to cells.
struct Meetings(BTreeMap<Cell, Vec<(ThreadNumber, Touch)>>);

impl Meetings {
    fn of(steps: &[Rc<Step>]) -> Meetings {
        let mut by_cell: BTreeMap<Cell, Vec<(ThreadNumber, Touch)>> = BTreeMap::new();
        for step in steps {
            for &(cell, touch) in &step.footprint {
                let all = by_cell.entry(whole(cell)).or_default();
                if !all.contains(&(step.thread, touch)) {
                    all.push((step.thread, touch));
                }
            }
        }
        Meetings(by_cell)
    }

    /// Who touches what may be this cell.
    fn near(&self, cell: Cell) -> impl Iterator<Item = (ThreadNumber, Touch)> {
        let others = match cell {
            Cell::Slot(object, _) => Cell::Object(object)..=Cell::Object(object),
            Cell::Object(object) => Cell::Slot(object, 0)..=Cell::Slot(object, u16::MAX),
            cell => cell..=cell,
        };
        let own = self.0.get(&cell).filter(|_| !others.contains(&cell));
        own.into_iter().chain(self.0.range(others).map(|(_, touches)| touches)).flatten().copied()
    }

    /// Whether the order of the step and one of another thread matters.
    fn meets(&self, step: &Step) -> bool {
        let of_others = |&(cell, touch): &(Cell, Touch)| {
            let mut others = self.near(whole(cell)).filter(|&(thread, _)| thread != step.thread);
            others.any(|(_, other)| touch.disturbs(other))
        };
        step.deed.ends_program() || step.footprint.iter().any(of_others)
    }
}

/// The array of an element.
fn whole(cell: Cell) -> Cell {
    if let Cell::Element(array, _) = cell { Cell::Array(array) } else { cell }
}

/// A JVM may have done there before what the machine does now, such as to find out the locale.
fn is_in_jdk(machine: &Machine, step: &Step) -> bool {
    let classes = &machine.world.classes;
    step.stack.first().is_some_and(|&(method, _)| classes[classes[method].class].is_jdk())
}

fn kind(step: &Step, number: impl Fn(ObjectId) -> u32) -> Option<StepKind> {
    Some(match step.deed {
        // Inside of the wait, where the JVM takes the lock by itself.
        Deed::Acquire { .. } if step.note == Note::Woken => return None,
        Deed::Read(_)
        | Deed::Write(_)
        | Deed::Update(_)
        | Deed::Several(_)
        | Deed::Lock(_)
        | Deed::Acquire { .. }
        | Deed::Release(_)
        | Deed::Await { .. }
        | Deed::Signal(_)
        | Deed::Notify(_)
        | Deed::NotifyAll(_)
        | Deed::Unpark(_)
        | Deed::Join(_)
        | Deed::IsAlive(_)
        | Deed::Interrupt(_)
        | Deed::Use(_)
        | Deed::AwaitClass(_)
        | Deed::Exit => StepKind::Step,
        Deed::Start(thread) => StepKind::Start { child: number(thread) },
        Deed::End | Deed::EndBesideDaemons | Deed::LastEnd => StepKind::End,
        Deed::Wait(_) => StepKind::Wait,
        Deed::Relock(_) => StepKind::Wake { interrupted: step.note == Note::Interrupted },
        Deed::Park { .. } | Deed::Sleep => StepKind::Pass,
        Deed::Begin | Deed::Unlock(_) | Deed::Expire(_) => return None,
    })
}

/// The innermost instruction.
fn site(machine: &Machine, stack: &Stack) -> Option<TurnSite> {
    let &(method, at) = stack.first()?;
    let called = &machine.world.classes[method];
    let class = &machine.world.classes[called.class];
    if class.synthetic {
        return None;
    }
    let (method, descriptor) = (called.name.to_string(), called.descriptor.to_string());
    Some(TurnSite { class: class.name.clone(), method, descriptor, at })
}

fn end_of_thread() -> TurnSite {
    TurnSite { class: "java/lang/Thread".into(), method: "exit".into(), descriptor: "()V".into(), at: 0 }
}
