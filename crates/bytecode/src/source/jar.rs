//! Jars: zip files with a manifest (JAR File Specification). In a multi-release jar the newest version of an
//! entry that the platform may use hides the base version.

use super::SourceError;
use crate::names::DottedName;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

const MANIFEST: &str = "META-INF/MANIFEST.MF";
const VERSIONS: &str = "META-INF/versions/";
/// Entries that unpack to more are refused: sizes in the zip are not to be believed. The same for files in folders.
pub(super) const MAX_ENTRY_BYTES: u64 = 1 << 28;

/// The main section of a manifest, as far as `java` looks at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    pub main_class: Option<DottedName>,
    /// Relative entries are resolved against the directory of the jar.
    pub class_path: Vec<PathBuf>,
    pub multi_release: bool,
    /// All packages, unless something else is said of one.
    sealed: bool,
    /// Single packages as paths, `a/b/`, and whether they are.
    sealed_packages: Vec<(String, bool)>,
}

/// Reads the manifest of a jar; a jar without one has an empty manifest.
pub fn manifest(jar: &Path) -> Result<Manifest, SourceError> {
    Jar::open(jar).map(|jar| jar.manifest)
}

/// A jar with a manifest and these entries, nothing of it packed.
pub fn write_jar(manifest: &str, entries: &[(String, Vec<u8>)]) -> std::io::Result<Vec<u8>> {
    let mut jar = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let all = [(MANIFEST, manifest.as_bytes())].into_iter().chain(entries.iter().map(|(name, b)| (&**name, &**b)));
    for (name, bytes) in all {
        jar.start_file(name, options)?;
        jar.write_all(bytes)?;
    }
    Ok(jar.finish()?.into_inner())
}

#[derive(Debug)]
pub(crate) struct Jar {
    path: PathBuf,
    archive: ZipArchive<BufReader<File>>,
    manifest: Manifest,
    /// Versions in `META-INF/versions`, newest first; empty unless multi-release.
    versions: Vec<u16>,
    /// It is asked for every class: jars have many.
    signed: bool,
}

impl Jar {
    pub fn open(path: &Path) -> Result<Jar, SourceError> {
        let file = File::open(path).map_err(|error| SourceError::io(path, error))?;
        let archive =
            ZipArchive::new(BufReader::new(file)).map_err(|error| SourceError::corrupt(path, error.to_string()))?;
        let signed = archive.file_names().flatten().any(|name| is_signature(&name));
        let (manifest, versions) = (Manifest::default(), Vec::new());
        let mut jar = Jar { path: path.to_owned(), archive, manifest, versions, signed };
        if let Some(bytes) = jar.entry(MANIFEST)? {
            jar.manifest = Manifest::parse(&String::from_utf8_lossy(&bytes), path);
        }
        if jar.manifest.multi_release {
            jar.versions = versions_in(&jar.archive);
        }
        Ok(jar)
    }

    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Paths of all entries.
    pub fn names(&self) -> Vec<String> {
        self.archive.file_names().flatten().map(|name| name.to_string()).collect()
    }

    /// Whether somebody signed it; whether the signature holds is not asked.
    pub fn is_signed(&self) -> bool {
        self.signed
    }

    pub fn has(&self, name: &str, release: u16) -> bool {
        let in_version = |version: u16| self.archive.index_for_name(&format!("{VERSIONS}{version}/{name}")).is_some();
        let mut versions = self.versions.iter().copied().filter(|&version| version <= release);
        self.archive.index_for_name(name).is_some() || versions.any(in_version)
    }

