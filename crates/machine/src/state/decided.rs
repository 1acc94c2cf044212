//! Evaluations of decisions on a path, where somebody asks for inputs by condition: those that are under way, and those that were
//! made (`Trail`).

use crate::program::{Classes, MethodId};
use bytecode::{Onward, Vector};
use std::collections::BTreeSet;
use term::Term;

/// How many evaluations may be under way at a time.
const MOST_OPEN: usize = 256;

/// Evaluations are written down in full, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Evaluations {
    open: Vec<Evaluation>,
    /// Some were not written down: what is not among them may be all the same.
    pub lost: bool,
}

/// One that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Evaluation {
    method: MethodId,
    decision: usize,
    vector: Vector,
    guard: Option<Term>,
    /// The number of frames where it began.
    depth: usize,
}

/// One that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evaluated {
    pub method: MethodId,
    pub what: Choice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Choice {
    /// The decision of the method with this number.
    Decision(usize, Vector),
    /// The switch at an instruction chose another one.
    Switch(u32, u32),
}

/// One that was made on a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    pub evaluated: Evaluated,
    /// Where paths were merged in the middle of it: made so only if this holds.
    pub guard: Option<Term>,
}

/// A conditional jump or a switch was executed.
#[derive(Clone, Copy, Debug)]
pub struct Jump {
    pub method: MethodId,
    /// The number of frames.
    pub depth: usize,
    pub pc: u32,
    pub went: JumpSide,
}

#[derive(Clone, Copy, Debug)]
pub enum JumpSide {
    On,
    Jumped,
    /// Out of a switch.
    To(u32),
}

impl Evaluations {
    /// What that jump completes.
    pub fn jump(&mut self, classes: &Classes, jump: Jump) -> Vec<Decided> {
        let Jump { method, depth, pc, went } = jump;
        let jumped = match went {
            JumpSide::On => false,
            JumpSide::Jumped => true,
            JumpSide::To(target) => {
                let evaluated = Evaluated { method, what: Choice::Switch(pc, target) };
                return vec![Decided { evaluated, guard: None }];
            }
        };
        let decisions = classes.decisions(method);
        let Some((decision, condition)) = decisions.at(pc) else { return Vec::new() };
        if condition == 0 {
            // Frames above are gone, and what began in this one was left by an exception.
            self.open.retain(|other| other.depth < depth);
            if self.open.len() >= MOST_OPEN {
                self.lost = true;
                return Vec::new();
            }
            self.open.push(Evaluation { method, decision, vector: Vector::default(), guard: None, depth });
        }
        let is_meant = |open: &Evaluation| (open.depth, open.method, open.decision) == (depth, method, decision);
        for open in self.open.iter_mut().filter(|open| is_meant(open)) {
            open.vector = open.vector.with(condition, jumped);
        }
        match decisions.all[decision].onward(condition, jumped) {
            Onward::To(_) => Vec::new(),
            Onward::Outcome(_) => {
                let (made, open) = std::mem::take(&mut self.open).into_iter().partition(is_meant);
                self.open = open;
                let made: Vec<Evaluation> = made;
                let decided = |made: Evaluation| Decided {
                    evaluated: Evaluated { method, what: Choice::Decision(decision, made.vector) },
                    guard: made.guard,
                };
                made.into_iter().map(decided).collect()
            }
        }
    }

    /// Those of paths that become one, with their guards.
    pub fn merged<'e>(
        all: impl Iterator<Item = (Term, &'e Evaluations)>,
        mut both: impl FnMut(Term, Term) -> Term,
    ) -> Evaluations {
        let all: Vec<(Term, &Evaluations)> = all.collect();
        let lost = all.iter().any(|(_, evaluations)| evaluations.lost);
        let same = all.windows(2).all(|pair| pair[0].1.open == pair[1].1.open);
        if let (true, Some((_, first))) = (same, all.first()) {
            return Evaluations { open: first.open.clone(), lost };
        }
        let mut open = Vec::new();
        for (guard, evaluations) in all {
            for evaluation in &evaluations.open {
                let mut evaluation = evaluation.clone();
                evaluation.guard = Some(evaluation.guard.map_or(guard, |own| both(guard, own)));
                open.push(evaluation);
            }
        }
        let lost = lost || open.len() > MOST_OPEN;
        open.truncate(MOST_OPEN);
        Evaluations { open, lost }
    }
}

/// Evaluations on a way of which only the jumps are known, as probes on a JVM tell it: the depths are not.
pub fn evaluations(classes: &Classes, jumps: impl Iterator<Item = (MethodId, u32, JumpSide)>) -> BTreeSet<Evaluated> {
    let mut open: Vec<(MethodId, usize, Vector, usize)> = Vec::new();
    let mut made = BTreeSet::new();
    for (method, pc, went) in jumps {
        let jumped = match went {
            JumpSide::On => false,
            JumpSide::Jumped => true,
            JumpSide::To(target) => {
                made.insert(Evaluated { method, what: Choice::Switch(pc, target) });
                continue;
            }
        };
        let decisions = classes.decisions(method);
        let Some((decision, condition)) = decisions.at(pc) else { continue };
        if condition == 0 {
            open.push((method, decision, Vector::default(), 0));
            // The oldest were left by exceptions.
            if open.len() > MOST_OPEN {
                open.remove(0);
            }
        }
        let expects =
            |open: &(MethodId, usize, Vector, usize)| (open.0, open.1, open.3) == (method, decision, condition);
        let Some(at) = open.iter().rposition(expects) else { continue };
        let vector = open[at].2.with(condition, jumped);
        match decisions.all[decision].onward(condition, jumped) {
            Onward::To(next) => (open[at].2, open[at].3) = (vector, next),
            Onward::Outcome(_) => {
                made.insert(Evaluated { method, what: Choice::Decision(decision, vector) });
                open.remove(at);
            }
        }
    }
    made
}
