//! What an exploration counts, and why it is not complete.

use machine::Reason;
use serde::{Deserialize, Serialize};
use solver::statistics::Tier;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Work that a state costs which is made or merged, a term, and what a call of the solver costs besides its own.
const STATE: u64 = 200;
const TERM: u64 = 10;
const CALL: u64 = 100;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    pub returned: u64,
    pub threw: u64,
    pub assumed_away: u64,
    pub exited: u64,
    /// Ended with a reason before their end.
    pub stopped: u64,
    /// Of programs with threads.
    pub orders: OrderStats,
    pub forks: u64,
    pub infeasible: u64,
    pub solver_calls: u64,
    pub solver_time: Duration,
    /// What the solver's tiers counted.
    pub solver_work: u64,
    /// Differs if other paths ended, or the same ones in another order.
    pub order: u64,
    /// Bytecodes executed.
    pub instructions: u64,
    /// States that became one with others.
    pub merged: u64,
    /// Conditions that depend on a choice between merged values, as far as there was merging.
    pub chosen_conditions: u64,
    /// Work of another exploration of the same program, which did not answer.
    pub other_work: u64,
    /// Why states that met were not merged, and why sides of a branch did not wait for each other, with counts.
    pub apart: BTreeMap<String, u64>,
    /// Terms that its states made.
    pub made_terms: u64,
    /// Distinct terms; known when the exploration is over.
    pub terms: u64,
    /// What each tier of the solver did; known when the exploration is over.
    pub tiers: Vec<Tier>,
    /// What the answers rest on besides the program.
    pub assumptions: BTreeSet<String>,
    /// Why the exploration is not complete, with counts.
    pub reasons: BTreeMap<Reason, u64>,
}

/// Orders of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderStats {
    /// Rows of steps that came to an end, over all inputs.
    pub executions: u64,
    /// Rows that were begun and are the same as others up to what nobody notices.
    pub redundant: u64,
    /// Rows that were given up because a race made more accesses steps.
    pub superseded: u64,
    pub steps: u64,
    /// Ended with threads that wait for ever.
    pub deadlocks: u64,
    /// Ended with threads that go round for ever without changing anything.
    pub endless: u64,
}

impl OrderStats {
    pub fn add(&mut self, other: OrderStats) {
        let OrderStats { executions, redundant, superseded, steps, deadlocks, endless } = other;
        self.executions += executions;
        self.redundant += redundant;
        self.superseded += superseded;
        self.steps += steps;
        self.deadlocks += deadlocks;
        self.endless += endless;
    }
}

impl Stats {
    pub fn paths(&self) -> u64 {
        self.returned + self.threw + self.assumed_away + self.exited + self.orders.deadlocks + self.orders.endless
    }

    pub fn cut(&mut self, reason: impl Into<Reason>) {
        *self.reasons.entry(reason.into()).or_default() += 1;
    }

    /// All that was done, in steps of about a tenth of a microsecond. Counted, not timed: it may decide what is done next.
    pub fn work(&self) -> u64 {
        let states = self.forks + self.merged;
        self.solver_work + self.instructions / 4 + STATE * states + TERM * self.made_terms + CALL * self.solver_calls
    }

    /// The figures of merging stay those of both of two explorations.
    pub fn also_merged(&mut self, other: &Stats) {
        self.merged += other.merged;
        for (why, count) in &other.apart {
            *self.apart.entry(why.clone()).or_default() += count;
        }
        self.chosen_conditions += other.chosen_conditions;
        self.other_work += other.work();
        self.assumptions.extend(other.assumptions.iter().cloned());
    }

    /// Something was too hard, so that the reasons of another exploration may say more.
    pub fn gave_up(&self) -> bool {
        self.reasons.keys().any(Reason::is_exhaustion)
    }

    /// Nothing was left out.
    pub fn is_complete(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// How far an exploration is.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Paths that ended, with or without a reason.
    pub paths: u64,
    /// States that wait.
    pub open: u64,
    pub solver_time: Duration,
}
