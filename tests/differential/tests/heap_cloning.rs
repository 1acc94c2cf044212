//! `jacana run --symbolic`: the output of `java`, the path constraint, what native code did to it, and models.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;

use differential::json::Json;
use differential::native::{HeapCloning, heap_cloning};
use differential::process::{PATIENCE, run};
use differential::tools::workspace;
use differential::{Exit, Outcome, Scratch, Tools};

struct Bench {
    tools: Tools,
    scratch: Scratch,
    program: HeapCloning,
}

/// What a run with symbolic input leaves.
struct Followed {
    outcome: Outcome,
    constraint: Json,
}

impl Bench {
    fn new() -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("heap-cloning"));
        let program = heap_cloning(&tools, &scratch);
        Bench { tools, scratch, program }
    }

    fn prepared(&self, mut command: Command, options: &[&str], program: &[&str]) -> Command {
        command.args(options).arg(format!("-Djava.library.path={}", self.program.library.display()));
        command.arg("-cp").arg(&self.program.classes).args(program);
        command
    }

    fn jacana(&self, options: &[&str], program: &[&str]) -> Outcome {
        let mut command = self.tools.jacana();
        command.arg("run");
        run(self.prepared(command, options, program), b"yes\n", PATIENCE)
    }

    /// Runs with symbolic input; the program's output must be that of `java`.
    fn follow(&self, options: &[&str], definitions: &[&str], program: &[&str]) -> Followed {
        let file = self.scratch.path().join("constraint.json").display().to_string();
        let all = [options, &["--constraint", &file], definitions].concat();
        let outcome = self.jacana(&all, program);
        let java = run(self.prepared(self.tools.java(), definitions, program), b"yes\n", PATIENCE);
        assert_eq!(outcome.stdout_text(), java.stdout_text(), "{}", outcome.stderr_text());
        assert_eq!(outcome.exit, java.exit);
        let text = std::fs::read_to_string(&file).expect("the path constraint");
        Followed { outcome, constraint: Json::parse(&text) }
    }

    fn example(&self, options: &[&str], program: &[&str]) -> Followed {
        self.follow(&[options, &["--symbolic", "api"]].concat(), &["-Djacana.inputs=-10"], program)
    }
}

impl Followed {
    fn conditions(&self) -> Vec<&str> {
        self.constraint["conjuncts"].list().iter().map(|conjunct| conjunct["condition"].text()).collect()
    }

    fn imprecisions(&self) -> &[Json] {
        self.constraint["imprecisions"].list()
    }
}

fn models(name: &str) -> String {
    workspace().join("fixtures/heap-cloning").join(name).display().to_string()
}

#[test]
fn native_code_that_changes_symbolic_data_is_reported() {
    let followed = Bench::new().example(&[], &["Negate", "original"]);
    // Not `x < 0 and x >= 0`, which no input satisfies.
    assert_eq!(followed.conditions()[0], "(bvslt |int0#0| #x00000000)");
    assert!(followed.conditions()[1].contains("lost0"), "{:?}", followed.conditions());
    let [imprecision] = followed.imprecisions() else { panic!("one imprecision: {:?}", followed.imprecisions()) };
    assert_eq!(imprecision["what"].text(), "field Negate.f");
    assert_eq!(imprecision["native"].text(), "Negate.negate()V");
    assert_eq!(imprecision["call"].text(), "Negate.original(Negate.java:26)");
    assert_eq!(imprecision["first_use"].text(), "Negate.original(Negate.java:28)");
    assert_eq!(imprecision["model"].text(), "needed");
    assert!(followed.outcome.stderr_text().contains("a model is needed"));
}

#[test]
fn no_model_is_needed_where_no_conjunct_depends_on_the_change() {
    let followed = Bench::new().example(&[], &["Negate", "modified"]);
    assert_eq!(followed.conditions(), ["(bvslt |int0#0| #x00000000)"]);
    let [imprecision] = followed.imprecisions() else { panic!("one imprecision") };
    assert_eq!(imprecision["model"].text(), "not needed");
}

#[test]
fn results_of_natives_on_symbolic_arguments_are_reported() {
    let followed = Bench::new().example(&[], &["Negate", "result"]);
    let [imprecision] = followed.imprecisions() else { panic!("one imprecision") };
    assert_eq!(imprecision["what"].text(), "result");
    assert_eq!(imprecision["native"].text(), "Negate.halved(I)I");
    assert_eq!(imprecision["model"].text(), "needed");
}

