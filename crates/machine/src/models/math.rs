//! Bit casts, exact where the JVM is exact. What HotSpot computes with its own intrinsics (sin, pow, ...) runs there.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::host::Res;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

pub const MODELS: &[LibraryModel] = &[
    symbolic("java/lang/Float", "floatToRawIntBits", "(F)I", float_bits),
    symbolic("java/lang/Float", "intBitsToFloat", "(I)F", float_from_bits),
    symbolic("java/lang/Double", "doubleToRawLongBits", "(D)J", double_bits),
    symbolic("java/lang/Double", "longBitsToDouble", "(J)D", double_from_bits),
    symbolic("java/lang/Math", "sqrt", "(D)D", sqrt),
    symbolic("java/lang/StrictMath", "sqrt", "(D)D", sqrt),
];

fn float_bits(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    if let Some(term) = call.arguments[0].term() {
        let term = machine.world.terms.to_bits(term);
        return Ok(Ret::Value(machine.value_of(term)));
    }
    Ret::int(call.arguments[0].as_float().to_bits() as i32)
}

fn float_from_bits(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    if let Some(term) = call.arguments[0].term() {
        let term = machine.world.terms.from_bits(term);
        return Ok(Ret::Value(machine.value_of(term)));
    }
    Ok(Ret::Value(Value::Float(f32::from_bits(call.int(0) as u32))))
}

fn double_bits(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    if let Some(term) = call.arguments[0].term() {
        let term = machine.world.terms.to_bits(term);
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
