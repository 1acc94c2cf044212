//! Objects that no constructor makes, behind references of general types: texts, boxes, arrays, constants and classes. A reference to a Class is one of a
//! few that the program and its tests can name, and whatever it is compared with.

use crate::program::{ClassId, ClassKind, MethodId, ObjectId, Value};
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::world::{End, Machine, Res};
use std::rc::Rc;
use term::Term;

/// Classes of an object that are told apart where somebody asks for the class.
const CLASSES: usize = 10;

impl Machine<'_> {
    /// Strings, boxes, arrays and Class objects that may be behind a variable of this class.
    pub(super) fn given_below(&self, declared: ClassId) -> Vec<ClassId> {
        let atlas = &self.world.atlas;
        let class = Some(self.world.class).filter(|_| !atlas.reflection.classes.is_empty());
        let fits = |&class: &ClassId| class != declared && self.world.classes.is_subclass(class, declared);
        atlas.values.iter().chain(&atlas.arrays).copied().chain(class).filter(fits).collect()
    }

    /// An object of a class that no constructor makes; `None` for others.
    pub(super) fn give(&mut self, state: &mut State, term: Term, class: ClassId, depth: u32) -> Res<Option<ObjectId>> {
        let id = if class == self.world.class {
            self.class_constant(state, term)?
        } else if self.has_constants_only(class) {
            self.enum_constant(state, term, class)?
        } else if self.is_given(class) {
            self.new_symbolic(state, class, Rc::new([class]), depth)?
        } else {
            return Ok(None);
        };
        self.bind_reference(state, term, id);
        Ok(Some(id))
    }

    /// Does the method answer the class of its receiver?
    pub(crate) fn tells_class(&self, method: MethodId) -> bool {
        let m = &self.world.classes[method];
        m.class == self.world.object && *m.name == *"getClass"
    }

    /// One class for a reference on the stack: the first few are paths of their own.
    pub(crate) fn split_by_class(&mut self, state: &mut State, depth: u32) -> Res<()> {
        let Some(term) = self.symbolic_reference(state.peek(depth)) else { return Ok(()) };
        let classes = self.classes_of(state, term);
        let rank = |class: ClassId| classes.iter().position(|&other| other == class).map(|at| at.min(CLASSES));
        state.forgive_forks();
        if self.split_open(state, term, |_, class| rank(class))?.is_some()
            && let Some(&first) = self.classes_of(state, term).first()
        {
            Rc::make_mut(&mut state.path.shapes).narrow(term, first);
        }
        Ok(())
    }

    /// What a reference to a Class may still stand for, and the choices.
    fn constants_left(&mut self, state: &State, term: Term) -> Vec<(ClassId, Term)> {
        let mut left = Vec::new();
        for &class in self.world.atlas.reflection.classes.clone().iter() {
            if self.can_be_named(class) && self.is_within_bound(term, class) {
                let choice = self.class_choice(term, class);
                match state.path.known(&self.world.terms, choice) {
                    Some(true) => return vec![(class, choice)],
                    Some(false) => {}
                    None => left.push((class, choice)),
                }
            }
        }
        left
    }

    /// For a reference to a Class that nobody looked into.
    pub fn likely_constant(&mut self, state: &State, term: Term) -> Option<ClassId> {
        self.constants_left(state, term).first().map(|&(class, _)| class)
    }

    fn class_constant(&mut self, state: &mut State, term: Term) -> Res<ObjectId> {
        let left = self.constants_left(state, term);
        let Some((last, others)) = left.split_last() else {
            return Err(End::stopped(Reason::Imprecision(
                Inexact::Reflection,
                "no other class was tried as an argument".into(),
            )));
        };
        for &(class, choice) in others {
            state.forgive_forks();
            state.lead = self.world.atlas.reflection.leads.contains(&class).then_some(choice);
            if self.decide(state, choice)? {
                return self.mirror(state, class);
            }
        }
        self.mirror(state, last.0)
    }

    fn class_choice(&mut self, term: Term, class: ClassId) -> Term {
        let name = format!("{} is {}.class", self.name_of(term), self.world.classes[class].dotted());
        self.new_choice(&name)
    }

    /// `==` of an open reference and a Class object: another path for each side. `None` if it cannot be a Class.
    pub(super) fn is_class_constant(&mut self, state: &mut State, term: Term, other: ObjectId) -> Res<Option<bool>> {
        let possible = self.world.options.makes
            && !self.world.atlas.reflection.classes.is_empty()
            && state.path.shapes.target(term).is_none()
            && self.class_of(state, other) == self.world.class
            && self.classes_of(state, term).contains(&self.world.class);
        if !possible {
            return Ok(None);
        }
        let class = self.class_of_mirror(other)?;
        if !self.can_be_named(class) || !self.is_within_bound(term, class) {
            return Ok(None);
        }
        if self.is_null_reference(state, term)? {
            return Ok(Some(false));
        }
        let choice = self.class_choice(term, class);
        state.lead = self.world.atlas.reflection.leads.contains(&class).then_some(choice);
        let same = self.decide(state, choice)?;
        if same {
            self.bind_reference(state, term, other);
        }
        Ok(Some(same))
    }

    /// A reference is given to a method: what its generic signature says of a Class counts, as javac would refuse others.
    pub(crate) fn note_class_bound(&mut self, term: Term, method: MethodId, parameter: usize) {
        let declared = self.world.atlas.reference(term).map(|reference| reference.class);
        if declared == Some(self.world.class)
            && let Some(bound) = self.class_bound(method, parameter)
        {
            self.world.atlas.reflection.class_bounds.insert(term, bound);
        }
    }

    /// What the Class that a parameter is given must stand for.
    pub fn class_bound(&mut self, method: MethodId, parameter: usize) -> Option<ClassId> {
        let m = &self.world.classes[method];
        let loader = self.world.classes[m.class].loader;
        let bound = self.world.signature_of(method)?.class_bound(parameter)?.into();
        self.world.load(loader, &bound).ok().flatten()
    }

    fn is_within_bound(&self, term: Term, class: ClassId) -> bool {
        self.world.atlas.reflection.class_bounds.get(&term).is_none_or(|&bound| self.is_bounded_by(class, bound))
    }

    pub fn is_bounded_by(&self, class: ClassId, bound: ClassId) -> bool {
        let classes = &self.world.classes;
        // An `E extends Enum<E>` is an enum.
        classes.is_subclass(class, bound) && (class != bound || &*classes[bound].name != "java/lang/Enum")
    }

    /// Whether a test can write its name.
    pub fn can_be_named(&self, class: ClassId) -> bool {
        match self.world.classes[class].kind {
            ClassKind::Array(component) => self.can_be_named(component),
            ClassKind::Primitive(_) => true,
            ClassKind::Instance => self.is_visible(class),
        }
    }

    /// An object that reflective code is given, if its class fits; null does.
    pub(crate) fn reflective_argument(
        &mut self,
        state: &mut State,
        value: Value,
        fits: impl Fn(&Self, ClassId) -> bool,
    ) -> Res<Option<Value>> {
        if let Some(term) = self.symbolic_reference(value)
            && self.split_open(state, term, |machine, class| fits(machine, class))? == Some(false)
        {
            return Ok(None);
        }
        let settled = self.settle_reference(state, value)?;
        let object = settled.as_ref();
        if object.is_null() || fits(self, self.class_of(state, object)) { Ok(Some(settled)) } else { Ok(None) }
    }
}
