//! Evaluation under a witness, without recursion: only what the value depends on is visited (one side of an `ite`,
//! one path through a chain of stores). Values are remembered until the witness changes.

use super::{Term, Terms};
use crate::{ArrayConst, Const, FastMap, Op, Sort, Witness, fold};
use std::rc::Rc;

#[derive(Default)]
pub struct Evaluator {
    witness: Option<Witness>,
    /// Bumped with every new witness: older values are void.
    generation: u32,
    /// By term: the generation it was computed in, its raw bits.
    values: Vec<(u32, u64)>,
    arrays: FastMap<Term, Rc<ArrayConst>>,
    stack: Vec<Pending>,
}

/// A term under evaluation. For a `Select` the cursor is the array still to be searched.
struct Pending {
    term: Term,
    cursor: Term,
}

/// What one look at a pending term gives.
enum Look {
    Done(u64),
    Array(Rc<ArrayConst>),
    Need(Term),
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    pub fn eval(&mut self, terms: &Terms, term: Term, witness: &Witness) -> Const {
        match terms.sort(term) {
            Sort::Array(_) => Const::Array(self.array(terms, term, witness)),
            sort => Const::scalar(sort, self.bits(terms, term, witness)),
        }
    }

    /// Raw bits of a scalar term's value.
    pub fn bits(&mut self, terms: &Terms, term: Term, witness: &Witness) -> u64 {
        self.attend(terms, witness);
        if let Some(bits) = self.known(terms, term) {
            return bits;
        }
        self.run(terms, term);
        self.values[term.index()].1
    }

    fn array(&mut self, terms: &Terms, term: Term, witness: &Witness) -> Rc<ArrayConst> {
        self.attend(terms, witness);
        self.run(terms, term);
        self.arrays[&term].clone()
    }

    /// Makes the remembered values those of this witness. Holding a clone keeps its address from being reused.
    fn attend(&mut self, terms: &Terms, witness: &Witness) {
        if !self.witness.as_ref().is_some_and(|known| known.same(witness)) {
            self.witness = Some(witness.clone());
            self.arrays.clear();
            self.generation = self.generation.wrapping_add(1);
            if self.generation == 0 {
                self.values.clear();
                self.generation = 1;
            }
        }
        if self.values.len() < terms.len() {
            self.values.resize(terms.len(), (0, 0));
        }
    }

    fn run(&mut self, terms: &Terms, root: Term) {
        self.push(terms, root);
        while let Some(mut pending) = self.stack.pop() {
            let look = self.look(terms, &mut pending);
            let term = pending.term;
            match look {
                Look::Done(bits) => self.values[term.index()] = (self.generation, bits),
                Look::Array(array) => {
                    self.arrays.insert(term, array);
                }
                Look::Need(other) => {
                    self.stack.push(pending);
                    self.push(terms, other);
                }
            }
        }
    }

    fn push(&mut self, terms: &Terms, term: Term) {
        let cursor = if terms.op(term) == Op::Select { terms.args(term)[0] } else { term };
        self.stack.push(Pending { term, cursor });
    }

    fn known(&self, terms: &Terms, term: Term) -> Option<u64> {
        let (generation, bits) = self.values[term.index()];
        if generation == self.generation { Some(bits) } else { terms.bits(term) }
    }

    fn look(&self, terms: &Terms, pending: &mut Pending) -> Look {
        let term = pending.term;
        match terms.op(term) {
            Op::Select => self.search(terms, pending),
            Op::Ite => {
                let &[condition, then, otherwise] = terms.args(term) else { unreachable!() };
                match self.known(terms, condition) {
                    None => Look::Need(condition),
                    Some(1) => self.forward(terms, then),
                    Some(_) => self.forward(terms, otherwise),
                }
            }
            Op::And => {
                let &[a, b] = terms.args(term) else { unreachable!() };
                match (self.known(terms, a), self.known(terms, b)) {
                    (Some(0), _) | (_, Some(0)) => Look::Done(0),
                    (Some(_), Some(_)) => Look::Done(1),
                    (None, _) => Look::Need(a),
                    (_, None) => Look::Need(b),
                }
            }
            Op::Eq if terms.sort(terms.args(term)[0]).is_array() => {
                let &[a, b] = terms.args(term) else { unreachable!() };
                match (self.arrays.get(&a), self.arrays.get(&b)) {
                    (Some(a), Some(b)) => Look::Done(u64::from(a == b)),
                    (None, _) => Look::Need(a),
                    (_, None) => Look::Need(b),
                }
            }
            Op::Input(_) | Op::Array(_) | Op::ConstArray | Op::Store if terms.sort(term).is_array() => {
                self.build_array(terms, term)
            }
            Op::Input(input) => {
                let value = self.witness.as_ref().and_then(|witness| witness.get(input));
                Look::Done(value.map_or_else(|| terms.default_bits(input), Const::bits))
            }
            op => {
                let mut bits = [0; 3];
                for (place, &arg) in bits.iter_mut().zip(terms.args(term)) {
                    match self.known(terms, arg) {
                        Some(value) => *place = value,
                        None => return Look::Need(arg),
                    }
                }
                if let Some(bits) = terms.bits(term) {
                    return Look::Done(bits);
                }
                let args = terms.args(term);
                let low = if op == Op::Concat { terms.width(args[1]) } else { 0 };
                Look::Done(fold::apply(op, terms.sort(term), terms.sort(args[0]), low, bits))
            }
        }
    }

