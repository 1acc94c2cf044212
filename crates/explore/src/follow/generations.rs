//! Generational search: of a run, each condition behind its bound is turned around by itself; what the solver finds is run from
//! the start. Inputs that cover new sides of branches are kept, and the one that covered most is taken next.

use super::{Ending, Input, Ran, Seen, Why};
use machine::Machine;
use solver::{Answer, Solver};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use term::Term;

/// Inputs made of one run.
const CHILDREN: usize = 200;
/// Attempts at one side of one branch in one run.
const REPEATED: u32 = 4;

/// Ways out of one switch that are tried.
const WAYS: usize = 16;
/// Inputs that wait to be looked at again.
const WAITING: usize = 20_000;

/// An input that is worth keeping.
#[derive(Clone, Debug)]
pub struct Seed {
    pub input: Input,
    /// Conditions before this one are not turned around: its ancestors did that.
    pub bound: usize,
    /// What it covers.
    pub branches: Vec<u64>,
    pub ending: Option<Ending>,
    /// All of its conditions were turned around.
    pub expanded: bool,
    /// How it is known to the one who keeps it.
    pub name: String,
    pub origin: Option<Origin>,
    /// What `java` did with it, if that was tried.
    pub seen: Option<Seen>,
}

/// The input of which another one was made, and where the two runs part.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Empty if it was not kept.
    pub parent: String,
    /// `package/Class.method(descriptor) instruction`
    pub place: String,
}

/// Who runs inputs and keeps them.
pub trait Bench {
    fn run(&mut self, machine: &mut Machine, input: &Input) -> Ran;

    /// Whether `java` takes the way of the run.
    fn confirm(&mut self, machine: &mut Machine, input: &Input, ran: &Ran) -> Seen;

    /// Answers the name under which it is kept.
    fn keep(&mut self, seed: &Seed) -> Result<String, String>;

    fn expanded(&mut self, seed: &Seed) -> Result<(), String>;

    fn is_over(&mut self) -> bool;

    fn progress(&mut self, figures: &Figures);
}

#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub runs: u64,
    pub kept: u64,
    /// Sides of branches on symbolic data.
    pub branches: u64,
    /// Runs that did not go where the solver's witness leads, those on lost values excepted.
    pub divergences: u64,
    pub imprecise_divergences: u64,
    pub solved: u64,
    pub unsatisfiable: u64,
    pub unknown: u64,
    /// Exceptions and how many inputs led to each.
    pub exceptions: BTreeMap<String, u64>,
    /// Kept inputs that went on `java` where they went here, that did not, and that were not tried there.
    pub confirmed: u64,
    pub refuted: u64,
    pub unconfirmed: u64,
    /// Why they were not, and how many for each reason.
    pub reasons: BTreeMap<String, u64>,
    /// Names of those that went elsewhere, and where.
    pub elsewhere: Vec<(String, String)>,
}

impl Figures {
    fn count_seen(&mut self, seed: &Seed) {
        match &seed.seen {
            Some(Seen::Same { .. }) => self.confirmed += 1,
            Some(Seen::Elsewhere(place)) => {
                self.refuted += 1;
                self.elsewhere.push((seed.name.clone(), place.clone()));
            }
            Some(Seen::Unknown(why)) => {
                self.unconfirmed += 1;
                *self.reasons.entry(why.clone()).or_default() += 1;
            }
            None => self.unconfirmed += 1,
        }
    }
}

pub struct Generations<'a, 'm> {
    pub machine: &'a mut Machine<'m>,
    pub solver: Box<dyn Solver>,
    pub figures: Figures,
    /// Every input is kept.
    pub keep_all: bool,
    covered: BTreeSet<u64>,
    queue: Vec<Pending>,
}

struct Pending {
    seed: Seed,
    /// Missing for one of an earlier search.
    ran: Option<Ran>,
    /// What it covered that was new.
    score: usize,
}

impl<'a, 'm> Generations<'a, 'm> {
    pub fn new(machine: &'a mut Machine<'m>, solver: Box<dyn Solver>) -> Generations<'a, 'm> {
        let figures = Figures::default();
        Generations { machine, solver, figures, keep_all: false, covered: BTreeSet::new(), queue: Vec::new() }
    }

    /// Goes on from the seeds of an earlier search, or from one input.
    pub fn search(&mut self, bench: &mut dyn Bench, first: Input, earlier: Vec<Seed>) -> Result<(), String> {
        for seed in earlier {
            let score = self.cover(&seed.branches);
            if let Some(ending) = &seed.ending {
                self.count(ending);
            }
            // What waited behind those that were expanded is not kept: they come again, last.
            let score = if seed.expanded { 0 } else { score + 1 };
            self.queue.push(Pending { seed, ran: None, score });
        }
        if self.covered.is_empty() {
            let ran = bench.run(self.machine, &first);
            self.keep_if_new(bench, first, 0, ran, None)?;
        }
        while let Some(pending) = self.next() {
            if bench.is_over() {
                break;
            }
            self.expand(bench, pending)?;
        }
        Ok(())
    }

    fn next(&mut self) -> Option<Pending> {
        let best = (0..self.queue.len()).max_by_key(|&at| (self.queue[at].score, std::cmp::Reverse(at)))?;
        Some(self.queue.remove(best))
    }

    fn cover(&mut self, branches: &[u64]) -> usize {
        let new = branches.iter().filter(|&&branch| self.covered.insert(branch)).count();
        self.figures.branches = self.covered.len() as u64;
        new
    }

