//! Whether a loop ends: a number that becomes smaller, or larger, in every round. There are finitely many of them, so that is enough.

use crate::attempt::{Attempt, GiveUp};
use crate::cut::Hole;
use crate::found::Item;
use crate::goal::Goal;
use solver::Answer;
use term::{Sort, Term, Terms};

/// Cells whose sums and differences are tried.
const MOST_PAIRED: usize = 6;
/// Bits of a long; a sum of two longs does not fit into one.
const WIDE: u8 = 64;

impl Attempt<'_, '_, '_> {
    /// Whether the states that came back are nearer to the end of the loop than the general one, by one measure. Programs need not end.
    pub fn ends(&mut self, back: &[Item], holes: &[Hole]) -> Result<bool, GiveUp> {
        if matches!(self.goal, Goal::Program) {
            return Ok(false);
        }
        let terms = &self.explorer.machine.world.terms;
        let is_number = |hole: &&Hole| hole.targets.is_empty() && matches!(terms.sort(hole.before), Sort::Bv(32 | 64));
        let holes: Vec<Hole> = holes.iter().filter(is_number).take(MOST_PAIRED).cloned().collect();
        let mut rounds = Vec::new();
        for item in back {
            let machine = &mut self.explorer.machine;
            let after: Option<Vec<Term>> = holes.iter().map(|hole| machine.read_cell(&item.state, hole.cell)).collect();
            let Some(after) = after else { return Ok(false) };
            rounds.push((item, after));
        }
        let terms = &mut self.explorer.machine.world.terms;
        let before: Vec<Term> = holes.iter().map(|hole| terms.input_term(hole.input)).collect();
        let all = measures(terms, &before);
        for (at, &measure) in all.iter().enumerate() {
            let mut decreases = true;
            for (item, after) in &rounds {
                let terms = &mut self.explorer.machine.world.terms;
                let next = measures(terms, after)[at];
                let grows = terms.sle(measure, next);
                decreases &= self.ask(&item.state, grows)? == Answer::Unsat;
                if !decreases {
                    break;
                }
            }
            if decreases {
                return Ok(true);
            }
        }
        Ok(rounds.is_empty())
    }
}

/// Numbers, their negations, and sums and differences of those that are no longs, in a fixed order.
fn measures(terms: &mut Terms, cells: &[Term]) -> Vec<Term> {
    let mut narrow = Vec::new();
    let mut all = Vec::new();
    for &cell in cells {
        if terms.sort(cell) == Sort::Bv(WIDE) {
            all.push(cell);
            all.push(terms.bv_not(cell));
        } else {
            narrow.push(terms.sext(WIDE, cell));
        }
    }
    for (at, &one) in narrow.iter().enumerate() {
        all.push(one);
        all.push(terms.neg(one));
        for &other in &narrow[at + 1..] {
            let (sum, difference, opposite) = (terms.add(one, other), terms.sub(one, other), terms.sub(other, one));
            all.extend([sum, difference, opposite]);
        }
    }
    all
}
