//! Projects of Maven and Gradle: the build compiles and tells its class path.

use crate::output::say;
use anyhow::{Context, Result, bail};
use bytecode::SearchPath;
use sandbox::Free;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A task for each project of a build that has Java.
const GRADLE: &str = include_str!("../../java/class-path.gradle");
/// What the task says.
const CLASSES: &str = "jacana-classes ";
const TESTS: &str = "jacana-tests ";
const CLASS_PATH: &str = "jacana-class-path ";
/// Where each module of a Maven build leaves its class path.
const MAVEN_FILE: &str = "target/jacana-class-path.txt";
const MODULES: u32 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Build {
    Maven,
    Gradle,
}

/// What a build says of itself: folders with its own classes, and everything that they need.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Project {
    pub classes: Vec<PathBuf>,
    /// Folders of compiled tests.
    pub tests: Vec<PathBuf>,
    pub class_path: Vec<PathBuf>,
}

/// What the build of a folder says; nothing if there is none.
pub fn of_build(folder: &Path, free: &Free) -> Result<Option<Project>> {
    match build_of(folder) {
        Some(Build::Maven) => maven(folder).map(Some),
        Some(Build::Gradle) => gradle(folder, free).map(Some),
        None => Ok(None),
    }
}

fn build_of(folder: &Path) -> Option<Build> {
    let has = |name: &str| folder.join(name).is_file();
    if has("pom.xml") {
        return Some(Build::Maven);
    }
    (has("build.gradle") || has("build.gradle.kts")).then_some(Build::Gradle)
}

/// The script of the project, or else the program.
fn run(folder: &Path, wrapper: &str, program: &str, arguments: &[&str]) -> Result<Output> {
    let own = folder.join(wrapper);
    let mut command = match own.is_file() {
        true => Command::new(fs::canonicalize(&own).with_context(|| format!("cannot find {}", own.display()))?),
        false => Command::new(program),
    };
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output();
    output.map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            let hint = format!("install it, or name the classes themselves (-cp PATH {})", folder.display());
            anyhow::anyhow!("{} is built by `{program}`, which is not there: {hint}", folder.display())
        }
        _ => anyhow::anyhow!("cannot start {program}: {error}"),
    })
}

/// The line that says most.
fn complaint(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    let plain = said.lines().map(without_colours).filter(|line| !line.is_empty()).collect::<Vec<_>>();
    let is_error = |line: &&String| line.contains("ERROR") || line.contains("error:");
    // As Gradle puts it.
    let behind = plain.iter().skip_while(|line| !line.ends_with("What went wrong:")).nth(1);
    let most = plain.iter().find(is_error).or(behind).or(plain.first());
    most.map_or_else(|| "it said nothing".into(), |line| without_marks(line).to_string())
}

/// Without what Maven puts around all errors.
fn without_marks(line: &str) -> &str {
    let text = line.trim_start_matches("[ERROR] ");
    text.split(" -> [Help").next().unwrap_or(text).trim_end_matches([':', ' '])
}

fn without_colours(line: &str) -> String {
    let mut parts = line.split('\x1b');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest)).trim().to_string()
}

/// Offline first: that is quick, and needs nobody.
fn maven(folder: &Path) -> Result<Project> {
    let file = format!("-Dmdep.outputFile={MAVEN_FILE}");
    let goals = ["-q", "-B", "-DskipTests", "compile", "dependency:build-classpath", &file];
    let offline = run(folder, "mvnw", "mvn", &[&["-o"], &goals[..]].concat())?;
    let output = if offline.status.success() { offline } else { run(folder, "mvnw", "mvn", &goals)? };
    let modules = modules(folder);
    if output.status.success() {
        let mut project = Project::default();
        for module in &modules {
            project.classes.push(module.join("target/classes"));
            project.tests.push(module.join("target/test-classes"));
            let list = module.join(MAVEN_FILE);
            let text = fs::read_to_string(&list).unwrap_or_default();
            project.class_path.extend(entries(&text));
            let _ = fs::remove_file(list);
        }
        return Ok(project);
    }
    let why = complaint(&output);
    let compiled: Vec<&PathBuf> = modules.iter().filter(|module| module.join("target/classes").is_dir()).collect();
    if compiled.is_empty() {
        bail!("mvn failed in {}: {why}", folder.display());
    }
    say(&format!("mvn failed ({why}): the classes that are compiled are tested, with dependencies of ~/.m2\n"));
    let mut project = Project::default();
    for module in compiled {
        project.classes.push(module.join("target/classes"));
        project.tests.push(module.join("target/test-classes"));
        let pom = fs::read_to_string(module.join("pom.xml")).unwrap_or_default();
        project.class_path.extend(dependencies(&pom).into_iter().filter(|jar| jar.is_file()));
    }
    Ok(project)
}

