//! Fields and methods by name: what their ids are looked up with, and the primitives that travel through them.

use super::env::{Env, jni};
use super::reference::Class;
use super::text::encode;
use jni_sys::{jfieldID, jmethodID};

/// Does a member belong to the instance or to the class?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Instance,
    Static,
}

/// A primitive as the operand stack holds it: the small types travel as `Int`, extended as JVMS 2.11.1 says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RawValue {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
}

impl RawValue {
    pub(super) fn int(self) -> i32 {
        match self {
            RawValue::Int(value) => value,
            RawValue::Long(_) | RawValue::Float(_) | RawValue::Double(_) => panic!("int expected, not {self:?}"),
        }
    }

    pub(super) fn long(self) -> i64 {
        match self {
            RawValue::Long(value) => value,
            RawValue::Int(_) | RawValue::Float(_) | RawValue::Double(_) => panic!("long expected, not {self:?}"),
        }
    }

    pub(super) fn float(self) -> f32 {
        match self {
            RawValue::Float(value) => value,
            RawValue::Int(_) | RawValue::Long(_) | RawValue::Double(_) => panic!("float expected, not {self:?}"),
        }
    }

    pub(super) fn double(self) -> f64 {
        match self {
            RawValue::Double(value) => value,
            RawValue::Int(_) | RawValue::Long(_) | RawValue::Float(_) => panic!("double expected, not {self:?}"),
        }
    }
}

impl Env {
    /// Initialises the class and finds inherited fields, too. Null, with an exception pending, if there is none. The id is
    /// good while the class is loaded. No exception may be pending before.
    pub(super) fn field_id(self, class: &Class, field: &str, descriptor: &str, scope: Scope) -> jfieldID {
        let (field, descriptor) = (encode(field), encode(descriptor));
        // SAFETY: a live class, and two NUL-terminated texts that outlive the call.
        unsafe {
            match scope {
                Scope::Instance => jni!(self, GetFieldID, class.raw(), field.as_ptr(), descriptor.as_ptr()),
                Scope::Static => jni!(self, GetStaticFieldID, class.raw(), field.as_ptr(), descriptor.as_ptr()),
            }
        }
    }

    /// The same for methods; constructors are not inherited.
    pub(super) fn method_id(self, class: &Class, method: &str, descriptor: &str, scope: Scope) -> jmethodID {
        let (method, descriptor) = (encode(method), encode(descriptor));
        // SAFETY: a live class, and two NUL-terminated texts that outlive the call.
        unsafe {
            match scope {
                Scope::Instance => jni!(self, GetMethodID, class.raw(), method.as_ptr(), descriptor.as_ptr()),
                Scope::Static => jni!(self, GetStaticMethodID, class.raw(), method.as_ptr(), descriptor.as_ptr()),
            }
        }
    }
}
