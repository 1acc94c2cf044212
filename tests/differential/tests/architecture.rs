//! The code keeps the rules of docs/architecture.md. That breaches are found is tested beside each rule (`differential::house`).

use std::fs;

use differential::house::{self, House, UNSAFE_CRATE};
use differential::tools::workspace;

fn house() -> House {
    let house = house::read();
    assert!(house.crates.len() > 5, "the crates of the workspace are found");
    house
}

fn assert_none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn arrows_between_crates_are_those_of_the_map() {
    let house = house();
    let wrong = house::wrong_arrows(&house.picture, &house.crates);
    assert_none("arrows (cargo xtask tree prints them as the map has them)", &wrong);
}

#[test]
fn modules_of_a_crate_have_no_cycle() {
    let told = |found: &house::Crate| {
        let cycles = house::module_graph(found).told_cycles();
        cycles.into_iter().map(|cycle| format!("{} {cycle}", found.name)).collect::<Vec<String>>()
    };
    let cycles: Vec<String> = house().crates.iter().flat_map(told).collect();
    assert_none("modules that depend on each other", &cycles);
}

#[test]
fn every_module_is_on_the_map() {
    let house = house();
    assert_none("the map has gaps", &house::unmapped_modules(&house.document, &house.crates));
}

#[test]
fn every_place_that_makes_a_number_of_a_term_is_listed() {
    let document = fs::read_to_string(workspace().join(house::PLACES)).expect("a list of places");
    assert_none("places where symbolic becomes concrete", &house::wrong_places(&document, &house().crates));
}

#[test]
fn no_file_is_too_long() {
    assert_none("long files", &house::long_files(&house().files));
}

#[test]
fn unsafe_code_is_in_one_crate() {
    assert_none("unsafe code", &house::unsafe_files(&house().crates));
    let manifest = |path: &str| fs::read_to_string(workspace().join(path)).expect("a crate has a manifest");
    assert!(manifest("Cargo.toml").contains("[workspace.lints.rust]\nunsafe_code = \"deny\"\n"));
    for found in house().crates.iter().filter(|found| found.name != UNSAFE_CRATE) {
        let inherits = manifest(&format!("crates/{}/Cargo.toml", found.name)).contains("[lints]\nworkspace = true\n");
        assert!(inherits, "crate {} does not take the lints of the workspace", found.name);
    }
}
