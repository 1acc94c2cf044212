//! What the driver of `jacana check` calls: symbolic arguments, invariants, and how far the check came. The names are those
//! of `bytecode::synth::check`.

use super::invariant::invariant;
use super::nondet::assume;
use super::{Call, LibraryModel, Ret, symbolic};
use crate::general::ROUNDS;
use crate::heap::Body;
use crate::program::{Field, Kind, Value};
use crate::reason::{Flaw, Reason};
use crate::state::State;
use crate::state::condition::{Allowed, FrameCondition};
use crate::state::path::Use;
use crate::state::shapes::{Contents, Phase, SymbolicObject};
use crate::world::atlas::Origin;
use crate::world::{End, Machine, Res, Stop};
use bytecode::synth::check::CHECKS;
use bytecode::{Type, access};
use std::rc::Rc;

/// The class of `contracts/java/Contract.java`.
const CONTRACT: &str = "jacana/Contract";

const FRAME: &str = "jacana/Contract$Frame";

/// What it inherits quantifiers from.
const QUANTIFIERS: &str = "jacana/Quantifiers";

/// A loop with clauses.
const LOOP: &str = "jacana/Loop";

/// The class by which invariants look into objects.
const INSIDE: &str = "jacana/Inside";

pub fn find(class: &str, method: &str) -> Option<&'static LibraryModel> {
    match class {
        CHECKS => of_driver(method),
        CONTRACT => of_contract(method),
        FRAME => of_frame(method),
        QUANTIFIERS => super::quantifiers::find(method),
        LOOP => super::quantifiers::of_loop(method),
        INSIDE if ["reference", "number", "truth", "fraction"].contains(&method) => {
            Some(const { &symbolic("", "", "", inside) })
        }
        _ => None,
    }
}

/// What code calls that checks contracts.
fn of_contract(method: &str) -> Option<&'static LibraryModel> {
    Some(match method {
        "assume" => const { &symbolic("", "", "", assume) },
        "begin" => const { &symbolic("", "", "", begin) },
        "end" => const { &symbolic("", "", "", end) },
        "invariant" => const { &symbolic("", "", "", invariant) },
        "missing" => const { &symbolic("", "", "", missing) },
        "breaks" => const { &symbolic("", "", "", breaks) },
        "refute" => const { &symbolic("", "", "", refute) },
        "stated" => const { &symbolic("", "", "", stated) },
        _ => return super::assumed::find(method),
    })
}

fn of_frame(method: &str) -> Option<&'static LibraryModel> {
    Some(match method {
        "look" => const { &symbolic("", "", "", look) },
        "allowField" => const { &symbolic("", "", "", allow_field) },
        "allowElements" => const { &symbolic("", "", "", allow_elements) },
        "allowGlobal" => const { &symbolic("", "", "", allow_global) },
        "kept" => const { &symbolic("", "", "", kept) },
        "isFresh" => const { &symbolic("", "", "", is_fresh) },
        _ => return None,
    })
}

fn of_driver(method: &str) -> Option<&'static LibraryModel> {
    Some(match method {
        "receiver" => const { &symbolic("", "", "", receiver) },
        "argument" => const { &symbolic("", "", "", argument) },
        "number" => const { &symbolic("", "", "", number) },
        "invariant" => const { &symbolic("", "", "", invariant) },
        "assume" => const { &symbolic("", "", "", assume) },
        "globals" => const { &symbolic("", "", "", globals) },
        "begin" => const { &symbolic("", "", "", begin) },
        "end" => const { &symbolic("", "", "", end) },
        "demand" => const { &symbolic("", "", "", demand) },
        _ => return None,
    })
}

fn receiver(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    reference(machine, state, call, false)
}

fn argument(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    reference(machine, state, call, true)
}

