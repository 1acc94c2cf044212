//! Symbolic text: a length and a way to get the unit at any index, both terms. Operations on it are terms, too, without a
//! bound on the length where that is possible. Where it is not, they are exact within the focus of the path and may be anything
//! outside of it. Code that looks at the bytes of a String gets them for one length at a time (`materialize.rs`).

mod change;
mod compare;
mod find;
mod hexadecimal;
mod materialize;
mod number;
mod parse;

pub use crate::state::asked::TextId;

use crate::heap::Body;
use crate::heap::text::{Shape, Text};
use crate::natives::decided;
use crate::program::{ObjectId, Value};
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::state::asked::{Asked, AskedKind};
use crate::state::inputs::InputText;
use crate::state::path::Use;
use crate::world::{End, Machine, Res};
use std::rc::Rc;
use term::{Element, Sort, Term};

/// Bits of an input's length: that no text is longer is assumed.
const LENGTH_BITS: u8 = 28;
const MOST: u64 = (1 << LENGTH_BITS) - 1;
/// The focus takes in text up to this length, or longer if the witness is.
const FOCUS: u64 = 16;
/// Text that must be longer than this is not looked at as a whole.
const LONGEST: u64 = 512;
/// Text that may be longer is not made a row of units.
const LONGEST_FLAT: u64 = 64;

