//! One line of the CSV: a task, one of its properties, what was expected and what was answered.

use std::fmt;

use crate::verify::Answer;
use crate::verify::task::Property;

pub const HEADER: &str = "task,property,expected,answer,seconds,megabytes,reason,refused,proved";

#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub task: String,
    pub property: Property,
    pub expected: bool,
    pub answer: Answer,
    pub seconds: f64,
    pub megabytes: u64,
    /// What the JVM did not confirm in this task, in the row of its first property.
    pub refused: String,
    /// After how many seconds there was a proof without a bound, if a TRUE rests on one.
    pub proved: Option<f64>,
}

/// How an answer stands to the label. In the order from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    WrongTrue,
    WrongFalse,
    Unknown,
    CorrectFalse,
    CorrectTrue,
}

impl Mark {
    pub const ALL: [Mark; 5] =
        [Mark::CorrectTrue, Mark::CorrectFalse, Mark::WrongTrue, Mark::WrongFalse, Mark::Unknown];

    /// The scores of SV-COMP.
    pub fn points(self) -> i64 {
        match self {
            Mark::CorrectTrue => 2,
            Mark::CorrectFalse => 1,
            Mark::WrongTrue => -32,
            Mark::WrongFalse => -16,
            Mark::Unknown => 0,
        }
    }

    pub fn is_correct(self) -> bool {
        matches!(self, Mark::CorrectTrue | Mark::CorrectFalse)
    }

    pub fn is_wrong(self) -> bool {
        matches!(self, Mark::WrongTrue | Mark::WrongFalse)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Mark::CorrectTrue => "correct true",
            Mark::CorrectFalse => "correct false",
            Mark::WrongTrue => "wrong true",
            Mark::WrongFalse => "wrong false",
            Mark::Unknown => "unknown",
        })
    }
}

impl Row {
    pub fn mark(&self) -> Mark {
        match (&self.answer, self.expected) {
            (Answer::True, true) => Mark::CorrectTrue,
            (Answer::True, false) => Mark::WrongTrue,
            (Answer::False, false) => Mark::CorrectFalse,
            (Answer::False, true) => Mark::WrongFalse,
            (Answer::Unknown(_), _) => Mark::Unknown,
        }
    }

    pub fn reason(&self) -> &str {
        match &self.answer {
            Answer::True | Answer::False => "",
            Answer::Unknown(reason) => reason,
        }
    }

    /// The first folder of the name: `objects/box/Box1` is of the suite `objects`.
    pub fn suite(&self) -> &str {
        self.task.split_once('/').map_or(".", |(suite, _)| suite)
    }

    /// What identifies a row, and its place in the file.
    pub fn key(&self) -> (&str, Property) {
        (&self.task, self.property)
    }

    pub fn line(&self) -> String {
        let answer = match self.answer {
            Answer::True => "true",
            Answer::False => "false",
            Answer::Unknown(_) => "unknown",
        };
        let (task, reason, refused) = (quoted(&self.task), quoted(self.reason()), quoted(&self.refused));
        let (property, seconds) = (self.property.name(), self.seconds);
        let (expected, megabytes) = (self.expected, self.megabytes);
        let proved = self.proved.map_or(String::new(), |seconds| format!("{seconds:.3}"));
        format!("{task},{property},{expected},{answer},{seconds:.3},{megabytes},{reason},{refused},{proved}")
    }

    /// `None` for a line that is not ours, such as one cut off when its run was ended.
    pub fn parse(line: &str) -> Option<Row> {
        let fields: [String; 9] = fields(line)?.try_into().ok()?;
        let [task, property, expected, answer, seconds, megabytes, reason, refused, proved] = fields;
        let answer = match answer.as_str() {
            "true" => Answer::True,
            "false" => Answer::False,
            "unknown" => Answer::Unknown(reason),
            _ => return None,
        };
        Some(Row {
            task,
            property: Property::ALL.into_iter().find(|known| known.name() == property)?,
            expected: expected.parse().ok()?,
            answer,
            seconds: seconds.parse().ok()?,
            megabytes: megabytes.parse().ok()?,
            refused,
            proved: if proved.is_empty() { None } else { Some(proved.parse().ok()?) },
        })
    }
}

fn quoted(text: &str) -> String {
    let one_line = text.replace(['\n', '\r'], " ");
    if one_line.contains([',', '"']) {
        return format!("\"{}\"", one_line.replace('"', "\"\""));
    }
    one_line
}

/// The fields of a line; `None` if a quote is left open.
fn fields(line: &str) -> Option<Vec<String>> {
    let mut fields = vec![String::new()];
    let mut inside = false;
    let mut rest = line.chars().peekable();
    while let Some(c) = rest.next() {
        let field = fields.last_mut().expect("never empty");
        match c {
            '"' if inside && rest.peek() == Some(&'"') => field.extend(rest.next()),
            '"' => inside = !inside,
            ',' if !inside => fields.push(String::new()),
            c => field.push(c),
        }
    }
    (!inside).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let answer = Answer::Unknown("depth 1,000 at \"x\"".into());
        let (property, seconds) = (Property::RuntimeException, 1.25);
        let row = Row {
            task: "a/B".into(),
            property,
            expected: true,
            answer,
            seconds,
            megabytes: 312,
            refused: "x (2 times)".into(),
            proved: Some(0.5),
        };
        let reason = "\"depth 1,000 at \"\"x\"\"\"";
        assert_eq!(row.line(), format!("a/B,runtime-exception,true,unknown,1.250,312,{reason},x (2 times),0.500"));
        assert_eq!(Row::parse(&row.line()), Some(row.clone()));
        assert_eq!(Row::parse(&row.line()[..40]), None);
        assert_eq!(Row::parse(HEADER), None);
    }
}
