//! Decides conjunctions of terms: satisfiable with a witness, unsatisfiable, or unknown with the reason.
//! Tiers are decorators around a `Solver`; `standard` is the one place where they are put together.
//! Invariants: `Unknown` is never `Unsat`; every witness that leaves was evaluated against its query.

pub mod array;
pub mod backend;
pub mod blast;
pub mod divide;
pub mod float;
pub mod gate;
pub mod instance;
pub mod sat;
pub mod simulate;
pub mod statistics;
pub mod tier;
pub mod word;

use backend::bitblast::{BitBlaster, Limits};
use statistics::Tier;
use term::{Term, Terms, Witness};
use tier::bounds::Bounds;
use tier::checked::Checked;
use tier::logged::{Logged, Sink};
use tier::recent::Recent;
use tier::slice::Slice;

pub trait Solver {
    /// Is there a witness under which all conjuncts hold? The hint is a witness that may satisfy most of them, as
    /// that of the state which asks; the answer's witness keeps its values for the inputs that do not occur.
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer;

    /// Of this tier and those inside, outermost first.
    fn statistics(&self, tiers: &mut Vec<Tier>);
}

#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    Sat(Witness),
    Unsat,
    Unknown(Why),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Why {
    /// The work allowed for one query was done.
    Budget,
    /// The circuit of the query is larger than allowed.
    Size,
    /// The query depends on an operation in a range that is not encoded.
    Unsupported,
    /// A witness failed its evaluation: a bug.
    Internal,
}

pub struct Config {
    pub limits: Limits,
    /// How many witnesses of earlier answers are tried.
    pub recent: usize,
    /// Gets every query as an SMT-LIB script.
    pub log: Option<Sink>,
    #[cfg(feature = "z3")]
    pub opinion: Option<Opinion>,
}

/// How Z3 is asked for what the bit-blaster leaves unknown, and to confirm what it refutes.
#[cfg(feature = "z3")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// Z3's deterministic measure of work for one check.
    pub resources: u32,
    /// Every so many unsat answers are asked again; 0 means none.
    pub sample: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            limits: Limits::default(),
            recent: 4,
            log: None,
            #[cfg(feature = "z3")]
            opinion: Some(Opinion { resources: 4_000_000, sample: 100 }),
        }
    }
}

/// The tiers, put together.
pub fn standard(config: Config) -> Box<dyn Solver> {
    let backend: Box<dyn Solver> = Box::new(BitBlaster::new(config.limits));
    #[cfg(feature = "z3")]
    let backend = match config.opinion {
        Some(opinion) => {
            let z3 = Box::new(backend::z3::Z3::new(opinion.resources));
            Box::new(tier::second::Second::new(backend, z3, opinion.sample))
        }
        None => backend,
    };
    let slice = Box::new(Slice::new(backend));
    let bounds = Box::new(Bounds::new(slice));
    let recent = Box::new(Recent::new(bounds, config.recent));
    let checked = Box::new(Checked::new(recent));
    match config.log {
        Some(sink) => Box::new(Logged::new(checked, sink)),
        None => checked,
    }
}
