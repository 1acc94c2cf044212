//! A state: everything that one path owns. Cloning it is cheap (frames and a few tables); all the rest is shared
//! until written.

pub mod asked;
pub mod condition;
pub mod decided;
pub mod frame;
pub mod inputs;
pub mod known;
pub mod order;
pub mod path;
pub mod proof;
pub mod reached;
pub mod shapes;
pub mod steps;
pub mod threads;
pub mod trail;
pub mod walk;
pub mod way;

pub use frame::{After, Console, Frame, InitStatus, Link, Linked, Places, Segment, StateId, Watch};

use crate::heap::{Heap, IdSource};
use crate::program::{ClassId, MethodId, ObjectId, Value};
use path::Path;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Term, Terms};
use threads::{Held, Threads};

#[derive(Debug)]
pub struct State {
    pub id: StateId,
    pub stack: Vec<Value>,
    pub frames: Vec<Frame>,
    pub heap: Heap,
    pub path: Path,
    /// By class id; classes past the end are untouched.
    pub init: Rc<Vec<InitStatus>>,
    /// Held monitors, of all threads.
    pub monitors: Vec<Held>,
    /// Shadowed objects written since the last flush.
    pub dirty: Vec<ObjectId>,
    /// Non-zero while natives may have written to shadows behind our back.
    pub epoch: u32,
    /// The java.lang.Thread that runs; stack and frames are its own.
    pub thread: ObjectId,
    /// References that were cleared and wait to be enqueued, linked by `discovered`.
    pub pending_references: ObjectId,
    /// What Rust code around the run holds.
    pub held: Vec<ObjectId>,
    /// The program asked for a garbage collection.
    pub collection_asked: bool,
    pub threads: Threads,
    pub console: Console,
    pub memory: Rc<BTreeMap<u64, Segment>>,
    pub next_hash: u32,
    /// Classes whose initialiser failed, with the error that later uses report.
    pub failures: Vec<(ClassId, ObjectId)>,
    /// The native method under execution, which a stack trace shows on top.
    pub native: Option<MethodId>,
    /// Call sites and constants that the JDK or the program links.
    pub links: Rc<BTreeMap<Link, Linked>>,
    /// How many effects of the host's class initialisers this state has seen.
    pub initializers_seen: u32,
    /// Instructions left before the run loop gives control back; memory costs fuel, too.
    pub fuel: u64,
    /// Instructions executed so far.
    pub executed: u64,
    /// Those of them that were executed again.
    pub repeated: u64,
    pub watch: Option<Watch>,
    /// Depth of a frame, instruction, forks there; only of frames that have forked.
    pub(crate) fork_counts: Rc<Vec<(usize, u32, u32)>>,
    /// If this holds, the path is nearer to what is looked for (`sinks.rs`).
    pub(crate) lead: Option<Term>,
    /// How many such conditions hold on it.
    pub heat: u32,
    /// Where the first thread goes, if that is written down; not in forks.
    pub way: Option<Box<way::Way>>,
}

/// What one instruction's worth of fuel allocates.
const BYTES_PER_FUEL: u64 = 16;

impl State {
    /// The state runs for at most so many instructions before it is looked at again.
    pub fn refuel(&mut self, slice: u64) {
        if self.fuel == 0 || self.fuel > slice {
            self.fuel = slice;
        }
    }

    /// The instruction at hand asked before it was done: a place that the state watches for and stands at is still to be left.
    pub fn stay(&mut self) {
        let (depth, pc) = (self.frames.len(), self.frames.last().map_or(0, |top| top.pc as usize));
        if let Some(watch) = self.watch.as_mut().filter(|watch| watch.depth as usize == depth) {
            watch.leaves = watch.sees(depth, pc);
        }
    }

    pub fn new(id: StateId, heap: Heap) -> State {
        State {
            id,
            stack: vec![Value::PAD; 4096],
            frames: Vec::with_capacity(256),
            heap,
            path: Path::default(),
            init: Rc::default(),
            monitors: Vec::new(),
            dirty: Vec::new(),
            epoch: 0,
            thread: ObjectId::NULL,
            pending_references: ObjectId::NULL,
            held: Vec::new(),
            collection_asked: false,
            threads: Threads::default(),
            console: Console::Live,
            memory: Rc::default(),
            next_hash: 1,
            failures: Vec::new(),
            native: None,
            links: Rc::default(),
            initializers_seen: 0,
            fuel: u64::MAX,
            executed: 0,
            repeated: 0,
            watch: None,
            fork_counts: Rc::default(),
            lead: None,
            heat: 0,
            way: None,
        }
    }

    /// A state without anything.
    pub fn nothing(ids: IdSource) -> State {
        State { stack: Vec::new(), frames: Vec::new(), ..State::new(StateId(0), Heap::new(ids)) }
    }

    /// A second state that goes on from here. The concrete heap must have been pulled in before.
    pub fn fork(&self, id: StateId, console: Console) -> State {
        self.fork_with_stack(id, console, self.stack.len())
    }

