//! Texts made from texts.

use crate::heap::text::{Map, Shape, Text};
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::text::{LENGTH_BITS, MOST};
use crate::world::{End, Machine, Res};
use std::rc::Rc;
use term::{Element, Sort, Term};

impl Machine<'_> {
    pub fn concat_texts(&mut self, parts: &[Rc<Text>]) -> Res<Rc<Text>> {
        let mut flat: Vec<Rc<Text>> = Vec::new();
        for part in parts {
            match &part.shape {
                Shape::Concat(inner) => inner.iter().for_each(|part| self.add_part(&mut flat, part)),
                _ => self.add_part(&mut flat, part),
            }
        }
        if flat.len() == 1 {
            return Ok(flat.remove(0));
        }
        let most: u64 = flat.iter().map(|part| part.most).sum();
        if most > i32::MAX as u64 {
            return Err(End::stopped(Reason::Imprecision(
                Inexact::Text,
                "text that could be longer than any array".into(),
            )));
        }
        let mut length = self.world.terms.int(0);
        for part in &flat {
            length = self.world.terms.add(length, part.length);
        }
        Ok(Text::new(length, most, Shape::Concat(flat.into())))
    }

    /// Neighbours of constant length become one.
    fn add_part(&mut self, flat: &mut Vec<Rc<Text>>, part: &Rc<Text>) {
        if self.constant_length(part) == Some(0) && !flat.is_empty() {
            return;
        }
        let joined = match (flat.last().map(|last| &last.shape), &part.shape) {
            (Some(Shape::Units(before)), Shape::Units(units)) => Some([&before[..], &units[..]].concat()),
            _ => None,
        };
        match joined {
            Some(units) => *flat.last_mut().expect("it was joined") = self.units_text(units),
            None => flat.push(part.clone()),
        }
    }

    /// `length` units from `from`; the caller has checked that they are there.
    pub fn slice_text(&mut self, text: &Rc<Text>, from: Term, length: Term) -> Rc<Text> {
        let terms = &mut self.world.terms;
        if terms.bits(from) == Some(0) && length == text.length {
            return text.clone();
        }
        if let (Some(from), Some(length)) = (terms.bits(from), terms.bits(length))
            && length <= 64
        {
            let units = (from..from + length).map(|at| self.unit(text, at as usize)).collect();
            return self.units_text(units);
        }
        match &text.shape {
            Shape::Slice { of, from: start } => {
                let from = terms.add(*start, from);
                Text::new(length, text.most, Shape::Slice { of: of.clone(), from })
            }
            _ => Text::new(length, text.most, Shape::Slice { of: text.clone(), from }),
        }
    }

    /// A text from `from` to `to`.
    pub fn part_of(&mut self, text: &Rc<Text>, from: Term, to: Term) -> Rc<Text> {
        let length = self.world.terms.sub(to, from);
        self.slice_text(text, from, length)
    }

    /// Case mapping; it may lengthen text outside of ASCII, so there anything may come out. `None` if the witness is outside.
    pub fn map_case(&mut self, state: &mut State, text: &Rc<Text>, map: Map) -> Res<Option<Rc<Text>>> {
        let Some((bound, inside)) = self.reach_ascii(state, text)? else {
            return Ok(None);
        };
        if let Some(length) = self.constant_length(text)
            && self.world.terms.is_const(inside)
        {
            debug_assert!(length <= bound);
            let units = (0..length).map(|at| self.unit(text, at)).collect::<Vec<Term>>();
            let mapped = units.into_iter().map(|unit| self.mapped(map, unit)).collect();
            return Ok(Some(self.units_text(mapped)));
        }
        let ids = [text.id, (map == Map::Upper) as u64];
        let other = self.perhaps("case", &ids, Sort::Array(Element::Bv(16)));
        let length = self.perhaps("case.length", &ids, Sort::Bv(LENGTH_BITS));
        let length = self.world.terms.zext(32, length);
        let length = self.world.terms.ite(inside, text.length, length);
        let shape = Shape::Mapped { of: text.clone(), map, inside, other };
        Ok(Some(Text::new(length, MOST, shape)))
    }

    pub fn replace_unit(&mut self, text: &Rc<Text>, old: Term, new: Term) -> Rc<Text> {
        let inside = self.world.terms.bool(true);
        let zero = self.world.terms.bv(16, 0);
        let other = self.world.terms.const_array(Element::Bv(16), zero);
        let shape = Shape::Mapped { of: text.clone(), map: Map::Replace { old, new }, inside, other };
        Text::new(text.length, text.most, shape)
    }

    pub(super) fn mapped(&mut self, map: Map, unit: Term) -> Term {
        let terms = &mut self.world.terms;
        match map {
            Map::Upper => self.shifted(unit, b'a', b'z'),
            Map::Lower => self.shifted(unit, b'A', b'Z'),
            Map::Replace { old, new } => {
                let hit = terms.eq(unit, old);
                terms.ite(hit, new, unit)
            }
        }
    }

    /// The letters in a range change their case.
    fn shifted(&mut self, unit: Term, first: u8, last: u8) -> Term {
        let terms = &mut self.world.terms;
        let (low, high, bit) = (terms.bv(16, first as u64), terms.bv(16, last as u64), terms.bv(16, 0x20));
        let inside = [terms.ule(low, unit), terms.ule(unit, high)];
        let inside = terms.all(inside);
        let other = terms.bv_xor(unit, bit);
        terms.ite(inside, other, unit)
    }
}
