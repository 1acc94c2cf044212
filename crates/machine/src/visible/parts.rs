//! Accesses of several variables at once: copies, and what models and natives look at and change in their arguments. They are looked at
//! for data races like others, and are one step where there is one.

use super::reach::Reach;
use crate::heap::Body;
use crate::natives::{self, Effect};
use crate::program::{MethodId, ObjectId, Value};
use crate::reason::{Decider, Reason};
use crate::state::State;
use crate::state::order::Kind;
use crate::state::steps::{Cell, Deed, MOST_CELLS, Touch};
use crate::world::{Machine, Res};
use bytecode::access;

/// What an instruction accesses.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Elements {
        array: ObjectId,
        from: usize,
        count: usize,
    },
    /// All fields of an object.
    Fields(ObjectId),
}

/// Models by the class of their methods, which look into arrays and builders for themselves.
const LOOKING: [&str; 13] = [
    "java/lang/String",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Character",
    "java/lang/reflect/Array",
    "java/util/Arrays",
    "java/util/zip/CRC32",
    "java/util/zip/Adler32",
    "java/io/FileInputStream",
    "java/io/FileOutputStream",
    "java/io/RandomAccessFile",
    "java/io/PrintStream",
    "jdk/internal/util/ArraysSupport",
];
/// Natives of these classes touch no variable of the program: what they do has steps of its own.
const APART: [&str; 7] = [
    "java/lang/Object",
    "java/lang/Class",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/Throwable",
    "java/lang/StackStreamFactory$AbstractStackWalker",
    "jdk/internal/misc/Unsafe",
];
/// Methods that only read the arrays that they are given.
const READING: [&str; 7] = ["get", "write", "print", "update", "mismatch", "length", "invoke"];
const BUILDERS: [&str; 2] = ["java/lang/StringBuilder", "java/lang/StringBuffer"];
/// Methods of builders that change them.
const BUILDING: [&str; 10] = [
    "<init>",
    "append",
    "insert",
    "delete",
    "setCharAt",
    "setLength",
    "reverse",
    "replace",
    "ensureCapacity",
    "trimToSize",
];

