//! A method with a contract is checked by calling the code that was generated for it.

use super::Planned;
use super::lookup::load_failure;
use super::prepare::Prepared;
use bytecode::synth::check::{Called, Parameter};
use bytecode::{DottedName, Type, access};
use contracts::MethodContract;
use machine::world::{Original, UserModel};
use machine::{ClassId, Loader, MethodId, World};
use std::cell::Cell;

const ANNOTATIONS: [&str; 4] = ["jacana/Requires", "jacana/Ensures", "jacana/Signals", "jacana/Assignable"];

/// What generated code mentions besides what the program does.
const MENTIONED: &[&str] = &["java/lang/invoke/", "java/lang/Throwable"];

pub fn apply(world: &mut World, planned: &mut Planned, prepared: &Prepared) {
    planned.unmentioned = if prepared.speaks_of_throwable { &MENTIONED[..1] } else { MENTIONED };
    planned.problems = problems_of_classes(world, planned, prepared);
    let method = &world.classes[planned.method];
    let (declaring, name) = (method.class, method.name.to_string());
    let class = world.classes[declaring].dotted();
    let of_method = prepared.contracts.methods.iter().filter(|known| class == *known.class && known.name == name);
    for contract in of_method {
        if !contract.problems.is_empty() {
            if contract.parameters.len() == world.classes[planned.method].parameters.len() {
                planned.problems.extend(contract.problems.iter().map(ToString::to_string));
            }
        } else if let Some(wrapper) = wrapper(world, declaring, planned.method, contract) {
            call(world, planned, wrapper, contract);
            return;
        }
    }
}

/// Contracts that cannot be checked because a source is missing: in annotations of the method, and those of methods that it overrides.
pub fn unread(world: &World, planned: &mut Planned, prepared: Option<&Prepared>) {
    if !planned.problems.is_empty() {
        return;
    }
    let is_checked = planned.checked.contract;
    if !is_checked && let Some(name) = annotation(world, planned.method) {
        planned.problems.push(format!("its contract in @{name} needs the source of the class (--source PATH)"));
        return;
    }
    for other in overridden(world, planned.method) {
        let class = world.classes[other].class;
        let is_read = prepared.is_some_and(|prepared| is_read(world, other, prepared));
        let missing = match (is_read, annotation(world, other)) {
            (false, Some(_)) => class,
            (true, _) if !is_checked => world.classes[planned.method].class,
            (true, _) | (false, None) => continue,
        };
        let (class, missing) = (world.classes[class].dotted(), world.classes[missing].dotted());
        planned.problems.push(format!("its contract in {class} needs the source of {missing} (--source PATH)"));
    }
}

/// The simple name of an annotation of the method that is a part of a contract.
fn annotation(world: &World, method: MethodId) -> Option<&str> {
    let method = &world.classes[method];
    let file = world.classes[method.class].file.as_ref()?;
    let mut annotations = file.methods[method.index as usize].annotations.iter();
    let found = annotations.find(|annotation| ANNOTATIONS.contains(&&*annotation.name))?;
    found.name.rsplit('/').next()
}

/// Methods of classes and interfaces above that this one overrides, also by a bridge.
fn overridden(world: &World, method: MethodId) -> Vec<MethodId> {
    let method = &world.classes[method];
    let at = &world.classes[method.class];
    let is_inherited = |access: u16| access & (access::STATIC | access::PRIVATE) == 0;
    if !is_inherited(method.access) || *method.name == *"<init>" {
        return Vec::new();
    }
    let above = at.chain.iter().filter(|&&class| class != method.class).chain(&at.all_interfaces);
    // A bridge calls a method with references where it has references itself.
    let alike = |a: &Type, b: &Type| a == b || matches!((a, b), (Type::Ref(_), Type::Ref(_)));
    let bridges = |bridge: MethodId| {
        let bridge = &world.classes[bridge];
        let (theirs, ours) = (&bridge.parameters, &method.parameters);
        let same_count = theirs.len() == ours.len();
        bridge.access & access::SYNTHETIC != 0 && same_count && theirs.iter().zip(ours).all(|(a, b)| alike(a, b))
    };
    let overrides = |&other: &MethodId| {
        let other = &world.classes[other];
        let own = at.declared_method(&other.name, &other.descriptor);
        is_inherited(other.access)
            && other.name == method.name
            && own.is_some_and(|own| other.descriptor == method.descriptor || bridges(own))
    };
    above.flat_map(|&class| &world.classes[class].methods).copied().filter(overrides).collect()
}

