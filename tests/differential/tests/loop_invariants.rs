//! Clauses of loops (fixtures/contracts/loops): with them a method holds without a bound; `cargo xtask show loop-invariants` has all mutants.

use differential::contracts::check;
use differential::loops::{Said, proved};
use differential::process::run;
use differential::tools::{Scratch, Tools};
use std::sync::LazyLock;
use std::time::Duration;

static TOOLS: LazyLock<Tools> = LazyLock::new(Tools::find);

/// Methods whose proof takes a second at most.
const QUICK: &[&str] = &["ArrayMax", "Copy", "Counter", "FirstIndex", "IsSorted", "PrefixSums"];

#[test]
fn clauses_prove_methods_without_a_bound() {
    for method in proved().iter().filter(|method| QUICK.contains(&method.class.as_str())) {
        let said = method.said(&TOOLS);
        assert!(said.as_ref().is_ok_and(Said::is_proved), "{}: {}", method.class, told(&said));
    }
}

/// The first mutant of each; the others are in the full form.
#[test]
fn a_clause_that_is_too_weak_or_wrong_proves_nothing() {
    for method in proved().iter().filter(|method| QUICK.contains(&method.class.as_str())) {
        let mutant = method.mutants.first().expect("a mutant");
        let said = method.said_of(&TOOLS, mutant);
        let is_refused = said.as_ref().is_ok_and(Said::is_refused);
        assert!(is_refused, "{} => {}: {}", mutant.right, mutant.wrong, told(&said));
    }
}

/// Facts about all elements that one side of a branch knows hold on that side alone.
#[test]
fn merged_paths_prove_what_single_ones_do() {
    for method in proved().into_iter().filter(|method| ["DutchFlag", "Partition"].contains(&method.class.as_str())) {
        let method = method.with(&["--merge", "returns"]);
        let said = method.said(&TOOLS);
        assert!(said.as_ref().is_ok_and(Said::is_proved), "{}: {}", method.class, told(&said));
        for mutant in &method.mutants {
            let said = method.said_of(&TOOLS, mutant);
            assert!(said.as_ref().is_ok_and(Said::is_refused), "{} => {}: {}", mutant.right, mutant.wrong, told(&said));
        }
    }
}

/// Each is wrong for some input.
const WRONG: &[(&str, &str)] = &[
    (
        "two-limits",
        "//@ requires a != null && a.length > 4;\n//@ requires (\\forall int k; 0 <= k && k < a.length && k < 2; a[k] > 0);\n//@ ensures \\result > 0;\npublic static int f(int[] a) { return a[3]; }",
    ),
    (
        "two-limits-exist",
        "//@ requires a != null && a.length == 4 && n >= 0;\n//@ ensures (\\exists int k; 0 <= k && k < a.length && k < n; a[k] == 9);\npublic static void f(int[] a, int n) { a[3] = 9; }",
    ),
    (
        "or-in-range",
        "//@ requires a != null && a.length == 6;\n//@ ensures (\\forall int k; 0 <= k && k < 2 && z || k == 5; a[k] == 0);\npublic static void f(int[] a, boolean z) { a[0] = 0; a[1] = 0; }",
    ),
    (
        "true-in-range",
        "//@ requires a != null && a.length > 0;\n//@ ensures (\\exists int k; 0 <= k && k < a.length && true == (a[k] == 7); a[k] > 0);\npublic static void f(int[] a) { a[0] = 3; }",
    ),
    (
        "text-in-condition",
        "//@ ensures \\result == 3;\npublic static int f(int z) { int c = 0;\n//@ loop_invariant 0 <= i && i <= 3 && c == i;\n//@ decreases 10 - i;\nfor (int i = 0; i < \"a    b\".length(); i++) { c++; }\nreturn c; }",
    ),
    (
        "loop-in-quantifier",
        "static int g(boolean first) { int x = 0;\n//@ loop_invariant true;\nwhile (true) { if (first) return x; if (x >= 3) return x; x++; } }\n//@ requires a != null && a.length > 0;\n//@ requires (\\forall int k; 0 <= k && k < a.length; a[k] == g(true));\n//@ ensures n > 100000 ==> \\result == 0;\npublic static int f(int[] a, int n) { int p = 0, q = 0, r = 0, s = 0, t = 0, u = 0, v = 0, i = 0;\n//@ loop_invariant true;\nwhile (i < n) { i++; p++; q++; r++; s++; t++; u++; v++; }\ng(false);\nif (i==a[0]||p==a[0]||q==a[0]||r==a[0]||s==a[0]||t==a[0]||u==a[0]||v==a[0]) return 0;\nreturn 1; }",
    ),
];

#[test]
fn what_is_wrong_for_some_input_does_not_hold() {
    for (name, body) in WRONG {
        let all = checked(name, body);
        assert!(!all.contains("T.f(") || !all.contains(": HOLDS;"), "{name}: {all}");
    }
}

