//! Heap cloning, section III-C: on a followed path each cell is compared by itself. Symbolic values survive where the shadow has
//! what they are; where it has something else they are lost, and the call that may have done it is named.

use crate::concrete::{Hotspot, Shadow};
use machine::decide::concrete;
use machine::follow::{Lost, Spot, UnseenCall};
use machine::heap::{Body, Object};
use machine::path::Use;
use machine::symbols::{self, Symbols};
use machine::{MethodId, ObjectId, Res, State, Value, World};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Hotspot {
    /// Remembers that code which we do not see is about to run.
    pub(crate) fn note_unseen(&mut self, world: &mut World, state: &State, native: Option<MethodId>, given: &[Value]) {
        let Some(followed) = &mut world.followed else { return };
        let arguments = given.iter().filter_map(|value| if let Value::Ref(id) = value { Some(*id) } else { None });
        let call = UnseenCall { native, call: spot(state), arguments: arguments.collect(), epoch: self.epochs + 1 };
        followed.unseen(call);
    }

    /// Takes over what differs: `plain` is what our cells are under the witness.
    pub(super) fn take_over_cells(
        &mut self,
        world: &mut World,
        state: &mut State,
        id: ObjectId,
        (ours, plain, found): (&Object, &Body, Body),
        since: u32,
    ) -> Res<()> {
        let followed = world.followed.as_ref().expect("a followed path");
        let is_jdk = |method: MethodId| world.classes[world.classes[method].class].is_jdk();
        let culprit = followed.culprit(id, since, is_jdk).cloned();
        let (body, symbols) = match (&ours.body, plain, found) {
            (Body::Fields(ours_fields), Body::Fields(plain), Body::Fields(found)) => {
                let mut fields = found.to_vec();
                for slot in 0..fields.len() {
                    fields[slot] = match (plain[slot].same(found[slot]), ours_fields[slot].term()) {
                        (true, _) => ours_fields[slot],
                        (false, None) => found[slot],
                        (false, Some(_)) => {
                            let what = self.field_lost(world, id, ours, slot as u16);
                            world.lose(what, culprit.clone(), spot(state), found[slot])
                        }
                    };
                }
                (Body::Fields(fields.into()), None)
            }
            (_, plain, found) => {
                let symbols = self.elements_lost(world, state, id, ours, (plain, &found), culprit);
                (found, symbols)
            }
        };
        let object = state.heap.get_mut(id);
        object.body = body;
        object.symbols = symbols;
        Ok(())
    }

    fn field_lost(&self, world: &World, id: ObjectId, object: &Object, slot: u16) -> Lost {
        let class = &world.classes[object.class];
        if let Some(Shadow::Statics) = self.shadows.get(&id) {
            let field = class.fields.iter().find(|field| field.is_static() && field.slot == slot);
            return Lost::Static(object.class, field.map_or_else(|| "?".into(), |field| field.name.clone()));
        }
        let (owner, at) = class.layout[slot as usize];
        Lost::Field(owner, world.classes[owner].fields[at as usize].name.clone())
    }

    fn elements_lost(
        &self,
        world: &mut World,
        state: &State,
        id: ObjectId,
        ours: &Object,
        (plain, found): (&Body, &Body),
        culprit: Option<UnseenCall>,
    ) -> Option<Rc<Symbols>> {
        let all = ours.symbols.as_deref()?;
        let len = found.array_length()?;
        let mut cells: BTreeMap<u32, term::Term> =
            symbols::cells(&mut world.terms, all, 0..len).into_iter().map(|(at, term)| (at as u32, term)).collect();
        for at in symbols::different(plain, found) {
            let Some(cell) = cells.remove(&(at as u32)) else { continue };
            if world.terms.is_const(cell) {
                continue;
            }
            let what = match self.shadows.get(&id) {
                Some(Shadow::Memory(_)) => Lost::Memory,
                _ => Lost::Element(ours.class),
            };
            let value = symbols::plain_element(found, at);
            let lost = world.lose_element(what, culprit.clone(), spot(state), at, value);
            cells.insert(at as u32, lost);
        }
        // Constants of a whole term are elements like any other; those that changed are in the body.
        let symbolic: BTreeMap<u32, term::Term> =
            cells.into_iter().filter(|&(at, term)| !self.agrees(world, state, found, at, term)).collect();
        (!symbolic.is_empty()).then(|| Rc::new(Symbols::Sparse(symbolic)))
    }

    /// Is the cell a constant that the body has, too?
    fn agrees(&self, world: &World, state: &State, found: &Body, at: u32, term: term::Term) -> bool {
        let value = || concrete(&world.terms.eval(term, state.path.witness(Use::Follow)));
        world.terms.is_const(term) && symbols::plain_element(found, at as usize).same(value())
    }
}

fn spot(state: &State) -> Spot {
    match state.frames.last() {
        Some(frame) => Spot { method: frame.method, pc: frame.pc },
        None => Spot { method: MethodId(0), pc: 0 },
    }
}
