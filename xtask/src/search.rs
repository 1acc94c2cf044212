//! The figures of the search: paths per second, and that limits hold.

use std::time::Duration;

use differential::search::{Explored, explore};
use differential::{Exit, Tools};

use crate::Shown;

const BRANCHES: u32 = 16;
const LEAST_PATHS_PER_SECOND: f64 = 20_000.0;
const MOST_CALLS_PER_PATH: f64 = 1.1;
const MOST_MEGABYTES: u64 = 100;

const TIME: Duration = Duration::from_secs(10);
const MEMORY_MEGABYTES: u64 = 400;

/// Sixteen independent branches, depth first. The rest of the time is that of a program with one path.
pub fn branches(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let start = (0..3).map(|_| explore(&tools, "One", &[]).time).min().expect("three runs");
    let runs: Vec<Explored> = (0..3).map(|_| explore(&tools, "Branches", &["--search", "dfs"])).collect();
    let best = runs.iter().min_by_key(|run| run.time).expect("three runs");
    let paths = best.paths();
    let per_second = paths as f64 / best.time.saturating_sub(start).as_secs_f64();
    let calls = best.solver_calls as f64 / paths as f64;
    let lines = vec![
        format!("{paths} paths in {:.2} s, start {:.2} s apart", best.time.as_secs_f64(), start.as_secs_f64()),
        format!("{per_second:.0} paths per second, at least {LEAST_PATHS_PER_SECOND:.0}"),
        format!("{calls:.3} solver calls per path, at most {MOST_CALLS_PER_PATH}"),
        format!("peak memory {} MB, at most {MOST_MEGABYTES}", best.peak_megabytes),
    ];
    let complete = paths == 1 << BRANCHES && best.exit == Exit::Code(0);
    let flat = best.peak_megabytes <= MOST_MEGABYTES;
    Shown { lines, enough: complete && flat && per_second >= LEAST_PATHS_PER_SECOND && calls <= MOST_CALLS_PER_PATH }
}

/// Programs that do not end by themselves: each ends within 5% of its limit, as unknown, with the reason.
pub fn limits(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let seconds = TIME.as_secs().to_string();
    let megabytes = MEMORY_MEGABYTES.to_string();
    for (name, jobs) in
        [("Endless", "1"), ("Threads", "1"), ("Forks", "1"), ("Wide", "1"), ("Factors", "1"), ("Wide", "2")]
    {
        let explored = explore(&tools, name, &["--time", &seconds, "--jobs", jobs]);
        let over = explored.time.as_secs_f64() / TIME.as_secs_f64() - 1.0;
        let figure = format!("{:.2} s for --time {seconds}, {:+.1}%", explored.time.as_secs_f64(), over * 100.0);
        let ends = ends_with(&explored, "time") && over.abs() <= 0.05;
        shown.add(name, jobs, &figure, ends);
    }
    for name in ["Grows", "Nodes"] {
        let explored = explore(&tools, name, &["--memory", &megabytes, "--time", "120"]);
        let figure = format!("{} MB for --memory {megabytes}", explored.peak_megabytes);
        let ends = ends_with(&explored, "memory") && explored.peak_megabytes * 100 <= MEMORY_MEGABYTES * 105;
        shown.add(name, "1", &figure, ends);
    }
    shown
}

fn ends_with(explored: &Explored, reason: &str) -> bool {
    let unknown = explored.verdicts.iter().all(|verdict| verdict.starts_with("VERDICT: UNKNOWN"));
    explored.exit == Exit::Code(2) && unknown && explored.reasons.contains_key(reason)
}

impl Shown {
    fn add(&mut self, name: &str, jobs: &str, figure: &str, enough: bool) {
        let judgement = if enough { "" } else { ": not within the limit, or not for that reason" };
        self.lines.push(format!("{name:8} jobs {jobs}: {figure}{judgement}"));
        self.enough &= enough;
    }
}
