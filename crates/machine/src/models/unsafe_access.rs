//! jdk.internal.misc.Unsafe on objects: JDK code addresses fields by HotSpot's byte offsets; the host knows which
//! field of ours lies there. One access path serves get, put, compare-and-set and compare-and-exchange of all kinds.

use super::memory::{self, ARRAY_BASE};
use super::{Call, LibraryModel, Ret, model, nothing, symbolic};
use crate::program::{ClassKind, Kind, ObjectId, Value};
use crate::reason::{Gap, Reason};
use crate::state::State;
use crate::state::steps::Cell;
use crate::visible::{Reach, surely_differ};
use crate::world::{End, Machine, Place, Res};
use bytecode::{Prim, Type};

const CLASS: &str = "jdk/internal/misc/Unsafe";

pub const MODELS: &[LibraryModel] = &[
    symbolic(CLASS, "getInt", "(Ljava/lang/Object;J)I", get),
    symbolic(CLASS, "getReference", "(Ljava/lang/Object;J)Ljava/lang/Object;", get),
    symbolic(CLASS, "getBoolean", "(Ljava/lang/Object;J)Z", get),
    symbolic(CLASS, "getByte", "(Ljava/lang/Object;J)B", get),
    symbolic(CLASS, "getShort", "(Ljava/lang/Object;J)S", get),
    symbolic(CLASS, "getChar", "(Ljava/lang/Object;J)C", get),
    symbolic(CLASS, "getLong", "(Ljava/lang/Object;J)J", get),
    symbolic(CLASS, "getFloat", "(Ljava/lang/Object;J)F", get),
    symbolic(CLASS, "getDouble", "(Ljava/lang/Object;J)D", get),
    symbolic(CLASS, "getIntVolatile", "", get),
    symbolic(CLASS, "getReferenceVolatile", "", get),
    symbolic(CLASS, "getBooleanVolatile", "", get),
    symbolic(CLASS, "getByteVolatile", "", get),
    symbolic(CLASS, "getShortVolatile", "", get),
    symbolic(CLASS, "getCharVolatile", "", get),
    symbolic(CLASS, "getLongVolatile", "", get),
    symbolic(CLASS, "getFloatVolatile", "", get),
    symbolic(CLASS, "getDoubleVolatile", "", get),
    symbolic(CLASS, "putInt", "(Ljava/lang/Object;JI)V", put),
    symbolic(CLASS, "putReference", "(Ljava/lang/Object;JLjava/lang/Object;)V", put),
    symbolic(CLASS, "putBoolean", "(Ljava/lang/Object;JZ)V", put),
    symbolic(CLASS, "putByte", "(Ljava/lang/Object;JB)V", put),
    symbolic(CLASS, "putShort", "(Ljava/lang/Object;JS)V", put),
    symbolic(CLASS, "putChar", "(Ljava/lang/Object;JC)V", put),
    symbolic(CLASS, "putLong", "(Ljava/lang/Object;JJ)V", put),
    symbolic(CLASS, "putFloat", "(Ljava/lang/Object;JF)V", put),
    symbolic(CLASS, "putDouble", "(Ljava/lang/Object;JD)V", put),
    symbolic(CLASS, "putIntVolatile", "", put),
    symbolic(CLASS, "putReferenceVolatile", "", put),
    symbolic(CLASS, "putBooleanVolatile", "", put),
    symbolic(CLASS, "putByteVolatile", "", put),
    symbolic(CLASS, "putShortVolatile", "", put),
    symbolic(CLASS, "putCharVolatile", "", put),
    symbolic(CLASS, "putLongVolatile", "", put),
    symbolic(CLASS, "putFloatVolatile", "", put),
    symbolic(CLASS, "putDoubleVolatile", "", put),
    symbolic(CLASS, "compareAndSetBoolean", "", compare_and_set),
    symbolic(CLASS, "compareAndSetByte", "", compare_and_set),
    symbolic(CLASS, "compareAndSetShort", "", compare_and_set),
    symbolic(CLASS, "compareAndSetChar", "", compare_and_set),
    symbolic(CLASS, "compareAndSetFloat", "", compare_and_set),
    symbolic(CLASS, "compareAndSetDouble", "", compare_and_set),
    symbolic(CLASS, "compareAndExchangeBoolean", "", compare_and_exchange),
    symbolic(CLASS, "compareAndExchangeByte", "", compare_and_exchange),
    symbolic(CLASS, "compareAndExchangeShort", "", compare_and_exchange),
    symbolic(CLASS, "compareAndExchangeChar", "", compare_and_exchange),
    symbolic(CLASS, "compareAndExchangeFloat", "", compare_and_exchange),
    symbolic(CLASS, "compareAndExchangeDouble", "", compare_and_exchange),
    symbolic(CLASS, "compareAndSetInt", "", compare_and_set),
    symbolic(CLASS, "compareAndSetLong", "", compare_and_set),
    symbolic(CLASS, "compareAndSetReference", "", compare_and_set),
    symbolic(CLASS, "compareAndExchangeInt", "", compare_and_exchange),
    symbolic(CLASS, "compareAndExchangeLong", "", compare_and_exchange),
    symbolic(CLASS, "compareAndExchangeReference", "", compare_and_exchange),
    symbolic(CLASS, "getAndAddInt", "(Ljava/lang/Object;JI)I", get_and_update),
    symbolic(CLASS, "getAndAddLong", "(Ljava/lang/Object;JJ)J", get_and_update),
    symbolic(CLASS, "getAndSetInt", "(Ljava/lang/Object;JI)I", get_and_update),
    symbolic(CLASS, "getAndSetLong", "(Ljava/lang/Object;JJ)J", get_and_update),
    symbolic(CLASS, "getAndSetReference", "(Ljava/lang/Object;JLjava/lang/Object;)Ljava/lang/Object;", get_and_update),
    model(CLASS, "objectFieldOffset0", "", object_field_offset),
    model(CLASS, "objectFieldOffset1", "", object_field_offset_by_name),
    model(CLASS, "staticFieldOffset0", "", static_field_offset),
    model(CLASS, "staticFieldBase0", "", static_field_base),
    model(CLASS, "shouldBeInitialized0", "", should_be_initialized),
    model(CLASS, "ensureClassInitialized0", "", ensure_class_initialized),
    model(CLASS, "allocateInstance", "", allocate_instance),
    model(CLASS, "throwException", "", throw_exception),
    model(CLASS, "loadFence", "()V", nothing),
    model(CLASS, "storeFence", "()V", nothing),
    model(CLASS, "fullFence", "()V", nothing),
];

