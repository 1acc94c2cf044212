//! What all states of a worker share: the program, the base layer under their heaps, resolved constants and call sites.

pub mod host;
pub mod machine;

use crate::execute::indy::Site;
use crate::execute::method_handles::Handles;
use crate::execute::permit::Outside;
use crate::follow::Followed;
use crate::heap::{Body, Heap, IdSource};
use crate::models::Characters;
use crate::program::value::{ObjectId, Value};
use crate::program::{ClassId, ClassKind, Classes, Definition, Loader, MethodId, prim_letter};
use crate::shapes::{Atlas, Bounds};
use crate::state::{State, StateId};
use crate::symbolic::symbols::Wholes;
use bytecode::{ClassFile, ClassFileError, Patterns, access};
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use term::Terms;

/// Module and bytes of a class of the image.
pub type JdkClass = (Rc<str>, Vec<u8>);

/// Where class files come from.
pub trait ClassSource {
    /// A class of the JDK's image, with its module.
    fn jdk(&mut self, name: &str) -> Result<Option<JdkClass>, String>;

    /// A class of the class path.
    fn app(&mut self, name: &str) -> Result<Option<Vec<u8>>, String>;
}

#[derive(Clone, Debug)]
pub enum LoadError {
    /// A superclass or superinterface is not there.
    MissingSuper(Rc<str>),
    Malformed {
        class: String,
        why: ClassFileError,
    },
    TooNew {
        class: String,
        major: u16,
        accepted: u16,
    },
    WrongName {
        asked: String,
        found: Rc<str>,
    },
    /// IncompatibleClassChangeError with this message.
    Incompatible(String),
    Circular(String),
    /// A class path entry could not be read.
    Source(String),
}

#[derive(Clone, Debug)]
pub struct Options {
    /// Feature version of the JDK: 17, 21, 25.
    pub feature: u32,
    /// `java.version`, as stack traces show it for JDK modules.
    pub version: String,
    /// Bytes of stack a thread may use, by the measure of `invoke`.
    pub stack_bytes: usize,
    /// Nondeterministic values are symbols: the program's calls for them are recognised.
    pub symbolic: bool,
    /// Paths that meet again are made one: references may be choices.
    pub merging: bool,
    /// While exploring.
    pub outside: Outside,
    /// The largest array a program may ask for.
    pub heap_bytes: u64,
    /// Set by another thread when the run must end.
    pub interrupt: Arc<AtomicBool>,
    /// Tells other threads that a native method is running, which nobody can interrupt.
    pub in_native: Arc<AtomicBool>,
    /// Arrays that are inputs are not explored beyond this length.
    pub array_length: u32,
    /// Methods that run in the concrete heap only.
    pub concrete: Patterns,
    /// Names of the first inputs: the arguments of the method that is explored.
    pub input_names: Vec<String>,
    /// How far the heap that a method under check finds is explored.
    pub bounds: Bounds,
    /// Objects of which nothing is known are made by constructors, as tests do.
    pub makes: bool,
    /// Methods and classes that callers must not reach with arguments of their choice.
    pub sinks: Patterns,
    /// Code that a checked method executes is marked.
    pub coverage: bool,
}

pub struct UserModel {
    pub method: MethodId,
    /// How often it was called.
    pub calls: Cell<u64>,
    pub original: Original,
}

/// Where a call means the method itself, not what stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Original {
    /// In the class of the model.
    InItsClass,
    /// In code that checks contracts.
    InGeneratedCode,
}

pub struct World {
    pub classes: Classes,
    pub terms: Terms,
    pub ids: IdSource,
    /// Objects of the concrete heap as they were when first seen, under all states.
    pub base: Heap,
    pub source: Box<dyn ClassSource>,
    pub constants: Vec<Value>,
    pub sites: Vec<Site>,
    pub handles: Handles,
    pub interned: HashMap<Rc<[u16]>, ObjectId>,
    pub mirrors: HashMap<ObjectId, ClassId>,
    pub options: Options,
    /// The user's models: static methods by the method that they stand for.
    pub user_models: BTreeMap<MethodId, UserModel>,
    /// Set where one path is followed on a real input, with some of it symbolic.
    pub followed: Option<Box<Followed>>,
    pub object: ClassId,
    pub class: ClassId,
    pub string: ClassId,
    pub throwable: ClassId,
    pub cloneable: ClassId,
    pub serializable: ClassId,
    pub byte_array: ClassId,
    pub boolean_array: ClassId,
    /// Slots of java.lang.String.
    pub string_value: u16,
    pub string_coder: u16,
    pub lambda_count: u32,
    /// Referents that only the concrete heap held when that was last found out.
    pub held_outside: usize,
    pub wholes: Wholes,
    /// What the JDK says about characters, as far as somebody asked.
    pub characters: Characters,
    /// Class references that could not be resolved, by the class whose pool has them.
    pub unresolved: HashSet<(ClassId, Rc<str>)>,
    /// The class whose statics an object holds.
    pub holders: HashMap<ObjectId, ClassId>,
    /// What paths of a check share.
    pub atlas: Atlas,
    /// Classes of ours that implement others for tests, if one can; and what they implement.
    pub implementations: HashMap<ClassId, Option<ClassId>>,
    pub implemented: HashMap<ClassId, ClassId>,
    /// Whether `options.sinks` means a method, as far as somebody asked.
    pub(crate) sinks: HashMap<MethodId, bool>,
    /// Direct-mapped cache of interface method selections.
    selections: Box<[Cell<(ClassId, MethodId, MethodId)>]>,
    next_state: u32,
    loading: Vec<Rc<str>>,
}

