//! Our own backend: gates and a SAT solver, one of two. What a model gets wrong about arrays is stated and asked again.

use crate::blast::array::{ReadId, place};
use crate::blast::{Blaster, TooLarge};
use crate::gate::{DefinitionId, Lit};
use crate::instance::Instance;
use crate::sat::{Budget, Verdict};
use crate::statistics::{Tier, TierName};
use crate::{Answer, Haste, Solver, Why};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use term::{ArrayConst, Const, Input, Sort, Term, Terms, Witness};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub budget: Budget,
    /// Gates that one query may need.
    pub query_gates: usize,
    /// Gates that are kept; beyond, all are forgotten before the next query.
    pub cached_gates: usize,
    /// How often the arrays of a model may be repaired.
    pub repairs: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            budget: Budget { conflicts: 100_000, propagations: 50_000_000 },
            query_gates: 2_000_000,
            cached_gates: 4_000_000,
            repairs: 500,
        }
    }
}

pub struct BitBlaster {
    limits: Limits,
    blaster: Blaster,
    instance: Instance,
    evictions: u64,
    tier: Tier,
    interrupt: Arc<AtomicBool>,
    haste: Haste,
}

/// Which SAT solver is asked, and what it may still do.
struct Allowed {
    engine: Engine,
    budget: Budget,
    /// Gates that the query may need.
    gates: usize,
}

#[derive(Clone, Copy)]
enum Engine {
    Batsat,
    Cadical,
}

/// Whether results outside of what is encoded are excluded or free.
#[derive(Clone, Copy, PartialEq)]
enum Doubts {
    Excluded,
    Free,
}

/// What the roots of a query depend on.
struct Scope {
    definitions: Vec<DefinitionId>,
    reads: Vec<ReadId>,
    doubts: Vec<Lit>,
}

impl BitBlaster {
    pub fn new(limits: Limits) -> BitBlaster {
        BitBlaster::interrupted_by(limits, Arc::default(), Haste::default())
    }

    /// Gives up when another thread sets the flag, and sooner while somebody is in haste.
    pub fn interrupted_by(limits: Limits, interrupt: Arc<AtomicBool>, haste: Haste) -> BitBlaster {
        BitBlaster {
            limits,
            blaster: Blaster::default(),
            instance: Instance::new(interrupt.clone()),
            evictions: 0,
            tier: Tier::new(TierName::BitBlaster),
            interrupt,
            haste,
        }
    }

    pub fn gate_count(&self) -> usize {
        self.blaster.gates.len()
    }

    pub fn evictions(&self) -> u64 {
        self.evictions
    }

    pub fn rebuilds(&self) -> u64 {
        self.instance.rebuilds
    }

    /// Asks CaDiCaL, with a budget of its own and for at most so many gates. Answers also how much work that was.
    pub fn check_anew(
        &mut self,
        terms: &Terms,
        conjuncts: &[Term],
        hint: Option<&Witness>,
        (budget, gates): (Budget, usize),
    ) -> (Answer, u64) {
        let mut allowed = Allowed { engine: Engine::Cadical, budget, gates };
        let answer = self.decide(terms, conjuncts, hint, &mut allowed);
        (answer, budget.used(allowed.budget) + self.instance.cone().size() as u64)
    }

    fn decide(&mut self, terms: &Terms, conjuncts: &[Term], hint: Option<&Witness>, allowed: &mut Allowed) -> Answer {
        self.evict();
        let before = self.blaster.gates.len();
        let room = self.limits.cached_gates + self.limits.query_gates - before;
        let limit = before + self.haste.at_most(room);
        let mut roots: Vec<Lit> = Vec::with_capacity(conjuncts.len());
        for &conjunct in conjuncts {
            match self.blaster.condition(terms, conjunct, limit) {
                Ok(Lit::FALSE) => return Answer::Unsat,
                Ok(root) => roots.push(root),
                Err(TooLarge) => {
                    let work = (self.blaster.gates.len() - before) as u64;
                    self.haste.spend(work);
                    self.tier.work += work;
                    return Answer::Unknown(Why::Size);
                }
            }
        }
        let hint = hint.cloned().unwrap_or_default();
        let answer = self.solve(terms, conjuncts, &mut roots, &hint, Doubts::Excluded, allowed);
        if answer != Answer::Unknown(Why::Unsupported) {
            return answer;
        }
        // Nothing within what is encoded: perhaps nothing at all.
        match self.solve(terms, conjuncts, &mut roots, &hint, Doubts::Free, allowed) {
            Answer::Sat(witness) if conjuncts.iter().all(|&term| terms.holds(term, &witness)) => Answer::Sat(witness),
            Answer::Sat(_) => Answer::Unknown(Why::Unsupported),
            answer => answer,
        }
    }

    /// Gates of terms that nobody asks about any more cannot be told from others: all go.
    fn evict(&mut self) {
        if self.blaster.gates.len() > self.limits.cached_gates || self.blaster.is_cut() {
            self.blaster = Blaster::default();
            self.instance = Instance::new(self.interrupt.clone());
            self.evictions += 1;
        }
    }

