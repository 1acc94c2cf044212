//! Objects that a test gives twice: an argument may be the receiver, another argument, or what one of those was made with. Asked as late as
//! possible: when somebody looks into a reference, or compares it, and what it may be was looked into before.

use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::state::shapes::{Contents, Symbolic};
use crate::world::atlas::Origin;
use crate::world::{Machine, Res};
use std::collections::BTreeSet;
use std::rc::Rc;
use term::Term;

/// References from an argument to an object that may be given twice.
const NEAR: u32 = 1;
/// Objects of the path that one reference may be.
const MOST_OBJECTS: usize = 4;

impl Machine<'_> {
    /// An object that the test has and that this reference is, too; `None` if it is another one, which is another path.
    pub(super) fn given_twice(&mut self, state: &mut State, term: Term) -> Res<Option<ObjectId>> {
        // While the object is made, what it needs comes to be known.
        if !self.world.atlas.making.gives_twice || state.path.shapes.making.contains_key(&term) {
            return Ok(None);
        }
        let all = (0..state.path.shapes.objects.len() as u32).map(Symbolic);
        let fitting: Vec<Symbolic> =
            all.filter(|&number| self.may_be_given_as(state, number, term)).take(MOST_OBJECTS).collect();
        for number in fitting {
            let choice = self.alias_choice(term, number);
            if self.decide(state, choice)? {
                let target = state.path.shapes.object(number).id;
                self.bind_reference(state, term, target);
                return Ok(Some(target));
            }
        }
        Ok(None)
    }

    fn may_be_given_as(&self, state: &State, number: Symbolic, term: Term) -> bool {
        let shapes = &state.path.shapes;
        let object = shapes.object(number);
        let reference = self.world.atlas.reference(term).expect("a symbolic reference");
        let is_kept = match &object.contents {
            Contents::Made(recipe) => recipe.member.is_none() && !object.id.is_null(),
            Contents::Input(_) => self.world.is_array(object.class),
            Contents::Fields(_) => false,
        };
        let is_ready = !shapes.making.values().any(|&made| made == number);
        let is_near = object.depth <= NEAR && self.depth_of(state, reference.origin) <= NEAR;
        is_kept
            && is_ready
            && is_near
            && self.world.classes.is_subclass(object.class, reference.class)
            && shapes.classes.get(&term).is_none_or(|left| left.contains(&object.class))
            && part_of(reference.origin).is_none_or(|whole| !self.needs_symbolic(state, number, whole))
    }

    /// Must the other object be there before this one? A factory may answer what it was given, so objects may need each other.
    fn needs_symbolic(&self, state: &State, number: Symbolic, other: Symbolic) -> bool {
        let shapes = &state.path.shapes;
        let (mut seen, mut open) = (BTreeSet::from([number]), vec![number]);
        while let Some(one) = open.pop() {
            if one == other {
                return true;
            }
            let needed: Vec<Value> = match &shapes.object(one).contents {
                Contents::Made(recipe) => {
                    let later = recipe.steps.iter().flat_map(|(_, arguments)| arguments);
                    recipe.arguments.iter().chain(later).copied().collect()
                }
                Contents::Input(_) => self.first_references(state, one).into_values().map(Value::Sym).collect(),
                Contents::Fields(_) => Vec::new(),
            };
            let targets = needed.iter().filter_map(|value| shapes.target(self.symbolic_reference(*value)?));
            open.extend(targets.flat_map(|target| shapes.numbers_of(target)).filter(|&part| seen.insert(part)));
        }
        false
    }

    /// Where references are compared, a text may be one that the test has: elsewhere nobody can tell.
    pub(super) fn is_text_given_twice(&mut self, state: &mut State, term: Term, other: ObjectId) -> Res<bool> {
        let text = self.world.string;
        let reference = *self.world.atlas.reference(term).expect("a symbolic reference");
        let is_open = state.path.shapes.target(term).is_none() && reference.class == text;
        if !self.world.atlas.making.gives_twice || !is_open || self.depth_of(state, reference.origin) > NEAR {
            return Ok(false);
        }
        let Some(number) = self.near_text(state, other) else { return Ok(false) };
        if self.is_null_reference(state, term)? {
            return Ok(false);
        }
        let choice = self.alias_choice(term, number);
        let same = self.decide(state, choice)?;
        if same {
            self.bind_reference(state, term, other);
        }
        Ok(same)
    }

    fn near_text(&self, state: &State, id: ObjectId) -> Option<Symbolic> {
        let number = state.path.shapes.number_of(id)?;
        let object = state.path.shapes.object(number);
        (object.class == self.world.string && object.depth <= NEAR).then_some(number)
    }

    /// The path took them for two texts, whatever they say: a literal is one object wherever a test has it.
    pub(super) fn note_different_texts(&self, state: &mut State, one: ObjectId, other: ObjectId) {
        let are_texts = [one, other].iter().all(|&id| !id.is_null() && self.near_text(state, id).is_some());
        if self.world.atlas.making.gives_twice
            && are_texts
            && !state.path.shapes.different_texts.contains(&[one, other])
        {
            Rc::make_mut(&mut state.path.shapes).different_texts.push([one, other]);
        }
    }
}

/// The object for which it is made.
fn part_of(origin: Origin) -> Option<Symbolic> {
    match origin {
        Origin::Part(of) | Origin::Field { of, .. } | Origin::Element(of) => Some(of),
        Origin::Argument(_) | Origin::Static(_) | Origin::Answer(_) | Origin::Asked(_) => None,
    }
}
