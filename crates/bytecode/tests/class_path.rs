//! Directories, jars, wildcards and manifests, in a directory of their own.

use bytecode::{ClassPath, SearchPath, manifest};
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("jacana-path-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn file(&self, name: &str, content: &str) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn jar(&self, name: &str, entries: &[(&str, &str)]) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut jar = ZipWriter::new(File::create(path).unwrap());
        for (entry, content) in entries {
            jar.start_file(*entry, SimpleFileOptions::default()).unwrap();
            jar.write_all(content.as_bytes()).unwrap();
        }
        jar.finish().unwrap();
    }

    fn find(&self, entries: &[&str], release: u16, name: &str) -> Option<String> {
        let entries: SearchPath = entries.iter().map(|entry| self.at(entry)).collect();
        let mut path = ClassPath::open(&entries).unwrap().with_release(release);
        path.find(&name.into()).unwrap().map(|bytes| String::from_utf8(bytes).unwrap())
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_first_entry_wins() {
    let here = Directory::new("order");
    here.file("classes/p/A.class", "directory");
    here.file("secret.class", "outside");
    here.jar("one.jar", &[("p/A.class", "jar"), ("p/B.class", "b")]);
    let find = |entries, name| here.find(entries, 8, name);
    assert_eq!(find(&["classes", "one.jar"], "p/A").as_deref(), Some("directory"));
    assert_eq!(find(&["one.jar", "classes"], "p/A").as_deref(), Some("jar"));
    assert_eq!(find(&["absent.jar", "absent", "classes", "one.jar"], "p/B").as_deref(), Some("b"));
    for absent in ["p/C", "p", "", "p/A/B", "../secret", "nul\0", &"x".repeat(5000)] {
        assert_eq!(find(&["classes", "one.jar"], absent), None, "{absent}");
    }
}

#[test]
fn wildcards_take_jars_only() {
    let here = Directory::new("wildcard");
    here.jar("lib/b.jar", &[("A.class", "b")]);
    here.jar("lib/a.JAR", &[("A.class", "a")]);
    here.file("lib/B.class", "not this");
    here.file("lib/notes.txt", "not a zip");
    assert_eq!(here.find(&["lib/*"], 8, "A").as_deref(), Some("a"));
    assert_eq!(here.find(&["lib/*"], 8, "B"), None);
    assert_eq!(here.find(&["absent/*"], 8, "A"), None);
}

#[test]
fn multi_release_jars() {
    let here = Directory::new("release");
    let entries = [
        ("META-INF/MANIFEST.MF", "Multi-Release: true\n"),
        ("A.class", "base"),
        ("META-INF/versions/9/A.class", "nine"),
        ("META-INF/versions/17/A.class", "seventeen"),
        ("META-INF/versions/11/B.class", "eleven"),
    ];
    here.jar("many.jar", &entries);
    here.jar("plain.jar", &entries[1..]);
    let find = |release, name| here.find(&["many.jar"], release, name);
    assert_eq!(find(8, "A").as_deref(), Some("base"));
    assert_eq!(find(11, "A").as_deref(), Some("nine"));
    assert_eq!(find(17, "A").as_deref(), Some("seventeen"));
    assert_eq!(find(25, "B").as_deref(), Some("eleven"));
    assert_eq!(find(10, "B"), None);
    assert_eq!(here.find(&["plain.jar"], 17, "A").as_deref(), Some("base"));
}

#[test]
fn manifests_name_the_main_class_and_more_jars() {
    let here = Directory::new("manifest");
    let text = "Main-Class: p.Main\nClass-Path: lib/more.jar absent.jar app.jar\n";
    here.jar("app.jar", &[("META-INF/MANIFEST.MF", text)]);
    here.jar("lib/more.jar", &[("A.class", "more")]);
    here.file("classes/A.class", "later");
    let read = manifest(&here.at("app.jar")).unwrap();
    assert_eq!(read.main_class.as_deref(), Some("p.Main"));
    assert_eq!(read.class_path[0], here.at("lib/more.jar"));
    assert_eq!(here.find(&["app.jar", "classes"], 8, "A").as_deref(), Some("more"));
}

#[test]
fn corrupt_jars_are_named() {
    let here = Directory::new("corrupt");
    here.file("bad.jar", "PK\u{3}\u{4} not really a zip");
    here.jar("cut.jar", &[("A.class", &"some text ".repeat(1000))]);
    let error = ClassPath::open(&SearchPath::of(here.at("bad.jar"))).unwrap_err().to_string();
    assert!(error.contains("bad.jar"), "{error}");
    let mut bytes = fs::read(here.at("cut.jar")).unwrap();
    bytes[45] ^= 0xff;
    fs::write(here.at("cut.jar"), bytes).unwrap();
    let error =
        ClassPath::open(&SearchPath::of(here.at("cut.jar"))).unwrap().find(&"A".into()).unwrap_err().to_string();
    assert!(error.contains("cut.jar") && error.contains("A.class"), "{error}");
}
