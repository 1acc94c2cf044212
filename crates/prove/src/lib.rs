//! Proofs without a bound. An exploration of its own in which loops are generalised: at the head of a loop that does not end, the
//! cells that its body changes are forgotten, up to facts that every round of the loop keeps. What this exploration shows may be no
//! run of the program; that it shows no violation is a proof.

mod attempt;
mod calls;
mod candidates;
mod certificate;
mod checked_calls;
mod checked_crowd;
mod checker;
mod claims;
mod clauses;
mod contract;
mod crowd;
mod cut;
mod elements;
mod found;
mod goal;
mod heads;
mod houdini;
mod learn;
mod measures;
mod method;
mod names;
mod numbers;
mod overflow;
mod proof;
mod recursion;
mod samples;
mod seen;
mod strongest;
mod templates;

pub use clauses::by_clauses;
pub use method::MethodProofs;

use attempt::{Attempt, GiveUp, Mode};
use certificate::Certificate;
pub use certificate::Plant;
use checker::Refused;
use cut::Key;
use explore::judge::{Aside, Judge};
use explore::{Explorer, Level, Proof, Property, Resting};
use found::Found;
use goal::Goal;
use learn::Memory;
use machine::{Console, Reason, State};
use proof::Closed;
use solver::{Haste, Solver};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::time::Instant;

/// How often an attempt begins again with what the one before has learnt.
const ATTEMPTS: u32 = 12;

/// How often an attempt without guesses begins again with more work.
const BARE_AGAIN: u32 = 2;

/// Looks for proofs while other explorations rest.
pub struct Prover {
    goal: Goal,
    first: State,
    /// Gone when nothing more can be proved.
    resting: Option<Resting>,
    memory: Memory,
    attempts: u32,
    /// What is tried before anything is guessed, and whether loops are then cut before their first round.
    unguessed: Option<(Mode, bool)>,
    /// Loops that are known are cut before their first round, as long as that may help.
    eager: bool,
    /// Whether an attempt came to its end, or to a loop that it generalised and began again with: with more work it may be a proof.
    is_near: bool,
    haste: Haste,
    /// What is made wrong before the check, to see that it is refused.
    plant: Option<Plant>,
    /// Where proofs are checked again.
    checker: Option<Resting>,
}

impl Prover {
    /// `first` is the state with which the program begins; `haste` is the solver's.
    pub fn new(explorer: &mut Explorer, first: &State, solver: Box<dyn Solver>, haste: Haste) -> Prover {
        let mut first = explorer.machine.fork(first, Console::Muted);
        Rc::make_mut(&mut first.path.proof).rough = true;
        Prover {
            goal: Goal::Program,
            first,
            resting: Some(Resting::idle(Level::Off, solver)),
            memory: Memory::default(),
            attempts: 0,
            unguessed: Some((Mode::Exact, false)),
            eager: true,
            is_near: false,
            haste,
            plant: None,
            checker: None,
        }
    }

    /// Every proof is checked again with this solver before it counts.
    pub fn checked_by(mut self, solver: Box<dyn Solver>, plant: Option<Plant>) -> Prover {
        self.checker = Some(Resting::idle(Level::Off, solver));
        self.plant = plant;
        self
    }

    /// Attempts from the beginning, for at most so much work. What is proved goes to the judge; the explorer is as before.
    pub fn turn(&mut self, explorer: &mut Explorer, judge: &mut Judge, work: u64) -> Aside {
        let mut left = work;
        loop {
            let before = judge.proved.len();
            let (aside, used) = self.prove(explorer, judge, left);
            // Who proved one property goes on with the others at once, and may need as much for them.
            left = left.saturating_sub(used).max(used.saturating_mul(2));
            if aside == Aside::Done || judge.proved.len() == before {
                return aside;
            }
        }
    }

