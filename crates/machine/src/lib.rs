//! The machine: executes JVM bytecode on our heap. It never asks a solver and never touches a file: class bytes come
//! through `ClassSource`, the concrete heap through `Host`.

pub mod collect;
mod execute;
pub mod follow;
pub mod general;
pub mod heap;
pub mod merge;
pub mod models;
pub mod natives;
pub mod program;
pub mod reason;
pub mod shapes;
pub mod state;
mod symbolic;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod text;
pub mod threads;
mod visible;
pub mod world;

pub use collect::Cause;
pub use heap::{Marks, Reach, elements};
pub use natives::Effect;
pub use program::{ClassId, ClassKind, ClassSource, Kind, LoadError, Loader, MethodId, ObjectId, Value};
pub use reason::{Assumption, Bound, Limit, Reason};
pub use shapes::sinks;
pub use state::{Console, State, decided, path, trail, way};
pub use symbolic::{decide, symbols, unknown};
pub use world::{End, Event, Host, Machine, Options, Outside, Place, Res, Stop, World};
