//! What we know of the concrete heap: the shadows in it, the ids of members, whose contents it has.

use crate::raw::{Class, FieldHandle, Handle, Jvm, Memory, MethodHandle};
use machine::heap::Body;
use machine::state::StateId;
use machine::{ClassId, End, MethodId, ObjectId, State};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::FastMap;

/// What stands for an object of ours in the concrete heap.
#[derive(Clone)]
pub(crate) enum Shadow {
    Object(Handle),
    /// The static fields of a class.
    Statics,
    /// Off-heap memory behind a byte array.
    Memory(u64),
}

/// What a shadow takes besides its contents: a global reference, a tag, our tables.
pub(crate) const SHADOW_BYTES: u64 = 256;

/// An object before and after an initialiser ran.
pub(crate) struct Change {
    pub(crate) id: ObjectId,
    pub(crate) before: Body,
    pub(crate) after: Body,
}

/// How the states over the concrete heap will behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One state, never forked.
    Single,
    Forking,
}

pub struct Hotspot {
    pub(crate) jvm: Jvm,
    pub(crate) shadows: BTreeMap<ObjectId, Shadow>,
    /// The epoch in which a shadow was last compared.
    pub(crate) synced: FastMap<ObjectId, u32>,
    /// Shadows whose contents a flush or a native ever changed: what another state must write back.
    pub(crate) mutated: BTreeSet<ObjectId>,
    /// Where states fork: what shadows hold for sure, so that a state with the same contents need not write them again.
    pub(crate) held: FastMap<ObjectId, Body>,
    /// Code that we do not see ran, and nobody has compared all shadows since: nothing is held for sure.
    pub(crate) doubted: bool,
    /// Classes that were asked for, and their members. Their mirrors are never forgotten.
    pub(crate) classes: FastMap<ClassId, Class>,
    pub(crate) fields: FastMap<(ClassId, u16), FieldHandle>,
    pub(crate) methods: FastMap<MethodId, Rc<MethodHandle>>,
    pub(crate) offsets: FastMap<ClassId, Offsets>,
    pub(crate) memory: Memory,
    pub(crate) epochs: u32,
    /// The state whose contents the shadows have.
    pub(crate) owner: Option<StateId>,
    /// More than one state has used the concrete heap.
    pub(crate) shared: bool,
    pub(crate) app_loader: ObjectId,
    pub(crate) platform_loader: ObjectId,
    /// States will fork: initialisers of the JDK must reach all of them.
    pub(crate) exploring: bool,
    pub(crate) changes: Vec<Change>,
    /// How many changes the base layer has.
    pub(crate) base_seen: usize,
    /// Reference.referent, once it is needed.
    pub(crate) referent: Option<FieldHandle>,
    /// Set by an upcall that ended the state: the native in between is unwound by an exception first.
    pub(crate) ended: Option<End>,
}

/// Which slot lies at which offset.
#[derive(Default)]
pub(crate) struct Offsets {
    pub(crate) instance: FastMap<i64, u16>,
    pub(crate) statics: FastMap<i64, u16>,
}

impl Hotspot {
    pub fn new(jvm: Jvm, mode: Mode) -> Hotspot {
        let exploring = mode == Mode::Forking;
        Hotspot {
            jvm,
            shadows: BTreeMap::new(),
            synced: FastMap::default(),
            mutated: BTreeSet::new(),
            held: FastMap::default(),
            doubted: false,
            classes: FastMap::default(),
            fields: FastMap::default(),
            methods: FastMap::default(),
            offsets: FastMap::default(),
            memory: Memory::default(),
            epochs: 0,
            owner: None,
            shared: false,
            app_loader: ObjectId::NULL,
            platform_loader: ObjectId::NULL,
            exploring,
            changes: Vec::new(),
            base_seen: 0,
            referent: None,
            ended: None,
        }
    }

    pub(crate) fn handle(&self, id: ObjectId) -> Handle {
        match self.shadows.get(&id) {
            Some(Shadow::Object(handle)) => handle.clone(),
            Some(Shadow::Statics | Shadow::Memory(_)) | None => panic!("{id:?} is no object with a shadow"),
        }
    }

    /// Code that we do not see changed a shadow.
    pub(crate) fn note_change(&mut self, id: ObjectId) {
        self.mutated.insert(id);
        self.held.remove(&id);
    }

    pub(crate) fn open_epoch(&mut self, state: &mut State) {
        self.doubted = true;
        self.epochs += 1;
        state.epoch = self.epochs;
    }
}
