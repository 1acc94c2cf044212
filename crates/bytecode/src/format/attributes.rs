//! The attributes that a virtual machine must understand (JVMS 4.7): their lengths, what they refer to, and that each is there once.

use super::{Checked, ensure, flags, names};
use crate::classfile::{ClassFile, ClassFileError, Constant, access, malformed};
use crate::reader::Reader;
use std::collections::HashSet;

/// The attributes of one item.
pub(super) struct Attributes<'a> {
    class: &'a ClassFile,
    seen: HashSet<&'a str>,
}

/// The versions that brought some attributes; older classes may have any bytes there.
const SINCE: &[(&str, u16)] = &[
    ("Signature", 49),
    ("EnclosingMethod", 49),
    ("StackMapTable", 50),
    ("BootstrapMethods", 51),
    ("MethodParameters", 52),
    ("NestHost", 55),
    ("NestMembers", 55),
    ("Record", 60),
    ("PermittedSubclasses", 61),
];

impl<'a> Attributes<'a> {
    pub fn new(class: &'a ClassFile) -> Attributes<'a> {
        Attributes { class, seen: HashSet::new() }
    }

    pub fn field(mut self, reader: &mut Reader, is_static: bool, descriptor: &str) -> Checked {
        self.each(reader, |this, name, content| {
            match name {
                "ConstantValue" if is_static => {
                    this.once(name)?;
                    let constant = this.class.pool.get(content.u16()?);
                    let fits = match constant {
                        Some(Constant::Integer(_)) => matches!(descriptor, "I" | "S" | "C" | "B" | "Z"),
                        Some(Constant::Long(_)) => descriptor == "J",
                        Some(Constant::Float(_)) => descriptor == "F",
                        Some(Constant::Double(_)) => descriptor == "D",
                        Some(Constant::String(_)) => descriptor == "Ljava/lang/String;",
                        _ => false,
                    };
                    ensure(fits, || "ConstantValue of another type".into())?;
                }
                "Synthetic" | "Deprecated" => {}
                "Signature" => this.signature(content)?,
                _ => return Ok(Read::Skipped),
            }
            Ok(Read::Whole)
        })
    }

    pub fn method(mut self, reader: &mut Reader) -> Checked {
        self.each(reader, |this, name, content| {
            match name {
                "Code" => {
                    this.once(name)?;
                    this.code(content)?;
                }
                "Exceptions" => {
                    this.once(name)?;
                    this.class_list(content)?;
                }
                "MethodParameters" => {
                    this.once(name)?;
                    for _ in 0..content.u8()? {
                        this.optional_utf8(content.u16()?)?;
                        content.u16()?;
                    }
                }
                "Synthetic" | "Deprecated" => {}
                "Signature" => this.signature(content)?,
                _ => return Ok(Read::Skipped),
            }
            Ok(Read::Whole)
        })
    }

    fn code(&mut self, content: &mut Reader) -> Checked {
        content.u16()?;
        let max_locals = content.u16()?;
        let length = content.u32()?;
        content.range(length as usize)?;
        for _ in 0..content.u16()? {
            content.range(8)?;
        }
        let mut variables = HashSet::new();
        Attributes::new(self.class).each(content, |this, name, content| {
            match name {
                "LineNumberTable" => {
                    for _ in 0..content.u16()? {
                        let start = content.u16()?;
                        content.u16()?;
                        ensure(u32::from(start) < length, || format!("LineNumberTable names pc {start}"))?;
                    }
                }
                "LocalVariableTable" | "LocalVariableTypeTable" => {
                    let typed = name == "LocalVariableTable";
                    for _ in 0..content.u16()? {
                        let row = this.variable(content, length, max_locals, typed)?;
                        ensure(!typed || variables.insert(row), || "duplicate entry in LocalVariableTable".into())?;
                    }
                }
                "StackMapTable" => {
                    this.once(name)?;
                    return Ok(Read::Skipped);
                }
                _ => return Ok(Read::Skipped),
            }
            Ok(Read::Whole)
        })
    }

    /// Start, length, name and slot.
    fn variable(
        &self,
        content: &mut Reader,
        code_length: u32,
        max_locals: u16,
        typed: bool,
    ) -> Result<(u16, u16, u16, u16), ClassFileError> {
        let (start, length) = (content.u16()?, content.u16()?);
        let (name, descriptor, slot) = (content.u16()?, content.u16()?, content.u16()?);
        ensure(u32::from(start) < code_length, || format!("a local variable starts at pc {start}"))?;
        ensure(u32::from(start) + u32::from(length) <= code_length, || "a local variable ends after the code".into())?;
        names::field(self.class.pool.utf8(name)?, self.class.major)?;
        let descriptor = self.class.pool.utf8(descriptor)?;
        let mut slots = 1;
        if typed {
            names::field_descriptor(descriptor, self.class.major)?;
            slots = if matches!(&**descriptor, "J" | "D") { 2 } else { 1 };
        }
        ensure(u32::from(slot) + slots <= max_locals.into(), || format!("a local variable in slot {slot}"))?;
        Ok((start, length, name, slot))
    }

    pub fn class(mut self, reader: &mut Reader) -> Checked {
        self.each(reader, |this, name, content| {
            match name {
                "SourceFile" => {
                    this.once(name)?;
                    this.class.pool.utf8(content.u16()?)?;
                }
                "InnerClasses" => {
                    this.once(name)?;
                    this.inner_classes(content)?;
                }
                "EnclosingMethod" => {
                    this.once(name)?;
                    this.class.pool.class(content.u16()?)?;
                    let method = content.u16()?;
                    let fits = method == 0 || matches!(this.class.pool.get(method), Some(Constant::NameAndType { .. }));
                    ensure(fits, || "EnclosingMethod names no method".into())?;
                }
                "BootstrapMethods" => {
                    this.once(name)?;
                    for _ in 0..content.u16()? {
                        content.u16()?;
                        for _ in 0..content.u16()? {
                            content.u16()?;
                        }
                    }
                }
                "NestHost" => {
                    this.once(name)?;
                    ensure(!this.seen.contains("NestMembers"), || "both NestHost and NestMembers".into())?;
                    this.class.pool.class(content.u16()?)?;
                }
                "NestMembers" => {
                    this.once(name)?;
                    ensure(!this.seen.contains("NestHost"), || "both NestHost and NestMembers".into())?;
                    this.class_list(content)?;
                }
                "PermittedSubclasses" => {
                    this.once(name)?;
                    ensure(this.class.access & access::FINAL == 0, || "a final class permits subclasses".into())?;
                    this.class_list(content)?;
                }
                "Record" if this.class.super_name.as_deref() == Some("java/lang/Record") => {
                    this.once(name)?;
                    this.record(content)?;
                }
                "Synthetic" | "Deprecated" => {}
                "Signature" => this.signature(content)?,
                _ => return Ok(Read::Skipped),
            }
            Ok(Read::Whole)
        })
    }

    fn record(&mut self, content: &mut Reader) -> Checked {
        for _ in 0..content.u16()? {
            let (name, descriptor) = (content.u16()?, content.u16()?);
            names::field(self.class.pool.utf8(name)?, self.class.major)?;
            names::field_descriptor(self.class.pool.utf8(descriptor)?, self.class.major)?;
            Attributes::new(self.class).each(content, |this, name, content| match name {
                "Signature" => this.signature(content).map(|()| Read::Whole),
                _ => Ok(Read::Skipped),
            })?;
        }
        Ok(())
    }

    fn inner_classes(&mut self, content: &mut Reader) -> Checked {
        let mut rows = HashSet::new();
        for _ in 0..content.u16()? {
            let (inner, outer) = (content.u16()?, content.u16()?);
            let (name, flags) = (content.u16()?, content.u16()?);
            self.class.pool.class(inner)?;
            if outer != 0 {
                self.class.pool.class(outer)?;
                ensure(outer != inner, || "a class is its own member".into())?;
            }
            self.optional_utf8(name)?;
            // ACC_SUPER does not belong here.
            flags::class(flags & !access::SUPER, self.class.major)?;
            let fresh = rows.insert((inner, outer, name, flags));
            ensure(fresh || self.class.major < 49, || "duplicate entry in InnerClasses".into())?;
        }
        Ok(())
    }

    fn class_list(&self, content: &mut Reader) -> Checked {
        for _ in 0..content.u16()? {
            self.class.pool.class(content.u16()?)?;
        }
        Ok(())
    }

    fn signature(&mut self, content: &mut Reader) -> Checked {
        self.once("Signature")?;
        self.class.pool.utf8(content.u16()?).map(|_| ())
    }

    fn optional_utf8(&self, index: u16) -> Checked {
        if index == 0 { Ok(()) } else { self.class.pool.utf8(index).map(|_| ()) }
    }

    fn once(&mut self, name: &'a str) -> Checked {
        ensure(self.seen.insert(name), || format!("more than one attribute {name}"))
    }

    /// Gives each attribute that this version knows; what was read whole must end there.
    fn each(
        &mut self,
        reader: &mut Reader,
        mut check: impl FnMut(&mut Attributes<'a>, &'a str, &mut Reader) -> Result<Read, ClassFileError>,
    ) -> Checked {
        for _ in 0..reader.u16()? {
            let class = self.class;
            let name: &'a str = class.pool.utf8(reader.u16()?)?;
            let length = reader.u32()?;
            let mut content = reader.sub(length as usize)?;
            if SINCE.iter().any(|&(attribute, since)| attribute == name && class.major < since) {
                continue;
            }
            if check(self, name, &mut content)? == Read::Whole && !content.is_empty() {
                return malformed(format!("attribute {name} has wrong length"));
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    Whole,
    Skipped,
}
