//! Facts that a loop may keep: guesses from the constants of the program, from what its cells had when it was generalised, and
//! from conditions that stood between earlier attempts and a proof. A wrong guess costs time only.

use crate::cut::{Hole, LoopAt};
use crate::elements::{self, Beside, Contents};
use crate::learn::Memory;
use crate::numbers::Numbers;
use explore::Explorer;
use machine::general::Cell;
use machine::{State, Value};
use std::collections::BTreeSet;
use term::{Input, Sort, Substitution, Term, Terms};

/// Cells that are compared with each other.
const MOST_PAIRED: usize = 8;
/// Cells that count, of which two are compared with a third one.
const MOST_COUNTS: usize = 5;

pub struct Candidates<'c, 'e, 'a, 'm> {
    explorer: &'c mut Explorer<'a, 'm>,
    state: &'e State,
    holes: &'e [Hole],
    at: LoopAt,
    facts: Vec<Term>,
    seen: BTreeSet<Term>,
}

impl<'c, 'e, 'a, 'm> Candidates<'c, 'e, 'a, 'm> {
    pub fn new(
        explorer: &'c mut Explorer<'a, 'm>,
        state: &'e State,
        holes: &'e [Hole],
        at: LoopAt,
    ) -> Candidates<'c, 'e, 'a, 'm> {
        Candidates { explorer, state, holes, at, facts: Vec::new(), seen: BTreeSet::new() }
    }

    pub fn facts(mut self, memory: &Memory) -> Vec<Term> {
        self.learnt(memory);
        let numbers = Numbers::of(self.explorer, self.state);
        for hole in self.holes.iter().filter(|hole| hole.targets.is_empty()) {
            match self.sort(hole) {
                Sort::Bv(width @ (32 | 64)) => self.integer(hole, width, &numbers),
                sort @ (Sort::Float32 | Sort::Float64) => self.float(hole, sort, &numbers),
                Sort::Bool | Sort::Bv(_) | Sort::Array(_) | Sort::Ref => {}
            }
        }
        self.pairs();
        self.triples();
        if memory.elements {
            self.elements(&numbers);
        }
        self.only_settled()
    }

    /// A fact must not speak of inputs that a round of the loop asks for: the next round asks for others by the same names.
    fn only_settled(mut self) -> Vec<Term> {
        let every = elements::every_input(self.terms());
        let (machine, path) = (&self.explorer.machine, &self.state.path);
        let terms = &machine.world.terms;
        let mut settled = machine.inputs_in_cells(self.state);
        settled.extend(path.asked.iter().map(|asked| asked.input));
        settled.extend(self.holes.iter().map(|hole| hole.input));
        settled.insert(every);
        for &conjunct in path.conjuncts.iter() {
            settled.extend(terms.inputs_of(conjunct).iter());
        }
        let is_settled = |fact: &Term| terms.inputs_of(*fact).iter().all(|input| settled.contains(input));
        self.facts.into_iter().filter(is_settled).collect()
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.explorer.machine.world.terms
    }

    fn sort(&mut self, hole: &Hole) -> Sort {
        let input = self.terms().input_term(hole.input);
        self.terms().sort(input)
    }

    fn add(&mut self, fact: Term) {
        if !self.terms().is_const(fact) && self.seen.insert(fact) {
            self.facts.push(fact);
        }
    }

    /// What earlier attempts learnt, if this state has all cells of it.
    fn learnt(&mut self, memory: &Memory) {
        let (holes, locals, key) = (self.holes, self.state.top().locals, self.at.key());
        let terms = self.terms();
        let mut values: Vec<(Input, Term)> = Vec::new();
        for hole in holes {
            let stand_in = hole.placeholder(terms, key, locals);
            let stand_in = terms.as_input(stand_in).expect("an input");
            values.push((stand_in, terms.input_term(hole.input)));
        }
        let mut substitution = Substitution::of_terms(values);
        for &fact in memory.of(key) {
            let terms = self.terms();
            let fact = substitution.of(terms, fact);
            self.add(fact);
        }
    }

