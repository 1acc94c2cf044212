//! Methods of a class that only look at it, whatever they are called: tests may ask them what a call has changed.

use bytecode::{ClassFile, Insn, MethodInfo, access, decode};
use std::collections::BTreeSet;

/// Names of methods of other classes that are taken not to change anything.
const LOOKING: [&str; 9] =
    ["size", "length", "isEmpty", "charAt", "equals", "hashCode", "compareTo", "contains", "toString"];

/// Public methods without parameters that answer something and change nothing, by name.
pub fn questions(class: &ClassFile) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // What calls one that is found may be one, too.
    loop {
        let more = class.methods.iter().filter(|method| is_asked(method) && is_looking(class, method, &found));
        let more: BTreeSet<String> = more.map(|method| method.name.to_string()).collect();
        if more.is_subset(&found) {
            return found;
        }
        found.extend(more);
    }
}

fn is_asked(method: &MethodInfo) -> bool {
    let is_public = method.access & (access::PUBLIC | access::STATIC | access::SYNTHETIC) == access::PUBLIC;
    is_public && method.descriptor.starts_with("()") && &*method.descriptor != "()V"
}

/// It writes to nothing that others see, makes nothing, and calls only what looks, too.
fn is_looking(class: &ClassFile, method: &MethodInfo, known: &BTreeSet<String>) -> bool {
    let Ok(code) = decode(class, method) else { return false };
    let calls = |index: u16| {
        let Ok(called) = class.pool.method(index) else { return false };
        let is_own = called.class == class.name && called.descriptor.starts_with("()");
        let is_named =
            LOOKING.contains(&&*called.name) || called.name.starts_with("get") && called.descriptor.starts_with("()");
        is_own && known.contains(&*called.name)
            || is_named
            || &*called.class == "java/lang/Math" && &*called.name != "random"
    };
    method.code.is_some()
        && code.insns.iter().all(|insn| match insn.get() {
            Insn::PutField(_)
            | Insn::PutStatic(_)
            | Insn::Iastore
            | Insn::Lastore
            | Insn::Fastore
            | Insn::Dastore
            | Insn::Aastore
            | Insn::Bastore
            | Insn::Castore
            | Insn::Sastore
            | Insn::MonitorEnter
            | Insn::New(_)
            | Insn::InvokeDynamic(_) => false,
            Insn::InvokeVirtual(index)
            | Insn::InvokeInterface(index)
            | Insn::InvokeStatic(index)
            | Insn::InvokeSpecial(index) => calls(index),
            _ => true,
        })
}