const SELECTIONS: usize = 1024;

impl World {
    pub fn new(source: Box<dyn ClassSource>, options: Options) -> Result<World, LoadError> {
        let ids = IdSource::new();
        let none = ClassId::NONE;
        let mut world = World {
            classes: Classes::new(),
            terms: Terms::new(),
            base: Heap::new(ids.clone()),
            ids,
            source,
            constants: Vec::new(),
            sites: Vec::new(),
            handles: Handles::default(),
            interned: HashMap::new(),
            mirrors: HashMap::new(),
            options,
            user_models: BTreeMap::new(),
            followed: None,
            object: none,
            class: none,
            string: none,
            throwable: none,
            cloneable: none,
            serializable: none,
            byte_array: none,
            boolean_array: none,
            string_value: 0,
            string_coder: 0,
            lambda_count: 0,
            held_outside: 0,
            wholes: Wholes::default(),
            characters: Characters::default(),
            unresolved: HashSet::new(),
            holders: HashMap::new(),
            atlas: Atlas::default(),
            implementations: HashMap::new(),
            implemented: HashMap::new(),
            sinks: HashMap::new(),
            selections: vec![Cell::new((none, MethodId(0), MethodId(0))); SELECTIONS].into(),
            next_state: 1,
            loading: Vec::new(),
        };
        world.object = world.jdk_class("java/lang/Object")?;
        world.cloneable = world.jdk_class("java/lang/Cloneable")?;
        world.serializable = world.jdk_class("java/io/Serializable")?;
        world.class = world.jdk_class("java/lang/Class")?;
        world.string = world.jdk_class("java/lang/String")?;
        world.throwable = world.jdk_class("java/lang/Throwable")?;
        world.byte_array = world.jdk_class("[B")?;
        world.boolean_array = world.jdk_class("[Z")?;
        world.string_value = world.classes.slot_named(world.string, "value").expect("String.value");
        world.string_coder = world.classes.slot_named(world.string, "coder").expect("String.coder");
        Ok(world)
    }

    /// All paths are explored: nothing outside may change, and what one path sees of it is not all there is.
    pub fn explores(&self) -> bool {
        self.options.symbolic && self.followed.is_none()
    }

    pub fn new_state(&mut self) -> State {
        let id = self.fresh_state_id();
        State::new(id, Heap::new(self.ids.clone()))
    }

    pub fn fresh_state_id(&mut self) -> StateId {
        self.next_state += 1;
        StateId(self.next_state - 1)
    }

    /// A class of the JDK that is certain to exist.
    pub fn jdk_class(&mut self, name: &str) -> Result<ClassId, LoadError> {
        self.load(Loader::Jdk, name)?.ok_or_else(|| LoadError::MissingSuper(name.into()))
    }

    /// Loads from the JDK or the class path; a custom loader only knows what it defined or was asked for before.
    pub fn load(&mut self, loader: Loader, name: &str) -> Result<Option<ClassId>, LoadError> {
        if let Some(class) = self.classes.find(loader, name) {
            return Ok(Some(class));
        }
        if let Some(component) = name.strip_prefix('[') {
            return self.load_array(loader, component);
        }
        match loader {
            Loader::Custom(_) => Ok(None),
            Loader::Jdk => match self.source.jdk(name).map_err(LoadError::Source)? {
                Some((module, bytes)) => self.define(name, Loader::Jdk, Some(module), bytes.into()).map(Some),
                None => Ok(None),
            },
            Loader::App => {
                if let Some(class) = self.load(Loader::Jdk, name)? {
                    self.classes.record_initiated(Loader::App, name, class);
                    return Ok(Some(class));
                }
                match self.source.app(name).map_err(LoadError::Source)? {
                    Some(bytes) => self.define(name, Loader::App, None, bytes.into()).map(Some),
                    None => Ok(None),
                }
            }
        }
    }

