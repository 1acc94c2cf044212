//! Class files that stand for the call sites of invokedynamic: what the bootstrap methods of the JDK would
//! build out of method handles, as bytecode that the machine interprets like any other.

mod concat;
mod joining;
mod lambda;
mod record;
mod replay;

pub use concat::{ConcatConstant, concat_class};
pub use lambda::{FACTORY, Implementation, LambdaSpec, Serializable, lambda_class};
pub use record::{Component, RecordSpec, record_class};
pub use replay::{INPUT_PROPERTY, verifier_class};
