//! The path condition of a state and its witness. Invariant: the witness satisfies every conjunct.

use crate::program::value::ObjectId;
use crate::shapes::Shapes;
use crate::state::known::Known;
use crate::state::trail::{Place, Trail};
use crate::symbolic::unknown::{ArrayId, UnknownArray};
use crate::text::{InputText, Search, TextId};
use bytecode::Prim;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Input, Op, Term, Terms, Witness};

/// A value that the program asked for as nondeterministic.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub kind: AskedKind,
    pub input: Input,
    pub place: Place,
    /// Where paths were merged: asked for only if this holds.
    pub guard: Option<Term>,
}

/// The kind of the call that asked, which a replay must answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedKind {
    Number(Prim),
    /// A float or double of [0, 1): the input counts units of 2^-24 or 2^-53.
    Fraction(Prim),
    /// The input is the length.
    Text(TextId),
    /// A box; the input is the number in it.
    Boxed(Prim),
    /// The input is the length.
    Array(ArrayId),
    /// An array that was given before; the input is the choice.
    Same(ArrayId),
    /// The input is the choice.
    Null,
}

#[derive(Clone, Debug, Default)]
pub struct Path {
    pub conjuncts: Rc<Vec<Term>>,
    /// Truth of conditions that the path has settled, without negations.
    known: Known,
    pub witness: Witness,
    /// Set while nobody knows whether the path is feasible: the witness is not one of it. The length that the trail had before.
    pub provisional: Option<u32>,
    /// The forks behind this path.
    pub trail: Trail,
    pub asked: Rc<Vec<Asked>>,
    /// Boxes of symbolic numbers that `valueOf` made: the caches of the JDK may hold them.
    pub boxes: Rc<BTreeSet<ObjectId>>,
    pub texts: Rc<Vec<InputText>>,
    /// Where all terms are exact. Elsewhere some may have values that they do not have in Java, so a solution counts only
    /// if these hold, too; each with the reason to report if that leaves something out. The witness satisfies them.
    pub focus: Rc<Vec<(Term, &'static str)>>,
    /// Set where the witness may be no input of Java: it left the focus, for this reason. What such a path shows counts only if
    /// the JVM confirms it; that it shows nothing counts.
    pub loose: Option<&'static str>,
    /// Builders that were symbolic text once: their capacity is not known any more.
    pub rebuilt: Rc<Vec<ObjectId>>,
    /// What was looked for in text, by places that may be outside of the focus.
    pub searches: Rc<Vec<Search>>,
    /// Inputs that the program did not ask for.
    pub made: u32,
    pub arrays: Rc<Vec<UnknownArray>>,
    /// Lengths of arrays that are terms: short arrays are to be preferred.
    pub lengths: Rc<Vec<Term>>,
    /// The heap that a method under check finds.
    pub shapes: Rc<Shapes>,
    /// Values came from unseeded randomness.
    pub random: bool,
    /// What cut this path short of the truth: native code that consumed symbols, environment values.
    pub imprecisions: Rc<Vec<String>>,
}

impl Path {
    pub fn known(&self, terms: &Terms, condition: Term) -> Option<bool> {
        if let Some(constant) = terms.as_const(condition) {
            return constant.truth();
        }
        let (base, positive) = literal(terms, condition);
        self.known.get(base).map(|truth| truth == positive)
    }

    /// Adds a conjunct that the witness satisfies.
    pub fn assume(&mut self, terms: &Terms, condition: Term) {
        self.settle(terms, condition);
        Rc::make_mut(&mut self.conjuncts).push(condition);
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

    /// What the program asked for under the witness, in order.
    pub fn asked_for(&self, terms: &Terms) -> Vec<Asked> {
        let asks = |asked: &&Asked| asked.guard.is_none_or(|guard| terms.holds(guard, &self.witness));
        self.asked.iter().filter(asks).copied().collect()
    }

    pub fn imprecise(&mut self, what: String) {
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
