//! Programs with threads, of which `jacana verify` explores all orders: labelled ones (`labelled.rs`), random ones whose orders are few enough
//! to be tried one by one, and larger ones that a JVM runs often.

mod counted;
mod labelled;
mod program;
mod scene;
mod seen;
mod shown;
mod traces;

pub use counted::Counted;
pub use labelled::Labelled;
pub use shown::Shown;
