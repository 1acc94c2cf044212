//! References across the border, each owned by a value that deletes it once. Everything the VM hands us is a `Local` for a
//! moment, then either known by its tag or a `Handle`. Invariant: who can name a reference can use it.

use super::env::{Env, jni};
use jni_sys::{_jobject, jobject};
use std::cell::RefCell;
use std::marker::PhantomData;
use std::ptr::{NonNull, null_mut};
use std::rc::Rc;

/// A global reference. Clones share it; it is deleted when the last of them is dropped.
/// Two that were made apart may refer to one object.
#[derive(Clone)]
pub(crate) struct Handle(Rc<Global>);

struct Global {
    env: Env,
    object: NonNull<_jobject>,
    /// A class that the object was found to be an instance of, the last that was asked for.
    class: RefCell<Option<Class>>,
}

/// A handle of a `java.lang.Class`.
#[derive(Clone)]
pub(crate) struct Class(Handle);

/// A global reference to an object that may go away.
pub(crate) struct WeakHandle {
    env: Env,
    object: NonNull<_jobject>,
}

/// A global reference that is never deleted, so that every thread may use it.
pub(super) struct Permanent(NonNull<_jobject>);

// SAFETY: JNI allows the use of global references on every thread, and nobody deletes this one.
unsafe impl Send for Permanent {}
// SAFETY: the reference itself never changes; see `Send`.
unsafe impl Sync for Permanent {}

/// An owned local reference, maybe null. It cannot outlive the borrow that it was made from, so it is never kept in a table.
pub(super) struct Local<'a> {
    env: Env,
    object: jobject,
    frame: PhantomData<&'a Env>,
}

/// A reference that came out of the VM. Tag a `New` one before the next call: until then the same object
/// may be seen as new again.
pub(crate) enum Seen {
    Null,
    /// The id given by `Jvm::set_tag`.
    Tagged(u32),
    New(Handle),
}

/// The exception that a call ended with; it is no longer pending.
pub(crate) struct Thrown(pub(crate) Seen);

impl Handle {
    pub(super) fn raw(&self) -> jobject {
        self.0.object.as_ptr()
    }

    pub(super) fn raw_or_null(handle: Option<&Handle>) -> jobject {
        handle.map_or(null_mut(), Handle::raw)
    }

    fn env(&self) -> Env {
        self.0.env
    }

    fn new(env: Env, global: NonNull<_jobject>) -> Handle {
        Handle(Rc::new(Global { env, object: global, class: RefCell::new(None) }))
    }

    /// Asks the VM only if the last question was about another class: an object never changes its own.
    pub(super) fn is_instance(&self, class: &Class) -> bool {
        if self.0.class.borrow().as_ref().is_some_and(|known| known.is_clone_of(class)) {
            return true;
        }
        // SAFETY: both are alive, the second is a class.
        let is_instance = unsafe { jni!(self.env(), IsInstanceOf, self.raw(), class.raw()) };
        // A handle of `Class.class` that remembers itself would never be dropped.
        if is_instance && !Rc::ptr_eq(&self.0, &class.0.0) {
            self.0.class.replace(Some(class.clone()));
        }
        is_instance
    }

    /// Trades the handle for a reference that does not keep the object alive. Clones still do.
    pub(crate) fn weaken(self) -> WeakHandle {
        // SAFETY: the handle's reference is alive. The VM aborts when it has no memory for another one.
        let weak = unsafe { jni!(self.env(), NewWeakGlobalRef, self.raw()) };
        WeakHandle { env: self.env(), object: NonNull::new(weak).expect("a weak reference") }
    }

    pub(super) fn permanent(&self) -> Permanent {
        // SAFETY: the handle's reference is alive.
        let global = unsafe { jni!(self.env(), NewGlobalRef, self.raw()) };
        Permanent(NonNull::new(global).expect("a reference that is not null"))
    }
}

impl Drop for Global {
    fn drop(&mut self) {
        // SAFETY: the reference is a live global one that this value alone owns; the environment is that of this thread,
        // since neither can leave it. Deleting is allowed while an exception is pending.
        unsafe { jni!(self.env, DeleteGlobalRef, self.object.as_ptr()) }
    }
}

impl Class {
    /// # Safety
    /// The handle must refer to an instance of `java.lang.Class`.
    pub(super) unsafe fn new(handle: Handle) -> Class {
        Class(handle)
    }

    pub(super) fn raw(&self) -> jobject {
        self.0.raw()
    }

    /// Are the two clones of one handle? If not they may still be the same class.
    fn is_clone_of(&self, other: &Class) -> bool {
        Rc::ptr_eq(&self.0.0, &other.0.0)
    }
}

impl WeakHandle {
    /// `None` if the object is gone.
    pub(crate) fn strengthen(self) -> Option<Handle> {
        // SAFETY: the reference is alive until it is dropped; if its object is gone, the answer is null.
        let global = unsafe { jni!(self.env, NewGlobalRef, self.object.as_ptr()) };
        NonNull::new(global).map(|object| Handle::new(self.env, object))
    }
}

impl Drop for WeakHandle {
    fn drop(&mut self) {
        // SAFETY: the reference is a live weak one that this value alone owns, on the thread that made it.
        unsafe { jni!(self.env, DeleteWeakGlobalRef, self.object.as_ptr()) }
    }
}

impl Permanent {
    pub(super) fn raw(&self) -> jobject {
        self.0.as_ptr()
    }
}

impl Env {
    /// Takes over a local reference.
    ///
    /// # Safety
    /// It must be null, or a local reference of this thread that nobody else deletes before the value is dropped.
    pub(super) unsafe fn local(&self, object: jobject) -> Local<'_> {
        Local { env: *self, object, frame: PhantomData }
    }

    /// `None` for null.
    ///
    /// # Safety
    /// The reference must be null or alive.
    pub(super) unsafe fn global(self, object: jobject) -> Option<Handle> {
        // SAFETY: alive, as the caller says, or null, which has null for an answer. The VM aborts when it has no memory.
        let global = unsafe { jni!(self, NewGlobalRef, object) };
        NonNull::new(global).map(|object| Handle::new(self, object))
    }
}

impl Local<'_> {
    pub(super) fn raw(&self) -> jobject {
        self.object
    }

    /// `None` for null.
    pub(super) fn global(&self) -> Option<Handle> {
        // SAFETY: the local reference is alive as long as this value.
        unsafe { self.env.global(self.object) }
    }
}

impl Drop for Local<'_> {
    fn drop(&mut self) {
        if !self.object.is_null() {
            // SAFETY: the reference is a live local one of this thread that this value alone owns. Deleting is allowed
            // while an exception is pending.
            unsafe { jni!(self.env, DeleteLocalRef, self.object) }
        }
    }
}
