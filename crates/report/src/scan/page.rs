//! All findings on one page.

use super::counts::{Counts, work_done};
use super::json::{finding, rule};
use super::{Finding, Place, Rule, Scan, Sources};
use crate::json::list;
use crate::page::{self, Head, LINES_AROUND_PLACE, LINES_AROUND_STEP, Parts};

const PARTS: Parts = Parts { styles: &[], scripts: &[include_str!("page.js")] };

pub fn html(scan: &Scan, sources: &Sources) -> String {
    let places = scan.findings.iter().flat_map(shown_places);
    page::html(
        &head(scan),
        &PARTS,
        [
            ("rules", list(Rule::ALL, rule)),
            ("findings", list(&scan.findings, finding)),
            ("sources", page::excerpts(places, sources)),
        ],
    )
}

fn head(scan: &Scan) -> Head {
    let counts = Counts::of(scan);
    let seconds = scan.millis.map(|millis| millis as f64 / 1000.0);
    Head {
        command: "scan",
        subject: scan.project.clone(),
        figures: [Some(counts.findings()), counts.against_baseline()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("; "),
        about: vec![work_done(&scan.work), page::made_by(&scan.jdk, seconds)],
        notes: scan.notes.clone(),
    }
}

fn shown_places(finding: &Finding) -> impl Iterator<Item = (&Place, u32)> {
    let place = finding.place.iter().map(|place| (place, LINES_AROUND_PLACE));
    place.chain(finding.places().map(|place| (place, LINES_AROUND_STEP)))
}

#[cfg(test)]
mod tests {
    use super::super::examples::{finding, hostile, known, scan, sources};
    use super::*;
    use crate::page::embedded_in;

    #[test]
    fn texts_of_the_program_stay_texts() {
        let scan = scan(vec![hostile()]);
        let page = html(&scan, &sources(&scan));
        let empty = html(&Scan::default(), &Sources::default());
        for mark in ["</script", "<!--", "\u{2028}"] {
            assert_eq!(page.matches(mark).count(), empty.matches(mark).count(), "{mark}");
        }
        assert_eq!(embedded_in(&page)["findings"][0]["message"], hostile().message);
    }

    #[test]
    fn only_lines_that_can_be_shown_are_embedded() {
        let long: String = (1..=1000).map(|line| format!("line {line}\n")).collect();
        let scan = scan(vec![finding(), known()]);
        let page = html(&scan, &scan.sources(|_| Some(long.clone())));
        let lines = embedded_in(&page)["sources"]["src/main/java/shop/Account.java"].as_object().unwrap().clone();
        let numbers: Vec<u32> = lines.keys().map(|line| line.parse().unwrap()).collect();
        assert_eq!(numbers, (3..=13).collect::<Vec<_>>());
        assert_eq!(lines["8"], "line 8");
    }
}
