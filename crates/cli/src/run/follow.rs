//! `jacana run --symbolic`: which inputs are symbolic, and the files that tell of the path.

use super::options::Run;
use anyhow::{Context, Result, bail};
use explore::follow::{Detail, Trace};
use machine::follow::{File, Followed, Slot, Sources};
use machine::{Machine, ObjectId, State, Stop, Value};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What the user wants symbolic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Arguments,
    StandardInput,
    File(String),
    Property(String),
    Api,
}

impl Source {
    pub fn parse(text: &str) -> Result<Source, String> {
        Ok(match text.split_once(':') {
            None if text == "args" => Source::Arguments,
            None if text == "stdin" => Source::StandardInput,
            None if text == "api" => Source::Api,
            Some(("file", path)) if !path.is_empty() => Source::File(path.into()),
            Some(("prop", name)) if !name.is_empty() => Source::Property(name.into()),
            _ => return Err(format!("cannot be `{text}`: there are args, stdin, file:PATH, prop:NAME and api")),
        })
    }
}

/// The path constraint goes to files of these kinds.
pub fn constraint_file(name: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(name);
    match extension(&file) {
        "smt2" | "json" => Ok(file),
        _ => Err(format!("needs a name that ends in .smt2 or .json, not `{name}`")),
    }
}

fn extension(file: &Path) -> &str {
    file.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// An empty record if anything is symbolic.
pub fn record(run: &Run) -> Result<Option<Followed>> {
    if run.symbolic.is_empty() {
        return Ok(None);
    }
    let mut sources = Sources::default();
    for source in &run.symbolic {
        match source {
            Source::Arguments => sources.arguments = true,
            Source::StandardInput => sources.standard_input = true,
            Source::File(path) => sources.files.push(file(path)?),
            Source::Property(name) => {
                if !run.launch.properties.iter().any(|(defined, _)| defined == name) {
                    bail!("--symbolic prop:{name}: the property has no value (give it with -D{name}=...)");
                }
                sources.properties.push(name.clone());
            }
            Source::Api => {}
        }
    }
    let given = run.launch.properties.iter().rev().find(|(name, _)| name == "jacana.inputs");
    if let Some((_, values)) = given {
        sources.given = values.split(',').map(str::to_string).collect();
    }
    Ok(Some(Followed::new(sources)))
}

fn file(path: &str) -> Result<File> {
    let found = std::fs::metadata(path).with_context(|| format!("--symbolic file:{path}: cannot be read"))?;
    if !found.is_file() {
        bail!("--symbolic file:{path}: is no file");
    }
    Ok(File { name: path.into(), device: found.dev(), inode: found.ino(), replaced: None, read: false })
}

/// Before the program starts: its arguments and properties get symbolic characters.
pub fn make_symbolic(machine: &mut Machine, state: &mut State, arguments: ObjectId) -> Result<(), Stop> {
    let Some(followed) = &machine.world.followed else {
        return Ok(());
    };
    let Sources { arguments: with_arguments, properties, .. } = followed.sources.clone();
    if with_arguments && !make_arguments_symbolic(machine, state, arguments)? {
        eprintln!("jacana: warning: characters of arguments that are not ASCII stay as they are");
    }
    for (number, name) in properties.iter().enumerate() {
        let value = property(machine, state, name)?;
        make_property_symbolic(machine, state, (name, &value), number)?;
    }
    Ok(())
}

/// False if some of their characters stay as they are.
pub fn make_arguments_symbolic(machine: &mut Machine, state: &mut State, arguments: ObjectId) -> Result<bool, Stop> {
    let mut all = true;
    for (at, string) in machine.refs(state, arguments)?.into_iter().enumerate() {
        all &= machine.make_symbolic(state, string, &format!("args[{at}]"), |index| Slot::Argument(at, index))?;
    }
    Ok(all)
}

const STRING: &str = "Ljava/lang/String;";

fn property(machine: &mut Machine, state: &mut State, name: &str) -> Result<String, Stop> {
    let class = machine.jdk_class(state, "java/lang/System")?;
    let get = machine.find_method(state, class, "getProperty", &format!("({STRING}){STRING}"))?;
    let key = machine.new_string(state, name);
    match machine.call(state, get, &[Value::Ref(key)])? {
        Some(Value::Ref(value)) if !value.is_null() => machine.string(state, value),
        _ => Ok(String::new()),
    }
}

pub fn make_property_symbolic(
    machine: &mut Machine,
    state: &mut State,
    (name, value): (&str, &str),
    number: usize,
) -> Result<(), Stop> {
    let class = machine.jdk_class(state, "java/lang/System")?;
    let set = machine.find_method(state, class, "setProperty", &format!("({STRING}{STRING}){STRING}"))?;
    // A String of its own: nobody has taken its hash code yet.
    let copy = machine.new_string(state, value);
    let slot = |index| Slot::Property(number, index);
    machine.make_symbolic(state, copy, &format!("prop:{name}"), slot)?;
    let key = machine.new_string(state, name);
    machine.call(state, set, &[Value::Ref(key), Value::Ref(copy)])?;
    Ok(())
}

/// After the run: what is known of its path.
pub fn report(run: &Run, machine: &mut Machine) -> Result<()> {
    let Some(followed) = &machine.world.followed else {
        return Ok(());
    };
    for file in followed.sources.files.iter().filter(|file| !file.read) {
        eprintln!("jacana: warning: the program never read file:{}", file.name);
    }
    if followed.sources.standard_input && followed.sources.consumed == 0 {
        eprintln!("jacana: warning: the program never read standard input");
    }
    for pattern in unused_patterns(run, machine) {
        eprintln!("jacana: warning: no method that ran matches --concrete {pattern}");
    }
    let detail = if run.constraint.is_empty() { Detail::Figures } else { Detail::Conditions };
    let trace = Trace::of(machine, detail);
    for file in &run.constraint {
        let text = match extension(file) {
            "json" => report::constraint_json(&trace),
            _ => report::constraint_smtlib(&trace),
        };
        crate::output::write_file(file, &text)?;
    }
    if let Some(file) = &run.imprecision {
        let text = match extension(file) {
            "json" => report::imprecision_json(&trace),
            _ => report::imprecision_text(&trace),
        };
        crate::output::write_file(file, &text)?;
    }
    eprint!("jacana: {}", report::trace_summary(&trace));
    if run.imprecision.is_none() && !trace.imprecisions.is_empty() {
        eprint!("{}", report::imprecision_text(&trace));
    }
    Ok(())
}

fn unused_patterns(run: &Run, machine: &Machine) -> Vec<String> {
    let mut used = std::collections::BTreeMap::new();
    let classes = &machine.world.classes;
    for &method in classes.iter().flat_map(|class| &class.methods) {
        let method = &classes[method];
        let ran = matches!(method.binding.get(), machine::program::Binding::Native);
        for (pattern, matches) in run.launch.concrete.each(&classes[method.class].name, &method.name) {
            *used.entry(pattern).or_insert(false) |= ran && matches;
        }
    }
    used.into_iter().filter(|(_, used)| !used).map(|(pattern, _)| pattern.to_string()).collect()
}
