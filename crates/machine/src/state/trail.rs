//! The forks behind a state, as a list that all states of a tree share. It says where the path went and is enough to come
//! here again: a state is a function of the sides that it took and of the witnesses that it had when it took them.

use crate::program::MethodId;
use crate::state::decided::Decided;
use std::rc::Rc;
use term::{Term, Terms, Witness};

/// Where a state forks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub method: MethodId,
    /// Index of the instruction.
    pub pc: u32,
    /// The innermost user code: the same instruction, or the call that led into the JDK.
    pub user: Option<(MethodId, u32)>,
}

/// A condition of which both sides are feasible, or of which the other side was cut off.
#[derive(Clone, Debug)]
pub struct Fork {
    pub place: Place,
    /// What holds from here on.
    pub condition: Term,
    /// The truth of the condition on this path.
    pub side: bool,
    /// Conditions settled before this fork, and since the one before it: only the witness's side was feasible.
    pub settled: u32,
    /// The witness from here on, if it is another one than before.
    pub witness: Option<Witness>,
    /// Nothing but a choice of ours: how an object is made.
    pub free: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Trail {
    last: Option<Rc<Step>>,
    settled: u32,
    /// Evaluations of decisions since the last step, each once.
    decided: Vec<Decided>,
}

/// What happened on a path.
#[derive(Clone, Copy, Debug)]
pub enum TrailEvent<'t> {
    Fork(&'t Fork),
    Decided(&'t Decided),
}

#[derive(Debug)]
enum Turn {
    Fork(Fork),
    /// Paths came together: what each went through since the step before, with its guard.
    Merge(Box<[(Term, Trail)]>),
}

#[derive(Debug)]
struct Step {
    turn: Turn,
    before: Option<Rc<Step>>,
    /// Evaluations of decisions since the step before.
    decided: Vec<Decided>,
    length: u32,
    fingerprint: u64,
}

impl Trail {
    /// `condition` is the one that holds: the negation of what was asked on the false side.
    pub fn fork(&mut self, place: Place, condition: Term, side: bool, witness: Option<Witness>) {
        self.part(Fork { place, condition, side, settled: self.settled, witness, free: false });
    }

    /// A condition that stands for a choice.
    pub fn choose(&mut self, place: Place, condition: Term, side: bool, witness: Option<Witness>) {
        self.part(Fork { place, condition, side, settled: self.settled, witness, free: true });
    }

    fn part(&mut self, fork: Fork) {
        let Fork { place, side, .. } = fork;
        let added = (u64::from(place.method.0) << 33) ^ (u64::from(place.pc) << 1) ^ u64::from(side);
        self.step(Turn::Fork(fork), added);
    }

    /// These paths, which forked from here, go on as one.
    pub fn merge(&mut self, paths: Vec<(Term, Trail)>) {
        let added = paths.iter().fold(0, |all, (_, trail)| mix(all, trail.fingerprint()));
        self.step(Turn::Merge(paths.into()), added);
    }

    fn step(&mut self, turn: Turn, added: u64) {
        let before = self.last.take();
        let fingerprint = mix(before.as_ref().map_or(0, |step| step.fingerprint), added);
        let length = before.as_ref().map_or(0, |step| step.length) + 1;
        let decided = std::mem::take(&mut self.decided);
        self.last = Some(Rc::new(Step { turn, before, decided, length, fingerprint }));
        self.settled = 0;
    }

    /// A decision was evaluated.
    pub fn decide(&mut self, decided: Decided) {
        if !self.decided.contains(&decided) {
            self.decided.push(decided);
        }
    }

    /// A path that was provisional since the trail had this length got its witness: it could have had it from the fork on.
    pub fn adopt(&mut self, since: u32, witness: &Witness) {
        let mut later = Vec::new();
        while let Some(step) = self.last.take() {
            self.last = step.before.clone();
            let first = step.length == since + 1;
            later.push(step);
            if first {
                break;
            }
        }
        let settled = std::mem::take(&mut self.settled);
        let decided = std::mem::take(&mut self.decided);
        for (at, step) in later.iter().rev().enumerate() {
            self.decided.clone_from(&step.decided);
            match &step.turn {
                Turn::Fork(fork) => {
                    self.settled = fork.settled;
                    let witness = if at == 0 { Some(witness.clone()) } else { fork.witness.clone() };
                    self.part(Fork { witness, ..fork.clone() });
                }
                Turn::Merge(paths) => self.merge(paths.to_vec()),
            }
        }
        (self.settled, self.decided) = (settled, decided);
    }

    /// Only the witness's side of a condition is feasible.
    pub fn settle(&mut self) {
        self.settled += 1;
    }

    pub fn len(&self) -> u32 {
        self.last.as_ref().map_or(0, |step| step.length)
    }

    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    pub fn last(&self) -> Option<&Fork> {
        match &self.last.as_ref()?.turn {
            Turn::Fork(fork) => Some(fork),
            Turn::Merge(_) => None,
        }
    }

    /// Equal for equal places and sides.
    pub fn fingerprint(&self) -> u64 {
        self.last.as_ref().map_or(0, |step| step.fingerprint)
    }

    /// Oldest first, without those of paths that were merged.
    pub fn forks(&self) -> Vec<&Fork> {
        let turns = self.turns(0).into_iter();
        turns.filter_map(|turn| if let Turn::Fork(fork) = turn { Some(fork) } else { None }).collect()
    }

    /// Oldest first, with those of merged paths that the witness takes.
    pub fn forks_under(&self, terms: &Terms, witness: &Witness) -> Vec<&Fork> {
        let under = self.under(terms, witness).into_iter();
        under.filter_map(|event| if let TrailEvent::Fork(fork) = event { Some(fork) } else { None }).collect()
    }

    /// All that happened under the witness, oldest first.
    pub fn under(&self, terms: &Terms, witness: &Witness) -> Vec<TrailEvent<'_>> {
        let mut events = Vec::new();
        self.walk(0, terms, witness, &mut events);
        events
    }

    fn walk<'t>(&'t self, since: u32, terms: &Terms, witness: &Witness, events: &mut Vec<TrailEvent<'t>>) {
        let made = |decided: &&Decided| decided.guard.is_none_or(|guard| terms.holds(guard, witness));
        for (length, step) in (since..).zip(self.steps(since)) {
            events.extend(step.decided.iter().filter(made).map(TrailEvent::Decided));
            match &step.turn {
                Turn::Fork(fork) => events.push(TrailEvent::Fork(fork)),
                Turn::Merge(paths) => {
                    if let Some((_, path)) = paths.iter().find(|(guard, _)| terms.holds(*guard, witness)) {
                        path.walk(length, terms, witness, events);
                    }
                }
            }
        }
        events.extend(self.decided.iter().filter(made).map(TrailEvent::Decided));
    }