/// What (object, offset) means for us.
enum Target {
    Slot(ObjectId, u16),
    Element(ObjectId, usize),
    Raw(memory::Raw),
}

fn target(machine: &mut Machine, state: &mut State, base: ObjectId, offset: i64) -> Res<Target> {
    if base.is_null() {
        return Ok(Target::Raw(memory::locate(state, base, offset)));
    }
    let class = machine.class_of(state, base);
    if machine.world.is_array(class) {
        return Ok(match machine.world.classes.element_kind(class) {
            Kind::Ref => Target::Element(base, ((offset - ARRAY_BASE) / 4) as usize),
            Kind::Prim(_) => Target::Raw(memory::locate(state, base, offset)),
        });
    }
    if class == machine.world.class {
        let of = machine.class_of_mirror(base)?;
        if let Some(slot) = machine.host.static_at(machine.world, state, of, offset)? {
            machine.ensure_initialized(state, of)?;
            return Ok(Target::Slot(machine.world.classes[of].statics, slot));
        }
    }
    match machine.host.place_at(machine.world, state, class, offset)? {
        Some(slot) => Ok(Target::Slot(base, slot)),
        None => {
            let name = machine.world.classes[class].dotted();
            Err(End::stopped(Reason::Unsupported(
                Gap::Memory,
                format!("unsafe access at offset {offset} of {name}, where no field is"),
            )))
        }
    }
}

fn check_inside(machine: &mut Machine, state: &mut State, array: ObjectId, at: usize) -> Res<()> {
    if at < machine.array_length(state, array)? {
        return Ok(());
    }
    Err(End::stopped(Reason::Unsupported(Gap::Memory, "unsafe access outside of an array".into())))
}

/// How an access is ordered with others, by the name of its method.
fn reach(machine: &mut Machine, state: &mut State, call: &Call, (offset, kind): (i64, Kind), reach: Reach) -> Res<()> {
    if !state.threads.steps.on {
        return Ok(());
    }
    let name = &machine.world.classes[call.method].name;
    let is_ordered = matches!(reach, Reach::Update | Reach::Miss)
        || ["Volatile", "Acquire", "Release", "Opaque"].iter().any(|order| name.ends_with(order));
    let base = call.reference(1);
    match target(machine, state, base, offset)? {
        Target::Slot(object, slot) if is_ordered => machine.reach_as_volatile(state, Cell::Slot(object, slot), reach),
        Target::Slot(object, slot) => machine.reach_as_plain(state, Cell::Slot(object, slot), reach),
        Target::Element(array, at) if is_ordered => {
            machine.reach_as_volatile(state, Cell::Element(array, at as u32), reach)
        }
        Target::Element(array, at) => machine.reach_element(state, array, Some(at), reach),
        Target::Raw(memory::Raw::Foreign(_)) => Ok(()),
        Target::Raw(memory::Raw::Array(array, at)) => {
            let Kind::Prim(prim) = kind else { return Ok(()) };
            let (first, count) = memory::elements(machine, state, array, at, memory::size_of_prim(prim));
            match is_ordered {
                true => machine.reach_as_volatile(state, Cell::Element(array, first as u32), reach),
                false if count == 1 => machine.reach_element(state, array, Some(first), reach),
                false => machine.reach_elements(state, array, (first, count), reach),
            }
        }
    }
}

