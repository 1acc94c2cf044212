//! Forked states share nothing: the fixtures again while the engine forks and drops states all the time.
//! One distance here; `cargo xtask show stress` uses three.

use differential::{Mode, Scratch, Tools, compare_all, fixtures};

#[test]
fn fixtures_equal_java_under_forks() {
    let tools = Tools::find();
    let scratch = Scratch::new("stress");
    compare_all(&tools, &fixtures(&tools, &scratch), Mode::StressFork(9973)).assert_equal();
}