    /// The value of `term` becomes that of the term that asked.
    fn forward(&self, terms: &Terms, term: Term) -> Look {
        if terms.sort(term).is_array() {
            return self.arrays.get(&term).map_or(Look::Need(term), |array| Look::Array(array.clone()));
        }
        self.known(terms, term).map_or(Look::Need(term), Look::Done)
    }

    /// Follows the array of a `Select` down to the write, default or input that answers it.
    fn search(&self, terms: &Terms, pending: &mut Pending) -> Look {
        let index_term = terms.args(pending.term)[1];
        let Some(index) = self.known(terms, index_term) else { return Look::Need(index_term) };
        let index = index as u32;
        loop {
            let cursor = pending.cursor;
            if let Some(array) = self.arrays.get(&cursor) {
                return Look::Done(array.get(index));
            }
            let args = terms.args(cursor);
            match terms.op(cursor) {
                Op::Store => match self.known(terms, args[1]) {
                    None => return Look::Need(args[1]),
                    Some(at) if at as u32 == index => return self.forward(terms, args[2]),
                    Some(_) => pending.cursor = args[0],
                },
                Op::Ite => match self.known(terms, args[0]) {
                    None => return Look::Need(args[0]),
                    Some(1) => pending.cursor = args[1],
                    Some(_) => pending.cursor = args[2],
                },
                Op::ConstArray => return self.forward(terms, args[0]),
                Op::Array(id) => return Look::Done(terms.array_const(id).get(index)),
                Op::Input(input) => {
                    let value = self.witness.as_ref().and_then(|witness| witness.get(input));
                    return Look::Done(match value {
                        Some(Const::Array(array)) => array.get(index),
                        _ => 0,
                    });
                }
                other => unreachable!("{other:?} is no array"),
            }
        }
    }

    fn build_array(&self, terms: &Terms, term: Term) -> Look {
        let args = terms.args(term);
        match terms.op(term) {
            Op::Array(id) => Look::Array(terms.array_const(id).clone()),
            Op::Input(input) => {
                let value = self.witness.as_ref().and_then(|witness| witness.get(input)).cloned();
                match value.unwrap_or_else(|| Const::zero(terms.sort(term))) {
                    Const::Array(array) => Look::Array(array),
                    other => panic!("witness gives {other:?} for an array"),
                }
            }
            Op::ConstArray => match (self.known(terms, args[0]), terms.sort(term)) {
                (Some(bits), Sort::Array(element)) => Look::Array(Rc::new(ArrayConst::new(element, bits))),
                (_, _) => Look::Need(args[0]),
            },
            Op::Store => {
                let Some(array) = self.arrays.get(&args[0]) else { return Look::Need(args[0]) };
                let Some(index) = self.known(terms, args[1]) else { return Look::Need(args[1]) };
                let Some(value) = self.known(terms, args[2]) else { return Look::Need(args[2]) };
                let mut array = ArrayConst::clone(array);
                array.set(index as u32, value);
                Look::Array(Rc::new(array))
            }
            other => unreachable!("{other:?} makes no array"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Element;

    const INT: Sort = Sort::Bv(32);

    fn int(value: i32) -> Const {
        Const::Bv { width: 32, value: u64::from(value as u32) }
    }

    #[test]
    fn unassigned_inputs_are_zero() {
        let mut terms = Terms::new();
        let sorts = [Sort::Bool, INT, Sort::Float32, Sort::Float64, Sort::Ref, Sort::Array(Element::Bv(8))];
        for sort in sorts {
            let input = terms.input("x", sort);
            assert_eq!(terms.eval(input, &Witness::new()), Const::zero(sort));
        }
    }

    #[test]
    fn a_changed_witness_is_noticed() {
        let mut terms = Terms::new();
        let x = terms.input("x", INT);
        let (input, one) = (terms.as_input(x).unwrap(), terms.int(1));
        let next = terms.add(x, one);
        let mut witness = Witness::new();
        for value in [5, 6] {
            witness.set(input, int(value));
            assert_eq!(terms.eval(next, &witness), int(value + 1));
        }
        let kept = witness.clone();
        witness.set(input, int(9));
        assert_eq!(terms.eval(next, &kept), int(7));
        assert_eq!(terms.eval(next, &witness), int(10));
    }

    #[test]
    fn reads_follow_the_writes() {
        let mut terms = Terms::new();
        let sort = Sort::Array(Element::Bv(32));
        let (array, i, j) = (terms.input("a", sort), terms.input("i", INT), terms.input("j", INT));
        let (seven, eight) = (terms.int(7), terms.int(8));
        let written = terms.store(array, i, seven);
        let written = terms.store(written, j, eight);
        let read = terms.select(written, i);
        let inputs = [array, i, j].map(|term| terms.as_input(term).unwrap());
        let contents = Rc::new(ArrayConst::of_values(Element::Bv(32), [10, 11, 12]));
        let witness: Witness =
            [(inputs[0], Const::Array(contents)), (inputs[1], int(1)), (inputs[2], int(2))].into_iter().collect();
        assert_eq!(terms.eval(read, &witness), int(7));
        let wanted = ArrayConst::of_values(Element::Bv(32), [10, 7, 8]);
        assert_eq!(terms.eval(written, &witness), Const::Array(Rc::new(wanted)));
        let mut aliased = witness.clone();
        aliased.set(inputs[2], int(1));
        assert_eq!(terms.eval(read, &aliased), int(8));
    }
}
