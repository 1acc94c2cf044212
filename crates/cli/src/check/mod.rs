//! `jacana check`: explores each method on symbolic heaps, replays what looks like a violation, and answers with one line per
//! method.

pub mod jobs;
mod json;
pub mod options;
mod pictures;
mod tally;
mod text;
mod trace;
mod verdict;

use crate::process::watch::Watch;
use crate::program::contracts;
use crate::program::drivers::{self, know_classes};
use crate::program::launch::{Data, Opened};
use crate::program::solving;
use crate::program::start::prepare;
use crate::program::targets::{self, Scope};
use anyhow::{Result, anyhow};
use explore::{Explorer, Limits, Order};
use hotspot::Mode;
use jobs::Part;
use machine::{Console, Machine, Outside, State, Stop, Value};
use options::Check;
use replay::Replay;
use replay::driver::{Planned, know_mentioned};
use replay::heap::HeapReferee;
use sandbox::Free;
use sandbox::{Exec, Watchdog, confine};
use std::time::{Duration, Instant};
use tally::Tally;
use testgen::cases::{Subject, Writer};

/// What a path of a check may execute: heaps within a bound need far less.
const INSTRUCTIONS: u64 = 10_000_000;

/// A replay that takes longer than this proves nothing.
const REPLAY_TIME: Duration = Duration::from_secs(20);

pub fn execute(check: &Check, free: &Free) -> Result<i32> {
    sandbox::process::remember_interrupts()?;
    let mut opened = Opened::open(&check.launch, Data::Symbolic(Outside::Refused), &free.folder)?;
    opened.world.options.bounds = check.bounds;
    opened.world.options.coverage = true;
    let planned = targets::find(&mut opened, &check.targets, check.globals, Scope::Public)?;
    drivers::write(&opened, &planned)?;
    know_classes(&mut opened);
    let prepared = opened.contracts.take();
    let with_contracts = prepared.as_ref().and_then(|prepared| prepared.folder.clone());
    let clauses = prepared.map(|prepared| prepared.contracts.clauses).unwrap_or_default();
    let (mut session, entries) = drivers::session(opened, &planned)?;
    let mut host = session.start(&check.launch, &[], Mode::Forking)?;
    let replay = drivers::replay(&session, &check.launch, Check::STRENGTH, free, REPLAY_TIME)?;
    let writer = check.tests().as_ref().map(|tests| Writer {
        folder: tests.folder().to_path_buf(),
        jdk: session.jdk.home.clone(),
        replay: Replay {
            class_path: contracts::behind(&replay.class_path, with_contracts.as_deref()),
            ..replay.clone()
        },
        scratch: free.folder.join("tests"),
        time: check.time,
    });
    let defence = confine(Check::STRENGTH, &free.folder, Exec::Refused);
    let referee = HeapReferee { replay, free, defence, clauses };
    let jdk_version = session.world.options.version.clone();
    let watchdog = Watchdog::start(session.world.options.interrupt.clone());
    let driver = session.class;
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let mut first = machine.world.new_state();
    first.console = Console::Muted;
    let arguments = prepare(&mut machine, &mut first, &[]).map_err(|stop| anyhow!("cannot start: {stop:?}"))?;
    let mut parts = Vec::new();
    let all = &planned;
    for (number, (planned, &entry)) in planned.iter().zip(&entries).enumerate() {
        if !jobs::claim(check, free, number, &planned.shown) {
            continue;
        }
        machine.world.atlas.start_over();
        machine.world.forget_coverage();
        know_mentioned(machine.world, planned);
        let mut state = machine.fork(&first, Console::Muted);
        let started = machine.start(&mut state, driver, entry, &[Value::Ref(arguments)]);
        let start = machine.fork(&state, Console::Muted);
        let mut tally = match planned.problems.is_empty() {
            true => explore_one(&mut machine, check, planned, started.map(|()| state), &referee, &watchdog)?,
            false => Tally::not_understood(&planned.problems),
        };
        let states = trace::look_back(&mut machine, &start, planned, &mut tally);
        let mut text = text::text(check, planned, &tally);
        let pictures = match &check.html {
            Some(_) => pictures::data(&mut machine, &start, check, planned, &mut tally),
            None => String::new(),
        };
        if let Some(writer) = &writer
            && !tally.recorded.is_empty()
        {
            let subject = Subject::new(machine.world, &all[..number], planned);
            let cases = std::mem::take(&mut tally.recorded);
            text += &writer.write_outside(subject, cases, free)?;
        }
        let part = Part {
            text,
            code: verdict::exit_code(&tally),
            json: json::json(&jdk_version, planned, &tally),
            cases: tally.cases,
            states,
            pictures,
        };
        jobs::hand_over(check, free, number, &part)?;
        parts.push(part);
        if sandbox::process::interrupted() {
            break;
        }
    }
    if check.claims.is_some() {
        return Ok(0);
    }
    let check = check.clone();
    free.run(move || jobs::finish(&check, &parts))
}

fn explore_one(
    machine: &mut Machine,
    check: &Check,
    planned: &Planned,
    first: Result<State, Stop>,
    referee: &HeapReferee,
    watchdog: &Watchdog,
) -> Result<Tally> {
    let started = Instant::now();
    let interrupt = machine.world.options.interrupt.clone();
    let limits = Limits {
        deadline: watchdog.allow(check.time),
        interrupt: interrupt.clone(),
        paths: u64::MAX,
        memory: check.memory / u64::from(check.jobs),
        depth: u32::MAX,
        loops: check.loops,
        instructions: INSTRUCTIONS,
    };
    let mut tally = Tally::default();
    let solver = solver::standard(solving::config(None, referee.free, interrupt)?);
    let mut explorer = Explorer::new(machine, solver, limits, Order::Dfs.frontier(0), 1);
    let mut watch = Watch::new();
    explorer.watch = Box::new(move |progress| watch.look(progress));
    match first {
        Err(stop) => explorer.stats.cut(format!("the check could not be started: {stop:?}")),
        Ok(state) => explorer
            .explore(state, |machine, state, outcome, _| tally.add(machine, state, outcome, check, planned, referee)),
    }
    tally.assumptions = explorer.machine.world.atlas.specs.assumptions.iter().cloned().collect();
    tally.stats = explorer.stats.clone();
    explorer.solver.statistics(&mut tally.stats.tiers);
    tally.time = started.elapsed();
    Ok(tally)
}
