//! The engine process: finds the JDK, starts the embedded JVM, loads the main class and runs it to its end.

use crate::compile::{self, Compiled};
use crate::options::{Program, Run};
use crate::source::Sources;
use crate::stress::Stress;
use anyhow::{Context, Result, anyhow, bail};
use bytecode::{ClassPath, Image, access};
use hotspot::{Hotspot, Jdk, Jvm, JvmOptions, Mode};
use machine::state::After;
use machine::{
    ClassId, End, Event, LoadError, Loader, Machine, MethodId, ObjectId, Options, State, Stop,
    Value, World,
};
use std::path::PathBuf;

/// The JVM lives on this thread: deep natives and deep nesting of ours need room.
const STACK_BYTES: usize = 1 << 30;
/// `java`'s default for the main thread.
const JAVA_STACK_BYTES: usize = 1 << 20;
/// Exit code when the program could not be run to its end.
const UNKNOWN: i32 = 2;

pub fn run(run: &Run) -> Result<u8> {
    hotspot::process::die_with_parent();
    hotspot::process::default_interrupts();
    let outcome = std::thread::scope(|scope| {
        let engine = std::thread::Builder::new()
            .name("main".into())
            .stack_size(STACK_BYTES);
        let handle = engine
            .spawn_scoped(scope, || execute(run))
            .context("cannot start the engine thread")?;
        handle.join().unwrap_or_else(|_| {
            bail!("internal error (see above): please report it with the program")
        })
    });
    match outcome {
        // Destroying the JVM would wait for its threads.
        Ok(code) => hotspot::process::exit_now(code),
        Err(error) => Err(error),
    }
}

/// The main class and where its classes are.
struct Target {
    main_class: String,
    class_path: String,
    _compiled: Option<Compiled>,
}

fn execute(run: &Run) -> Result<i32> {
    let environment = |name: &str| std::env::var(name).ok();
    let jdk = Jdk::find(
        run.jdk.as_deref(),
        environment("JAVA_HOME").as_deref(),
        environment("PATH").as_deref(),
    )?;
    let target = target(run, &jdk)?;
    let entries: Vec<PathBuf> = target
        .class_path
        .split(':')
        .map(|e| PathBuf::from(if e.is_empty() { "." } else { e }))
        .collect();
    let class_path = ClassPath::open(&entries)?.with_release(jdk.feature as u16);
    let image = Image::open(&jdk.home.join("lib/modules"))?;
    let options = Options {
        feature: jdk.feature,
        version: jdk.version.clone(),
        stack_bytes: JAVA_STACK_BYTES,
        heap_bytes: java_heap_bytes(),
    };
    let mut world = World::new(Box::new(Sources { image, class_path }), options)
        .map_err(|e| anyhow!("cannot read the JDK: {e:?}"))?;
    let (class, main) = main_method(&mut world, &target.main_class)?;

    let mut properties = run.properties.clone();
    let command = std::iter::once(&target.main_class)
        .chain(&run.arguments)
        .cloned()
        .collect::<Vec<_>>()
        .join(" ");
    properties.push(("sun.java.command".into(), command));
    let jvm = Jvm::create(&JvmOptions {
        jdk_home: jdk.home.clone(),
        class_path: target.class_path.clone(),
        system_properties: properties,
        extra: vec!["-XX:+SuppressFatalErrorMessage".into()],
        ..JvmOptions::default()
    })?;
    let mut host = Hotspot::new(
        jvm,
        if run.stress_fork.is_some() {
            Mode::Forking
        } else {
            Mode::Single
        },
    );
    let mut machine = Machine {
        world: &mut world,
        host: &mut host,
    };
    let mut state = machine.world.new_state();
    let end = drive(&mut machine, &mut state, (class, main), run);
    match end {
        End::Exit(code) => Ok(code),
        End::Stopped(reason) => {
            eprintln!("jacana: the program could not be run to its end: {reason}");
            for line in machine.stack_lines(&state) {
                eprintln!("\t{line}");
            }
            Ok(UNKNOWN)
        }
    }
}

/// A quarter of the machine's memory, as `java` takes by default.
fn java_heap_bytes() -> u64 {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let total = info
        .lines()
        .find_map(|l| l.strip_prefix("MemTotal:"))
        .and_then(|l| l.trim().trim_end_matches(" kB").trim().parse::<u64>().ok());
    total.map_or(1 << 30, |kb| kb * 1024 / 4)
}

fn target(run: &Run, jdk: &Jdk) -> Result<Target> {
    let given = run.class_path.clone();
    let class_path = given
        .clone()
        .or_else(|| std::env::var("CLASSPATH").ok())
        .unwrap_or_else(|| ".".into());
    match &run.program {
        Program::Class(name) => Ok(Target {
            main_class: name.replace('/', "."),
            class_path,
            _compiled: None,
        }),
        Program::Jar(jar) => {
            if !jar.exists() {
                bail!("no such jar: {}", jar.display());
            }
            let manifest = bytecode::manifest(jar)?;
            let main_class = manifest
                .main_class
                .with_context(|| format!("no Main-Class in the manifest of {}", jar.display()))?;
            Ok(Target {
                main_class,
                class_path: jar.display().to_string(),
                _compiled: None,
            })
        }
        Program::Source(source) => {
            if !source.exists() {
                bail!("no such source file: {}", source.display());
            }
            let compiled =
                compile::compile(source, &jdk.home, given.as_deref().unwrap_or_default())?;
            let mut entries = vec![compiled.folder.display().to_string()];
            if source.is_dir() {
                // Resources lie beside the sources.
                entries.push(source.display().to_string());
            }
            entries.extend(given);
            Ok(Target {
                main_class: compiled.main_class.clone(),
                class_path: entries.join(":"),
                _compiled: Some(compiled),
            })
        }
        Program::None => unreachable!("the parser demands a program"),
    }
}