#[test]
fn with_a_model_the_constraint_is_that_of_the_program() {
    let bench = Bench::new();
    let models = models("models");
    let negate = bench.example(&["--models", &models], &["Negate", "original"]);
    assert!(negate.imprecisions().is_empty());
    let expected = ["(bvslt |int0#0| #x00000000)", "(not (bvslt (bvneg |int0#0|) #x00000000))"];
    assert_eq!(negate.conditions()[..2], expected);
    let complex = bench.example(&["--models", &models], &["Complex"]);
    assert!(complex.imprecisions().is_empty());
    let expected = [
        "(bvslt (bvadd |int0#0| #x00000003) #x00000000)",
        "(bvslt |int0#0| #x00000000)",
        "(not (bvslt (bvneg |int0#0|) #x00000000))",
    ];
    assert_eq!(complex.conditions(), expected);
}

#[test]
fn with_a_model_the_constraint_is_solved() {
    let bench = Bench::new();
    let corpus = bench.scratch.path().join("corpus").display().to_string();
    let options = ["--models", &models("models"), "--symbolic", "api", "--explore", "--keep-all", "--corpus"];
    let options = [&options[..], &[&corpus, "-Djacana.inputs=5"]].concat();
    let outcome = bench.jacana(&options, &["Negate", "original"]);
    assert!(outcome.stderr_text().contains("divergences: 0 "), "{}", outcome.stderr_text());
    let mut seen = BTreeSet::new();
    for entry in std::fs::read_dir(&corpus).expect("the corpus").flatten() {
        let Ok(text) = std::fs::read_to_string(entry.path().join("entry")) else { continue };
        let input = text.lines().find_map(|line| line.strip_prefix("input ")).expect("a number").to_string();
        let definition = format!("-Djacana.inputs={input}");
        let java = run(bench.prepared(bench.tools.java(), &[&definition], &["Negate", "original"]), b"", PATIENCE);
        seen.insert((input.parse::<i32>().expect("a number") < 0, java.stdout_text()));
    }
    // X0 < 0 and -X0 >= 0; with -X0 = 10; and the only number that stays negative.
    for expected in ["exit false\n", "exit true\n", "error\nexit false\n"] {
        assert!(seen.contains(&(true, expected.into())), "{expected} of {seen:?}");
    }
}

#[test]
fn the_example_of_the_paper_without_a_model() {
    let followed = Bench::new().example(&[], &["Complex"]);
    assert_eq!(followed.conditions()[0], "(bvslt (bvadd |int0#0| #x00000003) #x00000000)");
    let [imprecision] = followed.imprecisions() else { panic!("one imprecision") };
    assert_eq!(imprecision["what"].text(), "field Complex$L.f");
    assert_eq!(imprecision["model"].text(), "needed");
}

#[test]
fn what_runs_in_hotspot_only_is_watched_like_native_code() {
    let bench = Bench::new();
    let options = ["--symbolic", "api", "--concrete", "Concrete$Tool"];
    let followed = bench.follow(&options, &["-Djacana.inputs=5"], &["Concrete"]);
    let what: Vec<&str> = followed.imprecisions().iter().map(|one| one["what"].text()).collect();
    // What it passed on, what it changed, and an element that it may have written because of the input.
    assert_eq!(
        what,
        ["argument for Concrete$Helper.twice(I)I", "field Concrete.sum", "element 2 of int[]", "element 1 of int[]"]
    );
    // The first element was written with the value that it had: nothing is lost of it.
    assert_eq!(followed.conditions()[0], "(= |int0#0| #x00000005)");
    let all = bench.follow(&["--symbolic", "api"], &["-Djacana.inputs=5"], &["Concrete"]);
    assert!(all.imprecisions().is_empty());
}

