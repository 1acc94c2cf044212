//! `--trials FILE`: runs many small programs one after the other in this process, each with an allowance of instructions, and writes
//! one line for each on how it ended into FILE.ends. The test with damaged class files uses it; a process for each would take hours.

use super::options::Run;
use crate::program::launch::{Data, Session};
use anyhow::{Context, Result, anyhow, bail};
use hotspot::Mode;
use machine::state::After;
use machine::{Console, End, Event, Machine, MethodId, ObjectId, State, Value};
use sandbox::Free;
use std::fs::File;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Instructions of one trial.
const FUEL: u64 = 300_000;
/// Time of one trial, for what counts no instructions.
const PATIENCE: Duration = Duration::from_secs(3);
/// The largest array of a trial, in bytes.
const LARGEST: u64 = 64 << 20;
/// `names[i]` is the class in `bodies[i]`; the main method of the first is called.
const DESCRIPTOR: &str = "([Ljava/lang/String;[[B)V";

/// A program: its classes, the one with main first.
struct Trial {
    classes: Vec<(String, Vec<u8>)>,
}

pub fn execute(run: &Run, file: &Path, free: &Free) -> Result<i32> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let trials = read(&bytes).with_context(|| format!("{} holds no trials", file.display()))?;
    let mut session = Session::open(&run.launch, Data::Concrete, free)?;
    session.world.options.heap_bytes = LARGEST;
    let mut host = session.start(&run.launch, &[], Mode::Forking)?;
    let (class, interrupt) = (session.class, session.world.options.interrupt.clone());
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let Some(method) = machine.world.classes[class].declared_method("run", DESCRIPTOR) else {
        bail!("the main class has no method run{DESCRIPTOR}");
    };
    let mut first = machine.world.new_state();
    first.thread = machine
        .host
        .main_thread(machine.world)
        .map_err(|stop| anyhow!("no main thread: {}", machine.told(&first, &stop)))?;
    machine.initialize_now(&mut first, class).map_err(|stop| anyhow!("no harness: {}", machine.told(&first, &stop)))?;
    let mut ends = File::create(file.with_extension("ends")).context("cannot write the ends")?;
    let mut report = |end: &str| writeln!(ends, "{end}").context("cannot write the ends");
    let current = Arc::new(AtomicUsize::new(0));
    watch(current.clone(), interrupt.clone());
    for trial in &trials {
        machine
            .host
            .pull(machine.world, &mut first)
            .map_err(|stop| anyhow!("no new state: {}", machine.told(&first, &stop)))?;
        let mut state = machine.fork(&first, Console::Live);
        machine.host.resume(&mut state);
        interrupt.store(false, Ordering::Relaxed);
        current.fetch_add(1, Ordering::Relaxed);
        let attempt = AssertUnwindSafe(|| attempt(&mut machine, &mut state, method, trial));
        let Ok(outcome) = catch_unwind(attempt) else {
            report("panic")?;
            return Ok(1);
        };
        report(&outcome.replace('\n', " "))?;
        let _ = machine.host.pull(machine.world, &mut state);
        machine.host.resume(&mut first);
    }
    report(&format!("peak {}", explore::peak_bytes() >> 20))?;
    Ok(0)
}

/// Interrupts a trial that takes too long.
fn watch(current: Arc<AtomicUsize>, interrupt: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        let mut before = 0;
        loop {
            std::thread::sleep(PATIENCE);
            let now = current.load(Ordering::Relaxed);
            if now == before {
                interrupt.store(true, Ordering::Relaxed);
            }
            before = now;
        }
    });
}

fn attempt(machine: &mut Machine, state: &mut State, method: MethodId, trial: &Trial) -> String {
    let names: Vec<ObjectId> = trial.classes.iter().map(|(name, _)| machine.new_string(state, name)).collect();
    let bodies: Vec<ObjectId> = trial.classes.iter().map(|(_, body)| machine.new_byte_array(state, body)).collect();
    let strings = machine.world.array_of(machine.world.string);
    let arrays = machine.world.array_of(machine.world.byte_array);
    let names = machine.new_ref_array(state, strings, &names);
    let bodies = machine.new_ref_array(state, arrays, &bodies);
    let floor = state.frames.len() + 1;
    match machine.enter(state, method, &[Value::Ref(names), Value::Ref(bodies)], After::Leave(None)) {
        Ok(_) => {}
        Err(stop) => return format!("stopped {}", machine.told(state, &stop)),
    }
    state.fuel = FUEL;
    match machine.run(state, floor) {
        Event::Returned(_) => "returned".into(),
        Event::Threw(exception) => format!("threw {}", described(machine, state, exception)),
        Event::Ended(End::Exit(code)) => format!("exited {code}"),
        Event::Ended(End::Stopped(reason)) => format!("stopped {reason}"),
        Event::Ended(End::Deadlock(report)) => format!("deadlock {report}"),
        Event::Ended(End::Livelock) => "livelock".into(),
        Event::Ended(End::Interrupted) => "interrupted".into(),
        Event::Ended(End::Assumed)
        | Event::Decide(_)
        | Event::Choose(_)
        | Event::Fix(_)
        | Event::Settle
        | Event::Visible
        | Event::ThreadThrew
        | Event::Watched => "stopped at a symbol".into(),
        Event::OutOfFuel => "fuel".into(),
    }
}

/// The class of an exception, and of its causes.
fn described(machine: &mut Machine, state: &mut State, exception: ObjectId) -> String {
    let mut text = String::from(machine.world.classes[machine.class_of(state, exception)].dotted());
    if let Ok(message) = machine.field_named(state, exception, "detailMessage")
        && !message.as_ref().is_null()
        && let Ok(message) = machine.string(state, message.as_ref())
    {
        text += &format!(": {message}");
    }
    text
}

/// A file of trials. Counts and lengths are 32 bits, big end first.
struct Parcel<'a>(&'a [u8]);

impl Parcel<'_> {
    fn take(&mut self, length: usize) -> Result<Vec<u8>> {
        let (head, tail) = self.0.split_at_checked(length).context("cut off")?;
        self.0 = tail;
        Ok(head.to_vec())
    }

    fn number(&mut self) -> Result<usize> {
        let four: [u8; 4] = self.take(4)?.try_into().expect("four were taken");
        Ok(u32::from_be_bytes(four) as usize)
    }

    fn bytes(&mut self) -> Result<Vec<u8>> {
        let length = self.number()?;
        self.take(length)
    }
}

fn read(bytes: &[u8]) -> Result<Vec<Trial>> {
    let mut parcel = Parcel(bytes);
    let mut trials = Vec::new();
    for _ in 0..parcel.number()? {
        let mut classes = Vec::new();
        for _ in 0..parcel.number()? {
            let name = String::from_utf8(parcel.bytes()?)?;
            classes.push((name, parcel.bytes()?));
        }
        trials.push(Trial { classes });
    }
    Ok(trials)
}
