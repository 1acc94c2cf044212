//! One thread that looks at the clock and at Ctrl-C, so that code which cannot be left at once has only a flag to look at.

use crate::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Between two looks.
const INTERVAL: Duration = Duration::from_millis(20);

/// Sets a flag when the time of the work at hand is over, or when the user wants an end.
pub struct Watchdog {
    deadline: Arc<Mutex<Option<Instant>>>,
    interrupt: Arc<AtomicBool>,
}

impl Watchdog {
    pub fn start(interrupt: Arc<AtomicBool>) -> Watchdog {
        let watchdog = Watchdog { deadline: Arc::default(), interrupt };
        let (deadline, interrupt) = (watchdog.deadline.clone(), watchdog.interrupt.clone());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(INTERVAL);
                let over = deadline.lock().is_ok_and(|deadline| deadline.is_some_and(|at| Instant::now() >= at));
                if over || process::interrupted() {
                    interrupt.store(true, Ordering::Relaxed);
                }
            }
        });
        watchdog
    }

    /// The next piece of work has this much time; answers when that is over.
    pub fn allow(&self, time: Duration) -> Instant {
        let at = Instant::now() + time;
        if let Ok(mut deadline) = self.deadline.lock() {
            *deadline = Some(at);
        }
        self.interrupt.store(process::interrupted(), Ordering::Relaxed);
        at
    }
}
