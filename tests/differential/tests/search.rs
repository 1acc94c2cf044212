//! Search orders, limits and workers of `jacana verify`, on the programs of fixtures/search.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use differential::process::PATIENCE;
use differential::search::{Explored, explore, explore_with, read};
use differential::tools::workspace;
use differential::{Exit, Scratch, Tools};

const ORDERS: [&str; 5] = ["mixed", "dfs", "bfs", "coverage", "random"];
const TRUE: [&str; 2] = ["VERDICT: TRUE(assert)", "VERDICT: TRUE(runtime-exception)"];

/// The machine may be busy with other tests: figures of time are for `cargo xtask show limits`.
const SLACK: Duration = Duration::from_secs(120);

fn on(name: &str, options: &[&str]) -> Explored {
    explore(&Tools::find(), name, options)
}

fn assert_unknown(explored: &Explored, reason: &str) {
    assert_eq!(explored.exit, Exit::Code(2), "{}", explored.text);
    assert!(explored.reasons.contains_key(reason), "no {reason}: {}", explored.text);
    assert!(explored.verdicts.iter().all(|v| v.starts_with("VERDICT: UNKNOWN")), "{}", explored.text);
    assert_eq!(explored.verdicts.len(), 2, "{}", explored.text);
}

#[test]
fn every_order_visits_every_path() {
    for order in ORDERS {
        let explored = on("Tree", &["--search", order]);
        assert_eq!(explored.ends, [32, 0, 0, 16], "{order}: {}", explored.text);
        assert_eq!(explored.verdicts, TRUE, "{order}: {}", explored.text);
        assert_eq!(explored.exit, Exit::Code(0));
    }
}

#[test]
fn orders_differ_and_the_seed_decides() {
    let random = |seed| on("Tree", &["--search", "random", "--seed", seed]).order;
    assert_eq!(random("1"), random("1"));
    assert_ne!(random("1"), random("2"));
    let mixed = on("Tree", &["--search", "mixed"]).order;
    assert_eq!(mixed, on("Tree", &[]).order, "the default");
    assert_ne!(mixed, on("Tree", &["--search", "bfs"]).order);
}

#[test]
fn time_is_a_limit() {
    // Without forks, in a thread, in forks without end, in one query.
    for name in ["Endless", "Threads", "Forks", "Factors"] {
        let explored = on(name, &["--time", "4"]);
        assert_unknown(&explored, "time");
        assert!(explored.time < Duration::from_secs(4) + SLACK, "{name}: {:?}", explored.time);
    }
}

/// Opening a pipe that nobody writes to.
#[test]
fn native_code_that_does_not_end_does_not_keep_us() {
    let tools = Tools::find();
    let scratch = Scratch::new("search");
    let pipe = scratch.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    for jobs in ["1", "2"] {
        let options = ["--time", "4", "--jobs", jobs];
        let explored = explore_with(&tools, "Waits", &options, &[pipe.to_str().expect("a plain path")]);
        assert_unknown(&explored, "time");
        assert!(explored.time < Duration::from_secs(4) + SLACK, "{:?}", explored.time);
    }
}

#[test]
fn memory_is_a_limit() {
    for name in ["Grows", "Nodes"] {
        let explored = on(name, &["--memory", "300", "--time", "120"]);
        assert_unknown(&explored, "memory");
        assert!(explored.peak_megabytes < 400, "{name}: {}", explored.text);
    }
}

#[test]
fn depth_is_a_limit() {
    let explored = on("Forks", &["--depth", "5"]);
    assert_unknown(&explored, "depth");
    assert_eq!((explored.ends, explored.reasons["depth"]), ([5, 0, 0, 0], 1), "{}", explored.text);
    assert_eq!(on("Tree", &["--depth", "100"]).verdicts, TRUE);
}

