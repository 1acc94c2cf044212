//! Packages of the JDK, with declared classes alone and with symbolic types: Tables 2 and 3 and Figures 8 to 10 of the paper.

use std::collections::BTreeSet;
use std::fs;

use differential::Scratch;
use differential::blocks::{BlockTrace, Blocks, Method, blocks, count};
use differential::campaign::Campaign;
use differential::junit::{JUnit, Ran};
use differential::library::{Library, is_public, public_methods, virtual_calls};
use differential::reached::Reached;

use super::Options;
use super::paper::{PAPER, Paper};

/// Percent of the blocks that must be covered with symbolic types.
const WANTED: [(&str, f64); 4] = [("java.sql", 60.0), ("java.rmi", 70.0), ("java.beans", 60.0), ("java.text", 60.0)];
/// Percent of the public methods of instantiable classes.
const TESTED: f64 = 90.0;
/// Classes that are told with what is not covered of them.
const WORST: usize = 8;

/// Declared classes alone, and symbolic types.
const MODES: [&str; 2] = ["classic", "symbolic"];

/// A way to explore a package, in both modes.
pub struct Setup {
    pub name: &'static str,
    about: &'static str,
    words: &'static [&'static str],
}

/// The paper has no random arguments, and for its Figures 8 and 10 a depth of 20 basic blocks. There its explorations came to their ends, which took as
/// much longer with symbolic types as there is more to explore: they have that much more time here, too.
pub const SETUPS: [Setup; 3] = [
    Setup { name: "on", about: "random arguments on", words: &[] },
    Setup { name: "off", about: "random arguments off", words: &["--random", "0"] },
    Setup { name: "depth", about: "random arguments off, depth 20", words: &["--random", "0", "--depth", "20"] },
];

/// One campaign over a package.
struct Run {
    campaign: Campaign,
    entered: Blocks,
    ran: Ran,
}

struct Package {
    paper: &'static Paper,
    setups: Vec<&'static Setup>,
    wanted: f64,
    library: Library,
    blocks: Blocks,
    /// For each setup, as in `MODES`.
    runs: Vec<[Run; 2]>,
    /// What the tested methods of all can reach.
    reached: BTreeSet<Method>,
}

/// Whether all is as it must be.
pub fn run(options: &Options) -> bool {
    let mut enough = true;
    let mut packages = Vec::new();
    for (name, wanted) in WANTED.iter().filter(|(name, _)| options.is_chosen(name)) {
        let paper = PAPER.iter().find(|paper| paper.name == *name).expect("a package of the paper");
        match Package::measure(options, paper, *wanted) {
            Ok(package) => packages.push(package),
            Err(problem) => {
                println!("{name}: {problem}");
                enough = false;
            }
        }
    }
    tables(&packages);
    if options.is_chosen("java.applet") {
        applet(options);
    }
    for package in &packages {
        let short = package.short();
        short.iter().for_each(|line| println!("short: {line}"));
        enough &= short.is_empty();
    }
    enough
}

impl Package {
    fn measure(options: &Options, paper: &'static Paper, wanted: f64) -> Result<Package, String> {
        let scratch = Scratch::new("packages");
        let tools = &options.tools;
        let library = match options.below {
            true => Library::packages(tools, paper.name),
            false => Library::package(tools, paper.name),
        };
        let blocks = blocks(library.classes.values());
        let trace = BlockTrace::new(tools, &scratch, &blocks);
        let run = |setup: &Setup, mode: &str| -> Result<Run, String> {
            let time = paper.time(&options.time, if setup.name == "depth" { mode } else { MODES[0] });
            let mut words = options.of_test_for(&time);
            words.extend(setup.words);
            words.extend((mode == "classic").then_some("--classic"));
            let target = format!("{}{}", paper.name, if options.below { ".**" } else { ".*" });
            let name = format!("{}-{}-{mode}", paper.name, setup.name);
            let campaign = Campaign::run(tools, &words, &[&target], &options.folder(&scratch, &name))?;
            let (compiled, place) = (scratch.path().join(format!("tests-{name}")), scratch.path().join("place"));
            fs::create_dir_all(&place).map_err(|error| error.to_string())?;
            let tests = JUnit::compile(tools, &campaign.tests, "", &compiled)?;
            let ran = tests.run(tools, &[trace.option()], &place);
            Ok(Run { campaign, entered: trace.entered(), ran })
        };
        let mut runs = Vec::new();
        for setup in &options.setups {
            runs.push([run(setup, MODES[0])?, run(setup, MODES[1])?]);
        }
        let tested = runs.iter().flatten().flat_map(|run| run.methods(&library).0);
        let mut reached = Reached::new(tools, &library).from(tested);
        // By reflection, for example.
        reached.extend(runs.iter().flatten().flat_map(|run| run.entered.keys().cloned()));
        Ok(Package { paper, setups: options.setups.clone(), wanted, library, blocks, runs, reached })
    }

