//! The pool: every distinct term once, as a 32-byte node behind a `Term` handle.
//! Invariant: the arguments of a term were made before it, so ids are a topological order.

mod eval;
mod polynomial;
mod recent;
mod substitute;

pub use eval::Evaluator;
pub use substitute::Substitution;

use crate::fact::{Fact, fact_width};
use crate::{ArrayConst, ArrayId, Const, Fast, FastMap, FastSet, Input, Op, Sort, Witness};
use recent::Recent;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(crate) u32);

/// Unused argument places hold `Term(0)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub op: Op,
    pub args: [Term; 3],
    pub sort: Sort,
}

struct InputInfo {
    name: Box<str>,
    term: Term,
    /// What it is under a witness that does not mention it, if it is a scalar.
    default: u64,
}

pub struct Terms {
    nodes: Vec<Node>,
    /// By term: its place in `facts`. Constants have none; the first places say nothing but a width.
    fact_of: Vec<u32>,
    facts: Vec<Fact>,
    /// Open addressing, linear probing, at most half full; `EMPTY` or an index into `nodes`.
    slots: Vec<u32>,
    inputs: Vec<InputInfo>,
    input_ids: FastMap<(Box<str>, Sort), Term>,
    arrays: Vec<Rc<ArrayConst>>,
    array_ids: FastMap<Rc<ArrayConst>, ArrayId>,
    inputs_of: RefCell<FastMap<Term, Rc<[Input]>>>,
    evaluator: RefCell<Evaluator>,
    pub(crate) recent: Recent,
    /// How many rewrite rules are at work inside one another.
    pub(crate) nesting: usize,
    /// Which rules fired on what with what result.
    #[cfg(test)]
    pub(crate) fired: Vec<(&'static str, Node, Term)>,
}

const EMPTY: u32 = u32::MAX;

impl Term {
    /// Position in the pool: dense, and greater than the position of every argument.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Node {
    /// The sort is left out: operator and arguments nearly always settle it.
    #[inline]
    pub(crate) fn hash(&self) -> usize {
        let mut hash = Fast::default();
        self.op.hash(&mut hash);
        let [a, b, c] = self.args;
        hash.mix(u64::from(a.0) | u64::from(b.0) << 32).mix(u64::from(c.0)).finish() as usize
    }
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::new()
    }
}

impl Terms {
    pub const FALSE: Term = Term(0);
    pub const TRUE: Term = Term(1);

