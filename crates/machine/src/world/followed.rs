//! The record of one followed path: which inputs are symbolic, what was asked of them, and what was lost where unseen code ran.

use crate::program::{ClassId, MethodId, ObjectId, Value};
use bytecode::Prim;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::rc::Rc;
use term::{FastSet, Input, Term};

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    pub method: MethodId,
    pub pc: u32,
}

/// What the program asked for through an input API.
#[derive(Clone, Debug)]
pub enum AskedFor {
    Number(Prim, Input),
    /// The text that was given.
    Text(String),
}

/// Why a condition joined the constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The program goes another way where it does not hold.
    Branch,
    /// A symbolic value was taken as the one that it has.
    Fixed,
}

#[derive(Clone, Copy, Debug)]
pub struct Conjunct {
    /// What holds.
    pub condition: Term,
    pub spot: Spot,
    pub why: Why,
    /// Whether what was asked is true.
    pub side: bool,
}

#[derive(Debug, Default)]
pub struct Followed {
    pub sources: Sources,
    /// In the order of execution, each condition once.
    pub conjuncts: Vec<Conjunct>,
    /// What the inputs can be at all.
    pub domain: Vec<Term>,
    pub asked: Vec<AskedFor>,
    /// The inputs of this run, and what of the program's input each of them is.
    pub slots: Vec<(Slot, Input)>,
    pub(crate) assigned: HashSet<Input>,
    /// By number of the term: is its truth on the path already part of the constraint?
    pub(crate) recorded: Vec<bool>,
    /// Terms of which the constraint says what they are.
    pub(crate) fixed: FastSet<Term>,
    pub losses: Vec<Loss>,
    pub(crate) loss_ids: HashMap<LossKey, u32>,
    /// Inputs that stand for values of which nothing is known but what they are, and the loss behind each.
    pub lost: BTreeMap<Input, u32>,
    pub(crate) calls: VecDeque<UnseenCall>,
    /// What symbolic data could have reached.
    pub reached: Reached,
    /// Natives of the program that symbolic data had reached, by the place of the call: what they wrote that was there already cannot
    /// be seen, nor what they keep for later.
    pub blind: BTreeMap<(MethodId, Spot), u64>,
    /// Native methods that ran in the concrete heap.
    pub natives: BTreeMap<MethodId, u64>,
    /// Natives that are models of ours, with symbolic data in their arguments.
    pub models: BTreeMap<MethodId, u64>,
}

impl Followed {
    pub fn new(sources: Sources) -> Followed {
        Followed { sources, ..Followed::default() }
    }

    /// True if the input was not assigned before in this run.
    pub(crate) fn assign(&mut self, slot: Slot, input: Input) -> bool {
        let new = self.assigned.insert(input);
        if new {
            self.slots.push((slot, input));
        }
        new
    }
}

/// What of the program's input an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A character of an argument.
    Argument(usize, usize),
    /// A character of a symbolic property.
    Property(usize, usize),
    Standard(u64),
    /// A byte of a symbolic file.
    File(usize, u64),
    /// What an input API was asked for.
    Number(usize),
    /// A character of a text that it was asked for.
    Text(usize, usize),
}

/// Which inputs are symbolic.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub arguments: bool,
    pub standard_input: bool,
    pub files: Vec<File>,
    pub properties: Vec<String>,
    /// What calls of the input APIs answer, in order; zero, false and empty text after that.
    pub given: VecDeque<String>,
    /// Bytes of standard input that were read.
    pub consumed: u64,
    /// What to read in place of standard input.
    pub standard: Option<Vec<u8>>,
}

#[derive(Clone, Debug)]
pub struct File {
    /// As the user wrote it.
    pub name: String,
    pub device: u64,
    pub inode: u64,
    /// What to read in place of what it contains.
    pub replaced: Option<Vec<u8>>,
    /// The program read from it.
    pub read: bool,
}

/// What the host knows of a file descriptor.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    pub device: u64,
    pub inode: u64,
    pub position: u64,
}

/// What lost its symbolic value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    Field(ClassId, Rc<str>),
    Static(ClassId, Rc<str>),
    /// Of arrays of this class.
    Element(ClassId),
    /// Off-heap memory.
    Memory,
    /// What a native answered.
    Result,
    /// That a native threw.
    Exception,
    /// What a native passed to a method that it called.
    Argument(MethodId),
    /// A place that held no symbolic value, written by a native that symbolic data had reached.
    Written(Box<Lost>),
}

/// One place where symbolic values are lost.
#[derive(Clone, Debug)]
pub struct Loss {
    pub what: Lost,
    /// `None` for an initialiser of the JDK.
    pub native: Option<MethodId>,
    pub call: Spot,
    /// The load that noticed it first.
    pub first_use: Spot,
    /// Of the first element, where it is one.
    pub index: Option<usize>,
    pub count: u64,
    /// Some of what was lost has no term that would show what depends on it: a reference.
    pub is_untraced: bool,
}

type LossKey = (Lost, Option<MethodId>, Spot);

/// Unseen code that symbolic data could have reached. It may keep what it was given.
#[derive(Debug, Default)]
pub struct Reached {
    /// Some native of the program: they may share a library.
    pub(crate) program: bool,
    /// How many classes there were at the last look at static fields, and how many objects were looked at in all.
    pub(crate) classes: usize,
    pub(crate) looked_at: u64,
    /// Room for what such a look finds, empty between calls.
    pub(crate) waiting: Vec<Value>,
    /// Objects of the JDK whose natives may keep it: a decompressor has a state of its own.
    pub(crate) receivers: HashSet<ObjectId>,
    /// The calls that run now, innermost last: is it one of the program that was reached?
    pub(crate) running: Vec<bool>,
    /// Whether the call that begins is reached.
    pub(crate) next: bool,
    /// The epoch of the last reached call that is not remembered any more.
    pub(crate) forgotten: u32,
}

impl Reached {
    /// The innermost native of the program that runs may pass on what it knows.
    pub fn runs(&self) -> bool {
        self.running.last().copied().unwrap_or(false)
    }
}

/// Unseen code that ran.
#[derive(Clone, Debug)]
pub struct UnseenCall {
    pub native: Option<MethodId>,
    pub call: Spot,
    pub arguments: Vec<ObjectId>,
    /// The epoch that it opened.
    pub epoch: u32,
    /// Could it know symbolic data?
    pub reached: bool,
}
