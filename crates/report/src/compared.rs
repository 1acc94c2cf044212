//! `jacana model-check --html FILE`: models beside the methods that they stand for.

use crate::page::entries::{Block, Entries, Entry, Kind, page};
use crate::page::{Head, made_by};
use crate::source::Sources;

/// A model and what came of its comparison.
pub struct ComparedModel {
    /// `pkg.Class.method`
    pub model: String,
    pub original: String,
    pub outcome: ComparisonOutcome,
}

pub enum ComparisonOutcome {
    /// On so many inputs.
    Equal(String),
    /// After so many inputs: the input, and what both sides answered.
    Different {
        after: String,
        lines: Vec<String>,
    },
    NotCompared(String),
}

pub fn compared_html(jdk: &str, inputs: u32, models: &[ComparedModel]) -> String {
    let different = models.iter().filter(|model| matches!(model.outcome, ComparisonOutcome::Different { .. })).count();
    let equal = models.iter().filter(|model| matches!(model.outcome, ComparisonOutcome::Equal(_))).count();
    let head = Head {
        command: "model-check",
        subject: format!("{} models", models.len()),
        figures: format!("{equal} equal, {different} different, {} not compared", models.len() - equal - different),
        about: vec![made_by(jdk, None), format!("{inputs} inputs for each model")],
        notes: Vec::new(),
    };
    let entries = models.iter().enumerate().map(|(number, model)| entry(number, model)).collect();
    let kinds = &[Kind::Violated, Kind::Unknown, Kind::Holds];
    page(&Entries { head, name: ["model", "models"], kinds, entries }, &Sources::default())
}

fn entry(number: usize, compared: &ComparedModel) -> Entry {
    let (kind, told, blocks) = match &compared.outcome {
        ComparisonOutcome::Equal(inputs) => (Kind::Holds, format!("equal on {inputs} inputs"), Vec::new()),
        ComparisonOutcome::Different { after, lines } => {
            let title = "The input, and what both sides answer".into();
            (
                Kind::Violated,
                format!("different, after {after} inputs"),
                vec![Block::Lines { title, lines: lines.clone() }],
            )
        }
        ComparisonOutcome::NotCompared(why) => (Kind::Unknown, format!("not compared: {why}"), Vec::new()),
    };
    Entry {
        key: number.to_string(),
        kind,
        title: format!("{} as model of {}", compared.model, compared.original),
        about: vec![told],
        blocks,
    }
}
