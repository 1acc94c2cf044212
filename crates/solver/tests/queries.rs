//! Random walks over conjunctions: every answer of the bit-blaster against enumeration, every witness evaluated.

mod common;

use common::{Garden, Random, satisfiable};
use solver::backend::bitblast::{BitBlaster, Limits};
use solver::{Answer, Solver};
use term::{Element, Sort, Term, Terms};

#[derive(Default, Debug)]
struct Count {
    sat: usize,
    unsat: usize,
}

/// A path condition that grows and shrinks, as that of an exploration does.
fn walk(seed: u64, sorts: &[Sort], widths: &[u8], steps: usize, count: &mut Count) {
    let mut terms = Terms::new();
    let mut inputs: Vec<Term> = Vec::new();
    let mut leaves: Vec<Term> = Vec::new();
    for (i, &sort) in sorts.iter().enumerate() {
        let input = terms.input(&format!("i{i}"), sort);
        inputs.push(input);
        leaves.push(input);
    }
    let mut garden =
        Garden { terms: &mut terms, random: Random(seed), grown: leaves, widths: widths.to_vec(), hard: 64 };
    if sorts.len() > 1 && widths.contains(&99) {
        // floats grow from small integers, so that every input can be tried
        garden.widths = vec![4, 32];
        for &input in &inputs {
            let sort = garden.random.pick(&[Sort::Float32, Sort::Float64]);
            let wide = garden.terms.sext(32, input);
            let float = garden.terms.from_int(wide, sort);
            let three = garden.terms.int(3);
            let third = garden.terms.from_int(three, sort);
            let fraction = garden.terms.fdiv(float, third);
            garden.grown.extend([float, fraction]);
        }
        garden.grown.retain(|&term| garden.terms.sort(term).is_float());
    }
    (0..25).for_each(|_| garden.grow());
    let conditions: Vec<Term> = (0..20).map(|_| garden.condition()).collect();
    let mut random = Random(seed ^ 0xabcdef);
    let mut solver = BitBlaster::new(Limits::default());
    let mut path: Vec<Term> = Vec::new();
    for _ in 0..steps {
        path.push(random.pick(&conditions));
        let expected = satisfiable(&terms, &path, &inputs);
        match solver.check(&mut terms, &path, None) {
            Answer::Sat(witness) => {
                for &term in &path {
                    assert!(terms.holds(term, &witness), "seed {seed}: witness {witness:?} fails");
                }
                assert!(expected, "seed {seed}: enumeration missed a witness {witness:?}");
                count.sat += 1;
            }
            Answer::Unsat => {
                assert!(!expected, "seed {seed}: wrong unsat");
                count.unsat += 1;
                path.pop();
            }
            Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
        }
        if random.below(4) == 0 {
            path.truncate(random.below(path.len() + 1));
        }
    }
}

fn rounds(default: u64) -> u64 {
    std::env::var("QUERY_ROUNDS").map_or(default, |count| count.parse().expect("a number"))
}

#[test]
fn bit_vectors() {
    let mut count = Count::default();
    for seed in 0..rounds(150) {
        let mut random = Random(seed);
        let width = 1 + random.below(5) as u8;
        let sorts = [Sort::Bv(width), Sort::Bv(width), Sort::Bv(1 + random.below(3) as u8), Sort::Bool];
        walk(seed, &sorts, &[width, 1, 2, 7, 16, 32, 33, 64], 20, &mut count);
    }
    println!("{count:?}");
    assert!(count.sat > 100 && count.unsat > 100);
}

#[test]
fn arrays() {
    let mut count = Count::default();
    for seed in 0..rounds(150) {
        let sorts = [Sort::Array(Element::Bv(1)), Sort::Array(Element::Bv(1)), Sort::Bv(2), Sort::Bv(2), Sort::Bv(1)];
        walk(seed, &sorts, &[1, 2], 15, &mut count);
    }
    println!("{count:?}");
    assert!(count.sat > 100 && count.unsat > 100);
}

#[test]
fn references() {
    let mut count = Count::default();
    for seed in 0..rounds(60) {
        let mut terms = Terms::new();
        let (a, b) = (terms.input("a", Sort::Ref), terms.input("b", Sort::Ref));
        let condition = terms.input("c", Sort::Bool);
        let mut random = Random(seed);
        let mut reference = |terms: &mut Terms| match random.below(4) {
            0 => a,
            1 => b,
            2 => terms.constant(&term::Const::Ref(random.below(3) as u32)),
            _ => terms.ite(condition, a, b),
        };
        let mut path: Vec<Term> = Vec::new();
        let mut solver = BitBlaster::new(Limits::default());
        for i in 0..10 {
            let (x, y) = (reference(&mut terms), reference(&mut terms));
            let equal = terms.eq(x, y);
            path.push(if i % 3 == 0 { equal } else { terms.not(equal) });
            let expected = satisfiable(&terms, &path, &[a, b, condition]);
            match solver.check(&mut terms, &path, None) {
                // ids beyond those that enumeration tries are fine
                Answer::Sat(witness) => {
                    assert!(path.iter().all(|&term| terms.holds(term, &witness)));
                    count.sat += 1;
                }
                Answer::Unsat => {
                    assert!(!expected);
                    count.unsat += 1;
                    path.pop();
                }
                Answer::Unknown(why) => panic!("{why:?}"),
            }
        }
    }
    println!("{count:?}");
}

#[test]
fn floats_of_small_integers() {
    let mut count = Count::default();
    for seed in 0..rounds(40) {
        walk(seed, &[Sort::Bv(4), Sort::Bv(4)], &[99], 12, &mut count);
    }
    println!("{count:?}");
    assert!(count.sat > 30 && count.unsat > 30);
}
