//! `jacana test`: tests for classes, found by symbolic types, made by public constructors, tried on the JVM before they are written.

use std::fs;

use differential::bench::Bench;
use differential::campaign::Campaign;
use differential::fixture::files_below;
use differential::hard_classes;
use differential::process::{PATIENCE, run};
use differential::tools::{compile, workspace};
use differential::{Exit, Tools};

#[test]
fn an_exception_behind_two_targets_of_a_call_is_found_by_symbolic_types_only() {
    let bench = Bench::new("types");
    let outcome = bench.test(&["types.Endpoint"]);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    assert!(outcome.stdout_text().contains("types.Endpoint: 3 of 3 methods"), "{}", outcome.stdout_text());
    let suspects = bench.written("types/EndpointSuspectedBugsTest.java");
    // One cause, whichever of the classes leads there.
    assert_eq!(suspects.matches("assertThrows(NullPointerException.class").count(), 1, "{suspects}");
    let made = [("new Endpoint(numberedPeer", "= new NumberedPeer("), ("new Endpoint(namedPeer", "= new NamedPeer(")];
    assert!(made.iter().any(|(one, other)| suspects.contains(one) && suspects.contains(other)), "{suspects}");
    let plain = bench.written("types/EndpointTest.java");
    assert!(plain.contains("assertThrows(IllegalArgumentException.class, () -> new Endpoint(null));"), "{plain}");
    assert!(plain.contains("void equalsReturnsFalse"), "{plain}");

    fs::remove_dir_all(bench.tests()).expect("the tests");
    let classic = bench.test(&["--classic", "types.Endpoint"]);
    assert_eq!(classic.exit, Exit::Code(0), "{}", classic.stderr_text());
    let suspects = bench.written("types/EndpointSuspectedBugsTest.java");
    assert!(!suspects.contains("NullPointerException"), "{suspects}");
    assert!(!bench.written("types/EndpointTest.java").is_empty());
}

/// The paper's comparison in small, by paths and not by time: with random arguments and without, at a depth of 20 branches, too.
#[test]
fn symbolic_types_reach_more_than_declared_classes() {
    let bench = Bench::new("types");
    for setup in [&["--random", "0"][..], &["--random", "25"], &["--random", "0", "--depth", "20"]] {
        let measure = |mode: &[&str]| {
            let classes = bench.classes.display().to_string();
            let folder = bench.scratch.path().join(format!("{}{}", setup.concat(), mode.concat()));
            let budget = ["-cp", &classes, "--time-per-class", "0", "--paths", "100"];
            let options = [&budget[..], setup, mode].concat();
            let campaign = Campaign::run(&bench.tools, &options, &["types.*"], &folder).expect("a campaign");
            let covered: u64 = campaign.rows.iter().filter_map(|row| row.branches).map(|[covered, _]| covered).sum();
            (covered, campaign.rows.iter().map(|row| row.mutated).sum::<u64>())
        };
        let (classic, symbolic) = (measure(&["--classic"]), measure(&[]));
        assert!(symbolic.0 > classic.0, "{setup:?}: branches {classic:?} classic, {symbolic:?}");
        assert!(symbolic.1 >= classic.1, "{setup:?}: mutated path conditions {classic:?} classic, {symbolic:?}");
    }
}

#[test]
fn what_is_drawn_by_chance_is_not_asserted() {
    let bench = Bench::new("chance");
    let outcome = bench.test(&["--time-per-class", "0", "--paths", "100", "chance.Dice"]);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    let tests = bench.written("chance/DiceTest.java");
    assert!(tests.contains("assertThrows(IllegalArgumentException.class, () -> dice.roll("), "{tests}");
    assert!(tests.contains("        dice.roll("), "{tests}");
    assert!(!tests.contains("result = dice.roll("), "{tests}");
}

/// `Map.of` has another order in every JVM.
#[test]
fn maps_whose_order_is_chance_are_not_made() {
    let bench = Bench::new("chance");
    let options = ["--time-per-class", "0", "--paths", "100", "--random", "25", "chance.Census"];
    let outcome = bench.test(&options);
    assert!(outcome.stdout_text().contains("branches 100.0%"), "{}", outcome.stdout_text());
    let tests = bench.written("chance/CensusTest.java") + &bench.written("chance/CensusSuspectedBugsTest.java");
    let made = tests.lines().filter(|line| line.contains("Map.of(") || line.contains("Map.copyOf("));
    // The types of variables have commas, too.
    let entries = |line: &str| line.split("Map.of(").skip(1).map(|rest| rest.matches(',').count()).sum::<usize>();
    let many: Vec<&str> = made.filter(|line| entries(line) > 1 || line.contains("copyOf")).collect();
    assert!(many.is_empty(), "{many:?}");
}

