//! What `jacana verify` writes besides its verdicts: the path, JSON, witnesses, JUnit tests, figures; and how it ends on Ctrl-C.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use differential::fixture::files_below;
use differential::json::Json;
use differential::process::{PATIENCE, run};
use differential::tools::{compile, compile_with, workspace};
use differential::{Exit, Outcome, Scratch, Tools};

fn fixture(name: &str) -> PathBuf {
    workspace().join("fixtures/report").join(name)
}

fn verify(tools: &Tools, options: &[&str], program: &Path) -> Outcome {
    let mut command = tools.jacana();
    command.arg("verify").args(options).arg(program);
    run(command, b"", PATIENCE)
}

/// Verifies `Kinds` with an option that names a file or folder; answers its path.
fn verify_kinds(tools: &Tools, scratch: &Scratch, option: &str, more: &[&str]) -> PathBuf {
    let written = scratch.path().join("written");
    let options: Vec<&str> = [option, written.to_str().expect("plain path")].iter().chain(more).copied().collect();
    let outcome = verify(tools, &options, &fixture("Kinds.java"));
    assert_eq!(outcome.exit, Exit::Code(1), "{}{}", outcome.stdout_text(), outcome.stderr_text());
    written
}

#[test]
fn a_violation_comes_with_its_inputs_and_its_path() {
    let outcome = verify(&Tools::find(), &["--stats"], &fixture("Kinds.java"));
    let text = outcome.stdout_text();
    for line in [
        "  shop.Kinds$Refused: all at once",
        "    at shop.Kinds.main(Kinds.java:24)",
        "  input text0 = \"<\\\"=\\\\;\\n\"    (Kinds.java:14)",
        "  input char1 = '\\''    (Kinds.java:15)",
        "  input long4 = -1099511627776L    (Kinds.java:18)",
        "  input int14 = 40    (Kinds.java:38)",
        "    Kinds.java:22  short3 == 1001",
        "    Kinds.java:23  boolean7",
        "    Kinds.java:28  ... 4 more times",
        "    Kinds.java:39  int14 == 40",
        "  (--junit DIR writes a JUnit 5 test of it)",
        "VERDICT: FALSE(assert)",
        "VERDICT: FALSE(runtime-exception)",
    ] {
        assert!(text.lines().any(|found| found == line), "no line {line:?} in\n{text}");
    }
    for figure in ["paths ", "forks ", "instructions ", "solver calls ", "bit-blaster ", "replays 2 ", "peak memory "] {
        assert!(text.contains(figure), "no {figure:?} in\n{text}");
    }
    assert_eq!(outcome.stderr_text(), "", "no progress in a pipe");
}

#[test]
fn the_json_report_has_everything() {
    let (tools, scratch) = (Tools::find(), Scratch::new("json"));
    let file = verify_kinds(&tools, &scratch, "--json", &[]);
    let report = Json::parse(&fs::read_to_string(file).expect("the report is there"));
    assert_eq!(report["format"].number(), 1.0);
    assert_eq!(report["program"]["main"].text(), "shop.Kinds");
    let verdicts = report["verdicts"].list();
    let answers: Vec<(&str, &str)> = verdicts.iter().map(|v| (v["property"].text(), v["verdict"].text())).collect();
    assert_eq!(answers, [("assert", "FALSE"), ("runtime-exception", "FALSE")]);
    let violation = &verdicts[1]["violation"];
    assert_eq!(violation["exception"].text(), "shop.Kinds$Refused");
    assert_eq!(violation["trace"].list()[1].text(), "at shop.Kinds.main(Kinds.java:24)");
    let inputs: Vec<(&str, &str, f64)> = violation["inputs"]
        .list()
        .iter()
        .map(|input| (input["type"].text(), input["value"].text(), input["at"]["line"].number()))
        .collect();
    let expected = [
        ("String", "\"<\\\"=\\\\;\\n\"", 14.0),
        ("char", "'\\''", 15.0),
        ("byte", "(byte) -7", 16.0),
        ("short", "(short) 1001", 17.0),
        ("long", "-1099511627776L", 18.0),
        ("float", "-0.1f", 19.0),
        ("double", "1e200", 20.0),
        ("boolean", "true", 21.0),
    ];
    assert_eq!(inputs, expected);
    assert!(violation["path"].list().iter().any(|branch| branch["condition"].text() == "char1 == 39"));
    let statistics = &report["statistics"];
    let paths: f64 = ["returned", "threw"].iter().map(|outcome| statistics["paths"][outcome].number()).sum();
    assert!(paths >= 2.0 && statistics["forks"].number() >= paths - 1.0, "{statistics:?}");
    assert_eq!(statistics["replays"]["confirmed"].number(), 2.0);
    assert!(statistics["instructions"].number() > 100.0);
}

