//! A worker of `jacana test`: explores the public methods of one class on objects that constructors make, tries every candidate on a real JVM, and
//! hands over those that pass as JUnit tests.

use crate::check::{Clock, know_classes};
use crate::drivers;
use crate::engine::Free;
use crate::launch::{Data, Opened};
use crate::run::prepare;
use crate::sandbox::{self, Exec};
use crate::targets::{self, Scope};
use crate::test_draw::{self, Drawn};
use crate::test_options::Test;
use crate::test_reflection;
use crate::test_search::{Search, Start};
use crate::test_seeds;
use crate::test_sinks;
use crate::test_types::Types;
use crate::test_warmup;
use crate::test_work;
use crate::test_writer::{self, Writer};
use anyhow::{Context, Result, anyhow, bail};
use explore::test_replay::Trial;
use hotspot::Mode;
use machine::shapes::Bounds;
use machine::{Console, Machine, ObjectId, Outside, State, Stop, Value};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// References from an argument to an object.
const DEPTH: u32 = 5;
/// For one look at all candidates of a class.
const TRIAL_TIME: Duration = Duration::from_secs(300);
/// Larger arrays are OutOfMemoryErrors: ours take many times what those of HotSpot take.
const HEAP: u64 = 16 << 20;
/// Nothing is handed over then.
const INTERRUPTED: i32 = 130;

pub fn execute(test: &Test, free: &Free) -> Result<i32> {
    hotspot::process::remember_interrupts();
    let mut opened = Opened::open(&test.launch, Data::Symbolic(Outside::Refused), &free.folder)?;
    opened.world.options.bounds = Bounds { k: Some(DEPTH), ..Bounds::default() };
    opened.world.options.makes = true;
    opened.world.options.heap_bytes = HEAP;
    opened.world.options.coverage = true;
    test.sinks.iter().for_each(|sink| opened.world.options.sinks.add(sink));
    let mut planned = targets::find(&mut opened, &test.targets, false, Scope::Tests)?;
    for plan in &mut planned {
        plan.checked.invariant = false;
        plan.checked.parameters.iter_mut().for_each(|parameter| parameter.invariant = false);
    }
    drivers::write(&opened, &planned)?;
    let mut types = Types::default();
    if !test.classic {
        know_classes(&mut opened);
        types = Types::of(&mut opened, &planned)?;
    }
    let (mut session, entries) = drivers::session(opened, &planned)?;
    let mut host = session.start(&test.launch, &[], Mode::Forking)?;
    let replay = drivers::replay(&session, &test.launch, test.strength, free, TRIAL_TIME)?;
    let tools = test.tools.clone().context("not a worker of a campaign")?;
    let defence = sandbox::confine(test.strength, &free.folder, Exec::Refused);
    if !defence.holds() {
        bail!("this kernel cannot confine the tests that are tried: nothing was run");
    }
    let clock = Clock::start(session.world.options.interrupt.clone());
    let driver = session.class;
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let mut first = machine.world.new_state();
    first.console = Console::Muted;
    let arguments = prepare(&mut machine, &mut first, &[]).map_err(|stop| anyhow!("cannot start: {stop:?}"))?;
    let writer = Writer { free, trial: Trial { replay, helper: tools.helper, jacoco: tools.jacoco } };
    let started = Instant::now();
    let mut starts = Vec::new();
    let mut reasons = BTreeSet::new();
    for (number, plan) in planned.iter().enumerate() {
        machine.world.atlas.start_over();
        machine.world.atlas.making.tested = Some(plan.method);
        machine.world.atlas.making.package = test_writer::package(machine.world, plan.class).replace('.', "/");
        if !test.classic {
            targets::know_mentioned(machine.world, plan);
            types.know(machine.world);
            test_reflection::know(machine.world, plan.class, &test.sinks);
        }
        test_seeds::know(machine.world, plan.class);
        if number == 0 {
            first = test_warmup::warm(&mut machine, first, &planned, test, &clock);
        }
        let mut state = machine.fork(&first, Console::Muted);
        if let Err(stop) = machine.start(&mut state, driver, entries[number], &[Value::Ref(arguments)]) {
            reasons.insert(match stop {
                Stop::Throw(thrown) => format!("it cannot be called: {}", dotted(&machine, &state, thrown)),
                stop => format!("{stop:?}"),
            });
            continue;
        }
        let atlas = machine.world.atlas.clone();
        starts.push(Start { number, planned: plan, state, atlas });
    }
    let drawing = Instant::now();
    let drawn = match test_draw::draw(&mut machine, &first, &planned, test, &writer) {
        Ok(drawn) => drawn,
        Err(why) => {
            reasons.insert(format!("nothing was drawn: {why}"));
            Drawn::default()
        }
    };
    let time = test.time().saturating_sub(drawing.elapsed());
    let search = Search { test, free, clock: &clock, time, taken: &drawn.taken };
    let mut hits = Vec::new();
    let explored = search.explore(&mut machine, planned[0].class, starts, &mut reasons, &mut hits)?;
    if hotspot::process::interrupted() {
        return Ok(INTERRUPTED);
    }
    let candidates = [drawn.candidates, explored.candidates].concat();
    let mut written = writer.class(machine.world, &planned, &candidates, &reasons);
    written.row.paths = explored.paths.iter().sum();
    written.row.mutated = explored.paths.iter().map(|paths| paths.saturating_sub(1)).sum();
    test_sinks::add(&writer, machine.world, &planned, &hits, &mut written);
    written.row.millis = test.time_per_class.map(|_| started.elapsed().as_millis() as u64);
    let folder = free.folder.clone();
    free.run(move || test_work::hand_over(&folder, &written))?;
    Ok(0)
}

fn dotted(machine: &Machine, state: &State, object: ObjectId) -> String {
    machine.world.classes[machine.class_of(state, object)].dotted()
}
