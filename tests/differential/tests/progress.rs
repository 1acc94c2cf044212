//! What a person sees while a command works: a line on a terminal once it takes longer than a second, and nothing in a pipe.

use differential::process::{PATIENCE, run};
use differential::tools::{compile, workspace};
use differential::{Outcome, Scratch, Tools};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Runs the words that follow on a terminal of its own, and copies what it shows.
const ON_A_TERMINAL: &str = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)";

/// What clears a line of a terminal.
const CLEAR: &str = "\u{1b}[2K";

fn words(tools: &Tools, arguments: &[&str], folder: &Scratch) -> Command {
    let mut command = tools.jacana();
    command.args(arguments).current_dir(folder.path());
    command
}

fn on_terminal(command: &Command) -> Outcome {
    let mut python = Command::new("python3");
    python.arg("-c").arg(ON_A_TERMINAL).arg(command.get_program()).args(command.get_args());
    python.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("TERM", "xterm");
    if let Some(folder) = command.get_current_dir() {
        python.current_dir(folder);
    }
    run(python, b"", PATIENCE)
}

/// Each command shows these words on a terminal, and cleans up; in a pipe there is not even a control character.
fn assert_shown(arguments: &[&str], expected: &[&str]) {
    let (tools, folder) = (Tools::find(), Scratch::new("progress"));
    let shown = on_terminal(&words(&tools, arguments, &folder));
    let text = shown.stdout_text();
    for word in expected {
        assert!(text.contains(word), "{arguments:?} does not show `{word}`:\n{text}");
    }
    assert!(text.contains(CLEAR), "{arguments:?} leaves its line:\n{text}");
    let piped = run(words(&tools, arguments, &folder), b"", PATIENCE);
    assert!(!piped.stderr_text().contains('\u{1b}'), "{}", piped.stderr_text());
    assert!(!piped.stdout_text().contains('\u{1b}'), "{}", piped.stdout_text());
    assert!(!piped.stderr_text().contains(expected[0]), "{}", piped.stderr_text());
}

fn example(name: &str) -> PathBuf {
    workspace().join("examples").join(name)
}

/// Compiled beforehand, so that the time of the command is for its own work.
fn compiled(source: PathBuf) -> (Scratch, String) {
    let classes = Scratch::new("progress-classes");
    compile(&Tools::find(), &[source], "", classes.path());
    let path = classes.path().display().to_string();
    (classes, path)
}

/// A loop without a last round that anybody knows.
fn endless() -> (Scratch, String) {
    let folder = Scratch::new("progress-source");
    let source = folder.path().join("Endless.java");
    let text = "class Endless { static void go(int n) { long k = n; if (k <= 0) return; \
                while (k != 1) { k = k % 2 == 0 ? k / 2 : 3 * k + 1; assert k > 0; } } \
                static void on(int n) { go(n); } }";
    fs::write(&source, text).expect("a writable folder");
    compiled(source)
}

const ENDLESS: [&str; 6] = ["verify", "--time", "7s", "--property", "assert", "-cp"];

#[test]
fn verify_says_how_far_it_is() {
    let (_classes, path) = endless();
    let words = [&ENDLESS[..], &[&path, "Endless.go(int)"]].concat();
    assert_shown(&words, &["exploring", "paths ", "open ", "solver "]);
}

#[test]
fn verify_with_several_processes_says_how_far_all_of_them_are() {
    let (_classes, path) = endless();
    let words = [&ENDLESS[..], &[&path, "--jobs", "2", "Endless.go(int)"]].concat();
    assert_shown(&words, &["of 2 processes exploring", "paths "]);
}

#[test]
fn check_says_which_method_it_is_at() {
    let (_classes, path) = endless();
    let words = ["check", "-cp", &path, "--loop", "1000000", "--time", "2s", "Endless.go", "Endless.on"];
    assert_shown(&words, &["method 1 of 2, Endless.go(int)"]);
    assert_shown(&[&words[..], &["--jobs", "2"]].concat(), &[" of 2 methods, ", " violated, "]);
}

#[test]
fn test_says_which_class_it_is_at() {
    let (_classes, path) = compiled(example("Bill.java"));
    let words = ["test", "-cp", &path, "-o", "tests", "--fresh", "--time-per-class", "2s", "Bill"];
    assert_shown(&words, &["0 of 1: 0 classes", "at Bill"]);
}

#[test]
fn the_search_for_inputs_says_what_it_found() {
    let (_classes, path) = compiled(example("Range.java"));
    let words =
        ["run", "-cp", &path, "--symbolic", "args", "--explore", "--corpus", "corpus", "--time", "6s", "Range", "3-7"];
    assert_shown(&words, &["sides of branches ", "inputs kept "]);
}
