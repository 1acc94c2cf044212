//! The frame condition of a contract: the heap before the method, and what is allowed to change.

use crate::heap::Heap;
use crate::program::{ObjectId, Value};

/// The state before a method, as far as its contract needs it.
#[derive(Clone, Debug)]
pub struct FrameCondition {
    /// What was there besides the symbolic objects, whose first contents are known anyway.
    pub(crate) heap: Heap,
    pub(crate) allowed: Vec<Allowed>,
}

#[derive(Clone, Debug)]
pub enum Allowed {
    /// A field of an object, or of the holder of static fields.
    Field(ObjectId, u16),
    AllFields(ObjectId),
    /// From, to, both included.
    Elements(ObjectId, Value, Value),
}

impl FrameCondition {
    pub fn new(heap: &Heap) -> FrameCondition {
        FrameCondition { heap: heap.clone(), allowed: Vec::new() }
    }

    pub fn allow(&mut self, allowed: Allowed) {
        self.allowed.push(allowed);
    }

    pub(crate) fn allows_field(&self, object: ObjectId, slot: u16) -> bool {
        self.allowed.iter().any(|allowed| match allowed {
            Allowed::Field(of, field) => *of == object && *field == slot,
            Allowed::AllFields(of) => *of == object,
            Allowed::Elements(..) => false,
        })
    }
}
