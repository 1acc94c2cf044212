//! Programs of fixtures/selective: large parts that no symbol reaches, beside a small one that depends on the arguments. With symbolic arguments
//! they take the CPU time that they take without.

use std::time::Duration;

use crate::native::build_library;
use crate::process::{Exit, PATIENCE};
use crate::timed::timed;
use crate::tools::{Scratch, Tools, compile, workspace};
use crate::{Outcome, Program};

const PROGRAMS: [&str; 4] = ["Numbers", "Tables", "Words", "Natives"];

pub struct Measured {
    pub name: &'static str,
    /// The least of some runs in turns.
    pub plain: Duration,
    pub symbolic: Duration,
    /// What `--stats` says of the classes.
    pub parts: String,
}

impl Measured {
    pub fn ratio(&self) -> f64 {
        self.symbolic.as_secs_f64() / self.plain.as_secs_f64()
    }
}

/// Measures each program so many times, with so many rounds of work.
pub fn measure(times: usize, rounds: usize) -> Vec<Measured> {
    let (tools, scratch) = (Tools::find(), Scratch::new("selective"));
    let folder = workspace().join("fixtures/selective");
    let classes = scratch.path().join("classes");
    compile(&tools, &PROGRAMS.map(|name| folder.join(format!("{name}.java"))), "", &classes);
    build_library(&tools, &folder.join("selective.c"), &scratch.path().join("libselective.so"));
    let measured = |name: &'static str| {
        let program = Program {
            name: name.into(),
            options: vec![format!("-Drounds={rounds}"), format!("-Djava.library.path={}", scratch.path().display())],
            class_path: vec![classes.clone()],
            main: name.into(),
            args: vec!["12".into()],
            ..Program::default()
        };
        let run = |options: &[&str]| -> (Outcome, Duration) {
            let mut command = tools.jacana();
            command.arg("run").args(options);
            program.complete(&mut command);
            let (outcome, used) = timed(&program, command, PATIENCE);
            assert_eq!(outcome.exit, Exit::Code(0), "{name}: {}", outcome.stderr_text());
            (outcome, used)
        };
        let (mut plain, mut symbolic) = (Duration::MAX, Duration::MAX);
        for _ in 0..times {
            let (one, time) = run(&[]);
            plain = plain.min(time);
            let (other, time) = run(&["--symbolic", "args"]);
            symbolic = symbolic.min(time);
            assert_eq!(one.stdout_text(), other.stdout_text(), "{name}");
        }
        let parts = run(&["--symbolic", "args", "--stats"]).0.stderr_text();
        Measured { name, plain, symbolic, parts }
    };
    PROGRAMS.into_iter().map(measured).collect()
}
