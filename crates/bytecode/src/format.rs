//! Format checking (JVMS 4.8): what HotSpot's parser refuses with ClassFormatError in a class that parses. Asked for user classes only;
//! those of the JDK are trusted.

mod attributes;
mod flags;
mod names;

use crate::classfile::{ClassFile, ClassFileError, Constant, MemberRef, access, malformed};
use crate::descriptor::MethodDescriptor;
use crate::reader::Reader;
use attributes::Attributes;
use std::collections::HashSet;

/// JVMS 4.3.3.
const MOST_ARGUMENTS: usize = 255;

type Checked = Result<(), ClassFileError>;

pub fn check_format(class: &ClassFile) -> Checked {
    pool(class)?;
    flags::class(class.access, class.major)?;
    supers(class)?;
    members(class)?;
    rest(class)
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { malformed(what()) }
}

/// JVMS 4.4: names, descriptors and the versions that know a constant.
fn pool(class: &ClassFile) -> Checked {
    for (index, constant) in class.pool.entries.iter().enumerate() {
        let since = match constant {
            Constant::MethodHandle { .. } | Constant::MethodType(_) | Constant::InvokeDynamic { .. } => 51,
            Constant::Dynamic { .. } => 55,
            _ => 0,
        };
        ensure(class.major >= since, || format!("constant {index} is not known to version {}", class.major))?;
        let major = class.major;
        match constant {
            Constant::Class(name) => names::class(name, major)?,
            Constant::NameAndType { name, descriptor } if descriptor.starts_with('(') => {
                names::method(name, major)?;
                names::method_descriptor(name, descriptor, major)?;
            }
            Constant::NameAndType { name, descriptor } => {
                names::field(name, major)?;
                names::field_descriptor(descriptor, major)?;
            }
            Constant::Field(MemberRef { descriptor, .. }) | Constant::Dynamic { descriptor, .. } => {
                ensure(!descriptor.starts_with('('), || format!("constant {index} has the descriptor of a method"))?;
            }
            Constant::Method(member) => {
                ensure(member.descriptor.starts_with('('), || format!("constant {index} has no method descriptor"))?;
                let named = !member.name.starts_with('<') || &*member.name == "<init>";
                ensure(named, || format!("constant {index} names method {}", member.name))?;
            }
            Constant::InterfaceMethod(MemberRef { descriptor, .. }) | Constant::InvokeDynamic { descriptor, .. } => {
                ensure(descriptor.starts_with('('), || format!("constant {index} has no method descriptor"))?;
            }
            Constant::MethodType(descriptor) => names::method_descriptor("", descriptor, major)?,
            Constant::MethodHandle { kind, reference } => method_handle(class, *kind, *reference)?,
            Constant::Module(_) | Constant::Package(_) => {
                return malformed(format!("constant {index} belongs into a module"));
            }
            Constant::Unusable
            | Constant::Utf8(_)
            | Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Long(_)
            | Constant::Double(_)
            | Constant::String(_) => {}
        }
    }
    Ok(())
}

/// JVMS 4.4.8.
fn method_handle(class: &ClassFile, kind: u8, reference: u16) -> Checked {
    let target = class.pool.get(reference);
    if let (6 | 7, Some(Constant::InterfaceMethod(_))) = (kind, target) {
        ensure(class.major >= 52, || "a method handle for code of an interface".into())?;
    }
    let Some(Constant::Method(member) | Constant::InterfaceMethod(member)) = target else {
        return Ok(());
    };
    let fits = if kind == 8 { &*member.name == "<init>" } else { !member.name.starts_with('<') };
    ensure(fits, || format!("a method handle of kind {kind} for {}", member.name))
}

fn supers(class: &ClassFile) -> Checked {
    ensure(!class.name.starts_with('['), || "the class is named like an array".into())?;
    match &class.super_name {
        None => return malformed("no superclass"),
        Some(name) => {
            ensure(!name.starts_with('['), || "the superclass is an array".into())?;
            let fits = !class.is_interface() || &**name == "java/lang/Object";
            ensure(fits, || "the superclass of an interface is not java.lang.Object".into())?;
        }
    }
    let mut seen = HashSet::new();
    for name in &class.interfaces {
        ensure(!name.starts_with('['), || "a superinterface is an array".into())?;
        ensure(seen.insert(name), || format!("duplicate interface {name}"))?;
    }
    Ok(())
}

fn members(class: &ClassFile) -> Checked {
    let mut seen = HashSet::new();
    for field in &class.fields {
        names::field(&field.name, class.major)?;
        names::field_descriptor(&field.descriptor, class.major)?;
        flags::field(field.access, class)?;
        ensure(seen.insert((&field.name, &field.descriptor)), || format!("duplicate field {}", field.name))?;
    }
    let mut seen = HashSet::new();
    for method in &class.methods {
        names::method(&method.name, class.major)?;
        names::method_descriptor(&method.name, &method.descriptor, class.major)?;
        ensure(seen.insert((&method.name, &method.descriptor)), || format!("duplicate method {}", method.name))?;
        let mut flags = method.access;
        if &*method.name == "<clinit>" {
            // JVMS 4.6: only its being static counts, which old classes need not say.
            ensure(class.major < 51 || method.is_static(), || "<clinit> is not static".into())?;
            flags = access::STATIC;
        } else {
            flags::method(flags, &method.name, class)?;
        }
        let receiver = usize::from(flags & access::STATIC == 0);
        let slots = receiver + MethodDescriptor::parse(&method.descriptor)?.argument_slots();
        ensure(slots <= MOST_ARGUMENTS, || format!("method {} has too many arguments", method.name))?;
        let has_body = flags & (access::NATIVE | access::ABSTRACT) == 0;
        match &method.code {
            None => ensure(!has_body, || format!("method {} has no code", method.name))?,
            Some(code) => {
                ensure(has_body, || format!("method {} may not have code", method.name))?;
                ensure(slots <= code.max_locals.into(), || format!("arguments of {} do not fit", method.name))?;
                let length = code.bytes.len();
                for row in &code.handlers {
                    let inside = usize::from(row.end) <= length && usize::from(row.handler) < length;
                    ensure(row.start < row.end && inside, || format!("bad exception table of {}", method.name))?;
                    if row.catch != 0 {
                        class.pool.class(row.catch)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Everything behind the pool once more, for the attributes.
fn rest(class: &ClassFile) -> Checked {
    let mut reader = Reader::new(&class.bytes);
    reader.range(class.after_pool + 6)?;
    for _ in 0..reader.u16()? {
        reader.u16()?;
    }
    for _ in 0..reader.u16()? {
        let flags = reader.u16()?;
        reader.u16()?;
        let descriptor = class.pool.utf8(reader.u16()?)?;
        Attributes::new(class).field(&mut reader, flags & access::STATIC != 0, descriptor)?;
    }
    for _ in 0..reader.u16()? {
        reader.range(6)?;
        Attributes::new(class).method(&mut reader)?;
    }
    Attributes::new(class).class(&mut reader)
}
