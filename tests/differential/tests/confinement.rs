//! Programs that try to get out, the short form; all places and users are `cargo xtask show confinement`.

use differential::Tools;
use differential::attacks::{Arsenal, Place, User};

#[test]
fn attacks_have_no_effect() {
    let arsenal = Arsenal::new(Tools::find());
    let control = arsenal.attack(Place::Outside, User::Caller);
    assert!(control.effects.len() > 40, "the deeds are real: {:#?}", control.effects);
    for place in Place::SHORT {
        let attacked = arsenal.attack(place, User::Caller);
        assert_eq!(attacked.effects, [""; 0], "{place:?}: {}", attacked.outcome.stderr_text());
    }
}

#[test]
fn tests_keep_secrets() {
    let arsenal = Arsenal::new(Tools::find());
    assert_eq!(arsenal.secrets_in_tests(), [""; 0]);
}

/// Native libraries are refused while exploring unless the user wants them, and the report says so.
#[test]
fn native_libraries_are_refused() {
    let arsenal = Arsenal::new(Tools::find());
    let attacked = arsenal.attack(Place::Refused, User::Caller);
    assert_eq!(attacked.effects, [""; 0]);
    assert!(!attacked.native_ran, "the library was not loaded");
    assert!(
        attacked.outcome.stdout_text().contains("would load a native library"),
        "{}",
        attacked.outcome.stdout_text()
    );
}