/// Folders with a pom, the project itself first.
pub fn modules(folder: &Path) -> Vec<PathBuf> {
    fn collect(folder: &Path, depth: u32, into: &mut Vec<PathBuf>) {
        if !folder.join("pom.xml").is_file() {
            return;
        }
        into.push(folder.to_path_buf());
        let Ok(entries) = fs::read_dir(folder) else { return };
        let mut below: Vec<PathBuf> =
            entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        below.sort();
        if depth > 0 {
            below.iter().for_each(|path| collect(path, depth - 1, into));
        }
    }
    let mut found = Vec::new();
    collect(folder, MODULES, &mut found);
    found
}

/// Where Maven keeps a jar.
pub fn jar(group: &str, name: &str, version: &str) -> PathBuf {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let folder = home.join(".m2/repository").join(group.replace('.', "/")).join(name).join(version);
    folder.join(format!("{name}-{version}.jar"))
}

/// Jars of the dependencies that a pom names with their versions, where Maven keeps them.
pub fn dependencies(pom: &str) -> Vec<PathBuf> {
    let inside = |text: &str, tag: &str| {
        let rest = text.split_once(&format!("<{tag}>"))?.1;
        Some(rest.split_once(&format!("</{tag}>"))?.0.trim().to_string())
    };
    // `${version}` is one of the properties of the pom.
    let resolved = |text: String| match text.strip_prefix("${").and_then(|name| name.strip_suffix('}')) {
        Some(name) => inside(pom, name),
        None => Some(text),
    };
    let blocks = pom.split("<dependency>").skip(1).filter_map(|rest| rest.split("</dependency>").next());
    blocks
        .filter(|block| inside(block, "scope").is_none_or(|scope| scope != "test"))
        .filter_map(|block| {
            let (group, name, version) =
                (inside(block, "groupId")?, inside(block, "artifactId")?, resolved(inside(block, "version")?)?);
            Some(jar(&group, &name, &version))
        })
        .collect()
}

fn gradle(folder: &Path, free: &Free) -> Result<Project> {
    let script = free.given.join("class-path.gradle");
    free.write(&script, GRADLE)?;
    let arguments = ["-q", "--init-script", &script.display().to_string(), "jacanaClassPath"];
    let output = run(folder, "gradlew", "gradle", &arguments)?;
    if !output.status.success() {
        bail!("gradle failed in {}: {}", folder.display(), complaint(&output));
    }
    Ok(read_gradle(&String::from_utf8_lossy(&output.stdout)))
}

fn read_gradle(said: &str) -> Project {
    let all = |key: &str| said.lines().filter_map(|line| line.strip_prefix(key)).flat_map(entries).collect();
    Project { classes: all(CLASSES), tests: all(TESTS), class_path: all(CLASS_PATH) }
}

/// A class path of a build, which does not mean the working directory by nothing.
fn entries(text: &str) -> Vec<PathBuf> {
    let path = SearchPath::from(text.trim());
    path.iter().filter(|entry| !entry.as_os_str().is_empty()).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradle_tells_its_folders_among_other_lines() {
        let said = "> Task :x\njacana-classes /p/build/classes/java/main\njacana-class-path /p/build/classes/java/main:/l/a.jar\n";
        let project = read_gradle(said);
        assert_eq!(project.classes, [PathBuf::from("/p/build/classes/java/main")]);
        assert_eq!(project.class_path.last(), Some(&PathBuf::from("/l/a.jar")));
    }

    #[test]
    fn dependencies_for_tests_are_left_out() {
        let dependency = |name: &str, scope: &str| {
            format!(
                "<dependency><groupId>g.h</groupId><artifactId>{name}</artifactId><version>2</version>{scope}</dependency>"
            )
        };
        let pom = dependency("a", "") + &dependency("b", "<scope>test</scope>");
        let named = pom.replace("<version>2<", "<version>${v}<") + "<properties><v>2</v></properties>";
        assert_eq!(dependencies(&named), dependencies(&pom));
        let found = dependencies(&pom);
        assert!(matches!(&found[..], [jar] if jar.ends_with(".m2/repository/g/h/a/2/a-2.jar")), "{found:?}");
    }

    #[test]
    fn colours_are_no_part_of_a_message() {
        assert_eq!(without_colours("[\x1b[1;31mERROR\x1b[m] no plugin"), "[ERROR] no plugin");
        assert_eq!(without_marks("[ERROR] [ERROR] Some problems: -> [Help 1]"), "Some problems");
    }
}
