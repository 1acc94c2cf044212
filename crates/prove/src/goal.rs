//! What no path may do at its end: a program violates properties by exceptions that leave main, a method under check breaks what it
//! promises.

use explore::{Outcome, Property};
use machine::shapes::Phase;
use machine::{ClassId, Machine, ObjectId, State};

/// All that a method under check promises is one property.
pub const PROMISE: Property = Property::Assert;

#[derive(Clone, Debug)]
pub enum Goal {
    /// No exception leaves main that a property is about.
    Program,
    /// Nothing leaves the method but exceptions of classes that it declares, and what it ensures holds.
    Method { declared: Vec<ClassId> },
}

impl Goal {
    /// What the end of a path violates. If a class cannot be told, everything, to be sure.
    pub fn violated(&self, machine: &mut Machine, state: &mut State, outcome: &Outcome) -> Vec<Property> {
        match (self, outcome) {
            (Goal::Program, Outcome::Threw(exception)) => violated_by(machine, state, *exception),
            (Goal::Program, _) => Vec::new(),
            (Goal::Method { declared }, outcome) => match keeps(machine, state, outcome, declared) {
                true => Vec::new(),
                false => vec![PROMISE],
            },
        }
    }
}

fn violated_by(machine: &mut Machine, state: &mut State, exception: ObjectId) -> Vec<Property> {
    let class = machine.class_of(state, exception);
    let mut violates = |property: &Property| match property.violated_by().map(|name| machine.jdk_class(state, name)) {
        Some(Ok(violator)) => machine.world.classes.is_subclass(class, violator),
        Some(Err(_)) => true,
        None => false,
    };
    Property::USUAL.into_iter().filter(|property| violates(property)).collect()
}

fn is_linkage_error(machine: &mut Machine, state: &mut State, class: ClassId) -> bool {
    let error = machine.jdk_class(state, "java/lang/LinkageError");
    error.is_ok_and(|error| machine.world.classes.is_subclass(class, error))
}

/// As the paths within bounds are judged; what those would have a doubt about is not proved.
fn keeps(machine: &mut Machine, state: &mut State, outcome: &Outcome, declared: &[ClassId]) -> bool {
    let shapes = &state.path.shapes;
    if shapes.undefined.is_some() || shapes.broken_call {
        return false;
    }
    match outcome {
        Outcome::Returned
        | Outcome::Exited(_)
        | Outcome::Assumed
        | Outcome::Deadlock(_)
        | Outcome::Race(_)
        | Outcome::Endless => true,
        Outcome::Stopped(_) => false,
        Outcome::Threw(exception) => {
            let class = machine.class_of(state, *exception);
            match shapes.phase {
                // Heaps on which an invariant or a precondition throws are none that the method is called on.
                Phase::Before => !is_linkage_error(machine, state, class),
                Phase::Running => declared.iter().any(|&one| machine.world.classes.is_subclass(class, one)),
                Phase::After => false,
            }
        }
    }
}
