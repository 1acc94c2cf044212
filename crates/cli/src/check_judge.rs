//! What is made of an exception that left a checked method, or of an invariant that fails after it: one heap of the path is
//! built on a real JVM, and the same must happen there.

use crate::check_report::Violation;
use crate::engine::Free;
use crate::sandbox::Defence;
use crate::targets::Planned;
use bytecode::synth::check::{Called, INVARIANTS};
use bytecode::{Prim, Type};
use explore::InputValue;
use explore::heap_replay::{Happened, HeapCall};
use explore::preheap::{HeapValue, PreHeap, pre_heap};
use explore::replay::{self, Expected, Replay};
use machine::shapes::Phase;
use machine::{Loader, Machine, ObjectId, State, World};

/// The class that builds heaps.
const HELPER: &str = include_str!("../../../support/HeapReplay.java");

pub struct HeapReferee<'a> {
    pub replay: Replay,
    pub free: &'a Free,
    pub defence: Defence,
}

/// What the JVM said.
pub enum Judged {
    Violated(Violation),
    Refused(String),
}

impl HeapReferee<'_> {
    pub fn judge(&self, machine: &mut Machine, state: &mut State, exception: ObjectId, planned: &Planned) -> Judged {
        if !self.defence.holds() {
            return Judged::Refused("this kernel cannot confine a replay".into());
        }
        let expected = match replay::expected(machine, state, exception) {
            Ok(expected) => expected,
            Err(stop) => return Judged::Refused(format!("a violation could not be described: {stop:?}")),
        };
        let heap = pre_heap(machine, state);
        let (calls, called) = calls(machine.world, planned, &heap);
        let (replay, sent, count) = (self.replay.clone(), heap.clone(), calls.len());
        let happened = match self.free.run(move || replay.run_heap(&sent, &calls, HELPER)) {
            Ok(happened) if happened.len() == count => happened,
            Ok(_) => return Judged::Refused("the replay ended early".into()),
            Err(why) => return Judged::Refused(why),
        };
        let holds = |happened: &Happened| *happened == Happened::Returned("true".into());
        if !happened[..called].iter().all(holds) {
            return Judged::Refused("the invariant does not hold of the heap on the JVM".into());
        }
        let thrown = format!("{} {}", expected.exception, expected.frame.as_deref().unwrap_or_default());
        match state.path.shapes.phase {
            Phase::Before | Phase::Running => running(&happened[called], &expected, heap, &thrown),
            Phase::After if happened[called + 1..].iter().all(holds) => {
                Judged::Refused("the invariant still holds on the JVM".into())
            }
            Phase::After => Judged::Violated(Violation { heap, what: "the invariant does not hold afterwards".into() }),
        }
    }
}

fn running(happened: &Happened, expected: &Expected, heap: PreHeap, thrown: &str) -> Judged {
    match happened {
        Happened::Threw { class, frame }
            if *class == expected.exception && expected.frame.as_ref().is_none_or(|wanted| wanted == frame) =>
        {
            Judged::Violated(Violation { heap, what: format!("{class} at {frame}") })
        }
        Happened::Threw { class, frame } => {
            Judged::Refused(format!("the JVM threw {class} at {frame} instead of {thrown}"))
        }
        Happened::Returned(_) => Judged::Refused(format!("the method did not throw {thrown} on the JVM")),
    }
}

/// Invariants before, the method, invariants after; where the method is among them.
fn calls(world: &mut World, planned: &Planned, heap: &PreHeap) -> (Vec<HeapCall>, usize) {
    let checked = &planned.checked;
    let mut arguments: Vec<HeapValue> = heap.arguments.iter().map(|(_, value)| value.clone()).collect();
    let receiver = (checked.kind == Called::Instance).then(|| arguments.remove(0));
    for (value, kind) in arguments.iter_mut().zip(&world.classes[planned.method].parameters) {
        if let (Type::Prim(Prim::Boolean), HeapValue::Plain(InputValue::Int(number))) = (kind, &*value) {
            *value = HeapValue::Plain(InputValue::Boolean(*number != 0));
        }
    }
    let constrained = checked.parameters.iter().zip(&arguments).filter(|(parameter, _)| parameter.invariant);
    let bound: Vec<HeapValue> =
        receiver.iter().filter(|_| checked.invariant).chain(constrained.map(|(_, value)| value)).cloned().collect();
    let invariants: Vec<HeapCall> = bound.iter().filter_map(|value| invariant(world, heap, value)).collect();
    let method = HeapCall {
        class: checked.class.replace('/', "."),
        name: checked.name.clone(),
        descriptor: checked.descriptor.clone(),
        receiver,
        arguments,
    };
    let called = invariants.len();
    let calls = invariants.iter().cloned().chain([method]).chain(invariants.iter().cloned());
    (calls.collect(), called)
}

fn invariant(world: &mut World, heap: &PreHeap, value: &HeapValue) -> Option<HeapCall> {
    let HeapValue::Object(at) = value else { return None };
    let class = world.load(Loader::App, &heap.objects[*at].class).ok()??;
    let found = world.classes[class].chain.iter().rev().find_map(|&class| {
        let declared = INVARIANTS.iter().find(|name| world.classes[class].declared_method(name, "()Z").is_some());
        declared.map(|name| (class, name))
    });
    let (class, name) = found?;
    Some(HeapCall {
        class: world.classes[class].dotted(),
        name: name.to_string(),
        descriptor: "()Z".into(),
        receiver: Some(value.clone()),
        arguments: Vec::new(),
    })
}
