//! java.lang.ref: our heap knows best what a reference refers to. Clearing and enqueuing is the garbage collector's (`collect/references.rs`).

use super::{Call, LibraryModel, Ret, model, nothing, text};
use crate::program::{ObjectId, Value};
use crate::reason::{Decider, Reason};
use crate::state::State;
use crate::world::{Machine, Res};

const REFERENCE: &str = "java/lang/ref/Reference";
const PHANTOM: &str = "java/lang/ref/PhantomReference";

pub const MODELS: &[LibraryModel] = &[
    model("java/lang/Runtime", "gc", "()V", gc),
    text(REFERENCE, "<init>", "(Ljava/lang/Object;Ljava/lang/ref/ReferenceQueue;)V", init),
    model(REFERENCE, "refersTo0", "(Ljava/lang/Object;)Z", refers_to),
    model(PHANTOM, "refersTo0", "(Ljava/lang/Object;)Z", refers_to),
    model(REFERENCE, "clear0", "()V", clear),
    model(PHANTOM, "clear0", "()V", clear),
    model(REFERENCE, "getAndClearReferencePendingList", "()Ljava/lang/ref/Reference;", take_pending),
    model(REFERENCE, "hasReferencePendingList", "()Z", has_pending),
    model(REFERENCE, "waitForReferencePendingList", "()V", nothing),
];

/// The collection takes place before the next instruction.
fn gc(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    state.collection_asked = true;
    state.heap.ask_for_collection();
    Ok(Ret::Void)
}

/// When a reference is cleared is up to the JVM: what a program of its own does with them is explored for one case only.
fn init(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let classes = &machine.world.classes;
    let mut makers = state.frames.iter().rev().map(|frame| &classes[frame.method]);
    let maker = makers.find(|m| {
        let class = &classes[m.class];
        let constructor = *m.name == *"<init>" && class.chain.iter().any(|&c| *classes[c].name == *REFERENCE);
        !constructor && !matches!(&*class.name, "java/util/WeakHashMap" | "java/lang/ref/Cleaner")
    });
    if maker.is_some_and(|m| !classes[m.class].is_jdk()) {
        state.path.imprecise(Reason::Environment(
            Decider::Collector,
            "a weak or soft reference: when it is cleared is up to the JVM".into(),
        ));
    }
    Ok(Ret::Interpret)
}

fn refers_to(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let referent = machine.field_named(state, call.reference(0), "referent")?.as_ref();
    Ret::boolean(referent == call.reference(1))
}

fn clear(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    machine.set_field_named(state, call.reference(0), "referent", Value::NULL)?;
    Ok(Ret::Void)
}

fn take_pending(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ret::reference(std::mem::replace(&mut state.pending_references, ObjectId::NULL))
}

fn has_pending(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ret::boolean(!state.pending_references.is_null())
}
