//! The heap that a method under check finds: symbolic objects, whose fields are inputs, and symbolic references between them.
//! A symbolic reference is an input of the sort of references; what the path has found out about it lies here. A path asks
//! (`shapes/resolve.rs`) as late as Kiasan's lazy, lazier and lazier# initialisation do.

mod constants;
pub mod frame;
mod made;
mod makers;
mod members;
pub(crate) mod names;
mod resolve;
mod seeds;
mod settled;
pub mod sinks;
mod special;
mod types;
mod unimplemented;

pub use made::Recipe;
pub use makers::Maker;
pub use members::Member;
pub use settled::Settled;

use crate::program::value::{ObjectId, Value};
use crate::program::{ClassId, MethodId};
use crate::shapes::sinks::Reached;
use crate::state::path::Asked;
use bytecode::Type;
use made::Due;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use term::Term;

/// When a reference is settled that nobody looked at before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Init {
    /// When it is read: null, an object that is known, or a new one.
    Lazy,
    /// When it is read: null or not; which object, when that is looked into.
    Lazier,
    /// Only when somebody must know.
    #[default]
    LazierSharp,
}

impl Init {
    pub const ALL: [Init; 3] = [Init::Lazy, Init::Lazier, Init::LazierSharp];

    pub fn name(self) -> &'static str {
        match self {
            Init::Lazy => "lazy",
            Init::Lazier => "lazier",
            Init::LazierSharp => "lazier#",
        }
    }

    pub fn by_name(name: &str) -> Option<Init> {
        Init::ALL.into_iter().find(|init| init.name() == name)
    }
}

/// How far the heap is explored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub init: Init,
    /// Length of chains of references from an argument.
    pub k: Option<u32>,
    /// Objects of a class.
    pub n: Option<u32>,
}

/// A symbolic object by its number: in the order in which the path came to know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbolic(pub u32);

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
    references: HashMap<Term, Reference>,
    /// Inputs that stand for a choice: no condition mentions them, so both sides are always feasible.
    choices: HashSet<Term>,
    aliases: HashMap<(Term, Symbolic), Term>,
    /// The first contents of an object.
    fields: HashMap<(Symbolic, ClassId), Rc<[Value]>>,
    elements: HashMap<(Symbolic, u32), Term>,
    /// Classes of the class path that can have objects.
    pub concrete: Vec<ClassId>,
    subtypes: HashMap<ClassId, Rc<[ClassId]>>,
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
    class_bounds: HashMap<Term, ClassId>,
    /// The method under test.
    pub tested: Option<MethodId>,
    /// Where objects are made: the package of the test.
    pub package: String,
    makers: HashMap<ClassId, Rc<[Maker]>>,
    /// Those that are tried as arguments, by their class.
    members: HashMap<ClassId, Rc<[Member]>>,
    /// Static methods that a test can call, by the name of the class that they answer.
    factories: Option<Rc<HashMap<Rc<str>, Vec<MethodId>>>>,
    /// What texts are before a condition says otherwise, the likely one first.
    pub seeds: Rc<[Rc<str>]>,
    /// How much must be made for an object of a class.
    costs: HashMap<ClassId, Option<u32>>,
    /// Arrays that the program speaks of.
    pub arrays: Vec<ClassId>,
    /// The classes behind a variable of a class of which objects can be made.
    makeable: HashMap<ClassId, Rc<[ClassId]>>,
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
    targets: BTreeMap<Term, ObjectId>,
    /// Classes that are left for references that are not settled, where objects are made.
    classes: BTreeMap<Term, Rc<[ClassId]>>,
    due: Option<Due>,
    /// Objects that are not ready yet.
    making: BTreeMap<Term, Symbolic>,
    /// Arguments in their order: references as terms.
    pub arguments: Vec<(Rc<str>, Value)>,
    /// Static fields that hold anything: class, slot, what they held at first.
    pub globals: Vec<(ClassId, u16, Value)>,
    /// How often methods without code, or known by their contract alone, answered.
    pub(crate) answers: u32,
    /// What those without code answered.
    pub answered: Vec<(Type, Value)>,
    pub phase: Phase,
    /// Calls that callers must not bring about, where somebody looks for them.
    pub sinks: Vec<Rc<Reached>>,
    /// Texts that were settled as a name of a class or a member.
    pub(crate) named: Vec<ObjectId>,
    /// Invariants wrote to objects that they were asked about.
    pub changed: bool,
    /// The state before, if a contract speaks of what may change.
    pub frame: Option<Rc<frame::Frame>>,
    /// A location that changed against it.
    pub broken_frame: Option<Rc<str>>,
    /// A clause broke while the method ran: what an assumed contract requires.
    pub broken_call: bool,
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
    /// The object or null, once that is settled.
    pub fn target(&self, reference: Term) -> Option<ObjectId> {
        self.targets.get(&reference).copied()
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
