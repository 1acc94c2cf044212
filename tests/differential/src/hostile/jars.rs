//! Damaged jars: every command ends with a clear answer, and what we run does what it does under `java`.

use super::damage::Random;
use super::share_out;
use crate::process::{Exit, Outcome, run};
use crate::tools::{Scratch, Tools, compile, workspace};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

/// For one command: what takes longer hangs.
const LIMIT: Duration = Duration::from_secs(120);
/// Signatures of the records of a zip file: local header, central directory, its end, the same for large files.
const RECORDS: [[u8; 4]; 5] = [*b"PK\x03\x04", *b"PK\x01\x02", *b"PK\x05\x06", *b"PK\x06\x06", *b"PK\x06\x07"];
/// Bytes of the longest fixed part of a record.
const RECORD: usize = 46;

#[derive(Debug, Default)]
pub struct Figures {
    pub jars: usize,
    /// That `java` runs and we do not.
    pub refused: usize,
    /// Commands and their exit codes, with counts.
    pub ends: BTreeMap<String, usize>,
    /// What must not happen, with the seed.
    pub faults: Vec<String>,
}

impl Figures {
    pub fn lines(&self) -> Vec<String> {
        let (jars, refused, faults) = (self.jars, self.refused, self.faults.len());
        let mut lines = vec![format!("{jars} damaged jars, {faults} faults; {refused} that java runs are refused")];
        lines.extend(self.ends.iter().map(|(end, count)| format!("{count:7} {end}")));
        lines.extend(self.faults.iter().take(20).cloned());
        lines
    }
}

/// Jars `first` to `first + count`.
pub fn try_jars(tools: &Tools, first: u64, count: u64) -> Figures {
    let scratch = Scratch::new("jars");
    let originals = originals(tools, &scratch);
    let figures = Mutex::new(Figures::default());
    share_out(first..first + count, 1, |seeds| {
        seeds.for_each(|seed| try_jar(tools, &scratch, &originals, seed, &figures));
    });
    figures.into_inner().expect("no worker panics while holding it")
}

/// A plain one, one that is not compressed, and one with versions for newer platforms.
fn originals(tools: &Tools, scratch: &Scratch) -> Vec<Vec<u8>> {
    let classes = scratch.path().join("classes");
    compile(tools, &[workspace().join("fixtures/hostile/Jarred.java")], "", &classes);
    fs::write(classes.join("words.txt"), "some words\n".repeat(100)).expect("temporary folder is writable");
    let manifest = scratch.write("manifest", "Main-Class: Jarred\nClass-Path: other.jar ../up.jar\n");
    let words: [&[&str]; 3] = [&["cfm"], &["cfm0"], &["cfm"]];
    let mut jars = Vec::new();
    for (at, words) in words.iter().enumerate() {
        let file = scratch.path().join(format!("original{at}.jar"));
        let mut jar = tools.jar();
        jar.args(*words).arg(&file).arg(&manifest).arg("-C").arg(&classes).arg(".");
        if at == 2 {
            jar.arg("--release").arg("11").arg("-C").arg(&classes).arg("Jarred.class");
        }
        assert_eq!(run(jar, b"", LIMIT).exit, Exit::Code(0));
        jars.push(fs::read(file).expect("a jar"));
    }
    jars
}

fn try_jar(tools: &Tools, scratch: &Scratch, originals: &[Vec<u8>], seed: u64, figures: &Mutex<Figures>) {
    let mut random = Random::new(seed);
    let bytes = damaged(&originals[random.below(originals.len())], &mut random);
    let file = scratch.write(&format!("jar{seed}.jar"), bytes);
    let java = asked(tools.java(), &file);
    let command = |words: &[&str]| {
        let mut command = tools.jacana();
        command.args(words);
        command
    };
    let ran = asked(command(&["run"]), &file);
    let mut found = Vec::new();
    // What java runs is run as there, or refused with a word: numbers of disks and sizes that nobody needs are not ours to forgive.
    let is_refused = java.exit == Exit::Code(0) && matches!(ran.exit, Exit::Code(2 | 3));
    if java.exit == Exit::Code(0) && !is_refused && (ran.exit, &ran.stdout) != (java.exit, &java.stdout) {
        found.push(format!("java runs it in another way: {:?} {}", ran.exit, ran.stderr_text()));
    }
    let words: [&[&str]; 3] =
        [&["verify", "--time", "20s"], &["check", "--time", "5s"], &["test", "--paths", "3", "--time-per-class", "0"]];
    let mut ends = vec![("run", ran)];
    // Each of them takes seconds: one for a jar.
    let words = words[(seed % 3) as usize];
    let mut other = command(words);
    let outcome = match words[0] {
        "test" => {
            other.arg("-o").arg(scratch.path().join(format!("tests{seed}"))).arg(&file);
            run(other, b"", LIMIT)
        }
        _ => {
            other.arg("-cp").arg(&file).arg("Jarred");
            run(other, b"", LIMIT)
        }
    };
    ends.push((words[0], outcome));
    let mut figures = figures.lock().expect("no worker panics while holding it");
    figures.jars += 1;
    figures.refused += usize::from(is_refused);
    for (name, outcome) in ends {
        let said = outcome.stderr_text() + &outcome.stdout_text();
        let is_answer = matches!(outcome.exit, Exit::Code(0..=3));
        if !is_answer || said.contains("panicked") || said.contains("internal error") {
            found.push(format!("{name}: {:?} {said}", outcome.exit));
        }
        *figures.ends.entry(format!("{name} {:?}", outcome.exit)).or_default() += 1;
    }
    figures.faults.extend(found.into_iter().map(|what| format!("jar {seed}: {what}")));
    let _ = fs::remove_file(file);
}

fn asked(mut command: Command, jar: &Path) -> Outcome {
    command.arg("-cp").arg(jar).arg("Jarred");
    run(command, b"", LIMIT)
}

/// Mostly in the records, since what is packed has a sum that is checked.
fn damaged(original: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = original.to_vec();
    let records: Vec<usize> = (0..bytes.len().saturating_sub(3))
        .filter(|&at| RECORDS.iter().any(|mark| bytes[at..].starts_with(mark)))
        .collect();
    for _ in 0..=random.below(3) {
        let at = match random.below(4) {
            0 => random.below(bytes.len()),
            _ => records[random.below(records.len())] + random.below(RECORD),
        };
        let Some(byte) = bytes.get_mut(at) else { continue };
        *byte = match random.below(4) {
            0 => 0,
            1 => 0xff,
            2 => *byte ^ 1 << random.below(8),
            _ => random.below(256) as u8,
        };
    }
    match random.below(12) {
        0 => bytes.truncate(random.below(bytes.len())),
        1 => bytes.extend_from_within(random.below(bytes.len())..),
        2 => {
            bytes.drain(..random.below(bytes.len()));
        }
        3 => bytes.splice(0..0, *b"#!/bin/sh\n").for_each(drop),
        _ => {}
    }
    bytes
}
