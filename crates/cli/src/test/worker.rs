//! A worker of `jacana test`: explores the public methods of one class on objects that constructors make, tries every candidate on a real JVM, and
//! hands over those that pass as JUnit tests.

use super::messages::{Said, Work};
use super::options::Test;
use super::sources::sources;
use crate::program::drivers;
use crate::program::launch::{Data, Opened};
use crate::program::start::first_state;
use anyhow::{Context, Result, bail};
use bytecode::DottedName;
use hotspot::Mode;
use machine::shapes::Bounds;
use machine::{Console, Loader, Machine, ObjectId, Outside, State, Stop, Value, World};
use replay::driver::targets::Scope;
use sandbox::worker::{Boss, DONE};
use sandbox::{Free, Watchdog};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use testgen::changes::Other;
use testgen::existing::Existing;
use testgen::junit::Framework;
use testgen::random::{self, RandomTests};
use testgen::search::types::Types;
use testgen::search::{self, Search, Start, warmup};
use testgen::sinks;
use testgen::trial::{Tools, Trial};
use testgen::writer::{Writer, Written};
use testgen::{Parameterized, Settings};

/// References from an argument to an object.
const DEPTH: u32 = 5;
/// For one look at all candidates of a class.
const TRIAL_TIME: Duration = Duration::from_secs(300);
/// Larger arrays are OutOfMemoryErrors: ours take many times what those of HotSpot take.
const HEAP: u64 = 16 << 20;
/// Nothing is handed over then.
const INTERRUPTED: i32 = 130;

/// Does the work that the parent wants, and hands it over.
pub fn execute(mut test: Test, free: &Free) -> Result<i32> {
    let boss = Boss::connect()?.context("not a worker of a campaign")?;
    let Work { targets, class_path, tools, ways, other, existing, sources } =
        boss.hear().context("a worker without work")?;
    test.targets = targets;
    test.launch.class_path = class_path.or(test.launch.class_path);
    test.sources = sources;
    match write(&test, tools, (ways, other, existing), free) {
        Ok(Some(written)) => boss.tell(&Said::Done(Box::new(written))),
        Ok(None) => return Ok(INTERRUPTED),
        Err(why) => boss.tell(&Said::Failed(format!("{why:#}"))),
    }
    Ok(DONE)
}

/// The tests of a class; nothing if it was interrupted.
fn write(
    test: &Test,
    tools: Tools,
    (ways, other, existing): (Option<PathBuf>, Option<Other>, Option<Existing>),
    free: &Free,
) -> Result<Option<Written>> {
    sandbox::process::remember_interrupts()?;
    let settings = &test.settings();
    let mut opened = Opened::open(&test.launch, Data::Symbolic(Outside::Refused), free)?;
    opened.world.options.bounds = Bounds { k: Some(DEPTH), ..Bounds::default() };
    opened.world.options.makes = true;
    opened.world.options.heap_bytes = HEAP;
    opened.world.options.coverage = true;
    settings.sinks.iter().for_each(|sink| opened.world.options.sinks.add(sink));
    let mut planned = opened.plan(&test.targets, Scope::Tests)?;
    for plan in &mut planned {
        plan.checked.invariant = false;
        plan.checked.parameters.iter_mut().for_each(|parameter| parameter.invariant = false);
    }
    drivers::write(&opened, &planned, free)?;
    let mut types = Types::default();
    if !settings.classic {
        if let Some(plan) = planned.first() {
            opened.world.know_classes_around(plan.class);
        }
        types = Types::of(&mut opened.world, &opened.jdk.home, &planned)?;
    }
    let (mut session, entries) = drivers::session(opened, &planned)?;
    let mut host = session.start(&test.launch, &[], Mode::Forking)?;
    let replay = drivers::replay(&session, &test.launch, free, TRIAL_TIME);
    if !free.defence.holds() {
        bail!("this kernel cannot confine the tests that are tried: nothing was run");
    }
    let watchdog = Watchdog::start(session.world.options.interrupt.clone());
    let driver = session.class;
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let (mut first, arguments) = first_state(&mut machine)?;
    let path = existing.as_ref().map(|existing| existing.class_path.clone()).unwrap_or_default();
    let trial = Trial { replay, helper: tools.helper, agent: tools.agent, existing: path };
    let (keep, mutants_millis, form) = (settings.keep, settings.mutants_millis(), settings.form);
    let sources = sources(&test.sources)?;
    let tables = has_tables(machine.world, settings);
    let writer = Writer { trial, keep, mutants_millis, ways, form, tables, other, existing, sources };
    let started = Instant::now();
    let mut starts = Vec::new();
    let mut reasons = BTreeSet::new();
    for (number, plan) in planned.iter().enumerate() {
        search::know(machine.world, plan, settings, &types);
        if number == 0 {
            first = warmup::warm(&mut machine, first, &planned, settings, &watchdog);
        }
        let mut state = machine.fork(&first, Console::Muted);
        if let Err(stop) = machine.start(&mut state, driver, entries[number], &[Value::Ref(arguments)]) {
            reasons.insert(match stop {
                Stop::Throw(thrown) => format!("it cannot be called: {}", dotted(&machine, &state, thrown)),
                stop => machine.told(&state, &stop),
            });
            continue;
        }
        let atlas = machine.world.atlas.clone();
        starts.push(Start { number, planned: plan, state, atlas });
    }
    let begun = Instant::now();
    let found = match random::find(&mut machine, &first, &planned, settings, &writer) {
        Ok(found) => found,
        Err(why) => {
            reasons.insert(format!("no random arguments: {why}"));
            RandomTests::default()
        }
    };
    let time = settings.time().saturating_sub(begun.elapsed());
    let search = Search { settings, watchdog: &watchdog, time, taken: &found.taken };
    let mut hits = Vec::new();
    let explored = search.explore(&mut machine, planned[0].class, starts, &mut reasons, &mut hits);
    if sandbox::process::interrupted() {
        return Ok(None);
    }
    let candidates = [found.candidates, explored.candidates].concat();
    let mut written = writer.class(machine.world, &planned, &candidates, &reasons);
    if !test.mutants {
        written.row.mutants = None;
    }
    written.row.limits = explored.limits;
    written.row.paths = explored.paths.iter().sum();
    written.row.mutated = explored.paths.iter().map(|paths| paths.saturating_sub(1)).sum();
    sinks::add(&writer, machine.world, &planned, &hits, &mut written);
    written.row.millis = settings.time_per_class.map(|_| started.elapsed().as_millis() as u64);
    Ok(Some(written))
}

/// Whether who runs the tests can be expected to know parameterized ones.
fn has_tables(world: &mut World, settings: &Settings) -> bool {
    let mut has = |name: &str| matches!(world.load(Loader::App, &name.into()), Ok(Some(_)));
    let is_known = match settings.parameterized {
        Parameterized::Auto => !has("org/junit/jupiter/api/Test") || has("org/junit/jupiter/params/provider/CsvSource"),
        Parameterized::On => true,
        Parameterized::Off => false,
    };
    is_known && settings.form.framework == Framework::Junit5
}

fn dotted(machine: &Machine, state: &State, object: ObjectId) -> DottedName {
    machine.world.classes[machine.class_of(state, object)].dotted()
}
