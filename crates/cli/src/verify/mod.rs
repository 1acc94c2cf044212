//! `jacana verify`: explores, replays what looks like a violation, and answers with one line per property.

pub mod coordinator;
mod messages;
pub mod options;
mod output;
pub mod worker;

use crate::output::say;
use crate::process::watch::Status;
use crate::program::launch::{Data, Session, native_options};
use crate::program::solving;
use crate::program::start::prepare;
use anyhow::{Result, anyhow};
use bytecode::synth::api::APIS;
use contracts::LoopContract;
use explore::inputs::InputsPer;
use explore::judge::{Aside, Asides, Judge, Paths, TestInputs, explore_in_turns};
use explore::share::Part;
use explore::{Explorer, Level, Limits, LoopProof, Property, Resting, Room, Verdict, Verification};
use hotspot::Mode;
use machine::reason::{Absent, Instead, Unsolved};
use machine::{Console, Limit, Loader, Machine, Options, Reason, State, Value};
use options::Verify;
use replay::{Referee, Replay};
use sandbox::Free;
use sandbox::worker::{Boss, DONE};
use solver::Solver;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use worker::{Alone, Worker};

/// A replay that takes longer than this proves nothing.
const REPLAY_TIME: Duration = Duration::from_secs(10);

/// Exit code when no verdict was reached.
const UNKNOWN: i32 = 2;

/// Between two looks at Ctrl-C.
const INTERRUPT_LOOKS: Duration = Duration::from_millis(20);
/// Beyond half as much again as the limit says.
const SPARE_MEMORY: u64 = 256 << 20;
/// Replays and reports may go on for so long when the time is over.
const LONGEST_REPORT: Duration = Duration::from_secs(25);

/// `boss` is there if this process is a worker.
pub fn execute(verify: &Verify, free: &Free, boss: Option<Boss>) -> Result<i32> {
    let started = Instant::now();
    let deadline = started + verify.time;
    // Of several processes the one that leads them has the line.
    let status = Status::begin(free.terminal && boss.is_none(), "opening the program");
    sandbox::process::remember_interrupts()?;
    let mut session = Session::open(&verify.launch, Data::symbolic(verify.strength()), free)?;
    session.world.options.merging = level(verify) != Level::Off;
    session.world.options.orders = true;
    session.world.options.bounds = verify.bounds();
    session.world.options.decisions = verify.inputs_per.is_some();
    session.world.atlas.program = Some(session.class);
    let interrupt = session.world.options.interrupt.clone();
    interrupt_at(deadline, &session.world.options, verify, boss.is_some());
    let worker = boss.map(|boss| Worker::new(boss, interrupt));
    let mut host = session.start(&verify.launch, &verify.arguments, Mode::Forking)?;
    let replay = Replay {
        java: session.jdk.home.join("bin/java"),
        class_path: session.target.class_path.clone(),
        main_class: session.target.main_class.clone(),
        arguments: verify.arguments.clone(),
        properties: verify.launch.properties.clone(),
        folder: free.given.join("replay"),
        driver: session.driver.take(),
        time: REPLAY_TIME,
        options: native_options(&verify.launch, &session.jdk, free),
        free: free.clone(),
    };
    let referee = Referee { replay, free };
    let main = (session.class, session.main);
    let loops = std::mem::take(&mut session.loops);
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let found = explore_main(&mut machine, main, &loops, verify, deadline, (&referee, &status), worker)?;
    let Some((verification, peak_bytes)) = found else { return Ok(DONE) };
    drop(status);
    let run = report::Run {
        main_class: session.target.main_class.clone(),
        arguments: verify.arguments.clone(),
        method: session.method.take(),
        apis: APIS
            .iter()
            .map(|api| api.class)
            .filter(|c| session.world.classes.find(Loader::App, &(*c).into()).is_some())
            .collect(),
        jdk: session.jdk.version.clone(),
        time: started.elapsed(),
        peak_bytes,
        defence: free.defence.to_string(),
        asked: verify.asked(),
        verification,
    };
    output::write(verify, &run, free)?;
    Ok(exit_code(&run.verification))
}

/// Of several processes one merges when it is told to, and inputs are those of single paths unless they are wanted for branches.
fn level(verify: &Verify) -> Level {
    let wants_inputs = verify.paths.is_some() || verify.wants_tests();
    let single = wants_inputs && verify.inputs_per.unwrap_or(InputsPer::Path) == InputsPer::Path;
    match verify.merge {
        _ if verify.jobs > 1 => Level::Off,
        Some(level) => level,
        None if single => Level::Off,
        None => Level::Returns,
    }
}

