//! Library models: JDK methods that are Rust here, because symbolic data must flow through them, the Java stack matters,
//! or running them in the concrete heap would be wrong. One function and one table line each.

mod access;
mod array_copy;
mod arrays;
mod assumed;
mod boxing;
mod builder;
mod character;
mod check;
mod checksum;
mod class;
mod clock;
mod comparison;
mod environment;
mod invariant;
mod invoke;
mod io;
mod loader;
mod locks;
mod lookup;
mod math;
mod memory;
mod nondet;
mod numbers;
mod object;
pub(crate) mod print;
mod quantifiers;
mod random;
mod references;
mod reflection;
mod stack_walker;
mod string;
mod system;
mod texts;
mod thread;
mod throwable;
mod unsafe_access;
mod waiting;

use crate::program::{ClassSource, LoadError};
use crate::state::State;
use crate::world::models::{Call, Library, LibraryModel, Model, Ret};
use crate::world::{Machine, Options, Res, World};
use std::collections::HashMap;
use std::sync::LazyLock;

const fn model(class: &'static str, method: &'static str, descriptor: &'static str, run: Model) -> LibraryModel {
    LibraryModel { class, method, descriptor, run, symbolic: false, text: false, open: false, watches: false }
}

/// A model that takes symbolic arguments.
const fn symbolic(class: &'static str, method: &'static str, descriptor: &'static str, run: Model) -> LibraryModel {
    LibraryModel { symbolic: true, ..model(class, method, descriptor, run) }
}

/// A model that takes note of a call; the method itself runs as it is.
const fn watch(class: &'static str, method: &'static str, descriptor: &'static str, run: Model) -> LibraryModel {
    LibraryModel { watches: true, ..symbolic(class, method, descriptor, run) }
}

/// A model for symbolic text and numbers in text.
const fn text(class: &'static str, method: &'static str, descriptor: &'static str, run: Model) -> LibraryModel {
    LibraryModel { text: true, ..symbolic(class, method, descriptor, run) }
}

/// A model that looks at symbolic references itself; of no use where there are none.
const fn open(class: &'static str, method: &'static str, descriptor: &'static str, run: Model) -> LibraryModel {
    LibraryModel { open: true, ..text(class, method, descriptor, run) }
}

const TABLES: &[&[LibraryModel]] = &[
    access::MODELS,
    array_copy::MODELS,
    arrays::MODELS,
    boxing::MODELS,
    comparison::MODELS,
    builder::MODELS,
    character::MODELS,
    checksum::MODELS,
    class::MODELS,
    clock::MODELS,
    environment::MODELS,
    invoke::MODELS,
    io::MODELS,
    loader::MODELS,
    locks::MODELS,
    lookup::MODELS,
    math::MODELS,
    memory::MODELS,
    numbers::MODELS,
    object::MODELS,
    print::MODELS,
    random::MODELS,
    references::MODELS,
    reflection::MODELS,
    stack_walker::MODELS,
    string::MODELS,
    system::MODELS,
    thread::MODELS,
    throwable::MODELS,
    unsafe_access::MODELS,
    waiting::MODELS,
];

static BY_NAME: LazyLock<HashMap<(&str, &str), Vec<&'static LibraryModel>>> = LazyLock::new(|| {
    let mut map: HashMap<(&str, &str), Vec<&'static LibraryModel>> = HashMap::new();
    for model in TABLES.iter().flat_map(|table| table.iter()) {
        map.entry((model.class, model.method)).or_default().push(model);
    }
    map
});

/// Class and method of every built-in model, in the order of the tables.
pub fn listed() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLES.iter().flat_map(|table| table.iter()).map(|model| (model.class, model.method))
}

impl World {
    /// A world in which the models of this folder stand for methods.
    pub fn new(source: Box<dyn ClassSource>, options: Options) -> Result<World, LoadError> {
        World::with_library(source, options, Library::new(find, find_api))
    }
}

/// A native registration method of any class has nothing to register here.
static REGISTRATION: LibraryModel = model("", "", "", nothing);

fn find(class: &str, method: &str, descriptor: &str) -> Option<&'static LibraryModel> {
    if matches!(method, "registerNatives" | "initIDs" | "initNative") && descriptor == "()V" {
        return Some(&REGISTRATION);
    }
    let candidates = BY_NAME.get(&(class, method))?;
    candidates.iter().copied().find(|m| m.descriptor.is_empty() || m.descriptor == descriptor)
}

/// The model of a method of an API class of ours or of the user's.
fn find_api(class: &str, method: &str, descriptor: &str) -> Option<&'static LibraryModel> {
    check::find(class, method).or_else(|| nondet::find(class, method, descriptor))
}

fn nothing(_: &mut Machine, _: &mut State, _: &Call) -> Res<Ret> {
    Ok(Ret::Void)
}