    fn covered(&self, run: &Run) -> f64 {
        100.0 * count(&run.entered) as f64 / self.reachable().max(1) as f64
    }

    fn reachable(&self) -> usize {
        count(self.blocks.iter().filter(|(method, _)| self.reached.contains(*method)))
    }

    /// With the first setup, which has most.
    fn first(&self) -> &[Run; 2] {
        &self.runs[0]
    }

    fn short(&self) -> Vec<String> {
        let (with, all) = self.first()[1].methods(&self.library);
        let tested = 100.0 * with.len() as f64 / all.len().max(1) as f64;
        let name = self.paper.name;
        let mut short = Vec::new();
        if tested < TESTED {
            short.push(format!(
                "{name}: {tested:.1}% of the public methods of instantiable classes, {TESTED:.0}% wanted"
            ));
        }
        for (setup, runs) in self.setups.iter().zip(&self.runs) {
            let about = setup.about;
            let [classic, symbolic] = runs.each_ref().map(|run| self.covered(run));
            let [before, now] = runs.each_ref().map(Run::mutated);
            match setup.name {
                "depth" if now < before => {
                    short.push(format!("{name}, {about}: {now} mutated path conditions, {before} classic"));
                }
                "depth" => {}
                _ if symbolic < self.wanted => {
                    short.push(format!("{name}, {about}: {symbolic:.1}% of the blocks, {:.0}% wanted", self.wanted));
                }
                _ if symbolic <= classic => {
                    short.push(format!("{name}, {about}: {symbolic:.1}% of the blocks, {classic:.1}% classic"));
                }
                _ => {}
            }
            for (mode, run) in MODES.iter().zip(runs) {
                let crashed = run.campaign.rows.iter().filter(|row| row.is_crash());
                short.extend(
                    crashed.map(|row| format!("{} {mode}: {}", row.class, row.skipped.clone().unwrap_or_default())),
                );
                short.extend(run.ran.failures.iter().map(|failure| format!("{name} {mode}: failed: {failure}")));
            }
        }
        short
    }

    /// Where most is missing, with symbolic types.
    fn worst(&self) -> Vec<String> {
        let entered = &self.first()[1].entered;
        let mut rows: Vec<(usize, usize, _)> = Vec::new();
        for class in self.library.classes.keys() {
            let own = |method: &Method| method.0 == *class && self.reached.contains(method);
            let all = count(self.blocks.iter().filter(|(method, _)| own(method)));
            let hit = count(entered.iter().filter(|(method, _)| own(method)));
            rows.push((all - hit, all, class));
        }
        rows.sort_by(|a, b| b.cmp(a));
        let told = rows.into_iter().take(WORST).filter(|row| row.0 > 0);
        told.map(|(missing, all, class)| format!("{} {missing} of {all}", class.dotted())).collect()
    }
}

impl Run {
    /// Public methods of the package that instantiable classes have: those with a test, and all.
    fn methods(&self, library: &Library) -> (BTreeSet<Method>, BTreeSet<Method>) {
        let own = |shown: &String| {
            let (class, method) = shown.split_at(shown[..shown.find('(')?].rfind('.')?);
            Some((library.named(class)?.clone(), method[1..].to_string()))
        };
        let makeable = || self.campaign.rows.iter().filter(|row| !row.is_unmakeable());
        let with: BTreeSet<Method> = makeable().flat_map(|row| row.with_test.iter().filter_map(own)).collect();
        let mut all: BTreeSet<Method> = makeable().flat_map(|row| row.without_test.iter().filter_map(own)).collect();
        all.extend(with.iter().cloned());
        (with, all)
    }

    fn mutated(&self) -> u64 {
        self.campaign.rows.iter().map(|row| row.mutated).sum()
    }

    fn tests(&self) -> u64 {
        self.campaign.rows.iter().map(|row| row.tests + row.suspects).sum()
    }
}

