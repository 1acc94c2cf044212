//! Objects: allocation without a constructor, identity, strings.

use super::env::{Env, jni};
use super::jvm::Jvm;
use super::reference::{Class, Handle, Local, Seen, Thrown};
use jni_sys::{jstring, jvalue};
use std::ptr::null;

impl Jvm {
    /// Initialises the class and runs no constructor. Throws for abstract classes.
    pub(crate) fn alloc_object(&self, class: &Class) -> Result<Handle, Thrown> {
        // SAFETY: a live class, of which the VM throws if it has no instances; the answer is a local reference of our own.
        let object = unsafe { self.env.local(jni!(self.env, AllocObject, class.raw())) };
        self.fresh(&object)
    }

    /// The `Class` object of the object's class.
    pub(crate) fn object_class(&self, object: &Handle) -> Seen {
        // SAFETY: a live object; the answer is a local reference of our own.
        let class = unsafe { self.env.local(jni!(self.env, GetObjectClass, object.raw())) };
        self.identify(&class)
    }

    /// As `System.identityHashCode`.
    pub(crate) fn identity_hash(&self, object: &Handle) -> i32 {
        // SAFETY: a handle is alive.
        unsafe { self.tags.hash_code(object.raw()) }
    }

    /// The one interned `String` with these characters.
    pub(crate) fn intern(&self, units: &[u16]) -> Result<Seen, Thrown> {
        let string = self.local_string(units)?;
        let (env, class, method) = (self.env, self.known.string.raw(), self.known.intern);
        // SAFETY: String.intern of a live string takes nothing and answers an object, for which we get a local reference.
        let interned =
            unsafe { env.local(jni!(env, CallNonvirtualObjectMethodA, string.raw(), class, method, null::<jvalue>())) };
        self.check()?;
        Ok(self.identify(&interned))
    }

    pub(super) fn local_string(&self, units: &[u16]) -> Result<Local<'_>, Thrown> {
        let length = units.len().try_into().expect("Java strings have at most 2^31 - 1 characters");
        // SAFETY: the VM copies as many characters as there are; the answer is a local reference of our own.
        let string = unsafe { self.env.local(jni!(self.env, NewString, units.as_ptr(), length)) };
        self.check().map(|()| string)
    }
}

impl Env {
    /// # Safety
    /// The reference must be alive and refer to a string.
    pub(super) unsafe fn string(self, string: jstring) -> String {
        // SAFETY: as the caller says; the buffer has the length that the VM named.
        let units = unsafe {
            let length = jni!(self, GetStringLength, string);
            let mut units = vec![0; length as usize];
            jni!(self, GetStringRegion, string, 0, length, units.as_mut_ptr());
            units
        };
        String::from_utf16_lossy(&units)
    }
}
