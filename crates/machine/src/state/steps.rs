//! Visible steps of threads: what others can notice, and the order in which a path took them. Between two of its steps a thread is alone
//! with what it does, so only their order matters.

use super::State;
use crate::program::{ClassId, MethodId, ObjectId};
use crate::state::order::Order;
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// Threads by the order in which they were started; 0 is the first one.
pub type ThreadNumber = u32;

/// What steps are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// A field, or a static in the object that holds those of its class.
    Slot(ObjectId, u16),
    Element(ObjectId, u32),
    /// Some element of an array.
    Array(ObjectId),
    /// Some field of an object.
    Object(ObjectId),
    Monitor(ObjectId),
    /// Who waits to be notified.
    WaitSet(ObjectId),
    /// What LockSupport gives to a thread.
    Permit(ObjectId),
    /// Whether a thread has begun or ended.
    Life(ObjectId),
    /// What a thread waits for.
    Waiting(ObjectId),
    Class(ClassId),
}

/// Cells that one step can be about.
pub const MOST_CELLS: usize = 3;

/// How a step touches a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    Read,
    /// Two of these in either order come to the same.
    Give,
    Write,
}

/// What a thread is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// Its first step: it does nothing.
    Begin,
    Read(Cell),
    Write(Cell),
    /// Reads and perhaps writes, at once.
    Update(Cell),
    /// Accesses that one instruction makes.
    Several([Option<(Cell, Touch)>; MOST_CELLS]),
    Lock(ObjectId),
    /// As `Lock`, of a lock of java.util.concurrent.
    Acquire {
        lock: ObjectId,
        interruptible: bool,
    },
    /// Lets go of such a lock, which others may ask about without taking it.
    Release(ObjectId),
    /// Never a choice: it follows what was done before.
    Unlock(ObjectId),
    /// After a wait.
    Relock(ObjectId),
    Wait(ObjectId),
    /// Waits for a condition, whose lock others can take meanwhile.
    Await {
        condition: ObjectId,
        lock: ObjectId,
    },
    /// Of a condition; who waits longest is the first.
    Signal(ObjectId),
    Notify(ObjectId),
    NotifyAll(ObjectId),
    /// A wait with a limit of time is over.
    Expire(ObjectId),
    Park {
        timed: bool,
    },
    Unpark(ObjectId),
    Sleep,
    Start(ObjectId),
    End,
    /// The same beside daemons, which may do nothing more once all others have ended.
    EndBesideDaemons,
    /// The end of the last thread that is no daemon: daemons do nothing more.
    LastEnd,
    Join(ObjectId),
    IsAlive(ObjectId),
    Interrupt(ObjectId),
    /// Initialises a class, or uses one that another thread has initialised.
    Use(ClassId),
    /// Waits for another thread that initialises a class.
    AwaitClass(ClassId),
    /// Ends the program.
    Exit,
}

/// The cells of a step.
pub type Footprint = Vec<(Cell, Touch)>;

