//! What becomes of the candidates of one class: tried twice on a JVM, named, written as JUnit classes, compiled and run once more. What does not
//! pass is not written.

use crate::engine::Free;
use crate::targets::Planned;
use crate::test_options::Test;
use anyhow::{Context, Result, anyhow, bail};
use bytecode::synth::check::Called;
use explore::arrange::Arrangement;
use explore::replay::Replay;
use explore::test_replay::Tried;
use machine::{ClassId, World};
use report::{Source, TestOutcome, Tested, TestedKind, UnitTest};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The program that compiles and runs candidates.
const HELPER: &str = include_str!("../../../support/TestProbe.java");

/// What tests need of JUnit, where the class path has none.
const JUNIT: [(&str, &str); 3] = [
    ("org/junit/jupiter/api/Test.java", include_str!("../../../support/junit/Test.java")),
    ("org/junit/jupiter/api/Assertions.java", include_str!("../../../support/junit/Assertions.java")),
    ("org/junit/jupiter/api/function/Executable.java", include_str!("../../../support/junit/Executable.java")),
];

/// That are told of one class.
const REASONS: usize = 3;

/// In the first lines of files of ours.
const MARK: &str = "Written by Jacana";

/// A path that may become a test.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Which of the planned methods.
    pub method: usize,
    pub arrangement: Arrangement,
}

#[derive(Debug, Default)]
pub struct Written {
    pub classes: u64,
    pub tests: u64,
    pub suspects: u64,
}

impl Written {
    pub fn summary(&self) -> String {
        format!("{} classes, {} tests, {} suspected bugs\n", self.classes, self.tests, self.suspects)
    }
}

/// Where the tests of a class lie: nothing can be added to the packages of the JDK.
pub fn package(world: &World, class: ClassId) -> String {
    let of_class = world.classes[class].package().replace('/', ".");
    if world.classes[class].is_jdk() { format!("jacana.{of_class}") } else { of_class }
}

pub fn tested(world: &World, planned: &Planned) -> Tested {
    let method = &world.classes[planned.method];
    let kind = match planned.checked.kind {
        Called::Static | Called::Factory => TestedKind::Static,
        Called::Instance => TestedKind::Instance,
        Called::Constructor => TestedKind::Constructor,
    };
    Tested {
        class: world.classes[planned.class].name.to_string(),
        name: method.name.to_string(),
        types: method.parameters.clone(),
        result: method.result.clone(),
        kind,
    }
}

/// What becomes of candidates, class by class.
pub struct Writer<'a> {
    pub test: &'a Test,
    pub free: &'a Free,
    pub replay: Replay,
    pub written: Written,
}

