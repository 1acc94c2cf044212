//! Bit casts and square roots, exact where the JVM is exact. What HotSpot computes with its own intrinsics (sin, pow, ...)
//! runs there; on symbolic data it is a term. `StrictMath` may differ from `Math` in the last bit: there symbolic data is
//! concretised, but for a followed path, which proves nothing.

use super::{Call, LibraryModel, Ret, symbolic, text};
use crate::natives;
use crate::program::Value;
use crate::state::State;
use crate::state::path::Use;
use crate::world::{Machine, Res};
use term::{Function, Op, Sort, Term};

pub const MODELS: &[LibraryModel] = &[
    symbolic("java/lang/Float", "floatToRawIntBits", "(F)I", float_bits),
    text("java/lang/Float", "floatToIntBits", "(F)I", canonical_bits),
    text("java/lang/Double", "doubleToLongBits", "(D)J", canonical_bits),
    symbolic("java/lang/Float", "intBitsToFloat", "(I)F", float_from_bits),
    symbolic("java/lang/Double", "doubleToRawLongBits", "(D)J", double_bits),
    symbolic("java/lang/Double", "longBitsToDouble", "(J)D", double_from_bits),
    symbolic("java/lang/Math", "sqrt", "(D)D", sqrt),
    symbolic("java/lang/StrictMath", "sqrt", "(D)D", sqrt),
    symbolic("java/lang/Math", "sin", "(D)D", function),
    symbolic("java/lang/Math", "cos", "(D)D", function),
    symbolic("java/lang/Math", "tan", "(D)D", function),
    symbolic("java/lang/Math", "asin", "(D)D", function),
    symbolic("java/lang/Math", "acos", "(D)D", function),
    symbolic("java/lang/Math", "atan", "(D)D", function),
    symbolic("java/lang/Math", "exp", "(D)D", function),
    symbolic("java/lang/Math", "log", "(D)D", function),
    symbolic("java/lang/Math", "log10", "(D)D", function),
    symbolic("java/lang/Math", "cbrt", "(D)D", function),
    symbolic("java/lang/Math", "sinh", "(D)D", function),
    symbolic("java/lang/Math", "cosh", "(D)D", function),
    symbolic("java/lang/Math", "tanh", "(D)D", function),
    symbolic("java/lang/Math", "expm1", "(D)D", function),
    symbolic("java/lang/Math", "log1p", "(D)D", function),
    symbolic("java/lang/Math", "atan2", "(DD)D", function),
    symbolic("java/lang/Math", "pow", "(DD)D", function),
    symbolic("java/lang/Math", "hypot", "(DD)D", function),
    symbolic("java/lang/StrictMath", "sin", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "cos", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "tan", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "asin", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "acos", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "atan", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "log", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "log10", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "sinh", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "cosh", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "tanh", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "expm1", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "log1p", "(D)D", strict_function),
    symbolic("java/lang/StrictMath", "atan2", "(DD)D", strict_function),
];

/// The bits of a float or double, raw: terms know one NaN, Java has many and can tell them apart here. The bits of a NaN that was
/// not just made of bits are those of any, and exact for the usual one.
pub fn raw_bits(machine: &mut Machine, state: &mut State, number: Term) -> Res<Term> {
    if machine.world.terms.op(number) == Op::FromBits {
        return Ok(machine.world.terms.args(number)[0]);
    }
    machine.need_witness(state)?;
    let terms = &mut machine.world.terms;
    let (bits, is_nan, width) = (terms.to_bits(number), terms.is_nan(number), terms.width(number));
    if terms.as_const(is_nan).is_some() {
        return Ok(bits);
    }
    let other = machine.perhaps("nan", &[number.index() as u64], Sort::Bv(width));
    let terms = &mut machine.world.terms;
    let exponent = if width == 32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 };
    let (free, zero) = (terms.bv(width, !exponent & (u64::MAX >> (64 - width))), terms.bv(width, 0));
    let changed = terms.bv_and(other, free);
    let any = terms.bv_xor(bits, changed);
    let raw = terms.ite(is_nan, any, bits);
    let usual = terms.eq(changed, zero);
    let inside = terms.implies(is_nan, usual);
    if terms.holds(inside, state.path.witness(Use::Focus)) {
        state.path.focus_on(&machine.world.terms, inside, OTHER_NAN);
    } else {
        state.path.loose = Some(OTHER_NAN);
    }
    Ok(raw)
}

const OTHER_NAN: &str = "raw bits of other NaNs";

fn float_bits(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if let Some(term) = call.arguments[0].term() {
        let term = raw_bits(machine, state, term)?;
        return Ok(Ret::Value(machine.value_of(term)));
    }
    Ret::int(call.arguments[0].as_float().to_bits() as i32)
}

