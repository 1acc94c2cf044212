//! `jacana verify` on the tasks of fixtures/verify/tasks: every answer is its label. The labels themselves are tested on
//! the JVM: what is false fails on the inputs written beside the line, what is true never fails on inputs drawn at random.

#[path = "../../../xtask/src/verify/mod.rs"]
mod verify;

use std::fs;
use std::path::PathBuf;

use differential::process::{PATIENCE, run};
use differential::tools::{compile, workspace};
use differential::{Exit, Outcome, Scratch, Tools};
use verify::task::{Property, Task, tasks_below};
use verify::watch::Limits;
use verify::{Answer, classes};

const LIMITS: Limits = Limits { time: PATIENCE, memory_bytes: 4 << 30 };
const FEWEST_TASKS: usize = 30;
const DRAWN: usize = 3000;

fn tasks() -> Vec<Task> {
    tasks_below(&workspace().join("fixtures/verify/tasks"))
}

#[test]
fn every_answer_is_right() {
    let tools = Tools::find();
    let mut problems = Vec::new();
    for task in tasks() {
        let verified = verify::verify(&tools, &task, LIMITS, &[]);
        problems.extend(verified.refused.iter().map(|cause| format!("{}: not confirmed: {cause}", task.name)));
        for (label, answer) in task.labels.iter().zip(&verified.answers) {
            let (name, property) = (&task.name, label.property.name());
            let (seconds, megabytes) = (verified.time.as_secs_f64(), verified.peak_bytes >> 20);
            let by = if verified.proved.is_empty() { "" } else { " by a proof" };
            println!("{name} {property}: {answer:?}{by}, {seconds:.2} s, {megabytes} MB");
            let good = match answer {
                Answer::True => label.expected,
                Answer::False => !label.expected,
                Answer::Unknown(_) => false,
            };
            if !good {
                problems.push(format!("{name} {property}: expected {}, got {answer:?}", label.expected));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What the JVM is asked about one task: a folder of classes with the inputs, and the ending that they should have.
struct Question {
    line: String,
    about: String,
    holds: Box<dyn Fn(&str) -> bool>,
}

#[test]
fn labels_hold_on_the_jvm() {
    let tools = Tools::find();
    let scratch = Scratch::new("labels");
    let tasks = tasks();
    assert!(tasks.len() >= FEWEST_TASKS);
    let questions: Vec<Question> = tasks.iter().flat_map(|task| questions(&tools, task)).collect();
    let stdin: String = questions.iter().map(|question| question.line.clone() + "\n").collect();
    let answers = drive(&tools, &scratch, &stdin);
    assert_eq!(answers.lines().count(), questions.len());
    for (question, answer) in questions.iter().zip(answers.lines()) {
        println!("{}: {answer}", question.about);
        assert!((question.holds)(answer), "{}: {answer}", question.about);
    }
}

fn drive(tools: &Tools, scratch: &Scratch, stdin: &str) -> String {
    let folder = workspace().join("fixtures/verify");
    let package = "org/sosy_lab/sv_benchmarks";
    let sources = [
        folder.join("driver/Driver.java"),
        folder.join("driver").join(package).join("Verifier.java"),
        folder.join("common").join(package).join("ObjectFactory.java"),
    ];
    compile(tools, &sources, "", scratch.path());
    let mut java = tools.java();
    java.arg("-cp").arg(scratch.path()).arg("Driver");
    let outcome = run(java, stdin.as_bytes(), PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    outcome.stdout_text()
}

/// One question on drawn inputs, one on all inputs where they are few, one for every label `false`.
fn questions(tools: &Tools, task: &Task) -> Vec<Question> {
    assert_eq!((task.labels.len(), task.skipped), (2, 0), "{} is labelled with both properties", task.name);
    let folder = classes::classes(tools, task).unwrap_or_else(|problem| panic!("{}: {problem}", task.name));
    let question = |inputs: &str, holds: Box<dyn Fn(&str) -> bool>| Question {
        line: format!("{}\t{inputs}", folder.display()),
        about: format!("{} on {inputs}", task.name),
        holds,
    };
    let source = source(task);
    let mut questions = Vec::new();
    let mut excluded = vec!["other"];
    for label in &task.labels {
        let name = label.property.name();
        match (label.expected, failing_inputs(&source, label.property)) {
            (true, None) => excluded.push(name),
            (false, Some(inputs)) => {
                questions.push(question(inputs, Box::new(move |answer| answer == format!("{{{name}=1}}"))));
            }
            (expected, _) => panic!("{}: {name} is labelled {expected}, its source disagrees", task.name),
        }
    }
    // A checked exception ends `control/CheckedException` in another way, and should.
    if task.name == "control/CheckedException" {
        excluded.remove(0);
    }
    let draw = format!("draw {DRAWN}");
    let all = commented(&source, "// all: ").map(|ranges| format!("all {ranges}"));
    for inputs in [Some(draw), all].into_iter().flatten() {
        let excluded = excluded.clone();
        let holds = move |answer: &str| answer.contains("end=") && !excluded.iter().any(|end| answer.contains(end));
        questions.push(question(&inputs, Box::new(holds)));
    }
    questions
}

fn source(task: &Task) -> String {
    let own: &PathBuf = task.inputs.last().expect("the last folder is the task's own");
    fs::read_to_string(own.join("Main.java")).expect("a task has a Main")
}

fn failing_inputs(source: &str, property: Property) -> Option<&str> {
    match property {
        Property::Assert => commented(source, "// fails on: "),
        Property::RuntimeException => commented(source, "// throws on: "),
    }
}

/// What stands behind a comment on the line that it concerns.
fn commented<'a>(source: &'a str, comment: &str) -> Option<&'a str> {
    source.lines().find_map(|line| Some(line.split_once(comment)?.1))
}

fn verify_with(arguments: &[&str]) -> Outcome {
    let scratch = Scratch::new("verify");
    let tools = Tools::find();
    let source = "public class Hello { public static void main(String[] a) {} }";
    let source = scratch.write("Hello.java", source);
    compile(&tools, &[source], "", scratch.path());
    let mut command = tools.jacana();
    command.arg("verify").arg("-cp").arg(scratch.path()).args(arguments);
    run(command, b"", PATIENCE)
}

/// One line on stderr with the word, no verdict, exit 3.
fn assert_refused(outcome: &Outcome, word: &str) {
    let stderr = outcome.stderr_text();
    assert_eq!(outcome.exit, Exit::Code(3), "{stderr}");
    assert!(!outcome.stdout_text().contains("VERDICT"), "{}", outcome.stdout_text());
    assert_eq!(stderr.lines().count(), 1, "one line: {stderr}");
    assert!(stderr.contains(word), "no '{word}' in: {stderr}");
}

#[test]
fn unknown_property() {
    assert_refused(&verify_with(&["--property", "termination", "Hello"]), "termination");
}

#[test]
fn no_such_class() {
    assert_refused(&verify_with(&["no.such.Program"]), "no.such.Program");
}

#[test]
fn time_that_is_no_number() {
    assert_refused(&verify_with(&["--time", "soon", "Hello"]), "soon");
}

#[test]
fn unknown_option() {
    assert_refused(&verify_with(&["--no-such-option", "Hello"]), "--no-such-option");
}
