//! What symbolic names and symbolic Class objects may mean in `jacana test`.

use bytecode::{ClassName, DottedName};
use machine::{ClassId, ClassKind, Loader, World};
use std::rc::Rc;

/// Classes of each source that are tried.
const OF_EACH: usize = 5;

/// Kinds of classes that code tells apart: any, final, boxed, primitive, interface, abstract, enum, arrays, void.
const KINDS: [&str; 10] = [
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Integer",
    "int",
    "java/util/List",
    "java/util/ArrayList",
    "java/lang/Thread$State",
    "[I",
    "[Ljava/lang/String;",
    "void",
];

/// Texts and boxes that are behind variables of general classes, whether the class speaks of them or not.
const VALUES: [&str; 2] = ["java/lang/String", "java/lang/Integer"];

/// Classes that the class under test speaks of, those beside it on the class path, and one of each kind.
pub fn know(world: &mut World, tested: ClassId, sinks: &[String]) {
    for name in VALUES {
        if let Ok(class) = world.jdk_class(name)
            && !world.atlas.values.contains(&class)
        {
            world.atlas.values.push(class);
        }
    }
    let loader = world.classes[tested].loader;
    let mut found: Vec<ClassId> = Vec::new();
    let add = |found: &mut Vec<ClassId>, class: ClassId| {
        if !found.contains(&class) {
            found.push(class);
        }
    };
    for class in sink_classes(world, sinks).into_iter().take(OF_EACH) {
        add(&mut found, class);
        lead(world, class);
    }
    if !found.is_empty() {
        // Classes are loaded by name there.
        world.atlas.reflection.leads.insert(world.class);
        world.atlas.reflection.lead_names.extend(["forName".to_string(), "loadClass".to_string()]);
    }
    let before = found.len();
    for name in constants(world, tested) {
        if let Ok(Some(class)) = world.load(loader, &name)
            && class != tested
            && found.len() < before + OF_EACH
        {
            add(&mut found, class);
        }
    }
    let package = world.classes[tested].package().to_string();
    let beside = world.atlas.concrete.clone();
    let beside = beside.into_iter().filter(|&class| world.classes[class].package() == package);
    for class in beside.take(OF_EACH) {
        add(&mut found, class);
    }
    for name in KINDS {
        let primitive = machine::program::PRIMITIVES.iter().find(|(word, _)| *word == name);
        let class = match primitive {
            Some(&(_, prim)) => Some(world.classes.primitive(prim)),
            None => world.load(Loader::Jdk, &name.into()).ok().flatten(),
        };
        if let Some(class) = class {
            add(&mut found, class);
        }
    }
    found.retain(|&class| is_seen(world, class));
    world.atlas.reflection.classes = Rc::from(found);
}

/// Classes that somebody must not reach, or whose methods.
fn sink_classes(world: &mut World, sinks: &[String]) -> Vec<ClassId> {
    let is_sink = |&class: &ClassId| {
        let linked = &world.classes[class];
        let mut methods = linked.methods.iter().map(|&method| &*world.classes[method].name);
        methods.any(|method| world.options.sinks.matches(&linked.name, method))
    };
    let mut found: Vec<ClassId> = world.atlas.concrete.iter().copied().filter(is_sink).collect();
    for sink in sinks {
        let class = sink.rsplit_once('.').map_or("", |(class, _)| class);
        for name in [sink.as_str(), class] {
            found.extend(world.load(Loader::Jdk, &DottedName::new(name).internal()).ok().flatten());
        }
    }
    found
}

/// Paths that come to the class or to names of its sinks go first.
fn lead(world: &mut World, class: ClassId) {
    let linked = &world.classes[class];
    let methods = linked.methods.iter().map(|&method| &*world.classes[method].name);
    let named = methods.filter(|method| world.options.sinks.matches(&linked.name, method)).map(String::from);
    let names: Vec<String> = named.chain([linked.dotted().into()]).collect();
    world.atlas.reflection.leads.insert(class);
    world.atlas.reflection.lead_names.extend(names);
}

/// Classes of code that was made for another purpose have no name.
fn is_seen(world: &World, class: ClassId) -> bool {
    let class = &world.classes[class];
    !matches!(class.kind, ClassKind::Instance) || !class.hidden && !class.name.starts_with("jacana/")
}

/// Classes that the code has as constants, such as `Foo.class`, in the order of the file.
fn constants(world: &World, class: ClassId) -> Vec<ClassName> {
    let Some(file) = &world.classes[class].file else { return Vec::new() };
    let name = |constant: &bytecode::Constant| match constant {
        bytecode::Constant::Class(name) => Some(name.clone()),
        _ => None,
    };
    file.pool.entries.iter().filter_map(name).collect()
}
