//! Replay: a candidate violation is run on a fresh `java` process with its concrete inputs. Only what happens there, with
//! the same exception from the same user frame, is reported.

use crate::expected::Expected;
use crate::files::give_class;
use crate::input::Input;
use crate::stream;
use crate::turns::Turns;
use bytecode::synth::api::api_classes;
use bytecode::synth::driver::DRIVER;
use bytecode::synth::inputs::{DIVERGED, HEAP_PROPERTY, INPUTS, INPUTS_PROPERTY, inputs_class};
use bytecode::synth::random::{self, PLATFORM_INPUTS, RANDOM, THREAD_LOCAL_RANDOM};
use bytecode::{ClassName, DottedName, SearchPath};
use machine::path::Use;
use machine::{End, Machine, Reason, Res, State};
use sandbox::{Free, Job, JobEnd, Program, Writes};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use term::Const;

/// Quick to start, bounded in memory, and nothing written for tools that watch JVMs.
const FLAGS: [&str; 9] = [
    "-ea",
    "-Xshare:auto",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-XX:+DisableAttachMechanism",
    "-Xmx1g",
    "-XX:MaxDirectMemorySize=256m",
    "-XX:MaxMetaspaceSize=256m",
];

/// Characters; the solver may think of two thousand million.
const LONGEST_TEXT: u64 = 1 << 20;

/// What the class that builds heaps prints before it ends the JVM, with the reason behind it.
const UNBUILT: &str = "jacana: no heap: ";

/// The exit code of a JVM whose main method ended with an exception.
const UNCAUGHT: i32 = 1;

/// What is needed to run the program again.
#[derive(Clone, Debug)]
pub struct Replay {
    pub java: PathBuf,
    pub class_path: SearchPath,
    pub main_class: DottedName,
    pub arguments: Vec<String>,
    /// System properties of the user.
    pub properties: Vec<(String, String)>,
    /// The class file of `DRIVER`, if it calls a method which is explored.
    pub driver: Option<Vec<u8>>,
    /// A folder for the replay's own classes, which only the outside writes to.
    pub folder: PathBuf,
    pub time: Duration,
    /// Further options of `java`.
    pub options: Vec<String>,
    /// Starts it, confined.
    pub free: Free,
}

/// A path that is to be run again.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub inputs: Vec<Input>,
    pub expected: Expected,
    /// The objects among the inputs, if there are some.
    pub heap: Option<InputHeap>,
    /// In which order its threads take their steps, if they must take them in one.
    pub turns: Option<Turns>,
    /// Classes that take the place of the JDK's, by internal name.
    pub(crate) patches: Vec<(&'static str, Vec<u8>)>,
}

/// Objects that are inputs.
#[derive(Clone, Debug)]
pub struct InputHeap {
    /// A class of the JDK of which an object was looked into, without an invariant that says what its objects are like.
    pub invented: Option<DottedName>,
    /// How it is built.
    pub(crate) orders: String,
    /// Classes that are needed for that: names and contents.
    pub(crate) stubs: Vec<(DottedName, Vec<u8>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The lines of the stack trace.
    Confirmed(Vec<String>),
    Refused(String),
}

impl Candidate {
    /// A schedule, without inputs.
    pub fn of_turns(turns: Turns, expected: Expected) -> Candidate {
        Candidate { inputs: Vec::new(), expected, heap: None, turns: Some(turns), patches: Vec::new() }
    }
}

impl Replay {
    pub fn run(&self, candidate: &Candidate) -> Answer {
        if let Some(turns) = &candidate.turns {
            return self.run_in_turns(candidate, turns);
        }
        match self.prepare(candidate).and_then(|()| self.finish_with_code(self.command(candidate), Writes::Nothing)) {
            Ok((error, code)) => match judge(&error, &candidate.expected) {
                // Something left main, but was not shown as such.
                Answer::Refused(why) if code == Some(UNCAUGHT) => match self.ends_as_expected(candidate) {
                    Ok(true) => Answer::Confirmed(candidate.expected.trace()),
                    Ok(false) | Err(_) => Answer::Refused(why),
                },
                answer => answer,
            },
            Err(why) => Answer::Refused(why),
        }
    }

