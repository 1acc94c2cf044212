//! Random arguments of `jacana test`: what is drawn, what is learnt from it, and how objects are made for it.

use std::time::Instant;

use differential::bench::Bench;
use differential::campaign::Campaign;
use differential::junit::JUnit;

/// By what tests come about: explored paths alone, random arguments alone.
const EXPLORED: [&str; 2] = ["0", "60"];
const DRAWN: [&str; 2] = ["100", "1"];

/// Tests of classes by budgets that no clock decides.
fn campaign(bench: &Bench, [random, paths]: [&str; 2], targets: &[&str]) -> Campaign {
    let classes = bench.classes.to_string_lossy().into_owned();
    let budget = ["-cp", &classes, "--fresh", "--random", random, "--time-per-class", "0", "--paths", paths];
    Campaign::run(&bench.tools, &budget, targets, &bench.tests()).expect("tests")
}

/// A factory may say less than it answers.
#[test]
fn what_a_factory_answers_is_cast() {
    let bench = Bench::new("answers");
    for budget in [EXPLORED, DRAWN] {
        let campaign = campaign(&bench, budget, &["answers.Sealed"]);
        assert_eq!(campaign.rows[0].coverage(), Some(100.0));
        let plain = bench.written("answers/SealedTest.java");
        assert!(plain.contains("= (Sealed) Sealed.upTo("), "{plain}");
    }
}

#[test]
fn random_arguments_are_given_twice_as_well() {
    let bench = Bench::new("alias");
    let budget = ["--random", "100", "--time-per-class", "0", "--paths", "1"];
    bench.test(&[&budget[..], &["alias.Account", "alias.Cell", "alias.Texts"]].concat());
    let (account, cell) = (bench.written("alias/AccountTest.java"), bench.written("alias/CellTest.java"));
    assert!(account.contains("assertThrows(ArithmeticException.class, () -> account.transfer(account, "), "{account}");
    assert!(cell.contains("assertThrows(ArithmeticException.class, () -> Cell.swap(cell, cell));"), "{cell}");
    let texts = bench.written("alias/TextsTest.java");
    assert!(texts.contains("Texts.merge(array, array);"), "{texts}");
}

/// The elements of a collection are what the signature of the method says.
#[test]
fn type_arguments_are_kept() {
    let bench = Bench::new("generic");
    let campaign = campaign(&bench, DRAWN, &["generic.Ledger"]);
    let ledger = bench.written("generic/LedgerTest.java") + &bench.written("generic/LedgerSuspectedBugsTest.java");
    assert_eq!(campaign.rows[0].coverage(), Some(100.0), "{ledger}");
    assert!(!ledger.contains("ClassCastException"), "{ledger}");
}

/// What an earlier call of a test was given, the call under test may be given, too.
#[test]
fn an_object_that_was_given_before_is_given_again() {
    let bench = Bench::new("alias");
    let campaign = campaign(&bench, DRAWN, &["alias.Desk"]);
    let desk = bench.written("alias/DeskTest.java");
    assert_eq!(campaign.rows[0].coverage(), Some(100.0), "{desk}");
    assert!(desk.contains("desk.enter(ticket);"), "{desk}");
}

/// What never changes is brought into another state by methods that answer another one.
#[test]
fn objects_are_made_of_others_of_their_class() {
    let bench = Bench::new("makers");
    let campaign = campaign(&bench, DRAWN, &["makers.Layout"]);
    let layout = bench.written("makers/LayoutTest.java");
    assert_eq!(campaign.rows[0].coverage(), Some(100.0), "{layout}");
}

/// What a public class inherits from one that is not public anybody can call.
#[test]
fn methods_of_hidden_classes_are_called() {
    let bench = Bench::new("makers");
    for budget in [EXPLORED, DRAWN] {
        let campaign = campaign(&bench, budget, &["makers.Shelf"]);
        let shelf = bench.written("makers/ShelfTest.java");
        assert_eq!(campaign.rows[0].coverage(), Some(100.0), "{shelf}");
        assert!(shelf.contains("() -> shelf.put(\"\"));"), "{shelf}");
    }
}

/// A large interface is implemented once in the file, and a test says what it needs besides.
#[test]
fn large_interfaces_are_implemented_by_a_class_inside_of_the_tests() {
    let bench = Bench::new("makers");
    let campaign = campaign(&bench, DRAWN, &["makers.Panel"]);
    let panel = bench.written("makers/PanelTest.java");
    assert_eq!(campaign.rows[0].coverage(), Some(100.0), "{panel}");
    assert_eq!(panel.matches("public void reset()").count(), 1, "{panel}");
    assert!(panel.contains("private static class DeviceStub implements Panel.Device {"), "{panel}");
    assert!(panel.contains("new DeviceStub();"), "{panel}");
}

/// What comparisons had on their sides tells random arguments where to go, equal objects are made in the same way, a Class is one that
/// the code names, and a text is what its expressions accept.
#[test]
fn random_arguments_learn_from_comparisons() {
    let bench = Bench::new("aims");
    let targets = ["aims.Lock", "aims.Tag", "aims.Names", "aims.Listing"];
    let campaign = campaign(&bench, DRAWN, &targets);
    for row in &campaign.rows {
        assert_eq!(row.coverage(), Some(100.0), "{}", row.class);
    }
    assert_eq!(campaign.rows.len(), targets.len());
}

/// An aim at a size is one that a list can have: where numbers far below zero are compared, the calls go on all the same.
#[test]
fn aims_stay_within_what_can_be_made() {
    let bench = Bench::new("aims");
    let seconds = ["aims.Lock", "aims.Bag"].map(|class| {
        let started = Instant::now();
        bench.test(&["--fresh", "--random", "100", "--time-per-class", "0", "--paths", "1", class]);
        started.elapsed().as_secs_f64()
    });
    assert!(bench.written("aims/BagTest.java").contains("@Test") && seconds[1] < 4.0 * seconds[0], "{seconds:?}");
}

/// What one candidate does to static fields is nothing that another one meets, and a test that spoils others is left out rather than those.
#[test]
fn candidates_find_static_fields_as_they_were() {
    let bench = Bench::new("statics");
    for budget in [EXPLORED, DRAWN] {
        let campaign = campaign(&bench, budget, &["statics.Rates"]);
        let reached = campaign.rows[0].coverage();
        assert!(reached.is_some_and(|percent| percent > 80.0), "{reached:?} with {budget:?}");
    }
}

/// Whatever order they run in.
#[test]
fn tests_of_static_fields_pass_in_any_order() {
    let bench = Bench::new("statics");
    let classes = bench.classes.to_string_lossy().into_owned();
    campaign(&bench, DRAWN, &["statics.Desk"]);
    let compiled = bench.scratch.path().join("compiled");
    let tests = JUnit::compile(&bench.tools, &bench.sources(), &classes, &compiled).expect("tests that compile");
    for seed in 1..=8 {
        let order = "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random";
        let options = [order.to_string(), format!("-Djunit.jupiter.execution.order.random.seed={seed}")];
        let ran = tests.run(&bench.tools, &options, bench.scratch.path());
        assert!(ran.failed == 0 && ran.passed >= 4, "{seed}: {ran:?}");
    }
}
