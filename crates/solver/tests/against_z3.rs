//! Random walks at widths 1 to 64, all operators: the bit-blaster against Z3, and every witness of both evaluated. A walk
//! adds conditions and takes some back, as the paths of an exploration do. `cargo xtask show solver` is the full run.

mod common;

use common::{Garden, Random};
use solver::backend::bitblast::{BitBlaster, Limits};
use solver::backend::z3::Z3;
use solver::sat::Budget;
use solver::{Answer, Solver};
use std::time::{Duration, Instant};
use term::{Element, Sort, Term, Terms};

#[derive(Default, Debug)]
struct Count {
    sat: usize,
    unsat: usize,
    ours_unknown: usize,
    theirs_unknown: usize,
    ours: Duration,
    theirs: Duration,
}

impl Count {
    /// Queries that both decided.
    fn compared(&self) -> usize {
        self.sat + self.unsat
    }
}

#[derive(Clone, Copy)]
enum Family {
    BitVectors,
    Arrays,
    Floats,
}

impl Family {
    fn name(self) -> &'static str {
        match self {
            Family::BitVectors => "bit-vectors",
            Family::Arrays => "arrays",
            Family::Floats => "floats",
        }
    }

    /// Of a hundred queries: Z3 takes long for arrays and floats.
    fn share(self) -> usize {
        match self {
            Family::BitVectors => 92,
            Family::Arrays => 6,
            Family::Floats => 2,
        }
    }
}

/// How many queries both must decide, over all families.
fn queries() -> usize {
    std::env::var("QUERIES").map_or(1000, |count| count.parse().expect("a number"))
}

/// One pool, one walk of twenty queries.
fn walk(seed: u64, family: Family, count: &mut Count) {
    let mut terms = Terms::new();
    let mut random = Random(seed);
    let width = 1 + random.below(64) as u8;
    let sorts: Vec<Sort> = match family {
        Family::BitVectors => vec![Sort::Bv(width), Sort::Bv(width), Sort::Bv(1 + random.below(64) as u8), Sort::Bool],
        Family::Arrays => {
            let element = random.pick(&[Element::Bv(8), Element::Bv(32), Element::Ref, Element::Float32]);
            vec![Sort::Array(element), element.sort(), Sort::Bv(2), Sort::Bv(2), Sort::Bool]
        }
        Family::Floats => {
            let sort = random.pick(&[Sort::Float32, Sort::Float64]);
            vec![sort, sort, Sort::Bv(32)]
        }
    };
    let leaves: Vec<Term> = (0..).zip(&sorts).map(|(i, &sort)| terms.input(&format!("i{i}"), sort)).collect();
    let widths = vec![1, 2, 7, 8, 16, 31, 32, 33, 63, 64, width];
    let size = match family {
        Family::BitVectors | Family::Arrays => 20,
        Family::Floats => 6,
    };
    // Products and quotients of wide unknowns are hard for both: seldom.
    let hard = if seed.is_multiple_of(64) { 64 } else { 10 };
    let mut garden = Garden { terms: &mut terms, random, grown: leaves, widths, hard };
    (0..size).for_each(|_| garden.grow());
    let conditions: Vec<Term> = (0..20).map(|_| garden.condition()).collect();
    let mut random = Random(seed ^ 0xabcdef);
    let limits = Limits { budget: Budget { conflicts: 20_000, propagations: 20_000_000 }, ..Limits::default() };
    let (mut ours, mut theirs) = (BitBlaster::new(limits), Z3::new(1_000_000));
    let mut path: Vec<Term> = Vec::new();
    for _ in 0..20 {
        path.push(random.pick(&conditions));
        let start = Instant::now();
        let first = ours.check(&mut terms, &path, None);
        count.ours += start.elapsed();
        let start = Instant::now();
        let second = theirs.check(&mut terms, &path, None);
        count.theirs += start.elapsed();
        for (name, answer) in [("ours", &first), ("Z3", &second)] {
            if let Answer::Sat(witness) = answer {
                let wrong = path.iter().find(|&&term| !terms.holds(term, witness));
                assert!(
                    wrong.is_none(),
                    "seed {seed}, {name}: {} fails under {witness:?}",
                    terms.show(*wrong.unwrap())
                );
            }
        }
        match (&first, &second) {
            (Answer::Sat(_), Answer::Unsat) | (Answer::Unsat, Answer::Sat(_)) => {
                panic!("seed {seed}: ours {first:?}, Z3 {second:?}")
            }
            (_, Answer::Unknown(_)) => count.theirs_unknown += 1,
            (Answer::Unknown(_), _) => count.ours_unknown += 1,
            (Answer::Sat(_), Answer::Sat(_)) => count.sat += 1,
            (Answer::Unsat, Answer::Unsat) => count.unsat += 1,
        }
        if !matches!(first, Answer::Sat(_)) {
            path.pop();
        }
        if random.below(4) == 0 {
            path.truncate(random.below(path.len() + 1));
        }
    }
}

fn run(family: Family) {
    let wanted = queries() * family.share() / 100;
    let mut count = Count::default();
    let mut seed = 0;
    while count.compared() < wanted {
        walk(seed, family, &mut count);
        seed += 1;
    }
    assert!(count.sat > 0 && count.unsat > 0, "one-sided: {count:?}");
    println!(
        "figure: {} {} queries decided by both, no difference: {} sat, {} unsat; unknown to us {}, to Z3 {}; {:.1} s, Z3 {:.1} s",
        count.compared(),
        family.name(),
        count.sat,
        count.unsat,
        count.ours_unknown,
        count.theirs_unknown,
        count.ours.as_secs_f64(),
        count.theirs.as_secs_f64()
    );
}

#[test]
fn bit_vectors() {
    run(Family::BitVectors);
}

#[test]
fn arrays() {
    run(Family::Arrays);
}

#[test]
fn floats() {
    run(Family::Floats);
}
