//! Bounds of the functions of `Math`, with which the solver refutes, contain what the JVM computes.

use differential::process::{PATIENCE, run};
use differential::tools::{compile, workspace};
use differential::{Exit, Scratch, Tools};
use solver::interval::function::enclosure;
use solver::interval::range::Range;
use term::Function;

const SAMPLES: usize = 20_000;

/// A range around the argument: so many thousandths of it to both sides.
fn around(value: f64, thousandths: u64) -> Range {
    if !value.is_finite() {
        return Range::exactly(value);
    }
    let by = value.abs().max(1e-3) * thousandths as f64 * 1e-3;
    Range::numbers(value - by, value + by)
}

#[test]
fn results_of_the_jvm_are_inside() {
    let tools = Tools::find();
    let scratch = Scratch::new("math-bounds");
    compile(&tools, &[workspace().join("fixtures/models/MathSamples.java")], "", scratch.path());
    for mode in ["-Xint", "-Xcomp"] {
        let mut java = tools.java();
        java.arg(mode).arg("-cp").arg(scratch.path()).arg("MathSamples").arg(SAMPLES.to_string());
        let outcome = run(java, b"", PATIENCE);
        assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
        let mut count = 0;
        for line in outcome.stdout_text().lines() {
            let mut words = line.split(' ');
            let name = words.next().expect("a name");
            let function = Function::ALL.into_iter().find(|function| function.name() == name).expect("a function");
            let mut bits = || f64::from_bits(u64::from_str_radix(words.next().expect("bits"), 16).expect("bits"));
            let (x, y, result) = (bits(), bits(), bits());
            for thousandths in [0, 1, 100, 3000] {
                let bounds = enclosure(function, &around(x, thousandths), &around(y, thousandths));
                assert!(bounds.contains(result), "{name}({x:e}, {y:e}) = {result:e} is outside of {bounds:?}");
            }
            count += 1;
        }
        assert_eq!(count, SAMPLES * Function::ALL.len());
    }
}