/// Terms know one NaN only.
fn canonical_bits(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    let Some(term) = call.arguments[0].term() else {
        return Ok(Ret::Interpret);
    };
    let term = machine.world.terms.to_bits(term);
    Ok(Ret::Value(machine.value_of(term)))
}

fn float_from_bits(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    if let Some(term) = call.arguments[0].term() {
        let term = machine.world.terms.from_bits(term);
        return Ok(Ret::Value(machine.value_of(term)));
    }
    Ok(Ret::Value(Value::Float(f32::from_bits(call.int(0) as u32))))
}

fn double_bits(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if let Some(term) = call.arguments[0].term() {
        let term = raw_bits(machine, state, term)?;
        return Ok(Ret::Value(machine.value_of(term)));
    }
    Ret::long(call.arguments[0].as_double().to_bits() as i64)
}

fn double_from_bits(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    if let Some(term) = call.arguments[0].term() {
        let term = machine.world.terms.from_bits(term);
        return Ok(Ret::Value(machine.value_of(term)));
    }
    Ok(Ret::Value(Value::Double(f64::from_bits(call.long(0) as u64))))
}

/// IEEE square root is correctly rounded everywhere.
fn sqrt(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    if let Some(term) = call.arguments[0].term() {
        let term = machine.world.terms.fsqrt(term);
        return Ok(Ret::Value(machine.value_of(term)));
    }
    Ok(Ret::Value(Value::Double(call.arguments[0].as_double().sqrt())))
}

fn function(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let function = function_of(machine, call);
    // HotSpot's intrinsic for x86 multiplies, in the interpreter too.
    let squares =
        cfg!(target_arch = "x86_64") && function == Function::Pow && matches!(call.arguments[1], Value::Double(2.0));
    let is_symbolic = call.arguments.iter().any(|argument| argument.term().is_some());
    if !is_symbolic || machine.world.followed.is_some() && !squares {
        let method = &machine.world.classes[call.method];
        let class = &machine.world.classes[method.class];
        return match natives::runs_in_host(&class.name, &method.name) {
            true if is_symbolic => on_this_input(machine, state, call, function),
            true => Ok(Ret::Host),
            false => Ok(Ret::Interpret),
        };
    }
    let arguments: Vec<Term> = call.arguments.iter().map(|&argument| machine.lift(argument)).collect();
    let terms = &mut machine.world.terms;
    let term = match arguments.as_slice() {
        &[base, _] if squares => terms.fmul(base, base),
        arguments => terms.math(function, arguments),
    };
    Ok(Ret::Value(machine.value_of(term)))
}

fn strict_function(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !machine.world.classes[call.method].is_native() {
        return Ok(Ret::Interpret);
    }
    if call.arguments.iter().all(|argument| argument.term().is_none()) {
        return Ok(Ret::Host);
    }
    if machine.world.followed.is_some() {
        let function = function_of(machine, call);
        return on_this_input(machine, state, call, function);
    }
    let mut plain = Vec::new();
    for &argument in call.arguments {
        plain.push(machine.concretize(state, argument)?);
    }
    machine.call_native(state, call.method, &plain)
}

fn function_of(machine: &Machine, call: &Call) -> Function {
    let name = &machine.world.classes[call.method].name;
    let function = Function::ALL.into_iter().find(|function| function.name() == &**name);
    function.expect("the table has no other functions")
}

/// A followed path: the digits are the JVM's on the input that it has. On others they are those of the platform's library, which
/// may differ in the last place; whether an input takes the path is tried.
fn on_this_input(machine: &mut Machine, state: &mut State, call: &Call, function: Function) -> Res<Ret> {
    let mut plain = Vec::new();
    for &argument in call.arguments {
        plain.push(machine.under_witness(state, argument, Use::Follow)?);
    }
    let answer = machine.call_native(state, call.method, &plain)?;
    let Ret::Value(Value::Double(exact)) = answer else {
        return Ok(answer);
    };
    let arguments: Vec<Term> = call.arguments.iter().map(|&argument| machine.lift(argument)).collect();
    let term = machine.world.terms.math(function, &arguments);
    let found = machine.value_of(term);
    let found = machine.under_witness(state, found, Use::Follow)?.as_double();
    if found.to_bits() == exact.to_bits() || found.is_nan() && exact.is_nan() {
        return Ok(Ret::Value(machine.value_of(term)));
    }
    let values: Vec<Term> = plain.iter().map(|&value| machine.lift(value)).collect();
    let exact = machine.lift(Value::Double(exact));
    let terms = &mut machine.world.terms;
    let same: Vec<Term> = arguments.iter().zip(&values).map(|(&term, &value)| terms.eq(term, value)).collect();
    let here = terms.all(same);
    let term = terms.ite(here, exact, term);
    Ok(Ret::Value(machine.value_of(term)))
}