/// Long calls of the solver and code that cannot be left at once look at the flag. Native code that does not come back cannot, nor
/// does anything that takes far more memory or time than it may: then the process ends without it, and what was found so far is lost.
fn interrupt_at(deadline: Instant, options: &Options, verify: &Verify, is_worker: bool) {
    let (interrupt, in_native) = (options.interrupt.clone(), options.in_native.clone());
    let (grace, properties, asked) = (coordinator::grace(verify.time), verify.properties().clone(), verify.asked());
    let most = verify.memory.saturating_add(verify.memory / 2).saturating_add(SPARE_MEMORY);
    let end = move |reason: Limit| {
        // A worker's coordinator tells what became of it.
        if !is_worker {
            println!("not complete: {reason} (1 times)");
            for property in &properties {
                println!("VERDICT: UNKNOWN({}): {reason}", property.name());
            }
            asked.lines([&reason.into()]).iter().for_each(|line| println!("{line}"));
        }
        sandbox::process::exit_now(UNKNOWN);
    };
    std::thread::spawn(move || {
        let mut over: Option<(Instant, Limit)> = None;
        loop {
            std::thread::sleep(INTERRUPT_LOOKS);
            let now = Instant::now();
            if explore::resident_bytes() > most {
                end(Limit::Memory);
            }
            match over {
                None if now >= deadline => over = Some((now, Limit::Time)),
                None if sandbox::process::interrupted() => over = Some((now, Limit::Interrupted)),
                None => continue,
                Some((since, limit)) => {
                    let late = now.duration_since(since);
                    let is_lost = late >= grace && in_native.load(Ordering::Relaxed);
                    // Its coordinator sees to a worker that is late.
                    if !is_worker && (is_lost || late >= grace + LONGEST_REPORT) {
                        end(limit);
                    }
                }
            }
            interrupt.store(true, Ordering::Relaxed);
        }
    });
}

