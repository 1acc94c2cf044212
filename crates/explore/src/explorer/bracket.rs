//! Merging as a discipline of the frontier. At a branch whose sides meet again a bracket opens: the sides (its arms) run until they
//! stand at that place, and become one state there. Arms run without asking the solver: until one needs a witness, nobody
//! knows whether it is feasible. What leaves the region otherwise goes on by itself.

mod close;

use super::level::Level;
use super::lockstep::Convoy;
use super::side::Side;
use super::uses::Uses;
use super::{Explorer, First, SLICE};
use crate::limits::{Look, unsolved};
use crate::verdict::Outcome;
use bytecode::{Flow, Meet};
use machine::Limit;
use machine::merge::Positions;
use machine::path::Path;
use machine::path::Use;
use machine::state::{After, Watch};
use machine::{Console, MethodId, Res, State};
use solver::Why;
use std::collections::BTreeMap;
use term::Term;

/// Instructions that the arms of a bracket may execute together.
const MOST_INSTRUCTIONS: u64 = 4_000_000;
/// An arm that runs for so long must be feasible.
const ARM_SLICE: u64 = 20_000;
/// A branch whose sides stayed apart so often is not tried again.
const PATIENCE: u32 = 4;
/// A branch of which one side was infeasible so often is asked about before a bracket opens.
const ONE_SIDED: u32 = 256;
/// Values of one term whose sides wait for each other.
const FEW_VALUES: u32 = 16;
/// So many arms that arrived where a handler meets what it protects are merged at once: there may be very many of them.
const BATCH: usize = 16;

#[derive(Default)]
pub struct Merging {
    pub level: Level,
    /// For a check: symbolic heaps that agree are merged, and the solver is asked before a side runs, for what an infeasible
    /// one executes must not be counted as covered.
    surely: bool,
    open: Vec<Bracket>,
    /// In lockstep: the calls with several states in them, inside of each other.
    pub(super) convoys: Vec<Convoy>,
    pub(super) positions: Positions,
    /// How often sides of a branch stayed apart, less how often they were merged.
    failures: BTreeMap<(MethodId, u32), u32>,
    /// How often only one side of a branch was feasible, less how often both were.
    one_sided: BTreeMap<(MethodId, u32), u32>,
    uses: Uses,
}

impl Merging {
    pub fn at(level: Level) -> Merging {
        Merging { level, ..Merging::default() }
    }

    /// As a check merges.
    pub fn on_heaps(level: Level) -> Merging {
        Merging { level, surely: true, ..Merging::default() }
    }

    /// How many brackets are inside of each other.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Of the open brackets, the depths of the frames that they are in, and where they were opened.
    pub(super) fn floors(&self) -> impl Iterator<Item = (usize, (MethodId, u32))> {
        self.open.iter().map(|bracket| (bracket.join.floor as usize, bracket.at))
    }

    /// Did the sides of this place stay apart too often?
    pub(super) fn is_given_up(&self, at: (MethodId, u32)) -> bool {
        self.failures.get(&at).is_some_and(|&failures| failures >= PATIENCE)
    }
}

/// What a bracket is around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    Branch,
    /// Code that a handler protects: what throws in there comes here, and nobody knows how often.
    Handler,
}

struct Bracket {
    join: Watch,
    /// The branch that opened it, or the handler that it is for.
    at: (MethodId, u32),
    around: Around,
    /// The path before that.
    entry: Path,
    waiting: Vec<State>,
    arrived: Vec<State>,
    /// Arms that wait for each other.
    arms: u32,
    /// Arms that there ever were.
    sides: u32,
    /// Arms that turned out to be infeasible.
    infeasible: u32,
    /// Executed by all states when it opened.
    instructions: u64,
}

/// Whether a state executed anything before it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    Nothing,
    Instructions,
}

/// What comes after an event.
pub(crate) enum Step {
    Run,
    /// The state waits for others.
    Queue,
    /// The state is gone; another one goes on.
    Next,
    End(Outcome),
}

impl Explorer<'_, '_> {
    /// No side of a branch waits for another.
    pub(crate) fn is_free(&self) -> bool {
        self.merging.open.is_empty() && self.merging.convoys.is_empty()
    }

    /// States go through methods together, instead of from a branch to where its sides meet.
    fn is_in_lockstep(&self, state: &State) -> bool {
        self.merging.level == Level::Lockstep && !self.merging.surely && state.alone() && !state.path.shapes.is_used()
    }

    pub(crate) fn refuel(&self, state: &mut State) {
        state.refuel(if self.is_free() { SLICE } else { ARM_SLICE });
    }

