use super::*;
use crate::token::tokens;

fn after(text: &str) -> (String, Vec<String>) {
    let mut translator =
        Translator { result: Some("jacana$result".into()), olds: Some(Vec::new()), ..Translator::default() };
    let text = match translator.expression(&tokens(text, 0)) {
        Ok(text) => text.replace("jacana.Contract.", "~"),
        Err(fault) => format!("{}: {}", fault.at, fault.what),
    };
    let olds = translator.olds.unwrap_or_default();
    (text, olds.into_iter().map(|old| old.replace("jacana.Contract.", "~")).collect())
}

#[track_caller]
fn check(jml: &str, java: &str) {
    assert_eq!(after(jml).0, java);
}

#[test]
fn operators_of_jml() {
    check("a ==> b ==> c", "(!(a) || ((!(b) || (c))))");
    check("a <== b <== c", "((((a) || !(b))) || !(c))");
    check("a || b <==> c", "((a || b) == (c))");
    check("a <=!=> b", "((a) != (b))");
    check("a ? b : c ==> d", "((a) ? (b) : ((!(c) || (d))))");
    check("f(a ==> b, c) && x", "f ((!(a) || (b)), c) && x");
    check("a ==> b <== c", "2: ==> and <== need parentheses between them");
    check("==> b", "0: `==>` needs two sides");
}

#[test]
fn results_and_values_before() {
    assert_eq!(
        after("\\result == \\old(x.size) + \\old(x.size)"),
        (
            "jacana$result == jacana$old1.get() + jacana$old1.get()".into(),
            vec!["final var jacana$old1 = ~old(() -> x . size);".to_string()]
        )
    );
    check("\\old(\\result)", "0: `\\result` inside of `\\old`");
    check("x = 1", "2: `=`: a contract must not change anything");
    check("\\reach(x)", "0: `\\reach` is not of the subset of JML that is understood");
}

#[test]
fn quantifiers_are_loops() {
    check("(\\forall int i; 0 <= i && i < n; a[i] > 0)", "~forall(0, n, (int i$1) -> (a [i$1] > 0))");
    check(
        "(\\exists int i; a != null && i > 0 && i <= n && p(i); x)",
        "((a != null) && ~existsThrough((0) + 1, n, (int i$1) -> ((i$1 > 0) && (p (i$1))) && (x)))",
    );
    check("(\\forall int i; 0 <= i && i < n ==> a[i] > 0)", "~forall(0, n, (int i$1) -> (a [i$1] > 0))");
    check(
        "(\\forall int i, j; 0 <= i && i < j && j < n; i != j)",
        "~forall(0, n, (int i$1) -> (~forall((i$1) + 1, n, (int j$2) -> !((i$1 < j$2)) || (i$1 != j$2))))",
    );
    check(
        "(\\forall int i, j; 0 <= i && i < j; i != j)",
        "1: quantifier without range: nothing says from where to where `i` goes",
    );
    check(
        "(\\forall int i, j; 0 <= i && i < n && i < j && j < n; p(i, j))",
        "~forall(0, n, (int i$1) -> (~forall((i$1) + 1, n, (int j$2) -> !((i$1 < j$2)) || (p (i$1, j$2)))))",
    );
    check("(\\sum int i; 0 <= i && i < n; a[i])", "~sum(0, n, (int i$1) -> (a [i$1]))");
    check("(\\num_of int i; 0 <= i && i < n; p(i))", "~sum(0, n, (int i$1) -> ((p (i$1)) ? 1L : 0L))");
    check("(\\max int i; 0 <= i && i < n; a[i])", "~max(0, n, (int i$1) -> true, (int i$1) -> (a [i$1]))");
    check("(\\forall boolean b; true; b || !b)", "~forall((boolean b$1) -> (b$1 || ! b$1))");
    check("(\\forall int i; a[i] > 0)", "1: quantifier without range: nothing says from where to where `i` goes");
    check(
        "(\\forall Object o; true; o != null)",
        "9: a quantifier over `Object o`: only numbers and boolean have a range",
    );
}

#[test]
fn values_before_under_quantifiers() {
    assert_eq!(
        after("(\\forall int i; 0 <= i && i < n; a[i] == \\old(a[i + 1]))"),
        (
            "~forall(0, n, (int i$1) -> (a [i$1] == jacana$old2.get()[i$1 + 1]))".into(),
            vec!["final var jacana$old2 = ~old(() -> ~copy(a));".to_string()]
        )
    );
    assert_eq!(
        after("(\\forall int i; 0 <= i && i < n; get(i) == \\old(get(i)))"),
        (
            "~forall(0, n, (int i$1) -> (get (i$1) == jacana$old2.get(i$1)))".into(),
            vec![
                "final var jacana$old2 = ~old((int i$1) -> get (i$1));".to_string(),
                "~quietly(() -> ~each(0, n, (int i$1) -> { if ((true)) jacana$old2.keep(i$1); }));".to_string()
            ]
        )
    );
}

#[test]
fn quantifiers_know_on_which_side_they_must_be_right() {
    let condition = |text: &str, strength| {
        let translated = Translator::default().condition(&tokens(text, 0), strength);
        translated.map(|text| text.replace("jacana.Contract.", "~")).expect("a condition")
    };
    let all = "(\\forall int i; 0 <= i && i < n; b[i])";
    let is = |text: &str, expected: &str| {
        let java = condition(&text.replace("ALL", all), Strength::Demanded);
        assert_eq!(java.replace("(0, n, (int i$1) -> (b [i$1]))", ""), expected, "{text}");
    };
    is("ALL", "~forallDemanded");
    is("!ALL", "! ~forallAssumed");
    is("x && (ALL || y)", "x && (~forallDemanded || y)");
    is("ALL ==> x", "(!(~forallAssumed) || (x))");
    is("x <== ALL", "((x) || !(~forallAssumed))");
    is("x <==> ALL", "((x) == (~forall))");
    is("ALL == x", "~forall == x");
    is("f(ALL)", "f (~forall)");
    is("ALL ? x : y", "((~forall) ? (x) : (y))");
    assert_eq!(condition(&format!("!(!({all}))"), Strength::Assumed).matches("forallAssumed").count(), 1);
}
