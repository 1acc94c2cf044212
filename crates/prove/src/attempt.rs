//! One exploration with generalised loops. A region is the body of a loop that is being generalised: its states end, leave it, or
//! come back to its head.

use crate::certificate::{Arrival, Certificate, Cut};
use crate::contract::Contract;
use crate::cut::{Key, LoopAt};
use crate::elements;
use crate::found::{Ended, Found, Item, Seen};
use crate::goal::Goal;
use crate::learn::{MOST_RECURSIVE, Memory};
use crate::proof::Closed;
use explore::{Explorer, Outcome, Stepped};
use machine::State;
use machine::state::{Places, Watch};
use solver::{Answer, Haste};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::Term;

/// Forks inside of a loop after which it is generalised when it comes to its head.
const FORKS: u32 = 2;
/// How often a loop that cannot be generalised yet goes round first: its first rounds may initialise classes.
pub const ROUNDS: u32 = 3;
/// Instructions of one stretch.
const STRETCH: u64 = 200_000;
/// Regions inside of each other.
pub const DEEPEST: usize = 6;
/// Forks of a sample that are followed on both sides.
const SAMPLE_FORKS: u32 = 3;
/// Loops that are cut before their first round.
const MOST_KNOWN: usize = Places::MOST - MOST_RECURSIVE;
/// States at heads of loops that an exact attempt remembers.
const MOST_SEEN: usize = 400;

/// What happens at the head of a loop that does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It goes on, unless it was there before.
    Exact,
    /// The loop is generalised, and nothing is guessed.
    Bare,
    /// The loop is generalised.
    General,
}

/// Why an attempt ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GiveUp {
    /// Its work is done.
    Work,
    /// A loop changes what cannot be forgotten.
    Loop,
    /// Something was learnt that changes how it begins.
    Again,
}

pub struct Attempt<'e, 'a, 'm> {
    pub explorer: &'e mut Explorer<'a, 'm>,
    pub memory: &'e mut Memory,
    pub goal: &'e Goal,
    pub haste: &'e Haste,
    until: u64,
    pub mode: Mode,
    /// A loop that was generalised once is cut wherever a state comes to it, also before its first round.
    pub eager: bool,
    /// States are followed as they are, and not all of them.
    pub sampling: bool,
    /// The loop that is being generalised, by a number for each time, and how many there were.
    pub scope: u64,
    pub scopes: u64,
    /// Facts that a loop inside of that one did not keep. In its next round less is known, so they fall again.
    pub fallen: BTreeMap<(u64, Key, u32), BTreeSet<Term>>,
    pub open: usize,
    pub seen: Seen,
    pub loops: BTreeMap<Key, Closed>,
    /// What was cut, and how, for who checks it.
    pub log: Certificate,
    /// Of recursive methods whose bodies are being looked at, the innermost last.
    pub contracts: Vec<Contract>,
}