    /// Writes the inputs and the classes that answer with them. Classes of java.base see that module only.
    pub(crate) fn prepare(&self, candidate: &Candidate) -> Result<(), String> {
        let made = |why: bytecode::ClassFileError| why.to_string();
        let (inputs, folder) = match candidate.patches.as_slice() {
            [] => (INPUTS, self.folder.clone()),
            _ => (PLATFORM_INPUTS, self.patch_folder()),
        };
        give_class(&self.free, &folder, &inputs.into(), &inputs_class(inputs).map_err(made)?).map_err(told)?;
        for &(name, ref bytes) in &candidate.patches {
            give_class(&self.free, &folder, &name.into(), bytes).map_err(told)?;
        }
        if let Some(heap) = &candidate.heap {
            self.prepare_heap(heap, candidate)?;
        }
        self.write_api(inputs, &candidate.inputs)
    }

    fn prepare_heap(&self, heap: &InputHeap, candidate: &Candidate) -> Result<(), String> {
        if !candidate.patches.is_empty() {
            return Err("objects and random numbers together cannot be replayed".into());
        }
        self.compile_helper()?;
        for (name, bytes) in &heap.stubs {
            give_class(&self.free, &self.folder, &name.internal(), bytes).map_err(told)?;
        }
        self.free.write(&self.heap_file(), &heap.orders).map_err(told)
    }

    /// The classes that answer with recorded inputs, without patches of the JDK.
    pub fn prepare_inputs(&self, recorded: &[Input]) -> Result<(), String> {
        give_class(&self.free, &self.folder, &INPUTS.into(), &inputs_class(INPUTS).map_err(|why| why.to_string())?)
            .map_err(told)?;
        self.write_api(INPUTS, recorded)
    }

    fn write_api(&self, inputs: &str, recorded: &[Input]) -> Result<(), String> {
        let made = |why: bytecode::ClassFileError| why.to_string();
        for (name, bytes) in api_classes(inputs).map_err(made)? {
            give_class(&self.free, &self.folder, &name.into(), &bytes).map_err(told)?;
        }
        if let Some(bytes) = &self.driver {
            give_class(&self.free, &self.folder, &DRIVER.into(), bytes).map_err(told)?;
        }
        self.free.write(&self.inputs_file(), stream::encode(recorded)).map_err(told)
    }

    /// Runs a class of ours beside the program, confined like it; `classes` stand before the class path.
    pub fn run_class(
        &self,
        classes: &SearchPath,
        class: &str,
        arguments: &[OsString],
        time: Duration,
    ) -> Result<String, String> {
        self.prepare_inputs(&[])?;
        let mut command = self.java_command();
        let path: SearchPath = classes.iter().chain(self.whole_class_path().iter()).collect();
        command.arg("-cp").arg(path.to_string());
        command.arg(class).args(arguments);
        Replay { time, ..self.clone() }.finish(command, Writes::Work)
    }

    fn patch_folder(&self) -> PathBuf {
        self.folder.join("patch")
    }

    fn inputs_file(&self) -> PathBuf {
        self.folder.join("inputs")
    }

    /// The description of the heap that is built for a replay.
    pub(crate) fn heap_file(&self) -> PathBuf {
        self.folder.join("heap")
    }

    /// `java` with its options and with the patches of the candidate.
    pub(crate) fn start_of(&self, candidate: &Candidate) -> Command {
        let mut command = self.java_command();
        if !candidate.patches.is_empty() {
            command.arg(format!("--patch-module=java.base={}", self.patch_folder().display()));
        }
        if candidate.heap.is_some() {
            command.arg(format!("-D{HEAP_PROPERTY}={}", self.heap_file().display()));
        }
        command
    }

