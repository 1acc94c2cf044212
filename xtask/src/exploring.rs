//! `cargo xtask show explore [SECONDS] [SUBJECTS]`: inputs for other paths of real programs, and for the same path. Every input is an answer of the
//! solver to the conditions before a branch and the other side of it: that its run goes there is counted, that `java` ends as predicted is tried.

use std::fs;
use std::path::Path;
use std::time::Duration;

use differential::branches::Tracer;
use differential::subject::study_programs;
use differential::{Exit, Program, Scratch, Tools};

use crate::Shown;

const LIMIT: Duration = Duration::from_secs(600);
const SECONDS: u64 = 60;
/// Prefixes of path constraints, over all subjects, whose solution went through the branches of the program on `java`.
const FEWEST_TRACED: usize = 200;
const TRACED_EACH: usize = 50;
/// Inputs whose end is compared.
const ENDS_EACH: usize = 100;
const SEED: u64 = 20_261_115;
const SAME: usize = 5;
/// Writes what it makes beside its input.
const WRITES: &str = "jlex";
const WITH_SAME_PATH: [&str; 3] = ["nanoxml", "jlex", "sat4j"];
/// The input to start from.
const FIRST: &[(&str, &str)] =
    &[("nanoxml", "birds"), ("jlex", "calculator"), ("sat4j", "small"), ("bcel", "Sieve"), ("lucene", "river")];

pub fn figures(words: &[&str]) -> Shown {
    let seconds = words.first().and_then(|word| word.parse().ok()).unwrap_or(SECONDS);
    let tools = Tools::find();
    let scratch = Scratch::new("explore");
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let tracer = Tracer::new(&tools, &scratch);
    let mut traced = 0;
    for (subject, programs) in study_programs(&tools, &scratch) {
        let Some((_, first)) = FIRST.iter().find(|(name, _)| *name == subject) else { continue };
        if words.len() > 1 && !words[1..].contains(&subject) {
            continue;
        }
        let program = programs.iter().find(|program| program.name.contains(first)).expect("the input exists");
        let search = Search {
            tools: &tools,
            tracer: &tracer,
            program,
            corpus: &scratch.path().join(format!("{subject}-corpus")),
        };
        traced += search.explore(seconds, &mut shown);
        if WITH_SAME_PATH.contains(&subject) {
            let corpus = scratch.path().join(format!("{subject}-same"));
            Search { corpus: &corpus, ..search }.same_path(&mut shown);
        }
    }
    shown
        .lines
        .push(format!("{traced} prefixes solved and traced on java (at least {FEWEST_TRACED} over all subjects)"));
    shown.enough &= traced >= FEWEST_TRACED || words.len() > 1;
    shown
}

struct Search<'a> {
    tools: &'a Tools,
    tracer: &'a Tracer<'a>,
    program: &'a Program,
    corpus: &'a Path,
}

