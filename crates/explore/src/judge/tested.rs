//! Inputs that become tests: those that were of use are kept, as few as are enough are run on a JVM with probes, and what they reach
//! there is what counts.

use crate::inputs::{Inputs, TestInput, Tested};
use crate::verdict::Outcome;
use machine::{Machine, State, World};
use replay::probed::{Given, Prober};
use replay::{InputValue, Referee};
use std::collections::BTreeMap;
use std::time::Instant;

/// Inputs with what the program does on them, by number.
#[derive(Default)]
pub struct TestInputs {
    offered: BTreeMap<u32, TestInput>,
    /// Why some cannot be tests, and how many.
    missing: BTreeMap<String, u64>,
}

impl TestInputs {
    pub(super) fn keep(&mut self, machine: &mut Machine, state: &mut State, outcome: &Outcome) {
        let Some(number) = state.path.offer.input else { return };
        match test_input(machine, state, outcome) {
            Ok(input) => _ = self.offered.insert(number, input),
            Err(why) => *self.missing.entry(why).or_default() += 1,
        }
    }

    /// Runs as few of them as are enough. `complete`: all paths were explored.
    pub fn confirm(
        mut self,
        world: &mut World,
        inputs: &Inputs,
        referee: &Referee,
        until: Instant,
        complete: bool,
    ) -> Tested {
        let mut prober = Prober::new(referee.replay.clone());
        let (mut tests, mut numbers) = (Vec::new(), Vec::new());
        for number in inputs.chosen(world) {
            let Some(test) = self.offered.remove(&number) else { continue };
            let arguments = referee.replay.arguments.clone();
            let given = Given { arguments, inputs: test.inputs.clone(), ..Given::default() };
            let answer = if !referee.free.defence.holds() {
                Err("this kernel cannot confine a replay (--allow-io replays without)".to_string())
            } else if Instant::now() >= until {
                Err("the time was over before they were tried on the JVM".to_string())
            } else {
                try_on_java(&mut prober, world, &given, &test, inputs, number)
            };
            match answer {
                Ok(()) => {
                    tests.push(test);
                    numbers.push(number);
                }
                Err(why) => *self.missing.entry(why).or_default() += 1,
            }
        }
        let reached = inputs.reached(world, &numbers, complete);
        Tested { tests, reached, missing: self.missing }
    }
}

/// Does `java` end as we think, and evaluate all decisions so?
fn try_on_java(
    prober: &mut Prober,
    world: &mut World,
    given: &Given,
    test: &TestInput,
    inputs: &Inputs,
    number: u32,
) -> Result<(), String> {
    let way = prober.run(world, given)?;
    let thrown = test.thrown.as_deref();
    if way.thrown.as_deref() != thrown {
        let [ours, java] = [thrown, way.thrown.as_deref()].map(|thrown| thrown.unwrap_or("no exception"));
        return Err(format!("{java} on the JVM instead of {ours}"));
    }
    if !inputs.evaluated(number).is_subset(&prober.evaluated(world, &way)) {
        return Err("the JVM takes other branches".into());
    }
    Ok(())
}

fn test_input(machine: &mut Machine, state: &mut State, outcome: &Outcome) -> Result<TestInput, String> {
    let thrown = match outcome {
        Outcome::Returned => None,
        Outcome::Threw(exception) => {
            let expected = replay::expected(machine, state, *exception);
            Some(expected.map_err(|stop| machine.told(state, &stop))?.exception)
        }
        Outcome::Exited(_) => return Err("the program ends the JVM".into()),
        Outcome::Assumed | Outcome::Deadlock(_) | Outcome::Race(_) | Outcome::Endless | Outcome::Stopped(_) => {
            return Err("the path has no end".into());
        }
    };
    if state.path.random {
        return Err("random numbers are among the inputs".into());
    }
    replay::shorten_texts(machine, state).map_err(|stop| machine.told(state, &stop))?;
    let inputs = replay::inputs(machine, state);
    if inputs.iter().any(|input| matches!(input.value, InputValue::Object { .. })) {
        return Err("objects are among the inputs; jacana check writes such tests".into());
    }
    Ok(TestInput { inputs, thrown })
}
