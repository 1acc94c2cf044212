//! `--html FILE`: one page with a picture of the heap before and after each case. The page carries its data and draws a case when it is
//! opened, so many cases cost little; it needs no network.

use replay::SourceLine;
use replay::driver::names::short_name;
use replay::heap::{HeapContents, HeapObject, HeapValue, PreHeap};
use std::collections::HashMap;
use std::fmt::Write;
use testgen::java::literal;

const PAGE: &str = include_str!("pictures.html");

/// A case that can be drawn.
pub struct PicturedCase {
    pub before: PreHeap,
    pub after: PreHeap,
    /// `returns`, `throws X`, ...
    pub outcome: String,
    pub condition: Vec<String>,
    /// Lines of the program, in the order of execution.
    pub trace: Vec<SourceLine>,
}

/// The data of one method. `source` answers with the text of a line, where that is at hand.
pub fn pictured_method(
    shown: &str,
    verdict: &str,
    all: u64,
    cases: &[PicturedCase],
    mut source: impl FnMut(&SourceLine) -> Option<String>,
) -> String {
    let mut known: HashMap<(&str, &str, u16), usize> = HashMap::new();
    let mut lines: Vec<String> = Vec::new();
    let mut written = Vec::new();
    for case in cases {
        let mut trace = Vec::new();
        for at in &case.trace {
            let number = *known.entry((&at.class, &at.method, at.line)).or_insert_with(|| {
                let text = source(at).map_or("null".into(), |line| quoted(&line));
                let place = quoted(&format!("{}.{}({}:{})", at.class, at.method, at.file, at.line));
                lines.push(format!("[{place},{text}]"));
                lines.len() - 1
            });
            if trace.last() != Some(&number) {
                trace.push(number);
            }
        }
        let trace: Vec<String> = trace.iter().map(usize::to_string).collect();
        let condition: Vec<String> = case.condition.iter().map(|condition| quoted(condition)).collect();
        written.push(format!(
            "[{},{},{},{},[{}],[{}]]",
            quoted(&case.outcome),
            arguments(&case.before),
            objects(&case.before),
            objects(&case.after),
            condition.join(","),
            trace.join(",")
        ));
    }
    format!(
        "{{\"method\":{},\"verdict\":{},\"all\":{all},\"lines\":[{}],\"cases\":[\n{}\n]}}",
        quoted(shown),
        quoted(verdict),
        lines.join(",\n"),
        written.join(",\n")
    )
}

pub fn pictures_html(methods: &[&str]) -> String {
    // Nothing in the data may end the element.
    let data = methods.join(",\n").replace("</", "<\\/").replace("<!--", "<\\u0021--");
    PAGE.replacen("/*DATA*/", &data, 1)
}

fn arguments(heap: &PreHeap) -> String {
    let arguments: Vec<String> =
        heap.arguments.iter().map(|(name, of)| format!("[{},{}]", quoted(name), value(of))).collect();
    format!("[{}]", arguments.join(","))
}

fn objects(heap: &PreHeap) -> String {
    let objects: Vec<String> = heap.objects.iter().map(object).collect();
    format!("[{}]", objects.join(","))
}

/// The class and the cells; no cells if nobody looked into it.
fn object(object: &HeapObject) -> String {
    let class = quoted(&short_name(&object.class));
    let cells: Vec<String> = match &object.contents {
        _ if !object.explored => return format!("[{class},null]"),
        HeapContents::Fields(fields) => {
            fields.iter().map(|field| format!("[{},{}]", quoted(&field.name), value(&field.value))).collect()
        }
        HeapContents::Elements(elements) => {
            elements.iter().enumerate().map(|(at, of)| format!("[\"[{at}]\",{}]", value(of))).collect()
        }
        HeapContents::Input(replay::InputValue::Array { elements, .. }) => {
            let elements = elements.iter().enumerate();
            elements.map(|(at, of)| format!("[\"[{at}]\",{}]", quoted(&literal(of)))).collect()
        }
        HeapContents::Input(input) => vec![format!("[\"\",{}]", quoted(&literal(input)))],
        HeapContents::Constant(name) => vec![format!("[\"\",{}]", quoted(name))],
    };
    format!("[{class},[{}]]", cells.join(","))
}

/// A position of an object, null, text, or true where nobody looked.
fn value(value: &HeapValue) -> String {
    match value {
        HeapValue::Object(at) => at.to_string(),
        HeapValue::Plain(replay::InputValue::Null) => "null".into(),
        HeapValue::Plain(input) | HeapValue::Free(input) => quoted(&literal(input)),
        HeapValue::Open => "true".into(),
    }
}

/// As JSON wants it.
fn quoted(plain: &str) -> String {
    let mut text = String::from("\"");
    for c in plain.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c < ' ' || c == '\u{2028}' || c == '\u{2029}' => _ = write!(text, "\\u{:04x}", c as u32),
            c => text.push(c),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_the_script() {
        let page = pictures_html(&["{\"method\":\"</script><!--\"}"]);
        assert!(page.contains("<\\/script><\\u0021--"));
    }
}
