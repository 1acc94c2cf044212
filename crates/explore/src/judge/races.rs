//! Data races in words.

use crate::verdict::Racing;
use machine::reason::Decider;
use machine::state::steps::Stack;
use machine::{Machine, Reason, State};

/// What races mean for all properties: a JVM may show more than any order of steps does.
pub(super) fn reasons(machine: &Machine) -> Vec<Reason> {
    let races = &machine.world.races.found;
    let mut variables: Vec<&str> = races.iter().map(|race| race.variable.as_str()).collect();
    variables.sort_unstable();
    variables.dedup();
    let reason = |variable: &str| {
        Reason::Environment(
            Decider::Threads,
            format!("a data race on {variable}: a JVM may show more than any order of the threads"),
        )
    };
    variables.into_iter().map(reason).collect()
}

/// The variable, and both accesses with their stacks.
pub(super) fn told(machine: &mut Machine, state: &mut State, racing: &Racing) -> Vec<String> {
    let mut lines = vec![format!("data race on {}", racing.variable)];
    for (thread, deed, stack) in &racing.accesses {
        let object = state.threads.steps.threads[*thread as usize];
        let name = machine.thread_name(state, object);
        lines.push(format!("\"{name}\" {}", if deed.writes() { "writes" } else { "reads" }));
        lines.extend(frames(machine, stack));
    }
    lines
}

fn frames(machine: &Machine, stack: &Stack) -> Vec<String> {
    stack.iter().map(|&(method, pc)| format!("at {}", machine.place_line(method, pc))).collect()
}
