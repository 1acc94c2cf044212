//! What a project says about itself: main programs that ask for inputs are verified, methods with contracts are checked. Each is a run of
//! `jacana verify` or `jacana check`, confined as ever, whose report is read.

use super::index::Index;
use super::place::Located;
use crate::output::write_file;
use crate::process::watch::Status;
use anyhow::{Context, Result};
use bytecode::synth::api::APIS;
use bytecode::{ClassFile, DottedName, access};
use machine::shapes::mentions;
use report::scan::{CodeStep, Finding, Frame, Importance, Input, Place, ReproducingTest, Rule, Scan};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// For one program, at most.
const LONGEST: Duration = Duration::from_secs(60);
const SHORTEST: Duration = Duration::from_secs(5);

pub struct Programs<'a> {
    pub located: &'a Located,
    pub index: &'a Index,
    pub jdk: Option<&'a Path>,
    pub models: &'a [PathBuf],
    pub until: Instant,
    /// Of tests.
    pub folder: &'a Path,
    pub status: &'a Status,
}

impl Programs<'_> {
    pub fn findings(&self, said: &mut Scan) -> Result<Vec<Finding>> {
        let mut found = Vec::new();
        for file in self.index.classes.values().filter(|file| is_program(file)) {
            let Some(time) = self.time() else {
                said.notes.push(format!("{} was not verified in this time", file.name.dotted()));
                continue;
            };
            said.work.programs += 1;
            self.status.tell(|| format!("verifying {}, {} findings so far", file.name.dotted(), found.len()));
            found.extend(self.verified(&file.name.dotted(), time, said)?);
        }
        for source in self.sources_with_contracts() {
            let Some(time) = self.time() else {
                said.notes.push(format!("contracts of {} were not checked in this time", self.index.relative(&source)));
                continue;
            };
            let shown = self.index.relative(&source);
            self.status.tell(|| format!("checking contracts of {shown}, {} findings so far", found.len()));
            found.extend(self.checked(&source, time, said)?);
        }
        Ok(found)
    }

    fn time(&self) -> Option<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        (left >= SHORTEST).then(|| left.min(LONGEST))
    }

    fn jacana(&self, words: &[&str]) -> Result<Command> {
        let mut command = Command::new(std::env::current_exe().context("cannot find our own executable")?);
        command.args(words).arg("-cp").arg(self.located.class_path().to_string());
        if let Some(jdk) = self.jdk {
            command.arg("--jdk").arg(jdk);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    /// Runs a command of ours on a target and reads the report that it wrote.
    fn report(&self, mut command: Command, target: &str, said: &mut Scan) -> Result<Option<Value>> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let file = folder.path().join("report.json");
        let output = command.arg("--json").arg(&file).arg(target).output();
        let output = output.context("cannot start our own executable")?;
        let text = fs::read_to_string(&file).unwrap_or_default();
        let read = serde_json::from_str(&text).ok();
        if read.is_none() {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            said.notes.push(format!("{target}: {}", errors.lines().next().unwrap_or("no report")));
        }
        Ok(read)
    }

    fn verified(&self, class: &DottedName, time: Duration, said: &mut Scan) -> Result<Vec<Finding>> {
        let tests = tempfile::tempdir().context("no temporary folder")?;
        let seconds = format!("{}s", time.as_secs());
        let junit = tests.path().display().to_string();
        let mut command = self.jacana(&["verify", "--time", &seconds, "--junit", &junit])?;
        self.models.iter().for_each(|models| _ = command.arg("--models").arg(models));
        let report = self.report(command, class, said)?;
        let Some(report) = report else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for verdict in report["verdicts"].as_array().into_iter().flatten() {
            let violation = &verdict["violation"];
            if verdict["verdict"] == "FALSE" && !violation.is_null() {
                found.push(self.violation(
                    class,
                    verdict["property"].as_str().unwrap_or_default(),
                    violation,
                    tests.path(),
                )?);
            }
        }
        Ok(found)
    }

    fn violation(&self, class: &DottedName, property: &str, violation: &Value, tests: &Path) -> Result<Finding> {
        let exception = violation["exception"].as_str().unwrap_or("an exception");
        let rule = Rule::of_exception(exception);
        let stack: Vec<Frame> =
            violation["trace"].as_array().into_iter().flatten().filter_map(|line| self.frame(line)).collect();
        let own = stack.iter().find(|frame| frame.is_own);
        let place = own.and_then(|frame| frame.place.clone());
        let mut path: Vec<CodeStep> =
            violation["path"].as_array().into_iter().flatten().filter_map(|step| self.step(step)).collect();
        path.dedup();
        let inputs = violation["inputs"].as_array().into_iter().flatten().enumerate().map(|(at, input)| Input {
            name: input["name"].as_str().map_or_else(|| format!("input {}", at + 1), String::from),
            value: input["value"].as_str().unwrap_or_default().into(),
        });
        let simple = exception.rsplit('.').next().unwrap_or(exception);
        let thrown_by = own.map_or("main".to_string(), |frame| frame.method.clone());
        Ok(Finding {
            rule,
            importance: Importance::Bug,
            class: class.to_string(),
            method: "main(String[])".into(),
            message: format!("the program ends with {simple}"),
            fingerprint: Finding::fingerprint(rule, class, &thrown_by, &[exception.to_string()], 0),
            place,
            stack,
            path,
            inputs: inputs.collect(),
            why: vec![format!("the program asks for these inputs itself, and the property {property} forbids the end")],
            test: self.keep_tests(tests)?,
            known: false,
        })
    }

    /// What was written goes to the other tests; the first test shows the finding.
    fn keep_tests(&self, tests: &Path) -> Result<Option<ReproducingTest>> {
        let mut found = None;
        for file in &replay::javac::java_files(tests).unwrap_or_default() {
            let below = file.strip_prefix(tests).unwrap_or(file);
            let text = fs::read_to_string(file).unwrap_or_default();
            write_file(&self.folder.join(below), &text)?;
            // Beside the test there are stand-ins for what it asks.
            let behind = text.split_once("@Test").map(|(_, rest)| rest);
            let name = behind.and_then(|rest| rest.split_once("void ")?.1.split('(').next()).map(String::from);
            if let Some(name) = name {
                let source = testgen::suspicion::test_source(&text, &name);
                found = found.or(Some(ReproducingTest { file: below.display().to_string(), name, source }));
            }
        }
        Ok(found)
    }

    fn place(&self, class: &str, file: &str, line: u64) -> Option<(Place, bool)> {
        let class = DottedName::new(class);
        let is_own = self.index.is_own(&class);
        let source = self.index.source(&class, file).filter(|_| is_own);
        let name = source.map_or_else(|| file.to_string(), |source| self.index.relative(source));
        Some((Place { file: name, line: u32::try_from(line).ok()?, has_source: source.is_some() }, is_own))
    }

    /// `at a.B.f(B.java:12)`, as a line or in parts.
    fn frame(&self, line: &Value) -> Option<Frame> {
        let text = line.as_str()?.trim().trim_start_matches("at ");
        let (method, rest) = text.split_once('(')?;
        let method = method.rsplit('/').next().unwrap_or(method);
        let class = method.rsplit_once('.')?.0;
        let place = rest
            .trim_end_matches(')')
            .rsplit_once(':')
            .and_then(|(file, line)| self.place(class, file, line.parse().ok()?));
        let is_own = self.index.is_own(&DottedName::new(class));
        Some(Frame { method: method.into(), place: place.map(|(place, _)| place), is_own })
    }

    fn step(&self, step: &Value) -> Option<CodeStep> {
        let at = &step["at"];
        let (place, _) = self.place(at["class"].as_str()?, at["file"].as_str()?, at["line"].as_u64()?)?;
        let condition = step["condition"].as_str()?;
        Some(CodeStep { place, condition: condition.into() })
    }

    /// Sources with clauses of JML.
    fn sources_with_contracts(&self) -> Vec<PathBuf> {
        let files =
            self.located.sources.iter().flat_map(|folder| replay::javac::java_files(folder).unwrap_or_default());
        let has_contract = |file: &PathBuf| {
            let text = fs::read_to_string(file).unwrap_or_default();
            let is_clause = |line: &str| {
                let line = line.trim_start();
                let behind =
                    line.strip_prefix("//@").or_else(|| line.strip_prefix("/*@")).or_else(|| line.strip_prefix('@'));
                behind.is_some_and(|clause| {
                    ["requires", "ensures", "signals"].iter().any(|word| clause.trim_start().starts_with(word))
                })
            };
            (text.contains("//@") || text.contains("/*@")) && text.lines().any(is_clause)
        };
        files.filter(has_contract).collect()
    }

    fn checked(&self, source: &Path, time: Duration, said: &mut Scan) -> Result<Vec<Finding>> {
        let class = self.index.classes.values().find(|file| {
            let name = file.source_file.as_deref().unwrap_or_default();
            !file.name.contains('$') && self.index.source(&file.name.dotted(), name) == Some(source)
        });
        let Some(class) = class else { return Ok(Vec::new()) };
        let name = class.name.dotted();
        let seconds = format!("{}s", (time / 4).max(SHORTEST).as_secs());
        let mut command = self.jacana(&["check", "--time", &seconds])?;
        command.arg("--source").arg(source);
        let Some(report) = self.report(command, &name, said)? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for method in report["methods"].as_array().into_iter().flatten() {
            said.work.contracts += 1;
            // What is no clause has a test of its own among the findings of the class.
            let is_clause = method["violation"]["what"].as_str().is_some_and(|what| what.starts_with('`'));
            if method["verdict"] == "VIOLATED" && is_clause {
                found.push(self.broken(class, source, method));
            }
        }
        Ok(found)
    }

    fn broken(&self, class: &ClassFile, source: &Path, method: &Value) -> Finding {
        let shown = method["method"].as_str().unwrap_or_default();
        let signature = shown
            .rsplit_once('(')
            .map_or(shown.to_string(), |(name, types)| format!("{}({types}", name.rsplit('.').next().unwrap_or(name)));
        let name = signature.split('(').next().unwrap_or_default().to_string();
        let code = class.methods.iter().find(|method| *method.name == *name).and_then(|method| method.code.as_ref());
        let line = code.and_then(|code| code.lines.iter().map(|(_, line)| *line).min());
        let place = line.map(|line| Place { file: self.index.relative(source), line: line.into(), has_source: true });
        let violation = &method["violation"];
        let told = violation["what"].as_str().unwrap_or("its contract does not hold");
        let told = told.replace(&format!("{}/", self.index.root.display()), "");
        let arguments = violation["heap"]["arguments"].as_array().into_iter().flatten();
        let inputs = arguments.filter_map(|argument| {
            let value = argument["value"].as_str().unwrap_or("an object");
            Some(Input { name: argument["name"].as_str()?.into(), value: value.into() })
        });
        let rule = Rule::ContractViolated;
        let why = vec!["the contract in the source says otherwise".to_string()];
        Finding {
            rule,
            importance: Importance::Bug,
            class: class.name.dotted().to_string(),
            method: signature.clone(),
            message: format!("{signature} breaks its contract: {told}"),
            place,
            stack: Vec::new(),
            path: Vec::new(),
            inputs: inputs.collect(),
            why,
            test: None,
            fingerprint: Finding::fingerprint(rule, &class.name.dotted(), &signature, &[], 0),
            known: false,
        }
    }
}

/// It has main, and asks for inputs.
fn is_program(file: &ClassFile) -> bool {
    let main = file.method("main", "([Ljava/lang/String;)V");
    let is_main = main.is_some_and(|m| m.access & (access::PUBLIC | access::STATIC) == access::PUBLIC | access::STATIC);
    is_main && mentions(file).iter().any(|name| APIS.iter().any(|api| *api.class == **name))
}
