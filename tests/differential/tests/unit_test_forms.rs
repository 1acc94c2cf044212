//! What tests of `jacana test` look like: names, values and variables that people would choose, other frameworks, broken promises, rules on null, and
//! versions that are compared.

use std::fs;
use std::path::{Path, PathBuf};

use differential::campaign::Campaign;
use differential::fixture::files_below;
use differential::junit::JUnit;
use differential::process::{PATIENCE, run};
use differential::regression::variants;
use differential::tools::{compile_with, workspace};
use differential::{Exit, Outcome, Scratch, Tools};

const BUDGET: [&str; 4] = ["--time-per-class", "0", "--paths", "40"];

struct Bench {
    tools: Tools,
    scratch: Scratch,
    classes: PathBuf,
}

impl Bench {
    /// With the names of variables, as builds compile.
    fn new() -> Bench {
        Bench::of("forms")
    }

    fn of(folder: &str) -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("unit-test-forms"));
        let classes = scratch.path().join("classes");
        compile_with(&tools, &files_below(&workspace().join("fixtures/test").join(folder)), &["-g"], &classes);
        Bench { tools, scratch, classes }
    }

    fn test(&self, options: &[&str]) -> Outcome {
        let mut command = self.tools.jacana();
        command.arg("test").arg("-cp").arg(&self.classes).arg("-o").arg(self.tests()).args(BUDGET).args(options);
        let outcome = run(command, b"", PATIENCE);
        assert_eq!(outcome.exit, Exit::Code(0), "{}{}", outcome.stdout_text(), outcome.stderr_text());
        outcome
    }

    fn tests(&self) -> PathBuf {
        self.scratch.path().join("tests")
    }

    fn written(&self, file: &str) -> String {
        fs::read_to_string(self.tests().join(file)).unwrap_or_default()
    }

    /// Compiles what was written with these jars of Debian.
    fn compiles_with(&self, jars: &[&str]) {
        let mut path = self.classes.display().to_string();
        for jar in jars {
            let jar = Path::new("/usr/share/java").join(jar);
            assert!(jar.is_file(), "{} is missing (scripts/setup tests)", jar.display());
            path += &format!(":{}", jar.display());
        }
        let sources: Vec<PathBuf> = files_below(&self.tests())
            .into_iter()
            .filter(|file| file.extension().is_some_and(|e| e == "java"))
            .collect();
        compile_with(&self.tools, &sources, &["-cp", &path], &self.scratch.path().join("compiled"));
    }
}

#[test]
fn tests_are_named_after_what_only_they_do() {
    let bench = Bench::new();
    bench.test(&["forms.Purse"]);
    let tests = bench.written("forms/PurseTest.java");
    for text in [
        "@DisplayName(\"pay: price > cents\")",
        "void payThrowsIllegalArgumentWhenPriceIsMoreThanCents() {",
        "void payThrowsIllegalArgumentWhenPriceIsNegative() {",
        "Purse purse = new Purse(",
        "void discountReturnsTenWhenPiecesIsMoreThan1000() {",
        "Purse.discount(1001)",
    ] {
        assert!(tests.contains(text), "{text} in {tests}");
    }
    for ugly in ["receiver", "throws Throwable", "2147483647", "\\u0000"] {
        assert!(!tests.contains(ugly), "{ugly} in {tests}");
    }
    let first = tests;
    fs::remove_dir_all(bench.tests()).expect("the tests");
    bench.test(&["forms.Purse"]);
    assert_eq!(bench.written("forms/PurseTest.java"), first);
}

#[test]
fn elements_are_asserted_one_after_the_other() {
    let bench = Bench::new();
    bench.test(&["forms.Stops"]);
    let tests = bench.written("forms/StopsTest.java");
    for text in [
        ", result.next());\n        assertEquals(",
        "assertFalse(result.hasNext());",
        "result.nextElement());",
        "assertEquals(List.of(), result);",
        "assertEquals(\"stop Fir\", result.get(0).toString());",
        "void packedReturnsBytesWhenStopsIsByteArray() {",
    ] {
        assert!(tests.contains(text), "{text} in {tests}");
    }
}

#[test]
fn tests_are_written_for_other_frameworks() {
    let bench = Bench::new();
    let api = ["junit-jupiter-api.jar", "junit-jupiter-params.jar", "apiguardian-api.jar", "opentest4j.jar"];
    let forms: [(&[&str], &[&str], &str); 4] = [
        (&["--framework", "junit4"], &["junit4.jar"], "import org.junit.Test;"),
        (&["--framework", "testng"], &["testng.jar"], "import org.testng.annotations.Test;"),
        (&["--style", "assertj"], &["assertj-core.jar", api[0], api[1], api[2], api[3]], "assertThatThrownBy("),
        (&["--framework", "junit4", "--style", "assertj"], &["assertj-core.jar", "junit4.jar"], "assertThat("),
    ];
    for (options, jars, text) in forms {
        bench.test(&[options, &["forms.Purse", "forms.Point", "forms.Stops"]].concat());
        let tests = bench.written("forms/PurseTest.java");
        assert!(tests.contains(text), "{text} in {tests}");
        bench.compiles_with(jars);
    }
}

