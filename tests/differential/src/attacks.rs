//! Programs that try to get out: Java and C code that writes files, sends signals, opens sockets and so on, at targets that the test
//! watches, in every place where Jacana runs code of a program. Nothing of it may have an effect.

mod range;

pub use range::Range;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process::run;
use crate::tools::{compile_with, workspace};
use crate::{Outcome, Scratch, Tools};

/// For one command; a busy machine must make no difference.
const PATIENCE: Duration = Duration::from_secs(240);

/// Deeds of `Attack.java`, loading the library in two ways among them.
pub const JAVA_DEEDS: usize = 24;

/// Who attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum User {
    /// Whoever runs the test: root, where there is a second line.
    Caller,
    /// `nobody`; needs a test that runs as root.
    Ordinary,
}

/// The user and group of `nobody`.
pub const ORDINARY: u32 = 65534;

/// Where the code of the program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Without Jacana: shows which deeds have an effect on this machine at all.
    Outside,
    Exploration,
    /// As a user does it who wants no native code.
    Refused,
    ExplorationByWorkers,
    Replay,
    Check,
    Test,
    JavacOfVerify,
    JavacOfCheck,
    JavacOfTest,
}

impl Place {
    pub const CONFINED: [Place; 9] = [
        Place::Exploration,
        Place::Refused,
        Place::ExplorationByWorkers,
        Place::Replay,
        Place::Check,
        Place::Test,
        Place::JavacOfVerify,
        Place::JavacOfCheck,
        Place::JavacOfTest,
    ];

    /// How many deeds are tried there.
    fn deeds(self) -> usize {
        match self {
            Place::Outside | Place::Replay | Place::Check | Place::Test => JAVA_DEEDS + range::NATIVE_DEEDS,
            // One way to load the library.
            Place::Exploration | Place::ExplorationByWorkers => JAVA_DEEDS - 1 + range::NATIVE_DEEDS,
            Place::Refused => JAVA_DEEDS - 1,
            // That the processor runs at all.
            Place::JavacOfVerify | Place::JavacOfCheck | Place::JavacOfTest => 1,
        }
    }

    /// Is the library meant to be loaded?
    pub fn runs_native_code(self) -> bool {
        self.deeds() > JAVA_DEEDS
    }

    /// What tests that have little time try.
    pub const SHORT: [Place; 3] = [Place::Exploration, Place::Replay, Place::JavacOfVerify];
}

/// What came of the attacks in one place.
#[derive(Debug)]
pub struct Attacked {
    pub place: Place,
    pub user: User,
    /// How many deeds were tried.
    pub deeds: usize,
    /// Changes at the targets; each names the deed.
    pub effects: Vec<String>,
    /// The library was loaded, as far as times of access tell.
    pub native_ran: bool,
    pub outcome: Outcome,
}

/// Compiled once: the attacks, the programs that start them, and the processor of annotations.
pub struct Arsenal {
    tools: Tools,
    scratch: Scratch,
}

impl Arsenal {
    pub fn new(tools: Tools) -> Arsenal {
        let scratch = Scratch::new("arsenal");
        let attack = workspace().join("fixtures/attacks/Attack.java");
        let harmless = scratch.write("source/Harmless.java", HARMLESS);
        let programs = PROGRAMS.iter().map(|(name, text)| scratch.write(name, text));
        let sources: Vec<PathBuf> = programs.chain([attack, harmless]).collect();
        // Debian's JaCoCo knows no newer class files.
        compile_with(&tools, &sources, &["--release", "17"], &scratch.path().join("classes"));
        let services = "META-INF/services/javax.annotation.processing.Processor";
        scratch.write(&format!("classes/{services}"), "AttackProcessor\n");
        Arsenal { tools, scratch }
    }

    /// What Jacana says of the kernel at hand.
    pub fn defence(&self) -> String {
        let mut jacana = self.tools.jacana();
        jacana.args(["verify", "--stats"]).arg(self.scratch.path().join("source/Harmless.java"));
        let said = run(jacana, b"", PATIENCE).stdout_text();
        said.lines().find(|line| line.trim_start().starts_with("defence")).unwrap_or("defence: not told").to_string()
    }

