//! Coming to a state again: the recorded sides are followed without asking the solver. Where the execution does not pass
//! the recorded forks, the state is not found, and that is a reason.

use super::{Explorer, SLICE};
use crate::limits::Look;
use crate::share::prefix::method_name;
use crate::share::{Prefix, Turn};
use machine::path::Use;
use machine::reason::Lost;
use machine::{Event, Reason, State};
use term::Term;

impl Explorer<'_, '_> {
    /// Brings a state that has not forked yet to the end of a prefix, or says why not.
    pub fn come_to(&mut self, state: &mut State, prefix: &Prefix) -> Result<(), Reason> {
        let turns = prefix.turns(&mut self.machine.world.terms);
        let turns = turns.map_err(|_| Reason::Worker(Lost::Garbled))?;
        self.machine.host.resume(state);
        for turn in turns {
            for _ in 0..turn.settled {
                let condition = self.next_condition(state)?;
                self.settle_known(state, condition);
            }
            let condition = self.next_condition(state)?;
            self.turn(state, condition, turn)?;
        }
        self.machine.host.pull(self.machine.world, state).map_err(|_| DIFFERENT)
    }

    fn next_condition(&mut self, state: &mut State) -> Result<Term, Reason> {
        loop {
            if let Some(reason) = self.exhausted(Look::Short) {
                return Err(reason.into());
            }
            state.refuel(SLICE);
            match self.machine.run(state, self.floor) {
                Event::OutOfFuel => {}
                Event::Decide(condition) | Event::Choose(condition) | Event::Fix(condition) => return Ok(condition),
                Event::Returned(_) if self.machine.outlives_main(state) => {}
                Event::Returned(_)
                | Event::Threw(_)
                | Event::Ended(_)
                | Event::Settle
                | Event::Watched
                | Event::Visible
                | Event::ThreadThrew => {
                    return Err(DIFFERENT);
                }
            }
        }
    }

    fn settle_known(&mut self, state: &mut State, condition: Term) {
        let terms = &mut self.machine.world.terms;
        let truth = terms.holds(condition, state.path.witness(Use::Question));
        let taken = if truth { condition } else { terms.not(condition) };
        state.path.trail.settle();
        state.path.settle(terms, taken);
    }

    fn turn(&mut self, state: &mut State, condition: Term, turn: Turn) -> Result<(), Reason> {
        let place = self.machine.place(state);
        if place.pc != turn.pc || method_name(self.machine.world, place.method) != turn.method {
            return Err(DIFFERENT);
        }
        if let Some(reason) = self.too_far(state) {
            return Err(reason);
        }
        let terms = &mut self.machine.world.terms;
        let taken = if turn.side { condition } else { terms.not(condition) };
        if let Some(witness) = &turn.witness {
            state.path.adopt(terms, witness.clone());
        }
        if !terms.holds(taken, state.path.witness(Use::Question)) {
            return Err(DIFFERENT);
        }
        state.path.trail.fork(place, taken, turn.side, turn.witness);
        state.path.assume(terms, taken);
        Ok(())
    }
}

const DIFFERENT: Reason = Reason::Worker(Lost::Different);
