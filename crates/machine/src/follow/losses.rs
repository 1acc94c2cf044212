//! Imprecision (heap cloning, section III-C): where unseen code changed a location that held symbolic data, the symbolic
//! value is lost. A fresh input takes its place, bound to the value that was found: so it shows which conjuncts depend on it.

use crate::program::{MethodId, ObjectId, Value};
use crate::symbolic::decide::raw;
use crate::world::World;
use crate::world::followed::{Followed, Loss, Lost, Spot, UnseenCall};
use std::collections::HashMap;
use term::{Input, Sort, Term, Terms};

/// Which conjuncts depend on a loss.
#[derive(Clone, Debug, Default)]
pub struct Dependence {
    /// The first one.
    pub first: Option<usize>,
    pub count: u64,
}

/// How many calls of natives are remembered.
const REMEMBERED: usize = 1024;

impl Followed {
    pub fn unseen(&mut self, native: Option<MethodId>, call: Spot, given: &[Value], epoch: u32) {
        let mut arguments = Vec::new();
        if self.calls.len() == REMEMBERED
            && let Some(oldest) = self.calls.pop_front()
        {
            if oldest.reached {
                self.reached.forgotten = oldest.epoch;
            }
            arguments = oldest.arguments;
            arguments.clear();
        }
        arguments.extend(given.iter().filter_map(|value| if let Value::Ref(id) = value { Some(*id) } else { None }));
        let reached = std::mem::take(&mut self.reached.next);
        self.calls.push_back(UnseenCall { native, call, arguments, epoch, reached });
    }

    /// The same among those that symbolic data could have reached: what it wrote may depend on that.
    pub fn writer(&self, id: ObjectId, since: u32) -> Option<&UnseenCall> {
        let calls = || self.calls.iter().rev().take_while(|call| call.epoch > since).filter(|call| call.reached);
        let oldest = || self.calls.front().filter(|_| self.reached.forgotten > since);
        calls().find(|call| call.arguments.contains(&id)).or_else(|| calls().next()).or_else(oldest)
    }

    /// The call that may have changed an object after this epoch: one that was given it, or one of the program's, or the last.
    pub fn culprit(&self, id: ObjectId, since: u32, is_jdk: impl Fn(MethodId) -> bool) -> Option<&UnseenCall> {
        let calls = || self.calls.iter().rev().take_while(|call| call.epoch > since);
        let given = calls().find(|call| call.arguments.contains(&id));
        let own = || calls().find(|call| call.native.is_some_and(|native| !is_jdk(native)));
        given.or_else(own).or_else(|| calls().next())
    }

    /// What depends on each loss.
    pub fn dependences(&self, terms: &Terms) -> Vec<Dependence> {
        let mut all = vec![Dependence::default(); self.losses.len()];
        if self.lost.is_empty() {
            return all;
        }
        let mut sets = Sets::new();
        let mut of: Vec<u32> = Vec::with_capacity(terms.len());
        for term in terms.every_term() {
            let own = terms.as_input(term).and_then(|input| self.lost.get(&input));
            let set = match own {
                Some(&loss) => sets.single(loss),
                None => terms.args(term).iter().fold(0, |set, arg| sets.union(set, of[arg.index()])),
            };
            of.push(set);
        }
        for (at, conjunct) in self.conjuncts.iter().enumerate() {
            for &loss in sets.members(of[conjunct.condition.index()]) {
                let dependence = &mut all[loss as usize];
                dependence.first.get_or_insert(at);
                dependence.count += 1;
            }
        }
        all
    }

    /// Conditions that bind the inputs in place of lost values to what they are.
    pub fn bindings(&self, terms: &mut Terms) -> Vec<(Term, u32)> {
        let bind = |(&input, &loss): (&Input, &u32)| {
            let term = terms.input_term(input);
            let value = term::Const::scalar(terms.sort(term), terms.default_bits(input));
            let value = terms.constant(&value);
            (terms.eq(term, value), loss)
        };
        self.lost.iter().map(bind).collect()
    }
}

