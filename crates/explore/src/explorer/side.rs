//! Is the other side of a branch feasible? First inside of the path's focus, where all terms are exact; then without it.

use super::Explorer;
use machine::State;
use machine::path::Use;
use replay::heap::{MOST_ELEMENTS, longest_array};
use solver::{Answer, Why};
use std::time::Instant;
use term::{Term, Witness};

/// Text and arrays that the solver made longer than this are asked for again, shorter.
const LONG: u64 = 256;
const SHORT: [u64; 3] = [32, 1 << 12, 1 << 20];

pub(crate) enum Side {
    /// A witness outside of the focus may be no input of Java.
    Feasible(Witness),
    Infeasible,
    Unknown(Why),
    /// Whoever asked asks again in another turn.
    Later,
}

impl Explorer<'_, '_> {
    pub(crate) fn side(&mut self, state: &State, condition: Term) -> Side {
        let mut conjuncts: Vec<Term> = state.path.conjuncts.to_vec();
        conjuncts.push(condition);
        let exact = conjuncts.len();
        conjuncts.extend(state.path.focus.iter().map(|(condition, _)| condition));
        match self.ask(&conjuncts, state) {
            Answer::Sat(witness) => return Side::Feasible(self.shorter(state, conjuncts, witness)),
            Answer::Unknown(why) => return self.unknown(why),
            Answer::Unsat if conjuncts.len() == exact => return Side::Infeasible,
            Answer::Unsat => {}
        }
        conjuncts.truncate(exact);
        match self.ask(&conjuncts, state) {
            Answer::Sat(witness) => Side::Feasible(self.shorter(state, conjuncts, witness)),
            Answer::Unsat => Side::Infeasible,
            Answer::Unknown(why) => self.unknown(why),
        }
    }

    fn unknown(&mut self, why: Why) -> Side {
        if why != Why::Interrupted && self.later.put_off() { Side::Later } else { Side::Unknown(why) }
    }

    /// The solver likes long text and arrays no less than short ones; people and replays do not.
    fn shorter(&mut self, state: &State, conjuncts: Vec<Term>, witness: Witness) -> Witness {
        let terms = &self.machine.world.terms;
        let texts = state.path.texts.iter().map(|text| terms.input_term(text.length));
        let mut lengths: Vec<Term> = texts.chain(state.path.lengths.iter().copied()).collect();
        lengths.retain(|&length| terms.eval(length, &witness).bits() > LONG);
        if lengths.is_empty() {
            return witness;
        }
        for short in SHORT {
            let mut all = conjuncts.clone();
            let terms = &mut self.machine.world.terms;
            for &length in &lengths {
                let limit = terms.bv(terms.width(length), short);
                all.push(terms.ule(length, limit));
            }
            if let Answer::Sat(shorter) = self.ask(&all, state) {
                return shorter;
            }
        }
        witness
    }

    /// Short arrays and printable text instead of any, for an input that a person may see. The path has ended: its witness
    /// matters no more.
    pub(crate) fn polish(&mut self, state: &mut State) {
        self.shorten_arrays(state);
        state.path.too_long = self.is_too_long(state);
        let mut conjuncts: Vec<Term> = state.path.conjuncts.to_vec();
        conjuncts.extend(state.path.focus.iter().map(|(condition, _)| condition));
        let terms = &mut self.machine.world.terms;
        for array in state.path.arrays.iter() {
            let length = terms.input_term(array.length);
            let limit = terms.eval(length, state.path.witness(Use::Search));
            let limit = terms.constant(&limit);
            conjuncts.push(terms.ule(length, limit));
        }
        let before = conjuncts.len();
        for text in state.path.texts.iter() {
            let (length, units) = (terms.input_term(text.length), terms.input_term(text.units));
            let now = terms.eval(length, state.path.witness(Use::Search)).bits();
            if now > LONG {
                return;
            }
            let limit = terms.bv(terms.width(length), now);
            conjuncts.push(terms.ule(length, limit));
            for at in 0..now {
                let index = terms.bv(32, at);
                let unit = terms.select(units, index);
                let (low, high) = (terms.bv(16, b' ' as u64), terms.bv(16, b'~' as u64));
                conjuncts.push(terms.ule(low, unit));
                conjuncts.push(terms.ule(unit, high));
            }
        }
        if conjuncts.len() == before
            || conjuncts[before..].iter().all(|&c| terms.holds(c, state.path.witness(Use::Search)))
        {
            return;
        }
        if let Answer::Sat(witness) = self.ask(&conjuncts, state) {
            state.path.set_witness(witness);
        }
    }

    /// The shortest arrays, one after the other.
    fn shorten_arrays(&mut self, state: &mut State) {
        let mut conjuncts: Vec<Term> = state.path.conjuncts.to_vec();
        conjuncts.extend(state.path.focus.iter().map(|(condition, _)| condition));
        for array in state.path.arrays.clone().iter() {
            let length = self.machine.world.terms.input_term(array.length);
            let now = |explorer: &Self, state: &State| {
                explorer.machine.world.terms.eval(length, state.path.witness(Use::Search)).bits()
            };
            let (mut shortest, mut found) = (0, now(self, state));
            while shortest < found {
                let middle = (shortest + found) / 2;
                let limit = self.machine.world.terms.bv(32, middle);
                conjuncts.push(self.machine.world.terms.ule(length, limit));
                match self.ask(&conjuncts, state) {
                    Answer::Sat(witness) => state.path.set_witness(witness),
                    Answer::Unsat | Answer::Unknown(_) => shortest = middle + 1,
                }
                conjuncts.pop();
                found = found.min(now(self, state));
            }
            let limit = self.machine.world.terms.bv(32, found);
            conjuncts.push(self.machine.world.terms.ule(length, limit));
        }
    }

    /// Whether no input takes this path whose arrays a replay can make.
    fn is_too_long(&mut self, state: &State) -> bool {
        if longest_array(self.machine, state) <= MOST_ELEMENTS {
            return false;
        }
        let mut conjuncts: Vec<Term> = state.path.conjuncts.to_vec();
        let terms = &mut self.machine.world.terms;
        let most = terms.bv(32, MOST_ELEMENTS.into());
        for array in state.path.arrays.iter() {
            let length = terms.input_term(array.length);
            conjuncts.push(terms.ule(length, most));
        }
        matches!(self.ask(&conjuncts, state), Answer::Unsat)
    }

    /// Is there a witness for all of these? The state's own is where the search begins.
    pub fn ask(&mut self, conjuncts: &[Term], state: &State) -> Answer {
        let before = Instant::now();
        let answer = self.solver.check(&mut self.machine.world.terms, conjuncts, Some(state.path.witness(Use::Search)));
        let solving = before.elapsed();
        self.stats.solver_calls += 1;
        self.stats.solver_time += solving;
        if let Some(profile) = &mut self.profile {
            profile.asked(self.machine.world, state, solving);
        }
        self.tiers.clear();
        self.solver.statistics(&mut self.tiers);
        self.stats.solver_work = self.tiers.iter().map(|tier| tier.work).sum();
        answer
    }
}
