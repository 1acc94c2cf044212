//! Which conditions a path has settled: a trie over the numbers of the terms. A clone shares everything; an insertion copies
//! only the nodes on its way.

use std::rc::Rc;
use term::Term;

const BITS: u32 = 4;
const WIDTH: usize = 1 << BITS;

#[derive(Clone, Debug, Default)]
pub struct Known(Node);

#[derive(Clone, Debug, Default)]
enum Node {
    #[default]
    Empty,
    Leaf(Term, bool),
    /// By the next bits, the lowest first: terms made one after the other lie apart at once.
    Branch(Rc<[Node; WIDTH]>),
}

impl Known {
    pub fn get(&self, term: Term) -> Option<bool> {
        let (mut node, mut number) = (&self.0, term.index());
        loop {
            match node {
                Node::Empty => return None,
                Node::Leaf(known, truth) => return (*known == term).then_some(*truth),
                Node::Branch(children) => {
                    node = &children[number % WIDTH];
                    number >>= BITS;
                }
            }
        }
    }

    pub fn insert(&mut self, term: Term, truth: bool) {
        let (mut node, mut shift) = (&mut self.0, 0);
        let place = |term: Term, shift: u32| (term.index() >> shift) % WIDTH;
        loop {
            match node {
                Node::Empty => {
                    *node = Node::Leaf(term, truth);
                    return;
                }
                Node::Leaf(known, old) if *known == term => {
                    *old = truth;
                    return;
                }
                Node::Leaf(known, old) => {
                    let mut children: [Node; WIDTH] = Default::default();
                    children[place(*known, shift)] = Node::Leaf(*known, *old);
                    *node = Node::Branch(Rc::new(children));
                }
                Node::Branch(children) => {
                    node = &mut Rc::make_mut(children)[place(term, shift)];
                    shift += BITS;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Sort, Terms};

    #[test]
    fn clones_do_not_see_each_other() {
        let mut terms = Terms::new();
        let conditions: Vec<Term> = (0..3000).map(|i| terms.input(&format!("c{i}"), Sort::Bool)).collect();
        let mut left = Known::default();
        for &condition in &conditions[..2000] {
            left.insert(condition, true);
        }
        let mut right = left.clone();
        for &condition in &conditions[1000..] {
            right.insert(condition, false);
        }
        for (at, &condition) in conditions.iter().enumerate() {
            assert_eq!(left.get(condition), (at < 2000).then_some(true), "{at}");
            assert_eq!(right.get(condition), Some(at < 1000), "{at}");
        }
    }
}
