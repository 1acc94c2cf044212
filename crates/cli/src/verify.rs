//! `jacana verify`: explores, replays what looks like a violation, and answers with one line per property.

use crate::launch::{Data, Session};
use crate::options::Verify;
use crate::run::prepare;
use crate::solving;
use anyhow::{Result, anyhow};
use explore::replay::{self, Answer, Replay};
use explore::{Explorer, Go, Limits, Outcome, Property, Stats, Verdict, Verification, Violation};
use hotspot::Mode;
use machine::{Console, Machine, ObjectId, State, Stop, Value};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A replay that takes longer than this proves nothing.
const REPLAY_TIME: Duration = Duration::from_secs(10);

/// Candidates that the JVM refuses point to a bug of ours: more of them cost time only.
const REPLAYS: usize = 20;

pub fn execute(verify: &Verify) -> Result<i32> {
    let deadline = Instant::now() + verify.time;
    let mut session = Session::open(&verify.launch, Data::Symbolic)?;
    interrupt_at(deadline, session.world.options.interrupt.clone());
    let mut host = session.start(&verify.launch, &verify.arguments, Mode::Forking)?;
    let replay = Replay {
        java: session.jdk.home.join("bin/java"),
        class_path: session.target.class_path.clone(),
        main_class: session.target.main_class.clone(),
        folder: std::env::temp_dir().join(format!("jacana-replay-{}", std::process::id())),
        time: REPLAY_TIME,
    };
    let main = (session.class, session.main);
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let verification = explore_main(&mut machine, main, verify, deadline, &replay);
    replay::clean(&replay.folder);
    let verification = verification?;
    print(&verification, verify.stats);
    Ok(exit_code(&verification))
}

/// Long calls of the solver and code that cannot be left at once look at the flag.
fn interrupt_at(deadline: Instant, interrupt: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
        interrupt.store(true, Ordering::Relaxed);
    });
}

fn explore_main(
    machine: &mut Machine,
    main: (machine::ClassId, machine::MethodId),
    verify: &Verify,
    deadline: Instant,
    replay: &Replay,
) -> Result<Verification> {
    let mut state = machine.world.new_state();
    state.console = Console::Muted;
    let internal = |stop: Stop| anyhow!("cannot start the program: {stop:?}");
    let arguments = prepare(machine, &mut state, &verify.arguments).map_err(internal)?;
    let mut found: BTreeMap<Property, Violation> = BTreeMap::new();
    let mut refused = Vec::new();
    let limits = Limits {
        deadline,
        interrupt: machine.world.options.interrupt.clone(),
        paths: u64::MAX,
        memory: verify.memory,
        depth: verify.depth,
        loops: verify.loops,
    };
    let solver = solver::standard(solving::config(verify.log_queries.as_deref(), limits.interrupt.clone())?);

    let started = machine.start(&mut state, main.0, main.1, &[Value::Ref(arguments)]);
    let floor = 1;
    let mut explorer = Explorer::new(machine, solver, limits, verify.order.frontier(verify.seed), floor);
    match started {
        Ok(()) => explorer.explore(state, |machine, state, outcome, stats| {
            if let Outcome::Threw(exception) = outcome {
                judge(machine, state, *exception, verify, replay, (&mut found, &mut refused), stats);
            }
            if found.len() == verify.properties.len() { Go::Stop } else { Go::On }
        }),
        Err(stop) => explorer.stats.cut(format!("the program could not be started: {stop:?}")),
    }
    let mut stats = std::mem::take(&mut explorer.stats);
    for reason in refused {
        stats.cut(reason);
    }
    let verdicts = verify.properties.iter().map(|&property| (property, verdict(property, &found, &stats))).collect();
    Ok(Verification { verdicts, stats })
}

/// Replays an exception that left main, if a property is about it.
fn judge(
    machine: &mut Machine,
    state: &mut State,
    exception: ObjectId,
    verify: &Verify,
    replay: &Replay,
    (found, refused): (&mut BTreeMap<Property, Violation>, &mut Vec<String>),
    _stats: &mut Stats,
) {
    let class = machine.class_of(state, exception);
    for &property in &verify.properties {
        let Ok(violator) = machine.jdk_class(state, property.violated_by()) else {
            continue;
        };
        if found.contains_key(&property)
            || refused.len() >= REPLAYS
            || !machine.world.classes.is_subclass(class, violator)
        {
            continue;
        }
        let expected = match replay::expected(machine, state, exception) {
            Ok(expected) => expected,
            Err(stop) => {
                refused.push(format!("a violation could not be described: {stop:?}"));
                continue;
            }
        };
        let (raw, inputs) = replay::inputs(machine, state);
        let answer = replay.prepare().map_or_else(Answer::Refused, |()| replay.run(&raw, &expected));
        match answer {
            Answer::Confirmed(trace) => {
                found.insert(property, Violation { exception: expected.exception, trace, inputs });
            }
            Answer::Refused(why) => refused.push(format!("a replay did not confirm {}: {why}", expected.exception)),
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

fn print(verification: &Verification, with_stats: bool) {
    for (property, verdict) in &verification.verdicts {
        if let Verdict::False(violation) = verdict {
            println!("{} is violated, confirmed on the JVM:", property.name());
            for (at, line) in violation.trace.iter().enumerate() {
                println!("  {}{line}", if at == 0 { "" } else { "  " });
            }
            for input in &violation.inputs {
                println!("  input {} = {}", input.name, input.literal);
            }
        }
    }
    if with_stats {
        print_stats(&verification.stats);
    }
    for (property, verdict) in &verification.verdicts {
        match verdict {
            Verdict::True => println!("VERDICT: TRUE({})", property.name()),
            Verdict::False(_) => println!("VERDICT: FALSE({})", property.name()),
            Verdict::Unknown(reason) => println!("VERDICT: UNKNOWN({}): {reason}", property.name()),
        }
    }
}

fn print_stats(stats: &Stats) {
    println!(
        "paths {} (returned {}, threw {}, exited {}, assumed away {}) in order {:016x}, forks {}, infeasible sides {}, \
         solver calls {} in {:.3} s",
        stats.paths(),
        stats.returned,
        stats.threw,
        stats.exited,
        stats.assumed_away,
        stats.order,
        stats.forks,
        stats.infeasible,
        stats.solver_calls,
        stats.solver_time.as_secs_f64()
    );
    for (reason, count) in &stats.reasons {
        println!("not complete: {reason} ({count} times)");
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
