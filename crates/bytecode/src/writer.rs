//! A small class-file writer for the classes we make or rewrite. Code is straight-line or has forward branches
//! in classes of version 50, so no StackMapTable is ever needed (JVMS 4.10).

mod boxing;
mod class;
mod code;
mod pool;

pub use class::ClassWriter;
pub use code::{Branch, CodeWriter, Invoke, Label, Op, Owner};
pub use pool::PoolWriter;

/// The newest version whose verifier infers types: branches need no stack maps.
pub const BRANCHING_MAJOR: u16 = 50;
/// The oldest version that may call static and private methods of interfaces.
pub const INTERFACE_CALL_MAJOR: u16 = 52;
