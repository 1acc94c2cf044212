//! The constant pool (JVMS 4.4). Entries may refer forward, so the first pass keeps indices and the second
//! replaces them by what they name; each text is decoded once and shared.

use crate::classfile::{ClassFileError, Constant, MemberRef, Pool, malformed};
use crate::modified_utf8::{decode_name, decode_units};
use crate::names::ClassName;
use crate::reader::Reader;
use std::collections::HashMap;
use std::rc::Rc;

/// An entry as the file has it: a tag and the indices it refers to.
enum Raw<'a> {
    /// Complete after the first pass.
    Done(Constant),
    Utf8(&'a [u8], Rc<str>),
    /// Class, MethodType, Module and Package.
    Name {
        tag: u8,
        name: u16,
    },
    String {
        text: u16,
    },
    /// Fieldref, Methodref and InterfaceMethodref.
    Member {
        tag: u8,
        class: u16,
        name_and_type: u16,
    },
    NameAndType {
        name: u16,
        descriptor: u16,
    },
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    /// Dynamic and InvokeDynamic.
    Dynamic {
        tag: u8,
        bootstrap: u16,
        name_and_type: u16,
    },
}

/// Tags of JVMS table 4.4-A.
pub(crate) mod tag {
    pub const UTF8: u8 = 1;
    pub const INTEGER: u8 = 3;
    pub const FLOAT: u8 = 4;
    pub const LONG: u8 = 5;
    pub const DOUBLE: u8 = 6;
    pub const CLASS: u8 = 7;
    pub const STRING: u8 = 8;
    pub const FIELD: u8 = 9;
    pub const METHOD: u8 = 10;
    pub const INTERFACE_METHOD: u8 = 11;
    pub const NAME_AND_TYPE: u8 = 12;
    pub const METHOD_HANDLE: u8 = 15;
    pub const METHOD_TYPE: u8 = 16;
    pub const DYNAMIC: u8 = 17;
    pub const INVOKE_DYNAMIC: u8 = 18;
    pub const MODULE: u8 = 19;
    pub const PACKAGE: u8 = 20;
}

pub(super) fn parse(reader: &mut Reader) -> Result<Pool, ClassFileError> {
    let count = usize::from(reader.u16()?);
    let mut raws = vec![Raw::Done(Constant::Unusable)];
    while raws.len() < count {
        raws.push(raw(reader)?);
        // JVMS 4.4.5: the slot after a long or double is unusable.
        if let Some(Raw::Done(Constant::Long(_) | Constant::Double(_))) = raws.last() {
            raws.push(Raw::Done(Constant::Unusable));
        }
    }
    if raws.len() > count.max(1) {
        return malformed("a long or double is the last constant");
    }
    let mut resolver = Resolver { raws: &raws, strings: HashMap::new() };
    let entries = raws.iter().map(|raw| resolver.constant(raw)).collect::<Result<_, _>>()?;
    Ok(Pool { entries })
}

fn raw<'a>(reader: &mut Reader<'a>) -> Result<Raw<'a>, ClassFileError> {
    Ok(match reader.u8()? {
        tag::UTF8 => {
            let length = reader.u16()?;
            let bytes = reader.take(length.into())?;
            Raw::Utf8(bytes, decode_name(bytes)?.into())
        }
        tag::INTEGER => Raw::Done(Constant::Integer(reader.i32()?)),
        tag::FLOAT => Raw::Done(Constant::Float(f32::from_bits(reader.u32()?))),
        tag::LONG => Raw::Done(Constant::Long(reader.u64()? as i64)),
        tag::DOUBLE => Raw::Done(Constant::Double(f64::from_bits(reader.u64()?))),
        tag @ (tag::CLASS | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE) => Raw::Name { tag, name: reader.u16()? },
        tag::STRING => Raw::String { text: reader.u16()? },
        tag @ (tag::FIELD | tag::METHOD | tag::INTERFACE_METHOD) => {
            Raw::Member { tag, class: reader.u16()?, name_and_type: reader.u16()? }
        }
        tag::NAME_AND_TYPE => Raw::NameAndType { name: reader.u16()?, descriptor: reader.u16()? },
        tag::METHOD_HANDLE => Raw::MethodHandle { kind: reader.u8()?, reference: reader.u16()? },
        tag @ (tag::DYNAMIC | tag::INVOKE_DYNAMIC) => {
            Raw::Dynamic { tag, bootstrap: reader.u16()?, name_and_type: reader.u16()? }
        }
        tag => return malformed(format!("constant tag {tag} at byte {}", reader.at() - 1)),
    })
}

