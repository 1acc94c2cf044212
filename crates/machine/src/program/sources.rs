//! Which instruction pushed each operand: an abstract run over the code in address order, as HotSpot does it, down
//! to where it stops early and merges no further. An operand with several sources has none.

use bytecode::{ClassFile, Code, Flow, Insn, slots};

/// The analysis gives up after so many stack slots, summed over all instructions.
const MAX_ENTRIES: usize = 1_000_000;

/// The operand stack before an instruction.
#[derive(Clone, Default)]
pub struct Stack {
    /// The instruction that pushed each slot, where there is only one; the top is last.
    slots: Vec<Option<u32>>,
    /// Bit i: a store named local i; neither iinc nor the second half of a long counts. A handler starts with none.
    written: u64,
}

impl Stack {
    /// The instruction that pushed the slot so far below the top.
    pub fn source(&self, below: usize) -> Option<u32> {
        *self.slots.iter().nth_back(below)?
    }

    /// Locals that have no bit count as written.
    pub fn wrote(&self, local: u16) -> bool {
        1u64.checked_shl(local.into()).is_none_or(|bit| self.written & bit != 0)
    }

    fn write(&mut self, local: u16) {
        self.written |= 1u64.checked_shl(local.into()).unwrap_or(0);
    }

    fn pop(&mut self, count: usize) {
        self.slots.truncate(self.slots.len().saturating_sub(count));
    }

    fn push(&mut self, source: u32, count: usize) {
        self.slots.extend(std::iter::repeat_n(Some(source), count));
    }

    /// Pushes a copy of the top `count` slots below the `under` slots under them.
    fn dup(&mut self, count: usize, under: usize) {
        let from = self.slots.len().saturating_sub(count);
        let top = self.slots[from..].to_vec();
        let to = from.saturating_sub(under);
        self.slots.splice(to..to, top);
    }

    fn merge(&mut self, other: &Stack) {
        for (mine, theirs) in self.slots.iter_mut().zip(&other.slots) {
            if mine != theirs {
                *mine = None;
            }
        }
        self.written |= other.written;
    }
}

pub struct Sources {
    /// None: not reached, or not before the analysis ended.
    stacks: Vec<Option<Stack>>,
    entries: usize,
    /// A pass reached an instruction for the first time.
    grew: bool,
}

impl Sources {
    /// The stacks as far as needed for that of instruction `pc`.
    pub fn of(file: &ClassFile, code: &Code, pc: u32) -> Sources {
        let mut sources = Sources { stacks: vec![None; code.insns.len()], entries: 0, grew: true };
        sources.stacks[0] = Some(Stack::default());
        for handler in &code.handlers {
            // The handler counts as the source of the exception.
            sources.stacks[handler.target as usize]
                .get_or_insert_with(|| Stack { slots: vec![Some(handler.target)], written: 0 });
        }
        sources.run(file, code, pc);
        sources
    }

    pub fn at(&self, pc: u32) -> Option<&Stack> {
        self.stacks[pc as usize].as_ref()
    }

    /// Passes over the code in address order, until one reaches `pc` or reaches nothing new.
    fn run(&mut self, file: &ClassFile, code: &Code, pc: u32) {
        let mut complete = false;
        while self.grew && !complete {
            self.grew = false;
            complete = true;
            for at in 0..code.insns.len() as u32 - 1 {
                match self.stacks[at as usize].clone() {
                    Some(stack) => self.step(file, code, at, stack),
                    None => complete = false,
                }
                if at + 1 == pc && self.at(pc).is_some() || self.entries > MAX_ENTRIES {
                    return;
                }
            }
        }
    }

    fn step(&mut self, file: &ClassFile, code: &Code, at: u32, mut stack: Stack) {
        let insn = code.insns[at as usize].get();
        operate(file, at, insn, &mut stack);
        // One stack takes up what it meets at every target in turn.
        match insn.flow() {
            Flow::Next => self.join(at + 1, &mut stack),
            Flow::Branch(target) => {
                self.join(at + 1, &mut stack);
                self.join(target, &mut stack);
            }
            Flow::Jump(target) | Flow::Jsr(target) => self.join(target, &mut stack),
            Flow::Switch(index) => {
                // HotSpot takes a switch to fall through as well.
                self.join(at + 1, &mut stack);
                for target in code.switches[index as usize].targets() {
                    self.join(target, &mut stack);
                }
            }
            // Where ret returns to is not tracked.
            Flow::Return | Flow::Throw | Flow::Ret(_) => {}
        }
    }

    fn join(&mut self, target: u32, stack: &mut Stack) {
        match &self.stacks[target as usize] {
            Some(known) => stack.merge(known),
            None => {
                self.grew = true;
                self.entries += stack.slots.len();
            }
        }
        self.stacks[target as usize] = Some(stack.clone());
    }
}

/// The effect on the stack and on what counts as written.
fn operate(file: &ClassFile, at: u32, insn: Insn, stack: &mut Stack) {
    match insn {
        Insn::Dup => stack.dup(1, 0),
        Insn::DupX1 => stack.dup(1, 1),
        Insn::DupX2 => stack.dup(1, 2),
        Insn::Dup2 => stack.dup(2, 0),
        Insn::Dup2X1 => stack.dup(2, 1),
        Insn::Dup2X2 => stack.dup(2, 2),
        Insn::Swap => {
            if let [.., below, top] = &mut stack.slots[..] {
                std::mem::swap(below, top);
            }
        }
        Insn::Store(local) => {
            stack.pop(1);
            stack.write(local);
        }
        Insn::Store2(local) => {
            stack.pop(2);
            stack.write(local);
        }
        _ => {
            let (pops, pushes) = slots(file, insn).unwrap_or((0, 0));
            stack.pop(pops);
            stack.push(at, pushes);
        }
    }
}
