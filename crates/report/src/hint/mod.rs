//! What would help where there is no answer: a line for each reason, chosen by its variant, with options that the command at hand has.
//! The section of docs/guide/unknown.md with the name of the topic says more.

mod advice;
mod topic;

pub use topic::Topic;

use machine::Reason;
use std::time::Duration;

/// How many topics the text tells about; JSON has a hint for every reason.
const MOST_TOLD: usize = 3;

/// Who is advised: a hint names only options that this command has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Verify,
    Check,
}

/// What the user allowed the command, as far as a hint has to offer more of it.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    pub command: Command,
    pub time: Duration,
    pub memory_bytes: u64,
    pub jobs: u32,
}

impl Asked {
    /// The advice for this reason, on one line.
    pub fn help(&self, reason: &Reason) -> String {
        advice::advice(self, reason)
    }

    /// The lines below a verdict: the first reasons in their order, each topic once, with the name of its section.
    pub fn lines<'r>(&self, reasons: impl IntoIterator<Item = &'r Reason>) -> Vec<String> {
        let mut told: Vec<Topic> = Vec::new();
        let mut lines = Vec::new();
        for reason in reasons {
            let topic = Topic::of(reason);
            if told.len() == MOST_TOLD || told.contains(&topic) {
                continue;
            }
            told.push(topic);
            lines.push(format!("help: {} [{}]", self.help(reason), topic.name()));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::Limit;
    use machine::reason::{Decider, Deed};

    const GUIDE: &str = include_str!("../../../../docs/guide/unknown.md");

    #[test]
    fn every_topic_has_its_section_and_every_section_its_topic() {
        let titles: Vec<&str> = GUIDE.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        let missing: Vec<&str> =
            Topic::ALL.iter().map(|topic| topic.name()).filter(|name| !titles.contains(name)).collect();
        let unknown: Vec<&&str> =
            titles.iter().filter(|title| !Topic::ALL.iter().any(|topic| topic.name() == **title)).collect();
        assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, without a topic {unknown:?}");
    }

    #[test]
    fn each_topic_is_told_once_and_there_are_not_too_many() {
        let asked = Asked { command: Command::Verify, time: Duration::from_secs(60), memory_bytes: 3 << 30, jobs: 1 };
        let threads = |what: &str| Reason::Environment(Decider::Threads, what.into());
        let io = Reason::Confined(Deed::Io, "a file".into());
        let reasons = [threads("a"), threads("b"), io, Limit::Time.into(), Limit::Memory.into()];
        let lines = asked.lines(&reasons);
        let topics: Vec<&str> = lines.iter().filter_map(|line| line.rsplit_once(' ')).map(|(_, topic)| topic).collect();
        assert_eq!(topics, ["[threads]", "[refused-io]", "[time]"]);
        assert!(lines.iter().all(|line| line.starts_with("help: ") && !line.contains('\n')));
    }
}
