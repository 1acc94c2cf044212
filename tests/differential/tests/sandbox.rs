//! A program that changes the world under some input: `jacana verify` refuses, says what and where, and nothing has changed;
//! with `--allow-io` it happens. The same with the kernel's help and without.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use differential::process::{PATIENCE, run, run_until};
use differential::tools::compile;
use differential::{Exit, Outcome, Scratch, Tools};

/// The input that makes the program do it; other inputs do nothing.
const TRIGGER: i32 = 4242;

/// A class `Main` whose main does `deed` under one input. `args[0]` is the file that it is about.
fn program(deed: &str) -> String {
    format!(
        "import java.io.*;\nimport java.net.*;\nimport java.nio.file.*;\n\
         import org.sosy_lab.sv_benchmarks.Verifier;\n\
         public class Main {{\n\
         public static void main(String[] args) throws Exception {{\n\
         if (Verifier.nondetInt() == {TRIGGER}) {{\n\
         {deed}\n\
         }}\n}}\n}}\n"
    )
}

/// Where `deed` stands in the program above.
const LINE: u32 = 8;

struct Bench {
    tools: Tools,
    scratch: Scratch,
}

impl Bench {
    fn new(deed: &str) -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("sandboxed"));
        let verifier = "package org.sosy_lab.sv_benchmarks;\npublic class Verifier { public static int nondetInt() { return 0; } }";
        let sources = [
            scratch.write("Main.java", program(deed)),
            scratch.write("org/sosy_lab/sv_benchmarks/Verifier.java", verifier),
        ];
        compile(&tools, &sources, "", &scratch.path().join("classes"));
        scratch.write("victim", "still here");
        Bench { tools, scratch }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn command(&self, options: &[&str], argument: &str) -> Command {
        let mut command = self.tools.jacana();
        command.args(["verify", "--stats"]).args(options).arg("-cp").arg(self.file("classes"));
        command.arg("Main").arg(argument);
        command
    }

    fn verify(&self, options: &[&str], argument: &str) -> Outcome {
        run(self.command(options, argument), b"not for the program", PATIENCE)
    }

    fn verify_file(&self, options: &[&str], name: &str) -> Outcome {
        self.verify(options, &self.file(name).display().to_string())
    }
}

fn exists(path: &Path) -> bool {
    path.try_exists().expect("the scratch folder can be read")
}

fn assert_says(outcome: &Outcome, code: i32, words: &[&str]) {
    let text = outcome.stdout_text();
    assert_eq!(outcome.exit, Exit::Code(code), "{text}{}", outcome.stderr_text());
    for word in words {
        assert!(text.contains(word), "no '{word}' in:\n{text}");
    }
}

/// What the report says about a deed that was refused.
fn refusal(deed: &str) -> [String; 3] {
    [
        format!("the program would {deed} ("),
        format!("at Main.main(Main.java:{LINE})), refused"),
        "UNKNOWN(assert)".into(),
    ]
}

fn assert_refused(outcome: &Outcome, deed: &str) {
    let words = refusal(deed);
    assert_says(outcome, 2, &words.each_ref().map(String::as_str));
}

/// Every line of defence that the hidden option can leave standing.
const DEFENCES: [&[&str]; 3] = [&[], &["--confine", "calls"], &["--confine", "natives"]];

#[test]
fn deleting_a_file() {
    for deed in ["new File(args[0]).delete();", "Files.delete(Path.of(args[0]));"] {
        let bench = Bench::new(deed);
        for defence in DEFENCES {
            assert_refused(&bench.verify_file(defence, "victim"), "delete a file");
            assert!(exists(&bench.file("victim")), "{defence:?}");
        }
        assert_says(&bench.verify_file(&["--allow-io"], "victim"), 2, &["effects of the program are real"]);
        assert!(!exists(&bench.file("victim")));
    }
}

#[test]
fn writing_a_file() {
    let deeds = [
        "try (FileWriter out = new FileWriter(args[0])) { out.write(\"x\"); }",
        "Files.writeString(Path.of(args[0]), \"x\");",
        "try (RandomAccessFile out = new RandomAccessFile(args[0], \"rw\")) { out.write(1); }",
    ];
    for deed in deeds {
        let bench = Bench::new(deed);
        for defence in DEFENCES {
            assert_refused(&bench.verify_file(defence, "made"), "open a file for writing");
            assert!(!exists(&bench.file("made")), "{defence:?}");
        }
        assert_says(&bench.verify_file(&["--allow-io"], "made"), 2, &["changes the world outside"]);
        assert!(exists(&bench.file("made")));
    }
}

#[test]
fn making_a_folder() {
    let bench = Bench::new("new File(args[0]).mkdir();");
    assert_refused(&bench.verify_file(&[], "made"), "create a folder");
    assert!(!exists(&bench.file("made")));
    bench.verify_file(&["--allow-io"], "made");
    assert!(exists(&bench.file("made")));
}