    /// The class path, with the class that builds heaps if there is one to build.
    pub(crate) fn class_path_of(&self, candidate: &Candidate) -> SearchPath {
        let helper = candidate.heap.as_ref().map(|_| self.helper_folder());
        self.whole_class_path().iter().chain(helper.as_deref()).collect()
    }

    fn command(&self, candidate: &Candidate) -> Command {
        self.with_main(self.start_of(candidate), candidate)
    }

    /// With the class path, main and its arguments behind the options.
    pub(crate) fn with_main(&self, mut command: Command, candidate: &Candidate) -> Command {
        command.arg("-cp").arg(self.class_path_of(candidate).to_string()).arg(&*self.main_class).args(&self.arguments);
        command
    }

    pub fn whole_class_path(&self) -> SearchPath {
        self.class_path.with_first(&self.folder)
    }

    /// The words of `java` with its options, up to the class path.
    pub fn java_command(&self) -> Command {
        let mut command = Command::new(&self.java);
        command.args(FLAGS).args(&self.options);
        for (name, value) in &self.properties {
            command.arg(format!("-D{name}={value}"));
        }
        command.arg(format!("-D{INPUTS_PROPERTY}={}", self.inputs_file().display()));
        command
    }

    /// Runs it to its end, outside of our own confinement and in one of its own; what it said on standard error.
    pub fn finish(&self, command: Command, writes: Writes) -> Result<String, String> {
        self.finish_with_code(command, writes).map(|(said, _)| said)
    }

    /// The same with the exit code, unless a signal ended it.
    pub(crate) fn finish_with_code(&self, command: Command, writes: Writes) -> Result<(String, Option<i32>), String> {
        self.finish_with_input(command, writes, Vec::new())
    }

