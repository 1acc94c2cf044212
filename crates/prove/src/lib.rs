//! Proofs without a bound. An exploration of its own in which loops are generalised: at the head of a loop that does not end, the
//! cells that its body changes are forgotten, up to facts that every round of the loop keeps. What this exploration shows may be no
//! run of the program; that it shows no violation is a proof.

mod attempt;
mod candidates;
mod cut;
mod found;
mod houdini;
mod learn;
mod proof;
mod seen;

use attempt::{Attempt, GiveUp, Mode};
use explore::judge::{Aside, Judge};
use explore::{Explorer, Level, Proof, Property, Resting};
use found::Found;
use learn::Memory;
use machine::{Console, State};
use solver::Solver;
use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;

/// How often an attempt begins again with what the one before has learnt.
const ATTEMPTS: u32 = 12;

/// Looks for proofs while other explorations rest.
pub struct Prover {
    first: State,
    /// Gone when nothing more can be proved.
    resting: Option<Resting>,
    memory: Memory,
    attempts: u32,
}

impl Prover {
    /// `first` is the state with which the program begins.
    pub fn new(explorer: &mut Explorer, first: &State, solver: Box<dyn Solver>) -> Prover {
        let first = explorer.machine.fork(first, Console::Muted);
        Prover { first, resting: Some(Resting::idle(Level::Off, solver)), memory: Memory::default(), attempts: 0 }
    }

    /// Attempts from the beginning, for at most so much work. What is proved goes to the judge; the explorer is as before.
    pub fn turn(&mut self, explorer: &mut Explorer, judge: &mut Judge, work: u64) -> Aside {
        let Some(mut resting) = self.resting.take() else { return Aside::Done };
        let open: Vec<Property> = judge.open().collect();
        explorer.change(&mut resting);
        let refuted = |explorer: &Explorer| {
            let mut tiers = Vec::new();
            explorer.solver.statistics(&mut tiers);
            tiers.iter().any(|tier| tier.refuted > 0)
        };
        // A bug of ours ends the proof, not the run.
        let attempt = AssertUnwindSafe(|| self.attempt(explorer, &open, work));
        let found = std::panic::catch_unwind(attempt).unwrap_or(Attempted::Failed);
        let trusted = !refuted(explorer);
        explorer.change(&mut resting);
        if let Attempted::Proved { properties, proof, assumptions } = &found
            && trusted
            && judge.is_trusted()
        {
            explorer.stats.assumptions.extend(assumptions.iter().cloned());
            judge.proved.extend(properties.iter().map(|&property| (property, proof.clone())));
        }
        let is_open = judge.open().next().is_some();
        let goes_on = trusted && is_open && self.attempts < ATTEMPTS && !matches!(found, Attempted::Failed);
        self.resting = goes_on.then_some(resting);
        if goes_on { Aside::More } else { Aside::Done }
    }

    fn attempt(&mut self, explorer: &mut Explorer, open: &[Property], work: u64) -> Attempted {
        let begun = explorer.stats.work();
        if self.attempts == 0 {
            self.attempts += 1;
            match self.explore(explorer, Mode::Exact, begun.saturating_add(work / 4)) {
                Ok((found, proof)) => {
                    let violated = found.violated();
                    let holds: Vec<Property> =
                        open.iter().copied().filter(|property| !violated.contains(property)).collect();
                    if !holds.is_empty() && found.is_complete(explorer) {
                        return Attempted::Proved { properties: holds, proof, assumptions: found.assumptions };
                    }
                }
                Err(GiveUp::Work | GiveUp::Loop) => {}
            }
        }
        loop {
            self.attempts += 1;
            let (found, proof) = match self.explore(explorer, Mode::General, begun.saturating_add(work)) {
                Ok(found) => found,
                Err(GiveUp::Work) => return Attempted::Open,
                Err(GiveUp::Loop) => return Attempted::Failed,
            };
            let violated = found.violated();
            let holds: Vec<Property> = open.iter().copied().filter(|property| !violated.contains(property)).collect();
            let learnt = !violated.is_empty() && self.attempts < ATTEMPTS && self.memory.learn(explorer, &found, open);
            // What holds is told at once: the others may take long.
            if found.is_complete(explorer) && !holds.is_empty() {
                return Attempted::Proved { properties: holds, proof, assumptions: found.assumptions };
            }
            if !learnt {
                return Attempted::Failed;
            }
        }
    }

    fn explore(&mut self, explorer: &mut Explorer, mode: Mode, until: u64) -> Result<(Found, Proof), GiveUp> {
        explorer.stats.reasons.clear();
        let first = explorer.machine.fork(&self.first, Console::Muted);
        let mut attempt = Attempt::new(explorer, &mut self.memory, mode, until);
        let found = attempt.whole(first);
        let proof = attempt.proof(&self.first);
        Ok((found?, proof))
    }
}

/// How an attempt ended.
enum Attempted {
    /// These properties hold.
    Proved {
        properties: Vec<Property>,
        proof: Proof,
        assumptions: BTreeSet<String>,
    },
    /// There may be more with more work.
    Open,
    Failed,
}
