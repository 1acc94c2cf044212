//! A path once more, one instruction at a time: with the witness of its end every condition has its side, so the solver is not
//! asked and the exploration itself has to keep nothing for those who want to know how a path went.

use machine::trail::mix;
use machine::{Console, Event, Machine, State};
use std::hash::{DefaultHasher, Hash, Hasher};
use term::Term;

pub use term::Witness;

/// What happened between two looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// An instruction was executed; the next one has not begun.
    Stepped,
    /// The path is over.
    Ended,
}

/// Follows a path from its start, at most so many instructions. The observer also gets a number that stands for the sides that the
/// path took so far.
pub fn retrace(
    machine: &mut Machine,
    start: &State,
    witness: &Witness,
    floor: usize,
    most: u64,
    mut observe: impl FnMut(&mut Machine, &State, Look, u64),
) {
    let mut state = machine.fork(start, Console::Muted);
    machine.host.resume(&mut state);
    state.path.set_witness(witness.clone());
    let mut sides = 0;
    let inputs = |state: &State| state.path.arrays.len() + state.path.texts.len();
    while state.executed - start.executed < most {
        state.refuel(1);
        let before = inputs(&state);
        let event = machine.run(&mut state, floor);
        if inputs(&state) > before || matches!(event, Event::Decide(_) | Event::Choose(_) | Event::Fix(_)) {
            // Whoever makes an input gives it a value of its own.
            state.path.set_witness(witness.clone());
        }
        match event {
            Event::OutOfFuel => observe(machine, &state, Look::Stepped, sides),
            Event::Decide(condition) | Event::Choose(condition) | Event::Fix(condition) => {
                let truth = machine.world.terms.holds(condition, witness);
                let taken = if truth { condition } else { machine.world.terms.not(condition) };
                sides = mix(sides, hash(taken));
                if machine.world.atlas.is_choice(condition) {
                    state.path.settle(&machine.world.terms, taken);
                } else {
                    state.path.assume(&machine.world.terms, taken);
                }
            }
            Event::Returned(_) if machine.outlives_main(&mut state) => {}
            Event::Returned(_)
            | Event::Threw(_)
            | Event::Ended(_)
            | Event::Settle
            | Event::Watched
            | Event::Visible
            | Event::ThreadThrew => break,
        }
    }
    observe(machine, &state, Look::Ended, sides);
}

fn hash(term: Term) -> u64 {
    let mut hasher = DefaultHasher::new();
    term.hash(&mut hasher);
    hasher.finish()
}
