//! The answers of a sweep as a table.

use std::collections::BTreeMap;
use std::fmt;

use super::verdict::{Answer, Verdict};

/// What a sweep found.
pub struct Tally {
    pub programs: usize,
    /// Calls whose answer is another one in each process, which are not asked.
    pub unstable: Vec<String>,
    pub(super) answers: Vec<Answer>,
}

/// How often each verdict was given.
#[derive(Default)]
struct Counts {
    all: usize,
    violated: usize,
    unknown: usize,
    wrong: usize,
    broken: usize,
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        self.all += 1;
        match verdict {
            Verdict::False => self.violated += 1,
            Verdict::Unknown(_) => self.unknown += 1,
            Verdict::True => self.wrong += 1,
            Verdict::Broken(_) => self.broken += 1,
        }
    }

    fn line(&self, name: &str) -> String {
        format!(
            "{name:18} {:5} answers: FALSE {:5}, UNKNOWN {:5}, TRUE {:3}, broken {:3}",
            self.all, self.violated, self.unknown, self.wrong, self.broken
        )
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let verdict = match &self.verdict {
            Verdict::False => "FALSE".to_string(),
            Verdict::Unknown(reason) => format!("UNKNOWN: {reason}"),
            Verdict::True => "TRUE".to_string(),
            Verdict::Broken(said) => format!("broken: {said}"),
        };
        write!(f, "{} {} {:?} on {:?}: {verdict}", self.name, self.title, self.options, self.inputs)
    }
}

impl Tally {
    pub fn wrong(&self) -> Vec<&Answer> {
        self.answers.iter().filter(|answer| matches!(answer.verdict, Verdict::True | Verdict::Broken(_))).collect()
    }

    pub fn violated(&self) -> usize {
        self.answers.iter().filter(|answer| answer.verdict == Verdict::False).count()
    }

    /// The table by groups and by settings, and the reasons for UNKNOWN.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = self.table(|answer| answer.group.to_string());
        lines.extend(self.table(|answer| {
            match answer.options.is_empty() {
                true => "as usual".to_string(),
                false => answer
                    .options
                    .iter()
                    .filter(|word| !word.starts_with("--m") && !word.starts_with("--s"))
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(" "),
            }
        }));
        let mut total = Counts::default();
        self.answers.iter().for_each(|answer| total.add(&answer.verdict));
        lines.push(total.line("all"));
        let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
        for answer in &self.answers {
            if let Verdict::Unknown(reason) = &answer.verdict {
                *reasons.entry(reason.clone()).or_default() += 1;
            }
        }
        let mut reasons: Vec<(String, usize)> = reasons.into_iter().collect();
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        lines.extend(reasons.into_iter().map(|(reason, count)| format!("UNKNOWN {count:5}: {reason}")));
        lines
    }

    fn table(&self, key: impl Fn(&Answer) -> String) -> Vec<String> {
        let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
        for answer in &self.answers {
            counts.entry(key(answer)).or_default().add(&answer.verdict);
        }
        counts.iter().map(|(name, counts)| counts.line(name)).collect()
    }
}
