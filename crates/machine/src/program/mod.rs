//! The program: linked classes, methods and layouts. Nothing here depends on a state: loading and linking
//! are the same for all paths, only initialisation is per state.

mod lookup;
pub mod value;

use crate::program::value::{ObjectId, Value};
use bytecode::{ClassFile, Code, MethodDescriptor, Prim, Type, access};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

impl ClassId {
    pub const NONE: ClassId = ClassId(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(pub u32);

/// Who defines a class. All classes of the JDK's image count as one loader: delegation between boot,
/// platform and app loaders never gives two classes of one name there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loader {
    Jdk,
    App,
    /// A ClassLoader object of the program.
    Custom(ObjectId),
}

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
    /// Internal name, array descriptor, or keyword of a primitive type.
    pub name: Rc<str>,
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
    methods_by_name: HashMap<(Rc<str>, Rc<str>), MethodId>,
    pub vtable: Vec<MethodId>,
    /// The heap object that holds the statics, the same id in every state.
    pub statics: ObjectId,
    pub mirror: Cell<ObjectId>,
    /// Verified, with its supers.
    pub linked: Cell<bool>,
    pub array: Cell<Option<ClassId>>,
    selected: RefCell<HashMap<MethodId, Option<MethodId>>>,
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
    pub fn dotted(&self) -> String {
        self.name.replace('/', ".")
    }

