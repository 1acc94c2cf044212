use super::*;
use expect_test::expect;
use machine::{Bound, Limit, Reason};

/// for (int i = 0; i < x; i++);
const LOOP: &str = "
    bipush 0
    istore 1
    head:
    iload 1
    iload 0
    if_icmpge end
    iinc 1 1
    goto head
    end:
    return";

/// Three branches on three inputs.
const THREE: &str = "
    iload 0
    ifeq first
    first:
    iload 1
    ifeq second
    second:
    iload 2
    ifeq third
    third:
    return";

#[test]
fn a_loop_ends_at_its_limit() {
    let mut exploration = Exploration::of(Bench::of_method("(I)V", LOOP), "(I)V", &["x"]);
    exploration.limits.loops = 3;
    let (paths, stats) = exploration.run();
    expect![[r#"
        x < 1: returned
        x >= 1 && x < 2: returned
        x >= 1 && x >= 2 && x < 3: returned
        x >= 1 && x >= 2 && x >= 3: stopped: loop iterations
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.stopped, stats.forks), (3, 1, 3));
    assert_eq!(stats.reasons.into_iter().collect::<Vec<_>>(), [(Reason::Bound(Bound::Loop), 1)]);
}

#[test]
fn a_loop_that_never_forks_ends_at_the_limit_of_instructions() {
    let code = "
        head:
        goto head";
    let mut exploration = Exploration::of(Bench::of_method("()V", code), "()V", &[]);
    exploration.limits.instructions = 1_000;
    let (_, stats) = exploration.run();
    assert_eq!(stats.reasons.into_iter().collect::<Vec<_>>(), [(Reason::Bound(Bound::Loop), 1)]);
}

#[test]
fn a_path_has_as_many_forks_as_the_depth_allows() {
    let mut exploration = Exploration::of(Bench::of_method("(III)V", THREE), "(III)V", &["x", "y", "z"]);
    exploration.limits.depth = 2;
    let (paths, stats) = exploration.run();
    expect![[r#"
        x != 0 && y != 0: stopped: depth
        x != 0 && y == 0: stopped: depth
        x == 0 && y != 0: stopped: depth
        x == 0 && y == 0: stopped: depth
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.stopped, stats.forks), (0, 4, 3));
    assert_eq!(stats.reasons.into_iter().collect::<Vec<_>>(), [(Limit::Depth.into(), 4)]);
}

#[test]
fn a_depth_that_suffices_cuts_nothing() {
    let mut exploration = Exploration::of(Bench::of_method("(III)V", THREE), "(III)V", &["x", "y", "z"]);
    exploration.limits.depth = 3;
    let (_, stats) = exploration.run();
    assert_eq!((stats.returned, stats.stopped, stats.forks), (8, 0, 7));
    assert!(stats.is_complete());
}

#[test]
fn states_that_a_limit_of_paths_leaves_are_counted() {
    let mut exploration = Exploration::of(Bench::of_method("(III)V", THREE), "(III)V", &["x", "y", "z"]);
    exploration.limits.paths = 1;
    let (_, stats) = exploration.run();
    assert_eq!((stats.returned, stats.stopped, stats.forks), (1, 3, 3));
    assert_eq!(stats.reasons.into_iter().collect::<Vec<_>>(), [(Limit::Paths.into(), 3)]);
}

/// Is x * y the product of 113 * 127 and 109 * 103, and x + y their sum?
const FACTORS: &str = "
    iload 0
    iload 1
    imul
    bipush 113
    bipush 127
    imul
    bipush 109
    imul
    bipush 103
    imul
    if_icmpne end
    iload 0
    iload 1
    iadd
    bipush 113
    bipush 127
    imul
    bipush 109
    bipush 103
    imul
    iadd
    if_icmpne end
    end:
    return";

#[test]
fn a_question_that_is_longer_than_a_turn_is_asked_again() {
    let run = |turns| {
        let mut exploration = Exploration::of(Bench::of_method("(II)V", FACTORS), "(II)V", &["x", "y"]);
        exploration.turns = turns;
        exploration.run()
    };
    let ((whole, at_once), (parts, in_turns)) = (run(None), run(Some(10_000)));
    assert_eq!(parts, whole);
    assert!(at_once.is_complete() && in_turns.is_complete());
    assert!(in_turns.solver_calls > at_once.solver_calls, "{} in turns", in_turns.solver_calls);
}
