//! Where control goes from each instruction, and how it is known that it went there: by a probe, or since the instruction there was executed.
//! Instructions that several others lead to have probes on the ways to them; all others have one predecessor at most.

use super::body::Body;
use crate::flow::Flow;
use crate::insn::Insn;

/// How it is known that a way was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// The instruction there was executed.
    To(u32),
    /// A probe was passed: so many behind the first number of its instruction.
    Behind(u32),
    /// The probe between this instruction and the next one was passed.
    On,
}

#[derive(Clone, Debug)]
pub(super) struct Edges {
    /// By instruction.
    ways: Vec<Vec<Way>>,
    /// Whether there is a probe between it and the one above.
    between: Vec<bool>,
    /// Their numbers.
    between_numbers: Vec<u32>,
    /// Of the probe before the instruction itself.
    numbers: Vec<u32>,
}

impl Edges {
    pub fn of(body: &Body) -> Edges {
        let count = body.len();
        let (follows, leads) = arrivals(body);
        let is_multiple = |at: usize| leads[at] + u32::from(follows[at]) > 1;
        let calls = lines_with_calls(body);
        let between: Vec<bool> = (0..count).map(|at| follows[at] && (is_multiple(at) || calls[at])).collect();
        let mut ways = Vec::with_capacity(count);
        for at in 0..count {
            let there = |target: u32, number: u32| match is_multiple(target as usize) {
                true => Way::Behind(number),
                false => Way::To(target),
            };
            let on = || match between.get(at + 1) {
                Some(true) => Some(Way::On),
                Some(false) => Some(Way::To(at as u32 + 1)),
                None => None,
            };
            ways.push(match body.code.insns[at].get().flow() {
                Flow::Next => on().into_iter().collect(),
                Flow::Branch(target) => on().into_iter().chain([there(target, 1)]).collect(),
                Flow::Jump(target) => vec![there(target, 0)],
                Flow::Switch(table) => {
                    let all = distinct(body.code.switches[table as usize].targets());
                    all.into_iter().enumerate().map(|(number, target)| there(target, number as u32)).collect()
                }
                Flow::Return | Flow::Throw => vec![Way::Behind(0)],
                // Subroutines are of the oldest compilers: what leads into them is known, not what returns.
                Flow::Jsr(target) => vec![there(target, 0)],
                Flow::Ret(_) => vec![Way::Behind(0)],
            });
        }
        Edges { ways, between_numbers: vec![0; count], numbers: vec![0; count], between }
    }

    /// Whether a probe stands between the instruction and the one above.
    pub fn is_between(&self, at: usize) -> bool {
        self.between[at]
    }

    /// Whether a probe stands before the instruction, which goes one way only.
    pub fn is_before(&self, at: usize) -> bool {
        self.ways[at] == [Way::Behind(0)]
    }

    pub fn number_between(&mut self, at: usize, number: u32) {
        self.between_numbers[at] = number;
    }

    pub fn number_ways(&mut self, at: usize, first: u32) {
        self.numbers[at] = first;
    }

    /// For each instruction, which of its ways were taken.
    pub fn covered(&self, hit: &dyn Fn(u32) -> bool) -> Vec<Vec<bool>> {
        let mut covered: Vec<Vec<bool>> = self.ways.iter().map(|ways| vec![false; ways.len()]).collect();
        // Most ways lead down, so one round from below and one that finds nothing more are the rule.
        loop {
            let mut changed = false;
            for at in (0..self.ways.len()).rev() {
                for (number, way) in self.ways[at].iter().enumerate() {
                    let is_taken = match *way {
                        Way::To(target) => covered[target as usize].contains(&true),
                        Way::Behind(more) => hit(self.numbers[at] + more),
                        Way::On => hit(self.between_numbers[at + 1]),
                    };
                    if is_taken && !covered[at][number] {
                        covered[at][number] = true;
                        changed = true;
                    }
                }
            }
            if !changed {
                return covered;
            }
        }
    }
}

/// Each once, in the order of their first appearance.
fn distinct(all: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut found: Vec<u32> = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// For each instruction: does control come from the one above, and how many others lead there? The beginning of the method, of a region with a
/// handler and the handlers count as such.
fn arrivals(body: &Body) -> (Vec<bool>, Vec<u32>) {
    let count = body.len();
    let (mut follows, mut leads) = (vec![false; count], vec![0; count]);
    let mut lead = |target: u32| {
        if let Some(leads) = leads.get_mut(target as usize) {
            *leads += 1;
        }
    };
    lead(0);
    for handler in &body.code.handlers {
        lead(handler.start);
        lead(handler.target);
    }
    for at in 0..count {
        let is_followed = match body.code.insns[at].get().flow() {
            Flow::Next => true,
            Flow::Branch(target) => {
                lead(target);
                true
            }
            Flow::Jump(target) => {
                lead(target);
                false
            }
            Flow::Switch(table) => {
                distinct(body.code.switches[table as usize].targets()).into_iter().for_each(&mut lead);
                false
            }
            Flow::Return | Flow::Throw | Flow::Ret(_) => false,
            // The subroutine returns there.
            Flow::Jsr(target) => {
                lead(target);
                true
            }
        };
        if let Some(next) = follows.get_mut(at + 1) {
            *next = is_followed;
        }
    }
    (follows, leads)
}

/// For each instruction: does a line begin there that calls a method? A call may throw, so what is above is counted before.
fn lines_with_calls(body: &Body) -> Vec<bool> {
    let mut calls = vec![false; body.len()];
    for at in 0..body.len() {
        let is_call = matches!(
            body.code.insns[at].get(),
            Insn::InvokeVirtual(_)
                | Insn::InvokeSpecial(_)
                | Insn::InvokeStatic(_)
                | Insn::InvokeInterface(_)
                | Insn::InvokeDynamic(_)
        );
        let after = body.code.lines.partition_point(|&(start, _)| start as usize <= at);
        if let Some(line) = after.checked_sub(1).filter(|_| is_call) {
            calls[body.code.lines[line].0 as usize] = true;
        }
    }
    calls
}