/// Name and class.
fn reference(machine: &mut Machine, state: &mut State, call: &Call, nullable: bool) -> Res<Ret> {
    let name = machine.string(state, call.reference(0))?;
    let class = machine.class_of_mirror(call.reference(1))?;
    let position = state.path.shapes.arguments.len() as u32;
    let term = machine.new_reference(&name, class, Origin::Argument(position), nullable);
    if let Some(method) = machine.world.atlas.making.tested {
        let m = &machine.world.classes[method];
        let receivers = usize::from(!m.is_static() && &*m.name != "<init>");
        if let Some(parameter) = (position as usize).checked_sub(receivers) {
            machine.note_class_bound(term, method, parameter);
        }
    }
    if !nullable && machine.world.options.makes {
        // The class under test, none below it.
        Rc::make_mut(&mut state.path.shapes).narrow(term, class);
    }
    let value = machine.on_read(state, Value::Sym(term))?;
    Rc::make_mut(&mut state.path.shapes).arguments.push((name.into(), Value::Sym(term)));
    Ok(Ret::Value(value))
}

/// Static fields that the program can change hold anything.
fn globals(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(0))?;
    machine.ensure_initialized(state, class)?;
    let holder = machine.world.classes[class].statics;
    let fixed = access::FINAL | access::SYNTHETIC;
    let fields: Vec<Field> = machine.world.classes[class]
        .fields
        .iter()
        .filter(|f| f.is_static() && f.access & fixed == 0)
        .cloned()
        .collect();
    for field in fields {
        let name = format!("{}.{}", machine.world.classes[class].dotted(), field.name);
        let value = match field.kind {
            Kind::Prim(prim) => machine.fresh_number(prim, &name).1,
            Kind::Ref => {
                let declared = machine.declared_class(state, &field)?;
                Value::Sym(machine.new_reference(&name, declared, Origin::Static(field.slot), true))
            }
        };
        machine.set_field(state, holder, field.slot, value)?;
        Rc::make_mut(&mut state.path.shapes).globals.push((class, field.slot, value));
    }
    Ok(Ret::Void)
}

fn number(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(Type::Prim(prim)) = machine.world.classes[call.method].result else {
        unreachable!("declared with a number as result");
    };
    let name = machine.string(state, call.reference(0))?;
    let (_, value) = machine.fresh_number(prim, &name);
    Rc::make_mut(&mut state.path.shapes).arguments.push((name.into(), value));
    Ok(Ret::Value(value))
}

/// `jacana.Inside`: fields that Java hides, on heaps of which nothing is known.
fn inside(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let object = call.reference(0);
    if object.is_null() {
        return Ok(Ret::Interpret);
    }
    let (class, name) = (machine.class_of(state, object), machine.string(state, call.reference(1))?);
    let Some(slot) = machine.world.classes.slot_named(class, &name) else { return Ok(Ret::Interpret) };
    let value = machine.raw_field(state, object, slot)?;
    Ok(Ret::Value(machine.on_read(state, value)?))
}

fn begin(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let changed = state.path.shapes.objects.iter().any(|object| has_changed(state, object));
    let shapes = Rc::make_mut(&mut state.path.shapes);
    shapes.phase = Phase::Running;
    shapes.changed = changed;
    Ok(Ret::Void)
}

/// Does a field hold something else than what it held at first?
fn has_changed(state: &State, object: &SymbolicObject) -> bool {
    let (Contents::Fields(first), Body::Fields(now)) = (&object.contents, &state.heap.get(object.id).body) else {
        return false;
    };
    first.iter().zip(now.iter()).any(|(first, now)| {
        let settled = first.term().and_then(|term| state.path.shapes.target(term)).map(Value::Ref);
        !first.same(*now) && !settled.is_some_and(|settled| settled.same(*now))
    })
}

fn end(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Rc::make_mut(&mut state.path.shapes).phase = Phase::After;
    Ok(Ret::Void)
}

/// A clause is broken: whoever catches what is thrown now does not mend it.
fn breaks(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    refute(machine, state, call)?;
    let shapes = Rc::make_mut(&mut state.path.shapes);
    shapes.broken_call |= shapes.phase == Phase::Running;
    Ok(Ret::Void)
}

