//! `cargo xtask show NAME`: runs what the engine must show, prints the figures, and fails when one is short.
//! `cargo xtask experiments merging`: nine programs at each level of path merging, as tables; with `--corpus DIR` the paper's subjects.
//! `cargo xtask experiments kiasan`: methods on symbolic heaps, beside the figures of the literature.
//! `cargo xtask experiments heap-cloning`: real programs on symbolic files, as tables.
//! `cargo xtask experiments symbolic-types`: tests for packages of the JDK and for real jars, as tables.
//! `cargo xtask tree`: the crates and their arrows, as docs/architecture.md has them.
//! `cargo xtask guide`: builds docs as a site into target/guide.
//! `cargo xtask picture`: draws the picture of README.md from what `jacana verify` prints.
//! `cargo xtask scoreboard DIR`: scores `jacana verify` on SV-COMP tasks.

mod arrays;
mod campaigns;
mod case_tests;
mod check;
mod cloning;
mod confinement;
mod contracts;
mod experiments;
mod exploring;
mod figures;
mod forks;
mod guide;
mod heap_cloning;
mod hostile;
mod house;
mod jdks;
mod kiasan;
mod languages;
mod libraries;
mod loops;
mod memory;
mod merging;
mod packages;
mod pages;
mod picture;
mod pictures;
mod proofs;
mod random;
mod ranger;
mod regression;
mod sarif;
mod scan;
mod scan_page;
mod schedules;
mod scoreboard;
mod sctbench;
mod search;
mod solver;
mod sound;
mod soundness;
mod symbolic_types;
mod timing;
mod verify;

use std::env;
use std::panic;
use std::process::ExitCode;

/// What one figure answers: its lines for the reader, and whether it is good enough.
pub struct Shown {
    pub lines: Vec<String>,
    pub enough: bool,
}

struct Show {
    name: &'static str,
    about: &'static str,
    run: fn(&[&str]) -> Shown,
}

