//! The conditions that led to the states, as the tree of forks that they came from.

use term::{Op, Term, Terms};

/// A leaf is the number of a state.
#[derive(Debug)]
pub enum Arms {
    /// The state, and what it found out besides.
    Leaf(usize, Vec<Term>),
    /// Both sides lead somewhere.
    Fork(Term, Box<Arms>, Box<Arms>),
    /// The other side leads elsewhere.
    Only(Term, Box<Arms>),
    /// Ways that exclude each other, each with its condition: some of them were merged before they came here, so the forks
    /// that part them are no tree any more.
    Ways(Vec<(Term, Arms)>),
}

impl Arms {
    /// `None` if one of the lists of conditions is the beginning of another. The states must exclude each other: they come from
    /// the sides of forks.
    pub fn of(terms: &mut Terms, conditions: &[&[Term]]) -> Option<Arms> {
        let all: Vec<usize> = (0..conditions.len()).collect();
        grow(terms, conditions, &all, 0)
    }

    /// What holds if any of the states was reached.
    pub fn condition(&self, terms: &mut Terms) -> Term {
        match self {
            Arms::Leaf(_, found) => terms.all(found.iter().copied()),
            Arms::Fork(fork, yes, no) => {
                let (yes, no) = (yes.condition(terms), no.condition(terms));
                let opposite = terms.not(*fork);
                let (yes, no) = (terms.and(*fork, yes), terms.and(opposite, no));
                terms.or(yes, no)
            }
            Arms::Only(side, rest) => {
                let rest = rest.condition(terms);
                terms.and(*side, rest)
            }
            Arms::Ways(ways) => {
                let mut any = terms.bool(false);
                for (condition, _) in ways {
                    any = terms.or(any, *condition);
                }
                any
            }
        }
    }

    /// The term of the state that was reached.
    pub fn choose(&self, terms: &mut Terms, of: &[Term]) -> Term {
        match self {
            Arms::Leaf(state, _) => of[*state],
            Arms::Fork(fork, yes, no) => {
                let (yes, no) = (yes.choose(terms, of), no.choose(terms, of));
                terms.ite(*fork, yes, no)
            }
            Arms::Only(_, rest) => rest.choose(terms, of),
            Arms::Ways(ways) => {
                let ((_, last), others) = ways.split_last().expect("several ways");
                let mut chosen = last.choose(terms, of);
                for (condition, way) in others.iter().rev() {
                    let value = way.choose(terms, of);
                    chosen = terms.ite(*condition, value, chosen);
                }
                chosen
            }
        }
    }

    /// For each state what tells it from the others.
    pub fn guards(&self, terms: &mut Terms, states: usize) -> Vec<Term> {
        let mut guards = vec![terms.bool(false); states];
        let always = terms.bool(true);
        self.collect_guards(terms, always, &mut guards);
        guards
    }

    fn collect_guards(&self, terms: &mut Terms, above: Term, guards: &mut [Term]) {
        match self {
            Arms::Leaf(state, _) => guards[*state] = above,
            Arms::Fork(fork, yes, no) => {
                let opposite = terms.not(*fork);
                let (left, right) = (terms.and(above, *fork), terms.and(above, opposite));
                yes.collect_guards(terms, left, guards);
                no.collect_guards(terms, right, guards);
            }
            Arms::Only(_, rest) => rest.collect_guards(terms, above, guards),
            Arms::Ways(ways) => {
                for (condition, way) in ways {
                    let above = terms.and(above, *condition);
                    way.collect_guards(terms, above, guards);
                }
            }
        }
    }
}

fn grow(terms: &mut Terms, conditions: &[&[Term]], states: &[usize], depth: usize) -> Option<Arms> {
    if let &[state] = states {
        return Some(Arms::Leaf(state, conditions[state][depth..].to_vec()));
    }
    // By the condition that comes next: those with it, and those with its opposite.
    let mut ways: Vec<(Term, Vec<usize>, Vec<usize>)> = Vec::new();
    for &state in states {
        let next = *conditions[state].get(depth)?;
        let opposite = terms.not(next);
        match ways.iter_mut().find(|(first, ..)| *first == next || *first == opposite) {
            Some((first, same, _)) if *first == next => same.push(state),
            Some((_, _, other)) => other.push(state),
            None => ways.push((next, vec![state], Vec::new())),
        }
    }
    let mut grown = Vec::with_capacity(ways.len());
    for (first, same, other) in ways {
        grown.push(fork(terms, conditions, (first, &same, &other), depth)?);
    }
    if grown.len() == 1 {
        return grown.pop();
    }
    let ways = grown.into_iter().map(|way| (way.condition(terms), way));
    Some(Arms::Ways(ways.collect()))
}

