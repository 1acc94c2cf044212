//! Objects: allocation without a constructor, identity, strings.

use crate::handle::{Handle, Local, Seen, Thrown};
use crate::jvm::{Jvm, jni};
use jni_sys::jvalue;
use std::ptr::null;

impl Jvm {
    /// Initialises the class and runs no constructor. Throws for abstract classes.
    pub fn alloc_object(&self, class: Handle) -> Result<Handle, Thrown> {
        self.fresh(jni!(self, AllocObject, class.raw()))
    }

    /// The `Class` object of the object's class.
    pub fn object_class(&self, object: Handle) -> Seen {
        let class = self.local(jni!(self, GetObjectClass, object.raw()));
        self.identify(class)
    }

    /// As `System.identityHashCode`.
    pub fn identity_hash(&self, object: Handle) -> i32 {
        self.tags.hash_code(object.raw())
    }

    pub fn is_instance(&self, object: Handle, class: Handle) -> bool {
        jni!(self, IsInstanceOf, object.raw(), class.raw())
    }

    pub fn new_string(&self, units: &[u16]) -> Result<Handle, Thrown> {
        let string = self.local_string(units)?;
        Ok(self.global(string.raw()))
    }

    /// The one interned `String` with these characters.
    pub fn intern(&self, units: &[u16]) -> Result<Seen, Thrown> {
        let string = self.local_string(units)?;
        let (class, method) = (self.known.string.raw(), self.known.intern);
        let interned = jni!(self, CallNonvirtualObjectMethodA, string.raw(), class, method, null::<jvalue>());
        let interned = self.local(interned);
        self.check()?;
        Ok(self.identify(interned))
    }

    pub fn string_units(&self, string: Handle) -> Vec<u16> {
        self.units_of(string.raw())
    }

    pub(crate) fn units_of(&self, string: jni_sys::jstring) -> Vec<u16> {
        let length = jni!(self, GetStringLength, string);
        let mut units = vec![0; length as usize];
        jni!(self, GetStringRegion, string, 0, length, units.as_mut_ptr());
        units
    }

    pub(crate) fn local_string(&self, units: &[u16]) -> Result<Local, Thrown> {
        let length = units.len().try_into().expect("Java strings have at most 2^31 - 1 characters");
        let string = self.local(jni!(self, NewString, units.as_ptr(), length));
        self.check().map(|()| string)
    }
}
