//! What must be true of objects before and after a public method: code of their classes, or of a specification.

use super::{Call, Ret};
use crate::program::{ClassId, MethodId, Value};
use crate::reason::{Flaw, Reason};
use crate::state::{After, State};
use crate::world::{End, Machine, Res, World};
use bytecode::Annotation;
use bytecode::synth::check::{INVARIANT, INVARIANTS};

/// Whether the object is as its class says that it must be; null and classes without an invariant always are.
pub fn invariant(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let object = call.reference(0);
    if object.is_null() {
        return Ret::boolean(true);
    }
    let class = machine.class_of(state, object);
    if let Some(unread) = machine.world.unread_invariant(class) {
        let unread = &machine.world.classes[unread];
        let why = if unread.is_interface() { "is that of an interface" } else { "needs its source (--source PATH)" };
        return Err(End::stopped(Reason::Contract(
            Flaw::Clause,
            format!("the invariant of {} in @Invariant {why}", unread.dotted()),
        )));
    }
    match machine.world.invariant_of(class) {
        Some(method) => {
            if machine.world.options.invariants {
                let invariant = &machine.world.classes[method];
                let class = machine.world.classes[invariant.class].dotted();
                let told = format!("arguments are as {class}.{} demands", invariant.name);
                machine.world.atlas.specs.assumptions.insert(told);
            }
            Ok(Ret::Call { method, arguments: vec![Value::Ref(object)], after: After::Push })
        }
        None => Ret::boolean(true),
    }
}

impl World {
    /// The method that says whether an object is well-formed: of its own class, or static and of a specification.
    pub fn invariant_of(&self, class: ClassId) -> Option<MethodId> {
        self.classes[class].chain.iter().rev().find_map(|&class| {
            let declared = |name: &&str| self.classes[class].declared_method(name, "()Z");
            let own = INVARIANTS.iter().find_map(declared).or_else(|| self.marked_invariant(class));
            let own = own.filter(|&method| !self.classes[method].is_static());
            own.or_else(|| self.atlas.specs.invariants.get(&class).copied())
        })
    }

    /// The method of a class of the program that is marked as its invariant.
    pub fn marked_invariant(&self, class: ClassId) -> Option<MethodId> {
        let file = self.classes[class].file.as_ref().filter(|_| !self.classes[class].is_jdk())?;
        let is_marked =
            |method: &&MethodId| file.methods[self.classes[**method].index as usize].is_annotated(INVARIANT);
        self.classes[class].methods.iter().find(is_marked).copied()
    }

    /// A class or interface above this one whose annotation says what its objects are like, while no code was made of that.
    pub fn unread_invariant(&self, class: ClassId) -> Option<ClassId> {
        let class = &self.classes[class];
        let is_unread = |&&above: &&ClassId| {
            let above = &self.classes[above];
            let Some(file) = above.file.as_ref().filter(|_| !above.is_jdk()) else { return false };
            let says = |annotation: &Annotation| *annotation.name == *INVARIANT && !annotation.texts.is_empty();
            file.annotations.iter().any(says) && above.declared_method(INVARIANTS[0], "()Z").is_none()
        };
        class.chain.iter().chain(&class.all_interfaces).find(is_unread).copied()
    }
}
