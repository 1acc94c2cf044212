//! Where the sides of a branch meet again: immediate post-dominators over the normal edges of a method body. Exceptional edges
//! are left out, so code that only throws does not keep the other sides from meeting.

use super::Code;
use super::dominate::dominators;
use crate::flow::Flow;
use crate::insn::Insn;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meet {
    /// All sides that return normally come to this instruction first.
    At(u32),
    /// They have only the end of the method in common.
    Return,
    /// No side comes to an end, or the body has subroutines.
    Never,
}

impl Code {
    /// Where the sides of the instruction at `pc` meet.
    pub fn meet(&self, pc: u32) -> Meet {
        let meets = self.meets.get_or_init(|| meets(self));
        meets.get(pc as usize).copied().unwrap_or(Meet::Never)
    }
}

impl Code {
    /// Where the code behind the instruction at `pc` and that at `other` meet.
    pub fn meet_of(&self, pc: u32, other: u32) -> Meet {
        let behind: Vec<Meet> = self.meets_behind(self.meet(pc)).collect();
        let here = if self.meet(other) == Meet::Never { Meet::Never } else { Meet::At(other) };
        self.meets_behind(here).find(|place| behind.contains(place)).unwrap_or(Meet::Never)
    }

    /// The place, and those at which its sides meet one after the other.
    fn meets_behind(&self, first: Meet) -> impl Iterator<Item = Meet> {
        std::iter::successors(Some(first), |&last| match last {
            Meet::At(pc) => Some(self.meet(pc)),
            Meet::Return | Meet::Never => None,
        })
    }
}

impl Code {
    /// What may come next, with the number of instructions for a return; `None` for subroutines.
    pub fn after(&self, pc: usize, insn: Insn) -> Option<Vec<u32>> {
        after(self, pc, insn)
    }

    /// Is there a call between a branch and where its sides meet?
    pub fn calls_between(&self, branch: u32, meet: u32) -> bool {
        let mut seen = vec![false; self.insns.len()];
        let mut open = vec![branch];
        while let Some(pc) = open.pop() {
            if pc == meet || pc as usize >= seen.len() || std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            let insn = self.insns[pc as usize].get();
            if is_call(insn) {
                return true;
            }
            open.extend(after(self, pc as usize, insn).unwrap_or_default());
        }
        false
    }
}

fn is_call(insn: Insn) -> bool {
    matches!(
        insn,
        Insn::InvokeVirtual(_)
            | Insn::InvokeSpecial(_)
            | Insn::InvokeStatic(_)
            | Insn::InvokeInterface(_)
            | Insn::InvokeDynamic(_)
            | Insn::InvokeStaticQuick(_)
            | Insn::InvokeSpecialQuick(_)
            | Insn::InvokeVirtualQuick { .. }
            | Insn::InvokeInterfaceQuick { .. }
            | Insn::InvokeSiteQuick(_)
    )
}

/// By instruction; empty for bodies with subroutines.
fn meets(code: &Code) -> Box<[Meet]> {
    let end = code.insns.len();
    let mut successors = Vec::with_capacity(end);
    for (pc, insn) in code.insns.iter().enumerate() {
        match after(code, pc, insn.get()) {
            Some(next) => successors.push(next),
            None => return Box::new([]),
        }
    }
    let order = backwards(&successors, end);
    let parents = dominators(&successors, &order);
    (0..end)
        .map(|pc| match parents[pc] {
            Some(parent) if parent as usize == end => Meet::Return,
            Some(parent) => Meet::At(parent),
            None => Meet::Never,
        })
        .collect()
}

