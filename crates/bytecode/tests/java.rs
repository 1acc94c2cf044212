//! Generated classes against the real JVM: each Java driver compares what javac and the JDK's bootstrap methods
//! do with what our classes do, and prints one line per difference.

mod common;
mod sites;

use bytecode::synth::{ConcatConstant, concat_class};
use bytecode::{ClassFile, shadow_class, upcall_class};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn lambdas_behave_like_those_of_the_metafactory() {
    same_as_jdk("Lambdas", sites::lambdas);
}

#[test]
fn concatenations_behave_like_those_of_the_factory() {
    let Some(java) = Java::compile("Concats", &["Concats.java", "Driver.java"]) else {
        return;
    };
    let text = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let units = [0xd800, 1, 0, 0xe9, 2];
    let smile = ConcatConstant::String(text("\u{1}😀").into());
    let constants = [
        ConcatConstant::Integer(70_000),
        ConcatConstant::Float(1.5),
        ConcatConstant::Long(1 << 40),
        ConcatConstant::Double(1e300),
        ConcatConstant::Class("[I".into()),
    ];
    let prims = text("z\u{1}b\u{1}c\u{1}s\u{1}i\u{1}j\u{1}f\u{1}d\u{1}");
    let objects = text("\u{1}, \u{1}\u{1}\u{1}");
    for (name, parameters, recipe, constants) in [
        ("prims", "ZBCSIJFD", &prims[..], &[][..]),
        ("objects", "Ljava/lang/Object;JLjava/lang/Object;[C", &objects, &[]),
        ("strings", "Ljava/lang/String;Ljava/lang/CharSequence;", &[1, 1], &[]),
        ("units", "Ljava/lang/String;", &units, &[smile]),
        ("constants", "", &[2; 5], &constants),
        ("empty", "", &[], &[]),
    ] {
        let descriptor = format!("({parameters})Ljava/lang/String;");
        let bytes = concat_class("Site", &descriptor, recipe, constants).unwrap();
        fs::write(java.directory.join(format!("{name}.bin")), bytes).unwrap();
    }
    java.run(&[], "Concats");
}

#[test]
fn record_methods_behave_like_those_of_object_methods() {
    same_as_jdk("Records", sites::records);
}

#[test]
fn shadows_call_back_and_keep_everything_else() {
    let Some(java) = Java::compile("Shadows", &["Shadows.java", "jacana/Upcall.java"]) else {
        return;
    };
    for file in java.classes().filter(|file| file.to_str().unwrap().contains("Shadowed")) {
        let shadow = shadow_class(&fs::read(&file).unwrap()).unwrap();
        fs::write(&file, shadow).unwrap();
    }
    let written = java.directory.join("native");
    fs::create_dir_all(&written).unwrap();
    fs::write(written.join("Upcall.class"), upcall_class()).unwrap();
    java.run(&["-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"], "Shadows");
}

/// Writes the classes made from the sites of a class next to it, for its driver to define.
fn same_as_jdk(name: &str, generate: fn(&ClassFile) -> sites::Generated) {
    let Some(java) = Java::compile(name, &[&format!("{name}.java"), "Driver.java"]) else {
        return;
    };
    let mut generated = 0;
    for file in java.classes() {
        let class = ClassFile::parse(fs::read(&file).unwrap().into()).unwrap();
        for (site, bytes) in generate(&class) {
            fs::write(java.directory.join(format!("{site}.bin")), bytes).unwrap();
            generated += 1;
        }
    }
    assert!(generated > 0);
    java.run(&[], name);
}

struct Java {
    home: PathBuf,
    directory: PathBuf,
}

impl Java {
    fn compile(name: &str, files: &[&str]) -> Option<Java> {
        let home = common::java_home()?;
        let directory = std::env::temp_dir().join(format!("jacana-{}-{name}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
        let mut javac = Command::new(home.join("bin/javac"));
        javac.arg("-g").arg("-d").arg(&directory).args(files.iter().map(|file| sources.join(file)));
        assert!(javac.status().unwrap().success());
        Some(Java { home, directory })
    }

    fn classes(&self) -> impl Iterator<Item = PathBuf> {
        let files = fs::read_dir(&self.directory).unwrap().map(|file| file.unwrap().path());
        files.filter(|file| file.extension().is_some_and(|extension| extension == "class"))
    }

    /// Drivers print `ok` and nothing else when they are content.
    fn run(&self, options: &[&str], class: &str) {
        let mut java = Command::new(self.home.join("bin/java"));
        let output = java.arg("-Xshare:auto").args(options).arg("-cp").arg(&self.directory).arg(class);
        let output = output.current_dir(&self.directory).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.trim(), "ok", "{}", String::from_utf8_lossy(&output.stderr));
    }
}

impl Drop for Java {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}
