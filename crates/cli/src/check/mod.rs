//! `jacana check`: explores each method on symbolic heaps, replays what looks like a violation, and answers with one line per
//! method.

mod album;
pub mod coordinator;
mod messages;
pub mod options;
mod part;
mod pictures;

use crate::output::say;
use crate::process::watch::Status;
use crate::program::drivers;
use crate::program::launch::{Data, Opened};
use crate::program::solving;
use crate::program::start::first_state;
use album::Kept;
use anyhow::Result;
use explore::check::{Tally, Verdict, Wants, explore_by_clauses, look_back};
use explore::inputs::{Inputs, InputsFor};
use explore::profile::Profile;
use explore::{Explorer, Level, Limits, LoopProof, Merging, Order, Outcome};
use hotspot::Mode;
use machine::reason::Absent;
use machine::{ClassId, Console, Machine, MethodId, ObjectId, Reason, State, Value};
use messages::{Said, Wanted};
use options::Check;
use part::Part;
use prove::MethodProofs;
use replay::Replay;
use replay::driver::targets::Scope;
use replay::driver::{Planned, know_mentioned, prepare};
use replay::heap::HeapReferee;
use report::{Figures, checked_json, checked_text, profile_html, profile_text, reached_text};
use sandbox::worker::{Boss, DONE};
use sandbox::{Free, Watchdog};
use std::time::{Duration, Instant};
use testgen::cases::{Subject, Writer};

/// What a path of a check may execute: heaps within a bound need far less.
const INSTRUCTIONS: u64 = 10_000_000;

/// A proof by clauses of loops asks few questions, and needs answers to all.
const PROOF_EFFORT: u64 = 10;

/// A replay that takes longer than this proves nothing.
const REPLAY_TIME: Duration = Duration::from_secs(20);

pub fn execute(check: &Check, free: &Free) -> Result<i32> {
    let boss = Boss::connect()?;
    // Of several processes the one that leads them has the line.
    let status = Status::begin(free.terminal && boss.is_none(), "opening the program");
    if let Some(boss) = &boss {
        // The first word says nothing more.
        let _: Option<Wanted> = boss.hear();
    }
    sandbox::process::remember_interrupts()?;
    let mut opened = Opened::open(&check.launch, Data::symbolic(check.strength()), free)?;
    opened.world.options.bounds = check.bounds;
    opened.world.options.measure = check.measure();
    opened.world.options.coverage = true;
    opened.world.options.decisions = check.inputs_per.is_some();
    let mut planned = opened.plan(&check.targets, Scope::Public)?;
    planned.iter_mut().for_each(|plan| plan.checked.globals = check.globals);
    drivers::write(&opened, &planned, free)?;
    opened.world.know_classes();
    let prepared = opened.contracts.take();
    let with_contracts = prepared.as_ref().and_then(|prepared| prepared.folder.clone());
    let contracts = prepared.map(|prepared| prepared.contracts).unwrap_or_default();
    let (clauses, loops) = (contracts.clauses, contracts.loops.iter().map(LoopProof::from).collect());
    let (mut session, entries) = drivers::session(opened, &planned)?;
    let mut host = session.start(&check.launch, &[], Mode::Forking)?;
    let replay = drivers::replay(&session, &check.launch, free, REPLAY_TIME);
    let writer = check.tests().as_ref().map(|tests| Writer {
        folder: tests.folder().to_path_buf(),
        jdk: session.jdk.home.clone(),
        replay: Replay { class_path: prepare::behind(&replay.class_path, with_contracts.as_deref()), ..replay.clone() },
        scratch: free.work.join("tests"),
        time: check.time,
    });
    let referee = HeapReferee { replay, free, clauses };
    let watchdog = Watchdog::start(session.world.options.interrupt.clone());
    let driver = session.class;
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let (first, arguments) = first_state(&mut machine)?;
    let mut checker = Checker {
        check,
        machine: &mut machine,
        referee,
        loops,
        writer,
        watchdog,
        planned,
        entries,
        driver,
        arguments,
        first,
        status,
        profile: check.profile.is_some().then(Box::default),
    };
    if let Some(boss) = boss {
        return checker.serve(&boss);
    }
    let (mut parts, began) = (Vec::new(), Instant::now());
    for number in 0..checker.planned.len() {
        let part = checker.check(number)?;
        say(&part.text);
        parts.push(part);
        if sandbox::process::interrupted() {
            break;
        }
    }
    if let (Some(file), Some(profile)) = (&check.profile, checker.profile.take()) {
        let (profile, time) = (profile.told(checker.machine), began.elapsed());
        say(&profile_text(&profile, time));
        free.write(file, profile_html(&profile, &check.targets.join(", "), time))?;
    }
    part::finish(check, &parts, &|file, contents| Ok(free.write(file, contents)?))
}

