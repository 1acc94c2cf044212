//! Proofs without a bound. An exploration of its own in which loops are generalised: at the head of a loop that does not end, the
//! cells that its body changes are forgotten, up to facts that every round of the loop keeps. What this exploration shows may be no
//! run of the program; that it shows no violation is a proof.

mod attempt;
mod calls;
mod candidates;
mod clauses;
mod contract;
mod cut;
mod found;
mod houdini;
mod learn;
mod overflow;
mod proof;
mod recursion;
mod samples;
mod seen;
mod templates;

pub use clauses::by_clauses;

use attempt::{Attempt, GiveUp, Mode};
use explore::judge::{Aside, Judge};
use explore::{Explorer, Level, Proof, Property, Resting};
use found::Found;
use learn::Memory;
use machine::{Console, State};
use solver::{Haste, Solver};
use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;

/// How often an attempt begins again with what the one before has learnt.
const ATTEMPTS: u32 = 12;

/// How often an attempt without guesses begins again with more work.
const BARE_AGAIN: u32 = 2;

/// Looks for proofs while other explorations rest.
pub struct Prover {
    first: State,
    /// Gone when nothing more can be proved.
    resting: Option<Resting>,
    memory: Memory,
    attempts: u32,
    /// What is tried before anything is guessed.
    unguessed: Option<Mode>,
    haste: Haste,
}

impl Prover {
    /// `first` is the state with which the program begins; `haste` is the solver's.
    pub fn new(explorer: &mut Explorer, first: &State, solver: Box<dyn Solver>, haste: Haste) -> Prover {
        let first = explorer.machine.fork(first, Console::Muted);
        Prover {
            first,
            resting: Some(Resting::idle(Level::Off, solver)),
            memory: Memory::default(),
            attempts: 0,
            unguessed: Some(Mode::Exact),
            haste,
        }
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
        self.haste.set(1);
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
        // Without a guess first: what needs none is proved in no time.
        while let Some(mode) = self.unguessed {
            let part = if mode == Mode::Exact { work / 4 } else { work / 2 };
            let explored = self.explore(explorer, mode, begun.saturating_add(part));
            self.unguessed = match explored {
                Err(GiveUp::Again) => continue,
                _ if mode == Mode::Exact => Some(Mode::Bare),
                Err(GiveUp::Work) if self.attempts < BARE_AGAIN => {
                    self.attempts += 1;
                    return Attempted::Open;
                }
                _ => None,
            };
            if let Ok((found, proof)) = explored
                && found.is_complete(explorer)
            {
                let violated = found.violated();
                let holds = |property: &Property| !violated.contains(property);
                let properties: Vec<Property> = open.iter().copied().filter(holds).collect();
                if !properties.is_empty() {
                    return Attempted::Proved { properties, proof, assumptions: found.assumptions };
                }
            }
        }
        loop {
            self.attempts += 1;
            let (found, proof) = match self.explore(explorer, Mode::General, begun.saturating_add(work)) {
                Ok(found) => found,
                Err(GiveUp::Again) => continue,
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
        let mut attempt = Attempt::new(explorer, &mut self.memory, &self.haste, mode, until);
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
