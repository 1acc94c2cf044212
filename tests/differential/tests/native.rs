//! A user class with native methods in C: fields, arrays, statics, strings, calls back into Java, exceptions.

use differential::native::native_program;
use differential::{Mode, Scratch, Tools, compare_all};

#[test]
fn native_methods_equal_java() {
    let tools = Tools::find();
    let scratch = Scratch::new("native");
    let program = [native_program(&tools, &scratch)];
    compare_all(&tools, &program, Mode::Plain).assert_equal();
}
