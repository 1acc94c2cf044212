//! `jacana`: flags, files, wiring. A small supervisor starts the engine in a child process, so that a crash of the
//! embedded JVM ends as a clear message.

mod arguments;
mod check;
mod doctor;
mod init;
mod model_check;
mod output;
mod process;
mod program;
mod run;
mod scan;
mod test;
mod values;
mod verify;

use anyhow::Result;
use arguments::{Asked, Command};
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit code for errors in the input or in the tool.
const ERROR: u8 = 3;

fn main() -> ExitCode {
    // A word that is no text is refused as what it looks like.
    let arguments =
        std::env::args_os().skip(1).map(|word| word.into_string().map_err(|word| word.display().to_string()));
    let executed = match arguments.collect::<Result<Vec<String>, String>>() {
        Ok(arguments) => execute(&arguments),
        Err(word) => Err(anyhow::anyhow!("`{word}` is not UTF-8")),
    };
    match executed {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("jacana: {error:#}");
            ExitCode::from(ERROR)
        }
    }
}

fn execute(arguments: &[String]) -> Result<u8> {
    if let Some((sandbox::LAUNCHER, words)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return Err(sandbox::become_confined(words).into());
    }
    let command = match arguments::parse(arguments)? {
        Asked::Text(text) => {
            output::say(&text);
            return Ok(0);
        }
        Asked::Command(Command::Doctor(doctor)) => return Ok(doctor::execute(&doctor)),
        Asked::Command(Command::Init(init)) => {
            output::say(&init::execute(&init)?);
            return Ok(0);
        }
        Asked::Command(command) => command,
    };
    if command.launch().is_some_and(|launch| launch.number_reasons) {
        machine::reason::show_numbers();
    }
    if let Some(scratch) = std::env::var_os(sandbox::ENGINE).map(PathBuf::from) {
        return process::run_engine(&scratch, move |free| engine(command, free));
    }
    let rules = command.rules();
    match &command {
        Command::Check(check) if check.jobs > 1 => check::coordinator::coordinate(check, arguments, rules),
        Command::Verify(verify) if verify.jobs > 1 => verify::coordinator::coordinate(verify, arguments, rules),
        Command::Test(test) => test::campaign::coordinate(test, arguments, rules),
        Command::Scan(scan) => scan::coordinate(scan, arguments, rules, &arguments::test),
        _ => process::supervise(arguments, rules),
    }
}

/// The work of the engine's process, to its exit code.
fn engine(command: Command, free: &sandbox::Free) -> Result<i32> {
    match command {
        Command::Run(run) => match (&run.trials, &run.turns) {
            (Some(file), _) => run::trials::execute(&run, file, free),
            (None, Some(file)) => run::turns::execute(&run, file, free),
            (None, None) if run.search.is_some() => run::search::execute(&run, free),
            (None, None) => run::execute(&run, free),
        },
        Command::Verify(mut verify) => {
            let boss = verify::worker::adapt(&mut verify)?;
            verify::execute(&verify, free, boss)
        }
        Command::ModelCheck(check) => model_check::execute(&check, free),
        Command::Check(check) => check::execute(&check, free),
        Command::Test(test) => test::worker::execute(*test, free),
        Command::Scan(_) => unreachable!("its work is that of the commands that it starts"),
        Command::Doctor(_)
        | Command::Init(_)
        | Command::Completions { .. }
        | Command::Man { .. }
        | Command::Help { .. } => {
            unreachable!("said by the first process")
        }
    }
}
