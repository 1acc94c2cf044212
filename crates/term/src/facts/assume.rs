//! Facts under assumed conjuncts: the first solver tier. Bounds travel from each conjunct down to its inputs and back, within a
//! fixed budget. Everything is undoable, so one object follows a depth-first search.

use super::{forward, narrow::backward};
use crate::fact::{Fact, decide_eq, decide_slt, decide_ult, fact_width};
use crate::rewrite::literal::{self, Relation};
use crate::{FastMap, Op, Sort, Term, Terms};
use std::collections::VecDeque;

#[derive(Default, Clone)]
pub struct Assumptions {
    facts: FastMap<Term, Fact>,
    truths: FastMap<Term, bool>,
    /// Which literals look at a term, and are looked at again when it changes.
    watchers: FastMap<Term, Vec<Term>>,
    trail: Vec<Change>,
    /// Conditions whose truth has consequences still to be drawn.
    queue: VecDeque<(Term, bool)>,
    contradiction: bool,
}

/// A point to return to.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

#[derive(Clone)]
enum Change {
    Fact(Term, Option<Fact>),
    Truth(Term),
    Watcher(Term),
    Contradiction,
}

/// No value satisfies the assumptions.
struct Contradiction;

type Outcome = Result<(), Contradiction>;

/// How many levels facts travel through one term.
const DEPTH: usize = 5;
/// How many terms one literal watches.
const WATCHED: usize = 24;
/// How many conditions are looked at for one assumption. Half of a length that is at least the length without so many, as loops over
/// halves of an array have it, needs 31 rounds of all conditions on it.
const BUDGET: usize = 300;

impl Terms {
    /// Decides a condition from facts alone. Whatever facts can decide was folded when the condition was built.
    pub fn decide(&self, condition: Term) -> Option<bool> {
        self.bits(condition).map(|bits| bits == 1)
    }
}

impl Assumptions {
    pub fn new() -> Assumptions {
        Assumptions::default()
    }

    /// Adds a conjunct. False: the assumptions contradict each other.
    pub fn assume(&mut self, terms: &Terms, condition: Term) -> bool {
        if self.contradiction {
            return false;
        }
        let mut outcome = self.assert(terms, condition, true);
        for _ in 0..BUDGET {
            let (Ok(()), Some((condition, value))) = (&outcome, self.queue.pop_front()) else { break };
            outcome = self.assert(terms, condition, value);
        }
        self.queue.clear();
        if outcome.is_err() {
            self.contradiction = true;
            self.trail.push(Change::Contradiction);
        }
        !self.contradiction
    }

    /// Whether a condition contradicts the assumptions. True is certain, false says nothing.
    pub fn excludes(&mut self, terms: &Terms, condition: Term) -> bool {
        let mark = self.mark();
        let consistent = self.assume(terms, condition);
        self.undo(mark);
        !consistent
    }

