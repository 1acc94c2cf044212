//! Verification types (JVMS 4.10.1.2) and what may be assigned to what. Interfaces count as Object, as the specification wants.

use super::{Checked, Hierarchy, Verifier};
use crate::insn::Prim;
use crate::names::ClassName;
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Anything: not usable.
    Top,
    Int,
    Float,
    Long,
    Double,
    /// The second slot of a long or double; always behind one.
    High,
    Null,
    Object(Name),
    /// Made by the `new` instruction of this index.
    Uninitialized(u32),
    UninitializedThis,
    /// What the `jsr` instruction of this index pushed.
    Return(u32),
}

impl Kind {
    pub fn of_prim(prim: Prim) -> Kind {
        match prim {
            Prim::Boolean | Prim::Byte | Prim::Char | Prim::Short | Prim::Int => Kind::Int,
            Prim::Long => Kind::Long,
            Prim::Float => Kind::Float,
            Prim::Double => Kind::Double,
        }
    }

    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }

    /// Null, an object, or one that is not initialised yet.
    pub fn is_reference(self) -> bool {
        matches!(self, Kind::Null | Kind::Object(_) | Kind::Uninitialized(_) | Kind::UninitializedThis)
    }
}

/// A class name or array descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name(u32);

impl Name {
    pub const OBJECT: Name = Name(0);
    pub const THROWABLE: Name = Name(1);
    pub const STRING: Name = Name(2);
    pub const CLASS: Name = Name(3);
    pub const METHOD_HANDLE: Name = Name(4);
    pub const METHOD_TYPE: Name = Name(5);
}

const WELL_KNOWN: [&str; 6] = [
    "java/lang/Object",
    "java/lang/Throwable",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodType",
];

pub(super) struct Names {
    texts: Vec<ClassName>,
    known: HashMap<ClassName, Name>,
}

impl Names {
    pub fn new() -> Names {
        let mut names = Names { texts: Vec::new(), known: HashMap::new() };
        for name in WELL_KNOWN {
            names.intern(&name.into());
        }
        names
    }

    pub fn intern(&mut self, text: &ClassName) -> Name {
        if let Some(&name) = self.known.get(text) {
            return name;
        }
        let name = Name(self.texts.len() as u32);
        self.texts.push(text.clone());
        self.known.insert(text.clone(), name);
        name
    }

    pub fn text(&self, name: Name) -> &ClassName {
        &self.texts[name.0 as usize]
    }

    pub fn is_array(&self, name: Name) -> bool {
        self.text(name).starts_with('[')
    }

    /// The component of an array of references; `None` for arrays of primitives and for what is no array.
    pub fn component(&mut self, array: Name) -> Option<Name> {
        let text = self.text(array).clone();
        let component = text.strip_prefix('[')?;
        let name = match component.as_bytes().first()? {
            b'[' => component,
            b'L' => component[1..].strip_suffix(';')?,
            _ => return None,
        };
        Some(self.intern(&name.into()))
    }

    pub fn array_of(&mut self, component: Name) -> Name {
        let text = self.text(component);
        let array = if text.starts_with('[') { format!("[{text}") } else { format!("[L{text};") };
        self.intern(&array.into())
    }
}

impl<H: Hierarchy> Verifier<'_, H> {
    /// JVMS 4.10.1.2: may a value of kind `from` stand where `to` is wanted?
    pub(super) fn is_assignable(&mut self, to: Kind, from: Kind) -> Checked<bool, H::Error> {
        match (to, from) {
            (to, from) if to == from => Ok(true),
            (Kind::Top, _) | (Kind::Object(_), Kind::Null) => Ok(true),
            (Kind::Object(to), Kind::Object(from)) => self.is_subtype(to, from),
            _ => Ok(false),
        }
    }

    fn is_subtype(&mut self, to: Name, from: Name) -> Checked<bool, H::Error> {
        if to == from || to == Name::OBJECT {
            return Ok(true);
        }
        if self.names.is_array(to) {
            // Arrays of primitives are assignable to themselves only.
            return match (self.names.component(to), self.names.component(from)) {
                (Some(to), Some(from)) => self.is_subtype(to, from),
                _ => Ok(false),
            };
        }
        if let Some(&known) = self.assignable.get(&(to, from)) {
            return Ok(known);
        }
        let target = self.names.text(to).clone();
        let answer = if self.names.is_array(from) {
            matches!(&*target, "java/lang/Cloneable" | "java/io/Serializable")
        } else if self.hierarchy.is_interface(&target)? {
            true
        } else {
            let source = self.names.text(from).clone();
            !self.hierarchy.is_interface(&source)? && self.hierarchy.is_subclass(&source, &target)?
        };
        self.assignable.insert((to, from), answer);
        Ok(answer)
    }

    /// The least kind that both are; `Top` if there is none.
    pub(super) fn merged(&mut self, a: Kind, b: Kind) -> Checked<Kind, H::Error> {
        match (a, b) {
            (a, b) if a == b => Ok(a),
            (Kind::Null, Kind::Object(_)) => Ok(b),
            (Kind::Object(_), Kind::Null) => Ok(a),
            (Kind::Object(a), Kind::Object(b)) => self.common(a, b).map(Kind::Object),
            _ => Ok(Kind::Top),
        }
    }

    fn common(&mut self, a: Name, b: Name) -> Checked<Name, H::Error> {
        if a == b {
            return Ok(a);
        }
        if self.names.is_array(a) || self.names.is_array(b) {
            return match (self.names.component(a), self.names.component(b)) {
                (Some(a), Some(b)) => {
                    let component = self.common(a, b)?;
                    Ok(self.names.array_of(component))
                }
                _ => Ok(Name::OBJECT),
            };
        }
        let other = self.names.text(b).clone();
        if self.hierarchy.is_interface(&other)? {
            return Ok(Name::OBJECT);
        }
        let mut ancestor = self.names.text(a).clone();
        if self.hierarchy.is_interface(&ancestor)? {
            return Ok(Name::OBJECT);
        }
        while !self.hierarchy.is_subclass(&other, &ancestor)? {
            match self.hierarchy.superclass(&ancestor)? {
                Some(superclass) => ancestor = superclass,
                None => return Ok(Name::OBJECT),
            }
        }
        Ok(self.names.intern(&ancestor))
    }
}
