//! Bad input gets one clear line on stderr that says what is wrong, and exit code 3; never a panic or a backtrace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use differential::process::{PATIENCE, run};
use differential::tools::compile;
use differential::{Exit, Outcome, Scratch, Tools};

const HELLO: &str = "public class Hello { public static void main(String[] a) { System.out.println(\"hello\"); } }";

struct Bench {
    tools: Tools,
    scratch: Scratch,
}

impl Bench {
    fn new() -> Bench {
        Bench { tools: Tools::find(), scratch: Scratch::new("errors") }
    }

    fn path(&self) -> &Path {
        self.scratch.path()
    }

    /// Compiles one class; answers its class file.
    fn class(&self, name: &str, source: &str) -> PathBuf {
        let source = self.scratch.write(&format!("{name}.java"), source);
        compile(&self.tools, &[source], "", self.path());
        self.path().join(format!("{name}.class"))
    }

    fn jacana(&self) -> Command {
        let mut command = self.tools.jacana();
        command.arg("run");
        command
    }

    fn run_class(&self, name: &str) -> Outcome {
        let mut command = self.jacana();
        command.arg("-cp").arg(self.path()).arg(name);
        run(command, b"", PATIENCE)
    }
}

/// One line on stderr with all these words, nothing on stdout, exit 3.
fn assert_error(outcome: &Outcome, words: &[&str]) {
    let stderr = outcome.stderr_text();
    assert_eq!(outcome.exit, Exit::Code(3), "{stderr}");
    assert_eq!(outcome.stdout_text(), "");
    assert_eq!(stderr.lines().count(), 1, "one line: {stderr}");
    assert_words(&stderr, words);
}

fn assert_words(text: &str, words: &[&str]) {
    let lower = text.to_lowercase();
    for word in words {
        assert!(lower.contains(&word.to_lowercase()), "no '{word}' in: {text}");
    }
}

#[test]
fn no_such_class() {
    let bench = Bench::new();
    assert_error(&bench.run_class("no.such.Program"), &["no.such.Program"]);
}

#[test]
fn a_word_that_is_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let bench = Bench::new();
    let mut command = bench.jacana();
    command.arg(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    assert_error(&run(command, b"", PATIENCE), &["caf", "is not UTF-8"]);
}

/// The verdict is told before files are written.
#[test]
fn a_report_that_cannot_be_written() {
    let bench = Bench::new();
    bench.class("Hello", HELLO);
    let mut command = bench.tools.jacana();
    command.args(["verify", "--json", "/proc/no/such/place.json", "-cp"]).arg(bench.path()).arg("Hello");
    let outcome = run(command, b"", PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(3), "{}", outcome.stderr_text());
    assert_words(&outcome.stdout_text(), &["VERDICT: TRUE(assert)"]);
    assert_words(&outcome.stderr_text(), &["/proc/no"]);
}

#[test]
fn no_main() {
    let bench = Bench::new();
    bench.class("Library", "public class Library { public void main(String[] a) {} }");
    assert_error(&bench.run_class("Library"), &["Library", "main"]);
}

#[test]
fn corrupt_class() {
    let bench = Bench::new();
    let file = bench.class("Hello", HELLO);
    let mut bytes = fs::read(&file).expect("javac wrote it");
    bytes.truncate(bytes.len() / 2);
    fs::write(&file, bytes).expect("writable");
    assert_error(&bench.run_class("Hello"), &["Hello"]);
}

#[test]
fn not_a_class_at_all() {
    let bench = Bench::new();
    bench.scratch.write("Hello.class", "this is text");
    assert_error(&bench.run_class("Hello"), &["Hello"]);
}

#[test]
fn class_newer_than_the_jdk() {
    let bench = Bench::new();
    let file = bench.class("Hello", HELLO);
    let mut bytes = fs::read(&file).expect("javac wrote it");
    // Class file version 200 is that of Java 156.
    bytes[7] = 200;
    fs::write(&file, bytes).expect("writable");
    assert_error(&bench.run_class("Hello"), &["Hello", "156"]);
}

#[test]
fn no_jdk_in_the_given_folder() {
    let bench = Bench::new();
    bench.class("Hello", HELLO);
    let mut command = bench.jacana();
    command.args(["--jdk", "/nonexistent", "-cp"]).arg(bench.path()).arg("Hello");
    assert_error(&run(command, b"", PATIENCE), &["JDK", "/nonexistent"]);
}

