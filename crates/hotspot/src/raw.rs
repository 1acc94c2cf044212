//! The raw layer: JNI and JVMTI, called nowhere else. References are owned, ids keep their class loaded, and kinds (a class, an
//! array of ints, an instance of the field's class) are checked. Invariant: a safe function cannot make the VM misbehave; where
//! something must fit a declared type, which only a verifier of bytecode knows, the function is `unsafe`.

mod arrays;
mod boundary;
mod calls;
mod classes;
mod create;
mod descriptor;
mod env;
mod fields;
mod hook;
mod jvm;
mod jvmti;
mod known;
mod member;
mod memory;
mod natives;
mod objects;
mod reference;
#[cfg(test)]
mod tests;
mod text;
mod upcall;

pub(crate) use calls::{JavaArg, MethodHandle, ReturnValue};
pub(crate) use descriptor::descriptor;
pub(crate) use fields::{FieldHandle, FieldValue};
pub(crate) use member::{RawValue, Scope};
pub(crate) use memory::Memory;
pub(crate) use reference::{Class, Handle, Seen, Thrown, WeakHandle};
pub(crate) use upcall::UpcallRequest;

pub use create::{JvmError, JvmOptions};
pub use jvm::Jvm;
