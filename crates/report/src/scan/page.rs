//! All findings on one page that needs no network. The page carries its data and draws only the rows in sight, so thousands of findings
//! open at once.

use super::counts::{Counts, work_done};
use super::json::{finding, rule};
use super::{Finding, Place, Rule, Scan, Sources};
use crate::json::{list, object, text};
use serde_json::Value;
use std::collections::BTreeMap;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Lines of source around the place of a finding, and around each other line that it refers to.
const LINES_AROUND_FINDING: u32 = 5;
const LINES_AROUND_STEP: u32 = 2;

pub fn html(scan: &Scan, sources: &Sources) -> String {
    let page = PAGE.replacen("/*STYLE*/", STYLE, 1).replacen("/*SCRIPT*/", SCRIPT, 1);
    page.replacen("/*DATA*/", &embedded(&data(scan, sources)), 1)
}

/// JSON that can stand in a script element: nothing in it ends the element or starts a comment.
fn embedded(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

fn data(scan: &Scan, sources: &Sources) -> Value {
    let counts = Counts::of(scan);
    object([
        ("project", text(&scan.project)),
        ("jdk", text(&scan.jdk)),
        ("version", text(env!("CARGO_PKG_VERSION"))),
        ("seconds", scan.millis.map_or(Value::Null, |millis| Value::from(millis as f64 / 1000.0))),
        ("counts", text(&counts.findings())),
        ("baseline", counts.against_baseline().map_or(Value::Null, |line| text(&line))),
        ("work", text(&work_done(&scan.work))),
        ("notes", list(&scan.notes, |note| text(note))),
        ("rules", list(Rule::ALL, rule)),
        ("findings", list(&scan.findings, finding)),
        ("sources", excerpts(scan, sources)),
    ])
}

/// For each file the lines that a finding can show: `{"A.java": {"17": "int x;"}}`.
fn excerpts(scan: &Scan, sources: &Sources) -> Value {
    let mut files: BTreeMap<&str, BTreeMap<u32, &str>> = BTreeMap::new();
    for (place, around) in scan.findings.iter().flat_map(shown_places) {
        let lines = sources.around(place, around, around);
        if !lines.is_empty() {
            files.entry(&place.file).or_default().extend(lines);
        }
    }
    let lines = |lines: BTreeMap<u32, &str>| -> Value {
        lines.into_iter().map(|(number, line)| (number.to_string(), text(line))).collect()
    };
    files.into_iter().map(|(file, of)| (file.to_string(), lines(of))).collect()
}

fn shown_places(finding: &Finding) -> impl Iterator<Item = (&Place, u32)> {
    let place = finding.place.iter().map(|place| (place, LINES_AROUND_FINDING));
    place.chain(finding.places().map(|place| (place, LINES_AROUND_STEP)))
}

#[cfg(test)]
mod tests {
    use super::super::examples::{finding, hostile, known, scan, sources};
    use super::*;

    /// What the page reads back.
    fn embedded_in(page: &str) -> Value {
        let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
        let end = start + page[start..].find("</script>").unwrap();
        serde_json::from_str(&page[start..end]).unwrap()
    }

    #[test]
    fn no_text_ends_the_script() {
        let scan = scan(vec![hostile()]);
        let page = html(&scan, &sources(&scan));
        let empty = html(&Scan::default(), &Sources::default());
        for mark in ["</script", "<!--", "\u{2028}"] {
            assert_eq!(page.matches(mark).count(), empty.matches(mark).count(), "{mark}");
        }
        assert_eq!(embedded_in(&page)["findings"][0]["message"], hostile().message);
    }

    #[test]
    fn data_is_not_taken_for_a_part_of_the_page() {
        let mut finding = finding();
        finding.message = "/*SCRIPT*/ /*STYLE*/ /*DATA*/".into();
        let scan = scan(vec![finding.clone()]);
        assert_eq!(embedded_in(&html(&scan, &sources(&scan)))["findings"][0]["message"], finding.message);
    }

    #[test]
    fn the_page_needs_no_network() {
        let page = html(&Scan::default(), &Sources::default());
        for reference in ["http://", "https://", "src=", "@import", "url("] {
            assert!(!page.contains(reference), "{reference}");
        }
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("/*STYLE*/") && !page.contains("/*SCRIPT*/") && !page.contains("/*DATA*/"));
    }

    #[test]
    fn only_lines_that_can_be_shown_are_embedded() {
        let long: String = (1..=1000).map(|line| format!("line {line}\n")).collect();
        let scan = scan(vec![finding(), known()]);
        let page = html(&scan, &Sources::of(&scan, |_| Some(long.clone())));
        let lines = embedded_in(&page)["sources"]["src/main/java/shop/Account.java"].as_object().unwrap().clone();
        let numbers: Vec<u32> = lines.keys().map(|line| line.parse().unwrap()).collect();
        assert_eq!(numbers, (3..=13).collect::<Vec<_>>());
        assert_eq!(lines["8"], "line 8");
    }
}
