//! Claims that are seen to hold without a question, and those that are easier one by one.

use term::{Op, Term, Terms};

/// An equality of two sums that are the same, under whatever condition.
pub fn is_identity(terms: &Terms, claim: Term) -> bool {
    match terms.op(claim) {
        Op::Eq => terms.same_polynomial(terms.args(claim)[0], terms.args(claim)[1]),
        // A disjunction is what is left of an implication.
        Op::Not if terms.op(terms.args(claim)[0]) == Op::And => {
            let both = terms.args(terms.args(claim)[0]);
            both.iter().any(|&side| terms.op(side) == Op::Not && is_identity(terms, terms.args(side)[0]))
        }
        _ => false,
    }
}

/// Something that holds if inputs have these values.
pub fn is_row(terms: &Terms, claim: Term) -> bool {
    let negated = terms.args(claim);
    if terms.op(claim) != Op::Not || terms.op(negated[0]) != Op::And {
        return false;
    }
    let fixes = |term: Term| {
        terms.op(term) == Op::Eq
            && terms.args(term).iter().any(|&side| terms.is_const(side) && terms.sort(side).is_bv())
    };
    let mut open = terms.args(negated[0]).to_vec();
    let mut fixed = 0;
    while let Some(term) = open.pop() {
        match terms.op(term) {
            Op::And => open.extend(terms.args(term)),
            _ => fixed += u32::from(fixes(term)),
        }
    }
    fixed > 0
}