/// Constants, static methods of other classes, anonymous classes, arrays, factories that answer what they were given, texts of a form.
#[test]
fn objects_are_made_in_every_way_that_a_test_can_write() {
    let bench = Bench::new("makers");
    let outcome = bench.test(&["--time-per-class", "0", "--paths", "200", "makers.Gate"]);
    let said = outcome.stdout_text();
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    assert!(said.contains("makers.Gate: 7 of 7 methods"), "{said}");
    assert!(said.contains("branches 100.0%"), "{said}");
    let tests = bench.written("makers/GateTest.java");
    for way in ["Level.HIGH", "Ticket.Desk.issue(7)", "new Rule() {", "new int[] {0, 9}", "Box.of(true)", "/"] {
        assert!(tests.contains(way), "{way} in {tests}");
    }
}

/// Which of two methods is meant, type arguments that contradict each other, constants whose class has no name.
#[test]
fn tests_say_what_they_mean_where_the_compiler_asks() {
    let bench = Bench::new("overloads");
    let outcome = bench.test(&["overloads.Sorter", "--time-per-class", "0", "--paths", "60"]);
    let said = outcome.stdout_text();
    assert!(said.contains("overloads.Sorter: 7 of 7 methods"), "{said}");
    assert!(said.contains("branches 100.0%, lines 100.0%, 0 candidates refused"), "{said}");
    let plain = bench.written("overloads/SorterTest.java");
    for call in [
        "new Sorter((Named) entry)",
        "Sorter.of((Numbered) entry)",
        "Sorter.answers((Class) Integer.class, (Supplier) entry)",
        "Sorter.answers(Object.class, null)",
        "Sorter.level(Numbered.Level.HIGH)",
    ] {
        assert!(plain.contains(call), "{plain}");
    }
}

#[test]
fn fields_methods_and_constructors_are_arguments() {
    let bench = Bench::new("members");
    let outcome = bench.test(&["members.Inspector", "--time-per-class", "0", "--paths", "60"]);
    assert!(outcome.stdout_text().contains("5 of 5 methods"), "{}", outcome.stdout_text());
    let plain = bench.written("members/InspectorTest.java");
    for said in [
        "Field field = Inspector.class.getDeclaredField(\"cache\");",
        "assertEquals(\"transient cache\", result);",
        "Method method = Inspector.class.getDeclaredMethod(\"kind\", Field.class);",
        "assertEquals(\"a secret\", result);",
        "Constructor constructor = Inspector.class.getDeclaredConstructor();",
        "void isFieldReturnsTrue",
    ] {
        assert!(plain.contains(said), "{said} of {plain}");
    }
}

/// Objects of inner classes, and what only methods of other objects answer.
#[test]
fn other_objects_make_what_no_constructor_makes() {
    let bench = Bench::new("answers");
    let outcome = bench.test(&["answers.Garden", "--time-per-class", "0", "--paths", "60"]);
    assert!(outcome.stdout_text().contains("branches 100.0%, lines 100.0%"), "{}", outcome.stdout_text());
    let plain = bench.written("answers/GardenTest.java");
    for made in [
        "Garden.Tree tree = new Garden(0).new Tree(0);",
        "fenceBuilder.add(",
        "Garden.Fence fence = fenceBuilder.build();",
    ] {
        assert!(plain.contains(made), "{made} of {plain}");
    }
}

/// What fills the memory is one path, and one candidate: the others go on.
#[test]
fn what_fills_the_memory_keeps_nothing_from_its_tests() {
    let bench = Bench::new("limits");
    let classes = bench.classes.to_string_lossy().into_owned();
    let budget = ["-cp", &classes, "--time-per-class", "0", "--paths", "40", "--random", "0"];
    let campaign = Campaign::run(&bench.tools, &budget, &["limits.Collector"], &bench.tests()).expect("tests");
    assert_eq!(campaign.rows[0].branches, Some([10, 12]));
}