    /// `component` is a descriptor.
    fn load_array(&mut self, loader: Loader, component: &str) -> Result<Option<ClassId>, LoadError> {
        let class = match component.as_bytes().first() {
            Some(b'L') => self.load(loader, component[1..].trim_end_matches(';'))?,
            Some(b'[') => self.load(loader, component)?,
            Some(_) => bytecode::parse_type(component).ok().and_then(|t| match t {
                bytecode::Type::Prim(prim) => Some(self.classes.primitive(Some(prim))),
                bytecode::Type::Ref(_) => None,
            }),
            None => None,
        };
        Ok(class.map(|c| {
            let array = self.array_of(c);
            self.classes.record_initiated(loader, &format!("[{component}"), array);
            array
        }))
    }

    /// The descriptor of a type; that of void is `V`.
    pub fn descriptor(&self, class: ClassId) -> String {
        let c = &self.classes[class];
        match c.kind {
            ClassKind::Primitive(prim) => prim.map_or('V', prim_letter).to_string(),
            ClassKind::Array(_) => c.name.to_string(),
            ClassKind::Instance => format!("L{};", c.name),
        }
    }

    pub fn array_of(&mut self, component: ClassId) -> ClassId {
        let interfaces = [self.cloneable, self.serializable];
        self.classes.array_of(component, self.object, &interfaces)
    }

    fn define(
        &mut self,
        asked: &str,
        loader: Loader,
        module: Option<Rc<str>>,
        bytes: Rc<[u8]>,
    ) -> Result<ClassId, LoadError> {
        let file = self.parse(asked, bytes)?;
        if loader != Loader::Jdk {
            bytecode::check_format(&file).map_err(|why| LoadError::Malformed { class: asked.into(), why })?;
        }
        if *file.name != *asked {
            return Err(LoadError::WrongName { asked: asked.into(), found: file.name.clone() });
        }
        if self.loading.iter().any(|n| **n == *asked) {
            return Err(LoadError::Circular(asked.into()));
        }
        self.loading.push(asked.into());
        let supers = self.load_supers(loader, &file);
        self.loading.pop();
        let (superclass, interfaces) = supers?;
        self.link(file, loader, module, superclass, interfaces, None)
    }

    pub fn parse(&self, asked: &str, bytes: Rc<[u8]>) -> Result<Rc<ClassFile>, LoadError> {
        let malformed = |why| LoadError::Malformed { class: asked.into(), why };
        let file = ClassFile::parse(bytes).map_err(malformed)?;
        let accepted = self.options.feature as u16 + 44;
        if file.major > accepted {
            return Err(LoadError::TooNew { class: asked.into(), major: file.major, accepted });
        }
        Ok(Rc::new(file))
    }

    fn load_supers(&mut self, loader: Loader, file: &ClassFile) -> Result<(Option<ClassId>, Vec<ClassId>), LoadError> {
        let need = |world: &mut World, name: &Rc<str>| {
            world.load(loader, name)?.ok_or_else(|| LoadError::MissingSuper(name.clone()))
        };
        let superclass = match &file.super_name {
            Some(name) => Some(need(self, name)?),
            None => None,
        };
        let interfaces = file.interfaces.iter().map(|name| need(self, name)).collect::<Result<Vec<_>, _>>()?;
        Ok((superclass, interfaces))
    }

    /// Links a parsed class whose supers are known. `hidden_name` makes it a hidden class.
    pub fn link(
        &mut self,
        file: Rc<ClassFile>,
        loader: Loader,
        module: Option<Rc<str>>,
        superclass: Option<ClassId>,
        interfaces: Vec<ClassId>,
        hidden_name: Option<Rc<str>>,
    ) -> Result<ClassId, LoadError> {
        if let Some(s) = superclass.filter(|&s| self.classes[s].is_interface() && file.access & access::INTERFACE == 0)
        {
            let why = format!(
                "class {} has interface {} as super class",
                file.name.replace('/', "."),
                self.classes[s].dotted()
            );
            return Err(LoadError::Incompatible(why));
        }
        if let Some(&i) = interfaces.iter().find(|&&i| !self.classes[i].is_interface()) {
            let why = format!(
                "class {} can not implement {}, because it is not an interface ({} is in unnamed module of loader 'app')",
                file.name.replace('/', "."),
                self.classes[i].dotted(),
                self.classes[i].dotted()
            );
            return Err(LoadError::Incompatible(why));
        }
        let statics = self.base.fresh_id();
        let name = hidden_name.clone().unwrap_or_else(|| file.name.clone());
        let class = file.name.to_string();
        let definition = Definition {
            file,
            loader,
            module,
            superclass,
            interfaces,
            statics,
            name,
            hidden: hidden_name.is_some(),
            synthetic: false,
        };
        self.define_linked(definition, class)
    }

