//! Classes, their fields and their methods, linked: layouts and tables of virtual methods are known.

use super::ids::{ClassId, Loader, MethodId, ModelId};
use super::value::{ObjectId, Value};
use bytecode::{ClassFile, ClassName, Code, Decisions, DottedName, Prim, Type, access};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    Instance,
    /// The component, one dimension less.
    Array(ClassId),
    /// `None` is void.
    Primitive(Option<Prim>),
}

/// What a field or element holds, for defaults and for the border to the concrete heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Prim(Prim),
    Ref,
}

impl Kind {
    pub fn of(descriptor: &str) -> Kind {
        match descriptor.as_bytes()[0] {
            b'Z' => Kind::Prim(Prim::Boolean),
            b'B' => Kind::Prim(Prim::Byte),
            b'C' => Kind::Prim(Prim::Char),
            b'S' => Kind::Prim(Prim::Short),
            b'I' => Kind::Prim(Prim::Int),
            b'J' => Kind::Prim(Prim::Long),
            b'F' => Kind::Prim(Prim::Float),
            b'D' => Kind::Prim(Prim::Double),
            _ => Kind::Ref,
        }
    }

    pub fn zero(self) -> Value {
        match self {
            Kind::Ref => Value::NULL,
            Kind::Prim(Prim::Long) => Value::Long(0),
            Kind::Prim(Prim::Float) => Value::Float(0.0),
            Kind::Prim(Prim::Double) => Value::Double(0.0),
            Kind::Prim(Prim::Boolean | Prim::Byte | Prim::Char | Prim::Short | Prim::Int) => Value::Int(0),
        }
    }

    pub fn two_slots(self) -> bool {
        matches!(self, Kind::Prim(Prim::Long | Prim::Double))
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub access: u16,
    pub kind: Kind,
    pub class: ClassId,
    /// Index into the object's fields, or into the class's statics.
    pub slot: u16,
    /// ConstantValue: a pool index.
    pub constant: Option<u16>,
}

impl Field {
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

pub struct Class {
    pub id: ClassId,
    /// For a primitive type, its keyword.
    pub name: ClassName,
    pub access: u16,
    pub kind: ClassKind,
    pub loader: Loader,
    pub file: Option<Rc<ClassFile>>,
    /// Module of a JDK class.
    pub module: Option<Rc<str>>,
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Superclasses from Object down to this class: a subclass test is one look-up.
    pub chain: Vec<ClassId>,
    /// All superinterfaces, sorted.
    pub all_interfaces: Vec<ClassId>,
    /// Declared fields in class-file order.
    pub fields: Vec<Field>,
    /// All instance fields, superclasses first: the layout.
    pub layout: Vec<(ClassId, u16)>,
    pub blank: Rc<[Value]>,
    pub static_count: u16,
    pub methods: Vec<MethodId>,
    pub(super) methods_by_name: HashMap<(Rc<str>, Rc<str>), MethodId>,
    pub vtable: Vec<MethodId>,
    /// The heap object that holds the statics, the same id in every state.
    pub statics: ObjectId,
    pub mirror: Cell<ObjectId>,
    /// Verified, with its supers.
    pub linked: Cell<bool>,
    pub array: Cell<Option<ClassId>>,
    pub(super) selected: RefCell<HashMap<MethodId, Option<MethodId>>>,
    /// Lives only in our heap or was made by the concrete heap: such names are not found by loading.
    pub hidden: bool,
    /// Made for an invokedynamic call site: its methods do not show in stack traces.
    pub synthetic: bool,
}

impl Class {
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    pub fn is_jdk(&self) -> bool {
        self.loader == Loader::Jdk
    }

    /// Whether programs may name it if it is public: most packages of the JDK are its own.
    pub fn is_exported(&self) -> bool {
        !self.is_jdk() || self.name.starts_with("java/") || self.name.starts_with("javax/")
    }

    /// Dotted binary name, as in messages and `Class.getName`.
    pub fn dotted(&self) -> DottedName {
        self.name.dotted()
    }

    pub fn package(&self) -> &str {
        self.name.package()
    }

    pub fn declared_method(&self, name: &str, descriptor: &str) -> Option<MethodId> {
        // Keys are Rc<str> pairs; a borrowed pair cannot be looked up without allocation.
        self.methods_by_name.get(&(Rc::from(name), Rc::from(descriptor))).copied()
    }

    pub(super) fn declared(&self, key: &(Rc<str>, Rc<str>)) -> Option<MethodId> {
        self.methods_by_name.get(key).copied()
    }

    pub fn declared_field(&self, name: &str, descriptor: &str) -> Option<&Field> {
        self.fields.iter().find(|f| *f.name == *name && *f.descriptor == *descriptor)
    }
}

/// How a call of a method is carried out, decided at its first call (see `invoke`).
#[derive(Clone, Copy)]
pub enum Binding {
    Undecided,
    /// A method of the user's stands for it.
    User(MethodId),
    Model(ModelId),
    Bytecode,
    /// Runs in the concrete heap.
    Native,
    Abstract,
}

pub struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub access: u16,
    /// Index into the class file's methods.
    pub index: u16,
    pub parameters: Vec<Type>,
    pub result: Option<Type>,
    /// With the receiver.
    pub argument_slots: u16,
    pub vtable_index: Cell<Option<u32>>,
    pub binding: Cell<Binding>,
    /// Bytecode, decoded, not synchronized: the run loop may enter it directly.
    pub fast: Cell<bool>,
    pub code: OnceCell<Rc<Code>>,
    /// The locals that are assigned at each instruction, for the garbage collector.
    pub assigned: OnceCell<Box<[u64]>>,
    /// Its decisions, once somebody asked.
    pub decisions: OnceCell<Rc<Decisions>>,
    pub caller_sensitive: bool,
    pub hidden: bool,
}

impl Method {
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    pub fn is_native(&self) -> bool {
        self.access & access::NATIVE != 0
    }

    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    pub fn is_private(&self) -> bool {
        self.access & access::PRIVATE != 0
    }

    pub fn is_synchronized(&self) -> bool {
        self.access & access::SYNCHRONIZED != 0
    }

    pub(super) fn is_virtual(&self) -> bool {
        !self.is_static() && !self.is_private() && !self.name.starts_with('<')
    }
}

/// A class about to be linked.
pub struct Definition {
    pub file: Rc<ClassFile>,
    pub loader: Loader,
    pub module: Option<Rc<str>>,
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    pub statics: ObjectId,
    /// The name to register under; hidden classes have one that no class file has.
    pub name: ClassName,
    pub hidden: bool,
    pub synthetic: bool,
}
