//! What a person at the terminal sees while `verify` works: one line of progress. In a pipe there is none.

use explore::Progress;
use std::io::{IsTerminal, Write};
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
    pub fn new() -> Watch {
        Watch { terminal: std::io::stderr().is_terminal(), started: Instant::now(), shown: None }
    }

    pub fn look(&mut self, progress: &Progress) {
        if self.terminal && self.shown.is_none_or(|last| last.elapsed() >= INTERVAL) {
            self.shown = Some(Instant::now());
            show(&format!("{CLEAR}{}", report::progress(progress, self.started.elapsed())));
        }
    }
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
