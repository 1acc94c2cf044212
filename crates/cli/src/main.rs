//! `jacana`: flags, files, wiring. A small supervisor starts the engine in a child process, so that a crash of the
//! embedded JVM ends as a clear message.

mod compile;
mod engine;
mod launch;
mod options;
mod output;
mod run;
mod solving;
mod source;
mod stress;
mod supervisor;
mod verify;
mod watch;

use options::Command;
use std::process::ExitCode;

/// Exit code for errors in the input or in the tool.
const ERROR: u8 = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let engine = std::env::var_os(supervisor::ENGINE).is_some();
    let outcome = match options::parse(&arguments) {
        Ok(Command::Help(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Ok(Command::Run(run)) if engine => engine::run(move || run::execute(&run)),
        Ok(Command::Verify(verify)) if engine => engine::run(move || verify::execute(&verify)),
        Ok(Command::Run(_) | Command::Verify(_)) => supervisor::supervise(&arguments),
        Err(error) => Err(error),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("jacana: {error:#}");
            ExitCode::from(ERROR)
        }
    }
}
