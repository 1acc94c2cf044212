//! The command line: which command, with which options, in the forms of `java` too; and what is wrong with it, in one line.

use crate::check::options::Check;
use crate::doctor::options::Doctor;
use crate::init::options::Init;
use crate::model_check::options::ModelCheck;
use crate::program::launch::{class_path_entries, find_jdk};
use crate::program::options::{Launch, Program};
use crate::run::options::Run;
use crate::scan::options::Scan;
use crate::test::options::Test;
use crate::verify::options::Verify;
use anyhow::{Result, anyhow, bail};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use sandbox::{Rules, StandardInput, Strength};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  jacana completions bash > ~/.local/share/bash-completion/completions/jacana
  jacana completions fish > ~/.config/fish/completions/jacana.fish";

const MAN_EXAMPLES: &str = "\
Examples:
  jacana man verify | man -l -
  jacana man scan > ~/.local/share/man/man1/jacana-scan.1";

const HELP_EXAMPLES: &str = "\
Examples:
  jacana help
  jacana help verify";

/// What somebody who types nothing else should know.
const FIRST_STEPS: &str = "\
Examples:
  jacana doctor                         (is all here that is needed?)
  jacana scan path/to/project           (what breaks in a project)
  jacana verify examples/Buckets.java   (can a program fail, for any input?)
  jacana help scan                      (the options of a command)";

/// Jacana executes Java programs on concrete and symbolic values: it finds inputs that break them, proves that none exist, and
/// writes tests.
#[derive(Parser)]
#[command(name = "jacana", version, disable_help_subcommand = true, max_term_width = 120, after_help = FIRST_STEPS)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    Scan(Box<Scan>),
    Run(Box<Run>),
    Verify(Box<Verify>),
    Check(Box<Check>),
    Test(Box<Test>),
    ModelCheck(Box<ModelCheck>),
    Doctor(Doctor),
    Init(Init),
    /// Print a script that completes the words of our command line
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        /// For which shell
        shell: Shell,
    },
    /// Print the manual page of jacana or of one of its commands
    #[command(after_help = MAN_EXAMPLES)]
    Man {
        /// The command (default: jacana itself)
        command: Option<String>,
    },
    /// Print this text, or that of a command
    #[command(after_help = HELP_EXAMPLES)]
    Help {
        /// The command (default: jacana itself)
        command: Option<String>,
    },
}

impl Command {
    /// What to start, where something is started.
    pub fn launch(&self) -> Option<&Launch> {
        match self {
            Command::Scan(scan) => Some(&scan.launch),
            Command::Run(run) => Some(&run.launch),
            Command::Verify(verify) => Some(&verify.launch),
            Command::Check(check) => Some(&check.launch),
            Command::Test(test) => Some(&test.launch),
            Command::ModelCheck(check) => Some(&check.launch),
            Command::Doctor(_)
            | Command::Init(_)
            | Command::Completions { .. }
            | Command::Man { .. }
            | Command::Help { .. } => None,
        }
    }
}

impl Command {
    /// What the engine of the command may do, and those that it starts.
    pub fn rules(&self) -> Rules {
        let (strength, compile_time, reports) = match self {
            Command::Run(run) => (run.strength(), run.time, run.corpus.iter().chain(&run.html).cloned().collect()),
            Command::Verify(verify) => (verify.strength(), Some(verify.time), verify.reports()),
            Command::Check(check) => (check.strength(), Some(check.time), check.reports()),
            Command::Scan(_) | Command::Test(_) => (Test::STRENGTH, None, Vec::new()),
            Command::ModelCheck(check) => (check.strength(), None, check.html.iter().cloned().collect()),
            Command::Doctor(_)
            | Command::Init(_)
            | Command::Completions { .. }
            | Command::Man { .. }
            | Command::Help { .. } => {
                unreachable!("said by the first process")
            }
        };
        let reads_input = matches!(self, Command::Run(_)) || strength == Strength::Nothing;
        Rules {
            strength,
            jdk: self.launch().and_then(|launch| find_jdk(launch).ok()).map(|jdk| jdk.home),
            compile_time: compile_time.unwrap_or(COMPILE_TIME),
            reports,
            reads: self.reads(),
            input: if reads_input { StandardInput::Inherited } else { StandardInput::Empty },
            terminal: std::io::stderr().is_terminal(),
        }
    }
}

