//! `cargo xtask show unneeded-proofs DIR`: tasks that are answered without proofs, with and without them in turns. Proofs that nobody
//! needs cost next to nothing. CPU time is compared, as other work on the machine disturbs that least.

use std::fs;
use std::time::Duration;

use differential::Tools;

use super::options::{self, Options, Request};
use crate::Shown;
use crate::verify::task::{Task, tasks_below};
use crate::verify::{Answer, verify};

const TASKS: usize = 300;
const TIME: Duration = Duration::from_secs(6);
const MOST: f64 = 1.05;
/// Tasks that are named because they cost more.
const NAMED: usize = 5;
const WITHOUT: [&str; 1] = ["--no-proofs"];

#[derive(Default)]
struct Tally {
    tasks: usize,
    answered: usize,
    /// CPU seconds on tasks that are answered without proofs: without and with.
    seconds: [f64; 2],
    /// Answered without proofs, and otherwise with them.
    worse: Vec<String>,
    /// What tasks cost more, and their names.
    dearer: Vec<(f64, String)>,
}

pub fn figures(words: &[&str]) -> Shown {
    let mut options = match options::parse(words) {
        Ok(Request::Run(options)) => options,
        Ok(Request::Table(_)) => return Shown { lines: vec!["a folder with tasks is needed".into()], enough: false },
        Err(problem) => return Shown { lines: vec![problem, options::USAGE.to_string()], enough: false },
    };
    options.sample.get_or_insert(TASKS);
    if !words.contains(&"--time") {
        options.limits.time = TIME;
    }
    let tasks = options.selected(tasks_below(&options.folder));
    let (tools, mut tally) = (Tools::find(), Tally::default());
    for task in &tasks {
        tally.ask(&tools, task, &options);
        eprint!("\r{} of {} tasks, {} worse ", tally.tasks, tasks.len(), tally.worse.len());
    }
    eprintln!();
    let Tally { tasks, answered, seconds: [without, with], worse, mut dearer } = tally;
    dearer.sort_by(|a, b| b.0.total_cmp(&a.0));
    let dearer = dearer.iter().take(NAMED).map(|(seconds, name)| format!("  {name}: {seconds:.2} s more"));
    let ratio = with / without.max(f64::EPSILON);
    let line = format!(
        "{tasks} tasks, {answered} answered without proofs: {without:.1} s of CPU time without, {with:.1} s with, ratio {ratio:.3}, at most {MOST}"
    );
    let lines = [line, format!("lost or changed: {}, at most 0", worse.len())];
    let enough = ratio <= MOST && worse.is_empty() && answered > 0;
    Shown { enough, lines: lines.into_iter().chain(worse).chain(dearer).collect() }
}

impl Tally {
    fn ask(&mut self, tools: &Tools, task: &Task, options: &Options) {
        // The first run compiles, too; and of two runs in a row the second has warm caches, so both have their turn to be first.
        verify(tools, task, options.limits, &WITHOUT);
        let ask = |words: &[&str]| {
            let before = children_seconds();
            let answers = verify(tools, task, options.limits, words).answers;
            (answers, children_seconds() - before)
        };
        let [(without, less), (with, more)] = match self.tasks % 2 {
            0 => [ask(&WITHOUT), ask(&[])],
            _ => {
                let with = ask(&[]);
                [ask(&WITHOUT), with]
            }
        };
        self.tasks += 1;
        if without.iter().any(|answer| matches!(answer, Answer::Unknown(_))) {
            return;
        }
        self.answered += 1;
        self.seconds[0] += less;
        self.seconds[1] += more;
        self.dearer.push((more - less, task.name.clone()));
        if without != with {
            self.worse.push(format!("  {}: {without:?} became {with:?}", task.name));
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
