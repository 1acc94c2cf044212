//! Facts about all elements of arrays, where they matter: at the indices at which the conditions of a path look into the arrays.

use super::Cell;
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::state::proof::Fact;
use crate::symbolic::open::element_sort;
use crate::world::{Machine, Res};
use bytecode::Prim;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Equations, Input, Op, Sort, Substitution, Sum, Term};

/// How often instances give rise to others.
pub const ROUNDS: usize = 3;
/// Instances of all facts; more of them are left out, which only leaves something open.
const MOST_INSTANCES: usize = 600;
/// Pairs of indices that a path is parted by.
const MOST_SPLITS: usize = 8;
/// Values that one variable takes in one round.
const MOST_VALUES: usize = 40;

/// Indices at which arrays are looked at, each number once.
#[derive(Default)]
struct Looks {
    /// By the array; one that was written to is the one below.
    places: BTreeMap<Term, BTreeMap<Sum, Term>>,
    /// How a number was first written.
    written: BTreeMap<Sum, Term>,
    seen: BTreeSet<Term>,
}

impl Looks {
    fn add(&mut self, array: Term, index: Term, sum: Sum) {
        let index = *self.written.entry(sum.clone()).or_insert(index);
        self.places.entry(array).or_default().insert(sum, index);
    }
}

