//! The decisions of a method body: conditional jumps that together choose between two places, as javac compiles the conditions of
//! one `&&`, `||`, `!` expression. Nothing else in a class file tells of them, so `if (a) if (b)` is the decision `a && b`.

use crate::classfile::{ClassFile, MethodInfo};
use crate::code::Code;
use crate::decode::decode;
use crate::flow::Flow;
use crate::insn::Insn;
use crate::slots::slots;
use std::collections::{BTreeMap, BTreeSet};

/// Conditions of one decision; behind that another one begins.
const MOST_CONDITIONS: usize = 32;

/// Ways through one decision that are listed.
const MOST_VECTORS: usize = 4096;

/// Where a condition leads on one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// The condition of the same decision with this number.
    To(usize),
    /// The decision is made.
    Outcome(bool),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Index of the conditional jump.
    pub pc: u32,
    /// If it goes on behind the jump, and if it jumps.
    pub sides: [Onward; 2],
}

/// In the order of the code; the first condition is where every evaluation begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub conditions: Vec<Condition>,
}

/// One evaluation of a decision: bit n is about its condition n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vector {
    /// Conditions that were evaluated; short circuits leave some out.
    pub evaluated: u32,
    /// Those whose jump was taken.
    pub jumped: u32,
}

impl Vector {
    #[must_use]
    pub fn with(self, condition: usize, jumped: bool) -> Vector {
        let bit = 1 << condition;
        Vector { evaluated: self.evaluated | bit, jumped: if jumped { self.jumped | bit } else { self.jumped } }
    }

    pub fn has(self, condition: usize) -> bool {
        self.evaluated >> condition & 1 == 1
    }

    pub fn side(self, condition: usize) -> bool {
        self.jumped >> condition & 1 == 1
    }
}

impl Decision {
    pub fn onward(&self, condition: usize, jumped: bool) -> Onward {
        self.conditions[condition].sides[usize::from(jumped)]
    }

    /// What a whole evaluation decides; nothing if it is none.
    pub fn outcome(&self, vector: Vector) -> Option<bool> {
        let mut at = 0;
        loop {
            if !vector.has(at) {
                return None;
            }
            match self.onward(at, vector.side(at)) {
                Onward::To(next) => at = next,
                Onward::Outcome(outcome) => return Some(outcome),
            }
        }
    }

    /// Does the condition alone decide between these two? It and the outcome differ, and whatever else both evaluate is the same.
    pub fn is_pair(&self, condition: usize, one: Vector, other: Vector) -> bool {
        let both = one.evaluated & other.evaluated;
        both >> condition & 1 == 1
            && both & (one.jumped ^ other.jumped) == 1 << condition
            && self.outcome(one) != self.outcome(other)
    }

    /// All evaluations that its jumps allow; nothing if there are too many.
    pub fn vectors(&self) -> Option<Vec<Vector>> {
        let (mut found, mut open) = (Vec::new(), vec![(0, Vector::default())]);
        while let Some((at, vector)) = open.pop() {
            for jumped in [false, true] {
                let vector = vector.with(at, jumped);
                match self.onward(at, jumped) {
                    Onward::To(next) => open.push((next, vector)),
                    Onward::Outcome(_) => found.push(vector),
                }
            }
            if found.len() + open.len() > MOST_VECTORS {
                return None;
            }
        }
        Some(found)
    }
}

/// All decisions of a method body.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    pub all: Vec<Decision>,
    by_pc: BTreeMap<u32, (usize, usize)>,
}

impl Decisions {
    /// The decision to which a jump belongs, and the number of its condition there.
    pub fn at(&self, pc: u32) -> Option<(usize, usize)> {
        self.by_pc.get(&pc).copied()
    }
}

/// Looks at the class file: code that ran has lost what its references mean.
pub fn decisions(file: &ClassFile, method: &MethodInfo) -> Decisions {
    let Ok(code) = decode(file, method) else { return Decisions::default() };
    let Some(body) = Body::new(file, &code) else { return Decisions::default() };
    let mut found = Decisions::default();
    for root in 0..code.insns.len() as u32 {
        if found.by_pc.contains_key(&root) || body.jump(root).is_none() {
            continue;
        }
        let Some(decision) = body.decision(root, &found.by_pc) else { continue };
        for (number, condition) in decision.conditions.iter().enumerate() {
            found.by_pc.insert(condition.pc, (found.all.len(), number));
        }
        found.all.push(decision);
    }
    found
}

struct Body<'c> {
    file: &'c ClassFile,
    code: &'c Code,
    before: Vec<Vec<u32>>,
}

