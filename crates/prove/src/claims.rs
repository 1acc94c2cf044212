//! Which facts may fail in a state. Some are seen to hold without a question, some are easier one by one, and many follow from others.

use crate::attempt::{Attempt, GiveUp};
use crate::elements;
use crate::strongest::strongest;
use machine::State;
use machine::general::ROUNDS;
use solver::Answer;
use term::{Input, Op, Substitution, Term, Terms};

/// A guess is worth this part of what a path is.
const GUESSES: u64 = 8;

impl Attempt<'_, '_, '_> {
    /// Which facts may fail if the inputs for cells are what these values say.
    pub fn refuted(
        &mut self,
        state: &State,
        facts: &[Term],
        mut values: Vec<(Input, Term)>,
    ) -> Result<Vec<bool>, GiveUp> {
        let terms = &mut self.explorer.machine.world.terms;
        values.push(elements::some_index(terms));
        let mut substitution = Substitution::of_terms(values);
        let claims: Vec<Term> = facts.iter().map(|&fact| substitution.of(terms, fact)).collect();
        let mut refuted = vec![false; facts.len()];
        let mut settled: Vec<bool> = claims.iter().map(|&claim| is_identity(terms, claim)).collect();
        // Rows of a table are hard together and easy one by one.
        let rows: Vec<usize> = (0..claims.len()).filter(|&at| is_row(terms, claims[at])).collect();
        for at in rows {
            let counter = self.explorer.machine.world.terms.not(claims[at]);
            settled[at] = true;
            refuted[at] = self.ask(state, counter)? != Answer::Unsat;
        }
        loop {
            let terms = &mut self.explorer.machine.world.terms;
            let alive: Vec<usize> = (0..claims.len()).filter(|&at| !refuted[at]).collect();
            let is_needed = strongest(terms, &alive.iter().map(|&at| facts[at]).collect::<Vec<_>>());
            let needed = alive.iter().zip(is_needed).filter(|&(at, needed)| needed && !settled[*at]);
            let needed: Vec<usize> = needed.map(|(at, _)| *at).collect();
            let all = terms.all(needed.iter().map(|&at| claims[at]));
            let counter = terms.not(all);
            match self.ask(state, counter)? {
                Answer::Unsat => return Ok(refuted),
                Answer::Sat(witness) => {
                    let terms = &self.explorer.machine.world.terms;
                    let fallen: Vec<usize> = alive
                        .iter()
                        .copied()
                        .filter(|&at| !settled[at] && !terms.holds(claims[at], &witness))
                        .collect();
                    if fallen.is_empty() {
                        needed.iter().for_each(|&at| refuted[at] = true);
                    }
                    fallen.into_iter().for_each(|at| refuted[at] = true);
                }
                Answer::Unknown(_) => {
                    for at in needed {
                        let counter = self.explorer.machine.world.terms.not(claims[at]);
                        settled[at] = self.ask(state, counter)? == Answer::Unsat;
                        refuted[at] = !settled[at];
                    }
                }
            }
        }
    }

    /// Those of the facts from which the others follow.
    pub fn strongest(&self, facts: &[Term]) -> Vec<Term> {
        let is_needed = strongest(&self.explorer.machine.world.terms, facts);
        facts.iter().zip(is_needed).filter(|(_, needed)| *needed).map(|(fact, _)| *fact).collect()
    }

    /// Can a condition hold in a state?
    pub fn ask(&mut self, state: &State, condition: Term) -> Result<Answer, GiveUp> {
        if self.explorer.machine.world.terms.as_const(condition).and_then(|constant| constant.truth()) == Some(false) {
            return Ok(Answer::Unsat);
        }
        let mut conjuncts = state.path.conjuncts.to_vec();
        conjuncts.push(condition);
        conjuncts.extend(self.explorer.machine.instances(state, &[condition], ROUNDS));
        let haste = self.haste;
        haste.with_part(GUESSES, || self.question(&conjuncts, state))
    }
}

/// An equality of two sums that are the same, under whatever condition.
fn is_identity(terms: &Terms, claim: Term) -> bool {
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
fn is_row(terms: &Terms, claim: Term) -> bool {
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
