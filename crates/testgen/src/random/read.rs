//! What the program of ours kept of random calls, as arrangements.

use super::grammar::{Grammar, How, WayId};
use crate::arrange::{Arrangement, Arranger, Given, Made, Step};
use bytecode::{DottedName, Prim};
use machine::{Machine, State};
use replay::InputValue;
use std::collections::BTreeMap;

impl Grammar {
    /// The number of the method and what a line says that it is given.
    pub fn read(&self, machine: &mut Machine, state: &State, line: &str) -> Option<(usize, Arrangement)> {
        let mut words = line.strip_prefix("call ")?.split(' ');
        let number: usize = words.next()?.parse().ok()?;
        let method = self.methods.iter().find(|method| method.tested.number == number)?;
        let count = self.count(method.way);
        let mut reader =
            Reader { grammar: self, arranger: Arranger::new(machine, state), words, labelled: BTreeMap::new() };
        let mut given = (0..count).map(|_| reader.given()).collect::<Option<Vec<Given>>>()?;
        let before = usize::from(self.way(method.way).of.is_some());
        let told = reader.arranger.told_apart(method.tested.method, given.split_off(before));
        let arguments = method.tested.names.iter().cloned().zip(given.into_iter().chain(told)).collect();
        Some((number, Arrangement { arguments, objects: reader.arranger.objects, ..Arrangement::default() }))
    }
}

struct Reader<'g, 'a, 'm, 'w> {
    grammar: &'g Grammar,
    arranger: Arranger<'a, 'm>,
    words: std::str::Split<'w, char>,
    /// Objects that are given once more.
    labelled: BTreeMap<u32, Given>,
}

impl Reader<'_, '_, '_, '_> {
    fn given(&mut self) -> Option<Given> {
        let word = self.words.next()?;
        let (sort, rest) = word.split_at_checked(1)?;
        let (before, after) = rest.split_once(':').unwrap_or((rest, ""));
        Some(match sort {
            "N" => Given::Plain(InputValue::Null),
            "S" => self.labelled.get(&before.parse().ok()?)?.clone(),
            "L" => {
                let given = self.given()?;
                let given = self.with_variable(given);
                self.labelled.insert(before.parse().ok()?, given.clone());
                given
            }
            "V" => Given::Plain(number(prim(before)?, after)?),
            "B" => Given::Plain(InputValue::Boxed(Box::new(number(prim(before)?, after)?))),
            "T" => Given::Plain(InputValue::Text(units(after)?)),
            "A" => {
                let prim = prim(before)?;
                let elements = after.split(',').filter(|bits| !bits.is_empty()).map(|bits| number(prim, bits));
                let class = DottedName::new(format!("[{}", prim.descriptor()));
                Given::Plain(InputValue::Array { class, elements: elements.collect::<Option<_>>()? })
            }
            "E" => {
                let (count, descriptor) = after.split_once(':')?;
                let elements: Option<Vec<Given>> = (0..count.parse::<usize>().ok()?).map(|_| self.given()).collect();
                self.arranger.add(None, descriptor.into(), Made::Elements(elements?))
            }
            "W" => self.made(self.grammar.way_named(before)?, after.parse().ok()?)?,
            _ => return None,
        })
    }

    /// What is given once more, and is not the same wherever it is written.
    fn with_variable(&mut self, given: Given) -> Given {
        let Given::Plain(value) = &given else { return given };
        let InputValue::Array { class, .. } = value else { return given };
        self.arranger.add(None, class.internal(), Made::Value(value.clone()))
    }