/// Everything that the check of one method needs.
struct Checker<'c, 'm> {
    check: &'c Check,
    machine: &'c mut Machine<'m>,
    referee: HeapReferee<'c>,
    /// Those with clauses.
    loops: Vec<LoopProof>,
    writer: Option<Writer>,
    watchdog: Watchdog,
    planned: Vec<Planned>,
    /// The drivers of the methods, and their class.
    entries: Vec<MethodId>,
    driver: ClassId,
    /// Of main.
    arguments: ObjectId,
    /// Before anything of the program happened.
    first: State,
    status: Status,
    /// Of all methods, if somebody wants to know where the time goes.
    profile: Option<Box<Profile>>,
}

/// What an exploration needs besides its method.
struct Around<'a> {
    referee: &'a HeapReferee<'a>,
    watchdog: &'a Watchdog,
    status: &'a Status,
    /// The method and its number, for the status.
    method: String,
    profile: &'a mut Option<Box<Profile>>,
}

impl Checker<'_, '_> {
    /// Checks what the parent of this process wants.
    fn serve(&mut self, boss: &Boss) -> Result<i32> {
        boss.tell(&Said::Ready(self.planned.iter().map(|planned| planned.shown.clone()).collect()));
        while let Some(Wanted::Check(number)) = boss.hear() {
            let part = self.check(number)?;
            boss.tell(&Said::Checked(number, Box::new(part)));
        }
        Ok(DONE)
    }

    fn check(&mut self, number: usize) -> Result<Part> {
        let (machine, planned) = (&mut *self.machine, &self.planned[number]);
        machine.world.atlas.start_over();
        machine.world.forget_coverage();
        know_mentioned(machine.world, planned);
        let mut state = machine.fork(&self.first, Console::Muted);
        let started = machine.start(&mut state, self.driver, self.entries[number], &[Value::Ref(self.arguments)]);
        let start = machine.fork(&state, Console::Muted);
        let started = match started {
            Ok(()) => Ok(state),
            Err(stop) => Err(machine.told(&state, &stop)),
        };
        let mut kept = Kept::new(self.check);
        let mut around = Around {
            referee: &self.referee,
            watchdog: &self.watchdog,
            status: &self.status,
            method: format!("method {} of {}, {}", number + 1, self.planned.len(), planned.shown),
            profile: &mut self.profile,
        };
        let mut tally = match planned.problems.is_empty() {
            true => {
                let (level, wants_cases) = (self.check.merge, self.check.wants_cases());
                explore_by_clauses(machine, &self.loops, level, wants_cases, |machine, level| {
                    let first = started.as_ref().map(|state| machine.fork(state, Console::Muted));
                    explore_one(machine, &mut kept, planned, first, level, &mut around)
                })?
            }
            false => Tally::not_understood(&planned.problems),
        };
        if let Some(inputs) = &tally.inputs {
            kept.choose(machine.world, inputs);
        }
        let states = look_back(machine, &start, planned, &mut tally);
        let figures = if self.check.stats { Figures::All } else { Figures::None };
        let mut text = checked_text(planned, &tally, figures, self.check.asked());
        let pictures = match &self.check.html {
            Some(_) => pictures::data(machine, &start, self.check, planned, &tally, kept.pictured),
            None => String::new(),
        };
        if let Some(writer) = &self.writer
            && !kept.recorded.is_empty()
        {
            let subject = Subject::new(machine.world, &self.planned[..number], planned);
            let (said, written) = writer.write(&subject, &kept.recorded)?;
            text += &said;
            if let Some(inputs) = &tally.inputs {
                let numbers: Vec<u32> = written.iter().map(|&case| kept.numbers[case]).collect();
                let reached = inputs.reached(machine.world, &numbers, tally.stats.is_complete());
                text += &reached_text(&reached);
                tally.tested = Some(reached);
            }
        }
        Ok(Part {
            text,
            code: Verdict::of(&tally).exit_code(),
            json: checked_json(&machine.world.options.version, planned, &tally, self.check.asked()),
            cases: tally.cases,
            states,
            pictures,
        })
    }
}

