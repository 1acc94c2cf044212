//! What a user can choose about the tests of a class.

use std::time::Duration;

/// Longer than anybody waits: for explorations that end by counted work alone.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 86400);

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
    /// Part of the time, in percent, in which methods are called with random arguments.
    pub random: u32,
    /// Objects have the class that they are declared with.
    pub classic: bool,
    /// Methods and classes that callers must not reach with arguments of their choice.
    pub sinks: Vec<String>,
}

impl Settings {
    /// For the exploration of a class.
    pub fn time(&self) -> Duration {
        self.time_per_class.unwrap_or(FOREVER)
    }
}
