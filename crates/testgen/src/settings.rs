//! What a user can choose about the tests of a class.

use crate::junit::Form;
use std::time::Duration;

/// Longer than anybody waits: for explorations that end by counted work alone.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 86400);

/// Mutants take about the same time however short the exploration is.
const LEAST_FOR_MUTANTS: Duration = Duration::from_secs(20);

/// Whether one object may be given as several arguments (`--alias`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alias {
    /// Where the class compares references, writes to objects or hands references on.
    Auto,
    On,
    Off,
}

impl Alias {
    pub const ALL: [(&'static str, Alias); 3] = [("auto", Alias::Auto), ("on", Alias::On), ("off", Alias::Off)];
}

/// Whether tests that differ in values alone become one parameterized test of JUnit 5 (`--parameterized`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameterized {
    /// Unless the class path has JUnit 5 without its parameters.
    Auto,
    On,
    Off,
}

impl Parameterized {
    pub const ALL: [(&'static str, Parameterized); 3] =
        [("auto", Parameterized::Auto), ("on", Parameterized::On), ("off", Parameterized::Off)];
}

/// Which tests are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keep {
    /// Those that cover or notice what no other does.
    Needed,
    /// All that differ (`--all`).
    All,
    /// Those of suspected bugs alone, for `jacana scan`: nobody asks what the others are worth.
    Suspects,
}

/// Part of the time, in percent, in which methods are called with random arguments.
#[derive(Clone, Copy, Debug, Hash)]
pub struct RandomPart {
    pub percent: u32,
    /// As long as they find something.
    pub most: u32,
}

impl RandomPart {
    pub fn exactly(percent: u32) -> RandomPart {
        RandomPart { percent, most: percent }
    }
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// For the search in one class. None: path budgets alone, no clock.
    pub time_per_class: Option<Duration>,
    /// Paths for each method.
    pub paths: u64,
    /// Of the order of paths that look equally promising, and of random arguments.
    pub seed: u64,
    /// The exploration of a method ends after so many paths in a row that found nothing.
    pub saturation: Option<u64>,
    /// The exploration of a class ends when so many percent of its branches were taken.
    pub enough: Option<f64>,
    /// Branches of a path whose other sides are explored.
    pub depth: Option<u32>,
    pub random: RandomPart,
    /// Objects have the class that they are declared with.
    pub classic: bool,
    pub alias: Alias,
    pub keep: Keep,
    /// Methods and classes that callers must not reach with arguments of their choice.
    pub sinks: Vec<String>,
    /// In which tests are written.
    pub form: Form,
    pub parameterized: Parameterized,
}

impl Settings {
    /// For mutants of a class, in milliseconds; 0 where no clock plays a part.
    pub fn mutants_millis(&self) -> u64 {
        self.time_per_class.map_or(0, |time| (time / 2).max(LEAST_FOR_MUTANTS).as_millis() as u64)
    }

    /// For the exploration of a class.
    pub fn time(&self) -> Duration {
        self.time_per_class.unwrap_or(FOREVER)
    }
}