    /// The same with something at standard input.
    pub(crate) fn finish_with_input(
        &self,
        command: Command,
        writes: Writes,
        input: Vec<u8>,
    ) -> Result<(String, Option<i32>), String> {
        let arguments = command.get_args().map(OsString::from).collect();
        let job = Job { program: Program::Java, arguments, writes, time: self.time, input };
        let ran = self.free.run(job).map_err(|error| format!("cannot start java: {error}"))?;
        let said = String::from_utf8_lossy(&ran.errors).into_owned();
        match ran.ended {
            JobEnd::Exited(code) => Ok((said, Some(code))),
            JobEnd::Signal(_) => Ok((said, None)),
            JobEnd::Late => Err("the replay did not end in time".into()),
            JobEnd::Wasteful => Err("the replay wrote more files than it may".into()),
        }
    }
}

fn told(error: std::io::Error) -> String {
    error.to_string()
}

fn judge(error: &str, expected: &Expected) -> Answer {
    if let Some(refused) = without_exception(error) {
        return refused;
    }
    match error.lines().position(|line| line.starts_with("Exception in thread \"main\" ")) {
        Some(head) => judge_exception(error, head, expected),
        None => Answer::Refused("the program did not throw on the JVM".into()),
    }
}

/// The same where any thread may be the one that throws.
pub(crate) fn judge_any_thread(error: &str, expected: &Expected) -> Answer {
    if let Some(refused) = without_exception(error) {
        return refused;
    }
    let is_head = |(_, line): &(usize, &str)| line.starts_with("Exception in thread \"");
    let heads = error.lines().enumerate().filter(is_head).map(|(head, _)| head);
    let mut answers = heads.map(|head| judge_exception(error, head, expected));
    let first = answers.next().unwrap_or(Answer::Refused("no thread threw on the JVM".into()));
    match first {
        Answer::Confirmed(_) => first,
        Answer::Refused(_) => answers.find(|answer| matches!(answer, Answer::Confirmed(_))).unwrap_or(first),
    }
}

/// What goes wrong before the program can throw.
fn without_exception(error: &str) -> Option<Answer> {
    if error.lines().any(|line| line == DIVERGED) {
        return Some(Answer::Refused("the program asked for other inputs on the JVM".into()));
    }
    let unbuilt = error.lines().find_map(|line| line.strip_prefix(UNBUILT));
    unbuilt.map(|why| Answer::Refused(format!("the heap could not be built: {why}")))
}

/// `head` is the line that tells of the exception.
fn judge_exception(error: &str, head: usize, expected: &Expected) -> Answer {
    let lines: Vec<&str> = error.lines().skip(head).collect();
    let thrown = lines[0].split_once("\" ").map_or(lines[0], |(_, behind_name)| behind_name);
    let class = thrown.split(':').next().unwrap_or_default().trim();
    if expected.exception != *class {
        return Answer::Refused(format!("the JVM threw {class} instead of {}", expected.exception));
    }
    let frame = lines.iter().skip(1).map_while(|l| l.trim().strip_prefix("at ")).find(|l| is_user_frame(l));
    if let Some(expected) = &expected.frame
        && frame != Some(expected.as_str())
    {
        return Answer::Refused(format!("the JVM threw at {} instead of {expected}", frame.unwrap_or("no user frame")));
    }
    let mut trace = vec![thrown.to_string()];
    trace.extend(lines.iter().skip(1).map(|line| line.trim().to_string()));
    trace.retain(|line| !is_of_the_driver(line));
    Answer::Confirmed(trace)
}

/// How we called the method is not the user's concern.
fn is_of_the_driver(line: &str) -> bool {
    let driver = ClassName::from(DRIVER).dotted();
    line.starts_with(&format!("at {driver}."))
        || line.starts_with("at java.base/java.lang.invoke.MethodHandle.invokeWithArguments")
        || line.starts_with(AGENT_FRAME)
}

/// A frame of an agent of ours.
const AGENT_FRAME: &str = "at jacana.probe.";

/// JDK frames are shown with their module.
fn is_user_frame(frame: &str) -> bool {
    !AGENT_FRAME.strip_prefix("at ").is_some_and(|package| frame.starts_with(package))
        && !frame.split('(').next().unwrap_or_default().contains('/')
}

/// Gives texts that are too long for a replay a shorter length, if the path has one among the powers of two.
pub fn shorten_texts(machine: &mut Machine, state: &mut State) -> Res<()> {
    let terms = &machine.world.terms;
    let path = &mut state.path;
    for text in path.texts.clone().iter() {
        let length = terms.eval(terms.input_term(text.length), path.witness(Use::Report));
        if length.bits() <= LONGEST_TEXT {
            continue;
        }
        let shorter = (0..=LONGEST_TEXT.ilog2()).map(|power| {
            let mut witness = path.witness(Use::Report).clone();
            witness.set(text.length, Const::scalar(length.sort(), 1 << power));
            witness
        });
        let conditions = path.conjuncts.iter().chain(path.focus.iter().map(|(condition, _)| condition));
        let found = shorter.into_iter().find(|witness| conditions.clone().all(|&term| terms.holds(term, witness)));
        match found {
            Some(witness) => path.set_witness(witness),
            None => return Err(End::stopped(Reason::Unconfirmed("an input text is too long for a replay".into()))),
        }
    }
    Ok(())
}

/// The JDK's generators of random numbers, which answer with inputs in a replay.
pub(crate) fn generators(machine: &mut Machine) -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let mut original = |name: &str| match machine.world.source.jdk(&name.into())? {
        Some((_, bytes)) => Ok(bytes),
        None => Err(format!("this JDK has no class {name}")),
    };
    let made = |why: bytecode::ClassFileError| why.to_string();
    Ok(vec![
        (RANDOM, random::replayed_random(&original(RANDOM)?).map_err(made)?),
        (THREAD_LOCAL_RANDOM, random::replayed_thread_local(&original(THREAD_LOCAL_RANDOM)?).map_err(made)?),
    ])
}
