//! Terms: the symbolic values of Jacana, hash-consed, simplified as they are built, evaluated under a witness.
//! A pool `Terms` belongs to one worker; `Term` handles are meaningless outside their pool.
//! Evaluation (`fold`) is the one definition of what an operator means; rewriting, facts and solvers are tested against it.

mod build;
mod cases;
mod constant;
mod display;
mod expression;
mod fact;
pub mod facts;
mod float;
mod fold;
mod hash;
mod java;
mod math;
mod op;
mod rewrite;
pub mod smtlib;
mod sort;
mod sums;
mod terms;
#[cfg(test)]
mod testing;
mod witness;

pub use constant::{ArrayConst, Const};
pub use fact::Fact;
pub use facts::Assumptions;
pub use fold::apply;
pub use hash::{Fast, FastMap, FastSet};
pub use math::Function;
pub use op::{ArrayId, Input, Op};
pub use sort::{Element, Sort};
pub use sums::{Equations, Sum};
pub use terms::{Evaluator, Substitution, Term, Terms};
pub use witness::Witness;
