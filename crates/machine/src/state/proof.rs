//! What one path of a proof by clauses of loops knows: the loops that it is inside of, and facts about all elements of arrays.

use super::State;
use crate::program::{ClassId, ObjectId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Input, Term, Terms};

/// What a clause throws that does not hold.
pub const BROKEN: &str = "jacana/Contract$Broken";

/// A cell of a state: where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// A local or an operand of the frame at hand, by its place on the stack.
    Slot(u32),
    /// A field of an object, or of the holder of static fields.
    Field(ObjectId, u16),
    Element(ObjectId, u32),
    /// All elements of an array of primitives.
    Contents(ObjectId),
}

#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// By the object that stands for the loop: how its round began.
    pub(crate) heads: BTreeMap<ObjectId, Rc<Head>>,
    pub(crate) facts: Vec<Fact>,
    /// The variables so far, while a condition is evaluated for a fact.
    pub(crate) variables: Option<Vec<Input>>,
    /// Whether less may be known of new objects than there is to know.
    pub rough: bool,
    /// Objects that rounds and calls made, and that are not told apart.
    pub crowd: Option<Rc<Crowd>>,
    /// Objects that one of those may lead to.
    pub(crate) held: Objects,
    /// How many inputs were made for quantifiers and for what loops change.
    pub(crate) made: u32,
}

/// The state in which a round of a loop began: any that the clauses of the loop allow.
#[derive(Debug)]
pub(crate) struct Head {
    pub state: State,
    /// The cells that hold anything.
    pub forgotten: BTreeSet<Cell>,
}

/// A condition that holds for all values of its variables.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub variables: Rc<[Input]>,
    pub condition: Term,
}

impl Proof {
    /// Whether a loop was cut on this path: it may be no path of the program from the inputs of its witness.
    pub fn is_general(&self) -> bool {
        !self.heads.is_empty()
    }

    /// What paths know that go on as one: a fact of one holds where its guard does. `None` if they are not in the same rounds of the same loops.
    pub(crate) fn merged(entry: &Rc<Proof>, arms: &[(&Rc<Proof>, Term)], terms: &mut Terms) -> Option<Rc<Proof>> {
        if arms.iter().all(|(own, _)| Rc::ptr_eq(own, entry)) {
            return Some(entry.clone());
        }
        let mut merged = Proof::clone(entry);
        merged.crowd = arms[0].0.crowd.clone();
        for &(own, guard) in arms {
            let rounds = own.heads.iter().map(|(of, head)| (of, Rc::as_ptr(head)));
            let is_same = rounds.eq(entry.heads.iter().map(|(of, head)| (of, Rc::as_ptr(head))))
                && own.variables == entry.variables
                && own.crowd == merged.crowd;
            if !is_same {
                return None;
            }
            // Facts are never taken back.
            for fact in &own.facts[entry.facts.len()..] {
                let condition = terms.implies(guard, fact.condition);
                merged.facts.push(Fact { variables: fact.variables.clone(), condition });
            }
            merged.rough |= own.rough;
            merged.held.extend(own.held.iter());
            // What one of them named is nobody else's.
            merged.made = merged.made.max(own.made);
        }
        Some(Rc::new(merged))
    }

    /// A name for one more input.
    pub(crate) fn next_name(&mut self, what: &str) -> String {
        self.made += 1;
        format!("{what} {}", self.made)
    }
}

/// Objects that rounds of a loop, or calls, made: any number of them, linked in any way. Nothing is known of one of them but what holds
/// for all of its class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    pub classes: BTreeMap<ClassId, Member>,
    /// Objects that were there before and are like the others, as the first one of a list.
    pub absorbed: Objects,
}

/// What holds for all objects of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// By the slot of a field: what it may be besides null and other objects of the crowd.
    pub objects: BTreeMap<u16, Objects>,
    /// Over what stands for the fields of any one object.
    pub facts: Vec<Term>,
}

/// What a reference into a crowd may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    pub nullable: bool,
    /// Objects that are no part of the crowd.
    pub objects: Objects,
    /// Of the crowd.
    pub classes: BTreeSet<ClassId>,
}

impl Crowd {
    pub(crate) fn objects(&self) -> impl Iterator<Item = ObjectId> {
        self.classes.values().flat_map(|member| member.objects.values().flat_map(Objects::iter))
    }
}

/// Different objects in the order in which they were seen, which is the same whatever numbers they have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Objects(Vec<ObjectId>);

impl Objects {
    pub fn insert(&mut self, id: ObjectId) {
        if !self.contains(id) {
            self.0.push(id);
        }
    }

    pub fn contains(&self, id: ObjectId) -> bool {
        self.0.contains(&id)
    }

    pub fn iter(&self) -> impl Iterator<Item = ObjectId> {
        self.0.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Extend<ObjectId> for Objects {
    fn extend<I: IntoIterator<Item = ObjectId>>(&mut self, objects: I) {
        objects.into_iter().for_each(|id| self.insert(id));
    }
}

impl FromIterator<ObjectId> for Objects {
    fn from_iter<I: IntoIterator<Item = ObjectId>>(objects: I) -> Objects {
        let mut all = Objects::default();
        all.extend(objects);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    fn arm(entry: &Rc<Proof>, change: impl FnOnce(&mut Proof)) -> Rc<Proof> {
        let mut own = Proof::clone(entry);
        change(&mut own);
        Rc::new(own)
    }

    #[test]
    fn a_fact_of_one_path_holds_under_its_guard_and_names_stay_its_own() {
        let mut terms = Terms::default();
        let [guard, holds] = ["guard", "holds"].map(|name| terms.input(name, Sort::Bool));
        let otherwise = terms.not(guard);
        let entry = Rc::new(Proof::default());
        let first = arm(&entry, |proof| {
            proof.next_name("index");
            proof.facts.push(Fact { variables: Rc::from([]), condition: holds });
        });
        let arms = [(&first, guard), (&entry, otherwise)];
        let merged = Proof::merged(&entry, &arms, &mut terms).expect("no loop is begun");
        let under = terms.implies(guard, holds);
        assert_eq!(merged.facts.iter().map(|fact| fact.condition).collect::<Vec<_>>(), [under]);
        assert_eq!(Proof::clone(&merged).next_name("index"), "index 2");
    }

    #[test]
    fn paths_that_evaluate_different_conditions_stay_apart() {
        let mut terms = Terms::default();
        let guard = terms.input("guard", Sort::Bool);
        let otherwise = terms.not(guard);
        let entry = Rc::new(Proof::default());
        let first = arm(&entry, |proof| proof.variables = Some(Vec::new()));
        assert!(Proof::merged(&entry, &[(&first, guard), (&entry, otherwise)], &mut terms).is_none());
    }
}
