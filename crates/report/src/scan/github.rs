//! Annotations on the changed files of a pull request: workflow commands that GitHub Actions reads from the output of a step.

use super::counts::Counts;
use super::{Finding, Importance, Scan};
use crate::visible::{shortened, visible};

/// Annotations show a few lines; everything else is in the other formats.
const MAX_INPUTS_CHARS: usize = 300;

/// A command for each new finding, the most important one first as GitHub shows only the first ten of a kind, and a line with the counts.
pub fn github(scan: &Scan) -> String {
    let commands: String = scan.new_findings().map(command).collect();
    let counts = Counts::of(scan);
    let baseline = counts.against_baseline().map_or(String::new(), |line| format!(" ({line})"));
    format!("{commands}jacana scan: {}{baseline}\n", counts.findings())
}

fn command(finding: &Finding) -> String {
    let level = match finding.importance {
        Importance::Bug => "error",
        Importance::Likely => "warning",
        Importance::Possible => "notice",
    };
    // Without its source a file has no place in the repository.
    let place = finding.place.iter().filter(|place| place.has_source);
    let mut properties: Vec<String> =
        place.map(|place| format!("file={},line={}", property(&place.file), place.line.max(1))).collect();
    let title = format!("{} in {}.{}", finding.rule, finding.class, finding.method);
    properties.push(format!("title={}", property(&visible(&title))));
    format!("::{level} {}::{}\n", properties.join(","), data(&message(finding)))
}

fn message(finding: &Finding) -> String {
    let mut lines = vec![visible(&finding.message)];
    let inputs: Vec<String> =
        finding.inputs.iter().map(|input| visible(&format!("{} = {}", input.name, input.value))).collect();
    if !inputs.is_empty() {
        lines.push(format!("Inputs: {}", shortened(&inputs.join(", "), MAX_INPUTS_CHARS)));
    }
    lines.extend(finding.why.iter().map(|why| format!("Why: {}", visible(why))));
    lines.extend(finding.test.iter().map(|test| visible(&format!("Test: {} in {}", test.name, test.file))));
    lines.push(format!("Fingerprint: {}", finding.fingerprint));
    lines.join("\n")
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, where colons and commas end it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::examples::{finding, hostile, known, scan};
    use super::*;

    #[test]
    fn new_findings_become_commands() {
        let mut possible = finding();
        possible.importance = Importance::Possible;
        possible.place.as_mut().unwrap().has_source = false;
        let text = github(&scan(vec![finding(), known(), possible]));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "::error file=src/main/java/shop/Account.java,line=8,title=null-pointer in shop.Account.initials(int)\
             ::Account.initials reads the field owner, which is null%0AInputs: count = 1%0AWhy: no argument is null\
             %0ATest: initialsThrows in shop/AccountScanTest.java%0AFingerprint: 00112233445566ff"
        );
        assert!(lines[1].starts_with("::notice title=null-pointer in "), "{}", lines[1]);
        assert_eq!(lines[2], "jacana scan: 3 findings: 1 bug, 1 likely, 1 possible (2 new, 1 known, 1 gone)");
        assert_eq!(lines.len(), 3, "the known one is no annotation");
    }

    #[test]
    fn texts_cannot_forge_commands() {
        let text = github(&scan(vec![hostile()]));
        assert_eq!(text.lines().count(), 2);
        assert!(text.starts_with("::error file=src/Größe & \"Maß\"/a b%3Ac%2Cd#?%25.java,line=3,title="), "{text}");
        assert!(text.contains("x%250A"), "a percent sign of the program stays one: {text}");
        assert_eq!(data("a\r\n%:,"), "a%0D%0A%25:,");
        assert_eq!(property("a\r\n%:,"), "a%0D%0A%25%3A%2C");
    }

    #[test]
    fn an_empty_scan_has_no_commands() {
        assert_eq!(github(&Scan::default()), "jacana scan: no findings\n");
    }
}
