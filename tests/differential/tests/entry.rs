//! What `jacana verify` explores and where inputs come from: single methods on all arguments (fixtures/verify/methods) and the
//! classes that programs ask for inputs (fixtures/verify/apis), random numbers (fixtures/verify/random), what must not be TRUE without a word (fixtures/verify/trust), loops without a bound (fixtures/verify/prove). Comments in the fixtures say the answer to each property,
//! with exception and inputs: `// verify method(types): assert ANSWER | runtime-exception ANSWER`, and `by PART` for what the prover must use.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use bytecode::synth::api::{APIS, JACANA};
use differential::process::{PATIENCE, run};
use differential::tools::{compile, workspace};
use differential::unbounded::Said;
use differential::{Outcome, Scratch, Tools};

/// Methods that are verified at a time.
const WORKERS: usize = 3;

/// A line `// verify ...` of a fixture.
struct Expectation {
    class: String,
    /// Empty for main.
    method: String,
    options: Vec<String>,
    /// Per property.
    answers: Vec<(String, String)>,
    /// The part of the prover that the report must name.
    part: Option<String>,
}

fn sources(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace().join("fixtures/verify").join(folder)).expect("fixtures are there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    files.sort();
    files
}

fn expectations(source: &Path) -> Vec<Expectation> {
    let class = source.file_stem().expect("a file").to_string_lossy().into_owned();
    let text = fs::read_to_string(source).expect("readable");
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("// verify"));
    lines.map(|line| expectation(&class, line)).collect()
}

fn expectation(class: &str, line: &str) -> Expectation {
    let (head, answers) = line.split_once(": assert ").expect("`// verify ...: assert ANSWER | ...`");
    let (answers, part) = answers.split_once(" by ").map_or((answers, None), |(answers, part)| (answers, Some(part)));
    let (assert, exception) = answers.split_once(" | runtime-exception ").expect("answers to both properties");
    let mut words: Vec<String> = head.split_whitespace().map(str::to_string).collect();
    let method = if words.last().is_some_and(|word| word.ends_with(')')) { words.pop() } else { None };
    Expectation {
        class: class.into(),
        method: method.unwrap_or_default(),
        options: words,
        answers: vec![("assert".into(), assert.into()), ("runtime-exception".into(), exception.into())],
        part: part.map(String::from),
    }
}

impl Expectation {
    fn problems(&self, outcome: &Outcome) -> Vec<String> {
        let text = outcome.stdout_text();
        let what = format!("{}.{}", self.class, self.method);
        let mut problems = Vec::new();
        for (property, expected) in &self.answers {
            if !expected.split(" / ").any(|expected| is_answer(&text, property, expected)) {
                problems.push(format!("{what}: {property} {expected}, got\n{text}{}", outcome.stderr_text()));
            }
        }
        problems
    }
}

/// `TRUE`, `UNKNOWN reason` or `FALSE Exception: input = value, ...`.
fn is_answer(text: &str, property: &str, expected: &str) -> bool {
    let (word, rest) = expected.split_once(' ').unwrap_or((expected, ""));
    let verdict = format!("VERDICT: {word}({property})");
    let Some(line) = text.lines().find(|line| line.starts_with(&verdict)) else {
        return false;
    };
    if word != "FALSE" {
        return line.contains(rest);
    }
    let (exception, inputs) = rest.split_once(": ").unwrap_or((rest, ""));
    let head = format!("{property} is violated");
    let mut report = text.lines().skip_while(|line| !line.starts_with(&head)).skip(1);
    let thrown = report.next().unwrap_or_default().trim();
    let class = thrown.split(':').next().unwrap_or_default();
    let shown: Vec<&str> = report.map_while(|line| line.strip_prefix("  ")).map(str::trim).collect();
    class.rsplit('.').next() == Some(exception)
        && split_inputs(inputs).iter().all(|input| shown.iter().any(|line| is_input(line, input)))
}