    /// Lets the program attack there, on targets of its own.
    pub fn attack(&self, place: Place, user: User) -> Attacked {
        let range = Range::new(user);
        let library = self.library(&range.root());
        let before = range.look();
        let outcome = run(self.command(place, user, &range, &library), b"", PATIENCE);
        let mut effects = range.changes(&before);
        if outcome.stdout_text().contains(TYPED) {
            effects.push("terminal: something was typed".into());
        }
        let native_ran = range.was_loaded();
        Attacked { place, user, deeds: place.deeds(), effects, native_ran, outcome }
    }

    /// The library with its targets inside.
    fn library(&self, root: &Path) -> PathBuf {
        let library = root.join("library.so");
        let source = workspace().join("fixtures/attacks/attack.c");
        let mut gcc = Command::new("gcc");
        gcc.args(["-shared", "-fPIC", "-pthread", "-w"]).arg(format!("-DROOT=\"{}\"", root.display()));
        let status = gcc.arg("-o").arg(&library).arg(source).status().expect("gcc starts");
        assert!(status.success(), "the library compiles");
        library
    }

    fn command(&self, place: Place, user: User, range: &Range, library: &Path) -> Command {
        let classes = self.scratch.path().join("classes");
        let source = self.scratch.path().join("source/Harmless.java");
        let (root, aims) = (range.root(), range.root().join("aims"));
        let path = match place {
            // Candidates read nothing but the class path.
            Place::Test => format!("{}:{}:{}", classes.display(), aims.display(), root.display()),
            _ => format!("{}:{}", classes.display(), aims.display()),
        };
        let aim = [range.root().display().to_string(), library.display().to_string()];
        let out = range.root().join("out");
        // A name of a class file tells the classes without main what to aim at.
        fs::write(aims.join("aim"), aim.join("\n")).expect("targets can be written");
        let mut words: Vec<String> = Vec::new();
        let jacana = self.tools.jacana.display().to_string();
        let mut say = |line: &str| words.extend(line.split(' ').map(String::from));
        match place {
            Place::Outside => say("java -cp PATH Attack ROOT LIBRARY"),
            Place::Exploration => say("JACANA verify --allow-native --time 60s -cp PATH AttackExplored ROOT LIBRARY"),
            Place::Refused => say("JACANA verify --stats --time 60s -cp PATH AttackExplored ROOT LIBRARY"),
            Place::ExplorationByWorkers => {
                say("JACANA verify --allow-native --jobs 2 --time 60s -cp PATH AttackExplored ROOT LIBRARY")
            }
            Place::Replay => say("JACANA verify --allow-native --time 60s -cp PATH AttackReplayed ROOT LIBRARY"),
            Place::Check => say("JACANA check --allow-native --time 30s -cp PATH AttackChecked.f"),
            Place::Test => say("JACANA test --allow-native --time-per-class 3s -cp PATH AttackChecked -o OUT"),
            Place::JavacOfVerify => say("JACANA verify --time 30s -cp PATH SOURCE"),
            Place::JavacOfCheck => say("JACANA check --time 30s -cp PATH SOURCE Harmless.f"),
            Place::JavacOfTest => say("JACANA test --time-per-class 1s -cp PATH Harmless -o OUT"),
        }
        let [root, library] = aim;
        let java = self.tools.jdk.join("bin/java").display().to_string();
        let meant = |word: String| match word.as_str() {
            "java" => java.clone(),
            "JACANA" => jacana.clone(),
            "PATH" => path.clone(),
            "ROOT" => root.clone(),
            "LIBRARY" => library.clone(),
            "SOURCE" => source.display().to_string(),
            "OUT" => out.display().to_string(),
            _ => word,
        };
        let words: Vec<String> = words.into_iter().map(meant).collect();
        let who = match user {
            User::Caller => String::new(),
            User::Ordinary => format!("setpriv --reuid={ORDINARY} --regid={ORDINARY} --clear-groups -- "),
        };
        let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        // The caller has a terminal, and a file open that the program is not meant to have.
        let line = format!("exec 9>>{root}/descriptors/canary; exec {who}{}", quoted.join(" "));
        let script = range.script(&line);
        let mut command = Command::new("script");
        command.args(["-q", "-e", "-c"]).arg(format!("bash {}", script.display())).arg("/dev/null");
        command.env("JAVA_HOME", &self.tools.jdk).env("SECRET_TOKEN", SECRET);
        for name in ["CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
            command.env_remove(name);
        }
        command.current_dir(&classes);
        command
    }

