//! The path summary: which way a path went at its forks, in terms of the user's source.

use crate::input::{SourceLine, source_line};
use machine::path::Use;
use machine::{Machine, State};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    pub at: SourceLine,
    /// Index of the instruction of user code: one line may branch at several.
    pub pc: u32,
    /// What held, over the inputs.
    pub condition: String,
    /// The JDK method that asked, as `java.lang.Math.abs`, if user code only called it.
    pub inside: Option<String>,
}

/// The forks in user code, or in JDK code that user code called, in order.
pub fn branches(machine: &Machine, state: &State) -> Vec<Branch> {
    let classes = &machine.world.classes;
    let branch = |fork: &machine::trail::Fork| {
        let (method, pc) = fork.place.user?;
        let asking = &classes[fork.place.method];
        let inside =
            (method != fork.place.method).then(|| format!("{}.{}", classes[asking.class].dotted(), asking.name));
        let condition = machine.world.terms.show(fork.condition).to_string();
        Some(Branch { at: source_line(machine, method, pc)?, pc, condition, inside })
    };
    state
        .path
        .trail
        .forks_under(&machine.world.terms, state.path.witness(Use::Report))
        .into_iter()
        .filter_map(branch)
        .collect()
}
