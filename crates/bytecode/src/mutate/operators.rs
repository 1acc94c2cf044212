//! What may be changed at an instruction. A change leaves the types on the stack as they were, so no stack map has to be made anew.

use super::Operator;
use crate::coverage::Body;
use crate::descriptor::{MethodDescriptor, Type};
use crate::insn::{Insn, Prim};

/// Code before an instruction, and bytes that take its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Change {
    pub before: Vec<Push>,
    /// As many as are replaced from the beginning of the instruction; nothing if it stays.
    pub instead: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Push {
    Opcode(u8),
    /// A static method: class, name, descriptor.
    Call(&'static str, &'static str, &'static str),
    EmptyText,
}

const NOP: u8 = 0;
const ACONST_NULL: u8 = 1;
const ICONST_0: u8 = 3;
const ICONST_1: u8 = 4;
const ICONST_5: u8 = 8;
const LCONST_0: u8 = 9;
const FCONST_0: u8 = 11;
const DCONST_0: u8 = 14;
const BIPUSH: u8 = 16;
const SIPUSH: u8 = 17;
const POP: u8 = 87;
const POP2: u8 = 88;
const SWAP: u8 = 95;
const IINC: u8 = 132;
const IRETURN: u8 = 172;

/// Opcodes of conditional jumps and their opposites.
const NEGATED: [(u8, u8); 8] =
    [(153, 154), (155, 156), (157, 158), (159, 160), (161, 162), (163, 164), (165, 166), (198, 199)];
/// `<` and `<=`, `>=` and `>`, of one operand and of two.
const BOUNDARIES: [(u8, u8); 4] = [(155, 158), (156, 157), (161, 164), (162, 163)];
/// Of `int`; those of `long`, `float` and `double` follow each.
const ADD: u8 = 96;
const SUBTRACT: u8 = 100;
const MULTIPLY: u8 = 104;
const DIVIDE: u8 = 108;
const REMAINDER: u8 = 112;
const NEGATE: u8 = 116;
const LAST_NEGATE: u8 = 119;
/// Of `int` and `long`: left, right, right without sign, and, or, exclusive or; each becomes the other one.
const BITS: [(u8, u8); 12] = [
    (120, 122),
    (121, 123),
    (122, 120),
    (123, 121),
    (124, 120),
    (125, 121),
    (126, 128),
    (127, 129),
    (128, 126),
    (129, 127),
    (130, 126),
    (131, 127),
];

/// What is empty of its type, by class: a static method that answers it.
const EMPTY: [(&str, Push); 9] = [
    ("java/util/List", Push::Call("java/util/Collections", "emptyList", "()Ljava/util/List;")),
    ("java/util/Collection", Push::Call("java/util/Collections", "emptyList", "()Ljava/util/List;")),
    ("java/lang/Iterable", Push::Call("java/util/Collections", "emptyList", "()Ljava/util/List;")),
    ("java/util/Set", Push::Call("java/util/Collections", "emptySet", "()Ljava/util/Set;")),
    ("java/util/Map", Push::Call("java/util/Collections", "emptyMap", "()Ljava/util/Map;")),
    ("java/util/Iterator", Push::Call("java/util/Collections", "emptyIterator", "()Ljava/util/Iterator;")),
    ("java/util/Optional", Push::Call("java/util/Optional", "empty", "()Ljava/util/Optional;")),
    ("java/lang/String", Push::EmptyText),
    ("java/lang/CharSequence", Push::EmptyText),
];

pub(super) fn changes(body: &Body, at: usize) -> Vec<(Operator, Change)> {
    let instead = |bytes: &[u8]| Change { before: Vec::new(), instead: bytes.to_vec() };
    let raw = raw(body, at);
    let mut found = Vec::new();
    let other = |pairs: &[(u8, u8)], opcode: u8| {
        pairs.iter().find_map(|&(one, other)| match opcode {
            _ if opcode == one => Some(other),
            _ if opcode == other => Some(one),
            _ => None,
        })
    };
    if is_about_assertions(body, at) {
        return found;
    }
    if let Some(negated) = other(&NEGATED, raw[0]) {
        found.push((Operator::NegatedConditional, instead(&[negated])));
    }
    if let Some(moved) = other(&BOUNDARIES, raw[0]) {
        found.push((Operator::Boundary, instead(&[moved])));
    }
    if let Some(calculated) = arithmetic(raw[0]) {
        found.push((Operator::Arithmetic, instead(&[calculated])));
    }
    if let (IINC, [_, local, by]) = (raw[0], raw) {
        found.push((Operator::Increment, instead(&[IINC, *local, by.wrapping_neg()])));
    }
    found.extend(constant(body, at, raw).map(|bytes| (Operator::Constant, instead(&bytes))));
    found.extend(
        returned(body, at).into_iter().map(|before| (Operator::Return, Change { before, instead: Vec::new() })),
    );
    found.extend(call(body, at, raw.len()));
    found
}

/// The bytes of an instruction.
fn raw<'c>(body: &Body<'c>, at: usize) -> &'c [u8] {
    let bytes = body.method.code.as_ref().map_or(&[][..], |info| &body.class.bytes[info.bytes.clone()]);
    let end = body.code.pcs.get(at + 1).map_or(bytes.len(), |&pc| usize::from(pc));
    &bytes[usize::from(body.code.pcs[at])..end]
}

