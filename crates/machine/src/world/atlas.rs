//! What the paths of one method under check or under test share about the heap that it finds. A path changes nothing here that
//! another one could tell: what is made once is the same whoever makes it.

use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::state::proof::Reach;
use crate::state::shapes::Symbolic;
use crate::world::making::{Making, Reflection};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
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
    /// An element of an array.
    Element(Symbolic),
    /// A static field, by its slot.
    Static(u16),
    /// An argument of whatever makes this object.
    Part(Symbolic),
    /// What a method without code answered, by a number.
    Answer(u32),
    /// An input that the program asked for, by its number.
    Asked(u32),
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
    /// References into a crowd that are no fields of it.
    pub(crate) reaches: HashMap<Term, Rc<Reach>>,
    /// The first contents of an object.
    pub(crate) fields: HashMap<(Symbolic, ClassId), Rc<[Value]>>,
    /// Classes of the class path that can have objects.
    pub concrete: Vec<ClassId>,
    /// Where the program begins, if it may ask for objects: what classes there are is looked up when it first does.
    pub program: Option<ClassId>,
    pub(crate) subtypes: HashMap<ClassId, Rc<[ClassId]>>,
    /// Classes of the JDK that the program speaks of and that can have objects.
    pub mentioned: Vec<ClassId>,
    /// Enums whose constants may be behind variables of more general classes: those that the program speaks of, and all where a program
    /// asks for objects.
    pub(crate) enums: Vec<ClassId>,
    /// Strings and boxes that may be behind variables of more general classes.
    pub values: Vec<ClassId>,
    /// Arrays that the program speaks of.
    pub arrays: Vec<ClassId>,
    /// Arrays that may be behind variables of more general classes, unless tests make the objects: those that any class of the program
    /// speaks of.
    pub(crate) general_arrays: Option<Vec<ClassId>>,
    /// Only `jacana check` has specifications.
    pub specs: Specs,
    /// Only proofs of `jacana check` cut loops.
    pub loops: Loops,
    /// Only `jacana test` makes the objects.
    pub making: Making,
    /// Only `jacana test` has symbolic reflection.
    pub reflection: Reflection,
}

/// Specifications of `jacana check`, and what its answers rest on.
#[derive(Clone, Debug, Default)]
pub struct Specs {
    /// By the class that they are about: static methods of specifications.
    pub invariants: HashMap<ClassId, MethodId>,
    /// What the answers rest on besides the program.
    pub assumptions: BTreeSet<String>,
    /// Classes of arrays that are arguments, and of those that static fields lead to.
    pub(crate) given_arrays: BTreeSet<String>,
    pub(crate) held_arrays: BTreeSet<String>,
}

/// The loops with clauses of the method under check.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    /// Whether they are cut: heads stand for all rounds.
    pub proving: bool,
    /// What rounds are known to change, by the number of the loop.
    pub(crate) forgotten: BTreeMap<i32, BTreeSet<Changed>>,
    /// A round changed something that was not among that: what was explored does not count.
    pub grown: bool,
    /// Those that were cut.
    pub cut: BTreeSet<i32>,
}

impl Loops {
    /// A proof begins: nothing is known yet.
    pub fn begin(&mut self) {
        *self = Loops { proving: true, ..Loops::default() };
    }
}

/// A place that a round changes, as it is found at the head of the loop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Changed {
    /// A local variable of the method, by its number.
    Local(u32),
    Field(Way, u16),
    /// All elements of an array of numbers.
    Contents(Way),
    Element(Way, u32),
}

/// How an object is found: from a local variable or the holder of static fields on, by the slots of fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    pub start: Start,
    pub slots: Vec<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Start {
    Local(u32),
    Statics(ObjectId),
}

impl Atlas {
    /// Another method is checked: what belongs to the program stays.
    pub fn start_over(&mut self) {
        let (concrete, invariants) = (std::mem::take(&mut self.concrete), std::mem::take(&mut self.specs.invariants));
        let specs = Specs { invariants, ..Specs::default() };
        *self = Atlas { concrete, specs, ..Atlas::default() };
    }

    pub fn reference(&self, term: Term) -> Option<&Reference> {
        self.references.get(&term)
    }

    /// Both sides of this condition are feasible on every path that has not settled it.
    pub fn is_choice(&self, condition: Term) -> bool {
        self.choices.contains(&condition)
    }
}
