//! What nodes were lately simplified to. Those that stay as they are lie in the pool; programs that ask the same of the same
//! inputs again and again would have all others simplified every time.

use crate::Term;
use crate::terms::Node;

const PLACES: usize = 1 << 12;

#[derive(Default)]
pub(crate) struct Recent(Vec<Option<(Node, Term)>>);

impl Recent {
    #[inline]
    pub fn get(&self, node: &Node) -> Option<Term> {
        let (known, term) = self.0.get(node.hash() % PLACES)?.as_ref()?;
        (known == node).then_some(*term)
    }

    pub fn put(&mut self, node: Node, term: Term) {
        if self.0.is_empty() {
            self.0.resize(PLACES, None);
        }
        self.0[node.hash() % PLACES] = Some((node, term));
    }
}
