//! What a fork costs, and a write behind it: the price of keeping states apart, over that of a write that copies nothing.

use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use machine::heap::{Body, Heap, IdSource};
use machine::state::StateId;
use machine::{ClassId, Console, ObjectId, State, Value};

use crate::Shown;

const ROUNDS: u32 = 2000;
const FIELDS: usize = 4;
/// A fork of a small program's state must stay this cheap.
const LIMIT: Duration = Duration::from_micros(20);

/// Average costs, on a heap of so many objects.
pub struct Costs {
    pub objects: usize,
    fork: Duration,
    /// The first write to anything: the page table and a page are copied.
    first_write: Duration,
    /// The first write to another page.
    page_write: Duration,
    /// To a page that the state has for itself.
    write: Duration,
}

impl Costs {
    pub fn line(&self) -> String {
        let nanos = |time: Duration| time.as_nanos();
        format!(
            "heap of {:9} objects: fork {} ns, first write {} ns, first write to a further page {} ns, any other write {} ns",
            self.objects,
            nanos(self.fork),
            nanos(self.first_write),
            nanos(self.page_write),
            nanos(self.write)
        )
    }

    pub fn rows(&self) -> [(String, f64); 4] {
        let row = |name: &str, time: Duration| (format!("{name}-{}", self.objects), time.as_nanos() as f64);
        [
            row("fork-ns", self.fork),
            row("first-write-ns", self.first_write),
            row("page-write-ns", self.page_write),
            row("write-ns", self.write),
        ]
    }
}

pub fn figures(_: &[&str]) -> Shown {
    let costs = [measure(1000), measure(100_000), measure(1_000_000)];
    Shown { lines: costs.iter().map(Costs::line).collect(), enough: costs[0].fork <= LIMIT }
}

pub fn measure(objects: usize) -> Costs {
    let mut state = State::new(StateId(1), Heap::new(IdSource::new()));
    let body = || Body::Fields(Rc::from([Value::Int(1); FIELDS]));
    let ids: Vec<ObjectId> = (0..objects).map(|_| state.heap.alloc(ClassId(1), body())).collect();
    let mut costs = Costs {
        objects,
        fork: Duration::ZERO,
        first_write: Duration::ZERO,
        page_write: Duration::ZERO,
        write: Duration::ZERO,
    };
    for round in 0..ROUNDS {
        // Far apart, so that both lie in pages of their own.
        let one = ids[round as usize % (objects / 4)];
        let other = ids[objects / 2 + round as usize % (objects / 4)];
        let begin = Instant::now();
        let mut fork = black_box(state.fork(StateId(2 + round), Console::Muted));
        costs.fork += begin.elapsed();
        let mut write = |id: ObjectId| {
            let begin = Instant::now();
            black_box(fork.heap.fields_mut(id))[0] = Value::Int(2);
            begin.elapsed()
        };
        costs.first_write += write(one);
        costs.page_write += write(other);
        costs.write += write(one);
    }
    for time in [&mut costs.fork, &mut costs.first_write, &mut costs.page_write, &mut costs.write] {
        *time /= ROUNDS;
    }
    costs
}
