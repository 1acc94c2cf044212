//! Copies of projects, which scans may write to and which git knows.

use crate::fixture::files_below;
use crate::process::{PATIENCE, run};
use crate::tools::workspace;
use crate::{Outcome, Scratch, Tools};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The time of a scan of a small project, and of a larger one.
const SHORT: &str = "120s";
const LONG: &str = "10m";
/// A class whose exceptions say what is markup on pages, the end of a script, or control of a terminal.
const HOSTILE: &str = "package evil;

public class Größe {
    public static int half(int number) {
        assert number != 77 : \"</script><img src=x onerror=alert(1)><!-- \\u001b[31m ]]> \\u2028 \\\"'& \\r\\n::error::x%0A\";
        return number / 2;
    }
}
";

pub struct ScannedProject {
    pub tools: Tools,
    pub scratch: Scratch,
    /// Of its folder.
    name: String,
    /// For a scan.
    time: &'static str,
}

/// File, line and rule of a finding.
pub type Told = (String, u64, String);

impl ScannedProject {
    /// A copy of a folder.
    pub fn of(folder: &Path) -> ScannedProject {
        let scratch = Scratch::new("scan");
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        for file in files_below(folder) {
            let below = file.strip_prefix(folder).expect("below it").display().to_string();
            scratch.write(&format!("{name}/{below}"), fs::read_to_string(&file).expect("a text"));
        }
        ScannedProject { tools: Tools::find(), scratch, name, time: LONG }
    }

    /// A copy of examples/shop.
    pub fn shop() -> ScannedProject {
        ScannedProject { time: SHORT, ..ScannedProject::of(&workspace().join("examples/shop")) }
    }

    /// A project whose texts and names are hostile to every format.
    pub fn hostile() -> ScannedProject {
        let (scratch, name) = (Scratch::new("scan"), "shop & \"<b>\"".to_string());
        scratch.write(&format!("{name}/src/main/java/evil/Größe.java"), HOSTILE);
        ScannedProject { tools: Tools::find(), scratch, name, time: SHORT }
    }

    pub fn root(&self) -> PathBuf {
        self.scratch.path().join(&self.name)
    }

    /// What is said, and the report.
    pub fn scan(&self, words: &[&str]) -> (Outcome, Value) {
        let file = self.scratch.path().join("report.json");
        let _ = fs::remove_file(&file);
        let mut command = self.tools.jacana();
        command.args(["scan", "--no-build", "--time", self.time, "--json"]).arg(&file).args(words).arg(self.root());
        let outcome = run(command, b"", PATIENCE);
        let report = serde_json::from_str(&fs::read_to_string(&file).unwrap_or_default()).unwrap_or(Value::Null);
        (outcome, report)
    }

    pub fn git(&self, words: &[&str]) {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@t", "-c", "commit.gpgsign=false"];
        let output = Command::new("git").args(identity).args(words).current_dir(self.root()).output();
        let output = output.expect("git starts");
        assert!(output.status.success(), "git {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Replaces a text that a source has once.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.root().join("src/main/java").join(file);
        let text = fs::read_to_string(&path).expect("a source");
        assert!(text.matches(from).count() == 1, "{file} does not have one {from}");
        fs::write(&path, text.replacen(from, to, 1)).expect("writable");
    }
}

/// All findings that are more than possible, and that the baseline does not have.
pub fn important(report: &Value) -> Vec<Told> {
    let findings = report["findings"].as_array().into_iter().flatten();
    let findings = findings.filter(|finding| finding["importance"] != "possible" && finding["known"] == false);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let told = findings.map(|finding| {
        let place = &finding["place"];
        (text(&place["file"]), place["line"].as_u64().unwrap_or_default(), text(&finding["rule"]))
    });
    told.collect()
}
