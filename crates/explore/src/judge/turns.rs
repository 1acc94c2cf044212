//! Exploring with merging and path by path take turns, for nobody knows beforehand which of them answers
//! sooner. The first one that answers does; the other one costs as much again at most. Later a third one joins them, in lockstep.

use super::{Candidate, Judge};
use crate::explorer::{Explorer, Go, Level, Resting, TURN, Turn};
use crate::limits;
use crate::search::Frontier;
use crate::share::Part;
use crate::stats::Stats;
use crate::verdict::{Outcome, Replays};
use machine::Limit;
use machine::{Console, Machine, State};
use solver::Solver;
use std::collections::VecDeque;
use std::mem::{swap, take};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Turns before a third exploration joins: what the first two answer soon does not wait for it.
const LATE: u32 = 32;

/// Forks after which an exploration in lockstep must have merged something: else it goes the single paths of the other one again.
const FORKS_WITHOUT_MERGING: u64 = 64;

/// Between two looks at the clock.
const LOOKS: Duration = Duration::from_millis(20);

/// Work before the first turn of who looks for proofs, and in it; later ones have more by this factor.
const FIRST_ASIDE: u64 = 300_000;
const MORE_ASIDE: u64 = 3;
/// Here it has twice as much if it is near: a proof that is found at all is mostly found by then, and one that is missed waits for
/// long. What is answered before does not pay for it, nor what cannot be proved.
const DOUBLED: Range<u64> = 2_000_000..10_000_000;

/// What is tried beside the explorations.
pub type Asides<'a> = dyn FnMut(&mut Explorer, &mut Judge, u64) -> Aside + 'a;

/// Who sees the ends of paths.
pub type Looks<'a> = dyn FnMut(&mut Judge, &mut Machine, &mut State, &Outcome) -> Go + 'a;

/// Who has a say in explorations that take turns.
pub struct Beside<'a> {
    pub look: &'a mut Looks<'a>,
    pub aside: &'a mut Asides<'a>,
    /// Whether the run is over for others than its own clock: then an interrupt is not taken back.
    pub is_over: &'a dyn Fn() -> bool,
}

/// Whether it is worth another turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// Nothing says yet that it leads anywhere.
    Far,
    /// A part of it came to an end: with more work the rest may, too.
    Near,
    Done,
}

/// An exploration that ended without an answer.
struct Ended {
    stats: Stats,
    replays: Replays,
}

/// An exploration that waits for its turn, with what the judge knows of it.
struct Other {
    resting: Resting,
    replays: Replays,
    doubts: Vec<Candidate>,
}

impl Other {
    fn new(resting: Resting) -> Other {
        Other { resting, replays: Replays::default(), doubts: Vec::new() }
    }

    /// This one goes on, that of the explorer rests.
    fn change(&mut self, explorer: &mut Explorer, judge: &mut Judge) {
        explorer.change(&mut self.resting);
        swap(&mut judge.replays, &mut self.replays);
        swap(&mut judge.doubts, &mut self.doubts);
    }
}

/// What an exploration needs besides a level.
pub type Tools = (Box<dyn Solver>, Box<dyn Frontier>);

/// The explorer is set up to merge; the tools are for the paths one by one, and for going in lockstep.
pub fn explore_in_turns(
    explorer: &mut Explorer,
    first: State,
    judge: &mut Judge,
    [single, lockstep]: [Tools; 2],
    aside: &mut Asides,
) {
    let mut other = |level, (solver, frontier): Tools| {
        let first = explorer.machine.fork(&first, Console::Muted);
        Other::new(Resting::new(first, level, solver, frontier))
    };
    let (single, lockstep) = (other(Level::Off, single), other(Level::Lockstep, lockstep));
    explorer.begin(first);
    let look = &mut |judge: &mut Judge, machine: &mut Machine, state: &mut State, outcome: &Outcome| {
        judge.look(machine, state, outcome)
    };
    let mut beside = Beside { look, aside, is_over: &sandbox::process::interrupted };
    with_alarm(&explorer.limits.interrupt.clone(), |set| {
        take_turns(explorer, (Some(single), Some(lockstep)), judge, set, &mut beside);
    });
}

