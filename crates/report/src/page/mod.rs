//! What all pages share: one file that needs no network, light and dark, with a list of items and the details of the one that is open. The
//! page carries its data and draws only the rows in sight, so thousands of items open at once.

pub(crate) mod entries;
pub(crate) mod heap;

use crate::json::{list, object, text};
use crate::source::{Place, Sources};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const FRAME: &str = include_str!("frame.html");
const STYLE: &str = include_str!("frame.css");
/// In the order in which they run; the script of the page follows.
const SCRIPTS: [&str; 3] = [include_str!("frame.js"), include_str!("code.js"), include_str!("list.js")];

/// Lines of source around a place that matters most, and around each other line that is referred to; the page shows one less.
pub(crate) const LINES_AROUND_PLACE: u32 = 5;
pub(crate) const LINES_AROUND_STEP: u32 = 2;

/// What the head of a page says.
#[derive(Debug, Default)]
pub(crate) struct Head {
    /// `verify`
    pub command: &'static str,
    /// The project, program or method.
    pub subject: String,
    /// One line.
    pub figures: String,
    /// Behind a click: how it was run.
    pub about: Vec<String>,
    pub notes: Vec<String>,
}

/// What one kind of page has besides the frame.
pub(crate) struct Parts {
    pub styles: &'static [&'static str],
    pub scripts: &'static [&'static str],
}

/// A page with these fields of data.
pub(crate) fn html<const N: usize>(head: &Head, parts: &Parts, fields: [(&'static str, Value); N]) -> String {
    let styles = [&[STYLE], parts.styles].concat().concat();
    let scripts = [&SCRIPTS, parts.scripts].concat().concat();
    let page = FRAME.replacen("/*STYLE*/", &styles, 1).replacen("/*SCRIPT*/", &scripts, 1);
    let mut data = Map::from_iter([("head".to_string(), told(head))]);
    data.extend(fields.map(|(name, value)| (name.to_string(), value)));
    page.replacen("/*DATA*/", &embedded(&Value::Object(data)), 1)
}

/// `Jacana 0.1.0, JDK 17.0.2, took 3.1 s`
pub(crate) fn made_by(jdk: &str, seconds: Option<f64>) -> String {
    let jdk = (!jdk.is_empty()).then(|| format!("JDK {jdk}"));
    let seconds = seconds.map(|seconds| format!("took {seconds:.1} s"));
    let tool = format!("Jacana {}", env!("CARGO_PKG_VERSION"));
    [Some(tool), jdk, seconds].into_iter().flatten().collect::<Vec<String>>().join(", ")
}

fn told(head: &Head) -> Value {
    object([
        ("command", text(head.command)),
        ("subject", text(&head.subject)),
        ("figures", text(&head.figures)),
        ("about", list(&head.about, |line| text(line))),
        ("notes", list(&head.notes, |note| text(note))),
    ])
}

/// JSON that can stand in a script element: nothing in it ends the element or starts a comment.
fn embedded(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// For each file the lines that a page can show: `{"A.java": {"17": "int x;"}}`.
pub(crate) fn excerpts<'a>(places: impl Iterator<Item = (&'a Place, u32)>, sources: &Sources) -> Value {
    let mut files: BTreeMap<&str, BTreeMap<u32, &str>> = BTreeMap::new();
    for (place, around) in places {
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

/// What a page reads back.
#[cfg(test)]
pub(crate) fn embedded_in(page: &str) -> Value {
    let start = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    let end = start + page[start..].find("</script>").unwrap();
    serde_json::from_str(&page[start..end]).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Parts = Parts { styles: &[], scripts: &[] };

    #[test]
    fn no_text_ends_the_script() {
        let evil = "</script><!--\u{2028} ]]> \"'&\u{1b}[31m\u{0}\n";
        let head = Head { subject: evil.into(), ..Head::default() };
        let page = html(&head, &NONE, [("evil", text(evil))]);
        let empty = html(&Head::default(), &NONE, []);
        for mark in ["</script", "<!--", "\u{2028}", "\u{1b}"] {
            assert_eq!(page.matches(mark).count(), empty.matches(mark).count(), "{mark:?}");
        }
        assert_eq!(embedded_in(&page)["evil"], evil);
        assert_eq!(embedded_in(&page)["head"]["subject"], evil);
    }

    #[test]
    fn data_is_not_taken_for_a_part_of_the_page() {
        let marks = "/*SCRIPT*/ /*STYLE*/ /*DATA*/";
        assert_eq!(embedded_in(&html(&Head::default(), &NONE, [("marks", text(marks))]))["marks"], marks);
    }

    #[test]
    fn the_page_needs_no_network() {
        let page = html(&Head::default(), &NONE, []);
        for reference in ["http://", "https://", "src=", "@import", "url("] {
            assert!(!page.contains(reference), "{reference}");
        }
        assert!(page.contains("default-src 'none'"));
        assert!(!page.contains("/*STYLE*/") && !page.contains("/*SCRIPT*/") && !page.contains("/*DATA*/"));
    }
}