    /// As `fork`, with a stack of that many slots, which must be enough for all frames.
    pub fn fork_with_stack(&self, id: StateId, console: Console, slots: usize) -> State {
        assert_eq!(self.epoch, 0, "pull before fork");
        let used = self.frames.last().map_or(0, |f| f.sp as usize);
        let mut stack = Vec::with_capacity(slots);
        stack.extend_from_slice(&self.stack[..used]);
        stack.resize(slots, Value::PAD);
        State {
            id,
            stack,
            frames: self.frames.clone(),
            heap: self.heap.clone(),
            path: self.path.clone(),
            init: self.init.clone(),
            monitors: self.monitors.clone(),
            dirty: self.dirty.clone(),
            epoch: 0,
            thread: self.thread,
            pending_references: self.pending_references,
            held: self.held.clone(),
            collection_asked: self.collection_asked,
            threads: self.threads.clone(),
            console,
            memory: self.memory.clone(),
            next_hash: self.next_hash,
            failures: self.failures.clone(),
            native: self.native,
            links: self.links.clone(),
            initializers_seen: self.initializers_seen,
            fuel: self.fuel,
            executed: self.executed,
            repeated: self.repeated,
            watch: self.watch,
            fork_counts: self.fork_counts.clone(),
            lead: self.lead,
            heat: self.heat,
            way: None,
        }
    }

    /// Counts a fork of the instruction at hand: how many it had in its frame, with this one.
    pub fn count_fork(&mut self) -> u32 {
        let depth = self.frames.len();
        let counts = Rc::make_mut(&mut self.fork_counts);
        let frame = self.frames.last_mut().expect("a frame");
        let forked = std::mem::replace(&mut frame.forked, true);
        // What is left of frames that ended.
        counts.retain(|&(at, ..)| at < depth || at == depth && forked);
        match counts.iter_mut().find(|(at, pc, _)| (*at, *pc) == (depth, frame.pc)) {
            Some((.., count)) => {
                *count += 1;
                *count
            }
            None => {
                counts.push((depth, frame.pc, 1));
                1
            }
        }
    }

    /// Once it is known whether the lead holds.
    pub fn follow_lead(&mut self, terms: &Terms) {
        if let Some(lead) = self.lead
            && let Some(holds) = self.path.known(terms, lead)
        {
            self.lead = None;
            self.heat += u32::from(holds);
        }
    }

    /// What the frame at hand forks on next is one of finitely many names: no loop.
    pub(crate) fn forgive_forks(&mut self) {
        let depth = self.frames.len();
        if self.fork_counts.iter().any(|&(at, ..)| at == depth) {
            Rc::make_mut(&mut self.fork_counts).retain(|&(at, ..)| at != depth);
        }
    }

    /// The loops at hand may go on as often again: they found something new.
    pub(crate) fn forget_fork_counts(&mut self) {
        if !self.fork_counts.is_empty() {
            self.fork_counts = Rc::default();
        }
    }

    /// Allocating costs fuel, so that the explorer looks at memory in time.
    pub fn pay_for(&mut self, bytes: u64) {
        self.fuel = self.fuel.saturating_sub(bytes / BYTES_PER_FUEL);
    }

    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a frame")
    }

    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a frame")
    }

    pub fn push(&mut self, value: Value) {
        let frame = self.frames.last_mut().expect("a frame");
        self.stack[frame.sp as usize] = value;
        frame.sp += 1;
        if value.slots() == 2 {
            self.stack[frame.sp as usize] = Value::PAD;
            frame.sp += 1;
        }
    }

    pub fn pop(&mut self) -> Value {
        let frame = self.frames.last_mut().expect("a frame");
        frame.sp -= 1;
        self.stack[frame.sp as usize]
    }

    pub fn pop2(&mut self) -> Value {
        let frame = self.frames.last_mut().expect("a frame");
        frame.sp -= 2;
        self.stack[frame.sp as usize]
    }

    pub fn drop_slots(&mut self, slots: u32) {
        self.top_mut().sp -= slots;
    }

    /// The slot `depth` below the top (0 is the top).
    pub fn peek(&self, depth: u32) -> Value {
        self.stack[(self.top().sp - 1 - depth) as usize]
    }

    pub fn init_status(&self, class: ClassId) -> InitStatus {
        self.init.get(class.0 as usize).copied().unwrap_or(InitStatus::Untouched)
    }

    pub fn set_init_status(&mut self, class: ClassId, status: InitStatus) {
        let table = Rc::make_mut(&mut self.init);
        if table.len() <= class.0 as usize {
            table.resize(class.0 as usize + 64, InitStatus::Untouched);
        }
        table[class.0 as usize] = status;
    }

    pub fn link(&mut self, place: Link, linked: Linked) {
        Rc::make_mut(&mut self.links).insert(place, linked);
    }
}
