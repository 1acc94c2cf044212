//! Numbers as text: the digits are made when somebody looks at them.

use crate::heap::text::{Map, Shape, Text};
use crate::program::Value;
use crate::state::State;
use crate::state::path::Use;
use crate::world::{Machine, Res};
use std::rc::Rc;
use term::{Const, Element, Sort, Term};

/// No text of a floating-point number is longer.
const FLOATING: u64 = 31;
/// `0.0` and `NaN`.
const SHORTEST_FLOATING: i32 = 3;

impl Machine<'_> {
    /// `Integer.toString` or `Long.toString`.
    pub fn decimal_text(&mut self, number: Term) -> Rc<Text> {
        if let Some(constant) = self.world.terms.as_const(number) {
            let text = constant.signed().expect("a bit-vector").to_string();
            return self.literal_text(&text);
        }
        let (negative, size) = self.sign_and_size(number);
        let terms = &mut self.world.terms;
        let width = terms.width(number);
        let mut length = terms.int(digits(width) as i32);
        for count in (1..digits(width)).rev() {
            let limit = terms.bv(width, 10u64.pow(count));
            let short = terms.ult(size, limit);
            let count = terms.int(count as i32);
            length = terms.ite(short, count, length);
        }
        let (one, zero) = (terms.int(1), terms.int(0));
        let sign = terms.ite(negative, one, zero);
        let length = terms.add(length, sign);
        Text::new(length, digits(width) as u64 + 1, Shape::Decimal(number))
    }

    /// `Float.toString` or `Double.toString`.
    pub fn floating_text(&mut self, number: Term) -> Rc<Text> {
        // Not looked at before the text is replaced.
        let length = self.perhaps("floating", &[number.index() as u64], Sort::Bv(32));
        Text::new(length, FLOATING, Shape::Floating(number))
    }

    /// A text that somebody is about to look into: floating-point numbers are those of the witness, which joins the focus;
    /// other numbers have any text.
    pub fn looked_at(&mut self, state: &mut State, text: &Rc<Text>) -> Res<Rc<Text>> {
        match &text.shape {
            &Shape::Floating(number) => self.floating_by_witness(state, number),
            Shape::Concat(parts) => {
                let parts = parts.iter().map(|part| self.looked_at(state, part)).collect::<Res<Vec<_>>>()?;
                self.concat_texts(&parts)
            }
            Shape::Choice { condition, yes, no } => {
                let (yes, no) = (self.looked_at(state, yes)?, self.looked_at(state, no)?);
                Ok(self.text_choice(*condition, &yes, &no))
            }
            Shape::Array(_) | Shape::Units(_) | Shape::Decimal(_) | Shape::Slice { .. } | Shape::Mapped { .. } => {
                Ok(text.clone())
            }
        }
    }

    fn floating_by_witness(&mut self, state: &mut State, number: Term) -> Res<Rc<Text>> {
        let value = self.world.terms.eval(number, state.path.witness(Use::Focus));
        let constant = self.world.terms.constant(&value);
        let of = self.text_of_floating(state, &value)?;
        let (bits, wanted) = (self.world.terms.to_bits(number), self.world.terms.to_bits(constant));
        let inside = self.world.terms.eq(bits, wanted);
        state.path.focus_on(&self.world.terms, inside, "text of other floating-point numbers");
        let ids = [number.index() as u64];
        let other = self.perhaps("floating", &ids, Sort::Array(Element::Bv(16)));
        let length = self.perhaps("floating.length", &ids, Sort::Bv(5));
        let length = self.world.terms.zext(32, length);
        let least = self.world.terms.int(SHORTEST_FLOATING);
        let short = self.world.terms.slt(length, least);
        let length = self.world.terms.ite(short, least, length);
        let length = self.world.terms.ite(inside, of.length, length);
        let zero = self.world.terms.bv(16, 0);
        let map = Map::Replace { old: zero, new: zero };
        Ok(Text::new(length, FLOATING, Shape::Mapped { of, map, inside, other }))
    }

    /// Is this the number's text? All units are constants. Different numbers have different texts, so there is one number to ask
    /// for; whether its text is this one, digit by digit, is the JDK's to say.
    pub(super) fn floating_equals(&mut self, state: &mut State, number: Term, units: &[Term]) -> Res<Term> {
        let text: Vec<u16> = units.iter().filter_map(|&unit| self.world.terms.bits(unit).map(|u| u as u16)).collect();
        let text = String::from_utf16_lossy(&text);
        let Some(value) = floating_value(&text, self.world.terms.sort(number)) else {
            return Ok(self.world.terms.bool(false));
        };
        let known = self.text_of_floating(state, &value)?;
        let length = self.constant_length(&known).expect("a text without symbols");
        let digits: Vec<Term> = (0..length).map(|at| self.unit(&known, at)).collect();
        if digits != units {
            return Ok(self.world.terms.bool(false));
        }
        let constant = self.world.terms.constant(&value);
        let (bits, wanted) = (self.world.terms.to_bits(number), self.world.terms.to_bits(constant));
        Ok(self.world.terms.eq(bits, wanted))
    }

    /// What `toString` of the JDK at hand says.
    fn text_of_floating(&mut self, state: &mut State, value: &Const) -> Res<Rc<Text>> {
        let value = crate::symbolic::decide::concrete(value);
        let (class, descriptor) = match value {
            Value::Float(_) => ("java/lang/Float", "(F)Ljava/lang/String;"),
            _ => ("java/lang/Double", "(D)Ljava/lang/String;"),
        };
        let class = self.jdk_class(state, class)?;
        let method = self.find_method(state, class, "toString", descriptor)?;
        let string = self.call(state, method, &[value])?.expect("a String").as_ref();
        self.text_of(state, string)
    }

    fn sign_and_size(&mut self, number: Term) -> (Term, Term) {
        let terms = &mut self.world.terms;
        let zero = terms.bv(terms.width(number), 0);
        let negative = terms.slt(number, zero);
        let negated = terms.neg(number);
        (negative, terms.ite(negative, negated, number))
    }

    pub(super) fn digit_at(&mut self, number: Term, length: Term, index: Term) -> Term {
        let (negative, size) = self.sign_and_size(number);
        let terms = &mut self.world.terms;
        let width = terms.width(number);
        let one = terms.int(1);
        let last = terms.sub(length, one);
        let place = terms.sub(last, index);
        let ten = terms.bv(width, 10);
        let mut digit = terms.bv(width, 0);
        for power in 0..digits(width) {
            let scale = terms.bv(width, 10u64.pow(power));
            let shifted = terms.udiv(size, scale);
            let here = terms.urem(shifted, ten);
            let at = terms.int(power as i32);
            let hit = terms.eq(place, at);
            digit = terms.ite(hit, here, digit);
        }
        let digit = terms.extract(15, 0, digit);
        let base = terms.bv(16, b'0' as u64);
        let unit = terms.add(base, digit);
        let zero = terms.int(0);
        let first = terms.eq(index, zero);
        let is_sign = terms.and(first, negative);
        let minus = terms.bv(16, b'-' as u64);
        terms.ite(is_sign, minus, unit)
    }

    /// Is this the number's text? `None` if a unit is not constant.
    pub(super) fn number_equals(&mut self, number: Term, units: &[Term]) -> Option<Term> {
        let units: Vec<u16> =
            units.iter().map(|&unit| self.world.terms.bits(unit).map(|u| u as u16)).collect::<Option<_>>()?;
        let text = String::from_utf16_lossy(&units);
        let width = self.world.terms.width(number);
        let value = text.parse::<i64>().ok().filter(|value| value.to_string() == text);
        let value = value.filter(|&value| width == 64 || i32::try_from(value).is_ok());
        Some(match value {
            Some(value) => {
                let constant = self.world.terms.bv(width, value as u64);
                self.world.terms.eq(number, constant)
            }
            None => self.world.terms.bool(false),
        })
    }
}

/// Digits of the longest number.
fn digits(width: u8) -> u32 {
    if width == 32 { 10 } else { 19 }
}

/// The number of a sort that has this text, if one has.
fn floating_value(text: &str, sort: Sort) -> Option<Const> {
    let named = matches!(text, "NaN" | "Infinity" | "-Infinity");
    let digits = text.contains('.') && text.bytes().all(|byte| byte.is_ascii_digit() || b".-E".contains(&byte));
    if !named && !digits {
        return None;
    }
    let bits = match sort {
        Sort::Float32 => u64::from(text.parse::<f32>().ok()?.to_bits()),
        _ => text.parse::<f64>().ok()?.to_bits(),
    };
    Some(Const::scalar(sort, bits))
}
