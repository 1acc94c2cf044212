//! `run --explore` and `run --same-path`: what they find is confirmed by `java`, goes where it was predicted to, and survives
//! being killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use differential::branches::Tracer;
use differential::native::{HeapCloning, heap_cloning};
use differential::process::{PATIENCE, run};
use differential::{Exit, Outcome, Program, Scratch, Tools};

const START: &str = "abcdefghijkl";

struct Bench {
    tools: Tools,
    scratch: Scratch,
    program: HeapCloning,
    input: PathBuf,
}

impl Bench {
    fn new() -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("heap-cloning-search"));
        let program = heap_cloning(&tools, &scratch);
        let input = scratch.write("steps", START);
        Bench { tools, scratch, program, input }
    }

    fn corpus(&self) -> PathBuf {
        self.scratch.path().join("corpus")
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = self.tools.jacana();
        command.arg("run").arg("--symbolic").arg(format!("file:{}", self.input.display())).args(options);
        command.arg("--corpus").arg(self.corpus()).arg("-cp").arg(&self.program.classes).arg("Maze").arg(&self.input);
        command
    }

    fn jacana(&self, options: &[&str]) -> Outcome {
        run(self.command(options), b"", PATIENCE)
    }

    /// Searches, each going on from the last one for longer than that, until there is enough in the corpus.
    fn explore_until(&self, options: &[&str], enough: impl Fn(&BTreeMap<String, String>) -> bool) -> Outcome {
        let started = Instant::now();
        let mut seconds = 3;
        loop {
            let outcome = self.jacana(&[&["--explore", "--time", &seconds.to_string()], options].concat());
            let said = outcome.stderr_text();
            assert_eq!(outcome.exit, Exit::Code(0), "{said}");
            assert!(said.contains("divergences: 0 "), "{said}");
            if enough(&self.entries()) {
                return outcome;
            }
            assert!(started.elapsed() < PATIENCE, "{said}");
            seconds *= 2;
        }
    }

    /// How `java` ends on the file of an entry.
    fn java(&self, file: &Path) -> Outcome {
        let mut command = self.tools.java();
        command.arg("-cp").arg(&self.program.classes).arg("Maze").arg(file);
        run(command, b"", PATIENCE)
    }

    /// The lines of all entries, by name.
    fn entries(&self) -> BTreeMap<String, String> {
        let numbered = fs::read_dir(self.corpus()).expect("the corpus").flatten().filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.parse::<u32>().ok()?;
            // Who was killed while it wrote one leaves a folder without it.
            let text = fs::read_to_string(entry.path().join("entry")).ok()?;
            let contents = fs::read(entry.path().join("file0")).expect("the file of an entry");
            assert_eq!(contents.len(), START.len());
            Some((name, text))
        });
        numbered.collect()
    }
}

#[test]
fn runs_on_java_part_where_a_condition_was_turned_around() {
    let bench = Bench::new();
    bench.explore_until(&["--keep-all"], |entries| entries.len() >= 100);
    let program = Program {
        name: "Maze".into(),
        class_path: vec![bench.program.classes.clone()],
        main: "Maze".into(),
        args: vec!["steps".into()],
        files: vec![("steps".into(), START.into())],
        ..Program::default()
    };
    let tried = Tracer::new(&bench.tools, &bench.scratch).try_corpus(&program, &bench.corpus(), 15, 1);
    assert_eq!(tried.wrong, Vec::<String>::new());
    assert!(tried.right >= 10, "{tried:?}");
}

