//! `jacana check --tests DIR` and `--junit DIR`: JUnit 5 tests of cases. A Java program of ours (`java/search`) looks for calls of the
//! public API that lead to each heap, runs the method there and writes the statements; what is written out was compiled and has passed.

mod answers;
mod class;
mod record;
mod wanted;

pub use record::{Recorded, add, ended, recorded};
pub use wanted::Ended;

use crate::writer::file_stem;
use answers::{Answer, How, read, wrong_lines};
use bytecode::{DottedName, SearchPath};
use class::{CaseTest, case_tests};
use machine::World;
use replay::Replay;
use replay::driver::Planned;
use replay::files::write;
use replay::heap::HELPER;
use replay::javac::{java_files, javac_generated};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Tests in one class.
const IN_A_CLASS: usize = 500;
/// For trying the tests of a method.
const RUN_TIME: Duration = Duration::from_secs(120);
/// Beyond the time of the search, for starting and ending it.
const EXTRA_TIME: Duration = Duration::from_secs(40);

const HELPER_CLASS: &str = "jacana/test/HeapReplay.java";
const TEXT: &str = include_str!("../../java/HeapText.java");
const TEXT_CLASS: &str = "jacana/test/HeapText.java";
/// What tests that use it import.
const TEXT_NAME: &str = "jacana.test.HeapText";
const SEARCH: &[(&str, &str)] = &[
    ("Api.java", include_str!("../../java/search/Api.java")),
    ("Main.java", include_str!("../../java/search/Main.java")),
    ("Matching.java", include_str!("../../java/search/Matching.java")),
    ("Memory.java", include_str!("../../java/search/Memory.java")),
    ("Names.java", include_str!("../../java/search/Names.java")),
    ("Picture.java", include_str!("../../java/search/Picture.java")),
    ("Pool.java", include_str!("../../java/search/Pool.java")),
    ("RunTests.java", include_str!("../../java/search/RunTests.java")),
    ("Scene.java", include_str!("../../java/search/Scene.java")),
    ("Search.java", include_str!("../../java/search/Search.java")),
    ("Source.java", include_str!("../../java/search/Source.java")),
    ("Step.java", include_str!("../../java/search/Step.java")),
    ("Values.java", include_str!("../../java/search/Values.java")),
    ("Wanted.java", include_str!("../../java/search/Wanted.java")),
    ("Assertions.java", include_str!("../../java/junit/Assertions.java")),
    ("AssertionFailedError.java", include_str!("../../java/junit/AssertionFailedError.java")),
    ("Executable.java", include_str!("../../java/junit/Executable.java")),
    ("Test.java", include_str!("../../java/junit/Test.java")),
];

/// The method under test.
#[derive(Clone, Debug)]
pub struct Subject {
    pub class: DottedName,
    pub name: String,
    pub descriptor: String,
    pub shown: String,
    /// Of the tests: that of the class, none for classes of the JDK.
    pub package: String,
    /// How many of the same class and name come before.
    pub namesakes: usize,
}

impl Subject {
    pub fn new(world: &World, before: &[Planned], planned: &Planned) -> Subject {
        let class = planned.checked.class.dotted();
        let method = &world.classes[planned.method];
        let is_namesake = |other: &&Planned| {
            other.checked.class == planned.checked.class && world.classes[other.method].name == method.name
        };
        Subject {
            package: if world.is_closed(planned.class) { String::new() } else { class.package().to_string() },
            namesakes: before.iter().filter(is_namesake).count(),
            class,
            name: method.name.to_string(),
            descriptor: method.descriptor.to_string(),
            shown: planned.shown.clone(),
        }
    }

    /// `TreeInsertTest`, and a number for further methods of the name.
    fn test_class(&self) -> String {
        let simple = self.class.simple().replace('$', "_");
        let name = self.name.trim_matches(['<', '>']);
        let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
        let number = if self.namesakes == 0 { String::new() } else { (self.namesakes + 1).to_string() };
        format!("{}{number}Test", file_stem(&format!("{simple}{}{rest}", first.to_uppercase())))
    }
}

/// Writes the tests of one method after the other.
#[derive(Clone, Debug)]
pub struct Writer {
    /// Where the user wants them.
    pub folder: PathBuf,
    pub jdk: PathBuf,
    pub replay: Replay,
    /// For what is tried before it is written: a folder that confined code may write.
    pub scratch: PathBuf,
    /// For the search of a method.
    pub time: Duration,
}

