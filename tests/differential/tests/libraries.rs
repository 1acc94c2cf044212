//! What the experiments on libraries rest on: samples of classes by hash, basic blocks, and what of them a run enters.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use differential::blocks::{BlockTrace, Blocks, blocks};
use differential::fixture::files_below;
use differential::library::Library;
use differential::process::{PATIENCE, run};
use differential::reached::Reached;
use differential::tools::{compile, workspace};
use differential::{Exit, Scratch, Tools};

fn shapes(tools: &Tools, scratch: &Scratch) -> PathBuf {
    let classes = scratch.path().join("classes");
    compile(tools, &files_below(&workspace().join("fixtures/test/blocks")), "", &classes);
    classes
}

fn numbers(blocks: &Blocks, class: &str) -> BTreeMap<String, usize> {
    let own = blocks.iter().filter(|((of, _), _)| *of == *class);
    own.map(|((_, method), firsts)| (method.split('(').next().expect("a name").to_string(), firsts.len())).collect()
}

fn expected(numbers: &[(&str, usize)]) -> BTreeMap<String, usize> {
    numbers.iter().map(|(name, number)| (name.to_string(), *number)).collect()
}

#[test]
fn all_blocks_are_known_and_those_that_are_entered() {
    let (tools, scratch) = (Tools::find(), Scratch::new("blocks"));
    let classes = shapes(&tools, &scratch);
    let library = Library::open(&classes);
    let mut all = blocks(library.classes.values());
    let counted = [
        ("<init>", 1),
        ("straight", 1),
        ("either", 3),
        ("loop", 4),
        ("choice", 4),
        ("guarded", 3),
        ("made", 6),
        ("later", 1),
        ("lambda$later$0", 1),
        ("main", 1),
    ];
    assert_eq!(numbers(&all, "blocks/Shapes"), expected(&counted));

    all.extend(blocks(Library::package(&tools, "java.text").classes.values()));
    let trace = BlockTrace::new(&tools, &scratch, &all);
    let mut java = tools.java();
    java.arg(trace.option()).arg("-cp").arg(&classes).arg("blocks.Shapes");
    let outcome = run(java, b"", PATIENCE);
    assert_eq!((outcome.exit, outcome.stderr_text()), (Exit::Code(0), String::new()));
    let entered = trace.entered();
    let counted = [
        ("<init>", 1),
        ("either", 3),
        ("loop", 4),
        ("choice", 2),
        ("guarded", 2),
        ("made", 4),
        ("later", 1),
        ("main", 1),
    ];
    assert_eq!(numbers(&entered, "blocks/Shapes"), expected(&counted));
    assert_eq!(numbers(&entered, "java/text/ParsePosition"), expected(&[("<init>", 1), ("setIndex", 1)]));
}

#[test]
fn what_can_be_reached_follows_classes_and_callbacks() {
    let (tools, scratch) = (Tools::find(), Scratch::new("reached"));
    let library = Library::open(&shapes(&tools, &scratch));
    let reached = |method: &str| {
        let found = Reached::new(&tools, &library).from([("blocks/Shapes".into(), method.to_string())]);
        let names = found.into_iter().map(|(_, method)| method.split('(').next().expect("a name").to_string());
        names.collect::<Vec<String>>()
    };
    assert_eq!(reached("made(ZZ)Lblocks/Shapes;"), ["<init>", "made", "straight"]);
    assert_eq!(reached("later()Ljava/lang/Runnable;"), ["lambda$later$0", "later", "straight"]);
    // The override of a method of the JDK counts once there is an object.
    let text = Library::package(&tools, "java.text");
    let found = |method: &str| {
        let found = Reached::new(&tools, &text).from([("java/text/ParsePosition".into(), method.to_string())]);
        found.contains(&("java/text/ParsePosition".into(), "equals(Ljava/lang/Object;)Z".to_string()))
    };
    assert!(found("<init>(I)V") && !found("getIndex()I"));
}

/// `printf %s NAME | sha256sum` orders them so; at least ten branches leave out the small ones.
#[test]
fn samples_are_the_first_by_hash() {
    let library = Library::open(Path::new("/usr/share/java/commons-cli.jar"));
    let sample = library.sample(4, 10);
    assert_eq!(
        sample,
        [
            "org.apache.commons.cli.Option",
            "org.apache.commons.cli.CommandLine",
            "org.apache.commons.cli.HelpFormatter",
            "org.apache.commons.cli.TypeHandler",
        ]
    );
    assert_eq!(library.sample(100, 10).len(), 10);
    assert_eq!(library.sample(100, 1000), Vec::<String>::new());
}