/// Programs do not know the clauses inside of them: who catches what a broken one throws is not executed as it is.
#[test]
fn a_broken_clause_that_the_program_catches_proves_nothing() {
    for (name, after) in [
        ("finally", "} finally { continue; } } assert !done;"),
        ("catch", "} catch (Throwable t) {} } if (x == 500) throw new AssertionError();"),
        ("error", "} catch (AssertionError t) {} } int[] b = new int[400]; b[x] = 1;"),
    ] {
        let scratch = Scratch::new(name);
        let body = format!(
            "int x = 0; boolean done = false; for (int r = 0; r < 1; r++) {{ try {{\n//@ loop_invariant x == 0;\n//@ decreases 1000 - x;\nwhile (x < 500) {{ x++; }}\ndone = true;\n{after}"
        );
        let source = scratch.write("T.java", format!("public class T {{ public static void f(int n) {{ {body} }} }}"));
        let mut command = TOOLS.jacana();
        command.args(["verify", "--time", "20", "--method", "T.f"]).arg(&source);
        let outcome = run(command, b"", Duration::from_secs(60));
        let said = outcome.stdout_text();
        let wrong = if name == "error" { "TRUE(runtime-exception)" } else { "TRUE(assert)" };
        assert!(said.contains("VERDICT") && !said.contains(wrong), "{name}: {said}{}", outcome.stderr_text());
    }
}

fn told(said: &Result<Said, String>) -> String {
    said.as_ref().map_or_else(Clone::clone, Said::line)
}

fn checked(name: &str, body: &str) -> String {
    let scratch = Scratch::new(name);
    let source = scratch.write("T.java", format!("public class T {{\n{body}\n}}\n"));
    check(&TOOLS, &source, &["--time", "20"], "T.f").1
}

#[test]
fn without_a_measure_the_answer_names_partial_correctness() {
    let all = checked(
        "partial",
        "//@ ensures \\result == 0;\npublic static int f(int n) {\n//@ loop_invariant true;\nwhile (n != 0) { n -= 2; }\nreturn n; }",
    );
    assert!(all.contains("T.f(int): HOLDS;") && all.contains("partial correctness"), "{all}");
}

#[test]
fn assertions_and_assumptions_inside_of_bodies() {
    let holds = checked(
        "assume",
        "public static int f(int n) {\n//@ assume n > 3;\nint m = n - 1;\n//@ assert m > 2;\nreturn m; }",
    );
    assert!(holds.contains("T.f(int): HOLDS;") && holds.contains("assumed: `assume n > 3`"), "{holds}");
    let broken = checked("assert", "public static int f(int n) {\n//@ assert n < 1000;\nreturn n; }");
    assert!(broken.contains("VIOLATED") && broken.contains("`assert n < 1000`"), "{broken}");
}

/// What a round changes is forgotten although no clause says so: fields, arrays behind fields, static fields.
#[test]
fn whatever_rounds_change_is_forgotten() {
    for (name, body, holds) in [
        (
            "field",
            "int x; public void f(int n) { x = 0;\n//@ loop_invariant 0 <= i;\nfor (int i = 0; i < n; i++) { x = i; }\n//@ assert x == 0;\n}",
            false,
        ),
        (
            "static",
            "static int x; public static void f(int n) { x = 0;\n//@ loop_invariant 0 <= i;\nfor (int i = 0; i < n; i++) { g(i); }\n//@ assert x == 0;\n} static void g(int i) { if (i == 5) x = 7; }",
            false,
        ),
        (
            "array",
            "int[] a; public void f(int n) { a = new int[n & 7];\n//@ loop_invariant 0 <= i;\nfor (int i = 0; i < a.length; i++) { if (i == 4) { a[i] = 1; } }\n//@ assert a.length < 5 || a[4] == 0;\n}",
            false,
        ),
        (
            "kept",
            "int x, y; public void f(int n) { x = 3; y = 4;\n//@ loop_invariant 0 <= i && y > 3;\n//@ decreases n - i;\nfor (int i = 0; i < n; i++) { if (y < 9) { y++; } }\n//@ assert x == 3 && y > 3;\n}",
            true,
        ),
        (
            "found",
            "static class N { N next; int v; } public static void f(N head) { int v = head == null ? 0 : head.v; N n = head;\n//@ loop_invariant true;\nwhile (n != null) { n.v = 1; n = n.next; }\n//@ assert head == null || head.v == v;\n}",
            false,
        ),
        (
            "made",
            "static class N { int v; } public static void f(int n) { N x = new N();\n//@ loop_invariant x != null;\nfor (int i = 0; i < n; i++) { x = new N(); x.v = i; }\n//@ assert x.v == 0;\n}",
            false,
        ),
    ] {
        let all = checked(name, body);
        assert_eq!(all.contains("): HOLDS;"), holds, "{name}: {all}");
    }
}

/// A loop that is left and entered again is another one, and so is that of another call.
#[test]
fn each_run_of_a_loop_is_cut_by_itself() {
    let twice = "public static int f(int n) { int s = 0; for (int k = 0; k < 2; k++) { int i = 0;\n//@ loop_invariant 0 <= i && (i <= n || i == 0);\n//@ decreases n - i;\nwhile (i < n) { i++; }\ns = i; }\n//@ assert s == (n < 0 ? 0 : n);\nreturn s; }";
    let all = checked("twice", twice);
    assert!(all.contains("): HOLDS;"), "{all}");
    let all = checked("wrong", &twice.replace("s == (n < 0", "s == (n < 1"));
    let all_wrong = checked("wronger", &twice.replace("? 0 : n)", "? 1 : n)"));
    assert!(all.contains("): HOLDS;") && !all_wrong.contains("HOLDS;"), "{all}{all_wrong}");
}
