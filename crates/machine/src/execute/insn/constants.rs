//! ldc in all its forms. Strings and classes become constants of the world; method handles, method types and
//! dynamic constants belong to the state that asked and are looked up through the JDK's own linkage.

use crate::execute::flow::{Flow, malformed, quicken};
use crate::program::Value;
use crate::state::State;
use crate::world::{Machine, Res};
use bytecode::{Constant, Insn};

pub fn ldc(machine: &mut Machine, state: &mut State, index: u16) -> Res<Flow> {
    let constant = machine.pool_constant(state, index);
    let value = match constant {
        Some(Constant::Integer(i)) => {
            quicken(machine, state, Insn::Iconst(i));
            Value::Int(i)
        }
        Some(Constant::Float(x)) => {
            quicken(machine, state, Insn::Fconst(x));
            Value::Float(x)
        }
        Some(Constant::Long(l)) => Value::Long(l),
        Some(Constant::Double(x)) => Value::Double(x),
        Some(Constant::String(units)) => {
            let string = machine.intern(&units)?;
            remember(machine, state, Value::Ref(string))
        }
        Some(Constant::Class(_)) => {
            let class = machine.pool_class(state, index)?;
            let mirror = machine.mirror(state, class)?;
            remember(machine, state, Value::Ref(mirror))
        }
        Some(Constant::MethodType(_) | Constant::MethodHandle { .. } | Constant::Dynamic { .. }) => {
            let class = machine.current_class(state);
            machine.loadable(state, class, index)?
        }
        _ => return Err(malformed("ldc of something else")),
    };
    state.push(value);
    Ok(Flow::Next)
}

fn remember(machine: &mut Machine, state: &State, value: Value) -> Value {
    let at = machine.world.constants.len() as u32;
    machine.world.constants.push(value);
    quicken(machine, state, Insn::LdcQuick(at));
    value
}