    fn count(&mut self, ending: &Ending) {
        if let Ending::Threw(exception) = ending {
            *self.figures.exceptions.entry(exception.clone()).or_default() += 1;
        }
    }

    /// An input is kept if it covers something new, or throws something new.
    fn keep_if_new(
        &mut self,
        bench: &mut dyn Bench,
        input: Input,
        bound: usize,
        mut ran: Ran,
        origin: Option<Origin>,
    ) -> Result<(), String> {
        self.figures.runs += 1;
        let branches: BTreeSet<u64> = ran.steps.iter().map(|step| step.branch).collect();
        let branches: Vec<u64> = branches.into_iter().collect();
        let score = self.cover(&branches);
        let new_exception = matches!(&ran.ending, Ending::Threw(what) if !self.figures.exceptions.contains_key(what));
        self.count(&ran.ending);
        bench.progress(&self.figures);
        let ending = Some(ran.ending.clone());
        let mut seed =
            Seed { input, bound, branches, ending, expanded: false, name: String::new(), origin, seen: None };
        let is_new = score > 0 || new_exception || self.figures.kept == 0;
        if !is_new && !self.keep_all {
            // Perhaps one of its descendants is worth more.
            if self.queue.len() < WAITING {
                seed.branches.clear();
                self.queue.push(Pending { seed, ran: None, score: 0 });
            }
            return Ok(());
        }
        // Those that are kept for their own sake would take the time of the search.
        seed.seen = is_new.then(|| bench.confirm(self.machine, &seed.input, &ran));
        ran.way = None;
        seed.name = bench.keep(&seed)?;
        self.figures.kept += 1;
        self.figures.count_seen(&seed);
        self.queue.push(Pending { seed, ran: Some(ran), score });
        Ok(())
    }

    fn expand(&mut self, bench: &mut dyn Bench, mut pending: Pending) -> Result<(), String> {
        let ran = match pending.ran.take() {
            Some(ran) => ran,
            None => {
                self.figures.runs += 1;
                bench.run(self.machine, &pending.seed.input)
            }
        };
        for at in self.chosen(&ran, pending.seed.bound) {
            if bench.is_over() {
                return Ok(());
            }
            self.turn(bench, &ran, &pending.seed, at)?;
        }
        pending.seed.expanded = true;
        if pending.seed.name.is_empty() {
            return Ok(());
        }
        bench.expanded(&pending.seed)
    }

    /// Runs an input that parts from the run at a step; at a switch, one for each way.
    fn turn(&mut self, bench: &mut dyn Bench, ran: &Ran, from: &Seed, at: usize) -> Result<(), String> {
        let ways = if ran.steps[at].other.is_some() { 1 } else { WAYS };
        let mut taken = vec![ran.steps[at].condition];
        for _ in 0..ways {
            if bench.is_over() {
                return Ok(());
            }
            let Some(input) = self.turned(ran, &from.input, at, &taken) else { return Ok(()) };
            let next = bench.run(self.machine, &input);
            let parts = ran.parts_at(&next, at);
            // A run that was stopped may have been on its way.
            if !parts && !matches!(next.ending, Ending::Stopped(_)) {
                let known = ran.imprecise || next.imprecise;
                let figure =
                    if known { &mut self.figures.imprecise_divergences } else { &mut self.figures.divergences };
                *figure += 1;
            }
            taken.extend(next.steps.get(at).map(|step| step.condition));
            let place = ran.steps[at].spot.described(self.machine.world);
            let origin = Some(Origin { parent: from.name.clone(), place });
            self.keep_if_new(bench, input, at + 1, next, origin)?;
            if !parts {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Which conditions to turn around: first those whose other side nobody has seen, then values that were fixed, few of each place.
    fn chosen(&self, ran: &Ran, bound: usize) -> Vec<usize> {
        let mut seen: HashMap<u64, u32> = HashMap::new();
        let (mut new, mut known, mut fixed) = (Vec::new(), Vec::new(), Vec::new());
        for (at, step) in ran.steps.iter().enumerate().skip(bound) {
            let times = seen.entry(step.branch).or_default();
            *times += 1;
            if *times <= REPEATED {
                let is_known = step.other.is_some_and(|other| self.covered.contains(&other));
                let list = match step.why {
                    Why::Fixed => &mut fixed,
                    Why::Branch if is_known => &mut known,
                    Why::Branch => &mut new,
                };
                list.push(at);
            }
        }
        new.into_iter().chain(fixed).chain(known).take(CHILDREN).collect()
    }

    /// An input that comes to the step, where nothing holds of what was taken there before.
    fn turned(&mut self, ran: &Ran, input: &Input, at: usize, taken: &[Term]) -> Option<Input> {
        let terms = &mut self.machine.world.terms;
        let others: Vec<Term> = taken.iter().map(|&condition| terms.not(condition)).collect();
        let inputs = terms.inputs_of(ran.steps[at].condition);
        let mut conjuncts = ran.slice(self.machine, at, &inputs);
        conjuncts.extend(others);
        match self.solver.check(&mut self.machine.world.terms, &conjuncts, Some(&ran.base)) {
            Answer::Sat(witness) => {
                self.figures.solved += 1;
                Some(input.changed(ran, &witness))
            }
            Answer::Unsat => {
                self.figures.unsatisfiable += 1;
                None
            }
            Answer::Unknown(_) => {
                self.figures.unknown += 1;
                None
            }
        }
    }
}