/// The path is about to end in a way that is told: only if what is known of all elements allows it.
fn refute(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    if !machine.world.atlas.loops.proving || state.path.proof.variables.is_some() {
        return Ok(Ret::Void);
    }
    // Elements that were written one by one are: the solver is bad at sums that are equal under a condition.
    for same in machine.open_places(state) {
        machine.decide(state, same)?;
    }
    for rounds in 1..=ROUNDS {
        let instances = machine.instances(state, &[], rounds);
        let all = machine.world.terms.all(instances);
        // They follow from what is assumed: the other side is nobody's.
        if state.path.known(&machine.world.terms, all).is_none()
            && state.path.provisional.is_none()
            && machine.world.terms.holds(all, state.path.witness(Use::Question))
        {
            state.path.assume(&machine.world.terms, all);
        }
        if !machine.decide(state, all)? {
            return Err(Stop::End(End::Assumed));
        }
    }
    Ok(Ret::Void)
}

/// The program says that something holds: the answer rests on it.
fn stated(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let clause = machine.string(state, call.reference(0))?;
    machine.world.atlas.specs.assumptions.insert(clause);
    Ok(Ret::Void)
}

/// A value of the state before that nobody kept.
fn missing(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let place = machine.stack_lines(state).into_iter().nth(2).unwrap_or_default();
    Err(End::stopped(Reason::Contract(
        Flaw::Clause,
        format!("a contract asks for a value of the state before outside of its range {}", place.trim()),
    )))
}

fn demand(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let holds = machine.lift(call.arguments[0]);
    let zero = machine.world.terms.bv(32, 0);
    let holds = machine.world.terms.ne(holds, zero);
    if machine.decide(state, holds)? {
        return Ok(Ret::Void);
    }
    Err(machine.throw(state, "java/lang/AssertionError", Some("the invariant does not hold any more")))
}

fn look(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let frame = Rc::new(FrameCondition::new(&state.heap));
    Rc::make_mut(&mut state.path.shapes).frame = Some(frame);
    Ok(Ret::Void)
}

fn allow(state: &mut State, allowed: Allowed) {
    let shapes = Rc::make_mut(&mut state.path.shapes);
    if let Some(frame) = &mut shapes.frame {
        Rc::make_mut(frame).allow(allowed);
    }
}

/// An object and the name of its field, or `*` for all.
fn allow_field(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (object, name) = (call.reference(1), machine.string(state, call.reference(2))?);
    if object.is_null() {
        return Ok(Ret::Void);
    }
    if name == "*" {
        allow(state, Allowed::AllFields(object));
        return Ok(Ret::Void);
    }
    let class = machine.class_of(state, object);
    match machine.world.classes.slot_named(class, &name) {
        Some(slot) => allow(state, Allowed::Field(object, slot)),
        None => {
            let class = machine.world.classes[class].dotted();
            return Err(End::stopped(Reason::Contract(
                Flaw::Clause,
                format!("`assignable` names a field {name}, which {class} has not"),
            )));
        }
    }
    Ok(Ret::Void)
}

fn allow_elements(_: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    allow(state, Allowed::Elements(call.reference(1), call.arguments[2], call.arguments[3]));
    Ok(Ret::Void)
}

fn allow_global(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(1))?;
    let name = machine.string(state, call.reference(2))?;
    let found = &machine.world.classes[class];
    match found.fields.iter().find(|field| field.is_static() && *field.name == *name) {
        Some(field) => allow(state, Allowed::Field(found.statics, field.slot)),
        None => {
            let class = found.dotted();
            return Err(End::stopped(Reason::Contract(
                Flaw::Clause,
                format!("`assignable` names a static field {name}, which {class} has not"),
            )));
        }
    }
    Ok(Ret::Void)
}

fn kept(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let changed = machine.changed_location(state)?;
    let is_kept = changed.is_none();
    Rc::make_mut(&mut state.path.shapes).broken_frame = changed.map(Rc::from);
    Ret::boolean(is_kept)
}

fn is_fresh(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let object = call.reference(1);
    Ret::boolean(!object.is_null() && machine.is_fresh(state, object))
}
