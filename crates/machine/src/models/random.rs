//! Random numbers without a seed are inputs, in the range that the JDK documents. A `Random` that was made without a seed has none
//! here: its `seed` is null. One with a seed is ordinary code, and so is what the JDK builds out of these numbers. In a
//! replay the same methods answer from the recorded inputs (`bytecode::synth::random`).

use super::{Call, LibraryModel, Ret, nondet, symbolic};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::state::asked::{Asked, AskedKind};
use crate::world::{Machine, Res};
use bytecode::Prim;
use bytecode::synth::random::{RANDOM, THREAD_LOCAL_RANDOM};
use std::rc::Rc;
use term::{Const, Sort, Term};

const SUPPORT: &str = "jdk/internal/util/random/RandomSupport";

pub const MODELS: &[LibraryModel] = &[
    symbolic(RANDOM, "<init>", "()V", unseeded),
    symbolic(RANDOM, "setSeed", "(J)V", set_seed),
    symbolic(RANDOM, "next", "(I)I", next),
    symbolic(RANDOM, "nextInt", "()I", next_int),
    symbolic(RANDOM, "nextInt", "(I)I", next_int_below),
    symbolic(RANDOM, "nextLong", "()J", next_long),
    symbolic(RANDOM, "nextBoolean", "()Z", next_boolean),
    symbolic(RANDOM, "nextFloat", "()F", next_float),
    symbolic(RANDOM, "nextDouble", "()D", next_double),
    symbolic(THREAD_LOCAL_RANDOM, "nextInt", "()I", next_int),
    symbolic(THREAD_LOCAL_RANDOM, "nextLong", "()J", next_long),
    symbolic("java/lang/Math", "random", "()D", math_random),
    symbolic(SUPPORT, "boundedNextInt", "(Ljava/util/random/RandomGenerator;II)I", int_between),
    symbolic(SUPPORT, "boundedNextLong", "(Ljava/util/random/RandomGenerator;JJ)J", long_between),
    symbolic(SUPPORT, "boundedNextLong", "(Ljava/util/random/RandomGenerator;J)J", long_below),
];

/// Subclasses may have a `next` of their own: they get a seed from the clock, as the JDK does it.
fn unseeded(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of(state, call.reference(0));
    let is_free = machine.world.explores() && *machine.world.classes[class].name == *RANDOM;
    Ok(if is_free { Ret::Void } else { Ret::Interpret })
}

/// Are the numbers of this generator inputs?
fn is_free(machine: &mut Machine, state: &mut State, generator: ObjectId) -> Res<bool> {
    if !machine.world.explores() || generator.is_null() {
        return Ok(false);
    }
    let class = machine.class_of(state, generator);
    match &*machine.world.classes[class].name {
        THREAD_LOCAL_RANDOM => Ok(true),
        RANDOM => Ok(machine.field_named(state, generator, "seed")?.as_ref().is_null()),
        _ => Ok(false),
    }
}

fn set_seed(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let generator = call.reference(0);
    let class = machine.class_of(state, generator);
    if *machine.world.classes[class].name == *RANDOM && is_free(machine, state, generator)? {
        let holder = machine.jdk_class(state, "java/util/concurrent/atomic/AtomicLong")?;
        machine.ensure_initialized(state, holder)?;
        let seed = machine.new_object(state, holder);
        machine.set_field_named(state, generator, "seed", Value::Ref(seed))?;
    }
    Ok(Ret::Interpret)
}

/// An input, asked for by a generator.
fn draw(machine: &mut Machine, state: &mut State, prim: Prim) -> Value {
    state.path.random = true;
    nondet::ask_as(machine, state, prim, "random")
}

fn drawn(machine: &mut Machine, state: &mut State, call: &Call, prim: Prim) -> Res<Ret> {
    if !is_free(machine, state, call.reference(0))? {
        return Ok(Ret::Interpret);
    }
    Ok(Ret::Value(draw(machine, state, prim)))
}

fn next_int(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    drawn(machine, state, call, Prim::Int)
}

fn next_long(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    drawn(machine, state, call, Prim::Long)
}

fn next_boolean(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    drawn(machine, state, call, Prim::Boolean)
}

/// The upper bits of an int.
fn next(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !is_free(machine, state, call.reference(0))? {
        return Ok(Ret::Interpret);
    }
    let value = draw(machine, state, Prim::Int);
    let (value, bits) = (machine.lift(value), machine.lift(call.arguments[1]));
    let width = machine.world.terms.int(32);
    let away = machine.world.terms.sub(width, bits);
    let term = machine.world.terms.java_ushr(value, away);
    Ok(Ret::Value(machine.value_of(term)))
}

/// A bound that is not positive is for the JDK to refuse.
fn next_int_below(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !is_free(machine, state, call.reference(0))? {
        return Ok(Ret::Interpret);
    }
    let bound = machine.lift(call.arguments[1]);
    let zero = machine.world.terms.int(0);
    let positive = machine.world.terms.slt(zero, bound);
    if !machine.decide(state, positive)? {
        return Ok(Ret::Interpret);
    }
    let value = draw(machine, state, Prim::Int);
    let term = machine.lift(value);
    let below = machine.world.terms.ult(term, bound);
    restrict(machine, state, term, 0, below);
    Ok(Ret::Value(value))
}

