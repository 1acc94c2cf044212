//! `jacana test` on project folders: the build is asked, and what it cannot do is told in one line.

use std::fs;
use std::path::PathBuf;

use differential::fixture::files_below;
use differential::process::{PATIENCE, run};
use differential::tools::workspace;
use differential::{Exit, Outcome, Scratch, Tools};

struct Project {
    tools: Tools,
    scratch: Scratch,
    folder: PathBuf,
}

impl Project {
    /// A copy, since builds write into their folders.
    fn new(name: &str) -> Project {
        let (tools, scratch) = (Tools::find(), Scratch::new("project"));
        let (from, folder) = (workspace().join("fixtures/test/project").join(name), scratch.path().join(name));
        for file in files_below(&from) {
            let to = folder.join(file.strip_prefix(&from).expect("below"));
            fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
            fs::copy(&file, to).expect("a copy");
        }
        Project { tools, scratch, folder }
    }

    fn test(&self, path: Option<&str>) -> Outcome {
        let mut command = self.tools.jacana();
        command.arg("test").arg(&self.folder).args(["--paths", "20", "-o"]).arg(self.scratch.path().join("tests"));
        if let Some(path) = path {
            command.env("PATH", path).env("JAVA_HOME", "/usr/lib/jvm/default-java");
        }
        run(command, b"", PATIENCE)
    }

    fn is_tested(&self, outcome: &Outcome) {
        assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
        assert!(outcome.stdout_text().contains("shop.Till: 2 of 2 methods"), "{}", outcome.stdout_text());
        let test = fs::read_to_string(self.scratch.path().join("tests/shop/TillTest.java")).expect("a test");
        assert!(test.contains("assertThrows(IllegalArgumentException.class, () -> till.change("), "{test}");
    }
}

#[test]
fn maven_compiles_and_tells_its_class_path() {
    let project = Project::new("maven");
    project.is_tested(&project.test(None));
    assert!(!project.folder.join("target/jacana-class-path.txt").exists());
}

#[test]
fn without_maven_there_is_one_line_and_compiled_classes_are_enough() {
    let project = Project::new("maven");
    fs::remove_file(project.folder.join("mvnw")).expect("the script");
    let nothing = project.test(Some("/nowhere"));
    assert_eq!(nothing.exit, Exit::Code(3));
    assert!(nothing.stderr_text().contains("is built by `mvn`, which is not there"), "{}", nothing.stderr_text());
    assert_eq!(nothing.stderr_text().lines().count(), 1, "{}", nothing.stderr_text());

    let script = "#!/bin/sh\necho '[ERROR] no plugin found'\nexit 1\n";
    let file = project.folder.join("mvnw");
    fs::write(&file, script).expect("a script");
    fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("permissions");
    let failed = project.test(None);
    assert_eq!(failed.exit, Exit::Code(3));
    assert!(failed.stderr_text().ends_with(": no plugin found\n"), "{}", failed.stderr_text());

    let sources = files_below(&project.folder.join("src"));
    differential::tools::compile(&project.tools, &sources, "", &project.folder.join("target/classes"));
    let compiled = project.test(None);
    assert!(compiled.stdout_text().starts_with("mvn failed (no plugin found): "), "{}", compiled.stdout_text());
    project.is_tested(&compiled);
}

#[test]
fn gradle_is_asked_by_an_init_script() {
    let project = Project::new("gradle");
    project.is_tested(&project.test(None));
    fs::write(project.folder.join("broken"), "").expect("a file");
    let broken = project.test(None);
    assert_eq!(broken.exit, Exit::Code(3));
    assert!(broken.stderr_text().contains("gradle failed in "), "{}", broken.stderr_text());
    assert!(broken.stderr_text().ends_with("error: Till.java cannot be compiled\n"), "{}", broken.stderr_text());
}
