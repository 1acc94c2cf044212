//! Who runs candidates again: outside of our own confinement, in one of theirs.

use crate::engine::Free;
use crate::sandbox::{Defence, Strength};
use anyhow::{Context, Result};
use explore::Input;
use explore::replay::{Answer, Expected, Replay};
use std::ffi::OsString;
use std::path::Path;

pub struct Referee<'a> {
    pub replay: Replay,
    pub free: &'a Free,
    pub defence: Defence,
}

impl Referee<'_> {
    pub fn judge(&self, inputs: &[Input], expected: &Expected) -> Answer {
        if !self.defence.holds() {
            return Answer::Refused("this kernel cannot confine a replay (--allow-io replays without)".into());
        }
        let (replay, inputs, expected) = (self.replay.clone(), inputs.to_vec(), expected.clone());
        self.free.run(move || replay.prepare().map_or_else(Answer::Refused, |()| replay.run(&inputs, &expected)))
    }
}

/// What stands before the `java` of a replay.
pub fn launcher(strength: Strength, folder: &Path) -> Result<Vec<OsString>> {
    if strength == Strength::Nothing {
        return Ok(Vec::new());
    }
    let program = std::env::current_exe().context("cannot find my own executable")?;
    Ok(vec![program.into(), "confined".into(), strength.name().into(), folder.into()])
}
