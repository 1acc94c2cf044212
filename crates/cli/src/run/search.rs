//! `run --explore` and `run --same-path`: one program, many inputs, in one process. Each run starts from a state in which
//! nothing of the program has happened yet.

use super::explored::{Finished, Kept};
use super::options::{Run, Search};
use crate::process::watch::{Status, aside};
use crate::program::launch::{Data, Session};
use crate::program::start::{FLOOR, shut_down};
use crate::program::{drivers, solving};
use crate::run::follow::{self, Source};
use anyhow::{Context, Result, anyhow, bail};
use explore::follow::{Bench, Confirmer, Corpus, Ending, Figures, Generations, Input, Ran, Seed, Seen, other_input};
use hotspot::Mode;
use machine::follow::{Followed, Sources};
use machine::way::Way;
use machine::{ClassId, Console, End, Event, Limit, Machine, MethodId, ObjectId, State, Stop, Value};
use replay::Replay;
use sandbox::Free;
use std::io::{IsTerminal, Read};
use std::time::{Duration, Instant};

const TIME: Duration = Duration::from_secs(60);
/// Between two looks at the clock.
const SLICE: u64 = 2_000_000;
/// For one run.
const RUN_TIME: Duration = Duration::from_secs(20);
/// For one question.
const CONFLICTS: u64 = 5_000;

struct Runner {
    main: (ClassId, MethodId),
    initial: State,
    sources: Sources,
    corpus: Corpus,
    confirmer: Confirmer,
    started: Instant,
    deadline: Instant,
    runs: u64,
    /// Branches at the last line about progress.
    reported: u64,
    /// For the page, if one is wanted.
    kept: Option<Kept>,
    status: Status,
}

pub fn execute(run: &Run, free: &Free) -> Result<i32> {
    let started = Instant::now();
    let status = Status::begin(free.terminal, "opening the program");
    let folder = run.corpus.clone().expect("checked by the options");
    let followed = follow::record(run)?.expect("something is symbolic");
    let first = input(run, &followed.sources)?;
    let (corpus, earlier) = Corpus::open(&folder, free).map_err(anyhow::Error::msg)?;
    if let Some(other) = earlier.iter().find(|seed| !fits(&seed.input, &first)) {
        bail!("--corpus {}: entry {} is of another program or other options", folder.display(), other.name);
    }
    let mut session = Session::open(&run.launch, Data::Followed, free)?;
    let sources = followed.sources.clone();
    session.world.followed = Some(Box::new(followed));
    session.world.terms.remember_simplified();
    let interrupt = session.world.options.interrupt.clone();
    let mut host = session.start(&run.launch, &run.arguments, Mode::Forking)?;
    let main = (session.class, session.main);
    let replay = drivers::replay(&session, &run.launch, free, RUN_TIME);
    // What the interpreter lets natives of the program do, java lets them do as well.
    let replay = Replay { main_class: session.target.main_class.clone(), options: Vec::new(), ..replay };
    let confirmer = Confirmer::new(replay, sources.clone());
    let mut machine = Machine { world: &mut session.world, host: &mut host };
    let mut initial = machine.world.new_state();
    initial.thread = machine
        .host
        .main_thread(machine.world)
        .map_err(|stop| anyhow!("no first thread: {}", machine.told(&initial, &stop)))?;
    let mut config = solving::config(None, free, interrupt)?;
    config.limits.budget.conflicts = CONFLICTS;
    let solver = solver::standard(config);
    let search = run.search.expect("checked by the caller");
    let usual = match search {
        Search::Explore => TIME,
        Search::SamePath(count) => RUN_TIME * (count + 1),
    };
    let deadline = Instant::now() + run.time.unwrap_or(usual);
    let kept = run.html.is_some().then(Kept::default);
    let main_class = session.target.main_class.clone();
    let mut runner =
        Runner { main, initial, sources, corpus, confirmer, started, deadline, runs: 0, reported: 0, kept, status };
    match search {
        Search::Explore => {
            let mut generations = Generations::new(&mut machine, solver);
            generations.keep_all = run.keep_all;
            generations.search(&mut runner, first, earlier).map_err(|error| anyhow!(error))?;
            runner.status.end();
            let figures = generations.figures;
            eprint!("jacana: {}", report::search_summary(&figures));
            if let Some(kept) = &runner.kept {
                let (time, jdk, sources) = (started.elapsed(), session.jdk.version.as_str(), &runner.sources);
                let main_class = &main_class;
                Finished { run, main_class, jdk, time, figures: &figures, sources, kept }.write(free)?;
            }
            runner.tell_left();
            Ok(0)
        }
        Search::SamePath(count) => same_path(&mut machine, solver, &mut runner, &first, count),
    }
}

