//! Methods under check: paths within bounds and attempts at a proof without one take turns. A method whose paths within bounds are all
//! there are pays nothing for that.

use crate::goal::{Goal, PROMISE};
use crate::{Prover, Tried};
use explore::check::Tally;
use explore::{Explorer, Go, Outcome, Proof, Turn};
use machine::{ClassId, Console, Machine, Reason, State};
use solver::{Haste, Solver};
use std::collections::BTreeSet;
use std::time::Instant;

/// Work before the first turn of the proof, some seconds; later turns of both are longer by a factor. Who is done before then knows all
/// cases within the bounds.
const FIRST_TURN: u64 = 20_000_000;
const LONGER: u64 = 3;
/// Work of a proof after the last path within bounds, at least.
const LAST_TURN: u64 = 10_000_000;

/// What a method that holds without a bound rests on.
struct MethodProof {
    proof: Proof,
    assumptions: BTreeSet<String>,
}

/// Looks for the proof of a method.
pub struct MethodProofs {
    prover: Prover,
    proved: Option<MethodProof>,
    /// A proof did not survive its check.
    refused: Option<Reason>,
    is_done: bool,
}

impl MethodProofs {
    /// `first` is the state with which the check of the method begins. With a second solver, every proof is checked again.
    pub fn new(
        explorer: &mut Explorer,
        first: &State,
        declared: Vec<ClassId>,
        solver: Box<dyn Solver>,
        checker: Option<Box<dyn Solver>>,
    ) -> MethodProofs {
        let mut prover = Prover::new(explorer, first, solver, Haste::default());
        prover.goal = Goal::Method { declared };
        if let Some(solver) = checker {
            prover = prover.checked_by(solver, None);
        }
        MethodProofs { prover, proved: None, refused: None, is_done: false }
    }

    /// Explores within bounds until all paths ended, or a proof was found that is an answer. `add` sees every path end.
    pub fn explore(
        &mut self,
        explorer: &mut Explorer,
        tally: &mut Tally,
        mut add: impl FnMut(&mut Tally, &mut Machine, &mut State, &Outcome) -> Go,
    ) {
        let first = explorer.machine.fork(&self.prover.first, Console::Muted);
        explorer.begin(first);
        let mut work = FIRST_TURN;
        loop {
            explorer.goes_on = !self.is_done;
            let is_proved = self.proved.is_some();
            let turn = explorer.take_turn(work, |machine, state, outcome, _| {
                let go = add(tally, machine, state, outcome);
                // Whether the method is called at all is for the paths to say.
                if is_proved && tally.wants_proof() { Go::Stop } else { go }
            });
            match turn {
                Turn::Enough | Turn::Complete => break,
                Turn::Over => self.turn(explorer, work),
            }
            if self.proved.is_some() && tally.wants_proof() {
                break;
            }
            work = if self.is_done { u64::MAX } else { work.saturating_mul(LONGER) };
        }
        explorer.goes_on = false;
    }

    /// The last turn, when all paths within bounds ended.
    fn last(&mut self, explorer: &mut Explorer) {
        let work = LAST_TURN.max(explorer.stats.work());
        while self.proved.is_none() && !self.is_done && Instant::now() < explorer.limits.deadline {
            self.turn(explorer, work);
        }
    }

    /// The answer of the paths within bounds becomes that of the proof, if nothing but bounds stands in its way and there is one.
    pub fn tell(mut self, explorer: &mut Explorer, tally: &mut Tally) {
        if !tally.wants_proof() || self.proved.is_none() && tally.stats.is_complete() {
            return;
        }
        self.last(explorer);
        if let Some(MethodProof { proof, assumptions }) = self.proved {
            tally.prove(proof, assumptions);
        }
        if let Some(reason) = self.refused {
            tally.stats.cut(reason);
        }
    }

    fn turn(&mut self, explorer: &mut Explorer, work: u64) {
        if self.is_done || self.proved.is_some() {
            return;
        }
        let loops = std::mem::replace(&mut explorer.limits.loops, u32::MAX);
        explorer.machine.world.atlas.loops.proving = true;
        let tried = self.prover.try_once(explorer, &[PROMISE], work, &mut || true);
        explorer.machine.world.atlas.loops.proving = false;
        explorer.limits.loops = loops;
        self.is_done = self.prover.resting.is_none();
        match tried {
            Some((Tried::Proved(_, proof, assumptions), _)) => self.proved = Some(MethodProof { proof, assumptions }),
            Some((Tried::Refused(why), _)) => self.refused = Some(why),
            Some((Tried::Nothing, _)) => {}
            None => self.is_done = true,
        }
    }
}
