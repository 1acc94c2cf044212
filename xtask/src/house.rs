//! `cargo xtask show house`: the sizes and shapes that the code must keep. `cargo xtask tree`: the arrows between crates.

use differential::house::{self, House, MAX_FILE_LINES};

use crate::Shown;

/// The crate that only puts the others together stays small.
const MAX_CLI_LINES: usize = 6_000;

pub fn figures(_: &[&str]) -> Shown {
    let house = house::read();
    let mut lines = Vec::new();
    let mut enough = true;
    let mut state = |line: String, fine: bool| {
        lines.push(if fine { line } else { format!("{line}: SHORT") });
        enough &= fine;
    };
    for found in &house.crates {
        let line = format!("{}: {} lines, {} modules", found.name, found.lines(), found.modules().len());
        let bounded = found.name == "cli";
        let bound = if bounded { format!(", {MAX_CLI_LINES} allowed") } else { String::new() };
        state(line + &bound, !bounded || found.lines() <= MAX_CLI_LINES);
    }
    let (longest, path) = longest(&house);
    state(format!("longest file: {longest} lines, {MAX_FILE_LINES} allowed ({path})"), longest <= MAX_FILE_LINES);
    let found = [
        ("cycles between modules", cycles(&house)),
        ("wrong arrows between crates", house::wrong_arrows(&house.picture, &house.crates)),
        ("modules that are not on the map", house::unmapped_modules(&house.document, &house.crates)),
        ("files with unsafe code outside of its crate", house::unsafe_files(&house.crates)),
    ];
    for (what, found) in found {
        state(format!("{what}: {}", found.len()), found.is_empty());
        found.into_iter().for_each(|text| state(format!("  {text}"), true));
    }
    Shown { lines, enough }
}

/// The table of docs/architecture.md as it should be.
pub fn tree() {
    let house = house::read();
    print!("{}", house.picture.drawn(&house.crates));
}

fn cycles(house: &House) -> Vec<String> {
    let of = |found: &house::Crate| {
        let graph = house::module_graph(found);
        let cycles = graph.cycles().into_iter().map(|members| format!("{}: {}", found.name, members.join(" ")));
        cycles.collect::<Vec<String>>()
    };
    house.crates.iter().flat_map(of).collect()
}

fn longest(house: &House) -> (usize, &str) {
    let counted = house.files.iter().map(|file| (file.text.lines().count(), file.path.as_str()));
    counted.max().unwrap_or_default()
}
