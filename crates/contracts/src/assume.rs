//! A method that stands for another one: what its contract says is all that is known of it. It demands the precondition, changes
//! what may change to anything, and ends in every way that the contract permits.

use crate::assignable::{Location, locations};
use crate::generate::{PREFIX, Text, Writer, append, completed, own_modifier};
use crate::source::{Class, Method};
use crate::spec::{Behaviour, Case, Condition, Fault};
use crate::translate::{CONTRACT, Strength, Translator};

/// Generated methods that a call of the method is replaced by.
pub struct StandIn {
    /// Instead of the method.
    pub name: String,
    /// Where its body begins, and what a JVM is to check there.
    pub at: usize,
    pub check: String,
}

impl Writer<'_> {
    /// Writes the method that stands for this one, and the one that checks the precondition on a JVM.
    pub fn stand_in(
        &mut self,
        class: &Class,
        number: usize,
        method: &Method,
        text: &mut Text,
    ) -> Result<Option<StandIn>, Fault> {
        let (Some(at), false) = (method.body, method.name == "<init>") else { return Ok(None) };
        let cases = completed(method);
        if cases.is_empty() {
            return Ok(None);
        }
        let simple = class.simple.to_lowercase();
        let name = format!("{PREFIX}{simple}assumed{number}");
        let required = format!("{PREFIX}{simple}required{number}");
        let names = method.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let mut before = Translator::of(names);
        let conditions: Vec<Condition> = cases.iter().flat_map(|case| case.requires.clone()).collect();
        let at_clause = conditions.first().map_or((cases[0].at, "requires true".to_string()), |c| (c.at, c.shown()));
        let clause = self.clause(at_clause.0, at_clause.1);
        let mut alternatives = Vec::new();
        for case in &cases {
            let each = case.requires.iter().map(|condition| before.condition(&condition.tokens, Strength::Demanded));
            let each = each.collect::<Result<Vec<String>, Fault>>()?;
            alternatives.push(if each.is_empty() { "true".into() } else { format!("({})", each.join(") && (")) });
        }
        let modifier = if method.is_static { "static " } else { own_modifier(class) };
        let types = &method.type_parameters;
        let parameters = method.parameters.iter().map(|parameter| format!("{} {}", parameter.kind, parameter.name));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let arguments =
            method.parameters.iter().map(|parameter| parameter.name.as_str()).collect::<Vec<_>>().join(", ");
        text.say(&format!(" {modifier}{types} void {required}({parameters}) {{ boolean jacana$met = false;"));
        for alternative in &alternatives {
            text.say(" if (!jacana$met)");
            met(text, "jacana$met", clause, alternative);
        }
        text.say(&format!(" {CONTRACT}.demand(jacana$met, {clause}); }}"));
        let shown = format!("{}.{}", class.name, method.name);
        text.say(&format!(" {modifier}{types} {} {name}({parameters}) throws Throwable {{", method.result));
        text.say(&format!(" {CONTRACT}.assumed(\"{shown}\"); {required}({arguments});"));
        if let [_] = alternatives[..] {
            // That the only case applies was just demanded.
            text.say(" final boolean jacana$pre0 = true;");
        } else {
            for (number, case) in cases.iter().enumerate() {
                let name = format!("jacana$pre{number}");
                let each = case.requires.iter().map(|condition| before.expression(&condition.tokens));
                let each = each.collect::<Result<Vec<String>, Fault>>()?;
                let java = if each.is_empty() { "true".into() } else { format!("({})", each.join(") && (")) };
                text.say(&format!(" boolean {name} = false;"));
                met(text, &name, clause, &java);
            }
        }
        let body = self.permitted(class, method, &cases, &mut before)?;
        append(text, body);
        text.say(" }");
        Ok(Some(StandIn { name, at, check: format!(" {required}({arguments});") }))
    }

    /// Everything that the cases permit.
    fn permitted(
        &mut self,
        class: &Class,
        method: &Method,
        cases: &[Case],
        before: &mut Translator,
    ) -> Result<Text, Fault> {
        let mut after = Translator::of(before.parameters.clone());
        after.olds = Some(Vec::new());
        let result = method.result.as_str();
        after.result = (result != "void").then(|| "jacana$result".to_string());
        let mut ensured = Text::default();
        for (number, case) in cases.iter().enumerate() {
            for condition in &case.ensures {
                let java = after.condition(&condition.tokens, Strength::Assumed)?;
                let clause = self.clause(condition.at, condition.shown());
                ensured.say(&format!(" if (jacana$pre{number})"));
                assume(&mut ensured, clause, &java);
            }
        }
        after.result = None;
        let mut ends = Text::default();
        for (number, case) in cases.iter().enumerate().filter(|(_, case)| case.behaviour != Behaviour::Normal) {
            for exception in exceptions(method, case) {
                self.exceptional(cases, number, &exception, &mut after, &mut ends)?;
            }
        }
        if after.needs_frame {
            return Err(Fault::new(cases[0].at, "a contract with `\\fresh` cannot be assumed"));
        }
        let mut text = Text::default();
        for old in after.olds.take().unwrap_or_default() {
            text.say(&format!(" {old}"));
        }
        for (number, case) in cases.iter().enumerate() {
            let assignable = match (&case.assignable, method.spec.pure) {
                (Some(assignable), _) => assignable.tokens.clone(),
                (None, true) => Vec::new(),
                (None, false) => {
                    let what = "a contract without `assignable` cannot be assumed: anything may change";
                    return Err(Fault::new(case.at, what));
                }
            };
            for location in locations(class, method, before, &assignable)? {
                // A location that cannot be had is none that may change.
                let anything = anything(&location);
                text.say(&format!(
                    " if (jacana$pre{number}) try {{ {anything} }} catch (RuntimeException jacana$missing) {{}}"
                ));
            }
        }
        append(&mut text, ends);
        for number in (0..cases.len()).filter(|&number| cases[number].behaviour == Behaviour::Exceptional) {
            text.say(&format!(" {CONTRACT}.assume(!jacana$pre{number});"));
        }
        if result != "void" {
            text.say(&format!(" final {result} jacana$result = {};", any(class, method)));
        }
        append(&mut text, ensured);
        text.say(if result == "void" { "" } else { " return jacana$result;" });
        Ok(text)
    }

    /// The end by an exception that one case permits: all cases that apply must, and their conditions hold.
    fn exceptional(
        &mut self,
        cases: &[Case],
        number: usize,
        exception: &str,
        after: &mut Translator,
        text: &mut Text,
    ) -> Result<(), Fault> {
        text.say(&format!(" if (jacana$pre{number} && {CONTRACT}.maybe()) {{"));
        text.say(&format!(" final {exception} jacana$thrown = ({exception}) {CONTRACT}.thrown({exception}.class);"));
        for (other, case) in cases.iter().enumerate() {
            if case.behaviour == Behaviour::Normal {
                text.say(&format!(" {CONTRACT}.assume(!jacana$pre{other});"));
            }
            for signals in &case.signals {
                let close = signals.condition.tokens.iter().position(|token| token.is(")")).unwrap_or(0);
                let condition = &signals.condition.tokens[close + 1..];
                let java = if condition.is_empty() { "true".into() } else { after.expression(condition)? };
                let (kind, name) = (&signals.exception, &signals.name);
                let clause = self.clause(signals.condition.at, signals.condition.shown());
                text.say(&format!(
                    " if (jacana$pre{other} && (Object) jacana$thrown instanceof {kind}) {{ final {kind} {name} = ({kind}) (Object) jacana$thrown;"
                ));
                assume(text, clause, &java);
                text.say(" }");
            }
        }
        text.say(" throw jacana$thrown; }");
        Ok(())
    }
}