    /// The work that it took, too.
    fn prove(&mut self, explorer: &mut Explorer, judge: &mut Judge, work: u64) -> (Aside, u64) {
        let open: Vec<Property> = judge.open().collect();
        let is_trusted = &mut || judge.is_trusted();
        let Some((tried, used)) = self.try_once(explorer, &open, work, is_trusted) else { return (Aside::Done, 0) };
        match tried {
            Tried::Proved(properties, proof, assumptions) => {
                judge.assumed.extend(assumptions);
                judge.prove(properties, proof);
            }
            Tried::Refused(why) => judge.refused.push(why),
            Tried::Nothing => {}
        }
        if judge.open().next().is_none() {
            self.resting = None;
        }
        let aside = match self.resting {
            None => Aside::Done,
            Some(_) if self.is_near => Aside::Near,
            Some(_) => Aside::Far,
        };
        (aside, used)
    }

    /// One attempt, and the work that it took; nothing if there is nothing more to try.
    fn try_once(
        &mut self,
        explorer: &mut Explorer,
        open: &[Property],
        work: u64,
        is_trusted: &mut dyn FnMut() -> bool,
    ) -> Option<(Tried, u64)> {
        let mut resting = self.resting.take()?;
        explorer.change(&mut resting);
        let refuted = |explorer: &Explorer| {
            let mut tiers = Vec::new();
            explorer.solver.statistics(&mut tiers);
            tiers.iter().any(|tier| tier.refuted > 0)
        };
        let before = explorer.stats.work();
        // A bug of ours ends the proof, not the run.
        let attempt = AssertUnwindSafe(|| self.attempt(explorer, open, work));
        let found = std::panic::catch_unwind(attempt).unwrap_or(Attempted::Failed);
        self.haste.lift();
        let (mut trusted, used) = (!refuted(explorer), explorer.stats.work() - before);
        explorer.change(&mut resting);
        let mut goes_on = self.attempts < ATTEMPTS && !matches!(found, Attempted::Failed);
        let mut tried = Tried::Nothing;
        if let Attempted::Proved { properties, proof, assumptions } = found
            && trusted
            && is_trusted()
        {
            let Written { loops, certificate: written } = proof;
            let mut certificate = written.clone();
            if let Some(plant) = self.plant {
                certificate.spoil(&mut explorer.machine.world.terms, plant);
            }
            match self.check(explorer, &properties, &certificate) {
                Ok(()) => {
                    explorer.change(&mut resting);
                    let proof = self.told(explorer, &written, &loops);
                    explorer.change(&mut resting);
                    tried = Tried::Proved(properties, proof, assumptions);
                }
                Err(_) if Instant::now() >= explorer.limits.deadline => trusted = false,
                Err(why) => {
                    tried = Tried::Refused(Reason::Internal(format!("a proof was refused: {why}")));
                    trusted = false;
                }
            }
        }
        goes_on &= trusted;
        self.resting = goes_on.then_some(resting);
        Some((tried, used))
    }

    /// The proof in words. A bug of ours costs the words only.
    fn told(&self, explorer: &mut Explorer, certificate: &Certificate, loops: &BTreeMap<Key, Closed>) -> Proof {
        let recursive = &self.memory.recursive;
        let told = AssertUnwindSafe(|| heads::told(explorer, &self.goal, &self.first, certificate, recursive, loops));
        std::panic::catch_unwind(told).unwrap_or_default()
    }

    /// With a solver of its own, if proofs are to be checked.
    fn check(&mut self, explorer: &mut Explorer, holds: &[Property], certificate: &Certificate) -> Result<(), String> {
        let Some(mut resting) = self.checker.take() else { return Ok(()) };
        explorer.change(&mut resting);
        let first = explorer.machine.fork(&self.first, Console::Muted);
        let check =
            AssertUnwindSafe(|| checker::check(explorer, &self.goal, first, certificate, &self.memory.recursive));
        let checked = std::panic::catch_unwind(check);
        explorer.change(&mut resting);
        self.checker = Some(resting);
        match checked {
            Ok(Ok(violated)) => match holds.iter().find(|property| violated.contains(property)) {
                Some(property) => Err(format!("{} is violated", property.name())),
                None => Ok(()),
            },
            Ok(Err(Refused(why))) => Err(why),
            Err(_) => Err("the check failed".to_string()),
        }
    }

