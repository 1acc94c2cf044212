//! Merging in lockstep: the states in one call of a method go through its body together, from each place where ways come together to
//! the next one, those that are farthest behind first. At such a place only states that agree in where they will go (`machine`,
//! `merge/control.rs`) become one; so positions and sizes stay numbers, and states that differ in them meet again when they agree.

use super::Explorer;
use super::bracket::Step;
use crate::limits::unread;
use bytecode::Loop;
use machine::merge::{Control, Merged, Positions};
use machine::path::Path;
use machine::state::Watch;
use machine::{Limit, Res, State};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use term::Term;

/// Rounds of a loop whose end no condition decides, after which it must be known whether a state can be there.
const PATIENCE: u32 = 16;

/// So many states are merged at once.
const BATCH: usize = 16;

/// The states in one call of a method, and those that it calls.
pub(super) struct Convoy {
    /// Frames of a state that is in the method itself.
    depth: usize,
    /// The path before any of them parted.
    entry: Path,
    /// To be run to the next place where they may meet others.
    pub(super) waiting: Vec<State>,
    standing: BTreeMap<Rank, Vec<State>>,
    /// Those that left the method, by number of frames and instruction.
    left: BTreeMap<(usize, u32), Vec<State>>,
    /// Heads of loops which a condition that was not settled may leave.
    undecided: BTreeSet<u32>,
    /// How often states went on from the head of a loop.
    rounds: BTreeMap<u32, u32>,
}

/// When states that stand at an instruction go on: the head of a loop comes behind all of its body, and inner loops first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    behind: u32,
    is_head: bool,
    pc: Reverse<u32>,
}

impl Convoy {
    /// A loop goes on from its head: whether it can must be known each time, or now and then where its end is counted.
    fn must_know(&mut self, head: u32) -> bool {
        let round = self.rounds.entry(head).or_default();
        *round += 1;
        self.undecided.contains(&head) || round.is_multiple_of(PATIENCE)
    }

    fn states(self) -> impl Iterator<Item = State> {
        let standing = self.standing.into_values().flatten();
        self.waiting.into_iter().chain(standing).chain(self.left.into_values().flatten())
    }
}

impl Explorer<'_, '_> {
    /// Both ways without asking.
    pub(super) fn part_in_lockstep(&mut self, state: &mut State, condition: Term) -> Res<Step> {
        self.join_convoy(state);
        if let Some(reason) = self.too_far(state) {
            return Ok(Step::End(crate::verdict::Outcome::Stopped(reason)));
        }
        self.note_exit(state);
        self.part(state, condition)?;
        Ok(Step::Run)
    }

    /// Does the branch at hand leave a loop on one side?
    fn note_exit(&mut self, state: &State) {
        let top = state.top();
        let Some(convoy) = self.merging.convoys.last_mut().filter(|convoy| convoy.depth == state.frames.len()) else {
            return;
        };
        let Some(code) = self.machine.world.classes[top.method].code.get() else { return };
        let Some(target) = code.insns[top.pc as usize].get().target() else { return };
        let leaves = |around: &Loop| [top.pc + 1, target].iter().any(|&to| !around.contains(to));
        convoy.undecided.extend(code.loops_at(top.pc).filter(leaves).map(|around| around.head));
    }

    /// A convoy for the method at hand, unless there is one or there are too many inside of each other.
    pub(super) fn join_convoy(&mut self, state: &mut State) {
        let depth = state.frames.len();
        let convoys = &self.merging.convoys;
        if convoys.last().is_none_or(|convoy| convoy.depth < depth) && convoys.len() < self.room.depth as usize {
            self.open_convoy(depth, state.path.clone());
            self.watch_row(state);
        }
    }

    fn open_convoy(&mut self, depth: usize, entry: Path) {
        self.merging.convoys.push(Convoy {
            depth,
            entry,
            waiting: Vec::new(),
            standing: BTreeMap::new(),
            left: BTreeMap::new(),
            undecided: BTreeSet::new(),
            rounds: BTreeMap::new(),
        });
    }

    /// The state runs until it leaves the instructions in a row that it is in.
    fn watch_row(&self, state: &mut State) {
        let Some(convoy) = self.merging.convoys.last() else { return };
        let frame = &state.frames[convoy.depth - 1];
        let Some(code) = self.machine.world.classes[frame.method].code.get() else { return };
        let (depth, (first, last)) = (convoy.depth as u32, code.row_at(frame.pc));
        let leaves = state.frames.len() == convoy.depth && frame.pc == first;
        state.watch = Some(Watch { first, last, leaves, ..Watch::for_place(depth, first, depth) });
    }

    /// When the state at hand may go on, if it stands where others may come.
    fn rank(&self, state: &State) -> Option<Rank> {
        let top = state.top();
        let code = self.machine.world.classes[top.method].code.get().filter(|code| code.is_gather(top.pc))?;
        let around = code.loops_at(top.pc).find(|around| around.head == top.pc);
        Some(Rank {
            behind: around.map_or(top.pc, |around| around.last),
            is_head: around.is_some(),
            pc: Reverse(top.pc),
        })
    }

    /// The state left the row that it was in.
    pub(super) fn watched_in_lockstep(&mut self, state: &mut State) -> Step {
        let (depth, pc) = (state.frames.len(), state.top().pc);
        let rank = self.rank(state);
        let convoy = self.merging.convoys.last().expect("somebody watches");
        let is_inside = depth == convoy.depth;
        if is_inside && rank.is_none() {
            self.watch_row(state);
            return Step::Run;
        }
        let state = self.take(state);
        let convoy = self.merging.convoys.last_mut().expect("as before");
        match rank {
            Some(rank) if is_inside => convoy.standing.entry(rank).or_default().push(state),
            _ => convoy.left.entry((depth, pc)).or_default().push(state),
        }
        Step::Next
    }

