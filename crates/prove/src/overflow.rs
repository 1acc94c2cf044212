//! Where a program goes on after its stack has overflowed. A contract says nothing of calls that end like that, so nobody may see it:
//! no method that a recursive one may call handles such errors.

use bytecode::{Constant, Handler, Insn, Type};
use explore::Explorer;
use machine::{MethodId, World};
use std::collections::BTreeSet;

/// Classes of handlers that go on after the stack has overflowed.
const CATCHES_OVERFLOW: [&str; 4] =
    ["java/lang/Throwable", "java/lang/Error", "java/lang/VirtualMachineError", "java/lang/StackOverflowError"];

/// What all classes with assertions ask for, and constructors.
const QUIET_METHODS: [&str; 2] = ["desiredAssertionStatus", "<init>"];

/// Classes of the JDK whose objects hold nothing of the program that they could call.
const QUIET: [&str; 12] = [
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/io/PrintStream",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/util/Random",
];

pub fn catches_overflow(handler: &Handler) -> bool {
    handler.catch.as_ref().is_none_or(|name| CATCHES_OVERFLOW.contains(&&**name))
}

/// Does any method of the program that this one may call handle an overflow?
pub fn survives_overflow(explorer: &Explorer, method: MethodId) -> bool {
    let world = &*explorer.machine.world;
    let handles = |method: &MethodId| {
        let code = world.classes[*method].code.get();
        code.is_some_and(|code| code.handlers.iter().any(catches_overflow))
    };
    callees(world, method).iter().any(handles)
}

/// Methods of the program by which calls of this one may pass; all of them where that cannot be told.
fn callees(world: &World, method: MethodId) -> BTreeSet<MethodId> {
    let own: Vec<MethodId> =
        world.classes.iter().filter(|class| !class.is_jdk()).flat_map(|class| class.methods.iter().copied()).collect();
    let is_initializer = |method: &MethodId| *world.classes[*method].name == *"<clinit>";
    let mut found: BTreeSet<MethodId> = own.iter().copied().filter(is_initializer).collect();
    found.insert(method);
    let mut open: Vec<MethodId> = found.iter().copied().collect();
    while let Some(next) = open.pop() {
        let Some(called) = called(world, next, &own) else { return own.into_iter().collect() };
        open.extend(called.into_iter().filter(|&method| found.insert(method)));
    }
    found
}

/// `None` if the body may call back whom nobody knows. The class file is asked: what runs has forgotten names.
fn called(world: &World, method: MethodId, own: &[MethodId]) -> Option<BTreeSet<MethodId>> {
    let classes = &world.classes;
    let file = classes[classes[method].class].file.as_ref()?;
    let info = file.methods.get(classes[method].index as usize)?;
    if info.code.is_none() {
        return Some(BTreeSet::new());
    }
    let code = bytecode::decode(file, info).ok()?;
    let mut found = BTreeSet::new();
    for insn in code.insns.iter() {
        let (at, is_static) = match insn.get() {
            Insn::InvokeDynamic(_) => return None,
            Insn::InvokeVirtual(at) | Insn::InvokeSpecial(at) | Insn::InvokeInterface(at) => (at, false),
            Insn::InvokeStatic(at) => (at, true),
            _ => continue,
        };
        let (Constant::Method(member) | Constant::InterfaceMethod(member)) = file.pool.get(at)? else { return None };
        let same = |other: &MethodId| {
            *classes[*other].name == *member.name && *classes[*other].descriptor == *member.descriptor
        };
        let targets: Vec<MethodId> = own.iter().copied().filter(same).collect();
        let quiet = is_static || QUIET_METHODS.contains(&&*member.name) || QUIET.contains(&&*member.class);
        if targets.is_empty() && !(quiet && is_harmless(&member.descriptor)) {
            return None;
        }
        found.extend(targets);
    }
    Some(found)
}

/// Numbers and texts call nobody back.
fn is_harmless(descriptor: &str) -> bool {
    let parsed = bytecode::MethodDescriptor::parse(descriptor);
    let plain = |of: &Type| match of {
        Type::Prim(_) => true,
        Type::Ref(name) => **name == *"java/lang/String",
    };
    parsed.is_ok_and(|parsed| parsed.parameters.iter().all(plain))
}