/// Whether a source that was read has a contract of the method.
fn is_read(world: &World, method: MethodId, prepared: &Prepared) -> bool {
    let (at, name) = (world.classes[method].class, &world.classes[method].name);
    let class = world.classes[at].dotted();
    let mut of_method =
        prepared.contracts.methods.iter().filter(|known| class == *known.class && *known.name == **name);
    of_method.any(|known| wrapper(world, at, method, known).is_some())
}

/// From now on, calls of methods whose contracts are assumed go to what stands for them.
pub fn assume(world: &mut World, prepared: &Prepared) -> Result<(), String> {
    for contract in &prepared.contracts.methods {
        let Some(Ok(name)) = &contract.stand_in else { continue };
        let class = match world.load(Loader::App, &DottedName::new(&contract.class).internal()) {
            Ok(Some(class)) => class,
            Ok(None) => return Err(format!("no such class: {}", contract.class)),
            Err(error) => return Err(load_failure(&contract.class, error)),
        };
        let methods = world.classes[class].methods.clone();
        let Some(&stand_in) = methods.iter().find(|&&method| *world.classes[method].name == **name) else { continue };
        let descriptor = world.classes[stand_in].descriptor.to_string();
        if let Some(original) = world.classes[class].declared_method(&contract.name, &descriptor) {
            let model = UserModel { method: stand_in, calls: Cell::new(0), original: Original::InGeneratedCode };
            world.user_models.insert(original, model);
        }
    }
    Ok(())
}

/// Generated code that has the parameters of the method.
fn wrapper(world: &World, declaring: ClassId, method: MethodId, contract: &MethodContract) -> Option<MethodId> {
    let more = usize::from(contract.cases > 1);
    let fits = |&&other: &&MethodId| {
        let other = &world.classes[other];
        *other.name == *contract.wrapper && other.parameters.get(more..) == Some(&world.classes[method].parameters[..])
    };
    world.classes[declaring].methods.iter().find(fits).copied()
}

fn call(world: &World, planned: &mut Planned, wrapper: MethodId, contract: &MethodContract) {
    let checked = &mut planned.checked;
    checked.name = world.classes[wrapper].name.to_string();
    checked.descriptor = world.classes[wrapper].descriptor.to_string();
    checked.contract = true;
    if checked.kind == Called::Constructor {
        checked.kind = Called::Factory;
    }
    if contract.cases > 1 {
        checked.parameters.insert(0, Parameter { name: "case".into(), invariant: false });
    }
    if contract.is_helper {
        checked.invariant = false;
        checked.parameters.iter_mut().for_each(|parameter| parameter.invariant = false);
    }
    // What may leave the method is the business of the contract.
    planned.declared.clear();
}

/// Contracts of its class or of those of its parameters that are not understood.
fn problems_of_classes(world: &mut World, planned: &Planned, prepared: &Prepared) -> Vec<String> {
    let mut concerned = vec![planned.class];
    for kind in world.classes[planned.method].parameters.clone() {
        if let Type::Ref(name) = kind {
            concerned.extend(world.load(Loader::App, &name).ok().flatten());
        }
    }
    let mut found = Vec::new();
    for class in prepared.contracts.classes.iter().filter(|class| !class.problems.is_empty()) {
        let Ok(Some(id)) = world.load(Loader::App, &DottedName::new(&class.name).internal()) else { continue };
        if concerned.iter().any(|&one| world.classes.is_subclass(one, id)) {
            found.extend(class.problems.iter().map(ToString::to_string));
        }
    }
    found
}