    pub fn is_contradictory(&self) -> bool {
        self.contradiction
    }

    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Forgets what was assumed since the mark.
    pub fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.0 {
            match self.trail.pop() {
                Some(Change::Fact(term, Some(old))) => {
                    self.facts.insert(term, old);
                }
                Some(Change::Fact(term, None)) => {
                    self.facts.remove(&term);
                }
                Some(Change::Truth(term)) => {
                    self.truths.remove(&term);
                }
                Some(Change::Watcher(term)) => {
                    self.watchers.get_mut(&term).map(Vec::pop);
                }
                Some(Change::Contradiction) => self.contradiction = false,
                None => unreachable!("the trail is longer than the mark"),
            }
        }
    }

    /// What the assumptions say about a bit-vector or reference.
    pub fn fact(&self, terms: &Terms, term: Term) -> Fact {
        self.refined(terms, term, DEPTH).unwrap_or_else(|_| terms.fact(term))
    }

    /// Decides a condition from the assumptions.
    pub fn decide(&self, terms: &Terms, condition: Term) -> Option<bool> {
        self.decide_within(terms, condition, DEPTH)
    }

    fn decide_within(&self, terms: &Terms, condition: Term, depth: usize) -> Option<bool> {
        if let Some(&truth) = self.truths.get(&condition) {
            return Some(truth);
        }
        if depth == 0 {
            return terms.decide(condition);
        }
        let decide = |term: Term| self.decide_within(terms, term, depth - 1);
        let args = terms.args(condition);
        match terms.op(condition) {
            Op::Bool(value) => Some(value),
            Op::Not => decide(args[0]).map(|value| !value),
            Op::And => match (decide(args[0]), decide(args[1])) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) | (other, Some(true)) => other,
                (None, None) => None,
            },
            Op::Ite => match decide(args[0]) {
                Some(true) => decide(args[1]),
                Some(false) => decide(args[2]),
                None => decide(args[1]).filter(|&value| decide(args[2]) == Some(value)),
            },
            Op::Eq if terms.sort(args[0]) == Sort::Bool => Some(decide(args[0])? == decide(args[1])?),
            Op::Eq | Op::Slt | Op::Ult | Op::Flt | Op::Fle | Op::Feq => {
                self.decide_bounds(terms, condition, depth).or_else(|| self.decide_relation(terms, condition))
            }
            _ => None,
        }
    }

    fn decide_bounds(&self, terms: &Terms, condition: Term, depth: usize) -> Option<bool> {
        let &[x, y] = terms.args(condition) else { return None };
        let width = fact_width(terms.sort(x))?;
        let (x, y) = (self.refined(terms, x, depth).ok()?, self.refined(terms, y, depth).ok()?);
        match terms.op(condition) {
            Op::Slt => decide_slt(&x, &y),
            Op::Ult => decide_ult(&x, &y),
            _ => decide_eq(width, &x, &y),
        }
    }

    /// Decides a comparison from other comparisons of the same two terms.
    fn decide_relation(&self, terms: &Terms, condition: Term) -> Option<bool> {
        literal::relation(terms, condition)?.readings().into_iter().find_map(|asked| {
            let known = asked
                .atoms(terms)
                .filter_map(|atom| Some((atom, *self.truths.get(&atom)?)))
                .filter_map(|(atom, truth)| Some(literal::relation(terms, atom)?.when(truth)))
                .fold(asked.anything(), Relation::intersected);
            known.decides(asked)
        })
    }

    /// A term's fact, recomputed from refined arguments down to some depth.
    fn refined(&self, terms: &Terms, term: Term, depth: usize) -> Result<Fact, Contradiction> {
        let own = self.facts.get(&term).copied().unwrap_or_else(|| terms.fact(term));
        let node = terms.node(term);
        let Some(width) = fact_width(node.sort) else { return Ok(own) };
        if depth == 0 || own.value().is_some() || node.op.arity() == 0 {
            return Ok(own);
        }
        if node.op == Op::Ite {
            let [condition, x, y] = node.args;
            let branch = match self.decide_within(terms, condition, depth - 1) {
                Some(true) => self.refined(terms, x, depth - 1)?,
                Some(false) => self.refined(terms, y, depth - 1)?,
                None => self.refined(terms, x, depth - 1)?.join(&self.refined(terms, y, depth - 1)?),
            };
            return own.meet(&branch, width).ok_or(Contradiction);
        }
        let mut args = [Fact::NONE; 3];
        let mut news = false;
        for (fact, &arg) in args.iter_mut().zip(terms.args(term)) {
            *fact = self.refined(terms, arg, depth - 1)?;
            news |= *fact != terms.fact(arg);
        }
        if news { own.meet(&forward(terms, &node, &args), width).ok_or(Contradiction) } else { Ok(own) }
    }
}

/// Asserting literals and narrowing facts.
impl Assumptions {
    fn assert(&mut self, terms: &Terms, condition: Term, value: bool) -> Outcome {
        let mut pending = vec![(condition, value)];
        while let Some((condition, value)) = pending.pop() {
            let args = terms.args(condition);
            match (terms.op(condition), value) {
                (Op::Bool(constant), _) if constant == value => {}
                (Op::Bool(_), _) => return Err(Contradiction),
                (Op::Not, _) => pending.push((args[0], !value)),
                (Op::And, true) => pending.extend([(args[0], true), (args[1], true)]),
                (_, _) => {
                    self.learn(terms, condition, value)?;
                    self.propagate(terms, condition, value)?;
                }
            }
        }
        Ok(())
    }

