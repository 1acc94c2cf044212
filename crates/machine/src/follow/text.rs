//! Symbolic text of known length: arguments, properties, and what the input APIs answer.

use crate::program::ObjectId;
use crate::state::State;
use crate::world::followed::{AskedFor, Slot};
use crate::world::{Machine, Res};
use bytecode::Prim;
use term::{Input, Sort};

/// Characters that arrive unchanged through a command line, whatever its encoding.
const PLAIN: std::ops::RangeInclusive<i32> = 1..=127;

impl Machine<'_> {
    /// A number that the program asks for is what was given for it, or zero.
    pub(crate) fn take_given(&mut self, prim: Prim, input: Input) {
        let Some(followed) = &mut self.world.followed else { return };
        let given = followed.sources.given.pop_front();
        followed.assign(Slot::Number(followed.asked.len()), input);
        followed.asked.push(AskedFor::Number(prim, input));
        let bits = given.and_then(|text| bits_of(prim, text.trim()));
        self.world.terms.set_default(input, bits.unwrap_or(0));
    }

    /// The next text that was given, with symbolic characters.
    pub(crate) fn given_text(&mut self, state: &mut State) -> Res<ObjectId> {
        let followed = self.world.followed.as_mut().expect("a followed path");
        let text = followed.sources.given.pop_front().unwrap_or_default();
        let number = followed.asked.len();
        followed.asked.push(AskedFor::Text(text.clone()));
        let string = self.new_string(state, &text);
        self.make_symbolic(state, string, &format!("text{number}"), |at| Slot::Text(number, at))?;
        Ok(string)
    }

    /// Makes the characters of a String inputs. False if it has some that no command line can be relied on to hand over:
    /// those stay as they are.
    pub fn make_symbolic(
        &mut self,
        state: &mut State,
        string: ObjectId,
        name: &str,
        slot: impl Fn(usize) -> Slot,
    ) -> Res<bool> {
        let value = self.field_named(state, string, "value")?.as_ref();
        if self.int_named(state, string, "coder")? != 0 {
            return Ok(false);
        }
        let mut all = true;
        for at in 0..self.array_length(state, value)? {
            let byte = self.element(state, value, at)?.as_int();
            if !PLAIN.contains(&byte) {
                all = false;
                continue;
            }
            let terms = &mut self.world.terms;
            let term = terms.input(&format!("{name}[{at}]"), Sort::Bv(8));
            let input = terms.as_input(term).expect("an input");
            terms.set_default(input, byte as u64);
            let wide = terms.sext(32, term);
            let (least, most) = (terms.int(*PLAIN.start()), terms.int(*PLAIN.end()));
            let (above, below) = (terms.sle(least, wide), terms.sle(wide, most));
            let inside = terms.and(above, below);
            let symbolic = self.value_of(wide);
            self.set_element(state, value, at, symbolic)?;
            let followed = self.world.followed.as_mut().expect("a followed path");
            followed.assign(slot(at), input);
            followed.domain.push(inside);
        }
        Ok(all)
    }
}

/// The bits of a number in text, as the API class reads it.
fn bits_of(prim: Prim, text: &str) -> Option<u64> {
    Some(match prim {
        Prim::Boolean => u64::from(text.eq_ignore_ascii_case("true")),
        Prim::Byte => u64::from(text.parse::<i8>().ok()? as u8),
        Prim::Short => u64::from(text.parse::<i16>().ok()? as u16),
        Prim::Char => {
            let mut units = text.encode_utf16();
            match (units.next(), units.next()) {
                (Some(unit), None) => u64::from(unit),
                _ => u64::from(text.parse::<u16>().ok()?),
            }
        }
        Prim::Int => u64::from(text.parse::<i32>().ok()? as u32),
        Prim::Long => text.parse::<i64>().ok()? as u64,
        Prim::Float => u64::from(text.parse::<f32>().ok()?.to_bits()),
        Prim::Double => text.parse::<f64>().ok()?.to_bits(),
    })
}