    fn attempt(&mut self, explorer: &mut Explorer, open: &[Property], work: u64) -> Attempted {
        let begun = explorer.stats.work();
        // Without a guess first: what needs none is proved in no time.
        while let Some((mode, eager)) = self.unguessed {
            let part = if mode == Mode::Exact { work / 4 } else { work / 2 };
            let explored = self.explore(explorer, mode, eager, begun.saturating_add(part));
            self.unguessed = match explored {
                Err(GiveUp::Again) => continue,
                _ if mode == Mode::Exact => Some((Mode::Bare, true)),
                // What holds may need what the first rounds did.
                Ok(_) | Err(GiveUp::Loop) if eager => Some((Mode::Bare, false)),
                Err(GiveUp::Work) if eager && self.attempts < BARE_AGAIN => {
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
            self.eager &= self.attempts <= ATTEMPTS / 2;
            let part = if self.eager { work / 4 * 3 } else { work };
            let (found, proof) = match self.explore(explorer, Mode::General, self.eager, begun.saturating_add(part)) {
                Ok(found) => found,
                Err(GiveUp::Again) => {
                    self.attempts -= 1;
                    continue;
                }
                Err(GiveUp::Work) => {
                    // It learnt nothing, and the next one has three times as much. A method under check has bounds, too, and does not wait.
                    if matches!(self.goal, Goal::Program) {
                        self.attempts -= 1;
                    }
                    return Attempted::Open;
                }
                Err(GiveUp::Loop) if self.eager => {
                    self.eager = false;
                    continue;
                }
                Err(GiveUp::Loop) => return Attempted::Failed,
            };
            let violated = found.violated();
            let holds: Vec<Property> = open.iter().copied().filter(|property| !violated.contains(property)).collect();
            let learnt = !violated.is_empty() && self.attempts < ATTEMPTS && self.memory.learn(explorer, &found, open);
            // What holds is told at once: the others may take long.
            if found.is_complete(explorer) && !holds.is_empty() {
                return Attempted::Proved { properties: holds, proof, assumptions: found.assumptions };
            }
            if !learnt && self.eager {
                self.eager = false;
            } else if !learnt {
                return Attempted::Failed;
            }
        }
    }

    fn explore(
        &mut self,
        explorer: &mut Explorer,
        mode: Mode,
        eager: bool,
        until: u64,
    ) -> Result<(Found, Written), GiveUp> {
        explorer.stats.reasons.clear();
        let first = explorer.machine.fork(&self.first, Console::Muted);
        let mut attempt = Attempt::new(explorer, &mut self.memory, &self.goal, &self.haste, (mode, eager), until);
        let found = attempt.whole(first);
        let (certificate, loops) = (std::mem::take(&mut attempt.log), std::mem::take(&mut attempt.loops));
        self.is_near |= matches!(found, Ok(_) | Err(GiveUp::Again));
        Ok((found?, Written { loops, certificate }))
    }
}

/// A proof for people, and for who checks it.
struct Written {
    loops: BTreeMap<Key, Closed>,
    certificate: Certificate,
}

/// What became of an attempt.
enum Tried {
    Proved(Vec<Property>, Proof, BTreeSet<String>),
    /// The check of a proof refused it.
    Refused(Reason),
    Nothing,
}

/// How an attempt ended.
enum Attempted {
    /// These properties hold.
    Proved {
        properties: Vec<Property>,
        proof: Written,
        assumptions: BTreeSet<String>,
    },
    /// There may be more with more work.
    Open,
    Failed,
}
