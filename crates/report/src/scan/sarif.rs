//! SARIF 2.1.0, for code scanning on GitHub, GitLab and Azure and for the viewers of editors. Sections are those of the OASIS standard.
//! GitHub refuses a whole file if one result has no physical location: every result has one.

use super::{Finding, Frame, Importance, Place, Rule, Scan, Sources};
use crate::json::{list, object, text};
use serde_json::Value;

/// Stands for the root of the project in all places, see `originalUriBaseIds` (3.14.14).
const ROOT: &str = "SRCROOT";
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Recursion fills stacks with more frames than a viewer can show.
const MAX_FRAMES: usize = 40;

pub fn sarif(scan: &Scan, sources: &Sources) -> String {
    let root = object([("description", message("The root of the project."))]);
    let run = object([
        ("tool", object([("driver", driver())])),
        ("invocations", Value::from(vec![invocation(scan)])),
        ("originalUriBaseIds", object([(ROOT, root)])),
        ("columnKind", text("utf16CodeUnits")),
        ("results", list(&scan.findings, |finding| result(finding, sources))),
        (
            "properties",
            object([
                ("project", text(&scan.project)),
                ("jdk", text(&scan.jdk)),
                // Results of the state "absent" would need places, which nobody knows any more.
                ("gone", list(&scan.gone, |fingerprint| text(fingerprint))),
            ]),
        ),
    ]);
    let document = object([("$schema", text(SCHEMA)), ("version", text("2.1.0")), ("runs", Value::from(vec![run]))]);
    // Without white space, as servers limit the size of the file.
    format!("{document}\n")
}

fn driver() -> Value {
    object([
        ("name", text("Jacana")),
        ("version", text(env!("CARGO_PKG_VERSION"))),
        ("semanticVersion", text(env!("CARGO_PKG_VERSION"))),
        ("rules", list(Rule::ALL, rule)),
    ])
}

/// 3.49 reportingDescriptor, without a name: 3.49.7 wants one that differs from the id by more than letters' case.
fn rule(rule: Rule) -> Value {
    object([
        ("id", text(rule.id())),
        ("shortDescription", message(rule.about())),
        ("fullDescription", message(rule.advice())),
        ("help", message(&format!("{} {}", rule.about(), rule.advice()))),
        ("defaultConfiguration", object([("level", text(level(usual_importance(rule))))])),
        ("properties", object([("precision", text("high")), ("tags", list(tags(rule), |tag| text(tag)))])),
    ])
}

/// Of findings of the rule without a closer look; each result has a level of its own.
fn usual_importance(rule: Rule) -> Importance {
    match rule {
        Rule::AssertionFails | Rule::ContractViolated | Rule::ObjectContract => Importance::Bug,
        Rule::UncaughtException
        | Rule::NullPointer
        | Rule::IndexOutOfBounds
        | Rule::ClassCast
        | Rule::Arithmetic
        | Rule::StackOverflow
        | Rule::DoesNotEnd
        | Rule::SinkReached => Importance::Likely,
    }
}

fn tags(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::SinkReached => &["security"],
        Rule::StackOverflow | Rule::DoesNotEnd => &["correctness", "reliability"],
        Rule::AssertionFails
        | Rule::ContractViolated
        | Rule::UncaughtException
        | Rule::NullPointer
        | Rule::IndexOutOfBounds
        | Rule::ClassCast
        | Rule::Arithmetic
        | Rule::ObjectContract => &["correctness"],
    }
}

fn level(importance: Importance) -> &'static str {
    match importance {
        Importance::Bug => "error",
        Importance::Likely => "warning",
        Importance::Possible => "note",
    }
}

/// 3.20 invocation: a scan that has a report has run to its end.
fn invocation(scan: &Scan) -> Value {
    let notes = list(&scan.notes, |note| object([("level", text("note")), ("message", message(note))]));
    let seconds = scan.millis.map(|millis| Value::from(millis as f64 / 1000.0));
    present([
        ("executionSuccessful", Some(Value::from(true))),
        ("toolExecutionNotifications", Some(notes)),
        ("properties", seconds.map(|seconds| object([("seconds", seconds)]))),
    ])
}

