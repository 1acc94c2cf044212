//! How many places of an array that is an input a path looks at or writes, whatever their order: more of them than the bound allows
//! are not explored.

use crate::heap::open::ArrayId;
use crate::program::Value;
use crate::reason::{Bound, Reason};
use crate::state::State;
use crate::state::inputs::Places;
use crate::world::{End, Machine, Res, Stop};
use std::rc::Rc;

impl Machine<'_> {
    /// One more place, at an index that is known to be inside. Terms that look different may be the same place: where there could be
    /// too many, a path goes on with the inputs for which there are not.
    pub fn look_at(&mut self, state: &mut State, id: ArrayId, index: Value) -> Res<()> {
        if self.world.atlas.loops.proving {
            // Where loops are cut no path looks at more places than its code names.
            return Ok(());
        }
        let place = self.lift(index);
        let mut places = match state.path.places.get(&id.0) {
            Some(places) if places.seen.contains(&place) => return Ok(()),
            Some(places) => places.clone(),
            None => Places::new(&mut self.world.terms),
        };
        places.add(&mut self.world.terms, place);
        let most = self.world.options.array_length;
        if places.seen.len() as u64 > u64::from(most) {
            let most = self.world.terms.bv(32, most.into());
            let within = self.world.terms.ule(places.count, most);
            if !self.decide(state, within)? {
                return Err(self.too_many_places(state));
            }
        }
        Rc::make_mut(&mut state.path.places).insert(id.0, places);
        Ok(())
    }

    pub(crate) fn too_many_places(&mut self, state: &State) -> Stop {
        let (most, measure) = (self.world.options.array_length, self.world.options.measure);
        let at = self.stack_lines(state).into_iter().next().unwrap_or_default().trim().to_string();
        End::stopped(Reason::Bound(Bound::Elements { most, measure, at }))
    }
}
