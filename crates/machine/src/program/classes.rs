//! The table of all classes and methods that were linked, by number and by name.

use super::class::{Class, ClassKind, Field, Method};
use super::ids::{ClassId, Loader, MethodId};
use super::value::ObjectId;
use bytecode::{ClassName, Decisions, Prim, access, decisions};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(Default)]
pub struct Classes {
    pub(super) classes: Vec<Class>,
    pub(super) methods: Vec<Method>,
    /// By initiating loader and name.
    pub(super) names: HashMap<(Loader, ClassName), ClassId>,
}

impl Classes {
    /// The decisions of a method of the program; none if it has no class file.
    pub fn decisions(&self, method: MethodId) -> Rc<Decisions> {
        let method = &self[method];
        let found = method.decisions.get_or_init(|| {
            let file = self[method.class].file.as_ref();
            let info = file.and_then(|file| Some((file, file.methods.get(usize::from(method.index))?)));
            Rc::new(info.map_or_else(Decisions::default, |(file, info)| decisions(file, info)))
        });
        found.clone()
    }
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

    pub(super) fn push_bare(&mut self, name: &str, kind: ClassKind) -> ClassId {
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

    pub fn find(&self, loader: Loader, name: &ClassName) -> Option<ClassId> {
        self.names.get(&(loader, name.clone())).copied()
    }

    /// Makes `class` the answer for `name` asked of an initiating loader.
    pub fn record_initiated(&mut self, loader: Loader, name: ClassName, class: ClassId) {
        self.names.insert((loader, name), class);
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
            ClassKind::Primitive(prim) => format!("[{}", prim.map_or('V', Prim::descriptor)),
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

/// Classes of boxes.
pub const WRAPPERS: [(Prim, &str); 8] = [
    (Prim::Boolean, "java/lang/Boolean"),
    (Prim::Byte, "java/lang/Byte"),
    (Prim::Char, "java/lang/Character"),
    (Prim::Short, "java/lang/Short"),
    (Prim::Int, "java/lang/Integer"),
    (Prim::Long, "java/lang/Long"),
    (Prim::Float, "java/lang/Float"),
    (Prim::Double, "java/lang/Double"),
];
