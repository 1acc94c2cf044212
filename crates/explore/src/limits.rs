//! When to give up. A limit that was reached is a reason, never a verdict.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How many forks may pass between two looks at memory.
const LOOKS: u64 = 64;

pub const TIME: &str = "time";
pub const INTERRUPTED: &str = "interrupted";
pub const PATHS: &str = "number of paths";
pub const MEMORY: &str = "memory";
pub const DEPTH: &str = "depth";
pub const LOOP: &str = "loop iterations";

#[derive(Clone, Debug)]
pub struct Limits {
    pub deadline: Instant,
    /// Set by another thread at the deadline, or when the user wants an end: long solver calls and calls that cannot
    /// fork look at it, too.
    pub interrupt: Arc<AtomicBool>,
    /// Paths at most.
    pub paths: u64,
    /// Resident bytes of the process.
    pub memory: u64,
    /// Forks on one path.
    pub depth: u32,
    /// Forks of one instruction in one frame.
    pub loops: u32,
    /// Instructions of one path: a loop that does not fork must end, too.
    pub instructions: u64,
}

/// What a look at the limits includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Memory only now and then.
    Short,
    Long,
}

#[derive(Default)]
pub struct Meter {
    looks: u64,
}

impl Meter {
    /// The limit that was reached.
    pub fn exhausted(&mut self, limits: &Limits, paths: u64, look: Look) -> Option<&'static str> {
        if Instant::now() >= limits.deadline {
            return Some(TIME);
        }
        if limits.interrupt.load(Ordering::Relaxed) {
            return Some(INTERRUPTED);
        }
        if paths >= limits.paths {
            return Some(PATHS);
        }
        self.looks += 1;
        let due = look == Look::Long || self.looks.is_multiple_of(LOOKS);
        (due && resident_bytes() > limits.memory).then_some(MEMORY)
    }
}

/// What the kernel says this process has in memory; 0 where it does not say.
pub fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = status.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    pages * 4096
}
