//! Nondeterministic values and assumptions: the SV-COMP `Verifier`, recognised by name wherever it was loaded from.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::host::{End, Res, Stop};
use crate::machine::Machine;
use crate::path::{Asked, AskedKind};
use crate::state::State;
use crate::value::Value;
use bytecode::Prim;
use std::rc::Rc;
use term::{Sort, Term};

pub const VERIFIER: &str = "org/sosy_lab/sv_benchmarks/Verifier";

pub const MODELS: &[LibraryModel] = &[
    symbolic(VERIFIER, "assume", "(Z)V", assume),
    symbolic(VERIFIER, "nondetBoolean", "()Z", nondet_boolean),
    symbolic(VERIFIER, "nondetByte", "()B", nondet_byte),
    symbolic(VERIFIER, "nondetChar", "()C", nondet_char),
    symbolic(VERIFIER, "nondetShort", "()S", nondet_short),
    symbolic(VERIFIER, "nondetInt", "()I", nondet_int),
    symbolic(VERIFIER, "nondetLong", "()J", nondet_long),
    symbolic(VERIFIER, "nondetFloat", "()F", nondet_float),
    symbolic(VERIFIER, "nondetDouble", "()D", nondet_double),
    symbolic(VERIFIER, "nondetString", "()Ljava/lang/String;", nondet_string),
];

fn assume(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let condition = machine.lift(call.arguments[0]);
    let zero = machine.world.terms.bv(32, 0);
    let holds = machine.world.terms.ne(condition, zero);
    if machine.decide(state, holds)? { Ok(Ret::Void) } else { Err(Stop::End(End::Assumed)) }
}

/// A fresh input of `sort`, recorded in the order of asking.
fn ask(machine: &mut Machine, state: &mut State, prim: Prim, sort: Sort) -> Term {
    let name = format!("{prim:?}{}", state.path.asked.len()).to_lowercase();
    let term = machine.world.terms.input(&name, sort);
    let input = machine.world.terms.as_input(term).expect("a fresh input");
    let place = machine.place(state);
    Rc::make_mut(&mut state.path.asked).push(Asked { kind: AskedKind::Number(prim), input, place });
    term
}

fn nondet_boolean(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let term = ask(machine, state, Prim::Boolean, Sort::Bool);
    Ok(Ret::Value(machine.boolean(term)))
}

fn signed(machine: &mut Machine, state: &mut State, prim: Prim, width: u8) -> Res<Ret> {
    let term = ask(machine, state, prim, Sort::Bv(width));
    let wide = machine.world.terms.sext(32, term);
    Ok(Ret::Value(machine.value_of(wide)))
}

fn nondet_byte(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    signed(machine, state, Prim::Byte, 8)
}

fn nondet_short(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    signed(machine, state, Prim::Short, 16)
}

fn nondet_char(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let term = ask(machine, state, Prim::Char, Sort::Bv(16));
    let wide = machine.world.terms.zext(32, term);
    Ok(Ret::Value(machine.value_of(wide)))
}

fn nondet_int(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ok(Ret::Value(Value::Sym(ask(machine, state, Prim::Int, Sort::Bv(32)))))
}

fn nondet_long(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ok(Ret::Value(Value::Sym2(ask(machine, state, Prim::Long, Sort::Bv(64)))))
}

fn nondet_float(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ok(Ret::Value(Value::Sym(ask(machine, state, Prim::Float, Sort::Float32))))
}

fn nondet_double(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ok(Ret::Value(Value::Sym2(ask(machine, state, Prim::Double, Sort::Float64))))
}

fn nondet_string(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ret::reference(machine.new_text(state))
}
