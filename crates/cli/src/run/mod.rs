//! `jacana run`: main, the uncaught-exception handler and the shutdown sequence, as `java` runs them.

pub mod executed;
mod explored;
pub mod follow;
pub mod options;
pub mod search;
pub mod stress;
pub mod trials;
pub mod turns;

use crate::program::launch::{Data, Session};
use crate::program::start::{FLOOR, prepare, shut_down};
use anyhow::Result;
use hotspot::Mode;
use machine::{ClassId, End, Event, Machine, MethodId, State, Stop, Value};
use options::Run;
use sandbox::Free;
use std::time::Instant;
use stress::Stress;

/// Exit code when the program could not be run to its end.
const UNKNOWN: i32 = 2;

pub fn execute(run: &Run, free: &Free) -> Result<i32> {
    let begin = Instant::now();
    let followed = follow::record(run)?;
    let data = if followed.is_some() { Data::Followed } else { Data::Concrete };
    let mut session = Session::open(&run.launch, data, free)?;
    session.world.followed = followed.map(Box::new);
    if session.world.followed.is_some() {
        session.world.profile = run.stats.then(Default::default);
        session.world.terms.remember_simplified();
    }
    let mode = if run.stress_fork.is_some() { Mode::Forking } else { Mode::Single };
    let mut host = session.start(&run.launch, &run.arguments, mode)?;
    let main = (session.class, session.main);
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let mut state = machine.world.new_state();
    let started = Instant::now();
    let end = drive(&mut machine, &mut state, main, run);
    if run.stats {
        eprintln!("{}", stats(begin, started, state.executed));
        if machine.world.profile.is_some() {
            eprint!("jacana: {}", report::parts_text(&explore::follow::parts(machine.world)));
        }
    }
    if let Some(file) = &run.methods {
        executed::write(file, machine.world)?;
    }
    follow::report(run, &mut machine)?;
    let reason = match end {
        End::Exit(code) => return Ok(code),
        End::Deadlock(report) => {
            eprintln!("jacana: deadlock: {report}");
            return Ok(UNKNOWN);
        }
        End::Assumed => "an assumption does not hold".into(),
        End::Stopped(reason) => reason.to_string(),
        End::Livelock => "its threads go round for ever".into(),
        End::Interrupted => "interrupted".into(),
    };
    eprintln!("jacana: the program could not be run to its end: {reason}");
    for line in machine.stack_lines(&state) {
        eprintln!("\t{line}");
    }
    Ok(UNKNOWN)
}

/// One line: what starting took, and what executing did.
fn stats(begin: Instant, started: Instant, executed: u64) -> String {
    let seconds = started.elapsed().as_secs_f64();
    format!(
        "jacana: started in {:.3} s, {executed} instructions in {seconds:.3} s, {:.1} million per second, {} MB",
        (started - begin).as_secs_f64(),
        executed as f64 / seconds / 1e6,
        explore::peak_bytes() >> 20,
    )
}

/// Runs main, then what `java` runs after it: the uncaught-exception handler, the threads that are left, and the shutdown
/// sequence.
fn drive(machine: &mut Machine, state: &mut State, main: (ClassId, MethodId), run: &Run) -> End {
    let mut stress = Stress::new(run);
    let exception = match start(machine, state, main, &run.arguments).and_then(|()| finish(machine, state, &mut stress))
    {
        Ok(()) => None,
        Err(Stop::Throw(exception)) => Some(exception),
        Err(stop) => return ended(stop),
    };
    let code = i32::from(exception.is_some());
    machine.end_main(state, exception);
    let rest = finish(machine, state, &mut stress)
        .and_then(|()| shut_down(machine, state))
        .and_then(|()| finish(machine, state, &mut stress));
    match rest {
        Err(Stop::End(end)) => end,
        Ok(()) | Err(_) => End::Exit(code),
    }
}

/// The end that stopped a run in which every question is answered at once.
fn ended(stop: Stop) -> End {
    match stop {
        Stop::End(end) => end,
        Stop::Throw(_)
        | Stop::Again
        | Stop::Block(_)
        | Stop::Decide(_)
        | Stop::Choose(_)
        | Stop::Fix(_)
        | Stop::Visible
        | Stop::Settle => {
            unreachable!("main was run to its end, without symbols")
        }
    }
}

fn start(
    machine: &mut Machine,
    state: &mut State,
    main: (ClassId, MethodId),
    arguments: &[String],
) -> Result<(), Stop> {
    let arguments = prepare(machine, state, arguments)?;
    follow::make_symbolic(machine, state, arguments)?;
    machine.start(state, main.0, main.1, &[Value::Ref(arguments)])
}

/// Until the frames of the first thread end, or, once it is on its way out, all threads but daemons.
fn finish(machine: &mut Machine, state: &mut State, stress: &mut Option<Stress>) -> Result<(), Stop> {
    loop {
        state.fuel = stress.as_ref().map_or(u64::MAX, Stress::interval);
        match machine.run(state, FLOOR) {
            Event::Returned(_) => return Ok(()),
            Event::Threw(exception) => return Err(Stop::Throw(exception)),
            Event::Ended(end) => return Err(Stop::End(end)),
            Event::Decide(_)
            | Event::Choose(_)
            | Event::Fix(_)
            | Event::Settle
            | Event::Watched
            | Event::Visible
            | Event::ThreadThrew => {
                unreachable!("a run answers every question at once")
            }
            Event::OutOfFuel => {
                if let Some(stress) = stress {
                    stress.disturb(machine, state, FLOOR)?;
                }
            }
        }
    }
}
