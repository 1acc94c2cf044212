//! Where the classes and sources of a project are: what its build says, or else what is usual.

use super::compiling::{self, Compiler};
use crate::output::say;
use crate::program::compile::api_folder;
use crate::program::project::{self, Project};
use anyhow::{Context, Result, bail};
use bytecode::SearchPath;
use replay::javac::java_files;
use sandbox::Free;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of sources by convention, in the order in which they are looked for.
const SOURCE_FOLDERS: [&str; 4] = ["src/main/java", "src/java", "src", "."];
/// Folders of classes that a build left.
const CLASS_FOLDERS: [&str; 5] =
    ["target/classes", "build/classes/java/main", "build/classes/main", "build/classes", "bin"];
/// Folders of jars beside the sources.
const LIBRARIES: [&str; 3] = ["lib", "libs", "jars"];
/// Folders that are no part of what a project is for, in small letters.
const TEST_FOLDERS: [&str; 4] = ["test", "tests", "jmh", ".jacana"];
/// Where Debian keeps what Maven would fetch.
const SYSTEM_REPOSITORY: &str = "/usr/share/maven-repo";

/// A project that can be scanned.
#[derive(Debug, Default)]
pub struct Located {
    pub name: String,
    /// The folder that places of findings are below.
    pub root: PathBuf,
    /// Folders and jars with its own classes.
    pub classes: Vec<PathBuf>,
    /// Everything else that they need.
    pub libraries: Vec<PathBuf>,
    /// Classes of ours that sources may ask for inputs.
    pub api: Option<PathBuf>,
    /// Folders of its sources.
    pub sources: Vec<PathBuf>,
    /// What a user should know about how it was found.
    pub notes: Vec<String>,
    /// The folder of classes that were compiled here, which vanishes with the run.
    compiled: Option<PathBuf>,
}

impl Located {
    pub fn class_path(&self) -> SearchPath {
        self.needed().chain(&self.api).cloned().collect()
    }

    /// The classes and all that they need, but for what is ours.
    pub fn needed(&self) -> impl Iterator<Item = &PathBuf> {
        self.classes.iter().chain(&self.libraries)
    }

    /// Copies what was compiled here to where tests find it after the run.
    pub fn keep_classes(&mut self, to: &Path) -> Result<()> {
        let Some(compiled) = &self.compiled else { return Ok(()) };
        if to.is_dir() {
            fs::remove_dir_all(to).with_context(|| format!("cannot remove {}", to.display()))?;
        }
        copy(compiled, to).with_context(|| format!("cannot write {}", to.display()))?;
        self.classes.iter_mut().filter(|folder| *folder == compiled).for_each(|folder| *folder = to.to_path_buf());
        Ok(())
    }
}

/// How a project may be looked at.
pub struct Looking<'a> {
    /// Whether Maven and Gradle are asked.
    pub builds: bool,
    /// What the user names besides.
    pub class_path: Option<&'a SearchPath>,
    pub jdk: &'a Path,
    pub free: &'a Free,
}

/// Finds the classes of a folder or jar, and compiles its sources if nobody did.
pub fn locate(project: &Path, looking: &Looking) -> Result<Located> {
    let full = fs::canonicalize(project).with_context(|| format!("cannot find {}", project.display()))?;
    let name = full.file_name().map_or("project".into(), |name| name.to_string_lossy().into_owned());
    let given = looking.class_path.iter().flat_map(|path| path.iter()).map(PathBuf::from);
    let mut located = Located { name, libraries: given.collect(), ..Located::default() };
    if full.is_file() {
        if full.extension().is_none_or(|ending| ending != "jar") {
            bail!("{} is neither a folder nor a jar", project.display());
        }
        located.root = full.parent().unwrap_or(Path::new("/")).to_path_buf();
        located.classes.push(full);
        return Ok(located);
    }
    located.root = full.clone();
    let modules = modules(&full);
    let is_source = |folder: &PathBuf| java_files(folder).is_ok_and(|files| !files.is_empty());
    for module in &modules {
        // The folder itself has all modules below it.
        let folders = SOURCE_FOLDERS.iter().filter(|folder| modules.len() == 1 || **folder != ".");
        let mut folders = folders.map(|folder| module.join(folder)).filter(|folder| folder.is_dir());
        located.sources.extend(folders.find(is_source).map(|folder| plain(&folder)));
    }
    let built = match looking.builds {
        true => project::of_build(&full, looking.free),
        false => Ok(None),
    };
    match built {
        Ok(Some(Project { classes, class_path, .. })) => {
            located.classes = classes.into_iter().filter(|folder| folder.is_dir()).collect();
            located.libraries.extend(class_path);
        }
        Ok(None) => {}
        Err(why) => located.notes.push(format!("{why:#}: the project was looked at without its build")),
    }
    if located.classes.is_empty() {
        by_convention(&full, &modules, looking, &mut located)?;
    }
    let resources = modules.iter().map(|module| module.join("src/main/resources")).filter(|folder| folder.is_dir());
    located.libraries.extend(resources);
    Ok(located)
}

/// Folders with a build of their own, the project first.
fn modules(folder: &Path) -> Vec<PathBuf> {
    let mut found = project::modules(folder);
    if found.is_empty() {
        found.push(folder.to_path_buf());
        let below = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        found.extend(below.filter(|path| {
            ["build.gradle", "build.gradle.kts", "src/main/java"].iter().any(|name| path.join(name).exists())
        }));
        found.sort();
    }
    found
}

