//! A switch on texts: a compiler writes one on hash codes first, which tells which case it is, and then the one that the source has.

use super::super::body::{Body, op};
use super::Filtered;
use crate::flow::Flow;
use crate::insn::Insn;

/// The instructions before the first switch: -1 stored, the text loaded, its hash code.
const BEFORE: usize = 4;

pub(super) fn filter(body: &Body, filtered: &mut Filtered) {
    for at in 0..body.len() {
        if let Insn::Switch(table) = body.code.insns[at].get() {
            let second = body.code.switches[table as usize].default() as usize;
            if is_on_hash_codes(body, at, second) {
                filtered.ignore(at, second - 1);
            }
        }
    }
}

fn is_on_hash_codes(body: &Body, at: usize, second: usize) -> bool {
    let Some(first) = at.checked_sub(BEFORE) else { return false };
    let starts_line = |within: usize| body.code.lines.iter().any(|&(start, _)| start as usize == within);
    let (case, text) = (body.local(first + 1), body.local(first + 2));
    let begins = body.opcodes[first..at] == [op::ICONST_M1, op::ISTORE, op::ALOAD, op::INVOKEVIRTUAL]
        && body.calls(at - 1, "java/lang/String", "hashCode", "()I")
        && !(first + 1..=at).any(starts_line);
    if !begins {
        return false;
    }
    let mut cursor = at + 1;
    loop {
        let is_compared = body.opcode(cursor) == Some(op::ALOAD)
            && body.local(cursor) == text
            && body.opcode(cursor + 1) == Some(op::LDC)
            && body.calls(cursor + 2, "java/lang/String", "equals", "(Ljava/lang/Object;)Z")
            && body.opcode(cursor + 3) == Some(op::IFEQ)
            && body.opcode(cursor + 5) == Some(op::ISTORE)
            && body.local(cursor + 5) == case;
        if !is_compared {
            return false;
        }
        cursor += 6;
        if cursor == second {
            break;
        }
        let Some(Flow::Jump(target)) = body.code.insns.get(cursor).map(|insn| insn.get().flow()) else { return false };
        if target as usize != second {
            return false;
        }
        cursor += 1;
    }
    body.opcode(second) == Some(op::ILOAD)
        && body.local(second) == case
        && matches!(body.opcode(second + 1), Some(op::TABLESWITCH | op::LOOKUPSWITCH))
}
