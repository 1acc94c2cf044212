//! Packages of a release (scripts/package), each installed into an empty environment: what a user gets has to work there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::fixture::files_below;
use crate::process::{self, Exit, Outcome, PATIENCE};
use crate::tools::{Scratch, Tools, workspace};

/// The folders of programs that an empty environment has.
const MINIMAL_PATH: &str = "/usr/bin:/bin";
/// The libraries that `Depends` of the Debian package may name.
const DEBIAN_LIBRARIES: [&str; 3] = ["libc6", "libgcc-s1", "libstdc++6"];

/// A kind of package, by its word for scripts/package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageKind {
    Archive,
    Debian,
    Wheel,
    Npm,
}

impl PackageKind {
    pub const ALL: [PackageKind; 4] = [PackageKind::Archive, PackageKind::Debian, PackageKind::Wheel, PackageKind::Npm];

    fn word(self) -> &'static str {
        match self {
            PackageKind::Archive => "archive",
            PackageKind::Debian => "deb",
            PackageKind::Wheel => "wheel",
            PackageKind::Npm => "npm",
        }
    }

    fn ending(self) -> &'static str {
        match self {
            PackageKind::Archive => ".tar.gz",
            PackageKind::Debian => ".deb",
            PackageKind::Wheel => ".whl",
            PackageKind::Npm => ".tgz",
        }
    }
}

/// A package in a file.
#[derive(Debug)]
pub struct Package {
    pub kind: PackageKind,
    pub file: PathBuf,
}

impl Package {
    pub fn name(&self) -> String {
        self.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub fn bytes(&self) -> Vec<u8> {
        fs::read(&self.file).expect("the package is there")
    }

    /// All ways in which a user may install it.
    pub fn ways(&self) -> &'static [Way] {
        match self.kind {
            PackageKind::Archive => &[Way { name: "tar", install: unpack_archive }],
            PackageKind::Debian => {
                &[Way { name: "dpkg-deb -x", install: unpack_debian }, Way { name: "dpkg -i", install: install_debian }]
            }
            PackageKind::Wheel => &[Way { name: "pip install", install: install_wheel }],
            PackageKind::Npm => {
                &[Way { name: "tar", install: unpack_npm }, Way { name: "npm install", install: install_npm }]
            }
        }
    }
}

/// Packages the executable under test.
pub fn build(tools: &Tools, kinds: &[PackageKind], folder: &Path) -> Vec<Package> {
    let mut package = Command::new(workspace().join("scripts/package"));
    package.arg("--binary").arg(&tools.jacana).arg("--out").arg(folder).args(kinds.iter().map(|kind| kind.word()));
    let outcome = process::run(package, b"", PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(0), "scripts/package: {}", outcome.stderr_text());
    let files = files_below(folder);
    let named = |kind: PackageKind| files.iter().find(|file| file.to_string_lossy().ends_with(kind.ending()));
    let found = |&kind: &PackageKind| {
        let file = named(kind).unwrap_or_else(|| panic!("no {} in {}", kind.ending(), folder.display()));
        Package { kind, file: file.clone() }
    };
    kinds.iter().map(found).collect()
}

/// One way to install a package.
pub struct Way {
    pub name: &'static str,
    /// Installs the file below an empty folder.
    pub install: fn(&Path, &Path) -> Result<Installed, Refusal>,
}

/// Why a package was not installed.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// This machine has not what the way needs.
    NotHere(String),
    Failed(String),
}

/// Where the parts of a package are.
#[derive(Debug)]
pub struct Installed {
    program: PathBuf,
    manual: PathBuf,
    /// For bash, fish and zsh.
    completions: [PathBuf; 3],
    examples: PathBuf,
}

impl Installed {
    /// Below a prefix like `/usr`.
    fn at(prefix: &Path, documents: &Path, zsh: &str) -> Installed {
        let share = prefix.join("share");
        Installed {
            program: prefix.join("bin/jacana"),
            manual: share.join("man/man1"),
            completions: ["bash-completion/completions/jacana", "fish/vendor_completions.d/jacana.fish", zsh]
                .map(|name| share.join(name)),
            examples: documents.join("examples"),
        }
    }
}

const ZSH: &str = "zsh/site-functions/_jacana";

fn unpack_archive(file: &Path, root: &Path) -> Result<Installed, Refusal> {
    succeed(Command::new("tar").arg("-xzf").arg(file).arg("-C").arg(root))?;
    let folder = only_folder(root)?;
    Ok(Installed::at(&folder, &folder, ZSH))
}

