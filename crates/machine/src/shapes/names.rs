//! Symbolic names in reflective look-ups: each name that leads somewhere is a path of its own, and one more has a text that is none of them.

use crate::heap::text::Text;
use crate::program::{ClassId, ClassKind, Loader, ObjectId};
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::state::path::Use;
use crate::world::{End, Machine, Res};
use bytecode::DottedName;
use std::rc::Rc;
use term::Term;

/// Names that are tried one by one.
const TRIED: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// The text is concrete.
    Known,
    /// It is none of those that were asked about.
    Other,
}

impl Machine<'_> {
    fn reflects(&self) -> bool {
        self.world.options.makes && !self.world.atlas.reflection.classes.is_empty()
    }

    /// A text is compared with a constant. A loop over names ends.
    pub(crate) fn note_name(&mut self, state: &mut State, texts: &[Rc<Text>], equal: Term) {
        let constant = texts.iter().find(|text| self.constant_length(text).is_some());
        let Some(constant) = constant.filter(|_| self.reflects()) else { return };
        if state.path.known(&self.world.terms, equal).is_none() {
            state.forgive_forks();
            let name = self.text_under_witness(state, constant, Use::Question);
            state.lead =
                self.world.atlas.reflection.lead_names.contains(&String::from_utf16_lossy(&name)).then_some(equal);
        }
    }

    /// Settles the name of a class: one of those that the program or its tests know, or a text that names none.
    pub(crate) fn settle_class_name(&mut self, state: &mut State, text: ObjectId) -> Res<Name> {
        if !self.reflects() {
            return Ok(Name::Known);
        }
        let classes = self.world.atlas.reflection.classes.clone();
        let is_named = |class: &&ClassId| matches!(self.world.classes[**class].kind, ClassKind::Instance);
        let names: Vec<DottedName> =
            classes.iter().filter(is_named).map(|&class| self.world.classes[class].dotted()).collect();
        if self.settle_name(state, text, &names)? == Name::Known {
            return Ok(Name::Known);
        }
        // What the witness has by chance may be a class.
        let symbolic = self.symbolic_text(state, text)?.expect("a text that is not settled");
        let units = self.text_under_witness(state, &symbolic, Use::Question);
        let chance = DottedName::new(String::from_utf16_lossy(&units));
        match self.world.load(Loader::App, &chance.internal()) {
            Ok(Some(_)) if !chance.contains('/') => self.settle_name(state, text, &[chance]),
            _ => Ok(Name::Other),
        }
    }

    /// Settles a text that is symbolic to one of the names; a text with bytes stays as it is.
    pub(crate) fn settle_name<N: AsRef<str>>(&mut self, state: &mut State, text: ObjectId, names: &[N]) -> Res<Name> {
        if !self.reflects() {
            return Ok(Name::Known);
        }
        let Some(symbolic) = self.symbolic_text(state, text)? else { return Ok(Name::Known) };
        let symbolic = self.looked_at(state, &symbolic)?;
        let (tried, others) = names.split_at(names.len().min(TRIED));
        for name in tried.iter().map(AsRef::as_ref) {
            let literal = self.literal_text(name);
            let equal = self.texts_equal(state, &symbolic, &literal)?;
            state.forgive_forks();
            state.lead = self.world.atlas.reflection.lead_names.contains(name).then_some(equal);
            if self.decide(state, equal)? {
                let units: Vec<Term> = name.encode_utf16().map(|unit| self.world.terms.bv(16, unit.into())).collect();
                self.fill_text(state, text, &units);
                Rc::make_mut(&mut state.path.shapes).named.push(text);
                return Ok(Name::Known);
            }
        }
        let mut one_of_others = self.world.terms.bool(false);
        for name in others.iter().map(AsRef::as_ref) {
            let literal = self.literal_text(name);
            let equal = self.texts_equal(state, &symbolic, &literal)?;
            one_of_others = self.world.terms.or(one_of_others, equal);
        }
        if self.decide(state, one_of_others)? {
            return Err(End::stopped(Reason::Imprecision(
                Inexact::Reflection,
                format!("more than {TRIED} names of members were not explored"),
            )));
        }
        Ok(Name::Other)
    }
}
