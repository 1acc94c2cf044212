//! `--turns FILE`: a run on `java` whose threads take their steps in the order that FILE has, and what became of it. Tests of schedules use it.
//! A line is a step (`1 step A run ()V 4`, `0 start java/lang/Thread start ()V 9 1`, `1 wake`, `1 wake interrupted`) or the end (`end deadlock`,
//! `end exception java.lang.AssertionError A.main(A.java:3)`, `end race 1 A run ()V 4 2 A run ()V 4`).

use super::options::Run;
use crate::output::say;
use crate::program::drivers;
use crate::program::launch::{Data, Session};
use anyhow::{Context, Result, bail};
use bytecode::DottedName;
use replay::{Answer, Candidate, Expected, Referee, Replay, StepKind, TurnSite, TurnStep, Turns, TurnsEnd};
use sandbox::Free;
use std::path::Path;
use std::time::Duration;

const TIME: Duration = Duration::from_secs(60);
/// Exit code when the schedule could not be followed.
const REFUSED: i32 = 1;

pub fn execute(run: &Run, file: &Path, free: &Free) -> Result<i32> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let candidate = candidate(&text).with_context(|| format!("{} holds no schedule", file.display()))?;
    let session = Session::open(&run.launch, Data::Concrete, free)?;
    let replay = drivers::replay(&session, &run.launch, free, TIME);
    let replay = Replay { main_class: session.target.main_class.clone(), arguments: run.arguments.clone(), ..replay };
    match (Referee { replay, free }).judge(&candidate) {
        Answer::Confirmed(lines) => {
            say(&format!("confirmed\n{}", lines.join("\n")));
            Ok(0)
        }
        Answer::Refused(why) => {
            say(&format!("refused: {why}"));
            Ok(REFUSED)
        }
    }
}

fn candidate(text: &str) -> Result<Candidate> {
    let mut turns = Turns::default();
    let mut expected = Expected { exception: DottedName::default(), frame: None };
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["end", "deadlock"] => turns.end = TurnsEnd::Deadlock,
            ["end", "exception", class, frame @ ..] => {
                expected.exception = DottedName::new(*class);
                expected.frame = (!frame.is_empty()).then(|| frame.join(" "));
            }
            ["end", "race", one, a @ .., other, e, f, g, h] => {
                let other_site = site(&[e, f, g, h])?;
                turns.end = TurnsEnd::Race([(one.parse()?, site(a)?), (other.parse()?, other_site)]);
            }
            [thread, kind, rest @ ..] => turns.steps.push(step(thread.parse()?, kind, rest)?),
            _ => bail!("what is `{line}`?"),
        }
    }
    Ok(Candidate::of_turns(turns, expected))
}

fn step(thread: u32, kind: &str, rest: &[&str]) -> Result<TurnStep> {
    if kind == "wake" {
        let kind = StepKind::Wake { interrupted: rest == ["interrupted"] };
        return Ok(TurnStep { thread, kind, site: None });
    }
    let (place, kind) = match (kind, rest) {
        ("start", [place @ .., child]) => (place, StepKind::Start { child: child.parse()? }),
        ("step", place) => (place, StepKind::Step),
        ("end", place) => (place, StepKind::End),
        ("wait", place) => (place, StepKind::Wait),
        ("park", place) => (place, StepKind::Park),
        ("pass", place) => (place, StepKind::Pass),
        ("stand", place) => (place, StepKind::Stand),
        _ => bail!("there is no kind `{kind}`"),
    };
    Ok(TurnStep { thread, kind, site: Some(site(place)?) })
}

fn site(words: &[&str]) -> Result<TurnSite> {
    let [class, method, descriptor, at] = words else { bail!("`{}` is no place", words.join(" ")) };
    let (method, descriptor) = (method.to_string(), descriptor.to_string());
    Ok(TurnSite { class: (*class).into(), method, descriptor, at: at.parse()? })
}