impl Search<'_> {
    /// What our side says at the end.
    fn run(&self, options: &[&str]) -> String {
        let mut command = self.tools.jacana();
        command.args(["run", "--symbolic", &format!("file:{}", self.program.files[0].0)]).args(options);
        if self.program.name.starts_with(WRITES) {
            command.arg("--allow-io");
        }
        command.arg("--corpus").arg(self.corpus).args(["-cp", &self.program.joined_class_path(), &self.program.main]);
        command.args(&self.program.args);
        self.program.start(command, LIMIT).stderr_text()
    }

    fn explore(&self, seconds: u64, shown: &mut Shown) -> usize {
        let said = self.run(&["--explore", "--keep-all", "--time", &seconds.to_string()]);
        let Some(summary) = said.lines().find_map(|line| line.strip_prefix("jacana: runs")) else {
            shown.enough = false;
            shown.lines.push(format!("{}: no end of the search: {said}", self.program.name));
            return 0;
        };
        shown.lines.push(format!("{}: runs{summary}", self.program.name));
        shown.lines.push(format!("  branches after {}", self.over_time(seconds)));
        let exceptions = said.lines().filter(|line| line.contains("Exception") || line.contains("Error"));
        shown.lines.extend(exceptions.map(|line| format!("  {}", line.trim())));
        let (tried, wrong) = self.on_java();
        shown.lines.push(format!("  {tried} inputs on java, {} end otherwise", wrong.len()));
        shown.enough &= wrong.is_empty() && summary.contains("divergences: 0 ");
        shown.lines.extend(wrong);
        let tried = self.tracer.try_corpus(self.program, self.corpus, TRACED_EACH, SEED);
        let traced = tried.right + tried.wrong.len();
        shown.lines.push(format!(
            "  {traced} inputs traced on java, {} leave the predicted path, {} parted where there is no branch of the program",
            tried.wrong.len(),
            tried.unseen
        ));
        // Where values were lost, the constraint is not all that there is.
        shown.enough &= tried.wrong.is_empty() || !summary.contains("(0 on lost values)");
        shown.lines.extend(tried.wrong);
        traced
    }

    /// `15 s 120, 30 s 143, ...`
    fn over_time(&self, seconds: u64) -> String {
        let progress = fs::read_to_string(self.corpus.join("progress.tsv")).unwrap_or_default();
        let rows: Vec<(f64, &str)> = progress
            .lines()
            .filter_map(|line| {
                let mut words = line.split('\t');
                Some((words.next()?.parse().ok()?, words.nth(1)?))
            })
            .collect();
        let until = |quarter: u64| {
            let time = (seconds * quarter) as f64 / 4.0;
            let branches = rows.iter().rev().find(|(at, _)| *at <= time).map_or("0", |(_, branches)| branches);
            format!("{time:.0} s {branches}")
        };
        (1..=4).map(until).collect::<Vec<_>>().join(", ")
    }

    /// How many inputs `java` tried, and which of them it ends otherwise than the entry says.
    fn on_java(&self) -> (usize, Vec<String>) {
        let mut wrong = Vec::new();
        let mut tried = 0;
        for folder in fs::read_dir(self.corpus).into_iter().flatten().flatten().take(ENDS_EACH) {
            let name = folder.file_name().to_string_lossy().into_owned();
            let (Ok(entry), Ok(contents)) =
                (fs::read_to_string(folder.path().join("entry")), fs::read(folder.path().join("file0")))
            else {
                continue;
            };
            let file = self.program.files[0].0.clone();
            let java = Program { files: vec![(file, contents)], ..self.program.clone() }.on_java(self.tools);
            tried += 1;
            let threw = entry.lines().find_map(|line| line.strip_prefix("threw "));
            let code = entry.lines().find_map(|line| line.strip_prefix("exit ")).and_then(|code| code.parse().ok());
            let as_said = match (threw.and_then(|threw| threw.split(' ').next()), code) {
                (Some(class), _) => java.exit == Exit::Code(1) && java.stderr_text().contains(class),
                (None, Some(code)) => java.exit == Exit::Code(code),
                // Stopped: nothing is claimed.
                (None, None) => true,
            };
            if !as_said {
                wrong.push(format!("  {name}: {:?} instead of {entry}", java.exit));
            }
        }
        (tried, wrong)
    }

    fn same_path(&self, shown: &mut Shown) {
        let said = self.run(&["--same-path", &SAME.to_string()]);
        let lines: Vec<&str> = said.lines().filter(|line| line.contains('%')).collect();
        shown.lines.push(format!("{}: same path: {}", self.program.name, lines.join("; ")));
        let found = fs::read_dir(self.corpus).into_iter().flatten().flatten();
        let found = found.filter(|entry| entry.path().join("file0").is_file()).count();
        shown.lines.push(format!("  {found} inputs with the path of the first one (at least {SAME})"));
        shown.enough &= found >= SAME;
    }
}
