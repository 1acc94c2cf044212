//! Errors of javac in generated code, told as errors of the clauses that the code was made of.

use crate::{Contracts, Problem};

/// An error of javac.
#[derive(Debug, PartialEq, Eq)]
pub enum Blamed {
    Clause(Problem),
    /// The program itself does not compile.
    Other(String),
}

/// The errors that javac printed: file, line and message, the line itself, and a mark under the column. `file` says which of
/// the generated files a name means.
pub fn blamed(contracts: &Contracts, output: &str, file: impl Fn(&str) -> Option<usize>) -> Vec<Blamed> {
    let lines: Vec<&str> = output.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some((place, message)) = line.split_once(": error: ") else { continue };
        let Some((name, number)) = place.rsplit_once(':') else { continue };
        let Ok(number) = number.parse::<u32>() else { continue };
        let mark = lines[at + 1..].iter().position(|line| line.trim() == "^").map(|mark| mark + at + 1);
        let column = mark.map(|mark| lines[mark].find('^').unwrap_or_default());
        let details: Vec<&str> = match mark {
            Some(mark) => {
                lines[mark + 1..].iter().take_while(|line| line.starts_with("  ")).map(|line| line.trim()).collect()
            }
            None => Vec::new(),
        };
        let clause = file(name).zip(column).and_then(|(file, column)| {
            let generated = contracts.files.iter().find(|generated| generated.source == file)?;
            let inside = |span: &&crate::Span| span.line == number && span.columns.contains(&column);
            generated.spans.iter().find(inside).map(|span| &contracts.clauses[span.clause])
        });
        let message = details
            .iter()
            .filter(|detail| detail.starts_with("symbol:"))
            .fold(message.to_string(), |so_far, detail| {
                format!("{so_far}, {}", detail.split_whitespace().collect::<Vec<_>>().join(" "))
            });
        found.push(match clause {
            Some(clause) => {
                let what = format!("javac does not accept `{}`: {message}", clause.text);
                Blamed::Clause(Problem { file: clause.file.clone(), line: clause.line, what })
            }
            None => Blamed::Other(format!("{place}: {message}")),
        });
    }
    found
}
