//! Arithmetic, conversions, comparisons and branches on symbolic operands: terms instead of numbers, decisions instead
//! of jumps. The instructions' Java semantics are in `term::java`.

use crate::execute::flow::{Flow, malformed};
use crate::program::Value;
use crate::state::State;
use crate::state::path::Use;
use crate::world::{Machine, Res};
use bytecode::{Code, Insn, Switch};
use term::{Term, Terms};

type Binary = fn(&mut Terms, Term, Term) -> Term;
type Unary = fn(&mut Terms, Term) -> Term;

/// What an instruction computes, with the slots of its operands.
enum Shape {
    Binary(Binary, [u32; 2]),
    /// Division: the divisor must not be zero.
    Division(Binary, u32),
    Unary(Unary, u32),
    /// Jumps if the comparison of the int with zero holds.
    Zero(Binary, u32),
    /// Jumps if the comparison of the reference with null holds.
    Null(Binary, u32),
    Compare(Binary, u32),
}

fn sgt(terms: &mut Terms, a: Term, b: Term) -> Term {
    terms.slt(b, a)
}

fn sge(terms: &mut Terms, a: Term, b: Term) -> Term {
    terms.sle(b, a)
}

fn shape(insn: Insn) -> Option<Shape> {
    use Shape::{Binary as B, Compare, Division, Null, Unary as U, Zero};
    Some(match insn {
        Insn::Iadd => B(Terms::add, [1, 1]),
        Insn::Isub => B(Terms::sub, [1, 1]),
        Insn::Imul => B(Terms::mul, [1, 1]),
        Insn::Iand => B(Terms::bv_and, [1, 1]),
        Insn::Ior => B(Terms::bv_or, [1, 1]),
        Insn::Ixor => B(Terms::bv_xor, [1, 1]),
        Insn::Ishl => B(Terms::java_shl, [1, 1]),
        Insn::Ishr => B(Terms::java_shr, [1, 1]),
        Insn::Iushr => B(Terms::java_ushr, [1, 1]),
        Insn::Ladd => B(Terms::add, [2, 2]),
        Insn::Lsub => B(Terms::sub, [2, 2]),
        Insn::Lmul => B(Terms::mul, [2, 2]),
        Insn::Land => B(Terms::bv_and, [2, 2]),
        Insn::Lor => B(Terms::bv_or, [2, 2]),
        Insn::Lxor => B(Terms::bv_xor, [2, 2]),
        Insn::Lshl => B(Terms::java_shl, [2, 1]),
        Insn::Lshr => B(Terms::java_shr, [2, 1]),
        Insn::Lushr => B(Terms::java_ushr, [2, 1]),
        Insn::Idiv => Division(Terms::java_div, 1),
        Insn::Irem => Division(Terms::java_rem, 1),
        Insn::Ldiv => Division(Terms::java_div, 2),
        Insn::Lrem => Division(Terms::java_rem, 2),
        Insn::Fadd => B(Terms::fadd, [1, 1]),
        Insn::Fsub => B(Terms::fsub, [1, 1]),
        Insn::Fmul => B(Terms::fmul, [1, 1]),
        Insn::Fdiv => B(Terms::fdiv, [1, 1]),
        Insn::Frem => B(Terms::frem, [1, 1]),
        Insn::Dadd => B(Terms::fadd, [2, 2]),
        Insn::Dsub => B(Terms::fsub, [2, 2]),
        Insn::Dmul => B(Terms::fmul, [2, 2]),
        Insn::Ddiv => B(Terms::fdiv, [2, 2]),
        Insn::Drem => B(Terms::frem, [2, 2]),
        Insn::Lcmp => B(Terms::lcmp, [2, 2]),
        Insn::Fcmpl => B(Terms::fcmpl, [1, 1]),
        Insn::Fcmpg => B(Terms::fcmpg, [1, 1]),
        Insn::Dcmpl => B(Terms::fcmpl, [2, 2]),
        Insn::Dcmpg => B(Terms::fcmpg, [2, 2]),
        Insn::Ineg => U(Terms::neg, 1),
        Insn::Lneg => U(Terms::neg, 2),
        Insn::Fneg => U(Terms::fneg, 1),
        Insn::Dneg => U(Terms::fneg, 2),
        Insn::I2l => U(Terms::i2l, 1),
        Insn::I2f => U(Terms::java_to_float, 1),
        Insn::I2d => U(Terms::java_to_double, 1),
        Insn::L2i => U(Terms::l2i, 2),
        Insn::L2f => U(Terms::java_to_float, 2),
        Insn::L2d => U(Terms::java_to_double, 2),
        Insn::F2i => U(Terms::java_to_int, 1),
        Insn::F2l => U(Terms::java_to_long, 1),
        Insn::F2d => U(Terms::f2d, 1),
        Insn::D2i => U(Terms::java_to_int, 2),
        Insn::D2l => U(Terms::java_to_long, 2),
        Insn::D2f => U(Terms::d2f, 2),
        Insn::I2b => U(Terms::i2b, 1),
        Insn::I2c => U(Terms::i2c, 1),
        Insn::I2s => U(Terms::i2s, 1),
        Insn::Ifeq(target) => Zero(Terms::eq, target),
        Insn::Ifne(target) => Zero(Terms::ne, target),
        Insn::Iflt(target) => Zero(Terms::slt, target),
        Insn::Ifge(target) => Zero(sge, target),
        Insn::Ifgt(target) => Zero(sgt, target),
        Insn::Ifle(target) => Zero(Terms::sle, target),
        Insn::IfNull(target) => Null(Terms::eq, target),
        Insn::IfNonNull(target) => Null(Terms::ne, target),
        Insn::IfIcmpeq(target) => Compare(Terms::eq, target),
        Insn::IfIcmpne(target) => Compare(Terms::ne, target),
        Insn::IfIcmplt(target) => Compare(Terms::slt, target),
        Insn::IfIcmpge(target) => Compare(sge, target),
        Insn::IfIcmpgt(target) => Compare(sgt, target),
        Insn::IfIcmple(target) => Compare(Terms::sle, target),
        _ => return None,
    })
}

