//! What the paths of a check share about the heap that the method finds.

use crate::program::{ClassId, MethodId, Value};
use crate::state::shapes::{Member, Symbolic};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use term::Term;

/// Where a symbolic reference was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// An argument, by its position.
    Argument(u32),
    Field {
        of: Symbolic,
        slot: u16,
    },
    Element {
        of: Symbolic,
        at: u32,
    },
    /// A static field, by its slot.
    Static(u16),
    /// An argument of whatever makes this object.
    Part(Symbolic),
    /// What a method without code answered, by a number.
    Answer(u32),
}

/// What every path knows about a symbolic reference.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    pub origin: Origin,
    /// Declared.
    pub class: ClassId,
    /// The input that says whether it is null; `None` if it never is.
    pub null: Option<Term>,
}

/// What the paths of a check share. Names of inputs depend on numbers of objects only, so paths that look alike
/// ask the solver the same.
#[derive(Clone, Debug, Default)]
pub struct Atlas {
    pub(crate) references: HashMap<Term, Reference>,
    /// Inputs that stand for a choice: no condition mentions them, so both sides are always feasible.
    pub(crate) choices: HashSet<Term>,
    pub(crate) aliases: HashMap<(Term, Symbolic), Term>,
    /// The first contents of an object.
    pub(crate) fields: HashMap<(Symbolic, ClassId), Rc<[Value]>>,
    pub(crate) elements: HashMap<(Symbolic, u32), Term>,
    /// Classes of the class path that can have objects.
    pub concrete: Vec<ClassId>,
    pub(crate) subtypes: HashMap<ClassId, Rc<[ClassId]>>,
    /// Classes of the JDK that the program speaks of and that can have objects.
    pub mentioned: Vec<ClassId>,
    /// Strings and boxes that may be behind variables of more general classes.
    pub values: Vec<ClassId>,
    /// By the class that they are about: static methods of specifications.
    pub invariants: HashMap<ClassId, MethodId>,
    /// Classes that a symbolic name or a symbolic Class may mean, in the order in which they are tried; none where reflection is concrete only.
    pub reflected: Rc<[ClassId]>,
    /// Classes, and names of classes and members, that lead to what must not be reached.
    pub leads: BTreeSet<ClassId>,
    pub lead_names: BTreeSet<String>,
    /// What references to a Class must stand for, by generic signatures.
    pub(crate) class_bounds: HashMap<Term, ClassId>,
    /// The method under test.
    pub tested: Option<MethodId>,
    /// Where objects are made: the package of the test.
    pub package: String,
    pub(crate) makers: HashMap<ClassId, Rc<[Maker]>>,
    /// Those that are tried as arguments, by their class.
    pub(crate) members: HashMap<ClassId, Rc<[Member]>>,
    /// Static methods that a test can call, by the name of the class that they answer.
    pub(crate) factories: Option<Rc<HashMap<Rc<str>, Vec<MethodId>>>>,
    /// What texts are before a condition says otherwise, the likely one first.
    pub seeds: Rc<[Rc<str>]>,
    /// How much must be made for an object of a class.
    pub(crate) costs: HashMap<ClassId, Option<u32>>,
    /// Arrays that the program speaks of.
    pub arrays: Vec<ClassId>,
    /// The classes behind a variable of a class of which objects can be made.
    pub(crate) makeable: HashMap<ClassId, Rc<[ClassId]>>,
    /// What the answers rest on besides the program.
    pub assumptions: BTreeSet<String>,
}

impl Atlas {
    /// Another method is checked.
    pub fn start_over(&mut self) {
        let (concrete, invariants) = (std::mem::take(&mut self.concrete), std::mem::take(&mut self.invariants));
        *self = Atlas { concrete, invariants, ..Atlas::default() };
    }

    pub fn reference(&self, term: Term) -> Option<&Reference> {
        self.references.get(&term)
    }

    /// Both sides of this condition are feasible on every path that has not settled it.
    pub fn is_choice(&self, condition: Term) -> bool {
        self.choices.contains(&condition)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maker {
    /// A constructor, a static method, or a method of an object that can be made otherwise.
    Method(MethodId),
    /// What a static field of the class has.
    Constant(ClassId, u16),
}
