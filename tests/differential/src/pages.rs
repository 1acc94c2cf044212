//! The pages of our commands on the examples.

use crate::browser::Page;
use crate::process::{self, PATIENCE};
use crate::tools::{Scratch, Tools, workspace};

/// A page, and how it is made: a command with `--html`, or `test`, which always writes one.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub name: &'static str,
    words: &'static [&'static str],
}

pub const VIOLATION: Sample = Sample { name: "verify, a violation", words: &["verify", "examples/Buckets.java"] };
pub const OBJECTS: Sample = Sample {
    name: "verify, a violation with objects",
    words: &["verify", "examples/Accounts.java", "--method", "transfer"],
};
pub const PROOF: Sample = Sample {
    name: "verify, a proof",
    words: &["verify", "--property", "assert", "--method", "fill", "examples/Level.java"],
};
pub const UNKNOWN: Sample = Sample {
    name: "verify, unknown",
    words: &["verify", "--depth", "2", "--no-proofs", "--method", "abbreviate", "examples/Text.java"],
};
pub const CASES: Sample =
    Sample { name: "check", words: &["check", "--k", "2", "examples/Scores.java", "Scores.best", "Scores.has"] };
pub const CAMPAIGN: Sample = Sample { name: "test", words: &["test", "--time-per-class", "20s", "Bill"] };
pub const SEARCH: Sample = Sample {
    name: "run --explore",
    words: &[
        "run",
        "--symbolic",
        "args",
        "--explore",
        "--time",
        "20",
        "--corpus",
        "CORPUS",
        "examples/Range.java",
        "3-7",
    ],
};
pub const MODELS: Sample =
    Sample { name: "model-check", words: &["model-check", "--models", "examples/models/CrcFirstTry.java"] };

/// The class that tests are written for.
const BILL: &str = include_str!("../../../examples/Bill.java");

impl Sample {
    pub const ALL: [Sample; 8] = [VIOLATION, OBJECTS, PROOF, UNKNOWN, CASES, CAMPAIGN, SEARCH, MODELS];

    pub fn page(&self, tools: &Tools) -> Page {
        let scratch = Scratch::new("pages");
        let (command, rest) = self.words.split_first().expect("a command");
        let mut jacana = tools.jacana();
        jacana.current_dir(workspace()).arg(command);
        let file = if *command == "test" {
            // As a build leaves it.
            let classes = scratch.path().join("target/classes");
            let bill = scratch.write("src/main/java/Bill.java", BILL);
            crate::tools::compile_with(tools, &[bill], &["-g"], &classes);
            jacana.arg("-cp").arg(&classes).arg("-o").arg(scratch.path().join("tests")).args(rest);
            scratch.path().join("tests/summary.html")
        } else {
            let file = scratch.path().join("page.html");
            let corpus = scratch.path().join("corpus").display().to_string();
            jacana
                .arg("--html")
                .arg(&file)
                .args(rest.iter().map(|word| if *word == "CORPUS" { &corpus } else { *word }));
            file
        };
        let outcome = process::run(jacana, b"", PATIENCE);
        assert!(file.exists(), "{}: no page: {}{}", self.name, outcome.stdout_text(), outcome.stderr_text());
        Page::read(&file)
    }
}