fn unpack_debian(file: &Path, root: &Path) -> Result<Installed, Refusal> {
    need("dpkg-deb")?;
    succeed(Command::new("dpkg-deb").arg("-x").arg(file).arg(root))?;
    Ok(debian_parts(root))
}

/// By dpkg itself into a root folder that knows of our libraries alone, in the versions of this machine; then its sums are checked.
fn install_debian(file: &Path, root: &Path) -> Result<Installed, Refusal> {
    need("dpkg")?;
    if succeed(Command::new("id").arg("-u"))?.trim() != "0" {
        return Err(Refusal::NotHere("only root can do that".into()));
    }
    let records = root.join("var/lib/dpkg");
    fs::create_dir_all(records.join("info")).expect("the folder is ours");
    fs::create_dir_all(records.join("updates")).expect("the folder is ours");
    let libraries = succeed(Command::new("dpkg-query").arg("--status").args(DEBIAN_LIBRARIES))?;
    fs::write(records.join("status"), libraries).expect("the folder is ours");
    let dpkg = || {
        let mut dpkg = Command::new("dpkg");
        dpkg.arg(format!("--root={}", root.display()));
        dpkg
    };
    succeed(dpkg().arg("--install").arg(file))?;
    let differing = succeed(dpkg().args(["--verify", "jacana"]))?;
    if !differing.is_empty() {
        return Err(Refusal::Failed(format!("dpkg --verify: {differing}")));
    }
    Ok(debian_parts(root))
}

fn debian_parts(root: &Path) -> Installed {
    Installed::at(&root.join("usr"), &root.join("usr/share/doc/jacana"), "zsh/vendor-completions/_jacana")
}