/// With path budgets alone the same seed writes the same files, and limits write fewer tests.
#[test]
fn seeds_and_limits_of_the_exploration() {
    let bench = Bench::new("limits");
    let coverage = |options: &[&str]| {
        let outcome =
            bench.test(&[&["limits.Digits", "--time-per-class", "0", "--fresh", "--force"], options].concat());
        let said = outcome.stdout_text();
        let (_, behind) = said.split_once("branches ").expect("a line");
        behind.split_once('%').expect("a number").0.parse::<f64>().expect("a number")
    };
    // Whatever the seed: with the default of paths that is luck.
    assert_eq!(coverage(&["--paths", "3000"]), 100.0);
    assert!(coverage(&["--saturation", "1"]) < 100.0);
    assert!(coverage(&["--enough", "40"]) < 100.0);
    coverage(&["--seed", "3", "--paths", "40"]);
    let once = bench.written("limits/DigitsTest.java");
    coverage(&["--seed", "3", "--paths", "40"]);
    assert_eq!(bench.written("limits/DigitsTest.java"), once);
}

/// Most paths, and a question about most objects, do not end: each method is told once, and the others have their tests.
#[test]
fn what_does_not_end_does_not_keep_the_rest_from_its_tests() {
    let bench = Bench::new("endless");
    let outcome = bench.test(&["endless.Wheel", "--time-per-class", "0", "--paths", "30"]);
    let said = outcome.stdout_text();
    assert!(said.contains("endless.Wheel: 4 of 4 methods"), "{said}");
    let (suspects, plain) = ("endless/WheelSuspectedBugsTest.java", bench.written("endless/WheelTest.java"));
    assert_eq!(bench.written(suspects).matches("assertTimeoutPreemptively(Duration").count(), 2, "{said}");
    for stays in ["assertEquals(8, result);", "getTurnsReturns", "isBroken"] {
        assert!(plain.contains(stays), "{stays} of {plain}");
    }
}

/// Objects that nobody looks into are made by what does not fail.
#[test]
fn objects_that_nobody_looks_into() {
    let bench = Bench::new("defaults");
    let outcome = bench.test(&["defaults.Shelf"]);
    let said = outcome.stdout_text();
    assert!(said.contains("3 of 3 methods") && said.contains(" 0 candidates refused"), "{said}");
    let tests = bench.written("defaults/ShelfTest.java");
    assert!(tests.contains("putReturnsTrue") && tests.contains("markReturnsOne"), "{tests}");
    assert!(!tests.contains("Picks"), "{tests}");
}

