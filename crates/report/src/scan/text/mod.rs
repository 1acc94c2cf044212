//! Findings for a terminal, in the manner of a compiler's errors: what, where, the source, and below it how it comes to that.

mod colour;
mod excerpt;
mod stack;
mod summary;

pub use colour::Colour;

use super::{CodeStep, Finding, Importance, Input, Scan, Sources};
use crate::visible::{counted, shortened, visible};
use colour::Ink;

/// The branches nearest to the failure say most.
const MAX_BRANCHES: usize = 6;
const MAX_INPUTS: usize = 12;
const MAX_VALUE_CHARS: usize = 120;
const MAX_MESSAGE_CHARS: usize = 400;

/// Which findings are shown one by one. All are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// Bugs and likely bugs that the baseline does not have.
    Important,
    All,
}

impl Listed {
    fn shows(self, finding: &Finding) -> bool {
        match (self, finding.importance) {
            (Listed::All, _) => true,
            (Listed::Important, Importance::Possible) => false,
            (Listed::Important, Importance::Bug | Importance::Likely) => !finding.known,
        }
    }
}

/// The whole report: the findings that are listed, then a summary.
pub fn text(scan: &Scan, sources: &Sources, colour: Colour, listed: Listed) -> String {
    let findings = scan.findings.iter().filter(|finding| listed.shows(finding));
    let findings: String = findings.map(|finding| block(finding, sources, colour) + "\n").collect();
    findings + &summary::summary(scan, colour, listed)
}

fn block(finding: &Finding, sources: &Sources, colour: Colour) -> String {
    let margin = excerpt::margin(finding.place.as_ref());
    let kind = format!("{}[{}]", finding.importance.name(), finding.rule);
    let message = shortened(&visible(&finding.message), MAX_MESSAGE_CHARS);
    let mut text = format!(
        "{}{}\n",
        colour.paint(Ink::Of(finding.importance), &kind),
        colour.paint(Ink::Strong, &format!(": {message}"))
    );
    if let Some(place) = &finding.place {
        text += &excerpt::excerpt(finding, place, sources, margin, colour);
    }
    let known = if finding.known { " (known)" } else { "" };
    let notes = [
        ("call", vec![visible(&format!("{}.{}", finding.class, finding.method))]),
        ("inputs", input_lines(&finding.inputs)),
        ("path", path_lines(&finding.path)),
        ("stack", stack::stack_lines(&finding.stack)),
        ("why", finding.why.iter().map(|why| visible(why)).collect()),
        (
            "test",
            finding.test.iter().map(|test| format!("{} in {}", visible(&test.name), visible(&test.file))).collect(),
        ),
        ("fingerprint", vec![format!("{}{known}", finding.fingerprint)]),
    ];
    notes.iter().for_each(|(label, lines)| text += &note(label, lines, margin, colour));
    text
}

/// `= label: first line`, the other lines below the first; nothing without lines.
fn note(label: &str, lines: &[String], margin: usize, colour: Colour) -> String {
    let Some((first, others)) = lines.split_first() else { return String::new() };
    let indent = margin + label.len() + 5;
    let sign = colour.paint(Ink::Margin, "=");
    let head = format!("{:margin$} {sign} {}{first}\n", "", colour.paint(Ink::Strong, &format!("{label}: ")));
    others.iter().fold(head, |text, line| text + &format!("{:indent$}{line}\n", ""))
}

fn input_lines(inputs: &[Input]) -> Vec<String> {
    let shown = inputs.iter().take(MAX_INPUTS);
    let shown =
        shown.map(|input| format!("{} = {}", visible(&input.name), shortened(&visible(&input.value), MAX_VALUE_CHARS)));
    let left = inputs.len().saturating_sub(MAX_INPUTS);
    let more = (left > 0).then(|| format!("... {}", counted(left as u64, "more input", "more inputs")));
    shown.chain(more).collect()
}