impl<'e, 'a, 'm> Attempt<'e, 'a, 'm> {
    pub fn new(
        explorer: &'e mut Explorer<'a, 'm>,
        memory: &'e mut Memory,
        goal: &'e Goal,
        haste: &'e Haste,
        (mode, eager): (Mode, bool),
        until: u64,
    ) -> Attempt<'e, 'a, 'm> {
        Attempt {
            explorer,
            memory,
            goal,
            haste,
            until,
            mode,
            eager,
            sampling: false,
            scope: 0,
            scopes: 0,
            fallen: BTreeMap::new(),
            open: 0,
            seen: Seen::default(),
            loops: BTreeMap::new(),
            log: Certificate::default(),
            contracts: Vec::new(),
        }
    }

    /// The whole program.
    pub fn whole(&mut self, first: State) -> Result<Found, GiveUp> {
        let found = self.explore(vec![Item::new(first, false, Rc::default())], None)?;
        if !found.is_complete(self.explorer) {
            self.check_work()?;
        }
        Ok(found)
    }

    /// From now on only a part of the work that is left may be done. What was allowed before is the answer.
    pub fn allow_part(&mut self, part: u64) -> u64 {
        let (whole, now) = (self.until, self.explorer.stats.work());
        self.until = now.saturating_add(whole.saturating_sub(now) / part);
        whole
    }

    pub fn allow(&mut self, until: u64) {
        self.until = until;
    }

    /// What is asked from here on takes no more than what is left.
    pub fn check_work(&self) -> Result<(), GiveUp> {
        let left = self.until.checked_sub(self.explorer.stats.work()).ok_or(GiveUp::Work)?;
        self.haste.allow(left);
        Ok(())
    }

    /// Is there a witness for all of these? Where the work was not enough for an answer there is none.
    pub fn question(&mut self, conjuncts: &[Term], state: &State) -> Result<Answer, GiveUp> {
        self.check_work()?;
        let answer = self.explorer.ask(conjuncts, state);
        if matches!(answer, Answer::Unknown(_)) {
            self.check_work()?;
        }
        Ok(answer)
    }

    /// Follows all states until they ended, left the region or came back to its head.
    pub fn explore(&mut self, mut work: Vec<Item>, region: Option<LoopAt>) -> Result<Found, GiveUp> {
        let mut found = Found::default();
        while let Some(mut item) = work.pop() {
            self.explorer.machine.host.resume(&mut item.state);
            self.follow(item, region, &mut work, &mut found)?;
        }
        Ok(found)
    }

    fn follow(
        &mut self,
        mut item: Item,
        region: Option<LoopAt>,
        work: &mut Vec<Item>,
        found: &mut Found,
    ) -> Result<(), GiveUp> {
        loop {
            self.check_work()?;
            if !item.state.alone() {
                return Err(GiveUp::Loop);
            }
            let watched = item.watching.or(region.filter(|_| !item.leaving));
            item.state.watch = self.watch(watched, item.leaving);
            let most = if item.leaving { 1 } else { STRETCH };
            let stepped = match self.sampling && item.forks > SAMPLE_FORKS {
                true => self.explorer.step_along(&mut item.state, most),
                false => self.explorer.step(&mut item.state, most),
            };
            match stepped {
                Stepped::Paused if item.leaving => item.leaving = false,
                // A loop that goes round for so long may not end.
                Stepped::Paused => self.count_fork(&mut item, region)?,
                Stepped::Settled => {}
                Stepped::Forked(other) => {
                    item.forks += 1;
                    self.count_fork(&mut item, region)?;
                    if self.sampling && item.forks > SAMPLE_FORKS {
                        continue;
                    }
                    let other = Item {
                        state: *other,
                        watching: item.watching,
                        leaving: item.leaving,
                        forks: item.forks,
                        strayed: item.strayed,
                        counts: item.counts.clone(),
                        unrolled: item.unrolled,
                        passed: item.passed.clone(),
                    };
                    if self.eager && item.strayed {
                        // Whoever goes round a loop comes to its head soon, and then the attempt begins again. Those who left it wait.
                        work.splice(0..0, [other, item]);
                        return Ok(());
                    }
                    work.push(other);
                }
                Stepped::Watched if self.is_at_call(&item.state) => {
                    self.come_to_call(item, work, found)?;
                    return Ok(());
                }
                Stepped::Watched => {
                    let (depth, pc) = (item.state.frames.len(), item.state.top().pc as usize);
                    if item.state.watch.is_none_or(|watch| !watch.sees(depth, pc)) {
                        if let Some(known) = self.known_loop(&item) {
                            self.come_to_loop(item, known, region, work, found)?;
                            return Ok(());
                        }
                        // A round that begins with the first instruction of a method.
                        item.leaving = true;
                        continue;
                    }
                    if let Some(inner) = item.watching.take() {
                        if inner.is_at_head(&item.state) {
                            self.come_to_loop(item, inner, region, work, found)?;
                            return Ok(());
                        }
                        // It left that loop. What the region watches for is looked at with the next instruction.
                        continue;
                    }
                    let region = region.expect("somebody watches");
                    if region.is_at_head(&item.state) {
                        if self.explorer.pull(&mut item.state).is_err() {
                            return Err(GiveUp::Loop);
                        }
                        found.back.push(item);
                    } else {
                        found.left.push(item);
                    }
                    return Ok(());
                }
                Stepped::Ended(outcome) => {
                    let Item { mut state, passed, .. } = item;
                    found.note(&state);
                    let violates = match outcome {
                        Outcome::Stopped(reason) if reason.is_exhaustion() => return Err(GiveUp::Work),
                        Outcome::Stopped(reason) => {
                            *found.reasons.entry(reason).or_default() += 1;
                            Vec::new()
                        }
                        outcome => {
                            let violated = self.goal.violated(self.explorer.machine, &mut state, &outcome);
                            let is_none = !violated.is_empty() && elements::is_excluded(self.explorer, &state);
                            if is_none { Vec::new() } else { violated }
                        }
                    };
                    found.ended.push(Ended { state, violates, passed });
                    return Ok(());
                }
            }
        }
    }

    fn watch(&self, region: Option<LoopAt>, leaving: bool) -> Option<Watch> {
        let mut places = Places::default();
        if self.mode != Mode::Exact && !leaving && !self.sampling {
            self.memory.recursive.iter().for_each(|&method| _ = places.add(method, 0));
            if self.eager {
                self.memory.cut.keys().for_each(|key| _ = places.add(key.method, key.head));
            }
        }
        match region {
            Some(at) => Some(Watch { places, ..at.watch() }),
            None if !places.is_empty() => Some(Watch { places, ..Watch::for_place(u32::MAX, u32::MAX, 0) }),
            None => None,
        }
    }

    /// The loop at whose head the state is, if it was generalised before and can be here.
    fn known_loop(&self, item: &Item) -> Option<LoopAt> {
        let (top, depth) = (item.state.top(), item.state.frames.len() as u32);
        let key = Key { method: top.method, head: top.pc };
        let failed = item.counts.iter().any(|count| (count.0, count.1) == (depth, top.pc) && count.3 > 0);
        if failed || !self.eager || !self.memory.cut.contains_key(&key) {
            return None;
        }
        let code = self.explorer.machine.world.classes[top.method].code.get()?;
        let body = code.loops_at(top.pc).find(|body| body.head == top.pc)?;
        Some(LoopAt { method: top.method, depth, body })
    }

    /// A state was seen before at this loop.
    fn cover(&mut self, state: &State, at: LoopAt) {
        let closed = Closed::new(self.explorer, state, &[], &[]);
        self.loops.entry(at.key()).or_insert(closed).states += 1;
    }

    /// Counts a fork for all loops around, and watches for the innermost one that had enough of them.
    fn count_fork(&mut self, item: &mut Item, region: Option<LoopAt>) -> Result<(), GiveUp> {
        if self.mode != Mode::Exact {
            self.note_recursion(&item.state)?;
        }
        let depth = item.state.frames.len() as u32;
        item.counts.retain(|&(at, ..)| at <= depth);
        let mut innermost = None;
        for around in self.loops_around(&item.state, region) {
            item.strayed |= !self.memory.cut.contains_key(&around.key());
            let key = (around.depth, around.body.head);
            let forks = match item.counts.iter_mut().find(|count| (count.0, count.1) == key) {
                Some(count) => {
                    count.2 += 1;
                    count.2
                }
                None => {
                    item.counts.push((key.0, key.1, 1, 0));
                    1
                }
            };
            if innermost.is_none() && forks >= FORKS {
                innermost = Some(around);
            }
        }
        if item.watching.is_none() && !self.sampling {
            item.watching = innermost;
        }
        Ok(())
    }

    /// The loops around a state, the innermost first, as far as they are inside of the region.
    fn loops_around(&self, state: &State, region: Option<LoopAt>) -> Vec<LoopAt> {
        let mut all = Vec::new();
        for (at, frame) in state.frames.iter().enumerate().rev() {
            let depth = at as u32 + 1;
            if region.is_some_and(|region| depth < region.depth) {
                break;
            }
            let Some(code) = self.explorer.machine.world.classes[frame.method].code.get() else { continue };
            for body in code.loops_at(frame.pc) {
                if region.is_some_and(|region| depth == region.depth && body.contains(region.body.head)) {
                    break;
                }
                all.push(LoopAt { method: frame.method, depth, body });
            }
        }
        all
    }

    /// A state came to the head of a loop that does not end: what leaves the loop goes on in the region around it.
    fn come_to_loop(
        &mut self,
        mut item: Item,
        at: LoopAt,
        region: Option<LoopAt>,
        work: &mut Vec<Item>,
        found: &mut Found,
    ) -> Result<(), GiveUp> {
        if self.mode == Mode::Exact {
            if self.seen.len() >= MOST_SEEN || self.explorer.pull(&mut item.state).is_err() {
                return Err(GiveUp::Loop);
            }
            let arrival = Arrival::of(&item.state, at.key());
            match self.was_seen(&item.state, at)? {
                Some(by) => {
                    self.log.cuts.insert(arrival, Cut::Covered(by));
                    found.note(&item.state);
                    self.cover(&item.state, at);
                }
                None => {
                    self.log.cuts.insert(arrival, Cut::Kept);
                    work.push(item);
                }
            }
            return Ok(());
        }
        if self.open >= DEEPEST {
            return Err(GiveUp::Loop);
        }
        if self.eager && !self.memory.cut.contains_key(&at.key()) && self.memory.cut.len() < MOST_KNOWN {
            self.memory.cut.insert(at.key(), BTreeSet::new());
            return Err(GiveUp::Again);
        }
        self.open += 1;
        let generalised = self.generalise(&mut item, at);
        self.open -= 1;
        match generalised? {
            Some(mut inside) => {
                for mut left in std::mem::take(&mut inside.left) {
                    left.counts = item
                        .counts
                        .iter()
                        .copied()
                        .filter(|count| (count.0, count.1) != (at.depth, at.body.head))
                        .collect();
                    left.counts.retain(|count| count.0 as usize <= left.state.frames.len());
                    // Loops around this one had a fork too.
                    let around = self.loops_around(&left.state, region);
                    let counts = &left.counts;
                    let enough = |around: &&LoopAt| {
                        counts
                            .iter()
                            .any(|count| (count.0, count.1) == (around.depth, around.body.head) && count.2 >= FORKS)
                    };
                    left.watching = around.iter().find(enough).copied();
                    work.push(left);
                }
                found.add(inside);
                Ok(())
            }
            None => {
                let is_it = |count: &(u32, u32, u32, u32)| (count.0, count.1) == (at.depth, at.body.head);
                let count = item.counts.iter().position(is_it).unwrap_or_else(|| {
                    item.counts.push((at.depth, at.body.head, 0, 0));
                    item.counts.len() - 1
                });
                item.counts[count].3 += 1;
                if item.counts[count].3 > ROUNDS {
                    return Err(GiveUp::Loop);
                }
                work.push(item);
                Ok(())
            }
        }
    }
}
