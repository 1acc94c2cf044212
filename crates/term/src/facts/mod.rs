//! How facts travel: from arguments to results (`transfer`), back (`narrow`), and from assumed conjuncts to everything that
//! they mention (`Assumptions`).

mod assume;
mod narrow;
mod transfer;

#[cfg(test)]
mod tests;

pub use assume::{Assumptions, Mark};
pub(crate) use transfer::forward;