/// Sets the variable if the precondition holds; one that throws does not.
fn met(text: &mut Text, variable: &str, clause: usize, java: &str) {
    text.say(&format!(" try {{ {variable} = "));
    text.of_clause(clause, java);
    text.say(&format!("; }} catch (Throwable jacana$failed) {{ {CONTRACT}.unmet(jacana$failed); }}"));
}

/// Assumes what holds after the call. No end of it on which the condition throws satisfies the contract.
fn assume(text: &mut Text, clause: usize, java: &str) {
    text.say(&format!(" try {{ {CONTRACT}.assume("));
    text.of_clause(clause, java);
    text.say(&format!("); }} catch (Throwable jacana$failed) {{ {CONTRACT}.undefined(jacana$failed, {clause}); }}"));
}

/// Classes of exceptions that may leave the method in a case.
fn exceptions(method: &Method, case: &Case) -> Vec<String> {
    let mut found: Vec<String> = match &case.signals_only {
        Some(only) => only.clone(),
        None => case.signals.iter().map(|signals| signals.exception.clone()).chain(method.throws.clone()).collect(),
    };
    if found.is_empty() && case.behaviour == Behaviour::Exceptional && case.signals_only.is_none() {
        found.push("java.lang.Exception".into());
    }
    found.sort();
    found.dedup();
    found
}

fn anything(location: &Location) -> String {
    match location {
        Location::Field(object, name) => format!("{CONTRACT}.anyField({object}, \"{name}\");"),
        Location::Fields(object) => format!("{CONTRACT}.anyField({object}, \"*\");"),
        Location::Elements(array, low, high) => format!("{CONTRACT}.anyElements({array}, {low}, {high});"),
        Location::AllElements(array) => format!("{CONTRACT}.anyElements({array}, 0, Integer.MAX_VALUE);"),
        Location::Static(class, name) => format!("{CONTRACT}.anyStatic({class}.class, \"{name}\");"),
    }
}

/// Any value of the type of the result.
fn any(class: &Class, method: &Method) -> String {
    let result = method.result.as_str();
    let plain = result.split('<').next().unwrap_or(result).trim();
    let dimensions = "[]".repeat(result.matches("[]").count());
    let of_method = method.type_parameters.trim_matches(['<', '>']).split(',');
    let mut variables = of_method.filter_map(|variable| variable.split_whitespace().next());
    match plain {
        "boolean" | "byte" | "char" | "short" | "int" | "long" | "float" | "double" => {
            let (first, rest) = plain.split_at(1);
            format!("{CONTRACT}.any{}{rest}()", first.to_uppercase())
        }
        _ => {
            let element = plain.trim_end_matches("[]").trim();
            let is_variable =
                class.type_names.iter().any(|name| name == element) || variables.any(|name| name == element);
            let erased = if is_variable { "Object" } else { element };
            format!("({result}) {CONTRACT}.anyObject({erased}{dimensions}.class)")
        }
    }
}