    /// The next state of the innermost convoy; false if none is left anywhere.
    pub(super) fn next_in_lockstep(&mut self, state: &mut State) -> bool {
        while let Some(convoy) = self.merging.convoys.last_mut() {
            if let Some(next) = convoy.waiting.pop() {
                *state = next;
                self.watch_row(state);
                self.machine.host.resume(state);
                return true;
            }
            if let Some((rank, standing)) = convoy.standing.pop_first() {
                let entry = convoy.entry.clone();
                let asks = rank.is_head && convoy.must_know(rank.pc.0);
                for merged in self.merge_alike(&entry, standing) {
                    let Some(sure) = (if asks { self.settled(merged) } else { Some(merged) }) else { continue };
                    self.merging.convoys.last_mut().expect("as before").waiting.push(sure);
                }
                continue;
            }
            let convoy = self.merging.convoys.pop().expect("looked at");
            let Some(last) = self.disband(convoy).and_then(|last| self.settled(last)) else { continue };
            *state = last;
            state.watch = None;
            self.machine.host.resume(state);
            return true;
        }
        false
    }

    /// The state if it is feasible.
    fn settled(&mut self, mut state: State) -> Option<State> {
        self.machine.host.resume(&mut state);
        match self.settle(&mut state) {
            Step::Run => Some(state),
            Step::End(outcome) => {
                self.end(state, outcome);
                None
            }
            Step::Next | Step::Queue => None,
        }
    }

    /// All left the method: they go on in the calls around it. The only one that there is, if nobody is there.
    fn disband(&mut self, convoy: Convoy) -> Option<State> {
        let Convoy { entry, left, .. } = convoy;
        let mut states = Vec::new();
        for (_, standing) in left {
            states.extend(self.merge_alike(&entry, standing));
        }
        if self.merging.convoys.is_empty() && states.len() <= 1 {
            return states.pop();
        }
        // Those with the fewest frames first: the others run inside of the calls that they came back to.
        let depths: Vec<usize> = states.iter().map(|state| state.frames.len()).collect();
        for state in states {
            let depth = state.frames.len();
            let together = depths.iter().filter(|&&other| other == depth).count() > 1;
            let convoys = &self.merging.convoys;
            let is_first = convoys.last().is_none_or(|convoy| convoy.depth < depth && together);
            if is_first && convoys.len() < self.room.depth.max(1) as usize {
                self.open_convoy(depth, entry.clone());
            }
            let (rank, pc) = (self.rank(&state), state.top().pc);
            let convoy = self.merging.convoys.last_mut().expect("one is open");
            match rank {
                _ if depth < convoy.depth => convoy.left.entry((depth, pc)).or_default().push(state),
                Some(rank) if convoy.depth == depth => convoy.standing.entry(rank).or_default().push(state),
                _ => convoy.waiting.push(state),
            }
        }
        None
    }

    /// Of states at one place, those that will go the same way become one.
    fn merge_alike(&mut self, entry: &Path, mut states: Vec<State>) -> Vec<State> {
        if states.len() < 2 {
            return states;
        }
        for state in &mut states {
            self.machine.host.resume(state);
            if let Err(stop) = self.machine.host.pull(self.machine.world, state) {
                let why = self.machine.told(state, &stop);
                self.stats.cut(unread(&why));
            }
        }
        if !self.merging.positions.is_of(&self.machine.world.classes) {
            self.merging.positions = Positions::find(&self.machine.world.classes);
        }
        let mut groups: Vec<(Control, Vec<State>)> = Vec::new();
        for state in states {
            let control = self.machine.control(&self.merging.positions, &state);
            match groups.iter_mut().find(|(other, _)| *other == control) {
                Some((_, group)) => group.push(state),
                None => groups.push((control, vec![state])),
            }
        }
        let mut merged = Vec::new();
        for (_, group) in groups {
            self.merge_group(entry, group, &mut merged);
        }
        merged
    }

    /// All of them, or else each half by itself: one that does not fit keeps only its own half apart.
    fn merge_group(&mut self, entry: &Path, mut group: Vec<State>, into: &mut Vec<State>) {
        // Each is compared with each.
        while group.len() > BATCH {
            let before = group.len();
            let mut merged = Vec::new();
            while !group.is_empty() {
                let batch = group.split_off(group.len().saturating_sub(BATCH));
                self.merge_group(entry, batch, &mut merged);
            }
            if merged.len() > before / 2 {
                return into.extend(merged);
            }
            group = merged;
        }
        let count = group.len();
        match self.machine.merge(entry, group) {
            Merged::One(state) => {
                self.stats.merged += if count > 1 { count as u64 } else { 0 };
                into.push(*state);
            }
            Merged::Infeasible => self.stats.infeasible += count as u64,
            Merged::Apart(why, mut states) => {
                *self.stats.apart.entry(why.name().into()).or_default() += 1;
                if count == 2 {
                    return into.extend(states);
                }
                let half = states.split_off(count / 2);
                self.merge_group(entry, states, into);
                self.merge_group(entry, half, into);
            }
        }
    }

    /// Nobody waits for others any more.
    pub(super) fn scatter(&mut self) {
        for convoy in std::mem::take(&mut self.merging.convoys) {
            convoy.states().for_each(|state| self.free(state));
        }
    }

    /// A limit was reached: how many do not go on.
    pub(super) fn stop_convoys(&mut self, limit: Limit) {
        let left: u64 =
            std::mem::take(&mut self.merging.convoys).into_iter().map(|convoy| convoy.states().count() as u64).sum();
        if left > 0 {
            self.stats.stopped += left;
            *self.stats.reasons.entry(limit.into()).or_default() += left;
        }
    }
}
