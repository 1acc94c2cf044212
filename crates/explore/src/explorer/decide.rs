//! A condition that must be settled: the side that the witness takes goes on, the other one is asked about.

use super::Explorer;
use super::side::Side;
use crate::limits::{Look, unsolved};
use machine::path::Use;
use machine::trail::Place;
use machine::{Bound, Console, Limit, Reason, Res, State};
use solver::Why;
use term::{Const, Sort, Term};

/// Which side of a fork goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum First {
    /// The one that the witness takes.
    Witness,
    True,
}

/// What became of a condition that had to be settled.
pub(crate) enum Settled {
    /// One side was feasible.
    Here,
    Forked,
    /// A limit ends the path.
    Cut(Reason),
}

impl Explorer<'_, '_> {
    /// Settles a condition: the witness's side here, the other one in a clone if it is feasible.
    pub(super) fn decide(&mut self, state: &mut State, condition: Term, first: First) -> Res<Settled> {
        if self.machine.world.atlas.is_choice(condition) {
            return self.decide_freely(state, condition);
        }
        let place = self.machine.place(state);
        let terms = &mut self.machine.world.terms;
        let truth = terms.holds(condition, state.path.witness(Use::Question));
        let negated = terms.not(condition);
        let (taken, other) = if truth { (condition, negated) } else { (negated, condition) };
        if self.is_out_of_reach(state) {
            return Ok(self.leave_out(state, (place, taken, truth), Limit::Depth.into()));
        }
        match self.side_if_worth(state, place, other, !truth) {
            Side::Feasible(witness) => {
                if let Some(reason) = self.too_far(state) {
                    return Ok(Settled::Cut(reason));
                }
                self.machine.host.pull(self.machine.world, state)?;
                let mut clone = self.machine.fork(state, Console::Muted);
                let terms = &self.machine.world.terms;
                clone.path.trail.fork(place, other, !truth, Some(witness.clone()));
                clone.path.adopt(terms, witness);
                clone.path.assume(terms, other);
                state.path.trail.fork(place, taken, truth, None);
                state.path.assume(terms, taken);
                if first == First::True && !truth {
                    std::mem::swap(state, &mut clone);
                    self.machine.host.resume(state);
                }
                self.put_aside(clone);
                self.stats.forks += 1;
                Ok(Settled::Forked)
            }
            Side::Infeasible => {
                self.stats.infeasible += 1;
                state.path.trail.settle();
                state.path.settle(&self.machine.world.terms, taken);
                Ok(Settled::Here)
            }
            Side::Later => Ok(Settled::Here),
            Side::Unknown(Why::Interrupted) => {
                Ok(Settled::Cut(self.exhausted(Look::Long).unwrap_or(Limit::Interrupted).into()))
            }
            Side::Unknown(why) => {
                if let Some(reason) = self.too_far(state) {
                    return Ok(Settled::Cut(reason));
                }
                Ok(self.leave_out(state, (place, taken, truth), unsolved(why)))
            }
        }
    }

    /// A choice that no condition mentions: both sides are feasible, and neither says anything about other inputs.
    pub(super) fn decide_freely(&mut self, state: &mut State, choice: Term) -> Res<Settled> {
        if let Some(reason) = self.too_far(state) {
            return Ok(Settled::Cut(reason));
        }
        let place = self.machine.place(state);
        if self.is_out_of_reach(state) {
            let negated = self.machine.world.terms.not(choice);
            state.path.trail.choose(place, negated, false, None);
            state.path.settle(&self.machine.world.terms, negated);
            self.stats.cut(Limit::Depth);
            return Ok(Settled::Here);
        }
        self.machine.host.pull(self.machine.world, state)?;
        let mut clone = self.machine.fork(state, Console::Muted);
        let terms = &mut self.machine.world.terms;
        let input = terms.as_input(choice).expect("a choice is an input");
        let negated = terms.not(choice);
        let mut witness = clone.path.witness(Use::Search).clone();
        witness.set(input, Const::scalar(Sort::Bool, 1));
        clone.path.set_witness(witness.clone());
        clone.path.trail.choose(place, choice, true, Some(witness));
        clone.path.settle(terms, choice);
        state.path.trail.choose(place, negated, false, None);
        state.path.settle(terms, negated);
        self.put_aside(clone);
        self.stats.forks += 1;
        Ok(Settled::Forked)
    }

    /// The state goes on with its side; the other one is not explored.
    fn leave_out(&mut self, state: &mut State, (place, taken, truth): (Place, Term, bool), reason: Reason) -> Settled {
        self.stats.cut(reason);
        state.path.trail.fork(place, taken, truth, None);
        state.path.assume(&self.machine.world.terms, taken);
        Settled::Here
    }

    /// Whether so many branches lie behind the path that no more other sides are explored.
    fn is_out_of_reach(&self, state: &State) -> bool {
        let Some(reach) = self.reach else { return false };
        state.path.trail.forks().iter().filter(|fork| !fork.free).count() >= reach as usize
    }

    /// The limit that one more fork of this path would exceed.
    pub(crate) fn too_far(&self, state: &mut State) -> Option<Reason> {
        if state.path.trail.len() >= self.limits.depth {
            return Some(Limit::Depth.into());
        }
        let loops = self.limits.loops;
        (loops != u32::MAX && state.count_fork() > loops).then_some(Reason::Bound(Bound::Loop))
    }
}
