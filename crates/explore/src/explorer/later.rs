//! A question that takes longer than the turn is asked again in a later one: meanwhile somebody else may answer. The instruction
//! that asks changed nothing, so the state comes to it again.

use super::bracket::Step;
use super::{Explorer, First, Settled};
use crate::search::AfterFork;
use crate::verdict::Outcome;
use machine::{Res, State};
use solver::Haste;
use term::Term;

/// Work of one turn, if nothing makes it shorter: some tenths of a second. In turns of that length a question that waits has more each time.
pub const TURN: u64 = 3_000_000;
const MORE: u64 = 16;

#[derive(Default)]
pub struct Later {
    /// That of the solvers, if questions may wait.
    pub haste: Haste,
    /// The question at hand may wait.
    can_wait: bool,
    /// And it does.
    waits: bool,
    /// How much more than the rest of a turn the question has that this exploration asks again; 0 if none waits.
    pub(super) factor: u64,
}

impl Later {
    /// What was asked had no answer within the work that it was allowed.
    pub(super) fn put_off(&mut self) -> bool {
        let waits = self.can_wait && self.haste.is_spent();
        self.waits |= waits;
        waits
    }
}

impl Explorer<'_, '_> {
    /// A condition of which this state cannot go both ways without knowing that it can.
    pub(crate) fn decide_surely(&mut self, state: &mut State, condition: Term, first: First) -> Res<Step> {
        self.asking_patiently(|explorer| explorer.decide_now(state, condition, first))
    }

    fn decide_now(&mut self, state: &mut State, condition: Term, first: First) -> Res<Step> {
        match self.settle(state) {
            Step::Run if self.later.waits => return Ok(Step::Run),
            Step::Run => {}
            other => return Ok(other),
        }
        let settled = self.decide(state, condition, first)?;
        state.follow_lead(&self.machine.world.terms);
        Ok(match settled {
            Settled::Here => Step::Run,
            Settled::Forked => {
                self.share();
                let queue = self.is_free() && self.frontier.after_fork(state) == AfterFork::Queue;
                if queue { Step::Queue } else { Step::Run }
            }
            Settled::Cut(reason) => Step::End(Outcome::Stopped(reason)),
        })
    }

    /// What is asked inside may wait for a later turn. Then nothing happened, and the turn is over.
    fn asking_patiently<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let left = self.turn_ends.saturating_sub(self.stats.work());
        self.later.waits = false;
        self.later.can_wait = self.turn_ends != u64::MAX;
        if self.later.can_wait {
            self.later.haste.allow(left.saturating_mul(self.later.factor.max(1)));
        }
        let answer = ask(self);
        if self.later.can_wait {
            self.later.haste.lift();
        }
        self.later.can_wait = false;
        if self.later.waits {
            self.turn_ends = self.turn_ends.min(self.stats.work());
            if self.turn_work >= TURN {
                self.later.factor = self.later.factor.max(1).saturating_mul(MORE);
            }
        } else {
            self.later.factor = 0;
        }
        answer
    }
}
