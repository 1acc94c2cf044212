use super::*;
use machine::heap::{Heap, IdSource};
use machine::state::StateId;
use machine::trail::Place;
use machine::{Console, MethodId};
use std::collections::BTreeSet;
use term::Terms;

const DEPTH: u32 = 6;

fn root() -> State {
    State::new(StateId(0), Heap::new(IdSource::new()))
}

/// The clone takes the true side. Even forks are of one instruction, odd ones of another.
fn fork(state: &mut State) -> State {
    let place = Place { method: MethodId(0), pc: state.path.trail.len() % 2, user: None };
    let condition = Terms::new().bool(true);
    let mut clone = state.fork(StateId(1), Console::Muted);
    clone.path.trail.fork(place, condition, true, None);
    state.path.trail.fork(place, condition, false, None);
    clone
}

/// The sides of every path of a full tree, in the order in which the paths end.
fn walk(frontier: &mut dyn Frontier) -> Vec<Vec<bool>> {
    let mut paths = Vec::new();
    frontier.push(root());
    while let Some(mut state) = frontier.pop() {
        while state.path.trail.len() < DEPTH {
            let clone = fork(&mut state);
            frontier.push(clone);
            if frontier.after_fork(&state) == AfterFork::Queue {
                frontier.push(state);
                state = frontier.pop().expect("just pushed");
            }
        }
        paths.push(state.path.trail.forks().iter().map(|fork| fork.side).collect());
    }
    assert!(frontier.is_empty());
    paths
}

#[test]
fn every_order_visits_every_path_once() {
    for order in Order::ALL {
        let paths = walk(&mut *order.frontier(1));
        let distinct: BTreeSet<&Vec<bool>> = paths.iter().collect();
        assert_eq!((paths.len(), distinct.len()), (1 << DEPTH, 1 << DEPTH), "{}", order.name());
    }
}

#[test]
fn the_seed_decides_the_random_order() {
    let random = |seed| walk(&mut *Order::Random.frontier(seed));
    assert_eq!(random(1), random(1));
    assert_ne!(random(1), random(2));
}

#[test]
fn depth_first_holds_one_state_per_fork() {
    let mut frontier = Order::Dfs.frontier(0);
    let mut state = root();
    for forks in 1..=DEPTH {
        let clone = fork(&mut state);
        frontier.push(clone);
        assert_eq!(frontier.len(), forks as usize);
    }
    assert_eq!(frontier.pop().expect("six wait").path.trail.len(), DEPTH);
}

#[test]
fn every_order_gives_away_the_shallowest() {
    for order in Order::ALL {
        let mut frontier = order.frontier(1);
        let mut state = root();
        for _ in 0..DEPTH {
            let clone = fork(&mut state);
            frontier.push(clone);
        }
        for forks in 1..=DEPTH {
            let given = frontier.give().expect("one for every fork");
            assert_eq!(given.path.trail.len(), forks, "{}", order.name());
        }
        assert!(frontier.give().is_none() && frontier.is_empty());
    }
}

#[test]
fn coverage_prefers_what_was_followed_least() {
    let mut frontier = Order::Coverage.frontier(0);
    let mut state = root();
    let often = fork(&mut state);
    for _ in 0..3 {
        frontier.push(often.fork(StateId(2), Console::Muted));
    }
    let sides = |state: State| state.path.trail.last().map(|fork| fork.side);
    assert_eq!(frontier.pop().and_then(sides), Some(true));
    frontier.push(state);
    assert_eq!(frontier.pop().and_then(sides), Some(false));
    assert_eq!(frontier.pop().and_then(sides), Some(true));
}

/// Toward sinks: all paths, too; the hottest state goes first, and who runs makes way for it.
#[test]
fn hot_states_go_first() {
    let frontier = || toward_sinks(Order::Dfs.frontier(0), Distances::default(), None);
    let paths = walk(&mut *frontier());
    assert_eq!(paths.iter().collect::<BTreeSet<_>>().len(), 1 << DEPTH);
    let mut frontier = frontier();
    let mut state = root();
    assert_eq!(frontier.after_fork(&state), AfterFork::GoOn, "as the order behind it says");
    for heat in [0, 2, 1] {
        let mut clone = fork(&mut state);
        clone.heat = heat;
        frontier.push(clone);
    }
    assert_eq!((frontier.heat(), frontier.after_fork(&state)), (2, AfterFork::Queue));
    state.heat = 2;
    assert_eq!(frontier.after_fork(&state), AfterFork::GoOn);
    let heats: Vec<u32> = std::iter::from_fn(|| frontier.pop()).map(|state| state.heat).collect();
    assert_eq!(heats, [2, 1, 0]);
}
