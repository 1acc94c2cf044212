//! Orders by chance, between those that are explored one after the other: what differs little from the first order may take very long to differ
//! where a bug needs it. Only a violation of theirs counts.

use super::{Explorer, Next, Step};
use machine::state::steps::{Deed, ThreadNumber};
use machine::state::walk::Walk;
use machine::{Console, Res, State};

/// Orders that are explored before any is drawn by chance, and the part of those after them that is.
const BEFORE_WALKS: u64 = 64;
const WALKS: u32 = 4;
/// Behind so many they are less frequent, as they have shown nothing so far.
const MANY_WALKS: u64 = 2000;
const WALKS_LATER: u32 = 32;
/// Steps of an order that is drawn by chance.
const LONGEST_WALK: u32 = 20_000;

impl Explorer<'_, '_> {
    /// A step of a thread that chance chooses.
    pub(super) fn walk(&mut self, state: &mut State, enabled: &[(ThreadNumber, Deed)]) -> Res<Step> {
        let running = (!state.threads.steps.idle).then_some(state.threads.own.number);
        let running = enabled.iter().position(|&(thread, _)| Some(thread) == running);
        let Some(walk) = state.threads.steps.walk.as_mut().filter(|walk| walk.steps < LONGEST_WALK) else {
            return Ok(Next::Next);
        };
        let (thread, deed) = enabled[walk.choose(enabled.len(), running)];
        self.take_step(state, thread, deed, None)?;
        Ok(Next::Run)
    }

    /// An order by chance, where there are so many that a bug may lie far from those that come first.
    pub(super) fn begin_walk(&mut self) -> Option<State> {
        let every = if self.orders.walks < MANY_WALKS { WALKS } else { WALKS_LATER };
        let is_due = self.stats.orders.executions >= BEFORE_WALKS && self.orders.turn.is_multiple_of(every);
        let is_of_use = self.orders.is_all && !self.orders.todo.is_empty() && self.limits.preemptions == u32::MAX;
        if !is_due || !is_of_use {
            return None;
        }
        self.orders.walks += 1;
        let root = self.orders.roots.get(self.orders.walks as usize % self.orders.roots.len().max(1))?.clone();
        let mut walking = self.machine.fork(&root.state, Console::Muted);
        self.set_out(&mut walking, root).ok()?;
        walking.threads.steps.walk = Some(Walk::new(self.orders.walks));
        walking.watch = None;
        walking.follow_lead(&self.machine.world.terms);
        Some(walking)
    }
}