    /// All that happened on all paths that were merged, each with what leads there and through it besides what all of this path has in
    /// common.
    pub fn merged(&self) -> Vec<(TrailEvent<'_>, Vec<Term>)> {
        let mut found = Vec::new();
        self.walk_all(0, Vec::new(), &mut found);
        found
    }

    fn walk_all<'t>(&'t self, since: u32, mut leads: Vec<Term>, found: &mut Vec<(TrailEvent<'t>, Vec<Term>)>) {
        let decided =
            |all: &'t [Decided], leads: &[Term], found: &mut Vec<(TrailEvent<'t>, Vec<Term>)>| {
                found.extend(all.iter().map(|decided| {
                    (TrailEvent::Decided(decided), leads.iter().copied().chain(decided.guard).collect())
                }));
            };
        for (length, step) in (since..).zip(self.steps(since)) {
            decided(&step.decided, &leads, found);
            match &step.turn {
                Turn::Fork(fork) => {
                    leads.push(fork.condition);
                    found.push((TrailEvent::Fork(fork), leads.clone()));
                }
                Turn::Merge(paths) => {
                    for (guard, path) in paths {
                        let leads = leads.iter().copied().chain([*guard]).collect();
                        path.walk_all(length, leads, found);
                    }
                }
            }
        }
        decided(&self.decided, &leads, found);
    }

    /// The conditions of all forks of all paths that were merged.
    pub fn merged_conditions(&self) -> Vec<Term> {
        let mut conditions = Vec::new();
        self.merged_since(0, &mut conditions);
        conditions
    }

    fn merged_since(&self, since: u32, conditions: &mut Vec<Term>) {
        for (length, turn) in (since..).zip(self.turns(since)) {
            if let Turn::Merge(paths) = turn {
                for (_, path) in paths {
                    let forks = path.turns(length).into_iter();
                    conditions.extend(forks.filter_map(|turn| match turn {
                        Turn::Fork(fork) => Some(fork.condition),
                        Turn::Merge(_) => None,
                    }));
                    path.merged_since(length, conditions);
                }
            }
        }
    }

    /// Those after the first so many, oldest first.
    fn turns(&self, since: u32) -> Vec<&Turn> {
        self.steps(since).into_iter().map(|step| &step.turn).collect()
    }

    fn steps(&self, since: u32) -> Vec<&Step> {
        let steps = std::iter::successors(self.last.as_deref(), |step| step.before.as_deref());
        let mut steps: Vec<&Step> = steps.take_while(|step| step.length > since).collect();
        steps.reverse();
        steps
    }

    /// Did it fork at that instruction after the first so many steps?
    pub fn has_fork_since(&self, since: u32, at: (MethodId, u32)) -> bool {
        let here = |turn: &&Turn| matches!(turn, Turn::Fork(fork) if (fork.place.method, fork.place.pc) == at);
        self.turns(since).iter().any(here)
    }

    /// What it chose freely after the first so many steps: paths that differ in that do not exclude each other.
    pub fn choices_since(&self, since: u32) -> Vec<Term> {
        let mut choices = Vec::new();
        for (length, turn) in (since..).zip(self.turns(since)) {
            match turn {
                Turn::Fork(fork) if fork.free => choices.push(fork.condition),
                Turn::Fork(_) => {}
                // All of them chose the same.
                Turn::Merge(paths) => {
                    choices.extend(paths.iter().take(1).flat_map(|(_, path)| path.choices_since(length)))
                }
            }
        }
        choices
    }

    /// Was the last thing that happened a fork at that instruction?
    pub fn forked_last_at(&self, at: (MethodId, u32)) -> bool {
        let last = self.last.as_ref().map(|step| &step.turn);
        matches!(last, Some(Turn::Fork(fork)) if (fork.place.method, fork.place.pc) == at)
    }

    /// Paths were merged on the way.
    pub fn has_merges(&self) -> bool {
        self.turns(0).iter().any(|turn| matches!(turn, Turn::Merge(_)))
    }
}