    pub fn read(&mut self, name: &str, release: u16) -> Result<Option<Vec<u8>>, SourceError> {
        for at in 0..self.versions.len() {
            let version = self.versions[at];
            // The specification keeps META-INF itself unversioned.
            if version > release || name.starts_with("META-INF/") {
                continue;
            }
            let found = self.entry(&format!("{VERSIONS}{version}/{name}"))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        self.entry(name)
    }

    fn entry(&mut self, name: &str) -> Result<Option<Vec<u8>>, SourceError> {
        let corrupt = |what: String| SourceError::corrupt(&self.path, format!("{name}: {what}"));
        let entry = match self.archive.by_name(name) {
            Ok(entry) => entry,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(corrupt(error.to_string())),
        };
        let (mut bytes, size) = (Vec::new(), entry.size());
        let read = entry.take(MAX_ENTRY_BYTES + 1).read_to_end(&mut bytes);
        // Of what is there in full, java does not look at the sum.
        if let Err(error) = read
            && bytes.len() as u64 != size
        {
            return Err(corrupt(error.to_string()));
        }
        if bytes.len() as u64 > MAX_ENTRY_BYTES {
            return Err(corrupt("too large".to_owned()));
        }
        Ok(Some(bytes))
    }
}

/// `META-INF/NAME.SF`, in any case.
fn is_signature(name: &str) -> bool {
    let parts = name.split_once('/').and_then(|(folder, file)| Some((folder, file.rsplit_once('.')?)));
    parts.is_some_and(|(folder, (stem, ending))| {
        folder.eq_ignore_ascii_case("META-INF") && ending.eq_ignore_ascii_case("SF") && !stem.contains('/')
    })
}

fn versions_in(archive: &ZipArchive<BufReader<File>>) -> Vec<u16> {
    let version = |name: &str| name.strip_prefix(VERSIONS)?.split_once('/')?.0.parse().ok();
    let mut versions: Vec<u16> = archive.file_names().flatten().filter_map(|name| version(&name)).collect();
    versions.sort_unstable_by(|a, b| b.cmp(a));
    versions.dedup();
    versions.retain(|&version| version >= 9);
    versions
}

impl Manifest {
    fn parse(text: &str, jar: &Path) -> Manifest {
        let mut manifest = Manifest { sealed_packages: sealed_packages(text), ..Manifest::default() };
        for line in lines(text).into_iter().take_while(|line| !line.is_empty()) {
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "main-class" => manifest.main_class = Some(DottedName::new(value)),
                "sealed" => manifest.sealed = value.eq_ignore_ascii_case("true"),
                "multi-release" => manifest.multi_release = value.eq_ignore_ascii_case("true"),
                "class-path" => {
                    let directory = jar.parent().unwrap_or(Path::new(""));
                    let entries = value.split_whitespace();
                    manifest.class_path = entries.map(|entry| from_url(directory, entry)).collect();
                }
                _ => {}
            }
        }
        manifest
    }

    /// Whether the loader refuses classes of this package (`a/b`) from elsewhere.
    pub fn is_sealed(&self, package: &str) -> bool {
        let path = format!("{package}/");
        self.sealed_packages.iter().find(|(of, _)| *of == path).map_or(self.sealed, |&(_, sealed)| sealed)
    }
}

/// What the sections of single packages say about it.
fn sealed_packages(text: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut package = String::new();
    for line in lines(text) {
        match line.split_once(':') {
            Some((key, value)) if key.eq_ignore_ascii_case("name") => package = value.trim().to_string(),
            Some((key, value)) if key.eq_ignore_ascii_case("sealed") && !package.is_empty() => {
                found.push((package.clone(), value.trim().eq_ignore_ascii_case("true")));
            }
            Some(_) => {}
            None => package.clear(),
        }
    }
    found
}

/// With continuation lines joined; an empty one ends a section.
fn lines(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix(' '), lines.last_mut()) {
            (Some(rest), Some(last)) => last.push_str(rest),
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// `Class-Path` holds URLs: relative ones, or absolute ones of files.
fn from_url(directory: &Path, url: &str) -> PathBuf {
    let path = url.strip_prefix("file:").unwrap_or(url);
    let path = path.strip_prefix("//").unwrap_or(path);
    directory.join(percent_decode(path))
}

fn percent_decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = match (first, tail) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures() {
        let signed = ["META-INF/A.SF", "meta-inf/b.sf"];
        let others = ["META-INF/A.RSA", "META-INF/sub/A.SF", "A.SF", "META-INF/SF", "other/A.SF"];
        assert!(signed.iter().all(|name| is_signature(name)) && !others.iter().any(|name| is_signature(name)));
    }

    #[test]
    fn manifests() {
        let text = "Manifest-Version: 1.0\r\nMain-Class: a.very.lo\r\n ng.Name\r\n\
                    multi-release: TRUE\r\nClass-Path: x.jar lib/ with%20space.jar file:/abs.jar%\r\n\
                    \r\nName: part/one/\r\nSealed: true\r\n\r\nName: part/two/\r\nOther: x\r\n";
        let manifest = Manifest::parse(text, Path::new("dir/app.jar"));
        assert_eq!(manifest.main_class.as_deref(), Some("a.very.long.Name"));
        assert!(manifest.multi_release);
        assert_eq!(["part/one", "part/two", "part"].map(|package| manifest.is_sealed(package)), [true, false, false]);
        let most = Manifest::parse("Sealed: true\n\nName: open/\nSealed: false\n", Path::new("app.jar"));
        assert_eq!(["open", "other"].map(|package| most.is_sealed(package)), [false, true]);
        let expected = ["dir/x.jar", "dir/lib/", "dir/with space.jar", "/abs.jar%"].map(PathBuf::from);
        assert_eq!(manifest.class_path, expected);
        assert_eq!(Manifest::parse("", Path::new("app.jar")), Manifest::default());
    }
}