    fn made(&mut self, way: WayId, steps: usize) -> Option<Given> {
        let grammar = self.grammar;
        let maker = match &grammar.way(way).how {
            How::Class(class) => return Some(Given::Class(self.arranger.machine.world.descriptor(*class))),
            How::Field(holder, name) => {
                let class = self.arranger.machine.world.classes[*holder].name.clone();
                return Some(Given::Constant { class, name: name.to_string() });
            }
            How::Member(member) => {
                let class = match member.got_by {
                    "getDeclaredField" => "java/lang/reflect/Field",
                    "getDeclaredConstructor" => "java/lang/reflect/Constructor",
                    _ => "java/lang/reflect/Method",
                };
                let made = self.arranger.member(member);
                return Some(self.arranger.add(None, class.into(), made));
            }
            How::Call(maker) => *maker,
        };
        let cast = grammar.way(way).cast;
        let mut given: Vec<Given> = (0..grammar.count(way)).map(|_| self.given()).collect::<Option<_>>()?;
        let other = grammar.way(way).of.map(|_| given.remove(0));
        let arguments = self.arranger.told_apart(maker, given);
        let class = self.arranger.machine.world.classes[maker].class;
        if let Some(&of) = self.arranger.machine.world.tests.implemented.get(&class) {
            return (steps == 0).then(|| self.arranger.anonymous(class, of, maker, arguments));
        }
        let mut calls = Vec::new();
        for _ in 0..steps {
            let word = self.words.next()?.strip_prefix('W')?;
            let step = grammar.way_named(word.split(':').next()?)?;
            let How::Call(method) = grammar.way(step).how else { return None };
            let given: Vec<Given> = (0..grammar.count(step)).map(|_| self.given()).collect::<Option<_>>()?;
            let arguments = self.arranger.told_apart(method, given);
            let name = self.arranger.machine.world.classes[method].name.to_string();
            calls.push(Step { method: name, types: self.arranger.types(method), arguments });
        }
        let (class, call) = self.arranger.call((maker, cast), other, arguments, calls);
        Some(self.arranger.add(None, class, call))
    }
}

fn prim(letter: &str) -> Option<Prim> {
    Prim::from_descriptor(letter.chars().next()?)
}

fn number(prim: Prim, bits: &str) -> Option<InputValue> {
    let bits: i64 = bits.parse().ok()?;
    Some(match prim {
        Prim::Boolean => InputValue::Boolean(bits != 0),
        Prim::Byte => InputValue::Byte(bits as i8),
        Prim::Short => InputValue::Short(bits as i16),
        Prim::Char => InputValue::Char(bits as u16),
        Prim::Int => InputValue::Int(bits as i32),
        Prim::Long => InputValue::Long(bits),
        Prim::Float => InputValue::Float(f32::from_bits(bits as u32)),
        Prim::Double => InputValue::Double(f64::from_bits(bits as u64)),
    })
}

fn units(text: &str) -> Option<Vec<u16>> {
    let digits = text.as_bytes().chunks(4);
    digits.map(|unit| u16::from_str_radix(std::str::from_utf8(unit).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::grammar::{KindId, Way};
    use super::*;
    use machine::ClassId;
    use std::rc::Rc;

    #[test]
    fn numbers_arrive_bit_by_bit() {
        let read = |letter: &str, bits: &str| number(prim(letter)?, bits);
        assert_eq!(read("Z", "1"), Some(InputValue::Boolean(true)));
        assert_eq!(read("B", "-1"), Some(InputValue::Byte(-1)));
        assert_eq!(read("C", "65"), Some(InputValue::Char(65)));
        assert_eq!(read("D", &1.5f64.to_bits().to_string()), Some(InputValue::Double(1.5)));
        assert_eq!(read("F", &f32::NEG_INFINITY.to_bits().to_string()), Some(InputValue::Float(f32::NEG_INFINITY)));
        assert_eq!(read("I", "many"), None);
        assert_eq!(read("X", "1"), None);
    }

    #[test]
    fn texts_are_four_digits_a_unit() {
        assert_eq!(units("0041d83d"), Some(vec![0x41, 0xd83d]));
        assert_eq!(units(""), Some(Vec::new()));
        assert_eq!(units("00g1"), None);
    }

    #[test]
    fn a_way_that_is_not_there_is_refused() {
        let way = Way {
            how: How::Class(ClassId::NONE),
            of: Some(KindId(0)),
            parameters: vec![KindId(1)],
            cast: None,
            steps: Rc::new([]),
        };
        let mut grammar = Grammar::default();
        grammar.ways.push(way);
        assert_eq!(grammar.way_named("0"), Some(WayId(0)));
        assert_eq!(grammar.way_named("1"), None);
        assert_eq!(grammar.way_named("-"), None);
        assert_eq!(grammar.count(WayId(0)), 2);
    }
}