    fn define_linked(&mut self, definition: Definition, name: String) -> Result<ClassId, LoadError> {
        let statics = definition.statics;
        let class = self.classes.define(definition).map_err(|why| LoadError::Malformed { class: name, why })?;
        self.holders.insert(statics, class);
        Ok(class)
    }

    /// A class made by us for a call site of `host`: same loader, extends Object, found by no one else.
    pub fn link_synthetic(
        &mut self,
        host: ClassId,
        bytes: Vec<u8>,
        interfaces: Vec<ClassId>,
    ) -> Result<ClassId, LoadError> {
        self.link_below(host, bytes, self.object, interfaces)
    }

    /// The same, below another class.
    pub fn link_below(
        &mut self,
        host: ClassId,
        bytes: Vec<u8>,
        superclass: ClassId,
        interfaces: Vec<ClassId>,
    ) -> Result<ClassId, LoadError> {
        let file = self.parse("call site", bytes.into())?;
        let definition = Definition {
            name: file.name.clone(),
            file,
            loader: self.classes[host].loader,
            module: self.classes[host].module.clone(),
            superclass: Some(superclass),
            interfaces,
            statics: self.base.fresh_id(),
            hidden: true,
            synthetic: true,
        };
        self.define_linked(definition, "call site".into())
    }

    /// The method that an interface call selects, if it was selected before.
    #[inline]
    pub fn cached_selection(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let (c, m, selected) = self.selections[selection_index(class, method)].get();
        (c == class && m == method && class != ClassId::NONE).then_some(selected)
    }

    pub fn select(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let selected = self.classes.select(class, method)?;
        self.selections[selection_index(class, method)].set((class, method, selected));
        Some(selected)
    }

    pub fn record_mirror(&mut self, class: ClassId, mirror: ObjectId) {
        self.classes[class].mirror.set(mirror);
        self.mirrors.insert(mirror, class);
    }

    /// A fresh body for an object or array of zeros.
    pub fn is_interrupted(&self) -> bool {
        self.options.interrupt.load(Ordering::Relaxed)
    }

    pub fn blank_array(&self, array: ClassId, len: usize) -> Body {
        use crate::heap::elements::Elements as E;
        use crate::program::Kind;
        use bytecode::Prim;
        match self.classes.element_kind(array) {
            Kind::Ref => Body::Refs(E::filled(len, ObjectId::NULL)),
            Kind::Prim(Prim::Boolean | Prim::Byte) => Body::Bytes(E::filled(len, 0)),
            Kind::Prim(Prim::Char) => Body::Chars(E::filled(len, 0)),
            Kind::Prim(Prim::Short) => Body::Shorts(E::filled(len, 0)),
            Kind::Prim(Prim::Int) => Body::Ints(E::filled(len, 0)),
            Kind::Prim(Prim::Long) => Body::Longs(E::filled(len, 0)),
            Kind::Prim(Prim::Float) => Body::Floats(E::filled(len, 0.0)),
            Kind::Prim(Prim::Double) => Body::Doubles(E::filled(len, 0.0)),
        }
    }

    /// What an element takes in HotSpot's heap.
    pub fn element_bytes(&self, array: ClassId) -> u64 {
        use crate::program::Kind;
        use bytecode::Prim;
        match self.classes.element_kind(array) {
            Kind::Prim(Prim::Boolean | Prim::Byte) => 1,
            Kind::Prim(Prim::Char | Prim::Short) => 2,
            Kind::Prim(Prim::Int | Prim::Float) | Kind::Ref => 4,
            Kind::Prim(Prim::Long | Prim::Double) => 8,
        }
    }

    /// The longest array that fits into HotSpot's heap.
    pub fn longest_array(&self, array: ClassId) -> i32 {
        let fitting = self.options.heap_bytes / self.element_bytes(array);
        fitting.min(i32::MAX as u64 - 2) as i32
    }

    pub fn is_array(&self, class: ClassId) -> bool {
        matches!(self.classes[class].kind, ClassKind::Array(_))
    }
}

fn selection_index(class: ClassId, method: MethodId) -> usize {
    (class.0 as usize * 31 + method.0 as usize) % SELECTIONS
}
