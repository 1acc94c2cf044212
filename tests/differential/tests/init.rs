//! `jacana init`: what it writes and prints, and that it works: the steps of the action in a scratch repository, the plugin under Maven.

use differential::fixture::files_below;
use differential::process::{PATIENCE, run};
use differential::tools::workspace;
use differential::{Exit, Outcome, Scratch, Tools};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const WRITTEN: [&str; 3] = [".github/workflows/jacana.yml", ".github/actions/jacana/action.yml", "jacana.toml"];

/// Where Debian has the plugin that the snippet for Maven names.
const PLUGIN: &str = "/usr/share/maven-repo/org/codehaus/mojo/exec-maven-plugin/3.1.0";

/// A copy of examples/shop.
struct Shop {
    tools: Tools,
    scratch: Scratch,
}

impl Shop {
    fn new() -> Shop {
        let scratch = Scratch::new("init");
        let from = workspace().join("examples/shop");
        for file in files_below(&from) {
            let below = file.strip_prefix(&from).expect("below it").display().to_string();
            scratch.write(&format!("shop/{below}"), fs::read_to_string(&file).expect("a text"));
        }
        Shop { tools: Tools::find(), scratch }
    }

    fn root(&self) -> PathBuf {
        self.scratch.path().join("shop")
    }

    fn init(&self, words: &[&str]) -> Outcome {
        let mut command = self.tools.jacana();
        command.arg("init").args(words).arg(self.root());
        run(command, b"", PATIENCE)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A folder with programs that stand before all others, where `jacana` is a script.
    fn with_jacana(&self, script: &str) -> String {
        let program = self.scratch.write("bin/jacana", script);
        make_executable(&program);
        let path = env::var_os("PATH").unwrap_or_default();
        let first = [self.scratch.path().join("bin")];
        env::join_paths(first.into_iter().chain(env::split_paths(&path))).expect("a path").display().to_string()
    }
}

fn make_executable(program: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).expect("our file");
}