#[test]
fn inputs_that_few_paths_need_are_found_and_confirmed_by_java() {
    let bench = Bench::new();
    let exceptions = ["java.lang.IllegalStateException", "java.lang.IllegalArgumentException"];
    let threw = |entries: &BTreeMap<String, String>, exception: &str| {
        entries.values().any(|entry| entry.contains(&format!("threw {exception} ")))
    };
    bench.explore_until(&[], |entries| exceptions.iter().all(|exception| threw(entries, exception)));
    for (name, entry) in bench.entries() {
        let java = bench.java(&bench.corpus().join(&name).join("file0"));
        match entry.lines().find_map(|line| line.strip_prefix("threw ")) {
            Some(threw) => {
                let class = threw.split(' ').next().expect("a class");
                assert_eq!(java.exit, Exit::Code(1), "{name}");
                assert!(java.stderr_text().contains(class), "{name}: {}", java.stderr_text());
            }
            None => assert_eq!(java.exit, Exit::Code(0), "{name}"),
        }
    }
}

#[test]
fn a_search_that_was_killed_goes_on() {
    let bench = Bench::new();
    for pause in [700, 1500] {
        let mut command = bench.command(&["--explore", "--time", "60"]);
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().expect("jacana");
        thread::sleep(Duration::from_millis(pause));
        // The engine ends with its parent.
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let before = if bench.corpus().exists() { bench.entries() } else { BTreeMap::new() };
    let found = |entries: &BTreeMap<String, String>| {
        entries.values().any(|entry| entry.contains("threw java.lang.IllegalStateException "))
    };
    bench.explore_until(&[], found);
    let after = bench.entries();
    for (name, entry) in before {
        assert_eq!(after.get(&name), Some(&entry), "entry {name} is as it was");
    }
}

#[test]
fn other_inputs_of_the_same_path() {
    let bench = Bench::new();
    fs::write(&bench.input, "higl$hiabcde").expect("an input");
    let outcome = bench.jacana(&["--same-path", "2"]);
    let said = outcome.stderr_text();
    assert_eq!(outcome.exit, Exit::Code(0), "{said}");
    assert_eq!(said.matches("takes the same path, java took the same 4 branches").count(), 2, "{said}");
    for number in 1..=2 {
        let file = bench.corpus().join(format!("same-path-{number}/file0"));
        let found = fs::read(&file).expect("an input");
        // Behind what the program looks at, every byte is another one.
        assert!(found[7..].iter().zip(b"abcde").all(|(a, b)| a != b), "{found:?}");
        let java = bench.java(&file);
        assert!(java.stderr_text().contains("IllegalStateException"), "{}", java.stderr_text());
    }
}

#[test]
fn what_java_does_not_confirm_is_told() {
    let bench = Bench::new();
    let search = |corpus: &str, options: &[&str], args: &[&str]| {
        let mut command = bench.tools.jacana();
        command
            .args(["run", "--symbolic", "args"])
            .args(options)
            .arg("--corpus")
            .arg(bench.scratch.path().join(corpus));
        command.arg("-cp").arg(&bench.program.classes).arg("Watched").args(args);
        run(command, b"", PATIENCE).stderr_text()
    };
    let said = search("explored", &["--explore", "--time", "30"], &["a"]);
    assert!(said.contains("0 took the same branches on java, 2 went elsewhere there, 0 seen by"), "{said}");
    assert!(said.contains("000001: java went elsewhere at Watched:"), "{said}");
    let said = search("same", &["--same-path", "1"], &["a"]);
    assert!(
        said.contains("the interpreter alone says (java leaves the path of the original input at Watched:"),
        "{said}"
    );
    let said = search("halted", &["--explore", "--time", "30"], &["a", ""]);
    assert!(said.contains("0 went elsewhere there, 2 seen by the interpreter only"), "{said}");
    assert!(said.contains("java left no record of its way"), "{said}");
}

#[test]
fn a_corpus_that_cannot_be_read_is_told() {
    let bench = Bench::new();
    fs::write(bench.corpus(), "no folder").expect("a file");
    let outcome = bench.jacana(&["--explore"]);
    let said = outcome.stderr_text();
    assert_eq!(outcome.exit, Exit::Code(3), "{said}");
    assert!(said.lines().count() == 1 && said.contains("--corpus"), "{said}");
}
