//! The fast loop: executes what is concrete, resolved and common without leaving its registers, and pauses at everything else.

mod cells;
mod registers;
mod scribe;

pub(crate) use registers::Pause;
pub(crate) use scribe::{Counter, Jumps, Marker, Nobody, Shared};

use crate::heap::Body;
use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::state::{After, Frame, State};
use crate::world::World;
use crate::world::options::Init;
use bytecode::{Code, Insn};
use cells::Sight;
use registers::Registers;
use scribe::{Scribe, is_shared};

/// `WATCHED` if the state watches for a place; a scribe writes down what runs. Both cost time.
pub(crate) fn sprint<const WATCHED: bool, S: Scribe>(world: &World, state: &mut State, scribe: &mut S) -> Pause {
    let classes = &world.classes;
    let State { stack, frames, heap, init, fuel, executed, epoch, path, watch, .. } = state;
    let mut leaves = watch.as_mut().is_some_and(|watch| std::mem::take(&mut watch.leaves));
    let watch = watch.unwrap_or_default();
    let epoch = *epoch;
    let identities = !path.boxes.is_empty() || !path.twins.is_empty() || world.has_given_texts(path);
    let eager = !path.shapes.objects.is_empty() && world.options.bounds.init != Init::LazierSharp;
    let sight = Sight { epoch, eager };
    let stack = &mut stack[..];
    let mut left = *fuel;
    let mut r = Registers::load(classes, frames.last().expect("a frame"));

    macro_rules! pause {
        ($why:expr) => {{
            scribe.parts(frames, left);
            let frame = frames.last_mut().expect("a frame");
            frame.pc = r.pc as u32;
            frame.sp = r.sp as u32;
            *executed += *fuel - left;
            *fuel = left;
            return $why;
        }};
    }
    macro_rules! push {
        ($value:expr) => {{
            stack[r.sp] = $value;
            r.sp += 1;
        }};
    }
    macro_rules! push2 {
        ($value:expr) => {{
            stack[r.sp] = $value;
            stack[r.sp + 1] = Value::PAD;
            r.sp += 2;
        }};
    }
    macro_rules! binary {
        ($kind:ident, |$a:ident, $b:ident| $result:expr) => {{
            let (Value::$kind($a), Value::$kind($b)) = (stack[r.sp - 2], stack[r.sp - 1]) else { pause!(Pause::Step) };
            r.sp -= 1;
            stack[r.sp - 1] = $result;
        }};
    }
    macro_rules! binary2 {
        ($kind:ident, |$a:ident, $b:ident| $result:expr) => {{
            let (Value::$kind($a), Value::$kind($b)) = (stack[r.sp - 4], stack[r.sp - 2]) else { pause!(Pause::Step) };
            r.sp -= 2;
            stack[r.sp - 2] = $result;
        }};
    }
    macro_rules! shift2 {
        (|$a:ident, $b:ident| $result:expr) => {{
            let (Value::Long($a), Value::Int($b)) = (stack[r.sp - 3], stack[r.sp - 1]) else { pause!(Pause::Step) };
            r.sp -= 1;
            stack[r.sp - 2] = $result;
        }};
    }
    macro_rules! unary {
        ($from:ident, $back:expr, |$a:ident| $result:expr) => {{
            let Value::$from($a) = stack[r.sp - $back] else { pause!(Pause::Step) };
            stack[r.sp - $back] = $result;
        }};
    }
    macro_rules! branch_if {
        ($taken:expr, $target:expr) => {{
            let taken = $taken;
            scribe.branched(classes, frames, r.code, r.pc, taken);
            if taken {
                r.pc = $target as usize;
                continue;
            }
        }};
    }
    macro_rules! branch_zero {
        (|$a:ident| $taken:expr, $target:expr) => {{
            let Value::Int($a) = stack[r.sp - 1] else { pause!(Pause::Step) };
            r.sp -= 1;
            branch_if!($taken, $target)
        }};
    }
    macro_rules! branch_compare {
        (|$a:ident, $b:ident| $taken:expr, $target:expr) => {{
            let (Value::Int($a), Value::Int($b)) = (stack[r.sp - 2], stack[r.sp - 1]) else { pause!(Pause::Step) };
            r.sp -= 2;
            branch_if!($taken, $target)
        }};
    }
    macro_rules! array_load {
        ($body:ident, $slots:tt, |$x:ident| $result:expr) => {{
            let (Value::Ref(array), Value::Int(index)) = (stack[r.sp - 2], stack[r.sp - 1]) else {
                pause!(Pause::Step)
            };
            let object = heap.get(array);
            if epoch != 0 && object.shadowed || object.symbols.is_some() {
                pause!(Pause::Step)
            }
            let Body::$body(elements) = &object.body else { pause!(Pause::Step) };
            let Some($x) = elements.get(index as u32 as usize) else { pause!(Pause::Step) };
            r.sp -= 2;
            $slots!($result);
        }};
    }
    macro_rules! array_store {
        ($body:ident, $kind:ident, $slots:expr, |$x:ident| $stored:expr) => {{
            let at = r.sp - 2 - $slots;
            let (Value::Ref(array), Value::Int(index), Value::$kind($x)) = (stack[at], stack[at + 1], stack[at + 2])
            else {
                pause!(Pause::Step)
            };
            let object = heap.get(array);
            if object.shadowed || object.symbols.is_some() {
                pause!(Pause::Step)
            }
            let Body::$body(elements) = &object.body else { pause!(Pause::Step) };
            if index as u32 as usize >= elements.len() {
                pause!(Pause::Step)
            }
            let Body::$body(elements) = &mut heap.get_mut(array).body else { pause!(Pause::Step) };
            elements.set(index as u32 as usize, $stored);
            r.sp = at;
        }};
    }
    macro_rules! get_field {
        ($slot:expr, $two:expr) => {{
            let Value::Ref(id) = stack[r.sp - 1] else { pause!(Pause::Step) };
            let Some(value) = cells::field(heap, id, $slot, sight) else { pause!(Pause::Step) };
            stack[r.sp - 1] = value;
            if $two {
                stack[r.sp] = Value::PAD;
                r.sp += 1;
            }
        }};
    }
    macro_rules! put_field {
        ($slot:expr, $slots:expr) => {{
            let (Value::Ref(id), value) = (stack[r.sp - 1 - $slots], stack[r.sp - $slots]) else { pause!(Pause::Step) };
            if !cells::set_field(heap, id, $slot, value) {
                pause!(Pause::Step)
            }
            r.sp -= 1 + $slots;
        }};
    }
    macro_rules! get_static {
        ($slot:expr, $holder:expr, $push:tt) => {{
            let Some(value) = cells::field(heap, ObjectId($holder), $slot, sight) else { pause!(Pause::Step) };
            $push!(value);
        }};
    }
    macro_rules! put_static {
        ($slot:expr, $holder:expr, $slots:expr) => {{
            if !cells::set_field(heap, ObjectId($holder), $slot, stack[r.sp - $slots]) {
                pause!(Pause::Step)
            }
            r.sp -= $slots;
        }};
    }
    macro_rules! enter {
        ($method:expr) => {{
            let method = &classes[$method];
            if !method.fast.get() {
                pause!(Pause::Step)
            }
            let code: &Code = method.code.get().expect("fast methods are decoded");
            let locals = r.sp - method.argument_slots as usize;
            let sp = locals + code.max_locals as usize;
            if sp + code.max_stack as usize + 2 > stack.len() || frames.len() & 63 == 63 {
                pause!(Pause::Step)
            }
            scribe.parts(frames, left);
            let caller = frames.last_mut().expect("a frame");
            caller.pc = r.pc as u32;
            caller.sp = locals as u32;
            frames.push(Frame::new($method, locals as u32, sp as u32, After::Push));
            scribe.entered(classes, $method);
            r = Registers { code, pc: 0, sp, locals };
            continue;
        }};
    }
    macro_rules! leave {
        ($slots:expr, $result:expr) => {{
            let frame = frames.last().expect("a frame");
            if frame.after != After::Push || !frame.lock.is_null() {
                pause!(Pause::Step)
            }
            let value = $result;
            scribe.parts(frames, left);
            frames.pop();
            r = Registers::load(classes, frames.last().expect("a caller"));
            r.pc += 1;
            if $slots > 0 {
                stack[r.sp] = value;
            }
            if $slots > 1 {
                stack[r.sp + 1] = Value::PAD;
            }
            r.sp += $slots;
            continue;
        }};
    }

    loop {
        if WATCHED && watch.stops(frames, r.pc, &mut leaves) {
            pause!(Pause::Watched)
        }
        if left == 0 {
            pause!(Pause::OutOfFuel)
        }
        left -= 1;
        scribe.ran(r.code, r.pc);
        match r.code.insns[r.pc].get() {
            insn if S::SHARED && is_shared(insn) => pause!(Pause::Step),
            Insn::Nop => {}
            Insn::AconstNull => push!(Value::NULL),
            Insn::Iconst(i) => push!(Value::Int(i)),
            Insn::Lconst(l) => push2!(Value::Long(l as i64)),
            Insn::Fconst(x) => push!(Value::Float(x)),
            Insn::Dconst(x) => push2!(Value::Double(x as f64)),
            Insn::LdcQuick(constant) => push!(world.constants[constant as usize]),
            Insn::Load(local) => push!(stack[r.locals + local as usize]),
            Insn::Load2(local) => push2!(stack[r.locals + local as usize]),
            Insn::Store(local) => {
                r.sp -= 1;
                stack[r.locals + local as usize] = stack[r.sp];
            }
            Insn::Store2(local) => {
                r.sp -= 2;
                stack[r.locals + local as usize] = stack[r.sp];
                stack[r.locals + local as usize + 1] = Value::PAD;
            }
            Insn::Iaload => array_load!(Ints, push, |x| Value::Int(x)),
            Insn::Laload => array_load!(Longs, push2, |x| Value::Long(x)),
            Insn::Faload => array_load!(Floats, push, |x| Value::Float(x)),
            Insn::Daload => array_load!(Doubles, push2, |x| Value::Double(x)),
            Insn::Aaload => array_load!(Refs, push, |x| Value::Ref(x)),
            Insn::Baload => array_load!(Bytes, push, |x| Value::Int(x as i32)),
            Insn::Caload => array_load!(Chars, push, |x| Value::Int(x as i32)),
            Insn::Saload => array_load!(Shorts, push, |x| Value::Int(x as i32)),
            Insn::Iastore => array_store!(Ints, Int, 1, |x| x),
            Insn::Lastore => array_store!(Longs, Long, 2, |x| x),
            Insn::Fastore => array_store!(Floats, Float, 1, |x| x),
            Insn::Dastore => array_store!(Doubles, Double, 2, |x| x),
            Insn::Bastore => {
                let (Value::Ref(array), Value::Int(index), Value::Int(x)) =
                    (stack[r.sp - 3], stack[r.sp - 2], stack[r.sp - 1])
                else {
                    pause!(Pause::Step)
                };
                if !cells::set_byte(world, heap, array, index, x) {
                    pause!(Pause::Step)
                }
                r.sp -= 3;
            }
            Insn::Aastore => {
                let (Value::Ref(array), Value::Int(index), Value::Ref(x)) =
                    (stack[r.sp - 3], stack[r.sp - 2], stack[r.sp - 1])
                else {
                    pause!(Pause::Step)
                };
                if !cells::set_reference(classes, heap, array, index, x) {
                    pause!(Pause::Step)
                }
                r.sp -= 3;
            }
            Insn::Castore => array_store!(Chars, Int, 1, |x| x as u16),
            Insn::Sastore => array_store!(Shorts, Int, 1, |x| x as i16),
            Insn::Pop => r.sp -= 1,
            Insn::Pop2 => r.sp -= 2,
            Insn::Dup => push!(stack[r.sp - 1]),
            Insn::DupX1 => {
                let (a, b) = (stack[r.sp - 2], stack[r.sp - 1]);
                stack[r.sp - 2] = b;
                stack[r.sp - 1] = a;
                push!(b);
            }
            Insn::Dup2 => {
                let (a, b) = (stack[r.sp - 2], stack[r.sp - 1]);
                push!(a);
                push!(b);
            }
            Insn::Iadd => binary!(Int, |a, b| Value::Int(a.wrapping_add(b))),
            Insn::Isub => binary!(Int, |a, b| Value::Int(a.wrapping_sub(b))),
            Insn::Imul => binary!(Int, |a, b| Value::Int(a.wrapping_mul(b))),
            Insn::Idiv => {
                let Value::Int(divisor @ (1.. | ..=-1)) = stack[r.sp - 1] else { pause!(Pause::Step) };
                binary!(Int, |a, _b| Value::Int(a.wrapping_div(divisor)))
            }
            Insn::Irem => {
                let Value::Int(divisor @ (1.. | ..=-1)) = stack[r.sp - 1] else { pause!(Pause::Step) };
                binary!(Int, |a, _b| Value::Int(a.wrapping_rem(divisor)))
            }
            Insn::Iand => binary!(Int, |a, b| Value::Int(a & b)),
            Insn::Ior => binary!(Int, |a, b| Value::Int(a | b)),
            Insn::Ixor => binary!(Int, |a, b| Value::Int(a ^ b)),
            Insn::Ishl => binary!(Int, |a, b| Value::Int(a.wrapping_shl(b as u32))),
            Insn::Ishr => binary!(Int, |a, b| Value::Int(a.wrapping_shr(b as u32))),
            Insn::Iushr => binary!(Int, |a, b| Value::Int((a as u32).wrapping_shr(b as u32) as i32)),
            Insn::Ladd => binary2!(Long, |a, b| Value::Long(a.wrapping_add(b))),
            Insn::Lsub => binary2!(Long, |a, b| Value::Long(a.wrapping_sub(b))),
            Insn::Lmul => binary2!(Long, |a, b| Value::Long(a.wrapping_mul(b))),
            Insn::Ldiv => {
                let Value::Long(divisor @ (1.. | ..=-1)) = stack[r.sp - 2] else { pause!(Pause::Step) };
                binary2!(Long, |a, _b| Value::Long(a.wrapping_div(divisor)))
            }
            Insn::Lrem => {
                let Value::Long(divisor @ (1.. | ..=-1)) = stack[r.sp - 2] else { pause!(Pause::Step) };
                binary2!(Long, |a, _b| Value::Long(a.wrapping_rem(divisor)))
            }
            Insn::Land => binary2!(Long, |a, b| Value::Long(a & b)),
            Insn::Lor => binary2!(Long, |a, b| Value::Long(a | b)),
            Insn::Lxor => binary2!(Long, |a, b| Value::Long(a ^ b)),
            Insn::Lshl => shift2!(|a, b| Value::Long(a.wrapping_shl(b as u32))),
            Insn::Lshr => shift2!(|a, b| Value::Long(a.wrapping_shr(b as u32))),
            Insn::Lushr => shift2!(|a, b| Value::Long((a as u64).wrapping_shr(b as u32) as i64)),
            Insn::Fadd => binary!(Float, |a, b| Value::Float(a + b)),
            Insn::Fsub => binary!(Float, |a, b| Value::Float(a - b)),
            Insn::Fmul => binary!(Float, |a, b| Value::Float(a * b)),
            Insn::Fdiv => binary!(Float, |a, b| Value::Float(a / b)),
            Insn::Dadd => binary2!(Double, |a, b| Value::Double(a + b)),
            Insn::Dsub => binary2!(Double, |a, b| Value::Double(a - b)),
            Insn::Dmul => binary2!(Double, |a, b| Value::Double(a * b)),
            Insn::Ddiv => binary2!(Double, |a, b| Value::Double(a / b)),
            Insn::Ineg => unary!(Int, 1, |a| Value::Int(a.wrapping_neg())),
            Insn::Iinc { local, by } => {
                let Value::Int(i) = stack[r.locals + local as usize] else { pause!(Pause::Step) };
                stack[r.locals + local as usize] = Value::Int(i.wrapping_add(by as i32));
            }
            Insn::I2l => {
                unary!(Int, 1, |a| Value::Long(a as i64));
                push!(Value::PAD);
            }
            Insn::I2d => {
                unary!(Int, 1, |a| Value::Double(a as f64));
                push!(Value::PAD);
            }
            Insn::I2f => unary!(Int, 1, |a| Value::Float(a as f32)),
            Insn::I2b => unary!(Int, 1, |a| Value::Int(a as i8 as i32)),
            Insn::I2c => unary!(Int, 1, |a| Value::Int(a as u16 as i32)),
            Insn::I2s => unary!(Int, 1, |a| Value::Int(a as i16 as i32)),
            Insn::L2i => {
                unary!(Long, 2, |a| Value::Int(a as i32));
                r.sp -= 1;
            }
            Insn::D2i => {
                // `as` saturates and maps NaN to 0, exactly JLS 5.1.3.
                unary!(Double, 2, |a| Value::Int(a as i32));
                r.sp -= 1;
            }
            Insn::L2d => unary!(Long, 2, |a| Value::Double(a as f64)),
            Insn::Lcmp => {
                let (Value::Long(a), Value::Long(b)) = (stack[r.sp - 4], stack[r.sp - 2]) else { pause!(Pause::Step) };
                r.sp -= 3;
                stack[r.sp - 1] = Value::Int(a.cmp(&b) as i32);
            }
            Insn::Dcmpl | Insn::Dcmpg => {
                let (Value::Double(a), Value::Double(b)) = (stack[r.sp - 4], stack[r.sp - 2]) else {
                    pause!(Pause::Step)
                };
                let Some(order) = a.partial_cmp(&b) else { pause!(Pause::Step) };
                r.sp -= 3;
                stack[r.sp - 1] = Value::Int(order as i32);
            }
            Insn::Ifeq(target) => branch_zero!(|a| a == 0, target),
            Insn::Ifne(target) => branch_zero!(|a| a != 0, target),
            Insn::Iflt(target) => branch_zero!(|a| a < 0, target),
            Insn::Ifge(target) => branch_zero!(|a| a >= 0, target),
            Insn::Ifgt(target) => branch_zero!(|a| a > 0, target),
            Insn::Ifle(target) => branch_zero!(|a| a <= 0, target),
            Insn::IfIcmpeq(target) => branch_compare!(|a, b| a == b, target),
            Insn::IfIcmpne(target) => branch_compare!(|a, b| a != b, target),
            Insn::IfIcmplt(target) => branch_compare!(|a, b| a < b, target),
            Insn::IfIcmpge(target) => branch_compare!(|a, b| a >= b, target),
            Insn::IfIcmpgt(target) => branch_compare!(|a, b| a > b, target),
            Insn::IfIcmple(target) => branch_compare!(|a, b| a <= b, target),
            Insn::IfAcmpeq(_) | Insn::IfAcmpne(_) if identities => pause!(Pause::Step),
            Insn::IfAcmpeq(target) => {
                let (Value::Ref(a), Value::Ref(b)) = (stack[r.sp - 2], stack[r.sp - 1]) else { pause!(Pause::Step) };
                r.sp -= 2;
                branch_if!(a == b, target)
            }
            Insn::IfAcmpne(target) => {
                let (Value::Ref(a), Value::Ref(b)) = (stack[r.sp - 2], stack[r.sp - 1]) else { pause!(Pause::Step) };
                r.sp -= 2;
                branch_if!(a != b, target)
            }
            Insn::IfNull(target) => {
                let Value::Ref(a) = stack[r.sp - 1] else { pause!(Pause::Step) };
                r.sp -= 1;
                branch_if!(a.is_null(), target)
            }
            Insn::IfNonNull(target) => {
                let Value::Ref(a) = stack[r.sp - 1] else { pause!(Pause::Step) };
                r.sp -= 1;
                branch_if!(!a.is_null(), target)
            }
            Insn::Goto(target) => {
                r.pc = target as usize;
                continue;
            }
            Insn::Switch(table) => {
                let Value::Int(key) = stack[r.sp - 1] else { pause!(Pause::Step) };
                r.sp -= 1;
                let target = r.code.switches[table as usize].target(key);
                scribe.switched(classes, frames, r.code, r.pc, target);
                r.pc = target as usize;
                continue;
            }
            Insn::Ireturn | Insn::Freturn | Insn::Areturn => leave!(1, stack[r.sp - 1]),
            Insn::Lreturn | Insn::Dreturn => leave!(2, stack[r.sp - 2]),
            Insn::Return => leave!(0, Value::PAD),
            Insn::GetFieldQuick { slot } => get_field!(slot, false),
            Insn::GetField2Quick { slot } => get_field!(slot, true),
            Insn::PutFieldQuick { slot } => put_field!(slot, 1),
            Insn::PutField2Quick { slot } => put_field!(slot, 2),
            Insn::GetStaticQuick { slot, holder } => get_static!(slot, holder, push),
            Insn::GetStatic2Quick { slot, holder } => get_static!(slot, holder, push2),
            Insn::PutStaticQuick { slot, holder } => put_static!(slot, holder, 1),
            Insn::PutStatic2Quick { slot, holder } => put_static!(slot, holder, 2),
            Insn::InvokeStaticQuick(method) => {
                let method = MethodId(method);
                if !cells::is_initialized(init, classes[method].class) {
                    pause!(Pause::Step)
                }
                enter!(method)
            }
            Insn::InvokeSpecialQuick(method) => {
                let method = MethodId(method);
                let Value::Ref(receiver) = stack[r.sp - classes[method].argument_slots as usize] else {
                    pause!(Pause::Step)
                };
                if receiver.is_null() {
                    pause!(Pause::Step)
                }
                enter!(method)
            }
            Insn::InvokeVirtualQuick { args, vtable } => {
                let Value::Ref(receiver) = stack[r.sp - args as usize] else { pause!(Pause::Step) };
                let Some(&method) = classes[heap.get(receiver).class].vtable.get(vtable as usize) else {
                    pause!(Pause::Step)
                };
                enter!(method)
            }
            Insn::InvokeInterfaceQuick { args, method } => {
                let Value::Ref(receiver) = stack[r.sp - args as usize] else { pause!(Pause::Step) };
                let class = heap.get(receiver).class;
                let Some(method) = world.cached_selection(class, MethodId(method)) else { pause!(Pause::Step) };
                enter!(method)
            }
            Insn::NewQuick(class) => {
                let class = ClassId(class);
                if !cells::is_initialized(init, class) || heap.wants_collection() {
                    pause!(Pause::Step)
                }
                let id = heap.alloc(class, Body::Fields(classes[class].blank.clone()));
                push!(Value::Ref(id));
            }
            Insn::ArrayLength => {
                let Value::Ref(array) = stack[r.sp - 1] else { pause!(Pause::Step) };
                let Some(len) = heap.get(array).body.array_length() else { pause!(Pause::Step) };
                stack[r.sp - 1] = Value::Int(len as i32);
            }
            Insn::CheckCastQuick(class) => {
                let Value::Ref(id) = stack[r.sp - 1] else { pause!(Pause::Step) };
                if !id.is_null() && !classes.is_subclass(heap.get(id).class, ClassId(class)) {
                    pause!(Pause::Step)
                }
            }
            Insn::InstanceOfQuick(class) => {
                let Value::Ref(id) = stack[r.sp - 1] else { pause!(Pause::Step) };
                let of = heap.get(id).class;
                if of == ClassId::NONE && !id.is_null() {
                    pause!(Pause::Step)
                }
                stack[r.sp - 1] = Value::boolean(!id.is_null() && classes.is_subclass(of, ClassId(class)));
            }
            _ => pause!(Pause::Step),
        }
        r.pc += 1;
    }
}
