//! Random programs with natives in C of random shape: they read and write arguments, fields, static fields, arrays and variables of their own,
//! and call back. An input that `--same-path` proposes takes the same branches on `java`, or the report named what could not be seen.

use crate::json::Json;
use crate::native::build_library;
use crate::process::{Exit, PATIENCE, run};
use crate::random::Dice;
use crate::tools::{Scratch, Tools, compile, workspace};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

const NATIVES: usize = 5;
const FIELDS: usize = 2;
const ELEMENTS: usize = 3;
/// Inputs that are asked for.
const PROPOSED: usize = 2;

#[derive(Debug, Default)]
pub struct Figures {
    pub programs: usize,
    /// Inputs that were proposed and tried on `java`.
    pub proposed: usize,
    /// Of those, the ones that took other branches there, with an imprecision named before.
    pub told: usize,
    /// Programs whose report names an imprecision.
    pub imprecise: usize,
    /// The same without, which must not be.
    pub silent: Vec<String>,
    /// Inputs that the product itself ran on `java` with its probes: those that took the same branches there, those that did not and were not
    /// proposed, and those that it could not run.
    pub confirmed: usize,
    pub refuted: usize,
    pub alone: usize,
}

impl Figures {
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} programs with natives, {} with an imprecision; {} inputs on java, {} took other branches as told, {} silently; \
             by the product's own probes {} took the same branches, {} did not and were dropped, {} could not be run",
            self.programs,
            self.imprecise,
            self.proposed,
            self.told,
            self.silent.len(),
            self.confirmed,
            self.refuted,
            self.alone,
        )];
        lines.extend(self.silent.iter().cloned());
        lines
    }
}

pub fn try_programs(seed: u64, count: usize) -> Figures {
    let tools = Tools::find();
    let mut figures = Figures::default();
    for seed in seed..seed + count as u64 {
        try_program(&tools, seed, &mut figures);
    }
    figures
}

struct Bench<'a> {
    tools: &'a Tools,
    scratch: Scratch,
}

impl Bench<'_> {
    fn prepared(&self, mut command: Command, options: &[&str], inputs: &str) -> Command {
        command.args(options).arg(format!("-Djacana.inputs={inputs}"));
        command.arg(format!("-Djava.library.path={}", self.scratch.path().display()));
        command.arg("-cp").arg(self.scratch.path().join("classes")).arg("Natives");
        command
    }

    fn java(&self, inputs: &str) -> String {
        run(self.prepared(self.tools.java(), &[], inputs), b"", PATIENCE).stdout_text()
    }
}

fn try_program(tools: &Tools, seed: u64, figures: &mut Figures) {
    let (java, c) = program(&mut Dice::new(seed));
    let bench = Bench { tools, scratch: Scratch::new("unseen") };
    let sources = [bench.scratch.write("Natives.java", java), workspace().join("api/jacana/Jacana.java")];
    compile(tools, &sources, "", &bench.scratch.path().join("classes"));
    build_library(tools, &bench.scratch.write("natives.c", c), &bench.scratch.path().join("libnatives.so"));
    let (report, corpus) = (bench.scratch.path().join("report.json"), bench.scratch.path().join("corpus"));
    let inputs = format!("{},{}", seed % 3, seed % 5);
    let mut command = tools.jacana();
    command.arg("run");
    let (report_word, corpus_word) = (report.display().to_string(), corpus.display().to_string());
    let options = ["--symbolic", "api", "--imprecision", &report_word];
    let followed = run(bench.prepared(command, &options, &inputs), b"", PATIENCE);
    let expected = bench.java(&inputs);
    assert_eq!(followed.exit, Exit::Code(0), "seed {seed}: {}", followed.stderr_text());
    assert_eq!(followed.stdout_text(), expected, "seed {seed}");
    let named = Json::parse(&fs::read_to_string(&report).expect("a report"));
    let is_told = !named["imprecisions"].list().is_empty() || !named["blind"].list().is_empty();
    figures.programs += 1;
    figures.imprecise += usize::from(is_told);
    let mut command = tools.jacana();
    command.arg("run");
    let proposed = PROPOSED.to_string();
    let options = ["--symbolic", "api", "--same-path", &proposed, "--corpus", &corpus_word];
    let said = run(bench.prepared(command, &options, &inputs), b"", PATIENCE).stderr_text();
    let count = |words: &str| said.lines().filter(|line| line.contains(words)).count();
    figures.confirmed += count("java took the same");
    figures.refuted += count("takes another path on java");
    figures.alone += count("interpreter alone");
    for number in 1..=PROPOSED {
        let Some(other) = proposed_input(&corpus, number) else { continue };
        figures.proposed += 1;
        let seen = bench.java(&other);
        if branches(&seen) == branches(&expected) {
            continue;
        }
        match is_told {
            true => figures.told += 1,
            false => figures
                .silent
                .push(format!("seed {seed}: {inputs} and {other} take other branches, and nothing was said")),
        }
    }
}

