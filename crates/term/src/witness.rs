//! A witness assigns constants to inputs; what it does not mention is zero, false, null or an array of zeros (or, in a run on one
//! real input, what `Terms::set_default` says).
//! Cloning shares; changing a shared witness copies it.

use crate::{Const, Input};
use std::rc::Rc;

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Sorted by input.
    values: Rc<Vec<(Input, Const)>>,
}

impl Witness {
    pub fn new() -> Witness {
        Witness::default()
    }

    pub fn get(&self, input: Input) -> Option<&Const> {
        let at = self.values.binary_search_by_key(&input, |(input, _)| *input).ok()?;
        Some(&self.values[at].1)
    }

    /// NaN payloads become canonical, as in every float term.
    pub fn set(&mut self, input: Input, value: Const) {
        let value = match value {
            Const::Array(_) => value,
            scalar => Const::scalar(scalar.sort(), scalar.bits()),
        };
        let values = Rc::make_mut(&mut self.values);
        match values.binary_search_by_key(&input, |(input, _)| *input) {
            Ok(at) => values[at].1 = value,
            Err(at) => values.insert(at, (input, value)),
        }
    }

    /// Assignments in the order of the inputs.
    pub fn iter(&self) -> impl Iterator<Item = (Input, &Const)> {
        self.values.iter().map(|(input, value)| (*input, value))
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether both are the same object: equal without looking.
    pub fn same(&self, other: &Witness) -> bool {
        Rc::ptr_eq(&self.values, &other.values)
    }
}

impl FromIterator<(Input, Const)> for Witness {
    fn from_iter<I: IntoIterator<Item = (Input, Const)>>(assignments: I) -> Witness {
        let mut witness = Witness::new();
        for (input, value) in assignments {
            witness.set(input, value);
        }
        witness
    }
}