/// Behind a value may stand the place that asked for it, and behind the name of a function its argument.
fn is_input(line: &str, input: &str) -> bool {
    let rest = line.strip_prefix("input ").and_then(|line| line.strip_prefix(input));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("  ") || rest.starts_with('('))
}

/// Commas inside of braces separate elements, not inputs.
fn split_inputs(inputs: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, character) in inputs.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(inputs[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(inputs[start..].trim());
    found.retain(|input| !input.is_empty());
    found
}

#[test]
fn methods_on_all_arguments() {
    methods("methods", 40, &[]);
}

/// Small methods of which a TRUE would be wrong, or rest on something that must be told.
#[test]
fn nothing_is_true_by_accident() {
    methods("trust", 40, &[]);
}

/// Loops that have no last round: proved where they hold, never where they break after many rounds.
#[test]
fn loops_without_a_bound() {
    methods("prove", 40, &["--check-proofs"]);
}

/// A fact that a round does not keep, a cell that was not forgotten and a state that another one does not cover are seen by the check.
#[test]
fn wrong_proofs_are_refused() {
    let (tools, scratch) = (Tools::find(), Scratch::new("planted"));
    let sources = sources("prove");
    let mut javac = tools.javac();
    let compiled = javac.args(["-g", "-nowarn", "-d"]).arg(scratch.path()).args(&sources).status().expect("javac");
    assert!(compiled.success());
    let report = scratch.path().join("report.json");
    let methods = ["Loops.parity(int)", "Calls.sum(int,int)"];
    for (method, plant) in methods.iter().flat_map(|method| [(method, "fact"), (method, "closure")]) {
        let mut command = tools.jacana();
        command
            .args(["verify", "--check-proofs", "--plant", plant, "--time", "2s", "--json"])
            .arg(&report)
            .arg("-cp")
            .arg(scratch.path())
            .arg(method);
        run(command, b"", PATIENCE);
        let said = Said::read(&report);
        assert!(!said.is_proved() && said.is_refused(), "{method} with a wrong {plant}");
    }
}

/// Classes of that name are there for the compiler only.
fn remove_absent(folder: &Path) {
    for entry in fs::read_dir(folder).expect("classes").flatten() {
        if entry.file_name().to_string_lossy().ends_with("$Absent.class") {
            fs::remove_file(entry.path()).expect("a class that goes away");
        }
    }
}

fn methods(folder: &str, fewest: usize, options: &[&str]) {
    let (tools, scratch) = (Tools::find(), Scratch::new(folder));
    let sources = sources(folder);
    let mut javac = tools.javac();
    let compiled = javac.args(["-g", "-nowarn", "-d"]).arg(scratch.path()).args(&sources).status().expect("javac");
    assert!(compiled.success());
    remove_absent(scratch.path());
    let mut problems = Vec::new();
    let all: Vec<Expectation> = sources.iter().flat_map(|source| expectations(source)).collect();
    assert!(all.len() > fewest, "{} expectations only", all.len());
    // Most of the time some wait for their time to be over.
    let next = AtomicUsize::new(0);
    let work = &|worker: usize| {
        let mut problems = Vec::new();
        while let Some(expectation) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let report = scratch.path().join(format!("report{worker}.json"));
            let mut command = tools.jacana();
            command.arg("verify").args(options).arg("-cp").arg(scratch.path()).args(&expectation.options);
            command.arg("--json").arg(&report).arg(format!("{}.{}", expectation.class, expectation.method));
            problems.extend(expectation.problems(&run(command, b"", PATIENCE)));
            if let Some(part) = &expectation.part {
                let said = Said::read(&report);
                if said.part() != *part {
                    problems.push(format!("{}.{}: by {}", expectation.class, expectation.method, said.part()));
                }
            }
        }
        problems
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|worker| scope.spawn(move || work(worker))).collect();
        workers.into_iter().for_each(|worker| problems.extend(worker.join().expect("no panic")));
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The sources import the API classes; no jar is on the class path.
#[test]
fn apis_without_a_jar() {
    programs("apis");
}

/// Random numbers without a seed are inputs, those with one are not, and other values from outside stop a TRUE.
#[test]
fn random_numbers_and_the_environment() {
    programs("random");
}

fn programs(folder: &str) {
    let tools = Tools::find();
    let mut problems = Vec::new();
    for source in sources(folder) {
        for expectation in expectations(&source) {
            let mut command = tools.jacana();
            command.arg("verify").args(&expectation.options).arg(&source);
            problems.extend(expectation.problems(&run(command, b"", PATIENCE)));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A program with its own copy of an API class: recognised by name, whatever it would do by itself.
#[test]
fn own_copy_of_an_api() {
    let (tools, scratch) = (Tools::find(), Scratch::new("copy"));
    let copy = "package org.cprover; public final class CProver {
        public static int nondetInt() { throw new RuntimeException(\"cannot execute\"); }
        public static void assume(boolean b) { throw new RuntimeException(\"cannot execute\"); }
        public static <T> T[] createArrayWithType(int length, T[] type) { return type; } }";
    let main = "import org.cprover.CProver; public class Main { public static void main(String[] a) {
        String[] made = CProver.createArrayWithType(2, new String[0]); assert made.length == 2;
        int i = CProver.nondetInt(); CProver.assume(i > 3); assert i > 4; } }";
    let sources = [scratch.write("org/cprover/CProver.java", copy), scratch.write("Main.java", main)];
    compile(&tools, &sources, "", scratch.path());
    let mut command = tools.jacana();
    command.arg("verify").arg("-cp").arg(scratch.path()).arg("Main");
    let text = run(command, b"", PATIENCE).stdout_text();
    assert!(text.contains("input int0 = 4  "), "{text}");
    assert!(text.contains("VERDICT: FALSE(assert)\nVERDICT: TRUE(runtime-exception)\n"), "{text}");
}

const LIBRARY: &str = "package lib; public class Text {
    public static int width(String s) { return s == null ? 0 : 1; }
    int own(int n) { assert n != 8; return n; }
}";

fn verify_source(arguments: &[&str]) -> Outcome {
    let (tools, scratch) = (Tools::find(), Scratch::new("source"));
    let file = scratch.write("lib/Text.java", LIBRARY);
    let mut command = tools.jacana();
    command.arg("verify");
    for argument in arguments {
        match *argument {
            "FILE" => command.arg(&file),
            "FOLDER" => command.arg(scratch.path()),
            other => command.arg(other),
        };
    }
    run(command, b"", PATIENCE)
}

#[test]
fn methods_of_sources() {
    for arguments in [
        ["FILE", "--method", "own"],
        ["FILE", "--method", "Text.own"],
        ["FOLDER", "--method", "lib.Text.own(int)"],
        ["FOLDER", "--method", "Text.own"],
        ["FILE", "--method", "own:(I)I"],
        ["FOLDER", "--method", "lib.Text.own:(I)I"],
        ["FOLDER", "--method", "java::lib.Text.own:(I)I"],
        ["FOLDER", "--method", "lib/Text.own:(I)I"],
    ] {
        let text = verify_source(&arguments).stdout_text();
        assert!(text.contains("  input n = 8\n"), "{arguments:?}: {text}");
        assert!(text.contains("VERDICT: FALSE(assert)\nVERDICT: TRUE(runtime-exception)\n"), "{arguments:?}: {text}");
    }
    let before = verify_source(&["--method", "width", "FILE"]).stdout_text();
    let assumed = "assumed: texts that are inputs have fewer than 268,435,456 characters\n";
    assert_eq!(before, format!("{assumed}VERDICT: TRUE(assert)\nVERDICT: TRUE(runtime-exception)\n"));
}

/// Elements and rows of arrays that are arguments are objects of their own: an answer that rests on that says so.
#[test]
fn own_values_are_told() {
    let (tools, scratch) = (Tools::find(), Scratch::new("own-values"));
    let source = "public class Values {
        static void elements(String[] a) { if (a != null && a.length > 1 && a[0] != null) assert a[0] != a[1]; }
        static boolean equal(String a, String b) { return a != null && a.equals(b); }
        static void texts(String a, String b) { if (a != null && b != null) assert a != b; }
        static void constant(String a) { assert a != \"on\"; }
        static void rows(int[][] m) {
            if (m != null && m.length > 1 && m[0] != null && m[1] != null && m[0].length > 0 && m[1].length > 0) {
                m[0][0] = 1; m[1][0] = 2; assert m[0][0] == 1; } }
        static void row(int[][] m, int[] r) { if (m != null && m.length > 0 && m[0] != null) assert m[0] != r; }
        static void arrays(int[] a, int[] b) { if (a != null && b != null) assert a.length >= 0 && b.length >= 0; } }";
    let file = scratch.write("Values.java", source);
    let told = ["elements", "texts", "constant", "rows", "row"].map(|method| (method, true));
    let told = told.into_iter().chain([("equal", false), ("arrays", false)]);
    assumption_is_told(&tools, &file, "Strings and rows of arrays that are inputs are objects of their own", told);
}

/// The methods hold, and say what that rests on, or not.
fn assumption_is_told<'m>(
    tools: &Tools,
    file: &Path,
    assumption: &str,
    methods: impl IntoIterator<Item = (&'m str, bool)>,
) {
    for (method, is_told) in methods {
        let mut command = tools.jacana();
        command.arg("verify").args(["--method", method]).arg(file);
        let text = run(command, b"", PATIENCE).stdout_text();
        assert!(text.contains("VERDICT: TRUE(assert)"), "{method}: {text}");
        assert_eq!(text.contains(&format!("assumed: {assumption}")), is_told, "{method}: {text}");
    }
}

/// A box that is an argument may be the same as another one although its number is in no cache, and another one although it is.
#[test]
fn own_boxes_are_told() {
    let (tools, scratch) = (Tools::find(), Scratch::new("own-boxes"));
    let source = "public class Boxes {
        static Integer shared = 5000;
        static void large(Integer a, Integer b) { if (a != null && a > 1000) assert a != b; }
        static void small(Byte a, Byte b) { if (a != null && a.equals(b)) assert a == b; }
        static void doubles(Double a, Double b) { if (a != null) assert a != b; }
        static void truth(Boolean a) { if (a != null && a) assert a == Boolean.TRUE; }
        static void elements(Long[] a) { if (a != null && a.length > 1 && a[0] != null && a[0] > 500) assert a[0] != a[1]; }
        static void field(Integer a) { assert a != shared; }
        static void numbers(Integer a, Integer b) { if (a != null && b != null && a > b) assert !a.equals(b); }
        static void absent(Integer a) { assert a == null || a + 0L < 1L << 40; } }";
    let file = scratch.write("Boxes.java", source);
    let told = ["large", "small", "doubles", "truth", "elements", "field"].map(|method| (method, true));
    let told = told.into_iter().chain([("numbers", false), ("absent", false)]);
    assumption_is_told(&tools, &file, "boxes that are inputs are such as valueOf makes, each of them once", told);
}

/// An array that is an argument may be one that the program has in a static field, or behind one.
#[test]
fn own_arrays_are_told() {
    let (tools, scratch) = (Tools::find(), Scratch::new("own-arrays"));
    let source = "public class Arrays {
        static class Box { int[] data = {1, 2}; Box next; }
        static int[] shared = new int[3];
        static String[] names = {\"a\"};
        static Box box = new Box();
        static int[] get() { return shared; }
        static void writes(int[] a) { if (a != null && a.length == 3) { a[0] = 1; shared[0] = 2; assert a[0] == 1; } }
        static void loops(int[] a) { for (int i = 0; a != null && i < a.length; i++) { a[i] = -5; } assert get()[1] == 0; }
        static void same(int[] a) { if (a != null) assert a != shared; }
        static void behind(int[] a) { if (a != null && a.length > 0) { a[0] = 7; assert box.data[0] == 1; } }
        static void any(Object[] a) { if (a != null && a.length > 0) { a[0] = null; assert names[0] != null; } }
        static void others(char[] a) { if (a != null && a.length > 0) { a[0] = 'x'; assert shared[0] == 0; } }
        static void own(int[] a) { int[] b = new int[1]; if (a != null && a.length > 0) { a[0] = 1; assert b[0] == 0; } } }";
    let file = scratch.write("Arrays.java", source);
    let told = ["writes", "loops", "same", "behind", "any"].map(|method| (method, true));
    let told = told.into_iter().chain([("others", false), ("own", false)]);
    assumption_is_told(&tools, &file, "arrays that are inputs are none that static fields lead to", told);
}

/// A method is explored as the first one that is called; the second call may see something else.
#[test]
fn a_first_call_is_told() {
    let (tools, scratch) = (Tools::find(), Scratch::new("first-call"));
    let source = "import java.util.*; public class Calls {
        static class Node { int calls; }
        static int count;
        private static long times;
        private static int factor = 3;
        static final int LIMIT = Integer.parseInt(\"7\");
        private static final char[] LETTERS = {'a', 'b'};
        private static final int[] COUNTS = new int[2];
        private static final List<String> NAMES = new ArrayList<>();
        private static final Node NODE = new Node();
        private static final String TEXT = String.valueOf(LIMIT);
        interface Step { int next(); }
        static class Steps implements Step { private int at; public int next() { return at++; } }
        private static final Step STEP = new Steps();
        private static final Object ANY = new Steps();
        static void counts(int x) { count++; assert count == 1; }
        static void twice(int x) { assert times() == 1; }
        static long times() { return ++times; }
        static void element(int x) { COUNTS[0]++; assert COUNTS[0] == 1; }
        static void names(String name) { assert NAMES.isEmpty(); NAMES.add(name); }
        static void node(int x) { assert NODE.calls++ == 0; }
        static void step(int x) { assert STEP.next() == 0; }
        static void any(int x) { assert ((Step) ANY).next() == 0; }
        static void constants(int x) { assert LIMIT == 7 && factor == 3 && LETTERS[1] == 'b' && TEXT.length() == 1; }
        static void none(int x) { assert x == x; } }";
    let file = scratch.write("Calls.java", source);
    let told = ["counts", "twice", "element", "names", "node", "step", "any"].map(|method| (method, true));
    let told = told.into_iter().chain([("constants", false), ("none", false)]);
    assumption_is_told(&tools, &file, "static fields are as initialisers left them", told);
}

/// Arguments and properties of the program reach the replay.
#[test]
fn program_arguments_are_replayed() {
    let (tools, scratch) = (Tools::find(), Scratch::new("arguments"));
    let main = "import jacana.Jacana; public class Main { public static void main(String[] a) {
        if (a.length == 1 && a[0].equals(\"x\") && Boolean.getBoolean(\"on\")) { assert Jacana.anyInt() != 5; } } }";
    let source = scratch.write("Main.java", main);
    let mut command = tools.jacana();
    command.arg("verify").arg("-Don=true").arg(source).arg("x");
    let text = run(command, b"", PATIENCE).stdout_text();
    assert!(text.contains("VERDICT: FALSE(assert)\n"), "{text}");
}

/// The jar of our API has the methods that we recognise, and works under plain java.
#[test]
fn own_api_outside() {
    let (tools, scratch) = (Tools::find(), Scratch::new("api"));
    let jar = scratch.path().join("jacana-api.jar");
    let mut script = std::process::Command::new(workspace().join("scripts/api"));
    assert!(script.arg(&jar).env("JAVA_HOME", &tools.jdk).output().expect("scripts/api starts").status.success());
    let mut javap = std::process::Command::new(tools.jdk.join("bin/javap"));
    let listing = javap.args(["-public", "-s", "-cp"]).arg(&jar).arg("jacana.Jacana").output().expect("javap starts");
    let listing = String::from_utf8_lossy(&listing.stdout).into_owned();
    let api = APIS.iter().find(|api| api.class == JACANA).expect("our own");
    assert_eq!(listing.matches("descriptor: ").count(), api.methods.len(), "{listing}");
    for method in api.methods {
        let lines: Vec<&str> = listing.lines().collect();
        let name = format!(" {}(", method.name);
        let descriptor = format!("descriptor: {}", method.descriptor);
        let found = lines.windows(2).any(|pair| pair[0].contains(&name) && pair[1].trim() == descriptor);
        assert!(found, "no {}{} in {listing}", method.name, method.descriptor);
    }

    let main = "import jacana.Jacana; public class Main { public static void main(String[] a) {
        int i = Jacana.anyInt(); System.out.println(i + Jacana.anyString() + Jacana.anyBoolean()); } }";
    let source = scratch.write("Main.java", main);
    compile(&tools, &[source], &jar.display().to_string(), scratch.path());
    let outside = |inputs: &[&str]| {
        let mut java = tools.java();
        java.args(inputs).arg("-cp").arg(format!("{}:{}", scratch.path().display(), jar.display())).arg("Main");
        run(java, b"", PATIENCE)
    };
    assert_eq!(outside(&["-Djacana.inputs=5,x,true"]).stdout_text(), "5xtrue\n");
    let error = outside(&["-Djacana.inputs=5"]).stderr_text();
    assert!(error.contains("IllegalStateException: no value for Jacana.anyString()"), "{error}");
}

/// A JUnit test calls the method itself, with the arguments as variables.
#[test]
fn a_generated_test_calls_the_method() {
    let (tools, scratch) = (Tools::find(), Scratch::new("junit-method"));
    let library = "package lib; public class Text {
        static void both(int[] a, int[] b, String s) {
            if (a != null && b == a && a.length == 1 && s == null) { assert a[0] != 6; } } }";
    let source = scratch.write("lib/Text.java", library);
    let mut command = tools.jacana();
    command.arg("verify").arg("--junit").arg(scratch.path()).arg(&source).args(["--method", "both"]);
    let text = run(command, b"", PATIENCE).stdout_text();
    assert!(text.contains("lib/TextBothAssertionErrorTest.java\n"), "{text}");
    let test = scratch.path().join("lib/TextBothAssertionErrorTest.java");
    let contents = fs::read_to_string(&test).expect("the test was written");
    for line in ["int[] a = new int[] {6};", "int[] b = a;", "String s = null;", "() -> Text.both(a, b, s)"] {
        assert!(contents.contains(line), "no {line} in {contents}");
    }
    let mut files = java_files(scratch.path());
    let junit = workspace().join("fixtures/report/junit");
    files.extend(java_files(&junit));
    compile(&tools, &files, "", &scratch.path().join("classes"));
    let mut java = tools.java();
    java.args(["-ea", "-cp"]).arg(scratch.path().join("classes")).args(["RunTests", "lib.TextBothAssertionErrorTest"]);
    let outcome = run(java, b"", PATIENCE).stdout_text();
    assert_eq!(outcome, "lib.TextBothAssertionErrorTest.throwsAssertionError passed\n");
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("readable").map(|entry| entry.expect("readable").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let mut found: Vec<PathBuf> = folders.iter().flat_map(|folder| java_files(folder)).collect();
    found.extend(files.into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "java")));
    found
}
