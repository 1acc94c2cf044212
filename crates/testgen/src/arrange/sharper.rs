//! Values that tell a program from a changed one: for every value of an arrangement others to try, at and beside what the class speaks of, and all
//! values at once, different or the same, as zeros and empty texts hide much.

use super::Arrangement;
use super::simpler::{Vocabulary, plain_values};
use replay::InputValue;

/// Values that are tried in the place of one.
const PROPOSALS: usize = 14;
/// No two of them are the same, nor are sums and products of two.
const DIFFERENT: [i64; 8] = [2, 3, 5, 7, 11, 13, 17, 19];
const TEXTS: [&str; 4] = ["abc", "de", "f", "Gh 1"];
const SAME: i64 = 3;
/// Numbers that people compare with.
const USUAL: [i64; 6] = [1, 2, -1, 10, 7, 100];
const REALS: [f64; 6] = [0.5, 1.5, 2.0, -1.0, 10.0, 0.1];
const LETTERS: [char; 6] = ['a', 'Z', '5', ' ', '-', 'z'];

/// All at once first, then one after the other, the arguments of the call before those of its objects.
pub fn sharper(arrangement: &Arrangement, vocabulary: &Vocabulary) -> Vec<Arrangement> {
    let mut copy = arrangement.clone();
    let found: Vec<InputValue> = plain_values(&mut copy).into_iter().map(|value| value.clone()).collect();
    let mut all = vec![
        with_all(arrangement, |at, value| filled(value, DIFFERENT[at % DIFFERENT.len()], TEXTS[at % TEXTS.len()])),
        with_all(arrangement, |_, value| filled(value, SAME, TEXTS[0])),
    ];
    let others: Vec<Vec<InputValue>> = found.iter().map(|value| proposals(value, vocabulary)).collect();
    for round in 0..PROPOSALS {
        for at in (0..found.len()).rev() {
            let Some(value) = others[at].get(round) else { continue };
            let mut variant = arrangement.clone();
            *plain_values(&mut variant)[at] = value.clone();
            all.push(variant);
        }
    }
    all.retain(|variant| variant != arrangement);
    all
}

fn with_all(arrangement: &Arrangement, other: impl Fn(usize, &InputValue) -> Option<InputValue>) -> Arrangement {
    let mut variant = arrangement.clone();
    for (at, value) in plain_values(&mut variant).into_iter().enumerate() {
        if let Some(other) = other(at, value) {
            *value = other;
        }
    }
    variant
}

/// A number or a text of the same type; truth values, null and objects stay.
fn filled(value: &InputValue, number: i64, text: &str) -> Option<InputValue> {
    Some(match value {
        InputValue::Text(_) => InputValue::Text(text.encode_utf16().collect()),
        InputValue::Float(_) => InputValue::Float(number as f32),
        InputValue::Double(_) => InputValue::Double(number as f64),
        InputValue::Boxed(inside) => InputValue::Boxed(Box::new(filled(inside, number, text)?)),
        value => whole(value, number)?,
    })
}

fn whole(value: &InputValue, number: i64) -> Option<InputValue> {
    Some(match value {
        InputValue::Byte(_) => InputValue::Byte(i8::try_from(number).ok()?),
        InputValue::Short(_) => InputValue::Short(i16::try_from(number).ok()?),
        InputValue::Int(_) => InputValue::Int(i32::try_from(number).ok()?),
        InputValue::Long(_) => InputValue::Long(number),
        _ => return None,
    })
}

