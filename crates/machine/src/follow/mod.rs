//! One path on a real input of which some is symbolic (heap cloning): the witness answers every question at once, and what it
//! answered becomes the path constraint. There is one state only, so the record belongs to the world.

mod calls;
mod losses;
mod names;
mod sources;
mod text;

pub use crate::world::followed::{
    AskedFor, Conjunct, Descriptor, File, Followed, Loss, Lost, Slot, Sources, Spot, UnseenCall, Why,
};
pub use losses::Dependence;
pub(crate) use sources::Target;

use crate::program::{Binding, MethodId, Value};
use crate::state::State;
use crate::state::path::Use;
use crate::world::{Machine, World};
use term::{Op, Term};

impl Spot {
    /// `package/Class.method(descriptor) number of the instruction`
    pub fn described(self, world: &World) -> String {
        let method = &world.classes[self.method];
        format!("{}.{}{} {}", world.classes[method.class].name, method.name, method.descriptor, self.pc)
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
        let truth = terms.holds(condition, state.path.witness(Use::Follow));
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
