//! Whether one object may be given as several arguments of a test (`--alias`): that matters where a class compares references, writes to objects, or
//! hands references to others that may do so.

use crate::settings::Alias;
use bytecode::{Insn, MethodDescriptor, Type};
use machine::{ClassId, MethodId, World};
use replay::driver::is_inside;

/// Is it explored for the methods of this class?
pub fn gives_twice(world: &World, tested: ClassId, alias: Alias) -> bool {
    match alias {
        Alias::On => true,
        Alias::Off => false,
        Alias::Auto => matters(world, tested),
    }
}

/// Of the class, those inside of it and those above it that are no more of the library than itself.
fn matters(world: &World, tested: ClassId) -> bool {
    let (name, is_jdk) = (&world.classes[tested].name, world.classes[tested].is_jdk());
    let above = &world.classes[tested].chain;
    let own = |class: ClassId| {
        let c = &world.classes[class];
        is_inside(name, &c.name) || above.contains(&class) && c.is_jdk() == is_jdk && class != world.object
    };
    let classes = world.classes.iter().filter(|class| own(class.id));
    classes.flat_map(|class| class.methods.iter()).any(|&method| is_about_references(world, method))
}

fn is_about_references(world: &World, method: MethodId) -> bool {
    let m = &world.classes[method];
    let Ok(code) = world.classes.code(method) else { return false };
    // What makes an object writes to nothing that was there before.
    let makes = m.name.starts_with('<');
    code.insns.iter().any(|insn| match insn.get() {
        Insn::IfAcmpeq(_) | Insn::IfAcmpne(_) => true,
        Insn::PutField(_) | Insn::PutFieldQuick { .. } | Insn::PutField2Quick { .. } => !makes,
        Insn::Iastore | Insn::Lastore | Insn::Fastore | Insn::Dastore | Insn::Aastore => !makes,
        Insn::Bastore | Insn::Castore | Insn::Sastore => !makes,
        Insn::InvokeVirtual(at) | Insn::InvokeInterface(at) => hands_on(world, m.class, at),
        _ => false,
    })
}

/// Is a method called that is given an object which it may keep, change or compare?
fn hands_on(world: &World, class: ClassId, at: u16) -> bool {
    let Some(file) = &world.classes[class].file else { return false };
    let Ok(called) = file.pool.method(at) else { return false };
    &*called.name == "equals" || !called.class.starts_with("java/lang/") && takes_objects(&called.descriptor)
}

fn takes_objects(descriptor: &str) -> bool {
    let is_object = |kind: &Type| matches!(kind, Type::Ref(name) if **name != *"java/lang/String");
    MethodDescriptor::parse(descriptor).is_ok_and(|types| types.parameters.iter().any(is_object))
}