/// Also by the interface that has the method first, and not without the sources.
#[test]
fn documented_exceptions_are_expected() {
    let bench = Bench::of("documented");
    let sources = workspace().join("fixtures/test").display().to_string();
    bench.test(&["documented.Scale", "--source", &sources]);
    let (plain, suspects) =
        (bench.written("documented/ScaleTest.java"), bench.written("documented/ScaleSuspectedBugsTest.java"));
    assert!(plain.contains("weightThrowsArrayIndexOutOfBounds") && plain.contains("lengthThrowsNull"), "{plain}");
    assert!(suspects.contains("shareThrowsArithmetic"), "{suspects}");
    assert!(!suspects.contains("weight") && !suspects.contains("length"), "{suspects}");
    bench.test(&["documented.Scale"]);
    let suspects = bench.written("documented/ScaleSuspectedBugsTest.java");
    assert!(suspects.contains("weightThrows") && suspects.contains("lengthThrows"), "{suspects}");
}

/// The compiler has nothing to say of raw types, nor of what it could not check.
#[test]
fn variables_have_type_arguments() {
    let bench = Bench::of("typed");
    bench.test(&["typed.Depot", "typed.Shelf"]);
    let (depot, shelf) = (bench.written("typed/DepotTest.java"), bench.written("typed/ShelfTest.java"));
    for text in ["List<Depot.Crate> ", "List<String> result = ", "Map<String, Integer> result = "] {
        assert!(depot.contains(text), "{text} in {depot}");
    }
    assert!(shelf.contains("Shelf<Object> shelf = new Shelf<>();"), "{shelf}");
    let jars = ["junit-jupiter-api", "junit-jupiter-params", "apiguardian-api", "opentest4j"];
    let jars: Vec<String> = jars.iter().map(|jar| format!("/usr/share/java/{jar}.jar")).collect();
    let path = format!("{}:{}", bench.classes.display(), jars.join(":"));
    let sources: Vec<PathBuf> =
        ["DepotTest", "ShelfTest"].map(|name| bench.tests().join(format!("typed/{name}.java"))).into();
    let strict = ["-cp", &path, "-Xlint:rawtypes,unchecked", "-Werror"];
    compile_with(&bench.tools, &sources, &strict, &bench.scratch.path().join("compiled"));
}

/// Values that a table can hold are read by JUnit as they are; one that a changed class answers otherwise is one row that fails.
#[test]
fn tests_that_differ_in_values_are_rows() {
    let bench = Bench::of("tables");
    bench.test(&["tables.Tariff"]);
    let tests = bench.written("tables/TariffTest.java");
    for text in [
        "    @ParameterizedTest(name = \"isLeap({0}) is {1}\")\n    @CsvSource({\n",
        "\"0, true\",  // year % 400 == 0\n",
        "    void isLeap(int year, boolean expected) {\n        boolean result = Tariff.isLeap(year);\n",
        "\"'it''s', ''\"",
        "\",\",  // code == null\n",
        "-9223372036854775808, 9223372036854775807",
        "\"'''', NaN\"",
        "\"',', -0.0\"",
        "void setNote(String note, String expectedNote) {",
    ] {
        assert!(tests.contains(text), "{text} in {tests}");
    }
    let ran = |changed: &str| {
        let source = fs::read_to_string(workspace().join("fixtures/test/tables/Tariff.java")).expect("the fixture");
        let source = bench.scratch.write("Tariff.java", source.replace("year % 400 == 0", changed));
        let classes = bench.scratch.path().join("changed");
        compile_with(&bench.tools, &[source], &["-g"], &classes);
        let file = [bench.tests().join("tables/TariffTest.java")];
        let compiled = bench.scratch.path().join("compiled");
        let tests = JUnit::compile(&bench.tools, &file, &classes.display().to_string(), &compiled);
        tests.expect("tests that compile").run(&bench.tools, &[], bench.scratch.path())
    };
    let as_it_is = ran("year % 400 == 0");
    assert!(as_it_is.failed == 0 && as_it_is.passed >= 25, "{as_it_is:?}");
    let changed = ran("year % 400 == 4");
    assert_eq!((changed.failed, changed.passed), (1, as_it_is.passed - 1), "{changed:?}");
    assert!(changed.failures[0].ends_with(":isLeap(0) is true"), "{changed:?}");
}

/// Not where JUnit 5 has no parameters, nor where nobody wants them.
#[test]
fn tables_are_written_where_they_can_be_run() {
    let bench = Bench::of("tables");
    let with_api = format!("{}:/usr/share/java/junit-jupiter-api.jar", bench.classes.display());
    let plain = bench.classes.display().to_string();
    let runs: [(&str, &[&str]); 3] =
        [(&plain, &["--parameterized", "off"]), (&plain, &["--framework", "junit4"]), (&with_api, &[])];
    for (class_path, options) in runs {
        let mut command = bench.tools.jacana();
        command.args(["test", "tables.Tariff", "-cp", class_path, "-o"]).arg(bench.tests()).args(BUDGET).args(options);
        assert_eq!(run(command, b"", PATIENCE).exit, Exit::Code(0));
        let tests = bench.written("tables/TariffTest.java");
        assert!(tests.contains("void isLeapReturns") && !tests.contains("Parameterized"), "{tests}");
    }
}

