//! Towards goals: a path runs to its end; then the state goes on that takes a side of a branch which no finished path took, in the classes
//! that count. Where there is none, the sides and choices that were followed least, those in the classes that count first.

use explore::search::{AfterFork, Frontier, Waiting, shallowest_side};
use machine::{MethodId, State};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use term::Term;

/// What is to be covered, known to all explorations of a class.
#[derive(Debug, Default)]
pub struct Goals {
    /// The methods that count.
    pub methods: HashSet<MethodId>,
    /// Sides that finished paths took there.
    pub covered: BTreeSet<(MethodId, u32, bool)>,
    /// Of the order of sides that were followed equally often; with 0 it is that of the code.
    pub seed: u64,
}

/// How often a side that leads nowhere new is tried before the others.
const TRIES: u64 = 4;
/// Of so many states that are taken, one is of no interest.
const TURNS: u64 = 4;

/// Method, instruction and side of the last fork, and the choice if it is one; `None` for the first state.
type Side = Option<(MethodId, u32, bool, Option<Term>)>;

/// How often it was followed, and what comes first of those that are alike.
type Rank = (u64, u64, Side);

pub struct Towards {
    goals: Rc<RefCell<Goals>>,
    sides: BTreeMap<Side, Waiting>,
    /// By how often they were followed: sides in methods that count and choices, and the rest.
    near: BTreeSet<Rank>,
    far: BTreeSet<Rank>,
    pops: u64,
    len: usize,
}

impl Towards {
    pub fn new(goals: Rc<RefCell<Goals>>) -> Towards {
        Towards { goals, sides: BTreeMap::new(), near: BTreeSet::new(), far: BTreeSet::new(), pops: 0, len: 0 }
    }

    fn rank(&self, followed: u64, side: Side) -> Rank {
        let seed = self.goals.borrow().seed;
        let mut mixed = DefaultHasher::new();
        (seed, side).hash(&mut mixed);
        (followed, if seed == 0 { 0 } else { mixed.finish() }, side)
    }

    fn queue(&mut self, side: Side) -> &mut BTreeSet<Rank> {
        let is_near =
            side.is_none_or(|(method, _, _, choice)| choice.is_some() || self.goals.borrow().methods.contains(&method));
        if is_near { &mut self.near } else { &mut self.far }
    }

    fn take(&mut self, side: Side, at: usize) -> Option<State> {
        let waiting = self.sides.get_mut(&side)?;
        let state = waiting.states.remove(at)?;
        let (before, left) = (waiting.followed, waiting.states.len());
        waiting.followed += 1;
        let (now, next) = (self.rank(before, side), self.rank(before + 1, side));
        let queue = self.queue(side);
        queue.remove(&now);
        if left > 0 {
            queue.insert(next);
        }
        self.len -= 1;
        Some(state)
    }

    /// A side that nobody took.
    fn goal(&self) -> Option<Side> {
        let goals = self.goals.borrow();
        let is_open = |side: &Side| {
            side.is_some_and(|(method, pc, side, choice)| {
                choice.is_none() && goals.methods.contains(&method) && !goals.covered.contains(&(method, pc, side))
            })
        };
        self.near.iter().take_while(|(followed, ..)| *followed < TRIES).map(|(.., side)| *side).find(is_open)
    }
}

impl Frontier for Towards {
    fn push(&mut self, state: State) {
        let side = state.path.trail.last().map(|fork| {
            let choice = fork.free.then_some(fork.condition);
            (fork.place.method, fork.place.pc, fork.side, choice)
        });
        let waiting = self.sides.entry(side).or_default();
        waiting.states.push_back(state);
        let followed = waiting.followed;
        let rank = self.rank(followed, side);
        self.queue(side).insert(rank);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<State> {
        self.pops += 1;
        let other = if self.pops.is_multiple_of(TURNS) { [&self.far, &self.near] } else { [&self.near, &self.far] };
        let least = || other.into_iter().find_map(|queue| queue.first()).map(|(.., side)| *side);
        let side = self.goal().or_else(least)?;
        self.take(side, 0)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn give(&mut self) -> Option<State> {
        let (side, at) = shallowest_side(&self.sides)?;
        self.take(side, at)
    }

    fn after_fork(&mut self, _: &State) -> AfterFork {
        AfterFork::GoOn
    }
}
