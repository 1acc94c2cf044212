//! `jacana check --cases`: what is different is shown.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use differential::check::Subjects;
use differential::fixture::files_below;
use differential::json::Json;
use differential::tools::workspace;

static SUBJECTS: LazyLock<Subjects> = LazyLock::new(Subjects::new);

/// Methods that are no public ones.
const OTHERS: [&str; 20] = [
    "ShownCases.elements",
    "ShownCases.classes",
    "ShownCases.nested",
    "ShownCases.texts",
    "ShownCases.found",
    "ShownCases.boxes",
    "ShownCases.colors",
    "ShownCases.colored",
    "ShownCases.globals",
    "ShownCases.answers",
    "ShownCases.field",
    "ReferenceArrays.cleared",
    "ReferenceArrays.takenOut",
    "Boxed.isNotSeven",
    "Numbers.isNumber",
    "Numbers.number",
    "Records.ring",
    "Sort.insertionSorts",
    "Sort.selectionSorts",
    "Sort.shellSorts",
];

/// Cases by method: each a line without its solution, which need not be the same for the same case.
fn cases(name: &str, program: &[&str], options: &[&str], targets: &[String]) -> BTreeMap<String, Vec<String>> {
    let (lines, report) = (format!("{name}.cases"), format!("{name}.json"));
    let [lines, report] = [lines, report].map(|file| SUBJECTS.classes().join(file));
    // A compiler has as much.
    let time = if program.len() == 1 { "20s" } else { "3s" };
    let mut jacana = SUBJECTS.tools.jacana();
    jacana.arg("check").args(program).args(["--time", time, "--cases"]).arg(&lines).arg("--json").arg(&report);
    let output = jacana.args(options).args(targets).output().expect("jacana starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let document = Json::parse(&fs::read_to_string(&report).expect(&said));
    let text = fs::read_to_string(&lines).expect(&said);
    let mut lines = text.lines();
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for method in document["methods"].list() {
        let mine = lines.by_ref().take(method["paths"].number() as usize);
        let cases = mine.map(|line| {
            let Json::Object(mut case) = Json::parse(line) else { panic!("not a case: {line}") };
            case.remove("witness").expect("a solution");
            format!("{case:?}")
        });
        all.insert(method["method"].text().to_string(), cases.collect());
    }
    assert_eq!(lines.count(), 0, "every case is of a method");
    all
}

fn repeated(cases: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let mut faults = Vec::new();
    for (method, lines) in cases {
        let mut sorted = lines.clone();
        sorted.sort();
        let twice: Vec<&str> = sorted.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0].as_str()).collect();
        faults.extend(twice.first().map(|line| format!("{method}: {} of {}: {line}", twice.len(), lines.len())));
    }
    faults
}

#[test]
fn no_two_cases_look_the_same() {
    let folder = workspace().join("fixtures/check");
    let is_subject = |folders: &[&str], file: &std::path::Path| {
        let parent = file.parent().expect("in a folder");
        parent == folder || folders.iter().any(|name| parent == folder.join(name))
    };
    let sources = files_below(&folder).into_iter().filter(|file| is_subject(&["bugs", "objects", "types"], file));
    let java = sources.filter(|file| file.extension().is_some_and(|extension| extension == "java"));
    let classes = java.map(|file| file.file_stem().expect("a name").to_string_lossy().into_owned());
    let targets: Vec<String> = classes.chain(OTHERS.map(String::from)).collect();
    assert!(targets.len() > 40, "{targets:?}");
    let path = SUBJECTS.classes().display().to_string();
    let found = cases("all", &["-cp", &path], &["--k", "2", "--globals"], &targets);
    assert!(found.values().map(Vec::len).sum::<usize>() > 1000, "{:?}", found.keys());
    assert_eq!(repeated(&found), [""; 0]);
}

#[test]
fn what_contracts_leave_open_is_shown() {
    for class in ["Assumed", "Undefined"] {
        let source = workspace().join(format!("fixtures/contracts/{class}.java")).display().to_string();
        let assumed = format!("{class}.step*");
        let found = cases(class, &[&source], &["--assume-contracts", &assumed], &[class.to_string()]);
        assert!(found.len() > 8, "{:?}", found.keys());
        assert_eq!(repeated(&found), [""; 0]);
    }
}

/// Objects, length and elements with a solution.
#[test]
fn arrays_are_shown_with_their_elements() {
    let path = SUBJECTS.classes().display().to_string();
    let file = SUBJECTS.classes().join("arrays.cases");
    let said = |target: &str| {
        let mut jacana = SUBJECTS.tools.jacana();
        jacana.args(["check", "-cp", &path, "--k", "2", "--cases"]).arg(&file).arg(target);
        let output = jacana.output().expect("jacana starts");
        let text = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        text.lines().map(Json::parse).collect::<Vec<Json>>()
    };
    let witness = |case: &Json, value: &Json| case["witness"][value["symbol"].text()].clone();
    let same = |case: &&Json| {
        let first = &case["objects"].list()[0];
        let Json::Object(elements) = &first["elements"] else { panic!("no elements: {first:?}") };
        elements.len() == 2 && elements["0"] == elements["1"] && matches!(elements["0"], Json::Object(_))
    };
    let cases = said("ShownCases.elements");
    let shared: Vec<&Json> = cases.iter().filter(|case| !case["objects"].list().is_empty()).filter(same).collect();
    assert!(!shared.is_empty(), "{cases:?}");
    for case in shared {
        assert_eq!(witness(case, &case["objects"].list()[0]["length"]), Json::Number(2.0), "{case:?}");
    }
    let sorts = said("Sort.insertionSorts");
    let lengths: Vec<usize> = sorts
        .iter()
        .map(|case| {
            let array = &case["objects"].list()[0];
            let numbers = witness(case, &array["elements"]);
            assert_eq!(witness(case, &array["length"]), Json::Number(numbers.list().len() as f64), "{case:?}");
            numbers.list().len()
        })
        .collect();
    assert!(lengths.contains(&2), "{lengths:?}");
}
