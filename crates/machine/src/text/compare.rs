//! Equality, order and hash of texts.

use crate::heap::text::{Shape, Text};
use crate::state::State;
use crate::world::{Machine, Res};
use std::rc::Rc;
use term::{Sort, Term};

/// Characters outside of ASCII that equal an ASCII letter when case is ignored.
const FOLDED: [(u8, u64); 4] = [(b'k', 0x212a), (b's', 0x17f), (b'i', 0x130), (b'i', 0x131)];

/// Longer text is compared unit by unit.
const DEALT: usize = 128;

impl Machine<'_> {
    pub fn texts_equal(&mut self, state: &mut State, a: &Rc<Text>, b: &Rc<Text>) -> Res<Term> {
        if a.id == b.id {
            return Ok(self.world.terms.bool(true));
        }
        if a.has_floating() || b.has_floating() {
            return self.floating_texts_equal(state, a, b);
        }
        match (self.constant_length(a), self.constant_length(b)) {
            (_, Some(length)) => self.equals_known(state, a, b, length),
            (Some(length), None) => self.equals_known(state, b, a, length),
            (None, None) => {
                let same_length = self.world.terms.eq(a.length, b.length);
                let (bound, inside) = self.reach(state, a)?;
                let mut index = 0;
                let b = b.clone();
                let units = self.all_units(a, bound, |machine, unit| {
                    let other = machine.unit(&b, index);
                    index += 1;
                    machine.world.terms.eq(unit, other)
                });
                let perhaps = self.perhaps("equal", &[a.id, b.id], Sort::Bool);
                let units = self.world.terms.ite(inside, units, perhaps);
                Ok(self.world.terms.and(same_length, units))
            }
        }
    }

    /// The digits of floating-point numbers are not looked at, unless no text that is known says which number it has to be.
    fn floating_texts_equal(&mut self, state: &mut State, a: &Rc<Text>, b: &Rc<Text>) -> Res<Term> {
        if let (&Shape::Floating(x), &Shape::Floating(y)) = (&a.shape, &b.shape)
            && self.world.terms.sort(x) == self.world.terms.sort(y)
        {
            // Different numbers have different texts.
            let (x, y) = (self.world.terms.to_bits(x), self.world.terms.to_bits(y));
            return Ok(self.world.terms.eq(x, y));
        }
        for (text, known) in [(a, b), (b, a)] {
            let Some(length) = self.constant_length(known).filter(|_| !known.has_floating()) else { continue };
            let units: Vec<Term> = (0..length).map(|at| self.unit(known, at)).collect();
            let few = units.len() <= DEALT && text.is_dealt(units.len());
            if few && units.iter().all(|&unit| self.world.terms.is_const(unit)) {
                return self.equals_units(state, text, &units);
            }
        }
        let (a, b) = (self.looked_at(state, a)?, self.looked_at(state, b)?);
        self.texts_equal(state, &a, &b)
    }

    /// `known` has a constant length.
    fn equals_known(&mut self, state: &mut State, text: &Text, known: &Text, length: usize) -> Res<Term> {
        let units: Vec<Term> = (0..length).map(|at| self.unit(known, at)).collect();
        self.equals_units(state, text, &units)
    }

    fn equals_units(&mut self, state: &mut State, text: &Text, units: &[Term]) -> Res<Term> {
        match &text.shape {
            &Shape::Decimal(number) => {
                if let Some(equal) = self.number_equals(number, units) {
                    return Ok(equal);
                }
            }
            &Shape::Floating(number) => return self.floating_equals(state, number, units),
            Shape::Concat(parts) => {
                if let Some(equal) = self.parts_equal(state, parts, units)? {
                    return Ok(equal);
                }
            }
            Shape::Array(_) | Shape::Units(_) | Shape::Slice { .. } | Shape::Mapped { .. } => {}
            Shape::Choice { condition, yes, no } => {
                let (yes, no) = (self.equals_units(state, yes, units)?, self.equals_units(state, no, units)?);
                return Ok(self.world.terms.ite(*condition, yes, no));
            }
        }
        let length = self.world.terms.int(units.len() as i32);
        let mut conjuncts = vec![self.world.terms.eq(text.length, length)];
        for (at, &unit) in units.iter().enumerate() {
            let have = self.unit(text, at);
            conjuncts.push(self.world.terms.eq(have, unit));
        }
        Ok(self.world.terms.all(conjuncts))
    }

    /// A known text is dealt out to the parts in every way; only one of them may be other than a number, so that most ways are
    /// refuted at once.
    fn parts_equal(&mut self, state: &mut State, parts: &[Rc<Text>], units: &[Term]) -> Res<Option<Term>> {
        let is_open = |part: &Rc<Text>| !matches!(part.shape, Shape::Decimal(_) | Shape::Floating(_));
        let open = parts.iter().filter(|part| is_open(part) && self.constant_length(part).is_none()).count();
        if (open > 1 && !parts.iter().any(|part| part.has_floating())) || units.len() > DEALT {
            return Ok(None);
        }
        self.dealt(state, parts, units).map(Some)
    }

    fn dealt(&mut self, state: &mut State, parts: &[Rc<Text>], units: &[Term]) -> Res<Term> {
        let Some((first, others)) = parts.split_first() else {
            return Ok(self.world.terms.bool(units.is_empty()));
        };
        let lengths = match self.constant_length(first) {
            Some(length) => length..=length,
            None if others.is_empty() => units.len()..=units.len(),
            None => 0..=units.len().min(first.most as usize),
        };
        let mut ways = Vec::new();
        for length in lengths {
            let Some((here, behind)) = units.split_at_checked(length) else {
                continue;
            };
            let fits = self.equals_units(state, first, here)?;
            if self.world.terms.as_const(fits).and_then(|c| c.truth()) == Some(false) {
                continue;
            }
            let rest = self.dealt(state, others, behind)?;
            ways.push(self.world.terms.and(fits, rest));
        }
        Ok(self.world.terms.any(ways))
    }

    /// Equality that ignores case, with a literal of ASCII characters; `None` for others.
    pub fn equals_ignoring_case(&mut self, text: &Text, literal: &Text) -> Option<Term> {
        let length = self.constant_length(literal)?;
        let mut conjuncts = vec![self.world.terms.eq(text.length, literal.length)];
        for at in 0..length {
            let wanted = self.unit(literal, at);
            let wanted = self.world.terms.bits(wanted).filter(|&unit| unit < 128)? as u8;
            let unit = self.unit(text, at);
            let lower = wanted.to_ascii_lowercase();
            let folded = FOLDED.iter().filter(|(letter, _)| *letter == lower).map(|&(_, unit)| unit);
            let all: Vec<u64> = [lower as u64, wanted.to_ascii_uppercase() as u64].into_iter().chain(folded).collect();
            let cases: Vec<Term> = all.into_iter().map(|unit_bits| self.is_unit(unit, unit_bits)).collect();
            conjuncts.push(self.world.terms.any(cases));
        }
        Some(self.world.terms.all(conjuncts))
    }

    pub fn is_unit(&mut self, unit: Term, bits: u64) -> Term {
        let constant = self.world.terms.bv(16, bits);
        self.world.terms.eq(unit, constant)
    }

    /// `String.compareTo`.
    pub fn compare_texts(&mut self, state: &mut State, a: &Rc<Text>, b: &Rc<Text>) -> Res<Term> {
        if a.id == b.id {
            return Ok(self.world.terms.int(0));
        }
        let (bound, inside) = match self.constant_length(b) {
            Some(length) => (length, self.world.terms.bool(true)),
            None => self.reach(state, a)?,
        };
        let by_length = self.world.terms.sub(a.length, b.length);
        let mut result = by_length;
        for at in (0..bound).rev() {
            let index = self.world.terms.int(at as i32);
            let (in_a, in_b) = (self.world.terms.slt(index, a.length), self.world.terms.slt(index, b.length));
            let present = self.world.terms.and(in_a, in_b);
            let (x, y) = (self.unit_at(a, index), self.unit_at(b, index));
            let same = self.world.terms.eq(x, y);
            let (x, y) = (self.world.terms.zext(32, x), self.world.terms.zext(32, y));
            let difference = self.world.terms.sub(x, y);
            let decided = self.world.terms.ite(same, result, difference);
            result = self.world.terms.ite(present, decided, by_length);
        }
        let other = self.perhaps("compare", &[a.id, b.id], Sort::Bv(32));
        Ok(self.world.terms.ite(inside, result, other))
    }

    /// `String.hashCode`.
    pub fn text_hash(&mut self, state: &mut State, text: &Rc<Text>) -> Res<Term> {
        let (bound, inside) = self.reach(state, text)?;
        let mut hash = self.world.terms.int(0);
        for at in 0..bound {
            let index = self.world.terms.int(at as i32);
            let present = self.world.terms.slt(index, text.length);
            let unit = self.unit_at(text, index);
            let unit = self.world.terms.zext(32, unit);
            let factor = self.world.terms.int(31);
            let shifted = self.world.terms.mul(hash, factor);
            let next = self.world.terms.add(shifted, unit);
            hash = self.world.terms.ite(present, next, hash);
        }
        let other = self.perhaps("hash", &[text.id], Sort::Bv(32));
        Ok(self.world.terms.ite(inside, hash, other))
    }
}
