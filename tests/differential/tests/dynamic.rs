//! invokedynamic and constant dynamic with bootstrap methods of the program's own, against the JVM.

use differential::{Mode, Scratch, Tools, compare_all, dynamic};

#[test]
fn bootstrap_methods_of_all_kinds_equal_java() {
    let tools = Tools::find();
    let scratch = Scratch::new("dynamic");
    let program = dynamic::program(&tools, &scratch);
    compare_all(&tools, &[program], Mode::Plain).assert_equal();
}