/// Line, assumption and scope of the edges, in order; what an edge does not say is empty.
fn edges(witness: &str) -> Vec<[String; 3]> {
    let said = |edge: &str, key: &str| {
        let behind = edge.split_once(&format!("<data key=\"{key}\">")).map(|(_, rest)| rest);
        behind.and_then(|rest| rest.split_once("</data>")).map(|(value, _)| value.to_string()).unwrap_or_default()
    };
    let edges = witness.split("<edge ").skip(1);
    edges.map(|edge| ["startline", "assumption", "assumption.scope"].map(|key| said(edge, key))).collect()
}

#[test]
fn a_violation_witness_has_one_edge_for_each_input() {
    let (tools, scratch) = (Tools::find(), Scratch::new("witness"));
    let file = verify_kinds(&tools, &scratch, "--witness", &["--property", "runtime-exception"]);
    let witness = fs::read_to_string(file).expect("the witness is there");
    let main = "java::shop.Kinds.main:([Ljava/lang/String;)V";
    let expected = [
        ["14", r#"text0.equals("\u003c\"\u003d\\\u003b\n")"#, main],
        ["15", "char1 == 39", main],
        ["16", "byte2 == -7", main],
        ["17", "short3 == 1001", main],
        ["18", "long4 == -1099511627776", main],
        ["19", r#"Float.parseFloat("-0.1") == float5"#, main],
        ["20", r#"Double.parseDouble("1e200") == double6"#, main],
        ["21", "boolean7 == true", main],
        ["24", "", ""],
    ];
    assert_eq!(edges(&witness), expected.map(|edge| edge.map(String::from)));
    assert!(witness.contains("<data key=\"witness-type\">violation_witness</data>"));
    assert!(witness.contains("LTL(G ! uncaught(java.lang.RuntimeException))"));

    let file = verify_kinds(&tools, &scratch, "--witness", &["--property", "assert"]);
    let witness = fs::read_to_string(file).expect("the witness is there");
    let edges = edges(&witness);
    let [line, value, scope] = &edges[edges.len() - 2];
    assert_eq!((line.as_str(), value.as_str()), ("38", "int14 == 40"));
    assert_eq!(scope, "java::Kinds.java:shop.Ledger.expected:(I)I", "the scope names the file");
}

#[test]
fn a_correctness_witness_for_what_holds_and_none_for_the_unknown() {
    let (tools, scratch) = (Tools::find(), Scratch::new("correctness"));
    let file = scratch.path().join("deep/witness.graphml");
    let options = ["--witness", file.to_str().expect("plain path"), "--property", "assert", "--depth", "10"];
    let without_proofs = [&options[..], &["--no-proofs"]].concat();
    assert_eq!(verify(&tools, &without_proofs, &fixture("Endless.java")).exit, Exit::Code(2));
    assert!(!file.exists(), "no verdict, no witness");
    assert_eq!(verify(&tools, &options, &fixture("Holds.java")).exit, Exit::Code(0));
    let witness = fs::read_to_string(&file).expect("the witness is there");
    assert!(witness.contains("<data key=\"witness-type\">correctness_witness</data>"));
    assert!(witness.contains("LTL(G assert)"));
}

const LOOPS: &str = "import org.sosy_lab.sv_benchmarks.Verifier;
public class Main {
    static int total;
    int count;
    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Main one = new Main();
        boolean odd = false;
        int i = 0;
        while (i < n) {
            i++;
            odd = !odd;
            one.count = one.count < 9 ? one.count + 1 : 3;
        }
        total = 4;
        for (long k = 0; k < n; k++) {
            total = total == 4 ? 6 : 4;
        }
        assert one.count >= 0 && one.count <= 9 && (total == 4 || total == 6);
    }
}
";

/// Line of the loop and invariant, of every loop.
fn invariants(witness: &str) -> Vec<(usize, String)> {
    let said = |text: &str, key: &str| {
        let (_, rest) = text.split_once(&format!("<data key=\"{key}\">"))?;
        let (value, _) = rest.split_once("</data>")?;
        Some(value.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    };
    let id = |text: &str, name: &str| {
        let (_, rest) = text.split_once(&format!("{name}=\"")).expect("an attribute");
        rest.split('"').next().expect("a value").to_string()
    };
    let edges: Vec<&str> = witness.split("<edge ").skip(1).collect();
    let mut found = Vec::new();
    for node in witness.split("<node ").skip(1) {
        let node = node.split("</node>").next().expect("its inside");
        let Some(invariant) = said(node, "invariant") else { continue };
        let to = edges.iter().find(|edge| id(edge, "target") == id(node, "id")).expect("an edge to the loop");
        assert_eq!(said(to, "enterLoopHead").as_deref(), Some("true"));
        assert_eq!(said(to, "originfile").as_deref(), Some("Main.java"));
        let line = said(to, "startline").expect("a line").parse().expect("a number");
        found.push((line, invariant));
    }
    found
}

/// What a witness says of loops is Java that holds at the beginning of every round.
#[test]
fn a_correctness_witness_has_the_invariants_of_loops() {
    let (tools, scratch) = (Tools::find(), Scratch::new("invariants"));
    // Names of variables are those of the class file; what Jacana compiles itself has none, as with the user's javac.
    let verifier =
        "package org.sosy_lab.sv_benchmarks; public class Verifier { public static native int nondetInt(); }";
    let verifier = scratch.write("org/sosy_lab/sv_benchmarks/Verifier.java", verifier);
    let named = scratch.path().join("named");
    fs::create_dir_all(&named).expect("temporary folder is writable");
    compile_with(&tools, &[scratch.write("Main.java", LOOPS), verifier], &["-g"], &named);
    let file = scratch.path().join("witness.graphml");
    let mut command = tools.jacana();
    command.args(["verify", "--property", "assert", "--witness"]).arg(&file).arg("-cp").arg(&named).arg("Main");
    assert_eq!(run(command, b"", PATIENCE).exit, Exit::Code(0));
    let found = invariants(&fs::read_to_string(&file).expect("the witness is there"));
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [10, 16], "{found:?}");
    let mut program: Vec<String> = LOOPS.lines().map(String::from).collect();
    for (line, invariant) in found {
        program[line - 1] += &format!(" assert {invariant};");
    }
    let program = program.join("\n").replace("Verifier.nondetInt()", "Integer.parseInt(args[0])");
    let program = program.replace("import org.sosy_lab.sv_benchmarks.Verifier;", "");
    let classes = scratch.path().join("classes");
    fs::create_dir_all(&classes).expect("temporary folder is writable");
    compile(&tools, &[scratch.write("asserted/Main.java", &program)], "", &classes);
    for input in ["-5", "0", "1", "1000"] {
        let mut java = tools.java();
        java.args(["-ea", "-cp"]).arg(&classes).args(["Main", input]);
        let outcome = run(java, b"", PATIENCE);
        assert_eq!(outcome.exit, Exit::Code(0), "{program}\n{}", outcome.stderr_text());
    }
}

/// Compiles the program with its generated tests and runs them.
fn run_tests(tools: &Tools, scratch: &Scratch, program: &str, tests: &Path) -> String {
    let source = scratch.write("Program.java", program.replace("public class", "class"));
    let classes = scratch.path().join("classes");
    fs::create_dir_all(&classes).expect("temporary folder is writable");
    let generated = files_below(tests);
    compile(tools, &[vec![source], generated.clone(), files_below(&fixture("junit"))].concat(), "", &classes);
    let names = generated.iter().filter_map(|file| {
        let below = file.strip_prefix(tests).expect("below the folder").to_str().expect("plain path");
        below.ends_with("Test.java").then(|| below.trim_end_matches(".java").replace('/', "."))
    });
    let mut java = tools.java();
    java.args(["-ea", "-cp"]).arg(&classes).arg("RunTests").args(names);
    run(java, b"", PATIENCE).stdout_text()
}

#[test]
fn generated_tests_know_methods_and_all_input_classes() {
    let tools = Tools::find();
    let methods: &[(&str, &[&str])] = &[
        ("../report/Methods.java", &["--method", "sum"]),
        ("../report/Methods.java", &["--method", "at"]),
        ("../verify/apis/Jbmc.java", &["--property", "assert"]),
        ("../verify/apis/Spf.java", &["--property", "assert"]),
        ("../verify/apis/OwnObjects.java", &["--property", "assert"]),
    ];
    for (program, options) in methods {
        let scratch = Scratch::new("methods");
        let tests = scratch.path().join("tests");
        let options = [&["--junit", tests.to_str().expect("plain path")], *options].concat();
        let outcome = verify(&tools, &options, &fixture(program));
        assert_eq!(outcome.exit, Exit::Code(1), "{program}: {}", outcome.stdout_text());
        let source = fs::read_to_string(fixture(program)).expect("the fixture is there");
        let results = run_tests(&tools, &scratch, &source, &tests);
        assert!(
            results.ends_with("Test.throwsAssertionError passed\n")
                || results.ends_with("Test.throwsRuntimeException passed\n"),
            "{program}: {results}"
        );
    }
}

#[test]
fn a_generated_test_passes_and_fails_once_the_program_is_mended() {
    let (tools, scratch) = (Tools::find(), Scratch::new("junit"));
    let tests = verify_kinds(&tools, &scratch, "--junit", &[]);
    let program = fs::read_to_string(fixture("Kinds.java")).expect("the fixture is there");
    let expected = "shop.KindsAssertionErrorTest.throwsAssertionError passed\n\
                    shop.KindsRuntimeExceptionTest.throwsRuntimeException passed\n";
    assert_eq!(run_tests(&tools, &scratch, &program, &tests), expected);
    let mended = program.replace("count + 2", "count + 1").replace("throw new Refused", "new Refused");
    assert_ne!(mended, program);
    let outcome = run_tests(&tools, &scratch, &mended, &tests);
    assert_eq!(outcome.matches(" failed: ").count(), 2, "{outcome}");
}

/// Starts jacana with a temporary folder of its own.
fn start(tools: &Tools, scratch: &Scratch, options: &[&str], program: &str) -> Child {
    let mut command = tools.jacana();
    command.arg("verify").args(options).arg(fixture(program)).env("TMPDIR", scratch.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("jacana starts")
}

fn wait_for(what: &str, mut seen: impl FnMut() -> bool) {
    let started = Instant::now();
    while !seen() {
        assert!(started.elapsed() < PATIENCE, "no {what}");
        sleep(Duration::from_millis(20));
    }
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill starts");
    assert!(status.success());
}

#[test]
fn an_interrupt_ends_with_what_is_known() {
    let tools = Tools::find();
    let cases: [(&[&str], i32, &[&str]); 3] = [
        (&["--property", "assert"], 2, &["VERDICT: UNKNOWN(assert): interrupted"]),
        (&["--property", "assert", "--jobs", "2"], 2, &["VERDICT: UNKNOWN(assert): interrupted"]),
        (&[], 1, &["VERDICT: UNKNOWN(assert): interrupted", "VERDICT: FALSE(runtime-exception)"]),
    ];
    for (options, code, verdicts) in cases {
        let scratch = Scratch::new("interrupt");
        let queries = scratch.path().join("queries");
        fs::create_dir(&queries).expect("temporary folder is writable");
        let options = [&["--no-proofs", "--log-queries", queries.to_str().expect("plain path")], options].concat();
        let child = start(&tools, &scratch, &options, "Endless.java");
        wait_for("queries", || files_below(&queries).len() > 20);
        interrupt(&child);
        let asked = Instant::now();
        let output = child.wait_with_output().expect("jacana ends");
        assert!(asked.elapsed() < PATIENCE, "it took {:?}", asked.elapsed());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{text}");
        let found: Vec<&str> = text.lines().filter(|line| line.starts_with("VERDICT")).collect();
        assert_eq!(found, verdicts);
    }
}

#[test]
fn a_second_interrupt_ends_at_once() {
    let scratch = Scratch::new("interrupts");
    let mut child = start(&Tools::find(), &scratch, &[], "Sleeps.java");
    let replays = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "replay");
    wait_for("replay", || files_below(scratch.path()).iter().any(replays));
    interrupt(&child);
    sleep(Duration::from_secs(1));
    assert!(child.try_wait().expect("jacana can be waited for").is_none(), "the replay sleeps");
    interrupt(&child);
    let asked = Instant::now();
    let output = child.wait_with_output().expect("jacana ends");
    assert!(asked.elapsed() < PATIENCE, "it took {:?}", asked.elapsed());
    assert_eq!(output.status.code(), Some(130));
}
