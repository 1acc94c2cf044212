//! `jacana scan` on examples/shop, whose lines say which findings they have: `// finding: RULE`. In full: `cargo xtask show scan`.

use differential::fixture::files_below;
use differential::process::{PATIENCE, run};
use differential::tools::workspace;
use differential::{Exit, Outcome, Scratch, Tools};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of the project, which scans may write to.
struct Shop {
    tools: Tools,
    scratch: Scratch,
}

impl Shop {
    fn new() -> Shop {
        let scratch = Scratch::new("scan");
        let from = workspace().join("examples/shop");
        for file in files_below(&from) {
            let below = file.strip_prefix(&from).expect("below it").display().to_string();
            scratch.write(&format!("shop/{below}"), fs::read_to_string(&file).expect("a text"));
        }
        Shop { tools: Tools::find(), scratch }
    }

    fn root(&self) -> PathBuf {
        self.scratch.path().join("shop")
    }

    /// What is said, and the report.
    fn scan(&self, words: &[&str]) -> (Outcome, Value) {
        let file = self.scratch.path().join("report.json");
        let _ = fs::remove_file(&file);
        let mut command = self.tools.jacana();
        command.args(["scan", "--no-build", "--time", "60s", "--json"]).arg(&file).args(words).arg(self.root());
        let outcome = run(command, b"", PATIENCE);
        let report = serde_json::from_str(&fs::read_to_string(&file).unwrap_or_default()).unwrap_or(Value::Null);
        (outcome, report)
    }

    fn git(&self, words: &[&str]) {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").args(identity).args(words).current_dir(self.root()).output();
        let output = output.expect("git starts");
        assert!(output.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.root().join("src/main/java/shop").join(file);
        let text = fs::read_to_string(&path).expect("a source");
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(&path, text.replacen(from, to, 1)).expect("writable");
    }
}

/// File, line and rule.
type Told = (String, u64, String);

/// What the lines of the sources say.
fn expected(root: &Path) -> BTreeSet<Told> {
    let mut expected = BTreeSet::new();
    for file in files_below(&root.join("src")) {
        let below = file.strip_prefix(root).expect("below it").display().to_string();
        let text = fs::read_to_string(&file).expect("a text");
        for (at, line) in text.lines().enumerate() {
            if let Some((_, rule)) = line.split_once("// finding: ") {
                expected.insert((below.clone(), at as u64 + 1, rule.to_string()));
            }
        }
    }
    expected
}

/// All that is more than possible.
fn important(report: &Value) -> BTreeSet<Told> {
    let findings = report["findings"].as_array().into_iter().flatten();
    let findings = findings.filter(|finding| finding["importance"] != "possible");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    findings
        .map(|finding| {
            let place = &finding["place"];
            (text(&place["file"]), place["line"].as_u64().unwrap_or_default(), text(&finding["rule"]))
        })
        .collect()
}

#[test]
fn all_findings_are_told_and_no_other() {
    let shop = Shop::new();
    let (outcome, report) = shop.scan(&["--sarif", &shop.scratch.path().join("out.sarif").display().to_string()]);
    assert_eq!(outcome.exit, Exit::Code(1), "{}", outcome.stderr_text());
    assert_eq!(important(&report), expected(&shop.root()), "{}", outcome.stdout_text());
    let said = outcome.stdout_text();
    assert!(said.contains("bug[assertion-fails]") && said.contains("Catalogue.plain passes null here"), "{said}");
    let sarif = fs::read_to_string(shop.scratch.path().join("out.sarif")).expect("SARIF is written");
    let sarif: Value = serde_json::from_str(&sarif).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().map_or(0, Vec::len);
    assert_eq!(Some(results), report["findings"].as_array().map(Vec::len));
    // What is known is no reason to fail, and what did not change is not explored again.
    let (outcome, _) = shop.scan(&["--write-baseline"]);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stdout_text());
    let (outcome, report) = shop.scan(&[]);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stdout_text());
    assert_eq!(
        (&report["work"]["classes_explored"], &report["work"]["classes_remembered"]),
        (&0.into(), &5.into()),
        "{report:#}"
    );
    // A line that moves changes no fingerprint; a new bug is told.
    shop.edit("Prices.java", "    private Prices() {}", "    // One more line.\n    private Prices() {}");
    shop.edit("Prices.java", "highest = Math.max(highest, price);", "highest = Math.max(highest, 100 / (price - 7));");
    let (outcome, report) = shop.scan(&[]);
    let new: Vec<&Value> =
        report["findings"].as_array().into_iter().flatten().filter(|finding| finding["known"] == false).collect();
    assert_eq!((new.len(), outcome.exit), (1, Exit::Code(1)), "{new:#?}");
    assert_eq!((new[0]["rule"].as_str(), new[0]["place"]["line"].as_u64()), (Some("arithmetic"), Some(26)));
}

#[test]
fn changed_methods_alone_are_looked_at() {
    let shop = Shop::new();
    shop.git(&["init", "-q"]);
    shop.git(&["add", "."]);
    shop.git(&["commit", "-qm", "one"]);
    let (outcome, report) = shop.scan(&["--since", "HEAD"]);
    assert_eq!((outcome.exit, important(&report).len()), (Exit::Code(0), 0), "{}", outcome.stdout_text());
    shop.edit("Label.java", "return at < 0 ? text : text.substring(0, at);", "return text.substring(0, at);");
    let (outcome, report) = shop.scan(&["--since", "HEAD"]);
    let found = important(&report);
    let rules: Vec<&str> = found.iter().map(|(_, _, rule)| rule.as_str()).collect();
    assert_eq!(rules, ["null-pointer", "index-out-of-bounds"], "{}", outcome.stdout_text());
    let (outcome, _) = shop.scan(&["--since", "no-such-revision"]);
    assert_eq!(outcome.exit, Exit::Code(3), "{}", outcome.stderr_text());
}

#[test]
fn what_cannot_be_scanned_is_told_in_a_line() {
    let shop = Shop::new();
    let scan = |words: &[&str]| {
        let mut command = shop.tools.jacana();
        command.arg("scan").args(words);
        run(command, b"", PATIENCE)
    };
    let empty = shop.scratch.path().join("empty");
    fs::create_dir_all(&empty).expect("writable");
    for (path, told) in [
        (empty.display().to_string(), "nothing to scan"),
        ("/no/such/project".to_string(), "no such project"),
        (shop.root().join("pom.xml").display().to_string(), "neither a folder nor a jar"),
    ] {
        let outcome = scan(&[&path]);
        let said = outcome.stderr_text();
        assert!(said.contains(told) && said.lines().count() == 1, "{path}: {said}");
        assert_eq!(outcome.exit, Exit::Code(3));
    }
    shop.scratch.write("shop/jacana.toml", "[scan]\nexclude = [\"shop.**\"]\ntime = \"20s\"\nbild = false\n");
    let (outcome, _) = shop.scan(&[]);
    assert!(outcome.stderr_text().contains("jacana.toml, line 4"), "{}", outcome.stderr_text());
    shop.scratch.write("shop/jacana.toml", "[scan]\nexclude = [\"shop.*\"]\n");
    let (_, report) = shop.scan(&[]);
    assert_eq!(report["work"]["classes_excluded"], 5, "{report:#}");
}