/// Once more from the written files alone, with classes that stand in for JUnit.
#[test]
fn written_tests_compile_and_pass() {
    let bench = Bench::new("types");
    let outcome = bench.test(&["types.*"]);
    assert_eq!(outcome.exit, Exit::Code(0));
    assert!(!outcome.stdout_text().contains("internal error"), "{}", outcome.stdout_text());
    let label = bench.written("types/LabelTest.java");
    for made in ["new Label(\"", "new Label(new NamedPeer(", "void compareReturnsMinus"] {
        assert!(label.contains(made), "{made} of {label}");
    }
    let classes = bench.scratch.path().join("test-classes");
    let junit = files_below(&workspace().join("crates/testgen/java/junit"));
    let sources = [bench.sources(), junit, vec![bench.scratch.write("RunAll.java", RUN_ALL)]].concat();
    compile(&bench.tools, &sources, &bench.classes.display().to_string(), &classes);
    let names = bench.sources().into_iter().map(|file| {
        let name = file.strip_prefix(bench.tests()).expect("a test").with_extension("").display().to_string();
        name.replace('/', ".")
    });
    let mut java = bench.tools.java();
    java.arg("-cp").arg(format!("{}:{}", classes.display(), bench.classes.display())).arg("RunAll").args(names);
    let outcome = run(java, b"", PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    let passed: u32 = outcome.stdout_text().trim().parse().expect("a number");
    assert!(passed >= 15, "{passed} tests");
}

const RUN_ALL: &str = "
import java.lang.reflect.*;

public class RunAll {
    public static void main(String[] names) throws Exception {
        int passed = 0;
        for (String name : names) {
            Constructor<?> constructor = Class.forName(name).getDeclaredConstructor();
            constructor.setAccessible(true);
            for (Method method : Class.forName(name).getDeclaredMethods()) {
                if (method.isSynthetic()) {
                    continue;
                }
                method.setAccessible(true);
                method.invoke(constructor.newInstance());
                passed++;
            }
        }
        System.out.println(passed);
    }
}
";

#[test]
fn hard_classes_and_bad_input_are_told_and_nothing_outside_changes() {
    let checks = hard_classes::checks(&Tools::find());
    let wrong = checks.iter().filter(|check| !check.holds).map(|check| format!("{}: {}", check.what, check.said));
    assert_eq!((checks.len(), wrong.collect::<Vec<_>>()), (10, Vec::new()));
}

/// Exceptions that are declared or checked are no suspicions; what the JVM throws is, and so is what does not end.
#[test]
fn suspicions_have_a_reason_and_a_rank() {
    let bench = Bench::new("verdicts");
    let outcome = bench.test(&["verdicts.Verdicts", "--paths", "40"]);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    assert!(outcome.stdout_text().contains("refused: ends ends the JVM"), "{}", outcome.stdout_text());
    let plain = bench.written("verdicts/VerdictsTest.java");
    for test in [
        "checkedThrowsIndexOutOfBounds",
        "requiredThrowsNullPointer",
        "declaredThrowsNullPointer",
        "parsedThrowsNumberFormat",
        "endsReturnsZero",
    ] {
        assert!(plain.contains(&format!("void {test}")), "{test} of {plain}");
    }
    let suspects = bench.written("verdicts/VerdictsSuspectedBugsTest.java");
    for reason in [
        "java.lang.ArithmeticException at verdicts.Verdicts.divide(Verdicts.java:8): / by zero",
        "java.lang.ArrayIndexOutOfBoundsException at verdicts.Verdicts.pick(",
        "java.lang.StringIndexOutOfBoundsException at java.base/java.lang.",
        "java.lang.AssertionError at verdicts.Verdicts.claimed(",
        "java.lang.StackOverflowError at verdicts.Verdicts.nested(",
        "because \"<parameter1>\" is null (null: argument 1 (",
        "assertTimeoutPreemptively(Duration.ofSeconds(1), () -> Verdicts.endless(7))",
    ] {
        assert!(suspects.contains(reason), "{reason} of {suspects}");
    }
    assert_eq!(suspects.matches("@Test").count(), 8, "{suspects}");
    let weakest = suspects.find("null argument: argument 1").expect("the weakest suspicion");
    assert!(suspects[weakest..].matches("@Test").count() == 1, "{suspects}");
}

#[test]
fn what_a_class_overrides_is_reached_through_its_superclass() {
    let bench = Bench::new("inherited");
    let outcome = bench.test(&["inherited.ShortReport", "--paths", "20"]);
    let said = outcome.stdout_text();
    assert!(
        said.contains("inherited.ShortReport: 2 of 2 methods, 3 tests, 0 suspected bugs, branches 100.0%"),
        "{said}"
    );
    let test = bench.written("inherited/ShortReportTest.java");
    assert!(test.contains("assertEquals(\"report of many pages\", result);"), "{test}");
}

#[test]
fn huge_arrays_do_not_end_a_worker() {
    let bench = Bench::new("verdicts");
    let outcome = bench.test(&["verdicts.Huge", "--paths", "40"]);
    assert!(outcome.stdout_text().contains("verdicts.Huge: 2 of 2 methods"), "{}", outcome.stdout_text());
}

#[test]
fn natives_that_change_nothing_outside_do_not_end_a_path() {
    let bench = Bench::new("outside");
    let outcome = bench.test(&["outside.Travels", "--paths", "40"]);
    let tests = bench.written("outside/TravelsTest.java");
    for test in
        ["isLargeCopyReturnsTrue", "isLargeCopyReturnsFalse", "assertEquals(\"registry\", result)", "\"elsewhere\""]
    {
        assert!(tests.contains(test), "{test} of {tests} {}", outcome.stdout_text());
    }
}

#[test]
fn what_is_drawn_by_lot_goes_further_and_is_the_same_again() {
    let bench = Bench::new("random");
    let options = ["random.Ledger", "--time-per-class", "0", "--paths", "20", "--force", "--fresh"];
    let far = ["assertEquals(\"full\", result);", "assertEquals(\"signed\", result);", "IllegalStateException"];
    bench.test(&options);
    let explored = bench.written("random/LedgerTest.java");
    assert!(!explored.contains(far[0]), "{explored}");
    let drawn = [&options[..], &["--random", "25"]].concat();
    let outcome = bench.test(&drawn);
    assert!(outcome.stdout_text().contains("6 of 6 methods"), "{}", outcome.stdout_text());
    let first = bench.written("random/LedgerTest.java");
    for said in far {
        assert!(first.contains(said), "{said} of {first}");
    }
    bench.test(&drawn);
    assert_eq!(bench.written("random/LedgerTest.java"), first);
}

#[test]
fn one_object_is_several_arguments_where_that_matters() {
    let bench = Bench::new("alias");
    let budget = ["--time-per-class", "0", "--paths", "60"];
    let outcome = bench.test(&[&budget[..], &["alias.*"]].concat());
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    let all: Vec<(&str, &str, &str)> = vec![
        // Bugs that need it.
        (
            "alias/AccountTest.java",
            "assertThrows(ArithmeticException.class, () -> account.transfer(account, ",
            "to itself",
        ),
        ("alias/BagSuspectedBugsTest.java", "ArrayIndexOutOfBoundsException.class, () -> bag.addAll(bag));", "its own"),
        (
            "alias/CellTest.java",
            "assertThrows(ArithmeticException.class, () -> Cell.swap(cell, cell));",
            "swapped with itself",
        ),
        // Branches that need it.
        ("alias/CellTest.java", "Cell.relation(cell, cell);", "compared with itself"),
        ("alias/CellTest.java", "cell.equals(cell);", "equal to itself"),
        ("alias/TextsTest.java", "Texts.merge(array, array);", "an array twice"),
        ("alias/TextsTest.java", "assertEquals(\"same\", result);", "a text twice"),
        ("alias/TextsTest.java", "assertEquals(\"equal\", result);", "a text and its copy"),
        // What the receiver was made with is an argument.
        ("alias/RouteTest.java", "assertEquals(\"begin\", result);", "the first part"),
        ("alias/RouteTest.java", "assertEquals(\"end\", result);", "the last part"),
        ("alias/RouteTest.java", "assertEquals(\"everywhere\", result);", "both parts"),
        ("alias/LinkedTest.java", "assertThrows(Exception.class, () -> linked.attach(", "objects that need each other"),
    ];
    for (file, text, what) in &all {
        let written = bench.written(file);
        assert!(written.contains(text), "{what}: {file} without {text}\n{written}");
    }

    fs::remove_dir_all(bench.tests()).expect("the tests");
    bench.test(&[&budget[..], &["--alias", "off", "alias.*"]].concat());
    // Equal literals are one object by themselves.
    for (file, text, what) in all.iter().filter(|(_, _, what)| *what != "a text twice") {
        assert!(!bench.written(file).contains(text), "{what} without aliases: {file} has {text}");
    }
}

#[test]
fn whatever_ends_a_search_is_told() {
    let bench = Bench::new("types");
    let outcome = bench.test(&["--time-per-class", "0", "--paths", "2", "types.Endpoint"]);
    let said = outcome.stdout_text();
    assert!(said.contains("  ended by --paths 2: "), "{said}");
    let summary = bench.written("summary.json");
    assert!(summary.contains("\"limit\": \"paths\""), "{summary}");
    let outcome = bench.test(&["--fresh", "--time-per-class", "0", "--saturation", "1", "types.Endpoint"]);
    let said = outcome.stdout_text();
    assert!(said.contains("  ended by --saturation 1: "), "{said}");
    let bench = Bench::new("alias");
    let outcome = bench.test(&["--time-per-class", "0", "--depth", "1", "alias.Account"]);
    let said = outcome.stdout_text();
    assert!(said.contains("  ended by --depth 1: "), "{said}");
    let outcome = bench.test(&["--fresh", "--time-per-class", "0.01", "alias.Account"]);
    let said = outcome.stdout_text();
    assert!(said.contains("  ended by --time-per-class 0.01s: "), "{said}");
}

/// A question that a mutant leaves without an answer is asked again on the next one: what nobody can see is killed by no test.
#[test]
fn mutants_do_not_spoil_questions_for_each_other() {
    let bench = Bench::new("depths");
    let classes = bench.classes.to_string_lossy().into_owned();
    let budget = ["-cp", &classes, "--mutants", "--random", "25", "--time-per-class", "0", "--paths", "20"];
    let campaign = Campaign::run(&bench.tools, &budget, &["depths.Well"], &bench.tests()).expect("tests");
    let [killed, total] = campaign.rows[0].mutants.expect("mutants");
    assert!(killed > 0 && killed + 6 <= total, "{killed} of {total}");
}
