//! The figures of `jacana run --symbolic`: conjuncts per second, and what symbolic input costs real programs.

use differential::native::heap_cloning;
use differential::probed;
use differential::selective;
use differential::subject::subject_programs;
use differential::timed::timed;
use differential::unseen;
use differential::{Exit, Program, Scratch, Tools};

use crate::Shown;
use std::time::Duration;

const ROUNDS: u32 = 2_000_000;
const LEAST_CONJUNCTS_PER_SECOND: f64 = 200_000.0;
const MOST_OVERHEAD: f64 = 3.0;
const PROGRAMS: u64 = 200;
const LIMIT: Duration = Duration::from_secs(300);
/// CPU time of programs of which a small part is symbolic, over that without symbols.
const MOST_SELECTIVE: f64 = 1.05;
const SELECTIVE_RUNS: usize = 7;
const SELECTIVE_ROUNDS: usize = 6;

pub fn figures(words: &[&str]) -> Shown {
    let (tools, scratch) = (Tools::find(), Scratch::new("heap-cloning-figures"));
    let mut shown = Shown { lines: Vec::new(), enough: true };
    conjuncts(&tools, &scratch, &mut shown);
    for program in subject_programs(&tools, &scratch) {
        let chosen = words.is_empty() || words.iter().any(|word| program.name.contains(word));
        if let ([(file, _)], true) = (&program.files[..], chosen) {
            let file = file.clone();
            overhead(&tools, &program, &file, &mut shown);
        }
    }
    shown
}

pub fn selective(_: &[&str]) -> Shown {
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for measured in selective::measure(SELECTIVE_RUNS, SELECTIVE_ROUNDS) {
        let ratio = measured.ratio();
        shown.lines.push(format!(
            "{:8} {:6.2} s, symbolic {:6.2} s, {ratio:.3} times, at most {MOST_SELECTIVE}",
            measured.name,
            measured.plain.as_secs_f64(),
            measured.symbolic.as_secs_f64()
        ));
        let summary = measured.parts.lines().find(|line| line.contains("symbolic data reached"));
        shown.lines.extend(summary.map(|line| format!("  {}", line.trim_start_matches("jacana: "))));
        shown.enough &= ratio <= MOST_SELECTIVE;
    }
    shown
}

pub fn probes(_: &[&str]) -> Shown {
    let figures = probed::try_fixtures(1);
    Shown { lines: figures.lines(), enough: figures.wrong.is_empty() && figures.left == 0 }
}

/// `[COUNT] [SEED]`
pub fn unseen(words: &[&str]) -> Shown {
    let number = |at: usize, standard: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(standard);
    let figures = unseen::try_programs(number(1, 1), number(0, PROGRAMS) as usize);
    Shown { lines: figures.lines(), enough: figures.silent.is_empty() && figures.proposed > 0 }
}

fn conjuncts(tools: &Tools, scratch: &Scratch, shown: &mut Shown) {
    let program = Program {
        name: "Loop".into(),
        options: vec!["-Djacana.inputs=1000".into()],
        class_path: vec![heap_cloning(tools, scratch).classes],
        main: "Loop".into(),
        args: vec![ROUNDS.to_string()],
        ..Program::default()
    };
    let (_, plain) = run(tools, &program, &[]);
    let (said, symbolic) = run(tools, &program, &["--symbolic", "api"]);
    let per_second = f64::from(ROUNDS) / (symbolic - plain).max(0.001);
    let complete = said.contains(&format!("conjuncts: {ROUNDS} "));
    shown.lines.push(format!("{per_second:.0} conjuncts per second, at least {LEAST_CONJUNCTS_PER_SECOND:.0}"));
    shown.enough &= complete && per_second >= LEAST_CONJUNCTS_PER_SECOND;
}

fn overhead(tools: &Tools, program: &Program, file: &str, shown: &mut Shown) {
    let (_, plain) = run(tools, program, &[]);
    let (said, symbolic) = run(tools, program, &["--symbolic", &format!("file:{file}")]);
    let ratio = symbolic / plain.max(0.001);
    let summary = said.lines().find_map(|line| line.strip_prefix("jacana: symbolic ")).unwrap_or("no summary");
    shown.lines.push(format!(
        "{:22} {plain:6.2} s, symbolic {symbolic:6.2} s, {ratio:.1} times, at most {MOST_OVERHEAD}; {summary}",
        program.name
    ));
    shown.enough &= ratio <= MOST_OVERHEAD;
}

/// What was said on standard error, and seconds of CPU.
fn run(tools: &Tools, program: &Program, options: &[&str]) -> (String, f64) {
    let mut command = tools.jacana();
    command.arg("run").args(options);
    program.complete(&mut command);
    let (outcome, used) = timed(program, command, LIMIT);
    assert!(matches!(outcome.exit, Exit::Code(_)), "{}: {}", program.name, outcome.stderr_text());
    (outcome.stderr_text(), used.as_secs_f64())
}