const SHOWS: &[Show] = &[
    Show {
        name: "house",
        about: "sizes of crates and files, cycles between modules, arrows between crates",
        run: house::figures,
    },
    Show {
        name: "confinement",
        about: "programs that try to get out, in all places where their code runs, as root and as an ordinary user",
        run: confinement::figures,
    },
    Show { name: "fixtures", about: "fixtures/run against java; more words select fixtures", run: figures::fixtures },
    Show { name: "arithmetic", about: "generated arithmetic against java", run: figures::arithmetic },
    Show {
        name: "stress",
        about: "fixtures, arithmetic and programs under three distances of forks",
        run: figures::stress,
    },
    Show {
        name: "stress-gc",
        about: "the same under garbage collections every so many instructions",
        run: figures::stress_gc,
    },
    Show { name: "threads", about: "programs with threads against java, and deadlocks", run: figures::threads },
    Show {
        name: "schedules",
        about: "200 random programs with threads: each outcome of all orders is seen, in at most two executions for each trace; COUNT, SEED",
        run: schedules::counted,
    },
    Show {
        name: "thread-outcomes",
        about: "500 random programs with threads, pools and concurrent collections: what java shows in 200 runs is among the outcomes of all orders; COUNT, SEED",
        run: schedules::outcomes,
    },
    Show {
        name: "sctbench",
        about: "bugs that orders of threads lead to in the compiled programs of SCTBench below the folder given: 25 of 28 found in 60 s each, all confirmed 10 of 10 times; --time, --tries, names",
        run: sctbench::figures,
    },
    Show {
        name: "programs",
        about: "JLex, NanoXML, Sat4J, Commons CLI, Lucene, BCEL, Gson against java",
        run: figures::programs,
    },
    Show { name: "jdks", about: "fixtures and programs on every JDK that is installed", run: jdks::figures },
    Show {
        name: "languages",
        about: "programs in Kotlin, Scala and Groovy: run as under java, verified, tested, scanned",
        run: languages::figures,
    },
    Show { name: "native", about: "native methods in C against java", run: figures::native },
    Show {
        name: "branches",
        about: "16 independent symbolic branches: paths per second, solver calls, memory",
        run: search::branches,
    },
    Show { name: "memory", about: "garbage, shadows and paths: memory follows what is alive", run: memory::figures },
    Show { name: "limits", about: "programs that do not end: time within 5%, memory", run: search::limits },
    Show { name: "text", about: "models of text on random strings against the JVM", run: figures::text },
    Show {
        name: "hostile",
        about: "100,000 damaged class files: no panic, hang or swelling; 1,000 of them against java",
        run: hostile::figures,
    },
    Show {
        name: "selective",
        about: "programs of which a small part is symbolic: their other parts run at plain speed",
        run: heap_cloning::selective,
    },
    Show {
        name: "probes",
        about: "fixtures/run on java with probes in all classes: they behave as without",
        run: heap_cloning::probes,
    },
    Show {
        name: "unseen",
        about: "random programs with natives in C: inputs of the same path take it on java, or the report named why not",
        run: heap_cloning::unseen,
    },
    Show {
        name: "jobs",
        about: "200 SV-COMP tasks below the folder given, by one process and by two: no answer is lost, none changed; --seed, --sample, --time",
        run: scoreboard::shared::figures,
    },
    Show {
        name: "unknown-reasons",
        about: "250 SV-COMP tasks below the folder given: reasons of UNKNOWN by frequency, each with a hint and a section of the guide; --seed, --sample, --time",
        run: scoreboard::unknown::figures,
    },
    Show {
        name: "unneeded-proofs",
        about: "300 SV-COMP tasks below the folder given, those that are answered without proofs: with them CPU time grows by 5% at most; --seed, --sample, --time",
        run: scoreboard::turns::proofs,
    },
    Show {
        name: "one-threaded",
        about: "300 SV-COMP tasks below the folder given, by an older executable (--jacana FILE) and this one in turns: CPU time grows by 2% at most, no answer is lost or changed; --seed, --sample, --time",
        run: scoreboard::turns::one_threaded,
    },
    Show {
        name: "damaged-jars",
        about: "1,000 damaged jars with run, verify, check and test: no panic, no hang, nothing runs in another way than under java",
        run: hostile::jars,
    },
    Show {
        name: "signals",
        about: "200 runs with a signal at a random moment: nothing is left behind, campaigns go on",
        run: hostile::signals,
    },
    Show {
        name: "contracts",
        about: "contracts in JML: Program 1 of Kiasan, pairs for each clause, data structures, bugs",
        run: contracts::figures,
    },
    Show {
        name: "loop-invariants",
        about: "15 methods that clauses of their loops prove without a bound; with a clause that is too weak or wrong nothing is proved",
        run: loops::figures,
    },
    Show {
        name: "check",
        about: "methods on symbolic heaps: exact numbers of paths, the time of the largest, bugs that the JVM confirms",
        run: check::figures,
    },
    Show {
        name: "api-tests",
        about: "JUnit tests of the cases of six data structures at n = 4: how many use public API alone, all pass; more words: classes",
        run: case_tests::figures,
    },
    Show {
        name: "regression",
        about: "30 seeded changes of behaviour: at least 24 are shown by a test that fails on one version, none where nothing changed; more words: parts of lines",
        run: regression::figures,
    },
    Show {
        name: "since",
        about: "30 commits of fixtures/scan/toolbox, 10 of which break something: scan --since finds each of those in its commit and nothing else",
        run: scan::since,
    },
    Show {
        name: "scan",
        about: "jacana scan on the projects below: what it finds, whether the tests show it; FOLDER...",
        run: scan::projects,
    },
    Show {
        name: "pictures",
        about: "the page of BinarySearchTree.remove with 1,000 cases in headless Chromium: opens in under 2 s, clicks, search, filter; the next word: a file for a screenshot",
        run: pictures::figures,
    },
    Show {
        name: "sarif",
        about: "SARIF of two scans by a validator with the schema and by a viewer, both fetched from npm and PyPI",
        run: sarif::figures,
    },
    Show {
        name: "pages",
        about: "the pages of all commands in headless Chromium: each opens in under 2 s, without a word on the console or a request; the next word: a folder for screenshots",
        run: pages::figures,
    },
    Show {
        name: "scan-page",
        about: "the page of a scan with 5,000 findings in headless Chromium: opens in under 2 s, scrolls, filters; the next word: a folder for screenshots",
        run: scan_page::figures,
    },
    Show {
        name: "models",
        about: "built-in models on symbolic inputs against java; more words: calls of each method, seed",
        run: figures::models,
    },
    Show {
        name: "explore",
        about: "inputs for other paths of real programs, tried on java, and for the same path; the next word: seconds for each",
        run: exploring::figures,
    },
    Show {
        name: "packages",
        about: "archive, Debian package, wheel and npm package of the release build: sizes, the same bytes twice, the demo after each installation",
        run: packages::figures,
    },
    Show { name: "errors", about: "one clear line and exit 3 for bad input", run: figures::errors },
    Show {
        name: "arrays",
        about: "methods on arrays, of ours and random ones, on all arrays within the bound on the JVM, at three levels; more words: classes",
        run: arrays::figures,
    },
    Show {
        name: "soundness",
        about: "20 methods on symbolic heaps: each heap of the JVM with up to 4 objects of a class is in one case; more words: classes",
        run: soundness::figures,
    },
    Show {
        name: "proofs",
        about: "5,000 random programs with loops and recursive calls, all inputs tried on the JVM: what is violated is never TRUE; COUNT, SEED",
        run: proofs::figures,
    },
    Show {
        name: "mutants",
        about: "500 programs that were proved, with something off in a late round: none is TRUE; COUNT, SEED",
        run: proofs::mutants,
    },
    Show {
        name: "sound",
        about: "1,500 programs over the JDK's public API, each with a violation: none is TRUE; --seed N, --programs N, --time SECONDS, --keep FOLDER, groups or calls",
        run: sound::figures,
    },
    Show {
        name: "polymorphism",
        about: "jacana test on the analogue of InterfaceAddress: null pointers behind two classes, none with --classic",
        run: symbolic_types::polymorphism,
    },
    Show {
        name: "reflection",
        about: "jacana test --sink on the analogue of Statement.execute: a restricted class by its name, and Class.forName through the JDK's own, not with --classic",
        run: symbolic_types::reflection,
    },
    Show {
        name: "symbolic-types",
        about: "jacana test on java.sql, java.rmi, java.beans and java.text: blocks that its tests cover, with and without --classic, public methods with tests",
        run: libraries::jdk_packages,
    },
    Show {
        name: "jars",
        about: "jacana test on classes of five jars: all tests pass twice under JUnit, mean branch coverage, no crash",
        run: libraries::real_jars,
    },
    Show {
        name: "drawn",
        about: "jacana test on 20 classes that a seed draws from the jars of a folder: all tests pass five times in random order, mean branch coverage; --from DIR, --beside DIR with what they need, --seed N",
        run: libraries::drawn_classes,
    },
    Show {
        name: "coverage",
        about: "jacana test on 30 classes of five jars: branches and lines are those that JaCoCo counts for the same tests",
        run: libraries::coverage,
    },
    Show {
        name: "mutation-score",
        about: "jacana test on 30 classes of five jars: mutants that its tests kill, and lines of tests for each",
        run: libraries::mutation_score,
    },
    Show {
        name: "pit",
        about: "the tests of these classes judged by PIT, whose jar is kept beside the project: mutants that they kill, beside our own; --pit JAR",
        run: libraries::other_mutants,
    },
    Show {
        name: "campaign",
        about: "jacana test killed at random moments and resumed: the same files as without",
        run: campaigns::resumed,
    },
    Show {
        name: "hard-classes",
        about: "jacana test on classes that delete files, start programs, cannot be made or initialised, and on bad input",
        run: campaigns::hard_classes,
    },
    Show { name: "hello", about: "time of hello world, at most 0.4 s and six times java's", run: timing::hello },
    Show {
        name: "speed",
        about: "CPU time over java -Xint on ten programs, start-up, instructions per second, costs of forks; --out FILE keeps the figures, --compare FILE shows them beside",
        run: timing::speed,
    },
    Show {
        name: "heap-cloning",
        about: "run --symbolic: conjuncts per second, and what symbolic input costs real programs; more words select those",
        run: heap_cloning::figures,
    },
    Show { name: "forks", about: "what a fork costs, and the writes behind it", run: forks::figures },
    Show {
        name: "random-programs",
        about: "1,000 random programs: each path on the JVM as predicted; more words: how many, first seed",
        run: random::figures,
    },
    Show {
        name: "merging",
        about: "2,000 random programs with and without merging: the same states at all ends; more words: how many, first seed",
        run: random::merging,
    },
    Show {
        name: "merging-fixtures",
        about: "what must become one path: fixtures/merging, with terms and times",
        run: merging::fixtures,
    },
    Show {
        name: "ranger-subjects",
        about: "NanoXML, Siena and PrintTokens of the SV-COMP corpus at the sizes of the paper, each answered in 300 s; words: the folder java of the corpus, --whole for its own sizes, names",
        run: ranger::subjects,
    },
    Show {
        name: "verify",
        about: "our own verification tasks: answers, points, times; none wrong",
        run: scoreboard::figures,
    },
    Show {
        name: "solver",
        about: "100,000 random queries against Z3, 1,000,000 float operations against the CPU (needs scripts/setup z3)",
        run: solver::against_z3,
    },
    Show {
        name: "queries",
        about: "queries logged by `jacana verify --log-queries DIR`, ours against Z3 alone; the next word is DIR, else our own tasks",
        run: solver::queries,
    },
];

