//! A JUnit 5 test of a violation that needs an order of threads: it starts a java of its own, which an agent makes follow that order.

use super::{Steps, base_class, test_class, test_path, tested_class};
use crate::Run;
use crate::junit::comment;
use crate::schedule::table;
use crate::source::Frame;
use explore::{Happening, Property, Schedule, Verdict, Violation};
use testgen::Source;
use testgen::java::quoted;

/// What starts that java; the agent's jar lies beside it.
const TURNS: &str = include_str!("../../java/Turns.java");
const TURNS_PATH: &str = "jacana/test/Turns.java";
const AGENT_PATH: &str = "jacana/test/turns.jar";

/// Lines of a schedule that a comment has.
const MOST_TURNS: usize = 60;

pub(super) fn ordered_test(run: &Run, property: Property, violation: &Violation, schedule: &Schedule) -> Source {
    let package = tested_class(run).package();
    let declaration = if package.is_empty() { String::new() } else { format!("package {package};\n\n") };
    let (name, base) = (test_class(run, property), base_class(property));
    let Steps { declarations, set, call } = Steps::new(run, &violation.inputs);
    let (method, shown) = match &violation.what {
        Happening::Threw(exception) => {
            let is_own = |line: &&String| Frame::read(line).is_some_and(|frame| frame.is_own);
            let frame = violation.trace.iter().find(is_own).or(violation.trace.get(1));
            let frame = quoted(frame.map_or("", |line| line.trim()));
            (format!("throws{base}"), format!("threw({}, {frame})", quoted(exception)))
        }
        Happening::Deadlock => ("deadlocks".into(), "isDeadlocked()".into()),
        Happening::Race => ("races".into(), "hasRace()".into()),
    };
    let rows = table(schedule);
    let left = rows.len().saturating_sub(MOST_TURNS);
    let rows = rows.iter().take(MOST_TURNS).map(|row| format!("     * {}\n", as_html(row))).collect::<String>();
    let more = if left == 0 { String::new() } else { format!("     * and {left} more\n") };
    let contents = format!(
        "{declaration}\
import static org.junit.jupiter.api.Assertions.assertTrue;

import jacana.test.Inputs;
import jacana.test.Turns;
import org.junit.jupiter.api.Test;

/**
 * Found by Jacana, in an order of threads. It needs {name}.turns beside it and turns.jar beside Turns,
 * as resources, and the class files of the program as they were: once that has changed, let the test be written anew.
 */
class {name} {{
    /**
     * <pre>
{rows}{more}     * </pre>
     */
    @Test
    void {method}InThisOrder() throws Exception {{
        Turns java = Turns.follow({name}.class);

        assertTrue(java.{shown}, java.said);
    }}

    /** What the java of the test executes. */
    public static void main(String[] none) throws Throwable {{
{declarations}        {set}
        {call};
    }}
}}
"
    );
    Source { path: test_path(run, property), contents }
}

/// Besides the tests.
pub(super) fn starter() -> Source {
    Source { path: TURNS_PATH.into(), contents: TURNS.into() }
}

/// What the tests need that is no source: paths and contents.
pub fn junit_files(run: &Run) -> Vec<(String, &[u8])> {
    let mut files: Vec<(String, &[u8])> = Vec::new();
    for (property, verdict) in &run.verification.verdicts {
        let Verdict::False(violation) = verdict else { continue };
        if super::no_test(run, violation).is_some() {
            continue;
        }
        let Some(found) = violation.schedule.as_ref().and_then(|schedule| schedule.files.as_ref()) else { continue };
        if files.is_empty() {
            files.push((AGENT_PATH.into(), &found.agent));
        }
        let order = test_path(run, *property).replace(".java", ".turns");
        files.push((order, &found.orders));
    }
    files
}

fn as_html(line: &str) -> String {
    comment(&line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('@', "&#64;"))
}
