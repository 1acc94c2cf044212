//! What must be merged, on the programs of fixtures/merging. Times and larger inputs are for `cargo xtask show merging-fixtures`.

use std::collections::BTreeSet;
use std::time::Duration;

use differential::Tools;
use differential::merging::{Expected, Programs, SMALL, one_path};
use differential::paths::{Bench, ListedPath, Subject, fixtures};

const TIME: Duration = Duration::from_secs(300);

#[test]
fn sides_that_meet_are_one_path() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    for expected in SMALL.iter().chain(&[one_path("Brake", "4"), one_path("Separation", "1")]) {
        let merging = programs.explore(expected.name, "returns", TIME, expected.argument);
        let difference = expected.difference(&merging);
        assert_eq!(difference, None, "{}: {}", expected.name, merging.explored.text);
    }
}

/// A level refuses what it does not have, and says so.
#[test]
fn levels_differ_in_what_they_merge() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    let paths = |name: &str, level: &str| {
        let merging = programs.explore(name, level, TIME, "");
        (merging.explored.paths(), merging)
    };
    for (name, level, without, with) in [
        ("FieldWrite", "basic", "off", 1),
        ("VirtualCall", "calls", "off", 1),
        ("EarlyReturn", "returns", "single-path", 1),
    ] {
        let ((more, before), (fewer, after)) = (paths(name, without), paths(name, level));
        assert!(more > fewer, "{name}: {}", before.explored.text);
        assert_eq!(fewer, with, "{name}: {}", after.explored.text);
    }
    let (paths, merging) = paths("OneSideThrows", "calls");
    assert!(paths > 2 && merging.apart.contains_key("a side left"), "{}", merging.explored.text);
}

/// Small forms of the programs that `cargo xtask experiments merging` measures.
#[test]
fn larger_programs_are_answered_with_fewer_paths() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging/experiments"]);
    let one = ["Substitute", "Events", "Scheduler", "Tokens", "CommandLine", "Arbiter"];
    for name in one {
        let expected = one_path(name, "2");
        let merging = programs.explore(name, "returns", TIME, expected.argument);
        assert_eq!(expected.difference(&merging), None, "{name}: {}", merging.explored.text);
    }
    let [single, merged] = ["off", "returns"].map(|level| programs.explore("Xml", level, TIME, "5").explored);
    assert_eq!(merged.verdicts, single.verdicts);
    assert!(merged.paths() * 5 < single.paths(), "{}\n{}", single.text, merged.text);
}

/// Lists that grow by one to three elements for each input, made twice: their sizes stay numbers, and lists of one size are one path.
#[test]
fn in_lockstep_sizes_stay_numbers() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    let [single, merged] = ["off", "lockstep"].map(|level| programs.explore("Escaped", level, TIME, "2").explored);
    assert_eq!(merged.verdicts, single.verdicts);
    assert!(merged.paths() < single.paths(), "{}\n{}", single.text, merged.text);
}

/// All states that meet are infeasible, which nobody knew when they met: the state that they become claims no input.
#[test]
fn in_lockstep_what_no_input_leads_to_ends() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    let merging = programs.explore("Contradicted", "lockstep", TIME, "");
    assert_eq!(one_path("Contradicted", "").difference(&merging), None, "{}", merging.explored.text);
}

/// Sides of a question that the instruction at the meeting place asks do not meet before they have executed it.
#[test]
fn in_lockstep_an_instruction_where_ways_meet_may_ask() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    let expected = Expected { threw: 2, ..one_path("AskedWhereWaysMeet", "") };
    let merging = programs.explore(expected.name, "lockstep", Duration::from_secs(30), "");
    assert_eq!(expected.difference(&merging), None, "{}", merging.explored.text);
}

/// One of the workers merges while the others take single paths: what one process answers several do, too.
#[test]
fn one_of_the_workers_merges() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    let shared = |name, argument| programs.explore_with(name, &["--jobs", "2"], TIME, argument);
    let merging = shared("Counter", "");
    assert_eq!(one_path("Counter", "").difference(&merging), None, "{}", merging.explored.text);
    // 2^21 single paths; the violation lies on a merged one, which no other worker can go to again.
    let merging = shared("WordCount", "21");
    let verdicts = ["VERDICT: TRUE(assert)", "VERDICT: FALSE(runtime-exception)"];
    assert_eq!(merging.explored.verdicts, verdicts, "{}", merging.explored.text);
    // What merging makes hard the single paths answer, and the worker that merges is stopped.
    let merging = shared("Product", "");
    let verdicts = ["VERDICT: TRUE(assert)", "VERDICT: TRUE(runtime-exception)"];
    assert_eq!(merging.explored.verdicts, verdicts, "{}", merging.explored.text);
}

/// Without a level, what merging makes hard is answered path by path.
#[test]
fn merging_and_single_paths_take_turns() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    let merging = programs.explore_with("Product", &[], TIME, "");
    assert_eq!(merging.explored.verdicts, ["VERDICT: TRUE(assert)", "VERDICT: TRUE(runtime-exception)"]);
    assert!(merging.explored.paths() > 1 && merging.merged > 1, "{}", merging.explored.text);
    let again = programs.explore_with("Product", &[], TIME, "");
    assert_eq!((again.work, again.merged), (merging.work, merging.merged), "turns are counted, not timed");
}

/// On fixtures/paths, whose sides of branches are marked: with an input for each branch of a merged path, the JVM comes to the same
/// places, and ends there in the same ways, as with one for each single path; and it takes fewer inputs.
#[test]
fn merging_costs_no_coverage() {
    let bench = Bench::new();
    let subjects = bench.compile(&fixtures());
    let [single, merged] = [["--merge", "off"], ["--inputs-per", "branch"]].map(|options| {
        let options = [&options[..], &["--time", "300"]].concat();
        let listings = bench.explore_all(&subjects, &options);
        let listed = |(subject, listing): (&Subject, differential::paths::Listing)| {
            listing.paths.into_iter().map(|path| (subject.clone(), path)).collect::<Vec<_>>()
        };
        subjects.iter().zip(listings).flat_map(listed).collect::<Vec<(Subject, ListedPath)>>()
    });
    let mut problems = Vec::new();
    let [all, fewer] = [&single, &merged].map(|paths| {
        let known: Vec<(&Subject, &ListedPath)> = paths
            .iter()
            .filter(|(_, path)| path.ending.is_prediction())
            .map(|(subject, path)| (subject, path))
            .collect();
        let mut places = BTreeSet::new();
        for ((subject, path), (jvm, last)) in known.iter().zip(bench.on_jvm(&known)) {
            if !path.ending.agrees(&jvm) {
                problems.push(format!("{} on {:?}: {:?}, JVM {jvm:?}", subject.main, path.inputs, path.ending));
            }
            let last = if jvm.outcome == "returned" { last } else { 0 };
            if jvm.outcome != "assumed" {
                places.insert((subject.main.clone(), last, jvm.outcome, jvm.detail, jvm.frame));
            }
        }
        places
    });
    problems.extend(all.difference(&fewer).map(|place| format!("only without merging: {place:?}")));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(merged.len() < single.len(), "{} inputs with merging, {} without", merged.len(), single.len());
}
