//! Time per query and what each tier decides, on queries as explorations make them; with `--features z3` also Z3 alone.
//! `cargo run --release -p solver --example workload [tree|chains|arrays|products|quotients|averages|floats ...]`

mod floats;
mod integers;

use floats::{averages, floats};
use integers::{arrays, chains, products, quotients, tree};
use solver::{Answer, Config, Solver, standard};
use std::time::{Duration, Instant};
use term::{Term, Terms, Witness};

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    for &(name, run) in WORKLOADS {
        if asked.is_empty() || asked.iter().any(|word| word == name) {
            for (solver_name, solver) in solvers() {
                let mut session = Session::new(solver);
                run(&mut session);
                session.report(&format!("{name}, {solver_name}"));
            }
        }
    }
}

/// A name and what it runs.
type Workload = (&'static str, fn(&mut Session));

fn solvers() -> Vec<(&'static str, Box<dyn Solver>)> {
    vec![
        ("all tiers", standard(Config::default())),
        #[cfg(feature = "z3")]
        ("Z3 alone", Box::new(solver::backend::z3::Z3::new(20_000_000))),
    ]
}

const WORKLOADS: &[Workload] = &[
    ("tree", tree),
    ("chains", chains),
    ("arrays", arrays),
    ("products", products),
    ("quotients", quotients),
    ("averages", averages),
    ("floats", floats),
];

struct Session {
    terms: Terms,
    solver: Box<dyn Solver>,
    times: Vec<Duration>,
    sat: usize,
    unsat: usize,
    unknown: usize,
}

impl Session {
    fn new(solver: Box<dyn Solver>) -> Session {
        Session { terms: Terms::new(), solver, times: Vec::new(), sat: 0, unsat: 0, unknown: 0 }
    }

    fn ask(&mut self, path: &[Term], hint: Option<&Witness>) -> Option<Witness> {
        let start = Instant::now();
        let answer = self.solver.check(&mut self.terms, path, hint);
        let took = start.elapsed();
        if std::env::var("SLOW").is_ok() && took > Duration::from_millis(100) {
            println!("  query {} took {took:?}: {}", self.times.len(), kind(&answer));
        }
        self.times.push(took);
        match answer {
            Answer::Sat(witness) => {
                self.sat += 1;
                Some(witness)
            }
            Answer::Unsat => {
                self.unsat += 1;
                None
            }
            Answer::Unknown(_) => {
                self.unknown += 1;
                None
            }
        }
    }

    fn report(&mut self, name: &str) {
        self.times.sort_unstable();
        let count = self.times.len();
        let total: Duration = self.times.iter().sum();
        println!(
            "{name}: {count} queries, {} sat, {} unsat, {} unknown; mean {:.3} ms, median {:.3}, p99 {:.2}, max {:.1}",
            self.sat,
            self.unsat,
            self.unknown,
            ms(total) / count as f64,
            ms(self.times[count / 2]),
            ms(self.times[count * 99 / 100]),
            ms(self.times[count - 1]),
        );
        let mut tiers = Vec::new();
        self.solver.statistics(&mut tiers);
        for tier in tiers {
            println!(
                "    {:12} asked {:6}  sat {:6}  unsat {:6}  unknown {:4}  {:9.1} ms",
                tier.name,
                tier.queries,
                tier.sat,
                tier.unsat,
                tier.unknown,
                ms(tier.time)
            );
        }
    }
}

fn kind(answer: &Answer) -> String {
    match answer {
        Answer::Sat(_) => "sat".into(),
        Answer::Unsat => "unsat".into(),
        Answer::Unknown(why) => format!("{why:?}"),
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// splitmix64
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}
