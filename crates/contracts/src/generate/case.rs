//! One case of a contract: what is assumed, the call, and what is demanded of its result, its exceptions and its frame.

use super::text::{Text, append, demand};
use super::{Writer, arguments, made};
use crate::assignable::{Location, locations};
use crate::source::{Class, Method};
use crate::spec::{Behaviour, Case, Condition, Fault};
use crate::token::{Kind, Token};
use crate::translate::{CONTRACT, Strength, Translator};

struct Signalled {
    /// Classes of exceptions that may leave the method.
    permitted: Vec<String>,
    demands: Text,
}

struct Frame {
    /// What is done before the call.
    before: String,
    clause: Option<usize>,
}

impl Writer<'_> {
    pub(super) fn case(&mut self, class: &Class, method: &Method, case: &Case) -> Result<Text, Fault> {
        let is_constructor = method.name == "<init>";
        let members = class.fields.iter().filter(|field| !field.is_static).map(|field| field.name.clone());
        let members = members.chain(class.methods.iter().filter(|m| !m.is_static).map(|method| method.name.clone()));
        let this = is_constructor.then(|| ("jacana$result".to_string(), members.collect()));
        let names = method.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let mut before = Translator::of(names);
        let mut text = Text::default();
        for condition in &case.requires {
            let java = before.condition(&condition.tokens, Strength::Assumed)?;
            let clause = self.clause(condition.at, condition.shown());
            text.say(&format!(" {CONTRACT}.assume("));
            text.of_clause(clause, &java);
            text.say(");");
        }
        let has_result = !is_constructor && method.result != "void";
        let mut after = Translator::of(before.parameters.clone());
        after.olds = Some(Vec::new());
        after.result = has_result.then(|| "jacana$result".to_string());
        after.this = this;
        let mut ensured = Text::default();
        if case.behaviour == Behaviour::Exceptional {
            let clause = self.clause(case.at, "exceptional_behavior".into());
            ensured.say(&format!(" {CONTRACT}.demand({CONTRACT}.never(), {clause});"));
        }
        for condition in &case.ensures {
            let java = after.condition(&condition.tokens, Strength::Demanded)?;
            let clause = self.clause(condition.at, condition.shown());
            demand(&mut ensured, clause, &java);
        }
        after.result = None;
        after.this = None;
        let signalled = self.signalled(method, case, &mut after)?;
        let frame = self.frame(class, method, case, &mut before, after.needs_frame)?;
        let olds = after.olds.unwrap_or_default();
        text.say(&frame.before);
        for old in &olds {
            text.say(" ");
            text.of_clause(self.clause_of_olds(case), old);
        }
        self.call(class, method, case, &mut text, &frame, signalled);
        append(&mut text, ensured);
        if let Some(clause) = frame.clause {
            text.say(&format!(" {CONTRACT}.demand(jacana$frame.kept(), {clause});"));
        }
        text.say(if is_constructor { " return jacana$result;" } else { " return;" });
        Ok(text)
    }

    /// The clause that javac's errors in values of the state before are told of: the first one with `\old`.
    fn clause_of_olds(&self, case: &Case) -> usize {
        let speaks = |condition: &&Condition| condition.tokens.iter().any(|token| token.kind == Kind::Backslash);
        let first = case.ensures.iter().chain(case.signals.iter().map(|signals| &signals.condition)).find(speaks);
        let at = first.map_or(case.at, |condition| condition.at);
        let line = self.file.line(at);
        let known =
            self.contracts.clauses.iter().rposition(|clause| clause.line == line && clause.file == self.file.name);
        known.unwrap_or(0)
    }

    /// What may leave the method, and under which conditions.
    fn signalled(&mut self, method: &Method, case: &Case, after: &mut Translator) -> Result<Signalled, Fault> {
        let mut permitted: Vec<String> = case.signals.iter().map(|signals| signals.exception.clone()).collect();
        match &case.signals_only {
            Some(only) => permitted = only.clone(),
            None if case.behaviour == Behaviour::Normal => {}
            None => permitted.extend(method.throws.clone()),
        }
        if case.behaviour == Behaviour::Exceptional && permitted.is_empty() && case.signals_only.is_none() {
            permitted.push("java.lang.Exception".into());
        }
        let mut demands = Text::default();
        for signals in &case.signals {
            let close = signals.condition.tokens.iter().position(|token| token.is(")")).unwrap_or(0);
            let condition = &signals.condition.tokens[close + 1..];
            let java = if condition.is_empty() { "true".into() } else { after.expression(condition)? };
            let clause = self.clause(signals.condition.at, signals.condition.shown());
            let (exception, name) = (&signals.exception, &signals.name);
            demands.say(" if (");
            demands.of_clause(clause, &format!("jacana$thrown instanceof {exception}"));
            demands.say(&format!(") {{ final {exception} {name} = ({exception}) jacana$thrown;"));
            demand(&mut demands, clause, &java);
            demands.say(" }");
        }
        Ok(Signalled { permitted, demands })
    }

    fn frame(
        &mut self,
        class: &Class,
        method: &Method,
        case: &Case,
        before: &mut Translator,
        needed: bool,
    ) -> Result<Frame, Fault> {
        let pure = || Condition {
            at: case.at,
            keyword: "assignable".into(),
            tokens: vec![Token { kind: Kind::Backslash, text: "\\nothing".into(), at: case.at }],
        };
        let is_pure = method.spec.pure && method.name != "<init>";
        let assignable = case.assignable.clone().or_else(|| is_pure.then(pure));
        if assignable.is_none() && !needed {
            return Ok(Frame { before: String::new(), clause: None });
        }
        let roots = method.parameters.iter().filter(|parameter| !is_primitive(&parameter.kind));
        let this = (!method.is_static && method.name != "<init>").then(|| "this".to_string());
        let roots: Vec<String> =
            this.into_iter().chain(roots.map(|parameter| format!("(Object) {}", parameter.name))).collect();
        let root = format!("{}.class", class.simple);
        let roots = std::iter::once(root).chain(roots).collect::<Vec<_>>().join(", ");
        let mut text = format!(" final {CONTRACT}.Frame jacana$frame = {CONTRACT}.frame({roots});");
        let Some(assignable) = assignable else { return Ok(Frame { before: text, clause: None }) };
        let clause = self.clause(assignable.at, assignable.shown());
        for location in locations(class, method, before, &assignable.tokens)? {
            text += &match location {
                Location::Field(object, name) => format!(" jacana$frame.field(() -> {object}, \"{name}\");"),
                Location::Fields(object) => format!(" jacana$frame.fields(() -> {object});"),
                Location::Elements(array, low, high) => {
                    format!(" jacana$frame.elements(() -> {array}, () -> {low}, () -> {high});")
                }
                Location::AllElements(array) => format!(" jacana$frame.elements(() -> {array});"),
                Location::Static(class, name) => format!(" jacana$frame.global({class}.class, \"{name}\");"),
            };
        }
        Ok(Frame { before: text, clause: Some(clause) })
    }

    /// From `begin` to `end`, with what is demanded of exceptions.
    fn call(
        &mut self,
        class: &Class,
        method: &Method,
        case: &Case,
        text: &mut Text,
        frame: &Frame,
        signalled: Signalled,
    ) {
        let is_constructor = method.name == "<init>";
        let arguments = arguments(method).join(", ");
        let (declared, called) = match (is_constructor, method.result.as_str()) {
            (true, _) => {
                let kind = made(class);
                let diamond = if class.type_names.is_empty() { "" } else { "<>" };
                let called = format!("jacana$result = new {}{diamond}({arguments})", class.simple);
                (format!(" final {kind} jacana$result;"), called)
            }
            (false, "void") => (String::new(), format!("{}({arguments})", method.name)),
            (false, result) => {
                (format!(" final {result} jacana$result;"), format!("jacana$result = {}({arguments})", method.name))
            }
        };
        text.say(&format!("{declared} {CONTRACT}.begin(); try {{ {called}; }} catch ({CONTRACT}.Broken jacana$broken) {{ throw jacana$broken; }} catch (Throwable jacana$thrown) {{ {CONTRACT}.refute();"));
        if signalled.permitted.is_empty() {
            let clause = match case.behaviour {
                Behaviour::Normal => Some(self.clause(case.at, "normal_behavior".into())),
                Behaviour::Any | Behaviour::Exceptional => None,
            };
            match clause {
                Some(clause) => text.say(&format!(" throw {CONTRACT}.forbidden(jacana$thrown, {clause}); }}")),
                None => text.say(" throw jacana$thrown; }"),
            }
        } else {
            let one_of: Vec<String> =
                signalled.permitted.iter().map(|kind| format!("jacana$thrown instanceof {kind}")).collect();
            text.say(&format!(" if (!({})) throw jacana$thrown; {CONTRACT}.end();", one_of.join(" || ")));
            append(text, signalled.demands);
            if let Some(clause) = frame.clause {
                text.say(&format!(" {CONTRACT}.demand(jacana$frame.kept(), {clause});"));
            }
            text.say(if is_constructor { " return null; }" } else { " return; }" });
        }
        text.say(&format!(" {CONTRACT}.end();"));
    }
}

fn is_primitive(kind: &str) -> bool {
    ["boolean", "byte", "char", "short", "int", "long", "float", "double"].contains(&kind)
}
