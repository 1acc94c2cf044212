//! Every program of fixtures/run behaves as under `java -ea`.

use differential::{Mode, Scratch, Tools, compare_all, fixtures};

#[test]
fn all_fixtures_equal_java() {
    let tools = Tools::find();
    let scratch = Scratch::new("fixtures");
    compare_all(&tools, &fixtures(&tools, &scratch), Mode::Plain).assert_equal();
}
