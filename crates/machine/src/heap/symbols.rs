//! Symbolic elements of an array: a layer over its concrete contents. Element terms have the sort that the element has on the
//! operand stack (bv32 for boolean to int).

use std::collections::BTreeMap;
use std::ops::Range;
use term::{Term, Terms};

#[derive(Clone, Debug)]
pub enum Symbols {
    /// These elements are symbolic, the others as in the body.
    Sparse(BTreeMap<u32, Term>),
    /// All of the contents as one term.
    Whole(Term),
}

/// The symbolic elements in a range, in order.
pub fn cells(terms: &mut Terms, symbols: &Symbols, range: Range<usize>) -> Vec<(usize, Term)> {
    match symbols {
        Symbols::Sparse(cells) => {
            let cells = cells.range(range.start as u32..range.end as u32);
            cells.map(|(&at, &term)| (at as usize, term)).collect()
        }
        Symbols::Whole(whole) => range
            .map(|at| {
                let index = terms.int(at as i32);
                (at, terms.select(*whole, index))
            })
            .collect(),
    }
}
