//! How merged cells are used: conditions that depend on a choice, beside the work that the solver has with them.

use term::{FastMap, Op, Term, Terms};

/// Which terms have a choice in them; terms never change.
#[derive(Default)]
pub struct Uses {
    known: FastMap<Term, bool>,
}

impl Uses {
    pub fn has_choice(&mut self, terms: &Terms, of: Term) -> bool {
        let mut open = vec![of];
        while let Some(&term) = open.last() {
            if self.known.contains_key(&term) {
                open.pop();
                continue;
            }
            let args = terms.args(term);
            let unknown = args.iter().copied().filter(|arg| !self.known.contains_key(arg));
            let before = open.len();
            if terms.op(term) != Op::Ite {
                open.extend(unknown);
            }
            if open.len() == before {
                let has = terms.op(term) == Op::Ite || args.iter().any(|arg| self.known[arg]);
                self.known.insert(term, has);
                open.pop();
            }
        }
        self.known[&of]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn a_choice_is_seen_below_other_terms() {
        let mut terms = Terms::new();
        let (a, b) = (terms.input("a", Sort::Bv(32)), terms.input("b", Sort::Bv(32)));
        let less = terms.slt(a, b);
        let smaller = terms.ite(less, a, b);
        let sum = terms.add(smaller, a);
        let (with, without) = (terms.eq(sum, b), terms.eq(a, b));
        let mut uses = Uses::default();
        assert!(uses.has_choice(&terms, with) && uses.has_choice(&terms, sum));
        assert!(!uses.has_choice(&terms, without) && !uses.has_choice(&terms, less));
    }
}
