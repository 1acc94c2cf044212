//! fixtures/unbounded: methods with loops of any length and without clauses. `jacana check` proves them, by the part that the
//! comment before each names; what is wrong behind every bound is never proved.

use std::collections::BTreeMap;
use std::time::Duration;

use differential::json::Json;
use differential::process::run;
use differential::tools::{Scratch, Tools, workspace};
use differential::unbounded::strongest_part;

const PATIENCE: Duration = Duration::from_secs(300);

/// The methods of a report by their names.
fn checked(target: &str, options: &[&str]) -> BTreeMap<String, Json> {
    let class = target.split('.').next().expect("a class");
    let (tools, scratch) = (Tools::find(), Scratch::new(class));
    let report = scratch.path().join("report.json");
    let source = workspace().join(format!("fixtures/unbounded/{class}.java"));
    let mut command = tools.jacana();
    command.arg("check").arg(source).args(options).arg("--json").arg(&report).arg(target);
    let outcome = run(command, b"", PATIENCE);
    let text = std::fs::read_to_string(&report).unwrap_or_else(|_| panic!("{}", outcome.stderr_text()));
    let methods = Json::parse(&text)["methods"].list().to_vec();
    let name = |method: &Json| {
        let shown = method["method"].text().split('(').next().unwrap_or_default().to_string();
        shown.rsplit('.').next().unwrap_or_default().to_string()
    };
    methods.into_iter().map(|method| (name(&method), method)).collect()
}

/// Methods by name, and the part that proves each.
fn expected(class: &str) -> BTreeMap<String, String> {
    let source = workspace().join(format!("fixtures/unbounded/{class}.java"));
    let text = std::fs::read_to_string(source).expect("a fixture");
    let mut part = None;
    let mut found = BTreeMap::new();
    for line in text.lines().map(str::trim) {
        if let Some(named) = line.strip_prefix("// proved by ") {
            part = Some(named.to_string());
        } else if line.starts_with("public ")
            && let Some((head, _)) = line.split_once('(')
            && let Some(part) = part.take()
        {
            found.insert(head.rsplit(' ').next().expect("a name").to_string(), part);
        }
    }
    found
}

fn is_proved(method: &Json) -> bool {
    method["verdict"].text() == "HOLDS" && method["within"].list().is_empty()
}

fn all_are_proved(class: &str, fewest: usize) {
    let (wanted, said) = (expected(class), checked(class, &["--check-proofs", "--k", "2", "--loop", "6"]));
    assert!(wanted.len() >= fewest, "{} methods only", wanted.len());
    let mut faults = Vec::new();
    for (name, wanted) in wanted {
        let method = &said[&name];
        let part = strongest_part([&method["proof"]]);
        if !is_proved(method) || part != wanted {
            faults.push(format!("{name}: {} {:?} by {part}", method["verdict"].text(), method["within"]));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn loops_over_arrays() {
    all_are_proved("Arrays", 13);
}

#[test]
fn loops_over_numbers() {
    all_are_proved("Numbers", 16);
}

#[test]
fn loops_over_lists() {
    all_are_proved("Lists", 8);
}

/// What breaks behind every bound holds within bounds at best.
#[test]
fn nothing_wrong_is_proved() {
    for (name, method) in checked("Wrong", &["--time", "3s"]) {
        assert!(name == "<init>" || !is_proved(&method), "{name} is proved: {:?}", method["proof"]);
    }
}

/// The answer says what it rests on: invariants as Java with their lines, and whether the loop ends.
#[test]
fn the_report_names_what_it_rests_on() {
    let said = checked("Arrays.indexOf", &["--k", "1"]);
    let closed = &said["indexOf"]["proof"].list()[0];
    assert_eq!(closed["at"]["file"].text(), "Arrays.java");
    let java: Vec<&str> = closed["java"].list().iter().map(Json::text).collect();
    assert!(java.iter().any(|fact| fact.contains('i')), "{java:?}");
    assert_eq!(closed["ends"], Json::Bool(true));
    let said = checked("Lists.length", &["--k", "1"]);
    let assumed: Vec<&str> = said["length"]["assumptions"].list().iter().map(Json::text).collect();
    assert!(assumed.iter().any(|text| text.contains("Lists.length") && text.contains("ends")), "{assumed:?}");
}

#[test]
fn without_proofs_the_bounds_are_named() {
    let said = checked("Numbers.count", &["--no-proofs"]);
    assert_eq!(said["count"]["within"].list(), [Json::Text("--loop".into())]);
}
