//! Objects of classes that nobody implements, for a replay: each such class gets one that extends it and gives the answers of the path.

use bytecode::synth::stub::{ANSWERS, StubMethod, answers_class, stub_class};
use bytecode::{ClassFileError, access};
use explore::preheap::PreHeap;
use machine::program::Method;
use machine::{ClassId, Loader, World};
use std::collections::BTreeMap;

const VISIBILITY: u16 = access::PUBLIC | access::PROTECTED;

/// Makes the classes, and the objects of the heap theirs.
pub fn give(world: &mut World, heap: &mut PreHeap) -> Result<(), ClassFileError> {
    let mut made: BTreeMap<String, String> = BTreeMap::new();
    for object in &mut heap.objects {
        let Ok(Some(class)) = world.load(Loader::App, &object.class) else { continue };
        if object.class.starts_with('[') || world.classes[class].access & access::ABSTRACT == 0 {
            continue;
        }
        if let Some(stub) = made.get(&object.class) {
            object.class.clone_from(stub);
            continue;
        }
        // Beside the class, which may not be visible from elsewhere; nothing is added to packages of the JDK.
        let stub = match world.classes[class].is_jdk() {
            true => format!("jacana/Stub{}", made.len() + 1),
            false => format!("{}$JacanaStub", object.class),
        };
        let methods = without_code(world, class);
        let bytes = match world.classes[class].is_interface() {
            true => stub_class(&stub, "java/lang/Object", &[&object.class], &methods)?,
            false => stub_class(&stub, &object.class, &[], &methods)?,
        };
        heap.stubs.push((stub.clone(), bytes));
        made.insert(std::mem::replace(&mut object.class, stub.clone()), stub);
    }
    if !made.is_empty() {
        heap.stubs.push((ANSWERS.into(), answers_class()?));
    }
    Ok(())
}

/// The methods that a class has to implement which extends this one.
fn without_code(world: &World, class: ClassId) -> Vec<StubMethod> {
    let class = &world.classes[class];
    let all = class.chain.iter().chain(&class.all_interfaces).chain([&class.id]);
    let methods = all.flat_map(|&class| world.classes[class].methods.iter().map(|&method| &world.classes[method]));
    let mut missing: BTreeMap<(String, String), StubMethod> = BTreeMap::new();
    for method in methods.filter(|method| method.is_abstract() && !is_implemented(world, class.id, method)) {
        let (name, descriptor) = (method.name.to_string(), method.descriptor.to_string());
        let access = method.access & VISIBILITY;
        missing.insert((name.clone(), descriptor.clone()), StubMethod { access, name, descriptor });
    }
    missing.into_values().collect()
}

/// By the class or one above it, else by an interface.
fn is_implemented(world: &World, class: ClassId, method: &Method) -> bool {
    let declared = |class: &ClassId| world.classes[*class].declared_method(&method.name, &method.descriptor);
    let classes = world.classes[class].chain.iter().rev().filter(|&&class| !world.classes[class].is_interface());
    match classes.filter_map(declared).next() {
        Some(found) => !world.classes[found].is_abstract(),
        None => {
            let interfaces = world.classes[class].all_interfaces.iter().chain([&class]);
            interfaces.filter_map(declared).any(|found| !world.classes[found].is_abstract())
        }
    }
}