fn proposed_input(corpus: &Path, number: usize) -> Option<String> {
    let entry = fs::read_to_string(corpus.join(format!("same-path-{number}/entry"))).ok()?;
    let inputs: Vec<&str> = entry.lines().filter_map(|line| line.strip_prefix("input ")).collect();
    Some(inputs.join(","))
}

/// What the program prints where it branches, without what it prints of values.
fn branches(output: &str) -> Vec<&str> {
    output.lines().filter(|line| line.starts_with('b')).collect()
}

/// A native: static or not, what it takes, whether it answers.
#[derive(Clone, Copy)]
struct Native {
    is_static: bool,
    takes_array: bool,
    takes_object: bool,
    answers: bool,
}

fn program(dice: &mut Dice) -> (String, String) {
    let natives: Vec<Native> = (0..NATIVES)
        .map(|_| Native {
            is_static: dice.one_in(2),
            takes_array: dice.one_in(2),
            takes_object: dice.one_in(2),
            answers: dice.one_in(2),
        })
        .collect();
    (java(dice, &natives), c(dice, &natives))
}

fn java(dice: &mut Dice, natives: &[Native]) -> String {
    let mut text =
        String::from("public class Natives {\n    static int s0, s1;\n    int f0, f1;\n    int[] a = new int[3];\n");
    for (at, native) in natives.iter().enumerate() {
        let modifier = if native.is_static { "static " } else { "" };
        let answer = if native.answers { "int" } else { "void" };
        let array = if native.takes_array { ", int[] array" } else { "" };
        let object = if native.takes_object { ", Natives other" } else { "" };
        writeln!(text, "    {modifier}native {answer} n{at}(int x{array}{object});").expect("a string");
    }
    text.push_str(
        "    int called(int y) {\n        if (y > 3) {\n            System.out.println(\"b called\");\n        }\n",
    );
    text.push_str("        f1 = y;\n        return y + f0;\n    }\n\n");
    text.push_str("    public static void main(String[] args) {\n        System.loadLibrary(\"natives\");\n");
    text.push_str("        int x = jacana.Jacana.anyInt(), y = jacana.Jacana.anyInt(), t = 4;\n");
    text.push_str("        Natives p = new Natives(), q = new Natives();\n");
    for step in 0..4 + dice.below(8) {
        let line = match dice.below(6) {
            0 => format!("{} = {};", place(dice), value(dice)),
            1 => format!("if ({} == {}) {{ System.out.println(\"b{step}\"); }}", value(dice), dice.below(4)),
            2 => format!(
                "if ({} < {}) {{ System.out.println(\"b{step}\"); {} = {}; }}",
                value(dice),
                value(dice),
                place(dice),
                value(dice)
            ),
            _ => call(dice, natives),
        };
        writeln!(text, "        {line}").expect("a string");
    }
    // What natives wrote is looked at in the end.
    for (at, what) in ["p.f0", "p.f1", "q.f0", "Natives.s0", "s1", "p.a[0]", "p.a[1]", "q.a[2]", "t"].iter().enumerate()
    {
        writeln!(text, "        if ({what} == {}) {{ System.out.println(\"b end {at}\"); }}", dice.below(3))
            .expect("a string");
    }
    text.push_str("    }\n}\n");
    text
}

fn place(dice: &mut Dice) -> String {
    dice.pick(&["p.f0", "p.f1", "q.f0", "q.f1", "s0", "s1", "p.a[0]", "p.a[2]", "q.a[1]", "t"]).to_string()
}

fn value(dice: &mut Dice) -> String {
    match dice.below(4) {
        0 => dice.below(4).to_string(),
        1 => dice.pick(&["x", "y", "x + y", "x - 1"]).to_string(),
        _ => place(dice),
    }
}

fn call(dice: &mut Dice, natives: &[Native]) -> String {
    let at = dice.below(natives.len());
    let native = natives[at];
    let on = dice.pick(&["p", "q"]);
    let array = if native.takes_array { format!(", {}.a", dice.pick(&["p", "q"])) } else { String::new() };
    let object = if native.takes_object { format!(", {}", dice.pick(&["p", "q"])) } else { String::new() };
    let call = format!(
        "{}n{at}({}{array}{object})",
        if native.is_static { String::new() } else { format!("{on}.") },
        value(dice)
    );
    if native.answers { format!("{} = {call};", place(dice)) } else { format!("{call};") }
}

