//! The subjects of the paper on Java Ranger as the SV-COMP corpus has them: `cargo xtask experiments merging --corpus DIR` at the sizes
//! of the paper, `cargo xtask show ranger-subjects DIR` as they are. The corpus lies beside the project; nothing of it is kept here.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use differential::Tools;
use differential::fixture::files_below;
use differential::merging::{Merging, Programs};
use differential::tools::Scratch;

use crate::Shown;
use crate::verify::task::tasks_below;

/// What a task of the corpus may take.
const TIME: Duration = Duration::from_secs(300);
const LEVELS: [&str; 5] = ["off", "basic", "calls", "single-path", "returns"];
/// The folder of the corpus with the subjects.
const FOLDER: &str = "java-ranger-regression";

/// A subject, its sources in the corpus, how its inputs become as many as in the paper, and what the paper says of it.
struct Subject {
    name: &'static str,
    sources: &'static [&'static str],
    size: Size,
    /// Inputs, seconds and paths: Symbolic PathFinder, then Java Ranger (Table 2). JBMC needed so many seconds (Table 3).
    paper: Paper,
}

struct Paper {
    inputs: &'static str,
    spf: (f64, f64),
    ranger: (f64, f64),
    jbmc: &'static str,
    /// Time and paths over those without merging, features added one after the other (Table 4).
    ratios: Option<([f64; 4], [f64; 4])>,
}

enum Size {
    /// As in the corpus, with so many inputs.
    Corpus(usize),
    /// Only the first so many inputs of those in the corpus are symbolic.
    First(usize, usize),
    /// A loop goes round so many times instead of twice, with three inputs each time.
    Rounds(usize),
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "WBS",
        sources: &["WBS/impl", "WBS/prop1"],
        size: Size::Rounds(5),
        paper: Paper {
            inputs: "15 / 30",
            spf: (4427.7, 7.96e6),
            ranger: (4.2, 1.0),
            jbmc: "0.7",
            ratios: Some(([0.0007, 0.0007, 0.0007, 0.0006], [1.2e-7; 4])),
        },
    },
    Subject {
        name: "TCAS",
        sources: &["TCAS_prop1"],
        size: Size::Corpus(12),
        paper: Paper {
            inputs: "24 / 120",
            spf: (353.1, 3.92e4),
            ranger: (3.1, 1.0),
            jbmc: "2.2",
            ratios: Some(([0.39, 0.01, 0.01, 0.01], [0.24, 2.5e-5, 2.5e-5, 2.5e-5])),
        },
    },
    Subject {
        name: "replace",
        sources: &["replace5_eqchk/impl", "replace5_eqchk/prop1"],
        size: Size::Corpus(5),
        paper: Paper {
            inputs: "11",
            spf: (1145.3, 7.57e5),
            ranger: (3287.6, 9.04e4),
            jbmc: "7 days",
            ratios: Some(([1.36, 2.10, 2.82, 2.87], [0.63, 0.90, 0.12, 0.12])),
        },
    },
    Subject {
        name: "NanoXML",
        sources: &["nanoxml_eqchk/impl", "nanoxml_eqchk/prop1"],
        size: Size::First(7, 9),
        paper: Paper {
            inputs: "7",
            spf: (5741.4, 3.61e6),
            ranger: (3087.1, 5.54e5),
            jbmc: "7 days",
            ratios: Some(([1.31, 1.28, 1.54, 0.54], [1.0, 1.0, 1.0, 0.15])),
        },
    },
    Subject {
        name: "Siena",
        sources: &["siena_eqchk/impl", "siena_eqchk/prop1"],
        size: Size::First(6, 9),
        paper: Paper { inputs: "6", spf: (5571.9, 2.99e6), ranger: (5715.6, 2.99e6), jbmc: "7 days", ratios: None },
    },
    Subject {
        name: "Schedule",
        sources: &["schedule_eqchk"],
        size: Size::Corpus(3),
        paper: Paper { inputs: "3", spf: (1.5, 343.0), ranger: (2.5, 343.0), jbmc: "562000", ratios: None },
    },
    Subject {
        name: "PrintTokens2",
        sources: &["printtokens_eqchk/impl", "printtokens_eqchk/prop1"],
        size: Size::First(5, 8),
        paper: Paper {
            inputs: "5",
            spf: (17045.8, 3.06e6),
            ranger: (13421.3, 1.82e6),
            jbmc: "7 days",
            ratios: Some(([0.88, 0.76, 0.78, 0.79], [0.84, 0.84, 0.84, 0.60])),
        },
    },
    Subject {
        name: "ApacheCLI",
        sources: &["apachecli_eqchk"],
        size: Size::First(5, 8),
        paper: Paper {
            inputs: "5 + 1",
            spf: (4121.4, 2.48e5),
            ranger: (2238.1, 1.76e4),
            jbmc: "7 days",
            ratios: Some(([0.17, 2.54, 0.50, 0.54], [0.07; 4])),
        },
    },
];

