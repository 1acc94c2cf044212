//! A class with probes does on `java` what it does without; `cargo xtask show probes` tries all fixtures.

use differential::probed::try_fixtures;

#[test]
fn fixtures_with_probes_behave_as_without() {
    let figures = try_fixtures(16);
    assert_eq!(figures.wrong, Vec::<String>::new());
    assert_eq!(figures.left, 0);
    assert!(figures.programs >= 5 && figures.probes > 200, "{figures:?}");
}
