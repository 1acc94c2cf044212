//! What is found out about each method of a check, and `--jobs N`: processes that take one method after the other. A worker claims a method
//! by making a file of its number and leaves what it found beside it; the parent says it in order.

use super::verdict::{UNKNOWN, worse};
use crate::check::options::Check;
use crate::output::{say, write_file};
use crate::process::supervisor::ENGINE;
use anyhow::{Context, Result};
use sandbox::Free;
use sandbox::Scratch;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The option that makes a process a worker.
pub const CLAIMS: &str = "--claims";

/// Between two looks at what workers left.
const TICK: Duration = Duration::from_millis(20);
const ERROR: u8 = 3;

/// What there is to say about one method.
#[derive(Clone, Default)]
pub struct Part {
    pub text: String,
    pub code: i32,
    pub cases: String,
    pub states: String,
    pub json: Value,
    /// For the page of `--html`.
    pub pictures: String,
}

impl Part {
    fn saved(&self) -> [(&'static str, &str); 4] {
        [("text", &self.text), ("cases", &self.cases), ("states", &self.states), ("pictures", &self.pictures)]
    }

    fn save(&self, claim: &Path) -> std::io::Result<()> {
        for (kind, contents) in self.saved() {
            fs::write(claim.with_extension(kind), contents)?;
        }
        fs::write(claim.with_extension("json"), self.json.to_string())?;
        // Whoever sees this sees the others.
        fs::write(claim.with_extension("part"), self.code.to_string())?;
        fs::rename(claim.with_extension("part"), claim.with_extension("code"))
    }

    fn load(claim: &Path) -> Option<Part> {
        let read = |kind: &str| fs::read_to_string(claim.with_extension(kind)).ok();
        let code = read("code")?.parse().ok()?;
        let (text, cases, states) = (read("text")?, read("cases")?, read("states")?);
        Some(Part {
            text,
            code,
            cases,
            states,
            json: serde_json::from_str(&read("json")?).ok()?,
            pictures: read("pictures")?,
        })
    }
}

/// Whether no other worker checks this method.
pub fn claim(check: &Check, free: &Free, number: usize, shown: &str) -> bool {
    let Some(folder) = check.claims.clone() else { return true };
    let shown = shown.to_string();
    free.run(move || {
        let claimed = fs::File::options().write(true).create_new(true).open(folder.join(number.to_string()));
        claimed.and_then(|mut file| file.write_all(shown.as_bytes())).is_ok()
    })
}

/// Says what was found, or leaves it to the parent.
pub fn hand_over(check: &Check, free: &Free, number: usize, part: &Part) -> Result<()> {
    let Some(folder) = check.claims.clone() else {
        say(&part.text);
        return Ok(());
    };
    let part = part.clone();
    free.run(move || part.save(&folder.join(number.to_string()))).context("cannot hand over what was found")
}

/// Writes the files that were asked for. Answers the exit code.
pub fn finish(check: &Check, parts: &[Part]) -> Result<i32> {
    let all = |of: fn(&Part) -> &str| parts.iter().map(of).collect::<String>();
    for (file, contents) in [(&check.cases, all(|part| &part.cases)), (&check.states, all(|part| &part.states))] {
        if let Some(file) = file {
            write_file(file, &contents)?;
        }
    }
    if let Some(file) = &check.json {
        let methods: Vec<Value> = parts.iter().map(|part| part.json.clone()).collect();
        write_file(file, &report::check_json(&methods))?;
    }
    if let Some(file) = &check.html {
        let methods: Vec<&str> =
            parts.iter().map(|part| part.pictures.as_str()).filter(|data| !data.is_empty()).collect();
        write_file(file, &report::pictures_html(&methods))?;
    }
    Ok(parts.iter().fold(0, |worst, part| worse(worst, part.code)))
}

/// The parent of the workers.
pub fn coordinate(check: &Check, arguments: &[String]) -> Result<u8> {
    sandbox::process::remember_interrupts()?;
    let claims = Scratch::new()?;
    let mut workers = Vec::new();
    for number in 0..check.jobs {
        workers.push(start(arguments, claims.path(), number)?);
    }
    let (mut parts, mut failed) = (Vec::new(), false);
    loop {
        let mut running = false;
        for (child, _) in &mut workers {
            match child.try_wait().context("lost a worker")? {
                Some(status) => failed |= status.code() == Some(i32::from(ERROR)),
                None => running = true,
            }
        }
        while let Some(part) = Part::load(&claim_file(claims.path(), parts.len())) {
            say(&part.text);
            parts.push(part);
        }
        if !running {
            break;
        }
        std::thread::sleep(TICK);
    }
    // Claims without an answer are those of workers that died.
    while let Ok(shown) = fs::read_to_string(claim_file(claims.path(), parts.len())) {
        let lost = Part::load(&claim_file(claims.path(), parts.len()));
        let text = format!("{shown}: UNKNOWN: the worker process died\n");
        let part = lost.unwrap_or_else(|| Part { text, code: UNKNOWN, ..Part::default() });
        say(&part.text);
        parts.push(part);
    }
    if failed {
        return Ok(ERROR);
    }
    Ok(finish(check, &parts)? as u8)
}

fn claim_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(number.to_string())
}

/// Only one of them tells of errors: all have the same.
fn start(arguments: &[String], claims: &Path, number: u32) -> Result<(Child, Scratch)> {
    let program = std::env::current_exe().context("cannot find my own executable")?;
    let scratch = Scratch::new()?;
    let mut command = Command::new(program);
    command.args(arguments).arg(CLAIMS).arg(claims).env(ENGINE, scratch.path()).stdin(Stdio::null());
    if number > 0 {
        command.stderr(Stdio::null());
    }
    Ok((command.spawn().context("cannot start a worker")?, scratch))
}
