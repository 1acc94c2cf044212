//! Programs in Kotlin, Scala and Groovy (fixtures/languages), by the compilers of Debian's packages: run as under `java`, verified, tested, scanned.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::cache::Key;
use crate::fixture::{entries, files_below};
use crate::junit::JUnit;
use crate::process::{PATIENCE, run};
use crate::program::Program;
use crate::tools::{Scratch, Tools, workspace};
use serde_json::Value;

/// A language with its compiler.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// The package of Debian, and the folder of the sources.
    pub name: &'static str,
    compiler: &'static str,
    /// What classes need at run time.
    library: &'static str,
    /// The class of the program with `main`.
    main: &'static str,
    /// Calls of `verify` that find an exception: the method, what is thrown, and an input.
    violations: &'static [(&'static str, &'static str, &'static str)],
    /// Calls that find none.
    safe: &'static [&'static str],
    /// What the tests must use, by which objects of the language are reached from Java.
    reached_by: &'static [&'static str],
}

pub const LANGUAGES: [Language; 3] = [
    Language {
        name: "kotlin",
        compiler: "kotlinc",
        library: "/usr/share/java/kotlin-stdlib.jar",
        main: "orders.OrdersKt",
        violations: &[
            ("shelf.Shelf$Companion.share", "java.lang.IllegalArgumentException: people: -1", "people = -1"),
            ("shelf.Codes.check", "java.lang.NumberFormatException", "code = \"K7"),
            // The check that Kotlin adds takes itself out of the stack trace.
            (
                "shelf.ShelfKt.twice",
                "java.lang.IllegalArgumentException: Parameter specified as non-null",
                "text = null",
            ),
        ],
        safe: &[],
        reached_by: &["Shelf.Companion", "Codes.INSTANCE"],
    },
    Language {
        name: "scala",
        compiler: "scalac",
        library: "/usr/share/java/scala-library.jar",
        main: "orders.Orders",
        violations: &[("shelf.Shelf.code", "scala.MatchError: 0", "argument1 = 0")],
        safe: &["shelf.Shelf$.shelves"],
        reached_by: &["Shelf$.MODULE$"],
    },
    Language {
        name: "groovy",
        compiler: "groovyc",
        library: "/usr/share/java/groovy-all.jar",
        main: "orders.Orders",
        violations: &[("shelf.Shelf.share", "java.lang.ArithmeticException: / by zero", "people = 0")],
        safe: &[],
        reached_by: &[],
    },
];

/// The mark of a line that a scan must tell, with the rule behind it.
const MARK: &str = "// finding: ";

