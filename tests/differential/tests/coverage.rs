//! The coverage that `jacana test` tells is what JaCoCo counts, and mutants are noticed; `cargo xtask show coverage` and `mutants` take classes of
//! real jars.

use std::fs;

use differential::campaign::Campaign;
use differential::fixture::files_below;
use differential::jacoco::beside;
use differential::tools::{compile_with, workspace};
use differential::{Scratch, Tools};

/// Debian's JaCoCo knows no newer class files.
const RELEASE: [&str; 2] = ["--release", "17"];
const BUDGET: [&str; 4] = ["--time-per-class", "0", "--paths", "40"];

fn campaign(tools: &Tools, scratch: &Scratch, folder: &str, options: &[&str]) -> (Campaign, String) {
    let classes = scratch.path().join("classes");
    compile_with(tools, &files_below(&workspace().join("fixtures/test").join(folder)), &RELEASE, &classes);
    let classes = classes.display().to_string();
    let words = [&["-cp", &classes][..], options].concat();
    let campaign = Campaign::run(tools, &words, &[&classes], &scratch.path().join("tests"));
    (campaign.unwrap_or_else(|why| panic!("{why}")), classes)
}

#[test]
fn coverage_is_what_jacoco_counts() {
    let (tools, scratch) = (Tools::find(), Scratch::new("coverage"));
    let (campaign, classes) = campaign(&tools, &scratch, "measured", &BUDGET);
    let all = beside(&tools, &campaign, &classes).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(all.len(), 3, "{all:?}");
    for one in &all {
        assert!(one.ours[0] * 2 >= one.ours[1] && one.ours[2] > 0, "{one:?}");
        assert!(one.branches_apart() <= 1 && one.lines_apart() <= 1, "{one:?}");
    }
}

#[test]
fn mutants_are_noticed_and_told() {
    let (tools, scratch) = (Tools::find(), Scratch::new("mutants"));
    let options = [&BUDGET[..], &["--mutants"]].concat();
    let (campaign, _) = campaign(&tools, &scratch, "measured", &options);
    let written = campaign.rows.iter().find(|row| row.class == "measured.Written").expect("a row");
    let [killed, all] = written.mutants.expect("a score");
    assert!(all > 40 && killed * 100 >= all * 65, "{killed} of {all}");
    assert!(campaign.outcome.stdout_text().contains(&format!("mutants {killed} of {all} killed")));
    // A test that changes something asserts what changed.
    let test = fs::read_to_string(scratch.path().join("tests/measured/WrittenTest.java")).expect("a test");
    assert!(test.contains("assertEquals("), "{test}");
}

#[test]
fn a_setter_is_asserted_by_its_getter() {
    let (tools, scratch) = (Tools::find(), Scratch::new("setters"));
    let (campaign, _) = campaign(&tools, &scratch, "changed", &BUDGET);
    assert_eq!(campaign.rows.len(), 1);
    let test = fs::read_to_string(scratch.path().join("tests/changed/BoxTest.java")).expect("a test");
    for part in ["getWidth());", "depth());", ".label);", ".items());"] {
        assert!(test.contains(part), "{part} of {test}");
    }
}