    /// A class that reads what is secret, tested: the files that were written and speak of it.
    pub fn secrets_in_tests(&self) -> Vec<String> {
        let range = Range::new(User::Caller);
        let out = range.root().join("out");
        fs::write(range.root().join("secret"), SECRET).expect("targets can be written");
        let mut jacana = self.tools.jacana();
        let aim = self.scratch.path().join("aims");
        fs::create_dir_all(&aim).expect("scratch folder");
        fs::write(aim.join("aim"), range.root().join("secret").display().to_string()).expect("scratch folder");
        let path = format!("{}:{}", self.scratch.path().join("classes").display(), aim.display());
        jacana.args(["test", "--time-per-class", "0", "--paths", "20", "-cp", &path, "AttackSecrets", "-o"]).arg(&out);
        jacana.env("SECRET_TOKEN", SECRET);
        let outcome = run(jacana, b"", PATIENCE);
        let mut found = Vec::new();
        for (name, contents) in range::files_below(&out) {
            if contents.contains(SECRET) {
                found.push(name);
            }
        }
        let written = range::files_below(&out).iter().any(|(name, _)| name.ends_with("Test.java"));
        assert!(written, "tests were written: {}{}", outcome.stdout_text(), outcome.stderr_text());
        found
    }
}

/// What the library types on terminals that it can reach; a terminal shows it.
const TYPED: &str = "typed by the program";

/// Nothing that anybody else says.
const SECRET: &str = "correct-horse-battery-staple";

const HARMLESS: &str = "\
@Deprecated public class Harmless {
    public static void f(int x) { if (x == 7) throw new IllegalStateException(); }
    public static void main(String[] arguments) { f(1); }
}
";

const PROGRAMS: [(&str, &str); 7] = [
    ("jacana/Jacana.java", "package jacana; public class Jacana { public static int anyInt() { return 0; } }"),
    (
        "AttackExplored.java",
        "public class AttackExplored {
            public static void main(String[] arguments) throws Exception {
                int which = jacana.Jacana.anyInt();
                if (which >= 0 && which < Attack.DEEDS) Attack.deed(which, arguments[0]);
                if (which == 100) System.load(arguments[1]);
                if (which == 101) { System.load(arguments[1]); assert false; }
            }
        }",
    ),
    (
        "AttackReplayed.java",
        "public class AttackReplayed {
            public static void main(String[] arguments) {
                if (jacana.Jacana.anyInt() == 7) {
                    // Known to replays alone.
                    if (System.getProperty(\"jacana.replay.inputs\") != null) Attack.all(arguments[0], arguments[1]);
                    assert false;
                }
            }
        }",
    ),
    (
        "Aim.java",
        "public class Aim {
            static String[] lines() {
                try (java.io.InputStream in = Aim.class.getResourceAsStream(\"/aim\")) {
                    return new String(in.readAllBytes()).split(\"\\n\");
                } catch (java.io.IOException unread) {
                    throw new IllegalStateException(unread);
                }
            }
        }",
    ),
    (
        "AttackChecked.java",
        "public class AttackChecked {
            public static void f(int x) {
                if (x == 7) {
                    if (isReplay()) all();
                    throw new IllegalStateException();
                }
            }
            private static boolean isReplay() {
                try { return Class.forName(\"HeapReplay\") != null; } catch (ClassNotFoundException explored) { return false; }
            }
            private static void all() { String[] aim = Aim.lines(); Attack.all(aim[0], aim[1]); }
            public static int g(int x) { all(); return x; }
        }",
    ),
    (
        "AttackSecrets.java",
        "public class AttackSecrets {
            public static String variable() { return System.getenv(\"SECRET_TOKEN\"); }
            public static String variables() { return System.getenv().toString(); }
            public static String home() { return System.getProperty(\"user.home\"); }
            public static int one() { return 1; }
            public static String file() throws java.io.IOException {
                return java.nio.file.Files.readString(java.nio.file.Path.of(Aim.lines()[0]));
            }
            public static String parent() throws java.io.IOException {
                long parent = ProcessHandle.current().parent().get().pid();
                return java.nio.file.Files.readString(java.nio.file.Path.of(\"/proc/\" + parent + \"/environ\"));
            }
        }",
    ),
    (
        "AttackProcessor.java",
        "import java.util.Set;
        import javax.annotation.processing.*;
        import javax.lang.model.element.TypeElement;
        @SupportedAnnotationTypes(\"*\")
        public class AttackProcessor extends AbstractProcessor {
            static { String[] aim = Aim.lines(); Attack.all(aim[0], aim[1]); }
            public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) { return false; }
        }",
    ),
];
