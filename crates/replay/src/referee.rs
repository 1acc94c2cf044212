//! Who runs candidates again: outside of our own confinement, in one of theirs.

use crate::jvm::{Answer, Candidate, Replay};
use sandbox::{Defence, Free, Strength};
use std::ffi::OsString;
use std::io;
use std::path::Path;

pub struct Referee<'a> {
    pub replay: Replay,
    pub free: &'a Free,
    pub defence: Defence,
}

impl Referee<'_> {
    pub fn judge(&self, candidate: &Candidate) -> Answer {
        if !self.defence.holds() {
            return Answer::Refused("this kernel cannot confine a replay (--allow-io replays without)".into());
        }
        let (replay, candidate) = (self.replay.clone(), candidate.clone());
        self.free.run(move || replay.run(&candidate))
    }
}

/// What stands before the `java` of a replay.
pub fn launcher(strength: Strength, folder: &Path) -> io::Result<Vec<OsString>> {
    if strength == Strength::Nothing {
        return Ok(Vec::new());
    }
    let program = std::env::current_exe()?;
    Ok(vec![program.into(), "confined".into(), strength.name().into(), folder.into()])
}
