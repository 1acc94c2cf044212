//! `--profile FILE`: where the time went, as lines of text and as a page with a flame graph. The page carries its data and needs no network.

use crate::json::{list, object, text};
use explore::profile::{Cost, Profiled, ProfiledStack};
use serde_json::Value;
use std::time::Duration;

const PAGE: &str = include_str!("profile/page.html");

/// Methods and lines that the text lists.
const TOP: usize = 10;
/// Lines and methods in the tables of the page.
const LISTED: usize = 100;
/// A stack with less than this part of everything is not drawn by itself.
const SMALLEST: f64 = 0.0002;

const HEAD: &str = "    time   solver  instructions    forks    calls";

/// `time` is that of the whole run.
pub fn profile_text(profile: &Profiled, time: Duration) -> String {
    let all = &profile.root.whole;
    let rest = time.saturating_sub(all.time());
    let mut lines = vec![format!(
        "profile: {:.1} s: {:.1} s executing, {:.1} s in the solver, {:.1} s elsewhere (start, merging, proofs, replays)",
        time.as_secs_f64(),
        all.executing.as_secs_f64(),
        all.solving.as_secs_f64(),
        rest.as_secs_f64()
    )];
    lines.push(format!("{HEAD}  method, alone"));
    lines.extend(profile.methods.iter().take(TOP).map(|method| row(&method.own, &method.name)));
    lines.push(format!("{HEAD}  line of the program, with what it calls"));
    lines.extend(profile.lines.iter().take(TOP).map(|(line, cost)| row(cost, line)));
    lines.join("\n") + "\n"
}

fn row(cost: &Cost, what: &str) -> String {
    let Cost { instructions, executing: _, forks, solver_calls, solving } = cost;
    format!(
        "{:>6.2} s {:>6.2} s {instructions:>13} {forks:>8} {solver_calls:>8}  {what}",
        cost.time().as_secs_f64(),
        solving.as_secs_f64()
    )
}

pub fn profile_html(profile: &Profiled, what: &str, time: Duration) -> String {
    let methods = profile.methods.iter().take(LISTED);
    let document = object([
        ("what", text(what)),
        ("seconds", Value::from(time.as_secs_f64())),
        ("root", stack(&profile.root, &profile.root.whole)),
        (
            "methods",
            list(methods, |method| list([text(&method.name), costs(&method.own), costs(&method.whole)], |v| v)),
        ),
        ("lines", list(profile.lines.iter().take(LISTED), |(line, cost)| list([text(line), costs(cost)], |v| v))),
    ]);
    // Nothing in the data may end the element.
    let data = document.to_string().replace("</", "<\\/").replace("<!--", "<\\u0021--");
    PAGE.replacen("/*DATA*/", &data, 1)
}

/// Microseconds executing and solving, instructions, forks, calls of the solver.
fn costs(cost: &Cost) -> Value {
    let Cost { instructions, executing, forks, solver_calls, solving } = cost;
    let micros = |time: &Duration| time.as_micros() as u64;
    list([micros(executing), micros(solving), *instructions, *forks, *solver_calls], Value::from)
}

fn stack(of: &ProfiledStack, all: &Cost) -> Value {
    let above = of.above.iter().filter(|stack| is_visible(&stack.whole, all));
    list([text(&of.method), costs(&of.whole), list(above, |above| stack(above, all))], |v| v)
}

/// Whether there is anything to see of it by any measure.
fn is_visible(cost: &Cost, all: &Cost) -> bool {
    let part = |some: f64, of: f64| of > 0.0 && some >= of * SMALLEST;
    part(cost.time().as_secs_f64(), all.time().as_secs_f64())
        || part(cost.instructions as f64, all.instructions as f64)
        || part(cost.forks as f64, all.forks as f64)
        || part(cost.solver_calls as f64, all.solver_calls as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use explore::profile::ProfiledMethod;

    fn profile() -> Profiled {
        let own = Cost { instructions: 90, solver_calls: 2, solving: Duration::from_millis(40), ..Cost::default() };
        let leaf = ProfiledStack { method: "A.</script>".into(), own, whole: own, above: Vec::new() };
        let root = ProfiledStack { method: "all".into(), own: Cost::default(), whole: own, above: vec![leaf] };
        let methods = vec![ProfiledMethod { name: "A.f".into(), own, whole: own }];
        Profiled { root, methods, lines: vec![("A.f (A.java:3)".into(), own)] }
    }

    #[test]
    fn nothing_in_the_data_ends_the_page() {
        let page = profile_html(&profile(), "A.f", Duration::from_secs(1));
        assert!(!page.contains("A.</script>") && page.contains("A.<\\/script>") && !page.contains("/*DATA*/"));
        assert!(!page.contains("http://") && !page.contains("https://"), "it needs no network");
    }

    #[test]
    fn the_text_has_the_dearest_methods_and_lines() {
        let text = profile_text(&profile(), Duration::from_secs(1));
        assert!(text.starts_with("profile: 1.0 s: 0.0 s executing, 0.0 s in the solver, 1.0 s elsewhere"), "{text}");
        assert!(text.contains("0.04 s            90        0        2  A.f\n"), "{text}");
        assert!(text.ends_with("  A.f (A.java:3)\n"), "{text}");
    }
}
