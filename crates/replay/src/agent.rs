//! Agents of ours for a `java`: compiled when they are needed, in a jar that the boot class path has too, so that code of the JDK can
//! call them; and the file with which an agent is told what to do.

use crate::javac::javac_generated;
use bytecode::probe::{PROBES, Ways};
use bytecode::{SearchPath, write_jar};
use sandbox::Free;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// An agent by its sources: names of files and texts.
pub(crate) struct Agent<const N: usize> {
    /// Of its jar and of the folder of its classes.
    pub name: &'static str,
    /// The class with `premain`.
    pub premain: &'static str,
    pub sources: [(&'static str, &'static str); N],
}

impl<const N: usize> Agent<N> {
    /// The jar of the agent, below a folder of the outside.
    pub fn make(&self, free: &Free, folder: &Path, java: &Path) -> Result<PathBuf, String> {
        let classes = free.work.join(self.name);
        let mut sources = Vec::new();
        for (name, text) in self.sources {
            sources.push(folder.join(name));
            free.write(&folder.join(name), text).map_err(|error| error.to_string())?;
        }
        let jdk = java.parent().and_then(Path::parent).unwrap_or(Path::new("/"));
        javac_generated(free, &sources, jdk, &SearchPath::default(), &classes).map_err(|why| why.to_string())?;
        let jar = folder.join(format!("{}.jar", self.name));
        write_jar_of(free, &classes, &jar, self.premain).map_err(|error| error.to_string())?;
        Ok(jar)
    }
}

/// A jar with the agent that remembers which way a program goes, among these classes.
pub fn write_agent(free: &Free, classes: &Path, jar: &Path) -> io::Result<()> {
    write_jar_of(free, classes, jar, "jacana.probe.Passed")
}

fn write_jar_of(free: &Free, classes: &Path, jar: &Path, premain: &str) -> io::Result<()> {
    let package = Path::new(PROBES).parent().expect("a package");
    let mut entries = Vec::new();
    for entry in fs::read_dir(classes.join(package))? {
        let file = entry?;
        let name = package.join(file.file_name()).display().to_string();
        entries.push((name, fs::read(file.path())?));
    }
    entries.sort();
    let own = jar.file_name().unwrap_or_default().display();
    let manifest = format!(
        "Manifest-Version: 1.0\nPremain-Class: {premain}\nBoot-Class-Path: {own}\n\
         Can-Redefine-Classes: true\nCan-Retransform-Classes: true\n\n"
    );
    free.write(jar, write_jar(&manifest, &entries)?)
}

/// As `DataInputStream` reads it.
#[derive(Default)]
pub struct Orders(pub Vec<u8>);

impl Orders {
    pub fn number(&mut self, number: usize) {
        self.0.extend((number as u32).to_be_bytes());
    }

    pub fn text(&mut self, text: &str) {
        let encoded = bytecode::encode_units(text.encode_utf16());
        self.0.extend((encoded.len() as u16).to_be_bytes());
        self.0.extend(encoded);
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.0.extend(bytes);
    }

    /// How many numbers there are, and the keys and ways of the switches among them.
    pub fn switches(&mut self, numbers: u32, switches: &[(u32, &Ways)]) {
        self.number(numbers as usize);
        self.number(switches.len());
        for (first, ways) in switches {
            self.number(*first as usize);
            self.number(ways.keys.len());
            for &(key, way) in &ways.keys {
                self.number(key as u32 as usize);
                self.number(way as usize);
            }
        }
    }
}
