//! Asks for the answers that the CSV does not have yet, several tasks at a time.

use std::collections::BTreeMap;
use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Instant;

use differential::Tools;

use super::options::Options;
use super::row::{Mark, Row};
use super::sheet::Sheet;
use crate::verify::task::{Label, Property, Task};
use crate::verify::{Answer, verify};

/// One row per label, in the order of the tasks, whatever the order in which they ended.
pub fn answers(tools: &Tools, tasks: &[Task], options: &Options) -> Vec<Row> {
    let mut sheet = options.out.as_deref().map(Sheet::open);
    let mut known: BTreeMap<(String, Property), Row> = BTreeMap::new();
    for row in sheet.iter().flat_map(|sheet| &sheet.rows) {
        known.insert((row.task.clone(), row.property), row.clone());
    }
    let is_known =
        |task: &Task| task.labels.iter().all(|label| known.contains_key(&(task.name.clone(), label.property)));
    let missing: Vec<&Task> = tasks.iter().filter(|task| !is_known(task)).collect();
    if missing.len() < tasks.len() {
        eprintln!("{} of {} tasks are in the CSV already", tasks.len() - missing.len(), tasks.len());
    }
    let mut progress = Progress::new(missing.len());
    ask(tools, &missing, options, |rows| {
        progress.show(&rows);
        for row in rows {
            if let Some(sheet) = &mut sheet {
                sheet.append(row.clone());
            }
            known.insert((row.task.clone(), row.property), row);
        }
    });
    progress.end();
    if let Some(sheet) = &mut sheet {
        sheet.sort();
    }
    let labels = tasks.iter().flat_map(|task| task.labels.iter().map(move |label| (task, label)));
    // The label of today counts, not that of the day of the run.
    labels
        .map(|(task, label)| Row { expected: label.expected, ..known[&(task.name.clone(), label.property)].clone() })
        .collect()
}

fn ask(tools: &Tools, tasks: &[&Task], options: &Options, mut done: impl FnMut(Vec<Row>)) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..options.jobs.min(tasks.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    sender.send(rows(tools, task, options)).expect("the receiver outlives the workers");
                }
            });
        }
        drop(sender);
        receiver.iter().for_each(&mut done);
    });
}

fn rows(tools: &Tools, task: &Task, options: &Options) -> Vec<Row> {
    let verified = verify(tools, task, options.limits, &[]);
    let mut refused = Some(verified.refused.join("; "));
    let after = |property: Property| {
        verified.proved.iter().find(|(name, _)| name == property.name()).map(|(_, seconds)| *seconds)
    };
    let row = |(label, answer): (&Label, _)| Row {
        task: task.name.clone(),
        property: label.property,
        expected: label.expected,
        proved: after(label.property).filter(|_| answer == Answer::True),
        answer,
        seconds: verified.time.as_secs_f64(),
        megabytes: verified.peak_bytes >> 20,
        refused: refused.take().unwrap_or_default(),
    };
    task.labels.iter().zip(verified.answers.clone()).map(row).collect()
}

/// One line that is rewritten on a terminal, a line now and then in a log.
struct Progress {
    start: Instant,
    tasks: usize,
    done: usize,
    correct: usize,
    wrong: usize,
    unknown: usize,
}

const LOGGED_EVERY: usize = 25;

impl Progress {
    fn new(tasks: usize) -> Progress {
        Progress { start: Instant::now(), tasks, done: 0, correct: 0, wrong: 0, unknown: 0 }
    }

    fn show(&mut self, rows: &[Row]) {
        self.done += 1;
        for row in rows {
            match row.mark() {
                Mark::CorrectTrue | Mark::CorrectFalse => self.correct += 1,
                Mark::WrongTrue | Mark::WrongFalse => self.wrong += 1,
                Mark::Unknown => self.unknown += 1,
            }
        }
        let seconds = self.start.elapsed().as_secs();
        let left = seconds * (self.tasks - self.done) as u64 / self.done as u64;
        let line = format!(
            "{}/{} tasks: {} correct, {} wrong, {} unknown; {} min, {} min to go",
            self.done,
            self.tasks,
            self.correct,
            self.wrong,
            self.unknown,
            seconds / 60,
            left.div_ceil(60)
        );
        if stderr().is_terminal() {
            eprint!("\r{line}  ");
        } else if self.done.is_multiple_of(LOGGED_EVERY) {
            eprintln!("{line}");
        }
    }

    fn end(&self) {
        if stderr().is_terminal() && self.done > 0 {
            eprintln!();
        }
    }
}