#[test]
fn bytes_keep_their_symbols_through_all_ways_of_reading() {
    let bench = Bench::new();
    let file = bench.scratch.write("data.txt", "abcdefgh\n42 rest\n").display().to_string();
    let source = format!("file:{file}");
    let options = ["--symbolic", &source, "--symbolic", "stdin", "--symbolic", "prop:mode", "--symbolic", "args"];
    let followed = bench.follow(&options, &["-Dmode=fast"], &["Reading", &file, "5"]);
    assert!(followed.imprecisions().is_empty(), "{:?}", followed.imprecisions());
    let fixed = followed.constraint["conjuncts"].list().iter().filter(|one| one["kind"].text() == "fixed");
    let fixed: Vec<String> = fixed.map(|one| format!("{one:?}")).collect();
    assert!(fixed.iter().all(|one| one.contains("args[0]")), "only the name of the file is fixed: {fixed:#?}");
    let definitions = followed.constraint["definitions"].text().to_string();
    let all = definitions + &followed.conditions().join("\n");
    for at in 0..8 {
        assert!(all.contains(&format!("{file}[{at}]")), "byte {at} decides nothing");
    }
    for input in [format!("{file}[9]"), "stdin[0]".into(), "prop:mode[0]".into(), "args[1][0]".into()] {
        assert!(all.contains(&input), "{input} decides nothing");
    }
}

#[test]
fn bad_input_is_told_in_one_line() {
    let bench = Bench::new();
    let trials: [(&[&str], &str); 5] = [
        (&["--symbolic", "everything"], "there are args, stdin, file:PATH, prop:NAME and api"),
        (&["--symbolic", "file:nowhere"], "--symbolic file:nowhere: cannot be read"),
        (&["--symbolic", "prop:nothing"], "the property has no value (give it with -Dnothing=...)"),
        (&["--constraint", "c.smt2"], "need something symbolic"),
        (&["--symbolic", "args", "--constraint", "c.txt"], "that ends in .smt2 or .json"),
    ];
    for (options, message) in trials {
        let outcome = bench.jacana(options, &["Negate", "original"]);
        let stderr = outcome.stderr_text();
        assert_eq!(outcome.exit, Exit::Code(3), "{stderr}");
        assert!(stderr.lines().count() == 1 && stderr.contains(message), "{stderr}");
    }
}

#[test]
fn a_symbolic_file_that_nobody_opens_is_a_warning() {
    let bench = Bench::new();
    let file: PathBuf = bench.scratch.write("unread.txt", "text");
    let source = format!("file:{}", file.display());
    let outcome = bench.jacana(&["--symbolic", &source, "-Djacana.inputs=1"], &["Negate", "modified"]);
    assert_eq!(outcome.exit, Exit::Code(0));
    assert!(outcome.stderr_text().contains(&format!("the program never read {source}")), "{}", outcome.stderr_text());
}

/// A native that knows symbolic data writes where there was none: its own kind of imprecision, and what depends on it is told.
#[test]
fn what_natives_write_into_concrete_cells_is_reported() {
    let bench = Bench::new();
    for (which, what, kind) in [
        ("field", "field Store.number", "written"),
        ("static", "static field Store.shared", "written"),
        ("array", "element 2 of int[]", "written"),
        ("later", "element 2 of int[]", "written"),
        ("made", "result", "answered"),
        ("callback", "argument for Store.called(I)V", "answered"),
    ] {
        let followed = bench.follow(&["--symbolic", "api"], &["-Djacana.inputs=1"], &["Store", which]);
        let [only] = followed.imprecisions() else { panic!("{which}: {}", followed.outcome.stderr_text()) };
        assert_eq!((only["what"].text(), only["kind"].text()), (what, kind), "{which}");
        assert_eq!(only["model"].text(), "needed", "{which}");
    }
    // No conjunct says what depends on a reference, and an exception needs none.
    for (which, what, model) in
        [("reference", "field Store.other", "perhaps needed"), ("exception", "exception", "needed")]
    {
        let followed = bench.follow(&["--symbolic", "api"], &["-Djacana.inputs=1"], &["Store", which]);
        let [only] = followed.imprecisions() else { panic!("{which}: {}", followed.outcome.stderr_text()) };
        assert_eq!((only["what"].text(), only["model"].text()), (what, model), "{which}");
    }
    // Nothing symbolic can have reached it.
    let followed = bench.follow(&["--symbolic", "api"], &["-Djacana.inputs=1"], &["Store", "before"]);
    assert!(followed.imprecisions().is_empty() && followed.constraint["blind"].list().is_empty());
    // It wrote what was there already.
    let followed = bench.follow(&["--symbolic", "api"], &["-Djacana.inputs=0"], &["Store", "field"]);
    assert!(followed.imprecisions().is_empty());
    assert_eq!(followed.constraint["blind"].list()[0]["native"].text(), "Store.put(I)V");
    let inflated = bench.follow(&["--symbolic", "api"], &["-Djacana.inputs=7"], &["Inflated"]);
    let buffer = |entry: &&Json| entry["what"].text().ends_with("of byte[]") && entry["model"].text() == "needed";
    assert_eq!(inflated.imprecisions().iter().filter(buffer).count(), 1, "{}", inflated.outcome.stderr_text());
}

