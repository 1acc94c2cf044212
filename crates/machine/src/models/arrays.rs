//! java.util.Arrays on symbolic elements: comparisons and hash codes as terms, where the loops of the JDK would fork once for
//! each element. Lengths are concrete; whatever else there is to decide is left to the bytecode.

use super::{Call, LibraryModel, Model, Ret, text};
use crate::program::{Kind, ObjectId, Value};
use crate::state::State;
use crate::world::{Machine, Res};
use bytecode::Prim;
use term::{Sort, Term};

const CLASS: &str = "java/util/Arrays";
const SUPPORT: &str = "jdk/internal/util/ArraysSupport";

const fn arrays(method: &'static str, descriptor: &'static str, run: Model) -> LibraryModel {
    text(CLASS, method, descriptor, run)
}

pub const MODELS: &[LibraryModel] = &[
    arrays("equals", "([Z[Z)Z", equals),
    arrays("equals", "([B[B)Z", equals),
    arrays("equals", "([C[C)Z", equals),
    arrays("equals", "([S[S)Z", equals),
    arrays("equals", "([I[I)Z", equals),
    arrays("equals", "([J[J)Z", equals),
    arrays("equals", "([F[F)Z", equals),
    arrays("equals", "([D[D)Z", equals),
    arrays("mismatch", "([Z[Z)I", mismatch),
    arrays("mismatch", "([B[B)I", mismatch),
    arrays("mismatch", "([C[C)I", mismatch),
    arrays("mismatch", "([S[S)I", mismatch),
    arrays("mismatch", "([I[I)I", mismatch),
    arrays("mismatch", "([J[J)I", mismatch),
    arrays("mismatch", "([F[F)I", mismatch),
    arrays("mismatch", "([D[D)I", mismatch),
    arrays("hashCode", "([Z)I", hash_code),
    arrays("hashCode", "([B)I", hash_code),
    arrays("hashCode", "([C)I", hash_code),
    arrays("hashCode", "([S)I", hash_code),
    arrays("hashCode", "([I)I", hash_code),
    arrays("hashCode", "([J)I", hash_code),
    arrays("hashCode", "([F)I", hash_code),
    arrays("hashCode", "([D)I", hash_code),
    arrays("fill", "([ZIIZ)V", fill),
    arrays("fill", "([BIIB)V", fill),
    arrays("fill", "([CIIC)V", fill),
    arrays("fill", "([SIIS)V", fill),
    arrays("fill", "([IIII)V", fill),
    arrays("fill", "([JIIJ)V", fill),
    arrays("fill", "([FIIF)V", fill),
    arrays("fill", "([DIID)V", fill),
    text(SUPPORT, "mismatch", "([Z[ZI)I", first_difference),
    text(SUPPORT, "mismatch", "([B[BI)I", first_difference),
    text(SUPPORT, "mismatch", "([C[CI)I", first_difference),
    text(SUPPORT, "mismatch", "([S[SI)I", first_difference),
    text(SUPPORT, "mismatch", "([I[II)I", first_difference),
    text(SUPPORT, "mismatch", "([J[JI)I", first_difference),
    text(SUPPORT, "mismatch", "([F[FI)I", first_difference),
    text(SUPPORT, "mismatch", "([D[DI)I", first_difference),
    text(SUPPORT, "mismatch", "([ZI[ZII)I", first_difference_of_ranges),
    text(SUPPORT, "mismatch", "([BI[BII)I", first_difference_of_ranges),
    text(SUPPORT, "mismatch", "([CI[CII)I", first_difference_of_ranges),
    text(SUPPORT, "mismatch", "([SI[SII)I", first_difference_of_ranges),
    text(SUPPORT, "mismatch", "([II[III)I", first_difference_of_ranges),
    text(SUPPORT, "mismatch", "([JI[JII)I", first_difference_of_ranges),
    text(SUPPORT, "mismatch", "([FI[FII)I", first_difference_of_ranges),
    text(SUPPORT, "mismatch", "([DI[DII)I", first_difference_of_ranges),
];

/// A range is filled where its ends are symbolic: arrays up to this length become conditionals.
const FILLED: usize = 256;

fn equals(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let [Value::Ref(a), Value::Ref(b)] = *call.arguments else {
        return Ok(Ret::Interpret);
    };
    if a == b || !are_symbolic(machine, state, a, b)? {
        return Ok(Ret::Interpret);
    }
    let length = machine.array_length(state, a)?;
    if length != machine.array_length(state, b)? {
        return Ok(Ret::Interpret);
    }
    let equal = equations(machine, state, (a, 0), (b, 0), length)?;
    let equal = machine.world.terms.all(equal);
    Ok(Ret::Value(machine.boolean(equal)))
}

fn mismatch(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let [Value::Ref(a), Value::Ref(b)] = *call.arguments else {
        return Ok(Ret::Interpret);
    };
    if a == b || !are_symbolic(machine, state, a, b)? {
        return Ok(Ret::Interpret);
    }
    let (long, short) = (machine.array_length(state, a)?, machine.array_length(state, b)?);
    let common = long.min(short);
    let otherwise = if long == short { -1 } else { common as i32 };
    difference(machine, state, (a, 0), (b, 0), common, otherwise)
}

fn first_difference(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    between(machine, state, (call.arguments[0], Value::Int(0)), (call.arguments[1], Value::Int(0)), call.arguments[2])
}

