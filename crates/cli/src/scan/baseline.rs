//! Findings that are known: a file in the project, by fingerprints, for people to read and review.

use anyhow::{Context, Result, bail};
use report::scan::{Finding, Scan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The file that is taken if it is there.
pub const FILE: &str = "jacana-baseline.json";
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Baseline {
    format: u32,
    findings: Vec<Known>,
}

/// What is kept of a finding: the fingerprint counts, the rest is for people.
#[derive(Serialize, Deserialize)]
struct Known {
    fingerprint: String,
    #[serde(default)]
    rule: String,
    #[serde(default)]
    class: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    message: String,
}

/// How much of a project a scan has looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Whole,
    /// What else is known stays so.
    Part,
}

/// Marks the findings that the file has, and notes those that are gone.
pub fn compare(file: &Path, scan: &mut Scan, extent: Extent) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read the baseline {}", file.display()))?;
    let Baseline { format, findings } =
        serde_json::from_str(&text).with_context(|| format!("{} is no baseline", file.display()))?;
    if format != FORMAT {
        bail!("{} has the format {format}: this version knows {FORMAT}", file.display());
    }
    let known: BTreeSet<&str> = findings.iter().map(|known| known.fingerprint.as_str()).collect();
    for finding in &mut scan.findings {
        finding.known = known.contains(finding.fingerprint.as_str());
    }
    // Who looked at a part of the project does not know what is gone.
    if extent == Extent::Whole {
        let now: BTreeSet<&str> = scan.findings.iter().map(|finding| finding.fingerprint.as_str()).collect();
        scan.gone = known.difference(&now).map(|fingerprint| fingerprint.to_string()).collect();
    }
    Ok(())
}

/// All findings, in an order that does not change; `old` is the text of the baseline so far.
pub fn text(findings: &[Finding], extent: Extent, old: Option<&str>) -> Result<String> {
    let old = match (extent, old) {
        (Extent::Part, Some(text)) => serde_json::from_str::<Baseline>(text).context("not a baseline")?.findings,
        (Extent::Part, None) | (Extent::Whole, _) => Vec::new(),
    };
    let mut all: Vec<Known> = findings
        .iter()
        .map(|finding| Known {
            fingerprint: finding.fingerprint.clone(),
            rule: finding.rule.id().into(),
            class: finding.class.clone(),
            method: finding.method.clone(),
            message: finding.message.clone(),
        })
        .chain(old)
        .collect();
    all.sort_by(|one, other| (&one.class, &one.fingerprint).cmp(&(&other.class, &other.fingerprint)));
    all.dedup_by(|one, other| one.fingerprint == other.fingerprint);
    Ok(serde_json::to_string_pretty(&Baseline { format: FORMAT, findings: all })? + "\n")
}
