//! `cargo xtask experiments heap-cloning`: real programs with a symbolic file, in the form of the studies of Cinger. Prints tables;
//! docs/internals/experiments/heap-cloning.md keeps them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use differential::compare::difference;
use differential::json::Json;
use differential::lines::Lines;
use differential::study::large_programs;
use differential::subject::study_programs;
use differential::timed::timed;
use differential::{Program, Scratch, Tools};

const LIMIT: Duration = Duration::from_secs(600);
/// Time with a symbolic file over time without.
const MOST_OVERHEAD: f64 = 3.0;
/// The same on large inputs, where next to nothing that Sat4J does is free of symbols.
const MOST_LARGE_OVERHEAD: f64 = 8.0;
const FEWEST_INPUTS: usize = 5;

/// Class and method.
type Names = BTreeSet<(String, String)>;

/// Sums over the inputs of a subject.
#[derive(Default)]
struct Study {
    inputs: usize,
    user: Names,
    library: Names,
    /// Natives with a parameter that is a reference.
    natives: Names,
    conjuncts: f64,
    library_conjuncts: f64,
    /// Natives that changed symbolic data, and whether a conjunct depended on it.
    imprecise: BTreeSet<String>,
    needed: BTreeSet<String>,
    /// Our models through which symbolic data went.
    models: BTreeSet<String>,
    plain: Duration,
    symbolic: Duration,
    /// Symbolic bytes.
    bytes: f64,
    /// Lines of the executed methods with bytecode.
    user_lines: usize,
    library_lines: usize,
    /// By method and whether it is of the library: branches and fixed values.
    places: BTreeMap<(String, bool), [f64; 2]>,
}

/// How many methods of each subject the table of places has.
const PLACES: usize = 6;

/// `small` as the first word: the inputs of fixtures/programs instead of large ones. Other words choose subjects.
pub fn experiment(names: &[&str]) -> ExitCode {
    let tools = Tools::find();
    let scratch = Scratch::new("cloning");
    let mut enough = true;
    let mut studies = Vec::new();
    let (small, names) = match names {
        ["small", names @ ..] => (true, names),
        names => (false, names),
    };
    let most_overhead = if small { MOST_OVERHEAD } else { MOST_LARGE_OVERHEAD };
    let subjects = if small { study_programs(&tools, &scratch) } else { large_programs(&tools, &scratch) };
    for (name, programs) in subjects {
        if !names.is_empty() && !names.contains(&name) {
            continue;
        }
        let mut study = Study::default();
        for program in &programs {
            if let Err(problem) = study.add(&tools, &scratch, program) {
                println!("{problem}");
                enough = false;
            }
        }
        if let Some(program) = programs.first() {
            study.count_lines(&tools, program);
        }
        enough &= study.inputs >= FEWEST_INPUTS && study.overhead() <= most_overhead;
        studies.push((name, study));
    }
    tables(&studies);
    if enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Study {
    fn overhead(&self) -> f64 {
        self.symbolic.as_secs_f64() / self.plain.as_secs_f64()
    }

    fn add(&mut self, tools: &Tools, scratch: &Scratch, program: &Program) -> Result<(), String> {
        let mut command = tools.jacana();
        command.arg("run");
        program.complete(&mut command);
        let (plain, plain_time) = timed(program, command, LIMIT);
        let (methods, imprecision) = (scratch.path().join("methods"), scratch.path().join("imprecision.json"));
        let file = &program.files[0].0;
        let mut command = tools.jacana();
        command.args(["run", "--symbolic", &format!("file:{file}"), "--imprecision"]).arg(&imprecision);
        command
            .arg("--methods")
            .arg(&methods)
            .args(["-cp", &program.joined_class_path(), &program.main])
            .args(&program.args);
        let (mut symbolic, symbolic_time) = timed(program, command, LIMIT);
        // The last line on standard error is our summary.
        let said = symbolic.stderr_text();
        let lines = said.lines().filter(|line| !line.starts_with("jacana: symbolic inputs"));
        symbolic.stderr = lines.flat_map(|line| format!("{line}\n").into_bytes()).collect();
        if let Some(text) = difference(&program.name, &plain, &symbolic) {
            return Err(text);
        }
        self.inputs += 1;
        self.plain += plain_time;
        self.symbolic += symbolic_time;
        self.methods(&fs::read_to_string(methods).map_err(|error| error.to_string())?);
        self.trace(&Json::parse(&fs::read_to_string(imprecision).map_err(|error| error.to_string())?));
        Ok(())
    }

    fn count_lines(&mut self, tools: &Tools, program: &Program) {
        let mut lines = Lines::of(tools, program);
        let mut sum = |methods: &Names| methods.iter().map(|(class, method)| lines.of_method(class, method)).sum();
        (self.user_lines, self.library_lines) = (sum(&self.user), sum(&self.library));
    }

    fn methods(&mut self, listing: &str) {
        for line in listing.lines() {
            let [whose, how, class, name, descriptor] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            let method = (class.to_string(), format!("{name}{descriptor}"));
            let parameters = descriptor.split(')').next().unwrap_or_default();
            if how.starts_with("native") && parameters.contains(['L', '[']) {
                self.natives.insert(method.clone());
            }
            if whose == "user" { &mut self.user } else { &mut self.library }.insert(method);
        }
    }

    fn trace(&mut self, report: &Json) {
        let statistics = &report["statistics"];
        self.conjuncts += statistics["conjuncts"].number();
        self.library_conjuncts += statistics["library_conjuncts"].number();
        self.bytes += statistics["inputs"].number();
        for row in statistics["methods"].list() {
            let place = (row["method"].text().to_string(), row["origin"].text() == "library");
            let counts = self.places.entry(place).or_default();
            counts[0] += row["branches"].number();
            counts[1] += row["fixed"].number();
        }
        for imprecision in report["imprecisions"].list() {
            let Json::Text(native) = &imprecision["native"] else { continue };
            self.imprecise.insert(native.clone());
            if imprecision["model"].text() == "needed" {
                self.needed.insert(native.clone());
            }
        }
        self.models.extend(statistics["models"].list().iter().map(|model| model["method"].text().to_string()));
    }
}

fn tables(studies: &[(&str, Study)]) {
    let classes = |names: &Names| names.iter().map(|(class, _)| class).collect::<BTreeSet<_>>().len();
    println!(
        "\n| subject | inputs | methods user | library | classes user | library | lines user | library | conjuncts | from the library | time | without symbols |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, study) in studies {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {:.0} | {:.1}% | {:.1} times | {:.1} s |",
            study.inputs,
            study.user.len(),
            study.library.len(),
            classes(&study.user),
            classes(&study.library),
            study.user_lines,
            study.library_lines,
            study.conjuncts / study.inputs.max(1) as f64,
            100.0 * study.library_conjuncts / study.conjuncts.max(1.0),
            study.overhead(),
            study.plain.as_secs_f64(),
        );
    }
    places(studies);
    println!(
        "\n| subject | natives with reference parameters | imprecise | models needed | built-in models that symbolic data went through |"
    );
    println!("| --- | --- | --- | --- | --- |");
    let list = |names: &BTreeSet<String>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    for (name, study) in studies {
        println!(
            "| {name} | {} | {} | {} | {} |",
            study.natives.len(),
            list(&study.imprecise),
            list(&study.needed),
            list(&study.models)
        );
    }
}

