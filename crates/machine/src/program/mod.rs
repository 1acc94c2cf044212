//! The program: values, linked classes, methods and layouts, and where class files come from. Nothing here depends on a state:
//! loading and linking are the same for all paths, only initialisation is per state.

mod class;
mod classes;
mod define;
mod ids;
mod lookup;
mod source;
mod sources;
pub mod value;

pub use class::{Binding, Class, ClassKind, Definition, Field, Kind, Method};
pub use classes::{Classes, PRIMITIVES, WRAPPERS};
pub use ids::{ClassId, Loader, MethodId, ModelId};
pub use source::{ClassSource, JdkClass, LoadError};
pub use sources::{Sources, Stack as Operands};
pub use value::{ObjectId, Value};
