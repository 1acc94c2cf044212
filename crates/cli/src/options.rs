//! The command line. Options of `run` stand before the main class, as with `java`; everything behind it is the program's.

use anyhow::{Result, bail};
use std::path::PathBuf;

pub enum Command {
    Help(&'static str),
    Run(Run),
}

#[derive(Debug, Default)]
pub struct Run {
    pub class_path: Option<String>,
    pub jdk: Option<PathBuf>,
    /// `-D` definitions.
    pub properties: Vec<(String, String)>,
    pub stress_fork: Option<u64>,
    pub program: Program,
    pub arguments: Vec<String>,
}

#[derive(Debug, Default)]
pub enum Program {
    #[default]
    None,
    Class(String),
    Jar(PathBuf),
    /// A source file, or a folder of them.
    Source(PathBuf),
}

const HELP: &str = "\
Jacana executes Java programs on concrete and symbolic values.

usage:
  jacana run [options] Main [arguments...]        run the main class of a class path
  jacana run [options] -jar FILE [arguments...]   run the main class of a jar
  jacana run [options] File.java [arguments...]   compile a source file and run it
  jacana run [options] FOLDER [arguments...]      compile all sources below a folder and run the class with main
  jacana help | jacana run --help

Exit codes of jacana itself: 2 the program could not be run to its end (the reason is printed), 3 error in the
input or the tool. Otherwise `jacana run` ends with the exit code of the program.
";

const RUN_HELP: &str = "\
jacana run: executes a Java program on Jacana's interpreter, with the behaviour of `java -ea`.

usage: jacana run [options] (Main | -jar FILE | File.java | FOLDER) [arguments...]

options:
  -cp PATH, -classpath PATH, --class-path PATH
                 folders, jars and `folder/*`, separated by `:` (default: CLASSPATH, else the current folder)
  -jar FILE      run the Main-Class of a jar
  -Dname=value   set a system property
  --jdk DIR      the JDK to use (default: JAVA_HOME, else the `java` on PATH); JDK 17 or newer
  -h, --help     this text

examples:
  jacana run examples/Inventory.java
  jacana run -cp build/classes:lib/gson.jar com.example.Main input.json
  jacana run -jar tool.jar --verbose
  jacana run -Djava.library.path=native src/
";

pub fn parse(arguments: &[String]) -> Result<Command> {
    match arguments.first().map(String::as_str) {
        None | Some("help" | "-h" | "--help") => Ok(Command::Help(HELP)),
        Some("run") => parse_run(&arguments[1..]),
        Some(other) => bail!("unknown command `{other}` (try `jacana help`)"),
    }
}

fn parse_run(arguments: &[String]) -> Result<Command> {
    let mut run = Run::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || match rest.next() {
            Some(value) => Ok(value.clone()),
            None => bail!("option {argument} needs a value (try `jacana run --help`)"),
        };
        match argument.as_str() {
            "-h" | "--help" => return Ok(Command::Help(RUN_HELP)),
            "-cp" | "-classpath" | "--class-path" => run.class_path = Some(value()?),
            "--jdk" => run.jdk = Some(value()?.into()),
            "--stress-fork" => run.stress_fork = Some(instructions(&value()?)?),
            "-ea" => {}
            "-jar" => {
                run.program = Program::Jar(value()?.into());
                break;
            }
            option if option.starts_with("-D") => run.properties.push(property(&option[2..])),
            option if option.starts_with('-') => {
                bail!("unknown option `{option}` (try `jacana run --help`)")
            }
            program => {
                run.program = program_named(program);
                break;
            }
        }
    }
    if matches!(run.program, Program::None) {
        bail!(
            "no program given: name a main class, a jar, a source file or a folder (try `jacana run --help`)"
        );
    }
    run.arguments = rest.cloned().collect();
    Ok(Command::Run(run))
}

fn instructions(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(n @ 1..) => Ok(n),
        _ => bail!("--stress-fork needs a positive number of instructions, not `{text}`"),
    }
}

fn property(definition: &str) -> (String, String) {
    let (name, value) = definition.split_once('=').unwrap_or((definition, ""));
    (name.into(), value.into())
}

fn program_named(name: &str) -> Program {
    let path = PathBuf::from(name);
    if name.ends_with(".java") || path.is_dir() {
        return Program::Source(path);
    }
    Program::Class(name.into())
}
