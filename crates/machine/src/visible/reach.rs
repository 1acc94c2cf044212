//! Accesses of variables: steps where the variable is volatile or a race was found, and what the memory model says of them.

use super::HANDLES;
use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::reason::{Decider, Reason};
use crate::state::State;
use crate::state::order::Kind;
use crate::state::steps::{Cell, Deed};
use crate::world::races::{Race, RacingAccess};
use crate::world::{Machine, Res};
use bytecode::access;

const WEAK: &str =
    "an access in less order than one of a volatile variable: a JVM may show more than any order of the threads";
/// Fields of maps that remember a view of them: whoever makes one makes the same.
const VIEWS: [&str; 8] = [
    "keySet",
    "values",
    "entrySet",
    "navigableKeySet",
    "descendingMap",
    "descendingKeySetView",
    "keySetView",
    "entrySetView",
];
/// Of threads, what others may ask for and set.
const CHECKED_IN_THREAD: [&str; 3] = ["priority", "daemon", "contextClassLoader"];

/// What a handle's name of an access says.
#[derive(Clone, Copy, Debug)]
struct Mode {
    /// Others see it, but not what was done before.
    is_opaque: bool,
    /// The program asked for less than the order of a volatile variable.
    is_weak: bool,
}

/// How a variable is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Declared {
    Plain,
    /// The same where races are meant: they are steps, and nobody is told.
    Trusted,
    Volatile,
    /// Frozen, or of no interest.
    Ordered,
}

/// What is done with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    Read,
    Write,
    /// Compares and sets, or adds, at once.
    Update,
    /// Compares, finds something else, and leaves it.
    Miss,
}

impl Reach {
    pub(super) fn writes(self) -> bool {
        matches!(self, Reach::Write | Reach::Update)
    }
}

/// Whether two values are known to be different.
pub(crate) fn surely_differ(a: Value, b: Value) -> bool {
    a.term().is_none() && b.term().is_none() && !a.same(b)
}

impl Reach {
    fn deed(self, cell: Cell) -> Deed {
        match self {
            Reach::Read | Reach::Miss => Deed::Read(cell),
            Reach::Write => Deed::Write(cell),
            Reach::Update => Deed::Update(cell),
        }
    }
}

fn is_thread(class: &str) -> bool {
    matches!(class, "java/lang/Thread" | "java/lang/Thread$FieldHolder")
}

/// What the memory model says of an access of a volatile variable.
fn order(state: &mut State, cell: Cell, reach: Reach) {
    if reach != Reach::Write {
        state.acquire(cell);
    }
    if reach.writes() {
        state.release(cell);
    }
}