/// What may come next, with the number of instructions for a return; `None` for subroutines.
pub(super) fn after(code: &Code, pc: usize, insn: Insn) -> Option<Vec<u32>> {
    let (next, end) = (pc as u32 + 1, code.insns.len() as u32);
    Some(match insn.flow() {
        Flow::Branch(to) => vec![next, to],
        Flow::Jump(to) => vec![to],
        Flow::Switch(table) => code.switches[table as usize].targets().collect(),
        Flow::Return => vec![end],
        Flow::Throw => Vec::new(),
        Flow::Jsr(_) | Flow::Ret(_) => return None,
        Flow::Next if next == end => Vec::new(),
        Flow::Next => vec![next],
    })
}

/// The nodes from which the end can be reached, the end first, each after the ones it leads to where there is no loop.
fn backwards(successors: &[Vec<u32>], end: usize) -> Vec<usize> {
    let mut predecessors = vec![Vec::new(); end + 1];
    for (pc, next) in successors.iter().enumerate() {
        for &to in next {
            predecessors[to as usize].push(pc);
        }
    }
    let mut seen = vec![false; end + 1];
    let mut done = Vec::new();
    let mut open = vec![(end, 0)];
    seen[end] = true;
    while let Some((node, at)) = open.last_mut() {
        match predecessors[*node].get(*at) {
            Some(&next) => {
                *at += 1;
                if !std::mem::replace(&mut seen[next], true) {
                    open.push((next, 0));
                }
            }
            None => {
                done.push(*node);
                open.pop();
            }
        }
    }
    done.reverse();
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::tests::code;

    #[test]
    fn a_diamond_meets_behind_both_sides() {
        let body = code(&[Insn::Ifeq(3), Insn::Nop, Insn::Goto(4), Insn::Nop, Insn::Return]);
        assert_eq!(body.meet(0), Meet::At(4));
    }

    #[test]
    fn a_loop_meets_at_its_exit() {
        let body = code(&[Insn::Load(1), Insn::Ifeq(4), Insn::Nop, Insn::Goto(0), Insn::Return]);
        assert_eq!(body.meet(1), Meet::At(4));
    }

    #[test]
    fn early_returns_meet_in_the_caller() {
        let body = code(&[Insn::Ifeq(3), Insn::Iconst(1), Insn::Ireturn, Insn::Iconst(2), Insn::Ireturn]);
        assert_eq!(body.meet(0), Meet::Return);
    }

    #[test]
    fn a_side_that_throws_does_not_count() {
        let body = code(&[Insn::Ifeq(3), Insn::AconstNull, Insn::Athrow, Insn::Nop, Insn::Return]);
        assert_eq!(body.meet(0), Meet::At(3));
    }

    #[test]
    fn a_handler_meets_what_it_protects() {
        // 0-1 protected, 3-4 the handler; one that throws again does not meet anything.
        let insns = [Insn::Nop, Insn::Nop, Insn::Goto(5), Insn::Nop, Insn::Nop, Insn::Return, Insn::Athrow];
        let body = code(&insns);
        assert_eq!(body.meet_of(0, 3), Meet::At(5));
        assert_eq!(body.meet_of(0, 6), Meet::Never);
        let body = code(&[Insn::Iconst(1), Insn::Ireturn, Insn::Iconst(2), Insn::Ireturn]);
        assert_eq!(body.meet_of(0, 2), Meet::Return);
    }

    #[test]
    fn sides_of_a_switch_meet_once() {
        let insns =
            [Insn::Iconst(1), Insn::Switch(0), Insn::Nop, Insn::Goto(6), Insn::Nop, Insn::Ifeq(2), Insn::Return];
        let body = code(&insns);
        assert_eq!((body.meet(1), body.meet(5)), (Meet::At(6), Meet::At(6)));
    }

    #[test]
    fn without_an_end_there_is_no_meeting() {
        let body = code(&[Insn::Ifeq(0), Insn::Goto(0)]);
        assert_eq!(body.meet(0), Meet::Never);
        let body = code(&[Insn::Jsr(2), Insn::Return, Insn::Store(1), Insn::Ret(1)]);
        assert_eq!(body.meet(0), Meet::Never);
    }
}