fn fork(
    terms: &mut Terms,
    conditions: &[&[Term]],
    (first, same, other): (Term, &[usize], &[usize]),
    depth: usize,
) -> Option<Arms> {
    let same = Box::new(grow(terms, conditions, same, depth + 1)?);
    if other.is_empty() {
        return Some(Arms::Only(first, same));
    }
    let other = Box::new(grow(terms, conditions, other, depth + 1)?);
    let opposite = terms.not(first);
    Some(match terms.op(first) {
        Op::Not => Arms::Fork(opposite, other, same),
        _ => Arms::Fork(first, same, other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::{Const, Sort, Witness};

    /// Every way through three forks, some without a state: exactly the guard of the state that was reached holds, and the choice is its term.
    #[test]
    fn the_state_that_was_reached_is_chosen() {
        for missing in 0..8 {
            let mut terms = Terms::new();
            let inputs: Vec<Term> = (0..3).map(|at| terms.input(&format!("c{at}"), Sort::Bool)).collect();
            let mut ways = Vec::new();
            for way in (0..8).filter(|&way| way != missing) {
                let sides: Vec<Term> =
                    (0..3).map(|at| if way >> at & 1 == 1 { inputs[at] } else { terms.not(inputs[at]) }).collect();
                ways.push((way, sides));
            }
            let conditions: Vec<&[Term]> = ways.iter().map(|(_, sides)| &sides[..]).collect();
            let arms = Arms::of(&mut terms, &conditions).expect("a tree");
            let numbers: Vec<Term> = ways.iter().map(|&(way, _)| terms.int(way)).collect();
            let (chosen, condition) = (arms.choose(&mut terms, &numbers), arms.condition(&mut terms));
            let guards = arms.guards(&mut terms, ways.len());
            for reached in 0..8 {
                let mut witness = Witness::new();
                for (at, &input) in inputs.iter().enumerate() {
                    let input = terms.as_input(input).expect("an input");
                    witness.set(input, Const::Bool(reached >> at & 1 == 1));
                }
                assert_eq!(terms.holds(condition, &witness), reached != missing);
                if reached == missing {
                    continue;
                }
                assert_eq!(terms.eval(chosen, &witness).bits(), reached as u64);
                let holding: Vec<i32> = ways
                    .iter()
                    .zip(&guards)
                    .filter(|(_, guard)| terms.holds(**guard, &witness))
                    .map(|(w, _)| w.0)
                    .collect();
                assert_eq!(holding, [reached]);
            }
        }
    }

    #[test]
    fn both_sides_of_everything_are_no_condition() {
        let mut terms = Terms::new();
        let (a, b) = (terms.input("a", Sort::Bool), terms.input("b", Sort::Bool));
        let (not_a, not_b) = (terms.not(a), terms.not(b));
        let arms = Arms::of(&mut terms, &[&[a], &[not_a, b], &[not_a, not_b]]).expect("a tree");
        assert_eq!(arms.condition(&mut terms), terms.bool(true));
    }

    #[test]
    fn the_beginning_of_another_way_is_none() {
        let mut terms = Terms::new();
        let (a, b) = (terms.input("a", Sort::Bool), terms.input("b", Sort::Bool));
        assert!(Arms::of(&mut terms, &[&[a], &[a, b]]).is_none());
    }

    /// Of a fork within a fork two ways were merged, and the third one comes to them later.
    #[test]
    fn ways_that_were_merged_before_are_chosen_by_their_conditions() {
        let mut terms = Terms::new();
        let inputs = ["a", "b", "c"].map(|name| terms.input(name, Sort::Bool));
        let [a, b, c] = inputs;
        let (not_a, not_b, not_c) = (terms.not(a), terms.not(b), terms.not(c));
        let merged = terms.or(a, not_b);
        let arms = Arms::of(&mut terms, &[&[merged], &[not_a, b, c], &[not_a, b, not_c]]).expect("ways");
        let numbers = [0, 1, 2].map(|number| terms.int(number));
        let (chosen, condition) = (arms.choose(&mut terms, &numbers), arms.condition(&mut terms));
        let guards = arms.guards(&mut terms, 3);
        for reached in 0..8 {
            let mut witness = Witness::new();
            for (at, &input) in inputs.iter().enumerate() {
                let input = terms.as_input(input).expect("an input");
                witness.set(input, Const::Bool(reached >> at & 1 == 1));
            }
            let [a, b, c] = [0, 1, 2].map(|at| reached >> at & 1 == 1);
            let state = if a || !b { 0 } else { 2 - u64::from(c) };
            assert!(terms.holds(condition, &witness));
            assert_eq!(terms.eval(chosen, &witness).bits(), state);
            let holding = (0..3).filter(|&at| terms.holds(guards[at as usize], &witness));
            assert_eq!(holding.collect::<Vec<u64>>(), [state]);
        }
    }
}
