//! Quantifiers of contracts in proofs: a condition that is assumed of a whole range becomes a fact, made by evaluating it once for an
//! index of which nothing is known, on all ways that the index can take. And heads of loops with clauses.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::program::Value;
use crate::reason::Reason;
use crate::state::proof::Fact;
use crate::state::{After, Console, State};
use crate::world::{End, Event, Machine, Res, Stop};
use bytecode::Prim;
use std::rc::Rc;
use term::{Input, Term};

/// Ways through one condition.
const MOST_WAYS: usize = 128;
/// Instructions of one way.
const FUEL: u64 = 100_000;
/// Numbers that are tried for one that is to exist.
const MOST_CANDIDATES: usize = 24;

pub fn find(method: &str) -> Option<&'static LibraryModel> {
    Some(match method {
        "proving" => const { &symbolic("", "", "", proving) },
        "nested" => const { &symbolic("", "", "", nested) },
        "some" => const { &symbolic("", "", "", some) },
        "every" => const { &symbolic("", "", "", every) },
        "either" => const { &symbolic("", "", "", either) },
        "fact" => const { &symbolic("", "", "", fact) },
        "candidates" => const { &symbolic("", "", "", candidates) },
        _ => return None,
    })
}

pub fn of_loop(method: &str) -> Option<&'static LibraryModel> {
    (method == "cut").then_some(const { &symbolic("", "", "", cut) })
}

fn proving(machine: &mut Machine, _: &mut State, _: &Call) -> Res<Ret> {
    Ret::boolean(machine.world.atlas.loops.proving)
}

fn nested(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ret::boolean(state.path.proof.variables.is_some())
}

fn some(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    if state.path.proof.variables.is_some() {
        // It would be another one for each value of the variables around.
        return Err(End::stopped(Reason::Unproved("a quantifier inside of another one".into())));
    }
    let name = Rc::make_mut(&mut state.path.proof).next_name("index");
    Ok(Ret::Value(machine.fresh_number(Prim::Int, &name).1))
}

fn every(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let proof = Rc::make_mut(&mut state.path.proof);
    let name = proof.next_name("every index");
    let (input, value) = machine.fresh_number(Prim::Int, &name);
    proof.variables.get_or_insert_default().push(input);
    Ok(Ret::Value(value))
}

fn either(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    if state.path.proof.variables.is_some() {
        return Err(End::stopped(Reason::Unproved("a quantifier inside of another one".into())));
    }
    let name = Rc::make_mut(&mut state.path.proof).next_name("whether for all");
    Ok(Ret::Value(machine.fresh_number(Prim::Boolean, &name).1))
}

/// From, to, whether the last is one of them, and a test. Whether it is a fact now.
fn fact(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(ways) = conditions(machine, state, call)? else { return Ret::boolean(false) };
    let Ways { variables, condition } = ways;
    let index = machine.world.terms.input_term(variables[0]);
    let (low, high) = (machine.lift(call.arguments[0]), machine.lift(call.arguments[1]));
    let through = call.boolean(2);
    let terms = &mut machine.world.terms;
    let from = terms.sle(low, index);
    let to = if through { terms.sle(index, high) } else { terms.slt(index, high) };
    let inside = terms.and(from, to);
    let condition = terms.implies(inside, condition);
    Rc::make_mut(&mut state.path.proof).facts.push(Fact { variables: variables.into(), condition });
    Ret::boolean(true)
}

struct Ways {
    variables: Vec<Input>,
    condition: Term,
}

