//! Which branches each of a few calls takes in the classes under test: a JVM runs them with probes in those classes. Tests are named after what only they do.

use bytecode::probe::{Site, SiteKind, probe};
use bytecode::{ClassFile, SearchPath, write_jar};
use replay::Replay;
use replay::files::write;
use replay::javac::javac;
use sandbox::{Free, Writes};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

const SOURCES: [(&str, &str); 3] = [
    ("Probes.java", include_str!("../java/ways/Probes.java")),
    ("Walk.java", include_str!("../java/ways/Walk.java")),
    ("Suite.java", include_str!("../java/ways/Suite.java")),
];
const MANIFEST: &str = "Manifest-Version: 1.0\nPremain-Class: jacana.probe.Probes\nBoot-Class-Path: agent.jar\nCan-Redefine-Classes: true\n\n";
const AGENT: &str = "agent.jar";

/// One side of a branch, or one way out of a switch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// By position among the classes that were asked for.
    pub class: usize,
    /// Its number in the class file.
    pub method: usize,
    /// Index of the instruction.
    pub at: u32,
    pub way: Way,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    On,
    Jumped,
    /// To the instruction with this index.
    To(u32),
}

/// Compiles the program of ours that walks, once for all classes of a campaign; the answer is its folder.
pub fn prepare(free: &Free, jdk: &Path) -> Result<PathBuf, String> {
    let (from, into) = (free.given.join("ways"), free.work.join("ways"));
    let mut files = Vec::new();
    for (name, text) in SOURCES {
        let file = from.join(name);
        free.write(&file, text).map_err(told)?;
        files.push(file);
    }
    javac(free, &files, jdk, &SearchPath::default(), &[], &into).map_err(|why| why.to_string())?;
    let package = into.join("jacana/probe");
    let mut entries = Vec::new();
    for entry in fs::read_dir(&package).map_err(told)? {
        let file = entry.map_err(told)?;
        entries.push((
            format!("jacana/probe/{}", file.file_name().to_string_lossy()),
            fs::read(file.path()).map_err(told)?,
        ));
    }
    entries.sort();
    write(&into.join(AGENT), write_jar(MANIFEST, &entries).map_err(told)?).map_err(told)?;
    Ok(into)
}

/// Runs calls.
pub struct Walker<'a> {
    pub replay: &'a Replay,
    /// What tests need of JUnit.
    pub helper: &'a Path,
    /// What `prepare` answered.
    pub folder: &'a Path,
}

impl Walker<'_> {
    /// The sides that each call takes, by the name of its class; nothing is known of those that are missing.
    pub fn walk(
        &self,
        classes: &[Rc<ClassFile>],
        sources: &[(String, String)],
    ) -> Result<BTreeMap<String, BTreeSet<Side>>, String> {
        let mut sites = Vec::new();
        let lines = self.lines(classes, sources, &mut sites)?;
        Ok(lines.iter().map(|line| read(line, &sites)).collect())
    }

    /// The texts that calls answer.
    pub fn answers(&self, sources: &[(String, String)]) -> Result<BTreeMap<String, String>, String> {
        let lines = self.lines(&[], sources, &mut Vec::new())?;
        let answered = lines.iter().filter_map(|line| line.split_once('='));
        Ok(answered.map(|(name, answer)| (name.trim().to_string(), answer.to_string())).collect())
    }

    /// How tests end on another class path, one in each source: `passed`, `failed WHY`, `uncompiled WHY`.
    pub fn suite(
        &self,
        sources: &[(String, String)],
        class_path: &SearchPath,
    ) -> Result<BTreeMap<String, String>, String> {
        let folder = self.give("compared", sources)?;
        let results = folder.join("results");
        let mut command = self.replay.java_command();
        let path = class_path.with_first(self.helper).with_first(self.folder);
        command.arg("-cp").arg(path.with_first(&folder.join("classes")).to_string());
        command.arg("jacana.ways.Suite").arg(&folder).arg(path.to_string()).arg(&results);
        let said = self.replay.finish(command, Writes::Work);
        let lines = fs::read_to_string(&results).map_err(|_| said.unwrap_or_else(|why| why))?;
        let ends = lines.lines().filter_map(|line| line.split_once(' '));
        Ok(ends.map(|(name, end)| (name.to_string(), end.to_string())).collect())
    }

    /// A folder with the sources.
    fn give(&self, name: &str, sources: &[(String, String)]) -> Result<PathBuf, String> {
        let folder = self.replay.free.work.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("classes")).map_err(told)?;
        for (path, text) in sources {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().ok_or("a file without a folder")?).map_err(told)?;
            write(&file, text).map_err(told)?;
        }
        Ok(folder)
    }

    fn lines(
        &self,
        classes: &[Rc<ClassFile>],
        sources: &[(String, String)],
        sites: &mut Vec<(usize, Site)>,
    ) -> Result<Vec<String>, String> {
        let folder = self.give("walked", sources)?;
        let (orders, results) = (folder.join("orders"), folder.join("results"));
        write(&orders, prepared(classes, sites)).map_err(told)?;
        let mut command = self.replay.java_command();
        command.arg(format!("-javaagent:{}={}", self.folder.join(AGENT).display(), orders.display()));
        let path = self.replay.class_path.with_first(self.folder);
        command.arg("-cp").arg(path.with_first(&folder.join("classes")).to_string());
        command.arg("jacana.ways.Walk").arg(&folder).arg(path.to_string()).arg(&results);
        let said = self.replay.finish(command, Writes::Work);
        let lines = fs::read_to_string(&results).map_err(|_| said.unwrap_or_else(|why| why))?;
        Ok(lines.lines().map(String::from).collect())
    }
}

