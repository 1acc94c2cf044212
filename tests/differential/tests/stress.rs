//! Forked states share nothing, and the garbage collector takes nothing that is alive: the fixtures and the real programs again
//! while the engine forks and drops states, and collects, all the time. One distance each here; `cargo xtask show stress` and
//! `stress-gc` use three, either by itself, and the generated arithmetic too.

use differential::native::native_program;
use differential::subject::subject_programs;
use differential::{Mode, STRESS_DISTANCES, Scratch, Tools, compare_all, fixtures};

const FIXTURES: u32 = STRESS_DISTANCES[1];
/// They are longer: Lucene alone runs for minutes otherwise.
const PROGRAMS: u32 = STRESS_DISTANCES[2];

#[test]
fn fixtures_equal_java_under_forks_and_collections() {
    let tools = Tools::find();
    let scratch = Scratch::new("stress");
    compare_all(&tools, &fixtures(&tools, &scratch), Mode::StressBoth(FIXTURES)).assert_equal();
}

#[test]
fn programs_equal_java_under_forks_and_collections() {
    let tools = Tools::find();
    let scratch = Scratch::new("stress-both");
    let mut programs = subject_programs(&tools, &scratch);
    programs.push(native_program(&tools, &scratch));
    compare_all(&tools, &programs, Mode::StressBoth(PROGRAMS)).assert_equal();
}