/// Without the dot at its end.
fn plain(folder: &Path) -> PathBuf {
    folder.components().collect()
}

/// Classes that are there, or sources that can be compiled.
fn by_convention(root: &Path, modules: &[PathBuf], looking: &Looking, located: &mut Located) -> Result<()> {
    for module in modules {
        for folder in LIBRARIES.iter().map(|name| module.join(name)) {
            let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
            let mut jars: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "jar")).collect();
            jars.sort();
            located.libraries.extend(jars);
        }
        let pom = fs::read_to_string(module.join("pom.xml")).unwrap_or_default();
        let scripts = ["build.gradle", "build.gradle.kts"].map(|name| fs::read_to_string(module.join(name)));
        let named = scripts.iter().flatten().flat_map(|script| in_script(script)).chain(project::dependencies(&pom));
        located.libraries.extend(jars_of(named.collect()));
    }
    if !located.sources.is_empty() {
        return compile(root, looking, located);
    }
    let compiled = modules.iter().flat_map(|module| CLASS_FOLDERS.iter().map(move |folder| module.join(folder)));
    located.classes = compiled.filter(|folder| has_classes(folder)).collect();
    if located.classes.is_empty() && has_classes(root) {
        located.classes.push(root.to_path_buf());
    }
    if located.classes.is_empty() {
        let entries = fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
        located.classes = entries.filter(|path| path.extension().is_some_and(|e| e == "jar")).collect();
        located.classes.sort();
    }
    if located.classes.is_empty() {
        bail!("nothing to scan in {}: no Java sources, class files or jars", root.display());
    }
    Ok(())
}

/// Jars that a script of Gradle names as `group:name:version`, but for tests.
fn in_script(script: &str) -> impl Iterator<Item = PathBuf> {
    let lines = script.lines().filter(|line| !line.trim_start().starts_with("test"));
    let words = lines.flat_map(|line| line.split(['"', '\'']).skip(1).step_by(2));
    words.filter_map(|word| match word.split(':').collect::<Vec<_>>()[..] {
        [group, name, version] => Some(project::jar(group, name, version)),
        _ => None,
    })
}

/// The jars that are named, and those that they need in turn.
fn jars_of(named: Vec<PathBuf>) -> Vec<PathBuf> {
    let (mut found, mut open): (Vec<PathBuf>, Vec<PathBuf>) = (Vec::new(), named);
    while let Some(jar) = open.pop() {
        let Some(jar) = in_repository(&jar).filter(|jar| !found.contains(jar)) else { continue };
        open.extend(project::dependencies(&fs::read_to_string(jar.with_extension("pom")).unwrap_or_default()));
        found.push(jar);
    }
    found.sort();
    found
}

/// Where Maven or the system keeps the jar; the version may be another one there.
fn in_repository(jar: &Path) -> Option<PathBuf> {
    if jar.is_file() {
        return Some(jar.to_path_buf());
    }
    let below = jar.components().skip_while(|part| part.as_os_str() != "repository").skip(1).collect::<PathBuf>();
    let system = Path::new(SYSTEM_REPOSITORY).join(&below);
    if system.is_file() {
        return Some(system);
    }
    let artifact = system.parent()?.parent()?;
    let name = artifact.file_name()?.to_string_lossy().into_owned();
    let found = artifact.join("debian").join(format!("{name}-debian.jar"));
    found.is_file().then_some(found)
}

fn has_classes(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .map(|entry| entry.path())
            .any(|path| path.extension().is_some_and(|ending| ending == "class") || path.is_dir() && has_classes(&path))
    })
}

fn compile(root: &Path, looking: &Looking, located: &mut Located) -> Result<()> {
    let mut files = Vec::new();
    for folder in &located.sources {
        files.extend(java_files(folder)?);
    }
    // Those of other folders need their frameworks.
    let is_test = |file: &PathBuf| {
        let below = file.strip_prefix(root).unwrap_or(file);
        let mut folders = below.components().map(|part| part.as_os_str().to_string_lossy().to_lowercase());
        folders.any(|folder| TEST_FOLDERS.contains(&&*folder))
    };
    let in_main = |file: &PathBuf| file.components().any(|part| part.as_os_str() == "main");
    files.retain(|file| in_main(file) || !is_test(file));
    files.retain(|file| file.file_name().is_none_or(|name| name != "module-info.java"));
    if files.is_empty() {
        bail!("nothing to scan in {}: no Java sources besides tests", root.display());
    }
    say(&format!("compiling {} sources of {}\n", files.len(), located.name));
    let api = api_folder(looking.free)?;
    let class_path: SearchPath = located.libraries.iter().chain([&api]).cloned().collect();
    let compiler = Compiler { free: looking.free, jdk: looking.jdk, class_path };
    let compiled = compiling::compile(compiler, files, &located.name).map_err(|why| {
        let before: String = located.notes.iter().map(|note| format!("{note}\n")).collect();
        anyhow::anyhow!("{before}{why}")
    })?;
    located.classes.push(compiled.folder.clone());
    located.compiled = Some(compiled.folder);
    located.libraries.extend(compiled.jars);
    located.notes.extend(compiled.notes);
    located.api = Some(api);
    Ok(())
}

/// A folder with all that is below it.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &target)?,
            false => fs::copy(entry.path(), target).map(|_| ())?,
        }
    }
    Ok(())
}