struct Resolver<'a> {
    raws: &'a [Raw<'a>],
    /// By index of the Utf8: many String entries may name one text.
    strings: HashMap<u16, Rc<[u16]>>,
}

impl Resolver<'_> {
    fn constant(&mut self, raw: &Raw) -> Result<Constant, ClassFileError> {
        Ok(match *raw {
            Raw::Done(ref constant) => constant.clone(),
            Raw::Utf8(_, ref text) => Constant::Utf8(text.clone()),
            Raw::Name { tag, name } => {
                let name = self.utf8(name)?;
                match tag {
                    tag::CLASS => Constant::Class(name.into()),
                    tag::METHOD_TYPE => Constant::MethodType(name),
                    tag::MODULE => Constant::Module(name),
                    _ => Constant::Package(name),
                }
            }
            Raw::String { text } => Constant::String(self.string(text)?),
            Raw::Member { tag, class, name_and_type } => {
                let class = self.class(class)?;
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                let member = MemberRef { class, name, descriptor };
                match tag {
                    tag::FIELD => Constant::Field(member),
                    tag::METHOD => Constant::Method(member),
                    _ => Constant::InterfaceMethod(member),
                }
            }
            Raw::NameAndType { name, descriptor } => {
                Constant::NameAndType { name: self.utf8(name)?, descriptor: self.utf8(descriptor)? }
            }
            Raw::MethodHandle { kind, reference } => self.method_handle(kind, reference)?,
            Raw::Dynamic { tag, bootstrap, name_and_type } => {
                let (name, descriptor) = self.name_and_type(name_and_type)?;
                match tag {
                    tag::DYNAMIC => Constant::Dynamic { bootstrap, name, descriptor },
                    _ => Constant::InvokeDynamic { bootstrap, name, descriptor },
                }
            }
        })
    }

    fn utf8(&self, index: u16) -> Result<Rc<str>, ClassFileError> {
        match self.raws.get(usize::from(index)) {
            Some(Raw::Utf8(_, text)) => Ok(text.clone()),
            _ => wrong(index, "Utf8"),
        }
    }

    fn class(&self, index: u16) -> Result<ClassName, ClassFileError> {
        match self.raws.get(usize::from(index)) {
            Some(&Raw::Name { tag: tag::CLASS, name }) => self.utf8(name).map(ClassName::from),
            _ => wrong(index, "Class"),
        }
    }

    fn name_and_type(&self, index: u16) -> Result<(Rc<str>, Rc<str>), ClassFileError> {
        match self.raws.get(usize::from(index)) {
            Some(&Raw::NameAndType { name, descriptor }) => Ok((self.utf8(name)?, self.utf8(descriptor)?)),
            _ => wrong(index, "NameAndType"),
        }
    }

    fn string(&mut self, index: u16) -> Result<Rc<[u16]>, ClassFileError> {
        if let Some(units) = self.strings.get(&index) {
            return Ok(units.clone());
        }
        let Some(Raw::Utf8(bytes, _)) = self.raws.get(usize::from(index)) else {
            return wrong(index, "Utf8");
        };
        let units: Rc<[u16]> = decode_units(bytes)?.into();
        self.strings.insert(index, units.clone());
        Ok(units)
    }

    /// JVMS 4.4.8: the kind decides what may be referred to.
    fn method_handle(&self, kind: u8, reference: u16) -> Result<Constant, ClassFileError> {
        let target = match self.raws.get(usize::from(reference)) {
            Some(&Raw::Member { tag, .. }) => tag,
            _ => return wrong(reference, "member reference"),
        };
        let fits = match kind {
            1..=4 => target == tag::FIELD,
            5 | 8 => target == tag::METHOD,
            6 | 7 => target != tag::FIELD,
            9 => target == tag::INTERFACE_METHOD,
            _ => false,
        };
        if !fits {
            return malformed(format!("method handle of kind {kind} refers to tag {target}"));
        }
        Ok(Constant::MethodHandle { kind, reference })
    }
}

fn wrong<T>(index: u16, expected: &str) -> Result<T, ClassFileError> {
    malformed(format!("pool entry {index} is not a {expected}"))
}
