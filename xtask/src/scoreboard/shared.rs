//! `cargo xtask show jobs DIR`: the same tasks by one process and by two that share the work. Nothing may be answered differently,
//! and nothing may be lost; machines are busy, so an answer that is missing is asked for once more with twice the time.

use std::fmt::Write;
use std::time::Duration;

use differential::Tools;

use super::options::{self, Options, Request};
use crate::Shown;
use crate::verify::task::{Task, tasks_below};
use crate::verify::watch::Limits;
use crate::verify::{Answer, verify};

const TASKS: usize = 200;
const TIME: Duration = Duration::from_secs(8);
const SHARED: [&str; 2] = ["--jobs", "2"];

#[derive(Default)]
struct Tally {
    verdicts: usize,
    alone: usize,
    shared: usize,
    seconds: [f64; 2],
    /// Answered by one process and not by two, or differently.
    worse: Vec<String>,
}

pub fn figures(words: &[&str]) -> Shown {
    let mut options = match options::parse(words) {
        Ok(Request::Run(options)) => options,
        Ok(Request::Table(_)) => return wrong("a folder with tasks is needed"),
        Err(problem) => return wrong(&problem),
    };
    options.sample.get_or_insert(TASKS);
    if !words.contains(&"--time") {
        options.limits.time = TIME;
    }
    let tasks = options.selected(tasks_below(&options.folder));
    let (tools, mut tally) = (Tools::find(), Tally::default());
    for (number, task) in tasks.iter().enumerate() {
        tally.ask(&tools, task, &options);
        eprint!("\r{} of {} tasks, {} worse ", number + 1, tasks.len(), tally.worse.len());
    }
    eprintln!();
    let Tally { verdicts, alone, shared, seconds: [one, two], worse } = tally;
    let mut line = format!("{} tasks, {verdicts} verdicts: one process answers {alone}, ", tasks.len());
    write!(line, "two answer {shared}; {one:.0} s and {two:.0} s in all").expect("text grows");
    let lines = [line, format!("lost or changed: {}, at most 0", worse.len())];
    Shown { enough: worse.is_empty() && !tasks.is_empty(), lines: lines.into_iter().chain(worse).collect() }
}

fn wrong(problem: &str) -> Shown {
    Shown { lines: vec![problem.to_string(), options::USAGE.to_string()], enough: false }
}

impl Tally {
    fn ask(&mut self, tools: &Tools, task: &Task, options: &Options) {
        let ask = |words: &[&str], times: u32| {
            verify(tools, task, Limits { time: options.limits.time * times, ..options.limits }, words)
        };
        let [alone, shared] = [ask(&[], 1), ask(&SHARED, 1)];
        self.seconds[0] += alone.time.as_secs_f64();
        self.seconds[1] += shared.time.as_secs_f64();
        let known = |answers: &[Answer]| answers.iter().filter(|answer| is_known(answer)).count();
        self.verdicts += task.labels.len();
        self.alone += known(&alone.answers);
        let lost = alone.answers.iter().zip(&shared.answers).any(|(one, two)| is_known(one) && !is_known(two));
        let answers = if lost { ask(&SHARED, 2).answers } else { shared.answers };
        self.shared += known(&answers);
        for ((label, one), two) in task.labels.iter().zip(&alone.answers).zip(&answers) {
            // What one process does not know two may.
            if is_known(one) && one != two {
                self.worse.push(format!("  {} {}: {one:?} became {two:?}", task.name, label.property.name()));
            }
        }
    }
}

fn is_known(answer: &Answer) -> bool {
    !matches!(answer, Answer::Unknown(_))
}