fn main_method(world: &mut World, name: &str) -> Result<(ClassId, MethodId)> {
    let internal = name.replace('.', "/");
    let class = match world.load(Loader::App, &internal) {
        Ok(Some(class)) => class,
        Ok(None) => bail!("no such class: {name} (is the class path right? see -cp)"),
        Err(error) => return Err(load_failure(name, error)),
    };
    let main = world.classes[class]
        .chain
        .iter()
        .rev()
        .find_map(|&c| world.classes[c].declared_method("main", "([Ljava/lang/String;)V"));
    let needed = access::PUBLIC | access::STATIC;
    match main.filter(|&m| world.classes[m].access & needed == needed) {
        Some(main) => Ok((class, main)),
        None => bail!("class {name} has no method `public static void main(String[])`"),
    }
}

fn load_failure(name: &str, error: LoadError) -> anyhow::Error {
    match error {
        LoadError::Malformed { class, why } => {
            anyhow!("class {} is corrupt: {why}", class.replace('/', "."))
        }
        LoadError::TooNew {
            class,
            major,
            accepted,
        } => anyhow!(
            "class {} was compiled for Java {}, the JDK at hand is {} (use a newer one: --jdk DIR)",
            class.replace('/', "."),
            major - 44,
            accepted - 44
        ),
        LoadError::MissingSuper(missing) => {
            anyhow!(
                "class {name} needs class {}, which is not on the class path",
                missing.replace('/', ".")
            )
        }
        LoadError::WrongName { asked, found } => {
            anyhow!(
                "the class file of {} contains class {}: use its full name",
                asked.replace('/', "."),
                found.replace('/', ".")
            )
        }
        LoadError::Incompatible(why) => anyhow!("class {name} cannot be linked: {why}"),
        LoadError::Circular(class) => {
            anyhow!("class {} is its own superclass", class.replace('/', "."))
        }
        LoadError::Source(why) => anyhow!(why),
    }
}

/// Runs main, then what `java` runs after it: the uncaught-exception handler and the shutdown sequence.
fn drive(machine: &mut Machine, state: &mut State, main: (ClassId, MethodId), run: &Run) -> End {
    let mut stress = run.stress_fork.map(Stress::new);
    let outcome = prepare(machine, state, run)
        .and_then(|arguments| call_main(machine, state, main, arguments, &mut stress));
    let code = match outcome {
        Ok(()) => 0,
        Err(Stop::Throw(exception)) => match report_uncaught(machine, state, exception) {
            Ok(()) => 1,
            Err(Stop::End(end)) => return end,
            Err(_) => 1,
        },
        Err(Stop::End(end)) => return end,
        Err(Stop::Again) => unreachable!("main was called to its end"),
    };
    match shut_down(machine, state) {
        Err(Stop::End(end)) => end,
        Ok(()) | Err(_) => End::Exit(code),
    }
}

fn prepare(machine: &mut Machine, state: &mut State, run: &Run) -> Result<ObjectId, Stop> {
    state.thread = machine.host.main_thread(machine.world)?;
    let strings: Vec<ObjectId> = run
        .arguments
        .iter()
        .map(|a| machine.new_string(state, a))
        .collect();
    let array = machine.world.array_of(machine.world.string);
    Ok(machine.new_ref_array(state, array, &strings))
}

fn call_main(
    machine: &mut Machine,
    state: &mut State,
    main: (ClassId, MethodId),
    arguments: ObjectId,
    stress: &mut Option<Stress>,
) -> Result<(), Stop> {
    let floor = state.frames.len() + 1;
    loop {
        // The class named on the command line is initialised even if it inherits main.
        let ready = machine.ensure_initialized(state, main.0);
        let entered = ready.and_then(|()| {
            machine.enter(state, main.1, &[Value::Ref(arguments)], After::Leave(None))
        });
        match entered {
            Ok(Some(_)) => return Ok(()),
            Ok(None) => return finish(machine, state, floor, stress),
            // The initialiser of the main class comes first.
            Err(Stop::Again) => finish(machine, state, floor, stress)?,
            Err(stop) => return Err(stop),
        }
    }
}

fn finish(
    machine: &mut Machine,
    state: &mut State,
    floor: usize,
    stress: &mut Option<Stress>,
) -> Result<(), Stop> {
    loop {
        state.fuel = stress.as_ref().map_or(u64::MAX, Stress::interval);
        match machine.run(state, floor) {
            Event::Returned(_) => return Ok(()),
            Event::Threw(exception) => return Err(Stop::Throw(exception)),
            Event::Ended(end) => return Err(Stop::End(end)),
            Event::OutOfFuel => {
                if let Some(stress) = stress {
                    stress.fork(machine, state, floor)?;
                }
            }
        }
    }
}

fn report_uncaught(
    machine: &mut Machine,
    state: &mut State,
    exception: ObjectId,
) -> Result<(), Stop> {
    let thread = state.thread;
    let class = machine.class_of(state, thread);
    let method = machine.find_method(
        state,
        class,
        "dispatchUncaughtException",
        "(Ljava/lang/Throwable;)V",
    )?;
    machine.call(state, method, &[Value::Ref(thread), Value::Ref(exception)])?;
    Ok(())
}

fn shut_down(machine: &mut Machine, state: &mut State) -> Result<(), Stop> {
    let class = machine.jdk_class(state, "java/lang/Shutdown")?;
    let method = machine.find_method(state, class, "shutdown", "()V")?;
    machine.call(state, method, &[])?;
    Ok(())
}
