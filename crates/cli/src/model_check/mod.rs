//! `jacana model-check`: models of the user beside the methods that they stand for, on generated inputs in a confined JVM.

pub mod options;

use crate::process::watch::Status;
use crate::program::launch::{Data, Opened};
use crate::program::models::Pair;
use anyhow::{Context, Result, bail};
use bytecode::{ClassName, ClassPath, NativeLibrary};
use machine::models::listed;
use machine::{MethodId, World};
use options::ModelCheck;
use report::{ComparedModel, ComparisonOutcome};
use sandbox::{Free, Job, JobEnd, Program, Writes};
use std::ffi::OsString;
use std::fmt::Write;
use std::time::Duration;

const HARNESS: &str = include_str!("../../java/ModelCheck.java");
const DIFFERENT: i32 = 1;
const UNKNOWN: i32 = 2;
/// For the comparison of all models.
const TIME: Duration = Duration::from_secs(3600);

pub fn execute(check: &ModelCheck, free: &Free) -> Result<i32> {
    if check.list {
        let mut names: Vec<String> =
            listed().map(|(class, method)| format!("{}.{method}\n", ClassName::from(class).dotted())).collect();
        names.sort();
        names.dedup();
        crate::output::say(&names.concat());
        return Ok(0);
    }
    let opened = Opened::open(&check.launch, Data::Concrete, free)?;
    let (world, pairs) = (&opened.world, &opened.models);
    let list = free.given.join("pairs");
    let libraries = libraries(check, &opened)?;
    let lines: String = libraries.into_iter().chain(pairs.iter().map(|pair| line(world, pair))).collect();
    free.write(&list, lines)?;
    let harness = free.given.join("ModelCheck.java");
    free.write(&harness, HARNESS)?;
    let properties = check.launch.properties.iter().map(|(name, value)| format!("-D{name}={value}"));
    let mut words: Vec<String> = properties.chain(opens(world, pairs)).collect();
    words.extend(["-XX:-UsePerfData".into(), "-ea".into(), "-cp".into(), opened.target.class_path.to_string()]);
    let mut arguments: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    arguments.extend([harness.into(), list.into(), check.seed.to_string().into(), check.inputs.to_string().into()]);
    let job = Job { program: Program::Java, arguments, writes: Writes::Nothing, time: TIME, input: Vec::new() };
    let status =
        Status::begin(free.terminal, &format!("comparing {} models on {} inputs each", pairs.len(), check.inputs));
    let ran = free.run(job).context("cannot start java")?;
    drop(status);
    if ran.ended != JobEnd::Exited(0) {
        let said = String::from_utf8_lossy(&ran.errors);
        let reason = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("the JVM ended without a word");
        bail!("the models cannot be compared: {reason}");
    }
    report(world, pairs, &String::from_utf8_lossy(&ran.output), |compared| match &check.html {
        Some(file) => Ok(free.write(file, report::compared_html(&opened.jdk.version, check.inputs, compared))?),
        None => Ok(()),
    })
}

/// As the harness reads them: what the user names, else what the program loads, wherever it does that.
fn libraries(check: &ModelCheck, opened: &Opened) -> Result<Vec<String>> {
    let mut found: Vec<NativeLibrary> = check.libraries.clone();
    let is_needed = |pair: &Pair| {
        let original = &opened.world.classes[pair.original];
        !opened.world.classes[original.class].is_jdk()
    };
    if found.is_empty() && opened.models.iter().any(is_needed) {
        let mut path = ClassPath::open(&opened.target.class_path)?;
        for name in path.class_names() {
            // A class that cannot be read loads nothing.
            let class = path.find(&name.internal())?.and_then(|bytes| bytecode::ClassFile::parse(bytes.into()).ok());
            found.extend(class.iter().flat_map(bytecode::libraries));
        }
        found.sort();
        found.dedup();
    }
    let line = |library: &NativeLibrary| match library {
        NativeLibrary::Named(name) => format!("loadLibrary\t{name}\n"),
        NativeLibrary::File(path) => format!("load\t{path}\n"),
    };
    Ok(found.iter().map(line).collect())
}

/// As the harness reads it.
fn line(world: &World, pair: &Pair) -> String {
    let side = |method: MethodId| {
        let m = &world.classes[method];
        format!("{}\t{}\t{}", world.classes[m.class].dotted(), m.name, m.descriptor)
    };
    format!("{}\t{}\n", side(pair.model), side(pair.original))
}

/// Packages of the JDK that the harness must look into.
fn opens(world: &World, pairs: &[Pair]) -> Vec<String> {
    // Where libraries are loaded for a class.
    let mut packages = vec!["--add-opens=java.base/java.lang=ALL-UNNAMED".to_string()];
    for pair in pairs {
        let class = &world.classes[world.classes[pair.original].class];
        if let Some(module) = class.module.as_ref().filter(|_| class.is_jdk()) {
            packages.push(format!("--add-opens={module}/{}=ALL-UNNAMED", class.dotted().package()));
        }
    }
    packages.sort();
    packages.dedup();
    packages
}

fn report(
    world: &World,
    pairs: &[Pair],
    answers: &str,
    page: impl FnOnce(&[ComparedModel]) -> Result<()>,
) -> Result<i32> {
    let (mut code, mut unlinked) = (0, None);
    let mut text = String::new();
    let mut compared: Vec<ComparedModel> = Vec::new();
    let mut pairs = pairs.iter();
    for answer in answers.lines() {
        let word = answer.split(' ').next().unwrap_or_default();
        let rest = answer[word.len()..].trim_start();
        let outcome = match word {
            "equal" => ComparisonOutcome::Equal(rest.into()),
            "different" => {
                code = DIFFERENT;
                ComparisonOutcome::Different { after: rest.into(), lines: Vec::new() }
            }
            "none" => {
                code = if code == DIFFERENT { DIFFERENT } else { UNKNOWN };
                ComparisonOutcome::NotCompared(rest.into())
            }
            "unlinked" => {
                unlinked.get_or_insert(rest);
                ComparisonOutcome::NotCompared("its native library is not loaded".into())
            }
            _ => {
                // The lines below a difference.
                let _ = writeln!(text, "{answer}");
                if let Some(ComparedModel { outcome: ComparisonOutcome::Different { lines, .. }, .. }) =
                    compared.last_mut()
                {
                    lines.push(answer.trim().into());
                }
                continue;
            }
        };
        let Some(pair) = pairs.next() else { break };
        let name = |method: MethodId| {
            let m = &world.classes[method];
            format!("{}.{}", world.classes[m.class].dotted(), m.name)
        };
        let said = match &outcome {
            ComparisonOutcome::Equal(inputs) => format!("equal on {inputs} inputs"),
            ComparisonOutcome::Different { after, .. } => format!("DIFFERENT, after {after} inputs"),
            ComparisonOutcome::NotCompared(why) => format!("not compared: {why}"),
        };
        let (model, original) = (name(pair.model), name(pair.original));
        let _ = writeln!(text, "{model} as model of {original}: {said}");
        compared.push(ComparedModel { model, original, outcome });
    }
    page(&compared)?;
    crate::output::say(&text);
    let Some(unlinked) = unlinked else { return Ok(code) };
    let (class, reason) = unlinked.split_once(' ').unwrap_or((unlinked, ""));
    let reason =
        if reason.is_empty() { "no class of the program says which one it is".into() } else { reason.to_string() };
    bail!(
        "the native library of {class} is not loaded: {reason} (name it with --library, its folder with -Djava.library.path)"
    )
}
