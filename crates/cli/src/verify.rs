//! `jacana verify`: explores, replays what looks like a violation, and answers with one line per property.

use crate::engine::Free;
use crate::launch::{Data, Session};
use crate::options::Verify;
use crate::output;
use crate::referee::{Referee, launcher};
use crate::run::prepare;
use crate::sandbox::{self, Exec, Strength};
use crate::solving;
use crate::watch::Watch;
use anyhow::{Result, anyhow};
use explore::replay::{self, Answer, Replay};
use explore::{Explorer, Go, Limits, Outcome, Property, Replays, Stats, Verdict, Verification, Violation};
use hotspot::Mode;
use machine::{Console, Machine, ObjectId, Outside, State, Stop, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A replay that takes longer than this proves nothing.
const REPLAY_TIME: Duration = Duration::from_secs(10);

/// Candidates that the JVM refuses point to a bug of ours: more of them cost time only.
const REPLAYS: u64 = 20;

/// Between two looks at Ctrl-C.
const INTERRUPT_LOOKS: Duration = Duration::from_millis(20);

pub fn execute(verify: &Verify, free: &Free) -> Result<i32> {
    let started = Instant::now();
    let deadline = started + verify.time;
    hotspot::process::remember_interrupts();
    let outside = if verify.strength == Strength::Nothing { Outside::Allowed } else { Outside::Refused };
    let mut session = Session::open(&verify.launch, Data::Symbolic(outside), &free.folder)?;
    interrupt_at(deadline, session.world.options.interrupt.clone());
    let mut host = session.start(&verify.launch, &verify.arguments, Mode::Forking)?;
    let replay = Replay {
        java: session.jdk.home.join("bin/java"),
        class_path: session.target.class_path.clone(),
        main_class: session.target.main_class.clone(),
        arguments: verify.arguments.clone(),
        properties: verify.launch.properties.clone(),
        folder: free.folder.join("replay"),
        time: REPLAY_TIME,
        launcher: launcher(verify.strength, &free.folder)?,
    };
    let defence = sandbox::confine(verify.strength, &free.folder, Exec::Refused);
    let referee = Referee { replay, free, defence };
    let main = (session.class, session.main);
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let verification = explore_main(&mut machine, main, verify, deadline, &referee)?;
    let run = report::Run {
        main_class: session.target.main_class.clone(),
        arguments: verify.arguments.clone(),
        jdk: session.jdk.version.clone(),
        time: started.elapsed(),
        peak_bytes: peak_bytes(),
        defence: defence.to_string(),
        verification,
    };
    let verify = verify.clone();
    free.run(move || output::write(&verify, &run).map(|()| exit_code(&run.verification)))
}

/// Long calls of the solver and code that cannot be left at once look at the flag.
fn interrupt_at(deadline: Instant, interrupt: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        while Instant::now() < deadline && !hotspot::process::interrupted() {
            std::thread::sleep(deadline.saturating_duration_since(Instant::now()).min(INTERRUPT_LOOKS));
        }
        interrupt.store(true, Ordering::Relaxed);
    });
}

fn explore_main(
    machine: &mut Machine,
    main: (machine::ClassId, machine::MethodId),
    verify: &Verify,
    deadline: Instant,
    referee: &Referee,
) -> Result<Verification> {
    let mut state = machine.world.new_state();
    state.console = Console::Muted;
    let internal = |stop: Stop| anyhow!("cannot start the program: {stop:?}");
    let arguments = prepare(machine, &mut state, &verify.arguments).map_err(internal)?;
    let mut found: BTreeMap<Property, Violation> = BTreeMap::new();
    let mut replays = Replays::default();
    let limits = Limits {
        deadline,
        interrupt: machine.world.options.interrupt.clone(),
        paths: u64::MAX,
        memory: verify.memory,
        depth: verify.depth,
        loops: verify.loops,
    };
    let solver =
        solver::standard(solving::config(verify.log_queries.as_deref(), referee.free, limits.interrupt.clone())?);

    let started = machine.start(&mut state, main.0, main.1, &[Value::Ref(arguments)]);
    let floor = 1;
    let mut explorer = Explorer::new(machine, solver, limits, verify.order.frontier(verify.seed), floor);
    let mut watch = Watch::new();
    explorer.watch = Box::new(move |progress| watch.look(progress));
    match started {
        Ok(()) => explorer.explore(state, |machine, state, outcome, _| {
            if let Outcome::Threw(exception) = outcome {
                judge(machine, state, *exception, verify, referee, (&mut found, &mut replays));
            }
            if found.len() == verify.properties.len() { Go::Stop } else { Go::On }
        }),
        Err(stop) => explorer.stats.cut(format!("the program could not be started: {stop:?}")),
    }
    let mut stats = std::mem::take(&mut explorer.stats);
    explorer.solver.statistics(&mut stats.tiers);
    for (reason, count) in &replays.refused {
        *stats.reasons.entry(reason.clone()).or_default() += count;
    }
    let verdicts = verify.properties.iter().map(|&property| (property, verdict(property, &found, &stats))).collect();
    Ok(Verification { verdicts, stats, replays })
}

/// Replays an exception that left main, if a property is about it.
fn judge(
    machine: &mut Machine,
    state: &mut State,
    exception: ObjectId,
    verify: &Verify,
    referee: &Referee,
    (found, replays): (&mut BTreeMap<Property, Violation>, &mut Replays),
) {
    let class = machine.class_of(state, exception);
    for &property in &verify.properties {
        let Ok(violator) = machine.jdk_class(state, property.violated_by()) else {
            continue;
        };
        if found.contains_key(&property)
            || replays.refusals() >= REPLAYS
            || !machine.world.classes.is_subclass(class, violator)
        {
            continue;
        }
        let expected = match replay::expected(machine, state, exception) {
            Ok(expected) => expected,
            Err(stop) => {
                *replays.refused.entry(format!("a violation could not be described: {stop:?}")).or_default() += 1;
                continue;
            }
        };
        let inputs = explore::inputs(machine, state);
        let started = Instant::now();
        let answer = referee.judge(&inputs, &expected);
        replays.time += started.elapsed();
        match answer {
            Answer::Confirmed(trace) => {
                replays.confirmed += 1;
                let path = explore::branches(machine, state);
                found.insert(property, Violation { exception: expected.exception, trace, inputs, path });
            }
            // Ctrl-C reaches the replay, too.
            Answer::Refused(_) if hotspot::process::interrupted() => {}
            Answer::Refused(why) => {
                let cause = format!("a replay did not confirm {}: {why}", expected.exception);
                *replays.refused.entry(cause).or_default() += 1;
            }
        }
    }
}

fn verdict(property: Property, found: &BTreeMap<Property, Violation>, stats: &Stats) -> Verdict {
    if let Some(violation) = found.get(&property) {
        return Verdict::False(violation.clone());
    }
    match stats.reasons.keys().next() {
        None => Verdict::True,
        Some(first) => {
            let more = stats.reasons.len() - 1;
            let others = if more > 0 { format!(" (and {more} other reasons)") } else { String::new() };
            Verdict::Unknown(format!("{first}{others}"))
        }
    }
}

fn exit_code(verification: &Verification) -> i32 {
    let verdicts = || verification.verdicts.iter().map(|(_, v)| v);
    if verdicts().any(|v| matches!(v, Verdict::False(_))) {
        1
    } else if verdicts().any(|v| matches!(v, Verdict::Unknown(_))) {
        2
    } else {
        0
    }
}

/// The most memory that this process had at one time; 0 where the kernel does not say.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok()).map_or(0, |kb| kb * 1024)
}
