//! What the JDK says about characters, as far as somebody asked: by ranges in Latin-1, as tables beyond it.

use crate::program::MethodId;
use std::collections::HashMap;
use std::rc::Rc;
use term::Term;

/// The answers of one method, as far as they were needed.
#[derive(Default)]
pub struct Characters(pub(crate) HashMap<MethodId, Answers>);

#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) latin: Option<Rc<[Segment]>>,
    pub(crate) beyond: Option<Beyond>,
}

/// Neighbours with one answer, or at one distance from their answers.
#[derive(Clone, Copy)]
pub(crate) struct Segment {
    pub(crate) last: u32,
    pub(crate) answer: Answer,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Answer {
    Same(i32),
    Distance(i32),
}

/// A table of answers, or of their distances from the characters.
#[derive(Clone, Copy)]
pub(crate) enum Beyond {
    Answers(Term),
    Distances(Term),
}
