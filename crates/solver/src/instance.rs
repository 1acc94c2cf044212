//! The SAT instance of the moment. It grows by the cones of the queries and is rebuilt from the cone of the
//! current one when too much of it is about something else: a long-lived instance drowns in dead gates.

use crate::gate::{DefinitionId, Gates, Lit, Node, NodeId};
use crate::sat::cadical::Cadical;
use crate::sat::{Batsat, Budget, Sat, SatLit, Variable, Verdict};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Rebuild when the variables exceed 13/10 of the cone and some (measured, design section 7).
const SLACK_TENTHS: usize = 13;
const SLACK: usize = 400;

pub struct Instance {
    encoding: Encoding,
    /// What found the last model, if the query was asked anew.
    anew: Option<Encoding>,
    cone: Cone,
    pub rebuilds: u64,
    interrupt: Arc<AtomicBool>,
}

/// Gates as clauses of a SAT solver.
struct Encoding {
    sat: Box<dyn Sat>,
    /// By node.
    variables: Vec<Option<Variable>>,
    /// The nodes that have a variable.
    encoded: Vec<NodeId>,
}

/// The nodes on which the literals of a query depend.
#[derive(Default)]
pub struct Cone {
    /// Operands before their users.
    nodes: Vec<NodeId>,
    /// In the order of the nodes.
    definitions: Vec<DefinitionId>,
    /// By node: the last query that reached it.
    reached: Vec<u32>,
    reached_definitions: Vec<u32>,
    query: u32,
    stack: Vec<Visit>,
}

enum Visit {
    Enter(NodeId),
    Leave(NodeId),
}

impl Instance {
    pub fn new(interrupt: Arc<AtomicBool>) -> Instance {
        let encoding = Encoding::new(Box::new(Batsat::new(interrupt.clone())));
        Instance { encoding, anew: None, cone: Cone::default(), rebuilds: 0, interrupt }
    }

    /// Collects what the roots depend on; the next `solve` is about it.
    pub fn collect(&mut self, gates: &Gates, roots: &[Lit]) -> &Cone {
        self.cone.collect(gates, roots);
        &self.cone
    }

    /// Is there an assignment that makes all roots true? The roots are those of the last `collect`, or fewer.
    pub fn solve(&mut self, gates: &Gates, roots: &[Lit], budget: &mut Budget) -> Verdict {
        self.anew = None;
        if roots.contains(&Lit::FALSE) {
            return Verdict::Unsat;
        }
        if self.encoding.encoded.len() * 10 > self.cone.nodes.len() * SLACK_TENTHS + SLACK * 10 {
            self.encoding.reset(Box::new(Batsat::new(self.interrupt.clone())));
            self.rebuilds += 1;
        }
        self.encoding.encode(gates, &self.cone);
        let assumptions = self.encoding.literals(roots);
        self.encoding.sat.solve(&assumptions, budget)
    }

    /// The same by CaDiCaL, which sees the gates of this query alone. Roots are clauses of it: they are simplified with.
    pub fn solve_anew(&mut self, gates: &Gates, roots: &[Lit], budget: &mut Budget) -> Verdict {
        if roots.contains(&Lit::FALSE) {
            return Verdict::Unsat;
        }
        let mut encoding = Encoding::new(Box::new(Cadical::new(self.interrupt.clone())));
        encoding.encode(gates, &self.cone);
        for root in encoding.literals(roots) {
            encoding.sat.clause(&[root]);
        }
        let verdict = encoding.sat.solve(&[], budget);
        self.anew = (verdict == Verdict::Sat).then_some(encoding);
        verdict
    }

    /// In the last model; false for what the query did not depend on.
    pub fn value(&self, lit: Lit) -> bool {
        self.anew.as_ref().unwrap_or(&self.encoding).value(lit)
    }

    /// Whether the last cone contains a bit of the word.
    pub fn mentions(&self, word: &[Lit]) -> bool {
        word.iter().any(|bit| self.cone.contains(bit.node()))
    }

    pub fn cone(&self) -> &Cone {
        &self.cone
    }

    pub fn word_value(&self, word: &[Lit]) -> u64 {
        word.iter().rev().fold(0, |value, &bit| value << 1 | self.value(bit) as u64)
    }
}

impl Encoding {
    fn new(sat: Box<dyn Sat>) -> Encoding {
        Encoding { sat, variables: Vec::new(), encoded: Vec::new() }
    }

    fn reset(&mut self, sat: Box<dyn Sat>) {
        self.sat = sat;
        for node in self.encoded.drain(..) {
            self.variables[node.index()] = None;
        }
    }