impl Machine<'_> {
    /// How the running thread accesses a variable through a handle, past what the variable is declared as.
    fn access_mode(&self, state: &State) -> Mode {
        let classes = &self.world.classes;
        let mut mode = None;
        for frame in state.frames.iter().rev() {
            let method = &classes[frame.method];
            let class = &classes[method.class];
            let is_between = &*class.name == "jdk/internal/misc/Unsafe"
                || HANDLES.iter().any(|package| class.name.starts_with(package));
            if !is_between {
                return Mode { is_opaque: mode == Some("Opaque"), is_weak: mode.is_some() && !class.is_jdk() };
            }
            let ends = ["Opaque", "Acquire", "Release", "Plain", "lazySet"];
            mode = mode.or(ends.into_iter().find(|end| method.name.ends_with(end)));
        }
        Mode { is_opaque: false, is_weak: false }
    }

    /// An access of an instance field.
    pub(crate) fn reach_field(&mut self, state: &mut State, object: ObjectId, slot: u16, reach: Reach) -> Res<()> {
        if !state.threads.steps.on {
            return Ok(());
        }
        let class = self.class_of(state, object);
        let Some(&(owner, at)) = self.world.classes[class].layout.get(slot as usize) else { return Ok(()) };
        if self.is_of_thread(owner, at) {
            return Ok(());
        }
        let field = &self.world.classes[owner].fields[at as usize];
        let access = field.access;
        if VIEWS.contains(&&*field.name) && self.world.classes[owner].is_jdk() {
            return Ok(());
        }
        let is_asked = is_thread(&self.world.classes[owner].name) && CHECKED_IN_THREAD.contains(&&*field.name);
        let by_program = !self.world.classes[self.world.classes[state.top().method].class].is_jdk();
        let declared = match self.how_declared(owner, access) {
            Declared::Ordered | Declared::Trusted if (is_asked || by_program) && access & access::FINAL == 0 => {
                Declared::Plain
            }
            declared => declared,
        };
        let field = &self.world.classes[owner].fields[at as usize];
        // The flag is what a thread that waits looks at, too.
        let is_flag = &*field.name == "interrupted" && &*self.world.classes[owner].name == "java/lang/Thread";
        let cell = if is_flag { Cell::Waiting(object) } else { Cell::Slot(object, slot) };
        self.reach_cell(state, cell, if is_flag { Declared::Volatile } else { declared }, reach)
    }

    /// An access of a static field; `object` holds those of its class.
    pub(crate) fn reach_static(&mut self, state: &mut State, object: ObjectId, slot: u16, reach: Reach) -> Res<()> {
        if !state.threads.steps.on {
            return Ok(());
        }
        let class = self.world.holders[&object];
        state.acquire(Cell::Class(class));
        let is_it = |field: &&crate::program::Field| field.is_static() && field.slot == slot;
        let Some(access) = self.world.classes[class].fields.iter().find(is_it).map(|field| field.access) else {
            return Ok(());
        };
        let declared = self.how_declared(class, access);
        self.reach_cell(state, Cell::Slot(object, slot), declared, reach)
    }

    /// The same by a model of a method that reads a static field of the JDK.
    pub(crate) fn reach_static_named(&mut self, state: &mut State, class: &str, name: &str) -> Res<()> {
        let (object, slot) = self.static_place(state, class, name)?;
        self.reach_static(state, object, slot, Reach::Read)
    }

    /// An access of an element, or of one that is not known.
    pub(crate) fn reach_element(
        &mut self,
        state: &mut State,
        array: ObjectId,
        at: Option<usize>,
        reach: Reach,
    ) -> Res<()> {
        if !state.threads.steps.on {
            return Ok(());
        }
        let accessor = self.accessor(state);
        let declared = if self.is_checked(accessor) || self.is_given_by_program(state, array) {
            Declared::Plain
        } else if self.is_trusted(accessor) {
            Declared::Trusted
        } else {
            Declared::Ordered
        };
        let cell = at.map_or(Cell::Array(array), |at| Cell::Element(array, at as u32));
        self.reach_cell(state, cell, declared, reach)
    }

    /// An access that is as one of a volatile variable, whatever the variable is.
    pub(crate) fn reach_as_volatile(&mut self, state: &mut State, cell: Cell, reach: Reach) -> Res<()> {
        if !state.threads.steps.on {
            return Ok(());
        }
        let declared = match cell {
            Cell::Slot(object, slot) if self.is_field_of_thread(state, object, slot) => Declared::Ordered,
            _ => Declared::Volatile,
        };
        let mode = self.access_mode(state);
        if mode.is_weak {
            state.path.imprecise(Reason::Environment(Decider::Threads, WEAK.into()));
        }
        if declared == Declared::Ordered {
            return Ok(());
        }
        // Plain accesses of a variable that others access through handles race with those.
        let is_declared_plain = self.is_plain_variable(state, cell);
        let is_plain = is_declared_plain && self.is_of_program(state, cell);
        let is_trusted = is_declared_plain && !is_plain && self.is_of_trusted(state, cell);
        let cell = self.as_lock(state, cell);
        let deed = match self.first_in_queue(state, cell) {
            Some(both) if reach == Reach::Update => both,
            _ if is_plain => Deed::Update(cell),
            _ => reach.deed(cell),
        };
        self.visible(state, deed)?;
        if is_plain || is_trusted {
            self.touch(state, cell, Kind { writes: reach.writes(), is_step: true, is_atomic: true, is_trusted });
        }
        if !mode.is_opaque {
            order(state, cell, reach);
        }
        Ok(())
    }

    fn is_of_program(&self, state: &State, cell: Cell) -> bool {
        self.variable_owner(state, cell).is_some_and(|owner| self.is_checked(owner))
    }

    fn is_of_trusted(&self, state: &State, cell: Cell) -> bool {
        self.variable_owner(state, cell).is_some_and(|owner| self.is_trusted(owner))
    }

    /// The class that declares a field, or that accesses an element.
    fn variable_owner(&self, state: &State, cell: Cell) -> Option<ClassId> {
        match cell {
            Cell::Slot(object, slot) => match self.world.holders.get(&object) {
                Some(&class) => Some(class),
                None => {
                    let layout = &self.world.classes[self.class_of(state, object)].layout;
                    layout.get(slot as usize).map(|&(owner, _)| owner)
                }
            },
            Cell::Element(..) => Some(self.accessor(state)),
            _ => None,
        }
    }

    /// An access through a handle that asks for no order, whatever the variable is declared as.
    pub(crate) fn reach_as_plain(&mut self, state: &mut State, cell: Cell, reach: Reach) -> Res<()> {
        let Cell::Slot(object, slot) = cell else { return Ok(()) };
        let owner = self.variable_owner(state, cell);
        if self.is_of_program(state, cell) && !self.is_plain_variable(state, cell) {
            state.path.imprecise(Reason::Environment(Decider::Threads, WEAK.into()));
        }
        match owner {
            Some(_) if self.is_of_program(state, cell) => self.reach_cell(state, cell, Declared::Plain, reach),
            Some(_) if self.access_mode(state).is_weak => self.reach_as_volatile(state, cell, reach),
            _ if self.world.holders.contains_key(&object) => self.reach_static(state, object, slot, reach),
            _ => self.reach_field(state, object, slot, reach),
        }
    }

    /// What a thread keeps for itself, such as what it waits for.
    fn is_field_of_thread(&self, state: &State, object: ObjectId, slot: u16) -> bool {
        let layout = &self.world.classes[self.class_of(state, object)].layout;
        layout.get(slot as usize).is_some_and(|&(owner, at)| self.is_of_thread(owner, at))
    }

    fn is_of_thread(&self, owner: ClassId, at: u16) -> bool {
        const OWN: [&str; 6] = ["parkBlocker", "blocker", "eetop", "threadStatus", "cont", "tid"];
        let class = &self.world.classes[owner];
        is_thread(&class.name) && OWN.contains(&&*class.fields[at as usize].name)
    }

    /// Final fields of objects are ordered by the end of the constructor, unless that gives the object away before: such a race counts.
    fn how_declared(&self, class: ClassId, access: u16) -> Declared {
        let is_frozen =
            access & access::FINAL != 0 && (access & access::STATIC != 0 || self.world.classes[class].is_jdk());
        if is_frozen {
            Declared::Ordered
        } else if access & access::VOLATILE != 0 {
            Declared::Volatile
        } else if self.is_checked(class) {
            Declared::Plain
        } else if self.is_trusted(class) {
            Declared::Trusted
        } else {
            Declared::Ordered
        }
    }

    fn reach_cell(&mut self, state: &mut State, cell: Cell, declared: Declared, reach: Reach) -> Res<()> {
        let cell = self.as_lock(state, cell);
        match declared {
            Declared::Ordered => {}
            Declared::Volatile if reach == Reach::Write && self.makes_queue(state) => order(state, cell, reach),
            Declared::Volatile => {
                self.visible(state, reach.deed(cell))?;
                order(state, cell, reach);
            }
            Declared::Plain | Declared::Trusted => {
                let place = (state.top().method, state.top().pc);
                let is_step = self.world.races.is_visible(place);
                if is_step {
                    self.visible(state, reach.deed(cell))?;
                }
                let is_trusted = declared == Declared::Trusted;
                self.touch(state, cell, Kind { writes: reach.writes(), is_step, is_atomic: false, is_trusted });
            }
        }
        Ok(())
    }

    /// Whether a ReentrantLock is held is its monitor, as its model has it.
    fn as_lock(&self, state: &State, cell: Cell) -> Cell {
        let Cell::Slot(object, slot) = cell else { return cell };
        let class = self.class_of(state, object);
        if &*self.world.classes[class].name != "java/util/concurrent/locks/ReentrantLock$NonfairSync" {
            return cell;
        }
        let is_state = self.world.classes.slot_named(class, "state") == Some(slot);
        if is_state { Cell::Monitor(object) } else { cell }
    }

    pub(super) fn touch(&mut self, state: &mut State, cell: Cell, kind: Kind) {
        let number = state.threads.own.number;
        let State { threads, frames, .. } = state;
        let place = frames.last().map_or((MethodId(0), 0), |top| (top.method, top.pc));
        let stack = || frames.iter().rev().map(|frame| (frame.method, frame.pc)).collect();
        let races = threads.steps.order.touch(number, cell, kind, place, stack);
        for (first, second) in races {
            state.threads.steps.raced |= !(first.kind.is_step && second.kind.is_step);
            let is_meant = first.kind.is_trusted && second.kind.is_trusted;
            let variable = self.variable(state, cell);
            let [first, second] =
                [first, second].map(|access| RacingAccess { writes: access.kind.writes, stack: access.stack });
            let race = Race { variable, first, second };
            if is_meant { self.world.races.make_steps(&race) } else { self.world.races.add(race) }
        }
    }

    /// Whether the variable is one whose accesses nothing orders by themselves.
    pub fn is_plain_variable(&self, state: &State, cell: Cell) -> bool {
        let classes = &self.world.classes;
        match cell {
            Cell::Slot(object, slot) => {
                let access = match self.world.holders.get(&object) {
                    Some(&class) => {
                        let of = classes[class].fields.iter().find(|field| field.is_static() && field.slot == slot);
                        of.map(|field| field.access)
                    }
                    None => {
                        let of = classes[self.class_of(state, object)].layout.get(slot as usize);
                        of.map(|&(owner, at)| classes[owner].fields[at as usize].access)
                    }
                };
                access.is_some_and(|access| access & (access::VOLATILE | access::FINAL) == 0)
            }
            Cell::Element(..) | Cell::Array(_) | Cell::Object(_) => true,
            _ => false,
        }
    }

    /// For people.
    pub fn variable(&self, state: &State, cell: Cell) -> String {
        let classes = &self.world.classes;
        match cell {
            Cell::Slot(object, slot) => {
                let field = match self.world.holders.get(&object) {
                    Some(&class) => {
                        let of = classes[class].fields.iter().find(|field| field.is_static() && field.slot == slot);
                        of.map(|field| (class, field.name.clone()))
                    }
                    None => {
                        let layout = &classes[self.class_of(state, object)].layout;
                        let of = layout.get(slot as usize);
                        of.map(|&(owner, at)| (owner, classes[owner].fields[at as usize].name.clone()))
                    }
                };
                field.map_or("a field".into(), |(class, name)| format!("{}.{name}", classes[class].dotted()))
            }
            Cell::Element(array, at) => format!("element {at} of {}", classes[self.class_of(state, array)].dotted()),
            Cell::Array(array) => format!("an element of {}", classes[self.class_of(state, array)].dotted()),
            Cell::Object(object) => format!("the fields of {}", classes[self.class_of(state, object)].dotted()),
            Cell::Monitor(object) | Cell::WaitSet(object) => {
                format!("the monitor of {}", classes[self.class_of(state, object)].dotted())
            }
            Cell::Permit(_) | Cell::Life(_) | Cell::Waiting(_) => "a thread".into(),
            Cell::Class(class) => format!("the class {}", classes[class].dotted()),
        }
    }
}