impl<'c> Body<'c> {
    /// Nothing for bodies with subroutines.
    fn new(file: &'c ClassFile, code: &'c Code) -> Option<Body<'c>> {
        let mut before = vec![Vec::new(); code.insns.len() + 1];
        for (pc, insn) in code.insns.iter().enumerate() {
            for next in code.after(pc, insn.get())? {
                before[next as usize].push(pc as u32);
            }
        }
        // What a handler begins with is reached from anywhere.
        for handler in &code.handlers {
            before[handler.target as usize].push(u32::MAX);
        }
        Some(Body { file, code, before })
    }

    fn insn(&self, pc: u32) -> Insn {
        self.code.insns[pc as usize].get()
    }

    /// The target of a conditional jump of the program's own: whether assertions are on is no condition of it.
    fn jump(&self, pc: u32) -> Option<u32> {
        let Flow::Branch(target) = self.insn(pc).flow() else { return None };
        let pool = &self.file.pool;
        let is_switch = match pc.checked_sub(1).map(|before| self.insn(before)) {
            Some(Insn::GetStatic(field)) => pool.field(field).is_ok_and(|field| &*field.name == "$assertionsDisabled"),
            Some(Insn::InvokeVirtual(method)) => {
                pool.method(method).is_ok_and(|method| &*method.name == "desiredAssertionStatus")
            }
            _ => false,
        };
        (!is_switch).then_some(target)
    }

    /// Where the code goes on, behind jumps that are none of the program's.
    fn land(&self, mut pc: u32) -> u32 {
        for _ in 0..self.code.insns.len() {
            match self.insn(pc) {
                Insn::Goto(target) => pc = target,
                _ => break,
            }
        }
        pc
    }

    /// The conditional jump for which an expression is evaluated that begins here. A statement in between, which leaves nothing on
    /// the operand stack, is no expression; where values meet, another decision was made.
    fn condition_at(&self, start: u32) -> Option<u32> {
        let (mut pc, mut height) = (start, 0usize);
        loop {
            let insn = self.insn(pc);
            if height > 0 && self.before[pc as usize].len() > 1 {
                return None;
            }
            let (pops, pushes) = slots(self.file, insn)?;
            let was = height;
            height = height.checked_sub(pops)? + pushes;
            match insn.flow() {
                Flow::Branch(_) => return (height == 0 && self.jump(pc).is_some()).then_some(pc),
                Flow::Next if height > 0 || was == 0 && matches!(insn, Insn::Iinc { .. } | Insn::Nop) => pc += 1,
                Flow::Next
                | Flow::Jump(_)
                | Flow::Switch(_)
                | Flow::Return
                | Flow::Throw
                | Flow::Jsr(_)
                | Flow::Ret(_) => return None,
            }
        }
    }

    /// Is the place reached from these conditional jumps only?
    fn is_entered_from(&self, pc: u32, jumps: &BTreeSet<u32>) -> bool {
        !self.before[pc as usize].is_empty()
            && self.before[pc as usize].iter().all(|&before| {
                jumps.contains(&before)
                    || before < pc && matches!(self.insn(before), Insn::Goto(_)) && self.is_entered_from(before, jumps)
            })
    }

    /// The most conditions from the first one on that have two outcomes together.
    fn decision(&self, root: u32, taken: &BTreeMap<u32, (usize, usize)>) -> Option<Decision> {
        let mut jumps = BTreeSet::from([root]);
        // By place at which the evaluation of a condition begins.
        let mut begins: BTreeMap<u32, u32> = BTreeMap::new();
        loop {
            let exits: Vec<u32> = jumps.iter().flat_map(|&pc| self.sides(pc)).collect();
            let next =
                exits.into_iter().filter(|place| *place > root && !begins.contains_key(place)).find_map(|place| {
                    let pc = self.condition_at(place)?;
                    let is_new = !jumps.contains(&pc) && !taken.contains_key(&pc);
                    (is_new && self.is_entered_from(place, &jumps)).then_some((place, pc))
                });
            match next {
                Some((place, pc)) if jumps.len() < MOST_CONDITIONS => {
                    begins.insert(place, pc);
                    jumps.insert(pc);
                }
                Some(_) | None => break,
            }
        }
        let ordered: Vec<u32> = jumps.into_iter().collect();
        (1..=ordered.len()).rev().find_map(|count| self.of(&ordered[..count], &begins))
    }

    /// Where the sides of a jump go on: behind it, and at its target.
    fn sides(&self, pc: u32) -> [u32; 2] {
        [self.land(pc + 1), self.land(self.jump(pc).unwrap_or(pc + 1))]
    }

    fn of(&self, jumps: &[u32], begins: &BTreeMap<u32, u32>) -> Option<Decision> {
        let inside = |place: u32| begins.get(&place).and_then(|pc| jumps.iter().position(|jump| jump == pc));
        let exits: BTreeSet<u32> =
            jumps.iter().flat_map(|&pc| self.sides(pc)).filter(|&place| inside(place).is_none()).collect();
        let (&first, 2) = (exits.first()?, exits.len()) else { return None };
        let onward = |place: u32| inside(place).map_or(Onward::Outcome(place != first), Onward::To);
        let conditions: Vec<Condition> =
            jumps.iter().map(|&pc| Condition { pc, sides: self.sides(pc).map(onward) }).collect();
        // Both sides the same way is no condition; nor is one that is evaluated before another that comes earlier in the code.
        let decides = |(at, condition): (usize, &Condition)| {
            condition.sides[0] != condition.sides[1]
                && condition.sides.iter().all(|side| !matches!(side, Onward::To(next) if *next <= at))
        };
        conditions.iter().enumerate().all(decides).then_some(Decision { conditions })
    }
}

#[cfg(test)]
mod tests;
