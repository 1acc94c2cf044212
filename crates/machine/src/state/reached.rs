//! Calls of methods that callers of a library must not reach with arguments of their choice, as one path found them.

use crate::heap::text::Text;
use crate::program::{ClassId, MethodId, Value};
use std::rc::Rc;

/// A call of a sink on a path.
#[derive(Clone, Debug)]
pub struct Reached {
    pub what: Sink,
    /// The frames below it, innermost first.
    pub stack: Vec<String>,
    /// What it was given, the receiver first.
    pub arguments: Vec<Passed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    Method(MethodId),
    /// A class that was loaded by a name.
    Class(ClassId),
}

#[derive(Clone, Debug)]
pub enum Passed {
    Text(Rc<Text>),
    Class(ClassId),
    Number(Value),
    Null,
    /// Another object, by its class.
    Object(ClassId),
}
