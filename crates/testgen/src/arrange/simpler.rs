//! Values that a person would choose: for every value of an arrangement that nobody would write, plainer ones to try in its place.

use super::{Arrangement, Given, Made};
use bytecode::{ClassFile, Constant, Insn, decode};
use replay::InputValue;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Values of one arrangement that are looked at.
const POSITIONS: usize = 4;
/// Values that are tried in the place of one.
const PROPOSALS: usize = 8;
/// Numbers of a class that are tried in the place of one.
const MOST_EDGES: usize = 40;
/// From this cost on people wonder why a value is what it is.
const WONDERED: u64 = 4;
/// Numbers that people write without a thought.
const PLAIN: [i64; 8] = [1, 2, 3, 5, 7, 10, 100, 1000];
/// Texts that stand for any.
const WORDS: [&str; 3] = ["a", "abc", "text"];

/// Letters of a text of the class that a test may have.
const LONGEST_TEXT: usize = 16;

/// What the class itself speaks of: the best values are made of these.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    pub numbers: BTreeSet<i64>,
    pub texts: BTreeSet<String>,
}

impl Vocabulary {
    /// Constants of classes.
    pub fn of(files: &[Rc<ClassFile>]) -> Vocabulary {
        let mut found = Vocabulary::default();
        for file in files {
            for constant in &file.pool.entries {
                match constant {
                    Constant::Integer(number) => _ = found.numbers.insert((*number).into()),
                    Constant::Long(number) => _ = found.numbers.insert(*number),
                    Constant::String(units) => found.texts.extend(String::from_utf16(units)),
                    _ => {}
                }
            }
            for code in file.methods.iter().filter_map(|method| decode(file, method).ok()) {
                found.numbers.extend(code.insns.iter().filter_map(|insn| match insn.get() {
                    Insn::Iconst(number) => Some(i64::from(number)),
                    _ => None,
                }));
            }
        }
        found.texts.retain(|text| text.len() <= LONGEST_TEXT && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        found
    }
}

/// How much there is to read and to wonder about.
pub fn burden(arrangement: &Arrangement, vocabulary: &Vocabulary) -> u64 {
    plain_values(&mut arrangement.clone()).iter().map(|value| cost(value, vocabulary)).sum()
}

/// The same arrangement with one of its values replaced by a plainer one, for each such value.
pub fn variants(arrangement: &Arrangement, vocabulary: &Vocabulary) -> Vec<Arrangement> {
    let mut copy = arrangement.clone();
    let values = plain_values(&mut copy);
    let mut costs: Vec<(usize, u64)> = values.iter().map(|value| cost(value, vocabulary)).enumerate().collect();
    let found: Vec<InputValue> = values.into_iter().map(|value| value.clone()).collect();
    costs.retain(|(_, cost)| *cost >= WONDERED);
    costs.sort_by_key(|(at, cost)| (u64::MAX - cost, *at));
    let mut all = Vec::new();
    for (at, before) in costs.into_iter().take(POSITIONS) {
        let mut plainer: Vec<InputValue> = proposals(&found[at], vocabulary);
        plainer.retain(|value| cost(value, vocabulary) < before);
        for value in plainer.into_iter().take(PROPOSALS) {
            let mut variant = arrangement.clone();
            *plain_values(&mut variant)[at] = value;
            all.push(variant);
        }
    }
    all
}

/// The same arrangement with numbers of the call at and beside each number of the class, where versions of it may part.
pub fn edges(arrangement: &Arrangement, vocabulary: &Vocabulary) -> Vec<Arrangement> {
    let near: BTreeSet<i64> =
        vocabulary.numbers.iter().flat_map(|known| [*known, known.wrapping_add(1), known.wrapping_sub(1)]).collect();
    let mut all = Vec::new();
    for at in 0..arrangement.arguments.len() {
        let Given::Plain(value) = &arrangement.arguments[at].1 else { continue };
        let numbers = near.iter().filter_map(|number| {
            Some(match value {
                InputValue::Int(_) => InputValue::Int(i32::try_from(*number).ok()?),
                InputValue::Long(_) => InputValue::Long(*number),
                InputValue::Short(_) => InputValue::Short(i16::try_from(*number).ok()?),
                InputValue::Byte(_) => InputValue::Byte(i8::try_from(*number).ok()?),
                _ => return None,
            })
        });
        for number in numbers.take(MOST_EDGES) {
            let mut variant = arrangement.clone();
            variant.arguments[at].1 = Given::Plain(number);
            all.push(variant);
        }
    }
    all
}

/// The values of several variants of one arrangement at once, as far as each changed another one.
pub fn combined(arrangement: &Arrangement, variants: &[&Arrangement]) -> Arrangement {
    let mut all = arrangement.clone();
    for variant in variants {
        let (mut before, mut after) = (arrangement.clone(), (*variant).clone());
        let (before, after) = (plain_values(&mut before), plain_values(&mut after));
        for ((into, before), after) in plain_values(&mut all).into_iter().zip(before).zip(after) {
            if before != after && *into == *before {
                *into = after.clone();
            }
        }
    }
    all
}

/// In the order of the text.
pub(super) fn plain_values(arrangement: &mut Arrangement) -> Vec<&mut InputValue> {
    fn of<'a>(given: &'a mut Given, found: &mut Vec<&'a mut InputValue>) {
        match given {
            Given::Plain(value) => found.push(value),
            Given::As(given, _) => of(given, found),
            Given::Object(_) | Given::Class(_) | Given::Constant { .. } => {}
        }
    }
    let mut found = Vec::new();
    for object in &mut arrangement.objects {
        match &mut object.made {
            Made::Call { of: _, arguments, steps, .. } => {
                arguments.iter_mut().for_each(|given| of(given, &mut found));
                steps.iter_mut().flat_map(|step| &mut step.arguments).for_each(|given| of(given, &mut found));
            }
            Made::Elements(elements) => elements.iter_mut().for_each(|given| of(given, &mut found)),
            Made::Value(value) => found.push(value),
            Made::Anonymous { arguments, methods, .. } => {
                arguments.iter_mut().for_each(|given| of(given, &mut found));
                // An answer that nobody asks for is plain as it is.
                let answers = methods.iter_mut().filter(|method| !method.is_nothing());
                let answers = answers.filter_map(|method| method.answer.as_mut());
                answers.for_each(|(_, given)| of(given, &mut found));
            }
            Made::Member { .. } => {}
        }
    }
    arrangement.arguments.iter_mut().for_each(|(_, given)| of(given, &mut found));
    found
}