fn path_lines(path: &[CodeStep]) -> Vec<String> {
    let left = path.len().saturating_sub(MAX_BRANCHES);
    let more = (left > 0).then(|| format!("... {} before", counted(left as u64, "branch", "branches")));
    let shown = path[left..].iter().map(|step| {
        format!("{} ({})", shortened(&visible(&step.condition), MAX_VALUE_CHARS), visible(&step.place.short()))
    });
    more.into_iter().chain(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::examples::{finding, hostile, known, place, scan, sources};

    fn plain(scan: &Scan, listed: Listed) -> String {
        text(scan, &sources(scan), Colour::Never, listed)
    }

    #[test]
    fn a_finding_reads_like_an_error_of_a_compiler() {
        let mut possible = finding();
        possible.importance = Importance::Possible;
        let expected = "\
bug[null-pointer]: Account.initials reads the field owner, which is null
 --> src/main/java/shop/Account.java:8
  |
6 |     int initials(int count) {
7 |         if (count > 0) {
8 |             return owner.substring(0, count).length();
  |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
9 |         }
  |
  = call: shop.Account.initials(int)
  = inputs: count = 1
  = path: count > 0 (Account.java:7)
  = stack: ... 1 frame of the JDK
           at shop.Account.initials (Account.java:8)
           ... 1 frame of the JDK
  = why: no argument is null
  = test: initialsThrows in shop/AccountScanTest.java
  = fingerprint: 00112233445566ff

shop: 3 findings: 1 bug, 1 likely, 1 possible
  2 new, 1 known, 1 gone
  not listed: 1 possible, 1 known
  12 classes explored, 30 remembered from earlier runs, 2 excluded, 1 that could not be tried, \
3 contracts checked, 1 program checked, 81 of 100 branches (81.0%)
  JDK 21.0.2, 12.3 s
  note: shop.Native: native methods are not explored
";
        assert_eq!(plain(&scan(vec![finding(), known(), possible]), Listed::Important), expected);
    }

    #[test]
    fn everything_is_listed_on_demand() {
        let text = plain(&scan(vec![known()]), Listed::All);
        let expected = "\
likely[arithmetic]: Item.share divides by zero
  = call: shop.Cart$Item.share(int)
  = fingerprint: ffeeddccbbaa0099 (known)

shop: 1 finding: 1 likely
";
        assert!(text.starts_with(expected), "{text}");
        assert!(!text.contains("not listed"));
    }

    #[test]
    fn an_empty_scan_is_a_summary() {
        assert_eq!(plain(&Scan::default(), Listed::Important), "no findings\n  0 classes explored\n");
    }

    #[test]
    fn only_colours_write_escape_sequences() {
        let scan = scan(vec![hostile(), finding()]);
        assert!(!plain(&scan, Listed::All).contains('\u{1b}'));
        let coloured = text(&scan, &sources(&scan), Colour::Always, Listed::All);
        assert!(coloured.contains("\u{1b}[1;31mbug[null-pointer]\u{1b}[0m"));
        let mut bare = coloured;
        for code in ["1;31", "1;34", "1", "2", "0"] {
            bare = bare.replace(&format!("\u{1b}[{code}m"), "");
        }
        assert_eq!(bare, plain(&scan, Listed::All));
    }

    #[test]
    fn long_lists_are_cut_with_a_count() {
        let mut long = finding();
        long.path =
            (1..=20).map(|number| CodeStep { place: place(number), condition: format!("i{number} > 0") }).collect();
        long.inputs = (1..=13).map(|number| Input { name: format!("i{number}"), value: "x".repeat(200) }).collect();
        let text = plain(&scan(vec![long]), Listed::Important);
        assert!(text.contains("= path: ... 14 branches before\n          i15 > 0 (Account.java:15)\n"), "{text}");
        assert!(text.contains("            ... 1 more input\n"), "{text}");
        assert!(text.contains("xx... (200 characters)\n"));
    }
}
