use super::*;

fn read_one(text: &str) -> Contracts {
    read(&[("T.java".into(), text.into())], &|_, _| false)
}

fn problems(text: &str) -> Vec<String> {
    let found = read_one(text);
    let methods = found.methods.iter().flat_map(|method| &method.problems);
    methods.chain(found.classes.iter().flat_map(|class| &class.problems)).map(Problem::to_string).collect()
}

#[test]
fn program_one_of_kiasan() {
    let found = read_one(
        "public class Container<E> {\n  private E data;\n\n  //@ ensures data == \\old(n.data) && n.data == \\old(data);\n  public void swap(/*@ non_null @*/ Container<E> n)\n  { E e = data; data = n.data; n.data = e; }\n}\n",
    );
    let clauses: Vec<String> = found.clauses.iter().map(Clause::to_string).collect();
    assert_eq!(
        clauses,
        ["`non_null n != null` (T.java:5)", "`ensures data == \\old(n.data) && n.data == \\old(data)` (T.java:4)"]
    );
    let method = &found.methods[0];
    assert_eq!((method.class.as_str(), method.name.as_str(), method.cases), ("Container", "swap", 1));
    assert_eq!(method.problems, []);
    let last = found.files[0].text.lines().last().expect("a line");
    assert!(last.contains("jacana.Contract.assume(n != null);"), "{last}");
    assert!(
        last.contains("jacana.Contract.demand(data == jacana$old1.get() && n . data == jacana$old2.get(), 1);"),
        "{last}"
    );
    assert_eq!(found.files[0].text.lines().count(), 7, "lines stay");
}

#[test]
fn what_is_not_understood_has_file_line_and_reason() {
    let text = "class T {\n  //@ ghost int x;\n  /*@ requires\n    @   (\\forall int i; a[i] > 0);\n    @*/\n  void f(int[] a) {\n    //@ set x = 1;\n  }\n  //@ ensures true;\n}";
    let found = problems(text);
    assert!(found.contains(&"T.java:2: `ghost` is not of the subset of JML that is understood".into()), "{found:?}");
    assert!(
        found.contains(&"T.java:4: quantifier without range: nothing says from where to where `i` goes".into()),
        "{found:?}"
    );
    assert!(
        found.contains(&"T.java:7: `set` inside of a body is not of the subset of JML that is understood".into()),
        "{found:?}"
    );
    assert!(found.contains(&"T.java:9: a contract that no method follows".into()), "{found:?}");
}

#[test]
fn ordinary_comments_are_none() {
    let found = read_one("class T {\n  // @ requires x;\n  /* @ ensures y; */\n  /** requires z; */\n  void f() {}\n}");
    assert!(found.methods.is_empty() && found.files.is_empty());
}

#[test]
fn invariants_and_nullness_of_fields() {
    let found = read_one(
        "class A { int n; //@ invariant n >= 0;\n int k; }\nclass B extends A { /*@ non_null @*/ Object o; boolean repOK() { return true; } }",
    );
    let text = &found.files[0].text;
    assert!(
        text.contains("boolean jacana$invariant() { return jacana.Contract.clause(n >= 0, 0) && true; }"),
        "{text}"
    );
    assert!(
        text.contains(
            "return super.jacana$invariant() && this.repOK() && jacana.Contract.clause(o != null, 1) && true;"
        ),
        "{text}"
    );
}

#[test]
fn errors_of_javac_name_the_clause() {
    let found = read_one("class T {\n  //@ ensures foo > 0;\n  void f() {}\n}");
    let line = found.files[0].text.lines().nth(3).expect("the last line");
    let column = line.find("foo").expect("the clause");
    let output = format!(
        "x/T.java:4: error: cannot find symbol\n{line}\n{}^\n  symbol:   variable foo\n  location: class T\n1 error\n",
        " ".repeat(column)
    );
    let blamed = blamed(&found, &output, |name| name.ends_with("T.java").then_some(0));
    let problem = Problem {
        file: "T.java".into(),
        line: 2,
        what: "javac does not accept `ensures foo > 0`: cannot find symbol, symbol: variable foo".into(),
    };
    assert_eq!(blamed, [Blamed::Clause(problem)]);
}

#[test]
fn contracts_of_overridden_methods_count() {
    let found = read_one(
        "interface I<T> { //@ ensures \\result >= 0;\n int size(T x); }\nclass A implements I<String> { public int size(String s) { return 0; } }",
    );
    assert_eq!(found.methods.len(), 2);
    assert_eq!((found.methods[1].class.as_str(), found.methods[1].cases), ("A", 1));
    assert!(
        found.files[0]
            .text
            .contains("void jacana$acheck0(String s) throws Throwable { { jacana$icheck0(s); return; } }"),
        "{}",
        found.files[0].text
    );
}

#[test]
fn assumed_contracts_stand_for_calls() {
    let text = "class T { int n;\n  /*@ requires x > 0; ensures n == \\old(n) + x; assignable n;\n    @ signals (IllegalStateException e) n == 0; @*/\n  int add(int x) { n += x; return n; }\n  //@ ensures true;\n  void all() {}\n}";
    let found = read(&[("T.java".into(), text.into())], &|_, _| true);
    let name = found.methods[0].stand_in.clone().expect("asked for").expect("complete");
    let text = &found.files[0].text;
    assert!(text.contains("{ jacana$trequired0(x); n += x; return n; }"), "{text}");
    assert!(text.contains(&format!(" int {name}(int x) throws Throwable")), "{text}");
    assert!(text.contains("jacana.Contract.anyField(this, \"n\");"), "{text}");
    let why = found.methods[1].stand_in.clone().expect("asked for").expect_err("not complete");
    assert_eq!(why.to_string(), "T.java:5: a contract without `assignable` cannot be assumed: anything may change");
}

#[test]
fn clauses_in_bodies_stay_on_their_lines() {
    let text = "class T {\n  int f(int n, int[] a) {\n    int i = 0;\n    //@ assert n > \\old(n) - 1;\n    //@ maintaining i <= n;\n    //@ decreases n - i;\n    outer: while (i < n)\n      i++;\n    for (int j = 0; j < n; j++) { }\n    return i;\n  }\n}\n";
    let found = read_one(text);
    let (method, file) = (&found.methods[0], &found.files[0].text);
    assert_eq!((method.problems.as_slice(), method.loops, found.loops.len()), (&[][..], true, 1));
    assert_eq!(file.lines().count(), text.lines().count());
    let line = |number: usize| file.lines().nth(number - 1).expect("a line");
    assert!(line(2).contains("jacana$old1 = jacana.Contract.old(() -> jacana$before$n);"), "{}", line(2));
    assert!(line(4).contains("jacana.Contract.demand(jacana$now$n > jacana$old1.get() - 1, 2"), "{}", line(4));
    assert!(line(7).contains("outer: while (true) { {") && line(7).ends_with(" if (!(i < n)) break; "), "{}", line(7));
    assert_eq!(line(8), "      i++; } }");
    assert_eq!(line(9), text.lines().nth(8).expect("a line"));
}

#[test]
fn clauses_without_a_loop_are_told() {
    let found = problems(
        "class T {\n  void f(int[] a) {\n    //@ loop_invariant true;\n    a = null;\n    //@ decreases 1;\n    for (int x : a) { }\n  }\n}",
    );
    let expected = [
        "T.java:3: a clause of a loop that no loop follows",
        "T.java:5: clauses of a loop over elements: write it with an index",
    ];
    assert_eq!(found, expected);
}
