//! Random walks over conjunctions: every answer against enumeration, every witness evaluated, of the bit-blaster alone over
//! either SAT solver and of all tiers with hints.

mod common;

use common::{Garden, Random, satisfiable};
use solver::backend::bitblast::{BitBlaster, Limits};
use solver::sat::Budget;
use solver::statistics::{Tier, TierName};
use solver::tier::anew::{Anew, Patience};
use solver::{Answer, Config, Haste, Solver, standard};
use std::cell::RefCell;
use std::rc::Rc;
use term::{Element, Sort, Term, Terms, Witness};

#[derive(Default, Debug)]
struct Count {
    sat: usize,
    unsat: usize,
    by_cadical: u64,
}

/// What the leaves of the terms are.
enum Leaves {
    Inputs,
    /// Floats made of the inputs, so that every value can be tried.
    Floats,
}

/// A path condition that grows and shrinks, as that of an exploration does.
fn walk(seed: u64, sorts: &[Sort], widths: &[u8], leaves: Leaves, count: &mut Count) {
    let mut terms = Terms::new();
    let inputs: Vec<Term> = (0..).zip(sorts).map(|(i, &sort)| terms.input(&format!("i{i}"), sort)).collect();
    let grown = inputs.clone();
    let mut garden = Garden { terms: &mut terms, random: Random(seed), grown, widths: widths.to_vec(), hard: 64 };
    let mut size = 25;
    if let Leaves::Floats = leaves {
        garden.plant_floats();
        size = 12;
    }
    (0..size).for_each(|_| garden.grow());
    let conditions: Vec<Term> = (0..20).map(|_| garden.condition()).collect();
    let mut random = Random(seed ^ 0xabcdef);
    let mut alone = BitBlaster::new(Limits::default());
    let ask_cadical = match leaves {
        Leaves::Inputs => true,
        // It takes a while to begin with such large circuits.
        Leaves::Floats => seed.is_multiple_of(4),
    };
    let blaster = Rc::new(RefCell::new(BitBlaster::new(Limits { budget: Budget::EMPTY, ..Limits::default() })));
    let mut cadical = Anew::new(Box::new(blaster.clone()), blaster, Patience::default(), Haste::default());
    let mut tiers = standard(Config::default());
    let mut path: Vec<Term> = Vec::new();
    let mut hints = vec![Witness::new()];
    for _ in 0..20 {
        path.push(random.pick(&conditions));
        let expected = satisfiable(&terms, &path, &inputs);
        let mut answers = vec![alone.check(&mut terms, &path, None), tiers.check(&mut terms, &path, hints.last())];
        if ask_cadical {
            answers.push(cadical.check(&mut terms, &path, None));
        }
        for answer in answers {
            match answer {
                Answer::Sat(witness) => {
                    assert!(path.iter().all(|&term| terms.holds(term, &witness)), "seed {seed}: {witness:?} fails");
                    assert!(expected, "seed {seed}: enumeration missed {witness:?}");
                    count.sat += 1;
                    hints.truncate(path.len());
                    hints.push(witness);
                }
                Answer::Unsat => {
                    assert!(!expected, "seed {seed}: wrong unsat");
                    count.unsat += 1;
                }
                Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
            }
        }
        if !expected {
            path.pop();
        }
        if random.below(4) == 0 {
            path.truncate(random.below(path.len() + 1));
        }
        hints.truncate(path.len() + 1);
    }
    let mut asked: Vec<Tier> = Vec::new();
    cadical.statistics(&mut asked);
    let decided = |tier: &&Tier| tier.name == TierName::Cadical;
    count.by_cadical += asked.iter().filter(decided).map(|tier| tier.sat + tier.unsat).sum::<u64>();
}

/// `QUERY_ROUNDS=n` multiplies the walks.
fn rounds(default: u64) -> u64 {
    default * std::env::var("QUERY_ROUNDS").map_or(1, |count| count.parse::<u64>().expect("a number"))
}

#[test]
fn bit_vectors() {
    let mut count = Count::default();
    for seed in 0..rounds(100) {
        let mut random = Random(seed);
        let width = 1 + random.below(5) as u8;
        let sorts = [Sort::Bv(width), Sort::Bv(width), Sort::Bv(1 + random.below(3) as u8), Sort::Bool];
        walk(seed, &sorts, &[width, 1, 2, 7, 16, 32, 33, 64], Leaves::Inputs, &mut count);
    }
    println!("{count:?}");
    assert!(count.sat > 100 && count.unsat > 100 && count.by_cadical > 100);
}

#[test]
fn arrays() {
    let mut count = Count::default();
    for seed in 0..rounds(40) {
        let sorts = [Sort::Array(Element::Bv(1)), Sort::Array(Element::Bv(1)), Sort::Bv(2), Sort::Bv(2), Sort::Bv(1)];
        walk(seed, &sorts, &[1, 2], Leaves::Inputs, &mut count);
    }
    println!("{count:?}");
    assert!(count.sat > 100 && count.unsat > 100 && count.by_cadical > 100);
}

#[test]
fn floats_of_small_integers() {
    let mut count = Count::default();
    for seed in 0..rounds(20) {
        walk(seed, &[Sort::Bv(4), Sort::Bv(4)], &[4, 32], Leaves::Floats, &mut count);
    }
    println!("{count:?}");
    assert!(count.sat > 30 && count.unsat > 30 && count.by_cadical > 30);
}

#[test]
fn references() {
    let mut count = Count::default();
    for seed in 0..rounds(40) {
        let mut terms = Terms::new();
        let (a, b) = (terms.input("a", Sort::Ref), terms.input("b", Sort::Ref));
        let condition = terms.input("c", Sort::Bool);
        let mut random = Random(seed);
        let mut reference = |terms: &mut Terms| match random.below(4) {
            0 => a,
            1 => b,
            2 => terms.reference(random.below(3) as u32),
            _ => terms.ite(condition, a, b),
        };
        let mut path: Vec<Term> = Vec::new();
        let mut solver = standard(Config::default());
        for i in 0..10 {
            let (x, y) = (reference(&mut terms), reference(&mut terms));
            let equal = terms.eq(x, y);
            path.push(if i % 3 == 0 { equal } else { terms.not(equal) });
            // Ids beyond the four that enumeration tries are fine.
            let expected = satisfiable(&terms, &path, &[a, b, condition]);
            match solver.check(&mut terms, &path, None) {
                Answer::Sat(_) => count.sat += 1,
                Answer::Unsat => {
                    assert!(!expected, "seed {seed}: wrong unsat");
                    count.unsat += 1;
                    path.pop();
                }
                Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
            }
        }
    }
    println!("{count:?}");
}
