//! The running VM as the rest of the layer uses it: pending exceptions, tags, what a reference refers to.
//! Invariant: when a function of `Jvm` returns, no exception is pending.

use super::boundary;
use super::env::{Env, jni};
use super::jvmti::Jvmti;
use super::known::Known;
use super::reference::{Class, Handle, Local, Seen, Thrown};
use jni_sys::jobject;

/// The running VM, seen from the thread that created it. A copy is the same VM.
#[derive(Clone, Copy)]
pub struct Jvm {
    pub(super) env: Env,
    pub(super) tags: Jvmti,
    pub(super) known: &'static Known,
}

impl Jvm {
    /// To be called after everything that may have run Java code or allocated.
    pub(super) fn check(&self) -> Result<(), Thrown> {
        if !self.env.is_exception_pending() {
            boundary::resume_panic();
            return Ok(());
        }
        // SAFETY: a new local reference to the pending exception, which no one else deletes.
        let thrown = unsafe { self.env.local(jni!(self.env, ExceptionOccurred)) };
        self.env.clear_exception();
        boundary::resume_panic();
        Err(Thrown(self.identify(&thrown)))
    }

    /// For calls that fail only when the caller broke their precondition.
    pub(super) fn check_precondition(&self, precondition: &str) {
        if self.check().is_err() {
            panic!("{precondition}");
        }
    }

    /// Gives the object an id: from now on it is `Seen::Tagged(id)`.
    pub(crate) fn set_tag(&self, object: &Handle, id: u32) {
        // SAFETY: a handle is alive.
        unsafe { self.tags.set_tag(object.raw(), i64::from(id) + 1) };
    }

    /// Takes the object's id away and gives the handle up.
    pub(crate) fn forget(&self, object: Handle) {
        // SAFETY: a handle is alive.
        unsafe { self.tags.set_tag(object.raw(), 0) };
    }

    /// Runs a full garbage collection.
    pub(crate) fn collect_garbage(&self) {
        self.tags.collect_garbage();
    }

    pub(super) fn identify(&self, local: &Local) -> Seen {
        // SAFETY: the local reference is alive as long as its owner.
        unsafe { self.identify_raw(local.raw()) }
    }

    /// # Safety
    /// The reference must be null or alive.
    pub(super) unsafe fn identify_raw(&self, object: jobject) -> Seen {
        if object.is_null() {
            return Seen::Null;
        }
        // SAFETY: alive, as the caller says, and not null.
        let tag = unsafe { self.tags.tag(object) };
        if tag != 0 {
            return Seen::Tagged((tag - 1) as u32);
        }
        // SAFETY: alive, as the caller says.
        let global = unsafe { self.env.global(object) };
        Seen::New(global.expect("an object that a live reference refers to"))
    }

    /// The same object as a class. Anything else is a bug of the caller and panics.
    pub(crate) fn class(&self, mirror: &Handle) -> Class {
        assert!(mirror.is_instance(&self.known.class), "a class expected");
        // SAFETY: it is an instance of java.lang.Class.
        unsafe { Class::new(mirror.clone()) }
    }
}
