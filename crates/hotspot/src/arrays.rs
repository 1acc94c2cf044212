//! Arrays: creation, whole regions of primitives, single references.
//! Regions and indices inside the array are the caller's duty: a violation panics.

use crate::handle::{Handle, Seen, Thrown, raw_or_null};
use crate::jvm::{Jvm, jni};
use bytecode::Prim;
use jni_sys::jobject;
use std::ptr::null_mut;

const OUTSIDE: &str = "array access outside its bounds, or of another element type";

/// Two functions per element type: from the array into a slice, from a slice into the array.
macro_rules! regions {
    ($($element:ty: $read:ident = $get:ident, $write:ident = $set:ident;)*) => {
        impl Jvm {
            $(
                pub fn $read(&self, array: Handle, start: i32, into: &mut [$element]) {
                    jni!(self, $get, array.raw(), start, len(into), into.as_mut_ptr().cast());
                    self.check_precondition(OUTSIDE);
                }

                pub fn $write(&self, array: Handle, start: i32, from: &[$element]) {
                    jni!(self, $set, array.raw(), start, len(from), from.as_ptr().cast());
                    self.check_precondition(OUTSIDE);
                }
            )*
        }
    };
}

regions! {
    u8: read_booleans = GetBooleanArrayRegion, write_booleans = SetBooleanArrayRegion;
    i8: read_bytes = GetByteArrayRegion, write_bytes = SetByteArrayRegion;
    u16: read_chars = GetCharArrayRegion, write_chars = SetCharArrayRegion;
    i16: read_shorts = GetShortArrayRegion, write_shorts = SetShortArrayRegion;
    i32: read_ints = GetIntArrayRegion, write_ints = SetIntArrayRegion;
    i64: read_longs = GetLongArrayRegion, write_longs = SetLongArrayRegion;
    f32: read_floats = GetFloatArrayRegion, write_floats = SetFloatArrayRegion;
    f64: read_doubles = GetDoubleArrayRegion, write_doubles = SetDoubleArrayRegion;
}

impl Jvm {
    pub fn array_length(&self, array: Handle) -> i32 {
        jni!(self, GetArrayLength, array.raw())
    }

    pub fn new_prim_array(&self, prim: Prim, length: i32) -> Result<Handle, Thrown> {
        self.fresh(match prim {
            Prim::Boolean => jni!(self, NewBooleanArray, length),
            Prim::Byte => jni!(self, NewByteArray, length),
            Prim::Char => jni!(self, NewCharArray, length),
            Prim::Short => jni!(self, NewShortArray, length),
            Prim::Int => jni!(self, NewIntArray, length),
            Prim::Long => jni!(self, NewLongArray, length),
            Prim::Float => jni!(self, NewFloatArray, length),
            Prim::Double => jni!(self, NewDoubleArray, length),
        })
    }

    /// Initialises the element class.
    pub fn new_ref_array(&self, element_class: Handle, length: i32) -> Result<Handle, Thrown> {
        self.fresh(jni!(self, NewObjectArray, length, element_class.raw(), null_mut()))
    }

    pub fn get_element(&self, array: Handle, index: i32) -> Seen {
        let element = self.local(jni!(self, GetObjectArrayElement, array.raw(), index));
        self.check_precondition(OUTSIDE);
        self.identify(element)
    }

    /// Throws ArrayStoreException, and nothing else when the index is inside.
    pub fn set_element(&self, array: Handle, index: i32, value: Option<Handle>) -> Result<(), Thrown> {
        jni!(self, SetObjectArrayElement, array.raw(), index, raw_or_null(value));
        self.check()
    }

    /// The handle of an object that was just made, so it has no tag.
    pub(crate) fn fresh(&self, object: jobject) -> Result<Handle, Thrown> {
        let local = self.local(object);
        self.check()?;
        Ok(self.global(local.raw()))
    }
}

fn len<T>(slice: &[T]) -> i32 {
    slice.len().try_into().expect("Java arrays have at most 2^31 - 1 elements")
}
