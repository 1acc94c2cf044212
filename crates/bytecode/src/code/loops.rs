//! The loops of a method body: heads to which control comes back, and which locals somebody still reads at an instruction.
//! Exceptional edges count, so a handler that goes on with the loop is part of it.

use super::Code;
use super::dominate::dominators;
use super::meet::after;
use crate::insn::Insn;
use std::collections::BTreeSet;

/// A natural loop. `first..=last` are the instructions around all of its body: leaving them is leaving the loop, and nothing else in
/// them leads back to the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loop {
    pub head: u32,
    pub first: u32,
    pub last: u32,
}

impl Loop {
    pub fn contains(&self, pc: u32) -> bool {
        (self.first..=self.last).contains(&pc)
    }
}

/// What is known of a body once somebody asked.
#[derive(Debug, Default)]
pub struct Loops {
    /// Inner ones before those around them.
    loops: Box<[Loop]>,
    /// By instruction: a bit for each of the first 64 locals that may be read before it is written.
    live: Box<[u64]>,
}

impl Code {
    /// The loops around an instruction, the innermost first.
    pub fn loops_at(&self, pc: u32) -> impl Iterator<Item = Loop> {
        let loops = self.loops.get_or_init(|| Loops::of(self));
        loops.loops.iter().copied().filter(move |around| around.contains(pc))
    }

    /// May a local be read at or behind an instruction before it is written? Locals past the 64th always may.
    pub fn is_live(&self, pc: u32, local: u32) -> bool {
        let loops = self.loops.get_or_init(|| Loops::of(self));
        local >= 64 || loops.live.get(pc as usize).is_none_or(|live| live >> local & 1 == 1)
    }
}

impl Loops {
    /// None for bodies with subroutines.
    fn of(code: &Code) -> Loops {
        let Some(successors) = successors(code) else { return Loops::default() };
        Loops { loops: loops(&successors), live: live(code, &successors) }
    }
}

/// With exceptional edges; `None` for subroutines.
fn successors(code: &Code) -> Option<Vec<Vec<u32>>> {
    let end = code.insns.len() as u32;
    let mut all = Vec::with_capacity(code.insns.len());
    for (pc, insn) in code.insns.iter().enumerate() {
        let mut next = after(code, pc, insn.get())?;
        next.retain(|&to| to < end);
        let handlers = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&(pc as u32)));
        next.extend(handlers.map(|handler| handler.target));
        all.push(next);
    }
    Some(all)
}

/// Edges to an instruction that dominates where they come from close a loop.
fn loops(successors: &[Vec<u32>]) -> Box<[Loop]> {
    let order = forwards(successors);
    let mut predecessors = vec![Vec::new(); successors.len()];
    for &pc in &order {
        successors[pc].iter().for_each(|&to| predecessors[to as usize].push(pc as u32));
    }
    let dominators = dominators(&predecessors, &order);
    let mut bodies: Vec<(usize, BTreeSet<usize>)> = Vec::new();
    for &tail in &order {
        for head in successors[tail].iter().map(|&to| to as usize) {
            if !dominates(&dominators, head, tail) {
                continue;
            }
            let body = match bodies.iter_mut().find(|(known, _)| *known == head) {
                Some((_, body)) => body,
                None => {
                    bodies.push((head, BTreeSet::from([head])));
                    &mut bodies.last_mut().expect("just pushed").1
                }
            };
            let mut open = vec![tail];
            while let Some(pc) = open.pop() {
                if body.insert(pc) {
                    open.extend(predecessors[pc].iter().map(|&before| before as usize));
                }
            }
        }
    }
    bodies.sort_by_key(|(head, body)| (body.len(), *head));
    let hull = |(head, body): (usize, BTreeSet<usize>)| {
        let (first, last) = (body.first().expect("the head"), body.last().expect("the head"));
        let (head, first, last) = (head as u32, *first as u32, *last as u32);
        // Code in between that is no part of the body must not come back to the head another way.
        let closed =
            (first..=last).all(|pc| body.contains(&(pc as usize)) || !leads_to(successors, pc, head, first, last));
        closed.then_some(Loop { head, first, last })
    };
    bodies.into_iter().filter_map(hull).collect()
}

