//! `jacana`: flags, files, wiring. A small supervisor starts the engine in a child process, so that a crash of the
//! embedded JVM ends as a clear message.

mod case_answers;
mod case_pictures;
mod case_record;
mod case_tests;
mod check;
mod check_broken;
mod check_contracts;
mod check_jobs;
mod check_judge;
mod check_options;
mod check_report;
mod check_trace;
mod check_writes;
mod compile;
mod confined;
mod contracted;
mod coordinator;
mod corpus;
mod drivers;
mod engine;
mod entry;
mod executed;
mod follow;
mod jacoco;
mod judge;
mod launch;
mod link;
mod model_check;
mod models;
mod near;
mod options;
mod output;
mod paths;
mod referee;
mod run;
mod sandbox;
mod scratch;
mod search;
mod solving;
mod source;
mod specs;
mod stress;
mod stubs;
mod supervisor;
mod targets;
mod test;
mod test_campaign;
mod test_choice;
mod test_draw;
mod test_items;
mod test_options;
mod test_project;
mod test_record;
mod test_reflection;
mod test_search;
mod test_seeds;
mod test_sinks;
mod test_trial;
mod test_types;
mod test_verdict;
mod test_warmup;
mod test_work;
mod test_writer;
mod trials;
mod turns;
mod verify;
mod watch;
mod worker;

use options::Command;
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit code for errors in the input or in the tool.
const ERROR: u8 = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let engine = std::env::var_os(supervisor::ENGINE).map(PathBuf::from);
    let outcome = match options::parse(&arguments) {
        Ok(Command::Help(text)) => {
            output::say(text);
            return ExitCode::SUCCESS;
        }
        Ok(Command::Confined(confined)) => confined::execute(&confined),
        Ok(mut command) => match (engine, &mut command) {
            (Some(folder), _) => engine::run(folder, move |free| match &mut command {
                Command::Run(run) => match run.trials.clone() {
                    Some(file) => trials::execute(run, &file, free),
                    None if run.search.is_some() => search::execute(run, free),
                    None => run::execute(run, free),
                },
                Command::Verify(verify) => {
                    worker::adapt(verify);
                    verify::execute(verify, free)
                }
                Command::ModelCheck(check) => model_check::execute(check, free),
                Command::Check(check) => check::execute(check, free),
                Command::Test(test) => {
                    test_work::adapt(test);
                    test::execute(test, free)
                }
                Command::Help(_) | Command::Confined(_) => unreachable!("carried out above"),
            }),
            (None, Command::Check(check)) if check.jobs > 1 => check_jobs::coordinate(check, &arguments),
            (None, Command::Verify(verify)) if verify.jobs > 1 => coordinator::coordinate(verify, &arguments),
            (None, Command::Test(test)) => test_campaign::coordinate(test, &arguments),
            (None, _) => supervisor::supervise(&arguments),
        },
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
