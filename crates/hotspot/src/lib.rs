//! The concrete heap: a JVM in our process, and the shadows in it that stand for objects of ours.
//! All `unsafe` of JNI and JVMTI lives here, in the raw layer; the shadow protocol is built on its safe calls.

mod arrays;
mod calls;
mod classes;
mod effects;
mod fields;
mod forget;
mod handle;
mod hook;
mod host;
mod jdk;
mod jvm;
mod jvmti;
mod known;
mod losses;
mod memory;
mod natives;
mod objects;
pub mod process;
mod shadow;
mod text;
mod upcall;
mod upcalls;
mod wrap;

pub use calls::{Callee, JavaArg, MethodHandle, ResultKind, ReturnValue};
pub use fields::{ArrayLayout, FieldHandle, RawValue, Scope};
pub use handle::{Handle, Seen, Thrown};
pub use host::{Hotspot, Mode};
pub use jdk::{Jdk, JdkError};
pub use jvm::{Jvm, JvmError, JvmOptions};
pub use memory::{BadAddress, Memory};
pub use upcall::{UpcallHandler, UpcallRequest};
