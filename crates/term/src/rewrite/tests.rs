//! Every rule, on random terms: what it answers evaluates like what it replaced, and every rule has fired.

use super::rules_of;
use crate::fact::{Fact, fact_width};
use crate::testing::{OPERATORS, Sample};
use std::collections::BTreeMap;

const SAMPLES: u64 = 40_000;
const WITNESSES: usize = 6;
/// A rule that fires less often is not tested.
const ENOUGH: usize = 50;

#[test]
fn every_rule_fires_and_preserves_the_value() {
    let mut fired: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..SAMPLES {
        let mut sample = Sample::new(seed, 40);
        let firings = std::mem::take(&mut sample.terms.fired);
        for _ in 0..WITNESSES {
            let witness = sample.witness();
            for &(term, raw) in &sample.made {
                let (got, wanted) = (sample.terms.eval(term, &witness), sample.raw.eval(raw, &witness));
                assert_eq!(got, wanted, "seed {seed}: {}", sample.terms.show(term));
                if let Some(width) = fact_width(got.sort()) {
                    let fact = sample.terms.fact(term);
                    assert!(
                        fact.admits(width, got.bits()),
                        "seed {seed}: {} = {got:?}, {fact:?}",
                        sample.terms.show(term)
                    );
                }
            }
            for &(rule, node, result) in &firings {
                let before = sample.terms.intern(node, Fact::of_sort(node.sort));
                let (got, wanted) = (sample.terms.eval(result, &witness), sample.terms.eval(before, &witness));
                assert_eq!(got, wanted, "seed {seed}, rule {rule}: {}", sample.terms.show(before));
            }
        }
        for (rule, _, _) in firings {
            *fired.entry(rule).or_default() += 1;
        }
    }
    let rules = OPERATORS.iter().flat_map(|&op| rules_of(op)).flat_map(|list| list.iter());
    let silent: Vec<_> = rules.map(|rule| (rule.name, fired.get(rule.name).copied().unwrap_or(0))).collect();
    let silent: Vec<_> = silent.into_iter().filter(|&(_, count)| count < ENOUGH).collect();
    assert!(silent.is_empty(), "rules that hardly fired: {silent:?}");
    println!("{} rules fired {} times", fired.len(), fired.values().sum::<usize>());
}