/// 3.27 result
fn result(finding: &Finding, sources: &Sources) -> Value {
    let index = Rule::ALL.iter().position(|rule| *rule == finding.rule);
    let inputs = list(&finding.inputs, |input| object([("name", text(&input.name)), ("value", text(&input.value))]));
    let test = finding.test.as_ref().map(|test| object([("file", text(&test.file)), ("name", text(&test.name))]));
    present([
        ("ruleId", Some(text(finding.rule.id()))),
        ("ruleIndex", index.map(Value::from)),
        ("level", Some(text(level(finding.importance)))),
        ("message", Some(message(&told(finding)))),
        ("locations", Some(Value::from(vec![location_of(finding, sources)]))),
        ("codeFlows", code_flow(finding).map(|flow| Value::from(vec![flow]))),
        ("stacks", stack(finding).map(|stack| Value::from(vec![stack]))),
        ("partialFingerprints", Some(object([("jacana/v1", text(&finding.fingerprint))]))),
        ("baselineState", Some(text(if finding.known { "unchanged" } else { "new" }))),
        (
            "properties",
            Some(present([
                ("importance", Some(text(finding.importance.name()))),
                ("inputs", Some(inputs)),
                ("why", Some(list(&finding.why, |why| text(why)))),
                ("test", test),
            ])),
        ),
    ])
}

/// The first sentence stands alone in lists (3.11.3), the inputs follow.
fn told(finding: &Finding) -> String {
    let inputs: Vec<String> = finding.inputs.iter().map(|input| format!("{} = {}", input.name, input.value)).collect();
    let sentence = finding.message.trim_end_matches('.');
    if inputs.is_empty() { format!("{sentence}.") } else { format!("{sentence}. Inputs: {}.", inputs.join(", ")) }
}

/// Where a viewer shows the finding. Without a line it is the file that the class has by the rules of Java.
fn location_of(finding: &Finding, sources: &Sources) -> Value {
    let physical = match &finding.place {
        Some(place) => physical(place, sources.line(place)),
        None => object([("artifactLocation", object([("uri", text(&uri(&usual_file(&finding.class))))]))]),
    };
    let method = object([
        ("fullyQualifiedName", text(&format!("{}.{}", finding.class, finding.method))),
        ("kind", text("function")),
    ]);
    object([("physicalLocation", physical), ("logicalLocations", Value::from(vec![method]))])
}

/// `shop/Cart.java` for `shop.Cart$Item`
fn usual_file(class: &str) -> String {
    let outermost = class.split('$').next().unwrap_or(class);
    format!("{}.java", outermost.replace('.', "/"))
}

/// 3.29 physicalLocation; a file whose source is not there is not below the root.
fn physical(place: &Place, snippet: Option<&str>) -> Value {
    let artifact =
        present([("uri", Some(text(&uri(&place.file)))), ("uriBaseId", place.has_source.then(|| text(ROOT)))]);
    let region = (place.line > 0)
        .then(|| present([("startLine", Some(Value::from(place.line))), ("snippet", snippet.map(message))]));
    present([("artifactLocation", Some(artifact)), ("region", region)])
}

/// 3.36 codeFlow: the branches in the order of execution, then the calls down to the failure. Viewers open each step, so only steps
/// with sources take part.
fn code_flow(finding: &Finding) -> Option<Value> {
    let branches = finding.path.iter().map(|step| ("branch", &step.place, step.condition.clone()));
    let calls = finding
        .stack
        .iter()
        .filter(|frame| frame.is_own)
        .take(MAX_FRAMES)
        .filter_map(|frame| Some(("call", frame.place.as_ref()?, format!("in {}", frame.method))));
    let mut steps: Vec<(&str, &Place, String)> = calls.collect();
    steps.reverse();
    steps.splice(0..0, branches);
    steps.retain(|(_, place, _)| place.has_source);
    let end = finding.place.iter().filter(|place| place.has_source);
    steps.extend(end.map(|place| ("danger", place, finding.message.clone())));
    let steps = list(&steps, |(kind, place, words)| {
        let importance = if *kind == "call" { "important" } else { "essential" };
        object([
            ("location", object([("physicalLocation", physical(place, None)), ("message", message(words))])),
            ("kinds", list([*kind], text)),
            ("importance", text(importance)),
        ])
    });
    let has_steps = steps.as_array().is_some_and(|steps| !steps.is_empty());
    has_steps.then(|| object([("threadFlows", Value::from(vec![object([("locations", steps)])]))]))
}

/// 3.44 stack, the innermost frame first.
fn stack(finding: &Finding) -> Option<Value> {
    let frames = list(finding.stack.iter().take(MAX_FRAMES), frame);
    (!finding.stack.is_empty()).then(|| object([("message", message("Where it is thrown")), ("frames", frames)]))
}

fn frame(frame: &Frame) -> Value {
    let method = object([("fullyQualifiedName", text(&frame.method)), ("kind", text("function"))]);
    let physical = frame.place.as_ref().filter(|place| place.has_source).map(|place| physical(place, None));
    let place = frame.place.as_ref().map(|place| message(&place.short()));
    object([(
        "location",
        present([
            ("physicalLocation", physical),
            ("logicalLocations", Some(Value::from(vec![method]))),
            ("message", place),
        ]),
    )])
}