impl Deed {
    /// What it touches when this thread does it, which waits for that monitor if it is interrupted.
    pub fn footprint(self, thread: ObjectId, waits_for: Option<ObjectId>) -> Footprint {
        use Touch::{Give, Read, Write};
        match self {
            Deed::Begin | Deed::Exit => vec![],
            Deed::Read(cell) => vec![(cell, Read)],
            Deed::Write(cell) | Deed::Update(cell) => vec![(cell, Write)],
            Deed::Several(cells) => cells.into_iter().flatten().collect(),
            Deed::Lock(monitor) | Deed::Unlock(monitor) | Deed::Relock(monitor) | Deed::Release(monitor) => {
                vec![(Cell::Monitor(monitor), Write)]
            }
            Deed::Acquire { lock, interruptible: true } => {
                vec![(Cell::Monitor(lock), Write), (Cell::Waiting(thread), Write)]
            }
            Deed::Acquire { lock, interruptible: false } => vec![(Cell::Monitor(lock), Write)],
            Deed::Wait(monitor) => vec![(Cell::Monitor(monitor), Write), (Cell::Waiting(thread), Write)],
            Deed::Await { condition, lock } => {
                vec![(Cell::Monitor(lock), Write), (Cell::WaitSet(condition), Give), (Cell::Waiting(thread), Write)]
            }
            Deed::Signal(condition) => vec![(Cell::WaitSet(condition), Write)],
            Deed::Notify(monitor) | Deed::NotifyAll(monitor) => {
                vec![(Cell::Monitor(monitor), Write), (Cell::WaitSet(monitor), Write)]
            }
            Deed::Expire(monitor) => vec![(Cell::WaitSet(monitor), Give), (Cell::Waiting(thread), Write)],
            Deed::Park { .. } => vec![(Cell::Permit(thread), Write), (Cell::Waiting(thread), Write)],
            Deed::Unpark(other) => vec![(Cell::Permit(other), Give)],
            Deed::Sleep => vec![(Cell::Waiting(thread), Write)],
            // What it was given before has no effect.
            Deed::Start(other) => vec![(Cell::Life(other), Write), (Cell::Permit(other), Write)],
            Deed::End | Deed::LastEnd => of_end(thread),
            Deed::EndBesideDaemons => of_end(thread).into_iter().chain([(Cell::Life(ObjectId::NULL), Write)]).collect(),
            Deed::Join(other) => vec![(Cell::Life(other), Read), (Cell::Waiting(thread), Write)],
            Deed::IsAlive(other) => vec![(Cell::Life(other), Read)],
            Deed::Interrupt(other) => {
                let waits = waits_for.map(|monitor| (Cell::WaitSet(monitor), Write));
                [(Cell::Waiting(other), Write)].into_iter().chain(waits).collect()
            }
            Deed::Use(class) | Deed::AwaitClass(class) => vec![(Cell::Class(class), Write)],
        }
    }

    /// The same for what one instruction asks for again, however a comparison comes out by then; never 0.
    fn key(self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match self {
            Deed::Read(cell) | Deed::Write(cell) | Deed::Update(cell) => (0, cell).hash(&mut hasher),
            Deed::End | Deed::EndBesideDaemons | Deed::LastEnd => 1.hash(&mut hasher),
            deed => (2, deed).hash(&mut hasher),
        }
        hasher.finish() | 1
    }

    /// Whether nothing comes after it.
    pub fn ends_program(self) -> bool {
        matches!(self, Deed::Exit | Deed::LastEnd)
    }

    /// The variable that it reads or writes, and does nothing else.
    pub fn accesses(self) -> Option<Cell> {
        match self {
            Deed::Read(cell) | Deed::Write(cell) => Some(cell),
            _ => None,
        }
    }

    pub fn writes(self) -> bool {
        matches!(self, Deed::Write(_) | Deed::Update(_))
    }

    /// Whether it takes a monitor.
    pub fn locks(self) -> Option<ObjectId> {
        match self {
            Deed::Lock(monitor) | Deed::Relock(monitor) | Deed::Acquire { lock: monitor, .. } => Some(monitor),
            _ => None,
        }
    }

    /// Whether others may see something else behind it, monitors aside.
    pub fn changes(self) -> bool {
        match self {
            Deed::Begin
            | Deed::Read(_)
            | Deed::Lock(_)
            | Deed::Acquire { .. }
            | Deed::Release(_)
            | Deed::Unlock(_)
            | Deed::Relock(_)
            | Deed::Wait(_)
            | Deed::Await { .. }
            | Deed::Expire(_)
            | Deed::Park { .. }
            | Deed::Sleep
            | Deed::Join(_)
            | Deed::IsAlive(_)
            | Deed::AwaitClass(_) => false,
            // What is written is counted where it is done.
            Deed::Update(_) | Deed::Write(_) | Deed::Several(_) => false,
            Deed::Signal(_)
            | Deed::Notify(_)
            | Deed::NotifyAll(_)
            | Deed::Unpark(_)
            | Deed::Start(_)
            | Deed::End
            | Deed::EndBesideDaemons
            | Deed::LastEnd
            | Deed::Interrupt(_)
            | Deed::Use(_)
            | Deed::Exit => true,
        }
    }
}

/// Those who wait for its end are notified, under its monitor.
fn of_end(thread: ObjectId) -> Footprint {
    [Cell::Life(thread), Cell::WaitSet(thread), Cell::Monitor(thread)].map(|cell| (cell, Touch::Write)).to_vec()
}

impl Cell {
    pub fn meets(self, other: Cell) -> bool {
        match (self, other) {
            (Cell::Array(a), Cell::Element(b, _)) | (Cell::Element(a, _), Cell::Array(b)) => a == b,
            (Cell::Object(a), Cell::Slot(b, _)) | (Cell::Slot(a, _), Cell::Object(b)) => a == b,
            (a, b) => a == b,
        }
    }
}