    pub fn new() -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            fact_of: Vec::new(),
            facts: std::iter::once(Fact::NONE).chain((1..=64).map(Fact::top)).collect(),
            slots: vec![EMPTY; 1024],
            inputs: Vec::new(),
            arrays: Vec::new(),
            array_ids: FastMap::default(),
            input_ids: FastMap::default(),
            inputs_of: RefCell::default(),
            evaluator: RefCell::default(),
            recent: Recent::default(),
            nesting: 0,
            #[cfg(test)]
            fired: Vec::new(),
        };
        for value in [false, true] {
            terms.intern(Node { op: Op::Bool(value), args: [Term(0); 3], sort: Sort::Bool }, Fact::NONE);
        }
        terms
    }

    /// From now on, what terms were simplified to is remembered for a while.
    pub fn remember_simplified(&mut self) {
        self.recent.begin();
    }

    /// How many distinct terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op
    }

    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.index()].sort
    }

    #[inline]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &node.args[..node.op.arity()]
    }

    /// Width of a bit-vector term.
    #[inline]
    pub fn width(&self, term: Term) -> u8 {
        self.sort(term).width()
    }

    #[inline]
    pub(crate) fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// What holds of a bit-vector term whatever the inputs are; computed when the term is made.
    #[inline]
    pub fn fact(&self, term: Term) -> Fact {
        let node = &self.nodes[term.index()];
        match node.op {
            Op::Bv(bits) => Fact::constant(node.sort.width(), bits),
            Op::Ref(id) => Fact::constant(32, u64::from(id)),
            _ => self.facts[self.fact_of[term.index()] as usize],
        }
    }

    pub fn is_const(&self, term: Term) -> bool {
        self.op(term).is_const()
    }

    pub fn as_const(&self, term: Term) -> Option<Const> {
        match self.op(term) {
            Op::Array(id) => Some(Const::Array(self.array_const(id).clone())),
            _ => Some(Const::scalar(self.sort(term), self.bits(term)?)),
        }
    }

    /// Raw bits of a scalar constant.
    #[inline]
    pub fn bits(&self, term: Term) -> Option<u64> {
        match self.op(term) {
            Op::Bool(value) => Some(u64::from(value)),
            Op::Bv(bits) | Op::Float64(bits) => Some(bits),
            Op::Float32(bits) | Op::Ref(bits) => Some(u64::from(bits)),
            _ => None,
        }
    }

    pub fn array_const(&self, id: ArrayId) -> &Rc<ArrayConst> {
        &self.arrays[id.0 as usize]
    }

    /// The input of that name and sort. Paths share it; on one path a name must not stand for two inputs.
    pub fn input(&mut self, name: &str, sort: Sort) -> Term {
        let key = (Box::from(name), sort);
        if let Some(&known) = self.input_ids.get(&key) {
            return known;
        }
        let input = Input(self.inputs.len() as u32);
        let node = Node { op: Op::Input(input), args: [Term(0); 3], sort };
        let term = self.intern(node, Fact::of_sort(sort));
        self.inputs.push(InputInfo { name: name.into(), term, default: 0 });
        self.input_ids.insert(key, term);
        term
    }

    /// Makes this the value of a scalar input that a witness does not mention, in place of zero. For runs on one real input,
    /// where a witness would change with every byte that is read; solvers know nothing of it (`take_defaults`).
    pub fn set_default(&mut self, input: Input, bits: u64) {
        self.inputs[input.0 as usize].default = bits;
    }

    pub fn default_bits(&self, input: Input) -> u64 {
        self.inputs[input.0 as usize].default
    }

    /// The witness that says what the defaults said, which are zero from now on.
    pub fn take_defaults(&mut self) -> Witness {
        let scalar = |terms: &Terms, at: usize| {
            let sort = terms.sort(terms.inputs[at].term);
            (!sort.is_array()).then(|| Const::scalar(sort, terms.inputs[at].default))
        };
        let assigned = (0..self.inputs.len()).filter_map(|at| Some((Input(at as u32), scalar(self, at)?)));
        let witness = assigned.collect();
        self.inputs.iter_mut().for_each(|input| input.default = 0);
        *self.evaluator.borrow_mut() = Evaluator::new();
        witness
    }

    /// All inputs, in the order in which they were made.
    pub fn all_inputs(&self) -> impl ExactSizeIterator<Item = Input> + use<> {
        (0..self.inputs.len() as u32).map(Input)
    }

    /// All terms, arguments first.
    pub fn every_term(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.nodes.len() as u32).map(Term)
    }

    pub fn input_name(&self, input: Input) -> &str {
        &self.inputs[input.0 as usize].name
    }

    pub fn input_term(&self, input: Input) -> Term {
        self.inputs[input.0 as usize].term
    }

    /// The input that this term is.
    pub fn as_input(&self, term: Term) -> Option<Input> {
        match self.op(term) {
            Op::Input(input) => Some(input),
            _ => None,
        }
    }

    /// The inputs that occur in a term, sorted; remembered per term asked for.
    pub fn inputs_of(&self, term: Term) -> Rc<[Input]> {
        let mut known = self.inputs_of.borrow_mut();
        if let Some(inputs) = known.get(&term) {
            return inputs.clone();
        }
        let mut inputs = Vec::new();
        let mut seen = FastSet::default();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if self.is_const(term) || !seen.insert(term) {
                continue;
            }
            match (known.get(&term), self.op(term)) {
                (Some(below), _) => inputs.extend_from_slice(below),
                (None, Op::Input(input)) => inputs.push(input),
                (None, _) => stack.extend(self.args(term)),
            }
        }
        inputs.sort_unstable();
        inputs.dedup();
        let inputs: Rc<[Input]> = inputs.into();
        known.insert(term, inputs.clone());
        inputs
    }

    /// Value of a term under a witness. Results are remembered while the witness stays the same.
    pub fn eval(&self, term: Term, witness: &Witness) -> Const {
        self.evaluator.borrow_mut().eval(self, term, witness)
    }

    /// Whether a condition holds under a witness.
    pub fn holds(&self, condition: Term, witness: &Witness) -> bool {
        self.evaluator.borrow_mut().bits(self, condition, witness) == 1
    }

    pub(crate) fn array_id(&mut self, array: Rc<ArrayConst>) -> ArrayId {
        if let Some(&id) = self.array_ids.get(&array) {
            return id;
        }
        let id = ArrayId(self.arrays.len() as u32);
        self.arrays.push(array.clone());
        self.array_ids.insert(array, id);
        id
    }

    /// The term with exactly this node, if it was made before.
    #[inline]
    pub(crate) fn find(&self, node: &Node) -> Option<Term> {
        let id = self.slots[self.slot(node)];
        (id != EMPTY).then_some(Term(id))
    }

    pub(crate) fn find_comparison(&self, op: Op, [a, b]: [Term; 2]) -> Option<Term> {
        self.find(&Node { op, args: [a, b, Term(0)], sort: Sort::Bool })
    }

    pub(crate) fn intern(&mut self, node: Node, fact: Fact) -> Term {
        let slot = self.slot(&node);
        if self.slots[slot] != EMPTY {
            return Term(self.slots[slot]);
        }
        let id = self.nodes.len() as u32;
        assert!(id < EMPTY, "term pool is full");
        self.slots[slot] = id;
        self.nodes.push(node);
        let fact = self.place(&node, fact);
        self.fact_of.push(fact);
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        Term(id)
    }

    fn place(&mut self, node: &Node, fact: Fact) -> u32 {
        let bare = fact_width(node.sort).map_or(0, u32::from);
        if node.op.is_const() || fact == self.facts[bare as usize] {
            return bare;
        }
        self.facts.push(fact);
        self.facts.len() as u32 - 1
    }

    /// Where the node is, or where it would go.
    #[inline]
    fn slot(&self, node: &Node) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = node.hash() & last;
        while self.slots[slot] != EMPTY && self.nodes[self.slots[slot] as usize] != *node {
            slot = (slot + 1) & last;
        }
        slot
    }

    fn grow(&mut self) {
        let last = self.slots.len() * 2 - 1;
        self.slots.clear();
        self.slots.resize(last + 1, EMPTY);
        for (id, node) in (0u32..).zip(&self.nodes) {
            let mut slot = node.hash() & last;
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & last;
            }
            self.slots[slot] = id;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Element;

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn equal_terms_are_the_same_term() {
        let mut terms = Terms::new();
        let (x, y) = (terms.input("x", Sort::Bv(32)), terms.input("x", Sort::Bv(32)));
        assert_eq!(x, y, "an input is known by name and sort");
        let (sum, other) = (terms.add(x, y), terms.add(y, x));
        assert_eq!(sum, other);
        for value in 0..5_000 {
            let c = terms.int(value);
            terms.add(x, c);
        }
        let count = terms.len();
        for value in 0..5_000 {
            let c = terms.int(value);
            terms.add(x, c);
        }
        assert_eq!(terms.len(), count);
        let arrays = [0, 1].map(|_| terms.array(Rc::new(ArrayConst::of_values(Element::Bv(8), [1, 2, 3]))));
        assert_eq!(arrays[0], arrays[1]);
    }

    #[test]
    fn inputs_are_listed_in_order() {
        let mut terms = Terms::new();
        let inputs: Vec<Term> = (0..4).map(|place| terms.input(&format!("x{place}"), Sort::Bv(8))).collect();
        let product = terms.mul(inputs[3], inputs[0]);
        let below = terms.ult(product, inputs[1]);
        let more = terms.ult(inputs[2], product);
        let both = terms.and(below, more);
        let listed =
            |term: Term| terms.inputs_of(term).iter().map(|&input| terms.input_term(input)).collect::<Vec<_>>();
        assert_eq!(listed(below), [inputs[0], inputs[1], inputs[3]]);
        assert_eq!(listed(both), inputs);
    }
}