/// The condition as a term over variables, the first of which is what the test is given. `None` if it is none. A way on which the test
/// throws does not satisfy it.
fn conditions(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Option<Ways>> {
    let test = call.reference(3);
    let class = machine.class_of(state, test);
    let Some(method) = machine.world.classes.find_method(class, "test", "(I)Z") else { return Ok(None) };
    machine.host.pull(machine.world, state)?;
    let known = machine.world.terms.all_inputs().len();
    let mut first = machine.fork(state, Console::Muted);
    let proof = Rc::make_mut(&mut first.path.proof);
    let name = proof.next_name("every index");
    let (input, index) = machine.fresh_number(Prim::Int, &name);
    proof.variables = Some(vec![input]);
    let floor = first.frames.len() + 1;
    let entered = machine.enter(&mut first, method, &[Value::Ref(test), index], After::Leave(None));
    if !matches!(entered, Ok(None)) {
        machine.host.resume(state);
        return Ok(None);
    }
    let truth = machine.world.terms.bool(true);
    let (mut waiting, mut variables, mut condition, mut ways) = (vec![(first, truth)], vec![input], truth, 0);
    let found = loop {
        let Some((mut way, guard)) = waiting.pop() else { break Ok(true) };
        ways += 1;
        if ways > MOST_WAYS {
            break Ok(false);
        }
        machine.host.resume(&mut way);
        way.fuel = FUEL;
        let event = machine.run(&mut way, floor);
        if !has_same_inputs(state, &way) {
            break Ok(false);
        }
        let holds = match event {
            Event::Returned(Some(value)) => {
                let value = machine.lift(value);
                let zero = machine.world.terms.int(0);
                machine.world.terms.ne(value, zero)
            }
            Event::Threw(_) => machine.world.terms.bool(false),
            Event::Decide(asked) | Event::Choose(asked) => {
                let of_index = way.path.proof.variables.clone().unwrap_or_default();
                let inputs = machine.world.terms.inputs_of(asked);
                if !inputs.iter().any(|input| of_index.contains(input)) {
                    // The same for all values: the path itself settles it.
                    break Err(Stop::Decide(asked));
                }
                if machine.host.pull(machine.world, &mut way).is_err() {
                    break Ok(false);
                }
                let mut other = machine.fork(&way, Console::Muted);
                let terms = &mut machine.world.terms;
                let negated = terms.not(asked);
                way.path.settle(terms, asked);
                other.path.settle(terms, negated);
                let (here, there) = (terms.and(guard, asked), terms.and(guard, negated));
                waiting.extend([(way, here), (other, there)]);
                continue;
            }
            Event::Returned(None)
            | Event::Fix(_)
            | Event::Settle
            | Event::Watched
            | Event::Visible
            | Event::ThreadThrew
            | Event::OutOfFuel
            | Event::Ended(_) => break Ok(false),
        };
        for &variable in way.path.proof.variables.iter().flatten() {
            if !variables.contains(&variable) {
                variables.push(variable);
            }
        }
        let holds = machine.world.terms.implies(guard, holds);
        condition = machine.world.terms.and(condition, holds);
    };
    machine.host.resume(state);
    if !found? {
        return Ok(None);
    }
    // What was found out on the way is not known for other values.
    let old: Vec<Input> = machine.world.terms.all_inputs().take(known).collect();
    let inputs = machine.world.terms.inputs_of(condition);
    let is_fresh = |input: &Input| !variables.contains(input) && old.binary_search(input).is_err();
    Ok((!inputs.iter().any(is_fresh)).then_some(Ways { variables, condition }))
}

/// Whether a way has found no object and no element that is one, and has asked for nothing: that would depend on the index, or be found
/// again under another name.
fn has_same_inputs(before: &State, way: &State) -> bool {
    let (before, after) = (&before.path, &way.path);
    let same_elements = before.arrays.iter().zip(after.arrays.iter()).all(|(a, b)| Rc::ptr_eq(&a.first, &b.first));
    let counts = |path: &crate::state::path::Path| {
        (
            path.arrays.len(),
            path.asked.len(),
            path.texts.len(),
            path.made,
            path.shapes.objects.len(),
            path.shapes.answers,
        )
    };
    // Variables of quantifiers are its own; whatever else has a name of the path would be given that name again.
    let named = after.proof.variables.as_ref().map_or(0, Vec::len) as u32;
    let is_quantifier = after.proof.made == before.proof.made + named;
    let same_rounds = after.proof.heads.len() == before.proof.heads.len();
    same_elements && counts(before) == counts(after) && is_quantifier && same_rounds
}

/// Numbers that the path has looked at, and both ends.
fn candidates(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (low, high) = (machine.lift(call.arguments[0]), machine.lift(call.arguments[1]));
    let one = machine.world.terms.int(1);
    let last = if call.boolean(2) { high } else { machine.world.terms.sub(high, one) };
    let mut found = vec![low, last];
    for index in machine.indices(state) {
        if !found.contains(&index) && found.len() < MOST_CANDIDATES {
            found.push(index);
        }
    }
    let class = machine.class_named(state, machine.world.classes[call.method].class, &"[I".into())?;
    let array = machine.new_array(state, class, found.len());
    for (at, index) in found.into_iter().enumerate() {
        let value = machine.value_of(index);
        machine.set_element(state, array, at, value)?;
    }
    Ok(Ret::Value(Value::Ref(array)))
}

/// The head of a loop with clauses.
fn cut(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !machine.world.atlas.loops.proving {
        return Ret::boolean(false);
    }
    let of = call.reference(0);
    let class = machine.class_of(state, of);
    let mut field = |state: &mut State, name: &str| match machine.world.classes.slot_named(class, name) {
        Some(slot) => machine.raw_field(state, of, slot),
        None => Err(End::stopped(Reason::Internal("a loop without a number".into()))),
    };
    let (number, place) = (field(state, "number")?.as_int(), field(state, "place")?.as_ref());
    let place = if place.is_null() { None } else { Some(machine.string(state, place)?) };
    machine.cut_loop(state, of, number)?;
    if let Some(place) = place {
        let assumed = format!("the loop at {place} ends: it has no `decreases` (partial correctness)");
        machine.world.atlas.specs.assumptions.insert(assumed);
    }
    Ret::boolean(true)
}
