//! `--models PATH`: static methods of the user's, marked with `@jacana.ModelOf("Class.method")`, that stand for other methods.

use crate::program::compile;
use crate::program::launch::load_failure;
use anyhow::{Context, Result, anyhow, bail};
use bytecode::{ClassFile, ClassName, ClassPath, SearchPath, access};
use machine::world::{Original, UserModel};
use machine::{ClassId, Loader, MethodId, World};
use replay::driver::lookup::{self, Known, Wanted};
use replay::driver::names::type_name;
use replay::javac::java_files;
use sandbox::Free;
use std::cell::Cell;
use std::path::{Path, PathBuf};

const MODEL_OF: &str = "jacana/ModelOf";

/// A model as the class file says it.
pub struct Marked {
    pub class: ClassName,
    pub name: String,
    pub descriptor: String,
    /// What stands in the annotation.
    pub stands_for: String,
}

/// A model and the method that it stands for.
pub struct Pair {
    pub model: MethodId,
    pub original: MethodId,
}

/// The folder or jar of classes for each path; sources are compiled into folders of this name and a number.
pub fn class_entries(
    paths: &[PathBuf],
    jdk: &Path,
    class_path: &SearchPath,
    name: &str,
    free: &Free,
) -> Result<Vec<PathBuf>> {
    let entry = |(number, path): (usize, &PathBuf)| {
        if !path.exists() {
            bail!("no such folder, jar or source: {}", path.display());
        }
        match java_files(path)? {
            sources if sources.is_empty() => Ok(path.clone()),
            sources => compile::models(&sources, jdk, class_path, &format!("{name}{number}"), free),
        }
    };
    paths.iter().enumerate().map(entry).collect()
}

/// All classes of a folder or jar.
pub fn class_files(entry: &Path) -> Result<Vec<ClassFile>> {
    let mut path = ClassPath::open(&SearchPath::of(entry))?;
    let parsed = path.class_names().into_iter().map(|name| {
        let bytes = path.find(&name.internal())?;
        let bytes = bytes.with_context(|| format!("{} changes while it is read", entry.display()))?;
        ClassFile::parse(bytes.into()).map_err(|why| anyhow!("class {name} is corrupt: {why}"))
    });
    parsed.collect()
}

/// All methods below these entries that are marked.
pub fn marked(entries: &[PathBuf]) -> Result<Vec<Marked>> {
    let mut found = Vec::new();
    for entry in entries {
        let before = found.len();
        for class in class_files(entry)? {
            for method in &class.methods {
                let Some(stands_for) = method.annotation(MODEL_OF) else { continue };
                let name = method.name.to_string();
                if method.access & access::STATIC == 0 {
                    bail!("model {}.{name} is not static", class.name.dotted());
                }
                let (descriptor, stands_for) = (method.descriptor.to_string(), stands_for.to_string());
                found.push(Marked { class: class.name.clone(), name, descriptor, stands_for });
            }
        }
        if found.len() == before {
            bail!("no method of {} is marked with @jacana.ModelOf", entry.display());
        }
    }
    Ok(found)
}

/// Finds the methods on both sides and checks that they fit.
pub fn pairs(world: &mut World, marked: &[Marked], known: Known) -> Result<Vec<Pair>> {
    let mut pairs: Vec<Pair> = Vec::new();
    for one in marked {
        let shown = format!("{}.{}", one.class.dotted(), one.name);
        let model = load(world, &one.class)?;
        let model = world.classes[model].declared_method(&one.name, &one.descriptor);
        let model = model.ok_or_else(|| anyhow!("another class {} stands before the one of the models", one.class))?;
        let context = || format!("model {shown} of `{}`", one.stands_for);
        let original = original(world, model, &one.stands_for, known).with_context(context)?;
        if let Some(other) = pairs.iter().find(|pair| pair.original == original) {
            let m = &world.classes[other.model];
            let first = format!("{}.{}", world.classes[m.class].dotted(), m.name);
            bail!("both {first} and {shown} are models of `{}`", one.stands_for);
        }
        pairs.push(Pair { model, original });
    }
    Ok(pairs)
}

/// From now on, the models are called.
pub fn register(world: &mut World, pairs: &[Pair]) {
    for &Pair { model, original } in pairs {
        world
            .user_models
            .insert(original, UserModel { method: model, calls: Cell::new(0), original: Original::InItsClass });
    }
}

fn load(world: &mut World, name: &ClassName) -> Result<ClassId> {
    let loaded = world.load(Loader::App, name).map_err(|error| load_failure(name, error))?;
    loaded.ok_or_else(|| anyhow!("no such class: {name}"))
}

/// The method of that name that the model fits.
fn original(world: &mut World, model: MethodId, text: &str, known: Known) -> Result<MethodId> {
    let wanted = Wanted::parse(text).map_err(anyhow::Error::msg)?;
    let Some(class) = &wanted.class else {
        bail!("which class has the method? (as in `pkg.Class.{}`)", wanted.method);
    };
    let class = lookup::find_class(world, class, known).map_err(anyhow::Error::msg)?;
    let named = lookup::methods_named(world, class, &wanted).map_err(anyhow::Error::msg)?;
    let mut fitting: Vec<MethodId> = Vec::new();
    for &original in &named {
        if fits(world, class, original, model)? {
            fitting.push(original);
        }
    }
    match fitting.as_slice() {
        [one] => Ok(*one),
        [] => {
            let needed: Vec<String> = named.iter().map(|&original| needed(world, class, original)).collect();
            bail!("its signature does not fit: it must be {}", needed.join(" or "))
        }
        _ => bail!("it fits several methods: give the types, as in `Class.method(int)`"),
    }
}

/// The same parameters and result; the receiver first, as its class or one above.
fn fits(world: &mut World, class: ClassId, original: MethodId, model: MethodId) -> Result<bool> {
    let (o, m) = (&world.classes[original], &world.classes[model]);
    let result = |descriptor: &str| descriptor.rsplit(')').next().unwrap_or_default().to_string();
    if result(&o.descriptor) != result(&m.descriptor) {
        return Ok(false);
    }
    if o.is_static() {
        return Ok(o.parameters == m.parameters);
    }
    let Some((bytecode::Type::Ref(receiver), rest)) = m.parameters.split_first() else { return Ok(false) };
    if rest != o.parameters {
        return Ok(false);
    }
    let receiver = receiver.clone();
    let receiver = load(world, &receiver)?;
    Ok(world.classes.is_subclass(class, receiver))
}

/// What a model of the method looks like.
fn needed(world: &World, class: ClassId, original: MethodId) -> String {
    let m = &world.classes[original];
    let receiver = (!m.is_static()).then(|| world.classes[class].dotted().into());
    let types = receiver.into_iter().chain(m.parameters.iter().map(type_name)).collect::<Vec<_>>();
    let result = m.descriptor.rsplit(')').next().and_then(|result| bytecode::parse_type(result).ok());
    let result = result.map_or("void".into(), |result| type_name(&result));
    format!("`static {result} {}({})`", m.name, types.join(", "))
}