fn load(machine: &mut Machine, state: &mut State, base: ObjectId, offset: i64, kind: Kind) -> Res<Value> {
    match (target(machine, state, base, offset)?, kind) {
        (Target::Slot(object, slot), Kind::Prim(prim)) => {
            let value = machine.field(state, object, slot)?;
            Ok(reinterpret(value, Kind::Prim(prim).zero()))
        }
        (Target::Slot(object, slot), Kind::Ref) => machine.field(state, object, slot),
        (Target::Element(array, at), _) => {
            check_inside(machine, state, array, at)?;
            // One object of those that it may be, as with fields.
            let value = machine.element(state, array, at)?;
            machine.settle_reference(state, value)
        }
        (Target::Raw(raw), Kind::Prim(prim)) => {
            if let Some((array, at)) = memory::whole_element(machine, state, raw, prim)? {
                return machine.element(state, array, at);
            }
            if let Some(value) = memory::read_symbolic(machine, state, raw, prim)? {
                return Ok(value);
            }
            let bytes = memory::read_raw(machine, state, raw, memory::size_of_prim(prim))?;
            Ok(memory::from_bytes(prim, &bytes))
        }
        (Target::Raw(_), Kind::Ref) => {
            Err(End::stopped(Reason::Unsupported(Gap::Memory, "unsafe access to a reference in raw memory".into())))
        }
    }
}

fn store(machine: &mut Machine, state: &mut State, base: ObjectId, offset: i64, kind: Kind, value: Value) -> Res<()> {
    match (target(machine, state, base, offset)?, kind) {
        (Target::Slot(object, slot), _) => {
            let before = machine.field(state, object, slot)?;
            machine.set_field(state, object, slot, reinterpret(value, before))
        }
        (Target::Element(array, at), _) => {
            check_inside(machine, state, array, at)?;
            machine.set_element(state, array, at, value)
        }
        (Target::Raw(raw), Kind::Prim(prim)) => {
            if let Some((array, at)) = memory::whole_element(machine, state, raw, prim)? {
                return machine.set_element(state, array, at, value);
            }
            if let Some(term) = value.term()
                && memory::write_symbolic(machine, state, raw, prim, term)?
            {
                return Ok(());
            }
            let value = machine.concretize(state, value)?;
            memory::write_raw(machine, state, raw, &memory::to_bytes(prim, value))
        }
        (Target::Raw(_), Kind::Ref) => {
            Err(End::stopped(Reason::Unsupported(Gap::Memory, "unsafe access to a reference in raw memory".into())))
        }
    }
}

/// The bits of a value in the kind of another: floating-point fields are compared and set as integers.
fn reinterpret(value: Value, like: Value) -> Value {
    match (value, like) {
        (Value::Float(x), Value::Int(_)) => Value::Int(x.to_bits() as i32),
        (Value::Int(i), Value::Float(_)) => Value::Float(f32::from_bits(i as u32)),
        (Value::Double(x), Value::Long(_)) => Value::Long(x.to_bits() as i64),
        (Value::Long(l), Value::Double(_)) => Value::Double(f64::from_bits(l as u64)),
        (value, _) => value,
    }
}

fn kind_of(ty: Option<&Type>) -> Kind {
    match ty {
        Some(Type::Prim(prim)) => Kind::Prim(*prim),
        Some(Type::Ref(_)) | None => Kind::Ref,
    }
}

/// A symbolic offset is enumerated.
fn offset(machine: &mut Machine, state: &State, call: &Call) -> Res<i64> {
    Ok(machine.concretize(state, call.arguments[2])?.as_long())
}

fn get(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let offset = offset(machine, state, call)?;
    let kind = kind_of(machine.world.classes[call.method].result.as_ref());
    reach(machine, state, call, (offset, kind), Reach::Read)?;
    Ok(Ret::Value(load(machine, state, call.reference(1), offset, kind)?))
}

fn put(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let offset = offset(machine, state, call)?;
    let kind = kind_of(machine.world.classes[call.method].parameters.get(2));
    let value = match (kind, call.arguments[3]) {
        (Kind::Prim(Prim::Boolean), Value::Int(i)) => Value::Int(i & 1),
        (_, value) => value,
    };
    reach(machine, state, call, (offset, kind), Reach::Write)?;
    store(machine, state, call.reference(1), offset, kind, value)?;
    Ok(Ret::Void)
}

