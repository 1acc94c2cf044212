//! The inputs on which the future of a state depends: those of its cells.

use crate::heap::open::{Base, Layer};
use crate::heap::{Body, Object, Symbols};
use crate::state::State;
use crate::world::Machine;
use std::collections::BTreeSet;
use term::{Input, Term};

impl Machine<'_> {
    /// All inputs that any cell mentions, also cells that nobody reads any more.
    pub fn inputs_in_cells(&self, state: &State) -> BTreeSet<Input> {
        let mut terms: BTreeSet<Term> = BTreeSet::new();
        let used = state.frames.last().map_or(0, |frame| frame.sp as usize);
        terms.extend(state.stack[..used].iter().filter_map(|value| value.term()));
        let mut has_text = false;
        state.heap.for_each(|_, object| has_text |= collect(object, &mut terms));
        let mut inputs = BTreeSet::new();
        for term in terms {
            inputs.extend(self.world.terms.inputs_of(term).iter());
        }
        if has_text {
            inputs.extend(state.path.texts.iter().flat_map(|text| [text.length, text.units]));
            inputs.extend(state.path.asked.iter().map(|asked| asked.input));
        }
        inputs
    }
}

fn layer(of: &Layer, terms: &mut BTreeSet<Term>) {
    terms.extend(of.cells.values());
    terms.extend(of.places.iter().flat_map(|place| [place.index, place.value]));
    match &of.base {
        Base::Primitives(_, base) => _ = terms.insert(*base),
        Base::Copied(copied) => {
            terms.extend([copied.from, copied.to, copied.len]);
            layer(&copied.under, terms);
            layer(&copied.source, terms);
        }
        Base::Nulls | Base::Unknown(_) | Base::Rows(_) | Base::Unsteady(_) => {}
    }
}

/// Whether the object is a text, whose terms are those of the texts that the path asked for.
fn collect(object: &Object, terms: &mut BTreeSet<Term>) -> bool {
    match object.symbols.as_deref() {
        Some(Symbols::Sparse(cells)) => terms.extend(cells.values()),
        Some(Symbols::Whole(whole)) => _ = terms.insert(*whole),
        None => {}
    }
    match &object.body {
        Body::Text(_) => return true,
        Body::Fields(fields) => terms.extend(fields.iter().filter_map(|value| value.term())),
        Body::Open(array) => {
            terms.insert(array.length);
            layer(&array.layer(), terms);
        }
        Body::Absent
        | Body::Stub
        | Body::Bytes(_)
        | Body::Chars(_)
        | Body::Shorts(_)
        | Body::Ints(_)
        | Body::Longs(_)
        | Body::Floats(_)
        | Body::Doubles(_)
        | Body::Refs(_) => {}
    }
    false
}