    fn learn(&mut self, terms: &Terms, literal: Term, value: bool) -> Outcome {
        match self.truths.get(&literal) {
            Some(&known) if known == value => Ok(()),
            Some(_) => Err(Contradiction),
            None => {
                self.truths.insert(literal, value);
                self.trail.push(Change::Truth(literal));
                self.watch(terms, literal);
                self.wake(literal);
                Ok(())
            }
        }
    }

    /// Draws the consequences of a literal that is known to be true or false.
    fn propagate(&mut self, terms: &Terms, literal: Term, value: bool) -> Outcome {
        let &[a, b, ..] = terms.args(literal) else { return Ok(()) };
        match (terms.op(literal), value) {
            (Op::And, false) => match (self.decide(terms, a), self.decide(terms, b)) {
                (Some(true), Some(true)) => return Err(Contradiction),
                (Some(true), _) => self.conclude(b, false),
                (_, Some(true)) => self.conclude(a, false),
                (_, _) => {}
            },
            (Op::Ite, _) => match self.decide(terms, a) {
                Some(true) => self.conclude(b, value),
                Some(false) => self.conclude(terms.args(literal)[2], value),
                None => {}
            },
            (Op::Eq, _) if terms.sort(a) == Sort::Bool => match (self.decide(terms, a), self.decide(terms, b)) {
                (Some(known), _) => self.conclude(b, known == value),
                (_, Some(known)) => self.conclude(a, known == value),
                (None, None) => {}
            },
            (Op::Eq | Op::Slt | Op::Ult, _) if fact_width(terms.sort(a)).is_some() => {
                self.narrow_sides(terms, literal, value)?;
            }
            (_, _) => {}
        }
        Ok(())
    }

    /// Queues a condition that must hold or must not.
    fn conclude(&mut self, condition: Term, value: bool) {
        if self.truths.get(&condition) != Some(&value) {
            self.queue.push_back((condition, value));
        }
    }

    /// The bounds that each side of a comparison puts on the other.
    fn narrow_sides(&mut self, terms: &Terms, literal: Term, value: bool) -> Outcome {
        let &[a, b] = terms.args(literal) else { unreachable!("a comparison has two sides") };
        let Some(width) = fact_width(terms.sort(a)) else { return Ok(()) };
        let x = self.refined(terms, a, DEPTH)?;
        let y = self.refined(terms, b, DEPTH)?;
        let op = terms.op(literal);
        let left = side(op, value, width, &x, &y).ok_or(Contradiction)?;
        self.narrow(terms, a, left, DEPTH)?;
        let x = self.refined(terms, a, DEPTH)?;
        let right = match (op, value) {
            (Op::Eq, _) => side(op, value, width, &y, &x),
            (Op::Slt, true) => x.smin.checked_add(1).map(|smin| Fact { smin: y.smin.max(smin), ..y }),
            (Op::Slt, false) => Some(Fact { smax: y.smax.min(x.smax), ..y }),
            (_, true) => x.umin.checked_add(1).map(|umin| Fact { umin: y.umin.max(umin), ..y }),
            (_, false) => Some(Fact { umax: y.umax.min(x.umax), ..y }),
        };
        self.narrow(terms, b, right.ok_or(Contradiction)?, DEPTH)
    }

