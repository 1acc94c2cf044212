//! Arrays: creation, whole regions of primitives, single references.
//! Element type, regions and indices inside the array are the caller's duty: a violation panics.

use super::env::jni;
use super::jvm::Jvm;
use super::reference::{Class, Handle, Local, Seen, Thrown};
use bytecode::Prim;
use jni_sys::jobject;
use std::ptr::null_mut;

const OUTSIDE: &str = "array access outside its bounds";

/// An array of primitives, as `Jvm::prim_array` found it to be.
pub(crate) struct PrimArray {
    jvm: Jvm,
    array: Handle,
    prim: Prim,
}

/// An array of references, as `Jvm::ref_array` found it to be.
pub(crate) struct RefArray {
    jvm: Jvm,
    array: Handle,
}

/// Two functions per element type: from the array into a slice, from a slice into the array, both from the first element on.
/// The VM checks bounds, the element type we check ourselves.
macro_rules! regions {
    ($($element:ty, $prim:ident: $read:ident = $get:ident, $write:ident = $set:ident;)*) => {
        impl PrimArray {
            $(
                pub(crate) fn $read(&self, into: &mut [$element]) {
                    assert_eq!(self.prim, Prim::$prim, "the element type of an array");
                    let (env, array) = (self.jvm.env, self.array.raw());
                    // SAFETY: a live array of this element type, and a buffer of the length that is said.
                    unsafe { jni!(env, $get, array, 0, length(into), into.as_mut_ptr().cast()) };
                    self.jvm.check_precondition(OUTSIDE);
                }

                pub(crate) fn $write(&self, from: &[$element]) {
                    assert_eq!(self.prim, Prim::$prim, "the element type of an array");
                    let (env, array) = (self.jvm.env, self.array.raw());
                    // SAFETY: a live array of this element type, and a buffer of the length that is said.
                    unsafe { jni!(env, $set, array, 0, length(from), from.as_ptr().cast()) };
                    self.jvm.check_precondition(OUTSIDE);
                }
            )*
        }
    };
}

regions! {
    u8, Boolean: read_booleans = GetBooleanArrayRegion, write_booleans = SetBooleanArrayRegion;
    i8, Byte: read_bytes = GetByteArrayRegion, write_bytes = SetByteArrayRegion;
    u16, Char: read_chars = GetCharArrayRegion, write_chars = SetCharArrayRegion;
    i16, Short: read_shorts = GetShortArrayRegion, write_shorts = SetShortArrayRegion;
    i32, Int: read_ints = GetIntArrayRegion, write_ints = SetIntArrayRegion;
    i64, Long: read_longs = GetLongArrayRegion, write_longs = SetLongArrayRegion;
    f32, Float: read_floats = GetFloatArrayRegion, write_floats = SetFloatArrayRegion;
    f64, Double: read_doubles = GetDoubleArrayRegion, write_doubles = SetDoubleArrayRegion;
}

impl PrimArray {
    pub(crate) fn length(&self) -> usize {
        // SAFETY: a live array.
        unsafe { jni!(self.jvm.env, GetArrayLength, self.array.raw()) as usize }
    }
}

impl RefArray {
    pub(crate) fn length(&self) -> usize {
        // SAFETY: a live array.
        unsafe { jni!(self.jvm.env, GetArrayLength, self.array.raw()) as usize }
    }

    pub(crate) fn get(&self, index: i32) -> Seen {
        let env = self.jvm.env;
        // SAFETY: a live array of references; the VM checks the index. The answer is a local reference of our own.
        let element = unsafe { env.local(jni!(env, GetObjectArrayElement, self.array.raw(), index)) };
        self.jvm.check_precondition(OUTSIDE);
        self.jvm.identify(&element)
    }

    /// Throws ArrayStoreException, and nothing else when the index is inside.
    pub(crate) fn set(&self, index: i32, value: Option<&Handle>) -> Result<(), Thrown> {
        let value = Handle::raw_or_null(value);
        // SAFETY: a live array of references; the VM checks the index and the type of the value.
        unsafe { jni!(self.jvm.env, SetObjectArrayElement, self.array.raw(), index, value) };
        self.jvm.check()
    }
}

impl Jvm {
    /// The same object as an array of these primitives. Anything else is a bug of the caller and panics.
    pub(crate) fn prim_array(&self, array: Handle, prim: Prim) -> PrimArray {
        assert!(array.is_instance(self.known.primitive_array(prim)), "an array of {prim:?} expected");
        PrimArray { jvm: *self, array, prim }
    }

    /// The same object as an array of references. Anything else is a bug of the caller and panics.
    pub(crate) fn ref_array(&self, array: Handle) -> RefArray {
        assert!(array.is_instance(&self.known.object_array), "an array of references expected");
        RefArray { jvm: *self, array }
    }

    pub(crate) fn new_prim_array(&self, prim: Prim, length: i32) -> Result<Handle, Thrown> {
        let env = self.env;
        // SAFETY: the VM checks the length; the answer is a local reference of our own.
        let array = unsafe {
            env.local(match prim {
                Prim::Boolean => jni!(env, NewBooleanArray, length),
                Prim::Byte => jni!(env, NewByteArray, length),
                Prim::Char => jni!(env, NewCharArray, length),
                Prim::Short => jni!(env, NewShortArray, length),
                Prim::Int => jni!(env, NewIntArray, length),
                Prim::Long => jni!(env, NewLongArray, length),
                Prim::Float => jni!(env, NewFloatArray, length),
                Prim::Double => jni!(env, NewDoubleArray, length),
            })
        };
        self.fresh(&array)
    }

    /// Initialises the element class.
    pub(crate) fn new_ref_array(&self, element: &Class, length: i32) -> Result<Handle, Thrown> {
        let env = self.env;
        // SAFETY: two live classes.
        let is_ref = unsafe { jni!(env, IsAssignableFrom, element.raw(), self.known.object.raw()) };
        assert!(is_ref, "a primitive class has no array of references");
        let none: jobject = null_mut();
        // SAFETY: a live class of objects; the VM checks the length. The answer is a local reference of our own.
        let array = unsafe { env.local(jni!(env, NewObjectArray, length, element.raw(), none)) };
        self.fresh(&array)
    }

    /// The handle of an object that was just made, so it has no tag.
    pub(super) fn fresh(&self, object: &Local) -> Result<Handle, Thrown> {
        self.check()?;
        Ok(object.global().expect("made, since nothing was thrown"))
    }
}

fn length<T>(slice: &[T]) -> i32 {
    slice.len().try_into().expect("Java arrays have at most 2^31 - 1 elements")
}
