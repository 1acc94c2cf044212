//! The methods that are explored on symbolic heaps, and how a driver of ours calls them.

mod contracted;
pub mod lookup;
pub mod names;
mod near;
pub mod prepare;
pub mod targets;

pub use contracted::assume;
pub use machine::shapes::mentions;

use bytecode::synth::check::{Called, Checked, Parameter};
use bytecode::writer::Owner;
use bytecode::{Type, access};
use machine::{ClassId, Loader, MethodId, World};
use std::fmt;

/// A method to check.
pub struct Planned {
    pub class: ClassId,
    pub method: MethodId,
    /// `Class.method(int,Node)`
    pub shown: String,
    pub checked: Checked,
    /// Exceptions that the method declares.
    pub declared: Vec<ClassId>,
    /// What of its contract is not understood.
    pub problems: Vec<String>,
    /// Names that only code of ours mentions.
    pub unmentioned: &'static [&'static str],
    /// Whether anybody may call it.
    pub is_public: bool,
}

/// Why a method cannot be driven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unplanned {
    /// The invariant of its class has another signature than an invariant must have.
    Invariant(String),
    Abstract(String),
    Native(String),
}

impl fmt::Display for Unplanned {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Unplanned::Invariant(name) => {
                write!(f, "invariant {name} must return boolean, have no parameters and not be static")
            }
            Unplanned::Abstract(shown) => write!(f, "method {shown} is abstract: name a class that implements it"),
            Unplanned::Native(shown) => write!(f, "method {shown} is native: there is no bytecode to check"),
        }
    }
}

impl std::error::Error for Unplanned {}

/// How the method is driven, or why it cannot be.
pub fn plan(world: &mut World, class: ClassId, method: MethodId) -> Result<Planned, Unplanned> {
    let (c, m) = (&world.classes[class], &world.classes[method]);
    let shown = format!("{}.{}", c.dotted(), names::signature(world, method).trim_matches('`'));
    if let Some(marked) = world.marked_invariant(class).map(|marked| &world.classes[marked])
        && (marked.is_static() || *marked.descriptor != *"()Z")
    {
        return Err(Unplanned::Invariant(format!("{}.{}", c.dotted(), marked.name)));
    }
    if m.is_abstract() {
        return Err(Unplanned::Abstract(shown));
    }
    if m.is_native() {
        return Err(Unplanned::Native(shown));
    }
    let is_public = m.access & access::PUBLIC != 0;
    let kind = match &*m.name {
        "<init>" => Called::Constructor,
        _ if m.is_static() => Called::Static,
        _ => Called::Instance,
    };
    let declaring = if kind == Called::Instance { class } else { m.class };
    let owner = if world.classes[declaring].is_interface() { Owner::Interface } else { Owner::Class };
    let (name, descriptor, types) = (m.name.to_string(), m.descriptor.to_string(), m.parameters.clone());
    let names = names::parameter_names(world, method);
    let loader = world.classes[class].loader;
    let parameters = names.into_iter().zip(&types).map(|(name, kind)| {
        let invariant = is_public && has_invariant(world, loader, kind);
        Parameter { name, invariant }
    });
    let parameters = parameters.collect();
    let class_name = world.classes[declaring].name.clone();
    let invariant = is_public && is_described(world, class);
    let checked = Checked {
        class: class_name,
        owner,
        name,
        descriptor,
        kind,
        parameters,
        invariant,
        globals: false,
        contract: false,
    };
    let declared = declared(world, class, method);
    let (problems, unmentioned) = (Vec::new(), &[][..]);
    Ok(Planned { class, method, shown, checked, declared, problems, unmentioned, is_public })
}

fn has_invariant(world: &mut World, loader: Loader, kind: &Type) -> bool {
    match kind {
        Type::Prim(_) => false,
        Type::Ref(name) => {
            matches!(world.load(loader, name), Ok(Some(class)) if is_described(world, class))
        }
    }
}

/// Whether something must be true of its objects, even if nobody can ask for it.
fn is_described(world: &World, class: ClassId) -> bool {
    world.invariant_of(class).is_some() || world.unread_invariant(class).is_some()
}

/// What classes of the JDK count for variables of more general classes: those that the class, its invariant, or a class of the program of which
/// those speak, speak of.
pub fn know_mentioned(world: &mut World, planned: &Planned) {
    let invariant = world.invariant_of(planned.class).map(|method| world.classes[method].class);
    let speaking: Vec<ClassId> = [planned.class].into_iter().chain(invariant).collect();
    world.know_mentioned(&speaking, planned.unmentioned);
}

/// Whether a class is another one or lies inside of it, by their names.
pub fn is_inside(outer: &str, name: &str) -> bool {
    name.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

fn declared(world: &mut World, class: ClassId, method: MethodId) -> Vec<ClassId> {
    let m = &world.classes[method];
    let file = world.classes[m.class].file.clone();
    let names = file.map(|file| file.methods[m.index as usize].exceptions.clone()).unwrap_or_default();
    let loader = world.classes[class].loader;
    names.iter().filter_map(|name| world.load(loader, name).ok().flatten()).collect()
}
