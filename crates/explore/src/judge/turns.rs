//! Exploring with merging and path by path take turns, for nobody knows beforehand which of them answers
//! sooner. The first one that answers does; the other one costs as much again at most.

use super::Judge;
use crate::explorer::{Explorer, Go, Level, Resting, Turn};
use crate::limits;
use crate::search::Frontier;
use crate::share::Part;
use crate::stats::Stats;
use crate::verdict::{Outcome, Replays};
use machine::Limit;
use machine::{Console, Machine, State};
use solver::Solver;
use std::mem::{swap, take};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Work of one turn: some tenths of a second. Merging has the first one.
const TURN: u64 = 3_000_000;

/// Between two looks at the clock.
const LOOKS: Duration = Duration::from_millis(20);

/// Work before the first turn of who looks for proofs, and in it; later ones have more by this factor.
const FIRST_ASIDE: u64 = 300_000;
const MORE_ASIDE: u64 = 3;

/// What is tried beside the explorations.
pub type Asides<'a> = dyn FnMut(&mut Explorer, &mut Judge, u64) -> Aside + 'a;

/// Whether it is worth another turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    More,
    Done,
}

/// An exploration that ended without an answer.
struct Ended {
    stats: Stats,
    replays: Replays,
}

/// The explorer is set up to merge; solver and frontier are for the paths one by one.
pub fn explore_in_turns(
    explorer: &mut Explorer,
    first: State,
    judge: &mut Judge,
    solver: Box<dyn Solver>,
    frontier: Box<dyn Frontier>,
    aside: &mut Asides,
) {
    let single = explorer.machine.fork(&first, Console::Muted);
    let single = Resting::new(single, Level::Off, solver, frontier);
    explorer.begin(first);
    with_alarm(&explorer.limits.interrupt.clone(), |set| take_turns(explorer, single, judge, set, aside));
}

/// An exploration that rests has the explorer for itself until then, and nobody else gets its states. The sum of it; its answers
/// are the judge's. What it left may be interrupted: who goes on afterwards takes the flag back.
pub fn explore_until(
    explorer: &mut Explorer,
    mut resting: Resting,
    judge: &mut Judge,
    until: Instant,
    mut look: impl FnMut(&mut Judge, &mut Machine, &mut State, &Outcome) -> Go,
) -> Part {
    let (replays, doubts) = (take(&mut judge.replays), take(&mut judge.doubts));
    let (colleagues, deadline) = (explorer.colleagues.take(), explorer.limits.deadline);
    explorer.change(&mut resting);
    explorer.goes_on = true;
    explorer.limits.deadline = until.min(deadline);
    let turn = with_alarm(&explorer.limits.interrupt.clone(), |set| {
        set((until < deadline).then_some(until));
        let turn = explorer.take_turn(u64::MAX, |machine, state, outcome, _| look(judge, machine, state, outcome));
        set(None);
        turn
    });
    if turn == Turn::Complete {
        judge.settle_doubts(&explorer.stats);
    }
    let part = judge.part(explorer);
    explorer.change(&mut resting);
    explorer.goes_on = false;
    (explorer.colleagues, explorer.limits.deadline) = (colleagues, deadline);
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
    single: Resting,
    judge: &mut Judge,
    stop_merging: &dyn Fn(Option<Instant>),
    aside: &mut Asides,
) {
    let (mut spent, mut next_aside, mut wants_turn) = (0u64, FIRST_ASIDE, Aside::More);
    let mut turn_left = TURN;
    let deadline = explorer.limits.deadline;
    let mut left = deadline.saturating_duration_since(Instant::now()) / 2;
    let (mut other, mut replays, mut doubts) = (Some(single), Replays::default(), Vec::new());
    let mut ended: Option<Ended> = None;
    loop {
        let started = Instant::now();
        let merging = explorer.merging.level != Level::Off;
        explorer.goes_on = other.is_some();
        explorer.limits.deadline = if merging && other.is_some() { started + left } else { deadline };
        stop_merging((explorer.limits.deadline < deadline).then_some(explorer.limits.deadline));
        let alone = other.is_none() && wants_turn == Aside::Done;
        let work = match wants_turn {
            _ if alone => u64::MAX,
            Aside::More => turn_left.min(next_aside.saturating_sub(spent)),
            Aside::Done => turn_left,
        };
        let before = explorer.stats.work();
        let turn = explorer.take_turn(work, |machine, state, outcome, _| judge.look(machine, state, outcome));
        stop_merging(None);
        if merging {
            left = left.saturating_sub(started.elapsed());
        }
        let interrupt = &explorer.limits.interrupt;
        if interrupt.load(Ordering::Relaxed) && Instant::now() < deadline && !sandbox::process::interrupted() {
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
        let last = other.is_none() && turn == Turn::Complete;
        while wants_turn == Aside::More && (spent >= next_aside || last) && !interrupted(explorer) {
            explorer.limits.deadline = deadline;
            wants_turn = aside(explorer, judge, if last { u64::MAX } else { next_aside });
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
        let Some(resting) = &mut other else { if turn == Turn::Complete { break } else { continue } };
        let waiting_elsewhere = resting.waiting();
        let mut change = |explorer: &mut Explorer| {
            explorer.change(resting);
            swap(&mut judge.replays, &mut replays);
            swap(&mut judge.doubts, &mut doubts);
        };
        // One that needs too much memory must not be the end of both.
        let crowded = turn == Turn::Over && limits::resident_bytes() > explorer.limits.memory / 4 * 3;
        if crowded {
            if waiting_elsewhere > explorer.waiting() {
                change(explorer);
            }
            explorer.give_up_for(Limit::Memory);
        }
        change(explorer);
        if (crowded || turn == Turn::Complete)
            && let Some(resting) = other.take()
        {
            ended = Some(Ended { stats: resting.stats, replays: std::mem::take(&mut replays) });
        }
    }
    explorer.limits.deadline = deadline;
    // Only what is reported counts, but for what was merged and replayed.
    let rest = match (ended, other) {
        (Some(first), _) if !explorer.stats.is_complete() && !first.stats.gave_up() => {
            let last = Ended {
                stats: std::mem::replace(&mut explorer.stats, first.stats),
                replays: std::mem::replace(&mut judge.replays, first.replays),
            };
            Some(last)
        }
        (Some(first), _) => Some(first),
        (None, other) => other.map(|resting| Ended { stats: resting.stats, replays }),
    };
    if let Some(rest) = rest {
        explorer.stats.also_merged(&rest.stats);
        judge.replays.confirmed += rest.replays.confirmed;
        judge.replays.time += rest.replays.time;
    }
}
