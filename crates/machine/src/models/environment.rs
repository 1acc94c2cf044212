//! What the machine decides, where a method tells it: the table of `natives::decided` says what that does to a TRUE. Static fields
//! that keep such values are met where they are read.

use super::{Call, LibraryModel, Ret, model, watch};
use crate::natives::decided;
use crate::program::Value;
use crate::reason::Assumption;
use crate::state::State;
use crate::world::{Machine, Res};

const HASH_MAP: &str = "java/util/HashMap";
const IDENTITY_MAP: &str = "java/util/IdentityHashMap";
const WEAK_MAP: &str = "java/util/WeakHashMap";

const PHASER: &str = "java/util/concurrent/Phaser";
const EXCHANGER: &str = "java/util/concurrent/Exchanger";
/// By class the numbers that say how often it looks before it blocks, and what they are on one processor.
const SPINS: [(&str, &str, i32); 2] = [(PHASER, "SPINS_PER_ARRIVAL", 1), (EXCHANGER, "NCPU", 1)];

/// Whoever begins to go through a table of hashes.
const fn going(class: &'static str, method: &'static str) -> LibraryModel {
    watch(class, method, "", go_through)
}

pub const MODELS: &[LibraryModel] = &[
    watch("java/lang/System", "getProperty", "", property),
    watch("java/lang/System", "getProperties", "", properties),
    watch("java/io/UnixFileSystem", "resolve", "(Ljava/io/File;)Ljava/lang/String;", tell),
    watch("sun/nio/fs/UnixFileSystem", "defaultDirectory", "", tell),
    watch("sun/nio/fs/UnixPath", "toAbsolutePath", "", tell),
    model(PHASER, "internalAwaitAdvance", "", block_at_once),
    model(EXCHANGER, "exchange", "", block_at_once),
    watch("java/lang/Thread", "getId", "", tell),
    watch("java/lang/Thread", "threadId", "", tell),
    watch("java/lang/UnsatisfiedLinkError", "<init>", "(Ljava/lang/String;)V", missing),
    watch("java/lang/NoClassDefFoundError", "<init>", "(Ljava/lang/String;)V", missing),
    going("java/util/HashMap$HashIterator", "<init>"),
    going("java/util/HashMap$HashMapSpliterator", "<init>"),
    going("java/util/HashMap$KeySet", "forEach"),
    going("java/util/HashMap$Values", "forEach"),
    going("java/util/HashMap$EntrySet", "forEach"),
    going(HASH_MAP, "forEach"),
    going(HASH_MAP, "replaceAll"),
    going(HASH_MAP, "keysToArray"),
    going(HASH_MAP, "valuesToArray"),
    going("java/util/concurrent/ConcurrentHashMap$Traverser", "<init>"),
    going("java/util/IdentityHashMap$IdentityHashMapIterator", "<init>"),
    going("java/util/IdentityHashMap$IdentityHashMapSpliterator", "<init>"),
    going("java/util/IdentityHashMap$KeySet", "toArray"),
    going("java/util/IdentityHashMap$Values", "toArray"),
    going("java/util/IdentityHashMap$EntrySet", "toArray"),
    going(IDENTITY_MAP, "forEach"),
    going(IDENTITY_MAP, "replaceAll"),
    going("java/util/WeakHashMap$HashIterator", "<init>"),
    going("java/util/WeakHashMap$WeakHashMapSpliterator", "<init>"),
    going(WEAK_MAP, "forEach"),
    going(WEAK_MAP, "replaceAll"),
    going("java/util/Hashtable$Enumerator", "<init>"),
    going("java/util/Hashtable", "forEach"),
    going("java/util/Hashtable", "replaceAll"),
];

impl Machine<'_> {
    /// Who looks at an identity hash code: a table, which may come to order its elements by it, the JDK for itself, or the program.
    pub(super) fn meet_identity(&mut self, state: &mut State) {
        if !self.world.explores() {
            return;
        }
        let name = |at: usize| {
            let frame = state.frames.iter().rev().filter(|frame| !frame.pending).nth(at)?;
            let method = &self.world.classes[frame.method];
            Some((&*self.world.classes[method.class].name, &*method.name, self.world.classes[method.class].is_jdk()))
        };
        let mut at = 0;
        while let Some((class, "hashCode", true)) = name(at) {
            // These only pass it on.
            if !matches!(class, "java/lang/Enum" | "java/lang/Object" | "java/lang/Class") {
                break;
            }
            at += 1;
        }
        let seen = match name(at) {
            Some((class, _, true)) if is_table(class) => {
                let mut outer = at;
                while name(outer).is_some_and(|(class, _, is_jdk)| is_jdk && class.starts_with("java/util/")) {
                    outer += 1;
                }
                if name(outer).is_some_and(|(_, _, is_jdk)| is_jdk) {
                    return;
                }
                decided::IDENTITY
            }
            Some((class, _, true)) if is_for_itself(class) => return,
            _ => decided::IDENTITY_SEEN,
        };
        self.meet(state, seen);
    }
}

