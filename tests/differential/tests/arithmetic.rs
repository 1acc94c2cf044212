//! Every arithmetic, conversion, comparison and shift bytecode on boundary values, against the JVM.

use differential::arithmetic::{Generated, cases};
use differential::{Mode, Scratch, Tools, compare_all};

#[test]
fn generated_programs_equal_java() {
    let tools = Tools::find();
    let scratch = Scratch::new("arithmetic");
    let programs = Generated::new(&tools, &scratch).programs;
    let count: usize = programs.iter().map(|program| cases(&program.on_java(&tools))).sum();
    println!("{count} cases");
    assert!(count > 100_000, "only {count} cases");
    compare_all(&tools, &programs, Mode::Plain).assert_equal();
}
