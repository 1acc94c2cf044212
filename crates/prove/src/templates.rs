//! Facts that a recursive method may keep: what it returns beside what it was called with. Guesses from its constants, from the
//! conditions under which it returned, from calls that happened and from conditions that stood between earlier attempts and a proof.

use crate::attempt::Attempt;
use crate::contract::{Exit, exit_placeholder, parameter_slots};
use crate::cut::{Hole, LoopAt, placeholder};
use crate::numbers::Numbers;
use crate::samples::Samples;
use machine::general::Cell;
use machine::{MethodId, State};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use term::{Const, Input, Op, Sort, Substitution, Term, Terms};

/// Conditions under which results are looked at apart.
const MOST_GUARDS: usize = 8;
/// Rows of a table of results.
const MOST_ROWS: usize = 128;
/// Constants that sums are tried with.
const MOST_OFFSETS: usize = 24;

pub struct Templates<'t> {
    pub state: &'t State,
    pub method: MethodId,
    pub entry: &'t [Hole],
    pub exits: &'t [Exit],
    pub guards: &'t BTreeSet<Term>,
    /// Guesses that were wrong.
    pub dropped: &'t BTreeSet<Term>,
}

/// What is collected.
struct Facts {
    facts: Vec<Term>,
    seen: BTreeSet<Term>,
}

impl Facts {
    fn add(&mut self, terms: &Terms, fact: Term) {
        if !terms.is_const(fact) && self.seen.insert(fact) {
            self.facts.push(fact);
        }
    }
}