#[test]
fn broken_promises_of_objects_are_suspected_bugs() {
    let bench = Bench::new();
    bench.test(&["forms.Point"]);
    let suspects = bench.written("forms/PointSuspectedBugsTest.java");
    assert!(suspects.contains("void equalObjectsHaveDifferentHashCodes"), "{suspects}");
}

/// A parameter that must not be null is no bug, one that may be null is one.
#[test]
fn rules_on_null_decide_what_is_suspected() {
    let bench = Bench::new();
    bench.test(&["forms.Ruled"]);
    let (plain, suspects) = (bench.written("forms/RuledTest.java"), bench.written("forms/RuledSuspectedBugsTest.java"));
    assert!(plain.contains("void strictThrowsNullPointer"), "{plain}");
    assert!(!suspects.contains("strict"), "{suspects}");
    assert!(suspects.contains("null is allowed here."), "{suspects}");
}

/// One bug, whichever of offset and length is wrong.
#[test]
fn a_range_outside_of_an_array_is_one_suspicion() {
    let bench = Bench::new();
    bench.test(&["forms.Ruled"]);
    let suspects = bench.written("forms/RuledSuspectedBugsTest.java");
    assert_eq!(suspects.matches("ArrayIndexOutOfBoundsException.class").count(), 1, "{suspects}");
}

#[test]
fn what_existing_tests_do_is_not_written_again() {
    let (tools, scratch) = (Tools::find(), Scratch::new("existing"));
    let (classes, suite) = (scratch.path().join("classes"), scratch.path().join("suite"));
    let folder = workspace().join("fixtures/test/existing");
    compile_with(&tools, &files_below(&folder.join("main")), &["-g"], &classes);
    let jars = ["junit-jupiter-api", "apiguardian-api", "opentest4j", "junit-platform-commons"];
    let jars: Vec<String> = jars.iter().map(|jar| format!("/usr/share/java/{jar}.jar")).collect();
    let path = format!("{}:{}", classes.display(), jars.join(":"));
    compile_with(&tools, &files_below(&folder.join("suite")), &["-cp", &path], &suite);
    let tests = |options: &[&str], out: &str| {
        let out = scratch.path().join(out);
        let options = [&["-cp", &path], &BUDGET[..], options].concat();
        let campaign = Campaign::run(&tools, &options, &["held.Fare"], &out).expect("tests");
        // Those that are there count, too.
        assert_eq!(campaign.rows[0].coverage(), Some(100.0));
        fs::read_to_string(out.join("held/FareTest.java")).expect("tests")
    };
    let all = tests(&[], "all");
    assert!(all.contains("fare.named(true)") && all.contains("assertThrows("), "{all}");

    let new = tests(&["--existing", &suite.display().to_string()], "new");
    assert!(new.contains("cents: age < 6\"") && new.contains("cents: age >= 65\""), "{new}");
    assert!(!new.contains("named(") && !new.contains("assertThrows("), "{new}");
}

#[test]
fn tests_of_another_class_are_not_overwritten() {
    let bench = Bench::new();
    bench.test(&["forms.Purse"]);
    let file = bench.tests().join("forms/PurseTest.java");
    let other = fs::read_to_string(&file).expect("the tests").replace("tests of forms.Purse.", "tests of forms.Bag.");
    fs::write(&file, &other).expect("a file");
    let mut command = bench.tools.jacana();
    command.arg("test").arg("-cp").arg(&bench.classes).arg("-o").arg(bench.tests()).args(BUDGET).arg("forms.Purse");
    let outcome = run(command, b"", PATIENCE);
    assert!(outcome.stderr_text().contains("has the tests of another class"), "{}", outcome.stderr_text());
    assert_eq!(fs::read_to_string(&file).expect("the tests"), other);
}

/// A short form of `cargo xtask show regression`.
#[test]
fn changes_between_versions_are_shown_by_failing_tests() {
    let tools = Tools::find();
    let all = variants();
    assert_eq!(all.iter().filter(|variant| variant.is_change).count(), 30);
    let chosen = ["Account:11", "Words:19", "Account:48"];
    let mut seen = 0;
    for variant in
        all.iter().filter(|variant| chosen.iter().any(|name| variant.shown().starts_with(&format!("{name}:"))))
    {
        let compared = variant.compare(&tools, &["--time-per-class", "0", "--paths", "20"]);
        let said = compared.outcome.stdout_text() + &compared.outcome.stderr_text();
        let is_right = if variant.is_change { compared.differs() } else { compared.agrees() };
        assert!(is_right, "{}: {said}", variant.shown());
        seen += 1;
    }
    assert_eq!(seen, chosen.len());
}
