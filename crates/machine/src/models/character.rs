//! Properties of characters as terms: for Latin-1 ranges, beyond it a table, both filled with the JDK's own answers when they
//! are first needed.

use super::{Call, LibraryModel, Model, Ret, text};
use crate::natives::Effect;
use crate::program::{MethodId, Value};
use crate::state::State;
use crate::world::characters::{Answer, Beyond, Segment};
use crate::world::{Machine, Res};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{ArrayConst, Element, Term};

const CLASS: &str = "java/lang/Character";
const LATIN: u32 = 0x100;
/// Code points above are left to the bytecode.
const PLANE: u32 = 0x1_0000;
const GREATEST_RADIX: i32 = 36;

const fn property(method: &'static str, run: Model) -> LibraryModel {
    text(CLASS, method, "", run)
}

pub const MODELS: &[LibraryModel] = &[
    property("isLowerCase", condition),
    property("isUpperCase", condition),
    property("isTitleCase", condition),
    property("isDigit", condition),
    property("isDefined", condition),
    property("isLetter", condition),
    property("isLetterOrDigit", condition),
    property("isAlphabetic", condition),
    property("isIdeographic", condition),
    property("isJavaIdentifierStart", condition),
    property("isJavaIdentifierPart", condition),
    property("isUnicodeIdentifierStart", condition),
    property("isUnicodeIdentifierPart", condition),
    property("isIdentifierIgnorable", condition),
    property("isSpace", condition),
    property("isSpaceChar", condition),
    property("isWhitespace", condition),
    property("isISOControl", condition),
    property("isMirrored", condition),
    property("isSurrogate", condition),
    property("isHighSurrogate", condition),
    property("isLowSurrogate", condition),
    property("toLowerCase", number),
    property("toUpperCase", number),
    property("toTitleCase", number),
    property("getNumericValue", number),
    property("getType", number),
    property("getDirectionality", number),
    property("digit", digit),
    property("forDigit", for_digit),
];

fn condition(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(answer) = answer(machine, state, call, &[])? else {
        return Ok(Ret::Interpret);
    };
    let holds = machine.world.terms.int_to_bool(answer);
    Ok(Ret::Value(machine.boolean(holds)))
}

fn number(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match answer(machine, state, call, &[])? {
        Some(answer) => Ok(Ret::Value(machine.value_of(answer))),
        None => Ok(Ret::Interpret),
    }
}

/// The value of a digit does not depend on the radix, only whether it is one.
fn digit(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let radix = Value::Int(GREATEST_RADIX);
    let Some(value) = answer(machine, state, call, &[radix])? else {
        return Ok(Ret::Interpret);
    };
    let radix = machine.lift(call.arguments[1]);
    let valid = valid_radix(machine, radix);
    let terms = &mut machine.world.terms;
    let below = terms.slt(value, radix);
    let is_digit = terms.and(valid, below);
    let none = terms.int(-1);
    let term = terms.ite(is_digit, value, none);
    Ok(Ret::Value(machine.value_of(term)))
}

fn valid_radix(machine: &mut Machine, radix: Term) -> Term {
    let terms = &mut machine.world.terms;
    let (least, greatest) = (terms.int(2), terms.int(GREATEST_RADIX));
    let bounds = [terms.sle(least, radix), terms.sle(radix, greatest)];
    terms.all(bounds)
}

fn for_digit(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    if call.arguments.iter().all(|argument| argument.term().is_none()) {
        return Ok(Ret::Interpret);
    }
    let (digit, radix) = (machine.lift(call.arguments[0]), machine.lift(call.arguments[1]));
    let valid = valid_radix(machine, radix);
    let terms = &mut machine.world.terms;
    let (zero, ten) = (terms.int(0), terms.int(10));
    let inside = [valid, terms.sle(zero, digit), terms.slt(digit, radix)];
    let inside = terms.all(inside);
    let (decimal, letter) = (terms.int('0' as i32), terms.int('a' as i32 - 10));
    let (decimal, letter) = (terms.add(digit, decimal), terms.add(digit, letter));
    let small = terms.slt(digit, ten);
    let character = terms.ite(small, decimal, letter);
    let term = terms.ite(inside, character, zero);
    Ok(Ret::Value(machine.value_of(term)))
}

