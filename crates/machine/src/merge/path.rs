//! What the paths of merged states know: what one found out holds where its guard does.

use super::{Apart, Arms};
use crate::state::State;
use crate::state::asked::Asked;
use crate::state::decided::Evaluations;
use crate::state::inputs::Places;
use crate::state::path::Path;
use crate::state::path::Use;
use crate::state::proof::Proof;
use crate::world::Machine;
use std::rc::Rc;
use term::Term;

impl Machine<'_> {
    pub(super) fn merge_paths(&mut self, entry: &Path, states: &[State], arms: &Arms) -> Result<Path, Apart> {
        let first = &states[0].path;
        for other in states[1..].iter().map(|state| &state.path) {
            let same = first.loose == other.loose
                && first.texts.len() == other.texts.len()
                && first.searches.len() == other.searches.len()
                && first.arrays.len() == other.arrays.len();
            if !same {
                return Err(Apart::Inputs);
            }
        }
        // Symbolic heaps that differ are no choice.
        if states.iter().any(|state| !Rc::ptr_eq(&state.path.shapes, &first.shapes)) {
            return Err(Apart::Inputs);
        }
        // Lists of equal length that grew inside the region differ in what they hold.
        if first.texts.len() != entry.texts.len()
            || first.searches.len() != entry.searches.len()
            || !Rc::ptr_eq(&first.arrays, &entry.arrays)
        {
            return Err(Apart::Inputs);
        }
        let terms = &mut self.world.terms;
        let guards = arms.guards(terms, states.len());
        let condition = arms.condition(terms);
        let proofs: Vec<_> = states.iter().map(|state| &state.path.proof).zip(guards.iter().copied()).collect();
        let mut path = entry.clone();
        path.proof = Proof::merged(&entry.proof, &proofs, terms).ok_or(Apart::Inputs)?;
        path.loose = first.loose;
        path.shapes = first.shapes.clone();
        for choice in first.trail.choices_since(entry.trail.len()) {
            path.settle(terms, choice);
        }
        match states.iter().find(|state| state.path.provisional.is_none()) {
            Some(sure) => {
                path.set_witness(sure.path.witness(Use::Search).clone());
                path.provisional = None;
            }
            None => path.provisional = Some(entry.provisional.unwrap_or(entry.trail.len())),
        }
        // Arms that nobody asked the solver about may all be infeasible: then the condition is false, and must not get lost.
        if condition != terms.bool(true) {
            path.assume(terms, condition);
        }
        // What all of them asked for first, they asked for before they parted.
        let alike = common(states.iter().map(|state| &state.path.asked[..]));
        Rc::make_mut(&mut path.asked).extend_from_slice(&first.asked[entry.asked.len()..alike]);
        for known in first.focus.iter().filter(|known| !entry.focus.contains(known)) {
            if states[1..].iter().all(|state| state.path.focus.contains(known)) {
                Rc::make_mut(&mut path.focus).push(*known);
            }
        }
        let common = path.focus.clone();
        for (state, &guard) in states.iter().zip(&guards) {
            let own = &state.path;
            for asked in &own.asked[alike..] {
                let guard = under(terms, guard, asked.guard);
                Rc::make_mut(&mut path.asked).push(Asked { guard: Some(guard), ..*asked });
            }
            for &(inside, otherwise) in own.focus.iter().filter(|known| !common.contains(known)) {
                let inside = terms.implies(guard, inside);
                if !terms.is_const(inside) {
                    Rc::make_mut(&mut path.focus).push((inside, otherwise));
                }
            }
            let tables = [
                (&mut path.boxes, &own.boxes, &entry.boxes),
                (&mut path.twins, &own.twins, &entry.twins),
                (&mut path.rebuilt, &own.rebuilt, &entry.rebuilt),
            ];
            for (merged, own, _) in tables.into_iter().filter(|(_, own, before)| !Rc::ptr_eq(own, before)) {
                Rc::make_mut(merged).extend(own.iter().copied());
            }
            for what in own.imprecisions.iter().filter(|what| !entry.imprecisions.contains(what)) {
                path.imprecise(what.clone());
            }
            own.assumed.iter().for_each(|&what| path.rest_on(what));
            for &length in own.lengths.iter() {
                if !path.lengths.contains(&length) {
                    Rc::make_mut(&mut path.lengths).push(length);
                }
            }
            for (&array, own) in own.places.iter().filter(|_| !Rc::ptr_eq(&own.places, &entry.places)) {
                let places = Rc::make_mut(&mut path.places).entry(array).or_insert_with(|| Places::new(terms));
                own.seen.iter().for_each(|&place| places.add(terms, place));
            }
            path.made = path.made.max(own.made);
            path.random |= own.random;
        }
        // What is outside of its focus on one path was given up there.
        if states.iter().any(|state| entry.focus.iter().any(|known| !state.path.focus.contains(known))) {
            return Err(Apart::Inputs);
        }
        let evaluations = guards.iter().copied().zip(states.iter().map(|state| &state.path.evaluations));
        path.evaluations = Evaluations::merged(evaluations, |one, other| terms.and(one, other));
        let trails = states.iter().zip(guards).map(|(state, guard)| (guard, state.path.trail.clone()));
        path.trail.merge(trails.collect());
        Ok(path)
    }
}

/// How many of the first ones are the same in all lists.
fn common<'a>(lists: impl Iterator<Item = &'a [Asked]>) -> usize {
    let lists: Vec<&[Asked]> = lists.collect();
    let is_alike =
        |at: &usize| lists.iter().all(|list| list.get(*at).is_some_and(|asked| Some(asked) == lists[0].get(*at)));
    (0..).take_while(is_alike).count()
}

fn under(terms: &mut term::Terms, guard: Term, own: Option<Term>) -> Term {
    match own {
        Some(own) => terms.and(guard, own),
        None => guard,
    }
}
