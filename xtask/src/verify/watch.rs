//! A child process under limits of wall-clock time and of memory. Memory is the resident set of the child and all its
//! descendants, polled: a JVM reserves far more address space than it uses, so a limit on that would say nothing.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use differential::Scratch;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    pub memory_bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Code(i32),
    Signal(i32),
    OverTime,
    OverMemory,
}

/// What a process left behind. Of its output the last part is enough: verdicts come at the end.
pub struct Watched {
    pub end: End,
    pub stdout: String,
    pub stderr: String,
    pub time: Duration,
    pub peak_bytes: u64,
}

impl Watched {
    /// The last line that says something, of stderr if there is one.
    pub fn last_word(&self) -> &str {
        let lines = self.stdout.lines().chain(self.stderr.lines());
        lines.rev().find(|line| !line.trim().is_empty()).unwrap_or("no output")
    }
}

const POLL_EXIT: Duration = Duration::from_millis(2);
/// The first looks come soon, for short runs; a look costs about two milliseconds.
const LOOK_FIRST: Duration = Duration::from_millis(20);
const LOOK_LAST: Duration = Duration::from_millis(160);
const TAIL_BYTES: u64 = 1 << 16;

/// Runs the command in a fresh folder without input until it ends or a limit is reached.
pub fn watch(mut command: Command, limits: Limits) -> Watched {
    let scratch = Scratch::new("watch");
    let work = scratch.path().join("work");
    fs::create_dir(&work).expect("temporary folder is writable");
    let (stdout, stderr) = (scratch.path().join("stdout"), scratch.path().join("stderr"));
    let file = |path: &Path| File::create(path).expect("temporary folder is writable");
    let start = Instant::now();
    let mut child = command
        .current_dir(work)
        .stdin(Stdio::null())
        .stdout(file(&stdout))
        .stderr(file(&stderr))
        .process_group(0)
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let (end, peak_bytes) = wait(&mut child, start, limits);
    Watched { end, time: start.elapsed(), stdout: tail(&stdout), stderr: tail(&stderr), peak_bytes }
}

fn wait(child: &mut Child, start: Instant, limits: Limits) -> (End, u64) {
    let mut peak = 0;
    let mut pause = LOOK_FIRST;
    let mut next_look = start + pause;
    loop {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            let end = status.code().map_or_else(|| End::Signal(status.signal().unwrap_or(0)), End::Code);
            return (end, peak);
        }
        if start.elapsed() >= limits.time {
            kill(child);
            return (End::OverTime, peak);
        }
        if Instant::now() >= next_look {
            let bytes = family(child.id()).iter().map(|member| member.resident_bytes).sum();
            peak = peak.max(bytes);
            if bytes > limits.memory_bytes {
                kill(child);
                return (End::OverMemory, peak);
            }
            pause = (pause * 3 / 2).min(LOOK_LAST);
            next_look = Instant::now() + pause;
        }
        thread::sleep(POLL_EXIT);
    }
}

/// The child, its group, and descendants that left the group, by their ids.
fn kill(child: &mut Child) {
    let mut ids: Vec<String> = family(child.id()).iter().map(|member| member.id.to_string()).collect();
    ids.push(format!("-{}", child.id()));
    let _ = Command::new("kill").args(["-KILL", "--"]).args(ids).stderr(Stdio::null()).status();
    let _ = child.wait();
}

struct Member {
    id: u32,
    parent: u32,
    resident_bytes: u64,
}

/// The process and all its descendants, from one look at /proc.
fn family(root: u32) -> Vec<Member> {
    let mut children: HashMap<u32, Vec<Member>> = HashMap::new();
    let mut found = Vec::new();
    for member in processes() {
        if member.id == root {
            found.push(member);
        } else {
            children.entry(member.parent).or_default().push(member);
        }
    }
    let mut next = 0;
    while next < found.len() {
        found.extend(children.remove(&found[next].id).unwrap_or_default());
        next += 1;
    }
    found
}

fn processes() -> impl Iterator<Item = Member> {
    let ids = fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| {
        let name = entry.ok()?.file_name();
        name.to_str()?.parse().ok()
    });
    ids.filter_map(member)
}

/// `None` if the process is gone by now.
fn member(id: u32) -> Option<Member> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let number = |key: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let kilobytes = number("VmRSS:").unwrap_or(0);
    Some(Member { id, parent: number("PPid:")?.try_into().ok()?, resident_bytes: kilobytes << 10 })
}

fn tail(path: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(mut file) = File::open(path) {
        let length = file.metadata().map_or(0, |about| about.len());
        let _ = file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)));
        let _ = file.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds that mean a hang, on a busy machine, too.
    const LONG: u64 = 900;

    fn shell(script: &str, seconds: u64, megabytes: u64) -> Watched {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        watch(command, Limits { time: Duration::from_secs(seconds), memory_bytes: megabytes << 20 })
    }

    #[test]
    fn output_and_exit_code_are_kept() {
        let watched = shell("echo one; echo two >&2; exit 7", LONG, 1000);
        assert_eq!((watched.end, watched.stdout.as_str(), watched.last_word()), (End::Code(7), "one\n", "two"));
    }

    #[test]
    fn the_time_limit_ends_grandchildren_too() {
        let watched = shell("setsid sleep 1234 & echo $!; wait", 5, 1000);
        assert_eq!(watched.end, End::OverTime);
        let sleeper = watched.stdout.trim().parse().expect("an id");
        let gone = || member(sleeper).is_none_or(|left| left.resident_bytes == 0);
        let started = Instant::now();
        while !gone() {
            assert!(started.elapsed() < Duration::from_secs(LONG), "it sleeps on");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn the_memory_of_the_whole_family_counts() {
        // A shell variable that doubles, in a child of the shell.
        let watched = shell("sh -c 'x=0123456789; while :; do x=$x$x; done'; true", LONG, 100);
        assert_eq!(watched.end, End::OverMemory);
        assert!(watched.peak_bytes > 100 << 20);
    }
}