fn is_table(class: &str) -> bool {
    class.starts_with("java/util/") && (class.contains("Hash") || class.starts_with("java/util/ImmutableCollections"))
}

/// The JDK's own caches.
fn is_for_itself(class: &str) -> bool {
    [
        "java/lang/invoke/",
        "java/lang/reflect/",
        "java/lang/ClassValue",
        "java/lang/ThreadLocal",
        "jdk/internal/",
        "sun/",
    ]
    .iter()
    .any(|own| class.starts_with(own))
}

/// Where there are several processors some classes look hundreds of times before they block. Each look is a step, and none decides more: where all
/// orders of threads are explored they block at once, as on one processor.
fn block_at_once(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if state.threads.steps.on {
        let class = machine.world.classes[call.method].class;
        for (of, name, once) in SPINS {
            let has_it = *machine.world.classes[class].name == *of
                && machine.world.classes[class].fields.iter().any(|field| field.is_static() && *field.name == *name);
            if has_it && machine.static_named(state, of, name)?.as_int() != once {
                machine.set_static_named(state, of, name, Value::Int(once))?;
            }
        }
    }
    Ok(Ret::Interpret)
}

/// A pool of threads counts its workers, or wakes those that have nothing to do while nobody else can look: their order does not matter.
fn is_pool(machine: &Machine, state: &State) -> bool {
    let classes = &machine.world.classes;
    let of = |at: usize| state.frames.iter().rev().nth(at).map(|frame| &classes[frame.method]);
    let asks = |at: usize| of(at).is_some_and(|method| classes[method.class].name.starts_with("java/util/Hash"));
    let asking = (0..).find(|&at| !asks(at)).and_then(of);
    asking.is_some_and(|method| {
        &*classes[method.class].name == "java/util/concurrent/ThreadPoolExecutor" && &*method.name != "interruptWorkers"
    })
}

fn go_through(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    if is_pool(machine, state) {
        return Ok(Ret::Interpret);
    }
    if state.path.assumed.contains(&Assumption::Identity) {
        machine.meet(state, decided::IDENTITY_ORDER);
    }
    Ok(Ret::Interpret)
}

/// The JDK makes such an error itself.
fn missing(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if machine.in_jdk(state) {
        let error = machine.world.classes[machine.world.classes[call.method].class].name.clone();
        machine.meet_missing(state, &error, call.reference(1))?;
    }
    Ok(Ret::Interpret)
}

fn tell(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let method = &machine.world.classes[call.method];
    let decided = decided::method(&machine.world.classes[method.class].name, &method.name);
    machine.meet(state, decided.expect("a row for each of these models"));
    Ok(Ret::Interpret)
}

fn properties(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let decided = if asks_itself(machine, state) { decided::PROPERTIES } else { decided::property("java.") };
    machine.meet(state, decided);
    Ok(Ret::Interpret)
}

fn property(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !machine.world.explores() {
        return Ok(Ret::Interpret);
    }
    let name = call.reference(0);
    let decided = match asks_itself(machine, state) || name.is_null() {
        true => decided::PROPERTIES,
        false if machine.symbolic_text(state, name)?.is_some() => decided::property("java."),
        false => decided::property(&machine.string(state, name)?),
    };
    machine.meet(state, decided);
    Ok(Ret::Interpret)
}

/// The JDK asks, not for the program.
fn asks_itself(machine: &Machine, state: &State) -> bool {
    let caller = state.frames.last().map(|frame| &machine.world.classes[machine.world.classes[frame.method].class]);
    let for_program = ["java/lang/Integer", "java/lang/Long", "java/lang/Boolean", "java/lang/System"];
    caller.is_some_and(|class| class.is_jdk() && !for_program.contains(&&*class.name))
}