impl Machine<'_> {
    /// Changes nothing but what is known of accesses.
    pub(crate) fn reach_parts(&mut self, state: &mut State, parts: &[(Part, Reach)]) -> Res<()> {
        if !state.threads.steps.on {
            return Ok(());
        }
        let is_checked = self.is_checked(self.accessor(state));
        let is_looked_at = |part: &Part| match *part {
            Part::Elements { array, .. } => is_checked || self.is_given_by_program(state, array),
            Part::Fields(_) => is_checked,
        };
        let parts: Vec<(Part, Reach)> = parts.iter().copied().filter(|(part, _)| is_looked_at(part)).collect();
        if parts.is_empty() {
            return Ok(());
        }
        let place = (state.top().method, state.top().pc);
        let ordered: Vec<Cell> = parts.iter().flat_map(|&(part, _)| self.volatile_cells(state, part)).collect();
        let is_step = self.world.races.is_visible(place) || !ordered.is_empty();
        if is_step {
            let mut cells = [None; MOST_CELLS];
            for (cell, &(part, reach)) in cells.iter_mut().zip(&parts) {
                *cell = Some((whole(part), if reach.writes() { Touch::Write } else { Touch::Read }));
            }
            if parts.len() > MOST_CELLS {
                state.path.imprecise(Reason::Environment(
                    Decider::Threads,
                    "one call that accesses many arrays which threads share".into(),
                ));
            }
            self.visible(state, Deed::Several(cells))?;
        }
        for cell in ordered {
            state.acquire(cell);
        }
        for &(part, reach) in &parts {
            for cell in self.plain_cells(state, part) {
                self.touch(state, cell, Kind { writes: reach.writes(), is_step, is_atomic: false, is_trusted: false });
            }
        }
        Ok(())
    }

    /// Accesses of neighbouring elements.
    pub(crate) fn reach_elements(
        &mut self,
        state: &mut State,
        array: ObjectId,
        (from, count): (usize, usize),
        reach: Reach,
    ) -> Res<()> {
        self.reach_parts(state, &[(Part::Elements { array, from, count }, reach)])
    }

    /// Arrays of which a copy may access any element: its positions or their lengths are symbolic.
    pub(crate) fn reach_open_copy(&mut self, state: &mut State, arguments: &[Value]) -> Res<()> {
        let &[Value::Ref(source), from, Value::Ref(target), to, len] = arguments else { return Ok(()) };
        if !state.threads.steps.on || source.is_null() || target.is_null() {
            return Ok(());
        }
        let is_open = |id: ObjectId| matches!(state.heap.get(id).body, Body::Open(_));
        if ![from, to, len].iter().any(|value| value.term().is_some()) && !is_open(source) && !is_open(target) {
            return Ok(());
        }
        let parts = [(self.part(state, source), Reach::Read), (self.part(state, target), Reach::Write)];
        let parts: Vec<(Part, Reach)> = parts.into_iter().filter_map(|(part, reach)| Some((part?, reach))).collect();
        self.reach_parts(state, &parts)
    }

    /// What `Object.clone` reads.
    pub(crate) fn reach_original(&mut self, state: &mut State, original: ObjectId) -> Res<()> {
        if !state.threads.steps.on {
            return Ok(());
        }
        match self.part(state, original) {
            Some(part) => self.reach_parts(state, &[(part, Reach::Read)]),
            None => Ok(()),
        }
    }

    /// What a model or a native may access of its arguments.
    pub(crate) fn reach_arguments(&mut self, state: &mut State, method: MethodId, arguments: &[Value]) -> Res<()> {
        if !state.threads.steps.on {
            return Ok(());
        }
        let called = &self.world.classes[method];
        let class = &self.world.classes[called.class];
        let is_native = called.is_native();
        let looks = LOOKING.contains(&&*class.name) || is_native && !APART.contains(&&*class.name);
        if !looks {
            return Ok(());
        }
        let is_pure = is_native && natives::listed(&class.name, &called.name) == Some(Effect::Pure);
        let reads = is_pure || READING.iter().any(|name| called.name.starts_with(name));
        let builds = BUILDING.iter().any(|name| called.name.starts_with(name));
        let (text, is_static) = (!is_native && class.name.starts_with("java/lang/String"), called.is_static());
        let mut parts = Vec::new();
        for (at, &argument) in arguments.iter().enumerate() {
            let Value::Ref(id) = argument else { continue };
            if id.is_null() {
                continue;
            }
            let is_receiver = at == 0 && !is_static;
            let is_builder = BUILDERS.contains(&&*self.world.classes[self.class_of(state, id)].name);
            let Some(part) = self.part(state, id).filter(|part| is_builder || matches!(part, Part::Elements { .. }))
            else {
                continue;
            };
            let writes = match (is_builder, text) {
                (true, _) => is_receiver && builds,
                // Of text only getChars and getBytes write to an array, and only to one that they are given.
                (false, true) => self.world.classes[method].name.starts_with("get"),
                (false, false) => !reads,
            };
            parts.push((part, if writes { Reach::Write } else { Reach::Read }));
        }
        if parts.is_empty() { Ok(()) } else { self.reach_parts(state, &parts) }
    }

    /// Models of a class whose methods are synchronized, and which programs share for that.
    pub(crate) fn is_in_buffer(&self, state: &State, method: MethodId) -> bool {
        state.threads.steps.on
            && &*self.world.classes[self.world.classes[method].class].name == "java/lang/StringBuffer"
    }

    /// All of an object; nothing of one that is no array and has no fields.
    fn part(&self, state: &State, id: ObjectId) -> Option<Part> {
        let class = self.class_of(state, id);
        if !self.world.is_array(class) {
            return (!self.world.classes[class].layout.is_empty()).then_some(Part::Fields(id));
        }
        let count = match &state.heap.get(id).body {
            Body::Open(_) => usize::MAX,
            body => body.array_length().unwrap_or(usize::MAX),
        };
        (count > 0).then_some(Part::Elements { array: id, from: 0, count })
    }

    /// Those that races are looked for on.
    fn plain_cells(&self, state: &State, part: Part) -> Vec<Cell> {
        match part {
            // Of an array of unknown length some element.
            Part::Elements { array, count: usize::MAX, .. } => vec![Cell::Array(array)],
            Part::Elements { array, from, count } => {
                (from..from + count).map(|at| Cell::Element(array, at as u32)).collect()
            }
            Part::Fields(object) => {
                let slots = self.slots_of(state, object, |access| access & (access::VOLATILE | access::FINAL) == 0);
                slots.map(|slot| Cell::Slot(object, slot)).collect()
            }
        }
    }

    fn volatile_cells(&self, state: &State, part: Part) -> Vec<Cell> {
        match part {
            Part::Elements { .. } => Vec::new(),
            Part::Fields(object) => {
                let slots = self.slots_of(state, object, |access| access & access::VOLATILE != 0);
                slots.map(|slot| Cell::Slot(object, slot)).collect()
            }
        }
    }

    fn slots_of<'a>(
        &'a self,
        state: &State,
        object: ObjectId,
        is_wanted: impl Fn(u16) -> bool + 'a,
    ) -> impl Iterator<Item = u16> + 'a {
        let classes = &self.world.classes;
        let layout = &classes[self.class_of(state, object)].layout;
        let is_it = move |&(owner, at): &(crate::program::ClassId, u16)| {
            self.is_checked(owner) && is_wanted(classes[owner].fields[at as usize].access)
        };
        layout.iter().enumerate().filter(move |(_, field)| is_it(field)).map(|(slot, _)| slot as u16)
    }
}

fn whole(part: Part) -> Cell {
    match part {
        Part::Elements { array, from, count: 1 } => Cell::Element(array, from as u32),
        Part::Elements { array, .. } => Cell::Array(array),
        Part::Fields(object) => Cell::Object(object),
    }
}
