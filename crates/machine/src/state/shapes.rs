//! What one path knows about the heap that a method under check finds: symbolic objects by number, and what symbolic references
//! turned out to be. A target that is settled never changes.

use super::asked::Asked;
use super::condition::FrameCondition;
use super::reached::Reached;
use crate::program::{ClassId, MethodId, ObjectId, Value};
use bytecode::Type;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::Term;

/// A symbolic object by its number: in the order in which the path came to know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbolic(pub u32);

#[derive(Clone, Debug)]
pub struct SymbolicObject {
    pub id: ObjectId,
    /// The most specific class that it is known to belong to.
    pub class: ClassId,
    /// The classes that it may have.
    pub types: Rc<[ClassId]>,
    /// How many references lead to it from an argument.
    pub depth: u32,
    pub contents: Contents,
}

/// What it held before the method ran.
#[derive(Clone, Debug)]
pub enum Contents {
    /// By slot.
    Fields(Rc<[Value]>),
    /// A String, a box or an array.
    Input(Asked),
    /// Whatever its constructor left there.
    Made(Rc<Recipe>),
}

/// What one path knows.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    /// By number.
    pub objects: Vec<SymbolicObject>,
    /// References of which it is settled what they are.
    pub(crate) targets: BTreeMap<Term, ObjectId>,
    /// Classes that are left for references that are not settled, where objects are made.
    pub(crate) classes: BTreeMap<Term, Rc<[ClassId]>>,
    pub(crate) due: Option<Due>,
    /// Objects that are not ready yet.
    pub(crate) making: BTreeMap<Term, Symbolic>,
    /// Arguments in their order: references as terms.
    pub arguments: Vec<(Rc<str>, Value)>,
    /// Inputs that share no object with others, by their number among all that the program asked for.
    pub(crate) apart: BTreeSet<u32>,
    /// The objects that belong to one of those.
    pub(crate) owners: BTreeMap<Symbolic, u32>,
    /// Static fields that hold anything: class, slot, what they held at first.
    pub globals: Vec<(ClassId, u16, Value)>,
    /// How often methods without code, or known by their contract alone, answered.
    pub(crate) answers: u32,
    /// What those without code answered.
    pub answered: Vec<(Type, Value)>,
    /// References that assumed contracts left open.
    pub left_open: Vec<Value>,
    pub phase: Phase,
    /// Calls that callers must not bring about, where somebody looks for them.
    pub sinks: Vec<Rc<Reached>>,
    /// Texts that were settled as a name of a class or a member.
    pub(crate) named: Vec<ObjectId>,
    /// Texts that were compared as references and are different objects.
    pub different_texts: Vec<[ObjectId; 2]>,
    /// Invariants wrote to objects that they were asked about.
    pub changed: bool,
    /// The state before, if a contract speaks of what may change.
    pub frame: Option<Rc<FrameCondition>>,
    /// A location that changed against it.
    pub broken_frame: Option<Rc<str>>,
    /// A clause broke while the method ran: what an assumed contract requires.
    pub broken_call: bool,
    /// What an assumed contract ensures threw, so that the path is none of the contract's.
    pub undefined: Option<Undefined>,
}

/// A condition of an assumed contract that threw.
#[derive(Clone, Copy, Debug)]
pub struct Undefined {
    /// By its number among all clauses.
    pub clause: u32,
    pub exception: ClassId,
}

/// How far a check came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Assumptions about the heap are evaluated.
    #[default]
    Before,
    Running,
    /// The method returned: invariants are evaluated.
    After,
}

impl Shapes {
    /// Whether anything on this path is a symbolic reference, or may lead to one.
    pub fn is_used(&self) -> bool {
        !self.arguments.is_empty() || !self.globals.is_empty() || !self.objects.is_empty()
    }

    /// The object or null, once that is settled.
    pub fn target(&self, reference: Term) -> Option<ObjectId> {
        self.targets.get(&reference).copied()
    }

    /// How many references are this object.
    pub fn references_to(&self, id: ObjectId) -> usize {
        self.targets.values().filter(|&&target| target == id).count()
    }

    pub(crate) fn narrow(&mut self, reference: Term, class: ClassId) {
        self.classes.insert(reference, Rc::new([class]));
    }

    /// All that the object is; a factory may answer what it was given.
    pub fn numbers_of(&self, id: ObjectId) -> impl Iterator<Item = Symbolic> {
        let numbered = self.objects.iter().enumerate();
        numbered.filter(move |(_, object)| object.id == id).map(|(at, _)| Symbolic(at as u32))
    }

    /// Was this text settled as a name?
    pub(crate) fn is_named(&self, text: ObjectId) -> bool {
        self.named.contains(&text)
    }

    pub fn number_of(&self, id: ObjectId) -> Option<Symbolic> {
        self.objects.iter().position(|object| object.id == id).map(|at| Symbolic(at as u32))
    }

    pub fn object(&self, number: Symbolic) -> &SymbolicObject {
        &self.objects[number.0 as usize]
    }
}

/// What an object that is an input may have in common with other inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Anything: it may be one that was given before.
    Anything,
    /// Nothing: each call gives objects of its own, as JBMC's calls do.
    Nothing,
}

/// How an object was made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// A constructor, a static method, or a method of another object.
    pub maker: MethodId,
    /// References as terms; the other object first.
    pub arguments: Vec<Value>,
    /// Methods that were called on it before the test, with their arguments.
    pub steps: Vec<(MethodId, Vec<Value>)>,
    /// That a Class answered.
    pub member: Option<Member>,
    /// The class of it, where the maker says less.
    pub cast: Option<ClassId>,
}

/// A call that an instruction waits for.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    pub(crate) method: MethodId,
    pub(crate) arguments: Vec<Value>,
    pub(crate) of: Symbolic,
}

/// What a reflective object stands for. A constructor has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub of: ClassId,
    pub name: Rc<str>,
    /// Of a method or a constructor.
    pub parameters: Vec<ClassId>,
    /// The method of Class that answers it.
    pub got_by: &'static str,
}
