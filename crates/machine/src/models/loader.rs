//! The builtin class loaders: their look-ups are ours, so that no class path is searched twice.

use super::{Call, LibraryModel, Ret, model};
use crate::program::ObjectId;
use crate::shapes::names::Name;
use crate::state::State;
use crate::world::{Machine, Res};
use bytecode::DottedName;

pub const MODELS: &[LibraryModel] = &[
    model("jdk/internal/loader/BuiltinClassLoader", "findClassInModuleOrNull", "", find_class_in_module),
    model(
        "jdk/internal/loader/BuiltinClassLoader",
        "loadClassOrNull",
        "(Ljava/lang/String;Z)Ljava/lang/Class;",
        load_class_or_null,
    ),
    model("java/lang/ClassLoader", "findBootstrapClass", "(Ljava/lang/String;)Ljava/lang/Class;", find_bootstrap_class),
];

fn load_class_or_null(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let loader = machine.loader_of(state, call.reference(0))?;
    find(machine, state, loader, call.reference(1))
}

/// findClassInModuleOrNull(module, name): a class of the image, whichever loader its module belongs to.
fn find_class_in_module(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    find(machine, state, crate::program::Loader::Jdk, call.reference(2))
}

fn find_bootstrap_class(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    find(machine, state, crate::program::Loader::Jdk, call.reference(0))
}

fn find(machine: &mut Machine, state: &mut State, loader: crate::program::Loader, name: ObjectId) -> Res<Ret> {
    if name.is_null() {
        return Err(machine.null_pointer(state));
    }
    if machine.settle_class_name(state, name)? == Name::Other {
        return Ret::reference(ObjectId::NULL);
    }
    let dotted = machine.string(state, name)?;
    if dotted.contains('/') || dotted.starts_with('[') {
        return Ret::reference(ObjectId::NULL);
    }
    match machine.world.load(loader, &DottedName::new(dotted).internal()) {
        Ok(Some(class)) if machine.world.classes[class].file.is_some() => {
            if state.path.shapes.is_named(name) {
                machine.watch_class(state, class, name);
            }
            Ret::reference(machine.mirror(state, class)?)
        }
        Ok(_) => Ret::reference(ObjectId::NULL),
        Err(error) => Err(machine.load_error(state, error)),
    }
}