impl Language {
    pub fn is_installed(&self) -> bool {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).any(|folder| folder.join(self.compiler).is_file())
    }

    fn sources(&self) -> Vec<PathBuf> {
        let folder = workspace().join("fixtures/languages").join(self.name);
        entries(&folder).into_iter().filter(|path| path.extension().is_some_and(|ending| ending != "args")).collect()
    }

    /// A folder with the classes of one source, which is nobody's own.
    fn compiled(&self, tools: &Tools, source: &str) -> PathBuf {
        let mut key = Key::new(tools, self.compiler);
        let named = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == source);
        let source = self.sources().into_iter().find(named).expect("a source of that name");
        key.path(&source);
        let compile = |folder: &std::path::Path| {
            let mut compiler = Command::new(self.compiler);
            compiler.env("JAVA_HOME", &tools.jdk).arg("-d").arg(folder).arg(&source);
            let output = compiler.output().map_err(|error| error.to_string())?;
            let said = || String::from_utf8_lossy(&output.stderr).into_owned();
            if output.status.success() { Ok(()) } else { Err(said()) }
        };
        key.folder(compile).unwrap_or_else(|error| panic!("{}: {error}", self.compiler))
    }

    /// The program of the language, to be compared with `java`.
    pub fn program(&self, tools: &Tools) -> Program {
        let arguments = workspace().join("fixtures/languages").join(self.name).join("Orders.args");
        let arguments = fs::read_to_string(arguments).expect("arguments");
        Program {
            name: self.name.into(),
            class_path: vec![self.compiled(tools, "Orders"), self.library.into()],
            main: self.main.into(),
            args: arguments.lines().map(String::from).collect(),
            ..Program::default()
        }
    }

    fn class_path(&self, tools: &Tools) -> String {
        format!("{}:{}", self.compiled(tools, "Shelf").display(), self.library)
    }

    /// What `verify` says that it should not.
    pub fn verified_wrongly(&self, tools: &Tools) -> Vec<String> {
        let said = |method: &str| {
            let mut command = tools.jacana();
            command.args(["verify", "--property", "runtime-exception", "--time", "60s", "-cp"]);
            command.arg(self.class_path(tools)).args(["--method", method]);
            run(command, b"", PATIENCE).stdout_text()
        };
        let mut wrong = Vec::new();
        for (method, thrown, input) in self.violations {
            let said = said(method);
            if ![*thrown, *input, "VERDICT: FALSE(runtime-exception)"].iter().all(|text| said.contains(text)) {
                wrong.push(format!("{method}: {said}"));
            }
        }
        for method in self.safe {
            let said = said(method);
            if !said.contains("VERDICT: TRUE(runtime-exception)") {
                wrong.push(format!("{method}: {said}"));
            }
        }
        wrong
    }

    /// How many tests of the library were written, and what is wrong with them.
    pub fn tested(&self, tools: &Tools, scratch: &Scratch) -> (u64, Vec<String>) {
        let folder = scratch.path().join(format!("{}-tests", self.name));
        let mut command = tools.jacana();
        command.args(["test", "shelf.**", "--time-per-class", "20s", "--jobs", "2", "-cp"]).arg(self.class_path(tools));
        command.arg("-o").arg(&folder);
        let outcome = run(command, b"", PATIENCE);
        let mut wrong = Vec::new();
        let said = outcome.stdout_text();
        if said.contains("does not compile") {
            wrong.push(said);
        }
        let tests = files_below(&folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "java"));
        let tests: Vec<PathBuf> = tests.collect();
        let texts: String = tests.iter().map(|test| fs::read_to_string(test).expect("a test")).collect();
        wrong.extend(self.reached_by.iter().filter(|by| !texts.contains(*by)).map(|by| format!("no test uses {by}")));
        if texts.contains("$default$") {
            wrong.push("a test calls what stands for a default value".into());
        }
        match JUnit::compile(tools, &tests, &self.class_path(tools), &folder.join("compiled")) {
            Ok(compiled) => {
                let ran = compiled.run(tools, &[], scratch.path());
                wrong.extend(ran.failures);
                (ran.passed, wrong)
            }
            Err(error) => {
                wrong.push(error);
                (0, wrong)
            }
        }
    }

    /// What a scan of the library as a jar says that its source does not, as more than possible, and what it does not say at all.
    pub fn scanned_wrongly(&self, tools: &Tools, scratch: &Scratch) -> Vec<String> {
        let jar = scratch.path().join(format!("{}.jar", self.name));
        let mut packed = tools.jar();
        packed.arg("cf").arg(&jar).arg("-C").arg(self.compiled(tools, "Shelf")).arg(".");
        assert!(packed.status().expect("jar starts").success());
        let report = scratch.path().join(format!("{}.json", self.name));
        let mut command = tools.jacana();
        command.args(["scan", "--time", "4m", "--fresh", "--class-path", self.library, "--out"]);
        command.arg(scratch.path().join(format!("{}-scan", self.name))).arg("--json").arg(&report).arg(&jar);
        let outcome = run(command, b"", PATIENCE);
        let report = fs::read_to_string(&report).unwrap_or_default();
        let Ok(report) = serde_json::from_str::<Value>(&report) else { return vec![outcome.stderr_text()] };
        let expected = self.expected();
        let more = told(&report, Told::Important);
        let more = more.difference(&expected).map(|(line, rule)| format!("line {line}: {rule} is none"));
        let all = told(&report, Told::All);
        let less = expected.difference(&all).map(|(line, rule)| format!("line {line}: no {rule}"));
        more.chain(less).collect()
    }

    /// What the lines of the library say.
    fn expected(&self) -> BTreeSet<(u64, String)> {
        let source = self.sources().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == "Shelf"));
        let text = fs::read_to_string(source.expect("the library")).expect("a text");
        let marked = text.lines().zip(1..).filter_map(|(line, at)| Some((at, line.split_once(MARK)?.1.to_string())));
        marked.collect()
    }
}

/// Which findings count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    All,
    /// More than possible.
    Important,
}

/// Lines and rules of findings.
fn told(report: &Value, which: Told) -> BTreeSet<(u64, String)> {
    let findings = report["findings"].as_array().into_iter().flatten();
    let findings = findings.filter(|finding| which == Told::All || finding["importance"] != "possible");
    let of = |finding: &Value| {
        let rule = finding["rule"].as_str().unwrap_or_default().to_string();
        (finding["place"]["line"].as_u64().unwrap_or_default(), rule)
    };
    findings.map(of).collect()
}
