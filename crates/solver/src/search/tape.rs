//! The scalar terms of a query in one list, arguments first, with their values under the current assignment and, for
//! conditions, how far they are from being true and from being false. Changing one input computes again only what depends on it.

use super::distance::{Cost, comparison};
use term::{Const, Element, FastMap, Input, Op, Sort, Term, Terms, Witness, apply};

/// A place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Slot(u32);

impl Slot {
    fn index(self) -> usize {
        self.0 as usize
    }
}

struct Step {
    op: Op,
    sort: Sort,
    /// Of the first argument.
    of: Sort,
    /// Width of the last argument of a concatenation.
    low: u8,
    args: [Slot; 3],
}

pub struct Variable {
    pub input: Input,
    /// If it is one of an array: at which index.
    pub element: Option<(Element, u32)>,
    pub sort: Sort,
    slot: Slot,
    /// What depends on it, in order.
    users: Vec<Slot>,
}

pub struct Tape {
    steps: Vec<Step>,
    values: Vec<u64>,
    costs: Vec<Cost>,
    pub variables: Vec<Variable>,
    /// The conjuncts.
    roots: Vec<Slot>,
    /// How many steps were computed.
    pub work: u64,
}

impl Tape {
    /// `None` if there are more than `limit` terms, or arrays of which more occurs than elements of inputs at fixed indices.
    pub fn new(terms: &Terms, conjuncts: &[Term], limit: usize) -> Option<Tape> {
        let order = reachable(terms, conjuncts, limit)?;
        let slots: FastMap<Term, Slot> = order.iter().zip(0..).map(|(&term, at)| (term, Slot(at))).collect();
        let mut steps = Vec::with_capacity(order.len());
        let mut values = Vec::with_capacity(order.len());
        let mut variables = Vec::new();
        for (&term, at) in order.iter().zip(0..) {
            let element = element(terms, term);
            let args = if element.is_some() { &[] } else { terms.args(term) };
            let mut places = [Slot(0); 3];
            for (place, arg) in places.iter_mut().zip(args) {
                *place = slots[arg];
            }
            let sort = terms.sort(term);
            let of = args.first().map_or(sort, |&arg| terms.sort(arg));
            let low = if terms.op(term) == Op::Concat { terms.width(args[1]) } else { 0 };
            let op = element.map_or(terms.op(term), |(input, ..)| Op::Input(input));
            steps.push(Step { op, sort, of, low, args: places });
            values.push(terms.bits(term).unwrap_or(0));
            if let Op::Input(input) = op {
                let element = element.map(|(_, element, index)| (element, index));
                variables.push(Variable { input, element, sort, slot: Slot(at), users: Vec::new() });
            }
        }
        for variable in &mut variables {
            variable.users = users(&steps, variable.slot);
        }
        let roots = conjuncts.iter().map(|term| slots[term]).collect();
        let costs = vec![Cost::default(); steps.len()];
        Some(Tape { steps, values, costs, variables, roots, work: 0 })
    }

    /// The constants of a sort that the query compares and computes with.
    pub fn constants(&self, sort: Sort) -> Vec<u64> {
        let constants = self.steps.iter().zip(&self.values);
        constants.filter(|(step, _)| step.op.is_const() && step.sort == sort).map(|(_, &bits)| bits).collect()
    }

    /// Takes over the values of a witness, zero for what it does not mention.
    pub fn load(&mut self, witness: &Witness) {
        for variable in &self.variables {
            let bits = |value: &Const| match (value, variable.element) {
                (Const::Array(array), Some((_, index))) => array.get(index),
                (value, _) => value.bits(),
            };
            self.values[variable.slot.index()] = witness.get(variable.input).map_or(0, bits);
        }
        for at in 0..self.steps.len() {
            self.compute(at);
        }
    }

    /// Takes over values of all variables.
    pub fn place(&mut self, point: &[u64]) {
        for (variable, &bits) in self.variables.iter().zip(point) {
            self.values[variable.slot.index()] = bits;
        }
        for at in 0..self.steps.len() {
            self.compute(at);
        }
    }

    /// The values of all variables.
    pub fn point(&self) -> Vec<u64> {
        (0..self.variables.len()).map(|variable| self.value(variable)).collect()
    }

    pub fn value(&self, variable: usize) -> u64 {
        self.values[self.variables[variable].slot.index()]
    }

    pub fn set(&mut self, variable: usize, bits: u64) {
        let slot = self.variables[variable].slot;
        self.values[slot.index()] = bits;
        self.compute(slot.index());
        let users = std::mem::take(&mut self.variables[variable].users);
        for user in &users {
            self.compute(user.index());
        }
        self.variables[variable].users = users;
    }

    /// How far the query is from being satisfied; 0 if it is.
    pub fn cost(&self) -> f64 {
        self.roots.iter().map(|root| self.costs[root.index()].to_true).sum()
    }

    /// The variables on which conjuncts depend that do not hold.
    pub fn guilty(&self) -> Vec<usize> {
        let failing: Vec<Slot> =
            self.roots.iter().copied().filter(|root| self.costs[root.index()].to_true > 0.0).collect();
        let is_guilty = |variable: &Variable| {
            failing.iter().any(|&root| root == variable.slot || variable.users.binary_search(&root).is_ok())
        };
        (0..self.variables.len()).filter(|&at| is_guilty(&self.variables[at])).collect()
    }

    fn compute(&mut self, at: usize) {
        self.work += 1;
        let step = &self.steps[at];
        let [a, b, c] = step.args.map(Slot::index);
        if !matches!(step.op, Op::Input(_)) && !step.op.is_const() {
            let args = [self.values[a], self.values[b], self.values[c]];
            self.values[at] = apply(step.op, step.sort, step.of, step.low, args);
        }
        if step.sort == Sort::Bool {
            self.costs[at] = match (step.op, step.of) {
                (Op::Not, _) => self.costs[a].opposite(),
                (Op::And, _) => Cost::both(self.costs[a], self.costs[b]),
                (Op::Ite, _) => Cost::choice(self.costs[a], self.costs[b], self.costs[c]),
                (Op::Eq, Sort::Bool) => Cost::same(self.costs[a], self.costs[b]),
                (op, of) => comparison(op, of, self.values[a], self.values[b], self.values[at] == 1),
            };
        }
    }
}

/// An element of an array that is an input, and its index.
fn element(terms: &Terms, term: Term) -> Option<(Input, Element, u32)> {
    let (Op::Select, &[array, index]) = (terms.op(term), terms.args(term)) else { return None };
    let Op::Input(input) = terms.op(array) else { return None };
    Some((input, terms.sort(array).element()?, u32::try_from(terms.bits(index)?).ok()?))
}

/// Arguments before their users.
fn reachable(terms: &Terms, roots: &[Term], limit: usize) -> Option<Vec<Term>> {
    let mut seen: term::FastSet<Term> = term::FastSet::default();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > limit || terms.sort(term).is_array() {
            return None;
        }
        if element(terms, term).is_none() {
            stack.extend(terms.args(term));
        }
    }
    let mut order: Vec<Term> = seen.into_iter().collect();
    // A term is younger than its arguments.
    order.sort_unstable();
    Some(order)
}

fn users(steps: &[Step], slot: Slot) -> Vec<Slot> {
    let mut depends = vec![false; steps.len()];
    depends[slot.index()] = true;
    let mut users = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        if step.args[..step.op.arity()].iter().any(|arg| depends[arg.index()]) {
            depends[at] = true;
            users.push(Slot(at as u32));
        }
    }
    users
}