fn install_wheel(file: &Path, root: &Path) -> Result<Installed, Refusal> {
    need("python3")?;
    let folder = root.join("venv");
    succeed(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    let mut pip = Command::new(folder.join("bin/python"));
    pip.args(["-m", "pip", "--isolated", "install", "--no-index", "--disable-pip-version-check", "--quiet"]).arg(file);
    succeed(&mut pip)?;
    Ok(Installed::at(&folder, &folder.join("share/doc/jacana"), ZSH))
}

fn unpack_npm(file: &Path, root: &Path) -> Result<Installed, Refusal> {
    succeed(Command::new("tar").arg("-xzf").arg(file).arg("-C").arg(root))?;
    let folder = only_folder(root)?;
    Ok(Installed { manual: folder.join("man"), ..Installed::at(&folder, &folder, ZSH) })
}

fn install_npm(file: &Path, root: &Path) -> Result<Installed, Refusal> {
    need("npm")?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--offline", "--global", "--no-audit", "--no-fund", "--prefix"]).arg(root).arg(file);
    // Settings and the cache of the user are not for us.
    succeed(npm.env("HOME", root).env("npm_config_cache", root.join("cache")))?;
    let folder = root.join("lib/node_modules/jacana");
    let parts = Installed::at(&folder, &folder, ZSH);
    Ok(Installed { program: root.join("bin/jacana"), manual: root.join("share/man/man1"), ..parts })
}

/// What a user would miss, or nothing.
pub fn faults(tools: &Tools, installed: &Installed) -> Vec<String> {
    let home = Scratch::new("packages-home");
    let run = |words: &[&str]| {
        let mut jacana = Command::new(&installed.program);
        jacana.args(words).env_clear().env("PATH", MINIMAL_PATH).env("HOME", home.path());
        jacana.env("JAVA_HOME", &tools.jdk).current_dir(home.path());
        process::run(jacana, b"", PATIENCE)
    };
    let mut faults = Vec::new();
    let mut expect = |what: &str, holds: bool, outcome: &Outcome| {
        if !holds {
            let (said, complained) = (outcome.stdout_text(), outcome.stderr_text());
            faults.push(format!("{what}: {:?} {said}{complained}", outcome.exit));
        }
    };
    let ours = tools.jacana().arg("--version").output().expect("jacana starts").stdout;
    let version = run(&["--version"]);
    expect("--version", version.exit == Exit::Code(0) && version.stdout == ours, &version);
    let doctor = run(&["doctor"]);
    expect("doctor", doctor.exit == Exit::Code(0), &doctor);
    // As scripts/demo has them.
    let example = |name: &str| installed.examples.join(name).display().to_string();
    let inventory = run(&["run", &example("Inventory.java"), "lamp", "rug"]);
    let priced = inventory.stdout_text().contains("price of lamp: 1999");
    expect("run", inventory.exit == Exit::Code(0) && priced, &inventory);
    let buckets = run(&["verify", &example("Buckets.java")]);
    let found = ["ArrayIndexOutOfBoundsException: Index -2", "VERDICT: FALSE(runtime-exception)"];
    let shown = found.iter().all(|line| buckets.stdout_text().contains(line));
    expect("verify", buckets.exit == Exit::Code(1) && shown, &buckets);
    let help = run(&["--help"]);
    let commands = commands(&help.stdout_text());
    expect("--help", commands.len() > 5, &help);
    faults.extend(commands.iter().filter_map(|command| manual_fault(&installed.manual, &format!("jacana-{command}"))));
    faults.extend(manual_fault(&installed.manual, "jacana"));
    faults.extend(installed.completions.iter().filter_map(|file| completion_fault(file, &commands)));
    let left = files_below(home.path());
    if !left.is_empty() {
        faults.push(format!("left in the home folder: {left:?}"));
    }
    faults
}

/// The names in the list of commands of a help text.
fn commands(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let heads = listed.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    heads.filter_map(|head| head.split(' ').next()).map(String::from).collect()
}

fn manual_fault(folder: &Path, name: &str) -> Option<String> {
    let (plain, packed) = (folder.join(format!("{name}.1")), folder.join(format!("{name}.1.gz")));
    let page = if packed.exists() {
        succeed(Command::new("gzip").arg("-dc").arg(&packed)).ok()
    } else {
        fs::read_to_string(&plain).ok()
    };
    match page {
        Some(page) if page.contains(&format!(".TH {name} 1")) => None,
        Some(_) => Some(format!("{}: not the page of {name}", plain.display())),
        None => Some(format!("no {}", plain.display())),
    }
}

fn completion_fault(file: &Path, commands: &[String]) -> Option<String> {
    let Ok(script) = fs::read_to_string(file) else { return Some(format!("no {}", file.display())) };
    let absent = commands.iter().find(|command| !script.contains(command.as_str()))?;
    Some(format!("{}: nothing on {absent}", file.display()))
}

/// What Debian's own checker complains about most, as far as it can be seen without it.
pub fn debian_faults(package: &Path) -> Vec<String> {
    let dpkg = |word: &str| succeed(Command::new("dpkg-deb").arg(word).arg(package)).unwrap_or_default();
    let (control, contents) = (dpkg("--field"), dpkg("--contents"));
    let fields =
        ["Package", "Version", "Architecture", "Maintainer", "Installed-Size", "Depends", "Recommends", "Description"];
    let without = fields.iter().filter(|field| !control.lines().any(|line| line.starts_with(&format!("{field}: "))));
    let mut faults: Vec<String> = without.map(|field| format!("no field {field}")).collect();
    for line in contents.lines() {
        let mut words = line.split_whitespace();
        let (mode, owner, path) =
            (words.next().unwrap_or_default(), words.next(), words.next_back().unwrap_or_default());
        let usual = match path {
            "./usr/bin/jacana" => mode == "-rwxr-xr-x",
            _ if path.ends_with('/') => mode == "drwxr-xr-x",
            _ => mode == "-rw-r--r--",
        };
        if !usual || owner != Some("root/root") || !(path == "./" || path.starts_with("./usr/")) {
            faults.push(format!("unusual: {line}"));
        }
    }
    for path in ["copyright", "changelog.gz"].map(|name| format!("./usr/share/doc/jacana/{name}")) {
        if !contents.lines().any(|line| line.ends_with(&path)) {
            faults.push(format!("no {path}"));
        }
    }
    faults
}

fn need(program: &str) -> Result<(), Refusal> {
    let path = env::var_os("PATH").unwrap_or_default();
    match env::split_paths(&path).any(|folder| folder.join(program).is_file()) {
        true => Ok(()),
        false => Err(Refusal::NotHere(format!("there is no {program}"))),
    }
}

/// What the command says, if it succeeds.
fn succeed(command: &mut Command) -> Result<String, Refusal> {
    let output = command.output().map_err(|error| Refusal::Failed(format!("{command:?}: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(Refusal::Failed(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))))
}

fn only_folder(root: &Path) -> Result<PathBuf, Refusal> {
    let entries: Vec<PathBuf> = fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    match &entries[..] {
        [folder] => Ok(folder.clone()),
        _ => Err(Refusal::Failed(format!("not one folder, but {entries:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_a_help_text() {
        let help = "About\n\nCommands:\n  run     Run a program,\n          of two lines\n  model-check  Compare\n\nOptions:\n  -h\n";
        assert_eq!(commands(help), ["run", "model-check"]);
    }
}
