//! What `jacana test` found out about classes: one line for each, a table, JSON.

use explore::test_replay::{Counter, Coverage};

/// One class of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestedClass {
    /// Dotted.
    pub class: String,
    pub methods: u64,
    /// Methods with a test.
    pub tested: u64,
    pub tests: u64,
    pub suspects: u64,
    /// Candidates that did not become tests.
    pub refused: u64,
    pub coverage: Option<Coverage>,
    /// Why there are no tests.
    pub skipped: Option<String>,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// Below the folder.
    pub files: Vec<String>,
}

impl TestedClass {
    /// One line and the notes.
    pub fn told(&self) -> String {
        let notes: String = self.notes.iter().map(|note| format!("  {note}\n")).collect();
        let TestedClass { class, methods, tested, tests, suspects, refused, .. } = self;
        if let Some(why) = &self.skipped {
            return format!("{class}: skipped: {why}\n{notes}");
        }
        let coverage = self
            .coverage
            .as_ref()
            .map(|coverage| format!(", branches {}, lines {}", percent(coverage.branches), percent(coverage.lines)));
        let coverage = coverage.unwrap_or_default();
        format!(
            "{class}: {tested} of {methods} methods, {tests} tests, {suspects} suspected bugs{coverage}, \
             {refused} candidates refused\n{notes}"
        )
    }
}

/// Of what there is; `-` if there is nothing.
fn percent(counter: Counter) -> String {
    match counter.total {
        0 => "-".into(),
        total => format!("{:.1}%", 100.0 * counter.covered as f64 / total as f64),
    }
}
