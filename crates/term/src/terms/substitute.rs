//! Terms under values of inputs, or with other terms in their place.

use super::{Term, Terms};
use crate::{Const, FastMap, Input};

/// What terms are if inputs have some values.
pub struct Substitution {
    values: FastMap<Input, Term>,
    known: FastMap<Term, Term>,
}

impl Substitution {
    pub fn new(terms: &mut Terms, input: Input, value: &Const) -> Substitution {
        let value = terms.constant(value);
        Substitution::of_terms([(input, value)])
    }

    /// Each input is replaced by a term of its sort.
    pub fn of_terms(values: impl IntoIterator<Item = (Input, Term)>) -> Substitution {
        Substitution { values: values.into_iter().collect(), known: FastMap::default() }
    }

    /// How many terms it remembers.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub fn of(&mut self, terms: &mut Terms, term: Term) -> Term {
        let mut stack = vec![term];
        while let Some(&next) = stack.last() {
            if self.find(terms, next).is_some() {
                stack.pop();
                continue;
            }
            let node = terms.node(next);
            let arity = node.op.arity();
            let missing = node.args[..arity].iter().find(|&&arg| self.find(terms, arg).is_none());
            if let Some(&missing) = missing {
                stack.push(missing);
                continue;
            }
            let mut args = node.args;
            for arg in &mut args[..arity] {
                *arg = self.find(terms, *arg).expect("not missing");
            }
            let made = terms.make(node.op, node.sort, &args[..arity]);
            self.known.insert(next, made);
            stack.pop();
        }
        self.find(terms, term).expect("just made")
    }

    fn find(&self, terms: &Terms, term: Term) -> Option<Term> {
        if let Some(&known) = self.known.get(&term) {
            return Some(known);
        }
        if let Some(input) = terms.as_input(term) {
            return Some(self.values.get(&input).copied().unwrap_or(term));
        }
        (!terms.inputs_of(term).iter().any(|input| self.values.contains_key(input))).then_some(term)
    }
}