#[test]
fn iterations_of_a_loop_are_a_limit() {
    let explored = on("Forks", &["--loop", "7"]);
    assert_unknown(&explored, "loop iterations");
    assert_eq!((explored.ends, explored.reasons["loop iterations"]), ([7, 0, 0, 0], 1), "{}", explored.text);
    // Each call of a method starts anew.
    assert_eq!(on("Calls", &["--loop", "2"]).verdicts, TRUE);
}

#[test]
fn workers_find_what_one_process_finds() {
    for (name, code) in [("Tree", 0), ("Far", 1)] {
        let alone = on(name, &[]);
        for jobs in ["2", "3"] {
            let shared = on(name, &["--jobs", jobs]);
            assert_eq!(shared.verdicts, alone.verdicts, "{name}: {}", shared.text);
            assert_eq!(shared.exit, Exit::Code(code), "{name}: {}", shared.text);
            if code == 0 {
                assert_eq!(shared.ends, alone.ends, "{name}: {}", shared.text);
            }
        }
    }
}

#[test]
fn workers_keep_to_limits() {
    let explored = on("Wide", &["--jobs", "2", "--time", "5"]);
    assert_unknown(&explored, "time");
    assert!(explored.time < Duration::from_secs(5) + SLACK, "{:?}", explored.time);
    assert!(!explored.reasons.contains_key("a worker died"), "{}", explored.text);
}

#[test]
fn an_error_is_said_once_whatever_the_number_of_workers() {
    let explored = on("NoSuchProgram", &["--jobs", "3"]);
    assert_eq!((explored.exit, explored.text.lines().count()), (Exit::Code(3), 1), "{}", explored.text);
}

/// Also the first one, which was there before the others.
#[test]
fn workers_that_are_killed_cost_their_parts_only() {
    let started = Instant::now();
    let mut command = Tools::find().jacana();
    // On a busy machine the workers go on for long before they are found.
    command.args(["verify", "--stats", "--merge", "off", "--jobs", "3", "--time", "200", "--memory", "12G"]);
    command.arg(workspace().join("fixtures/search/Wide.java"));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("jacana starts");
    let signal = |signal: &str, process: u32| {
        let sent = Command::new("kill").args([signal, &process.to_string()]).stderr(Stdio::null()).status();
        sent.expect("kill starts").success()
    };
    let killed = busy_workers(child.id(), 3)[..2].iter().all(|&worker| signal("-KILL", worker));
    assert!(killed, "workers were gone");
    thread::sleep(Duration::from_millis(300));
    let interrupted = signal("-INT", child.id());
    let output = child.wait_with_output().expect("jacana ends");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let explored = read(text, started.elapsed(), output.status.code().map_or(Exit::TimedOut, Exit::Code));
    assert_unknown(&explored, "a worker died");
    assert_eq!(explored.reasons["a worker died"], 2, "{}", explored.text);
    // The third one went on until it was interrupted, or had explored its part.
    let known: Vec<&str> = explored.reasons.keys().map(String::as_str).collect();
    assert!(
        known == ["a worker died"] || interrupted && known == ["a worker died", "interrupted"],
        "{}",
        explored.text
    );
    assert!(explored.paths() > 0, "{}", explored.text);
}

/// Waits until that many workers explore: by then they have used the processor for a while.
fn busy_workers(parent: u32, count: usize) -> Vec<u32> {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        let workers = children(parent);
        if workers.len() == count && workers.iter().all(|&worker| processor_ticks(worker) > 80) {
            return workers;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("there are no {count} busy workers");
}

/// Oldest first; javac is one, too, while it runs.
fn children(parent: u32) -> Vec<u32> {
    let file = PathBuf::from(format!("/proc/{parent}/task/{parent}/children"));
    fs::read_to_string(file).unwrap_or_default().split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// Of one hundredth of a second each.
fn processor_ticks(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    [11, 12].iter().filter_map(|&at| fields.get(at)?.parse::<u64>().ok()).sum()
}
