//! What ended the exploration of methods before all their paths were explored: told with the tests, so that nobody takes a search for complete that was not.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How many methods a line of text names.
const MOST_NAMED: usize = 3;

/// A limit, and the methods that it concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    pub by: SearchLimit,
    /// `execute()`
    pub methods: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SearchLimit {
    /// Paths of one method that a test could follow.
    Paths(u64),
    /// Paths of one method, whether a test can follow them or not.
    Fruitless(u64),
    /// Paths of one method that may become tests.
    Candidates(u64),
    /// Paths in a row that found nothing new.
    Saturation(u64),
    /// Milliseconds for the exploration of the class.
    Time(u64),
    /// Forks on one path: longer paths are cut off there.
    Depth(u64),
    Memory,
    /// Branches of the class, in hundredths of a percent.
    Enough(u64),
}

impl SearchLimit {
    /// The same for a program that reads the summary.
    pub fn name(self) -> &'static str {
        match self {
            SearchLimit::Paths(_) => "paths",
            SearchLimit::Fruitless(_) => "fruitless-paths",
            SearchLimit::Candidates(_) => "candidates",
            SearchLimit::Saturation(_) => "saturation",
            SearchLimit::Time(_) => "time",
            SearchLimit::Depth(_) => "depth",
            SearchLimit::Memory => "memory",
            SearchLimit::Enough(_) => "enough",
        }
    }
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            SearchLimit::Paths(paths) => write!(f, "--paths {paths}"),
            SearchLimit::Fruitless(paths) => write!(f, "--paths: {paths} that no test can follow"),
            SearchLimit::Candidates(candidates) => write!(f, "{candidates} candidates for one method"),
            SearchLimit::Saturation(paths) => write!(f, "--saturation {paths}"),
            SearchLimit::Time(millis) => write!(f, "--time-per-class {}s", millis as f64 / 1000.0),
            SearchLimit::Depth(forks) => write!(f, "--depth {forks}"),
            SearchLimit::Memory => f.write_str("memory"),
            SearchLimit::Enough(hundredths) => write!(f, "--enough {}", hundredths as f64 / 100.0),
        }
    }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let named = &self.methods[..self.methods.len().min(MOST_NAMED)];
        write!(f, "ended by {}: {}", self.by, named.join(", "))?;
        match self.methods.len() - named.len() {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// By limit, methods in their order.
pub fn by_limit(all: impl Iterator<Item = (SearchLimit, String)>) -> Vec<Ended> {
    let mut ended: Vec<Ended> = Vec::new();
    for (by, method) in all {
        match ended.iter_mut().find(|known| known.by == by) {
            Some(known) => known.methods.push(method),
            None => ended.push(Ended { by, methods: vec![method] }),
        }
    }
    ended.sort_by_key(|ended| ended.by);
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_told_once_with_some_of_their_methods() {
        let all = ["a()", "b()", "c()", "d()", "e()"].map(|name| (SearchLimit::Time(1500), name.to_string()));
        let ended = by_limit(all.into_iter().chain([(SearchLimit::Paths(300), "f()".into())]));
        let told: Vec<String> = ended.iter().map(Ended::to_string).collect();
        assert_eq!(told, ["ended by --paths 300: f()", "ended by --time-per-class 1.5s: a(), b(), c() and 2 more"]);
    }
}
