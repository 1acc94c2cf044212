//! How the first thread of a program begins and ends.

use anyhow::{Result, anyhow};
use machine::{Console, Machine, ObjectId, State, Stop};

/// Depth of the frame whose end is the end of the first thread's work.
pub const FLOOR: usize = 1;

/// The first thread, and the array of the arguments of main.
pub fn prepare(machine: &mut Machine, state: &mut State, arguments: &[String]) -> Result<ObjectId, Stop> {
    state.thread = machine.host.main_thread(machine.world)?;
    let strings: Vec<ObjectId> = arguments.iter().map(|a| machine.new_string(state, a)).collect();
    let array = machine.world.array_of(machine.world.string);
    let arguments = machine.new_ref_array(state, array, &strings);
    state.held.push(arguments);
    Ok(arguments)
}

/// The state in which methods of ours are started, and the arguments of their main: none.
pub fn first_state(machine: &mut Machine) -> Result<(State, ObjectId)> {
    let mut state = machine.world.new_state();
    state.console = Console::Muted;
    match prepare(machine, &mut state, &[]) {
        Ok(arguments) => Ok((state, arguments)),
        Err(stop) => Err(anyhow!("cannot start: {}", machine.told(&state, &stop))),
    }
}

/// What `java` runs when the last thread but daemons has ended.
pub fn shut_down(machine: &mut Machine, state: &mut State) -> Result<(), Stop> {
    let class = machine.jdk_class(state, "java/lang/Shutdown")?;
    let method = machine.find_method(state, class, "shutdown", "()V")?;
    machine.start_destroyer(state, method)
}
