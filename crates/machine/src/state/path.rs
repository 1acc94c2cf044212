//! The path condition of a state and its witness. Invariant: the witness satisfies every conjunct.

use crate::program::{Classes, ObjectId};
use crate::reason::{Assumption, Reason};
pub use crate::state::asked::{Asked, AskedKind};
use crate::state::decided::{Evaluations, Jump};
use crate::state::inputs::{InputText, Places, Search, UnknownArray};
use crate::state::known::Known;
use crate::state::proof::Proof;
use crate::state::shapes::Shapes;
use crate::state::trail::Trail;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Op, Term, Terms, Witness};

#[derive(Clone, Debug, Default)]
pub struct Path {
    pub conjuncts: Rc<Vec<Term>>,
    /// Truth of conditions that the path has settled, without negations.
    known: Known,
    /// Looked at by `witness` alone, which asks for what.
    witness: Witness,
    /// Set while nobody knows whether the path is feasible: the witness is not one of it. The length that the trail had before.
    pub provisional: Option<u32>,
    /// The forks behind this path.
    pub trail: Trail,
    /// Decisions that are being evaluated, where somebody wants to know.
    pub evaluations: Evaluations,
    /// What the one who sees the end of the path is told of its witness.
    pub offer: Offer,
    pub asked: Rc<Vec<Asked>>,
    /// Boxes of symbolic numbers that `valueOf` made: the caches of the JDK may hold them.
    pub boxes: Rc<BTreeSet<ObjectId>>,
    /// Objects that a model made where the JDK may answer with one that is there already.
    pub twins: Rc<BTreeSet<ObjectId>>,
    pub texts: Rc<Vec<InputText>>,
    /// Where all terms are exact. Elsewhere some may have values that they do not have in Java, so a solution counts only
    /// if these hold, too; each with the reason to report if that leaves something out. The witness satisfies them.
    pub focus: Rc<Vec<(Term, &'static str)>>,
    /// Set where the witness may be no input of Java: it left the focus, for this reason. What such a path shows counts only if
    /// the JVM confirms it; that it shows nothing counts.
    pub loose: Option<&'static str>,
    /// Builders that were symbolic text once: their capacity is not known any more.
    pub rebuilt: Rc<BTreeSet<ObjectId>>,
    /// What was looked for in text, by places that may be outside of the focus.
    pub searches: Rc<Vec<Search>>,
    /// Inputs that the program did not ask for.
    pub made: u32,
    pub arrays: Rc<Vec<UnknownArray>>,
    /// By the number of an array the places that were looked at or written.
    pub(crate) places: Rc<BTreeMap<u32, Places>>,
    /// Lengths of arrays that are terms: short arrays are to be preferred.
    pub lengths: Rc<Vec<Term>>,
    /// Set where a path has ended that only longer arrays take than a replay can make.
    pub too_long: bool,
    /// The heap that a method under check finds.
    pub shapes: Rc<Shapes>,
    /// Only where loops with clauses are cut.
    pub proof: Rc<Proof>,
    /// Values came from unseeded randomness.
    pub random: bool,
    /// What cut this path short of the truth: native code that consumed symbols, environment values.
    pub imprecisions: Rc<Vec<Reason>>,
    /// What the machine decides and this path rests on.
    pub assumed: Rc<BTreeSet<Assumption>>,
}

/// One of several witnesses of an ended path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offer {
    /// The path was seen before, with another witness.
    pub again: bool,
    /// The number of the input among those that are of use for branches or conditions.
    pub input: Option<u32>,
}

/// What a witness is looked at for. A value of it is one of many: whoever takes it for a term says how the others are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The path is bound to the value; states with other values go on beside it.
    Pin,
    /// The path is bound to the value, and what that leaves out is recorded and stops a TRUE.
    Record,
    /// The value is exact in the focus only; outside of it the term may be anything.
    Focus,
    /// It chooses what is asked first. The answer comes from the conditions of the path.
    Question,
    /// It goes where no code of the program can read it.
    Output,
    /// The path is one that is followed: it has one value for everything, and losses are marked (heap cloning).
    Follow,
    /// Another witness is made of it, or the solver begins with it.
    Search,
    /// The path is over: inputs of a replay, cases and reports.
    Report,
}