fn tables(packages: &[Package]) {
    println!(
        "\nTable 2, in brackets the paper:\n\n| package | classes | public methods | basic blocks | virtual calls |"
    );
    println!("| --- | --- | --- | --- | --- |");
    for package in packages {
        let classes: Vec<_> = package.library.classes.values().filter(|class| !class.is_interface()).collect();
        let figures = [
            classes.len(),
            classes.iter().map(|class| public_methods(class)).sum(),
            count(&package.blocks),
            package.library.classes.values().map(virtual_calls).sum(),
        ];
        let cells = figures.iter().zip(package.paper.size).map(|(ours, paper)| format!("{ours} ({paper})"));
        println!("| {} | {} |", package.paper.name, cells.collect::<Vec<_>>().join(" | "));
    }
    println!("\nTable 3, in brackets the paper:\n");
    println!(
        "| package | classes tested | public methods of instantiable classes tested | tests classic | symbolic types | time classic | symbolic types |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for package in packages {
        let Package { paper, library, .. } = package;
        let runs = package.first();
        let symbolic = &runs[1];
        let public = library.classes.values().filter(|class| is_public(class) && !class.is_interface()).count();
        let (with, all) = symbolic.methods(library);
        let tests = [0, 1].map(|at| format!("{} ({})", runs[at].tests(), paper.tests[at]));
        let times = [0, 1].map(|at| {
            let seconds = runs[at].campaign.outcome.time.as_secs();
            format!("{} ({})", minutes(seconds), minutes(paper.seconds[at].into()))
        });
        println!(
            "| {} | {} / {public} ({} / {}) | {} / {} ({} / {}) | {} | {} |",
            paper.name,
            symbolic.campaign.tested().count(),
            paper.classes[0],
            paper.classes[1],
            with.len(),
            all.len(),
            paper.methods[0],
            paper.methods[1],
            tests.join(" | "),
            times.join(" | ")
        );
    }
    println!("\nFigures 8 to 10, each classic and with symbolic types:\n");
    println!(
        "| package | exploration | seconds for a block | blocks that can be reached | covered classic | symbolic types | mutated path conditions for a block |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for package in packages {
        let blocks = count(&package.blocks) as f64;
        for (setup, runs) in package.setups.iter().zip(&package.runs) {
            let both = |of: fn(&Run) -> f64| runs.each_ref().map(|run| format!("{:.2}", of(run) / blocks)).join(", ");
            println!(
                "| {} | {} | {} | {} of {blocks} | {:.1}% | {:.1}% | {} |",
                package.paper.name,
                setup.about,
                both(|run| run.campaign.outcome.time.as_secs_f64()),
                package.reachable(),
                package.covered(&runs[0]),
                package.covered(&runs[1]),
                both(|run| run.mutated() as f64)
            );
        }
    }
    println!();
    for package in packages {
        let name = package.paper.name;
        for (setup, runs) in package.setups.iter().zip(&package.runs) {
            let ran = runs.each_ref().map(|run| format!("{} passed and {} failed", run.ran.passed, run.ran.failed));
            println!("{name}: JUnit, {}: {} (classic, symbolic types)", setup.about, ran.join(", "));
        }
        println!("{name}: blocks not covered: {}", package.worst().join(", "));
        let without: Vec<String> = {
            let (with, all) = package.first()[1].methods(&package.library);
            all.difference(&with).map(|(class, method)| format!("{}.{method}", class.dotted())).collect()
        };
        println!("{name}: methods without a test: {}", without.join(", "));
    }
}

fn minutes(seconds: u64) -> String {
    format!("{}m{:02}s", seconds / 60, seconds % 60)
}

/// It is told, whatever comes of it: its objects want a screen, and newer JDKs do not have it.
fn applet(options: &Options) {
    let scratch = Scratch::new("applet");
    let folder = options.folder(&scratch, "java.applet-symbolic");
    match Campaign::run(&options.tools, &options.of_test(), &["java.applet.*"], &folder) {
        Ok(campaign) => {
            for row in campaign.rows {
                let why = row
                    .skipped
                    .map_or_else(|| format!("{} tests", row.tests + row.suspects), |why| format!("skipped: {why}"));
                println!("{}: {why}", row.class);
            }
        }
        Err(why) => println!("java.applet: {why}"),
    }
}