    /// Variables in the order of the nodes, then clauses.
    fn encode(&mut self, gates: &Gates, cone: &Cone) {
        self.variables.resize(gates.len(), None);
        let known = self.encoded.len();
        for &node in &cone.nodes {
            if self.variables[node.index()].is_none() {
                self.variables[node.index()] = Some(self.sat.new_variable());
                self.encoded.push(node);
            }
        }
        let mut defined = None;
        for at in known..self.encoded.len() {
            let node = self.encoded[at];
            self.gate(gates, node);
            if let Node::Defined(definition) = gates.node(node)
                && defined != Some(definition)
            {
                defined = Some(definition);
                for &constraint in &gates.definition(definition).constraints {
                    if constraint != Lit::TRUE {
                        let literal = self.literal(constraint);
                        self.sat.clause(&[literal]);
                    }
                }
            }
        }
    }

    /// Tseitin: the variable of the node is equivalent to its function. The last two clauses of a majority and of a
    /// multiplexer are redundant but propagate more.
    fn gate(&mut self, gates: &Gates, node: NodeId) {
        let o = self.literal(node.lit());
        match gates.node(node) {
            Node::Constant | Node::Input | Node::Defined(_) => {}
            Node::And(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                self.sat.clause(&[!o, a]);
                self.sat.clause(&[!o, b]);
                self.sat.clause(&[o, !a, !b]);
            }
            Node::Xor(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                self.sat.clause(&[!o, a, b]);
                self.sat.clause(&[!o, !a, !b]);
                self.sat.clause(&[o, !a, b]);
                self.sat.clause(&[o, a, !b]);
            }
            Node::Majority(a, b, c) => {
                let (a, b, c) = (self.literal(a), self.literal(b), self.literal(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.sat.clause(&[!o, x, y]);
                    self.sat.clause(&[o, !x, !y]);
                }
            }
            Node::Mux(c, t, e) => {
                let (c, t, e) = (self.literal(c), self.literal(t), self.literal(e));
                self.sat.clause(&[!o, !c, t]);
                self.sat.clause(&[o, !c, !t]);
                self.sat.clause(&[!o, c, e]);
                self.sat.clause(&[o, c, !e]);
                self.sat.clause(&[!o, t, e]);
                self.sat.clause(&[o, !t, !e]);
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        let variable = self.variables.get(lit.node().index()).copied().flatten();
        let value = variable.is_some_and(|variable| self.sat.value(variable));
        value != lit.is_negated()
    }

    /// Of roots, without those that are true anyway.
    fn literals(&self, roots: &[Lit]) -> Vec<SatLit> {
        roots.iter().filter(|&&root| root != Lit::TRUE).map(|&root| self.literal(root)).collect()
    }

    /// Of a node in the cone, which is not the constant.
    fn literal(&self, lit: Lit) -> SatLit {
        let variable = self.variables[lit.node().index()].expect("a node outside of the cone");
        SatLit::positive(variable).flipped(lit.is_negated())
    }
}

impl Cone {
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    pub fn contains(&self, node: NodeId) -> bool {
        self.reached.get(node.index()) == Some(&self.query)
    }

    pub fn definitions(&self) -> &[DefinitionId] {
        &self.definitions
    }

    fn collect(&mut self, gates: &Gates, roots: &[Lit]) {
        self.reached.resize(gates.len(), 0);
        self.reached_definitions.resize(gates.definitions().len(), 0);
        self.query += 1;
        self.nodes.clear();
        self.definitions.clear();
        for root in roots {
            self.enter(root.node());
        }
        while let Some(visit) = self.stack.pop() {
            let node = match visit {
                Visit::Leave(node) => {
                    self.nodes.push(node);
                    continue;
                }
                Visit::Enter(node) => node,
            };
            // the constant, node 0, needs no variable
            if node.index() == 0 || self.reached[node.index()] == self.query {
                continue;
            }
            self.reached[node.index()] = self.query;
            self.stack.push(Visit::Leave(node));
            match gates.node(node) {
                Node::Constant | Node::Input => {}
                Node::Defined(id) => {
                    if self.reached_definitions[id.index()] != self.query {
                        self.reached_definitions[id.index()] = self.query;
                        self.definitions.push(id);
                        let definition = gates.definition(id);
                        for lit in definition.constraints.iter().chain(&definition.support) {
                            self.enter(lit.node());
                        }
                    }
                }
                Node::And(a, b) | Node::Xor(a, b) => {
                    self.enter(a.node());
                    self.enter(b.node());
                }
                Node::Majority(a, b, c) | Node::Mux(a, b, c) => {
                    self.enter(a.node());
                    self.enter(b.node());
                    self.enter(c.node());
                }
            }
        }
    }

    fn enter(&mut self, node: NodeId) {
        if self.reached[node.index()] != self.query {
            self.stack.push(Visit::Enter(node));
        }
    }
}
