//! Which facts of a proof hold whenever control comes to the head of a loop. A loop goes round a few times before it is generalised, and
//! several paths may come to it: what is told as its invariant must hold there, too.

use crate::certificate::Certificate;
use crate::checker::{Arrivals, arrivals};
use crate::cut::Key;
use crate::goal::Goal;
use crate::names::expressions;
use crate::proof::Closed;
use explore::{Explorer, LoopFact, LoopProof, Proof};
use machine::{MethodId, State};
use solver::Answer;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use term::{Input, Substitution, Term};

/// States that one loop was generalised for, and of which it is told what holds for all.
const MOST_TOLD: usize = 4;
/// Coming to all heads again takes no longer.
const MOST_TIME: Duration = Duration::from_secs(3);

/// The proof in words. Facts of which it is not known whether they hold from the first round on are told as such.
pub fn told(
    explorer: &mut Explorer,
    goal: &Goal,
    first: &State,
    certificate: &Certificate,
    recursive: &[MethodId],
    loops: &BTreeMap<Key, Closed>,
) -> Proof {
    let (end, has_facts) = (explorer.limits.deadline, loops.values().any(|closed| !closed.facts.is_empty()));
    explorer.limits.deadline = end.min(Instant::now() + MOST_TIME);
    let heads = loops.iter().filter(|(_, closed)| !closed.facts.is_empty()).map(|(key, _)| *key);
    let arrived = has_facts.then(|| arrivals(explorer, goal, first, certificate, recursive, heads)).flatten();
    let mut told = Vec::new();
    for (key, closed) in loops {
        told.push(match &arrived {
            Some(arrived) => of_loop(explorer, first, *key, closed, arrived),
            None => closed.told(explorer, first, &[]),
        });
    }
    explorer.limits.deadline = end;
    Proof { loops: told, ..Proof::default() }
}

/// A loop may be generalised for several states that came to it: the one with most to forget is told, and what else holds for all.
fn of_loop(explorer: &mut Explorer, first: &State, key: Key, last: &Closed, arrived: &Arrivals) -> LoopProof {
    let mut all: Vec<&Closed> = arrived.closed.iter().filter(|(at, _)| *at == key).map(|(_, closed)| closed).collect();
    all.sort_by_key(|closed| Reverse(closed.cells()));
    let main = all.first().copied().unwrap_or(last);
    let facts = always(explorer, main, key, arrived);
    let mut told = main.told(explorer, first, &facts);
    (told.states, told.ends) = (last.states, last.ends);
    for other in all.into_iter().skip(1).take(MOST_TOLD) {
        let facts = always(explorer, other, key, arrived);
        let others = other.told(explorer, first, &facts);
        told.changes.extend(others.changes.into_iter().filter(|cell| !told.changes.contains(cell)).collect::<Vec<_>>());
        let is_new = |fact: &LoopFact| fact.is_always && !told.facts.contains(fact);
        let facts: Vec<LoopFact> = others.facts.into_iter().filter(is_new).collect();
        told.facts.extend(facts);
    }
    told
}

/// The facts that hold in all states that came to the head.
fn always(explorer: &mut Explorer, closed: &Closed, key: Key, arrived: &Arrivals) -> Vec<Term> {
    let mut facts = closed.facts.clone();
    for state in arrived.states.iter().filter(|arrived| arrived.key == key).map(|arrived| &arrived.state) {
        let there: BTreeMap<String, Term> = expressions(explorer, state, &[]).into_iter().collect();
        let terms = &explorer.machine.world.terms;
        let mut values: Vec<(Input, Term)> = Vec::new();
        for (term, name) in &closed.java {
            if let (Some(input), Some(&value)) = (terms.as_input(*term), there.get(name)) {
                values.push((input, value));
            }
        }
        // Cells that have no name there are not known.
        let is_known = |fact: &Term| {
            let inputs = terms.inputs_of(*fact);
            let is_cell = |input: &Input| closed.is_cell(*input);
            inputs.iter().all(|input| !is_cell(input) || values.iter().any(|(known, _)| known == input))
        };
        facts.retain(is_known);
        facts = holding(explorer, state, facts, values);
    }
    facts
}

fn holding(explorer: &mut Explorer, state: &State, mut facts: Vec<Term>, values: Vec<(Input, Term)>) -> Vec<Term> {
    let mut substitution = Substitution::of_terms(values);
    loop {
        let terms = &mut explorer.machine.world.terms;
        let claims: Vec<Term> = facts.iter().map(|&fact| substitution.of(terms, fact)).collect();
        let all = terms.all(claims.iter().copied());
        let counter = terms.not(all);
        if terms.as_const(counter).and_then(|constant| constant.truth()) == Some(false) {
            return facts;
        }
        let mut question = state.path.conjuncts.to_vec();
        question.push(counter);
        match explorer.ask(&question, state) {
            Answer::Unsat => return facts,
            Answer::Unknown(_) => return Vec::new(),
            Answer::Sat(witness) => {
                let terms = &explorer.machine.world.terms;
                let before = facts.len();
                let mut claims = claims.into_iter();
                facts.retain(|_| claims.next().is_some_and(|claim| terms.holds(claim, &witness)));
                if facts.len() == before {
                    return Vec::new();
                }
            }
        }
    }
}