/// `experiments merging --corpus DIR [--time SECONDS] [NAMES]`.
pub fn experiment(words: &[&str]) -> ExitCode {
    let [folder, rest @ ..] = words else {
        eprintln!("usage: cargo xtask experiments merging --corpus DIR [--time SECONDS] [NAMES]");
        return ExitCode::FAILURE;
    };
    let (time, names) = match rest {
        ["--time", seconds, names @ ..] => (seconds.parse().map_or(TIME, Duration::from_secs), names),
        names => (TIME, names),
    };
    let tools = Tools::find();
    println!(
        "| subject | inputs | level | paths | ratio of paths | merged | time s | ratio of time | answer | paper: inputs, SPF s, paths | \
         JR s, paths | JBMC s | ratio of time | ratio of paths |"
    );
    println!("|{}", " --- |".repeat(14));
    for subject in SUBJECTS.iter().filter(|subject| names.is_empty() || names.contains(&subject.name)) {
        let scratch = Scratch::new("ranger");
        let sources = subject.variant(Path::new(folder), &scratch);
        let programs = Programs::of(&tools, &sources);
        let levels = LEVELS.map(|level| programs.explore("Main", level, time, ""));
        for (at, merging) in levels.iter().enumerate() {
            subject.row(at, merging, &levels[0], time);
        }
    }
    println!("\nScores in SV-COMP 2020 (Table 5), correct true, correct false, incorrect:\n");
    println!("| tool | score | true | false | incorrect |\n| --- | --- | --- | --- | --- |");
    for row in TABLE_5 {
        println!("| {row} |");
    }
    ExitCode::SUCCESS
}

const TABLE_5: [&str; 6] = [
    "JayHorn | 278 | 109 | 92 | 1",
    "SPF | 442 | 135 | 172 | 1",
    "COASTAL | 472 | 135 | 202 | 0",
    "JDart | 524 | 150 | 224 | 0",
    "JBMC | 527 | 151 | 225 | 0",
    "Java Ranger | 549 | 173 | 203 | 0",
];

impl Subject {
    /// The sources with as many symbolic inputs as wanted, in a folder of their own.
    fn variant(&self, corpus: &Path, scratch: &Scratch) -> Vec<PathBuf> {
        let folders = self.sources.iter().map(|folder| corpus.join(FOLDER).join(folder));
        let mut asked = 0;
        let mut sources = Vec::new();
        for file in folders.chain([corpus.join("common")]).flat_map(|folder| files_below(&folder)) {
            if file.extension().is_none_or(|ending| ending != "java") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let is_api = file.starts_with(corpus.join("common"));
            let text = if is_api { text } else { self.resized(&text, &mut asked) };
            let name = file.strip_prefix(corpus).expect("below the corpus").display().to_string();
            sources.push(scratch.write(&name, text));
        }
        sources
    }

    fn resized(&self, text: &str, asked: &mut usize) -> String {
        match self.size {
            Size::Corpus(_) => text.to_string(),
            Size::Rounds(rounds) => text.replace("i < 2;", &format!("i < {rounds};")),
            Size::First(few, _) => {
                let mut parts = text.split("Verifier.nondetChar()").collect::<Vec<_>>();
                let call = if parts.len() > 1 { "Verifier.nondetChar()" } else { "Verifier.nondetInt()" };
                if parts.len() == 1 {
                    parts = text.split(call).collect();
                }
                let mut resized = String::new();
                for (at, part) in parts.iter().enumerate() {
                    resized += part;
                    if at + 1 < parts.len() {
                        resized += if *asked < few { call } else { "(char) 0" };
                        *asked += 1;
                    }
                }
                resized
            }
        }
    }