#[test]
fn no_jdk_anywhere() {
    let bench = Bench::new();
    bench.class("Hello", HELLO);
    let mut command = bench.jacana();
    command.arg("-cp").arg(bench.path()).arg("Hello").env_remove("JAVA_HOME").env("PATH", "/nonexistent");
    assert_error(&run(command, b"", PATIENCE), &["JDK", "JAVA_HOME"]);
}

#[test]
fn jdk_too_old() {
    let bench = Bench::new();
    bench.class("Hello", HELLO);
    bench.scratch.write("jdk11/release", "JAVA_VERSION=\"11.0.2\"\nJAVA_VERSION_DATE=\"2019-01-15\"\n");
    bench.scratch.write("jdk11/bin/java", "");
    bench.scratch.write("jdk11/bin/javac", "");
    bench.scratch.write("jdk11/lib/modules", "");
    bench.scratch.write("jdk11/lib/server/libjvm.so", "");
    let mut command = bench.jacana();
    command.arg("--jdk").arg(bench.path().join("jdk11")).arg("-cp").arg(bench.path()).arg("Hello");
    assert_error(&run(command, b"", PATIENCE), &["11", "17"]);
}

#[test]
fn unreadable_class_path_entry() {
    let bench = Bench::new();
    bench.class("Hello", HELLO);
    let jar = bench.scratch.write("corrupt.jar", "not a zip file");
    let mut command = bench.jacana();
    command.arg("-cp").arg(format!("{}:{}", jar.display(), bench.path().display())).arg("Hello");
    assert_error(&run(command, b"", PATIENCE), &["corrupt.jar"]);
}

#[test]
fn unreadable_jar() {
    let bench = Bench::new();
    let jar = bench.scratch.write("corrupt.jar", "PK not a zip file");
    let mut command = bench.jacana();
    command.arg("-jar").arg(jar);
    assert_error(&run(command, b"", PATIENCE), &["corrupt.jar"]);
}

#[test]
fn missing_jar() {
    let bench = Bench::new();
    let mut command = bench.jacana();
    command.args(["-jar", "/nonexistent/program.jar"]);
    assert_error(&run(command, b"", PATIENCE), &["program.jar"]);
}

#[test]
fn jar_without_a_main_class() {
    let bench = Bench::new();
    bench.class("Hello", HELLO);
    let jar = bench.path().join("library.jar");
    let mut pack = bench.tools.jar();
    pack.arg("--create").arg("--file").arg(&jar).arg("-C").arg(bench.path()).arg("Hello.class");
    assert!(pack.status().expect("jar starts").success());
    let mut command = bench.jacana();
    command.arg("-jar").arg(jar);
    assert_error(&run(command, b"", PATIENCE), &["library.jar", "Main-Class"]);
}

/// One line of ours, then javac's own message with file and line; exit 3.
#[test]
fn source_that_does_not_compile() {
    let bench = Bench::new();
    let source = bench.scratch.write("Wrong.java", "public class Wrong {\n    int x = \"text\";\n}\n");
    let mut command = bench.jacana();
    command.arg(source);
    let outcome = run(command, b"", PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(3));
    assert_eq!(outcome.stdout_text(), "");
    assert_words(&outcome.stderr_text(), &["jacana: ", "Wrong.java:2", "incompatible types"]);
}

#[test]
fn missing_source_file() {
    let bench = Bench::new();
    let mut command = bench.jacana();
    command.arg(bench.path().join("Nothing.java"));
    assert_error(&run(command, b"", PATIENCE), &["Nothing.java"]);
}

#[test]
fn folder_without_sources() {
    let bench = Bench::new();
    let folder = bench.path().join("empty");
    fs::create_dir(&folder).expect("writable");
    let mut command = bench.jacana();
    command.arg(folder);
    assert_error(&run(command, b"", PATIENCE), &["empty"]);
}

#[test]
fn folder_with_two_mains() {
    let bench = Bench::new();
    bench.scratch.write("two/Hello.java", HELLO);
    bench.scratch.write("two/Other.java", HELLO.replace("Hello", "Other"));
    let mut command = bench.jacana();
    command.arg(bench.path().join("two"));
    assert_error(&run(command, b"", PATIENCE), &["Hello", "Other"]);
}

#[test]
fn unknown_option() {
    let bench = Bench::new();
    let mut command = bench.jacana();
    command.args(["--no-such-option", "Hello"]);
    let outcome = run(command, b"", PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(3));
    assert_words(&outcome.stderr_text(), &["--no-such-option"]);
}