pub fn compute(machine: &mut Machine, state: &mut State, insn: Insn) -> Res<Flow> {
    let Some(shape) = shape(insn) else {
        return Err(malformed(&format!("{insn:?} met operands of the wrong kind")));
    };
    match shape {
        Shape::Binary(op, [left, right]) => {
            let (a, b) = operands(machine, state, left, right);
            finish(machine, state, left + right, |terms| op(terms, a, b))
        }
        Shape::Division(op, slots) => {
            let (a, b) = operands(machine, state, slots, slots);
            let zero = machine.world.terms.bv(32 * slots as u8, 0);
            let by_zero = machine.world.terms.eq(b, zero);
            if machine.decide(state, by_zero)? {
                return Err(machine.throw(state, "java/lang/ArithmeticException", Some("/ by zero")));
            }
            finish(machine, state, 2 * slots, |terms| op(terms, a, b))
        }
        Shape::Unary(op, slots) => {
            let a = machine.lift(state.peek(slots - 1));
            finish(machine, state, slots, |terms| op(terms, a))
        }
        Shape::Zero(compare, target) => {
            let a = machine.lift(state.peek(0));
            let zero = machine.world.terms.bv(32, 0);
            let condition = compare(&mut machine.world.terms, a, zero);
            branch(machine, state, condition, 1, target)
        }
        Shape::Null(compare, target) => {
            if state.peek(0).term().is_some_and(|term| machine.has_symbolic_leaf(term)) {
                machine.settle_slot(state, 0)?;
            }
            let a = machine.lift(state.peek(0));
            if let Some(term) = machine.symbolic_reference(state.peek(0)) {
                let null = machine.is_null_reference(state, term)?;
                let jumps = null == matches!(insn, Insn::IfNull(_));
                state.drop_slots(1);
                return Ok(if jumps { Flow::Jump(target) } else { Flow::Next });
            }
            let null = machine.world.terms.null();
            let condition = compare(&mut machine.world.terms, a, null);
            branch(machine, state, condition, 1, target)
        }
        Shape::Compare(compare, target) => {
            let (a, b) = operands(machine, state, 1, 1);
            let condition = compare(&mut machine.world.terms, a, b);
            branch(machine, state, condition, 2, target)
        }
    }
}

fn operands(machine: &mut Machine, state: &State, left: u32, right: u32) -> (Term, Term) {
    let a = machine.lift(state.peek(left + right - 1));
    let b = machine.lift(state.peek(right - 1));
    (a, b)
}

fn finish(machine: &mut Machine, state: &mut State, slots: u32, op: impl FnOnce(&mut Terms) -> Term) -> Res<Flow> {
    let term = op(&mut machine.world.terms);
    let value = machine.value_of(term);
    state.drop_slots(slots);
    state.push(value);
    Ok(Flow::Next)
}

fn branch(machine: &mut Machine, state: &mut State, condition: Term, slots: u32, target: u32) -> Res<Flow> {
    let taken = machine.decide(state, condition)?;
    state.drop_slots(slots);
    Ok(if taken { Flow::Jump(target) } else { Flow::Next })
}

pub fn increment(machine: &mut Machine, state: &mut State, local: u16, by: i16) -> Res<Flow> {
    let at = state.top().locals as usize + local as usize;
    let a = machine.lift(state.stack[at]);
    let b = machine.lift(Value::Int(by as i32));
    let sum = machine.world.terms.add(a, b);
    state.stack[at] = machine.value_of(sum);
    Ok(Flow::Next)
}

/// The witness chooses the case to ask about first, so that every case is asked about once.
pub fn switch(machine: &mut Machine, state: &mut State, code: &Code, table: u32) -> Res<Flow> {
    let switch = &code.switches[table as usize];
    let key = machine.lift(state.peek(0));
    if state.path.provisional.is_some() {
        let target = target_without_witness(machine, state, switch, key)?;
        state.drop_slots(1);
        return Ok(Flow::Jump(target));
    }
    let chosen = machine.under_witness(state, state.peek(0), Use::Question)?.as_int();
    let condition = if switch.has_case(chosen) {
        let case = machine.lift(Value::Int(chosen));
        machine.world.terms.eq(key, case)
    } else {
        let mut none = machine.world.terms.bool(true);
        for case in switch.cases() {
            let case = machine.lift(Value::Int(case));
            let other = machine.world.terms.ne(key, case);
            none = machine.world.terms.and(none, other);
        }
        none
    };
    if !machine.decide(state, condition)? {
        unreachable!("the witness satisfies the path, so it does not refute its own case");
    }
    state.drop_slots(1);
    Ok(Flow::Jump(switch.target(chosen)))
}

/// Asks about one target after the other: no solver call is needed to know one that is feasible.
fn target_without_witness(machine: &mut Machine, state: &State, switch: &Switch, key: Term) -> Res<u32> {
    let mut targets: Vec<(u32, Term)> = Vec::new();
    for case in switch.cases() {
        let target = switch.target(case);
        let case = machine.lift(Value::Int(case));
        let equal = machine.world.terms.eq(key, case);
        match targets.iter_mut().find(|(known, _)| *known == target) {
            Some((_, condition)) => *condition = machine.world.terms.or(*condition, equal),
            None => targets.push((target, equal)),
        }
    }
    for (target, condition) in targets {
        if machine.decide(state, condition)? {
            return Ok(target);
        }
    }
    Ok(switch.default())
}