fn main() -> ExitCode {
    // What the library cannot find, it says by a panic: one line is enough here.
    panic::set_hook(Box::new(|info| eprintln!("xtask: {}", info.payload_as_str().unwrap_or("failed"))));
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["show", "all"] => show(SHOWS.iter(), &[]),
        ["show", name, rest @ ..] if SHOWS.iter().any(|show| show.name == *name) => {
            show(SHOWS.iter().filter(|show| show.name == *name), rest)
        }
        ["experiments", rest @ ..] => experiments::experiments(rest),
        ["tree"] => {
            house::tree();
            ExitCode::SUCCESS
        }
        ["guide"] => guide::guide(),
        ["picture"] => picture::picture(),
        ["scoreboard", rest @ ..] => scoreboard::scoreboard(rest),
        _ => usage(),
    }
}

fn show<'a>(shows: impl Iterator<Item = &'a Show>, words: &[&str]) -> ExitCode {
    let mut short = Vec::new();
    for show in shows {
        println!("{}:", show.name);
        let shown = (show.run)(words);
        for line in &shown.lines {
            println!("  {line}");
        }
        if !shown.enough {
            short.push(show.name);
        }
    }
    if short.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("short: {}", short.join(", "));
    ExitCode::FAILURE
}

fn usage() -> ExitCode {
    eprintln!("usage: cargo xtask show NAME [WORDS]");
    for show in SHOWS {
        eprintln!("  {:11} {}", show.name, show.about);
    }
    eprintln!("  {:11} everything above", "all");
    eprintln!(
        "usage: cargo xtask experiments merging [--corpus DIR] [NAMES] | heap-cloning [NAMES] | kiasan [1 | 2] [CLASSES] | symbolic-types [OPTIONS]"
    );
    eprintln!("usage: cargo xtask tree");
    eprintln!("usage: cargo xtask guide");
    eprintln!("usage: cargo xtask picture");
    eprintln!("usage: cargo xtask scoreboard DIR [OPTIONS]");
    ExitCode::FAILURE
}