    /// A state that goes on later, as an arm if there are arms.
    pub(crate) fn put_aside(&mut self, state: State) {
        match (self.merging.open.last_mut(), self.merging.convoys.last_mut()) {
            (Some(bracket), _) => bracket.waiting.push(state),
            (None, Some(convoy)) => convoy.waiting.push(state),
            (None, None) => self.put_in_frontier(state),
        }
    }

    /// Both ways without asking, if they meet again; else as ever.
    pub(crate) fn decide_or_part(&mut self, state: &mut State, condition: Term, since: Since) -> Res<Step> {
        if self.merging.level != Level::Off && self.merging.uses.has_choice(&self.machine.world.terms, condition) {
            self.stats.chosen_conditions += 1;
        }
        // Sides of a free choice do not meet again: what was chosen is part of the heap that a case is about.
        let is_free = self.machine.world.atlas.is_choice(condition);
        if self.is_in_lockstep(state) && !is_free {
            return self.part_in_lockstep(state, condition);
        }
        let Some(join) = self.join(state).filter(|_| !is_free) else {
            return self.decide_surely(state, condition, First::Witness);
        };
        let top = state.top();
        let at = (top.method, top.pc);
        if self.merging.open.last().is_none_or(|bracket| bracket.join != join) {
            self.open_rescues(state);
        }
        let deep = self.merging.open.len() >= self.room.depth as usize;
        match self.merging.open.last_mut() {
            Some(bracket) if bracket.join == join => {
                let trail = &state.path.trail;
                // A switch, or a call on one of many objects, asks about one case after the other.
                let next_case = since == Since::Nothing && trail.forked_last_at(at);
                let again = !next_case && trail.has_fork_since(bracket.entry.trail.len(), at);
                bracket.arms += 1;
                bracket.sides += 1;
                let many = bracket.arms > self.room.arms;
                if many && bracket.is_crowded(self.room.arms) {
                    // The others go first; then this one asks again.
                    let own = self.take(state);
                    let bracket = self.merging.open.last_mut().expect("as before");
                    bracket.arms -= 1;
                    bracket.waiting.insert(0, own);
                    return Ok(Step::Next);
                }
                if many && !self.make_room() {
                    self.give_up("too many sides");
                    state.watch = self.merging.open.last().map(|bracket| bracket.join);
                    return self.decide_surely(state, condition, First::Witness);
                }
                // A loop: whether it goes on must be known.
                if again || self.merging.surely {
                    return self.decide_surely(state, condition, First::Witness);
                }
            }
            _ if deep => {
                // The whole nest is a recursion, or something like it.
                self.give_up_all(state, "nested too deeply");
                return self.decide_surely(state, condition, First::Witness);
            }
            _ if self.merging.surely || self.merging.one_sided.get(&at).is_some_and(|&often| often >= ONE_SIDED) => {
                return self.ask_and_part(state, condition, First::Witness, join);
            }
            _ => self.open(state, join, at, Around::Branch),
        }
        if let Some(reason) = self.too_far(state) {
            return Ok(Step::End(Outcome::Stopped(reason)));
        }
        self.part(state, condition)?;
        Ok(Step::Run)
    }

    pub(super) fn open(&mut self, state: &mut State, join: Watch, at: (MethodId, u32), around: Around) {
        self.merging.open.push(Bracket {
            join,
            at,
            around,
            entry: state.path.clone(),
            waiting: Vec::new(),
            arrived: Vec::new(),
            arms: 2,
            sides: 2,
            infeasible: 0,
            instructions: self.stats.instructions,
        });
        state.watch = Some(join);
    }

    /// Mostly one side of this branch is infeasible: a bracket is worth its while only if it is not.
    fn ask_and_part(&mut self, state: &mut State, condition: Term, first: First, join: Watch) -> Res<Step> {
        match self.settle(state) {
            Step::Run => {}
            other => return Ok(other),
        }
        let (at, forks) = ((state.top().method, state.top().pc), self.stats.forks);
        let outer = state.watch;
        self.open(state, join, at, Around::Branch);
        let step = self.decide_surely(state, condition, first)?;
        if self.stats.forks == forks {
            self.merging.open.pop();
            state.watch = outer;
        } else {
            self.merging.one_sided.entry(at).and_modify(|often| *often = often.saturating_sub(1));
        }
        Ok(step)
    }

