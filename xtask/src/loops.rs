//! What clauses of loops must show: methods that they prove without a bound, and that no wrong clause proves anything.

use differential::loops::{is_proved, is_refused, proved};
use differential::tools::Tools;

use crate::Shown;

const METHODS: usize = 15;

pub fn figures(words: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let (mut right, mut methods, mut refused, mut mutants) = (0, 0, 0, 0);
    for method in proved() {
        if !words.is_empty() && !words.contains(&method.class.as_str()) {
            continue;
        }
        methods += 1;
        let (said, all) = method.said(&tools);
        let verdict = said.as_ref().map_or(all.as_str(), |said| said.verdict.as_str());
        shown.lines.push(format!("{}: {verdict}", method.class));
        right += usize::from(said.as_ref().is_some_and(is_proved));
        for mutant in &method.mutants {
            mutants += 1;
            let (said, all) = method.said_of(&tools, mutant);
            let verdict = said.as_ref().map_or(all.as_str(), |said| said.verdict.as_str());
            let what = said.as_ref().and_then(|said| said.details.first()).map_or("", String::as_str);
            let is_refused = said.as_ref().is_some_and(is_refused);
            refused += usize::from(is_refused);
            let mark = if is_refused { "" } else { " WRONG:" };
            shown.lines.push(format!("  {mark} {} => {}: {verdict}: {what}", mutant.right, mutant.wrong));
        }
    }
    shown.lines.push(format!("methods: {right} of {methods} hold without a bound, at least {METHODS} are wanted"));
    shown
        .lines
        .push(format!("clauses too weak or wrong: {refused} of {mutants} are VIOLATED or UNKNOWN with a clause"));
    shown.enough = right == methods && refused == mutants && (methods >= METHODS || !words.is_empty());
    shown
}
