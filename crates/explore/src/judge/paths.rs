//! `--paths FILE`: how every path ended and on which inputs, one line each, for tests: outcome, detail, throwing user frame,
//! inputs, with tabs between. Nothing is replayed then. `loose` are paths whose witness need not be an input of Java.

use crate::verdict::Outcome;
use machine::{Machine, State};
use replay::InputValue;

#[derive(Default)]
pub struct Paths {
    pub lines: String,
}

impl Paths {
    pub fn add(&mut self, machine: &mut Machine, state: &mut State, outcome: &Outcome) {
        if let Outcome::Race(_) = outcome {
            return;
        }
        let unlisted = match (state.path.loose, replay::shorten_texts(machine, state)) {
            (Some(reason), _) => Some(reason.to_string()),
            (None, Err(stop)) => Some(machine.told(state, &stop)),
            (None, Ok(())) => None,
        };
        if let Some(reason) = unlisted {
            self.lines += &format!("loose\t{reason}\t\n");
            return;
        }
        let (word, detail, frame) = match outcome {
            Outcome::Returned => ("returned", String::new(), String::new()),
            Outcome::Threw(exception) => match replay::expected(machine, state, *exception) {
                Ok(expected) => ("threw", expected.exception.into(), expected.frame.unwrap_or_default()),
                Err(stop) => ("stopped", machine.told(state, &stop), String::new()),
            },
            Outcome::Exited(code) => ("exited", code.to_string(), String::new()),
            Outcome::Deadlock(_) => ("deadlock", String::new(), String::new()),
            Outcome::Race(_) => ("race", String::new(), String::new()),
            Outcome::Endless => ("endless", String::new(), String::new()),
            Outcome::Assumed => ("assumed", String::new(), String::new()),
            Outcome::Stopped(reason) => ("stopped", reason.to_string(), String::new()),
        };
        let inputs = replay::inputs(machine, state);
        let mut fields = vec![word.to_string(), detail, frame];
        fields.extend(inputs.iter().map(|input| raw(&input.value)));
        self.lines += &(fields.join("\t") + "\n");
    }
}

/// Floats as their bits, characters as numbers, a text as an entry of a properties file.
fn raw(value: &InputValue) -> String {
    if let Some(digits) = value.whole() {
        return digits;
    }
    match value {
        InputValue::Float(number) => (number.to_bits() as i32).to_string(),
        InputValue::Double(number) => (number.to_bits() as i64).to_string(),
        InputValue::Text(units) => {
            let escaped: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
            format!("k={escaped}")
        }
        other => format!("{other:?}"),
    }
}
