//! Clauses inside of bodies become code at their places. At the head of a loop its invariants are demanded; then the engine may
//! cut the loop: what rounds change holds anything, and the invariants are assumed of it.

use super::text::demand;
use super::{Edit, PREFIX, Text, Writer, append};
use crate::LoopContract;
use crate::source::Method;
use crate::source::{Loop, LoopKind, StatementKind};
use crate::spec::{Condition, Fault};
use crate::token::{Kind, on_one_line, tokens};
use crate::translate::{CONTRACT, Strength, Translator};
use std::collections::{BTreeMap, BTreeSet};

/// The class of generated objects that stand for loops.
const LOOP: &str = "jacana.Loop";

/// What all clauses of one body share.
struct Scope {
    /// Local variables and parameters.
    names: BTreeSet<String>,
    translator: Translator,
}

impl Scope {
    /// Copies of the variables that the conditions speak of: lambdas see only what never changes.
    fn copies(&self, conditions: &[&Condition]) -> String {
        let mut copied = BTreeSet::new();
        for condition in conditions {
            let tokens = &condition.tokens;
            let is_variable = |&at: &usize| {
                tokens[at].kind == Kind::Word
                    && self.names.contains(&tokens[at].text)
                    && !(at > 0 && tokens[at - 1].is("."))
                    && !tokens.get(at + 1).is_some_and(|next| next.is("("))
            };
            copied.extend((0..tokens.len()).filter(is_variable).map(|at| tokens[at].text.as_str()));
        }
        copied.iter().map(|name| format!(" final var {PREFIX}now${name} = {name};")).collect()
    }
}

