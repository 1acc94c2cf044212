//! Which access flags go together (JVMS 4.1, 4.5, 4.6). Flags that an item does not know are ignored.

use super::{Checked, ensure};
use crate::classfile::{ClassFile, access};

/// Java 5: annotations, enums, bridges.
const JAVA_5: u16 = 49;
const JAVA_8: u16 = 52;
const JAVA_17: u16 = 61;
const BRIDGE: u16 = access::VOLATILE;
const TRANSIENT: u16 = access::VARARGS;
const STRICT: u16 = 0x0800;

pub(super) fn class(flags: u16, major: u16) -> Checked {
    let has = |flag| flags & flag != 0;
    // Old compilers left it out.
    let is_abstract = has(access::ABSTRACT) || major < 50;
    let bad = if has(access::INTERFACE) {
        !is_abstract || has(access::FINAL) || major >= JAVA_5 && (has(access::SUPER) || has(access::ENUM))
    } else {
        has(access::ABSTRACT) && has(access::FINAL) || major >= JAVA_5 && has(access::ANNOTATION)
    };
    ensure(!bad, || format!("illegal class modifiers 0x{flags:x}"))
}

/// More than one of public, protected and private.
fn clashes(flags: u16) -> bool {
    (flags & (access::PUBLIC | access::PROTECTED | access::PRIVATE)).count_ones() > 1
}

pub(super) fn field(flags: u16, class: &ClassFile) -> Checked {
    let has = |flag| flags & flag != 0;
    let bad = if class.is_interface() {
        let needed = access::PUBLIC | access::STATIC | access::FINAL;
        let others = access::PRIVATE | access::PROTECTED | access::VOLATILE | TRANSIENT;
        flags & needed != needed || has(others) || class.major >= JAVA_5 && has(access::ENUM)
    } else {
        clashes(flags) || has(access::FINAL) && has(access::VOLATILE)
    };
    ensure(!bad, || format!("illegal field modifiers 0x{flags:x}"))
}

pub(super) fn method(flags: u16, name: &str, class: &ClassFile) -> Checked {
    let has = |flag| flags & flag != 0;
    let strict_counts = class.major < JAVA_17;
    let bad = if name == "<init>" && class.is_interface() {
        true
    } else if class.is_interface() {
        in_interface(flags, class.major)
    } else if clashes(flags) {
        true
    } else if name == "<init>" {
        has(access::STATIC | access::FINAL | access::SYNCHRONIZED | access::NATIVE | access::ABSTRACT)
            || class.major >= JAVA_5 && has(BRIDGE)
    } else {
        let strict = if strict_counts { STRICT } else { 0 };
        has(access::ABSTRACT)
            && (has(access::FINAL | access::NATIVE | access::PRIVATE | access::STATIC)
                || class.major >= JAVA_5 && has(access::SYNCHRONIZED | strict))
    };
    ensure(!bad, || format!("illegal modifiers 0x{flags:x} of method {name}"))
}

fn in_interface(flags: u16, major: u16) -> bool {
    let has = |flag| flags & flag != 0;
    if major >= JAVA_8 {
        let strict = if major < JAVA_17 { STRICT } else { 0 };
        return has(access::PUBLIC) == has(access::PRIVATE)
            || has(access::NATIVE | access::PROTECTED | access::FINAL | access::SYNCHRONIZED)
            || has(access::ABSTRACT) && has(access::PRIVATE | access::STATIC | strict);
    }
    let never = access::STATIC | access::FINAL | access::NATIVE;
    let since_5 = access::PRIVATE | access::PROTECTED | access::SYNCHRONIZED | STRICT;
    !has(access::PUBLIC) || !has(access::ABSTRACT) || has(never) || major >= JAVA_5 && has(since_5)
}