fn cost(value: &InputValue, vocabulary: &Vocabulary) -> u64 {
    let whole = |number: i64| match number {
        -1..=10 => 0,
        _ if vocabulary.numbers.contains(&number) => 1,
        -10..=100 => 2,
        _ if [-1, 1].iter().any(|by| vocabulary.numbers.contains(&number.wrapping_add(*by))) => 2,
        _ if number % 10 == 0 && (-10_000..=10_000).contains(&number) => 3,
        _ => WONDERED + number.unsigned_abs().to_string().len() as u64,
    };
    let real = |number: f64, digits: usize| match number {
        _ if number.is_nan() || number.is_infinite() => 4,
        _ if number.fract() == 0.0 && number.abs() < 1e6 => {
            whole(number as i64) + u64::from(number.is_sign_negative() && number == 0.0)
        }
        _ => digits as u64,
    };
    match value {
        InputValue::Boolean(_) | InputValue::Null | InputValue::Same { .. } | InputValue::Object { .. } => 0,
        InputValue::Byte(number) => whole((*number).into()),
        InputValue::Short(number) => whole((*number).into()),
        InputValue::Int(number) => whole((*number).into()),
        InputValue::Long(number) => whole(*number),
        InputValue::Float(number) => real((*number).into(), number.to_string().len()),
        InputValue::Double(number) => real(*number, number.to_string().len()),
        InputValue::Char(unit) => unit_cost(*unit),
        InputValue::Text(units) => {
            let is_known = String::from_utf16(units).is_ok_and(|text| vocabulary.texts.contains(&text));
            let letters: u64 = units.iter().map(|unit| unit_cost(*unit)).sum();
            if is_known { 0 } else { letters + (units.len() as u64).saturating_sub(8) }
        }
        InputValue::Boxed(number) => cost(number, vocabulary),
        InputValue::Array { elements, .. } => {
            let inside: u64 = elements.iter().map(|element| cost(element, vocabulary)).sum();
            inside + (elements.len() as u64).saturating_sub(3)
        }
    }
}

/// Of a character: letters are read as they are, others make people look, and some cannot be seen at all.
fn unit_cost(unit: u16) -> u64 {
    match u8::try_from(unit) {
        Ok(letter) if letter.is_ascii_alphanumeric() => 0,
        Ok(b' '..=b'~') => 1,
        _ => 8,
    }
}