fn read(line: &str, sites: &[(usize, Site)]) -> (String, BTreeSet<Side>) {
    let mut words = line.split('=').next().unwrap_or_default().split(' ');
    let name = words.next().unwrap_or_default().to_string();
    let sides = words.filter_map(|word| side(sites, word.parse().ok()?)).collect();
    (name, sides)
}

fn side(sites: &[(usize, Site)], number: u32) -> Option<Side> {
    let after = sites.partition_point(|(_, site)| site.first <= number);
    let (class, site) = &sites[after.checked_sub(1)?];
    let way = match &site.kind {
        SiteKind::Entry | SiteKind::Handler => return None,
        SiteKind::Branch if number == site.first => Way::On,
        SiteKind::Branch => Way::Jumped,
        SiteKind::Switch(ways) => Way::To(*ways.targets.get((number - site.first) as usize)?),
    };
    Some(Side { class: *class, method: site.method, at: site.at, way })
}

/// What the agent reads, in the form of `DataInputStream`.
fn prepared(classes: &[Rc<ClassFile>], sites: &mut Vec<(usize, Site)>) -> Vec<u8> {
    let mut out = Vec::new();
    let number = |out: &mut Vec<u8>, number: usize| out.extend((number as u32).to_be_bytes());
    let mut next = 0;
    let mut probed = Vec::new();
    for (at, class) in classes.iter().enumerate() {
        let Ok(with_probes) = probe(class, next) else { continue };
        next += with_probes.sites.iter().map(|site| site.kind.numbers()).sum::<u32>();
        sites.extend(with_probes.sites.iter().map(|site| (at, site.clone())));
        probed.push((class, with_probes.bytes));
    }
    number(&mut out, probed.len());
    for (class, bytes) in probed {
        let name = bytecode::encode_units(class.name.encode_utf16());
        out.extend((name.len() as u16).to_be_bytes());
        out.extend(name);
        number(&mut out, bytes.len());
        out.extend(bytes);
    }
    number(&mut out, next as usize);
    let switches = sites.iter().filter_map(|(_, site)| match &site.kind {
        SiteKind::Switch(ways) => Some((site.first, ways)),
        SiteKind::Entry | SiteKind::Handler | SiteKind::Branch => None,
    });
    let switches: Vec<_> = switches.collect();
    number(&mut out, switches.len());
    for (first, ways) in switches {
        number(&mut out, first as usize);
        number(&mut out, ways.keys.len());
        for &(key, way) in &ways.keys {
            number(&mut out, key as u32 as usize);
            number(&mut out, way as usize);
        }
    }
    out
}

fn told(error: std::io::Error) -> String {
    error.to_string()
}
