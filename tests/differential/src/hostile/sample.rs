//! Some mutants on Jacana and on `java`, a process each: both refuse, or both do the same.

use std::fs;
use std::sync::Mutex;
use std::time::Duration;

use super::{Mutant, Subject, mutant, share_out, subjects};
use crate::process::{Exit, Outcome, PATIENCE, run};
use crate::tools::{Scratch, Tools};

/// What takes longer does not end, unless the other side does.
const JAVA_LIMIT: Duration = Duration::from_secs(5);
const JACANA_LIMIT: Duration = Duration::from_secs(20);

#[derive(Debug, Default)]
pub struct Figures {
    pub compared: usize,
    /// Both refused with VerifyError or ClassFormatError.
    pub refused: usize,
    /// Both did the same: output and exit code.
    pub same: usize,
    /// Both ended with another linkage error, or never.
    pub alike: usize,
    pub differences: Vec<String>,
}

impl Figures {
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} compared with java: {} refused by both, {} with the same output, {} refused otherwise or endless on both, {} differences",
            self.compared,
            self.refused,
            self.same,
            self.alike,
            self.differences.len()
        )];
        lines.extend(self.differences.iter().take(40).cloned());
        lines
    }
}

pub fn compare_mutants(tools: &Tools, first: u64, count: u64) -> Figures {
    let scratch = Scratch::new("hostile-sample");
    let subjects = subjects(tools, &scratch);
    let figures = Mutex::new(Figures::default());
    share_out(first..first + count, 1, |seeds| {
        let mutant = mutant(&subjects, seeds.start);
        let (java, jacana) = both(tools, &scratch, &subjects, &mutant);
        let mut figures = figures.lock().expect("no worker panics while holding it");
        judge(&mut figures, &subjects[mutant.subject], &mutant, &java, &jacana);
    });
    figures.into_inner().expect("no worker panics while holding it")
}

fn both(tools: &Tools, scratch: &Scratch, subjects: &[Subject], mutant: &Mutant) -> (Outcome, Outcome) {
    let folder = scratch.path().join(format!("mutant-{}", mutant.seed));
    fs::create_dir_all(&folder).expect("temporary folder is writable");
    for (name, bytes) in mutant.classes(subjects) {
        fs::write(folder.join(format!("{name}.class")), bytes).expect("temporary folder is writable");
    }
    let main = subjects[mutant.subject].classes[0].0.clone();
    let theirs = |limit: Duration| {
        let mut java = tools.java();
        java.args(["-ea", "-XX:-OmitStackTraceInFastThrow", "-cp"]).arg(&folder).arg(&main);
        run(java, &[], limit)
    };
    let ours = |limit: Duration| {
        let mut jacana = tools.jacana();
        jacana.arg("run").arg("-cp").arg(&folder).arg(&main);
        run(jacana, &[], limit)
    };
    let (mut java, mut jacana) = (theirs(JAVA_LIMIT), ours(JACANA_LIMIT));
    // Only where one of them ends does the machine's load matter: the other one gets more time.
    if java.exit == Exit::TimedOut && jacana.exit != Exit::TimedOut {
        java = theirs(PATIENCE);
    } else if jacana.exit == Exit::TimedOut && java.exit != Exit::TimedOut {
        jacana = ours(PATIENCE);
    }
    let _ = fs::remove_dir_all(&folder);
    (java, jacana)
}

fn judge(figures: &mut Figures, subject: &Subject, mutant: &Mutant, java: &Outcome, jacana: &Outcome) {
    figures.compared += 1;
    let (theirs, ours) = (refusal(java), refusal(jacana));
    if theirs == Some(Refusal::Class) && ours == Some(Refusal::Class) {
        figures.refused += 1;
    } else if java.exit == Exit::TimedOut && jacana.exit == Exit::TimedOut {
        figures.alike += 1;
    } else if theirs.is_none() && ours.is_none() && java.exit == jacana.exit && java.stdout == jacana.stdout {
        figures.same += 1;
    } else if theirs.is_some() && ours.is_some() {
        // Of two faults in one class, either may be found first.
        figures.alike += 1;
    } else {
        let class = &subject.classes[mutant.class].0;
        figures.differences.push(format!(
            "mutant {} ({}, class {class}): java {:?} {}, jacana {:?} {}",
            mutant.seed,
            subject.name,
            java.exit,
            complaint(java),
            jacana.exit,
            complaint(jacana)
        ));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// The class file itself.
    Class,
    /// Another linkage error, such as a missing class.
    Other,
}

/// What ends in a linkage error or prints one that it caught, or our message for a main class that cannot be used.
fn refusal(outcome: &Outcome) -> Option<Refusal> {
    let text = outcome.stderr_text() + &outcome.stdout_text();
    let class =
        ["VerifyError", "ClassFormatError", "UnsupportedClassVersionError", "is corrupt:", "was compiled for Java"];
    if class.iter().any(|word| text.contains(word)) {
        return Some(Refusal::Class);
    }
    let other =
        ["Error: Could not find or load main class", "Error: Main method", "Error: LinkageError", "LinkageError"];
    let ours = outcome.exit == Exit::Code(3);
    let linkage = ["NoClassDefFoundError", "IncompatibleClassChangeError", "NoSuchMethodError", "NoSuchFieldError"];
    let others = ["AbstractMethodError", "IllegalAccessError", "InstantiationError", "BootstrapMethodError"];
    let is = |words: &[&str]| words.iter().any(|word| text.contains(word));
    (ours || is(&other) || is(&linkage) || is(&others)).then_some(Refusal::Other)
}

/// The line that names the error.
fn complaint(outcome: &Outcome) -> String {
    let text = outcome.stderr_text();
    let named =
        text.lines().find(|line| line.contains("Error") && !line.starts_with("Error: ")).or(text.lines().next());
    named.unwrap_or_default().chars().take(240).collect()
}