fn proposals(value: &InputValue, vocabulary: &Vocabulary) -> Vec<InputValue> {
    let whole = |number: i64, least: i64, most: i64| {
        let sign = if number < 0 { -1 } else { 1 };
        // Just at and beside what the class compares with, on this side of zero first.
        let near = vocabulary.numbers.iter().flat_map(|known| [*known, known.wrapping_add(1), known.wrapping_sub(1)]);
        let mut all: Vec<i64> = near.filter(|near| near.unsigned_abs() < number.unsigned_abs()).collect();
        all.sort_by_key(|near| number.abs_diff(*near));
        let plain = PLAIN.iter().map(|plain| plain * sign);
        let all: Vec<i64> = all.into_iter().take(3).chain(plain).collect();
        all.into_iter().filter(move |number| (least..=most).contains(number)).collect::<Vec<i64>>()
    };
    match value {
        InputValue::Boolean(_) | InputValue::Null | InputValue::Same { .. } | InputValue::Object { .. } => Vec::new(),
        InputValue::Byte(number) => {
            let all = whole((*number).into(), i8::MIN.into(), i8::MAX.into());
            all.into_iter().map(|number| InputValue::Byte(number as i8)).collect()
        }
        InputValue::Short(number) => {
            let all = whole((*number).into(), i16::MIN.into(), i16::MAX.into());
            all.into_iter().map(|number| InputValue::Short(number as i16)).collect()
        }
        InputValue::Int(number) => {
            let all = whole((*number).into(), i32::MIN.into(), i32::MAX.into());
            all.into_iter().map(|number| InputValue::Int(number as i32)).collect()
        }
        InputValue::Long(number) => whole(*number, i64::MIN, i64::MAX).into_iter().map(InputValue::Long).collect(),
        InputValue::Float(number) => {
            reals((*number).into()).into_iter().map(|number| InputValue::Float(number as f32)).collect()
        }
        InputValue::Double(number) => reals(*number).into_iter().map(InputValue::Double).collect(),
        InputValue::Char(_) => "ax1".encode_utf16().map(InputValue::Char).collect(),
        InputValue::Text(units) => texts(units, vocabulary).into_iter().map(InputValue::Text).collect(),
        InputValue::Boxed(number) => {
            proposals(number, vocabulary).into_iter().map(|number| InputValue::Boxed(Box::new(number))).collect()
        }
        InputValue::Array { class, elements } => {
            let array = |elements: Vec<InputValue>| InputValue::Array { class: class.clone(), elements };
            // All elements that nobody would write at once, and fewer of them.
            let plainest = elements.iter().map(|element| {
                let mut plainer = proposals(element, vocabulary);
                plainer.push(element.clone());
                plainer.into_iter().min_by_key(|value| cost(value, vocabulary)).unwrap_or_else(|| element.clone())
            });
            // The first proposal keeps the form of an element.
            let alike = elements.iter().map(|element| {
                let first = proposals(element, vocabulary).into_iter().next();
                first.filter(|_| cost(element, vocabulary) >= WONDERED).unwrap_or_else(|| element.clone())
            });
            let mut all = vec![array(alike.collect()), array(plainest.collect())];
            all.extend((1..elements.len().min(4)).map(|length| array(elements[..length].to_vec())));
            all
        }
    }
}

fn reals(number: f64) -> Vec<f64> {
    let sign = if number < 0.0 { -1.0 } else { 1.0 };
    let mut all: Vec<f64> = [1.0, 2.0, 10.0, 0.5, 1.5, 100.0].iter().map(|plain| plain * sign).collect();
    all.extend([0.0, number.round()].into_iter().filter(|near| near.is_finite()));
    all
}

/// Letters for what cannot be read first, as long as it is; then any word.
fn texts(units: &[u16], vocabulary: &Vocabulary) -> Vec<Vec<u16>> {
    let letter = |at: usize| u16::from(b'a' + (at % 26) as u8);
    let readable = |worst: u64| -> Vec<u16> {
        units.iter().enumerate().map(|(at, unit)| if unit_cost(*unit) >= worst { letter(at) } else { *unit }).collect()
    };
    let mut all = vec![readable(8), readable(1)];
    all.extend(WORDS.iter().map(|word| word.encode_utf16().collect::<Vec<u16>>()));
    let known = vocabulary.texts.iter().filter(|text| text.len() <= units.len().max(8));
    all.extend(known.take(PROPOSALS).map(|text| text.encode_utf16().collect::<Vec<u16>>()));
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(values: Vec<InputValue>) -> Arrangement {
        let arguments = values.into_iter().map(|value| ("p".to_string(), Given::Plain(value))).collect();
        Arrangement { arguments, ..Arrangement::default() }
    }

    fn text(text: &str) -> InputValue {
        InputValue::Text(text.encode_utf16().collect())
    }

    #[test]
    fn nobody_writes_large_numbers_and_control_characters() {
        let vocabulary = Vocabulary { numbers: [100].into(), texts: BTreeSet::new() };
        let ugly = given(vec![InputValue::Int(1_073_741_824), text("\0b")]);
        let all = variants(&ugly, &vocabulary);
        assert!(all.contains(&given(vec![InputValue::Int(101), text("\0b")])), "{all:?}");
        assert!(all.contains(&given(vec![InputValue::Int(1_073_741_824), text("ab")])), "{all:?}");
        assert!(all.iter().all(|one| burden(one, &vocabulary) < burden(&ugly, &vocabulary)));
        let [one, other] = [(InputValue::Int(101), text("\0b")), (InputValue::Int(1_073_741_824), text("ab"))]
            .map(|(number, text)| given(vec![number, text]));
        assert_eq!(combined(&ugly, &[&one, &other]), given(vec![InputValue::Int(101), text("ab")]));
    }

    #[test]
    fn what_people_write_stays() {
        let vocabulary = Vocabulary { numbers: BTreeSet::new(), texts: ["GMT+1".to_string()].into() };
        let plain = given(vec![InputValue::Int(3), text("abc"), text("GMT+1"), InputValue::Double(2.0), text("")]);
        assert!(variants(&plain, &vocabulary).is_empty());
    }
}
