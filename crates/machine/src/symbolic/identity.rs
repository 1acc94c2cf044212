//! Identity of boxes. The box of a symbolic number is one object of ours, whatever the number; where references are
//! compared, the caches of the JDK count: equal numbers within them have one box.

use crate::program::{ClassId, ClassKind, ObjectId, Value};
use crate::reason::{Assumption, Inexact, Reason};
use crate::state::State;
use crate::state::asked::AskedKind;
use crate::state::path::Path;
use crate::world::{Machine, Res, World};
use bytecode::Prim;
use std::collections::BTreeSet;
use term::Term;

/// Classes with a cache, the class that holds it, and the first number in it; the last is 127.
const CACHES: [(&str, &str, i32); 5] = [
    ("java/lang/Byte", "java/lang/Byte$ByteCache", -128),
    ("java/lang/Short", "java/lang/Short$ShortCache", -128),
    ("java/lang/Character", "java/lang/Character$CharacterCache", 0),
    ("java/lang/Integer", "java/lang/Integer$IntegerCache", -128),
    ("java/lang/Long", "java/lang/Long$LongCache", -128),
];

const LAST: i32 = 127;

impl World {
    /// Whether texts are arguments of the method at hand: that two of them are not one object is an assumption, which has to be told.
    pub(crate) fn has_given_texts(&self, path: &Path) -> bool {
        !self.options.input_names.is_empty() && !path.texts.is_empty()
    }
}

impl Machine<'_> {
    /// Are two references the same?
    pub fn is_same(&mut self, state: &mut State, a: ObjectId, b: ObjectId) -> Res<bool> {
        self.doubt_identity(state, &[a, b]);
        self.doubt_rough(state, Value::Ref(a), Value::Ref(b));
        let boxes = state.path.boxes.clone();
        if a == b || a.is_null() || b.is_null() || !(boxes.contains(&a) || boxes.contains(&b)) {
            return Ok(a == b);
        }
        let class = self.class_of(state, a);
        if self.class_of(state, b) != class {
            return Ok(false);
        }
        let name = self.world.classes[class].name.clone();
        let (_, holder, first) = CACHES.into_iter().find(|(class, ..)| **class == *name).expect("a class with a cache");
        for id in [a, b] {
            if !boxes.contains(&id) && !self.is_cached(state, id, holder, first)? {
                return Ok(false);
            }
        }
        let (left, right) = (self.number_in(state, a)?, self.number_in(state, b)?);
        let cached = self.is_within(left, first);
        let equal = self.world.terms.eq(left, right);
        let same = self.world.terms.and(equal, cached);
        self.decide(state, same)
    }

    /// Two references to different objects of ours are compared: if a model made one of them, Java may have one object for both.
    pub(crate) fn doubt_identity(&self, state: &mut State, compared: &[ObjectId]) {
        let is_twin = |id: &ObjectId| state.path.twins.contains(id);
        let others = compared.iter().filter(|id| !id.is_null());
        if others.clone().any(is_twin) && others.collect::<BTreeSet<_>>().len() > 1 {
            let what = "whether two references are the same, where a model of a library method made one of the objects";
            state.path.imprecise(Reason::Imprecision(Inexact::Identity, what.into()));
        }
    }

    /// An argument of the method at hand that is a String or a box is no other one: that is an assumption where somebody compares them.
    pub(crate) fn tell_own_values(&mut self, state: &mut State, a: Value, b: Value) {
        let (texts, boxes) = (self.world.has_given_texts(&state.path), self.has_given_boxes(&state.path));
        if !texts && !boxes {
            return;
        }
        let [first, second] = [a, b].map(|value| self.named_by_value(value));
        let is_text = |machine: &Self, id: &ObjectId| machine.class_of(state, *id) == machine.world.string;
        let is_boxed = |machine: &Self, id: &ObjectId| {
            Prim::from_wrapper(&machine.world.classes[machine.class_of(state, *id)].name).is_some()
        };
        let both = |is: &dyn Fn(&Self, &ObjectId) -> bool| {
            first.iter().any(|id| is(self, id)) && second.iter().any(|id| is(self, id))
        };
        let (of_texts, of_boxes) = (texts && both(&is_text), boxes && both(&is_boxed));
        let differ = first.iter().chain(&second).collect::<BTreeSet<_>>().len() > 1;
        if of_texts && differ {
            state.path.rest_on(Assumption::OwnValues);
        }
        // One that is the constant of Boolean need not be.
        if of_boxes {
            state.path.rest_on(Assumption::OwnBoxes);
        }
    }

    /// The objects that a reference may be, without null.
    fn named_by_value(&mut self, value: Value) -> Vec<ObjectId> {
        let term = self.lift(value);
        let leaves = self.world.terms.cases(term).into_iter();
        let ids = leaves.filter_map(|(_, leaf)| Some(ObjectId(self.world.terms.as_const(leaf)?.bits() as u32)));
        ids.filter(|id| !id.is_null()).collect()
    }

    /// Whether boxes are arguments of the method at hand, or elements of such.
    fn has_given_boxes(&self, path: &Path) -> bool {
        let is_box = |class: ClassId| Prim::from_wrapper(&self.world.classes[class].name).is_some();
        let holds_boxes = |class: ClassId| match self.world.classes[class].kind {
            ClassKind::Array(component) => is_box(component),
            _ => false,
        };
        !self.world.options.input_names.is_empty()
            && (path.asked.iter().any(|asked| matches!(asked.kind, AskedKind::Boxed(_)))
                || path.arrays.iter().any(|array| holds_boxes(array.class)))
    }

    /// Is it the very object that the cache has for its number?
    fn is_cached(&mut self, state: &mut State, id: ObjectId, holder: &str, first: i32) -> Res<bool> {
        let number = match self.field_named(state, id, "value")? {
            Value::Int(number) => i64::from(number),
            Value::Long(number) => number,
            _ => return Ok(false),
        };
        if !(i64::from(first)..=i64::from(LAST)).contains(&number) {
            return Ok(false);
        }
        let cache = self.static_named(state, holder, "cache")?.as_ref();
        Ok(self.refs(state, cache)?.get((number - i64::from(first)) as usize) == Some(&id))
    }

    fn number_in(&mut self, state: &mut State, id: ObjectId) -> Res<Term> {
        let value = self.field_named(state, id, "value")?;
        Ok(self.lift(value))
    }

    fn is_within(&mut self, number: Term, first: i32) -> Term {
        let terms = &mut self.world.terms;
        let width = terms.width(number);
        let (low, high) = (terms.bv(width, first as i64 as u64), terms.bv(width, LAST as u64));
        let (above, below) = (terms.sle(low, number), terms.sle(number, high));
        terms.and(above, below)
    }
}