/// Classes that only a JDK with compact strings has: whether a text has one byte for each character is asked of its bytes.
const COMPACT: [&str; 4] =
    ["java.lang.StringCoding", "java.lang.StringLatin1", "java.lang.StringUTF16", "java.lang.StringConcatHelper"];

/// Where the conjuncts come from.
fn places(studies: &[(&str, Study)]) {
    println!(
        "\n| subject | symbolic bytes of an input | conjuncts for each | fixed values | methods with most conjuncts |"
    );
    println!("| --- | --- | --- | --- | --- |");
    for (name, study) in studies {
        let methods = study.places.iter().map(|((method, library), counts)| {
            let mark = if *library { " (library)" } else { "" };
            (format!("`{method}`{mark}"), counts[0] + counts[1])
        });
        let fixed: f64 = study.places.values().map(|counts| counts[1]).sum();
        println!(
            "| {name} | {:.0} | {:.1} | {:.1}% | {} |",
            study.bytes / study.inputs.max(1) as f64,
            study.conjuncts / study.bytes.max(1.0),
            study.share(fixed),
            study.most(methods.collect())
        );
    }
    println!("\n| subject | from the library | without compact strings | classes of the library with most conjuncts |");
    println!("| --- | --- | --- | --- |");
    for (name, study) in studies {
        let mut classes: BTreeMap<String, f64> = BTreeMap::new();
        for ((method, _), counts) in study.places.iter().filter(|((_, library), _)| *library) {
            let class = method.rsplit_once('.').map_or(&**method, |(class, _)| class);
            *classes.entry(class.into()).or_default() += counts[0] + counts[1];
        }
        let compact: f64 = COMPACT.iter().filter_map(|class| classes.get(*class)).sum();
        let without = (study.library_conjuncts - compact) / (study.conjuncts - compact).max(1.0);
        println!(
            "| {name} | {:.1}% | {:.1}% | {} |",
            study.share(study.library_conjuncts),
            100.0 * without,
            study.most(classes.into_iter().map(|(class, count)| (format!("`{class}`"), count)).collect())
        );
    }
}

impl Study {
    /// Of all conjuncts, in percent.
    fn share(&self, count: f64) -> f64 {
        100.0 * count / self.conjuncts.max(1.0)
    }

    fn most(&self, mut rows: Vec<(String, f64)>) -> String {
        rows.sort_by(|a, b| b.1.total_cmp(&a.1));
        let row = |(name, count): &(String, f64)| format!("{name} {:.1}%", self.share(*count));
        rows.iter().take(PLACES).map(row).collect::<Vec<_>>().join(", ")
    }
}