impl Templates<'_> {
    pub fn facts(&self, attempt: &mut Attempt, samples: &Samples) -> Vec<Term> {
        let mut all = Facts { facts: Vec::new(), seen: BTreeSet::new() };
        self.learnt(attempt, &mut all);
        let numbers = Numbers::of(attempt.explorer, self.state);
        let words = self.words(attempt);
        let terms = &mut attempt.explorer.machine.world.terms;
        for exit in self.exits.iter().filter(|exit| !exit.is_reference) {
            let result = terms.input_term(exit.input);
            let about = self.about(terms, exit, result, &words, &numbers);
            let mut plain: Vec<Term> = about.iter().copied().filter(|fact| !self.dropped.contains(fact)).collect();
            samples.filter(terms, &mut plain);
            let holds: BTreeSet<Term> = plain.iter().copied().collect();
            for fact in plain {
                all.add(terms, fact);
            }
            // What does not always hold may hold under a condition.
            for &guard in self.guards.iter().take(MOST_GUARDS) {
                let other = terms.not(guard);
                for condition in [guard, other] {
                    if !samples.speak_of(terms, condition) {
                        continue;
                    }
                    for fact in about.iter().filter(|fact| !holds.contains(fact)) {
                        let fact = terms.implies(condition, *fact);
                        all.add(terms, fact);
                    }
                }
            }
        }
        all.facts.retain(|fact| !self.dropped.contains(fact));
        samples.filter(terms, &mut all.facts);
        self.tables(terms, samples, &mut all);
        self.spare_products(terms, &mut all.facts);
        all.facts.retain(|fact| !self.dropped.contains(fact));
        self.only_settled(attempt, all.facts)
    }

    /// What results are compared with: arguments and cells, those that differ between calls by their inputs.
    fn words(&self, attempt: &mut Attempt) -> Vec<Term> {
        let mut words = Vec::new();
        for slot in parameter_slots(attempt.explorer, self.method) {
            let cell = Cell::Slot(slot + self.state.top().locals);
            let forgotten = self.entry.iter().find(|hole| hole.cell == cell);
            let term = match forgotten {
                Some(hole) if hole.targets.is_empty() => {
                    Some(attempt.explorer.machine.world.terms.input_term(hole.input))
                }
                Some(_) => None,
                None => attempt.explorer.machine.read_cell(self.state, cell),
            };
            words.extend(term);
        }
        let terms = &attempt.explorer.machine.world.terms;
        for hole in self.entry.iter().filter(|hole| !matches!(hole.cell, Cell::Slot(_)) && hole.targets.is_empty()) {
            words.push(terms.input_term(hole.input));
        }
        words.retain(|&word| !matches!(terms.sort(word), Sort::Ref | Sort::Array(_)));
        words.dedup();
        words
    }

    /// Facts about one result without conditions.
    fn about(&self, terms: &mut Terms, exit: &Exit, result: Term, words: &[Term], numbers: &Numbers) -> Vec<Term> {
        let sort = terms.sort(result);
        let alike: Vec<Term> = words.iter().copied().filter(|&word| terms.sort(word) == sort).collect();
        let mut facts = Vec::new();
        match sort {
            Sort::Bv(width @ (32 | 64)) => {
                let constants = numbers.of_width(width);
                for &number in &constants {
                    let number = terms.bv(width, number as u64);
                    facts.extend([terms.sle(number, result), terms.sle(result, number), terms.eq(result, number)]);
                }
                let offsets: Vec<i64> = constants.iter().copied().take(MOST_OFFSETS).collect();
                let (one, two) = (terms.bv(width, 1), terms.bv(width, 2));
                for (at, &word) in alike.iter().enumerate() {
                    let (bit, rest) = (terms.bv_and(word, one), terms.srem(word, two));
                    let other = terms.bv_xor(bit, one);
                    for value in [bit, rest, other] {
                        facts.push(terms.eq(result, value));
                    }
                    facts.extend([terms.sle(word, result), terms.sle(result, word)]);
                    facts.extend([terms.slt(word, result), terms.slt(result, word)]);
                    for &offset in &offsets {
                        let offset = terms.bv(width, offset as u64);
                        let (sum, times) = (terms.add(word, offset), terms.mul(word, offset));
                        facts.extend([terms.eq(result, sum), terms.eq(result, times)]);
                    }
                    for &other in &alike[at + 1..] {
                        let (sum, product) = (terms.add(word, other), terms.mul(word, other));
                        let (less, more) = (terms.sub(word, other), terms.sub(other, word));
                        for value in [sum, product, less, more] {
                            facts.push(terms.eq(result, value));
                        }
                    }
                }
                // Cells that go up with what was returned.
                for other in self.exits.iter().filter(|other| other.input < exit.input && !other.is_reference) {
                    let second = terms.input_term(other.input);
                    if terms.sort(second) == sort {
                        facts.push(terms.eq(result, second));
                        for &word in &alike {
                            let sum = terms.add(word, second);
                            facts.push(terms.eq(result, sum));
                        }
                    }
                }
            }
            Sort::Float32 | Sort::Float64 => {
                for bound in numbers.floats_of(terms, sort).into_iter().chain(alike) {
                    facts.extend([terms.fle(bound, result), terms.fle(result, bound), terms.feq(bound, result)]);
                }
            }
            Sort::Bool | Sort::Bv(_) | Sort::Array(_) | Sort::Ref => {}
        }
        facts
    }

    /// Where a product says what a result is, nothing else is guessed of it: the solver is slow with products.
    fn spare_products(&self, terms: &Terms, facts: &mut Vec<Term>) {
        for exit in self.exits {
            let result = terms.input_term(exit.input);
            let is_product = |&fact: &Term| {
                terms.op(fact) == Op::Eq && {
                    let sides = terms.args(fact);
                    sides.contains(&result) && sides.iter().any(|&side| terms.op(side) == Op::Mul)
                }
            };
            if facts.iter().any(is_product) {
                facts.retain(|fact| is_product(fact) || !terms.inputs_of(*fact).contains(&exit.input));
            }
        }
    }

    /// Results by argument, where calls that happened agree.
    fn tables(&self, terms: &mut Terms, samples: &Samples, all: &mut Facts) {
        let entry: Vec<&Hole> = self.entry.iter().filter(|hole| hole.targets.is_empty()).collect();
        let exits: Vec<&Exit> = self.exits.iter().filter(|exit| !exit.is_reference).collect();
        let keys: Vec<usize> = (0..entry.len()).filter(|&at| matches!(entry[at].cell, Cell::Slot(_))).collect();
        let arguments = keys.len();
        let mut by: Vec<Vec<usize>> = keys.iter().map(|&at| vec![at]).collect();
        if keys.len() > 1 {
            by.push(keys);
        }
        for (which, exit) in exits.iter().enumerate() {
            for key in &by {
                if is_known(terms, &all.facts, exit) {
                    break;
                }
                let before = exit.cell.and_then(|cell| entry.iter().position(|hole| hole.cell == cell));
                let mut agreed = 0;
                let mut rows: BTreeMap<Vec<u64>, (Vec<&Const>, Option<Const>)> = BTreeMap::new();
                for (at, behind) in samples.calls() {
                    let row: Vec<&Const> = key.iter().map(|&index| &at[index]).collect();
                    let result = &behind[which];
                    let result = match before {
                        Some(before) => Const::scalar(result.sort(), result.bits().wrapping_sub(at[before].bits())),
                        None => result.clone(),
                    };
                    let by = row.iter().map(|argument| argument.bits()).collect();
                    match rows.entry(by) {
                        Entry::Vacant(place) => _ = place.insert((row, Some(result))),
                        Entry::Occupied(mut place) => {
                            agreed += 1;
                            let known = &mut place.get_mut().1;
                            if known.as_ref().is_some_and(|known| *known != result) {
                                *known = None;
                            }
                        }
                    }
                }
                // By some of the arguments only if others do not seem to matter.
                if key.len() < arguments && (agreed == 0 || rows.values().any(|row| row.1.is_none())) {
                    continue;
                }
                let settles = key.len() < arguments;
                for (arguments, result) in rows.into_values().take(MOST_ROWS) {
                    let Some(result) = result else { continue };
                    let mut same = Vec::new();
                    for (&index, argument) in key.iter().zip(arguments) {
                        let (word, value) = (terms.input_term(entry[index].input), terms.constant(argument));
                        same.push(terms.eq(word, value));
                    }
                    let condition = terms.all(same);
                    let mut value = terms.constant(&result);
                    if let Some(before) = before {
                        if !terms.sort(value).is_bv() {
                            continue;
                        }
                        let word = terms.input_term(entry[before].input);
                        value = terms.add(word, value);
                    }
                    let exit = terms.input_term(exit.input);
                    let equal = terms.eq(exit, value);
                    let fact = terms.implies(condition, equal);
                    all.add(terms, fact);
                }
                if settles {
                    break;
                }
            }
        }
    }

    /// What earlier attempts learnt of calls.
    fn learnt(&self, attempt: &mut Attempt, all: &mut Facts) {
        let key = LoopAt::call(self.method, 0).key();
        let learnt = attempt.memory.of(key).to_vec();
        if learnt.is_empty() {
            return;
        }
        let mut values: Vec<(Input, Term)> = Vec::new();
        for slot in parameter_slots(attempt.explorer, self.method) {
            let cell = Cell::Slot(slot + self.state.top().locals);
            let machine = &mut attempt.explorer.machine;
            let forgotten = self.entry.iter().find(|hole| hole.cell == cell && hole.targets.is_empty());
            let value = match forgotten {
                Some(hole) => machine.world.terms.input_term(hole.input),
                None => match machine.read_cell(self.state, cell) {
                    Some(term) => term,
                    None => continue,
                },
            };
            let terms = &mut machine.world.terms;
            let sort = terms.sort(value);
            let stand_in = placeholder(terms, key, Cell::Slot(slot), sort, 0);
            values.push((terms.as_input(stand_in).expect("an input"), value));
        }
        let terms = &mut attempt.explorer.machine.world.terms;
        for exit in self.exits.iter().filter(|exit| !exit.is_reference) {
            let stand_in = exit_placeholder(terms, self.method, exit);
            values.push((terms.as_input(stand_in).expect("an input"), terms.input_term(exit.input)));
        }
        let mut substitution = Substitution::of_terms(values);
        let exits: BTreeSet<Input> = self.exits.iter().map(|exit| exit.input).collect();
        for fact in learnt {
            let fact = substitution.of(terms, fact);
            if terms.inputs_of(fact).iter().any(|input| exits.contains(input)) {
                all.add(terms, fact);
            }
        }
    }

    /// A fact must not speak of inputs that a call asks for: the next one asks for others by the same names.
    fn only_settled(&self, attempt: &Attempt, facts: Vec<Term>) -> Vec<Term> {
        let mut settled = attempt.explorer.machine.inputs_in_cells(self.state);
        settled.extend(attempt.settled_inputs(self.state));
        settled.extend(self.entry.iter().map(|hole| hole.input));
        settled.extend(self.exits.iter().map(|exit| exit.input));
        let terms = &attempt.explorer.machine.world.terms;
        let is_settled = |fact: &Term| terms.inputs_of(*fact).iter().all(|input| settled.contains(input));
        facts.into_iter().filter(is_settled).collect()
    }
}

/// Does a fact without conditions say what it is?
fn is_known(terms: &Terms, facts: &[Term], exit: &Exit) -> bool {
    let exit = terms.input_term(exit.input);
    facts.iter().any(|&fact| terms.op(fact) == Op::Eq && terms.args(fact).contains(&exit))
}
