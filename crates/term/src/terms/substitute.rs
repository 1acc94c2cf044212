//! Terms under the value of an input.

use super::{Term, Terms};
use crate::{Const, FastMap, Input};

/// What terms are if an input has some value.
pub struct Substitution {
    input: Input,
    value: Term,
    known: FastMap<Term, Term>,
}

impl Substitution {
    pub fn new(terms: &mut Terms, input: Input, value: &Const) -> Substitution {
        Substitution { input, value: terms.constant(value), known: FastMap::default() }
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
        if terms.as_input(term) == Some(self.input) {
            return Some(self.value);
        }
        (!terms.inputs_of(term).contains(&self.input)).then_some(term)
    }
}
