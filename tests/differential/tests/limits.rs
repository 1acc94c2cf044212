//! Limits hold, and what others did to a library does not slow its tests: signatures, agents, names, links and pipes.

use differential::fixture::files_below;
use differential::process::{PATIENCE, run};
use differential::tools::{compile, workspace};
use differential::{Exit, Outcome, Scratch, Tools};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Of a class that is tested for two seconds, on a busy machine.
const ORDINARY: Duration = Duration::from_secs(60);

struct Bench {
    tools: Tools,
    scratch: Scratch,
}

impl Bench {
    fn new() -> Bench {
        Bench { tools: Tools::find(), scratch: Scratch::new("limits") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    /// A program of the JDK.
    fn jdk(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(self.tools.jdk.join("bin").join(program));
        command.current_dir(self.scratch.path()).args(arguments);
        let outcome = run(command, b"", PATIENCE);
        assert_eq!(outcome.exit, Exit::Code(0), "{program}: {}{}", outcome.stdout_text(), outcome.stderr_text());
    }

    /// A jar of the class, with more in its manifest.
    fn jar(&self, name: &str, manifest: &str) -> PathBuf {
        compile(&self.tools, &[workspace().join("fixtures/limits/Cart.java")], "", &self.path("classes"));
        self.scratch.write("manifest", manifest);
        self.jdk("jar", &["cfm", name, "manifest", "-C", "classes", "."]);
        self.path(name)
    }

    fn test(&self, class_path: &Path, target: &str, options: &[&str]) -> Outcome {
        let mut command = self.tools.jacana();
        command.arg("test").arg("-cp").arg(class_path).args(["--time-per-class", "2", "-o"]).arg(self.path("tests"));
        let started = Instant::now();
        let outcome = run(
            {
                command.args(options).arg(target);
                command
            },
            b"",
            PATIENCE,
        );
        assert!(started.elapsed() < ORDINARY, "{:?}: {}", started.elapsed(), outcome.stdout_text());
        outcome
    }

    fn verify(&self, arguments: &[&str], time: u64) -> Outcome {
        let mut command = self.tools.jacana();
        command.arg("verify").args(arguments);
        let started = Instant::now();
        let outcome = run(command, b"", PATIENCE);
        assert!(started.elapsed() < Duration::from_secs(time), "{:?}: {}", started.elapsed(), outcome.stdout_text());
        outcome
    }

    fn pipe(&self, name: &str) {
        let mut mkfifo = Command::new("mkfifo");
        mkfifo.arg(self.path(name));
        assert_eq!(run(mkfifo, b"", PATIENCE).exit, Exit::Code(0));
    }
}

/// Nobody can add a class to a package of such a jar: its tests lie elsewhere.
#[test]
fn signed_and_sealed_jars_are_tested_from_outside() {
    let bench = Bench::new();
    let signed = bench.jar("signed.jar", "X: y\n");
    let store = ["-keystore", "keys", "-storepass", "secret"];
    bench.jdk("keytool", &[&store[..], &["-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=a"]].concat());
    bench.jdk("jarsigner", &[&store[..], &["signed.jar", "a"]].concat());
    let sealed = bench.jar("sealed.jar", "Sealed: true\n");
    for jar in [signed, sealed] {
        let outcome = bench.test(&jar, "shop.Cart", &["--fresh"]);
        let said = outcome.stdout_text();
        assert!(said.contains("shop.Cart: 3 of 3 methods") && said.contains(" 0 candidates refused"), "{said}");
        assert!(said.contains("branches 100.0%"), "{said}");
        let written = bench.path("tests/jacana/shop/CartTest.java");
        let test = fs::read_to_string(&written).expect("a test");
        assert!(test.contains("package jacana.shop;"), "{test}");
        fs::remove_dir_all(bench.path("tests")).expect("a folder");
    }
}

#[test]
fn long_names_do_not_end_a_campaign() {
    let bench = Bench::new();
    let long = "L".repeat(245);
    let text = format!("public class {long} {{ public static int one(int x) {{ return x > 3 ? 1 : 2; }} }}");
    let source = bench.scratch.write(&format!("{long}.java"), text);
    compile(&bench.tools, &[source, workspace().join("fixtures/limits/Cart.java")], "", &bench.path("both"));
    let folder = bench.path("both").display().to_string();
    for finished in ["", "2 of 2 classes were finished before"] {
        let said = bench.test(&bench.path("both"), &folder, &[]).stdout_text();
        assert!(
            said.contains("shop.Cart: 3 of 3 methods") && said.contains(&format!("{long}: 2 of 2 methods")),
            "{said}"
        );
        assert!(said.contains(finished), "{said}");
    }
    let files = files_below(&bench.path("tests"));
    let is_of_long = |file: &&PathBuf| file.to_string_lossy().contains("LLLL");
    assert!(files.iter().any(|file| file.ends_with("shop/CartTest.java")), "{files:?}");
    assert_eq!(files.iter().filter(is_of_long).count(), 2, "a test and a record: {files:?}");
}

#[test]
fn a_folder_takes_one_campaign_at_a_time() {
    let bench = Bench::new();
    let jar = bench.jar("plain.jar", "X: y\n");
    let mut first = bench.tools.jacana();
    first.arg("test").arg("-cp").arg(&jar).args(["shop.Cart", "--time-per-class", "30", "-o"]).arg(bench.path("tests"));
    let mut first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("jacana");
    let started = Instant::now();
    while !bench.path("tests/.jacana/lock").exists() {
        assert!(started.elapsed() < PATIENCE, "no lock");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
    let second = bench.test(&jar, "shop.Cart", &[]);
    first.kill().expect("ours");
    first.wait().expect("ours");
    assert_eq!(second.exit, Exit::Code(3), "{}", second.stdout_text());
    assert!(second.stderr_text().contains("another jacana test is writing to "), "{}", second.stderr_text());
    // It ended without a word, and leaves nothing locked.
    let third = bench.test(&jar, "shop.Cart", &[]);
    assert!(third.stdout_text().contains("shop.Cart: 3 of 3 methods"), "{}", third.stderr_text());
}

/// A folder with links to itself and to everything, a pipe where a class should be, and a file of six gigabytes.
#[test]
fn class_paths_with_links_pipes_and_huge_files() {
    let bench = Bench::new();
    let classes = bench.path("classes");
    compile(&bench.tools, &[workspace().join("fixtures/limits/Cart.java")], "", &classes);
    for name in ["a", "b", "shop/c"] {
        symlink(&classes, classes.join(name)).expect("a link");
    }
    bench.pipe("classes/Main.class");
    fs::File::create(classes.join("Huge.class")).and_then(|file| file.set_len(6 << 30)).expect("a sparse file");
    let path = classes.display().to_string();
    for (class, why) in [("Main", "not an ordinary file"), ("Huge", "too large")] {
        let outcome = bench.verify(&["-cp", &path, class], 20);
        assert_eq!(outcome.exit, Exit::Code(3), "{}", outcome.stdout_text());
        assert!(outcome.stderr_text().contains(why), "{}", outcome.stderr_text());
    }
    let said = bench.test(&classes, "shop.Cart", &[]).stdout_text();
    assert!(said.contains("shop.Cart: 3 of 3 methods"), "{said}");
    bench.pipe("pipe.jar");
    let outcome = bench.verify(&["-cp", &bench.path("pipe.jar").display().to_string(), "Main"], 20);
    assert!(outcome.stderr_text().contains("neither a folder nor a jar"), "{}", outcome.stderr_text());
    // Sources, too.
    fs::copy(workspace().join("fixtures/limits/Cart.java"), bench.path("classes/Cart.java")).expect("a copy");
    let outcome = bench.verify(&[&path], 20);
    assert!(outcome.stderr_text().contains("has a method `public static void main"), "{}", outcome.stderr_text());
}

#[test]
fn tables_of_any_size_at_a_symbolic_index() {
    let bench = Bench::new();
    let fixture = |name: &str| workspace().join("fixtures/limits").join(name).display().to_string();
    let options = ["--memory", "1000", "--time", "60s", "--property", "assert"];
    let table = bench.verify(&[&options[..], &[&fixture("Table.java")]].concat(), 60);
    assert_eq!(table.exit, Exit::Code(1), "{}", table.stdout_text());
    let wide = bench.verify(&[&options[..], &[&fixture("Wide.java")]].concat(), 90);
    let said = wide.stdout_text();
    assert_eq!(wide.exit, Exit::Code(2), "{said}");
    assert!(said.contains("UNKNOWN(assert): "), "{said}");
}
