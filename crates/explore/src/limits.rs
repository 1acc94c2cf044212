//! When to give up. A limit that was reached is a reason, never a verdict.

use machine::reason::Unsolved;
use machine::{Limit, Reason};
use solver::Why;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How many forks may pass between two looks at memory.
const LOOKS: u64 = 64;

#[derive(Clone, Debug)]
pub struct Limits {
    /// How often a thread goes on although the one that ran could have.
    pub preemptions: u32,
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
    /// Bytes that one path keeps alive: a loop that fills the memory leaves none to the others.
    pub live: u64,
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
    pub fn exhausted(&mut self, limits: &Limits, paths: u64, look: Look) -> Option<Limit> {
        if Instant::now() >= limits.deadline {
            return Some(Limit::Time);
        }
        if limits.interrupt.load(Ordering::Relaxed) {
            return Some(Limit::Interrupted);
        }
        if paths >= limits.paths {
            return Some(Limit::Paths);
        }
        self.looks += 1;
        let due = look == Look::Long || self.looks.is_multiple_of(LOOKS);
        (due && resident_bytes() > limits.memory).then_some(Limit::Memory)
    }
}

/// What the kernel says this process has in memory; 0 where it does not say.
pub fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = status.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    pages * 4096
}

/// The most memory that this process had at one time; 0 where the kernel does not say.
pub fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok()).map_or(0, |kb| kb * 1024)
}

/// The concrete heap did not answer: what it would have said is not known.
pub(crate) fn unread(why: &str) -> Reason {
    Reason::Internal(format!("the concrete heap could not be read: {why}"))
}

/// Why the solver left a question open.
pub(crate) fn unsolved(why: Why) -> Reason {
    Reason::Solver(match why {
        Why::Budget => Unsolved::Budget,
        Why::Size => Unsolved::Size,
        Why::Unsupported => Unsolved::Unsupported,
        Why::Internal => Unsolved::Wrong,
        Why::Interrupted => Unsolved::Interrupted,
    })
}
