//! What all states of a worker share: the program, the base layer under their heaps, resolved constants and call sites; the seam
//! to the concrete heap (`host.rs`), and the handle on both (`machine.rs`). What executes, asks or models is above: it adds
//! methods to `Machine`, and nothing here imports it.

pub mod atlas;
pub mod characters;
pub mod followed;
pub mod host;
mod load;
pub mod machine;
pub mod making;
pub mod models;
pub mod options;
pub mod profile;
pub mod races;
pub mod sites;
pub mod spellings;
pub mod stop;
pub(crate) mod streams;

pub use crate::program::JdkClass;
pub use host::{Host, Place};
pub use machine::Machine;
pub use models::{Original, UserModel};
pub use options::{Options, Outside};
pub use stop::{End, Event, Res, Stop};

use crate::heap::elements::Elements;
use crate::heap::wholes::Wholes;
use crate::heap::{Body, Heap, IdSource};
use crate::program::{ClassId, ClassKind, ClassSource, Classes, Kind, LoadError, MethodId, ObjectId, Value};
use crate::state::{State, StateId};
use atlas::Atlas;
use bytecode::{ClassName, Prim};
use characters::Characters;
use followed::Followed;
use making::Tests;
use models::Library;
use profile::Profile;
use races::Races;
use sites::{Handles, Site};
use spellings::Spellings;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use term::Terms;

pub struct World {
    pub options: Options,
    pub terms: Terms,
    pub classes: Classes,
    pub source: Box<dyn ClassSource>,
    loading: Vec<ClassName>,
    /// Class references that could not be resolved, by the class whose pool has them.
    pub unresolved: HashSet<(ClassId, ClassName)>,

    pub ids: IdSource,
    /// Objects of the concrete heap as they were when first seen, under all states.
    pub base: Heap,
    pub interned: HashMap<Rc<[u16]>, ObjectId>,
    pub mirrors: HashMap<ObjectId, ClassId>,
    /// The class whose statics an object holds.
    pub holders: HashMap<ObjectId, ClassId>,
    /// Referents that only the concrete heap held when that was last found out.
    pub held_outside: usize,
    next_state: u32,

    pub constants: Vec<Value>,
    pub sites: Vec<Site>,
    pub handles: Handles,
    pub lambda_count: u32,
    /// Direct-mapped cache of interface method selections.
    selections: Box<[Cell<(ClassId, MethodId, MethodId)>]>,
    /// The models of the machine.
    pub library: Library,
    /// The user's models: static methods by the method that they stand for.
    pub user_models: BTreeMap<MethodId, UserModel>,

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

    /// Arrays that were made terms.
    pub wholes: Wholes,
    /// What the JDK says about characters, as far as somebody asked.
    pub characters: Characters,
    /// How an input text is to be written so that a number comes out of it.
    pub spellings: Spellings,
    /// Only `jacana check` and `jacana test` fill this: what the paths of one method share.
    pub atlas: Atlas,
    /// Only `jacana test` fills this.
    pub tests: Tests,
    /// Only where one path is followed on a real input, with some of it symbolic.
    pub followed: Option<Box<Followed>>,
    /// Only where all orders of threads are explored.
    pub races: Races,
    /// Only where somebody wants to know where instructions go.
    pub profile: Option<Box<Profile>>,
}

const SELECTIONS: usize = 1024;

impl World {
    /// A world with these models.
    pub fn with_library(source: Box<dyn ClassSource>, options: Options, library: Library) -> Result<World, LoadError> {
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
            library,
            user_models: BTreeMap::new(),
            followed: None,
            profile: None,
            races: Races::default(),
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
            spellings: Spellings::default(),
            unresolved: HashSet::new(),
            holders: HashMap::new(),
            atlas: Atlas::default(),
            tests: Tests::default(),
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

    pub fn is_interrupted(&self) -> bool {
        self.options.interrupt.load(Ordering::Relaxed)
    }

    /// The body of an array of zeros.
    pub fn blank_array(&self, array: ClassId, len: usize) -> Body {
        match self.classes.element_kind(array) {
            Kind::Ref => Body::Refs(Elements::filled(len, ObjectId::NULL)),
            Kind::Prim(Prim::Boolean | Prim::Byte) => Body::Bytes(Elements::filled(len, 0)),
            Kind::Prim(Prim::Char) => Body::Chars(Elements::filled(len, 0)),
            Kind::Prim(Prim::Short) => Body::Shorts(Elements::filled(len, 0)),
            Kind::Prim(Prim::Int) => Body::Ints(Elements::filled(len, 0)),
            Kind::Prim(Prim::Long) => Body::Longs(Elements::filled(len, 0)),
            Kind::Prim(Prim::Float) => Body::Floats(Elements::filled(len, 0.0)),
            Kind::Prim(Prim::Double) => Body::Doubles(Elements::filled(len, 0.0)),
        }
    }

    /// What an element takes in HotSpot's heap.
    pub fn element_bytes(&self, array: ClassId) -> u64 {
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