impl Writer<'_> {
    /// Answers a line about the class.
    pub fn write_class(
        &mut self,
        world: &World,
        class: ClassId,
        tested: &[(usize, Tested)],
        candidates: &[Candidate],
    ) -> Result<String> {
        let dotted = world.classes[class].dotted();
        let package = package(world, class);
        let place =
            |number: usize| tested.iter().position(|(known, _)| *known == number).expect("a method of the class");
        let all: Vec<Tested> = tested.iter().map(|(_, tested)| tested.clone()).collect();
        let folder = if package.is_empty() { String::new() } else { package.replace('.', "/") + "/" };
        let sources: Vec<(String, String)> = candidates
            .iter()
            .enumerate()
            .map(|(at, candidate)| {
                let name = format!("JacanaProbe{at}");
                let text = report::probe(&package, &name, &all[place(candidate.method)], &candidate.arrangement);
                (format!("{folder}{name}.java"), text)
            })
            .collect();
        if sources.is_empty() {
            return Ok(format!("{dotted}: nothing to test\n"));
        }
        let tries = [self.try_once(&sources)?, self.try_once(&sources)?];
        let mut tests = Vec::new();
        let mut names = BTreeSet::new();
        let (mut refused, mut seen) = (0, BTreeSet::new());
        let mut reasons: BTreeSet<String> = BTreeSet::new();
        for (at, candidate) in candidates.iter().enumerate() {
            let name = format!("JacanaProbe{at}");
            let (Some(first), Some(second)) = (tries[0].get(&name), tries[1].get(&name)) else {
                refused += 1;
                continue;
            };
            let method = place(candidate.method);
            match made(candidate, method, &all[method], first) {
                // What differs from one run to the next is no test.
                Ok(mut test) if first == second => {
                    let source = match &test.1.comment {
                        // Of a suspicion, one test for each set of classes that leads to it is enough.
                        Some(suspicion) => format!("{suspicion} {:?}", classes(&candidate.arrangement)),
                        None => report::test_class(&package, "T", "", &all, &[&test.1]).contents,
                    };
                    if seen.insert(source) {
                        test.1.name = unused(&test.1.name, &mut names);
                        tests.push(test);
                    }
                }
                other => {
                    refused += 1;
                    reasons.insert(other.err().unwrap_or_else(|| "another result the second time".into()));
                }
            }
        }
        let simple = dotted.rsplit('.').next().unwrap_or(&dotted).replace('$', "_");
        let about = |what: &str| format!("{MARK}: {what} {dotted}.");
        let files = |tests: &[(Sort, UnitTest)]| -> Vec<Source> {
            let of = |sort: Sort| tests.iter().filter(|(of, _)| *of == sort).map(|(_, test)| test).collect::<Vec<_>>();
            let kinds = [(Sort::Plain, "tests of"), (Sort::Suspect, "what looks like a bug of")];
            let sources = kinds.into_iter().filter(|(sort, _)| !of(*sort).is_empty()).map(|(sort, what)| {
                report::test_class(&package, &format!("{simple}{}", sort.ending()), &about(what), &all, &of(sort))
            });
            sources.collect()
        };
        let passed = self.passing(&files(&tests))?;
        let before = tests.len();
        tests.retain(|(sort, test)| passed.contains(&format!("{simple}{} {}", sort.ending(), test.name)));
        refused += before - tests.len();
        for source in files(&tests) {
            let (force, file) = (self.test.force, self.test.folder.join(&source.path));
            self.free.run(move || save(&file, &source.contents, force))?;
        }
        let suspects = tests.iter().filter(|(sort, _)| *sort == Sort::Suspect).count();
        self.written.classes += 1;
        self.written.tests += (tests.len() - suspects) as u64;
        self.written.suspects += suspects as u64;
        let methods: BTreeSet<usize> = tests.iter().map(|(_, test)| test.tested).collect();
        let reasons: String = reasons.iter().take(REASONS).map(|reason| format!("  refused: {reason}\n")).collect();
        Ok(format!(
            "{dotted}: {} of {} methods, {} tests, {suspects} suspected bugs, {refused} candidates refused by the JVM\n{reasons}",
            methods.len(),
            all.len(),
            tests.len() - suspects
        ))
    }

    fn try_once(&self, sources: &[(String, String)]) -> Result<BTreeMap<String, Tried>> {
        let (replay, sources) = (self.replay.clone(), sources.to_vec());
        let tried = self.free.run(move || replay.try_candidates(&sources, HELPER)).map_err(|why| anyhow!(why))?;
        Ok(tried.into_iter().collect())
    }

    /// `Class method` of the tests that pass.
    fn passing(&self, files: &[Source]) -> Result<BTreeSet<String>> {
        let mut sources: Vec<(String, String)> =
            files.iter().map(|source| (source.path.clone(), source.contents.clone())).collect();
        if sources.is_empty() {
            return Ok(BTreeSet::new());
        }
        sources.extend(JUNIT.iter().map(|(path, text)| (path.to_string(), text.to_string())));
        let replay = self.replay.clone();
        let lines = self.free.run(move || replay.run_sources("test", &sources, HELPER)).map_err(|why| anyhow!(why))?;
        let passed = lines.iter().filter_map(|line| line.strip_prefix("passed "));
        Ok(passed.map(|test| test.rsplit_once('.').map_or(test, |(_, simple)| simple).to_string()).collect())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Plain,
    Suspect,
}

impl Sort {
    /// Of the name of the class.
    fn ending(self) -> &'static str {
        match self {
            Sort::Plain => "Test",
            Sort::Suspect => "SuspectedBugsTest",
        }
    }
}

/// The reason for what cannot be a test.
fn made(candidate: &Candidate, method: usize, tested: &Tested, tried: &Tried) -> Result<(Sort, UnitTest), String> {
    let (ending, sort, outcome, comment) = match tried {
        Tried::Uncompiled(why) => return Err(format!("does not compile: {why}")),
        Tried::Endless => return Err(format!("{} does not end", tested.name)),
        Tried::Returned { kind, assertions } => {
            let ending = match (tested.kind, kind.as_str()) {
                (TestedKind::Constructor, _) => "MakesObject".into(),
                (_, "") => "Returns".into(),
                (_, kind) => format!("Returns{kind}"),
            };
            // What the test itself asked is not asked again.
            let again = format!("receiver.{}())", tested.name);
            let assertions = assertions.iter().filter(|&said| !said.contains(&again)).cloned().collect();
            (ending, Sort::Plain, TestOutcome::Returned(assertions), None)
        }
        Tried::Threw { class, at, message, implicit, depth } => {
            // The arrangement itself failed.
            if *depth == 0 {
                return Err(format!("{class} where objects are made"));
            }
            let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
            let (sort, comment) = match implicit {
                true => (Sort::Suspect, Some(format!("{class} at {at}: {message}"))),
                false => (Sort::Plain, None),
            };
            (format!("Throws{simple}"), sort, TestOutcome::Threw(class.clone()), comment)
        }
    };
    let subject = match tested.kind {
        TestedKind::Constructor => "constructor".to_string(),
        _ => tested.name.clone(),
    };
    let name = format!("{subject}{ending}");
    Ok((sort, UnitTest { name, comment, tested: method, arrangement: candidate.arrangement.clone(), outcome }))
}

fn classes(arrangement: &Arrangement) -> BTreeSet<&str> {
    arrangement.objects.iter().map(|object| object.class.as_str()).collect()
}

/// The name, with a number if there are others.
fn unused(name: &str, names: &mut BTreeSet<String>) -> String {
    let mut number = 1;
    let mut found = name.to_string();
    while !names.insert(found.clone()) {
        number += 1;
        found = format!("{name}{number}");
    }
    found
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
