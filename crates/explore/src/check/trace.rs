//! What the report of a check says about the way: to a bound, to a violation, through the code, from state to state.

use super::tally::Tally;
use contracts::PREFIX;
use machine::{Machine, MethodId, State};
use replay::driver::Planned;
use replay::path::states::Tree;
use replay::path::{clause, writes};
use replay::{Branch, branches};

/// How the first path came to a bound.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Where it stood, innermost frame first.
    pub stack: Vec<String>,
    pub path: Vec<Branch>,
}

/// A method of the program that ran: covered and all.
#[derive(Clone, Debug)]
pub struct CoveredMethod {
    pub method: String,
    pub instructions: [u64; 2],
    pub branches: [u64; 2],
}

/// The frame of the driver.
const FLOOR: usize = 1;

/// How the path that stopped here came to this place.
pub fn reached(machine: &Machine, state: &State) -> Reached {
    let is_driver = |line: &String| line.contains("jacana.Checks.");
    let stack = machine.stack_lines(state).into_iter().take_while(|line| !is_driver(line));
    Reached { stack: stack.collect(), path: branches(machine, state) }
}

/// What only needs to be known once the paths are: the code that ran, how the violation came about, and the tree of states,
/// if the ends of paths were kept.
pub fn look_back(machine: &mut Machine, start: &State, planned: &Planned, tally: &mut Tally) -> String {
    tally.coverage = coverage(machine, planned);
    if let Some(violation) = &mut tally.violation {
        violation.explained = clause::explain(machine, start, &violation.witness, FLOOR);
        let explained = &mut violation.explained;
        explained.trace.retain(|line| !line.method.contains(PREFIX));
        explained.clause.take_if(|clause| clause.at.method.contains(PREFIX));
        if let Some(location) = &violation.changed {
            let places = writes::places(machine.world, &explained.trace, location);
            let places: Vec<String> = places.into_iter().map(ToString::to_string).collect();
            if !places.is_empty() {
                violation.what += &format!(" at {}", places.join(" or "));
            }
        }
    }
    let mut tree = Tree::default();
    for witness in std::mem::take(&mut tally.ends) {
        tree.add(machine, start, &witness, FLOOR);
    }
    tree.lines
}

fn coverage(machine: &Machine, planned: &Planned) -> Vec<CoveredMethod> {
    let classes = &machine.world.classes;
    let mut covered = machine.world.coverage();
    // Code that checks contracts is none of the program.
    let is_ours = |method: MethodId| {
        classes[method].name.contains(PREFIX) || classes[classes[method].class].name.starts_with("jacana/")
    };
    covered.retain(|(method, _)| !is_ours(*method));
    covered.sort_by_key(|(method, _)| *method != planned.method);
    let covered = covered.into_iter().map(|(method, coverage)| {
        let method = &classes[method];
        let method = format!("{}.{}{}", classes[method.class].dotted(), method.name, method.descriptor);
        CoveredMethod { method, instructions: coverage.instructions, branches: coverage.branches }
    });
    covered.collect()
}
