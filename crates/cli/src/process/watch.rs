//! What a person at the terminal sees while `verify` works: one line of progress. In a pipe there is none.

use explore::Progress;
use std::io::Write;
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_millis(200);

/// Back to the start of the line, and clear it.
const CLEAR: &str = "\r\x1b[K";

pub struct Watch {
    terminal: bool,
    started: Instant,
    shown: Option<Instant>,
}

impl Watch {
    pub fn new(terminal: bool) -> Watch {
        Watch { terminal, started: Instant::now(), shown: None }
    }

    pub fn look(&mut self, progress: Progress) {
        if self.terminal && is_due(&mut self.shown) {
            show(&format!("{CLEAR}{}", report::progress(progress, self.started.elapsed())));
        }
    }
}

/// At most once in an interval.
pub fn is_due(last: &mut Option<Instant>) -> bool {
    let due = last.is_none_or(|last| last.elapsed() >= INTERVAL);
    if due {
        *last = Some(Instant::now());
    }
    due
}

impl Drop for Watch {
    fn drop(&mut self) {
        if self.shown.is_some() {
            show(CLEAR);
        }
    }
}

fn show(text: &str) {
    // A terminal that is gone needs no progress.
    let _ = std::io::stderr().write_all(text.as_bytes());
}
