use super::*;
use expect_test::expect;
use machine::testing::programs::SIGN;

#[test]
fn both_sides_of_a_branch_are_paths() {
    let (paths, stats) = Exploration::of(Bench::of_method("(I)I", SIGN), "(I)I", &["x"]).run();
    expect![[r#"
        x < 0: returned
        x >= 0: returned
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.forks, stats.infeasible, stats.solver_calls), (2, 1, 0, 1));
    assert!(stats.is_complete());
}

#[test]
fn a_side_that_the_path_excludes_is_no_path() {
    // if (x >= 3) { if (x < 2) x = 1 / 0; }
    let code = "
        iload 0
        bipush 3
        if_icmplt small
        iload 0
        bipush 2
        if_icmpge small
        bipush 1
        bipush 0
        idiv
        istore 0
        small:
        return";
    let (paths, stats) = Exploration::of(Bench::of_method("(I)V", code), "(I)V", &["x"]).run();
    expect![[r#"
        x < 3: returned
        x >= 3: returned
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.threw, stats.infeasible), (2, 0, 1));
}

#[test]
fn an_instruction_that_may_throw_is_a_branch() {
    let code = "
        bipush 6
        iload 0
        idiv
        ireturn";
    let (paths, stats) = Exploration::of(Bench::of_method("(I)I", code), "(I)I", &["x"]).run();
    expect![[r#"
        x != 0: returned
        x == 0: threw java.lang.ArithmeticException
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.threw), (1, 1));
}

#[test]
fn the_sink_can_end_the_exploration() {
    let mut exploration = Exploration::of(Bench::of_method("(I)I", SIGN), "(I)I", &["x"]);
    let first = exploration.bench.start("(I)I", &[Value::Sym(exploration.inputs[0])]);
    let mut machine = exploration.bench.machine();
    let frontier = Order::Dfs.frontier(0);
    let mut explorer = Explorer::new(&mut machine, solver::standard(Config::default()), no_limits(), frontier, FLOOR);
    let mut seen = 0;
    explorer.explore(first, |_, _, _, _| {
        seen += 1;
        Go::Stop
    });
    assert_eq!((seen, explorer.stats.returned, explorer.frontier.len()), (1, 1, 1));
}