/// What the program gets as it is called.
fn input(run: &Run, sources: &Sources) -> Result<Input> {
    let mut standard = Vec::new();
    let wanted = run.symbolic.contains(&Source::StandardInput) || !std::io::stdin().is_terminal();
    if wanted {
        std::io::stdin().read_to_end(&mut standard).context("cannot read standard input")?;
    }
    // Nothing of what follows has anything to read there.
    sandbox::process::take_standard_input()?;
    let read = |name: &String| std::fs::read(name).with_context(|| format!("cannot read {name}"));
    let files = sources.files.iter().map(|file| read(&file.name)).collect::<Result<_>>()?;
    let defined = |name: &String| run.launch.properties.iter().rev().find(|(key, _)| key == name);
    let properties = sources.properties.iter().map(|name| defined(name).map_or(String::new(), |d| d.1.clone()));
    Ok(Input {
        arguments: run.arguments.clone(),
        properties: properties.collect(),
        standard,
        files,
        given: sources.given.iter().cloned().collect(),
    })
}

/// Can both be inputs of one program?
fn fits(a: &Input, b: &Input) -> bool {
    (a.arguments.len(), a.properties.len(), a.files.len()) == (b.arguments.len(), b.properties.len(), b.files.len())
}

impl Runner {
    fn follow(&mut self, machine: &mut Machine, state: &mut State, input: &Input) -> Ending {
        // The first run shows what there is to search; later ones are not worth more time than there is.
        let over = if self.runs == 0 {
            RUN_TIME
        } else {
            RUN_TIME.min(self.deadline.saturating_duration_since(Instant::now()))
        };
        self.runs += 1;
        let over = Instant::now() + over;
        let exception = match self.start(machine, state, input).and_then(|()| finish(machine, state, over)) {
            Ok(()) => None,
            Err(Stop::Throw(exception)) => Some(exception),
            Err(stop) => return ended(stop),
        };
        let thrown = exception.map(|exception| described(machine, state, exception));
        machine.end_main(state, exception);
        let rest = finish(machine, state, over)
            .and_then(|()| shut_down(machine, state))
            .and_then(|()| finish(machine, state, over));
        match (thrown, rest) {
            (Some(exception), _) => Ending::Threw(exception),
            (None, Err(stop @ Stop::End(_))) => ended(stop),
            (None, _) => Ending::Exited(0),
        }
    }

    fn start(&self, machine: &mut Machine, state: &mut State, input: &Input) -> Result<(), Stop> {
        let strings: Vec<ObjectId> = input.arguments.iter().map(|text| machine.new_string(state, text)).collect();
        let array = machine.world.array_of(machine.world.string);
        let arguments = machine.new_ref_array(state, array, &strings);
        state.held.push(arguments);
        if self.sources.arguments {
            follow::make_arguments_symbolic(machine, state, arguments)?;
        }
        for (number, (name, value)) in self.sources.properties.iter().zip(&input.properties).enumerate() {
            follow::make_property_symbolic(machine, state, (name, value), number)?;
        }
        machine.start(state, self.main.0, self.main.1, &[Value::Ref(arguments)])?;
        state.way = Some(Box::new(Way::of(state.thread)));
        Ok(())
    }

    fn tell_left(&self) {
        for method in self.confirmer.left() {
            eprintln!("jacana: warning: branches on java are not seen in {method}");
        }
    }

    fn keep_as(&mut self, name: &str, input: &Input, ran: &Ran, seen: &Seen) -> Result<()> {
        let ending = Some(ran.ending.clone());
        let (input, name) = (input.clone(), name.to_string());
        let seen = Some(seen.clone());
        let seed = Seed { input, bound: 0, branches: Vec::new(), ending, expanded: true, name, origin: None, seen };
        Ok(self.corpus.write(&seed.name, &seed)?)
    }
}

impl Bench for Runner {
    fn run(&mut self, machine: &mut Machine, input: &Input) -> Ran {
        let mut sources = self.sources.clone();
        sources.given = input.given.iter().cloned().collect();
        sources.standard = Some(input.standard.clone());
        for (file, contents) in sources.files.iter_mut().zip(&input.files) {
            file.replaced = Some(contents.clone());
        }
        machine.world.followed = Some(Box::new(Followed::new(sources)));
        // Where an index is fixed depends on it, and must be a matter of this run alone.
        machine.world.wholes = Default::default();
        let mut state = machine.fork(&self.initial, Console::Muted);
        // Another one for each run: what was evaluated under the last one is void.
        state.path.set_witness(Default::default());
        machine.host.resume(&mut state);
        let mut ending = self.follow(machine, &mut state, input);
        if let Err(stop) = machine.host.pull(machine.world, &mut state) {
            let why = machine.told(&state, &stop);
            ending = Ending::Stopped(format!("the concrete heap could not be read: {why}"));
        }
        let ran = Ran::take(machine, ending, state.way.take());
        if let Some(kept) = &mut self.kept {
            kept.look(machine, &ran);
        }
        ran
    }