impl Machine<'_> {
    /// A String of which nothing is known, asked for by the program.
    pub fn new_text(&mut self, state: &mut State) -> ObjectId {
        let name = format!("text{}", state.path.texts.len());
        let (object, asked) = self.unasked_text(state, &name);
        Rc::make_mut(&mut state.path.asked).push(asked);
        object
    }

    /// A String of which nothing is known, not recorded as asked for: it may be an element of something else.
    pub fn unasked_text(&mut self, state: &mut State, name: &str) -> (ObjectId, Asked) {
        let id = TextId(state.path.texts.len() as u32);
        let terms = &mut self.world.terms;
        let length = terms.input(&format!("{name}.length"), Sort::Bv(LENGTH_BITS));
        let units = terms.input(&format!("{name}.units"), Sort::Array(Element::Bv(16)));
        let made = InputText {
            length: terms.as_input(length).expect("a fresh input"),
            units: terms.as_input(units).expect("a fresh input"),
        };
        Rc::make_mut(&mut state.path.texts).push(made);
        self.meet(state, decided::LONG_TEXT);
        let terms = &mut self.world.terms;
        let length = terms.zext(32, length);
        let asked = Asked { kind: AskedKind::Text(id), input: made.length, place: self.place(state), guard: None };
        (self.text_object(state, Text::new(length, MOST, Shape::Array(units))), asked)
    }

    /// A text that may be any.
    pub fn some_text(&mut self, state: &mut State) -> Rc<Text> {
        state.path.made += 1;
        let which = [state.path.made as u64];
        let length = self.perhaps("length", &which, Sort::Bv(LENGTH_BITS));
        let units = self.perhaps("units", &which, Sort::Array(Element::Bv(16)));
        let length = self.world.terms.zext(32, length);
        Text::new(length, MOST, Shape::Array(units))
    }

    /// An input that the program did not ask for: what an operation on these texts gives outside of the focus. A model that is
    /// executed again gets the same one.
    pub fn perhaps(&mut self, operation: &str, texts: &[u64], sort: Sort) -> Term {
        self.world.terms.input(&format!("{operation}{texts:x?}.{sort:?}"), sort)
    }

    /// Text that is too long to be looked at under the witness ends the path.
    pub fn check_length(&self, state: &State, text: &Text) -> Res<()> {
        match self.world.terms.eval(text.length, self.witness(state, Use::Question)?).bits() {
            0..=LONGEST => Ok(()),
            _ => {
                Err(End::stopped(Reason::Imprecision(Inexact::Text, format!("text longer than {LONGEST} characters"))))
            }
        }
    }

    pub fn text_under_witness(&mut self, state: &State, text: &Text, purpose: Use) -> Vec<u16> {
        let length = self.world.terms.eval(text.length, state.path.witness(purpose)).bits() as usize;
        (0..length)
            .map(|at| {
                let unit = self.unit(text, at);
                self.world.terms.eval(unit, state.path.witness(purpose)).bits() as u16
            })
            .collect()
    }

    pub fn text_object(&mut self, state: &mut State, text: Rc<Text>) -> ObjectId {
        state.heap.alloc(self.world.string, Body::Text(text))
    }

    /// The text of a String or a StringBuilder if it is symbolic.
    pub fn symbolic_text(&mut self, state: &mut State, id: ObjectId) -> Res<Option<Rc<Text>>> {
        if let Body::Text(text) = &state.heap.get(id).body {
            return Ok(Some(text.clone()));
        }
        let class = self.class_of(state, id);
        let slot = |name| self.world.classes.slot_named(class, name);
        let (Some(value), Some(coder), count) = (slot("value"), slot("coder"), slot("count")) else {
            return Ok(None);
        };
        let array = self.field(state, id, value)?.as_ref();
        let (coder, count) = (self.field(state, id, coder)?, count.map(|c| self.field(state, id, c)).transpose()?);
        let merged = coder.term().is_some() || count.is_some_and(|count| count.term().is_some());
        if array.is_null() || !merged && self.object(state, array)?.symbols.is_none() {
            return Ok(None);
        }
        self.stored_text(state, array, coder, count).map(Some)
    }

    /// The text in an array; without a count, all of it. Where paths were merged the count may be any of several.
    fn stored_text(&mut self, state: &mut State, array: ObjectId, coder: Value, count: Option<Value>) -> Res<Rc<Text>> {
        let coder = self.concretize_int(state, coder)?;
        let room = self.array_length(state, array)? >> coder;
        let length = match count {
            Some(Value::Int(count)) => count as usize,
            _ => room,
        };
        let units = (0..length).map(|at| self.stored_unit(state, array, coder, at)).collect::<Res<Vec<Term>>>()?;
        let text = self.units_text(units);
        match count.and_then(Value::term) {
            Some(count) => {
                let from = self.world.terms.int(0);
                Ok(Text::new(count, room as u64, Shape::Slice { of: text, from }))
            }
            None => Ok(text),
        }
    }

    /// The text of any String or StringBuilder.
    pub fn text_of(&mut self, state: &mut State, id: ObjectId) -> Res<Rc<Text>> {
        if let Some(text) = self.symbolic_text(state, id)? {
            return Ok(text);
        }
        let coder = self.field_named(state, id, "coder")?;
        let array = self.field_named(state, id, "value")?.as_ref();
        let is_string = self.class_of(state, id) == self.world.string;
        let count = if is_string { None } else { Some(self.field_named(state, id, "count")?) };
        self.stored_text(state, array, coder, count)
    }

    fn stored_unit(&mut self, state: &mut State, array: ObjectId, coder: i32, at: usize) -> Res<Term> {
        let byte = |machine: &mut Self, state: &mut State, at: usize| -> Res<Term> {
            let value = machine.element(state, array, at)?;
            let lifted = machine.lift(value);
            Ok(machine.world.terms.extract(7, 0, lifted))
        };
        if coder == 0 {
            let low = byte(self, state, at)?;
            return Ok(self.world.terms.zext(16, low));
        }
        let (low, high) = (byte(self, state, 2 * at)?, byte(self, state, 2 * at + 1)?);
        Ok(self.world.terms.concat(high, low))
    }

    pub fn units_text(&mut self, units: Vec<Term>) -> Rc<Text> {
        let (length, most) = (self.world.terms.int(units.len() as i32), units.len() as u64);
        Text::new(length, most, Shape::Units(units.into()))
    }

    pub fn literal_text(&mut self, text: &str) -> Rc<Text> {
        let units: Vec<Term> = text.encode_utf16().map(|u| self.world.terms.bv(16, u as u64)).collect();
        self.units_text(units)
    }

    /// The length if it is the same on all paths.
    pub fn constant_length(&self, text: &Text) -> Option<usize> {
        self.world.terms.bits(text.length).map(|bits| bits as usize)
    }

    /// The unit at an index inside the text; 16 bits.
    pub fn unit_at(&mut self, text: &Text, index: Term) -> Term {
        match &text.shape {
            &Shape::Array(array) => self.world.terms.select(array, index),
            Shape::Units(units) => self.unit_among(units, index),
            Shape::Concat(parts) => self.unit_of_parts(parts, index),
            Shape::Slice { of, from } => {
                let index = self.world.terms.add(*from, index);
                self.unit_at(of, index)
            }
            &Shape::Decimal(number) => self.digit_at(number, text.length, index),
            Shape::Floating(_) => unreachable!("replaced before somebody looks"),
            Shape::Mapped { of, map, inside, other } => {
                let unit = self.unit_at(of, index);
                let mapped = self.mapped(*map, unit);
                // In no language does a text in one case have ASCII letters of the other.
                let elsewhere = self.world.terms.select(*other, index);
                let elsewhere = self.mapped(*map, elsewhere);
                self.world.terms.ite(*inside, mapped, elsewhere)
            }
            Shape::Choice { condition, yes, no } => {
                let (yes, no) = (self.unit_at(yes, index), self.unit_at(no, index));
                self.world.terms.ite(*condition, yes, no)
            }
        }
    }

    /// One text or the other.
    pub fn text_choice(&mut self, condition: Term, yes: &Rc<Text>, no: &Rc<Text>) -> Rc<Text> {
        if yes.id == no.id {
            return yes.clone();
        }
        let length = self.world.terms.ite(condition, yes.length, no.length);
        let shape = Shape::Choice { condition, yes: yes.clone(), no: no.clone() };
        Text::new(length, yes.most.max(no.most), shape)
    }

    /// The same text as a row of units up to its length, whatever it was made of; `None` for one that may be long.
    pub(crate) fn flat_text(&mut self, text: &Text) -> Option<Rc<Text>> {
        if text.most > LONGEST_FLAT {
            return None;
        }
        let length = self.world.terms.row_of_constants(text.length);
        let units: Rc<[Term]> = (0..text.most as usize).map(|at| self.unit(text, at)).collect();
        let all = self.world.terms.int(units.len() as i32);
        let from = self.world.terms.int(0);
        let of = Text::new(all, text.most, Shape::Units(units));
        Some(Text::new(length, text.most, Shape::Slice { of, from }))
    }

    /// The unit at a constant index.
    pub fn unit(&mut self, text: &Text, index: usize) -> Term {
        let index = self.world.terms.int(index as i32);
        self.unit_at(text, index)
    }

    fn unit_among(&mut self, units: &[Term], index: Term) -> Term {
        if let Some(at) = self.world.terms.bits(index) {
            return units.get(at as usize).copied().unwrap_or_else(|| self.world.terms.bv(16, 0));
        }
        let Some((&last, others)) = units.split_last() else {
            return self.world.terms.bv(16, 0);
        };
        let mut chosen = last;
        for (at, &unit) in others.iter().enumerate().rev() {
            let here = self.world.terms.int(at as i32);
            let hit = self.world.terms.eq(index, here);
            chosen = self.world.terms.ite(hit, unit, chosen);
        }
        chosen
    }

    fn unit_of_parts(&mut self, parts: &[Rc<Text>], index: Term) -> Term {
        let mut start = self.world.terms.int(0);
        let mut cases = Vec::new();
        for part in parts {
            let end = self.world.terms.add(start, part.length);
            let inside = self.world.terms.slt(index, end);
            if self.world.terms.as_const(inside).and_then(|c| c.truth()) != Some(false) {
                let offset = self.world.terms.sub(index, start);
                cases.push((inside, self.unit_at(part, offset)));
            }
            if self.world.terms.as_const(inside).and_then(|c| c.truth()) == Some(true) {
                break;
            }
            start = end;
        }
        let Some((_, mut chosen)) = cases.pop() else {
            return self.world.terms.bv(16, 0);
        };
        for (inside, unit) in cases.into_iter().rev() {
            chosen = self.world.terms.ite(inside, unit, chosen);
        }
        chosen
    }

    /// How many units must be looked at to see all of a text, and the condition under which that is so; the condition joins
    /// the focus.
    pub fn reach(&mut self, state: &mut State, text: &Text) -> Res<(usize, Term)> {
        let most = self.world.terms.fact(text.length).umax.min(text.most);
        if self.world.terms.is_const(text.length) || most <= 4 * FOCUS {
            return Ok((most as usize, self.world.terms.bool(true)));
        }
        let have = self.world.terms.eval(text.length, self.witness(state, Use::Question)?).bits();
        self.check_length(state, text)?;
        // Behind what is surely there, such as the literals in front of an input, there is room for as much as in any other text.
        let least = self.world.terms.fact(text.length).umin;
        let bound = FOCUS.max(have.next_power_of_two()).max(least + FOCUS);
        let limit = self.world.terms.int(bound as i32);
        let inside = self.world.terms.ule(text.length, limit);
        state.path.focus_on(&self.world.terms, inside, "text longer than looked at");
        Ok((bound as usize, inside))
    }

    /// A condition on units that all of the first `bound` ones satisfy as far as the text goes.
    pub fn all_units(&mut self, text: &Text, bound: usize, mut holds: impl FnMut(&mut Self, Term) -> Term) -> Term {
        let mut conjuncts = Vec::with_capacity(bound);
        for at in 0..bound {
            let index = self.world.terms.int(at as i32);
            let present = self.world.terms.slt(index, text.length);
            let unit = self.unit_at(text, index);
            let good = holds(self, unit);
            conjuncts.push(self.world.terms.implies(present, good));
        }
        self.world.terms.all(conjuncts)
    }

    /// As `reach`, for text of ASCII characters only; `None` if the witness has others.
    pub fn reach_ascii(&mut self, state: &mut State, text: &Text) -> Res<Option<(usize, Term)>> {
        let (bound, inside) = self.reach(state, text)?;
        let plain = self.all_units(text, bound, |machine, unit| {
            let limit = machine.world.terms.bv(16, 128);
            machine.world.terms.ult(unit, limit)
        });
        if !self.world.terms.holds(plain, state.path.witness(Use::Question)) {
            return Ok(None);
        }
        let inside = self.world.terms.and(inside, plain);
        state.path.focus_on(&self.world.terms, inside, "text outside of ASCII");
        Ok(Some((bound, inside)))
    }
}