/// What the method answers for the first argument, an int; `None` if its bytecode is to be run.
fn answer(machine: &mut Machine, state: &mut State, call: &Call, others: &[Value]) -> Res<Option<Term>> {
    let Some(character) = call.arguments[0].term() else {
        return Ok(None);
    };
    let plane = machine.world.terms.int(PLANE as i32);
    let inside = machine.world.terms.ult(character, plane);
    if !machine.decide(state, inside)? {
        return Ok(None);
    }
    let latin = latin(machine, state, call.method, others)?;
    let latin = segments(machine, character, &latin);
    let end = machine.world.terms.int(LATIN as i32);
    let is_latin = machine.world.terms.ult(character, end);
    let followed = machine.world.followed.is_some();
    if state.path.known(&machine.world.terms, is_latin) == Some(true) || followed && machine.decide(state, is_latin)? {
        return Ok(Some(latin));
    }
    let beyond = match beyond(machine, state, call.method, others)? {
        Beyond::Answers(table) => machine.world.terms.select(table, character),
        Beyond::Distances(table) => {
            let distance = machine.world.terms.select(table, character);
            machine.world.terms.add(character, distance)
        }
    };
    Ok(Some(machine.world.terms.ite(is_latin, latin, beyond)))
}

fn segments(machine: &mut Machine, character: Term, segments: &[Segment]) -> Term {
    let terms = &mut machine.world.terms;
    let mut chosen = None;
    for segment in segments.iter().rev() {
        let here = match segment.answer {
            Answer::Same(answer) => terms.int(answer),
            Answer::Distance(distance) => {
                let distance = terms.int(distance);
                terms.add(character, distance)
            }
        };
        chosen = Some(match chosen {
            None => here,
            Some(above) => {
                let last = terms.int(segment.last as i32);
                let below = terms.ule(character, last);
                terms.ite(below, here, above)
            }
        });
    }
    chosen.expect("there are characters")
}

fn latin(machine: &mut Machine, state: &mut State, method: MethodId, others: &[Value]) -> Res<Rc<[Segment]>> {
    if let Some(known) = machine.world.characters.0.get(&method).and_then(|answers| answers.latin.clone()) {
        return Ok(known);
    }
    let mut made: Vec<Segment> = Vec::new();
    for (at, answer) in (0..).zip(ask(machine, state, method, others, 0..LATIN)?) {
        let (same, distance) = (Answer::Same(answer), Answer::Distance(answer - at as i32));
        match made.as_mut_slice() {
            [.., segment] if segment.answer == same || segment.answer == distance => segment.last = at,
            // A single character starts both kinds.
            [before @ .., segment] if segment.last == before.last().map_or(0, |before| before.last + 1) => {
                match segment.answer {
                    Answer::Same(first) if first - segment.last as i32 == answer - at as i32 => {
                        *segment = Segment { last: at, answer: distance };
                    }
                    _ => made.push(Segment { last: at, answer: same }),
                }
            }
            _ => made.push(Segment { last: at, answer: same }),
        }
    }
    let made: Rc<[Segment]> = made.into();
    machine.world.characters.0.entry(method).or_default().latin = Some(made.clone());
    Ok(made)
}

fn beyond(machine: &mut Machine, state: &mut State, method: MethodId, others: &[Value]) -> Res<Beyond> {
    if let Some(known) = machine.world.characters.0.get(&method).and_then(|answers| answers.beyond) {
        return Ok(known);
    }
    let answers = ask(machine, state, method, others, LATIN..PLANE)?;
    let distances: Vec<i32> = (LATIN as i32..).zip(&answers).map(|(at, answer)| answer - at).collect();
    let (frequent, often) = most_frequent(&answers);
    let (usual, usually) = most_frequent(&distances);
    let made = if often >= usually {
        Beyond::Answers(table(machine, &answers, frequent))
    } else {
        Beyond::Distances(table(machine, &distances, usual))
    };
    machine.world.characters.0.entry(method).or_default().beyond = Some(made);
    Ok(made)
}

fn table(machine: &mut Machine, values: &[i32], default: i32) -> Term {
    let mut array = ArrayConst::new(Element::Bv(32), default as u32 as u64);
    for (at, &value) in (LATIN..).zip(values) {
        array.set(at, value as u32 as u64);
    }
    machine.world.terms.array(Rc::new(array))
}

fn most_frequent(values: &[i32]) -> (i32, usize) {
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    values.iter().for_each(|&value| *counts.entry(value).or_default() += 1);
    counts.into_iter().max_by_key(|&(_, count)| count).expect("there are values")
}

/// The JDK's answers for a range of characters.
fn ask(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    others: &[Value],
    range: std::ops::Range<u32>,
) -> Res<Vec<i32>> {
    let mut arguments = [&[Value::Int(0)], others].concat();
    let mut answers = Vec::with_capacity(range.len());
    for character in range {
        arguments[0] = Value::Int(character as i32);
        let answer = machine.host.call(machine.world, state, method, &arguments, Effect::Pure)?;
        answers.push(answer.expect("the methods of the table have results").as_int());
    }
    Ok(answers)
}
