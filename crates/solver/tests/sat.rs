//! The two SAT solvers on random clauses: the same answers, and models that satisfy all clauses.

mod common;

use common::Random;
use solver::sat::cadical::Cadical;
use solver::sat::{Batsat, Budget, Sat, SatLit, Variable, Verdict};
use std::sync::Arc;

/// A variable, and whether it is negated.
type Literal = (Variable, bool);

const MUCH: Budget = Budget { conflicts: 1_000_000, propagations: 1_000_000_000 };

fn literals(of: &[Literal]) -> Vec<SatLit> {
    of.iter().map(|&(variable, negated)| SatLit::positive(variable).flipped(negated)).collect()
}

/// Clauses come in batches, and each is asked about under other assumptions: what was rewritten must still count.
#[test]
fn both_solvers_agree() {
    let mut count = [0, 0];
    for seed in 0..200 {
        let mut random = Random(seed);
        let (mut cadical, mut batsat) = (Cadical::new(Arc::default()), Batsat::new(Arc::default()));
        let variables: Vec<Variable> = (0..4 + random.below(30)).map(|_| cadical.new_variable()).collect();
        variables.iter().for_each(|&variable| assert_eq!(batsat.new_variable(), variable));
        let mut some = |most: usize| -> Vec<Literal> {
            (0..most).map(|_| (random.pick(&variables), random.below(2) == 0)).collect()
        };
        let mut clauses: Vec<Vec<Literal>> = Vec::new();
        for batch in 0..4 {
            for at in 0..variables.len() {
                let clause = some(if at % 8 == 7 { 1 + at % 3 } else { 3 });
                cadical.clause(&literals(&clause));
                batsat.clause(&literals(&clause));
                clauses.push(clause);
            }
            let assumptions = some(batch);
            let verdict = cadical.solve(&literals(&assumptions), &mut MUCH.clone());
            assert_eq!(verdict, batsat.solve(&literals(&assumptions), &mut MUCH.clone()), "seed {seed}");
            count[(verdict == Verdict::Sat) as usize] += 1;
            if verdict == Verdict::Sat {
                let holds = |&(variable, negated): &Literal| cadical.value(variable) != negated;
                assert!(assumptions.iter().all(holds), "seed {seed}");
                assert!(clauses.iter().all(|clause| clause.iter().any(holds)), "seed {seed}");
            }
        }
    }
    assert!(count.iter().all(|&count| count > 100), "{count:?}");
}
