//! The gate graph: every Boolean function of the exploration, each node once.
//! Invariant: the operands of a node precede it, except for a `Defined` node, whose constraints may follow.

use std::ops::Not;
use term::FastMap;

/// A node or its negation. Negating is free.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(u32);

/// Least significant bit first.
pub type Word = Vec<Lit>;

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    pub fn constant(value: bool) -> Lit {
        Lit(value as u32)
    }

    pub fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }

    /// The negation of this literal if `flip`, otherwise itself.
    pub fn flipped(self, flip: bool) -> Lit {
        Lit(self.0 ^ flip as u32)
    }

    fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn lit(self) -> Lit {
        Lit(self.0 << 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Node 0, which is false.
    Constant,
    Input,
    /// A result bit of a definition: fixed by the constraints of that definition.
    Defined(DefinitionId),
    And(Lit, Lit),
    Xor(Lit, Lit),
    Majority(Lit, Lit, Lit),
    /// condition, then, otherwise
    Mux(Lit, Lit, Lit),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DefinitionId(u32);

impl DefinitionId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Words that are described by what holds of them instead of by a circuit. For all values of the support some
/// value of the results satisfies the constraints, so they may be asserted wherever the results occur.
#[derive(Clone, Debug)]
pub struct Definition {
    pub kind: DefinitionKind,
    pub constraints: Vec<Lit>,
    /// What must be in a query along with the results, besides the constraints.
    pub support: Word,
}

/// What a definition computes, for simulation.
#[derive(Clone, Debug)]
pub enum DefinitionKind {
    /// An input, perhaps restricted.
    Free,
    Divide(Division),
}

/// dividend = quotient * divisor + remainder, remainder < divisor
#[derive(Clone, Debug)]
pub struct Division {
    pub dividend: Word,
    pub divisor: u128,
    pub quotient: Word,
    pub remainder: Word,
}

pub struct Gates {
    nodes: Vec<Node>,
    known: FastMap<Node, NodeId>,
    definitions: Vec<Definition>,
    /// By dividend and divisor.
    pub(crate) divisions: FastMap<(Word, u128), Division>,
}

impl Default for Gates {
    fn default() -> Gates {
        Gates {
            nodes: vec![Node::Constant],
            known: FastMap::default(),
            definitions: Vec::new(),
            divisions: FastMap::default(),
        }
    }
}

impl Gates {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Only the constant is left.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    pub fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id.index()]
    }

    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// `index` is less than `len`.
    pub fn id(&self, index: usize) -> NodeId {
        debug_assert!(index < self.nodes.len());
        NodeId(index as u32)
    }

    pub fn input(&mut self) -> Lit {
        self.push(Node::Input)
    }

    pub fn input_word(&mut self, width: usize) -> Word {
        (0..width).map(|_| self.input()).collect()
    }

    /// Fresh result words; what holds of them follows with `constrain`.
    pub(crate) fn define_division(
        &mut self,
        dividend: &[Lit],
        divisor: u128,
        quotient_bits: usize,
        remainder_bits: usize,
    ) -> (DefinitionId, Division) {
        let quotient = self.defined_word(quotient_bits);
        let remainder = self.defined_word(remainder_bits);
        let division = Division { dividend: dividend.to_vec(), divisor, quotient, remainder };
        (self.define(DefinitionKind::Divide(division.clone()), Word::new()), division)
    }

    /// An input that brings other nodes into every query in which it occurs.
    pub(crate) fn supported_input(&mut self, width: usize, support: Word) -> (DefinitionId, Word) {
        let word = self.defined_word(width);
        (self.define(DefinitionKind::Free, support), word)
    }

    pub(crate) fn constrain(&mut self, definition: DefinitionId, constraints: Vec<Lit>) {
        self.definitions[definition.index()].constraints = constraints;
    }

    /// Results of the definition that is made next.
    fn defined_word(&mut self, width: usize) -> Word {
        let id = DefinitionId(self.definitions.len() as u32);
        (0..width).map(|_| self.push(Node::Defined(id))).collect()
    }

    fn define(&mut self, kind: DefinitionKind, support: Word) -> DefinitionId {
        self.definitions.push(Definition { kind, constraints: Vec::new(), support });
        DefinitionId(self.definitions.len() as u32 - 1)
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(absorbed) = self.absorb(a, b) {
            return absorbed;
        }
        if let Some(absorbed) = self.absorb(b, a) {
            return absorbed;
        }
        self.hashed(Node::And(a, b))
    }

    /// a & (a & x) = a & x;  a & (!a & x) = 0;  a & !(a & x) = a & !x;  a & !(!a & x) = a
    fn absorb(&mut self, a: Lit, b: Lit) -> Option<Lit> {
        let Node::And(x, y) = self.node(b.node()) else { return None };
        match (b.is_negated(), x == a || y == a, x == !a || y == !a) {
            (false, true, _) => Some(b),
            (false, _, true) => Some(Lit::FALSE),
            (true, true, _) => Some(self.and(a, if x == a { !y } else { !x })),
            (true, _, true) => Some(a),
            (_, false, false) => None,
        }
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive().min(b.positive()), a.positive().max(b.positive()));
        if a == b {
            return Lit::constant(flip);
        }
        if a == Lit::FALSE {
            return b.flipped(flip);
        }
        // a ^ (a ^ x) = x
        if let Node::Xor(x, y) = self.node(b.node()) {
            if x == a {
                return y.flipped(flip);
            }
            if y == a {
                return x.flipped(flip);
            }
        }
        self.hashed(Node::Xor(a, b)).flipped(flip)
    }

    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        self.or(!a, b)
    }

    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if condition == Lit::TRUE || then == otherwise {
            return then;
        }
        if condition == Lit::FALSE {
            return otherwise;
        }
        if condition.is_negated() {
            return self.mux(!condition, otherwise, then);
        }
        if then == Lit::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Lit::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Lit::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == Lit::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        let flip = then.is_negated();
        self.hashed(Node::Mux(condition, then.flipped(flip), otherwise.flipped(flip))).flipped(flip)
    }

    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        if a == Lit::FALSE {
            return self.and(b, c);
        }
        if a == Lit::TRUE {
            return self.or(b, c);
        }
        if a == b || b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // majority is self-dual: keep at most one operand negated
        let flip = sorted.iter().filter(|lit| lit.is_negated()).count() >= 2;
        self.hashed(Node::Majority(a.flipped(flip), b.flipped(flip), c.flipped(flip))).flipped(flip)
    }

    fn hashed(&mut self, node: Node) -> Lit {
        if let Some(id) = self.known.get(&node) {
            return id.lit();
        }
        let lit = self.push(node);
        self.known.insert(node, lit.node());
        lit
    }

    fn push(&mut self, node: Node) -> Lit {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(node);
        id.lit()
    }
}
