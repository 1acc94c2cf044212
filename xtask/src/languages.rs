//! `cargo xtask show languages`: class files of Kotlin, Scala and Groovy under run, verify, test and scan. All compilers must be there.

use differential::languages::LANGUAGES;
use differential::{Mode, Scratch, Tools, compare_all};

use crate::Shown;

pub fn figures(names: &[&str]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("languages");
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for language in LANGUAGES.iter().filter(|language| names.is_empty() || names.contains(&language.name)) {
        if !language.is_installed() {
            shown.lines.push(format!("{}: no compiler; Debian's package is {}", language.name, language.name));
            shown.enough = false;
            continue;
        }
        let run = compare_all(&tools, &[language.program(&tools)], Mode::Plain);
        let (tests, mut wrong) = language.tested(&tools, &scratch);
        wrong.extend(run.differences.into_iter().map(|difference| difference.text));
        wrong.extend(language.verified_wrongly(&tools));
        wrong.extend(language.scanned_wrongly(&tools, &scratch));
        shown.lines.push(format!("{}: {tests} tests pass, {} things wrong", language.name, wrong.len()));
        shown.enough &= wrong.is_empty() && tests > 0;
        shown.lines.extend(wrong);
    }
    shown
}
