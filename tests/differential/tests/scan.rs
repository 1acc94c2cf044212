//! `jacana scan` on examples/shop, whose lines say which findings they have: `// finding: RULE`. In full: `cargo xtask show
//! scan`, `since`.

use differential::Exit;
use differential::fixture::files_below;
use differential::process::{PATIENCE, run};
use differential::scan::{ScannedProject, Told, important};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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

#[test]
fn all_findings_are_told_and_no_other() {
    let shop = ScannedProject::shop();
    let (outcome, report) = shop.scan(&["--sarif", &shop.scratch.path().join("out.sarif").display().to_string()]);
    assert_eq!(outcome.exit, Exit::Code(1), "{}", outcome.stderr_text());
    assert_eq!(BTreeSet::from_iter(important(&report)), expected(&shop.root()), "{}", outcome.stdout_text());
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
    shop.edit("shop/Prices.java", "    private Prices() {}", "    // One more line.\n    private Prices() {}");
    shop.edit(
        "shop/Prices.java",
        "highest = Math.max(highest, price);",
        "highest = Math.max(highest, 100 / (price - 7));",
    );
    let (outcome, report) = shop.scan(&[]);
    let new: Vec<&Value> =
        report["findings"].as_array().into_iter().flatten().filter(|finding| finding["known"] == false).collect();
    assert_eq!((new.len(), outcome.exit), (1, Exit::Code(1)), "{new:#?}");
    assert_eq!((new[0]["rule"].as_str(), new[0]["place"]["line"].as_u64()), (Some("arithmetic"), Some(26)));
}

#[test]
fn changed_methods_alone_are_looked_at() {
    let shop = ScannedProject::shop();
    shop.git(&["init", "-q"]);
    shop.git(&["add", "."]);
    shop.git(&["commit", "-qm", "one"]);
    let (outcome, report) = shop.scan(&["--since", "HEAD"]);
    assert_eq!((outcome.exit, important(&report).len()), (Exit::Code(0), 0), "{}", outcome.stdout_text());
    shop.edit("shop/Label.java", "return at < 0 ? text : text.substring(0, at);", "return text.substring(0, at);");
    let (outcome, report) = shop.scan(&["--since", "HEAD"]);
    let found = BTreeSet::from_iter(important(&report));
    let rules: Vec<&str> = found.iter().map(|(_, _, rule)| rule.as_str()).collect();
    assert_eq!(rules, ["null-pointer", "index-out-of-bounds"], "{}", outcome.stdout_text());
    let (outcome, _) = shop.scan(&["--since", "no-such-revision"]);
    assert_eq!(outcome.exit, Exit::Code(3), "{}", outcome.stderr_text());
}

#[test]
fn what_cannot_be_scanned_is_told_in_a_line() {
    let shop = ScannedProject::shop();
    let scan_alone = |words: &[&str]| {
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
        let outcome = scan_alone(&[&path]);
        let said = outcome.stderr_text();
        assert!(said.contains(told) && said.lines().count() == 1, "{path}: {said}");
        assert_eq!(outcome.exit, Exit::Code(3));
    }
    shop.scratch.write("shop/jacana.toml", "[scan]\nexclude = [\"shop.**\"]\ntime = \"20s\"\nbild = false\n");
    let (outcome, _) = shop.scan(&[]);
    assert!(outcome.stderr_text().contains("jacana.toml, line 4"), "{}", outcome.stderr_text());
    // What the project says of null: of `Catalogue.plain(null)`.
    let importance = |rules: &str| {
        let rest = ["Till", "Stock", "Prices", "Label"].map(|class| format!("\"shop.{class}\"")).join(", ");
        shop.scratch.write("shop/jacana.toml", format!("[scan]\nexclude = [{rest}]\n{rules}"));
        let (_, report) = shop.scan(&[]);
        let of_plain =
            |finding: &&Value| finding["method"] == "plain(String)" && finding["inputs"][0]["value"] == "null";
        let mut findings = report["findings"].as_array().into_iter().flatten().filter(of_plain);
        findings.next().and_then(|finding| finding["importance"].as_str()).map(String::from)
    };
    assert_eq!(importance("").as_deref(), Some("possible"));
    assert_eq!(importance("[scan.null]\narguments = \"allowed\"\n").as_deref(), Some("likely"));
    assert_eq!(importance("[scan.null]\narguments = \"forbidden\"\n"), None);
    shop.scratch.write("shop/jacana.toml", "[scan]\nexclude = [\"shop.*\"]\n");
    let (_, report) = shop.scan(&[]);
    assert_eq!(report["work"]["classes_excluded"], 5, "{report:#}");
}

#[test]
fn what_does_not_compile_is_left_out_and_annotations_are_none_of_it() {
    let shop = ScannedProject::shop();
    let helper = |name: &str, import: &str, body: &str| {
        let text = format!("package shop;\n{import}\npublic class {name} {{\n{body}\n}}\n");
        shop.scratch.write(&format!("shop/src/main/java/shop/{name}.java"), text);
    };
    let divides = "    @Guarded(by = \"nobody\")\n    public static int share(@Maybe int sum, int parts) {\n        return sum / parts;\n    }";
    helper("Noted", "import org.nowhere.Guarded;\nimport org.nowhere.Maybe;", divides);
    helper("Foreign", "import org.elsewhere.Tool;", "    Tool tool;");
    helper("Neighbour", "", "    Foreign foreign;");
    let (outcome, report) = shop.scan(&["--exclude", "shop.Till", "--exclude", "shop.Stock"]);
    let rules: Vec<String> =
        important(&report).into_iter().filter(|told| told.0.ends_with("Noted.java")).map(|told| told.2).collect();
    assert_eq!(rules, ["arithmetic"], "{}", outcome.stdout_text());
    let notes = report["notes"].to_string();
    assert!(
        notes.contains("2 of 8 sources do not compile here and are left out: Foreign.java, Neighbour.java"),
        "{notes}"
    );
    assert!(notes.contains("org.elsewhere"), "{notes}");
    // Nothing at all compiles.
    for file in files_below(&shop.root().join("src")) {
        fs::write(&file, "class {").expect("writable");
    }
    let (outcome, _) = shop.scan(&[]);
    assert_eq!(outcome.exit, Exit::Code(3));
    assert!(
        outcome.stderr_text().contains("shop does not compile here: javac found errors"),
        "{}",
        outcome.stderr_text()
    );
}
