//! The concrete heap: a JVM in our process, and the shadows in it that stand for objects of ours.
//! JNI and JVMTI are called in `raw` alone; the shadow protocol is built on its owned handles.

mod changes;
mod classes;
mod concrete;
mod forget;
mod host;
mod invoke;
mod jdk;
mod raw;
mod shadow;
mod upcalls;
mod wrap;

pub use concrete::{Hotspot, Mode};
pub use jdk::{Jdk, JdkError};
pub use raw::{Jvm, JvmError, JvmOptions};