impl Machine<'_> {
    /// What the facts of a path say about the places that its conditions and others speak of, and about those that this speaks of, and so
    /// on. Each follows from a fact.
    pub fn instances(&mut self, state: &State, others: &[Term], rounds: usize) -> Vec<Term> {
        let facts = &state.path.proof.facts;
        if facts.is_empty() {
            return Vec::new();
        }
        let equations = Equations::of(&self.world.terms, &state.path.conjuncts);
        let mut looks = Looks::default();
        for &condition in state.path.conjuncts.iter().chain(others) {
            self.looks_of(condition, &equations, &mut looks);
        }
        let (mut found, mut known): (Vec<Term>, BTreeSet<Term>) = (Vec::new(), BTreeSet::new());
        for _ in 0..rounds {
            let before = found.len();
            for fact in facts {
                for instance in self.instances_of(fact, &equations, &looks) {
                    if !self.world.terms.is_const(instance) && known.insert(instance) {
                        found.push(instance);
                    }
                }
                if found.len() >= MOST_INSTANCES {
                    found.truncate(MOST_INSTANCES);
                    return found;
                }
            }
            if found.len() == before {
                break;
            }
            for &instance in &found[before..] {
                self.looks_of(instance, &equations, &mut looks);
            }
        }
        found
    }

    /// The condition holds on this path whatever the variable is.
    pub fn assume_for_all(&mut self, state: &mut State, variable: Input, condition: Term) {
        let fact = Fact { variables: Rc::from([variable]), condition };
        Rc::make_mut(&mut state.path.proof).facts.push(fact);
    }

    /// Indices at which the conditions of a path look into arrays.
    pub(crate) fn indices(&mut self, state: &State) -> Vec<Term> {
        let equations = Equations::of(&self.world.terms, &state.path.conjuncts);
        let mut looks = Looks::default();
        for &condition in state.path.conjuncts.iter() {
            self.looks_of(condition, &equations, &mut looks);
        }
        let all: BTreeSet<Term> = looks.written.into_values().collect();
        all.into_iter().collect()
    }

    /// Elements of an array of any length from one place to another, both included, hold anything from here on; the others are kept.
    pub(crate) fn forget_range(
        &mut self,
        state: &mut State,
        array: ObjectId,
        prim: Prim,
        name: &str,
        [low, high]: [Value; 2],
    ) -> Res<()> {
        let cell = Cell::Contents(array);
        let Some(old) = self.read_cell(state, cell) else { return Ok(()) };
        let (low, high) = (self.lift(low), self.lift(high));
        let terms = &mut self.world.terms;
        let new = terms.input(name, Sort::Array(element_sort(prim)));
        if low == high {
            let element = terms.select(new, low);
            let stored = terms.store(old, low, element);
            return self.write_cell(state, cell, stored);
        }
        let index = terms.input("every index", Sort::Bv(32));
        let variables = Rc::from([terms.as_input(index).expect("an input")]);
        let (from, to) = (terms.sle(low, index), terms.sle(index, high));
        let changed = terms.and(from, to);
        let (before, after) = (terms.select(old, index), terms.select(new, index));
        let same = terms.eq(before, after);
        let condition = terms.or(changed, same);
        Rc::make_mut(&mut state.path.proof).facts.push(Fact { variables, condition });
        self.write_cell(state, cell, new)
    }

    /// Whether two indices are the same, where what the path says of an element depends on that and nobody knows.
    pub(crate) fn open_places(&self, state: &State) -> Vec<Term> {
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        let terms = &self.world.terms;
        let mut waiting: Vec<Term> = state.path.conjuncts.to_vec();
        while let Some(term) = waiting.pop() {
            if !seen.insert(term) {
                continue;
            }
            let arguments = &terms.args(term)[..terms.op(term).kind().arity as usize];
            if terms.op(term) == Op::Ite {
                let same = arguments[0];
                let is_place = terms.op(same) == Op::Eq && terms.sort(terms.args(same)[0]) == Sort::Bv(32);
                if is_place && state.path.known(terms, same).is_none() && found.len() < MOST_SPLITS {
                    found.push(same);
                }
            }
            waiting.extend(arguments);
        }
        found
    }

    fn looks_of(&self, term: Term, equations: &Equations, looks: &mut Looks) {
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            if !looks.seen.insert(term) {
                continue;
            }
            let terms = &self.world.terms;
            let arguments = &terms.args(term)[..terms.op(term).kind().arity as usize];
            // Where an array was written somebody may look for what was there before.
            if matches!(terms.op(term), Op::Select | Op::Store) {
                for root in self.roots_of(arguments[0]) {
                    looks.add(root, arguments[1], equations.sum(terms, arguments[1]));
                }
            }
            waiting.extend(arguments);
        }
    }

    /// The arrays below all that was written.
    fn roots_of(&self, array: Term) -> Vec<Term> {
        let (mut found, mut waiting) = (Vec::new(), vec![array]);
        while let Some(array) = waiting.pop() {
            let terms = &self.world.terms;
            match terms.op(array) {
                Op::Store => waiting.push(terms.args(array)[0]),
                Op::Ite => waiting.extend(&terms.args(array)[1..3]),
                _ => found.push(array),
            }
        }
        found
    }

    fn instances_of(&mut self, fact: &Fact, equations: &Equations, looks: &Looks) -> Vec<Term> {
        let mut choices: Vec<BTreeMap<Input, Term>> = vec![BTreeMap::new()];
        for &variable in fact.variables.iter() {
            let values = self.values_for(fact, variable, equations, looks);
            let mut next = Vec::new();
            for choice in &choices {
                for &value in values.iter().take(MOST_VALUES) {
                    let mut chosen = choice.clone();
                    chosen.insert(variable, value);
                    next.push(chosen);
                }
            }
            next.truncate(MOST_INSTANCES);
            choices = next;
        }
        let instance = |choice| Substitution::of_terms(choice).of(&mut self.world.terms, fact.condition);
        choices.into_iter().map(instance).collect()
    }

    /// The values of a variable with which the fact speaks of a place that somebody looks at.
    fn values_for(&mut self, fact: &Fact, variable: Input, equations: &Equations, looks: &Looks) -> BTreeSet<Term> {
        let mut patterns = Looks::default();
        self.looks_of(fact.condition, &Equations::default(), &mut patterns);
        let mut values = BTreeSet::new();
        let mentions = |machine: &Self, term: Term, input: Input| machine.world.terms.inputs_of(term).contains(&input);
        for (root, indices) in patterns.places {
            let Some(places) = looks.places.get(&root) else { continue };
            for index in indices.into_values() {
                if !mentions(self, index, variable) {
                    continue;
                }
                let Some((sign, rest)) = self.linear(index, variable) else { continue };
                if fact.variables.iter().any(|&other| mentions(self, rest, other)) {
                    continue;
                }
                let rest = equations.sum(&self.world.terms, rest);
                for place in places.keys() {
                    let value = if sign { place.clone().minus(&rest) } else { rest.clone().minus(place) };
                    values.insert(match looks.written.get(&value) {
                        Some(&written) => written,
                        None => value.term(&mut self.world.terms),
                    });
                }
            }
        }
        values
    }

    /// `index` as `rest + variable` (true) or `rest - variable`.
    fn linear(&mut self, index: Term, variable: Input) -> Option<(bool, Term)> {
        let terms = &mut self.world.terms;
        let (zero, one) = (terms.int(0), terms.int(1));
        let rest = Substitution::of_terms([(variable, zero)]).of(terms, index);
        let next = Substitution::of_terms([(variable, one)]).of(terms, index);
        let step = terms.sub(next, rest);
        match terms.bits(step)? as u32 {
            1 => Some((true, rest)),
            u32::MAX => Some((false, rest)),
            _ => None,
        }
    }
}
