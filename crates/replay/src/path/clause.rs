//! How a path came to its end, for the report of a violation: the lines that it went through, and which condition of an invariant or
//! assertion was the one that did not hold.

use super::retrace::{Look, retrace};
use crate::input::{SourceLine, source_line};
use bytecode::{Code, Insn, Prim, Type};
use machine::path::Use;
use machine::shapes::Phase;
use machine::{Machine, MethodId, State, Value};
use term::Witness;

/// Instructions of a path that are looked at, and lines that are kept: the last ones.
const MOST: u64 = 1_000_000;
const LINES: usize = 1000;

#[derive(Clone, Debug, Default)]
pub struct Explained {
    /// Lines of user code between the call of the method and the end, in order.
    pub trace: Vec<SourceLine>,
    /// The condition that decided.
    pub clause: Option<Clause>,
}

/// A condition in the source.
#[derive(Clone, Debug)]
pub struct Clause {
    pub at: SourceLine,
    /// Which of the conditions on that line, and how many there are.
    pub condition: (usize, usize),
}

type Place = (MethodId, u32);

/// An answer that its caller has passed on, or may pass on.
#[derive(Clone, Copy)]
struct No {
    /// Of the frame that answered.
    depth: usize,
    reason: Place,
    /// Conditions of the caller since then: the first one looks at the answer.
    asked: u32,
}

#[derive(Default)]
struct Watch {
    trace: Vec<SourceLine>,
    /// By depth: the last conditional jump of the frame.
    jumps: Vec<Option<Place>>,
    /// A call answered false.
    no: Option<No>,
}

/// Follows the path again. Where the invariant is what failed, its first condition that was false decides; else the last
/// condition before the exception.
pub fn explain(machine: &mut Machine, start: &State, witness: &Witness, floor: usize) -> Explained {
    let mut watch = Watch::default();
    let mut explained = Explained::default();
    retrace(machine, start, witness, floor, MOST, |machine, state, look, _| match look {
        Look::Stepped => watch.step(machine, state),
        Look::Ended => {
            let decided = match state.path.shapes.phase {
                Phase::After => watch.no.map(|no| no.reason),
                Phase::Before | Phase::Running => watch.jumps.iter().rev().flatten().next().copied(),
            };
            explained.clause = decided.and_then(|place| clause(machine, place));
        }
    });
    let first = watch.trace.len().saturating_sub(LINES);
    explained.trace = watch.trace.split_off(first);
    explained
}

impl Watch {
    /// Looks at the instruction that comes next.
    fn step(&mut self, machine: &mut Machine, state: &State) {
        let Some(frame) = state.frames.last() else { return };
        let method = &machine.world.classes[frame.method];
        let class = &machine.world.classes[method.class];
        if state.path.shapes.phase == Phase::Before || class.is_jdk() || class.name.starts_with("jacana/") {
            return;
        }
        let Some(code) = method.code.get().filter(|_| *method.name != *"<clinit>") else { return };
        let (depth, pc) = (state.frames.len(), frame.pc as usize);
        if code.lines.iter().any(|&(start, _)| start == frame.pc) {
            self.trace.extend(source_line(machine, frame.method, frame.pc));
        }
        self.jumps.resize(depth, None);
        let insn = code.insns[pc].get();
        if is_condition(code, pc) {
            self.jumps[depth - 1] = Some((frame.method, frame.pc));
            if let Some(no) = &mut self.no {
                no.asked += 1;
            }
        } else if let (Insn::Ireturn, Some(Type::Prim(prim))) = (insn, &method.result) {
            let place = self.jumps[depth - 1].unwrap_or((frame.method, frame.pc));
            let answer = state.stack[frame.sp as usize - 1];
            self.no = match (says_no(machine, state, *prim, answer), self.no) {
                (false, _) => None,
                (true, Some(no)) if no.depth == depth + 1 && no.asked <= 1 => Some(No { depth, asked: 0, ..no }),
                (true, _) => Some(No { depth, reason: place, asked: 0 }),
            };
        }
    }
}

/// False, or the -1 of a method that counts.
fn says_no(machine: &Machine, state: &State, prim: Prim, answer: Value) -> bool {
    let number = match answer {
        Value::Int(number) => number,
        Value::Sym(term) => machine.world.terms.eval(term, state.path.witness(Use::Report)).bits() as i32,
        _ => return false,
    };
    number == if prim == Prim::Boolean { 0 } else { -1 }
}

/// A conditional jump that is not javac's question whether assertions are on.
fn is_condition(code: &Code, pc: usize) -> bool {
    let insn = code.insns[pc].get();
    let asks = insn.target().is_some() && !matches!(insn, Insn::Goto(_) | Insn::Jsr(_));
    let before = pc.checked_sub(1).map(|before| code.insns[before].get());
    let is_switched_off =
        matches!(insn, Insn::Ifne(_)) && matches!(before, Some(Insn::GetStatic(_) | Insn::GetStaticQuick { .. }));
    asks && !is_switched_off
}

fn clause(machine: &Machine, (method, pc): Place) -> Option<Clause> {
    let at = source_line(machine, method, pc)?;
    let code = machine.world.classes[method].code.get()?;
    let on_line = |other: &usize| code.line(*other as u32) == Some(at.line) && is_condition(code, *other);
    let all: Vec<usize> = (0..code.insns.len()).filter(on_line).collect();
    let which = all.iter().position(|&other| other == pc as usize).map_or(1, |at| at + 1);
    Some(Clause { at, condition: (which, all.len().max(1)) })
}