#[test]
fn starting_a_process() {
    let bench = Bench::new("new ProcessBuilder(\"touch\", args[0]).start();");
    for defence in DEFENCES {
        assert_refused(&bench.verify_file(defence, "made"), "start a process");
        assert!(!exists(&bench.file("made")), "{defence:?}");
    }
    // The JDK watches over its child on a thread that waits for a minute: nothing that we have to see.
    let file = bench.file("made").display().to_string();
    run_until(bench.command(&["--allow-io"], &file), b"", PATIENCE, || exists(&bench.file("made")));
    assert!(exists(&bench.file("made")), "the process ran");
}

#[test]
fn opening_a_socket() {
    let bench = Bench::new("new Socket(\"127.0.0.1\", Integer.parseInt(args[0])).close();");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.set_nonblocking(true).expect("a socket of ours");
    let port = listener.local_addr().expect("bound").port().to_string();
    for defence in DEFENCES {
        assert_refused(&bench.verify(defence, &port), "open a socket");
        assert!(listener.accept().is_err(), "nobody called: {defence:?}");
    }
    bench.verify(&["--allow-io"], &port);
    assert!(listener.accept().is_ok(), "somebody called");
}

/// The table does not see what runs after main: only the kernel can keep the replay from it.
#[test]
fn a_shutdown_hook_that_runs_in_the_replay() {
    let hook = "Runtime.getRuntime().addShutdownHook(new Thread(() -> new File(args[0]).delete()));";
    let bench = Bench::new(&format!("{hook} assert false;"));
    for defence in [DEFENCES[0], DEFENCES[1]] {
        let outcome = bench.verify_file(defence, "victim");
        assert_says(&outcome, 1, &["FALSE(assert)", "UNKNOWN(runtime-exception): a shutdown hook"]);
        assert!(exists(&bench.file("victim")), "{defence:?}");
    }
    let unguarded = bench.verify_file(&["--confine", "natives"], "victim");
    assert_says(&unguarded, 2, &["UNKNOWN(assert)", "cannot confine a replay"]);
    assert!(exists(&bench.file("victim")));
    assert_says(&bench.verify_file(&["--allow-io"], "victim"), 1, &["FALSE(assert)"]);
    assert!(!exists(&bench.file("victim")));
}

#[test]
fn leaving_by_exit_is_no_effect() {
    let bench = Bench::new("System.exit(7);");
    assert_says(&bench.verify(&[], ""), 0, &["exited 1", "TRUE(assert)", "TRUE(runtime-exception)"]);
}

#[test]
fn reading_is_allowed_and_stops_a_true() {
    let bench = Bench::new("assert Files.readString(Path.of(args[0])).equals(\"still here\");");
    assert_says(&bench.verify_file(&[], "victim"), 2, &["returned 2", "UNKNOWN(assert)"]);
    let wrong = Bench::new("assert Files.readString(Path.of(args[0])).equals(\"gone\");");
    assert_says(&wrong.verify_file(&[], "victim"), 1, &["FALSE(assert)"]);
}

#[test]
fn the_standard_streams_stay_ours() {
    let bench = Bench::new("System.out.println(\"secret\"); System.out.close(); assert System.in.read() == -1;");
    let outcome = bench.verify(&[], "");
    assert_says(&outcome, 2, &["returned 2", "standard input was taken as empty"]);
    assert!(!outcome.stdout_text().contains("secret"));
}

/// What a replay prints is not for the user.
#[test]
fn a_replay_prints_nothing() {
    let bench = Bench::new("System.out.println(\"secret\"); System.err.println(\"secret\"); assert false;");
    let outcome = bench.verify(&[], "");
    assert_says(&outcome, 1, &["FALSE(assert)"]);
    assert!(!outcome.stdout_text().contains("secret") && !outcome.stderr_text().contains("secret"));
}

#[test]
fn native_code_of_the_program_is_refused() {
    let bench = Bench::new("new Main2().touch(args[0]); } } } class Main2 { native void touch(String name); { {");
    assert_refused(&bench.verify_file(&[], "made"), "call native code of its own");
}

#[test]
fn nothing_temporary_is_left() {
    let bench = Bench::new("assert false;");
    let folder = bench.file("temporary");
    std::fs::create_dir(&folder).expect("scratch folder");
    let mut command = bench.tools.jacana();
    command.arg("verify").arg("-cp").arg(bench.file("classes")).arg("Main").env("TMPDIR", &folder);
    assert_says(&run(command, b"", PATIENCE), 1, &["FALSE(assert)"]);
    assert_eq!(std::fs::read_dir(&folder).expect("still there").count(), 0);
}
