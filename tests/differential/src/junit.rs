//! Tests run by JUnit itself: Debian's jars of its console launcher (scripts/setup tests).

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cache::copy;
use crate::process;
use crate::tools::{self, SHORT_LIVED, Tools};

const JARS: &str = "/usr/share/java";
const JUNIT: [&str; 12] = [
    "junit-platform-console",
    "junit-platform-launcher",
    "junit-platform-engine",
    "junit-platform-commons",
    "junit-platform-reporting",
    "junit-jupiter-api",
    "junit-jupiter-engine",
    "junit-jupiter-params",
    "univocity-parsers",
    "opentest4j",
    "apiguardian-api",
    "picocli",
];
const LIMIT: Duration = Duration::from_secs(1200);

/// Compiled tests.
pub struct JUnit {
    compiled: PathBuf,
    class_path: String,
}

/// One run of all tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ran {
    pub passed: u64,
    pub failed: u64,
    /// What JUnit tells about those that failed.
    pub failures: Vec<String>,
}

impl JUnit {
    /// Or what the compiler says.
    pub fn compile(tools: &Tools, sources: &[PathBuf], class_path: &str, compiled: &Path) -> Result<JUnit, String> {
        let jars: Vec<String> = JUNIT.iter().map(|name| format!("{JARS}/{name}.jar")).collect();
        for jar in &jars {
            assert!(Path::new(jar).exists(), "no {jar}: run scripts/setup tests");
        }
        fs::create_dir_all(compiled).expect("temporary folder is writable");
        let class_path = format!("{}:{}:{class_path}", compiled.display(), jars.join(":"));
        let options = ["-proc:none", "-encoding", "UTF-8", "-cp", &class_path];
        copy(&tools::compiled(tools, sources, &options)?, compiled);
        Ok(JUnit { compiled: compiled.to_path_buf(), class_path })
    }

    /// With options of `java`, in a folder.
    pub fn run(&self, tools: &Tools, options: &[String], folder: &Path) -> Ran {
        let mut java = tools.java();
        java.current_dir(folder).args(SHORT_LIVED).arg("-ea").args(options);
        java.args(["-cp", &self.class_path, "org.junit.platform.console.ConsoleLauncher", "--scan-classpath"]);
        java.arg(&self.compiled).args(["--details=summary", "--disable-banner", "--disable-ansi-colors"]);
        let outcome = process::run(java, b"", LIMIT);
        let said = outcome.stdout_text() + &outcome.stderr_text();
        let count = |what: &str| {
            let line = said.lines().find(|line| line.starts_with('[') && line.contains(what));
            let word = line.and_then(|line| line.trim_start_matches('[').split_whitespace().next());
            word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("JUnit said {said}"))
        };
        let failures = said.lines().map(str::trim).filter(|line| line.starts_with("JUnit Jupiter:")).map(String::from);
        Ran { passed: count(" tests successful "), failed: count(" tests failed "), failures: failures.collect() }
    }
}
