//! `jacana check`: explores each method on symbolic heaps, replays what looks like a violation, and answers with one line per
//! method.

use crate::case_pictures;
use crate::case_tests::{Subject, Writer};
use crate::check_contracts;
use crate::check_jobs::{self, Part};
use crate::check_judge::HeapReferee;
use crate::check_options::Check;
use crate::check_report::{self, Tally};
use crate::check_trace;
use crate::drivers;
use crate::engine::Free;
use crate::launch::{Data, Opened};
use crate::run::prepare;
use crate::sandbox::{self, Exec};
use crate::solving;
use crate::targets::{self, Planned, Scope};
use crate::watch::Watch;
use anyhow::{Result, anyhow};
use bytecode::access;
use explore::replay::Replay;
use explore::{Explorer, Limits, Order};
use hotspot::Mode;
use machine::{Console, Loader, Machine, Outside, State, Stop, Value, World};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Between two looks at the clock and at Ctrl-C.
const LOOKS: Duration = Duration::from_millis(20);

/// What a path of a check may execute: heaps within a bound need far less.
const INSTRUCTIONS: u64 = 10_000_000;

/// A replay that takes longer than this proves nothing.
const REPLAY_TIME: Duration = Duration::from_secs(20);

pub fn execute(check: &Check, free: &Free) -> Result<i32> {
    hotspot::process::remember_interrupts();
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
    let replay = drivers::replay(&session, &check.launch, check.strength, free, REPLAY_TIME)?;
    let writer = check.tests.as_ref().map(|tests| Writer {
        folder: tests.folder().to_path_buf(),
        jdk: session.jdk.home.clone(),
        replay: Replay {
            class_path: check_contracts::behind(&replay.class_path, with_contracts.as_deref()),
            ..replay.clone()
        },
        scratch: free.folder.join("tests"),
        time: check.time,
    });
    let defence = sandbox::confine(check.strength, &free.folder, Exec::Refused);
    let referee = HeapReferee { replay, free, defence, clauses };
    let jdk_version = session.world.options.version.clone();
    let clock = Clock::start(session.world.options.interrupt.clone());
    let driver = session.class;
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let mut first = machine.world.new_state();
    first.console = Console::Muted;
    let arguments = prepare(&mut machine, &mut first, &[]).map_err(|stop| anyhow!("cannot start: {stop:?}"))?;
    let mut parts = Vec::new();
    let all = &planned;
    for (number, (planned, &entry)) in planned.iter().zip(&entries).enumerate() {
        if !check_jobs::claim(check, free, number, &planned.shown) {
            continue;
        }
        machine.world.atlas.start_over();
        machine.world.forget_coverage();
        targets::know_mentioned(machine.world, planned);
        let mut state = machine.fork(&first, Console::Muted);
        let started = machine.start(&mut state, driver, entry, &[Value::Ref(arguments)]);
        let start = machine.fork(&state, Console::Muted);
        let mut tally = match planned.problems.is_empty() {
            true => explore_one(&mut machine, check, planned, started.map(|()| state), &referee, &clock)?,
            false => Tally::not_understood(&planned.problems),
        };
        let states = check_trace::look_back(&mut machine, &start, planned, &mut tally);
        let mut text = check_report::text(check, planned, &tally);
        let pictures = match &check.html {
            Some(_) => case_pictures::data(&mut machine, &start, check, planned, &mut tally),
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
            code: check_report::exit_code(&tally),
            json: check_trace::json(&jdk_version, planned, &tally),
            cases: tally.cases,
            states,
            pictures,
        };
        check_jobs::hand_over(check, free, number, &part)?;
        parts.push(part);
        if hotspot::process::interrupted() {
            break;
        }
    }
    if check.claims.is_some() {
        return Ok(0);
    }
    let check = check.clone();
    free.run(move || check_jobs::finish(&check, &parts))
}

/// Every class of the class path that can have objects.
pub fn know_classes(opened: &mut Opened) {
    let mut names = opened.user_classes();
    names.retain(|name| !name.starts_with("jacana."));
    names.sort();
    for name in names {
        // A class that cannot be loaded has no objects.
        if let Ok(Some(class)) = opened.world.load(Loader::App, &name.replace('.', "/"))
            && is_concrete(&opened.world, class)
        {
            opened.world.atlas.concrete.push(class);
        }
    }
}

fn is_concrete(world: &World, class: machine::ClassId) -> bool {
    world.classes[class].access & (access::ABSTRACT | access::INTERFACE) == 0
}

fn explore_one(
    machine: &mut Machine,
    check: &Check,
    planned: &Planned,
    first: Result<State, Stop>,
    referee: &HeapReferee,
    clock: &Clock,
) -> Result<Tally> {
    let started = Instant::now();
    let interrupt = machine.world.options.interrupt.clone();
    let limits = Limits {
        deadline: clock.allow(check.time),
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

/// Sets the flag that long calls look at when the time of a method is over.
pub struct Clock {
    deadline: Arc<Mutex<Option<Instant>>>,
    interrupt: Arc<AtomicBool>,
}

impl Clock {
    pub fn start(interrupt: Arc<AtomicBool>) -> Clock {
        let clock = Clock { deadline: Arc::default(), interrupt };
        let (deadline, interrupt) = (clock.deadline.clone(), clock.interrupt.clone());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(LOOKS);
                let over = deadline.lock().is_ok_and(|deadline| deadline.is_some_and(|at| Instant::now() >= at));
                if over || hotspot::process::interrupted() {
                    interrupt.store(true, Ordering::Relaxed);
                }
            }
        });
        clock
    }

    /// The next method has this much time.
    pub fn allow(&self, time: Duration) -> Instant {
        let at = Instant::now() + time;
        if let Ok(mut deadline) = self.deadline.lock() {
            *deadline = Some(at);
        }
        self.interrupt.store(hotspot::process::interrupted(), Ordering::Relaxed);
        at
    }
}
