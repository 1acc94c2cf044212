//! What symbolic types must show: exceptions behind targets of calls, and classes that reflective calls lead to, which objects of declared classes miss.

use std::time::{Duration, Instant};

use differential::unit_tests::{RESTRICTED, SINK, tested};
use differential::{Outcome, Tools};

use crate::Shown;

/// The suspected bugs of the analogue of java.net.InterfaceAddress, one behind each class of its field.
const SUSPECTS: usize = 2;

/// In which the case study is found, with defaults.
const STATEMENT: Duration = Duration::from_secs(120);

pub fn polymorphism(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (options, wanted) in [(&[][..], SUSPECTS), (&["--classic"][..], 0)] {
        let started = Instant::now();
        let (outcome, written) = tested(&tools, "types", &[options, &["types.Endpoint"]].concat());
        let suspects = written.iter().filter(|(name, _)| name == "EndpointSuspectedBugsTest.java");
        let found: usize =
            suspects.map(|(_, text)| text.matches("assertThrows(NullPointerException.class").count()).sum();
        let through: Vec<&str> = ["NumberedPeer", "NamedPeer"]
            .into_iter()
            .filter(|class| {
                let made = format!("= new {class}(");
                written.iter().any(|(name, text)| name.contains("SuspectedBugs") && text.contains(&made))
            })
            .collect();
        shown.enough &= found == wanted && through.len() == wanted && !written.is_empty();
        shown.lines.push(format!(
            "{}: {found} null pointers of {wanted}, through {through:?}, {:.1} s",
            mode(options),
            started.elapsed().as_secs_f64()
        ));
        shown.lines.extend(summary(&outcome));
    }
    shown
}

pub fn reflection(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (options, wanted) in [(&[][..], true), (&["--classic"][..], false)] {
        let started = Instant::now();
        let (outcome, written) = tested(&tools, "reflection", &[&SINK[..], options, &["reflection.Command"]].concat());
        let said = outcome.stdout_text();
        let has_test = written.iter().any(|(name, text)| name == "CommandSinksTest.java" && text.contains(RESTRICTED));
        let found = said.contains(RESTRICTED) && has_test;
        shown.enough &= found == wanted && said.contains("sink:") == wanted && !written.is_empty();
        shown.lines.push(format!(
            "{}: the restricted class is {}reached, {:.1} s",
            mode(options),
            if found { "" } else { "not " },
            started.elapsed().as_secs_f64()
        ));
        let from = said.lines().skip_while(|line| !line.contains(RESTRICTED));
        let hit = from.enumerate().take_while(|(at, line)| *at == 0 || !line.starts_with("  sink:"));
        shown.lines.extend(hit.map(|(_, line)| line.to_string()).take_while(|line| line.starts_with("  ")));
        shown.lines.extend(summary(&outcome));
        statement(&tools, options, wanted, &mut shown);
    }
    shown
}

/// The class of the case study itself, of the JDK at hand.
fn statement(tools: &Tools, options: &[&str], wanted: bool, shown: &mut Shown) {
    let started = Instant::now();
    let target = ["--sink", "java.lang.Class.forName", "java.beans.Statement"];
    let (outcome, written) = tested(tools, "reflection", &[options, &target].concat());
    let input = "new Statement(Class.class, \"forName\", array);";
    let has_test = written.iter().any(|(name, text)| name == "StatementSinksTest.java" && text.contains(input));
    let told =
        outcome.stdout_text().contains("sink: java.lang.Class.forName reached from java.beans.Statement.execute()");
    shown.enough &= (told && has_test) == wanted && started.elapsed() <= STATEMENT;
    shown.lines.push(format!(
        "{}: java.beans.Statement does {}reach Class.forName by {input} {:.1} s",
        mode(options),
        if told && has_test { "" } else { "not " },
        started.elapsed().as_secs_f64()
    ));
    shown.lines.extend(summary(&outcome));
}

fn mode(options: &[&str]) -> &'static str {
    if options.is_empty() { "symbolic types" } else { "classic" }
}

/// The line about all classes.
fn summary(outcome: &Outcome) -> Option<String> {
    outcome.stdout_text().lines().rfind(|line| line.contains(" tests, ")).map(|line| format!("  {line}"))
}
