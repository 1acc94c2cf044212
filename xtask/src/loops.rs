//! What clauses of loops must show: methods that they prove without a bound, and that no wrong clause proves anything.

use differential::loops::{Said, proved};
use differential::tools::Tools;

use crate::Shown;

const METHODS: usize = 16;

pub fn figures(words: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let (mut right, mut methods, mut refused, mut mutants) = (0, 0, 0, 0);
    for method in proved() {
        if !words.is_empty() && !words.contains(&method.class.as_str()) {
            continue;
        }
        methods += 1;
        let said = method.said(&tools);
        let is_proved = said.as_ref().is_ok_and(Said::is_proved);
        right += usize::from(is_proved);
        // At once, as all of them take minutes.
        println!("{}{}: {}", mark(is_proved), method.class, told(&said));
        for mutant in &method.mutants {
            mutants += 1;
            let said = method.said_of(&tools, mutant);
            let is_refused = said.as_ref().is_ok_and(Said::is_refused);
            refused += usize::from(is_refused);
            println!("  {}{} => {}: {}", mark(is_refused), mutant.right, mutant.wrong, told(&said));
        }
    }
    shown.lines.push(format!("methods: {right} of {methods} hold without a bound, at least {METHODS} are wanted"));
    shown
        .lines
        .push(format!("clauses too weak or wrong: {refused} of {mutants} are VIOLATED or UNKNOWN with a clause"));
    shown.enough = right == methods && refused == mutants && (methods >= METHODS || !words.is_empty());
    shown
}

fn mark(is_right: bool) -> &'static str {
    if is_right { "" } else { "WRONG: " }
}

fn told(said: &Result<Said, String>) -> String {
    said.as_ref().map_or_else(Clone::clone, Said::line)
}