/// The same without the single paths, which others go meanwhile: nobody gets its states. The explorer is set aside for it, and as
/// before in the end. The sum of what it did; its answers are the judge's.
pub fn explore_beside(
    explorer: &mut Explorer,
    mut merging: Resting,
    lockstep: Option<Resting>,
    judge: &mut Judge,
    beside: &mut Beside,
) -> Part {
    let (replays, doubts) = (take(&mut judge.replays), take(&mut judge.doubts));
    let colleagues = explorer.colleagues.take();
    explorer.change(&mut merging);
    explorer.goes_on = true;
    with_alarm(&explorer.limits.interrupt.clone(), |set| {
        take_turns(explorer, (None, lockstep.map(Other::new)), judge, set, beside);
    });
    let part = judge.part(explorer);
    explorer.change(&mut merging);
    explorer.goes_on = false;
    explorer.colleagues = colleagues;
    (judge.replays, judge.doubts) = (replays, doubts);
    part
}

/// Long calls of the solver look at the flag only: it is set at the moment that the work names, and never after that was taken back.
fn with_alarm<T>(interrupt: &AtomicBool, work: impl FnOnce(&dyn Fn(Option<Instant>)) -> T) -> T {
    let over = AtomicBool::new(false);
    let alarm: Mutex<Option<Instant>> = Mutex::new(None);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                // Under the lock: what the alarm is not for must not be interrupted.
                let at = alarm.lock().expect("nobody panics with it");
                if at.is_some_and(|at| Instant::now() >= at) {
                    interrupt.store(true, Ordering::Relaxed);
                }
                drop(at);
                std::thread::sleep(LOOKS);
            }
        });
        let answer = work(&|at: Option<Instant>| *alarm.lock().expect("nobody panics with it") = at);
        over.store(true, Ordering::Relaxed);
        answer
    })
}

fn interrupted(explorer: &Explorer) -> bool {
    explorer.limits.interrupt.load(Ordering::Relaxed) || Instant::now() >= explorer.limits.deadline
}