impl World {
    /// A location of an object was changed by unseen code: what stands for the value found there.
    pub fn lose(&mut self, what: Lost, call: Option<UnseenCall>, use_at: Spot, value: Value) -> Value {
        let (native, spot) = call.map_or((None, use_at), |call| (call.native, call.call));
        self.lose_from(what, native, spot, use_at, value)
    }

    /// The same for an element of an array.
    pub fn lose_element(
        &mut self,
        what: Lost,
        call: Option<UnseenCall>,
        use_at: Spot,
        index: usize,
        value: Value,
    ) -> Term {
        let (native, spot) = call.map_or((None, use_at), |call| (call.native, call.call));
        let id = self.count_loss(what.clone(), native, spot, use_at);
        let followed = self.followed.as_mut().expect("a followed path");
        followed.losses[id as usize].index.get_or_insert(index);
        self.lose_again(what, native, spot, value).term().expect("an input")
    }

    pub(crate) fn lose_from(
        &mut self,
        what: Lost,
        native: Option<MethodId>,
        call: Spot,
        use_at: Spot,
        value: Value,
    ) -> Value {
        self.count_loss(what.clone(), native, call, use_at);
        self.lose_again(what, native, call, value)
    }

    pub fn count_loss(&mut self, what: Lost, native: Option<MethodId>, call: Spot, use_at: Spot) -> u32 {
        let followed = self.followed.as_mut().expect("a followed path");
        let losses = &mut followed.losses;
        let id = *followed.loss_ids.entry((what.clone(), native, call)).or_insert_with(|| {
            losses.push(Loss { what, native, call, first_use: use_at, index: None, count: 0, is_untraced: false });
            losses.len() as u32 - 1
        });
        losses[id as usize].count += 1;
        id
    }

    /// A reference was lost. It stays what it is, so nothing shows which conditions depend on it.
    pub fn count_untraced(&mut self, what: Lost, native: Option<MethodId>, call: Spot, use_at: Spot) {
        let id = self.count_loss(what, native, call, use_at);
        let followed = self.followed.as_mut().expect("a followed path");
        followed.losses[id as usize].is_untraced = true;
    }

    /// An input for a value whose loss was counted before.
    pub(crate) fn lose_again(&mut self, what: Lost, native: Option<MethodId>, call: Spot, value: Value) -> Value {
        let followed = self.followed.as_mut().expect("a followed path");
        let id = followed.loss_ids[&(what, native, call)];
        let (sort, bits) = raw(value);
        let term = self.terms.input(&format!("lost{}", followed.lost.len()), sort);
        let input = self.terms.as_input(term).expect("an input");
        self.terms.set_default(input, bits);
        followed.lost.insert(input, id);
        match sort {
            Sort::Bv(64) | Sort::Float64 => Value::Sym2(term),
            _ => Value::Sym(term),
        }
    }
}

/// Sets of losses, each stored once: unions of the same sets are found again.
struct Sets {
    members: Vec<Vec<u32>>,
    ids: HashMap<Vec<u32>, u32>,
    unions: HashMap<(u32, u32), u32>,
}

impl Sets {
    fn new() -> Sets {
        Sets { members: vec![Vec::new()], ids: HashMap::from([(Vec::new(), 0)]), unions: HashMap::new() }
    }

    fn members(&self, set: u32) -> &[u32] {
        &self.members[set as usize]
    }

    fn single(&mut self, member: u32) -> u32 {
        self.add(vec![member])
    }

    fn add(&mut self, members: Vec<u32>) -> u32 {
        if let Some(&id) = self.ids.get(&members) {
            return id;
        }
        let id = self.members.len() as u32;
        self.members.push(members.clone());
        self.ids.insert(members, id);
        id
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let mut all = [self.members(a), self.members(b)].concat();
        all.sort_unstable();
        all.dedup();
        let union = self.add(all);
        self.unions.insert((a, b), union);
        union
    }
}