    fn confirm(&mut self, machine: &mut Machine, input: &Input, ran: &Ran) -> Seen {
        self.confirmer.confirm(machine.world, input, ran)
    }

    fn keep(&mut self, seed: &Seed) -> Result<String, String> {
        let name = self.corpus.next_name();
        self.corpus.write(&name, seed).map_err(|error| error.to_string())?;
        if let Some(kept) = &mut self.kept {
            kept.seeds.push(Seed { name: name.clone(), ..seed.clone() });
        }
        Ok(name)
    }

    fn expanded(&mut self, seed: &Seed) -> Result<(), String> {
        self.corpus.expanded(&seed.name).map_err(|error| error.to_string())
    }

    fn is_over(&mut self) -> bool {
        Instant::now() >= self.deadline
    }

    fn progress(&mut self, figures: &Figures) {
        self.status.tell(|| {
            let Figures { runs, branches, kept, exceptions, .. } = figures;
            let exceptions = exceptions.len();
            format!("runs {runs}   sides of branches {branches}   inputs kept {kept}   exceptions {exceptions}")
        });
        if figures.branches > self.reported {
            self.reported = figures.branches;
            let seconds = self.started.elapsed().as_secs_f64();
            let exceptions = figures.exceptions.len();
            let line =
                format!("{seconds:.1}\t{}\t{}\t{}\t{exceptions}\n", figures.runs, figures.branches, figures.kept);
            self.corpus.note(&line);
        }
    }
}

/// Until the first thread's work is done, or the time of the run is over.
fn finish(machine: &mut Machine, state: &mut State, over: Instant) -> Result<(), Stop> {
    loop {
        state.fuel = SLICE;
        match machine.run(state, FLOOR) {
            Event::Returned(_) => return Ok(()),
            Event::Threw(exception) => return Err(Stop::Throw(exception)),
            Event::Ended(end) => return Err(Stop::End(end)),
            Event::OutOfFuel if Instant::now() > over => return Err(End::stopped(Limit::RunTime)),
            Event::OutOfFuel => {}
            Event::Decide(_)
            | Event::Choose(_)
            | Event::Fix(_)
            | Event::Settle
            | Event::Watched
            | Event::Visible
            | Event::ThreadThrew => {
                unreachable!("a followed path answers every question at once")
            }
        }
    }
}

fn ended(stop: Stop) -> Ending {
    match super::ended(stop) {
        End::Exit(code) => Ending::Exited(code),
        end => Ending::Stopped(end.told()),
    }
}

/// The class of an exception and the place in the program where it comes from.
fn described(machine: &mut Machine, state: &mut State, exception: ObjectId) -> String {
    let class = machine.class_of(state, exception);
    let name = machine.world.classes[class].dotted();
    let backtrace = machine.field_named(state, exception, "backtrace");
    let trace = backtrace.and_then(|backtrace| machine.trace(state, backtrace.as_ref()));
    let entries = trace.ok().flatten().unwrap_or_default();
    let classes = &machine.world.classes;
    let own = entries.into_iter().find(|entry| !classes[classes[entry.method].class].is_jdk());
    match own {
        Some(entry) => format!("{name} at {}", machine.frame_line(entry)),
        None => name.into(),
    }
}

fn same_path(
    machine: &mut Machine,
    mut solver: Box<dyn solver::Solver>,
    runner: &mut Runner,
    first: &Input,
    count: u32,
) -> Result<i32> {
    let ran = runner.run(machine, first);
    if ran.imprecise {
        eprintln!(
            "jacana: warning: conditions may depend on values that unseen code changed: inputs may take other paths"
        );
    }
    let mut others = Vec::new();
    let mut confirmed = 0;
    for number in 1..=count {
        let other = other_input(machine, &mut *solver, &ran, first, &mut others);
        let again = runner.run(machine, &other);
        let same = ran.is_same_path(&again);
        let (all, changed) = first.difference(&other);
        let share = 100.0 * changed as f64 / all.max(1) as f64;
        let name = format!("same-path-{number}");
        let seen = same.then(|| runner.confirmer.same_path(machine.world, (first, &ran), (&other, &again)));
        let verdict = report::same_path_verdict(seen.as_ref());
        if let Some(seen @ (Seen::Same { .. } | Seen::Unknown(_))) = seen {
            confirmed += 1;
            runner.keep_as(&name, &other, &again, &seen)?;
        }
        aside(|| eprintln!("jacana: {name}: {changed} of {all} bytes changed ({share:.1}%), {verdict}"));
    }
    runner.status.end();
    runner.tell_left();
    Ok(if confirmed == count { 0 } else { 2 })
}