/// Adds a condition on an input that was drawn just now, and that this value fulfils.
fn restrict(machine: &mut Machine, state: &mut State, input: Term, value: u64, condition: Term) {
    let sort = machine.world.terms.sort(input);
    let input = machine.world.terms.as_input(input).expect("a number as it was drawn");
    state.path.witness_mut().set(input, Const::scalar(sort, value));
    state.path.assume(&machine.world.terms, condition);
}

fn next_float(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    fraction(machine, state, call, Prim::Float)
}

fn next_double(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    fraction(machine, state, call, Prim::Double)
}

fn fraction(machine: &mut Machine, state: &mut State, call: &Call, prim: Prim) -> Res<Ret> {
    if !is_free(machine, state, call.reference(0))? {
        return Ok(Ret::Interpret);
    }
    Ok(Ret::Value(draw_fraction(machine, state, prim)))
}

fn math_random(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    if !machine.world.explores() {
        return Ok(Ret::Interpret);
    }
    Ok(Ret::Value(draw_fraction(machine, state, Prim::Double)))
}

/// A multiple of 2^-24 or 2^-53 in [0, 1): no other numbers come from a generator.
fn draw_fraction(machine: &mut Machine, state: &mut State, prim: Prim) -> Value {
    state.path.random = true;
    let name = machine.input_name(state, "random");
    let place = machine.place(state);
    let terms = &mut machine.world.terms;
    let (numerator, term) = match prim {
        Prim::Float => {
            let numerator = terms.input(&name, Sort::Bv(24));
            let wide = terms.zext(32, numerator);
            let (float, unit) = (terms.java_to_float(wide), terms.float32((2_f32.powi(-24)).to_bits()));
            (numerator, terms.fmul(float, unit))
        }
        _ => {
            let numerator = terms.input(&name, Sort::Bv(53));
            let wide = terms.zext(64, numerator);
            let (double, unit) = (terms.java_to_double(wide), terms.float64((2_f64.powi(-53)).to_bits()));
            (numerator, terms.fmul(double, unit))
        }
    };
    let input = terms.as_input(numerator).expect("an input");
    Rc::make_mut(&mut state.path.asked).push(Asked { kind: AskedKind::Fraction(prim), input, place, guard: None });
    machine.value_of(term)
}

fn int_between(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match (call.arguments[1], call.arguments[2]) {
        (Value::Int(from), Value::Int(to)) => between(machine, state, call, (from.into(), to.into()), Prim::Int),
        _ => Ok(Ret::Interpret),
    }
}

fn long_between(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match (call.arguments[1], call.arguments[2]) {
        (Value::Long(from), Value::Long(to)) => between(machine, state, call, (from, to), Prim::Long),
        _ => Ok(Ret::Interpret),
    }
}

fn long_below(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match call.arguments[1] {
        Value::Long(to) => between(machine, state, call, (0, to), Prim::Long),
        _ => Ok(Ret::Interpret),
    }
}

/// The JDK draws numbers until one gives an unbiased result. Here the first one does; what is drawn is such that the JDK
/// computes the same result from it.
fn between(machine: &mut Machine, state: &mut State, call: &Call, (from, to): (i64, i64), prim: Prim) -> Res<Ret> {
    if from >= to || !is_free(machine, state, call.reference(0))? {
        return Ok(Ret::Interpret);
    }
    let value = draw(machine, state, prim);
    let drawn = machine.lift(value);
    let width: u8 = if prim == Prim::Int { 32 } else { 64 };
    let terms = &mut machine.world.terms;
    let number = |n: i64| if width == 32 { n as u32 as u64 } else { n as u64 };
    // The number of results; it wraps around if it is too large for the type.
    let count = if width == 32 { i64::from(to.wrapping_sub(from) as i32) } else { to.wrapping_sub(from) };
    let (origin, end, bound) =
        (terms.bv(width, number(from)), terms.bv(width, number(to)), terms.bv(width, number(count)));
    if number(count).is_power_of_two() {
        let inside = terms.ult(drawn, bound);
        let result = terms.add(drawn, origin);
        restrict(machine, state, drawn, 0, inside);
        return Ok(Ret::Value(machine.value_of(result)));
    }
    if count > 0 {
        let one = terms.bv(width, 1);
        let (half, zero) = (terms.lshr(drawn, one), terms.bv(width, 0));
        let last = terms.bv_and(drawn, one);
        let (small, even) = (terms.ult(half, bound), terms.eq(last, zero));
        let inside = terms.and(small, even);
        let result = terms.add(half, origin);
        restrict(machine, state, drawn, 0, inside);
        return Ok(Ret::Value(machine.value_of(result)));
    }
    let (above, below) = (terms.sle(origin, drawn), terms.slt(drawn, end));
    let inside = terms.and(above, below);
    restrict(machine, state, drawn, number(from), inside);
    Ok(Ret::Value(value))
}
