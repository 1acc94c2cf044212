use super::*;
use expect_test::expect;
use machine::testing::TestClass;
use machine::testing::programs::{MEETS, SIGN};

/// static int f(int x) { return sign(x); }, where the sides of sign meet only here.
fn calls_sign() -> Bench {
    let f = "
        iload 0
        invokestatic Main.sign (I)I
        ireturn";
    Bench::new(vec![TestClass::new("Main").method("f", "(I)I", f).method("sign", "(I)I", SIGN)])
}

fn explored(bench: Bench, level: Level) -> (String, Stats) {
    let mut exploration = Exploration::of(bench, "(I)I", &["x"]);
    exploration.level = level;
    exploration.run()
}

#[test]
fn sides_that_meet_in_their_method_are_one_path() {
    let (paths, stats) = explored(Bench::of_method("(I)I", MEETS), Level::Basic);
    expect![[r#"
        always: returned
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.forks, stats.merged, stats.solver_calls), (1, 1, 2, 0));
}

#[test]
fn without_merging_they_are_two() {
    let (paths, stats) = explored(Bench::of_method("(I)I", MEETS), Level::Off);
    expect![[r#"
        x < 0: returned
        x >= 0: returned
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.forks, stats.merged, stats.solver_calls), (2, 1, 0, 1));
}

#[test]
fn sides_that_meet_in_the_caller_are_one_path_on_the_last_level_only() {
    for (level, returned, merged) in [
        (Level::Off, 2, 0),
        (Level::Basic, 2, 0),
        (Level::Calls, 2, 0),
        (Level::SinglePath, 2, 0),
        (Level::Returns, 1, 2),
    ] {
        let (_, stats) = explored(calls_sign(), level);
        assert_eq!((stats.returned, stats.merged), (returned, merged), "{}", level.name());
    }
}

#[test]
fn a_side_that_throws_leaves_the_other_alone() {
    // if (x < 0) y = 6 / (x + 5);
    let code = "
        iload 0
        ifge end
        bipush 6
        iload 0
        bipush 5
        iadd
        idiv
        istore 1
        end:
        bipush 0
        ireturn";
    let (paths, stats) = explored(Bench::of_method("(I)I", code), Level::SinglePath);
    expect![[r#"
        x != -5: returned
        x < 0 && x == -5: threw java.lang.ArithmeticException
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.threw), (1, 1));
    let (_, stats) = explored(Bench::of_method("(I)I", code), Level::Calls);
    assert_eq!((stats.returned, stats.threw), (2, 1));
}

#[test]
fn an_arm_that_is_infeasible_leaves_no_trace() {
    // if (x >= 0) { if (x < -5) y = 1 / 0; }
    let code = "
        iload 0
        iflt end
        iload 0
        bipush -5
        if_icmpge end
        bipush 1
        bipush 0
        idiv
        istore 1
        end:
        bipush 0
        ireturn";
    let (paths, stats) = explored(Bench::of_method("(I)I", code), Level::Returns);
    expect![[r#"
        always: returned
    "#]]
    .assert_eq(&paths);
    assert_eq!((stats.returned, stats.threw, stats.infeasible), (1, 0, 1));
}

/// static int f(int x, int y) { int z = 0; if (x < 0) { if (y < 0) { z = 1; } } return z; }
const NESTED: &str = "
    bipush 0
    istore 2
    iload 0
    ifge end
    iload 1
    ifge end
    bipush 1
    istore 2
    end:
    iload 2
    ireturn";

#[test]
fn how_deep_and_how_wide_merging_goes_is_bounded() {
    for (room, returned) in [
        (Room::default(), 1),
        (Room { arms: 64, depth: 1 }, 1),
        (Room { arms: 64, depth: 0 }, 3),
        (Room { arms: 3, depth: 24 }, 1),
        (Room { arms: 2, depth: 24 }, 3),
    ] {
        let mut exploration = Exploration::of(Bench::of_method("(II)I", NESTED), "(II)I", &["x", "y"]);
        (exploration.level, exploration.room) = (Level::Basic, room);
        let (paths, stats) = exploration.run();
        assert_eq!(stats.returned, returned, "{room:?}: {paths}");
    }
}
