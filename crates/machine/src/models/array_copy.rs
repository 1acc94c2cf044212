//! Copies of arrays of primitives where positions, lengths or the arrays' own lengths are symbolic, for user code: what the copy
//! leaves in each place is a term.

use super::{Call, LibraryModel, Model, Ret, text};
use crate::execute::classes::resolve::prim_name;
use crate::execute::insn::new_size;
use crate::execute::throw::Told;
use crate::heap::Body;
use crate::program::{ClassId, Kind, ObjectId, Value};
use crate::state::State;
use crate::state::path::Use;
use crate::world::{Machine, Res, Stop};
use term::Term;

const OUT_OF_BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
/// Copies of at most this many elements are made place by place.
const PLACES: usize = 64;

const fn copy_of(descriptor: &'static str) -> LibraryModel {
    const RUN: Model = resized;
    text("java/util/Arrays", "copyOf", descriptor, RUN)
}

pub const MODELS: &[LibraryModel] = &[
    copy_of("([ZI)[Z"),
    copy_of("([BI)[B"),
    copy_of("([CI)[C"),
    copy_of("([SI)[S"),
    copy_of("([II)[I"),
    copy_of("([JI)[J"),
    copy_of("([FI)[F"),
    copy_of("([DI)[D"),
];

/// System.arraycopy of two arrays; `None` if it is better done with one value after the other.
pub fn symbolic_copy(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Option<Ret>> {
    let &[Value::Ref(source), from, Value::Ref(target), to, len] = call.arguments else {
        return Ok(None);
    };
    if source.is_null() || target.is_null() {
        return Ok(None);
    }
    let classes = [machine.class_of(state, source), machine.class_of(state, target)];
    if machine.copies_lazily(state, source, target) {
        return copy_references(machine, state, (source, target), (from, to, len));
    }
    if machine.in_jdk(state) {
        return Ok(None);
    }
    let primitives = machine.world.is_array(classes[0])
        && classes[0] == classes[1]
        && matches!(machine.world.classes.element_kind(classes[0]), Kind::Prim(_));
    if !primitives {
        return Ok(None);
    }
    let lengths = [machine.length_of(state, source)?, machine.length_of(state, target)?];
    if [from, to, len, lengths[0], lengths[1]].iter().all(|value| value.term().is_none()) {
        return Ok(None);
    }
    let followed = machine.world.followed.is_some();
    if followed && lengths.iter().all(|length| length.term().is_none()) {
        return Ok(None);
    }
    let places = match (len, lengths[1]) {
        // All elements would become symbolic: the places are those of the witness.
        _ if followed => Places::Copied(machine.under_witness(state, len, Use::Follow)?.as_int().max(0) as usize),
        (Value::Int(len), _) if len <= PLACES as i32 => Places::Copied(len.max(0) as usize),
        (_, Value::Int(length)) if length <= PLACES as i32 => Places::OfTarget(length as usize),
        _ if machine.explores(state) => Places::Bounded,
        _ => return Ok(None),
    };
    if !is_inside(machine, state, (from, to, len), lengths)? {
        return check_ranges(machine, state, (classes[0], classes[1]), (from, to, len), lengths).map(|()| None);
    }
    if matches!(lengths[0], Value::Int(0)) {
        return Ok(Some(Ret::Void));
    }
    let mut range = [from, to, len];
    if followed {
        for value in &mut range {
            *value = machine.concretize(state, *value)?;
        }
    }
    let [from, to, len] = range.map(|value| machine.lift(value));
    match places {
        Places::Copied(count) => copy_each(machine, state, (source, from), (target, to), count)?,
        Places::OfTarget(count) => choose_each(machine, state, (source, from), (target, to), len, count)?,
        Places::Bounded => {
            let count = bounded_count(machine, state, len)?;
            copy_each(machine, state, (source, from), (target, to), count)?;
        }
    }
    Ok(Some(Ret::Void))
}

/// References that a check explores: nobody looks at what is copied.
fn copy_references(
    machine: &mut Machine,
    state: &mut State,
    (source, target): (ObjectId, ObjectId),
    (from, to, len): (Value, Value, Value),
) -> Res<Option<Ret>> {
    let lengths = [machine.length_of(state, source)?, machine.length_of(state, target)?];
    if [from, to, len, lengths[0], lengths[1]].iter().all(|value| value.term().is_none()) {
        return Ok(None);
    }
    if !is_inside(machine, state, (from, to, len), lengths)? {
        let classes = (machine.class_of(state, source), machine.class_of(state, target));
        return check_ranges(machine, state, classes, (from, to, len), lengths).map(|()| None);
    }
    let [from, to, len] = [from, to, len].map(|value| machine.lift(value));
    machine.copy_range(state, source, target, (from, to, len))?;
    Ok(Some(Ret::Void))
}

/// Where a copy is looked at.
enum Places {
    Copied(usize),
    OfTarget(usize),
    /// As many as a check looks at; each number is a path.
    Bounded,
}

/// One of the numbers of elements that a check looks at.
fn bounded_count(machine: &mut Machine, state: &State, len: Term) -> Res<usize> {
    let most = machine.world.options.array_length;
    let bound = machine.world.terms.int(most as i32);
    let within = machine.world.terms.sle(len, bound);
    if !machine.decide(state, within)? {
        return Err(machine.too_many_places(state));
    }
    for count in 0..most {
        let number = machine.world.terms.int(count as i32);
        let same = machine.world.terms.eq(len, number);
        if machine.choose(state, same)? {
            return Ok(count as usize);
        }
    }
    Ok(most as usize)
}

/// One condition for all that may be wrong with the ranges.
fn is_inside(machine: &mut Machine, state: &State, range: (Value, Value, Value), lengths: [Value; 2]) -> Res<bool> {
    let (from, to, len) = (machine.lift(range.0), machine.lift(range.1), machine.lift(range.2));
    let ends = lengths.map(|length| machine.lift(length));
    let terms = &mut machine.world.terms;
    let zero = terms.int(0);
    let mut inside: Vec<Term> = [from, to, len].iter().map(|&number| terms.sle(zero, number)).collect();
    for (start, end) in [(from, ends[0]), (to, ends[1])] {
        // Two numbers that are not negative, so that the sum is right without its sign.
        let last = terms.add(start, len);
        inside.push(terms.ule(last, end));
    }
    let inside = terms.all(inside);
    machine.decide(state, inside)
}

/// A known number of elements, all read before the first is written.
fn copy_each(
    machine: &mut Machine,
    state: &mut State,
    from: (ObjectId, Term),
    to: (ObjectId, Term),
    count: usize,
) -> Res<()> {
    let mut values = Vec::with_capacity(count);
    for at in 0..count {
        let indices = [place(machine, from.1, at), place(machine, to.1, at)];
        count_looks(machine, state, [from.0, to.0], indices)?;
        values.push(read(machine, state, from.0, indices[0])?);
    }
    for (at, value) in values.into_iter().enumerate() {
        let index = place(machine, to.1, at);
        write(machine, state, to.0, index, value)?;
    }
    Ok(())
}

/// On a heap that a check explores, a copy looks at elements as well.
fn count_looks(machine: &mut Machine, state: &mut State, arrays: [ObjectId; 2], indices: [Value; 2]) -> Res<()> {
    for (array, index) in arrays.into_iter().zip(indices) {
        if let Body::Open(open) = &state.heap.get(array).body
            && let Some(input) = open.input
            && machine.explores(state)
        {
            machine.look_at(state, input, index)?;
        }
    }
    Ok(())
}

/// Every place of a target of known length: an element of the source, or what was there.
fn choose_each(
    machine: &mut Machine,
    state: &mut State,
    from: (ObjectId, Term),
    to: (ObjectId, Term),
    len: Term,
    count: usize,
) -> Res<()> {
    let mut values = Vec::with_capacity(count);
    for at in 0..count {
        let here = machine.world.terms.int(at as i32);
        let offset = machine.world.terms.sub(here, to.1);
        let copied = machine.world.terms.ult(offset, len);
        let index = machine.world.terms.add(from.1, offset);
        let index = machine.value_of(index);
        let old = machine.element(state, to.0, at)?;
        if state.path.known(&machine.world.terms, copied) == Some(false) {
            values.push(old);
            continue;
        }
        let (new, old) = (read(machine, state, from.0, index)?, machine.lift(old));
        let new = machine.lift(new);
        let chosen = machine.world.terms.ite(copied, new, old);
        values.push(machine.value_of(chosen));
    }
    for (at, value) in values.into_iter().enumerate() {
        machine.set_element(state, to.0, at, value)?;
    }
    Ok(())
}

fn place(machine: &mut Machine, start: Term, at: usize) -> Value {
    let at = machine.world.terms.int(at as i32);
    let index = machine.world.terms.add(start, at);
    machine.value_of(index)
}

/// Any index is an element of the term that stands for the contents; outside of the bounds it does not matter which.
fn read(machine: &mut Machine, state: &mut State, array: ObjectId, index: Value) -> Res<Value> {
    match (machine.open_array(state, array)?, index) {
        (Some(open), _) => machine.open_element(state, array, &open, index),
        (None, Value::Int(at)) => {
            let last = machine.array_length(state, array)?.saturating_sub(1);
            machine.element(state, array, (at as u32 as usize).min(last))
        }
        (None, symbolic) => {
            let index = machine.lift(symbolic);
            machine.element_at(state, array, index)
        }
    }
}

fn write(machine: &mut Machine, state: &mut State, array: ObjectId, index: Value, value: Value) -> Res<()> {
    match (machine.open_array(state, array)?, index) {
        (Some(open), _) => machine.set_open_element(state, array, open, index, value)?,
        (None, Value::Int(at)) => machine.set_element(state, array, at as usize, value)?,
        (None, symbolic) => {
            let index = machine.lift(symbolic);
            machine.set_element_at(state, array, index, value)?;
        }
    }
    Ok(())
}

/// Arrays.copyOf: the copy is as long as the term says, and has zeros where the original has ended.
fn resized(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let &[Value::Ref(original), length] = call.arguments else {
        return Ok(Ret::Interpret);
    };
    if original.is_null() || machine.in_jdk(state) {
        return Ok(Ret::Interpret);
    }
    let is_open = machine.open_array(state, original)?.is_some();
    if !is_open && length.term().is_none() {
        return Ok(Ret::Interpret);
    }
    let class = machine.class_of(state, original);
    let length = new_size(machine, state, class, length)?;
    let Some(copy) = machine.resized_open(state, original, length)? else {
        machine.ready(state, original)?;
        return Ok(Ret::Interpret);
    };
    if let (Value::Int(length), Body::Open(open)) = (length, &state.heap.get(copy).body) {
        let open = open.clone();
        machine.fill_closed(state, copy, &open, length as usize)?;
    }
    Ret::reference(copy)
}

/// What is wrong with the ranges, in the order of HotSpot.
pub(super) fn check_ranges(
    machine: &mut Machine,
    state: &mut State,
    classes: (ClassId, ClassId),
    (from, to, len): (Value, Value, Value),
    sizes: [Value; 2],
) -> Res<()> {
    if let (Value::Int(from), Value::Int(to), Value::Int(len), [Value::Int(source), Value::Int(target)]) =
        (from, to, len, sizes)
        && from.min(to).min(len) >= 0
        && from as u32 + len as u32 <= source as u32
        && to as u32 + len as u32 <= target as u32
    {
        return Ok(());
    }
    let sides = [("source", from, classes.0, sizes[0]), ("destination", to, classes.1, sizes[1])];
    for (which, start, class, size) in sides {
        if is_negative(machine, state, start)? {
            let message = ["arraycopy: ", which, " index "];
            return Err(out_of_bounds(machine, state, message, start, class, size));
        }
    }
    if is_negative(machine, state, len)? {
        let message = [Told::Words("arraycopy: length "), Told::Number(len), Told::Words(" is negative")];
        return Err(machine.throw_telling(state, OUT_OF_BOUNDS, &message));
    }
    for (which, start, class, size) in sides {
        let (start, len, end) = (machine.lift(start), machine.lift(len), machine.lift(size));
        let terms = &mut machine.world.terms;
        // Two numbers that are not negative, so that the sum is right without its sign.
        let last = terms.add(start, len);
        let inside = terms.ule(last, end);
        let last = terms.zext(64, last);
        if !machine.decide(state, inside)? {
            let last = machine.value_of(last);
            let message = ["arraycopy: last ", which, " index "];
            return Err(out_of_bounds(machine, state, message, last, class, size));
        }
    }
    Ok(())
}

fn is_negative(machine: &mut Machine, state: &State, number: Value) -> Res<bool> {
    let (number, zero) = (machine.lift(number), machine.world.terms.int(0));
    let negative = machine.world.terms.slt(number, zero);
    machine.decide(state, negative)
}

/// The array is `int[10]` or `object array[10]`.
fn out_of_bounds(
    machine: &mut Machine,
    state: &mut State,
    words: [&str; 3],
    number: Value,
    class: ClassId,
    size: Value,
) -> Stop {
    let array = match machine.world.classes.element_kind(class) {
        Kind::Prim(prim) => format!(" out of bounds for {}[", prim_name(prim)),
        Kind::Ref => " out of bounds for object array[".into(),
    };
    let words = words.concat();
    let message =
        [Told::Words(&words), Told::Number(number), Told::Words(&array), Told::Number(size), Told::Words("]")];
    machine.throw_telling(state, OUT_OF_BOUNDS, &message)
}
