//! `cargo xtask show unneeded-proofs DIR`: tasks that are answered without proofs, with and without them in turns. Proofs that nobody
//! needs cost next to nothing. `cargo xtask show one-threaded DIR --jacana OLD`: the same for this executable and an older one. CPU time is
//! compared, as other work on the machine disturbs that least.

use std::fs;
use std::time::Duration;

use differential::Tools;

use super::options::{self, Options, Request};
use crate::Shown;
use crate::verify::task::{Task, tasks_below};
use crate::verify::watch::Limits;
use crate::verify::{Answer, verify};

const TASKS: usize = 300;
const TIME: Duration = Duration::from_secs(6);
const MOST_FOR_PROOFS: f64 = 1.05;
const MOST_FOR_THREADS: f64 = 1.02;
/// Tasks that are named because they cost more.
const NAMED: usize = 5;

/// One of the two ways in which tasks are asked.
struct Side {
    name: &'static str,
    tools: Tools,
    words: &'static [&'static str],
}

#[derive(Default)]
struct Tally {
    tasks: usize,
    answered: usize,
    /// CPU seconds on tasks that the first side answers, of each.
    seconds: [f64; 2],
    /// Answered by the first side, and otherwise by the second.
    worse: Vec<String>,
    /// What tasks cost more, and their names.
    dearer: Vec<(f64, String)>,
}

/// `cargo xtask show unneeded-proofs`
pub fn proofs(words: &[&str]) -> Shown {
    let sides = |_: &Options| {
        let without = Side { name: "without proofs", tools: Tools::find(), words: &["--no-proofs"] };
        Ok([without, Side { name: "with them", tools: Tools::find(), words: &[] }])
    };
    shown(words, sides, MOST_FOR_PROOFS)
}

/// `cargo xtask show one-threaded`
pub fn one_threaded(words: &[&str]) -> Shown {
    let sides = |options: &Options| {
        let Some(older) = options.jacana.clone() else {
            return Err("an executable to compare with is needed: --jacana FILE".to_string());
        };
        let before = Side { name: "by the older executable", tools: Tools::find_at(Some(older)), words: &[] };
        Ok([before, Side { name: "by this one", tools: Tools::find(), words: &[] }])
    };
    shown(words, sides, MOST_FOR_THREADS)
}

fn shown(words: &[&str], sides: impl Fn(&Options) -> Result<[Side; 2], String>, most: f64) -> Shown {
    let mut options = match options::parse(words) {
        Ok(Request::Run(options)) => options,
        Ok(Request::Table(_)) => return wrong("a folder with tasks is needed"),
        Err(problem) => return wrong(&problem),
    };
    let sides = match sides(&options) {
        Ok(sides) => sides,
        Err(problem) => return wrong(&problem),
    };
    options.sample.get_or_insert(TASKS);
    if !words.contains(&"--time") {
        options.limits.time = TIME;
    }
    let tasks = options.selected(tasks_below(&options.folder));
    let mut tally = Tally::default();
    for task in &tasks {
        tally.ask(&sides, task, options.limits);
        eprint!("\r{} of {} tasks, {} worse ", tally.tasks, tasks.len(), tally.worse.len());
    }
    eprintln!();
    let Tally { tasks, answered, seconds: [first, second], worse, mut dearer } = tally;
    dearer.sort_by(|a, b| b.0.total_cmp(&a.0));
    let dearer = dearer.iter().take(NAMED).map(|(seconds, name)| format!("  {name}: {seconds:.2} s more"));
    let ratio = second / first.max(f64::EPSILON);
    let [one, other] = sides.map(|side| side.name);
    let line = format!(
        "{tasks} tasks, {answered} answered {one}: {first:.1} s of CPU time {one}, {second:.1} s {other}, ratio {ratio:.3}, at most {most}"
    );
    let lines = [line, format!("lost or changed: {}, at most 0", worse.len())];
    let enough = ratio <= most && worse.is_empty() && answered > 0;
    Shown { enough, lines: lines.into_iter().chain(worse).chain(dearer).collect() }
}

fn wrong(problem: &str) -> Shown {
    Shown { lines: vec![problem.to_string(), options::USAGE.to_string()], enough: false }
}

impl Tally {
    fn ask(&mut self, [one, other]: &[Side; 2], task: &Task, limits: Limits) {
        // The first run compiles, too; and of two runs in a row the second has warm caches, so both have their turn to be first.
        verify(&one.tools, task, limits, one.words);
        let ask = |side: &Side| {
            let before = children_seconds();
            let answers = verify(&side.tools, task, limits, side.words).answers;
            (answers, children_seconds() - before)
        };
        let [(before, less), (after, more)] = match self.tasks % 2 {
            0 => [ask(one), ask(other)],
            _ => {
                let after = ask(other);
                [ask(one), after]
            }
        };
        self.tasks += 1;
        if before.iter().any(|answer| matches!(answer, Answer::Unknown(_))) {
            return;
        }
        self.answered += 1;
        self.seconds[0] += less;
        self.seconds[1] += more;
        self.dearer.push((more - less, task.name.clone()));
        // Machines are busy: with twice the time nothing may be missing.
        let twice = Limits { time: limits.time * 2, ..limits };
        if before != after && before != verify(&other.tools, task, twice, other.words).answers {
            self.worse.push(format!("  {}: {before:?} became {after:?}", task.name));
        }
    }
}

/// CPU time of all processes that were started from here and have ended, by proc(5): fields 16 and 17, in ticks of 10 ms.
fn children_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("this is Linux");
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind_name.split_whitespace().skip(13).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
