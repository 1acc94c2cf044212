//! What is not counted, since no source code says it: what compilers add by themselves, and copies that they make.

mod finally;
mod resources;
mod texts;

use super::body::{Body, op};
use crate::classfile::{Constant, access};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub(crate) struct Filtered {
    /// By instruction; empty if all are.
    ignored: Vec<bool>,
    /// Copies of an instruction, and the one that stands for all of them.
    merged: BTreeMap<usize, usize>,
}

impl Filtered {
    pub fn of(body: &Body) -> Filtered {
        let mut filtered = Filtered { ignored: vec![is_by_compiler(body); body.len()], merged: BTreeMap::new() };
        synchronized(body, &mut filtered);
        resources::filter(body, &mut filtered);
        finally::filter(body, &mut filtered);
        texts::filter(body, &mut filtered);
        filtered
    }

    /// Up to the last one.
    fn ignore(&mut self, from: usize, to: usize) {
        for at in from..=to {
            if let Some(ignored) = self.ignored.get_mut(at) {
                *ignored = true;
            }
        }
    }

    fn merge(&mut self, one: usize, other: usize) {
        let (one, other) = (self.representative(one), self.representative(other));
        if one != other {
            self.merged.insert(other, one);
        }
    }

    fn representative(&self, mut at: usize) -> usize {
        while let Some(&next) = self.merged.get(&at) {
            at = next;
        }
        at
    }

    /// The ways of instructions that count: of copies, all ways together; nothing where an instruction does not count.
    pub fn apply(&self, mut ways: Vec<Vec<bool>>) -> Vec<Option<Vec<bool>>> {
        for &copy in self.merged.keys() {
            let (of, taken) = (self.representative(copy), ways[copy].clone());
            for (way, taken) in ways[of].iter_mut().zip(taken) {
                *way |= taken;
            }
        }
        ways.into_iter().enumerate().map(|(at, ways)| self.counts(at).then_some(ways)).collect()
    }

    /// Whether an instruction counts, and is no copy of another one.
    pub fn counts(&self, at: usize) -> bool {
        !self.ignored[at] && !self.merged.contains_key(&at)
    }
}

/// Whole methods that compilers write.
fn is_by_compiler(body: &Body) -> bool {
    let (method, class) = (body.method, body.class);
    let named = (&*method.name, &*method.descriptor);
    let super_name = class.super_name.as_ref().map_or("", |name| name);
    let is_synthetic = method.access & access::SYNTHETIC != 0 && !method.name.starts_with("lambda$");
    let is_of_enum = super_name == "java/lang/Enum"
        && match named {
            ("values", descriptor) => descriptor == format!("()[L{};", class.name),
            ("valueOf", descriptor) => descriptor == format!("(Ljava/lang/String;)L{};", class.name),
            ("<init>", "(Ljava/lang/String;I)V") => is_empty_enum_constructor(body),
            _ => false,
        };
    is_synthetic
        || is_of_enum
        || is_empty_private_constructor(body)
        || super_name == "java/lang/Record" && is_of_record(body)
}

fn is_empty_enum_constructor(body: &Body) -> bool {
    body.opcodes == [op::ALOAD, op::ALOAD, op::ILOAD, op::INVOKESPECIAL, op::RETURN]
        && body.calls(3, "java/lang/Enum", "<init>", "(Ljava/lang/String;I)V")
}

/// The constructor of a class that has no objects.
fn is_empty_private_constructor(body: &Body) -> bool {
    let super_name = body.class.super_name.as_ref().map_or("", |name| name);
    body.method.access & access::PRIVATE != 0
        && (&*body.method.name, &*body.method.descriptor) == ("<init>", "()V")
        && body.opcodes == [op::ALOAD, op::INVOKESPECIAL, op::RETURN]
        && body.calls(1, super_name, "<init>", "()V")
}

/// Accessors and methods of Object that a record has without being told.
fn is_of_record(body: &Body) -> bool {
    let method = body.method;
    let is_accessor = || {
        let crate::insn::Insn::GetField(index) = body.code.insns[1].get() else { return false };
        let is_named = body.class.pool.field(index).is_ok_and(|field| field.name == method.name);
        is_named && method.descriptor.starts_with("()")
    };
    match body.opcodes.as_slice() {
        [op::ALOAD, op::GETFIELD, op::IRETURN..=op::ARETURN] => is_accessor(),
        [op::ALOAD, op::INVOKEDYNAMIC, op::IRETURN | op::ARETURN]
        | [op::ALOAD, op::ALOAD, op::INVOKEDYNAMIC, op::IRETURN] => {
            let at = body.len() - 2;
            let crate::insn::Insn::InvokeDynamic(index) = body.code.insns[at].get() else { return false };
            let Some(Constant::InvokeDynamic { bootstrap, name, .. }) = body.class.pool.get(index) else {
                return false;
            };
            *name == method.name && is_object_methods(body, *bootstrap)
        }
        _ => false,
    }
}

fn is_object_methods(body: &Body, bootstrap: u16) -> bool {
    let handle = body.class.bootstraps.get(usize::from(bootstrap)).map(|bootstrap| bootstrap.method);
    let Some(Constant::MethodHandle { reference, .. }) = handle.and_then(|index| body.class.pool.get(index)) else {
        return false;
    };
    body.class.pool.method(*reference).is_ok_and(|method| &*method.class == "java/lang/runtime/ObjectMethods")
}

/// The handler that leaves the monitor of a `synchronized` statement when something is thrown.
fn synchronized(body: &Body, filtered: &mut Filtered) {
    for handler in &body.code.handlers {
        let at = handler.target as usize;
        if handler.catch.is_some() || handler.start == handler.target {
            continue;
        }
        let of_javac = [op::ASTORE, op::ALOAD, op::MONITOREXIT, op::ALOAD, op::ATHROW];
        let of_ecj = [op::ALOAD, op::MONITOREXIT, op::ATHROW];
        let rest = &body.opcodes[at.min(body.len())..];
        if rest.starts_with(&of_javac) && body.local(at) == body.local(at + 3) {
            filtered.ignore(at, at + of_javac.len() - 1);
        } else if rest.starts_with(&of_ecj) {
            filtered.ignore(at, at + of_ecj.len() - 1);
        }
    }
}