/// A YAML document as Python reads it.
fn yaml(text: &str) -> Value {
    let mut python = Command::new("python3");
    python.args(["-c", "import json, sys, yaml; print(json.dumps(yaml.load(sys.stdin, yaml.BaseLoader)))"]);
    let outcome = run(python, text.as_bytes(), PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    serde_json::from_str(&outcome.stdout_text()).expect("Python writes JSON")
}

#[test]
fn files_are_written_once() {
    let shop = Shop::new();
    let first = shop.init(&[]);
    assert_eq!(first.exit, Exit::Code(0), "{}", first.stderr_text());
    let said = first.stdout_text();
    assert!(WRITTEN.iter().all(|file| said.contains(&format!("wrote {file}"))), "{said}");
    assert!(
        said.contains("add to pom.xml") && said.contains("exec-maven-plugin") && !said.contains("gradle"),
        "{said}"
    );
    fs::write(shop.root().join("jacana.toml"), "[scan]\n").expect("writable");
    assert!(shop.init(&[]).stdout_text().contains("kept  jacana.toml"));
    assert_eq!(shop.text("jacana.toml"), "[scan]\n");
    // A link is replaced, not followed.
    let elsewhere = shop.scratch.write("elsewhere", "mine");
    fs::remove_file(shop.root().join("jacana.toml")).expect("writable");
    std::os::unix::fs::symlink(&elsewhere, shop.root().join("jacana.toml")).expect("writable");
    assert!(shop.init(&["--force"]).stdout_text().contains("wrote jacana.toml"));
    assert!(shop.text("jacana.toml").contains("exclude"));
    assert_eq!(fs::read_to_string(&elsewhere).expect("a text"), "mine");
    for file in ["build.gradle", "build.gradle.kts"] {
        fs::write(shop.root().join(file), "").expect("writable");
        assert!(shop.init(&[]).stdout_text().contains(&format!("add to {file} at its end")));
    }
    fs::write(shop.root().join(".github/workflows/other"), "").expect("writable");
    fs::remove_dir_all(shop.root().join(".github")).expect("writable");
    fs::write(shop.root().join(".github"), "no folder").expect("writable");
    let refused = shop.init(&[]);
    assert_eq!((refused.exit, refused.stderr_text().lines().count()), (Exit::Code(3), 1), "{}", refused.stderr_text());
}

#[test]
fn workflow_and_action_fit_together() {
    let shop = Shop::new();
    shop.init(&[]);
    let (workflow, action) = (yaml(&shop.text(WRITTEN[0])), yaml(&shop.text(WRITTEN[1])));
    let steps = workflow["jobs"]["scan"]["steps"].as_array().expect("steps");
    let ours = steps.iter().find(|step| step["uses"] == "./.github/actions/jacana").expect("the action is used");
    let inputs = action["inputs"].as_object().expect("inputs");
    let given = ours["with"].as_object().expect("inputs are given");
    assert!(given.keys().all(|name| inputs.contains_key(name)), "{given:?}");
    assert_eq!(workflow["permissions"]["security-events"], "write");
    let page = fs::read_to_string(workspace().join("docs/guide/ci.md")).expect("the page");
    assert!(
        inputs.keys().all(|name| page.contains(&format!("| `{name}` |"))),
        "not all inputs are in docs/guide/ci.md"
    );
}

/// The action as a runner goes through it: its shell steps one after the other, with inputs and outputs in their places.
struct Runner<'a> {
    shop: &'a Shop,
    action: Value,
    inputs: Vec<(&'a str, String)>,
}

impl Runner<'_> {
    fn value(&self, text: &str, exit_code: &str) -> String {
        let mut value = text.replace("${{ steps.scan.outputs.exit-code }}", exit_code);
        for (name, about) in self.action["inputs"].as_object().expect("inputs") {
            let given = self.inputs.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str());
            let default = about["default"].as_str().unwrap_or_default();
            value = value.replace(&format!("${{{{ inputs.{name} }}}}"), given.unwrap_or(default));
        }
        assert!(!value.contains("${{"), "{value} is not known to the test");
        value
    }

    /// What the last step ends with, and what all said.
    fn run(&self, path: &str) -> (Exit, String) {
        let shop = self.shop;
        let (output, added) = (shop.scratch.write("output", ""), shop.scratch.write("added", ""));
        let (mut path, mut said, mut exit) = (path.to_string(), String::new(), Exit::Code(0));
        for step in self.action["runs"]["steps"].as_array().expect("steps") {
            let Some(script) = step["run"].as_str() else { continue };
            assert_eq!(step["shell"], "bash");
            let script = shop.scratch.write("step.sh", script);
            let code = fs::read_to_string(&output).expect("a text");
            let code = code.trim().strip_prefix("exit-code=").unwrap_or_default();
            // As a runner starts it.
            let mut bash = Command::new("bash");
            bash.args(["--noprofile", "--norc", "-eo", "pipefail"]).arg(&script).current_dir(shop.root());
            bash.env("JAVA_HOME", &shop.tools.jdk).env("PATH", &path).env("RUNNER_TEMP", shop.scratch.path());
            bash.env("GITHUB_OUTPUT", &output).env("GITHUB_PATH", &added);
            for (name, value) in step["env"].as_object().into_iter().flatten() {
                bash.env(name, self.value(value.as_str().expect("a text"), code));
            }
            let outcome = run(bash, b"", PATIENCE);
            said += &(outcome.stdout_text() + &outcome.stderr_text());
            exit = outcome.exit;
            if exit != Exit::Code(0) {
                break;
            }
            let added = fs::read_to_string(&added).expect("a text");
            if let Some(folder) = added.lines().last() {
                path = format!("{folder}:{path}");
            }
        }
        (exit, said)
    }
}