    /// Records a fact about a term and what it means for the arguments.
    fn narrow(&mut self, terms: &Terms, term: Term, fact: Fact, depth: usize) -> Outcome {
        let node = terms.node(term);
        let Some(width) = fact_width(node.sort) else { return Ok(()) };
        let current = self.refined(terms, term, depth)?;
        let sharper = current.meet(&fact, width).ok_or(Contradiction)?;
        let stored = self.facts.get(&term).copied().unwrap_or_else(|| terms.fact(term));
        if sharper == stored {
            return Ok(());
        }
        let old = self.facts.insert(term, sharper);
        self.trail.push(Change::Fact(term, old));
        self.wake(term);
        if depth == 0 {
            return Ok(());
        }
        if node.op == Op::Ite {
            return self.narrow_choice(terms, term, sharper, width, depth);
        }
        let args = terms.args(term);
        if args.is_empty() || args.iter().any(|&arg| fact_width(terms.sort(arg)).is_none()) {
            return Ok(());
        }
        let (first, last) = (args[0], args[args.len() - 1]);
        for (place, &arg) in args.iter().enumerate() {
            let (x, y) = (self.refined(terms, first, depth)?, self.refined(terms, last, depth)?);
            let widths = [terms.width(first), terms.width(last)];
            if let Some(fact) = backward(node.op, width, &sharper, widths, [&x, &y], place) {
                self.narrow(terms, arg, fact, depth - 1)?;
            }
        }
        Ok(())
    }

    /// A choice whose branch cannot have the value was not taken.
    fn narrow_choice(&mut self, terms: &Terms, term: Term, fact: Fact, width: u8, depth: usize) -> Outcome {
        let [condition, x, y] = terms.node(term).args;
        let possible = |side: Fact| side.meet(&fact, width).is_some();
        let yes = possible(self.refined(terms, x, depth)?);
        let no = possible(self.refined(terms, y, depth)?);
        let taken = match (self.decide(terms, condition), yes, no) {
            (Some(true), true, _) | (None, true, false) => true,
            (Some(false), _, true) | (None, false, true) => false,
            (None, true, true) => return Ok(()),
            (_, _, _) => return Err(Contradiction),
        };
        self.conclude(condition, taken);
        self.narrow(terms, if taken { x } else { y }, fact, depth - 1)
    }

    fn wake(&mut self, term: Term) {
        for literal in self.watchers.get(&term).into_iter().flatten() {
            if let Some(&value) = self.truths.get(literal)
                && !self.queue.contains(&(*literal, value))
            {
                self.queue.push_back((*literal, value));
            }
        }
    }

    /// Makes a literal a watcher of the terms it looks at.
    fn watch(&mut self, terms: &Terms, literal: Term) {
        let mut seen = Vec::with_capacity(WATCHED);
        seen.extend_from_slice(terms.args(literal));
        let mut next = 0;
        while next < seen.len() && next < WATCHED {
            let term = seen[next];
            next += 1;
            if terms.is_const(term) {
                continue;
            }
            self.watchers.entry(term).or_default().push(literal);
            self.trail.push(Change::Watcher(term));
            for &arg in terms.args(term) {
                if seen.len() < WATCHED && !seen.contains(&arg) {
                    seen.push(arg);
                }
            }
        }
    }
}

/// What a comparison of x with y, known to be true or false, says about x.
fn side(op: Op, value: bool, width: u8, x: &Fact, y: &Fact) -> Option<Fact> {
    match (op, value) {
        (Op::Eq, true) => x.meet(y, width),
        (Op::Eq, false) => match y.value() {
            Some(bits) => without(x, width, bits),
            None => Some(*x),
        },
        (Op::Slt, true) => y.smax.checked_sub(1).map(|smax| Fact { smax: x.smax.min(smax), ..*x }),
        (Op::Slt, false) => Some(Fact { smin: x.smin.max(y.smin), ..*x }),
        (_, true) => y.umax.checked_sub(1).map(|umax| Fact { umax: x.umax.min(umax), ..*x }),
        (_, false) => Some(Fact { umin: x.umin.max(y.umin), ..*x }),
    }
}

/// Cuts one value off a bound that it lies on.
fn without(x: &Fact, width: u8, bits: u64) -> Option<Fact> {
    if x.value() == Some(bits) {
        return None;
    }
    let value = Fact::constant(width, bits).smin;
    Some(Fact {
        smin: if x.smin == value { value + 1 } else { x.smin },
        smax: if x.smax == value { value - 1 } else { x.smax },
        umin: if x.umin == bits { bits + 1 } else { x.umin },
        umax: if x.umax == bits { bits - 1 } else { x.umax },
        ..*x
    })
}
