//! What the order of two steps matters for, and what a thread knows of the steps of others.

use machine::ObjectId;
use machine::state::steps::{Cell, Deed, Footprint, Step as Taken, ThreadNumber, conflict};
use std::rc::Rc;

/// The variable that a step reads, writes or updates.
pub(super) fn reached(deed: Deed) -> Option<Cell> {
    match deed {
        Deed::Update(cell @ (Cell::Slot(..) | Cell::Element(..) | Cell::Array(_))) => Some(cell),
        deed => deed.accesses(),
    }
}

/// Whether the order of two steps of different threads matters.
pub(super) fn depends(a: Deed, of_a: &Footprint, b: Deed, of_b: &Footprint) -> bool {
    a.ends_program() || b.ends_program() || conflict(of_a, of_b)
}

/// Whether the second one, which needs that monitor, could have been taken without the first.
pub(super) fn is_reversible(first: Deed, second: Deed, wants: Option<ObjectId>) -> bool {
    match (first, second) {
        (Deed::Unlock(_), _) => false,
        (first, _) if first.locks().is_some() && first.locks() == wants => false,
        (Deed::Release(monitor), _) if wants == Some(monitor) => false,
        (Deed::Await { lock, .. }, _) if wants == Some(lock) => false,
        (Deed::Wait(monitor), _) if wants == Some(monitor) => false,
        (Deed::End | Deed::EndBesideDaemons, Deed::Join(_)) => false,
        _ => true,
    }
}

/// Whether the thread could have gone on before the step.
pub(super) fn is_choice(taken: &Taken, thread: ThreadNumber) -> bool {
    taken.choice.as_ref().is_some_and(|choice| choice.enabled.iter().any(|&(enabled, _)| enabled == thread))
}

/// What a thread knows before its next step.
pub(super) fn known_to(last: &Rc<Taken>, object: ObjectId, thread: ThreadNumber) -> Vec<u32> {
    let of_thread = last.back().find(|taken| taken.thread == thread || taken.deed == Deed::Start(object));
    of_thread.map_or_else(Vec::new, |taken| taken.clock.clone())
}

pub(super) fn knows(clock: &[u32], taken: &Taken) -> bool {
    clock.get(taken.thread as usize).is_some_and(|&known| known > taken.index)
}

pub(super) fn reach(clock: &mut Vec<u32>, thread: ThreadNumber, index: u32) {
    if clock.len() <= thread as usize {
        clock.resize(thread as usize + 1, 0);
    }
    clock[thread as usize] = index;
}

pub(super) fn join(clock: &mut Vec<u32>, other: &[u32]) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    clock.iter_mut().zip(other).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
}