impl Command {
    /// What is read while tests are written may end in them: the program's own files alone. `test` knows them later.
    fn reads(&self) -> Option<Vec<PathBuf>> {
        let Command::Check(check) = self else { return None };
        check.tests()?;
        let launch = &check.launch;
        let program = match &launch.program {
            Program::Source(source) => Some(source),
            Program::None | Program::Class(_) | Program::Jar(_) => None,
        };
        let named = program.into_iter().chain(&launch.sources).chain(&launch.specs).chain(&launch.models);
        Some(class_path_entries(launch).into_iter().chain(named.cloned()).collect())
    }
}

/// For javac, where the command has no time.
const COMPILE_TIME: Duration = Duration::from_secs(600);

/// What the command line asks for.
pub enum Asked {
    /// To say this, and nothing else.
    Text(String),
    Command(Command),
}

/// The words of `jacana test`, from a command that runs it.
pub fn test(words: &[String]) -> Result<Test> {
    match parse(words)? {
        Asked::Command(Command::Test(test)) => Ok(*test),
        Asked::Command(_) | Asked::Text(_) => bail!("the words of jacana test mean something else"),
    }
}

/// `arguments` are those behind the name of the program.
pub fn parse(arguments: &[String]) -> Result<Asked> {
    let spelled = like_java(arguments);
    let parsed = match Arguments::try_parse_from(std::iter::once("jacana".to_string()).chain(spelled)) {
        Ok(parsed) => parsed,
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return Ok(Asked::Text(error.to_string()));
        }
        Err(error) => return Err(anyhow!(told(&error, arguments.first().map_or("", String::as_str)))),
    };
    let text = |text: String| Ok(Asked::Text(text));
    Ok(Asked::Command(match parsed.command {
        None => return text(help(None)?),
        Some(Command::Help { command }) => return text(help(command.as_deref())?),
        Some(Command::Man { command }) => return text(manual(command.as_deref())?),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "jacana", &mut script);
            return text(String::from_utf8_lossy(&script).into_owned());
        }
        Some(Command::Scan(scan)) => Command::Scan(Box::new(scan.finish()?)),
        Some(Command::Run(run)) => Command::Run(Box::new(run.finish()?)),
        Some(Command::Verify(verify)) => Command::Verify(Box::new(verify.finish()?)),
        Some(Command::Check(check)) => Command::Check(Box::new(check.finish()?)),
        Some(Command::Test(test)) => Command::Test(Box::new(test.finish()?)),
        Some(Command::ModelCheck(check)) => Command::ModelCheck(Box::new(check.finish()?)),
        Some(Command::Doctor(doctor)) => Command::Doctor(doctor),
        Some(Command::Init(init)) => Command::Init(init.finish()?),
    }))
}

/// Words that `java` knows become ours. Behind the program of `run` and `verify` everything is the program's.
fn like_java(arguments: &[String]) -> Vec<String> {
    let commands = Arguments::command();
    let Some(command) = arguments.first().and_then(|name| commands.find_subcommand(name)) else {
        return arguments.to_vec();
    };
    let ends_with_program = matches!(command.get_name(), "run" | "verify");
    let takes_value = |word: &str| {
        let long = word.strip_prefix("--").filter(|name| !name.contains('='));
        let of = |arg: &&clap::Arg| long.is_some() && arg.get_long() == long;
        command.get_arguments().find(of).is_some_and(|arg| arg.get_action().takes_values())
            || matches!(word, "-D" | "-o")
    };
    let mut spelled = vec![arguments[0].clone()];
    let mut rest = arguments[1..].iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-cp" | "-classpath" => spelled.push("--class-path".into()),
            "-ea" => continue,
            "-jar" => spelled.push("--jar".into()),
            word if !word.starts_with('-') && ends_with_program => {
                spelled.push(word.into());
                break;
            }
            word => spelled.push(word.into()),
        }
        let last = spelled.last().expect("just pushed").clone();
        if takes_value(&last) {
            spelled.extend(rest.next().cloned());
        }
        if last == "--jar" && ends_with_program {
            spelled.push("--".into());
            break;
        }
    }
    spelled.extend(rest.cloned());
    spelled
}

