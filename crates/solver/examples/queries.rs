//! Replays the queries that `jacana verify --log-queries DIR` wrote, in their order, with ours and with Z3 alone, and compares
//! answers and CPU time. Usage: `queries DIR`; `cargo xtask show queries DIR` calls it.

use solver::backend::z3::Z3;
use solver::statistics::{Tier, TierName};
use solver::{Answer, Config, Solver, standard};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use term::smtlib::{hint, read};
use term::{FastMap, Term, Terms, Witness};

/// Ours must need this many times less CPU in total.
const FASTER: f64 = 3.0;

/// Z3's measure of work for one query, as the last tier has it.
const RESOURCES: u32 = 2_000_000;

struct Query {
    file: PathBuf,
    conjuncts: Vec<Term>,
    hint: Witness,
}

#[derive(Default)]
struct Side {
    /// The kernel counts in steps too coarse for one query.
    cpu: Duration,
    /// By the clock.
    times: Vec<Duration>,
    /// Of the queries, whether it decided them.
    decided: Vec<bool>,
}

impl Side {
    /// All queries of a run, each with its hint if they are to have them.
    fn ask(&mut self, solver: &mut dyn Solver, terms: &mut Terms, queries: &[Query], hints: Hints) -> Vec<Answer> {
        let before = cpu_time();
        let answers = queries.iter().map(|query| {
            let start = Instant::now();
            let answer = solver.check(terms, &query.conjuncts, (hints == Hints::Given).then_some(&query.hint));
            self.times.push(start.elapsed());
            self.decided.push(!matches!(answer, Answer::Unknown(_)));
            answer
        });
        let answers = answers.collect();
        self.cpu += cpu_time() - before;
        answers
    }

    fn total(&self) -> f64 {
        self.cpu.as_secs_f64()
    }

    fn line(&self, name: &str) -> String {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        format!(
            "{name}: {:.2} s of CPU, {:.3} ms per query (median {:.3}, 99 of 100 within {:.1}), {} unknown",
            self.total(),
            self.total() * 1e3 / times.len() as f64,
            at(0.5),
            at(0.99),
            self.decided.iter().filter(|decided| !**decided).count()
        )
    }
}

/// Seconds of either side, without the queries on which one gave up: those cost what the limits say.
fn decided_by_both(ours: &Side, theirs: &Side) -> (f64, f64) {
    let both: Vec<usize> = (0..ours.times.len()).filter(|&at| ours.decided[at] && theirs.decided[at]).collect();
    let seconds = |side: &Side| both.iter().map(|&at| side.times[at].as_secs_f64()).sum();
    (seconds(ours), seconds(theirs))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hints {
    Given,
    None,
}

/// Of this thread.
fn cpu_time() -> Duration {
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux counts CPU time");
    let nanoseconds = statistics.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: queries DIR");
        return ExitCode::FAILURE;
    };
    let mut folders = BTreeMap::new();
    collect(Path::new(&folder), &mut folders);
    let (mut ours, mut theirs) = (Side::default(), Side::default());
    let mut tiers: BTreeMap<TierName, Tier> = BTreeMap::new();
    let mut differences = Vec::new();
    for files in folders.values() {
        replay(files, &mut ours, &mut theirs, &mut tiers, &mut differences);
    }
    let count = ours.times.len();
    if count == 0 {
        eprintln!("no queries below {folder}");
        return ExitCode::FAILURE;
    }
    println!("figure: {count} queries of {} runs", folders.len());
    println!("figure: {}", ours.line("ours"));
    println!("figure: {}", theirs.line("Z3 alone"));
    let ratio = theirs.total() / ours.total();
    println!("figure: ours is {ratio:.1} times faster in total (at least {FASTER})");
    let (first, second) = decided_by_both(&ours, &theirs);
    println!(
        "figure: on what both decide, by the clock: ours {first:.2} s, Z3 {second:.2} s, {:.1} times",
        second / first
    );
    for tier in tiers.values().filter(|tier| tier.name != TierName::Checked && tier.queries > 0) {
        let decided = tier.sat + tier.unsat;
        println!(
            "figure: tier {}: decides {:.1}% ({} sat, {} unsat), {:.3} ms per query that reaches it",
            tier.name,
            100.0 * decided as f64 / count as f64,
            tier.sat,
            tier.unsat,
            tier.time.as_secs_f64() * 1e3 / tier.queries as f64
        );
    }
    for difference in &differences {
        println!("figure: {difference}");
    }
    if ratio >= FASTER && differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The logs below a folder: one run each, its queries in order.
fn collect(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<PathBuf>>) {
    let entries = fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>());
    for path in entries.unwrap_or_default() {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            found.entry(folder.to_path_buf()).or_default().push(path);
        }
    }
    if let Some(files) = found.get_mut(folder) {
        files.sort_unstable();
    }
}

fn replay(
    files: &[PathBuf],
    ours: &mut Side,
    theirs: &mut Side,
    tiers: &mut BTreeMap<TierName, Tier>,
    differences: &mut Vec<String>,
) {
    let (mut terms, mut symbols) = (Terms::new(), FastMap::default());
    let queries: Vec<Query> = files.iter().map(|file| load(&mut terms, &mut symbols, file)).collect();
    let mut config = Config { z3: None, ..Config::default() };
    // As `jacana verify` has it.
    config.limits.budget.conflicts = 20_000;
    config.limits.budget.propagations = 10_000_000;
    let mut standard = standard(config);
    let answers = ours.ask(&mut *standard, &mut terms, &queries, Hints::Given);
    let others = theirs.ask(&mut Z3::new(RESOURCES), &mut terms, &queries, Hints::None);
    for (query, answers) in queries.iter().zip(answers.iter().zip(&others)) {
        if let (Answer::Sat(_), Answer::Unsat) | (Answer::Unsat, Answer::Sat(_)) = answers {
            differences.push(format!("answers differ: {}", query.file.display()));
        }
    }
    let mut counted = Vec::new();
    standard.statistics(&mut counted);
    for tier in counted {
        let sum = tiers.entry(tier.name).or_insert_with(|| Tier::new(tier.name));
        sum.queries += tier.queries;
        sum.sat += tier.sat;
        sum.unsat += tier.unsat;
        sum.time += tier.time;
    }
}

fn load(terms: &mut Terms, symbols: &mut FastMap<String, Term>, file: &Path) -> Query {
    let script = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let conjuncts = read::conjuncts(terms, symbols, &script);
    let conjuncts = conjuncts.unwrap_or_else(|error| panic!("{}: {error:?}", file.display()));
    Query { file: file.to_path_buf(), conjuncts, hint: hint::read(terms, symbols, &script) }
}
