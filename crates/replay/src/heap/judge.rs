//! What is made of an exception that left a checked method, or of an invariant that fails after it: one heap of the path is
//! built on a real JVM, and the same must happen there.

use super::before::{HeapValue, MOST_ELEMENTS, PreHeap, longest_array, pre_heap};
use super::replay::{Happened, HeapCall};
use super::violation::{HeapViolation, Judged};
use super::{broken, stubs};
use crate::driver::Planned;
use crate::expected::{Expected, expected};
use crate::input::InputValue;
use crate::jvm::Replay;
use bytecode::synth::check::Called;
use bytecode::{MethodDescriptor, Prim, Type};
use contracts::Clause;
use machine::shapes::Phase;
use machine::{ClassId, Loader, Machine, ObjectId, State, World};
use sandbox::Free;

/// Where our driver is on the stack, the JVM has no frame of the user.
const DRIVER: &str = "jacana.Checks.";

pub struct HeapReferee<'a> {
    pub replay: Replay,
    pub free: &'a Free,
    /// Of contracts, by their numbers.
    pub clauses: Vec<Clause>,
}

impl HeapReferee<'_> {
    pub fn judge(&self, machine: &mut Machine, state: &mut State, exception: ObjectId, planned: &Planned) -> Judged {
        if !self.free.defence.holds() {
            return Judged::Refused("this kernel cannot confine a replay".into());
        }
        let expected = match expected(machine, state, exception) {
            Ok(expected) => expected,
            Err(stop) => {
                return Judged::Refused(format!("a violation could not be described: {}", machine.told(state, &stop)));
            }
        };
        let longest = longest_array(machine, state);
        if longest > MOST_ELEMENTS {
            return Judged::Refused(format!("a replay would need an array of {longest} elements"));
        }
        let heap = pre_heap(machine, state);
        let (mut calls, called) = calls(machine.world, planned, &heap);
        let invariants = called + 1..calls.len();
        if !self.clauses.is_empty() {
            calls.push(broken::asked());
        }
        let mut sent = heap.clone();
        if let Err(why) = stubs::give(machine.world, &mut sent) {
            return Judged::Refused(format!("a class that nobody implements could not be made: {why}"));
        }
        let happened = match self.replay.run_heap(&sent, &calls) {
            Ok(happened) if happened.len() > called => happened,
            Ok(_) => return Judged::Refused("the replay ended early".into()),
            Err(why) => return Judged::Refused(why),
        };
        let holds = |happened: &Happened| *happened == Happened::Returned("true".into());
        if !happened[..called].iter().all(holds) {
            return Judged::Refused("the invariant does not hold of the heap on the JVM".into());
        }
        if planned.checked.contract
            && let Some(judged) =
                broken::judge(machine, state, exception, &expected, &happened[called], &heap, &self.clauses)
        {
            return judged;
        }
        let thrown = format!("{} {}", expected.exception, expected.frame.as_deref().unwrap_or_default());
        match state.path.shapes.phase {
            Phase::Before | Phase::Running => running(&happened[called], &expected, heap, &thrown),
            Phase::After if happened.iter().take(invariants.end).skip(invariants.start).all(holds) => {
                Judged::Refused("the invariant still holds on the JVM".into())
            }
            Phase::After => {
                let what = broken::invariant(happened.get(invariants.end), &self.clauses);
                Judged::Violated(HeapViolation::new(heap, what).into())
            }
        }
    }
}

fn running(happened: &Happened, expected: &Expected, heap: PreHeap, thrown: &str) -> Judged {
    match happened {
        Happened::Threw { class, frame }
            if *class == expected.exception
                && expected.frame.as_ref().is_none_or(|wanted| wanted == frame || wanted.starts_with(DRIVER)) =>
        {
            Judged::Violated(HeapViolation::new(heap, format!("{class} at {frame}")).into())
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
    let kinds = MethodDescriptor::parse(&checked.descriptor).map(|signature| signature.parameters).unwrap_or_default();
    for (value, kind) in arguments.iter_mut().zip(&kinds) {
        if let (Type::Prim(Prim::Boolean), HeapValue::Plain(InputValue::Int(number))) = (kind, &*value) {
            *value = HeapValue::Plain(InputValue::Boolean(*number != 0));
        }
    }
    let constrained = checked.parameters.iter().zip(&arguments).filter(|(parameter, _)| parameter.invariant);
    let bound: Vec<HeapValue> =
        receiver.iter().filter(|_| checked.invariant).chain(constrained.map(|(_, value)| value)).cloned().collect();
    let invariants: Vec<HeapCall> = bound.iter().filter_map(|value| invariant(world, heap, value)).collect();
    let makes = matches!(checked.kind, Called::Constructor | Called::Factory).then_some(heap.objects.len());
    let method = HeapCall {
        class: checked.class.dotted(),
        name: checked.name.clone(),
        descriptor: checked.descriptor.clone(),
        receiver,
        makes,
        arguments,
    };
    let called = invariants.len();
    let of_new =
        makes.filter(|_| checked.invariant).and_then(|id| invariant_of(world, planned.class, HeapValue::Object(id)));
    let calls = invariants.iter().cloned().chain([method]).chain(of_new).chain(invariants.iter().cloned());
    (calls.collect(), called)
}

/// The call that asks whether an object of the heap is well-formed.
pub(crate) fn invariant(world: &mut World, heap: &PreHeap, value: &HeapValue) -> Option<HeapCall> {
    let HeapValue::Object(at) = value else { return None };
    let class = world.load(Loader::App, &heap.objects[*at].class.internal()).ok()??;
    invariant_of(world, class, value.clone())
}

fn invariant_of(world: &World, class: ClassId, value: HeapValue) -> Option<HeapCall> {
    let method = &world.classes[world.invariant_of(class)?];
    let (receiver, arguments) = if method.is_static() { (None, vec![value]) } else { (Some(value), Vec::new()) };
    Some(HeapCall {
        class: world.classes[method.class].dotted(),
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
        receiver,
        makes: None,
        arguments,
    })
}