/// How many tests there are.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub by_api: usize,
    pub by_helper: usize,
    /// Why there is none, and how often.
    pub missing: BTreeMap<String, usize>,
    /// The positions of the cases that have one.
    pub cases: BTreeSet<usize>,
}

impl Written {
    pub fn text(&self, folder: &Path) -> String {
        let all = self.by_api + self.by_helper;
        let mut text = format!(
            "  tests: {all} in {}, {} by public API alone, {} with the helper\n",
            folder.display(),
            self.by_api,
            self.by_helper
        );
        for (why, count) in &self.missing {
            text += &format!("  no test: {why} ({count} times)\n");
        }
        text
    }
}

impl Writer {
    /// Answers what to tell the user, and the positions of the cases that have a test.
    pub fn write(&self, subject: &Subject, cases: &[Recorded]) -> io::Result<(String, BTreeSet<usize>)> {
        let written = self.write_all(subject, cases)?;
        Ok((written.text(&self.folder), written.cases))
    }

    fn write_all(&self, subject: &Subject, cases: &[Recorded]) -> io::Result<Written> {
        let classes = self.support()?;
        let answers = self.search(&classes, subject, cases)?;
        let mut written = Written::default();
        let mut tests: Vec<(How, CaseTest)> = Vec::new();
        let mut shows_heaps = false;
        for (number, case) in cases.iter().enumerate() {
            match answers.get(&number) {
                Some(Answer { how: How::None, reason, .. }) => *written.missing.entry(reason.clone()).or_default() += 1,
                Some(answer) => tests.push((answer.how, test(number, case, answer))),
                None if !case.heap.stubs.is_empty() => {
                    let why = "it needs an object of a type that nobody implements";
                    *written.missing.entry(why.into()).or_default() += 1;
                }
                None => *written.missing.entry("the search ended early".into()).or_default() += 1,
            }
        }
        let stem = subject.test_class();
        for (at, part) in tests.chunks(IN_A_CLASS).enumerate() {
            let name =
                if at == 0 { stem.clone() } else { format!("{}Part{}Test", stem.trim_end_matches("Test"), at + 1) };
            let mut part = part.to_vec();
            self.keep_passing(&classes, subject, &name, &mut part, &mut written.missing)?;
            if part.is_empty() {
                continue;
            }
            let plain: Vec<CaseTest> = part.iter().map(|(_, test)| test.clone()).collect();
            let source = case_tests(&subject.package, &name, &subject.shown, &plain).source;
            self.replay.free.write(&self.folder.join(source.path), &source.contents)?;
            written.cases.extend(plain.iter().map(|test| test.case));
            let by_api = part.iter().filter(|(how, _)| *how == How::Api).count();
            written.by_api += by_api;
            written.by_helper += part.len() - by_api;
            shows_heaps |= plain.iter().any(|test| test.imports.iter().any(|name| name == TEXT_NAME));
        }
        if written.by_helper > 0 {
            self.replay.free.write(&self.folder.join(HELPER_CLASS), helper(HELPER))?;
        }
        if shows_heaps {
            self.replay.free.write(&self.folder.join(TEXT_CLASS), helper(TEXT))?;
        }
        Ok(written)
    }

    /// Our programs, compiled once.
    fn support(&self) -> io::Result<PathBuf> {
        let classes = self.scratch.join("support/classes");
        if classes.exists() {
            return Ok(classes);
        }
        let sources = self.scratch.join("support/sources");
        for (name, contents) in SEARCH {
            write(&sources.join(name), contents)?;
        }
        write(&sources.join("HeapReplay.java"), helper(HELPER))?;
        write(&sources.join("HeapText.java"), helper(TEXT))?;
        javac_generated(&self.replay.free, &java_files(&sources)?, &self.jdk, &SearchPath::default(), &classes)
            .map_err(io::Error::other)?;
        Ok(classes)
    }

