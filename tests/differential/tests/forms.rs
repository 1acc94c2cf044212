//! The ways to name a program: class path, jar, source file, folder of sources. All behave as `java -ea` on the compiled
//! classes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use differential::compare::difference;
use differential::fixture::fixtures_named;
use differential::tools::{compile, workspace};
use differential::{Mode, Program, Scratch, Tools, compare_all};

fn fixture(tools: &Tools, scratch: &Scratch, name: &str) -> Program {
    fixtures_named(tools, scratch, &[name]).remove(0)
}

/// `jacana run` with these arguments does what the fixture does under java.
fn check(name: &str, arguments: impl Fn(&Tools, &Scratch, &Program, &mut Command)) {
    let tools = Tools::find();
    let scratch = Scratch::new("forms");
    let program = fixture(&tools, &scratch, name);
    let mut jacana = tools.jacana();
    jacana.arg("run");
    arguments(&tools, &scratch, &program, &mut jacana);
    jacana.args(&program.args);
    let outcome = program.start(jacana, Mode::Plain.limit());
    if let Some(text) = difference(name, &program.on_java(&tools), &outcome) {
        panic!("{text}");
    }
}

fn source(name: &str) -> PathBuf {
    workspace().join("fixtures/run").join(name)
}

#[test]
fn a_source_file() {
    check("Arguments", |_, _, _, jacana| {
        jacana.arg(source("Arguments.java"));
    });
}

#[test]
fn a_source_file_with_input_and_exit_code() {
    check("BigAdventure", |_, _, _, jacana| {
        jacana.arg(source("BigAdventure.java"));
    });
}

#[test]
fn a_source_file_that_throws() {
    check("UncaughtInMain", |_, _, _, jacana| {
        jacana.arg(source("UncaughtInMain.java"));
    });
}

#[test]
fn a_folder_of_sources() {
    check("Packages", |_, _, _, jacana| {
        jacana.arg(source("Packages"));
    });
}

#[test]
fn a_folder_with_resources() {
    check("ServiceLoading", |_, _, _, jacana| {
        jacana.arg(source("ServiceLoading"));
    });
}

#[test]
fn a_jar() {
    check("ServiceLoading", |tools, scratch, program, jacana| {
        let jar = scratch.path().join("program.jar");
        let mut pack = tools.jar();
        pack.arg("--create").arg("--file").arg(&jar).args(["--main-class", &program.main, "-C"]);
        pack.arg(&program.class_path[0]).arg(".");
        assert!(pack.status().expect("jar starts").success());
        jacana.arg("-jar").arg(jar);
    });
}

/// The first entry wins, entries that do not exist are skipped, as with java.
#[test]
fn a_class_path_of_several_entries() {
    let tools = Tools::find();
    let scratch = Scratch::new("entries");
    let mut program = fixture(&tools, &scratch, "Resources");
    let jar = scratch.path().join("library.jar");
    let mut pack = tools.jar();
    pack.arg("--create").arg("--file").arg(&jar).arg("-C").arg(&program.class_path[0]).arg(".");
    assert!(pack.status().expect("jar starts").success());
    program.class_path.push("/no/such/folder".into());
    program.class_path.push(jar);
    let folder_first = program.clone();
    program.class_path.reverse();
    compare_all(&tools, &[folder_first, program], Mode::Plain).assert_equal();
}

#[test]
fn an_explicit_jdk() {
    check("Hello", |tools, _, program, jacana| {
        jacana.arg("--jdk").arg(&tools.jdk).arg("-cp").arg(program.joined_class_path()).arg(&program.main);
    });
}

/// Local variable names appear in helpful messages only if javac kept them.
#[test]
fn classes_with_debug_information() {
    let tools = Tools::find();
    let scratch = Scratch::new("debug");
    let classes = scratch.path().join("classes");
    let mut javac = tools.javac();
    javac.args(["-g", "-parameters", "-d"]).arg(&classes).arg(source("HelpfulNulls.java"));
    assert!(javac.status().expect("javac starts").success());
    compare_all(&tools, &[named("HelpfulNulls", &classes)], Mode::Plain).assert_equal();
}

#[test]
fn older_class_files() {
    let tools = Tools::find();
    let scratch = Scratch::new("older");
    let text = "public class Old { public static void main(String[] a) { String s = \"n\"; Runnable r = () -> System.out.println(\"x\" + a.length + s + 1L); r.run(); } }";
    let source = scratch.write("Old.java", text);
    let classes = scratch.path().join("classes");
    let mut javac = tools.javac();
    javac.args(["-nowarn", "-Xlint:none", "--release", "8", "-d"]).arg(&classes).arg(source);
    assert!(javac.status().expect("javac starts").success());
    compare_all(&tools, &[named("Old", &classes)], Mode::Plain).assert_equal();
}

/// A class that was there at compile time and is gone: NoClassDefFoundError where it is used, as with java.
#[test]
fn a_missing_dependency() {
    check_without_gone("System.out.println(\"before\"); System.out.println(new Gone().x);");
}

/// The second use of the same constant throws again, with the trace that the JVM remembers.
#[test]
fn a_missing_dependency_used_twice() {
    check_without_gone(
        "try { new Gone(); } catch (NoClassDefFoundError e) { System.out.println(e + \" \" + e.getCause()); } Gone.f();",
    );
}

fn check_without_gone(body: &str) {
    let tools = Tools::find();
    let scratch = Scratch::new("missing");
    let text = format!(
        "public class Uses {{ public static void main(String[] a) {{ {body} }} }} class Gone {{ int x; static void f() {{}} }}"
    );
    let source = scratch.write("Uses.java", text);
    let classes = scratch.path().join("classes");
    compile(&tools, &[source], "", &classes);
    fs::remove_file(classes.join("Gone.class")).expect("javac wrote it");
    compare_all(&tools, &[named("Uses", &classes)], Mode::Plain).assert_equal();
}

fn named(name: &str, classes: &Path) -> Program {
    Program { name: name.into(), class_path: vec![classes.to_path_buf()], main: name.into(), ..Program::default() }
}
