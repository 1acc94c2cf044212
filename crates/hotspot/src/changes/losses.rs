//! Heap cloning, section III-C: on a followed path each cell is compared by itself. Symbolic values survive where the shadow has
//! what they are; where it has something else they are lost, and the call that may have done it is named.

use crate::concrete::{Hotspot, Shadow};
use machine::decide::concrete;
use machine::follow::{Lost, Spot, UnseenCall};
use machine::heap::{Body, Object};
use machine::path::Use;
use machine::symbols::{self, Symbols};
use machine::{Machine, MethodId, ObjectId, Res, State, Value, World};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Hotspot {
    /// Remembers that code which we do not see is about to run.
    pub(crate) fn note_unseen(&mut self, world: &mut World, state: &State, native: Option<MethodId>, given: &[Value]) {
        if let Some(followed) = &mut world.followed {
            followed.unseen(native, spot(state), given, self.epochs + 1);
        }
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
        let writer = followed.writer(id, since).cloned();
        let mut made = Vec::new();
        let (body, symbols) = match (&ours.body, plain, found) {
            (Body::Fields(ours_fields), Body::Fields(plain), Body::Fields(found)) => {
                let mut fields = found.to_vec();
                for slot in 0..fields.len() {
                    fields[slot] = match (plain[slot].same(found[slot]), ours_fields[slot].term()) {
                        (true, _) => ours_fields[slot],
                        (false, None) => match &writer {
                            None => found[slot],
                            Some(_) => {
                                let what = Lost::Written(Box::new(self.field_lost(world, id, ours, slot as u16)));
                                written(world, state, what, writer.clone(), found[slot], &mut made)
                            }
                        },
                        (false, Some(_)) => {
                            let what = self.field_lost(world, id, ours, slot as u16);
                            world.lose(what, culprit.clone(), spot(state), found[slot])
                        }
                    };
                }
                (Body::Fields(fields.into()), None)
            }
            (_, plain, found) => {
                let mut symbols = self.elements_lost(world, state, id, ours, (plain, &found), culprit);
                if writer.is_some() {
                    let what = Lost::Written(Box::new(self.element_lost(id, ours)));
                    let mut cells = match symbols.as_deref() {
                        Some(Symbols::Sparse(cells)) => cells.clone(),
                        Some(Symbols::Whole(_)) | None => BTreeMap::new(),
                    };
                    for at in symbols::different(plain, &found) {
                        if cells.contains_key(&(at as u32)) {
                            continue;
                        }
                        let term = match symbols::plain_element(&found, at) {
                            value @ Value::Ref(_) => {
                                written(world, state, what.clone(), writer.clone(), value, &mut made).term()
                            }
                            value => Some(world.lose_element(what.clone(), writer.clone(), spot(state), at, value)),
                        };
                        cells.extend(term.map(|term| (at as u32, term)));
                    }
                    symbols = (!cells.is_empty()).then(|| Rc::new(Symbols::Sparse(cells)));
                }
                (found, symbols)
            }
        };
        let object = state.heap.get_mut(id);
        object.body = body;
        object.symbols = symbols;
        for (what, inner) in made {
            let call = writer.clone().expect("somebody wrote it");
            Machine { world, host: self }.lose_object(state, &what, call.native, inner, call.call)?;
        }
        Ok(())
    }

    fn element_lost(&self, id: ObjectId, array: &Object) -> Lost {
        match self.shadows.get(&id) {
            Some(Shadow::Memory(_)) => Lost::Memory,
            _ => Lost::Element(array.class),
        }
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
            let what = self.element_lost(id, ours);
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

/// What stands for a value that was written over one which was not symbolic. References stay; what is behind them may be new.
fn written(
    world: &mut World,
    state: &State,
    what: Lost,
    writer: Option<UnseenCall>,
    value: Value,
    made: &mut Vec<(Lost, ObjectId)>,
) -> Value {
    let Value::Ref(id) = value else { return world.lose(what, writer, spot(state), value) };
    let (native, call) = writer.map_or((None, spot(state)), |writer| (writer.native, writer.call));
    world.count_untraced(what.clone(), native, call, spot(state));
    made.push((what, id));
    value
}

fn spot(state: &State) -> Spot {
    match state.frames.last() {
        Some(frame) => Spot { method: frame.method, pc: frame.pc },
        None => Spot { method: MethodId(0), pc: 0 },
    }
}
