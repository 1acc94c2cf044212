//! fixtures/paths: every instruction family on symbolic data. Comments say how many paths end on a line and how; nothing else may
//! happen, nothing may be cut off, and the JVM does on the inputs of each path what was predicted.

use std::collections::BTreeMap;

use differential::paths::{Bench, Ending, ListedPath, Subject, expectations, fixtures, line_of};

/// (line, word) with the number of paths.
type Ends = BTreeMap<(u32, String), usize>;

#[test]
fn paths_are_as_expected_and_as_on_the_jvm() {
    let bench = Bench::new();
    let selected = std::env::var("JACANA_FIXTURES").unwrap_or_default();
    let names: Vec<&str> = selected.split(',').filter(|name| !name.is_empty()).collect();
    let wanted = |name: &str| names.is_empty() || names.contains(&name);
    let sources = fixtures();
    let subjects = bench.compile(&sources);
    let mut problems = Vec::new();
    let mut explored: Vec<(&Subject, ListedPath)> = Vec::new();
    let wanted_subjects: Vec<Subject> = subjects.iter().filter(|subject| wanted(&subject.main)).cloned().collect();
    let listings = bench.explore_all(&wanted_subjects, &["--time", "300"]);
    for (subject, listing) in wanted_subjects.iter().zip(listings) {
        println!("{}: {} paths", subject.main, listing.paths.len());
        problems.extend(listing.reasons.iter().map(|reason| format!("{}: {reason}", subject.main)));
        explored.extend(listing.paths.into_iter().map(|path| (subject, path)));
    }
    let all: Vec<(&Subject, &ListedPath)> = explored.iter().map(|(subject, path)| (*subject, path)).collect();
    let mut ends: BTreeMap<&str, Ends> = BTreeMap::new();
    for ((subject, path), (jvm, last)) in all.iter().zip(bench.on_jvm(&all)) {
        if !path.ending.agrees(&jvm) {
            problems.push(format!("{} on {:?}: expected {:?}, JVM {jvm:?}", subject.main, path.inputs, path.ending));
        }
        *ends.entry(&subject.main).or_default().entry(place(&jvm, last)).or_default() += 1;
    }
    for (source, subject) in sources.iter().zip(&subjects).filter(|(_, subject)| wanted(&subject.main)) {
        let expected: Ends =
            expectations(source).into_iter().map(|(line, word, count)| ((line, word), count)).collect();
        let found = ends.remove(subject.main.as_str()).unwrap_or_default();
        if found != expected {
            let difference = differences(&expected, &found);
            problems.push(format!("{}: {difference}", subject.main));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

/// Where a path ended and how, in the words of the comments.
fn place(jvm: &Ending, last: u32) -> (u32, String) {
    let line = line_of(&jvm.frame).unwrap_or(0);
    match jvm.outcome.as_str() {
        "returned" => (last, "returned".into()),
        "assumed" => (line, "excluded".into()),
        _ => (line, jvm.detail.rsplit(['.', '$']).next().unwrap_or_default().into()),
    }
}

fn differences(expected: &Ends, found: &Ends) -> String {
    let keys: std::collections::BTreeSet<_> = expected.keys().chain(found.keys()).collect();
    let count = |ends: &Ends, key| ends.get(key).copied().unwrap_or(0);
    let differing = keys.into_iter().filter(|key| count(expected, key) != count(found, key));
    let shown = differing
        .map(|key| format!("line {} {}: expected {}, found {}", key.0, key.1, count(expected, key), count(found, key)));
    shown.collect::<Vec<_>>().join("; ")
}