impl Path {
    pub fn witness(&self, _: Use) -> &Witness {
        &self.witness
    }

    /// The caller knows that it satisfies the path; see `adopt`.
    pub fn set_witness(&mut self, witness: Witness) {
        self.witness = witness;
    }

    /// For values of inputs that the path says nothing of yet.
    pub fn witness_mut(&mut self) -> &mut Witness {
        &mut self.witness
    }

    pub fn known(&self, terms: &Terms, condition: Term) -> Option<bool> {
        if let Some(constant) = terms.as_const(condition) {
            return constant.truth();
        }
        let (base, positive) = literal(terms, condition);
        self.known.get(base).map(|truth| truth == positive)
    }

    /// A conditional jump of the program was executed.
    pub fn jump(&mut self, classes: &Classes, jump: Jump) {
        for decided in self.evaluations.jump(classes, jump) {
            self.trail.decide(decided);
        }
    }

    /// Adds a conjunct that the witness satisfies.
    pub fn assume(&mut self, terms: &Terms, condition: Term) {
        self.settle(terms, condition);
        Rc::make_mut(&mut self.conjuncts).push(condition);
    }

    /// Whether the last conjunct is never true, whatever the inputs are.
    pub(crate) fn is_refuted(&self, terms: &Terms) -> bool {
        self.conjuncts.last().and_then(|&last| terms.as_const(last)).is_some_and(|last| last.truth() == Some(false))
    }

    /// Remembers a condition that the conjuncts already imply.
    pub fn settle(&mut self, terms: &Terms, condition: Term) {
        let (base, positive) = literal(terms, condition);
        self.known.insert(base, positive);
    }

    /// Takes another witness that satisfies the conjuncts. What it does not satisfy of the focus is given up.
    pub fn adopt(&mut self, terms: &Terms, witness: Witness) {
        self.witness = witness;
        let left = self.focus.iter().find(|(condition, _)| !terms.holds(*condition, &self.witness));
        if let Some(&(_, reason)) = left {
            self.loose = Some(reason);
            let witness = &self.witness;
            Rc::make_mut(&mut self.focus).retain(|(condition, _)| terms.holds(*condition, witness));
        }
    }

    /// Makes a condition that the witness satisfies part of the focus.
    pub fn focus_on(&mut self, terms: &Terms, condition: Term, otherwise: &'static str) {
        debug_assert!(terms.holds(condition, &self.witness), "the witness is inside of the focus");
        if !terms.is_const(condition) && !self.focus.iter().any(|(known, _)| *known == condition) {
            Rc::make_mut(&mut self.focus).push((condition, otherwise));
        }
    }

    /// Of tables that name objects without keeping them, what is left when only these are there.
    pub fn forget_objects(&mut self, is_there: impl Fn(ObjectId) -> bool) {
        for table in [&mut self.boxes, &mut self.twins, &mut self.rebuilt] {
            if table.iter().any(|&id| !is_there(id)) {
                Rc::make_mut(table).retain(|&id| is_there(id));
            }
        }
    }

    /// What the program asked for under the witness, in order.
    pub fn asked_for(&self, terms: &Terms) -> Vec<Asked> {
        let asks = |asked: &&Asked| asked.guard.is_none_or(|guard| terms.holds(guard, &self.witness));
        self.asked.iter().filter(asks).copied().collect()
    }

    pub fn rest_on(&mut self, what: Assumption) {
        if !self.assumed.contains(&what) {
            Rc::make_mut(&mut self.assumed).insert(what);
        }
    }

    pub fn imprecise(&mut self, what: Reason) {
        if !self.imprecisions.contains(&what) {
            Rc::make_mut(&mut self.imprecisions).push(what);
        }
    }
}

/// A condition without its negation, and whether it had none.
fn literal(terms: &Terms, condition: Term) -> (Term, bool) {
    match terms.op(condition) {
        Op::Not => (terms.args(condition)[0], false),
        _ => (condition, true),
    }
}