fn explore_one(
    machine: &mut Machine,
    kept: &mut Kept,
    planned: &Planned,
    first: Result<State, &String>,
    level: Level,
    around: &mut Around,
) -> Result<Tally> {
    let Around { referee, watchdog, status, method, profile } = around;
    let check = kept.check;
    let started = Instant::now();
    let interrupt = machine.world.options.interrupt.clone();
    let limits = Limits {
        preemptions: u32::MAX,
        deadline: watchdog.allow(check.time),
        interrupt: interrupt.clone(),
        paths: u64::MAX,
        memory: check.memory / u64::from(check.jobs),
        depth: u32::MAX,
        loops: check.loops,
        instructions: INSTRUCTIONS,
        live: u64::MAX,
    };
    let wants_cases = check.wants_cases();
    let by_clauses = &machine.world.atlas.loops;
    let is_by_clauses = by_clauses.proving || !by_clauses.cut.is_empty();
    let wants = Wants { cases: check.cases.is_some(), states: check.states.is_some() };
    let mut tally = Tally::new(wants);
    let new_config = || solving::config(None, referee.free, interrupt.clone());
    let mut config = new_config()?;
    if machine.world.atlas.loops.proving {
        config.limits.budget = config.limits.budget.times(PROOF_EFFORT);
        config.equations = true;
    }
    let solver = solver::standard(config);
    let mut explorer = Explorer::new(machine, solver, limits, Order::Dfs.frontier(0), 1);
    explorer.merging = Merging::on_heaps(level);
    // What a proof goes through may be no path of the program.
    let inputs_per = check.inputs_per.filter(|_| !explorer.machine.world.atlas.loops.proving);
    explorer.inputs = inputs_per.map(|per| Inputs::new(per, InputsFor::Tests));
    explorer.profile = profile.take();
    explorer.watch = Box::new(status.exploring(format!("{method}   ")));
    let mut proofs = None;
    let mut add = |tally: &mut Tally, machine: &mut Machine, state: &mut State, outcome: &Outcome| {
        tally.add(machine, state, outcome, planned, referee, kept)
    };
    match first {
        Err(why) => {
            explorer.stats.cut(Reason::Missing(Absent::Start, format!("the check could not be started: {why}")))
        }
        Ok(state) if is_by_clauses || check.no_proofs || wants_cases => {
            explorer.explore(state, |machine, state, outcome, _| add(&mut tally, machine, state, outcome));
        }
        Ok(state) => {
            let checker = if check.check_proofs { Some(solver::standard(new_config()?)) } else { None };
            let (declared, solver) = (planned.declared.clone(), solver::standard(new_config()?));
            let mut begun = MethodProofs::new(&mut explorer, &state, declared, solver, checker);
            begun.explore(&mut explorer, &mut tally, add);
            proofs = Some(begun);
        }
    }
    **profile = explorer.profile.take();
    tally.inputs = explorer.inputs.take();
    tally.finish(explorer.stats.clone());
    explorer.solver.statistics(&mut tally.stats.tiers);
    if let Some(proofs) = proofs {
        proofs.tell(&mut explorer, &mut tally);
    }
    tally.assumptions = explorer.machine.world.assumptions().into_iter().collect();
    tally.time = started.elapsed();
    Ok(tally)
}
