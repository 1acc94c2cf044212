//! Which locals of a frame have been assigned when control reaches an instruction. The others hold what earlier frames left on the
//! stack: following it would keep garbage alive.

use crate::program::Method;
use bytecode::{Code, Flow, Insn};

/// A bit for each of the first 64 locals.
pub fn at(method: &Method, code: &Code, pc: u32) -> u64 {
    method.assigned.get_or_init(|| analyse(code, method.argument_slots))[pc as usize]
}

/// The locals assigned on all ways to each instruction. Unreached instructions have all.
fn analyse(code: &Code, argument_slots: u16) -> Box<[u64]> {
    let mut before = vec![u64::MAX; code.insns.len()];
    if code.insns.iter().any(|insn| matches!(insn.get(), Insn::Jsr(_) | Insn::Ret(_))) {
        return before.into();
    }
    before[0] = bits(0, argument_slots as u32);
    let mut work = vec![0];
    while let Some(pc) = work.pop() {
        let mask = before[pc];
        let insn = code.insns[pc].get();
        let after = match insn {
            Insn::Store(local) => mask | bits(local as u32, 1),
            Insn::Store2(local) => mask | bits(local as u32, 2),
            _ => mask,
        };
        let mut reach = |target: u32, mask: u64| {
            if let Some(known) = before.get_mut(target as usize)
                && *known & mask != *known
            {
                *known &= mask;
                work.push(target as usize);
            }
        };
        let handlers = code.handlers.iter().filter(|h| (h.start..h.end).contains(&(pc as u32)));
        handlers.for_each(|handler| reach(handler.target, mask));
        successors(code, pc as u32, insn, |target| reach(target, after));
    }
    before.into()
}

fn bits(from: u32, count: u32) -> u64 {
    (from..from + count).filter(|&at| at < 64).fold(0, |mask, at| mask | 1 << at)
}

fn successors(code: &Code, pc: u32, insn: Insn, mut reach: impl FnMut(u32)) {
    match insn.flow() {
        Flow::Next => reach(pc + 1),
        Flow::Branch(target) => {
            reach(target);
            reach(pc + 1);
        }
        Flow::Jump(target) => reach(target),
        Flow::Switch(table) => code.switches[table as usize].targets().for_each(reach),
        Flow::Return | Flow::Throw => {}
        Flow::Jsr(_) | Flow::Ret(_) => unreachable!("left out before"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn code(insns: &[Insn]) -> Code {
        Code {
            insns: insns.iter().map(|&insn| Cell::new(insn)).collect(),
            pcs: Box::default(),
            switches: Box::default(),
            handlers: Box::default(),
            lines: Box::default(),
            max_stack: 4,
            max_locals: 4,
            meets: Default::default(),
            loops: Default::default(),
            gathers: Default::default(),
            executed: Default::default(),
        }
    }

    #[test]
    fn a_local_counts_where_all_ways_assign_it() {
        let insns = [
            Insn::Iconst(0),
            Insn::Ifeq(5),
            Insn::AconstNull,
            Insn::Store(1),
            Insn::Goto(7),
            Insn::Lconst(0),
            Insn::Store2(1),
            Insn::Return,
        ];
        let masks = analyse(&code(&insns), 1);
        assert_eq!((masks[1], masks[4], masks[7]), (0b1, 0b11, 0b11));
    }
}