    fn inputs(&self) -> String {
        match self.size {
            Size::Corpus(inputs) => inputs.to_string(),
            Size::First(few, all) => format!("{few} of {all}"),
            Size::Rounds(rounds) => (3 * rounds).to_string(),
        }
    }

    fn row(&self, at: usize, merging: &Merging, off: &Merging, time: Duration) {
        let Paper { inputs, spf, ranger, jbmc, ratios } = &self.paper;
        let explored = &merging.explored;
        let ratio = |of: f64, all: f64| if at == 0 { "1".to_string() } else { format!("{:.2e}", of / all) };
        let verdicts: Vec<&str> =
            explored.verdicts.iter().map(|verdict| verdict.trim_start_matches("VERDICT: ")).collect();
        let known = |table: Option<[f64; 4]>| match table {
            Some(ratios) if at > 0 => ratios[at - 1].to_string(),
            _ => String::new(),
        };
        let over = if merging.seconds >= time.as_secs_f64() { "> " } else { "" };
        println!(
            "| {} | {} | {} | {} | {} | {} | {over}{:.1} | {} | {} | {inputs}, {}, {:.2e} | {}, {:.2e} | {jbmc} | {} | {} |",
            self.name,
            self.inputs(),
            LEVELS[at],
            explored.paths(),
            ratio(explored.paths() as f64, off.explored.paths() as f64),
            merging.merged,
            merging.seconds,
            ratio(merging.seconds, off.seconds),
            verdicts.join(", "),
            spf.0,
            spf.1,
            ranger.0,
            ranger.1,
            known(ratios.map(|ratios| ratios.0)),
            known(ratios.map(|ratios| ratios.1)),
        );
    }
}

/// The subjects that take longest, with the default options: at the sizes of the paper each property must be answered. With `--whole` their
/// tasks as the corpus has them, with more inputs than in the paper, are run, too, and only told.
pub fn subjects(words: &[&str]) -> Shown {
    let [folder, names @ ..] = words else {
        let lines =
            vec!["not shown: the tasks are no part of the project; show ranger-subjects DIR [--whole] [NAMES]".into()];
        return Shown { lines, enough: true };
    };
    let (whole, names) = match names {
        ["--whole", names @ ..] => (true, names),
        names => (false, names),
    };
    let folder = Path::new(folder);
    let tools = Tools::find();
    let chosen = |name: &str| names.is_empty() || names.iter().any(|chosen| name.contains(chosen));
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for subject in SUBJECTS.iter().filter(|subject| LONGEST.contains(&subject.name) && chosen(subject.name)) {
        let scratch = Scratch::new("ranger");
        let answer = answer(&tools, &subject.variant(folder, &scratch));
        shown.lines.push(format!("{:34} {answer}", format!("{}, {} inputs", subject.name, subject.inputs())));
        shown.enough &= answer.known;
    }
    let is_longest = |name: &str| ["nanoxml", "siena", "printtokens"].iter().any(|subject| name.starts_with(subject));
    for task in tasks_below(&folder.join(FOLDER)).into_iter().filter(|task| whole && is_longest(&task.name)) {
        if chosen(&task.name) {
            let sources: Vec<PathBuf> = task.inputs.iter().flat_map(|folder| files_below(folder)).collect();
            shown.lines.push(format!("{:34} {}", task.name, answer(&tools, &sources)));
        }
    }
    shown
}

const LONGEST: [&str; 3] = ["NanoXML", "Siena", "PrintTokens2"];

struct Answer {
    seconds: f64,
    verdicts: String,
    known: bool,
}

impl fmt::Display for Answer {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{:6.1} s  {}", self.seconds, self.verdicts)
    }
}

fn answer(tools: &Tools, sources: &[PathBuf]) -> Answer {
    let Merging { explored, seconds, .. } = Programs::of(tools, sources).explore_with("Main", &[], TIME, "");
    let verdicts = explored.verdicts.join("; ");
    Answer { seconds, known: !verdicts.is_empty() && !verdicts.contains("UNKNOWN"), verdicts }
}
