//! One path on a real input of which some is symbolic (heap cloning): the witness answers every question at once, and what it
//! answered becomes the path constraint. There is one state only, so the record belongs to the world.

mod calls;
mod losses;
mod sources;
mod text;

pub use losses::{Dependence, Loss, Lost, UnseenCall};
pub(crate) use sources::Target;
pub use sources::{Descriptor, File, Slot, Sources};

use crate::program::value::Value;
use crate::program::{Binding, MethodId};
use crate::state::State;
use crate::world::World;
use crate::world::machine::Machine;
use bytecode::Prim;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use term::{FastSet, Input, Op, Term};

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    pub method: MethodId,
    pub pc: u32,
}

impl Spot {
    /// `package/Class.method(descriptor) number of the instruction`
    pub fn described(self, world: &World) -> String {
        let method = &world.classes[self.method];
        format!("{}.{}{} {}", world.classes[method.class].name, method.name, method.descriptor, self.pc)
    }
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
    assigned: HashSet<Input>,
    /// By number of the term: is its truth on the path already part of the constraint?
    recorded: Vec<bool>,
    /// Terms of which the constraint says what they are.
    pub(crate) fixed: FastSet<Term>,
    pub losses: Vec<Loss>,
    loss_ids: HashMap<losses::Key, u32>,
    /// Inputs that stand for values of which nothing is known but what they are, and the loss behind each.
    pub lost: BTreeMap<Input, u32>,
    calls: VecDeque<UnseenCall>,
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
    fn assign(&mut self, slot: Slot, input: Input) -> bool {
        let new = self.assigned.insert(input);
        if new {
            self.slots.push((slot, input));
        }
        new
    }
}

impl Machine<'_> {
    /// The truth of a condition if it is settled. On a followed path all are: the witness says how.
    pub(crate) fn answered(&mut self, state: &State, condition: Term, why: Why) -> Option<bool> {
        let Some(followed) = &mut self.world.followed else {
            return state.path.known(&self.world.terms, condition);
        };
        let terms = &mut self.world.terms;
        if let Some(constant) = terms.as_const(condition) {
            return constant.truth();
        }
        let truth = terms.holds(condition, &state.path.witness);
        let base = if terms.op(condition) == Op::Not { terms.args(condition)[0] } else { condition };
        if followed.recorded.len() <= base.index() {
            followed.recorded.resize((base.index() + 1).next_power_of_two(), false);
        }
        if !std::mem::replace(&mut followed.recorded[base.index()], true) {
            let condition = if truth { condition } else { terms.not(condition) };
            let top = state.top();
            let spot = Spot { method: top.method, pc: top.pc };
            followed.conjuncts.push(Conjunct { condition, spot, why, side: truth });
        }
        Some(truth)
    }

    /// Counts models of natives through which symbolic data passes.
    pub(crate) fn note_model(&mut self, state: &State, method: MethodId, arguments: &[Value], binding: Binding) {
        if self.world.followed.is_none()
            || !matches!(binding, Binding::Model(_))
            || !self.world.classes[method].is_native()
            || !arguments.iter().any(|&value| self.holds_symbols(state, value))
        {
            return;
        }
        if let Some(followed) = &mut self.world.followed {
            *followed.models.entry(method).or_default() += 1;
        }
    }
}
