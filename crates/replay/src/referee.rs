//! Who runs candidates again: outside of our own confinement, in one of theirs.

use crate::jvm::{Answer, Candidate, Replay};
use sandbox::Free;

pub struct Referee<'a> {
    pub replay: Replay,
    pub free: &'a Free,
}

impl Referee<'_> {
    pub fn judge(&self, candidate: &Candidate) -> Answer {
        if !self.free.defence.holds() {
            return Answer::Refused("this kernel cannot confine a replay (--allow-io replays without)".into());
        }
        self.replay.run(candidate)
    }
}