impl Writer<'_> {
    /// The edits of one body.
    pub(super) fn inside(&mut self, method: &Method) -> Result<Vec<Edit>, Fault> {
        let inside = &method.inside;
        let mut edits = Vec::new();
        if inside.loops.is_empty() && inside.statements.is_empty() {
            return Ok(edits);
        }
        let parameters: BTreeSet<String> = method.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let names: BTreeSet<String> = parameters.union(&inside.locals).cloned().collect();
        let renamed = |names: &BTreeSet<String>, when: &str| -> BTreeMap<String, String> {
            names.iter().map(|name| (name.clone(), format!("{PREFIX}{when}${name}"))).collect()
        };
        let mut translator = Translator::of(parameters.clone());
        translator.olds = Some(Vec::new());
        translator.renamed = renamed(&names, "now");
        translator.renamed_before = renamed(&parameters, "before");
        let mut scope = Scope { names, translator };
        for one in &inside.loops {
            self.looped(&mut scope, one, &mut edits)?;
        }
        self.contracts.has_statements |= !inside.statements.is_empty();
        for statement in &inside.statements {
            let condition = &statement.condition;
            let clause = self.clause(condition.at, condition.shown());
            let mut text = Text::default();
            text.say(&format!("{{{}", scope.copies(&[condition])));
            match statement.kind {
                StatementKind::Assert => {
                    let java = scope.translator.condition(&condition.tokens, Strength::Demanded)?;
                    demand(&mut text, clause, &java);
                }
                StatementKind::Assume => {
                    let java = scope.translator.condition(&condition.tokens, Strength::Assumed)?;
                    let shown = format!("{:?}", self.contracts.clauses[clause].to_string());
                    text.say(&format!(" {CONTRACT}.stated({shown}); {CONTRACT}.assume("));
                    text.of_clause(clause, &java);
                    text.say(");");
                }
            }
            text.say(" } ");
            edits.push(Edit::insert(statement.at, text));
        }
        if scope.translator.needs_frame {
            return Err(Fault::new(method.at, "`\\fresh` inside of a body"));
        }
        let olds = scope.translator.olds.take().unwrap_or_default();
        if let (Some(at), false) = (method.body, olds.is_empty()) {
            if method.name == "<init>" {
                return Err(Fault::new(method.at, "`\\old` inside of the body of a constructor"));
            }
            let mut text: String =
                parameters.iter().map(|name| format!(" final var {PREFIX}before${name} = {name};")).collect();
            olds.iter().for_each(|old| text += &format!(" {old}"));
            edits.insert(0, Edit::insert_plain(at, text));
        }
        Ok(edits)
    }

    fn looped(&mut self, scope: &mut Scope, one: &Loop, edits: &mut Vec<Edit>) -> Result<(), Fault> {
        let line = self.file.line(one.range.start);
        let number = self.contracts.loops.len();
        let place = format!("{}:{line}", self.file.name);
        let unmeasured = if one.decreases.is_some() { "null".into() } else { format!("{place:?}") };
        let invariants = one.invariants.iter().map(|condition| crate::token::shown(&condition.tokens)).collect();
        self.contracts.loops.push(LoopContract { place, invariants, ends: one.decreases.is_some() });
        let name = format!("{PREFIX}loop{number}");
        let before = format!("{{ final {LOOP} {name} = new {LOOP}({number}, {unmeasured}); ");
        edits.push(Edit::insert_plain(one.range.start, before));
        let head = self.head(scope, one, &name)?;
        match (one.kind, &one.condition) {
            (LoopKind::While, Some(condition)) => {
                let mut text = Text::default();
                text.say("true) {");
                append(&mut text, head);
                text.say(" if (!(");
                edits.push(Edit::insert(condition.start, text));
                edits.push(Edit::insert_plain(condition.end + 1, ") break; "));
            }
            (LoopKind::For, Some(condition)) => {
                edits.push(Edit { at: condition.start, removed: condition.len(), text: Text::default() });
                let asked = tokens(&self.file.text[condition.clone()], condition.start);
                let asked = on_one_line(&asked).ok_or_else(|| {
                    let what = "a text block in the condition of a loop with clauses is not understood";
                    Fault::new(condition.start, what)
                })?;
                let mut text = Text::default();
                text.say("{");
                append(&mut text, head);
                text.say(&format!(" if (!({asked})) break; "));
                edits.push(Edit::insert(one.body.start, text));
            }
            (LoopKind::While | LoopKind::For, None) | (LoopKind::Do, _) => {
                let mut text = Text::default();
                text.say("{");
                append(&mut text, head);
                edits.push(Edit::insert(one.body.start, text));
            }
        }
        edits.push(Edit::insert_plain(one.body.end, " }"));
        edits.push(Edit::insert_plain(one.range.end, " }"));
        Ok(())
    }

    /// What happens whenever the head of the loop is reached.
    fn head(&mut self, scope: &mut Scope, one: &Loop, name: &str) -> Result<Text, Fault> {
        let conditions: Vec<&Condition> = one.invariants.iter().chain(&one.decreases).collect();
        let copies = scope.copies(&conditions);
        let mut text = Text::default();
        text.say(&format!(" {{{copies}"));
        let mut clauses = Vec::new();
        for condition in &one.invariants {
            let java = scope.translator.condition(&condition.tokens, Strength::Demanded)?;
            let clause = self.clause(condition.at, condition.shown());
            clauses.push(clause);
            demand(&mut text, clause, &java);
        }
        let mut measured = None;
        if let Some(condition) = &one.decreases {
            let java = scope.translator.expression(&condition.tokens)?;
            let clause = self.clause(condition.at, condition.shown());
            text.say(&format!(" {name}.decreases("));
            text.of_clause(clause, &java);
            text.say(&format!(", {clause});"));
            measured = Some((clause, java));
        }
        text.say(&format!(" }} if ({name}.cut()) {{{copies}"));
        for (condition, clause) in one.invariants.iter().zip(clauses) {
            let java = scope.translator.condition(&condition.tokens, Strength::Assumed)?;
            text.say(&format!(" try {{ {CONTRACT}.assume("));
            text.of_clause(clause, &java);
            text.say(&format!(
                "); }} catch (Throwable jacana$failed) {{ {CONTRACT}.unmet(jacana$failed); {CONTRACT}.assume(false); }}"
            ));
        }
        if let Some((clause, java)) = measured {
            text.say(&format!(" {name}.begin("));
            text.of_clause(clause, &java);
            text.say(");");
        }
        text.say(" }");
        Ok(text)
    }
}
