//! `jacana doctor`: what is there for us and what is missing, a line each, with what to do about it. Runs in the first process and
//! is the only command that needs no JDK.

mod checks;
pub mod options;
mod trial;

use crate::output::say;
use options::Doctor;
use serde_json::{Value, json};

/// The exit code where jacana cannot work, which is that of errors.
const CANNOT_WORK: u8 = 3;

/// Something that jacana needs, or can use.
#[derive(Debug)]
struct Check {
    name: &'static str,
    status: Status,
    /// What is there, or why it is not.
    found: String,
    /// What the user may do about it.
    advice: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Ok,
    /// It works, but not as well as it could.
    Warning,
    /// It is not there, and only some uses need it.
    Missing,
    /// It is not there, and nothing works without.
    MissingAndNeeded,
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Warning => "warning",
            Status::Missing | Status::MissingAndNeeded => "missing",
        }
    }
}

impl Check {
    fn ok(name: &'static str, found: impl Into<String>) -> Check {
        Check { name, status: Status::Ok, found: found.into(), advice: None }
    }

    fn short(name: &'static str, status: Status, found: impl Into<String>, advice: impl Into<String>) -> Check {
        Check { name, status, found: found.into(), advice: Some(advice.into()) }
    }
}

pub fn execute(doctor: &Doctor) -> u8 {
    let checks = checks::all(doctor);
    let works = works(&checks);
    say(&if doctor.json { object(&checks) } else { text(&checks) });
    if works { 0 } else { CANNOT_WORK }
}

fn works(checks: &[Check]) -> bool {
    checks.iter().all(|check| check.status != Status::MissingAndNeeded)
}

fn text(checks: &[Check]) -> String {
    let mut text = String::new();
    for Check { name, status, found, advice } in checks {
        let advice = advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default();
        text += &format!("{:8} {name}: {found}{advice}\n", status.word());
    }
    text + if works(checks) { "jacana can work here\n" } else { "jacana cannot work here\n" }
}

fn object(checks: &[Check]) -> String {
    let entry = |check: &Check| -> Value {
        json!({
            "name": check.name,
            "status": check.status.word(),
            "needed": check.status == Status::MissingAndNeeded,
            "found": check.found,
            "advice": check.advice,
        })
    };
    let object = json!({
        "format": 1,
        "tool": { "name": "jacana", "version": env!("CARGO_PKG_VERSION") },
        "works": works(checks),
        "checks": checks.iter().map(entry).collect::<Vec<Value>>(),
    });
    format!("{object:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    fn checks() -> Vec<Check> {
        vec![Check::ok("javac", "/jdk/bin/javac"), Check::short("gradle", Status::Missing, "not on PATH", "install it")]
    }

    #[test]
    fn a_line_says_what_to_do() {
        expect![[r"
            ok       javac: /jdk/bin/javac
            missing  gradle: not on PATH; install it
            jacana can work here
        "]]
        .assert_eq(&text(&checks()));
    }

    #[test]
    fn only_what_is_needed_stops_us() {
        let needed = Check::short("JDK", Status::MissingAndNeeded, "no JDK found", "install one");
        assert!(works(&checks()));
        assert!(!works(&[needed]));
    }

    #[test]
    fn json_has_the_same() {
        let read: Value = serde_json::from_str(&object(&checks())).expect("JSON");
        assert_eq!(read["works"], true);
        assert_eq!(read["checks"][1]["status"], "missing");
        assert_eq!(read["checks"][0]["advice"], Value::Null);
    }
}
