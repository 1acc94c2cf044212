//! Findings as the XML of a JUnit run, which every CI server shows: a suite for each class, a failed test for each finding.

use super::{Finding, Scan};
use crate::visible::escaped;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Findings that the baseline has are skipped tests. A scan without findings is one test that passed, as servers refuse empty reports.
pub fn junit_xml(scan: &Scan) -> String {
    let known = scan.findings.iter().filter(|finding| finding.known).count();
    let failures = scan.findings.len() - known;
    let time = scan.millis.map_or(String::new(), |millis| format!(" time=\"{:.3}\"", millis as f64 / 1000.0));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"jacana scan\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"{known}\"{time}>\n",
        scan.findings.len().max(1)
    );
    if scan.findings.is_empty() {
        xml += "  <testsuite name=\"jacana scan\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n    \
                <testcase classname=\"jacana\" name=\"no findings\"/>\n  </testsuite>\n";
    }
    for (class, findings) in by_class(&scan.findings) {
        xml += &suite(class, &findings);
    }
    xml + "</testsuites>\n"
}

/// The classes in the order of their names.
fn by_class(findings: &[Finding]) -> BTreeMap<&str, Vec<&Finding>> {
    let mut classes: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in findings {
        classes.entry(&finding.class).or_default().push(finding);
    }
    classes
}

fn suite(class: &str, findings: &[&Finding]) -> String {
    let known = findings.iter().filter(|finding| finding.known).count();
    let mut xml = format!(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{known}\">\n",
        attribute(class),
        findings.len(),
        findings.len() - known
    );
    findings.iter().for_each(|finding| xml += &case(finding));
    xml + "  </testsuite>\n"
}

fn case(finding: &Finding) -> String {
    let Finding { class, method, rule, fingerprint, .. } = finding;
    let place = finding
        .place
        .as_ref()
        .map_or(String::new(), |place| format!(" file=\"{}\" line=\"{}\"", attribute(&place.file), place.line));
    let name = attribute(&format!("{rule}: {method} [{fingerprint}]"));
    let outcome = if finding.known {
        format!("<skipped message=\"{}\"/>", attribute(&format!("known: {}", finding.message)))
    } else {
        let message = attribute(&finding.message);
        format!("<failure message=\"{message}\" type=\"{rule}\">{}</failure>", content(&body(finding)))
    };
    format!(
        "    <testcase classname=\"{}\" name=\"{name}\"{place}>\n      {outcome}\n    </testcase>\n",
        attribute(class)
    )
}

/// What a server shows below the name of a failed test.
fn body(finding: &Finding) -> String {
    let mut text = format!("{} ({})\n", finding.message, finding.importance.name());
    let mut add = |label: &str, told: &str| _ = writeln!(text, "{label}: {told}");
    if let Some(place) = &finding.place {
        add("place", &format!("{}:{}", place.file, place.line));
    }
    add("call", &format!("{}.{}", finding.class, finding.method));
    finding.inputs.iter().for_each(|input| add("input", &format!("{} = {}", input.name, input.value)));
    finding.path.iter().for_each(|step| add("branch", &format!("{} ({})", step.condition, step.place.short())));
    finding.why.iter().for_each(|why| add("why", why));
    for frame in &finding.stack {
        let place = frame.place.as_ref().map_or(String::new(), |place| format!(" ({})", place.short()));
        let _ = writeln!(text, "    at {}{place}", frame.method);
    }
    if let Some(test) = &finding.test {
        let _ = writeln!(text, "test: {} in {}\n{}", test.name, test.file, test.source);
    }
    text
}

/// XML 1.0, section 3.3.3: a parser turns the white space of an attribute into blanks unless it is written as references.
fn attribute(text: &str) -> String {
    content(text).replace('\t', "&#9;").replace('\n', "&#10;")
}

/// XML 1.0, section 2.2: most control characters cannot stand in a document in any form, so they are written as Java escapes.
fn content(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => xml += "&amp;",
            '<' => xml += "&lt;",
            '>' => xml += "&gt;",
            '"' => xml += "&quot;",
            '\r' => xml += "&#13;",
            '\t' | '\n' => xml.push(c),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => xml += &escaped(c),
            c => xml.push(c),
        }
    }
    xml
}

#[cfg(test)]
mod tests {
    use super::super::examples::{finding, hostile, known, scan};
    use super::*;

    #[test]
    fn a_suite_for_each_class() {
        let mut failing = finding();
        failing.class = "shop.Cart$Item".into();
        let xml = junit_xml(&scan(vec![finding(), known(), failing]));
        assert!(xml.contains(
            "<testsuites name=\"jacana scan\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"1\" time=\"12.345\">"
        ));
        assert!(
            xml.contains("<testsuite name=\"shop.Account\" tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\">")
        );
        assert!(
            xml.contains("<testsuite name=\"shop.Cart$Item\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"1\">")
        );
        assert!(xml.contains(
            "<testcase classname=\"shop.Cart$Item\" name=\"arithmetic: share(int) [ffeeddccbbaa0099]\">\n      \
             <skipped message=\"known: Item.share divides by zero\"/>"
        ));
        assert!(xml.contains("type=\"null-pointer\">Account.initials reads the field owner, which is null (bug)\n"));
        assert!(xml.contains("\n    at shop.Account.initials (Account.java:8)\n"));
    }

    #[test]
    fn the_document_stays_well_formed() {
        assert_eq!(attribute("<a b=\"1\">&\t\r\n]]>"), "&lt;a b=&quot;1&quot;&gt;&amp;&#9;&#13;&#10;]]&gt;");
        assert_eq!(content("\u{0}\u{1b}\u{85}\u{ffff}ä\n"), "\\u0000\\u001b\\u0085\\uffffä\n");
        let xml = junit_xml(&scan(vec![hostile()]));
        assert!(!xml.contains("</script>") && !xml.contains("]]>"));
        assert!(xml.chars().all(|c| c == '\n' || !c.is_control()));
        assert!(xml.contains("file=\"src/Größe &amp; &quot;Maß&quot;/a b:c,d#?%.java\" line=\"3\""));
    }

    #[test]
    fn an_empty_scan_is_a_test_that_passed() {
        let xml = junit_xml(&Scan::default());
        assert!(xml.contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">"));
        assert!(xml.contains("<testcase classname=\"jacana\" name=\"no findings\"/>"));
    }
}
