//! A parsed class file (JVMS 4): names, members, constant pool and the attributes an engine needs.
//! Code is kept as bytes until `decode::decode` is asked for it; nothing here looks at other classes.

use crate::names::ClassName;
use std::rc::Rc;

pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const SUPER: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const TRANSIENT: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;
}

#[derive(Clone, Debug, Default)]
pub struct ClassFile {
    pub major: u16,
    pub access: u16,
    pub name: ClassName,
    pub super_name: Option<ClassName>,
    pub interfaces: Vec<ClassName>,
    pub fields: Vec<FieldInfo>,
    pub methods: Vec<MethodInfo>,
    pub pool: Pool,
    pub bootstraps: Vec<Bootstrap>,
    pub source_file: Option<Rc<str>>,
    /// With type variables and arguments of supertypes, if there are any.
    pub signature: Option<Rc<str>>,
    pub nest_host: Option<ClassName>,
    /// InnerClasses: this class, if it is a nested one, those around it, and others that it mentions.
    pub nested: Vec<Nested>,
    /// Those of our own API.
    pub annotations: Vec<Annotation>,
    /// The bytes it was parsed from.
    pub bytes: Rc<[u8]>,
    /// Where in them the access flags are.
    pub after_pool: usize,
}

/// A class that is declared inside of another one.
#[derive(Clone, Debug)]
pub struct Nested {
    pub class: ClassName,
    /// Missing for local and anonymous classes.
    pub outer: Option<ClassName>,
    pub access: u16,
}

impl ClassFile {
    /// The flags of the source text: public only if all classes around it are, private if one of them is; `None` if others cannot name it.
    pub fn visibility(&self) -> Option<u16> {
        let mut name = &self.name;
        let mut flags = self.access & access::PUBLIC;
        // A chain is no longer than the list.
        for _ in 0..=self.nested.len() {
            let Some(nested) = self.nested.iter().find(|nested| nested.class == *name) else { return Some(flags) };
            let all_public = flags & nested.access & access::PUBLIC;
            flags = all_public | (flags | nested.access) & access::PRIVATE;
            name = nested.outer.as_ref()?;
        }
        None
    }

    /// Whether its objects belong to an object of the class around it.
    pub fn is_inner(&self) -> bool {
        let own = self.nested.iter().find(|nested| nested.class == self.name);
        own.is_some_and(|nested| nested.access & (access::STATIC | access::INTERFACE) == 0)
    }
}

#[derive(Clone, Debug)]
pub struct FieldInfo {
    pub access: u16,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    /// ConstantValue attribute: a pool index.
    pub constant: Option<u16>,
}

#[derive(Clone, Debug, Default)]
pub struct MethodInfo {
    pub access: u16,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub code: Option<CodeInfo>,
    /// With type variables and type arguments (JVMS 4.7.9.1), if it has any.
    pub signature: Option<Rc<str>>,
    /// What its `throws` clause names.
    pub exceptions: Vec<ClassName>,
    /// `@CallerSensitive`, `@LambdaForm.Hidden` or `@Hidden` (jdk.internal.vm.annotation) as runtime-visible annotations.
    pub caller_sensitive: bool,
    pub hidden: bool,
    /// Those of our own API.
    pub annotations: Vec<Annotation>,
}

/// `@Name(element = "text")`, as far as its elements are text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// `jacana/ModelOf`.
    pub name: ClassName,
    /// A list of texts is one row each.
    pub texts: Vec<(Rc<str>, Rc<str>)>,
}

impl MethodInfo {
    pub fn is_annotated(&self, name: &str) -> bool {
        self.annotations.iter().any(|annotation| *annotation.name == *name)
    }

    /// The element `value` of the annotation of that name.
    pub fn annotation(&self, name: &str) -> Option<&Rc<str>> {
        let annotation = self.annotations.iter().find(|annotation| *annotation.name == *name)?;
        annotation.texts.iter().find(|(element, _)| **element == *"value").map(|(_, text)| text)
    }
}