impl Drop for Step {
    /// A long list is taken apart in a loop, not by recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(step) = next.and_then(Rc::into_inner) {
            let mut step = step;
            next = step.before.take();
        }
    }
}

/// Spreads what is added over all bits (the finaliser of splitmix64).
pub fn mix(before: u64, added: u64) -> u64 {
    let mut z = before.rotate_left(23) ^ added.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(pc: u32) -> Place {
        Place { method: MethodId(1), pc, user: None }
    }

    #[test]
    fn clones_share_what_is_behind_them() {
        let holds = Terms::new().bool(true);
        let mut left = Trail::default();
        left.fork(at(5), holds, true, None);
        left.settle();
        let mut right = left.clone();
        left.fork(at(9), holds, true, None);
        right.fork(at(9), holds, false, Some(Witness::new()));
        assert_eq!((left.len(), right.len()), (2, 2));
        assert_ne!(left.fingerprint(), right.fingerprint());
        let sides: Vec<(u32, bool, u32)> = right.forks().iter().map(|f| (f.place.pc, f.side, f.settled)).collect();
        assert_eq!(sides, [(5, true, 0), (9, false, 1)]);
    }

    #[test]
    fn a_long_trail_is_dropped_without_recursion() {
        let holds = Terms::new().bool(true);
        let mut trail = Trail::default();
        for pc in 0..2_000_000 {
            trail.fork(at(pc), holds, true, None);
        }
        drop(trail);
    }
}