    fn integer(&mut self, hole: &Hole, width: u8, numbers: &Numbers) {
        let cell = self.terms().input_term(hole.input);
        let mut bounds: BTreeSet<i64> = numbers.integers.clone();
        if let Some(bits) = self.terms().bits(hole.before) {
            let value = if width == 32 { i64::from(bits as u32 as i32) } else { bits as i64 };
            bounds.extend([value, value.saturating_sub(1), value.saturating_add(1)]);
            for mask in [1u64, 3] {
                let terms = self.terms();
                let (mask, rest) = (terms.bv(width, mask), terms.bv(width, bits & mask));
                let low = terms.bv_and(cell, mask);
                let fact = terms.eq(low, rest);
                self.add(fact);
            }
        }
        for bound in bounds {
            if width == 32 && i32::try_from(bound).is_err() {
                continue;
            }
            let terms = self.terms();
            let bound = terms.bv(width, bound as u64);
            let (above, below) = (terms.sle(bound, cell), terms.sle(cell, bound));
            self.add(above);
            self.add(below);
        }
    }

    /// What holds for all elements of arrays.
    fn elements(&mut self, numbers: &Numbers) {
        let fixed = self.fixed();
        let plain: Vec<&Hole> = self.holes.iter().filter(|hole| hole.targets.is_empty()).collect();
        let is_local = |hole: &Hole| matches!(hole.cell, Cell::Slot(_));
        let (mut counters, mut changed) = (Vec::new(), Vec::new());
        for hole in plain {
            let (number, sort) = (self.terms().input_term(hole.input), self.sort(hole));
            if is_local(hole) && sort == Sort::Bv(32) {
                counters.push(number);
            }
            if sort.is_bv() || sort.is_float() {
                changed.push(number);
            }
        }
        let (written, read) = self.arrays();
        for &array in &written {
            let mut facts = elements::candidates(self.terms(), array, &counters, &fixed, numbers);
            let others = [&read[..], &written[..]].concat();
            facts.extend(elements::same_elements(self.terms(), array, &others, &counters));
            facts.into_iter().for_each(|fact| self.add(fact));
        }
        let beside = Beside { counters: &counters, changed: &changed, fixed: &fixed };
        for array in read {
            let facts = elements::seen_so_far(self.terms(), array, &beside);
            facts.into_iter().for_each(|fact| self.add(fact));
        }
    }

