//! Text as numbers.

use crate::heap::text::Text;
use crate::state::State;
use crate::world::{Machine, Res};
use term::{Sort, Term};

/// As many digits never overflow 64 bits.
const DIGITS: usize = 18;

impl Machine<'_> {
    /// Whether a text is a decimal number of `width` bits, and which; `None` if it is too long or too strange to tell.
    pub fn parse_decimal(&mut self, state: &mut State, text: &Text, width: u8) -> Res<Option<(Term, Term)>> {
        let Some((bound, inside)) = self.reach_ascii(state, text)? else {
            return Ok(None);
        };
        if bound > DIGITS {
            return Ok(None);
        }
        let (one, zero) = (self.world.terms.int(1), self.world.terms.int(0));
        let first = self.unit_at(text, zero);
        let (minus, plus) = (self.is_unit(first, b'-' as u64), self.is_unit(first, b'+' as u64));
        let signed = self.world.terms.or(minus, plus);
        let mut value = self.world.terms.long(0);
        let mut valid = Vec::new();
        for at in 0..bound {
            let index = self.world.terms.int(at as i32);
            let mut counts = self.world.terms.slt(index, text.length);
            if at == 0 {
                let unsigned = self.world.terms.not(signed);
                counts = self.world.terms.and(counts, unsigned);
            }
            let unit = self.unit_at(text, index);
            let terms = &mut self.world.terms;
            let (low, high) = (terms.bv(16, b'0' as u64), terms.bv(16, b'9' as u64));
            let is_digit = [terms.ule(low, unit), terms.ule(unit, high)];
            let is_digit = terms.all(is_digit);
            valid.push(terms.implies(counts, is_digit));
            let digit = terms.sub(unit, low);
            let digit = terms.zext(64, digit);
            let ten = terms.long(10);
            let scaled = terms.mul(value, ten);
            let next = terms.add(scaled, digit);
            value = terms.ite(counts, next, value);
        }
        let terms = &mut self.world.terms;
        // A sign alone is no number.
        let least = terms.ite(signed, one, zero);
        valid.push(terms.slt(least, text.length));
        let negated = terms.neg(value);
        let value = terms.ite(minus, negated, value);
        if width < 64 {
            let (low, high) = (terms.long(-1 << (width - 1)), terms.long((1 << (width - 1)) - 1));
            valid.push(terms.sle(low, value));
            valid.push(terms.sle(value, high));
        }
        let valid = terms.all(valid);
        let value = terms.extract(width - 1, 0, value);
        let perhaps = self.perhaps("parses", &[text.id, width as u64], Sort::Bool);
        let some = self.perhaps("parsed", &[text.id], Sort::Bv(width));
        let valid = self.world.terms.ite(inside, valid, perhaps);
        Ok(Some((valid, self.world.terms.ite(inside, value, some))))
    }
}