fn proposals(value: &InputValue, vocabulary: &Vocabulary) -> Vec<InputValue> {
    let mut all: Vec<InputValue> = match value {
        InputValue::Boolean(truth) => vec![InputValue::Boolean(!truth)],
        InputValue::Byte(_) | InputValue::Short(_) | InputValue::Int(_) | InputValue::Long(_) => {
            numbers(vocabulary).into_iter().filter_map(|number| whole(value, number)).collect()
        }
        InputValue::Float(_) => REALS.iter().map(|real| InputValue::Float(*real as f32)).collect(),
        InputValue::Double(_) => {
            let known = vocabulary.numbers.iter().take(PROPOSALS / 2).map(|number| *number as f64);
            REALS.iter().copied().chain(known).map(InputValue::Double).collect()
        }
        InputValue::Char(_) => LETTERS.iter().map(|letter| InputValue::Char(*letter as u16)).collect(),
        InputValue::Text(units) => texts(units, vocabulary).into_iter().map(InputValue::Text).collect(),
        InputValue::Boxed(inside) => {
            proposals(inside, vocabulary).into_iter().map(|inside| InputValue::Boxed(Box::new(inside))).collect()
        }
        InputValue::Array { class, elements } => {
            arrays(elements).into_iter().map(|elements| InputValue::Array { class: class.clone(), elements }).collect()
        }
        InputValue::Null | InputValue::Same { .. } | InputValue::Object { .. } => Vec::new(),
    };
    all.retain(|other| other != value);
    all.truncate(PROPOSALS);
    all
}

/// At and beside the numbers of the class, small ones first, and usual ones between them.
fn numbers(vocabulary: &Vocabulary) -> Vec<i64> {
    let mut known: Vec<i64> =
        vocabulary.numbers.iter().flat_map(|known| [*known, known.wrapping_add(1), known.wrapping_sub(1)]).collect();
    known.sort_by_key(|number| number.unsigned_abs());
    let mut all = Vec::new();
    let (mut known, mut usual) = (known.into_iter(), USUAL.into_iter());
    loop {
        let next = [known.next(), known.next(), usual.next()];
        if next == [None; 3] {
            return all;
        }
        for number in next.into_iter().flatten() {
            if !all.contains(&number) {
                all.push(number);
            }
        }
    }
}

/// Words of the class, and what the text itself becomes by a small change.
fn texts(units: &[u16], vocabulary: &Vocabulary) -> Vec<Vec<u16>> {
    let encoded = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
    let mut all = vec![encoded("abc")];
    if let Some((_, rest)) = units.split_first() {
        all.extend([[units, units].concat(), rest.to_vec(), [units, &encoded(" ")[..]].concat()]);
        all.extend([[&encoded("A")[..], units].concat()]);
    }
    all.extend(vocabulary.texts.iter().take(PROPOSALS / 2).map(|text| encoded(text)));
    all.push(encoded("Ab 1"));
    all
}

/// One element less, one more, and another order.
fn arrays(elements: &[InputValue]) -> Vec<Vec<InputValue>> {
    let Some((last, rest)) = elements.split_last() else { return Vec::new() };
    let different = |at: usize, value: &InputValue| filled(value, DIFFERENT[at % DIFFERENT.len()], "abc");
    let all = [elements, std::slice::from_ref(last)].concat();
    let filled: Option<Vec<InputValue>> = all.iter().enumerate().map(|(at, value)| different(at, value)).collect();
    let backwards = elements.iter().rev().cloned().collect();
    filled.into_iter().chain([rest.to_vec(), backwards, all]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrange::Given;
    use std::collections::BTreeSet;

    #[test]
    fn values_part_at_what_the_class_compares_with() {
        let number = |number| ("n".to_string(), Given::Plain(InputValue::Int(number)));
        let given = |one, other| Arrangement { arguments: vec![number(one), number(other)], ..Arrangement::default() };
        let vocabulary = Vocabulary { numbers: BTreeSet::from([18]), texts: BTreeSet::new() };
        let all = sharper(&given(0, 0), &vocabulary);
        assert_eq!(all[..2], [given(2, 3), given(3, 3)]);
        for wanted in [given(0, 17), given(0, 18), given(0, 19), given(18, 0)] {
            assert!(all.contains(&wanted), "{wanted:?}");
        }
        assert!(all.iter().all(|one| *one != given(0, 0)));
    }
}
