//! The line that is shown while a run works.

use explore::Progress;
use std::time::Duration;

pub fn progress(progress: &Progress, time: Duration) -> String {
    format!(
        "{:.1} s   paths {}   open {}   solver {:.1} s",
        time.as_secs_f64(),
        progress.stats.paths() + progress.stats.stopped,
        progress.open,
        progress.stats.solver_time.as_secs_f64()
    )
}
