//! Floating-point numbers as hexadecimal text: their bits, so that all digits are terms.

use crate::heap::text::Text;
use crate::world::{Machine, Res};
use std::rc::Rc;
use term::{Sort, Term};

/// How a sort is laid out in bits.
struct Layout {
    fraction_bits: u8,
    exponent_bits: u8,
    bias: i32,
}

impl Layout {
    const SINGLE: Layout = Layout { fraction_bits: 23, exponent_bits: 8, bias: 127 };
    const DOUBLE: Layout = Layout { fraction_bits: 52, exponent_bits: 11, bias: 1023 };
}

impl Machine<'_> {
    /// `Float.toHexString` or `Double.toHexString`.
    pub fn hexadecimal_text(&mut self, number: Term) -> Res<Rc<Text>> {
        let layout = if self.world.terms.sort(number) == Sort::Float32 { Layout::SINGLE } else { Layout::DOUBLE };
        let terms = &mut self.world.terms;
        let bits = terms.to_bits(number);
        let last = layout.fraction_bits + layout.exponent_bits;
        let fraction = terms.extract(layout.fraction_bits - 1, 0, bits);
        let exponent = terms.extract(last - 1, layout.fraction_bits, bits);
        let sign = terms.extract(last, last, bits);
        let (set, no_fraction) = (terms.bv(1, 1), terms.bv(layout.fraction_bits, 0));
        let (least, most) = (terms.bv(layout.exponent_bits, 0), terms.bv(layout.exponent_bits, u64::MAX));
        let negative = terms.eq(sign, set);
        let (is_whole, is_small) = (terms.eq(fraction, no_fraction), terms.eq(exponent, least));
        let (is_nan, is_special) = (terms.is_nan(number), terms.eq(exponent, most));
        let is_zero = terms.and(is_whole, is_small);
        let power = self.power(&layout, exponent, is_small);
        let digits = self.fraction_digits(fraction);
        let [positive_body, negative_body] = ["", "-"].map(|sign| {
            let (small, normal) =
                (self.literal_text(&format!("{sign}0x0.")), self.literal_text(&format!("{sign}0x1.")));
            let lead = self.text_choice(is_small, &small, &normal);
            let (mark, power) = (self.literal_text("p"), power.clone());
            let body = self.concat_texts(&[lead, digits.clone(), mark, power])?;
            let (zero, infinity) =
                (self.literal_text(&format!("{sign}0x0.0p0")), self.literal_text(&format!("{sign}Infinity")));
            let finite = self.text_choice(is_zero, &zero, &body);
            Ok(self.text_choice(is_special, &infinity, &finite))
        });
        let number = self.text_choice(negative, &negative_body?, &positive_body?);
        let nan = self.literal_text("NaN");
        Ok(self.text_choice(is_nan, &nan, &number))
    }

    /// The power of two: that of the least normal number for all that are smaller.
    fn power(&mut self, layout: &Layout, exponent: Term, is_small: Term) -> Rc<Text> {
        let terms = &mut self.world.terms;
        let (wide, bias) = (terms.zext(32, exponent), terms.int(layout.bias));
        let (normal, small) = (terms.sub(wide, bias), terms.int(1 - layout.bias));
        let power = terms.ite(is_small, small, normal);
        self.decimal_text(power)
    }

    /// The digits of the fraction without the zeros at their end; at least one.
    fn fraction_digits(&mut self, fraction: Term) -> Rc<Text> {
        let terms = &mut self.world.terms;
        let width = terms.width(fraction);
        let padding = width.next_multiple_of(4) - width;
        let fraction = if padding == 0 {
            fraction
        } else {
            let zeros = terms.bv(padding, 0);
            terms.concat(fraction, zeros)
        };
        let count = (width + padding) / 4;
        let mut units = Vec::new();
        let mut length = terms.int(1);
        for at in 0..count {
            let high = width + padding - 4 * at - 1;
            let digit = terms.extract(high, high - 3, fraction);
            let (none, here) = (terms.bv(4, 0), terms.int(i32::from(at) + 1));
            let is_none = terms.eq(digit, none);
            length = terms.ite(is_none, length, here);
            let (wide, ten) = (terms.zext(16, digit), terms.bv(16, 10));
            let (figure, letter) = (terms.bv(16, b'0'.into()), terms.bv(16, u64::from(b'a') - 10));
            let is_figure = terms.ult(wide, ten);
            let base = terms.ite(is_figure, figure, letter);
            units.push(terms.add(base, wide));
        }
        let all = self.units_text(units);
        let start = self.world.terms.int(0);
        self.slice_text(&all, start, length)
    }
}
