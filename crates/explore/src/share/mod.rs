//! Sharing the tree among worker processes: a state travels as the forks that lead to it, and is executed again.

mod part;
pub(crate) mod prefix;

pub use part::Part;
pub use prefix::{Prefix, Turn};

/// The other workers, as the explorer sees them.
pub trait Colleagues {
    /// Somebody has nothing to do.
    fn want_work(&self) -> bool;

    fn give(&mut self, prefix: Prefix);
}