    /// The witness's side goes on, if there is a witness; the other one is provisional.
    pub(super) fn part(&mut self, state: &mut State, condition: Term) -> Res<()> {
        let place = self.machine.place(state);
        self.machine.host.pull(self.machine.world, state)?;
        let mut clone = self.machine.fork(state, Console::Muted);
        let terms = &mut self.machine.world.terms;
        let truth = state.path.provisional.is_some() || terms.holds(condition, state.path.witness(Use::Question));
        let negated = terms.not(condition);
        let (taken, other) = if truth { (condition, negated) } else { (negated, condition) };
        clone.path.provisional = Some(clone.path.provisional.unwrap_or(clone.path.trail.len()));
        clone.path.trail.fork(place, other, !truth, None);
        clone.path.assume(terms, other);
        state.path.trail.fork(place, taken, truth, None);
        state.path.assume(terms, taken);
        self.put_aside(clone);
        self.stats.forks += 1;
        Ok(())
    }

    /// Where the sides of the instruction at hand meet, if they are to be merged there.
    fn join(&self, state: &State) -> Option<Watch> {
        let level = self.merging.level;
        if matches!(level, Level::Off | Level::Lockstep)
            || !state.alone()
            || state.path.shapes.is_used() && !self.merging.surely
        {
            return None;
        }
        let (top, depth) = (state.top(), state.frames.len() as u32);
        if self.merging.is_given_up((top.method, top.pc)) {
            return None;
        }
        let code = self.machine.world.classes[top.method].code.get()?;
        let insn = code.insns[top.pc as usize].get();
        let meet = match insn.flow() {
            Flow::Branch(_) | Flow::Switch(_) => code.meet(top.pc),
            _ => Meet::At(top.pc + 1),
        };
        match meet {
            Meet::Never => None,
            Meet::At(pc) => {
                let calls = level >= Level::Calls || !code.calls_between(top.pc, pc);
                calls.then_some(Watch::for_place(depth, pc, depth))
            }
            Meet::Return => {
                let returns = level >= Level::Returns && matches!(top.after, After::Push | After::Discard);
                if !returns || state.frames.len() <= self.floor {
                    return None;
                }
                let caller = &state.frames[state.frames.len() - 2];
                Some(Watch::for_place(depth - 1, caller.pc + 1, depth))
            }
        }
    }

    /// The state came to where it is to meet others, or left the region.
    pub(crate) fn watched(&mut self, state: &mut State) -> Step {
        if !self.merging.convoys.is_empty() {
            return self.watched_in_lockstep(state);
        }
        let (depth, pc) = (state.frames.len(), state.top().pc as usize);
        let bracket = self.merging.open.last_mut().expect("somebody watches");
        if bracket.join.is_at(depth, pc) {
            let state = self.take(state);
            let bracket = self.merging.open.last_mut().expect("as before");
            bracket.arrived.push(state);
            if bracket.around == Around::Handler && bracket.arrived.len() >= BATCH && !self.merge_early() {
                self.give_up("too many sides");
            }
            return Step::Next;
        }
        // It goes on by itself, inside of the brackets around.
        let left = self.take(state);
        let (_, outer) = self.merging.open.split_last().expect("as before");
        let stays = |bracket: &Bracket| !bracket.join.sees(depth, pc) || bracket.join.is_at(depth, pc);
        let around = outer.iter().rposition(stays);
        self.arm_left(around.map_or(0, |at| at + 1));
        match around {
            Some(at) => self.merging.open[at].waiting.push(left),
            None => self.free(left),
        }
        Step::Next
    }

    /// A side left by an exception or an end, and stays in so many brackets.
    pub(crate) fn arm_left(&mut self, stays: usize) {
        while self.merging.level < Level::SinglePath && self.merging.open.len() > stays {
            self.give_up("a side left");
        }
    }

    /// Another arm, or what became of the arms; false if nothing is left.
    pub(crate) fn next_arm(&mut self, state: &mut State) -> bool {
        if !self.merging.convoys.is_empty() {
            return self.next_in_lockstep(state);
        }
        while let Some(bracket) = self.merging.open.last_mut() {
            if let Some(arm) = bracket.waiting.pop() {
                *state = arm;
                state.watch = Some(bracket.join);
                self.machine.host.resume(state);
                return true;
            }
            let bracket = self.merging.open.pop().expect("looked at");
            let Some(merged) = self.close(bracket) else { continue };
            *state = merged;
            state.watch = self.merging.open.last().map(|bracket| bracket.join);
            self.machine.host.resume(state);
            if !self.is_free() {
                return true;
            }
            match self.settle(state) {
                Step::Run => return true,
                Step::End(outcome) => {
                    let state = self.take(state);
                    self.end(state, outcome);
                }
                Step::Next | Step::Queue => {}
            }
        }
        false
    }

