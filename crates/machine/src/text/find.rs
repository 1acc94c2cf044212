//! Looking for text in text.

use crate::heap::text::{Shape, Text};
use crate::state::State;
use crate::state::inputs::Search;
use crate::state::path::Use;
use crate::world::{Machine, Res};
use std::rc::Rc;
use term::{Sort, Term};

impl Machine<'_> {
    /// Does `pattern` stand at this index? False if it does not fit.
    pub fn stands_at(&mut self, text: &Text, pattern: &[Term], at: Term) -> Term {
        let terms = &mut self.world.terms;
        let (zero, size) = (terms.int(0), terms.int(pattern.len() as i32));
        let last = terms.sub(text.length, size);
        let mut conjuncts = vec![terms.sle(zero, at), terms.sle(at, last)];
        if conjuncts.iter().any(|&c| self.world.terms.as_const(c).and_then(|c| c.truth()) == Some(false)) {
            return self.world.terms.bool(false);
        }
        for (offset, &unit) in pattern.iter().enumerate() {
            let offset = self.world.terms.int(offset as i32);
            let index = self.world.terms.add(at, offset);
            let have = self.unit_at(text, index);
            conjuncts.push(self.world.terms.eq(have, unit));
        }
        self.world.terms.all(conjuncts)
    }

    /// `String.indexOf(pattern, from)`.
    pub fn index_of(&mut self, state: &mut State, text: &Rc<Text>, pattern: &[Term], from: Term) -> Res<Term> {
        if pattern.is_empty() {
            let terms = &mut self.world.terms;
            let zero = terms.int(0);
            let (early, late) = (terms.slt(from, zero), terms.slt(text.length, from));
            let from = terms.ite(late, text.length, from);
            return Ok(terms.ite(early, zero, from));
        }
        let (bound, inside) = self.reach(state, text)?;
        let mut found = self.world.terms.int(-1);
        for at in (0..bound.saturating_sub(pattern.len() - 1)).rev() {
            let at = self.world.terms.int(at as i32);
            let stands = self.stands_at(text, pattern, at);
            let behind = self.world.terms.sle(from, at);
            let hit = self.world.terms.and(stands, behind);
            found = self.world.terms.ite(hit, at, found);
        }
        let some = self.some_place("first", text, pattern, from);
        let behind = self.world.terms.sle(from, some);
        let found = self.found_or_some(text, pattern, (inside, found), (some, behind));
        if self.world.terms.bits(from) == Some(0) && !self.world.terms.is_const(inside) {
            let search = Search { text: text.clone(), pattern: pattern.into(), found, place: some };
            self.relate(state, search);
        }
        Ok(found)
    }

    /// What is not found in one text does not stand in it where something is found in another text made from it.
    fn relate(&mut self, state: &mut State, new: Search) {
        let searches = state.path.searches.clone();
        if searches.iter().any(|old| old.found == new.found) {
            return;
        }
        let root = self.root(&new.text);
        for old in searches.iter() {
            let old_root = self.root(&old.text);
            if root.0 == old_root.0 {
                self.exclude(state, (&new, root.1), (old, old_root.1));
                self.exclude(state, (old, old_root.1), (&new, root.1));
            }
        }
        Rc::make_mut(&mut state.path.searches).push(new);
    }

    /// Not found in `a`: so it is not there at the place of `b`.
    fn exclude(&mut self, state: &mut State, (a, a_offset): (&Search, Term), (b, b_offset): (&Search, Term)) {
        let at = self.world.terms.add(b.place, b_offset);
        let at = self.world.terms.sub(at, a_offset);
        let stands = self.stands_at(&a.text, &a.pattern, at);
        let terms = &mut self.world.terms;
        let zero = terms.int(0);
        let missing = terms.slt(a.found, zero);
        let absent = terms.not(stands);
        let lemma = terms.implies(missing, absent);
        if !terms.is_const(lemma) && terms.holds(lemma, state.path.witness(Use::Question)) {
            state.path.assume(terms, lemma);
        }
    }

    /// The text that this one was made from, and where in it this one starts.
    fn root(&mut self, text: &Rc<Text>) -> (u64, Term) {
        let (of, from) = match &text.shape {
            Shape::Slice { of, from } => (of, *from),
            Shape::Mapped { of, .. } => (of, self.world.terms.int(0)),
            Shape::Concat(parts) => {
                let mut start = self.world.terms.int(0);
                let Some(free) = parts.iter().position(|part| self.constant_length(part).is_none()) else {
                    return (text.id, start);
                };
                for part in &parts[..free] {
                    start = self.world.terms.sub(start, part.length);
                }
                (&parts[free], start)
            }
            Shape::Array(_) | Shape::Units(_) | Shape::Decimal(_) | Shape::Floating(_) | Shape::Choice { .. } => {
                return (text.id, self.world.terms.int(0));
            }
        };
        let (root, offset) = self.root(of);
        (root, self.world.terms.add(from, offset))
    }

    /// `String.lastIndexOf(pattern, from)`.
    pub fn last_index_of(&mut self, state: &mut State, text: &Text, pattern: &[Term], from: Term) -> Res<Term> {
        let (bound, inside) = self.reach(state, text)?;
        let mut found = self.world.terms.int(-1);
        for at in 0..(bound + 1).saturating_sub(pattern.len()) {
            let at = self.world.terms.int(at as i32);
            let stands = self.stands_at(text, pattern, at);
            let before = self.world.terms.sle(at, from);
            let hit = self.world.terms.and(stands, before);
            found = self.world.terms.ite(hit, at, found);
        }
        let some = self.some_place("last", text, pattern, from);
        let before = self.world.terms.sle(some, from);
        Ok(self.found_or_some(text, pattern, (inside, found), (some, before)))
    }

    fn some_place(&mut self, operation: &str, text: &Text, pattern: &[Term], from: Term) -> Term {
        let mut ids = vec![text.id, from.index() as u64];
        ids.extend(pattern.iter().map(|unit| unit.index() as u64));
        self.perhaps(operation, &ids, Sort::Bv(32))
    }

    /// Outside of the focus: any place where the pattern stands, or none.
    fn found_or_some(&mut self, text: &Text, pattern: &[Term], exact: (Term, Term), some: (Term, Term)) -> Term {
        let (inside, found) = exact;
        let (place, allowed) = some;
        let stands = self.stands_at(text, pattern, place);
        let hit = self.world.terms.and(stands, allowed);
        let none = self.world.terms.int(-1);
        let other = self.world.terms.ite(hit, place, none);
        self.world.terms.ite(inside, found, other)
    }

    /// The first index whose unit is not blank (`length` if there is none) and the end of the last such unit (0 if there is none).
    pub fn trimmed(
        &mut self,
        state: &mut State,
        text: &Text,
        (bound, inside): (usize, Term),
        mut blank: impl FnMut(&mut Self, Term) -> Term,
    ) -> (Term, Term) {
        let (mut start, mut end) = (text.length, self.world.terms.int(0));
        let mut solid = Vec::with_capacity(bound);
        for at in 0..bound {
            let index = self.world.terms.int(at as i32);
            let present = self.world.terms.slt(index, text.length);
            let unit = self.unit_at(text, index);
            let empty = blank(self, unit);
            let full = self.world.terms.not(empty);
            let here = self.world.terms.and(present, full);
            let behind = self.world.terms.int(at as i32 + 1);
            end = self.world.terms.ite(here, behind, end);
            solid.push((index, here));
        }
        for (index, here) in solid.into_iter().rev() {
            start = self.world.terms.ite(here, index, start);
        }
        let ids = [text.id];
        let from = self.perhaps("trimmed.from", &ids, Sort::Bv(32));
        let to = self.perhaps("trimmed.to", &ids, Sort::Bv(32));
        let terms = &mut self.world.terms;
        let zero = terms.int(0);
        let ordered = [terms.sle(zero, from), terms.sle(from, to), terms.sle(to, text.length)];
        let ordered = terms.all(ordered);
        let sensible = terms.or(inside, ordered);
        if !terms.is_const(sensible) {
            state.path.assume(terms, sensible);
        }
        (self.world.terms.ite(inside, start, from), self.world.terms.ite(inside, end, to))
    }
}