    fn search(&self, classes: &Path, subject: &Subject, cases: &[Recorded]) -> io::Result<BTreeMap<usize, Answer>> {
        let (wanted, results) = (self.scratch.join("cases"), self.scratch.join("statements"));
        let package = if subject.package.is_empty() { "-" } else { &subject.package };
        let descriptor = subject.descriptor.replace('/', ".");
        let mut text = format!("method {} {} {descriptor}\npackage {package}\n", subject.class, subject.name);
        for (number, case) in cases.iter().enumerate().filter(|(_, case)| case.heap.stubs.is_empty()) {
            text += &wanted::lines(number, &case.heap, &case.ended);
        }
        write(&wanted, &text)?;
        write(&results, "")?;
        let seconds = self.time.as_secs().max(1).to_string();
        let arguments: [OsString; 3] = [wanted.into(), results.clone().into(), seconds.into()];
        let said =
            self.replay.run_class(&SearchPath::of(classes), "jacana.search.Main", &arguments, self.time + EXTRA_TIME);
        let answers = std::fs::read_to_string(&results)?;
        match said {
            Ok(said) if answers.is_empty() && !cases.is_empty() => {
                let why = said.lines().next().unwrap_or("it said nothing");
                Err(io::Error::other(format!("the search for tests failed: {why}")))
            }
            Ok(_) | Err(_) => Ok(read(&answers)),
        }
    }

    /// Compiles the tests and runs them; those that do not compile or do not pass are left out.
    fn keep_passing(
        &self,
        classes: &Path,
        subject: &Subject,
        name: &str,
        tests: &mut Vec<(How, CaseTest)>,
        missing: &mut BTreeMap<String, usize>,
    ) -> io::Result<()> {
        let (folder, compiled) = (self.scratch.join("tests"), self.scratch.join("tests/classes"));
        let path = self.replay.class_path.with_first(classes);
        while !tests.is_empty() {
            let plain: Vec<CaseTest> = tests.iter().map(|(_, test)| test.clone()).collect();
            let composed = case_tests(&subject.package, name, &subject.shown, &plain);
            let file = folder.join(&composed.source.path);
            write(&file, &composed.source.contents)?;
            let Err(said) = javac_generated(&self.replay.free, &[file], &self.jdk, &path, &compiled) else { break };
            let said = said.to_string();
            let wrong = wrong_lines(&said, &composed.source.path);
            let before = tests.len();
            for (line, why) in wrong.iter().rev() {
                let at = composed.begins.partition_point(|begin| begin <= line);
                if at > 0 && at <= tests.len() && tests[at - 1].1.name == plain[at - 1].name {
                    tests.remove(at - 1);
                    *missing.entry(format!("it does not compile: {why}")).or_default() += 1;
                }
            }
            if tests.len() == before {
                let first = said.lines().next().unwrap_or("javac said nothing").to_string();
                *missing.entry(format!("they do not compile: {first}")).or_default() += tests.len();
                tests.clear();
            }
        }
        if tests.is_empty() {
            return Ok(());
        }
        let results = self.scratch.join("outcomes");
        write(&results, "")?;
        let class: String = DottedName::in_package(&subject.package, name).into();
        let path = SearchPath::of(classes).with_first(&compiled);
        let arguments: [OsString; 2] = [results.clone().into(), class.into()];
        let said = self.replay.run_class(&path, "jacana.search.RunTests", &arguments, RUN_TIME);
        let outcomes = std::fs::read_to_string(&results).unwrap_or_default();
        if !outcomes.ends_with("end\n") {
            let why = said.err().unwrap_or_else(|| "the JVM ended early".into());
            *missing.entry(format!("they could not be run: {why}")).or_default() += tests.len();
            tests.clear();
            return Ok(());
        }
        for line in outcomes.lines().filter_map(|line| line.strip_prefix("failed ")) {
            let mut words = line.splitn(3, ' ').skip(1);
            let (failed, why) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            tests.retain(|(_, test)| test.name != failed);
            *missing.entry(format!("it does not pass: {why}")).or_default() += 1;
        }
        Ok(())
    }
}

fn helper(source: &str) -> String {
    format!("package jacana.test;\n\n{source}")
}

fn test(number: usize, case: &Recorded, answer: &Answer) -> CaseTest {
    let what = match &case.ended {
        Ended::Returned => "Returns".into(),
        Ended::Threw(class) => format!("Throws {class}"),
        Ended::Broke(invariant) => format!("Breaks the invariant {}.{}", invariant.class, invariant.name),
        Ended::Seen(None) => "Keeps its contract".into(),
        Ended::Seen(Some(broken)) => broken.clone(),
    };
    // Statements of the API speak for themselves.
    let heap = if answer.how == How::Api { String::new() } else { format!(". Heap before: {}", case.shown) };
    CaseTest {
        case: number,
        name: format!("case{}", number + 1),
        about: format!("{what}{heap}."),
        statements: answer.statements.clone(),
        throws_checked: answer.throws_checked,
        imports: answer.imports.clone(),
    }
}