/// `stop_merging` is told when merging must leave the rest of the time to the other one; nothing in the turns of that.
fn take_turns(
    explorer: &mut Explorer,
    (single, mut late): (Option<Other>, Option<Other>),
    judge: &mut Judge,
    stop_merging: &dyn Fn(Option<Instant>),
    beside: &mut Beside,
) {
    let (mut spent, mut next_aside, mut wants_turn) = (0u64, FIRST_ASIDE, Aside::Far);
    let mut turn_left = TURN;
    let deadline = explorer.limits.deadline;
    let mut left = deadline.saturating_duration_since(Instant::now()) / 2;
    let (goes_on, has_single) = (explorer.goes_on, single.is_some());
    let (mut others, mut turns) = (VecDeque::from_iter(single), 0);
    let mut ended: Vec<Ended> = Vec::new();
    loop {
        let started = Instant::now();
        let merging = explorer.merging.level != Level::Off;
        let is_last = others.is_empty();
        explorer.goes_on = goes_on || !is_last;
        explorer.limits.deadline = if merging && !is_last && has_single { started + left } else { deadline };
        stop_merging((explorer.limits.deadline < deadline).then_some(explorer.limits.deadline));
        let alone = is_last && late.is_none() && wants_turn == Aside::Done;
        let work = match wants_turn {
            _ if alone => u64::MAX,
            Aside::Far | Aside::Near => turn_left.min(next_aside.saturating_sub(spent)),
            Aside::Done => turn_left,
        };
        let before = explorer.stats.work();
        let turn = explorer.take_turn(work, |machine, state, outcome, _| (beside.look)(judge, machine, state, outcome));
        stop_merging(None);
        if explorer.orders.is_all {
            // The others would go the same orders.
            others.clear();
            late = None;
        }
        if merging {
            left = left.saturating_sub(started.elapsed());
        }
        let interrupt = &explorer.limits.interrupt;
        if interrupt.load(Ordering::Relaxed) && Instant::now() < deadline && !(beside.is_over)() {
            interrupt.store(false, Ordering::Relaxed);
        }
        if turn == Turn::Complete {
            judge.settle_doubts(&explorer.stats);
        }
        match turn {
            Turn::Enough => break,
            Turn::Complete if explorer.stats.is_complete() && judge.replays.is_clear() => break,
            Turn::Complete | Turn::Over => {}
        }
        let done = explorer.stats.work() - before;
        spent += done;
        turn_left = turn_left.saturating_sub(done);
        let last = is_last && turn == Turn::Complete;
        while wants_turn != Aside::Done && (spent >= next_aside || last) && !interrupted(explorer) {
            explorer.limits.deadline = deadline;
            let is_doubled = wants_turn == Aside::Near && DOUBLED.contains(&next_aside);
            let allowed = if is_doubled { 2 * next_aside } else { next_aside };
            wants_turn = (beside.aside)(explorer, judge, if last { u64::MAX } else { allowed });
            next_aside = next_aside.saturating_mul(MORE_ASIDE);
            spent = 0;
        }
        if judge.open().next().is_none() {
            break;
        }
        if turn == Turn::Over && turn_left > 0 {
            continue;
        }
        turn_left = TURN;
        turns += 1;
        // Where nothing is left but reasons, it would find the same ones.
        if turns >= LATE && !last {
            if late.is_some() {
                left = deadline.saturating_duration_since(Instant::now()) / 3 * 2;
            }
            others.extend(late.take());
        }
        let stats = &explorer.stats;
        let is_idle = explorer.merging.level == Level::Lockstep && stats.merged == 0;
        let is_idle = is_idle && turn == Turn::Over && stats.forks >= FORKS_WITHOUT_MERGING && !is_last;
        if is_idle {
            explorer.give_up_for(Limit::Time);
        }
        // One that needs too much memory must not be the end of all.
        let crowded = turn == Turn::Over && limits::resident_bytes() > explorer.limits.memory / 4 * 3;
        let largest = (0..others.len()).max_by_key(|&at| others[at].resting.waiting());
        let largest = largest.filter(|&at| others[at].resting.waiting() > explorer.waiting());
        let mut is_over = turn == Turn::Complete || is_idle;
        match largest.and_then(|at| if crowded { others.remove(at) } else { None }) {
            Some(mut largest) => {
                largest.change(explorer, judge);
                explorer.give_up_for(Limit::Memory);
                largest.change(explorer, judge);
                ended.push(Ended { stats: largest.resting.stats, replays: largest.replays });
            }
            None if crowded && !others.is_empty() => {
                explorer.give_up_for(Limit::Memory);
                is_over = true;
            }
            None => {}
        }
        let Some(mut next) = others.pop_front() else { if is_over { break } else { continue } };
        next.change(explorer, judge);
        if is_over {
            ended.push(Ended { stats: next.resting.stats, replays: next.replays });
        } else {
            others.push_back(next);
        }
    }
    explorer.limits.deadline = deadline;
    // Only what is reported counts, but for what was merged and replayed.
    if !explorer.stats.is_complete()
        && let Some(better) = ended.iter_mut().find(|ended| !ended.stats.gave_up())
    {
        swap(&mut explorer.stats, &mut better.stats);
        swap(&mut judge.replays, &mut better.replays);
    }
    let waiting = others.into_iter().map(|other| Ended { stats: other.resting.stats, replays: other.replays });
    for rest in ended.into_iter().chain(waiting) {
        explorer.stats.also_merged(&rest.stats);
        judge.replays.confirmed += rest.replays.confirmed;
        judge.replays.time += rest.replays.time;
    }
}
