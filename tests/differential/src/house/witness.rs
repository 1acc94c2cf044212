//! Where a term becomes a number: `Path::witness` asks what for, and docs/internals/concrete.md lists every place with its reason. A
//! place that is not listed, or is no longer there, is a breach.

use std::collections::BTreeMap;

use super::Crate;

/// The list, below the workspace.
pub const PLACES: &str = "docs/internals/concrete.md";

const PURPOSES: [&str; 8] = ["Pin", "Record", "Focus", "Question", "Output", "Follow", "Search", "Report"];

/// How often a file looks at a witness for a purpose.
type Uses = BTreeMap<(String, String), usize>;

/// Differences between the code and the list.
pub fn wrong_places(document: &str, crates: &[Crate]) -> Vec<String> {
    let (coded, listed) = (coded(crates), listed(document));
    let mut wrong = Vec::new();
    for ((file, purpose), count) in &coded {
        match listed.get(&(file.clone(), purpose.clone())) {
            Some(known) if known == count => {}
            Some(known) => wrong.push(format!("{file}: {count} times for {purpose}, {PLACES} has {known}")),
            None => wrong.push(format!("{file}: looks at a witness for {purpose}, {PLACES} does not say why")),
        }
    }
    let gone = listed.keys().filter(|place| !coded.contains_key(*place));
    wrong.extend(gone.map(|(file, purpose)| format!("{file}: no longer looks at a witness for {purpose}")));
    wrong
}

fn coded(crates: &[Crate]) -> Uses {
    let mut uses = Uses::new();
    for found in crates {
        for source in found.sources.iter().filter(|source| !source.path.contains("tests")) {
            for purpose in PURPOSES {
                let count = source.text.matches(&format!("Use::{purpose}")).count();
                if count > 0 {
                    uses.insert((format!("{}/{}", found.name, source.path), purpose.into()), count);
                }
            }
        }
    }
    uses
}

/// Rows `| file | purpose | times | why |`.
fn listed(document: &str) -> Uses {
    let rows = document.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let [file, purpose, count, why] = cells[..] else { return None };
        let is_place = PURPOSES.contains(&purpose) && !why.is_empty();
        Some(((file.trim_matches('`').to_string(), purpose.to_string()), count.parse().ok().filter(|_| is_place)?))
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::house::Source;

    const DOCUMENT: &str =
        "| file | for | times | why |\n| --- | --- | --- | --- |\n| `one/a.rs` | Pin | 1 | bound |\n";

    fn planted(text: &str) -> Vec<String> {
        let source = Source { path: "a.rs".into(), text: text.into() };
        wrong_places(DOCUMENT, &[Crate { name: "one".into(), sources: vec![source], ..Crate::default() }])
    }

    #[test]
    fn a_place_that_is_not_listed_is_reported() {
        assert!(planted("witness(Use::Pin)").is_empty());
        let more = planted("witness(Use::Pin); witness(Use::Output)");
        assert_eq!(more, ["one/a.rs: looks at a witness for Output, docs/internals/concrete.md does not say why"]);
        let twice = planted("witness(Use::Pin); witness(Use::Pin)");
        assert_eq!(twice, ["one/a.rs: 2 times for Pin, docs/internals/concrete.md has 1"]);
        assert_eq!(planted(""), ["one/a.rs: no longer looks at a witness for Pin"]);
    }
}
