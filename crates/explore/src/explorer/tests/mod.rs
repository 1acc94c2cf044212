//! The explorer on programs of a few instructions, without a JVM: every path with its condition and its outcome.

mod bracket;
mod limits;
mod paths;
mod side;

use super::{Explorer, Go, Level, Merging, Room, Turn};
use crate::limits::Limits;
use crate::search::Order;
use crate::stats::Stats;
use crate::verdict::Outcome;
use machine::path::Use;
use machine::testing::{Bench, FLOOR};
use machine::{Machine, State, Value};
use solver::Config;
use std::time::{Duration, Instant};
use term::Term;

fn no_limits() -> Limits {
    Limits {
        deadline: Instant::now() + Duration::from_secs(600),
        interrupt: Default::default(),
        paths: u64::MAX,
        memory: u64::MAX,
        depth: u32::MAX,
        loops: u32::MAX,
        preemptions: u32::MAX,
        instructions: u64::MAX,
        live: u64::MAX,
    }
}

/// What an exploration of `Main.f` is to do.
struct Exploration {
    bench: Bench,
    descriptor: &'static str,
    inputs: Vec<Term>,
    limits: Limits,
    level: Level,
    room: Room,
    /// Work of the first turn, if there is more than one; each later one has twice as much.
    turns: Option<u64>,
}

impl Exploration {
    /// `Main.f`, with a symbolic int for each name.
    fn of(mut bench: Bench, descriptor: &'static str, names: &[&str]) -> Exploration {
        let inputs = names.iter().map(|name| bench.int(name)).collect();
        Exploration {
            bench,
            descriptor,
            inputs,
            limits: no_limits(),
            level: Level::Off,
            room: Room::default(),
            turns: None,
        }
    }

    /// A line for each path in the order of their conditions, and what was counted.
    fn run(&mut self) -> (String, Stats) {
        let arguments: Vec<Value> = self.inputs.iter().map(|&input| Value::Sym(input)).collect();
        let first = self.bench.start(self.descriptor, &arguments);
        let mut machine = self.bench.machine();
        let config = Config::default();
        let haste = config.haste.clone();
        let solver = solver::standard(config);
        let frontier = Order::Dfs.frontier(0);
        let mut explorer = Explorer::new(&mut machine, solver, self.limits.clone(), frontier, FLOOR);
        explorer.merging = Merging::at(self.level);
        explorer.room = self.room;
        explorer.later.haste = haste;
        let mut lines = Vec::new();
        let mut sink = |machine: &mut Machine, state: &mut State, outcome: &Outcome, _: &mut Stats| {
            lines.push(told(machine, state, outcome));
            Go::On
        };
        match self.turns {
            None => explorer.explore(first, sink),
            Some(mut work) => {
                explorer.begin(first);
                while explorer.take_turn(work, &mut sink) == Turn::Over {
                    work *= 2;
                }
            }
        }
        let stats = std::mem::take(&mut explorer.stats);
        lines.sort();
        (lines.iter().map(|line| format!("{line}\n")).collect(), stats)
    }
}

/// The condition of a path, and how it ended.
fn told(machine: &Machine, state: &State, outcome: &Outcome) -> String {
    let terms = &machine.world.terms;
    for &conjunct in state.path.conjuncts.iter() {
        assert!(terms.holds(conjunct, state.path.witness(Use::Report)), "the witness satisfies the path");
    }
    let conjuncts: Vec<String> = state.path.conjuncts.iter().map(|&it| terms.show(it).to_string()).collect();
    let condition = if conjuncts.is_empty() { "always".into() } else { conjuncts.join(" && ") };
    let outcome = match outcome {
        Outcome::Returned => "returned".into(),
        Outcome::Threw(exception) => {
            format!("threw {}", machine.world.classes[machine.class_of(state, *exception)].dotted())
        }
        Outcome::Exited(code) => format!("exited with {code}"),
        Outcome::Assumed => "assumed away".into(),
        Outcome::Deadlock(_) | Outcome::Race(_) | Outcome::Endless => unreachable!("the bench has one thread"),
        Outcome::Stopped(reason) => format!("stopped: {reason}"),
    };
    format!("{condition}: {outcome}")
}