fn command_named(name: &str) -> Result<clap::Command> {
    let mut all = Arguments::command();
    all.build();
    match all.find_subcommand(name) {
        Some(command) => Ok(command.clone()),
        None => {
            let near = nearest(name, all.get_subcommands().map(clap::Command::get_name));
            bail!("unknown command `{name}` (try `jacana help`){near}")
        }
    }
}

/// What somebody may have meant, as an end of a message.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    /// Names that share less are something else.
    const SIMILAR: f64 = 0.7;
    let rated = known.map(|other| (strsim::jaro(name, other), other)).filter(|(similar, _)| *similar > SIMILAR);
    match rated.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, other)) => format!("; did you mean `{other}`?"),
        None => String::new(),
    }
}

/// Of a command exactly what its `--help` says.
fn help(command: Option<&str>) -> Result<String> {
    let Some(name) = command else { return Ok(Arguments::command().render_help().to_string()) };
    command_named(name)?;
    match Arguments::try_parse_from(["jacana", name, "--help"]) {
        Err(text) if text.kind() == ErrorKind::DisplayHelp => Ok(text.to_string()),
        Ok(_) | Err(_) => bail!("there is no help on `{name}`"),
    }
}

fn manual(command: Option<&str>) -> Result<String> {
    let shown = match command {
        Some(name) => command_named(name)?,
        None => Arguments::command(),
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(shown).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// What is wrong, in one line.
fn told(error: &clap::Error, command: &str) -> String {
    let context = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let option = context(ContextKind::InvalidArg);
    let name = option.split([' ', '=']).next().unwrap_or_default();
    let value = context(ContextKind::InvalidValue);
    let near = |kind: ContextKind| match context(kind) {
        near if near.is_empty() => String::new(),
        near => format!("; did you mean `{near}`?"),
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let wanted = context(ContextKind::InvalidSubcommand);
            format!("unknown command `{wanted}` (try `jacana help`){}", near(ContextKind::SuggestedSubcommand))
        }
        ErrorKind::UnknownArgument => {
            let near = near(ContextKind::SuggestedArg);
            format!("unknown option `{name}` (try `jacana {command} --help`){near}")
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("option {name} needs a value (try --help)"),
        ErrorKind::InvalidValue => {
            let (known, near) = (context(ContextKind::ValidValue), near(ContextKind::SuggestedValue));
            format!("{name} cannot be `{value}`: there are {known}{near}")
        }
        ErrorKind::ValueValidation => match std::error::Error::source(error) {
            Some(why) => format!("{name} {why}"),
            None => format!("{name} cannot be `{value}`"),
        },
        ErrorKind::ArgumentConflict => {
            let other = context(ContextKind::PriorArg);
            match other.split(' ').next().unwrap_or("another option") {
                other if other == name => format!("{name} is given twice"),
                other => format!("{name} and {other} exclude each other"),
            }
        }
        _ => error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn spelled(line: &str) -> Vec<String> {
        like_java(&line.split(' ').map(String::from).collect::<Vec<_>>())
    }

    fn wrong(line: &str, expected: Expect) {
        let words: Vec<String> = line.split(' ').map(String::from).collect();
        match parse(&words) {
            Ok(_) => panic!("{line} is fine"),
            Err(error) => expected.assert_eq(&error.to_string()),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn words_of_java() {
        assert_eq!(spelled("run -cp a:b Main -cp c"), ["run", "--class-path", "a:b", "Main", "-cp", "c"]);
        assert_eq!(spelled("run -ea -jar t.jar -v"), ["run", "--jar", "t.jar", "--", "-v"]);
        assert_eq!(spelled("verify --time -jar x"), ["verify", "--time", "-jar", "x"]);
        assert_eq!(spelled("check A.java -cp b C"), ["check", "A.java", "--class-path", "b", "C"]);
        assert_eq!(spelled("run -Da=b -D c=d Main"), ["run", "-Da=b", "-D", "c=d", "Main"]);
    }

    #[test]
    fn programs_keep_their_words() {
        let words = ["run", "--stats", "-Dk=v", "Main", "--stats", "-jar", "x"].map(String::from);
        let Ok(Asked::Command(Command::Run(run))) = parse(&words) else { panic!("a run") };
        assert!(run.stats);
        assert_eq!(run.arguments, ["--stats", "-jar", "x"]);
        assert_eq!(run.launch.properties, [("k".to_string(), "v".to_string())]);
    }

    #[test]
    fn methods_may_stand_behind_the_program() {
        let words = ["verify", "--time=2m", "A.java", "--method", "f"].map(String::from);
        let Ok(Asked::Command(Command::Verify(verify))) = parse(&words) else { panic!("a verification") };
        assert_eq!(verify.launch.method.map(|method| method.method), Some("f".to_string()));
        assert_eq!(verify.time.as_secs(), 120);
    }

    /// The words of a line that begins with `jacana`, without what a shell does with the output and without the remark behind it.
    fn words(line: &str) -> Vec<String> {
        let line = line.split("  (").next().unwrap_or_default();
        let parts = line.split('\'').enumerate();
        let split = |(at, part): (usize, &str)| match at % 2 {
            0 => part.split_whitespace().map(String::from).collect(),
            _ => vec![part.to_string()],
        };
        let words = parts.flat_map(split).skip(1);
        words.take_while(|word| !matches!(word.as_str(), "<" | ">" | "|")).collect()
    }

    #[test]
    fn every_command_has_help_with_examples_that_are_understood() {
        let mut all = Arguments::command();
        all.build();
        for command in std::iter::once(&all).chain(all.get_subcommands()) {
            let name = command.get_name();
            assert!(command.get_about().is_some(), "{name} has no sentence about it");
            for option in command.get_arguments().filter(|option| !option.is_hide_set()) {
                assert!(option.get_help().is_some(), "{name}: {} has no sentence", option.get_id());
            }
            let said = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples = said.split_once("Examples:\n").map_or("", |(_, rest)| rest);
            let examples: Vec<&str> = examples.lines().filter(|line| line.starts_with("  jacana ")).collect();
            assert!(examples.len() >= 2, "{name} has {} examples", examples.len());
            for example in examples {
                match parse(&words(example)) {
                    Ok(_) => {}
                    // The files are those of a reader.
                    Err(error) => assert!(error.to_string().starts_with("no such "), "{example}: {error}"),
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_is_one_line() {
        wrong("help verfy", expect!["unknown command `verfy` (try `jacana help`); did you mean `verify`?"]);
        wrong("man fly", expect!["unknown command `fly` (try `jacana help`)"]);
        wrong("init no/such/folder", expect!["no such folder: no/such/folder"]);
        wrong("fly", expect!["unknown command `fly` (try `jacana help`)"]);
        wrong("run --fast Main", expect!["unknown option `--fast` (try `jacana run --help`)"]);
        wrong(
            "verify --tme 3 Main",
            expect!["unknown option `--tme` (try `jacana verify --help`); did you mean `--time`?"],
        );
        wrong("verify --time", expect!["option --time needs a value (try --help)"]);
        wrong("verify --time soon Main", expect!["--time needs a positive duration such as 90, 90s or 2m, not `soon`"]);
        wrong(
            "verify --memory lots Main",
            expect!["--memory needs a positive size such as 3072, 512M or 2G, not `lots`"],
        );
        wrong(
            "verify --search best Main",
            expect!["--search cannot be `best`: there are mixed, dfs, bfs, coverage, random; did you mean `bfs`?"],
        );
        wrong("verify --time 3s --time 4s Main", expect!["--time is given twice"]);
        wrong("check --stats --stats A", expect!["--stats is given twice"]);
        wrong("run -cp a -cp b Main", expect!["--class-path is given twice"]);
        wrong("run --explore --same-path 2 Main", expect!["--explore and --same-path exclude each other"]);
        wrong(
            "run",
            expect!["no program given: name a main class, a jar, a source file or a folder (try `jacana run --help`)"],
        );
        wrong("test A", expect!["where should the tests go? (-o DIR)"]);
    }
}
