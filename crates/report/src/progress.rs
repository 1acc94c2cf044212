//! The line that is shown while a run works.

use explore::Progress;
use std::time::Duration;

pub fn progress(progress: Progress, time: Duration) -> String {
    let Progress { paths, open, solver_time } = progress;
    format!("{:.1} s   paths {paths}   open {open}   solver {:.1} s", time.as_secs_f64(), solver_time.as_secs_f64())
}
