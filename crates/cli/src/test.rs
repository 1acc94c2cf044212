//! `jacana test`: explores the public methods of classes on objects that constructors make, tries every candidate on a real JVM, and
//! writes those that pass as JUnit tests.

use crate::check::{Clock, know_classes};
use crate::drivers;
use crate::engine::Free;
use crate::launch::{Data, Opened};
use crate::output::say;
use crate::run::prepare;
use crate::sandbox::{self, Exec};
use crate::targets::{self, Planned};
use crate::test_options::Test;
use crate::test_reflection;
use crate::test_search::Search;
use crate::test_trial::Tools;
use crate::test_writer::{self, MARK, Writer};
use anyhow::{Context, Result, anyhow, bail};
use explore::test_replay::Trial;
use hotspot::Mode;
use machine::shapes::Bounds;
use machine::{ClassId, Console, Machine, Outside, Value, World};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// References from an argument to an object.
const DEPTH: u32 = 2;
/// For one look at all candidates of a class.
const TRIAL_TIME: Duration = Duration::from_secs(120);
const USUAL: [&str; 16] = [
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/TreeMap",
    "java/util/Properties",
    "java/util/Date",
    "java/util/BitSet",
    "java/lang/StringBuilder",
    "java/lang/Exception",
    "java/io/File",
    "java/io/StringReader",
    "java/io/StringWriter",
    "java/io/PrintWriter",
    "java/io/ByteArrayInputStream",
    "java/io/ByteArrayOutputStream",
    "java/math/BigInteger",
];

pub fn execute(test: &Test, free: &Free) -> Result<i32> {
    hotspot::process::remember_interrupts();
    let mut opened = Opened::open(&test.launch, Data::Symbolic(Outside::Refused), &free.folder)?;
    opened.world.options.bounds = Bounds { k: Some(DEPTH), ..Bounds::default() };
    opened.world.options.makes = true;
    opened.world.options.coverage = true;
    let mut planned = targets::find(&mut opened, &test.targets, false)?;
    for plan in &mut planned {
        plan.checked.invariant = false;
        plan.checked.parameters.iter_mut().for_each(|parameter| parameter.invariant = false);
    }
    drivers::write(&opened, &planned)?;
    if !test.classic {
        know_classes(&mut opened);
    }
    let (mut session, entries) = drivers::session(opened, &planned)?;
    let mut host = session.start(&test.launch, &[], Mode::Forking)?;
    let replay = drivers::replay(&session, &test.launch, test.strength, free, TRIAL_TIME)?;
    let (folder, jdk, wanted) = (free.folder.clone(), session.jdk.home.clone(), test.jacoco.clone());
    let tools = free.run(move || Tools::prepare(&folder, &jdk, wanted.as_deref()))?;
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
    let (mut classes, mut tests, mut suspects) = (0, 0, 0);
    for group in by_class(&planned) {
        let started = Instant::now();
        let mut candidates = Vec::new();
        let mut reasons = BTreeSet::new();
        for (rank, &number) in group.iter().enumerate() {
            // Methods that need little leave their time to the others.
            let left = test.time_per_class.saturating_sub(started.elapsed()) / (group.len() - rank) as u32;
            machine.world.atlas.start_over();
            machine.world.atlas.package = test_writer::package(machine.world, planned[number].class).replace('.', "/");
            if !test.classic {
                targets::know_mentioned(machine.world, &planned[number]);
                know_usual(machine.world);
                test_reflection::know(machine.world, planned[number].class);
            }
            let mut state = machine.fork(&first, Console::Muted);
            if let Err(stop) = machine.start(&mut state, driver, entries[number], &[Value::Ref(arguments)]) {
                reasons.insert(format!("{stop:?}"));
                continue;
            }
            let search = Search { test, free, clock: &clock, planned: &planned[number], number };
            candidates.extend(search.explore(&mut machine, state, left, &mut reasons)?);
        }
        let mut written = writer.class(machine.world, &planned, &group, &candidates);
        written.row.notes.extend(reasons.iter().take(3).map(|reason| format!("not explored: {reason}")));
        for source in written.sources {
            let (force, file) = (test.force, test.folder.join(&source.path));
            free.run(move || save(&file, &source.contents, force))?;
        }
        say(&written.row.told());
        classes += 1;
        tests += written.row.tests;
        suspects += written.row.suspects;
        if hotspot::process::interrupted() {
            break;
        }
    }
    if let Some(why) = tools.unmeasured {
        say(&format!("{why}\n"));
    }
    say(&format!("{classes} classes, {tests} tests, {suspects} suspected bugs\n"));
    Ok(if tests + suspects > 0 { 0 } else { 2 })
}

/// Files of others are left alone.
fn save(file: &Path, contents: &str, force: bool) -> Result<()> {
    if let Ok(old) = fs::read_to_string(file)
        && !force
        && !old.contains(MARK)
    {
        bail!("{} is not ours: --force overwrites it", file.display());
    }
    let parent = file.parent().context("a file without a folder")?;
    fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
    fs::write(file, contents).with_context(|| format!("cannot write {}", file.display()))
}

/// Classes of the JDK that tests are often given, whether the class mentions them or not.
fn know_usual(world: &mut World) {
    for name in USUAL {
        if let Ok(class) = world.jdk_class(name)
            && !world.atlas.mentioned.contains(&class)
        {
            world.atlas.mentioned.push(class);
        }
    }
}

/// The numbers of the methods of each class.
fn by_class(planned: &[Planned]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(ClassId, Vec<usize>)> = Vec::new();
    for (number, plan) in planned.iter().enumerate() {
        match groups.iter_mut().find(|(class, _)| *class == plan.class) {
            Some((_, group)) => group.push(number),
            None => groups.push((plan.class, vec![number])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
