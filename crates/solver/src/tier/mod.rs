//! Decorators: each answers what it can and leaves the rest to the solver inside.

pub mod anew;
pub mod bounds;
pub mod checked;
pub mod equal;
mod linear;
pub mod logged;
pub mod opinion;
pub mod order;
pub mod products;
pub mod ranges;
pub mod recent;
pub mod repeated;
pub mod second;
pub mod slice;
pub mod sought;
mod split;
