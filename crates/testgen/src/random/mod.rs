//! First tries for `jacana test`: methods are called on a JVM with random arguments, and what executes something new becomes a
//! candidate. The JVM runs thousands of calls while the engine explores one path; the engine finds what no chance does.

mod builder;
pub mod constants;
pub mod grammar;
mod patterns;
mod read;
pub mod seeds;
mod typed;

use crate::candidate::Candidate;
use crate::settings::Settings;
use crate::trial::RandomPhase;
use crate::writer::{RandomCalls, Writer};
use bytecode::ClassName;
use bytecode::synth::check::Called;
use constants::{Named, Numbers};
use grammar::{Grammar, Tested};
use machine::{Machine, State};
use replay::driver::Planned;
use std::collections::BTreeSet;

/// For each method where there is no clock.
const TRIES: u64 = 1500;

/// What came of it.
#[derive(Default)]
pub struct RandomTests {
    pub candidates: Vec<Candidate>,
    /// Classes and lines with branches that were all taken.
    pub taken: BTreeSet<(ClassName, u16)>,
}

/// The atlas is that of one of the methods.
pub fn find(
    machine: &mut Machine,
    state: &State,
    planned: &[Planned],
    settings: &Settings,
    writer: &Writer,
) -> Result<RandomTests, String> {
    if settings.random.percent == 0 {
        return Ok(RandomTests::default());
    }
    let class = planned[0].class;
    let tested: Vec<Tested> = planned.iter().enumerate().map(|(number, plan)| tested(number, plan)).collect();
    let named = Named::of(machine.world, class);
    let grammar = Grammar::of(machine, &tested, named);
    let texts = seeds::all(machine.world, class);
    let numbers = Numbers::of(machine.world, class);
    let c = &machine.world.classes[class];
    let part =
        |percent: u32| settings.time_per_class.map_or(0, |time| time.as_millis() as u64 * u64::from(percent) / 100);
    let phase = RandomPhase {
        grammar: grammar.text(machine, &texts, &numbers, settings.classic),
        files: machine.world.implementation_files(),
        seed: settings.seed,
        millis: part(settings.random.percent),
        most_millis: part(settings.random.most),
        tries: if settings.time_per_class.is_some() { 0 } else { TRIES * planned.len() as u64 },
        opened: c.module.as_ref().filter(|_| c.is_jdk()).map(|module| format!("{module}/{}", c.dotted().package())),
    };
    let RandomCalls { lines, taken } = writer.random_calls(machine.world, class, phase)?;
    let read = lines.iter().filter_map(|line| grammar.read(machine, state, line));
    let candidates = read.map(|(method, arrangement)| Candidate { method, arrangement, by_chance: false }).collect();
    Ok(RandomTests { candidates, taken })
}

fn tested(number: usize, plan: &Planned) -> Tested {
    let receiver = (plan.checked.kind == Called::Instance).then(|| "this".to_string());
    let names = receiver.into_iter().chain(plan.checked.parameters.iter().map(|parameter| parameter.name.clone()));
    Tested { number, names: names.collect(), class: plan.class, method: plan.method, is_public: plan.is_public }
}
