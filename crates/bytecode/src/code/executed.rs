//! What was executed of a method body, where somebody counts that: instructions, and the ways that branches went.

use super::Code;
use crate::insn::Insn;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

const RAN: u8 = 1;
const JUMPED: u8 = 2;
const WENT_ON: u8 = 4;

/// By instruction.
#[derive(Debug)]
pub struct Executed {
    marks: Box<[Cell<u8>]>,
    /// Switches and the targets that they chose.
    switched: RefCell<BTreeSet<(u32, u32)>>,
}

/// A copy of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    marks: Vec<u8>,
    switched: BTreeSet<(u32, u32)>,
}

/// How much of something: covered and all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    pub instructions: [u64; 2],
    /// Sides of conditional jumps, and targets of switches.
    pub branches: [u64; 2],
}

impl Executed {
    fn mark(&self, pc: usize, bit: u8) {
        self.marks[pc].set(self.marks[pc].get() | bit);
    }

    fn has(&self, pc: usize, bit: u8) -> bool {
        self.marks[pc].get() & bit != 0
    }
}

impl Code {
    fn executed(&self) -> &Executed {
        self.executed.get_or_init(|| Executed {
            marks: self.insns.iter().map(|_| Cell::new(0)).collect(),
            switched: RefCell::default(),
        })
    }

    #[inline]
    pub fn ran(&self, pc: usize) {
        self.executed().mark(pc, RAN);
    }

    /// A conditional jump was decided.
    #[inline]
    pub fn branched(&self, pc: usize, jumped: bool) {
        self.executed().mark(pc, if jumped { JUMPED } else { WENT_ON });
    }

    /// A jump or switch went there.
    pub fn went_to(&self, pc: usize, target: u32) {
        match self.insns[pc].get() {
            Insn::Switch(_) => _ = self.executed().switched.borrow_mut().insert((pc as u32, target)),
            insn => self.branched(pc, insn.target() == Some(target)),
        }
    }

    pub fn forget_executed(&self) {
        if let Some(executed) = self.executed.get() {
            executed.marks.iter().for_each(|mark| mark.set(0));
            executed.switched.borrow_mut().clear();
        }
    }

    /// Sides of conditional jumps that somebody took.
    pub fn taken_sides(&self) -> Vec<(u32, bool)> {
        let Some(executed) = self.executed.get() else { return Vec::new() };
        let sides = (0..self.insns.len()).flat_map(|pc| [(pc, true), (pc, false)]);
        let taken = sides.filter(|&(pc, jumped)| executed.has(pc, if jumped { JUMPED } else { WENT_ON }));
        taken.map(|(pc, jumped)| (pc as u32, jumped)).collect()
    }

    /// What ran so far, to go back to.
    pub fn marks(&self) -> Marks {
        let executed = self.executed();
        Marks { marks: executed.marks.iter().map(Cell::get).collect(), switched: executed.switched.borrow().clone() }
    }

    pub fn set_marks(&self, marks: &Marks) {
        let executed = self.executed();
        executed.marks.iter().zip(&marks.marks).for_each(|(cell, &mark)| cell.set(mark));
        executed.switched.borrow_mut().clone_from(&marks.switched);
    }

    /// `None` if nothing of it ran.
    pub fn coverage(&self) -> Option<Coverage> {
        let executed = self.executed.get()?;
        let mut coverage = Coverage::default();
        for (pc, insn) in self.insns.iter().enumerate() {
            if insn.get() == Insn::FallOff {
                continue;
            }
            coverage.instructions[0] += u64::from(executed.has(pc, RAN));
            coverage.instructions[1] += 1;
            match insn.get() {
                Insn::Goto(_) | Insn::Jsr(_) => {}
                Insn::Switch(table) => {
                    let switch = &self.switches[table as usize];
                    let mut targets: BTreeSet<u32> = switch.cases().iter().map(|&key| switch.target(key)).collect();
                    targets.insert(switch.default());
                    let went = |target: &&u32| executed.switched.borrow().contains(&(pc as u32, **target));
                    coverage.branches[0] += targets.iter().filter(went).count() as u64;
                    coverage.branches[1] += targets.len() as u64;
                }
                other if other.target().is_some() => {
                    coverage.branches[0] +=
                        [JUMPED, WENT_ON].iter().filter(|&&bit| executed.has(pc, bit)).count() as u64;
                    coverage.branches[1] += 2;
                }
                _ => {}
            }
        }
        (coverage.instructions[0] > 0).then_some(coverage)
    }
}
