//! Numbers to text and back, for symbolic ones.

use super::texts::{answer, string, throw};
use super::{Call, LibraryModel, Ret, text};
use crate::heap::text::{Shape, Text};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::state::path::Use;
use crate::world::{Machine, Res, Stop};
use std::rc::Rc;
use term::{Sort, Term};

pub const MODELS: &[LibraryModel] = &[
    text("java/lang/Integer", "toString", "(I)Ljava/lang/String;", decimal),
    text("java/lang/Long", "toString", "(J)Ljava/lang/String;", decimal),
    text("java/lang/Float", "toString", "(F)Ljava/lang/String;", floating),
    text("java/lang/Double", "toString", "(D)Ljava/lang/String;", floating),
    text("java/lang/Float", "toHexString", "(F)Ljava/lang/String;", hexadecimal),
    text("java/lang/Double", "toHexString", "(D)Ljava/lang/String;", hexadecimal),
    text("java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I", parse_int),
    text("java/lang/Long", "parseLong", "(Ljava/lang/String;I)J", parse_long),
    text("java/lang/Float", "parseFloat", "(Ljava/lang/String;)F", parse_floating),
    text("java/lang/Double", "parseDouble", "(Ljava/lang/String;)D", parse_floating),
];

/// Numbers that are tried before others when a floating-point number is parsed.
const TRIED: [&str; 2] = ["0", "1.5"];

fn decimal(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match call.arguments[0].term() {
        Some(number) => {
            let text = machine.decimal_text(number);
            string(machine, state, text)
        }
        None => Ok(Ret::Interpret),
    }
}

fn floating(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match call.arguments[0].term() {
        Some(number) => {
            let text = machine.floating_text(number);
            string(machine, state, text)
        }
        None => Ok(Ret::Interpret),
    }
}

fn hexadecimal(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match call.arguments[0].term() {
        Some(number) => {
            let text = machine.hexadecimal_text(number)?;
            string(machine, state, text)
        }
        None => Ok(Ret::Interpret),
    }
}

fn parse_int(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    parse(machine, state, call, 32)
}

fn parse_long(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    parse(machine, state, call, 64)
}

fn parse(machine: &mut Machine, state: &mut State, call: &Call, width: u8) -> Res<Ret> {
    let (id, radix) = (call.reference(0), call.arguments[1]);
    if id.is_null() || !radix.same(Value::Int(10)) {
        return Ok(Ret::Interpret);
    }
    let Some(text) = machine.symbolic_text(state, id)? else {
        return Ok(Ret::Interpret);
    };
    let text = machine.looked_at(state, &text)?;
    let Some((valid, value)) = machine.parse_decimal(state, &text, width)? else {
        machine.ready(state, id)?;
        return Ok(Ret::Interpret);
    };
    if !machine.decide(state, valid)? {
        return Err(throw(machine, state, "java/lang/NumberFormatException"));
    }
    answer(machine, value)
}

/// A few numbers are paths of their own. The rest is one more: exact for the text of the witness, any number or none for others.
fn parse_floating(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let id = call.reference(0);
    if id.is_null() {
        return Ok(Ret::Interpret);
    }
    let Some(text) = machine.symbolic_text(state, id)? else {
        return Ok(Ret::Interpret);
    };
    let single = &*machine.world.classes[call.method].name == "parseFloat";
    let sort = if single { Sort::Float32 } else { Sort::Float64 };
    if let Shape::Floating(number) = text.shape
        && machine.world.terms.sort(number) == sort
    {
        // The text of a number has enough digits to tell it from all others.
        return answer(machine, number);
    }
    let text = machine.looked_at(state, &text)?;
    for tried in TRIED {
        let literal = machine.literal_text(tried);
        let equal = machine.texts_equal(state, &text, &literal)?;
        if machine.choose(state, equal)? {
            let string = machine.new_string(state, tried);
            return Ok(Ret::Value(parsed(machine, state, call, string)?.expect("a number")));
        }
    }
    let perhaps = machine.perhaps("parses.floating", &[text.id()], Sort::Bool);
    let some = machine.perhaps("parsed.floating", &[text.id()], sort);
    machine.world.spellings.note(&machine.world.terms, some, &text);
    // A witness outside of the focus says nothing of the text, and every witness would be one more question.
    let (valid, value) = match state.path.loose {
        Some(_) => (perhaps, some),
        None => parsed_by_witness(machine, state, call, &text, (perhaps, some))?,
    };
    if !machine.decide(state, valid)? {
        return Err(throw(machine, state, "java/lang/NumberFormatException"));
    }
    answer(machine, value)
}

/// Whether a text is a number, and which: as the JDK says for the text of the witness, which joins the focus; for others `perhaps`.
fn parsed_by_witness(
    machine: &mut Machine,
    state: &mut State,
    call: &Call,
    text: &Rc<Text>,
    (perhaps, some): (Term, Term),
) -> Res<(Term, Term)> {
    machine.check_length(state, text)?;
    let units = machine.text_under_witness(state, text, Use::Focus);
    let concrete = machine.new_string_units(state, &units);
    let number = parsed(machine, state, call, concrete)?;
    let units: Vec<Term> = units.iter().map(|&unit| machine.world.terms.bv(16, unit as u64)).collect();
    let literal = machine.units_text(units);
    let inside = machine.texts_equal(state, text, &literal)?;
    state.path.focus_on(&machine.world.terms, inside, "text of other floating-point numbers");
    let exact = machine.world.terms.bool(number.is_some());
    let valid = machine.world.terms.ite(inside, exact, perhaps);
    let value = match number {
        Some(number) => {
            let number = machine.lift(number);
            machine.world.terms.ite(inside, number, some)
        }
        None => some,
    };
    Ok((valid, value))
}

/// What the JDK parses; `None` if it throws.
fn parsed(machine: &mut Machine, state: &mut State, call: &Call, string: ObjectId) -> Res<Option<Value>> {
    match machine.call(state, call.method, &[Value::Ref(string)]) {
        Ok(value) => Ok(value),
        Err(Stop::Throw(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}