impl Touch {
    pub fn disturbs(self, other: Touch) -> bool {
        match (self, other) {
            (Touch::Read, Touch::Read) | (Touch::Give, Touch::Give) => false,
            (Touch::Read | Touch::Give | Touch::Write, _) => true,
        }
    }
}

/// Whether the order of two steps of different threads matters.
pub fn conflict(a: &[(Cell, Touch)], b: &[(Cell, Touch)]) -> bool {
    a.iter().any(|&(cell, touch)| b.iter().any(|&(other, how)| cell.meets(other) && touch.disturbs(how)))
}

/// An instruction in its method, innermost first, down to the thread's first frame.
pub type Stack = Rc<[(MethodId, u32)]>;

/// A step that a path took.
#[derive(Debug)]
pub struct Step {
    pub before: Option<Rc<Step>>,
    /// How many there were before.
    pub index: u32,
    pub thread: ThreadNumber,
    pub deed: Deed,
    pub footprint: Footprint,
    /// Where the thread stood; empty for steps between instructions.
    pub stack: Stack,
    /// For each thread how many of the first steps of the path must come before this one: the last of its own that does, and one.
    pub clock: Vec<u32>,
    /// Where it was chosen among others.
    pub choice: Option<Rc<Choice>>,
    /// How a wait ended.
    pub note: Note,
}

/// How a wait ended, which a replay must know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Note {
    #[default]
    Plain,
    Interrupted,
    /// It takes a lock again after it waited for a condition.
    Woken,
}

/// A place where several threads could go on.
#[derive(Debug)]
pub struct Choice {
    /// Before the step.
    pub state: RefCell<Option<Box<State>>>,
    /// Those that could go on, with what they were about to do.
    pub enabled: Vec<(ThreadNumber, Deed)>,
    /// Those that went on from here, in their order.
    pub begun: RefCell<Vec<(ThreadNumber, Deed)>>,
    /// Threads whose step leads only to what is seen elsewhere.
    pub asleep: Rc<Vec<(ThreadNumber, Deed)>>,
}

/// The state that is about to start a second thread.
#[derive(Debug)]
pub struct Root {
    pub state: State,
    /// How often all that follows was begun again.
    pub generation: std::cell::Cell<u32>,
}

impl Drop for Step {
    /// One after the other: a path may have more steps than the stack has room for.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(step) = before {
            match Rc::try_unwrap(step) {
                Ok(mut last) => before = last.before.take(),
                Err(_) => break,
            }
        }
    }
}

impl Step {
    /// The same behind another row of steps.
    pub fn behind(&self, before: Option<Rc<Step>>) -> Step {
        let index = before.as_ref().map_or(0, |before| before.index + 1);
        let Step { thread, deed, note, .. } = *self;
        let (footprint, stack, clock) = (self.footprint.clone(), self.stack.clone(), self.clock.clone());
        Step { before, index, thread, deed, footprint, stack, clock, choice: None, note }
    }

    /// From the last one back to the first.
    pub fn back(self: &Rc<Step>) -> impl Iterator<Item = &Rc<Step>> {
        std::iter::successors(Some(self), |step| step.before.as_ref())
    }
}

/// Steps that one instruction can need: to use a class, to lock, to access.
const MOST_ASKED: usize = 4;

/// Steps that the running thread was allowed to take: its instruction does not ask for them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant {
    pub depth: u32,
    pub pc: u32,
    granted: [u64; MOST_ASKED],
}

impl Grant {
    pub fn at(depth: u32, pc: u32) -> Grant {
        Grant { depth, pc, granted: [0; MOST_ASKED] }
    }

    /// Whether it is about the same instruction.
    pub fn is_of(&self, other: &Grant) -> bool {
        (self.depth, self.pc) == (other.depth, other.pc)
    }

    pub fn allows(&self, deed: Deed) -> bool {
        self.granted.contains(&deed.key()) || !self.granted.contains(&0)
    }

    pub fn with(mut self, deed: Deed) -> Grant {
        if let Some(free) = self.granted.iter_mut().find(|granted| **granted == 0) {
            *free = deed.key();
        }
        self
    }
}

