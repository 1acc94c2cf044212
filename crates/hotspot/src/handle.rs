//! References across the border. Everything the VM hands us is a `Local` for a moment, then either known by its
//! tag or a new global reference. Invariant: no local reference outlives the function that received it.

use crate::jvm::{Jvm, jni};
use jni_sys::{JNIEnv, jobject};
use std::ptr::{NonNull, null_mut};

/// A global reference, alive until `Jvm::release`. Two handles may name the same object: compare by `Jvm::same`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handle(NonNull<jni_sys::_jobject>);

/// A global reference to an object that may go away.
pub(crate) struct WeakHandle(jobject);

/// A reference that came out of the VM. Tag a `New` one before the next call: until then the same object
/// may be seen as new again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    Null,
    /// The id given by `Jvm::set_tag`.
    Tagged(u32),
    New(Handle),
}

/// The exception that a call ended with; it is no longer pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thrown(pub Seen);

/// An owned local reference, maybe null.
pub(crate) struct Local {
    env: *mut JNIEnv,
    object: jobject,
}

impl Local {
    pub(crate) fn raw(&self) -> jobject {
        self.object
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        if !self.object.is_null() {
            // SAFETY: the reference is a live local of this thread.
            unsafe { ((**self.env).v1_6.DeleteLocalRef)(self.env, self.object) }
        }
    }
}

impl Handle {
    /// Takes over a global reference.
    pub(crate) fn new(global: jobject) -> Option<Handle> {
        NonNull::new(global).map(Handle)
    }

    pub(crate) fn raw(self) -> jobject {
        self.0.as_ptr()
    }
}

pub(crate) fn raw_or_null(handle: Option<Handle>) -> jobject {
    handle.map_or(null_mut(), Handle::raw)
}

impl Jvm {
    /// Gives the object an id: from now on it is `Seen::Tagged(id)`.
    pub fn set_tag(&self, object: Handle, id: u32) {
        self.tags.set_tag(object.raw(), i64::from(id) + 1);
    }

    pub fn tag(&self, object: Handle) -> Option<u32> {
        id_of_tag(self.tags.tag(object.raw()))
    }

    /// Removes the object's tag and deletes the reference.
    pub fn release(&self, object: Handle) {
        self.tags.set_tag(object.raw(), 0);
        jni!(self, DeleteGlobalRef, object.raw());
    }

    /// Deletes the reference only.
    pub(crate) fn drop_reference(&self, object: Handle) {
        jni!(self, DeleteGlobalRef, object.raw());
    }

    /// Trades the reference for one that does not keep the object alive.
    pub(crate) fn weaken(&self, object: Handle) -> WeakHandle {
        let weak = WeakHandle(jni!(self, NewWeakGlobalRef, object.raw()));
        self.drop_reference(object);
        weak
    }

    /// `None` if the object is gone.
    pub(crate) fn strengthen(&self, weak: WeakHandle) -> Option<Handle> {
        let global = Handle::new(jni!(self, NewGlobalRef, weak.0));
        jni!(self, DeleteWeakGlobalRef, weak.0);
        global
    }

    /// Are the two one object?
    pub fn same(&self, a: Handle, b: Handle) -> bool {
        jni!(self, IsSameObject, a.raw(), b.raw())
    }

    /// Runs a full garbage collection.
    pub fn collect_garbage(&self) {
        self.tags.collect_garbage();
    }

    pub(crate) fn local(&self, object: jobject) -> Local {
        Local { env: self.env, object }
    }

    pub(crate) fn identify(&self, local: Local) -> Seen {
        self.identify_borrowed(local.object)
    }

    /// For a reference that somebody else deletes.
    pub(crate) fn identify_borrowed(&self, object: jobject) -> Seen {
        if object.is_null() {
            return Seen::Null;
        }
        match id_of_tag(self.tags.tag(object)) {
            Some(id) => Seen::Tagged(id),
            None => Seen::New(self.global(object)),
        }
    }

    /// The VM aborts when it has no memory for a global reference, so only null has none.
    pub(crate) fn global(&self, object: jobject) -> Handle {
        Handle::new(jni!(self, NewGlobalRef, object)).expect("a reference that is not null")
    }
}

fn id_of_tag(tag: i64) -> Option<u32> {
    (tag != 0).then(|| (tag - 1) as u32)
}