#[test]
fn the_action_finds_bugs_and_passes_on_what_did_not_change() {
    let shop = Shop::new();
    shop.init(&[]);
    // The archive has a script for the executable, which is too large to be packed for a test.
    let jacana = shop
        .scratch
        .write("pack/jacana-1/bin/jacana", format!("#!/bin/sh\nexec {} \"$@\"\n", shop.tools.jacana.display()));
    make_executable(&jacana);
    let archive = shop.scratch.path().join("jacana-1.tar.gz");
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(&archive).arg("-C").arg(shop.scratch.path().join("pack")).arg("jacana-1");
    assert!(tar.status().expect("tar starts").success());
    for words in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "one"]] {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"];
        let mut git = Command::new("git");
        git.args(identity).args(words).current_dir(shop.root());
        assert!(git.status().expect("git starts").success(), "git {words:?}");
    }
    let path = env::var("PATH").expect("a path");
    let input = |name, value: &str| (name, value.to_string());
    let package = input("package", &archive.display().to_string());
    let runner = |inputs| Runner { shop: &shop, action: yaml(&shop.text(WRITTEN[1])), inputs };
    let options = input("options", "--no-build --jobs 2");
    let (exit, said) = runner(vec![package.clone(), options.clone(), input("time", "60s")]).run(&path);
    assert_eq!(exit, Exit::Code(1), "{said}");
    assert!(said.contains("::error file=src/main/java/shop/Till.java,line=15"), "{said}");
    let sarif: Value = serde_json::from_str(&shop.text("jacana.sarif")).expect("SARIF");
    assert!(sarif["runs"][0]["results"].as_array().is_some_and(|results| results.len() >= 5), "{sarif:#}");
    // Nothing changed since.
    let since = vec![package.clone(), options.clone(), input("since", "HEAD")];
    let (exit, said) = runner(since).run(&path);
    assert_eq!(exit, Exit::Code(0), "{said}");
    // An archive with another sum, and none at all.
    let (exit, said) = runner(vec![package, input("sha256", &"0".repeat(64))]).run(&path);
    assert!(exit != Exit::Code(0) && said.contains("jacana-1.tar.gz: FAILED"), "{said}");
    let (exit, said) = runner(Vec::new()).run("/usr/bin:/bin");
    assert!(exit == Exit::Code(3) && said.contains("::error::no jacana on the path"), "{said}");
}

/// Maven finds the plugin in Debian's repository of artifacts, without a network. What `jacana` is given is what it understands.
#[test]
fn the_plugin_of_the_snippet_runs_under_maven() {
    let path = env::var_os("PATH").unwrap_or_default();
    let has_maven = env::split_paths(&path).any(|folder| folder.join("mvn").is_file());
    if !has_maven || !Path::new(PLUGIN).exists() {
        println!("not run: needs mvn and {PLUGIN} (Debian's packages maven and libexec-maven-plugin-java)");
        return;
    }
    let shop = Shop::new();
    let snippet = fs::read_to_string(workspace().join("crates/cli/init/pom.xml")).expect("the snippet");
    // Without the plugins for Java, which Debian does not have.
    let pom = shop.text("pom.xml").replace("<version>1</version>", "<version>1</version><packaging>pom</packaging>");
    let pom = pom.replace("</project>", &format!("<build><plugins>{snippet}</plugins></build></project>"));
    fs::write(shop.root().join("pom.xml"), pom).expect("writable");
    let words = shop.scratch.path().join("words");
    let path = shop.with_jacana(&format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > {}\nexit 1\n", words.display()));
    let mut maven = Command::new("mvn");
    maven.args(["-o", "-q", "-B", "-Dmaven.repo.local=/usr/share/maven-repo", "verify"]).current_dir(shop.root());
    maven.env("JAVA_HOME", &shop.tools.jdk).env("PATH", path);
    let outcome = run(maven, b"", PATIENCE);
    // The build fails as the scan does.
    assert_eq!(outcome.exit, Exit::Code(1), "{}", outcome.stdout_text());
    let words = fs::read_to_string(&words).unwrap_or_else(|_| panic!("{}", outcome.stdout_text()));
    let root = fs::canonicalize(shop.root()).expect("it is there").display().to_string();
    assert_eq!(words.lines().collect::<Vec<_>>(), ["scan", "--no-build", "--time", "5m", &root]);
}

/// Gradle is not among Debian's packages in a version that runs on JDK 17.
#[test]
fn snippets_for_gradle_say_the_same_as_the_one_for_maven() {
    for build in ["build.gradle", "build.gradle.kts"] {
        let snippet = fs::read_to_string(workspace().join("crates/cli/init").join(build)).expect("the snippet");
        let said = snippet.replace('"', "'");
        assert!(said.contains("'jacana', 'scan', '--no-build', '--time', '5m', projectDir"), "{snippet}");
    }
}
