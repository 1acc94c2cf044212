//! What nodes were lately simplified to, for whoever follows one path: it asks the same of the same inputs again and again. Explorations
//! are slower with it (a fifth on a sample of the corpus), so it is off unless asked for.

use super::{Node, Term};

const PLACES: usize = 1 << 12;

/// Empty if it is off.
#[derive(Default)]
pub(crate) struct Recent(Vec<Option<(Node, Term)>>);

impl Recent {
    pub fn begin(&mut self) {
        self.0.resize(PLACES, None);
    }

    #[inline]
    pub fn is_on(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline]
    pub fn get(&self, node: &Node) -> Option<Term> {
        if !self.is_on() {
            return None;
        }
        let (known, term) = self.0.get(node.hash() % PLACES)?.as_ref()?;
        (known == node).then_some(*term)
    }

    pub fn put(&mut self, node: Node, term: Term) {
        self.0[node.hash() % PLACES] = Some((node, term));
    }
}
