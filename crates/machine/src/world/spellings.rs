//! Numbers that parsed texts stand for outside of the focus. A path that asks for such a number has a witness with the number and a text
//! that need not fit; before a replay the text is written as the number that was asked for.

use crate::heap::text::{Shape, Text};
use crate::state::State;
use crate::state::path::Use;
use std::collections::BTreeMap;
use std::str::FromStr;
use term::{ArrayConst, Const, Element, Input, Term, Terms, Witness};

#[derive(Debug, Default)]
pub struct Spellings {
    /// By the number the units of the input text that it is parsed from.
    units: BTreeMap<Input, Input>,
}

impl Spellings {
    /// The number is what a text may be parsed to.
    pub(crate) fn note(&mut self, terms: &Terms, number: Term, text: &Text) {
        let input = |term| terms.as_input(term);
        if let (Some(number), Some(units)) = (input(number), units_of(text).and_then(input)) {
            self.units.insert(number, units);
        }
    }

    /// Writes the numbers that the witness has, or simpler ones, into the texts that they are parsed from, as far as the path allows it.
    pub fn spell(&self, terms: &Terms, state: &mut State) {
        for (&number, &units) in &self.units {
            let Some(text) = state.path.texts.iter().find(|text| text.units == units).copied() else { continue };
            let witness = state.path.witness(Use::Report);
            let wanted = terms.eval(terms.input_term(number), witness);
            let length = terms.sort(terms.input_term(text.length));
            let spelled = spellings(&wanted).into_iter().map(|Spelling { value, text: digits }| {
                let mut spelled = witness.clone();
                spelled.set(number, value);
                spelled.set(text.length, Const::scalar(length, digits.len() as u64));
                let values = digits.bytes().map(u64::from);
                spelled.set(units, Const::Array(ArrayConst::of_values(Element::Bv(16), values).into()));
                spelled
            });
            let is_on_path = |witness: &Witness| state.path.conjuncts.iter().all(|&term| terms.holds(term, witness));
            if let Some(spelled) = spelled.into_iter().find(is_on_path) {
                state.path.set_witness(spelled);
            }
        }
    }
}

/// The array in which the text lies as a whole or in part.
fn units_of(text: &Text) -> Option<Term> {
    match &text.shape {
        &Shape::Array(units) => Some(units),
        Shape::Slice { of, .. } | Shape::Mapped { of, .. } => units_of(of),
        Shape::Units(_) | Shape::Concat(_) | Shape::Decimal(_) | Shape::Floating(_) | Shape::Choice { .. } => None,
    }
}

/// A number, and a text that `parseDouble` or `parseFloat` makes it of.
struct Spelling {
    value: Const,
    text: String,
}

/// Significant digits that tell every double from all others.
const DIGITS: usize = 17;

/// The number rounded to more and more digits, each time with and without a fraction of zero.
fn spellings(number: &Const) -> Vec<Spelling> {
    let mut found = Vec::new();
    match *number {
        Const::F32(bits) => {
            for value in rounded(f32::from_bits(bits), |digits, x| format!("{x:.digits$e}")) {
                let texts = [format!("{value}"), format!("{value:?}")];
                found.extend(texts.map(|text| Spelling { value: Const::F32(value.to_bits()), text: as_java(text) }));
            }
        }
        Const::F64(bits) => {
            for value in rounded(f64::from_bits(bits), |digits, x| format!("{x:.digits$e}")) {
                let texts = [format!("{value}"), format!("{value:?}")];
                found.extend(texts.map(|text| Spelling { value: Const::F64(value.to_bits()), text: as_java(text) }));
            }
        }
        Const::Bool(_) | Const::Bv { .. } | Const::Ref(_) | Const::Array(_) => {}
    }
    found
}

fn rounded<F: Copy + FromStr>(number: F, with_digits: impl Fn(usize, F) -> String) -> impl Iterator<Item = F> {
    (0..DIGITS).filter_map(move |digits| with_digits(digits, number).parse().ok())
}

/// Rust says `inf`.
fn as_java(text: String) -> String {
    text.replace("inf", "Infinity")
}