/// What was found, and the memory that it took; nothing if another worker reports.
fn explore_main(
    machine: &mut Machine,
    main: (machine::ClassId, machine::MethodId),
    loops: &[LoopContract],
    verify: &Verify,
    deadline: Instant,
    (referee, status): (&Referee, &Status),
    worker: Option<Worker>,
) -> Result<Option<(Verification, u64)>> {
    let mut state = machine.world.new_state();
    state.console = Console::Muted;
    let arguments = prepare(machine, &mut state, &verify.arguments);
    let arguments = arguments.map_err(|stop| anyhow!("cannot start the program: {}", machine.told(&state, &stop)))?;
    let mut judge = Judge::new(verify.properties(), referee);
    judge.paths = verify.paths.is_some().then(Paths::default);
    judge.tests = verify.wants_tests().then(TestInputs::default);
    let limits = Limits {
        deadline,
        interrupt: machine.world.options.interrupt.clone(),
        paths: u64::MAX,
        memory: verify.memory,
        depth: verify.depth(),
        loops: verify.loops(),
        preemptions: verify.preemptions(),
        instructions: u64::MAX,
        live: u64::MAX,
    };
    let interrupt = limits.interrupt.clone();
    let haste = solver::Haste::default();
    let new_solver = |level: Level| -> Result<Box<dyn Solver>> {
        let mut config = solving::config(verify.log_queries.as_deref(), referee.free, interrupt.clone())?;
        config.limits.budget = config.limits.budget.times(level.patience());
        config.haste = haste.clone();
        Ok(solver::standard(config))
    };

    let started = machine.start(&mut state, main.0, main.1, &[Value::Ref(arguments)]);
    let started = started.map_err(|stop| machine.told(&state, &stop));
    let floor = 1;
    let mut explorer =
        Explorer::new(machine, new_solver(level(verify))?, limits, verify.order.frontier(verify.seed), floor);
    explorer.merging.level = level(verify);
    explorer.later.haste = haste.clone();
    explorer.room = Room { arms: verify.merge_arms, depth: verify.merge_depth };
    explorer.inputs = verify.inputs();
    explorer.wants_races = verify.properties().contains(&Property::Race);
    explorer.profile = verify.profile.is_some().then(Box::default);
    if worker.is_none() {
        explorer.watch = Box::new(status.exploring("exploring   ".into()));
    }
    let by_clauses = |explorer: &mut Explorer, judge: &mut Judge, state: &State| -> Result<()> {
        if loops.is_empty() || !verify.wants_proofs() || verify.paths.is_some() {
            return Ok(());
        }
        let told: Vec<LoopProof> = loops.iter().map(LoopProof::from).collect();
        let new_solver = || -> Result<_> {
            let mut config = solving::config(verify.log_queries.as_deref(), referee.free, interrupt.clone())?;
            config.equations = true;
            Ok(solver::standard(config))
        };
        prove::by_clauses(explorer, state, judge, [new_solver()?, new_solver()?], &told);
        Ok(())
    };
    let by_guesses = |explorer: &mut Explorer, state: &State| -> Result<Box<Asides>> {
        let mut prover = prove::Prover::new(explorer, state, new_solver(Level::Off)?, haste.clone());
        if verify.check_proofs {
            prover = prover.checked_by(new_solver(Level::Returns)?, verify.plant);
        }
        Ok(Box::new(move |explorer: &mut Explorer, judge: &mut Judge, work| match verify.wants_proofs() {
            false => Aside::Done,
            true => prover.turn(explorer, judge, work),
        }))
    };
    let frontier = || verify.order.frontier(verify.seed);
    if started.is_ok() && worker.is_none() {
        by_clauses(&mut explorer, &mut judge, &state)?;
    }
    let mut part = match (started, worker) {
        (Err(why), _) => {
            explorer.stats.cut(Reason::Missing(Absent::Start, format!("the program could not be started: {why}")));
            judge.part(&explorer)
        }
        (Ok(()), None) if verify.check_merging => {
            let comparison = explore::compare(&mut explorer, state, level(verify));
            say(&format!("{comparison}\n"));
            explorer.stats.cut(Reason::NotJudged(Instead::Compared));
            judge.part(&explorer)
        }
        (Ok(()), None) if verify.merge.is_none() && level(verify) != Level::Off && verify.inputs_per.is_none() => {
            let mut aside = by_guesses(&mut explorer, &state)?;
            let tools = [(new_solver(Level::Off)?, frontier()), (new_solver(Level::Lockstep)?, frontier())];
            explore_in_turns(&mut explorer, state, &mut judge, tools, &mut *aside);
            judge.part(&explorer)
        }
        (Ok(()), None) => {
            explorer.explore(state, |machine, state, outcome, _| judge.look(machine, state, outcome));
            judge.settle_doubts(&explorer.stats);
            judge.part(&explorer)
        }
        (Ok(()), Some(worker)) => {
            let alone = |explorer: &mut Explorer, judge: &mut Judge, first: &State| -> Result<Alone> {
                by_clauses(explorer, judge, first)?;
                let mut resting = |level| -> Result<Resting> {
                    let state = explorer.machine.fork(first, Console::Muted);
                    Ok(Resting::new(state, level, new_solver(level)?, frontier()))
                };
                let merging = resting(verify.merge.unwrap_or(Level::Returns))?;
                Ok(match verify.merge {
                    Some(_) => Alone { merging, lockstep: None, aside: Box::new(|_, _, _| Aside::Done) },
                    None => {
                        let lockstep = Some(resting(Level::Lockstep)?);
                        Alone { merging, lockstep, aside: by_guesses(explorer, first)? }
                    }
                })
            };
            match worker.serve(&mut explorer, state, &mut judge, alone)? {
                Some(sum) => sum,
                None => return Ok(None),
            }
        }
    };
    if let (Some(file), Some(paths)) = (verify.paths.clone(), judge.paths.take()) {
        part.stats.cut(Reason::NotJudged(Instead::Listed));
        referee.free.write(&file, paths.lines)?;
    }
    let tested = match (judge.tests.take(), explorer.inputs.take()) {
        (Some(tests), Some(inputs)) => {
            let complete = part.stats.is_complete();
            status.tell(|| "running the tests on the JVM".into());
            Some(tests.confirm(explorer.machine.world, &inputs, referee, deadline, complete))
        }
        _ => None,
    };
    for (reason, count) in &part.replays.refused {
        *part.stats.reasons.entry(reason.clone()).or_default() += count;
    }
    // A solver that was wrong once is not trusted with the rest.
    let refuted: u64 = part.stats.tiers.iter().map(|tier| tier.refuted).sum();
    if refuted > 0 {
        judge.proved.clear();
        *part.stats.reasons.entry(Reason::Solver(Unsolved::Refuted)).or_default() += refuted;
    }
    let profile = explorer.profile.take().map(|profile| profile.told(explorer.machine));
    let Part { stats, replays, peak_bytes } = part;
    let verdict = |&property| (property, judge.verdict(property, &stats, &replays));
    let verdicts = verify.properties().iter().map(verdict).collect();
    Ok(Some((Verification { verdicts, proofs: judge.proved.clone(), stats, replays, tested, profile }, peak_bytes)))
}

fn exit_code(verification: &Verification) -> i32 {
    let verdicts = || verification.verdicts.iter().map(|(_, v)| v);
    if verdicts().any(|v| matches!(v, Verdict::False(_))) {
        1
    } else if verdicts().any(|v| matches!(v, Verdict::Unknown { .. })) {
        UNKNOWN
    } else {
        0
    }
}