    /// Arrays that the loop writes to, and others that the frame at hand names.
    fn arrays(&mut self) -> (Vec<Contents>, Vec<Contents>) {
        let (mut written, mut read, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
        for hole in self.holes {
            let Cell::Contents(array) = hole.cell else { continue };
            seen.insert(array);
            let Some(length) = self.explorer.machine.length_term(self.state, array) else { continue };
            written.push(Contents { elements: self.terms().input_term(hole.input), length });
        }
        let top = *self.state.top();
        for &slot in &self.state.stack[top.locals as usize..top.sp as usize] {
            let Value::Ref(array) = slot else { continue };
            let machine = &mut self.explorer.machine;
            let Some(length) = machine.length_term(self.state, array) else { continue };
            if !seen.insert(array) || machine.world.terms.is_const(length) {
                continue;
            }
            let Some(elements) = machine.read_cell(self.state, Cell::Contents(array)) else { continue };
            if matches!(machine.world.terms.sort(elements), Sort::Array(_)) {
                read.push(Contents { elements, length });
            }
        }
        (written, read)
    }

    fn float(&mut self, hole: &Hole, sort: Sort, numbers: &Numbers) {
        let cell = self.terms().input_term(hole.input);
        let mut bounds = numbers.floats_of(self.terms(), sort);
        if self.terms().is_const(hole.before) {
            bounds.push(hole.before);
        }
        for bound in bounds {
            let terms = self.terms();
            let (above, below) = (terms.fle(bound, cell), terms.fle(cell, bound));
            self.add(above);
            self.add(below);
        }
    }

    /// Cells of one kind beside each other, and beside what the loop does not change.
    fn pairs(&mut self) {
        let holes: Vec<&Hole> = self.holes.iter().filter(|hole| hole.targets.is_empty()).take(MOST_PAIRED).collect();
        let fixed = self.fixed();
        for (at, hole) in holes.iter().enumerate() {
            let sort = self.sort(hole);
            let cell = self.terms().input_term(hole.input);
            for other in &holes[at + 1..] {
                if self.sort(other) == sort {
                    let second = self.terms().input_term(other.input);
                    self.compare(cell, second, sort);
                    self.relate((cell, hole.before), (second, other.before), sort);
                }
            }
            for other in holes.iter().filter(|_| sort.is_bv()) {
                let of_other = self.sort(other);
                if of_other.is_float() {
                    let terms = self.terms();
                    let (number, second) = (terms.from_int(cell, of_other), terms.input_term(other.input));
                    let same = terms.feq(number, second);
                    self.add(same);
                }
            }
            for &other in &fixed {
                if self.terms().sort(other) == sort {
                    self.compare(cell, other, sort);
                }
            }
        }
    }

    /// Two cells together count what a third one counts: indices of two halves and of what they are merged into.
    fn triples(&mut self) {
        let is_plain = |hole: &&Hole| hole.targets.is_empty();
        let holes: Vec<&Hole> = self.holes.iter().filter(is_plain).collect();
        let mut counts: Vec<(Term, Term)> = Vec::new();
        for hole in holes {
            if self.sort(hole) == Sort::Bv(32) && counts.len() < MOST_COUNTS {
                counts.push((self.terms().input_term(hole.input), hole.before));
            }
        }
        for third in 0..counts.len() {
            for first in 0..counts.len() {
                for second in first + 1..counts.len() {
                    if third == first || third == second {
                        continue;
                    }
                    let terms = self.terms();
                    let mut both = |at: fn(&(Term, Term)) -> Term| {
                        let sum = terms.add(at(&counts[first]), at(&counts[second]));
                        terms.sub(sum, at(&counts[third]))
                    };
                    let (now, before) = (both(|count| count.0), both(|count| count.1));
                    let same = terms.eq(now, before);
                    self.add(same);
                }
            }
        }
    }

    fn compare(&mut self, a: Term, b: Term, sort: Sort) {
        let terms = self.terms();
        let facts = match sort {
            Sort::Bv(_) => {
                vec![terms.sle(a, b), terms.sle(b, a), terms.slt(a, b), terms.slt(b, a)]
            }
            Sort::Float32 | Sort::Float64 => vec![terms.fle(a, b), terms.fle(b, a)],
            Sort::Bool | Sort::Array(_) | Sort::Ref => Vec::new(),
        };
        facts.into_iter().for_each(|fact| self.add(fact));
    }

    /// Sum and difference that stay what they were.
    fn relate(&mut self, a: (Term, Term), b: (Term, Term), sort: Sort) {
        if !sort.is_bv() {
            return;
        }
        let terms = self.terms();
        let (now, before) = (terms.sub(a.0, b.0), terms.sub(a.1, b.1));
        let difference = terms.eq(now, before);
        let (now, before) = (terms.add(a.0, b.0), terms.add(a.1, b.1));
        let sum = terms.eq(now, before);
        self.add(difference);
        self.add(sum);
    }

    /// Values of locals that the loop leaves alone, and lengths of arrays.
    fn fixed(&mut self) -> Vec<Term> {
        let top = *self.state.top();
        let slots = self.state.stack[top.locals as usize..top.sp as usize].to_vec();
        let holes: BTreeSet<Term> = self.holes.iter().map(|hole| hole.before).collect();
        let machine = &mut self.explorer.machine;
        let mut fixed = Vec::new();
        for value in slots {
            if let Value::Sym(term) | Value::Sym2(term) = value {
                fixed.push(term);
            }
        }
        fixed.extend(
            machine.array_lengths(self.state).into_iter().filter(|&length| !machine.world.terms.is_const(length)),
        );
        fixed.retain(|term| !holes.contains(term));
        fixed.sort();
        fixed.dedup();
        fixed.truncate(MOST_PAIRED);
        fixed
    }
}