fn first_difference_of_ranges(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let [a, a_from, b, b_from, length] = call.arguments else { unreachable!("the table has this descriptor") };
    between(machine, state, (*a, *a_from), (*b, *b_from), *length)
}

/// The callers have checked the ranges.
fn between(machine: &mut Machine, state: &mut State, a: (Value, Value), b: (Value, Value), length: Value) -> Res<Ret> {
    let ((Value::Ref(a), Value::Int(a_from)), (Value::Ref(b), Value::Int(b_from)), Value::Int(length)) = (a, b, length)
    else {
        return Ok(Ret::Interpret);
    };
    if !are_symbolic(machine, state, a, b)? {
        return Ok(Ret::Interpret);
    }
    difference(machine, state, (a, a_from as usize), (b, b_from as usize), length.max(0) as usize, -1)
}

/// Whether two arrays are there, and at least one has symbolic elements.
fn are_symbolic(machine: &mut Machine, state: &mut State, a: ObjectId, b: ObjectId) -> Res<bool> {
    if a.is_null() || b.is_null() {
        return Ok(false);
    }
    Ok(machine.object(state, a)?.symbols.is_some() | machine.object(state, b)?.symbols.is_some())
}

/// The index of the first difference, or another number.
fn difference(
    machine: &mut Machine,
    state: &mut State,
    a: (ObjectId, usize),
    b: (ObjectId, usize),
    length: usize,
    otherwise: i32,
) -> Res<Ret> {
    let equal = equations(machine, state, a, b, length)?;
    let mut found = machine.world.terms.int(otherwise);
    for (at, equal) in equal.into_iter().enumerate().rev() {
        let here = machine.world.terms.int(at as i32);
        found = machine.world.terms.ite(equal, found, here);
    }
    Ok(Ret::Value(machine.value_of(found)))
}

fn equations(
    machine: &mut Machine,
    state: &mut State,
    a: (ObjectId, usize),
    b: (ObjectId, usize),
    length: usize,
) -> Res<Vec<Term>> {
    let mut equations = Vec::with_capacity(length);
    for at in 0..length {
        let (x, y) = (machine.element(state, a.0, a.1 + at)?, machine.element(state, b.0, b.1 + at)?);
        let (x, y) = (bits(machine, x), bits(machine, y));
        equations.push(machine.world.terms.eq(x, y));
    }
    Ok(equations)
}

/// Floating-point elements are compared by their bits, all NaNs alike.
fn bits(machine: &mut Machine, element: Value) -> Term {
    let term = machine.lift(element);
    match machine.world.terms.sort(term) {
        Sort::Float32 | Sort::Float64 => machine.world.terms.to_bits(term),
        Sort::Bool | Sort::Bv(_) | Sort::Ref | Sort::Array(_) => term,
    }
}

fn hash_code(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let array = call.reference(0);
    if array.is_null() || machine.object(state, array)?.symbols.is_none() {
        return Ok(Ret::Interpret);
    }
    let class = machine.class_of(state, array);
    let kind = machine.world.classes.element_kind(class);
    let mut hash = machine.world.terms.int(1);
    for at in 0..machine.array_length(state, array)? {
        let element = machine.element(state, array, at)?;
        let element = bits(machine, element);
        let terms = &mut machine.world.terms;
        let element = match kind {
            Kind::Prim(Prim::Boolean) => {
                let (truth, yes, no) = (terms.int_to_bool(element), terms.int(1231), terms.int(1237));
                terms.ite(truth, yes, no)
            }
            Kind::Prim(Prim::Long | Prim::Double) => {
                let (high, low) = (terms.extract(63, 32, element), terms.extract(31, 0, element));
                terms.bv_xor(high, low)
            }
            Kind::Prim(Prim::Byte | Prim::Char | Prim::Short | Prim::Int | Prim::Float) | Kind::Ref => element,
        };
        let factor = terms.int(31);
        let before = terms.mul(hash, factor);
        hash = terms.add(before, element);
    }
    Ok(Ret::Value(machine.value_of(hash)))
}

/// A range with symbolic ends; concrete ones are a loop that does not fork.
fn fill(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let &[Value::Ref(array), from, to, value] = call.arguments else {
        return Ok(Ret::Interpret);
    };
    if array.is_null() || (from.term().is_none() && to.term().is_none()) {
        return Ok(Ret::Interpret);
    }
    let length = machine.array_length(state, array)?;
    let (from, to) = (machine.lift(from), machine.lift(to));
    let terms = &mut machine.world.terms;
    let (zero, end) = (terms.int(0), terms.int(length as i32));
    let inside = [terms.sle(from, to), terms.sle(zero, from), terms.sle(to, end)];
    // In this order the bytecode asks, too.
    for condition in inside {
        if !machine.decide(state, condition)? {
            return Ok(Ret::Interpret);
        }
    }
    if length > FILLED {
        return Ok(Ret::Interpret);
    }
    let value = machine.lift(value);
    for at in 0..length {
        let old = machine.element(state, array, at)?;
        let old = machine.lift(old);
        let terms = &mut machine.world.terms;
        let here = terms.int(at as i32);
        let hit = [terms.sle(from, here), terms.slt(here, to)];
        let hit = terms.all(hit);
        let new = terms.ite(hit, value, old);
        let new = machine.value_of(new);
        machine.set_element(state, array, at, new)?;
    }
    Ok(Ret::Void)
}
