//! The hunt for wrong TRUEs: small programs over the public API of the JDK, each with an assertion that fails on inputs which a
//! JVM has tried. `jacana verify` may answer FALSE, or UNKNOWN with a reason; TRUE is wrong.

mod catalogue;
mod form;
mod jvm;
mod maker;
mod tally;
mod value;
mod verdict;
mod writer;

use std::fs;
use std::path::PathBuf;

use crate::random::Dice;
use catalogue::{Call, Catalogue};
use jvm::Stage;
pub use tally::Tally;
use verdict::{Answer, Verdict, answers};
use writer::{Draft, Writer};

/// Which programs are made, and how long each may take.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub seed: u64,
    pub programs: usize,
    /// Only calls of groups, or with titles, that contain one of these words.
    pub words: Vec<String>,
    /// The limit of one exploration.
    pub seconds: u32,
    /// Where programs with a wrong answer, all answers and the unstable calls are kept.
    pub folder: Option<PathBuf>,
}

/// Drafts for one program: some do not compile, end in nothing, or have no stable answer.
const DRAFTS_PER_PROGRAM: f64 = 1.8;

impl Sweep {
    pub fn run(&self) -> Tally {
        let stage = Stage::new();
        let catalogue = Catalogue::read(&stage.tools, &stage.shapes);
        let (mut subjects, unstable) = stage.subjects(self.drafts(&catalogue));
        subjects.truncate(self.programs);
        println!("  {} programs; {} drafts without a stable answer", subjects.len(), unstable.len());
        let told = |answer: &Answer| self.keep(answer);
        let tally =
            Tally { programs: subjects.len(), unstable, answers: answers(&stage, &subjects, self.seconds, told) };
        if let Some(folder) = &self.folder {
            fs::create_dir_all(folder).expect("the folder is writable");
            let write = |name: &str, lines: Vec<String>| {
                fs::write(folder.join(format!("{name}-{}.txt", self.seed)), lines.join("\n") + "\n")
                    .expect("the folder is writable");
            };
            write("answers", tally.answers.iter().map(ToString::to_string).collect());
            write("unstable", tally.unstable.clone());
        }
        tally
    }

    /// Calls in turn by groups, each group's in random order, so that a short sweep has all groups.
    fn drafts(&self, catalogue: &Catalogue) -> Vec<Draft> {
        let mut dice = Dice::new(self.seed);
        let wanted = |call: &&Call| {
            self.words.is_empty()
                || self.words.iter().any(|word| call.group == word || call.title().contains(word.as_str()))
        };
        let groups = catalogue::GROUPS.iter().map(|group| {
            let mut calls: Vec<&Call> =
                catalogue.calls.iter().filter(|call| call.group == group.name).filter(wanted).collect();
            for at in (1..calls.len()).rev() {
                calls.swap(at, dice.below(at + 1));
            }
            calls
        });
        let groups: Vec<Vec<&Call>> = groups.filter(|calls| !calls.is_empty()).collect();
        assert!(!groups.is_empty(), "no call has one of the words {:?}", self.words);
        let count = (self.programs as f64 * DRAFTS_PER_PROGRAM) as usize + 10;
        let mut drafts = Vec::new();
        for turn in 0..count * 4 {
            let calls = &groups[turn % groups.len()];
            let call = calls[turn / groups.len() % calls.len()];
            let name = format!("P{:05}", drafts.len());
            let own = Dice::new(self.seed.wrapping_mul(1_000_003) + turn as u64);
            drafts.extend(Writer::new(catalogue, own).draft(&name, call));
            if drafts.len() == count {
                break;
            }
        }
        drafts
    }

    fn keep(&self, answer: &Answer) {
        let kind = match &answer.verdict {
            Verdict::True => "wrong",
            Verdict::Broken(_) => "broken",
            Verdict::False | Verdict::Unknown(_) => return,
        };
        println!("  {kind}: {answer}");
        let Some(folder) = &self.folder else { return };
        let folder = folder.join(format!("{kind}-{}-{}", self.seed, answer.name));
        fs::create_dir_all(&folder)
            .and_then(|()| fs::copy(&answer.source, folder.join(format!("{}.java", answer.name))))
            .expect("the folder is writable");
        fs::write(folder.join("about.txt"), format!("{answer}\n")).expect("the folder is writable");
    }
}
