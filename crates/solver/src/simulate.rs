//! Runs a gate graph on concrete inputs, 64 assignments at a time: how the circuits are tested against the CPU.

use crate::gate::{DefinitionKind, Division, Gates, Lit, Node, NodeId};

/// One bit per assignment.
pub type Lanes = u64;

/// The values of all nodes, kept between runs to avoid allocation.
#[derive(Default)]
pub struct Simulation {
    values: Vec<Lanes>,
}

impl Simulation {
    /// `input` tells the lanes of an input node. Panics if a definition's constraints do not hold of what it
    /// computes, which would be a wrong circuit.
    pub fn run(&mut self, gates: &Gates, mut input: impl FnMut(NodeId) -> Lanes) {
        self.values.clear();
        for index in 0..gates.len() {
            let id = gates.id(index);
            if self.values.len() > index {
                continue;
            }
            let value = match gates.node(id) {
                Node::Constant => 0,
                Node::Input => input(id),
                Node::Defined(definition) => match &gates.definition(definition).kind {
                    DefinitionKind::Free => input(id),
                    DefinitionKind::Divide(division) => {
                        self.divide(division);
                        continue;
                    }
                },
                Node::And(a, b) => self.lit(a) & self.lit(b),
                Node::Xor(a, b) => self.lit(a) ^ self.lit(b),
                Node::Majority(a, b, c) => {
                    let (a, b, c) = (self.lit(a), self.lit(b), self.lit(c));
                    a & b | a & c | b & c
                }
                Node::Mux(c, t, o) => self.lit(c) & self.lit(t) | !self.lit(c) & self.lit(o),
            };
            self.values.push(value);
        }
        for definition in gates.definitions() {
            for &constraint in &definition.constraints {
                assert_eq!(self.lit(constraint), !0, "a definition contradicts its constraints");
            }
        }
    }

    pub fn lit(&self, lit: Lit) -> Lanes {
        let value = self.values[lit.node().index()];
        if lit.is_negated() { !value } else { value }
    }

    /// The value of a word of at most 128 bits in one lane.
    pub fn word(&self, word: &[Lit], lane: usize) -> u128 {
        word.iter().rev().fold(0, |value, &bit| value << 1 | (self.lit(bit) >> lane & 1) as u128)
    }

    /// The result bits of a definition are consecutive nodes.
    fn divide(&mut self, division: &Division) {
        let dividends: Vec<u128> = (0..64).map(|lane| self.word(&division.dividend, lane)).collect();
        for bit in 0..division.quotient.len() {
            self.values.push(lanes(dividends.iter().map(|dividend| dividend / division.divisor), bit));
        }
        for bit in 0..division.remainder.len() {
            self.values.push(lanes(dividends.iter().map(|dividend| dividend % division.divisor), bit));
        }
    }
}

/// One bit of 64 numbers.
pub fn lanes(numbers: impl Iterator<Item = u128>, bit: usize) -> Lanes {
    numbers.enumerate().fold(0, |lanes, (lane, number)| lanes | ((number >> bit & 1) as u64) << lane)
}