#[test]
fn random_natives_are_never_silent() {
    let figures = differential::unseen::try_programs(1, 6);
    println!("{}", figures.lines().join("\n"));
    assert!(figures.silent.is_empty() && figures.proposed > 3, "{:?}", figures.lines());
}

#[test]
fn classes_that_code_in_hotspot_uses_first_are_initialised() {
    let bench = Bench::new();
    for pattern in ["First$Tool", "First$Table", "First$T*", "First$Asking", "First.*"] {
        bench.follow(&["--symbolic", "api", "--concrete", pattern], &["-Djacana.inputs=3"], &["First"]);
    }
}

/// Length, two indices and a number: apart, at one place, at the ends, and outside.
const OPEN_ARRAYS: [&str; 6] = ["10,3,4,7", "10,4,4,-7", "3,0,2,70000", "9,8,8,0", "1,0,0,129", "12,11,0,-2147483648"];

/// The array is of symbolic length, and the program writes and reads it at symbolic indices.
#[test]
fn arrays_of_symbolic_length_keep_length_and_index() {
    let bench = Bench::new();
    let follow = |inputs: &str, method: &str| {
        let followed =
            bench.follow(&["--symbolic", "api"], &[&format!("-Djacana.inputs={inputs}")], &["OpenArrays", method]);
        assert!(followed.imprecisions().is_empty(), "{method} {inputs}");
        followed
    };
    let fixed = |followed: &Followed| -> Vec<String> {
        let all = followed.constraint["conjuncts"].list().iter();
        let fixed = all.filter(|one| one["kind"].text() == "fixed");
        fixed.map(|one| one["condition"].text().to_string()).collect()
    };
    for inputs in OPEN_ARRAYS {
        for method in ["ints", "small", "wide", "aliases", "copies"] {
            let followed = follow(inputs, method);
            assert_eq!(fixed(&followed), [""; 0], "{method} {inputs}");
            let bounds = "(bvult |int1#1| |int0#0|)";
            assert!(followed.conditions().contains(&bounds), "{method} {inputs}: {:?}", followed.conditions());
        }
        // Which indices are equal is fixed, not what they are.
        for method in ["references", "strange"] {
            let fixed = fixed(&follow(inputs, method));
            let is_relation =
                |condition: &String| condition.matches("|int").count() == 2 || condition.contains("#x00000000");
            assert!(fixed.iter().all(is_relation), "{method} {inputs}: {fixed:?}");
        }
        for method in ["copied", "closed", "many"] {
            follow(inputs, method);
        }
    }
    for inputs in ["-1,0,0,0", "4,4,0,0", "4,-1,0,0", "4,3,4,0", "0,0,0,0"] {
        follow(inputs, "outside");
    }
}

#[test]
fn other_lengths_and_indices_take_the_same_path() {
    let bench = Bench::new();
    for method in ["ints", "small", "wide", "aliases", "copies", "references", "strange", "copied", "closed", "many"] {
        // Each proposal runs on java as well.
        let inputs = if method == "ints" { &OPEN_ARRAYS[..3] } else { &OPEN_ARRAYS[..1] };
        for inputs in inputs {
            let corpus = bench.scratch.path().join(format!("{method}-{inputs}")).display().to_string();
            let given = format!("-Djacana.inputs={inputs}");
            let options = ["--symbolic", "api", "--same-path", "2", "--corpus", &corpus, &given];
            let outcome = bench.jacana(&options, &["OpenArrays", method]);
            let said = outcome.stderr_text();
            assert!(!said.contains("another path"), "{method} {inputs}: {said}");
            if *inputs == "10,3,4,7" && method == "ints" {
                assert_eq!(said.matches("takes the same path").count(), 2, "{said}");
                let entry = std::fs::read_to_string(format!("{corpus}/same-path-1/entry")).expect("an input");
                let found: Vec<&str> = entry.lines().filter_map(|line| line.strip_prefix("input ")).collect();
                assert!(found[0] != "10" && found[1] != "3" && found[2] != "4", "{entry}");
            }
        }
    }
}
