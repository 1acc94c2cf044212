//! Arithmetic that can throw or that is rare: division by zero, remainders, conversions, comparisons with NaN.

use super::symbolic;
use crate::execute::flow::Flow;
use crate::program::value::Value::{self, Double, Float, Int, Long};
use crate::state::State;
use crate::world::{Machine, Res};
use bytecode::Insn;

pub fn compute(machine: &mut Machine, state: &mut State, insn: Insn) -> Res<Flow> {
    let (operands, slots) = operands(state, insn);
    let result = match (insn, operands) {
        (Insn::Idiv | Insn::Irem, (Int(_), Int(0))) | (Insn::Ldiv | Insn::Lrem, (Long(_), Long(0))) => {
            return Err(machine.throw(state, "java/lang/ArithmeticException", Some("/ by zero")));
        }
        (Insn::Idiv, (Int(a), Int(b))) => Int(a.wrapping_div(b)),
        (Insn::Irem, (Int(a), Int(b))) => Int(a.wrapping_rem(b)),
        (Insn::Ldiv, (Long(a), Long(b))) => Long(a.wrapping_div(b)),
        (Insn::Lrem, (Long(a), Long(b))) => Long(a.wrapping_rem(b)),
        // Rust's % on floats is C's fmod, which is JLS 15.17.3.
        (Insn::Frem, (Float(a), Float(b))) => Float(a % b),
        (Insn::Drem, (Double(a), Double(b))) => Double(a % b),
        (Insn::Fcmpl | Insn::Fcmpg, (Float(a), Float(b))) => compare(a.partial_cmp(&b), insn == Insn::Fcmpg),
        (Insn::Dcmpl | Insn::Dcmpg, (Double(a), Double(b))) => compare(a.partial_cmp(&b), insn == Insn::Dcmpg),
        (Insn::Lneg, (Long(a), _)) => Long(a.wrapping_neg()),
        (Insn::Fneg, (Float(a), _)) => Float(-a),
        (Insn::Dneg, (Double(a), _)) => Double(-a),
        (Insn::L2f, (Long(a), _)) => Float(a as f32),
        (Insn::F2i, (Float(a), _)) => Int(a as i32),
        (Insn::F2l, (Float(a), _)) => Long(a as i64),
        (Insn::F2d, (Float(a), _)) => Double(a as f64),
        (Insn::D2l, (Double(a), _)) => Long(a as i64),
        (Insn::D2f, (Double(a), _)) => Float(a as f32),
        (insn, _) => return symbolic::compute(machine, state, insn),
    };
    state.drop_slots(slots);
    state.push(result);
    Ok(Flow::Next)
}

/// Both operands (the first twice for a unary instruction) and the slots they take.
fn operands(state: &State, insn: Insn) -> ((Value, Value), u32) {
    match insn {
        Insn::Lneg | Insn::Dneg | Insn::L2f | Insn::D2l | Insn::D2f => ((state.peek(1), state.peek(1)), 2),
        Insn::Fneg | Insn::F2i | Insn::F2l | Insn::F2d => ((state.peek(0), state.peek(0)), 1),
        Insn::Idiv | Insn::Irem | Insn::Frem | Insn::Fcmpl | Insn::Fcmpg => ((state.peek(1), state.peek(0)), 2),
        Insn::Ldiv | Insn::Lrem | Insn::Drem | Insn::Dcmpl | Insn::Dcmpg => ((state.peek(3), state.peek(1)), 4),
        // Everything else comes here only with symbolic operands, which `symbolic` fetches itself.
        _ => ((Value::PAD, Value::NULL), 0),
    }
}

/// JVMS fcmpg, fcmpl: NaN counts as greater in the g form, as less in the l form.
fn compare(order: Option<std::cmp::Ordering>, greater: bool) -> Value {
    Int(order.map_or(if greater { 1 } else { -1 }, |o| o as i32))
}
