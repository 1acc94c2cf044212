//! Merging on symbolic heaps: states become one only if they found out the same about the heap that the method was called on. So a
//! merged path is one case, that of all the paths it stands for, and no case is lost.

use super::Explorer;
use machine::State;
use machine::path::Path;
use replay::heap::shape;
use std::rc::Rc;

impl Explorer<'_, '_> {
    /// The states in groups that may be merged.
    pub(super) fn by_heap(&mut self, entry: &Path, states: Vec<State>) -> Vec<Vec<State>> {
        if states.iter().all(|state| !state.path.shapes.is_used()) {
            return vec![states];
        }
        let mut groups: Vec<(Option<u64>, Vec<State>)> = Vec::new();
        for mut state in states {
            let case = self.common_case(entry, &mut state);
            let fits = |(other, group): &&mut (Option<u64>, Vec<State>)| {
                case.is_some() && *other == case && Rc::ptr_eq(&group[0].path.shapes, &state.path.shapes)
            };
            match groups.iter_mut().find(fits) {
                Some((_, group)) => group.push(state),
                None => groups.push((case, vec![state])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// The shape of the heap before, if a merged path would know it as well: what only the conditions of this one say, that a
    /// reference is null, is no part of it.
    fn common_case(&mut self, entry: &Path, state: &mut State) -> Option<u64> {
        let own = shape(self.machine, state);
        let mut common = entry.clone();
        common.shapes = state.path.shapes.clone();
        for choice in state.path.trail.choices_since(entry.trail.len()) {
            common.settle(&self.machine.world.terms, choice);
        }
        let path = std::mem::replace(&mut state.path, common);
        let merged = shape(self.machine, state);
        state.path = path;
        (own == merged).then_some(own)
    }
}
