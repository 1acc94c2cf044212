//! Parts of a program that no symbol reaches are not slower than without symbols; `cargo xtask show selective` measures how much.

use differential::selective::measure;

/// Tests run beside each other, so this is only to notice what is much slower.
const MOST: f64 = 1.6;

#[test]
fn concrete_parts_run_at_plain_speed() {
    for measured in measure(2, 1) {
        let ratio = measured.ratio();
        assert!(ratio < MOST, "{}: {ratio:.2} times as long with symbols", measured.name);
        let parts = &measured.parts;
        assert!(parts.contains("symbolic data reached"), "{parts}");
        let own = parts.lines().find(|line| line.ends_with(&format!("   {}", measured.name))).expect("its own class");
        let instructions: u64 = own.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number");
        assert!(instructions > 1000, "{parts}");
    }
}
