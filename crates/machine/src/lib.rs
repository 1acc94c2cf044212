//! The machine: executes JVM bytecode on our heap. It never asks a solver and never touches a file: class bytes come
//! through `ClassSource`, the concrete heap through `Host`.

pub mod collect;
mod execute;
pub mod follow;
pub mod heap;
pub mod merge;
pub mod models;
pub mod natives;
pub mod program;
pub mod shapes;
pub mod state;
mod symbolic;
pub mod text;
pub mod threads;
pub mod world;

pub use collect::{Cause, Marks, Reach};
pub use execute::{permit::Outside, throw};
pub use heap::elements;
pub use program::{ClassId, ClassKind, Kind, Loader, MethodId, value};
pub use shapes::sinks;
pub use state::{Console, State, path, trail};
pub use symbolic::{decide, open, symbols, unknown};
pub use value::{ObjectId, Value};
pub use world::host::{self, Effect, End, Host, Place, Res, Stop};
pub use world::machine::{Event, Machine};
pub use world::{ClassSource, LoadError, Options, World};
