//! An array that is an argument may be one that static fields of the program lead to. It never is here, which is an assumption where
//! somebody reads such a field.

use crate::heap::Body;
use crate::program::{ClassId, Value};
use crate::state::State;
use crate::world::{Machine, World};
use std::collections::BTreeSet;

const OWN_ARRAYS: &str = "arrays that are inputs are none that static fields lead to";

/// Objects behind one static field that are looked at.
const MOST_OBJECTS: usize = 200;

impl World {
    /// What the answers rest on besides the program, whatever path was taken.
    pub fn assumptions(&self) -> BTreeSet<String> {
        let specs = &self.atlas.specs;
        let mut all = specs.assumptions.clone();
        let is_any = |name: &str| name.starts_with("[L") || name.starts_with("[[");
        let may_be_same = |given: &str, held: &str| given == held || is_any(given) && is_any(held);
        if specs.given_arrays.iter().any(|given| specs.held_arrays.iter().any(|held| may_be_same(given, held))) {
            all.insert(OWN_ARRAYS.into());
        }
        all.extend(self.first_call());
        all
    }

    /// An argument of the method at hand has this class.
    pub(crate) fn note_given(&mut self, class: ClassId) {
        if !self.options.input_names.is_empty() && self.is_array(class) {
            let name = self.classes[class].name.to_string();
            self.atlas.specs.given_arrays.insert(name);
        }
    }
}

impl Machine<'_> {
    /// The program read this from a static field.
    pub(crate) fn note_held(&mut self, state: &State, value: Value) {
        let Value::Ref(first) = value else { return };
        if self.world.options.input_names.is_empty() {
            return;
        }
        let (mut waiting, mut seen) = (vec![first], BTreeSet::new());
        while let Some(id) = waiting.pop() {
            if id.is_null() || seen.len() >= MOST_OBJECTS || !seen.insert(id) {
                continue;
            }
            let object = state.heap.get(id);
            if matches!(object.body, Body::Absent) {
                continue;
            }
            let class = object.class;
            if self.world.is_array(class) && !state.path.arrays.iter().any(|array| array.object == id) {
                let name = self.world.classes[class].name.to_string();
                self.world.atlas.specs.held_arrays.insert(name);
            }
            match &object.body {
                Body::Fields(fields) => waiting.extend(fields.iter().filter_map(|field| match field {
                    Value::Ref(id) => Some(*id),
                    _ => None,
                })),
                Body::Refs(elements) => waiting.extend(elements.iter()),
                _ => {}
            }
        }
    }
}
