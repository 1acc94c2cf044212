//! Z3 as a backend: incremental first, and again from scratch for what that leaves unknown.

mod binding;
mod translate;

use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver, Why};
use binding::functions::Z3_mk_select;
use binding::{Ast, Engine, Outcome, Style};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;
use term::{ArrayConst, Const, Element, FastSet, Input, Op, Sort, Term, Terms, Witness};
use translate::{Translation, Untranslatable};

/// Terms kept in Z3 before all is forgotten.
const CAPACITY: usize = 2_000_000;

pub struct Z3 {
    /// Dropped before the translation, which owns the context.
    engine: Engine,
    translation: Translation,
    /// What is asserted, one level each.
    asserted: Vec<Term>,
    resources: u32,
    tier: Tier,
}

impl Z3 {
    /// `resources` is Z3's deterministic measure of work (`rlimit`) for one check.
    pub fn new(resources: u32) -> Z3 {
        let translation = Translation::new();
        let engine = Engine::new(&translation.context, Style::Simple, resources);
        Z3 { engine, translation, asserted: Vec::new(), resources, tier: Tier::new(TierName::Z3) }
    }

    fn decide(&mut self, terms: &Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Result<Answer, Untranslatable> {
        if self.translation.context.len() > CAPACITY {
            *self = Z3 { tier: self.tier, ..Z3::new(self.resources) };
        }
        let hint = hint.cloned().unwrap_or_default();
        let asts: Vec<Ast> = conjuncts
            .iter()
            .map(|&conjunct| self.translation.term(terms, conjunct))
            .collect::<Result<_, Untranslatable>>()?;
        let common = self.asserted.iter().zip(conjuncts).take_while(|(known, asked)| known == asked).count();
        self.engine.pop((self.asserted.len() - common) as u32);
        self.asserted.truncate(common);
        for (&conjunct, &ast) in conjuncts.iter().zip(&asts).skip(common) {
            self.engine.push();
            self.engine.assert(ast);
            self.asserted.push(conjunct);
        }
        match self.engine.check() {
            Outcome::Unsat => return Ok(Answer::Unsat),
            Outcome::Sat => return Ok(read_witness(terms, conjuncts, &mut self.translation, &self.engine, hint)),
            Outcome::Unknown => {}
        }
        let mut fresh = Engine::new(&self.translation.context, Style::Combined, self.resources);
        asts.iter().for_each(|&ast| fresh.assert(ast));
        Ok(match fresh.check() {
            Outcome::Unsat => Answer::Unsat,
            Outcome::Sat => read_witness(terms, conjuncts, &mut self.translation, &fresh, hint),
            Outcome::Unknown => Answer::Unknown(Why::Budget),
        })
    }
}

impl Solver for Z3 {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        let answer = self.decide(terms, conjuncts, hint).unwrap_or(Answer::Unknown(Why::Unsupported));
        self.tier.answered(start, answer)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
    }
}

/// The values of the inputs that occur in the conjuncts.
fn read_witness(
    terms: &Terms,
    conjuncts: &[Term],
    translation: &mut Translation,
    engine: &Engine,
    hint: Witness,
) -> Answer {
    let mut witness = hint;
    let inputs: BTreeSet<Input> = conjuncts.iter().flat_map(|&term| terms.inputs_of(term).to_vec()).collect();
    let mut indices: Option<BTreeSet<u32>> = None;
    for input in inputs {
        let term = terms.input_term(input);
        let Ok(ast) = translation.term(terms, term) else { return Answer::Unknown(Why::Unsupported) };
        let value = match terms.sort(term) {
            Sort::Array(element) => {
                let indices = indices.get_or_insert_with(|| index_values(terms, conjuncts, translation, engine));
                array_value(ast, element, indices, translation, engine)
            }
            sort => scalar_value(ast, sort, translation, engine).map(|bits| Const::scalar(sort, bits)),
        };
        let Some(value) = value else { return Answer::Unknown(Why::Unsupported) };
        witness.set(input, value);
    }
    // What Z3 says of arrays can be more than what was read of it.
    if conjuncts.iter().all(|&term| terms.holds(term, &witness)) {
        Answer::Sat(witness)
    } else {
        Answer::Unknown(Why::Unsupported)
    }
}

fn scalar_value(ast: Ast, sort: Sort, translation: &mut Translation, engine: &Engine) -> Option<u64> {
    let ast = if sort.is_float() { translation.bits_of(ast, sort) } else { ast };
    engine.value(ast)
}

/// Read at the indices that matter and at one that does not, which gives the default.
fn array_value(
    array: Ast,
    element: Element,
    indices: &BTreeSet<u32>,
    translation: &mut Translation,
    engine: &Engine,
) -> Option<Const> {
    let mut indices = indices.clone();
    indices.extend(engine.written_indices(array).iter().map(|&index| index as u32));
    let unused = (0..=u32::MAX).rev().find(|index| !indices.contains(index))?;
    let mut read = |index: u32| {
        let at = translation.scalar(Sort::Bv(32), index.into());
        let value = translation.context.binary(Z3_mk_select, array, at);
        scalar_value(value, element.sort(), translation, engine)
    };
    let mut value = ArrayConst::new(element, read(unused)?);
    for index in indices {
        value.set(index, read(index)?);
    }
    Some(Const::Array(Rc::new(value)))
}

/// Under the model, all places that the conjuncts read or write.
fn index_values(terms: &Terms, conjuncts: &[Term], translation: &mut Translation, engine: &Engine) -> BTreeSet<u32> {
    let mut values = BTreeSet::new();
    let mut seen: FastSet<Term> = FastSet::default();
    let mut stack = conjuncts.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        stack.extend(terms.args(term));
        if let Op::Select | Op::Store = terms.op(term) {
            let index = translation.term(terms, terms.args(term)[1]);
            values.extend(index.ok().and_then(|index| engine.value(index)).map(|value| value as u32));
        }
    }
    values
}