fn exchange(machine: &mut Machine, state: &mut State, call: &Call) -> Res<(Value, bool)> {
    let kind = kind_of(machine.world.classes[call.method].parameters.get(2));
    let (base, offset) = (call.reference(1), offset(machine, state, call)?);
    if state.threads.steps.on {
        let now = load(machine, state, base, offset, kind)?;
        let fails = surely_differ(now, call.arguments[3]);
        state.threads.own.expects = Some(call.arguments[3]);
        reach(machine, state, call, (offset, kind), if fails { Reach::Miss } else { Reach::Update })?;
        state.threads.own.expects = None;
    }
    let found = load(machine, state, base, offset, kind)?;
    let equal = if let (Value::Ref(a), Value::Ref(b)) = (found, call.arguments[3]) {
        machine.is_same(state, a, b)?
    } else if found.term().is_none() && call.arguments[3].term().is_none() {
        found.same(call.arguments[3])
    } else {
        let (a, b) = (machine.lift(found), machine.lift(call.arguments[3]));
        let equal = machine.world.terms.eq(a, b);
        machine.decide(state, equal)?
    };
    if equal {
        store(machine, state, base, offset, kind, call.arguments[4])?;
    }
    Ok((found, equal))
}

/// getAndAdd, getAndSet: at once where the orders of threads are explored, where the loop of the JDK would be many steps.
fn get_and_update(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !state.threads.steps.on {
        return Ok(Ret::Interpret);
    }
    let kind = kind_of(machine.world.classes[call.method].parameters.get(2));
    let (base, offset) = (call.reference(1), offset(machine, state, call)?);
    reach(machine, state, call, (offset, kind), Reach::Update)?;
    let found = load(machine, state, base, offset, kind)?;
    let adds = machine.world.classes[call.method].name.contains("Add");
    let next = match (adds, found, call.arguments[3]) {
        (false, _, value) => value,
        (true, Value::Int(a), Value::Int(b)) => Value::Int(a.wrapping_add(b)),
        (true, Value::Long(a), Value::Long(b)) => Value::Long(a.wrapping_add(b)),
        (true, a, b) => {
            let (a, b) = (machine.lift(a), machine.lift(b));
            let sum = machine.world.terms.add(a, b);
            machine.value_of(sum)
        }
    };
    store(machine, state, base, offset, kind, next)?;
    Ok(Ret::Value(found))
}

fn compare_and_set(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    Ret::boolean(exchange(machine, state, call)?.1)
}

fn compare_and_exchange(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    Ok(Ret::Value(exchange(machine, state, call)?.0))
}

/// The class and slot of a java.lang.reflect.Field.
fn reflected(machine: &mut Machine, state: &mut State, field: ObjectId) -> Res<(crate::program::ClassId, u16, bool)> {
    let mirror = machine.field_named(state, field, "clazz")?.as_ref();
    let class = machine.class_of_mirror(mirror)?;
    let name = machine.field_named(state, field, "name")?.as_ref();
    let name = machine.string(state, name)?;
    let found = machine.world.classes[class].fields.iter().find(|f| *f.name == *name);
    found
        .map(|f| (class, f.slot, f.is_static()))
        .ok_or_else(|| End::stopped(Reason::Unsupported(Gap::Memory, format!("no field {name} to reflect"))))
}

fn object_field_offset(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (class, slot, _) = reflected(machine, state, call.reference(1))?;
    Ret::long(machine.host.offset_of(machine.world, state, class, Place::Field(slot))?)
}

fn object_field_offset_by_name(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(1))?;
    let name = machine.string(state, call.reference(2))?;
    match machine.world.classes[class].fields.iter().find(|f| *f.name == *name && !f.is_static()).map(|f| f.slot) {
        Some(slot) => Ret::long(machine.host.offset_of(machine.world, state, class, Place::Field(slot))?),
        None => Err(machine.throw(state, "java/lang/InternalError", Some(&name))),
    }
}

fn static_field_offset(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (class, slot, _) = reflected(machine, state, call.reference(1))?;
    Ret::long(machine.host.offset_of(machine.world, state, class, Place::Static(class, slot))?)
}

fn static_field_base(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    Ok(Ret::Value(machine.field_named(state, call.reference(1), "clazz")?))
}

fn should_be_initialized(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(1))?;
    let instance = machine.world.classes[class].kind == ClassKind::Instance;
    Ret::boolean(instance && state.init_status(class) != crate::state::InitStatus::Done)
}

fn ensure_class_initialized(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(1))?;
    machine.ensure_initialized(state, class)?;
    Ok(Ret::Void)
}

fn allocate_instance(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(1))?;
    machine.ensure_initialized(state, class)?;
    Ret::reference(machine.new_object(state, class))
}

fn throw_exception(_: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    Err(crate::world::Stop::Throw(call.reference(1)))
}
