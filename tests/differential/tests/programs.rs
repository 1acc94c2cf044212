//! Real programs from Debian's packages behave as under `java`: output, exit code and the files they write.

use differential::subject::subject_programs;
use differential::{Mode, Scratch, Tools, compare_all};

#[test]
fn programs_equal_java() {
    let tools = Tools::find();
    let scratch = Scratch::new("programs");
    compare_all(&tools, &subject_programs(&tools, &scratch), Mode::Plain).assert_equal();
}
