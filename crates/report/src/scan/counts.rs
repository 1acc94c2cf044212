//! How many findings there are of what kind, and how much was looked at: the figures that every format tells in its own way.

use super::{Importance, Scan, Work};
use crate::visible::counted;

pub(super) struct Counts {
    /// In the order of `Importance::ALL`.
    by_importance: [u64; Importance::ALL.len()],
    pub new: u64,
    pub known: u64,
    pub gone: u64,
}

impl Counts {
    pub(super) fn of(scan: &Scan) -> Counts {
        let count = |wanted: Importance| scan.findings.iter().filter(|finding| finding.importance == wanted).count();
        let new = scan.new_findings().count() as u64;
        Counts {
            by_importance: Importance::ALL.map(|importance| count(importance) as u64),
            new,
            known: scan.findings.len() as u64 - new,
            gone: scan.gone.len() as u64,
        }
    }

    pub(super) fn of_importance(&self, importance: Importance) -> u64 {
        self.by_importance[importance as usize]
    }

    /// `4 findings: 2 bugs, 1 likely, 1 possible`
    pub(super) fn findings(&self) -> String {
        let all = self.new + self.known;
        if all == 0 {
            return "no findings".into();
        }
        let kinds = Importance::ALL.into_iter().map(|importance| (self.of_importance(importance), importance));
        let kinds: Vec<String> =
            kinds.filter(|(count, _)| *count > 0).map(|(count, importance)| of_kind(count, importance)).collect();
        format!("{}: {}", counted(all, "finding", "findings"), kinds.join(", "))
    }

    /// `3 new, 1 known, 2 gone`; nothing if no baseline knew anything.
    pub(super) fn against_baseline(&self) -> Option<String> {
        let has_baseline = self.known > 0 || self.gone > 0;
        has_baseline.then(|| format!("{} new, {} known, {} gone", self.new, self.known, self.gone))
    }
}

fn of_kind(count: u64, importance: Importance) -> String {
    match importance {
        Importance::Bug => counted(count, "bug", "bugs"),
        Importance::Likely | Importance::Possible => format!("{count} {}", importance.name()),
    }
}

/// `12 classes explored, 2 excluded, 81 of 100 branches (81.0%)`
pub(super) fn work_done(work: &Work) -> String {
    let mut parts = vec![format!("{} explored", counted(work.explored, "class", "classes"))];
    let others = [
        (work.remembered, "remembered from earlier runs"),
        (work.excluded, "excluded"),
        (work.skipped, "that could not be tried"),
    ];
    parts.extend(others.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")));
    let checked = [(work.contracts, "contract", "contracts"), (work.programs, "program", "programs")];
    let checked = checked.iter().filter(|(count, ..)| *count > 0);
    parts.extend(checked.map(|(count, one, many)| format!("{} checked", counted(*count, one, many))));
    parts.extend(
        work.branches
            .filter(|(_, all)| *all > 0)
            .map(|(covered, all)| format!("{covered} of {all} branches ({:.1}%)", 100.0 * covered as f64 / all as f64)),
    );
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::examples::{finding, known};
    use super::*;

    #[test]
    fn findings_are_counted_by_kind() {
        let mut possible = known();
        possible.importance = Importance::Possible;
        let scan = Scan { findings: vec![finding(), finding(), possible], gone: vec!["f".into()], ..Scan::default() };
        let counts = Counts::of(&scan);
        assert_eq!(counts.findings(), "3 findings: 2 bugs, 1 possible");
        assert_eq!(counts.against_baseline().as_deref(), Some("2 new, 1 known, 1 gone"));
        assert_eq!(Counts::of(&Scan::default()).findings(), "no findings");
        assert_eq!(Counts::of(&Scan::default()).against_baseline(), None);
    }

    #[test]
    fn work_tells_only_what_there_was() {
        assert_eq!(work_done(&Work { explored: 1, ..Work::default() }), "1 class explored");
        let work = Work { explored: 2, skipped: 1, programs: 1, branches: Some((1, 3)), ..Work::default() };
        assert_eq!(
            work_done(&work),
            "2 classes explored, 1 that could not be tried, 1 program checked, 1 of 3 branches (33.3%)"
        );
        let nothing = Work { branches: Some((0, 0)), ..Work::default() };
        assert_eq!(work_done(&nothing), "0 classes explored");
    }
}