    /// Solves, repairing arrays until a model is consistent. The roots grow by what was learnt on the way.
    fn solve(
        &mut self,
        terms: &Terms,
        conjuncts: &[Term],
        roots: &mut Vec<Lit>,
        hint: &Witness,
        doubts: Doubts,
        allowed: &mut Allowed,
    ) -> Answer {
        for _ in 0..self.limits.repairs {
            let scope = self.scope(roots);
            if self.instance.cone().size() > allowed.gates || self.blaster.is_cut() {
                return Answer::Unknown(Why::Size);
            }
            let mut assumed = roots.clone();
            if doubts == Doubts::Excluded {
                assumed.extend(&scope.doubts);
            }
            let verdict = match allowed.engine {
                Engine::Batsat => {
                    let before = allowed.budget;
                    let verdict = self.instance.solve(&self.blaster.gates, &assumed, &mut allowed.budget);
                    let work = before.used(allowed.budget) + self.instance.cone().size() as u64;
                    self.haste.spend(work);
                    self.tier.work += work;
                    verdict
                }
                Engine::Cadical => self.instance.solve_anew(&self.blaster.gates, &assumed, &mut allowed.budget),
            };
            match verdict {
                Verdict::Unsat if doubts == Doubts::Excluded && !scope.doubts.is_empty() => {
                    return Answer::Unknown(Why::Unsupported);
                }
                Verdict::Unsat => return Answer::Unsat,
                Verdict::Exhausted => return Answer::Unknown(Why::Budget),
                Verdict::Interrupted => return Answer::Unknown(Why::Interrupted),
                Verdict::Sat => {}
            }
            let instance = &self.instance;
            let mut lemmas = self.blaster.repair_reads(&scope.reads, |word| instance.word_value(word));
            if lemmas.is_empty() {
                let witness = self.witness(terms, conjuncts, &scope.reads, hint);
                lemmas = self.repair_equalities(terms, &scope, &witness);
                if lemmas.is_empty() {
                    return Answer::Sat(witness);
                }
            }
            roots.extend(lemmas);
        }
        Answer::Unknown(Why::Budget)
    }

    /// Adds to the roots what earlier queries learnt about the arrays in it.
    fn scope(&mut self, roots: &mut Vec<Lit>) -> Scope {
        loop {
            let definitions = self.instance.collect(&self.blaster.gates, roots).definitions().to_vec();
            let reads = self.blaster.arrays.reads(&definitions);
            let lemmas = self.blaster.arrays.known_lemmas(&reads, &definitions);
            let before = roots.len();
            for lemma in lemmas {
                if !roots.contains(&lemma) {
                    roots.push(lemma);
                }
            }
            if roots.len() == before {
                let doubts = self.blaster.doubts(&definitions);
                return Scope { definitions, reads, doubts };
            }
        }
    }

    fn repair_equalities(&mut self, terms: &Terms, scope: &Scope, witness: &Witness) -> Vec<Lit> {
        if !self.blaster.arrays.has_equalities(&scope.definitions) {
            return Vec::new();
        }
        let instance = &self.instance;
        let array = |term| match terms.eval(term, witness) {
            Const::Array(array) => array,
            other => unreachable!("{other:?} is no array"),
        };
        self.blaster.repair_equalities(
            terms,
            &scope.definitions,
            &scope.reads,
            |word| instance.word_value(word),
            |a, b| (array(a), array(b)),
        )
    }

    /// The model as values of the inputs that occur.
    fn witness(&self, terms: &Terms, conjuncts: &[Term], reads: &[ReadId], hint: &Witness) -> Witness {
        let mut arrays: BTreeMap<Input, Vec<(Option<u32>, u64)>> = BTreeMap::new();
        for &id in reads {
            let read = self.blaster.arrays.read(id);
            let at = place(self.instance.word_value(&read.index));
            arrays.entry(read.array).or_default().push((at, self.instance.word_value(&read.element)));
        }
        let mut witness = hint.clone();
        let mut inputs: Vec<Input> = conjuncts.iter().flat_map(|&term| terms.inputs_of(term).to_vec()).collect();
        inputs.sort_unstable();
        inputs.dedup();
        for input in inputs {
            let term = terms.input_term(input);
            match terms.sort(term) {
                Sort::Array(element) => {
                    let Some(mut elements) = arrays.remove(&input) else { continue };
                    elements.sort_unstable();
                    let mut array = match (elements[0], hint.get(input)) {
                        ((None, default), _) => ArrayConst::new(element, default),
                        (_, Some(Const::Array(known))) => ArrayConst::clone(known),
                        (_, _) => ArrayConst::new(element, 0),
                    };
                    for (at, bits) in elements {
                        if let Some(at) = at {
                            array.set(at, bits);
                        }
                    }
                    witness.set(input, Const::Array(Rc::new(array)));
                }
                sort => {
                    let Some(word) = self.blaster.known_word(term) else { continue };
                    if self.instance.mentions(word) {
                        witness.set(input, Const::scalar(sort, self.instance.word_value(word)));
                    }
                }
            }
        }
        witness
    }
}

impl Solver for BitBlaster {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        let budget = self.haste.budget(self.limits.budget);
        let mut allowed = Allowed { engine: Engine::Batsat, budget, gates: self.limits.query_gates };
        let answer = self.decide(terms, conjuncts, hint, &mut allowed);
        self.tier.answered(start, answer)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
    }
}

/// Shared with the tier that asks anew.
impl Solver for Rc<RefCell<BitBlaster>> {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        self.borrow_mut().check(terms, conjuncts, hint)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        self.borrow().statistics(tiers);
    }
}
