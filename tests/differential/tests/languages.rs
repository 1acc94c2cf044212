//! Programs in other languages, as far as their compilers are here; the rest is told. In full: `cargo xtask show languages`.

use differential::languages::{LANGUAGES, Language};
use differential::{Mode, Tools, compare_all};

#[test]
fn programs_in_other_languages_equal_java() {
    let tools = Tools::find();
    let (here, missing): (Vec<&Language>, Vec<&Language>) =
        LANGUAGES.iter().partition(|language| language.is_installed());
    for language in &missing {
        println!("not compared: no compiler of {} (Debian's package {})", language.name, language.name);
    }
    let programs: Vec<_> = here.iter().map(|language| language.program(&tools)).collect();
    compare_all(&tools, &programs, Mode::Plain).assert_equal();
    let wrong: Vec<String> = here.iter().flat_map(|language| language.verified_wrongly(&tools)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
