//! Models of the user: they are called instead of what they stand for, they are compared with it, and mistakes in them are told.

use std::path::PathBuf;
use std::process::Command;

use differential::fixture::entries;
use differential::native::build_library;
use differential::process::{PATIENCE, run};
use differential::tools::{compile, workspace};
use differential::{Exit, Outcome, Scratch, Tools};

struct Bench {
    tools: Tools,
    scratch: Scratch,
}

impl Bench {
    fn new() -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("models"));
        build_library(&tools, &fixture("complex.c"), &scratch.path().join("libcomplex.so"));
        compile(&tools, &[fixture("Complex.java"), fixture("UseComplex.java")], "", scratch.path());
        Bench { tools, scratch }
    }

    fn jacana(&self, command: &str, models: &[PathBuf]) -> Command {
        let folder = self.scratch.path().display();
        let mut jacana = self.tools.jacana();
        jacana.args([command, "-cp", &folder.to_string(), &format!("-Djava.library.path={folder}")]);
        jacana.args(models.iter().flat_map(|models| ["--models".as_ref(), models.as_os_str()]));
        jacana
    }

    fn run(&self, models: &[PathBuf], number: &str) -> String {
        let mut command = self.jacana("run", models);
        command.args(["UseComplex", number]);
        run(command, b"", PATIENCE).stdout_text()
    }

    fn check(&self, models: PathBuf) -> Outcome {
        run(self.jacana("model-check", &[models]), b"", PATIENCE)
    }

    /// What is said about models with this body.
    fn error(&self, body: &str) -> String {
        let source = format!("import jacana.ModelOf; class Faulty {{ {body} }}");
        let outcome = self.check(self.scratch.write("faulty/Faulty.java", &source));
        let said = outcome.stderr_text();
        assert_eq!(outcome.exit, Exit::Code(3), "{said}");
        assert_eq!(said.lines().count(), 1, "one line: {said}");
        said
    }
}

fn fixture(name: &str) -> PathBuf {
    workspace().join("fixtures/models").join(name)
}

#[test]
fn models_are_called_instead() {
    let bench = Bench::new();
    assert_eq!(bench.run(&[], "2000"), "-2000 2 42 2\n");
    assert_eq!(bench.run(&[fixture("ComplexModels.java")], "2000"), "-2000 2 42 2\n");
    // A model that is wrong shows that it was called.
    assert_eq!(bench.run(&[fixture("WrongModels.java")], "2000"), "0 2 42 2\n");
}

#[test]
fn what_was_executed_is_listed() {
    let bench = Bench::new();
    let listed = |models: &[PathBuf]| {
        let file = bench.scratch.path().join("methods");
        let mut command = bench.jacana("run", models);
        command.arg("--methods").arg(&file).args(["UseComplex", "7"]);
        run(command, b"", PATIENCE);
        std::fs::read_to_string(file).expect("the list was written")
    };
    let (without, with) = (listed(&[]), listed(&[fixture("ComplexModels.java")]));
    assert!(without.contains("user\tnative\tComplex\tnegate\t()V\n"), "{without}");
    assert!(without.contains("user\tbytecode\tUseComplex\tmain\t([Ljava/lang/String;)V\n"), "{without}");
    assert!(without.contains("library\tbytecode\tjava.lang.Integer\tparseInt\t"), "{without}");
    assert!(with.contains("user\tnative-model\tComplex\tnegate\t()V\n"), "{with}");
    assert!(with.contains("user\tbytecode\tComplexModels\tnegate\t(LComplex;)V\n"), "{with}");
}

#[test]
fn a_model_makes_a_proof_possible() {
    let bench = Bench::new();
    let verify = |models: &[PathBuf]| {
        let mut command = bench.jacana("verify", models);
        command.args(["--property", "assert"]).arg(fixture("ProveNegation.java"));
        run(command, b"", PATIENCE).stdout_text()
    };
    let without = verify(&[]);
    assert!(without.contains("VERDICT: UNKNOWN(assert)"), "{without}");
    let with = verify(&[fixture("ComplexModels.java"), fixture("NoLibrary.java")]);
    assert!(with.contains("VERDICT: TRUE(assert)"), "{with}");
    assert!(with.contains("assumed: the model of Complex.negate does what the method does"), "{with}");
}

#[test]
fn models_are_compared_with_what_they_stand_for() {
    let bench = Bench::new();
    let right = bench.check(fixture("ComplexModels.java"));
    assert_eq!(right.exit, Exit::Code(0), "{}", right.stderr_text());
    assert_eq!(right.stdout_text().matches("equal on 1000 inputs").count(), 3, "{}", right.stdout_text());
    let wrong = bench.check(fixture("WrongModels.java"));
    assert_eq!(wrong.exit, Exit::Code(1), "{}", wrong.stderr_text());
    let said = wrong.stdout_text();
    assert!(said.contains("WrongModels.negate as model of Complex.negate: DIFFERENT"), "{said}");
    assert!(said.contains("input:") && said.contains("original:") && said.contains("model:"), "{said}");
}

/// What is said about the models of a class whose library this program loads in its main method.
fn check_late(program: &str, options: &[&str]) -> Outcome {
    let (tools, scratch) = (Tools::find(), Scratch::new("late"));
    build_library(&tools, &fixture("late.c"), &scratch.path().join("liblate.so"));
    compile(&tools, &[fixture("Late.java"), fixture(program)], "", scratch.path());
    let folder = scratch.path().display().to_string();
    let mut jacana = tools.jacana();
    jacana.args(["model-check", "-cp", &folder, "--models"]).arg(fixture("LateModels.java"));
    jacana.args(options.iter().map(|option| option.replace("FOLDER", &folder)));
    run(jacana, b"", PATIENCE)
}