/// The Code attribute, undecoded: ranges into `ClassFile::bytes`.
#[derive(Clone, Debug, Default)]
pub struct CodeInfo {
    pub max_stack: u16,
    pub max_locals: u16,
    pub bytes: std::ops::Range<usize>,
    pub handlers: Vec<HandlerInfo>,
    /// (start pc, line) sorted by start pc.
    pub lines: Vec<(u16, u16)>,
    pub variables: Vec<LocalVariable>,
    /// The contents of StackMapTable.
    pub stack_map: Option<std::ops::Range<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerInfo {
    pub start: u16,
    pub end: u16,
    pub handler: u16,
    /// Pool index of the class, 0 for any.
    pub catch: u16,
}

/// An entry of LocalVariableTable (debug information; the names that helpful messages use).
#[derive(Clone, Debug)]
pub struct LocalVariable {
    pub start: u16,
    pub length: u16,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
    pub index: u16,
}

#[derive(Clone, Debug)]
pub struct Bootstrap {
    /// Pool index of the method handle.
    pub method: u16,
    /// Pool indices of the static arguments.
    pub arguments: Vec<u16>,
}

#[derive(Clone, Debug, Default)]
pub struct Pool {
    pub entries: Vec<Constant>,
}

/// Constant-pool entries with names already looked up where that is cheap.
#[derive(Clone, Debug)]
pub enum Constant {
    /// Index 0, and the slot after a long or double.
    Unusable,
    Utf8(Rc<str>),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class(ClassName),
    /// UTF-16 units of the string.
    String(Rc<[u16]>),
    Field(MemberRef),
    Method(MemberRef),
    InterfaceMethod(MemberRef),
    NameAndType {
        name: Rc<str>,
        descriptor: Rc<str>,
    },
    MethodHandle {
        kind: u8,
        reference: u16,
    },
    MethodType(Rc<str>),
    Dynamic {
        bootstrap: u16,
        name: Rc<str>,
        descriptor: Rc<str>,
    },
    InvokeDynamic {
        bootstrap: u16,
        name: Rc<str>,
        descriptor: Rc<str>,
    },
    Module(Rc<str>),
    Package(Rc<str>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemberRef {
    pub class: ClassName,
    pub name: Rc<str>,
    pub descriptor: Rc<str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassFileError {
    /// The message says what is malformed and where.
    Malformed(String),
    /// Newer than what the JDK at hand accepts is decided by the caller: this parser takes any version.
    NotAClassFile,
}

impl std::fmt::Display for ClassFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ClassFileError::Malformed(what) => write!(f, "malformed class file: {what}"),
            ClassFileError::NotAClassFile => write!(f, "not a class file (no 0xCAFEBABE magic)"),
        }
    }
}

impl std::error::Error for ClassFileError {}

pub(crate) fn malformed<T>(what: impl Into<String>) -> Result<T, ClassFileError> {
    Err(ClassFileError::Malformed(what.into()))
}

impl ClassFile {
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    pub fn method(&self, name: &str, descriptor: &str) -> Option<&MethodInfo> {
        self.methods.iter().find(|method| &*method.name == name && &*method.descriptor == descriptor)
    }

    pub fn field(&self, name: &str, descriptor: &str) -> Option<&FieldInfo> {
        self.fields.iter().find(|field| &*field.name == name && &*field.descriptor == descriptor)
    }
}

impl MethodInfo {
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

impl FieldInfo {
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }
}

/// Typed look-ups; an index of the wrong kind is an error, never a panic.
impl Pool {
    pub fn get(&self, index: u16) -> Option<&Constant> {
        self.entries.get(usize::from(index))
    }

    pub fn utf8(&self, index: u16) -> Result<&Rc<str>, ClassFileError> {
        match self.get(index) {
            Some(Constant::Utf8(text)) => Ok(text),
            _ => self.wrong(index, "Utf8"),
        }
    }

    pub fn class(&self, index: u16) -> Result<&ClassName, ClassFileError> {
        match self.get(index) {
            Some(Constant::Class(name)) => Ok(name),
            _ => self.wrong(index, "Class"),
        }
    }

    pub fn field(&self, index: u16) -> Result<&MemberRef, ClassFileError> {
        match self.get(index) {
            Some(Constant::Field(member)) => Ok(member),
            _ => self.wrong(index, "Fieldref"),
        }
    }

    /// A Methodref or an InterfaceMethodref.
    pub fn method(&self, index: u16) -> Result<&MemberRef, ClassFileError> {
        match self.get(index) {
            Some(Constant::Method(member) | Constant::InterfaceMethod(member)) => Ok(member),
            _ => self.wrong(index, "Methodref"),
        }
    }

    /// JVMS table 4.4-C: what ldc takes, and what a bootstrap method may be passed.
    pub fn is_loadable(&self, index: u16) -> bool {
        matches!(
            self.get(index),
            Some(
                Constant::Integer(_)
                    | Constant::Float(_)
                    | Constant::Long(_)
                    | Constant::Double(_)
                    | Constant::Class(_)
                    | Constant::String(_)
                    | Constant::MethodHandle { .. }
                    | Constant::MethodType(_)
                    | Constant::Dynamic { .. }
            )
        )
    }

    pub(crate) fn wrong<T>(&self, index: u16, expected: &str) -> Result<T, ClassFileError> {
        malformed(format!("pool entry {index} is not a {expected}"))
    }
}
