//! Nondeterministic values and assumptions: the classes that programs ask for inputs, recognised by name wherever they were
//! loaded from. `bytecode::synth::api` says what their methods mean.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::execute::insn::negative_size;
use crate::program::{ObjectId, Value};
use crate::reason::{Gap, Reason};
use crate::state::State;
use crate::state::asked::{Asked, AskedKind};
use crate::state::shapes::Sharing;
use crate::world::{End, Machine, Res, Stop};
use bytecode::synth::api::{self, Meaning, Null};
use bytecode::{Prim, Type};
use std::rc::Rc;

/// The model of a method of an API class; `None` if it is ordinary code.
pub(super) fn find(class: &str, method: &str, descriptor: &str) -> Option<&'static LibraryModel> {
    Some(match api::api_method(class, method, descriptor)?.meaning {
        Meaning::Number => const { &symbolic("", "", "", number) },
        Meaning::Text => const { &symbolic("", "", "", text) },
        Meaning::TextOfLength => const { &symbolic("", "", "", text_of_length) },
        Meaning::Object(Null::Included) => const { &symbolic("", "", "", object_or_null) },
        Meaning::Object(Null::Excluded) => const { &symbolic("", "", "", object) },
        Meaning::Expected(Null::Included) => const { &symbolic("", "", "", expected_or_null) },
        Meaning::Expected(Null::Excluded) => const { &symbolic("", "", "", expected) },
        Meaning::Assume => const { &symbolic("", "", "", assume) },
        Meaning::Never => const { &symbolic("", "", "", never) },
        Meaning::Nothing => const { &symbolic("", "", "", nothing) },
        Meaning::Unsupported => const { &symbolic("", "", "", unsupported) },
        Meaning::Factory | Meaning::Code(_) => return None,
    })
}

pub(super) fn assume(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let condition = machine.lift(call.arguments[0]);
    let zero = machine.world.terms.bv(32, 0);
    let holds = machine.world.terms.ne(condition, zero);
    if machine.decide(state, holds)? { Ok(Ret::Void) } else { Err(Stop::End(End::Assumed)) }
}

fn never(_: &mut Machine, _: &mut State, _: &Call) -> Res<Ret> {
    Err(Stop::End(End::Assumed))
}

fn number(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(Type::Prim(prim)) = machine.world.classes[call.method].result else {
        unreachable!("the table gives this meaning to methods with a number as result");
    };
    Ok(Ret::Value(ask(machine, state, prim)))
}

fn ask(machine: &mut Machine, state: &mut State, prim: Prim) -> Value {
    ask_as(machine, state, prim, &format!("{prim:?}").to_lowercase())
}

/// A fresh number, recorded in the order of asking; its name starts with the kind.
pub fn ask_as(machine: &mut Machine, state: &mut State, prim: Prim, kind: &str) -> Value {
    let name = machine.input_name(state, kind);
    let (input, value) = machine.fresh_number(prim, &name);
    machine.take_given(prim, input);
    let place = machine.place(state);
    Rc::make_mut(&mut state.path.asked).push(Asked { kind: AskedKind::Number(prim), input, place, guard: None });
    value
}

fn text(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    if machine.world.followed.is_some() {
        return Ret::reference(machine.given_text(state)?);
    }
    Ret::reference(machine.new_text(state))
}

/// `makeSymbolicString(name, length)`: an array of characters, made a String by the JDK.
fn text_of_length(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(len) = machine.choose_size(state, call.arguments[1])? else {
        return Err(negative_size(machine, state, call.arguments[1]));
    };
    let class = machine.world.array_of(machine.world.classes.primitive(Some(Prim::Char)));
    let name = machine.input_name(state, "text");
    let (array, asked) = machine.unknown_array(state, class, len as usize, &name)?;
    Rc::make_mut(&mut state.path.asked).push(asked);
    let string = machine.world.string;
    let method = machine.find_method(state, string, "valueOf", "([C)Ljava/lang/String;")?;
    Ok(Ret::Call { method, arguments: vec![Value::Ref(array)], after: crate::state::After::Push })
}

fn object_or_null(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    any(machine, state, call.reference(0), Null::Included)
}

fn object(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    any(machine, state, call.reference(0), Null::Excluded)
}

/// The class is given by a Class object.
fn any(machine: &mut Machine, state: &mut State, class: ObjectId, null: Null) -> Res<Ret> {
    if class.is_null() {
        return Err(End::stopped(Reason::Unsupported(Gap::Api, "an input of a class that is not known".into())));
    }
    let class = machine.class_of_mirror(class)?;
    Ok(Ret::Value(machine.any_object(state, class, null, Sharing::Anything)?))
}

fn expected_or_null(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    expect(machine, state, call, Null::Included)
}

fn expected(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    expect(machine, state, call, Null::Excluded)
}

/// JBMC takes the type from the cast behind the call; the example is there to have its class loaded.
fn expect(machine: &mut Machine, state: &mut State, call: &Call, null: Null) -> Res<Ret> {
    let class = match machine.cast_behind(state)? {
        Some(class) => class,
        None => match call.arguments.first() {
            Some(example) if machine.symbolic_reference(*example).is_none() && !example.as_ref().is_null() => {
                machine.settle_class(state, example.as_ref())?;
                machine.class_of(state, example.as_ref())
            }
            Some(_) | None => machine.world.object,
        },
    };
    Ok(Ret::Value(machine.any_object(state, class, null, Sharing::Nothing)?))
}

fn nothing(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match machine.world.classes[call.method].result.clone() {
        None => Ok(Ret::Void),
        Some(Type::Prim(prim)) => Ok(Ret::Value(crate::program::Kind::Prim(prim).zero())),
        Some(Type::Ref(_)) => Ret::reference(machine.new_string(state, "")),
    }
}

fn unsupported(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    let method = &machine.world.classes[call.method];
    let class = machine.world.classes[method.class].dotted();
    Err(End::stopped(Reason::Unsupported(Gap::Api, format!("{class}.{} is not supported", method.name))))
}