fn message(words: &str) -> Value {
    object([("text", text(words))])
}

/// Without the fields that are not there: the schema knows no null.
fn present<const N: usize>(fields: [(&'static str, Option<Value>); N]) -> Value {
    fields.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))).collect()
}

/// RFC 3986, section 2.1: everything but unreserved characters is percent-encoded, so no name looks like a scheme or a query.
fn uri(file: &str) -> String {
    let encoded = file.bytes().map(|byte| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    });
    encoded.collect()
}

#[cfg(test)]
mod tests {
    use super::super::examples::{finding, hostile, known, place, scan, sources};
    use super::*;

    fn parsed(scan: &Scan) -> Value {
        serde_json::from_str(&sarif(scan, &sources(scan))).unwrap()
    }

    fn only_result(finding: Finding) -> Value {
        parsed(&scan(vec![finding]))["runs"][0]["results"][0].clone()
    }

    #[test]
    fn results_refer_to_their_rules() {
        let document = parsed(&scan(vec![finding(), known()]));
        let run = &document["runs"][0];
        for (result, id, level) in [(0, "null-pointer", "error"), (1, "arithmetic", "warning")] {
            let result = &run["results"][result];
            let index = result["ruleIndex"].as_u64().unwrap() as usize;
            assert_eq!(result["ruleId"], id);
            assert_eq!(run["tool"]["driver"]["rules"][index]["id"], id);
            assert_eq!(result["level"], level);
        }
        assert_eq!(run["results"][0]["baselineState"], "new");
        assert_eq!(run["results"][1]["baselineState"], "unchanged");
        assert_eq!(run["results"][0]["partialFingerprints"]["jacana/v1"], "00112233445566ff");
        assert_eq!(
            run["results"][0]["message"]["text"],
            "Account.initials reads the field owner, which is null. Inputs: count = 1."
        );
    }

    #[test]
    fn places_are_below_the_root() {
        let result = only_result(finding());
        let physical = &result["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "src/main/java/shop/Account.java");
        assert_eq!(physical["artifactLocation"]["uriBaseId"], ROOT);
        assert_eq!(physical["region"]["startLine"], 8);
        assert!(physical["region"]["snippet"]["text"].as_str().unwrap().contains("owner.substring"));
        let foreign = &result["stacks"][0]["frames"][0]["location"];
        assert_eq!(foreign.get("physicalLocation"), None);
        assert_eq!(foreign["message"]["text"], "Objects.java:220");
    }

    #[test]
    fn names_of_files_become_uris() {
        assert_eq!(uri("src/Größe a:b#?%.java"), "src/Gr%C3%B6%C3%9Fe%20a%3Ab%23%3F%25.java");
        let result = only_result(hostile());
        let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap().to_string();
        assert_eq!(uri, "src/Gr%C3%B6%C3%9Fe%20%26%20%22Ma%C3%9F%22/a%20b%3Ac%2Cd%23%3F%25.java");
    }

    #[test]
    fn every_result_has_a_physical_location() {
        let result = only_result(known());
        let physical = &result["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "shop/Cart.java");
        assert_eq!(physical.get("region"), None);
        for absent in ["codeFlows", "stacks"] {
            assert_eq!(result.get(absent), None);
        }
        let mut nowhere = finding();
        nowhere.place = Some(Place { line: 0, has_source: false, ..place(0) });
        let physical = &only_result(nowhere)["locations"][0]["physicalLocation"];
        assert_eq!(physical.get("region"), None, "lines begin with 1");
        assert_eq!(physical["artifactLocation"].get("uriBaseId"), None);
    }

    #[test]
    fn code_flows_follow_the_execution() {
        let mut finding = finding();
        let outer = Frame { method: "shop.Shop.main".into(), place: Some(place(2)), is_own: true };
        finding.stack.push(outer);
        let result = only_result(finding);
        let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap().clone();
        let told: Vec<(&str, u64)> = steps
            .iter()
            .map(|step| {
                let region = &step["location"]["physicalLocation"]["region"];
                (step["kinds"][0].as_str().unwrap(), region["startLine"].as_u64().unwrap())
            })
            .collect();
        assert_eq!(told, [("branch", 7), ("call", 2), ("call", 8), ("danger", 8)]);
    }

    #[test]
    fn an_empty_scan_is_a_run_without_results() {
        let document = parsed(&Scan::default());
        assert_eq!(document["runs"][0]["results"], Value::Array(Vec::new()));
        assert_eq!(document["runs"][0]["invocations"][0]["executionSuccessful"], true);
        assert_eq!(document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap().len(), Rule::ALL.len());
    }
}
