//! The models of text on a few random strings; `cargo xtask show text` tries more.

use differential::Tools;
use differential::text::{Draw, Expected, verified};

const DRAW: Draw = Draw { seed: 20_261_115, strings: 14 };

#[test]
fn models_give_what_the_jvm_gives() {
    let (expectations, said) = verified(&Tools::find(), DRAW, Expected::Right);
    println!("{expectations} expectations: {said}");
    assert!(said.contains("VERDICT: TRUE(assert)"), "{said}");
}

#[test]
fn a_wrong_expectation_is_refuted() {
    let (_, said) = verified(&Tools::find(), DRAW, Expected::Wrong);
    assert!(said.contains("VERDICT: FALSE(assert)"), "{said}");
}