/// What a thread looked like when it was about to take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Of its stack.
    pub hash: u64,
    /// How often it, and all threads together, had changed something.
    pub own_changes: u64,
    pub all_changes: u64,
}

/// Steps with a second thread, up to where the one that is left knew that all others had ended.
#[derive(Clone, Debug)]
pub struct Round {
    pub steps: Vec<Rc<Step>>,
    pub threads: Rc<Vec<ObjectId>>,
}

#[derive(Debug)]
pub struct Past {
    last: Option<Rc<Step>>,
    pub threads: Rc<Vec<ObjectId>>,
    before: Option<Rc<Past>>,
}

/// A class that a thread initialises beside others, before its own code runs.
#[derive(Clone, Copy, Debug)]
pub struct Begun {
    pub class: ClassId,
    pub thread: ObjectId,
    /// Frames below its initialisers: the instruction on top of them asked for it.
    pub depth: u32,
    /// How many of the classes that it needs were initialised before it.
    pub before: usize,
}

/// What a state knows of its steps.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// A second thread has begun: others may notice what threads do.
    pub on: bool,
    /// No thread runs: all are parked.
    pub idle: bool,
    /// By number.
    pub threads: Rc<Vec<ObjectId>>,
    pub last: Option<Rc<Step>>,
    /// Rounds that are over.
    pub past: Option<Rc<Past>>,
    /// Threads whose next step leads only to what is seen elsewhere.
    pub asleep: Rc<Vec<(ThreadNumber, Deed)>>,
    /// What was done that is no choice, since the last step.
    pub quiet: Vec<(ThreadNumber, Deed)>,
    /// Writes of all threads.
    pub changes: u64,
    /// By number of the thread: what it looked like since it has changed something.
    pub looks: Rc<Vec<Vec<Look>>>,
    /// Threads that go round without changing anything, until somebody else does.
    pub spinning: Rc<Vec<(ThreadNumber, u64)>>,
    /// Which of those that wait a notification wakes.
    pub chosen: Option<ObjectId>,
    /// An exception ended a thread, which nobody was told of yet.
    pub uncaught: Option<ObjectId>,
    /// Classes that wait for others that they need, in the order in which they were begun.
    pub begun: Rc<Vec<Begun>>,
    /// Classes that were initialised since, with those that have used them.
    pub young: Rc<Vec<(ClassId, Vec<ThreadNumber>)>>,
    /// What happened before what.
    pub order: Order,
    /// Where they began, and how often they were begun again before this path.
    pub root: Option<Rc<Root>>,
    pub generation: u32,
    /// How often a thread went on although the one that ran could have.
    pub preemptions: u32,
    /// A race was found on a variable whose accesses were no steps.
    pub raced: bool,
    /// Who goes on is drawn by chance: what such a path does not show says nothing.
    pub walk: Option<super::walk::Walk>,
}

impl Steps {
    /// The thread that is alone so far is about to start another one.
    pub fn begin(&mut self, first: ObjectId, root: Rc<Root>) {
        self.on = true;
        self.threads = Rc::new(vec![first]);
        self.generation = root.generation.get();
        self.root = Some(root);
    }

    /// As before there was a second thread, but for what lies behind.
    pub fn over(&mut self) -> Steps {
        let Steps { last, threads, past: before, begun, .. } = std::mem::take(self);
        Steps { past: Some(Rc::new(Past { last, threads, before })), begun, ..Steps::default() }
    }

    /// All that have ended, in their order.
    pub fn pasts(&self) -> impl Iterator<Item = &Rc<Past>> {
        std::iter::successors(self.past.as_ref(), |past| past.before.as_ref())
    }

    /// All steps of the path, in their order.
    pub fn rounds(&self) -> Vec<Round> {
        let round = |last: &Option<Rc<Step>>, threads: &Rc<Vec<ObjectId>>| {
            let mut steps: Vec<Rc<Step>> = last.iter().flat_map(|last| last.back().cloned()).collect();
            steps.reverse();
            Round { steps, threads: threads.clone() }
        };
        let mut rounds = vec![round(&self.last, &self.threads)];
        rounds.extend(self.pasts().map(|past| round(&past.last, &past.threads)));
        rounds.reverse();
        rounds.retain(|round| !round.steps.is_empty());
        rounds
    }

    /// Steps that were taken.
    pub fn len(&self) -> u32 {
        self.last.as_ref().map_or(0, |last| last.index + 1)
    }

    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }
}
