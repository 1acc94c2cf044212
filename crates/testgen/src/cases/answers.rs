//! What the search for tests and javac say, read.

use std::collections::BTreeMap;

/// How a test makes its objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Api,
    Helper,
    None,
}

/// The test of one case.
#[derive(Clone, Debug)]
pub struct Answer {
    pub how: How,
    pub reason: String,
    pub throws_checked: bool,
    pub statements: Vec<String>,
    pub imports: Vec<String>,
}

/// As `java/search/Main.java` writes them, by the number of the case.
pub fn read(text: &str) -> BTreeMap<usize, Answer> {
    let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
    let mut current = None;
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "case" {
            let Some((number, how)) = rest.split_once(' ') else { continue };
            let how = match how {
                "api" => How::Api,
                "helper" => How::Helper,
                _ => How::None,
            };
            let Ok(number) = number.parse() else { continue };
            let answer = Answer {
                how,
                reason: String::new(),
                throws_checked: false,
                statements: Vec::new(),
                imports: Vec::new(),
            };
            answers.insert(number, answer);
            current = Some(number);
            continue;
        }
        let Some(answer) = current.and_then(|number| answers.get_mut(&number)) else { continue };
        match word {
            "reason" => answer.reason = rest.into(),
            "checked" => answer.throws_checked = true,
            "line" => answer.statements.push(rest.into()),
            "import" => answer.imports.push(rest.into()),
            _ => {}
        }
    }
    answers
}

/// Lines of a source file in which javac found errors, each once, with what it said.
pub fn wrong_lines(said: &str, path: &str) -> BTreeMap<usize, String> {
    let mut lines = BTreeMap::new();
    for line in said.lines() {
        let Some((_, rest)) = line.split_once(&format!("{path}:")) else { continue };
        let Some((number, why)) = rest.split_once(": error: ") else { continue };
        if let Ok(number) = number.parse() {
            lines.entry(number).or_insert_with(|| why.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let answers = read("case 0 api\nline a();\nimport x.Y\ncase 2 none\nreason it is hidden\nend\n");
        assert_eq!(answers.len(), 2);
        assert_eq!(
            (answers[&0].how, answers[&0].statements.join(" "), answers[&0].imports.len()),
            (How::Api, "a();".into(), 1)
        );
        assert_eq!((answers[&2].how, answers[&2].reason.as_str()), (How::None, "it is hidden"));
    }

    #[test]
    fn errors_of_javac() {
        let said = "/tmp/x/p/ATest.java:12: error: cannot find symbol\n  foo\n/tmp/x/p/ATest.java:12: error: other\n2 errors\n";
        let wrong = wrong_lines(said, "p/ATest.java");
        assert_eq!(wrong.into_iter().collect::<Vec<_>>(), [(12, "cannot find symbol".to_string())]);
    }
}
