//! The line that is shown while a run works.

use explore::Progress;

pub fn progress(progress: Progress) -> String {
    let Progress { paths, open, solver_time } = progress;
    format!("paths {paths}   open {open}   solver {:.1} s", solver_time.as_secs_f64())
}