    pub fn package(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(package, _)| package)
    }

    pub fn declared_method(&self, name: &str, descriptor: &str) -> Option<MethodId> {
        // Keys are Rc<str> pairs; a borrowed pair cannot be looked up without allocation.
        self.methods_by_name.get(&(Rc::from(name), Rc::from(descriptor))).copied()
    }

    fn declared(&self, key: &(Rc<str>, Rc<str>)) -> Option<MethodId> {
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
    Model(&'static crate::models::LibraryModel),
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

    fn is_virtual(&self) -> bool {
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
    pub name: Rc<str>,
    pub hidden: bool,
    pub synthetic: bool,
}

#[derive(Default)]
pub struct Classes {
    classes: Vec<Class>,
    methods: Vec<Method>,
    /// By initiating loader and name.
    names: HashMap<(Loader, Rc<str>), ClassId>,
}

impl std::ops::Index<ClassId> for Classes {
    type Output = Class;

    #[inline]
    fn index(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }
}

impl std::ops::Index<MethodId> for Classes {
    type Output = Method;

    #[inline]
    fn index(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }
}

impl Classes {
    pub fn new() -> Classes {
        let mut classes = Classes::default();
        // ClassId 0 stands for "absent": nothing may ever match it.
        classes.push_bare("<none>", ClassKind::Primitive(None));
        for (name, prim) in PRIMITIVES {
            let id = classes.push_bare(name, ClassKind::Primitive(prim));
            classes.names.insert((Loader::Jdk, name.into()), id);
        }
        classes
    }

    fn push_bare(&mut self, name: &str, kind: ClassKind) -> ClassId {
        let id = ClassId(self.classes.len() as u32);
        self.classes.push(Class {
            id,
            name: name.into(),
            access: access::PUBLIC | access::FINAL | access::ABSTRACT,
            kind,
            loader: Loader::Jdk,
            file: None,
            module: None,
            superclass: None,
            interfaces: Vec::new(),
            chain: Vec::new(),
            all_interfaces: Vec::new(),
            fields: Vec::new(),
            layout: Vec::new(),
            blank: Rc::new([]),
            static_count: 0,
            methods: Vec::new(),
            methods_by_name: HashMap::new(),
            vtable: Vec::new(),
            statics: ObjectId::NULL,
            mirror: Cell::new(ObjectId::NULL),
            linked: Cell::new(false),
            array: Cell::new(None),
            selected: RefCell::default(),
            hidden: false,
            synthetic: false,
        });
        id
    }

    pub fn len(&self) -> usize {
        self.classes.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn iter(&self) -> impl Iterator<Item = &Class> {
        self.classes.iter()
    }

    /// The loaders of the program that know classes.
    pub fn initiating_loaders(&self) -> impl Iterator<Item = ObjectId> {
        self.names.keys().filter_map(|(loader, _)| match loader {
            Loader::Custom(object) => Some(*object),
            Loader::Jdk | Loader::App => None,
        })
    }

    pub fn find(&self, loader: Loader, name: &str) -> Option<ClassId> {
        self.names.get(&(loader, Rc::from(name))).copied()
    }

    /// Makes `class` the answer for `name` asked of an initiating loader.
    pub fn record_initiated(&mut self, loader: Loader, name: &str, class: ClassId) {
        self.names.insert((loader, name.into()), class);
    }

    pub fn primitive(&self, prim: Option<Prim>) -> ClassId {
        let at = PRIMITIVES.iter().position(|&(_, p)| p == prim).expect("all kinds are listed");
        ClassId(at as u32 + 1)
    }

    /// The class of arrays whose component is `component`.
    pub fn array_of(&mut self, component: ClassId, object: ClassId, interfaces: &[ClassId]) -> ClassId {
        if let Some(array) = self[component].array.get() {
            return array;
        }
        let descriptor = match self[component].kind {
            ClassKind::Instance => format!("[L{};", self[component].name),
            ClassKind::Array(_) => format!("[{}", self[component].name),
            ClassKind::Primitive(prim) => format!("[{}", prim.map_or('V', prim_letter)),
        };
        let id = self.push_bare(&descriptor, ClassKind::Array(component));
        let loader = self[component].loader;
        let vtable = self[object].vtable.clone();
        let access = self[component].access & (access::PUBLIC | access::PRIVATE | access::PROTECTED);
        let module = self[component].module.clone();
        let class = &mut self.classes[id.0 as usize];
        class.loader = loader;
        class.module = module;
        class.access = access | access::FINAL | access::ABSTRACT;
        class.superclass = Some(object);
        class.chain = vec![object, id];
        class.interfaces = interfaces.to_vec();
        class.all_interfaces = interfaces.to_vec();
        class.all_interfaces.sort();
        class.vtable = vtable;
        self.names.insert((loader, descriptor.into()), id);
        self[component].array.set(Some(id));
        id
    }

    /// Links a class: layout, vtable, interface closure. Supers are linked already.
    pub fn define(&mut self, definition: Definition) -> Result<ClassId, bytecode::ClassFileError> {
        let Definition { file, loader, module, superclass, interfaces, statics, name, hidden, synthetic } = definition;
        let id = self.push_bare(&name, ClassKind::Instance);
        let (layout, fields, static_count) = self.lay_out(id, superclass, &file);
        let mut chain = superclass.map_or(Vec::new(), |s| self[s].chain.clone());
        chain.push(id);
        let mut all_interfaces = superclass.map_or(Vec::new(), |s| self[s].all_interfaces.clone());
        for &interface in &interfaces {
            all_interfaces.push(interface);
            all_interfaces.extend_from_slice(&self[interface].all_interfaces);
        }
        all_interfaces.sort();
        all_interfaces.dedup();

        let mut methods = Vec::new();
        let mut methods_by_name = HashMap::new();
        for (index, info) in file.methods.iter().enumerate() {
            let descriptor = MethodDescriptor::parse(&info.descriptor)?;
            let receiver = (info.access & access::STATIC == 0) as u16;
            let method = MethodId(self.methods.len() as u32);
            methods.push(method);
            methods_by_name.insert((info.name.clone(), info.descriptor.clone()), method);
            self.methods.push(Method {
                id: method,
                class: id,
                name: info.name.clone(),
                descriptor: info.descriptor.clone(),
                access: info.access,
                index: index as u16,
                argument_slots: receiver + descriptor.argument_slots() as u16,
                parameters: descriptor.parameters,
                result: descriptor.result,
                vtable_index: Cell::new(None),
                binding: Cell::new(Binding::Undecided),
                fast: Cell::new(false),
                code: OnceCell::new(),
                assigned: OnceCell::new(),
                caller_sensitive: info.caller_sensitive,
                hidden: info.hidden,
            });
        }
        let vtable = self.build_vtable(&name, loader, superclass, &methods, file.access);
        let blank = layout.iter().map(|&(class, at)| self.layout_field(id, &fields, class, at).kind.zero()).collect();

        let class = &mut self.classes[id.0 as usize];
        class.access = file.access;
        class.loader = loader;
        class.module = module;
        class.superclass = superclass;
        class.interfaces = interfaces;
        class.chain = chain;
        class.all_interfaces = all_interfaces;
        class.fields = fields;
        class.layout = layout;
        class.blank = blank;
        class.static_count = static_count;
        class.methods = methods;
        class.methods_by_name = methods_by_name;
        class.vtable = vtable;
        class.statics = statics;
        class.hidden = hidden;
        class.synthetic = synthetic;
        class.file = Some(file);
        if !hidden {
            self.names.insert((loader, name), id);
        }
        Ok(id)
    }

    fn layout_field<'a>(&'a self, own: ClassId, fields: &'a [Field], class: ClassId, at: u16) -> &'a Field {
        if class == own { &fields[at as usize] } else { &self[class].fields[at as usize] }
    }

    /// Instance fields get slots after those of the superclass; statics count on their own.
    fn lay_out(
        &self,
        id: ClassId,
        superclass: Option<ClassId>,
        file: &ClassFile,
    ) -> (Vec<(ClassId, u16)>, Vec<Field>, u16) {
        let mut layout = superclass.map_or(Vec::new(), |s| self[s].layout.clone());
        let mut static_count = 0;
        let mut fields = Vec::with_capacity(file.fields.len());
        for (at, info) in file.fields.iter().enumerate() {
            let slot = if info.access & access::STATIC != 0 {
                static_count += 1;
                static_count - 1
            } else {
                layout.push((id, at as u16));
                layout.len() as u16 - 1
            };
            fields.push(Field {
                name: info.name.clone(),
                descriptor: info.descriptor.clone(),
                access: info.access,
                kind: Kind::of(&info.descriptor),
                class: id,
                slot,
                constant: info.constant,
            });
        }
        (layout, fields, static_count)
    }

    /// JVMS 5.4.5: a method takes over the entry of what it overrides, else gets a new one.
    fn build_vtable(
        &self,
        name: &str,
        loader: Loader,
        superclass: Option<ClassId>,
        methods: &[MethodId],
        class_access: u16,
    ) -> Vec<MethodId> {
        let mut vtable = superclass.map_or(Vec::new(), |s| self[s].vtable.clone());
        if class_access & access::INTERFACE != 0 {
            return vtable;
        }
        let package = name.rsplit_once('/').map_or("", |(package, _)| package);
        for &id in methods {
            let method = &self[id];
            if !method.is_virtual() {
                continue;
            }
            let key = (method.name.clone(), method.descriptor.clone());
            let mut ancestor = superclass;
            let mut own_entry = None;
            while let Some(class) = ancestor {
                if let Some(overridden) = self[class].declared(&key)
                    && let Some(entry) = self[overridden].vtable_index.get()
                    && self.overrides(package, loader, overridden)
                {
                    vtable[entry as usize] = id;
                    own_entry = own_entry.or(Some(entry));
                }
                ancestor = self[class].superclass;
            }
            let entry = own_entry.unwrap_or_else(|| {
                vtable.push(id);
                vtable.len() as u32 - 1
            });
            method.vtable_index.set(Some(entry));
        }
        vtable
    }

    fn overrides(&self, package: &str, loader: Loader, overridden: MethodId) -> bool {
        let method = &self[overridden];
        if method.access & (access::PUBLIC | access::PROTECTED) != 0 {
            return true;
        }
        self[method.class].loader == loader && self[method.class].package() == package
    }

    /// The field at a slot of an object's layout.
    pub fn field_at(&self, class: ClassId, slot: u16) -> &Field {
        let (owner, at) = self[class].layout[slot as usize];
        &self[owner].fields[at as usize]
    }

    /// The static field at a slot of a class's statics.
    pub fn static_at(&self, class: ClassId, slot: u16) -> &Field {
        self[class].fields.iter().find(|f| f.is_static() && f.slot == slot).expect("slot of this class")
    }

    /// An instance field by name in the class or a superclass; for models, which know their classes.
    pub fn slot_named(&self, class: ClassId, name: &str) -> Option<u16> {
        let layout = &self[class].layout;
        layout.iter().rposition(|&(owner, at)| *self[owner].fields[at as usize].name == *name).map(|s| s as u16)
    }
}

pub const PRIMITIVES: [(&str, Option<Prim>); 9] = [
    ("boolean", Some(Prim::Boolean)),
    ("byte", Some(Prim::Byte)),
    ("char", Some(Prim::Char)),
    ("short", Some(Prim::Short)),
    ("int", Some(Prim::Int)),
    ("long", Some(Prim::Long)),
    ("float", Some(Prim::Float)),
    ("double", Some(Prim::Double)),
    ("void", None),
];

pub fn prim_letter(prim: Prim) -> char {
    match prim {
        Prim::Boolean => 'Z',
        Prim::Byte => 'B',
        Prim::Char => 'C',
        Prim::Short => 'S',
        Prim::Int => 'I',
        Prim::Long => 'J',
        Prim::Float => 'F',
        Prim::Double => 'D',
    }
}
