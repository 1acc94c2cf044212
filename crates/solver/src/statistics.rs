//! What each tier was asked, what it decided and how long it took by itself. Time is for reports only; decisions may
//! depend on work, which is counted.

use crate::Answer;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::{Duration, Instant};

/// The tiers by what they do, in the order in which they are asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum TierName {
    Equal,
    Order,
    Recent,
    Bounds,
    Split,
    Slice,
    Repeated,
    Products,
    Cadical,
    Search,
    Ranges,
    Checked,
    BitBlaster,
    Opinion,
    Z3,
}

impl fmt::Display for TierName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            TierName::Equal => "equal",
            TierName::Order => "order",
            TierName::Recent => "recent",
            TierName::Bounds => "bounds",
            TierName::Split => "split",
            TierName::Slice => "slice",
            TierName::Repeated => "repeated",
            TierName::Products => "products",
            TierName::Cadical => "cadical",
            TierName::Search => "search",
            TierName::Ranges => "ranges",
            TierName::Checked => "checked",
            TierName::BitBlaster => "bit-blaster",
            TierName::Opinion => "opinion",
            TierName::Z3 => "z3",
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tier {
    pub name: TierName,
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Answers that evaluation or the second opinion refuted: bugs.
    pub refuted: u64,
    /// Counted, in steps of about a tenth of a microsecond: the same queries always cost the same.
    pub work: u64,
    /// Without the tiers below.
    pub time: Duration,
}

impl Tier {
    pub fn new(name: TierName) -> Tier {
        Tier { name, queries: 0, sat: 0, unsat: 0, unknown: 0, refuted: 0, work: 0, time: Duration::ZERO }
    }

    /// Asked at `start`, answers now.
    pub fn answered(&mut self, start: Instant, answer: Answer) -> Answer {
        self.passed(start);
        match answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        answer
    }

    /// Asked at `start`, leaves the query to the next tier now.
    pub fn passed(&mut self, start: Instant) {
        self.queries += 1;
        self.time += start.elapsed();
    }
}
