//! `jacana run`: main, the uncaught-exception handler and the shutdown sequence, as `java` runs them.

use crate::engine::Free;
use crate::launch::{Data, Session};
use crate::options::Run;
use crate::stress::Stress;
use anyhow::Result;
use hotspot::Mode;
use machine::state::After;
use machine::{ClassId, End, Event, Machine, MethodId, ObjectId, State, Stop, Value};

/// Exit code when the program could not be run to its end.
const UNKNOWN: i32 = 2;

pub fn execute(run: &Run, free: &Free) -> Result<i32> {
    let mut session = Session::open(&run.launch, Data::Concrete, &free.folder)?;
    let mode = if run.stress_fork.is_some() { Mode::Forking } else { Mode::Single };
    let mut host = session.start(&run.launch, &run.arguments, mode)?;
    let main = (session.class, session.main);
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let mut state = machine.world.new_state();
    let reason = match drive(&mut machine, &mut state, main, run) {
        End::Exit(code) => return Ok(code),
        End::Assumed => "an assumption does not hold".into(),
        End::Stopped(reason) => reason,
        End::Interrupted => "interrupted".into(),
    };
    eprintln!("jacana: the program could not be run to its end: {reason}");
    for line in machine.stack_lines(&state) {
        eprintln!("\t{line}");
    }
    Ok(UNKNOWN)
}

/// Runs main, then what `java` runs after it: the uncaught-exception handler and the shutdown sequence.
fn drive(machine: &mut Machine, state: &mut State, main: (ClassId, MethodId), run: &Run) -> End {
    let mut stress = Stress::new(run);
    let outcome = prepare(machine, state, &run.arguments)
        .and_then(|arguments| call_main(machine, state, main, arguments, &mut stress));
    let code = match outcome {
        Ok(()) => 0,
        Err(Stop::Throw(exception)) => match report_uncaught(machine, state, exception) {
            Ok(()) => 1,
            Err(Stop::End(end)) => return end,
            Err(_) => 1,
        },
        Err(Stop::End(end)) => return end,
        Err(Stop::Again | Stop::Decide(_) | Stop::Choose(_)) => {
            unreachable!("main was called to its end, without symbols")
        }
    };
    match shut_down(machine, state) {
        Err(Stop::End(end)) => end,
        Ok(()) | Err(_) => End::Exit(code),
    }
}

pub fn prepare(machine: &mut Machine, state: &mut State, arguments: &[String]) -> Result<ObjectId, Stop> {
    state.thread = machine.host.main_thread(machine.world)?;
    let strings: Vec<ObjectId> = arguments.iter().map(|a| machine.new_string(state, a)).collect();
    let array = machine.world.array_of(machine.world.string);
    let arguments = machine.new_ref_array(state, array, &strings);
    state.held.push(arguments);
    Ok(arguments)
}

fn call_main(
    machine: &mut Machine,
    state: &mut State,
    main: (ClassId, MethodId),
    arguments: ObjectId,
    stress: &mut Option<Stress>,
) -> Result<(), Stop> {
    let floor = state.frames.len() + 1;
    loop {
        // The class named on the command line is initialised even if it inherits main.
        let ready = machine.ensure_initialized(state, main.0);
        let entered = ready.and_then(|()| machine.enter(state, main.1, &[Value::Ref(arguments)], After::Leave(None)));
        match entered {
            Ok(Some(_)) => return Ok(()),
            Ok(None) => return finish(machine, state, floor, stress),
            // The initialiser of the main class comes first.
            Err(Stop::Again) => finish(machine, state, floor, stress)?,
            Err(stop) => return Err(stop),
        }
    }
}

fn finish(machine: &mut Machine, state: &mut State, floor: usize, stress: &mut Option<Stress>) -> Result<(), Stop> {
    loop {
        state.fuel = stress.as_ref().map_or(u64::MAX, Stress::interval);
        match machine.run(state, floor) {
            Event::Returned(_) => return Ok(()),
            Event::Threw(exception) => return Err(Stop::Throw(exception)),
            Event::Ended(end) => return Err(Stop::End(end)),
            Event::Decide(_) | Event::Choose(_) => unreachable!("no symbols without symbolic input"),
            Event::OutOfFuel => {
                if let Some(stress) = stress {
                    stress.disturb(machine, state, floor)?;
                }
            }
        }
    }
}

fn report_uncaught(machine: &mut Machine, state: &mut State, exception: ObjectId) -> Result<(), Stop> {
    let thread = state.thread;
    let class = machine.class_of(state, thread);
    let method = machine.find_method(state, class, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")?;
    machine.call(state, method, &[Value::Ref(thread), Value::Ref(exception)])?;
    Ok(())
}

fn shut_down(machine: &mut Machine, state: &mut State) -> Result<(), Stop> {
    let class = machine.jdk_class(state, "java/lang/Shutdown")?;
    let method = machine.find_method(state, class, "shutdown", "()V")?;
    machine.call(state, method, &[])?;
    Ok(())
}