/// Is there a way to the head that stays between `first` and `last`?
fn leads_to(successors: &[Vec<u32>], from: u32, head: u32, first: u32, last: u32) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(pc) = open.pop() {
        if pc == head {
            return true;
        }
        if (first..=last).contains(&pc) && seen.insert(pc) {
            open.extend(&successors[pc as usize]);
        }
    }
    false
}

/// What can be reached, each after one that leads to it, in reverse postorder.
fn forwards(successors: &[Vec<u32>]) -> Vec<usize> {
    if successors.is_empty() {
        return Vec::new();
    }
    let mut seen = vec![false; successors.len()];
    let mut done = Vec::new();
    let mut open = vec![(0, 0)];
    seen[0] = true;
    while let Some((node, at)) = open.last_mut() {
        match successors[*node].get(*at) {
            Some(&next) => {
                *at += 1;
                if !std::mem::replace(&mut seen[next as usize], true) {
                    open.push((next as usize, 0));
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

fn dominates(parents: &[Option<u32>], above: usize, mut below: usize) -> bool {
    loop {
        if above == below {
            return true;
        }
        match parents[below] {
            Some(parent) if parent as usize != below => below = parent as usize,
            Some(_) | None => return false,
        }
    }
}

/// Backwards until nothing changes. Second slots of longs and doubles are read and written with the first.
fn live(code: &Code, successors: &[Vec<u32>]) -> Box<[u64]> {
    let mut live = vec![0u64; successors.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..successors.len()).rev() {
            let behind = successors[pc].iter().fold(0, |mask, &to| mask | live[to as usize]);
            let (read, written) = locals(code.insns[pc].get());
            let mut before = behind & !written | read;
            // An exception may leave before anything is written.
            let handlers = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&(pc as u32)));
            before |= handlers.fold(0, |mask, handler| mask | live[handler.target as usize]);
            changed |= before != live[pc];
            live[pc] = before;
        }
    }
    live.into()
}

/// The locals that an instruction reads and those that it writes.
fn locals(insn: Insn) -> (u64, u64) {
    let bits = |local: u16, count: u32| {
        (0..count).map(|at| u32::from(local) + at).filter(|&at| at < 64).fold(0, |mask, at| mask | 1 << at)
    };
    match insn {
        Insn::Load(local) | Insn::Ret(local) => (bits(local, 1), 0),
        Insn::Load2(local) => (bits(local, 2), 0),
        Insn::Store(local) => (0, bits(local, 1)),
        Insn::Store2(local) => (0, bits(local, 2)),
        Insn::Iinc { local, .. } => (bits(local, 1), 0),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::tests::code;

    fn heads(body: &Code, pc: u32) -> Vec<u32> {
        body.loops_at(pc).map(|around| around.head).collect()
    }

    #[test]
    fn loops_inside_of_loops_come_first() {
        let body = code(&[
            Insn::Load(0),
            Insn::Ifeq(7),
            Insn::Load(1),
            Insn::Ifeq(6),
            Insn::Iinc { local: 1, by: -1 },
            Insn::Goto(2),
            Insn::Goto(0),
            Insn::Return,
        ]);
        assert_eq!(heads(&body, 4), [2, 0]);
        assert_eq!(heads(&body, 6), [0]);
        assert!(heads(&body, 7).is_empty());
        assert_eq!(body.loops_at(4).next(), Some(Loop { head: 2, first: 2, last: 5 }));
    }

    #[test]
    fn a_way_out_inside_of_the_body_is_no_way_back() {
        let body = code(&[
            Insn::Load(0),
            Insn::Ifeq(6),
            Insn::Load(1),
            Insn::Ifeq(5),
            Insn::Return,
            Insn::Goto(0),
            Insn::Return,
        ]);
        assert_eq!(body.loops_at(2).next(), Some(Loop { head: 0, first: 0, last: 5 }));
    }

    #[test]
    fn a_local_that_is_written_first_is_dead() {
        let body = code(&[Insn::Iconst(1), Insn::Store(2), Insn::Load(1), Insn::Load(2), Insn::Ireturn]);
        assert!(body.is_live(0, 1) && !body.is_live(0, 2) && body.is_live(2, 2));
        assert!(!body.is_live(3, 1));
    }
}
