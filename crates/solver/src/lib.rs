//! Decides conjunctions of terms: satisfiable with a witness, unsatisfiable, or unknown with the reason.
//! Tiers are decorators around a `Solver`; `standard` is the one place where they are put together.
//! Invariants: `Unknown` is never `Unsat`; every witness that leaves was evaluated against its query.

pub mod backend;
pub mod blast;
pub mod divide;
pub mod float;
pub mod gate;
pub mod haste;
pub mod instance;
pub mod interval;
pub mod math;
pub mod sat;
pub mod search;
pub mod simulate;
pub mod statistics;
pub mod tier;
pub mod word;

use backend::bitblast::{BitBlaster, Limits};
pub use haste::Haste;
use statistics::Tier;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Term, Terms, Witness};
use tier::anew::{Anew, Patience};
use tier::bounds::Bounds;
use tier::checked::Checked;
use tier::logged::{Logged, Sink};
use tier::order::Order;
use tier::products::Products;
use tier::ranges::{Boxes, Ranges};
use tier::recent::Recent;
use tier::repeated::Repeated;
use tier::slice::Slice;
use tier::sought::{Effort, Sought};

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
    /// The run must end: `Config::interrupt` is set.
    Interrupted,
}

pub struct Config {
    pub limits: Limits,
    /// Set by another thread when the run must end; no answer but `Unknown` depends on it.
    pub interrupt: Arc<AtomicBool>,
    /// How much of the budgets there is at the moment.
    pub haste: Haste,
    /// How long witnesses are looked for by trying.
    pub effort: Effort,
    /// How long boxes of inputs are cut to decide queries about floats.
    pub boxes: Boxes,
    /// How CaDiCaL is asked for what the bit-blaster's budget was not enough for.
    pub patience: Option<Patience>,
    /// How many witnesses of earlier answers are tried.
    pub recent: usize,
    /// Whether equations between ints are used up first.
    pub equations: bool,
    /// Gets every query as an SMT-LIB script.
    pub log: Option<Sink>,
    #[cfg(feature = "z3")]
    pub z3: Option<Z3Use>,
}

/// How Z3 is asked for what the bit-blaster leaves unknown, and to confirm what was refuted.
#[cfg(feature = "z3")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Z3Use {
    /// Z3's deterministic measure of work for one check.
    pub resources: u32,
    /// Every so many unsat answers are asked again.
    pub sample: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            limits: Limits::default(),
            interrupt: Arc::default(),
            haste: Haste::default(),
            effort: Effort::default(),
            boxes: Boxes::default(),
            patience: Some(Patience::default()),
            recent: 4,
            equations: false,
            log: None,
            #[cfg(feature = "z3")]
            z3: Some(Z3Use { resources: 2_000_000, sample: 100 }),
        }
    }
}

/// The tiers, put together.
pub fn standard(config: Config) -> Box<dyn Solver> {
    let blaster = BitBlaster::interrupted_by(config.limits, config.interrupt.clone(), config.haste.clone());
    let blaster = Rc::new(RefCell::new(blaster));
    let solver: Box<dyn Solver> = Box::new(blaster.clone());
    #[cfg(feature = "z3")]
    let solver = match config.z3 {
        Some(z3) => Box::new(tier::second::Second::new(solver, Box::new(backend::z3::Z3::new(z3.resources)))),
        None => solver,
    };
    let solver = Box::new(Ranges::new(solver, config.boxes, config.haste.clone()));
    let solver: Box<dyn Solver> = Box::new(Sought::new(solver, config.effort, config.haste.clone()));
    let solver = match config.patience {
        Some(patience) => Box::new(Anew::new(solver, blaster, patience, config.haste)),
        None => solver,
    };
    let solver = Box::new(Products::new(solver));
    let solver = Box::new(Repeated::new(solver));
    let solver = Box::new(Slice::new(solver));
    let solver = Box::new(Bounds::new(solver));
    let solver = Box::new(Recent::new(solver, config.recent));
    let solver: Box<dyn Solver> = Box::new(Order::new(solver));
    #[cfg(feature = "z3")]
    let solver = match config.z3 {
        Some(z3) => {
            let other = Box::new(backend::z3::Z3::new(z3.resources));
            Box::new(tier::opinion::Opinion::new(solver, other, z3.sample))
        }
        None => solver,
    };
    let solver = if config.equations { Box::new(tier::equal::Equal::new(solver)) } else { solver };
    let solver = Box::new(Checked::new(solver));
    match config.log {
        Some(sink) => Box::new(Logged::new(solver, sink)),
        None => solver,
    }
}
