//! Objects of classes that nobody implements, for a replay: each such class gets one that extends it and gives the answers of the path.

use super::before::PreHeap;
use bytecode::synth::stub::{ANSWERS, answers_class, stub_class};
use bytecode::{ClassFileError, ClassName, DottedName, access};
use machine::{Loader, World};
use std::collections::BTreeMap;

/// Makes the classes, and the objects of the heap theirs.
pub fn give(world: &mut World, heap: &mut PreHeap) -> Result<(), ClassFileError> {
    let mut made: BTreeMap<DottedName, DottedName> = BTreeMap::new();
    for object in &mut heap.objects {
        let internal = object.class.internal();
        let Ok(Some(class)) = world.load(Loader::App, &internal) else { continue };
        if object.class.starts_with('[') || world.classes[class].access & access::ABSTRACT == 0 {
            continue;
        }
        if let Some(stub) = made.get(&object.class) {
            object.class.clone_from(stub);
            continue;
        }
        // Beside the class, which may not be visible from elsewhere; nothing is added to packages that are closed.
        let stub = DottedName::new(match world.is_closed(class) {
            true => format!("jacana.Stub{}", made.len() + 1),
            false => format!("{}$JacanaStub", object.class),
        });
        let methods = world.without_code(class);
        let bytes = match world.classes[class].is_interface() {
            true => stub_class(&stub.internal(), "java/lang/Object", &[&internal], &methods)?,
            false => stub_class(&stub.internal(), &internal, &[], &methods)?,
        };
        heap.stubs.push((stub.clone(), bytes));
        made.insert(std::mem::replace(&mut object.class, stub.clone()), stub);
    }
    if !made.is_empty() {
        heap.stubs.push((ClassName::from(ANSWERS).dotted(), answers_class()?));
    }
    Ok(())
}
