//! The heap that a method under check finds: symbolic objects, whose fields are inputs, and symbolic references between them.
//! A symbolic reference is an input of the sort of references; what the path has found out about it lies here. A path asks
//! (`shapes/resolve.rs`) as late as Kiasan's lazy, lazier and lazier# initialisation do.

mod asked;
mod chance;
mod constants;
pub mod frame;
mod generic;
mod known;
mod made;
mod makers;
mod members;
pub(crate) mod names;
mod resolve;
mod seeds;
mod settled;
pub mod sinks;
mod special;
mod twice;
mod types;
mod unimplemented;

pub use crate::state::shapes::{Contents, Member, Phase, Recipe, Shapes, Sharing, Symbolic, SymbolicObject, Undefined};
pub use crate::world::atlas::{Atlas, Origin, Reference};
pub use crate::world::making::Maker;
pub use crate::world::options::{Bounds, Init};
pub use known::mentions;
pub use settled::Settled;