/// A branch that asks whether `assert` is on.
fn is_about_assertions(body: &Body, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let Insn::GetStatic(index) = body.code.insns[before].get() else { return false };
    body.class.pool.field(index).is_ok_and(|field| &*field.name == "$assertionsDisabled")
}

fn arithmetic(opcode: u8) -> Option<u8> {
    Some(match opcode {
        ADD..SUBTRACT => opcode - ADD + SUBTRACT,
        SUBTRACT..MULTIPLY => opcode - SUBTRACT + ADD,
        MULTIPLY..DIVIDE => opcode - MULTIPLY + DIVIDE,
        DIVIDE..REMAINDER => opcode - DIVIDE + MULTIPLY,
        REMAINDER..NEGATE => opcode - REMAINDER + MULTIPLY,
        NEGATE..=LAST_NEGATE => NOP,
        _ => BITS.iter().find(|(one, _)| *one == opcode)?.1,
    })
}

/// The neighbour of a number; 0 and 1 become each other, since they may be truth values. What is returned at once is another operator's.
fn constant(body: &Body, at: usize, raw: &[u8]) -> Option<Vec<u8>> {
    if body.opcode(at + 1) == Some(IRETURN) {
        return None;
    }
    Some(match raw {
        [ICONST_1] => vec![ICONST_0],
        [ICONST_5] => vec![ICONST_5 - 1],
        [small @ 2..ICONST_5] => vec![small + 1],
        [BIPUSH, number] => {
            let number = *number as i8;
            vec![BIPUSH, number.checked_add(1).unwrap_or(number - 1) as u8]
        }
        [SIPUSH, high, low] => {
            let number = i16::from_be_bytes([*high, *low]);
            let [high, low] = number.checked_add(1).unwrap_or(number - 1).to_be_bytes();
            vec![SIPUSH, high, low]
        }
        _ => return None,
    })
}

/// What is returned in place of a result, where that is another one.
fn returned(body: &Body, at: usize) -> Vec<Vec<Push>> {
    let is_return = matches!(
        body.code.insns[at].get(),
        Insn::Ireturn | Insn::Lreturn | Insn::Freturn | Insn::Dreturn | Insn::Areturn
    );
    let descriptor = MethodDescriptor::parse(&body.method.descriptor).ok();
    let Some(result) = descriptor.and_then(|descriptor| descriptor.result).filter(|_| is_return) else {
        return Vec::new();
    };
    let before = at.checked_sub(1).map(|before| body.code.insns[before].get());
    let others = match &result {
        Type::Prim(Prim::Boolean) => {
            vec![(Insn::Iconst(0), Push::Opcode(ICONST_0)), (Insn::Iconst(1), Push::Opcode(ICONST_1))]
        }
        Type::Prim(Prim::Long) => vec![(Insn::Lconst(0), Push::Opcode(LCONST_0))],
        Type::Prim(Prim::Float) => vec![(Insn::Fconst(0.0), Push::Opcode(FCONST_0))],
        Type::Prim(Prim::Double) => vec![(Insn::Dconst(0.0), Push::Opcode(DCONST_0))],
        Type::Prim(Prim::Byte | Prim::Char | Prim::Short | Prim::Int) => {
            vec![(Insn::Iconst(0), Push::Opcode(ICONST_0))]
        }
        Type::Ref(name) => {
            let empty = EMPTY.iter().find(|(class, _)| **name == **class).map(|(_, push)| push.clone());
            vec![(Insn::AconstNull, empty.unwrap_or(Push::Opcode(ACONST_NULL)))]
        }
    };
    let pop = match &result {
        Type::Prim(prim) if prim.slots() == 2 => POP2,
        Type::Prim(_) | Type::Ref(_) => POP,
    };
    let is_null_for_null =
        |same: &Insn, push: &Push| before == Some(*same) && !matches!(push, Push::Call(..) | Push::EmptyText);
    let others = others.into_iter().filter(|(same, push)| !is_null_for_null(same, push));
    others.map(|(_, push)| vec![Push::Opcode(pop), push]).collect()
}

/// Calls that are left out or have two arguments the other way round.
fn call(body: &Body, at: usize, length: usize) -> Vec<(Operator, Change)> {
    let Some(called) = body.called(at) else { return Vec::new() };
    let Ok(descriptor) = MethodDescriptor::parse(&called.descriptor) else { return Vec::new() };
    let mut found = Vec::new();
    if descriptor.result.is_none() && &*called.name != "<init>" {
        let pops = descriptor.parameters.iter().rev().map(|kind| match kind {
            Type::Prim(prim) if prim.slots() == 2 => POP2,
            Type::Prim(_) | Type::Ref(_) => POP,
        });
        let receiver = (!matches!(body.code.insns[at].get(), Insn::InvokeStatic(_))).then_some(POP);
        let before = pops.chain(receiver).map(Push::Opcode).collect();
        found.push((Operator::RemovedCall, Change { before, instead: vec![NOP; length] }));
    }
    if let [.., one, other] = descriptor.parameters.as_slice()
        && one == other
        && !matches!(one, Type::Prim(prim) if prim.slots() == 2)
    {
        let before = vec![Push::Opcode(SWAP)];
        found.push((Operator::SwappedArguments, Change { before, instead: Vec::new() }));
    }
    found
}
