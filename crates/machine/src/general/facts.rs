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
use term::{Input, Op, Sort, Substitution, Term};

/// How often instances give rise to others.
pub(crate) const ROUNDS: usize = 3;
/// Instances of all facts; more of them are left out, which only leaves something open.
const MOST_INSTANCES: usize = 600;
/// Values that one variable takes in one round.
const MOST_VALUES: usize = 40;

/// Indices at which each array is looked at; an array that was written to is the one below.
type Looks = BTreeMap<Term, BTreeSet<Term>>;

impl Machine<'_> {
    /// What the facts of a path say about the places that its conditions speak of, and about those that this speaks of, and so on. Each
    /// follows from a fact.
    pub(crate) fn instances(&mut self, state: &State, rounds: usize) -> Vec<Term> {
        let facts = &state.path.proof.facts;
        let (mut looks, mut seen) = (Looks::new(), BTreeSet::new());
        if facts.is_empty() {
            return Vec::new();
        }
        for &condition in state.path.conjuncts.iter() {
            self.looks_of(condition, &mut seen, &mut looks);
        }
        let (mut found, mut known): (Vec<Term>, BTreeSet<Term>) = (Vec::new(), BTreeSet::new());
        for _ in 0..rounds {
            let before = found.len();
            for fact in facts {
                for instance in self.instances_of(fact, &looks) {
                    let is_new = !self.world.terms.is_const(instance) && known.insert(instance);
                    if is_new && found.len() < MOST_INSTANCES {
                        found.push(instance);
                    }
                }
            }
            if found.len() == before {
                break;
            }
            for instance in found[before..].to_vec() {
                self.looks_of(instance, &mut seen, &mut looks);
            }
        }
        found
    }

    /// Indices at which the conditions of a path look into arrays.
    pub(crate) fn indices(&mut self, state: &State) -> Vec<Term> {
        let (mut looks, mut seen) = (Looks::new(), BTreeSet::new());
        for &condition in state.path.conjuncts.iter() {
            self.looks_of(condition, &mut seen, &mut looks);
        }
        let all: BTreeSet<Term> = looks.into_values().flatten().collect();
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

    fn looks_of(&self, term: Term, seen: &mut BTreeSet<Term>, looks: &mut Looks) {
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            if !seen.insert(term) {
                continue;
            }
            let terms = &self.world.terms;
            let arguments = &terms.args(term)[..terms.op(term).kind().arity as usize];
            match terms.op(term) {
                Op::Select => {
                    for root in self.roots_of(arguments[0]) {
                        looks.entry(root).or_default().insert(arguments[1]);
                    }
                }
                // Where an array was written somebody may look for what was there before.
                Op::Store => {
                    for root in self.roots_of(arguments[0]) {
                        looks.entry(root).or_default().insert(arguments[1]);
                    }
                }
                _ => {}
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

    fn instances_of(&mut self, fact: &Fact, looks: &Looks) -> Vec<Term> {
        let mut choices: Vec<BTreeMap<Input, Term>> = vec![BTreeMap::new()];
        for &variable in fact.variables.iter() {
            let values = self.values_for(fact, variable, looks);
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
    fn values_for(&mut self, fact: &Fact, variable: Input, looks: &Looks) -> BTreeSet<Term> {
        let (mut patterns, mut seen) = (Looks::new(), BTreeSet::new());
        self.looks_of(fact.condition, &mut seen, &mut patterns);
        let mut values = BTreeSet::new();
        let mentions = |machine: &Self, term: Term, input: Input| machine.world.terms.inputs_of(term).contains(&input);
        for (root, indices) in patterns {
            let Some(places) = looks.get(&root) else { continue };
            for index in indices {
                if !mentions(self, index, variable) {
                    continue;
                }
                let Some((sign, rest)) = self.linear(index, variable) else { continue };
                if fact.variables.iter().any(|&other| mentions(self, rest, other)) {
                    continue;
                }
                for &place in places {
                    let terms = &mut self.world.terms;
                    values.insert(if sign { terms.sub(place, rest) } else { terms.sub(rest, place) });
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