const HELPERS: &str = r#"#include <jni.h>
static jint kept __attribute__((unused));
static inline jfieldID field(JNIEnv *env, jobject object, const char *name) {
    return (*env)->GetFieldID(env, (*env)->GetObjectClass(env, object), name, "I");
}
static inline jint get(JNIEnv *env, jobject object, const char *name) { return (*env)->GetIntField(env, object, field(env, object, name)); }
static inline void set(JNIEnv *env, jobject object, const char *name, jint value) { (*env)->SetIntField(env, object, field(env, object, name), value); }
static inline jclass natives(JNIEnv *env) { return (*env)->FindClass(env, "Natives"); }
static inline jint get_static(JNIEnv *env, const char *name) {
    jclass class = natives(env);
    return (*env)->GetStaticIntField(env, class, (*env)->GetStaticFieldID(env, class, name, "I"));
}
static inline void set_static(JNIEnv *env, const char *name, jint value) {
    jclass class = natives(env);
    (*env)->SetStaticIntField(env, class, (*env)->GetStaticFieldID(env, class, name, "I"), value);
}
static inline jint element(JNIEnv *env, jintArray array, jint at) {
    jint value;
    (*env)->GetIntArrayRegion(env, array, at, 1, &value);
    return value;
}
static inline void set_element(JNIEnv *env, jintArray array, jint at, jint value) { (*env)->SetIntArrayRegion(env, array, at, 1, &value); }
static inline jint call(JNIEnv *env, jobject object, jint value) {
    jmethodID method = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, object), "called", "(I)I");
    return (*env)->CallIntMethod(env, object, method, value);
}
"#;

fn c(dice: &mut Dice, natives: &[Native]) -> String {
    let mut text = HELPERS.to_string();
    for (at, native) in natives.iter().enumerate() {
        let answer = if native.answers { "jint" } else { "void" };
        let on = if native.is_static { "jclass self" } else { "jobject self" };
        let array = if native.takes_array { ", jintArray array" } else { "" };
        let object = if native.takes_object { ", jobject other" } else { "" };
        writeln!(text, "JNIEXPORT {answer} JNICALL Java_Natives_n{at}(JNIEnv *env, {on}, jint x{array}{object}) {{")
            .expect("a string");
        text.push_str("    (void)self; (void)x; (void)env;\n    jint t = 1;\n");
        for (is_taken, name) in [(native.takes_array, "array"), (native.takes_object, "other")] {
            if is_taken {
                writeln!(text, "    (void){name};").expect("a string");
            }
        }
        for _ in 0..1 + dice.below(4) {
            writeln!(text, "    {}", statement(dice, native)).expect("a string");
        }
        text.push_str(if native.answers { "    return t;\n}\n" } else { "    (void)t;\n}\n" });
    }
    text
}

fn objects(native: &Native) -> Vec<&'static str> {
    let own = (!native.is_static).then_some("self");
    own.into_iter().chain(native.takes_object.then_some("other")).collect()
}

fn statement(dice: &mut Dice, native: &Native) -> String {
    let value = native_value(dice, native);
    let objects = objects(native);
    match dice.below(7) {
        0 if !objects.is_empty() => format!("set(env, {}, \"f{}\", {value});", dice.pick(&objects), dice.below(FIELDS)),
        1 => format!("set_static(env, \"s{}\", {value});", dice.below(2)),
        2 if native.takes_array => format!("set_element(env, array, {}, {value});", dice.below(ELEMENTS)),
        3 if !objects.is_empty() => format!("t = call(env, {}, {value});", dice.pick(&objects)),
        4 => format!("kept = {value};"),
        5 => format!("if ({value} > 1) {{ t = {}; }}", native_value(dice, native)),
        _ => format!("t = {value};"),
    }
}

fn native_value(dice: &mut Dice, native: &Native) -> String {
    let objects = objects(native);
    match dice.below(8) {
        0 if !objects.is_empty() => format!("get(env, {}, \"f{}\")", dice.pick(&objects), dice.below(FIELDS)),
        1 => format!("get_static(env, \"s{}\")", dice.below(2)),
        2 if native.takes_array => format!("element(env, array, {})", dice.below(ELEMENTS)),
        3 => "kept".into(),
        4 => "t + 1".into(),
        5 => dice.below(4).to_string(),
        _ => "x".into(),
    }
}
