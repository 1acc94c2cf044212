//! JML inside of method bodies: clauses of loops, assertions and assumptions, each with the statement that it belongs to.

use super::{Walk, children, jml};
use crate::spec::{Condition, Fault};
use crate::token::{Token, find};
use std::collections::BTreeSet;
use std::ops::Range;
use tree_sitter::Node;

/// What a body says.
#[derive(Debug, Default)]
pub struct Body {
    /// Outer ones first.
    pub loops: Vec<Loop>,
    pub statements: Vec<Statement>,
    /// Names of local variables, wherever they are declared.
    pub locals: BTreeSet<String>,
}

/// A loop with clauses.
#[derive(Debug)]
pub struct Loop {
    /// The statement with its label.
    pub range: Range<usize>,
    pub kind: LoopKind,
    /// Its body.
    pub body: Range<usize>,
    /// The condition that is asked before a round, without brackets; `None` if there is none, or it is `true`.
    pub condition: Option<Range<usize>>,
    pub invariants: Vec<Condition>,
    pub decreases: Option<Condition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    While,
    For,
    /// The condition is asked after a round.
    Do,
}

/// `assert` or `assume`.
#[derive(Debug)]
pub struct Statement {
    pub kind: StatementKind,
    /// Where its comment begins.
    pub at: usize,
    pub condition: Condition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementKind {
    Assert,
    Assume,
}

/// One clause of a comment.
enum Found {
    Invariant(Condition),
    Decreases(Condition),
    Statement(StatementKind, Condition),
}

/// Nodes whose children are statements.
const BLOCKS: &[&str] = &["block", "constructor_body", "switch_block_statement_group"];

impl Walk<'_> {
    pub(crate) fn body(&self, body: Node, faults: &mut Vec<Fault>) -> Body {
        let mut found = Body::default();
        self.within(body, &mut found, faults);
        found
    }

    fn within(&self, node: Node, found: &mut Body, faults: &mut Vec<Fault>) {
        let (mut invariants, mut decreases): (Vec<Condition>, Option<Condition>) = (Vec::new(), None);
        let declares = ["variable_declarator", "enhanced_for_statement", "catch_formal_parameter", "resource"];
        if declares.contains(&node.kind())
            && let Some(name) = node.child_by_field_name("name")
        {
            found.locals.insert(self.text(name).into());
        }
        for child in children(node) {
            if child.kind().ends_with("comment") {
                for clause in clauses(&jml(self.text(child), child.start_byte()), faults) {
                    match clause {
                        Found::Invariant(condition) => invariants.push(condition),
                        Found::Decreases(condition) if decreases.is_some() => {
                            faults.push(Fault::new(condition.at, "a second measure of a loop"));
                        }
                        Found::Decreases(condition) => decreases = Some(condition),
                        Found::Statement(kind, condition) if BLOCKS.contains(&node.kind()) => {
                            found.statements.push(Statement { kind, at: child.start_byte(), condition });
                        }
                        Found::Statement(_, condition) => {
                            let what = format!("`{}` where no statement can be", condition.keyword);
                            faults.push(Fault::new(condition.at, what));
                        }
                    }
                }
                continue;
            }
            if let Some(first) = invariants.first().or(decreases.as_ref()) {
                let at = first.at;
                match self.loop_at(child) {
                    Ok(read) => {
                        let (invariants, decreases) = (std::mem::take(&mut invariants), decreases.take());
                        found.loops.push(Loop { invariants, decreases, ..read });
                    }
                    Err(what) => faults.push(Fault::new(at, what)),
                }
                (invariants, decreases) = (Vec::new(), None);
            }
            match child.kind() {
                "class_body" | "lambda_expression" => super::statements(self.text, child, faults),
                _ => self.within(child, found, faults),
            }
        }
        if let Some(left) = invariants.first().or(decreases.as_ref()) {
            faults.push(Fault::new(left.at, NO_LOOP));
        }
    }

    /// A loop, without its clauses.
    fn loop_at(&self, node: Node) -> Result<Loop, &'static str> {
        let mut inner = node;
        while inner.kind() == "labeled_statement" {
            let statement = children(inner).into_iter().rfind(|child| child.is_named()).ok_or(NO_LOOP)?;
            inner = statement;
        }
        let kind = match inner.kind() {
            "while_statement" => LoopKind::While,
            "for_statement" => LoopKind::For,
            "do_statement" => LoopKind::Do,
            "enhanced_for_statement" => return Err("clauses of a loop over elements: write it with an index"),
            _ => return Err(NO_LOOP),
        };
        let body = inner.child_by_field_name("body").ok_or(NO_LOOP)?.byte_range();
        let condition = inner.child_by_field_name("condition").map(|condition| match kind {
            LoopKind::For => condition.byte_range(),
            LoopKind::While | LoopKind::Do => condition.start_byte() + 1..condition.end_byte() - 1,
        });
        let condition = condition.filter(|range| self.text[range.clone()].trim() != "true");
        if kind == LoopKind::For && condition.as_ref().is_some_and(|range| self.text[range.clone()].contains("//")) {
            return Err("clauses of a loop with a comment in its condition");
        }
        let (invariants, decreases) = (Vec::new(), None);
        Ok(Loop { range: node.byte_range(), kind, body, condition, invariants, decreases })
    }
}

const NO_LOOP: &str = "a clause of a loop that no loop follows";

/// The clauses of one comment.
fn clauses(tokens: &[Token], faults: &mut Vec<Fault>) -> Vec<Found> {
    let mut found = Vec::new();
    let mut rest = tokens;
    while let Some(keyword) = rest.first() {
        let word = keyword.text.strip_suffix("_redundantly").unwrap_or(&keyword.text);
        let Some(end) = find(rest, |token| token.is(";")) else {
            faults.push(Fault::new(keyword.at, format!("`{}` does not end with a semicolon", keyword.text)));
            return found;
        };
        let condition = Condition { at: keyword.at, keyword: keyword.text.clone(), tokens: rest[1..end].to_vec() };
        rest = &rest[end + 1..];
        if condition.tokens.is_empty() {
            faults.push(Fault::new(condition.at, format!("`{}` has no condition", condition.keyword)));
            continue;
        }
        match word {
            "loop_invariant" | "maintaining" => found.push(Found::Invariant(condition)),
            "decreases" | "decreasing" => found.push(Found::Decreases(condition)),
            "assert" => found.push(Found::Statement(StatementKind::Assert, condition)),
            "assume" => found.push(Found::Statement(StatementKind::Assume, condition)),
            _ => {
                let what = format!("`{word}` inside of a body is not of the subset of JML that is understood");
                faults.push(Fault::new(condition.at, what));
            }
        }
    }
    found
}
