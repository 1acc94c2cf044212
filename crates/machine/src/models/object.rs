//! java.lang.Object: class, identity, clone and monitors.

use super::{Call, LibraryModel, Ret, model};
use crate::heap::open::OpenArray;
use crate::heap::{Body, Object};
use crate::program::ObjectId;
use crate::reason::{Inexact, Reason};
use crate::state::State;
use crate::state::steps::Deed;
use crate::world::{Machine, Res};
use std::rc::Rc;

const CLASS: &str = "java/lang/Object";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "getClass", "()Ljava/lang/Class;", get_class),
    model(CLASS, "hashCode", "()I", hash_code),
    model(CLASS, "clone", "()Ljava/lang/Object;", clone),
    model(CLASS, "notify", "()V", notify),
    model(CLASS, "notifyAll", "()V", notify_all),
    model("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", identity_hash_code),
];

fn get_class(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of(state, call.reference(0));
    Ret::reference(machine.mirror(state, class)?)
}

fn hash_code(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    machine.meet_identity(state);
    Ret::int(machine.identity_hash(state, call.reference(0)))
}

fn identity_hash_code(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let object = call.reference(0);
    if object.is_null() {
        return Ret::int(0);
    }
    machine.meet_identity(state);
    Ret::int(machine.identity_hash(state, object))
}

impl Machine<'_> {
    /// An object that HotSpot knows has HotSpot's hash, so that tables filled on either side agree.
    pub fn identity_hash(&mut self, state: &mut State, id: ObjectId) -> i32 {
        if state.heap.get(id).hash != 0 {
            return state.heap.get(id).hash;
        }
        if let Some(hash) = self.host.identity_hash(state, id) {
            return hash;
        }
        self.doubt_row(state, id);
        if state.path.boxes.contains(&id) {
            state.path.imprecise(Reason::Imprecision(
                Inexact::Identity,
                "the identity hash of the box of a symbolic number".into(),
            ));
        }
        // A fixed sequence, spread over 25 bits as HotSpot's hashes are.
        let hash = ((state.next_hash.wrapping_mul(0x9E37_79B1)) >> 7).max(1) as i32;
        state.next_hash += 1;
        state.heap.get_mut(id).hash = hash;
        hash
    }
}

fn clone(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let original = call.reference(0);
    let class = machine.class_of(state, original);
    if !machine.world.classes.is_subclass(class, machine.world.cloneable) {
        let message = machine.world.classes[class].dotted();
        return Err(machine.throw(state, "java/lang/CloneNotSupportedException", Some(&message)));
    }
    let can_be_copied = |array: &OpenArray| array.can_be_copied() || machine.is_explored(state, array);
    if !matches!(&state.heap.get(original).body, Body::Open(array) if can_be_copied(array)) {
        machine.ready(state, original)?;
    }
    machine.reach_original(state, original)?;
    let mut original = state.heap.get(original).clone();
    if let Body::Open(array) = &mut original.body {
        // What is written to the copy is no element of the input.
        Rc::make_mut(array).input = None;
    }
    let copy = state.heap.fresh_id();
    *state.heap.get_mut(copy) = Object { symbols: original.symbols, ..Object::new(class, original.body) };
    Ret::reference(copy)
}

fn notify(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    notify_some(machine, state, call, 1)
}

fn notify_all(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    notify_some(machine, state, call, usize::MAX)
}

fn notify_some(machine: &mut Machine, state: &mut State, call: &Call, how_many: usize) -> Res<Ret> {
    let object = call.reference(0);
    if !state.holds_monitor(object) {
        return Err(machine.not_owner(state));
    }
    machine.visible(state, if how_many == 1 { Deed::Notify(object) } else { Deed::NotifyAll(object) })?;
    state.notify(object, how_many);
    Ok(Ret::Void)
}