#[test]
fn libraries_that_main_loads_are_loaded() {
    let equal = [
        ("UseLate.java", &["-Djava.library.path=FOLDER"] as &[&str]),
        ("UseLate.java", &["--library", "FOLDER/liblate.so"]),
        ("UseLateByName.java", &["-Djava.library.path=FOLDER", "--library", "late"]),
        ("UseLateByName.java", &["--library", "FOLDER/liblate.so"]),
    ];
    for (program, options) in equal {
        let outcome = check_late(program, options);
        assert_eq!(outcome.exit, Exit::Code(0), "{program}: {}", outcome.stderr_text());
        assert_eq!(outcome.stdout_text(), "LateModels.half as model of Late.half: equal on 1000 inputs\n");
    }
}

#[test]
fn a_library_that_is_missing_is_no_difference() {
    let missing = [
        ("UseLate.java", &[] as &[&str], "is not loaded: no late in java.library.path"),
        (
            "UseLateByName.java",
            &["-Djava.library.path=FOLDER"],
            "is not loaded: no class of the program says which one",
        ),
        ("UseLateByName.java", &["--library", "FOLDER/nowhere.so"], "is not loaded: Can't load library"),
    ];
    for (program, options, words) in missing {
        let outcome = check_late(program, options);
        let said = outcome.stderr_text();
        assert_eq!(outcome.exit, Exit::Code(3), "{program}: {said}");
        assert_eq!(said.lines().count(), 1, "one line: {said}");
        assert!(said.contains("the native library of Late ") && said.contains(words), "{said}");
        assert!(said.contains("--library") && !outcome.stdout_text().contains("DIFFERENT"), "{said}");
    }
}

#[test]
fn mistakes_in_models_are_told() {
    let bench = Bench::new();
    let expect = |body: &str, words: &str| {
        let said = bench.error(body);
        assert!(said.contains(words), "no '{words}' in: {said}");
    };
    expect(
        "@ModelOf(\"Complex.negat\") static void negate(Complex self) {}",
        "no method `negat`; did you mean `negate`?",
    );
    expect("@ModelOf(\"Complx.negate\") static void negate(Complex self) {}", "no such class: Complx");
    expect("@ModelOf(\"Complex.negate\") static void negate() {}", "it must be `static void negate(Complex)`");
    expect("@ModelOf(\"Complex.negate\") static int negate(Complex self) { return 0; }", "it must be");
    expect("@ModelOf(\"Complex.twice\") static int twice(long number) { return 0; }", "`static int twice(int)`");
    expect("@ModelOf(\"Complex.twice\") int twice(int number) { return 0; }", "is not static");
    expect("@ModelOf(\"twice\") static int twice(int number) { return 0; }", "which class has the method?");
    expect("static int twice(int number) { return 0; }", "no method of");
    let two = "@ModelOf(\"Complex.twice\") static int one(int n) { return 0; } @ModelOf(\"Complex.twice\") static int two(int n) { return 0; }";
    expect(two, "are models of `Complex.twice`");
    let missing = bench.check(bench.scratch.path().join("nowhere"));
    assert!(missing.stderr_text().contains("no such folder, jar or source"), "{}", missing.stderr_text());
}

#[test]
fn built_in_models_do_what_the_methods_do() {
    let compared = differential::built_in::compare(&Tools::find(), 7, 4);
    println!("{}", compared.line());
    assert!(compared.methods > 200, "{}", compared.line());
    assert!(compared.differences.is_empty(), "{}", compared.differences.join("\n"));
}

/// The program prints under `java`, where inputs are given, what it prints where they are symbols with these values.
#[test]
fn checksums_of_symbolic_bytes_are_those_of_java() {
    let (tools, scratch) = (Tools::find(), Scratch::new("checksums"));
    let api = scratch.path().join("api");
    compile(&tools, &entries(&workspace().join("api/jacana")), "", &api);
    let classes = scratch.path().join("classes");
    compile(&tools, &[fixture("SymbolicChecksums.java")], &api.display().to_string(), &classes);
    let class_path = format!("{}:{}", classes.display(), api.display());
    for seed in 0..4u64 {
        let mut byte = seed;
        let inputs: Vec<String> = (0..6000).map(|_| next(&mut byte).to_string()).collect();
        let outcome = |mut command: Command, options: &[&str]| {
            command.args(options).arg(format!("-Djacana.inputs={}", inputs.join(",")));
            command.args(["-cp", &class_path, "SymbolicChecksums"]);
            run(command, b"", PATIENCE)
        };
        let java = outcome(tools.java(), &[]);
        let jacana = outcome(tools.jacana(), &["run", "--symbolic", "api"]);
        assert!(java.stdout_text().lines().count() > 130, "{}", java.stderr_text());
        assert_eq!(jacana.stdout_text(), java.stdout_text(), "{}", jacana.stderr_text());
        assert!(jacana.stderr_text().contains("imprecision: none"), "{}", jacana.stderr_text());
    }
}

/// Bytes, of which many are extreme.
fn next(state: &mut u64) -> i8 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let byte = (*state >> 40) as i8;
    if *state >> 60 < 5 { [0, -1, 127, -128, 1][(*state >> 60) as usize] } else { byte }
}
