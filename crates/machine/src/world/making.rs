//! What only `jacana test` needs: how the objects of a path are made, what symbolic reflection may mean, and what one method under
//! test leaves for the next.

use crate::program::{ClassId, MethodId};
use crate::state::shapes::Member;
use bytecode::ClassName;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use term::Term;

/// How `jacana test` makes the objects of a path: by what a test in its package can call.
#[derive(Clone, Debug, Default)]
pub struct Making {
    /// The method under test.
    pub tested: Option<MethodId>,
    /// Where objects are made: the package of the test.
    pub package: String,
    pub(crate) makers: HashMap<ClassId, Rc<[Maker]>>,
    /// Methods by the class that they answer an object of, of all classes that are known.
    pub(crate) answering: Option<Rc<HashMap<ClassName, Vec<MethodId>>>>,
    /// How much must be made for an object of a class.
    pub(crate) costs: HashMap<ClassId, Option<u32>>,
    /// The classes behind a variable of a class of which objects can be made.
    pub(crate) makeable: HashMap<ClassId, Rc<[ClassId]>>,
    /// Whether one object may be given as several arguments, or as a part of one and as another.
    pub gives_twice: bool,
    /// What texts are before a condition says otherwise, the likely one first.
    pub seeds: Rc<[Rc<str>]>,
}

/// What symbolic names, classes and members may mean in `jacana test`.
#[derive(Clone, Debug, Default)]
pub struct Reflection {
    /// Classes that a symbolic name or a symbolic Class may mean, in the order in which they are tried; none where reflection is concrete only.
    pub classes: Rc<[ClassId]>,
    /// Those that are tried as arguments, by their class.
    pub(crate) members: HashMap<ClassId, Rc<[Member]>>,
    /// What references to a Class must stand for, by generic signatures.
    pub(crate) class_bounds: HashMap<Term, ClassId>,
    /// Classes, and names of classes and members, that lead to what must not be reached.
    pub leads: BTreeSet<ClassId>,
    pub lead_names: BTreeSet<String>,
}

/// What `jacana test` keeps from one method under test to the next.
#[derive(Default)]
pub struct Tests {
    /// Classes of ours that implement others, if one can.
    pub(crate) implementations: HashMap<ClassId, Option<ClassId>>,
    /// What they implement.
    pub implemented: HashMap<ClassId, ClassId>,
    /// Whether `options.sinks` means a method, as far as somebody asked.
    pub(crate) sinks: HashMap<MethodId, bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// A constructor, a static method, or a method of an object that can be made otherwise.
    Method(MethodId),
    /// What a static field of the class has.
    Constant(ClassId, u16),
}
