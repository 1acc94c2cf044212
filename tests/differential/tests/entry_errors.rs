//! Methods that cannot be explored: one line on stderr that says why and what could be meant, exit code 3.

use std::sync::LazyLock;

use differential::process::{PATIENCE, run};
use differential::tools::compile;
use differential::{Exit, Scratch, Tools};

const SHAPES: &str = "package geometry; public abstract class Shapes {
    public static int area(int side) { return side * side; }
    public static int area(int width, String... names) { return width; }
    public static native int measure(int side);
    abstract int corners(int n);
    int edges(int n) { return n; }
    interface Sized { int size(int n); }
}";

struct Bench {
    tools: Tools,
    scratch: Scratch,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let bench = Bench { tools: Tools::find(), scratch: Scratch::new("entry-errors") };
    let source = bench.scratch.write("geometry/Shapes.java", SHAPES);
    compile(&bench.tools, &[source], "", bench.scratch.path());
    bench
});

/// One line on stderr with all these words, nothing on stdout, exit 3.
fn refused(arguments: &[&str], words: &[&str]) {
    let mut command = BENCH.tools.jacana();
    command.arg("verify").arg("-cp").arg(BENCH.scratch.path()).args(arguments);
    let outcome = run(command, b"", PATIENCE);
    let stderr = outcome.stderr_text();
    assert_eq!(outcome.exit, Exit::Code(3), "{arguments:?}: {}{stderr}", outcome.stdout_text());
    assert_eq!(outcome.stdout_text(), "");
    assert_eq!(stderr.lines().count(), 1, "one line: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "no '{word}' in: {stderr}");
    }
}

#[test]
fn unknown_property() {
    refused(&["--property", "asert", "geometry.Shapes.edges"], &["asert", "did you mean `assert`?"]);
}

#[test]
fn no_such_method() {
    refused(&["geometry.Shapes.aera"], &["geometry.Shapes", "`aera`", "did you mean `area`?"]);
    refused(&["geometry.Shapes.nothingLikeIt"], &["no method `nothingLikeIt`"]);
}

#[test]
fn no_such_class() {
    refused(&["geometry.Shaps.area(int)"], &["no such class: geometry.Shaps", "did you mean `geometry.Shapes`?"]);
    refused(&["--method", "other.Shapes.area"], &["no such class: other.Shapes", "did you mean `geometry.Shapes`?"]);
    refused(&["geometry.Shapez"], &["no such class: geometry.Shapez", "did you mean `geometry.Shapes`?"]);
}

#[test]
fn ambiguous_overload() {
    refused(&["geometry.Shapes.area"], &["several methods `area`", "`area(int)`, `area(int,String[])`"]);
}

/// Names as JBMC writes them: what could be meant is told in the same form.
#[test]
fn names_of_jbmc() {
    refused(
        &["geometry.Shapes.area:(J)I"],
        &["no method `area:(J)I`", "there is `area:(I)I`, `area:(I[Ljava/lang/String;)I`"],
    );
    // The result is part of the name.
    refused(&["geometry.Shapes.area:(I)J"], &["no method `area:(I)J`"]);
    refused(&["geometry.Shapes.aera:(I)I"], &["`aera`", "did you mean `area`?"]);
    refused(&["geometry.Shaps.area:(I)I"], &["no such class: geometry.Shaps", "did you mean `geometry.Shapes`?"]);
    refused(
        &["--method", "geometry.Shapes.area:(I"],
        &["is no method", "as in `pkg.Class.method:(ILjava/lang/String;)V`"],
    );
}

#[test]
fn no_overload_with_these_types() {
    refused(&["geometry.Shapes.area(long)"], &["no method `area(long)`", "`area(int)`, `area(int,String[])`"]);
}

#[test]
fn nothing_to_execute() {
    refused(&["geometry.Shapes.corners"], &["geometry.Shapes.corners(int) is abstract"]);
    refused(&["geometry.Shapes.Sized.size"], &["is abstract"]);
    refused(&["geometry.Shapes.measure"], &["geometry.Shapes.measure(int) is native"]);
}

#[test]
fn what_is_no_method() {
    refused(&["geometry.Shapes.area(int"], &["`geometry.Shapes.area(int`", "no end"]);
    refused(&["--method", "area"], &["no program given"]);
    refused(&["geometry.Shapes.area(int)", "more"], &["no program arguments", "`more`"]);
    refused(&["--array-length", "many", "geometry.Shapes.area(int)"], &["--array-length", "`many`"]);
}
