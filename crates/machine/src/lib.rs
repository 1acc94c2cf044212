//! The machine: executes JVM bytecode on our heap. It never asks a solver and never touches a file: class bytes come
//! through `ClassSource`, the concrete heap through `Host`.

mod choice;
pub mod collect;
pub mod decide;
pub mod elements;
pub mod heap;
mod helpful;
pub mod host;
mod identity;
mod indy;
mod init;
mod insn;
mod invoke;
mod known;
mod link;
mod load;
mod machine;
pub mod merge;
mod method_handles;
pub mod models;
pub mod natives;
pub mod open;
pub mod path;
mod permit;
pub mod program;
mod resolve;
mod run;
mod sprint;
pub mod state;
mod strings;
pub mod symbols;
pub mod text;
pub mod threads;
pub mod throw;
pub mod trail;
pub mod unknown;
pub mod value;
pub mod world;

pub use collect::{Cause, Marks, Reach};
pub use host::{Effect, End, Host, Place, Res, Stop};
pub use machine::{Event, Machine};
pub use permit::Outside;
pub use program::{ClassId, ClassKind, Kind, Loader, MethodId};
pub use state::{Console, State};
pub use value::{ObjectId, Value};
pub use world::{ClassSource, LoadError, Options, World};
