//! What the parent of a shared verification and its workers say to each other.

use bytecode::{DottedName, SearchPath};
use explore::share::{Part, Prefix};
use explore::{Progress, Property};
use machine::{Limit, Reason};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// To a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order {
    /// The first word: what it is there for.
    Begin(Share),
    /// Explore everything with merging, and look for proofs; the others take single paths meanwhile.
    Merge,
    /// Explore below this prefix.
    Explore(Prefix),
    /// Give away what you can spare.
    Give,
    /// The run is over, whatever is left, and why.
    Stop(Limit),
    /// Print the report of the whole run.
    Report(Box<Summary>),
}

/// The part of the run that a worker has.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Share {
    /// That is left.
    pub time: Duration,
    /// Main class and class path of sources that the parent compiled.
    pub compiled: Option<(DottedName, SearchPath)>,
}

/// What all workers found out.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    pub parts: Vec<Part>,
    /// Of the exploration with merging.
    pub merged: Option<Part>,
    /// What ended early, and why.
    pub reasons: Vec<Reason>,
    /// For each property that is violated, the way there, if there is one for others.
    pub ways: Vec<(Property, Option<Prefix>)>,
}

/// Of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Said {
    /// Nothing to do, with its part of the run.
    Idle(Box<Part>),
    /// A prefix for somebody else.
    Gift(Prefix),
    /// A property is violated on this path; on a merged one only who found it can tell.
    Found(Property, Option<Prefix>),
    /// A property holds by a proof, which only who found it can tell.
    Proved(Property),
    /// The exploration with merging is over.
    Merged(Box<Part>),
    /// How far it is.
    Progress(Progress),
}
