//! Class files of our own making. Some stand for the call sites of invokedynamic: what the bootstrap methods of the JDK
//! would build out of method handles, as bytecode that the machine interprets like any other. The others let a program ask
//! for inputs, and replay a path on a JVM.

pub mod api;
pub mod check;
mod concat;
mod cprover;
pub mod driver;
pub mod fixed;
pub mod inputs;
mod joining;
mod lambda;
pub mod random;
mod record;
pub mod stub;

pub use concat::{ConcatConstant, concat_class};
pub use lambda::{FACTORY, Implementation, LambdaSpec, Serializable, lambda_class};
pub use record::{Component, RecordSpec, record_class};
