//! A directed graph of names, and its cycles.

use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// By node: where its edges lead, each with the reason that is told.
    edges: BTreeMap<String, BTreeMap<String, String>>,
}

impl Graph {
    pub fn node(&mut self, name: &str) {
        self.edges.entry(name.into()).or_default();
    }

    /// The first reason for an edge is kept.
    pub fn edge(&mut self, from: &str, to: &str, reason: &str) {
        self.node(to);
        self.edges.entry(from.into()).or_default().entry(to.into()).or_insert_with(|| reason.into());
    }

    pub fn edges(&self) -> impl Iterator<Item = (&str, &str)> {
        self.edges.iter().flat_map(|(from, to)| to.keys().map(|to| (from.as_str(), to.as_str())))
    }

    /// The sets of nodes that reach each other, by name.
    pub fn cycles(&self) -> Vec<Vec<&str>> {
        let mut cycles: Vec<Vec<&str>> = Vec::new();
        let mut seen = BTreeSet::new();
        for node in self.edges.keys() {
            if seen.contains(node.as_str()) {
                continue;
            }
            let below = self.reached_from(node);
            let members: Vec<&str> =
                below.iter().copied().filter(|other| self.reached_from(other).contains(node.as_str())).collect();
            seen.extend(members.iter().copied());
            if !members.is_empty() {
                cycles.push(members);
            }
        }
        cycles
    }

    /// Every cycle as text: its members, and the reasons for the edges between them.
    pub fn told_cycles(&self) -> Vec<String> {
        let told = |members: Vec<&str>| {
            let mut text = format!("{{{}}}", members.join(" "));
            for &from in &members {
                for (to, reason) in self.edges[from].iter().filter(|(to, _)| members.contains(&to.as_str())) {
                    text += &format!("\n    {from} -> {to}: {reason}");
                }
            }
            text
        };
        self.cycles().into_iter().map(told).collect()
    }

    /// By one edge or more.
    fn reached_from(&self, node: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut open: Vec<&str> = self.edges[node].keys().map(String::as_str).collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(self.edges[next].keys().map(String::as_str));
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::default();
        edges.iter().for_each(|(from, to)| graph.edge(from, to, "because"));
        graph
    }

    #[test]
    fn a_diamond_has_no_cycle() {
        assert!(graph(&[("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]).cycles().is_empty());
    }

    #[test]
    fn cycles_are_told_with_their_reasons() {
        let graph = graph(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("e", "e")]);
        assert_eq!(graph.cycles(), [vec!["b", "c"], vec!["e"]]);
        assert_eq!(graph.told_cycles()[0], "{b c}\n    b -> c: because\n    c -> b: because");
    }
}
