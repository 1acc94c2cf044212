//! What a text is as long as no condition says otherwise: one of a few that the program speaks of. Code that parses goes further on those than on
//! empty text; conditions change them as they change any witness.

use crate::program::ClassId;
use crate::state::State;
use crate::state::asked::{Asked, AskedKind};
use crate::state::path::Use;
use crate::world::{Machine, Res};
use std::rc::Rc;
use term::{ArrayConst, Const, Element};

/// How many are tried for an argument, for what an argument is made of, and behind that.
const TRIED: [usize; 3] = [8, 3, 1];

impl Machine<'_> {
    /// One of them for a text; the others are other paths.
    pub(super) fn choose_seed(
        &mut self,
        state: &mut State,
        class: ClassId,
        name: &str,
        depth: u32,
    ) -> Res<Option<Rc<str>>> {
        let seeds = self.world.atlas.making.seeds.clone();
        if class != self.world.string || seeds.is_empty() || !self.world.options.makes {
            return Ok(None);
        }
        let most = TRIED[(depth as usize).min(TRIED.len() - 1)].min(seeds.len());
        for (at, seed) in seeds[..most - 1].iter().enumerate() {
            let choice = self.new_choice(&format!("{name} begins otherwise than {at}"));
            state.forgive_forks();
            if !self.decide(state, choice)? {
                return Ok(Some(seed.clone()));
            }
        }
        Ok(Some(seeds[most - 1].clone()))
    }

    /// Nothing is known of the text yet, so any witness will do.
    pub(super) fn sow(&self, state: &mut State, asked: &Asked, seed: Option<&str>) {
        let (AskedKind::Text(id), Some(seed)) = (asked.kind, seed) else { return };
        let text = state.path.texts[id.0 as usize];
        if state.path.witness(Use::Search).get(text.length).is_some()
            || state.path.witness(Use::Search).get(text.units).is_some()
        {
            return;
        }
        let units: Vec<u16> = seed.encode_utf16().collect();
        // Behind its end more letters, should it become longer.
        let mut array = ArrayConst::new(Element::Bv(16), u64::from(b'a'));
        for (at, &unit) in units.iter().enumerate() {
            array.set(at as u32, unit.into());
        }
        let length = self.world.terms.sort(self.world.terms.input_term(text.length));
        let mut witness = state.path.witness(Use::Search).clone();
        witness.set(text.length, Const::scalar(length, units.len() as u64));
        witness.set(text.units, Const::Array(Rc::new(array)));
        state.path.set_witness(witness);
    }
}
