//! The last lines of the text: how many findings, against the baseline, and how much was looked at.

use super::Listed;
use super::colour::{Colour, Ink};
use crate::scan::counts::{Counts, work_done};
use crate::scan::{Importance, Scan};
use crate::visible::{counted, visible};

const MAX_NOTES: usize = 10;

pub(super) fn summary(scan: &Scan, colour: Colour, listed: Listed) -> String {
    let counts = Counts::of(scan);
    let project = visible(&scan.project);
    let separator = if project.is_empty() { "" } else { ": " };
    let head = format!("{project}{separator}{}", counts.findings());
    let mut lines: Vec<String> = counts.against_baseline().into_iter().collect();
    lines.extend(not_listed(scan, listed).map(|line| colour.paint(Ink::Faint, &line)));
    lines.push(work_done(&scan.work));
    lines.extend(run(scan));
    let shown = match listed {
        Listed::Important => scan.notes.len().min(MAX_NOTES),
        Listed::All => scan.notes.len(),
    };
    lines.extend(scan.notes[..shown].iter().map(|note| format!("note: {}", visible(note))));
    let left = (scan.notes.len() - shown) as u64;
    lines.extend((left > 0).then(|| format!("... {}", counted(left, "more note", "more notes"))));
    let lines = lines.iter().map(|line| format!("  {line}\n"));
    format!("{}\n{}", colour.paint(Ink::Strong, &head), lines.collect::<String>())
}

/// What only counts: findings that are merely possible, and others that the baseline has.
fn not_listed(scan: &Scan, listed: Listed) -> Option<String> {
    let hidden = || scan.findings.iter().filter(|finding| !listed.shows(finding));
    let possible = hidden().filter(|finding| finding.importance == Importance::Possible).count();
    let known = hidden().count() - possible;
    let parts = [(possible, "possible"), (known, "known")];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| format!("not listed: {}", parts.join(", ")))
}

/// `JDK 21.0.2, 12.3 s`
fn run(scan: &Scan) -> Option<String> {
    let jdk = (!scan.jdk.is_empty()).then(|| format!("JDK {}", visible(&scan.jdk)));
    let time = scan.millis.map(|millis| format!("{:.1} s", millis as f64 / 1000.0));
    let parts: Vec<String> = jdk.into_iter().chain(time).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_cut_unless_everything_is_wanted() {
        let scan = Scan { notes: vec!["class is abstract".into(); MAX_NOTES + 2], ..Scan::default() };
        let text = summary(&scan, Colour::Never, Listed::Important);
        assert!(text.ends_with("  note: class is abstract\n  ... 2 more notes\n"));
        assert_eq!(summary(&scan, Colour::Never, Listed::All).matches("note:").count(), MAX_NOTES + 2);
    }
}
