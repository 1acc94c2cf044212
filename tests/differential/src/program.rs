//! A program to run on both sides: class path, main class, arguments, standard input.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::cache::{Digests, Key};
use crate::compare::Mode;
use crate::fixture::files_below;
use crate::process::{Outcome, PATIENCE, run};
use crate::tools::{Scratch, Tools};

/// Without the last one, JDK 24 and newer warn about native libraries. Without the second one, hot code would throw a shared
/// exception without message and trace.
const JAVA_OPTIONS: [&str; 3] = ["-ea", "-XX:-OmitStackTraceInFastThrow", "--enable-native-access=ALL-UNNAMED"];

#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The name in reports.
    pub name: String,
    /// Options that both sides understand, such as `-Dkey=value`.
    pub options: Vec<String>,
    pub class_path: Vec<PathBuf>,
    pub main: String,
    pub args: Vec<String>,
    pub stdin: Vec<u8>,
    /// Files that the program finds in its working folder: (name, contents).
    pub files: Vec<(String, Vec<u8>)>,
}

impl Program {
    pub fn on_java(&self, tools: &Tools) -> Outcome {
        let mut java = tools.java();
        java.args(JAVA_OPTIONS);
        self.complete(&mut java);
        self.start(java, PATIENCE)
    }

    /// Everything that `on_java` depends on.
    pub fn key(&self, tools: &Tools, digests: &Digests) -> Key {
        let mut key = Key::new(tools, "java");
        JAVA_OPTIONS.iter().for_each(|option| _ = key.text(option));
        self.options.iter().for_each(|option| _ = key.word(option));
        self.class_path.iter().for_each(|entry| _ = key.text(&digests.of(entry)));
        key.text(&self.main).bytes(&self.stdin);
        self.args.iter().for_each(|argument| _ = key.word(argument));
        self.files.iter().for_each(|(name, contents)| _ = key.text(name).bytes(contents));
        key
    }

    pub fn on_jacana(&self, tools: &Tools, mode: Mode) -> Outcome {
        let mut jacana = tools.jacana();
        jacana.arg("run").args(mode.options());
        self.complete(&mut jacana);
        self.start(jacana, mode.limit())
    }

    /// The part of the command line that both sides share.
    pub fn complete(&self, command: &mut Command) {
        command.args(&self.options).arg("-cp").arg(self.joined_class_path()).arg(&self.main).args(&self.args);
    }

    /// Runs a finished command with the input and files of this program. Each run gets a fresh working folder, so one
    /// side cannot see what the other wrote.
    pub fn start(&self, mut command: Command, limit: Duration) -> Outcome {
        let folder = Scratch::new("work");
        for (name, contents) in &self.files {
            folder.write(name, contents);
        }
        command.current_dir(folder.path());
        let mut outcome = run(command, &self.stdin, limit);
        for path in files_below(folder.path()) {
            let name = path.strip_prefix(folder.path()).expect("below the folder").display().to_string();
            outcome.files.insert(name, fs::read(&path).unwrap_or_default());
        }
        outcome
    }

    pub fn joined_class_path(&self) -> String {
        let parts: Vec<String> = self.class_path.iter().map(|path| path.display().to_string()).collect();
        parts.join(":")
    }
}
