//! What a path asks of a replay: its inputs, with the objects among them, and what must happen.

use crate::expected::{Expected, expected};
use crate::heap::{
    HeapCall, HeapContents, HeapObject, HeapValue, MOST_ELEMENTS, PreHeap, describe, invariant, longest_array,
    pre_heap, stubs,
};
use crate::input::{self, Input, InputValue};
use crate::jvm::{Candidate, InputHeap, generators, shorten_texts};
use crate::turns::{Ends, turns};
use bytecode::DottedName;
use machine::path::AskedKind;
use machine::reason::Absent;
use machine::{End, Loader, Machine, ObjectId, Reason, Res, State};

/// In the order of asking.
pub fn inputs(machine: &mut Machine, state: &State) -> Vec<Input> {
    let mut inputs = input::inputs(machine, state);
    let asked = state.path.asked_for(&machine.world.terms);
    if !asked.iter().any(|asked| matches!(asked.kind, AskedKind::Object(_))) {
        return inputs;
    }
    let heap = pre_heap(machine, state);
    for (input, asked) in inputs.iter_mut().zip(&asked) {
        if let AskedKind::Object(position) = asked.kind
            && let HeapValue::Object(at) = heap.arguments[position as usize].1
        {
            input.value = InputValue::Object { at, class: heap.objects[at].class.clone() };
        }
    }
    inputs
}

/// What a path that ends with this exception asks of a replay.
pub fn candidate(machine: &mut Machine, state: &mut State, exception: ObjectId) -> Res<Candidate> {
    if state.path.loose.is_some() {
        machine.world.spellings.spell(&machine.world.terms, state);
    }
    shorten_texts(machine, state)?;
    let expected = expected(machine, state, exception)?;
    described(machine, state, expected, None)
}

/// What a path asks of a replay whose threads wait for each other for ever, or race.
pub fn order_candidate(machine: &mut Machine, state: &mut State, ends: Ends) -> Res<Candidate> {
    shorten_texts(machine, state)?;
    described(machine, state, Expected { exception: DottedName::default(), frame: None }, Some(ends))
}

fn described(machine: &mut Machine, state: &mut State, expected: Expected, ends: Option<Ends>) -> Res<Candidate> {
    let turns = turns(machine, state, ends);
    let patches = if state.path.random {
        generators(machine).map_err(|why| End::stopped(Reason::Missing(Absent::Jdk, why)))?
    } else {
        Vec::new()
    };
    let inputs = inputs(machine, state);
    let heap = input_heap(machine, state).map_err(|why| End::stopped(Reason::Unconfirmed(why)))?;
    Ok(Candidate { inputs, expected, heap, turns, patches })
}

/// What the fields of a class of the JDK may hold only its own code knows.
fn invented(machine: &mut Machine, heap: &PreHeap) -> Option<DottedName> {
    let is_looked_into = |object: &&HeapObject| match &object.contents {
        HeapContents::Fields(fields) => {
            fields.iter().any(|field| !matches!(field.value, HeapValue::Free(_) | HeapValue::Open))
        }
        HeapContents::Elements(_) | HeapContents::Input(_) | HeapContents::Constant(_) => false,
    };
    let mut is_invented = |object: &&HeapObject| {
        let class = machine.world.load(Loader::App, &object.class.internal()).ok().flatten();
        class.is_some_and(|class| machine.world.classes[class].is_jdk() && machine.world.invariant_of(class).is_none())
    };
    let mut looked_into = heap.objects.iter().filter(is_looked_into);
    looked_into.find(&mut is_invented).map(|object| object.class.clone())
}

/// The objects that the program asked for, as they were at first.
fn input_heap(machine: &mut Machine, state: &State) -> Result<Option<InputHeap>, String> {
    let asked = state.path.asked_for(&machine.world.terms);
    if !asked.iter().any(|asked| matches!(asked.kind, AskedKind::Object(_))) {
        return Ok(None);
    }
    let longest = longest_array(machine, state);
    if longest > MOST_ELEMENTS {
        return Err(format!("a replay would need an array of {longest} elements"));
    }
    let heap = pre_heap(machine, state);
    let asks = machine.world.options.invariants;
    let values = heap.arguments.iter().map(|(_, value)| value).filter(|_| asks);
    let invariants: Vec<HeapCall> = values.filter_map(|value| invariant(machine.world, &heap, value)).collect();
    let invented = invented(machine, &heap);
    let mut built = heap;
    stubs::give(machine.world, &mut built)
        .map_err(|why| format!("a class that nobody implements could not be made: {why}"))?;
    let orders = describe(&built, &invariants);
    Ok(Some(InputHeap { invented, orders, stubs: built.stubs }))
}