    /// The innermost bracket is given up: what was in it goes on by itself.
    fn give_up(&mut self, why: &str) {
        let Some(bracket) = self.merging.open.pop() else { return };
        *self.merging.failures.entry(bracket.at).or_default() += PATIENCE;
        *self.stats.apart.entry(why.into()).or_default() += 1;
        bracket.waiting.into_iter().chain(bracket.arrived).for_each(|state| self.release(state));
    }

    /// No bracket stays open; the state at hand goes on by itself.
    pub(crate) fn give_up_all(&mut self, state: &mut State, why: &str) {
        if !self.merging.convoys.is_empty() {
            *self.stats.apart.entry(why.into()).or_default() += 1;
            self.scatter();
        }
        while !self.is_free() {
            self.give_up(why);
        }
        state.watch = None;
    }

    /// One of the values that a term has is taken. Sides for a few of them wait for each other; if there are more, nobody waits.
    pub(crate) fn enumerate(&mut self, state: &mut State, condition: Term, first: First) -> Res<Step> {
        match self.settle(state) {
            Step::Run => {}
            other => return Ok(other),
        }
        if self.is_in_lockstep(state) {
            self.join_convoy(state);
            return self.decide_surely(state, condition, first);
        }
        let at = (state.top().method, state.top().pc);
        let join = if self.is_free() { None } else { self.join(state) };
        let is_shallow = self.merging.depth() < self.room.depth as usize;
        match (join, self.merging.open.last_mut()) {
            (Some(join), Some(bracket)) if bracket.join == join && bracket.at == at => {
                bracket.arms += 1;
                bracket.sides += 1;
                if bracket.sides <= FEW_VALUES {
                    return self.decide_surely(state, condition, first);
                }
            }
            (Some(join), _) if is_shallow => {
                return self.ask_and_part(state, condition, first, join);
            }
            _ => {}
        }
        self.give_up_all(state, "a value was enumerated");
        self.decide_surely(state, condition, first)
    }

    /// A state goes on by itself: in the bracket around, or in the frontier if it is feasible.
    fn release(&mut self, state: State) {
        match self.merging.open.last_mut() {
            Some(around) => around.waiting.push(state),
            None => self.free(state),
        }
    }

    pub(super) fn free(&mut self, mut state: State) {
        self.machine.host.resume(&mut state);
        match self.settle(&mut state) {
            Step::Run => self.put_in_frontier(state),
            Step::End(outcome) => self.end(state, outcome),
            Step::Next | Step::Queue => {}
        }
    }

    /// After a bug of ours: nothing is to meet any more.
    pub(crate) fn release_all(&mut self) {
        self.scatter();
        while !self.is_free() {
            self.give_up("internal error");
        }
    }

    /// A limit was reached: nobody goes on.
    pub(crate) fn stop_all(&mut self, limit: Limit) {
        self.stop_convoys(limit);
        for bracket in std::mem::take(&mut self.merging.open) {
            let left = (bracket.waiting.len() + bracket.arrived.len()) as u64;
            if left > 0 {
                self.stats.stopped += left;
                *self.stats.reasons.entry(limit.into()).or_default() += left;
            }
        }
    }

    pub(crate) fn out_of_fuel(&mut self, state: &mut State) -> Res<Step> {
        if !self.merging.convoys.is_empty() {
            return Ok(self.settle(state));
        }
        let Some(bracket) = self.merging.open.last() else { return Ok(Step::Run) };
        if self.stats.instructions - bracket.instructions > MOST_INSTRUCTIONS {
            self.give_up("too many instructions");
            state.watch = self.merging.open.last().map(|bracket| bracket.join);
        }
        Ok(self.settle(state))
    }

    /// Gives a provisional state a witness; it is gone if there is none.
    pub(crate) fn settle(&mut self, state: &mut State) -> Step {
        let Some(since) = state.path.provisional else { return Step::Run };
        let always = self.machine.world.terms.bool(true);
        match self.side(state, always) {
            Side::Feasible(witness) => {
                state.path.trail.adopt(since, &witness);
                state.path.adopt(&self.machine.world.terms, witness);
                state.path.provisional = None;
                Step::Run
            }
            Side::Infeasible => {
                self.stats.infeasible += 1;
                if let Some(bracket) = self.merging.open.last_mut() {
                    bracket.infeasible += 1;
                }
                Step::Next
            }
            Side::Later => Step::Run,
            Side::Unknown(Why::Interrupted) => {
                let reason = self.exhausted(Look::Long).unwrap_or(Limit::Interrupted);
                Step::End(Outcome::Stopped(reason.into()))
            }
            Side::Unknown(why) => Step::End(Outcome::Stopped(unsolved(why))),
        }
    }
}
