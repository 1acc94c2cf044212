//! The forks behind a state, as a list that all states of a tree share. It says where the path went and is enough to come
//! here again: a state is a function of the sides that it took and of the witnesses that it had when it took them.

use crate::machine::Machine;
use crate::program::MethodId;
use crate::state::State;
use std::rc::Rc;
use term::{Term, Witness};

/// Where a state forks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub method: MethodId,
    /// Index of the instruction.
    pub pc: u32,
    /// The innermost user code: the same instruction, or the call that led into the JDK.
    pub user: Option<(MethodId, u32)>,
}

/// A condition of which both sides are feasible, or of which the other side was cut off.
#[derive(Clone, Debug)]
pub struct Fork {
    pub place: Place,
    /// What holds from here on.
    pub condition: Term,
    /// The truth of the condition on this path.
    pub side: bool,
    /// Conditions settled before this fork, and since the one before it: only the witness's side was feasible.
    pub settled: u32,
    /// The witness from here on, if it is another one than before.
    pub witness: Option<Witness>,
}

#[derive(Clone, Debug, Default)]
pub struct Trail {
    last: Option<Rc<Step>>,
    settled: u32,
}

#[derive(Debug)]
struct Step {
    fork: Fork,
    before: Option<Rc<Step>>,
    length: u32,
    fingerprint: u64,
}

impl Trail {
    /// `condition` is the one that holds: the negation of what was asked on the false side.
    pub fn fork(&mut self, place: Place, condition: Term, side: bool, witness: Option<Witness>) {
        let fork = Fork { place, condition, side, settled: self.settled, witness };
        let before = self.last.take();
        let added = (u64::from(place.method.0) << 33) ^ (u64::from(place.pc) << 1) ^ u64::from(side);
        let fingerprint = mix(before.as_ref().map_or(0, |step| step.fingerprint), added);
        let length = before.as_ref().map_or(0, |step| step.length) + 1;
        self.last = Some(Rc::new(Step { fork, before, length, fingerprint }));
        self.settled = 0;
    }

    /// Only the witness's side of a condition is feasible.
    pub fn settle(&mut self) {
        self.settled += 1;
    }

    pub fn len(&self) -> u32 {
        self.last.as_ref().map_or(0, |step| step.length)
    }

    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    pub fn last(&self) -> Option<&Fork> {
        self.last.as_ref().map(|step| &step.fork)
    }

    /// Equal for equal places and sides.
    pub fn fingerprint(&self) -> u64 {
        self.last.as_ref().map_or(0, |step| step.fingerprint)
    }

    /// Oldest first.
    pub fn forks(&self) -> Vec<&Fork> {
        let mut forks: Vec<&Fork> =
            std::iter::successors(self.last.as_ref(), |step| step.before.as_ref()).map(|step| &step.fork).collect();
        forks.reverse();
        forks
    }
}

impl Machine<'_> {
    /// Where the state stands.
    pub fn place(&self, state: &State) -> Place {
        let top = state.top();
        let classes = &self.world.classes;
        let user = state.frames.iter().rev().find(|f| !classes[classes[f.method].class].is_jdk());
        Place { method: top.method, pc: top.pc, user: user.map(|f| (f.method, f.pc)) }
    }
}

impl Drop for Step {
    /// A long list is taken apart in a loop, not by recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(step) = next.and_then(Rc::into_inner) {
            let mut step = step;
            next = step.before.take();
        }
    }
}

/// Spreads what is added over all bits (the finaliser of splitmix64).
pub fn mix(before: u64, added: u64) -> u64 {
    let mut z = before.rotate_left(23) ^ added.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Terms;

    fn at(pc: u32) -> Place {
        Place { method: MethodId(1), pc, user: None }
    }

    #[test]
    fn clones_share_what_is_behind_them() {
        let holds = Terms::new().bool(true);
        let mut left = Trail::default();
        left.fork(at(5), holds, true, None);
        left.settle();
        let mut right = left.clone();
        left.fork(at(9), holds, true, None);
        right.fork(at(9), holds, false, Some(Witness::new()));
        assert_eq!((left.len(), right.len()), (2, 2));
        assert_ne!(left.fingerprint(), right.fingerprint());
        let sides: Vec<(u32, bool, u32)> = right.forks().iter().map(|f| (f.place.pc, f.side, f.settled)).collect();
        assert_eq!(sides, [(5, true, 0), (9, false, 1)]);
    }

    #[test]
    fn a_long_trail_is_dropped_without_recursion() {
        let holds = Terms::new().bool(true);
        let mut trail = Trail::default();
        for pc in 0..2_000_000 {
            trail.fork(at(pc), holds, true, None);
        }
        drop(trail);
    }
}
