//! What the program asked for as nondeterministic, in the order in which a replay must answer.

use super::trail::Place;
use crate::heap::open::ArrayId;
use bytecode::Prim;
use term::{Input, Term};

/// Which text of the path was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextId(pub u32);

/// A value that the program asked for as nondeterministic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    pub kind: AskedKind,
    pub input: Input,
    pub place: Place,
    /// Where paths were merged: asked for only if this holds.
    pub guard: Option<Term>,
}

/// The kind of the call that asked, which a replay must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedKind {
    Number(Prim),
    /// A float or double of [0, 1): the input counts units of 2^-24 or 2^-53.
    Fraction(Prim),
    /// The input is the length.
    Text(TextId),
    /// A box; the input is the number in it.
    Boxed(Prim),
    /// The input is the length.
    Array(ArrayId),
    /// An array that was given before; the input is the choice.
    Same(ArrayId),
    /// The input is the choice.
    Null,
    /// An object of the symbolic heap, or null: by its position among `Shapes::arguments`. The input is the reference.
    Object(u32),
}
