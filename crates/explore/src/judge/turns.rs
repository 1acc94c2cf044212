//! Exploring with merging and path by path take turns, for nobody knows beforehand which of them answers
//! sooner. The first one that answers does; the other one costs as much again at most.

use super::Judge;
use crate::explorer::{Explorer, Level, Resting, Turn};
use crate::limits;
use crate::search::Frontier;
use crate::stats::Stats;
use crate::verdict::Replays;
use machine::{Console, State};
use machine::{Limit, Reason};
use solver::Solver;
use std::mem::swap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Work of one turn: some tenths of a second. Merging has the first one.
const TURN: u64 = 3_000_000;

/// Between two looks at the clock.
const LOOKS: Duration = Duration::from_millis(20);

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
) {
    let single = explorer.machine.fork(&first, Console::Muted);
    let single = Resting::new(single, Level::Off, solver, frontier);
    explorer.begin(first);
    let over = AtomicBool::new(false);
    // When merging must leave the rest of the time to the other one; nothing in the turns of that.
    let stop_merging: Mutex<Option<Instant>> = Mutex::new(None);
    let interrupt = explorer.limits.interrupt.clone();
    std::thread::scope(|scope| {
        // Long calls of the solver look at the flag only.
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                let at = stop_merging.lock().expect("nobody panics with it");
                // Under the lock: the other one must not be interrupted in its turn.
                if at.is_some_and(|at| Instant::now() >= at) {
                    interrupt.store(true, Ordering::Relaxed);
                }
                drop(at);
                std::thread::sleep(LOOKS);
            }
        });
        let set = |at: Option<Instant>| *stop_merging.lock().expect("nobody panics with it") = at;
        take_turns(explorer, single, judge, set);
        over.store(true, Ordering::Relaxed);
    });
}

fn take_turns(explorer: &mut Explorer, single: Resting, judge: &mut Judge, stop_merging: impl Fn(Option<Instant>)) {
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
        let work = if other.is_some() { TURN } else { u64::MAX };
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
        let Some(resting) = &mut other else { break };
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
        (Some(first), _) if !explorer.stats.is_complete() && !gave_up(&first.stats) => {
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

/// Something was too hard, so that the reasons of the other exploration may say more.
fn gave_up(stats: &Stats) -> bool {
    stats.reasons.keys().any(Reason::is_exhaustion)
}
