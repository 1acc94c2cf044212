//! Java that checks contracts, as methods of the classes themselves: names mean in them what they mean in the class. Each
//! class gets one line of code where its body ends, so lines of the source stay what they are.

use crate::assignable::{Location, locations};
use crate::source::{Class, ClassKind, Method, SourceFile, simple_type};
use crate::spec::{Behaviour, Case, Condition, Fault};
use crate::token::{Kind, Token};
use crate::translate::{CONTRACT, Translator};
use crate::{ClassContract, Clause, Contracts, Generated, MethodContract, Problem, Span};
use std::ops::Range;

/// What every method of ours is called like.
pub const PREFIX: &str = "jacana$";
pub const INVARIANT: &str = "jacana$invariant";

pub fn generate(sources: &[SourceFile], assumed: &dyn Fn(&str, &str) -> bool) -> Contracts {
    let mut contracts = Contracts::default();
    for (number, file) in sources.iter().enumerate() {
        let mut writer = Writer { sources, file, contracts: &mut contracts, assumed, checks: Vec::new() };
        let mut insertions = Vec::new();
        for class in &file.classes {
            if let Some(text) = writer.class(class) {
                insertions.push((class.end, text));
            }
        }
        insertions.append(&mut writer.checks);
        if !insertions.is_empty() {
            insertions.sort_by_key(|(at, _)| *at);
            contracts.files.push(insert(number, file, insertions));
        }
    }
    contracts
}

/// Generated text, with the clause that each part was made of.
#[derive(Default)]
pub struct Text {
    text: String,
    parts: Vec<(Range<usize>, usize)>,
}

impl Text {
    pub fn say(&mut self, text: &str) {
        self.text += text;
    }

    pub fn of_clause(&mut self, clause: usize, text: &str) {
        let start = self.text.len();
        self.text += text;
        self.parts.push((start..self.text.len(), clause));
    }
}

fn insert(number: usize, file: &SourceFile, insertions: Vec<(usize, Text)>) -> Generated {
    let mut generated = Generated { source: number, text: String::new(), spans: Vec::new() };
    let mut from = 0;
    for (at, added) in insertions {
        generated.text += &file.text[from..at];
        let start = generated.text.rfind('\n').map_or(0, |newline| newline + 1);
        let column = generated.text.len() - start;
        for (range, clause) in added.parts {
            let columns = range.start + column..range.end + column;
            generated.spans.push(Span { line: file.line(at), columns, clause });
        }
        generated.text += &added.text;
        from = at;
    }
    generated.text += &file.text[from..];
    generated
}

pub struct Writer<'w> {
    sources: &'w [SourceFile],
    file: &'w SourceFile,
    contracts: &'w mut Contracts,
    /// Class and method: are calls replaced by what the contract says?
    assumed: &'w dyn Fn(&str, &str) -> bool,
    /// What is written at the beginning of methods.
    checks: Vec<(usize, Text)>,
}

impl Writer<'_> {
    fn problem(&self, fault: &Fault) -> Problem {
        Problem { file: self.file.name.clone(), line: self.file.line(fault.at), what: fault.what.clone() }
    }

    pub fn clause(&mut self, at: usize, text: String) -> usize {
        self.contracts.clauses.push(Clause { file: self.file.name.clone(), line: self.file.line(at), text });
        self.contracts.clauses.len() - 1
    }

    fn class(&mut self, class: &Class) -> Option<Text> {
        let mut text = Text::default();
        let mut faults = class.faults.clone();
        let has_invariant = self.invariant(class, &mut text, &mut faults);
        for (number, method) in class.methods.iter().enumerate() {
            self.method(class, number, method, &mut text);
        }
        let problems: Vec<Problem> = faults.iter().map(|fault| self.problem(fault)).collect();
        if has_invariant || !problems.is_empty() {
            self.contracts.classes.push(ClassContract { name: class.name.clone(), problems });
        }
        if text.text.is_empty() {
            return None;
        }
        if class.needs_semicolon {
            text.text.insert(0, ';');
            text.parts.iter_mut().for_each(|(range, _)| *range = range.start + 1..range.end + 1);
        }
        Some(text)
    }

    /// `boolean jacana$invariant()`; what the class itself says in `repOK` and what classes above say counts, too.
    fn invariant(&mut self, class: &Class, text: &mut Text, faults: &mut Vec<Fault>) -> bool {
        let mut conditions: Vec<Condition> = class.invariants.clone();
        for field in class.fields.iter().filter(|field| !field.is_static) {
            conditions.extend(field.non_null.map(|at| not_null(at, "non_null", &field.name)));
        }
        let above = self.inherits_invariant(class);
        let own = class.methods.iter().find(|method| method.is_invariant);
        if conditions.is_empty() && !(above && own.is_some()) {
            return false;
        }
        if class.kind == ClassKind::Interface {
            faults.push(Fault::new(conditions[0].at, "an invariant of an interface"));
            return true;
        }
        let mut parts = Text::default();
        if above {
            parts.say(&format!("super.{INVARIANT}() && "));
        }
        if let Some(own) = own {
            parts.say(&format!("this.{}() && ", own.name));
        }
        for condition in &conditions {
            match Translator::default().expression(&condition.tokens) {
                Ok(java) => {
                    let clause = self.clause(condition.at, condition.shown());
                    parts.say(&format!("{CONTRACT}.clause("));
                    parts.of_clause(clause, &java);
                    parts.say(&format!(", {clause}) && "));
                }
                Err(fault) => faults.push(fault),
            }
        }
        text.say(&format!(" boolean {INVARIANT}() {{ return "));
        append(text, parts);
        text.say("true; }");
        true
    }

    /// Whether a superclass among the sources has an invariant.
    fn inherits_invariant(&self, class: &Class) -> bool {
        let all = self.sources.iter().flat_map(|file| &file.classes);
        let above = all.filter(|other| {
            other.kind == ClassKind::Class && class.supers.contains(&other.simple) && other.name != class.name
        });
        above.into_iter().any(|above| has_invariant(above) || self.inherits_invariant(above))
    }

    /// `jacana$checkN`: assumes, calls, demands.
    fn method(&mut self, class: &Class, number: usize, method: &Method, text: &mut Text) {
        let inherited = self.inherited(class, method);
        let non_null = method.parameters.iter().any(|parameter| parameter.non_null.is_some());
        if !method.spec.has_contract() && !non_null && method.spec.non_null.is_none() && inherited.is_empty() {
            return;
        }
        let mut faults = method.spec.faults.clone();
        let is_constructor = method.name == "<init>";
        if is_constructor && class.inner {
            faults.push(Fault::new(method.at, "a contract of the constructor of an inner class"));
        }
        let cases = completed(method);
        let wrapper = format!("{PREFIX}{}check{number}", class.simple.to_lowercase());
        let total = cases.len() + inherited.iter().map(|(_, count)| count).sum::<usize>();
        let mut body = Text::default();
        if total > 1 {
            body.say(&format!(" {CONTRACT}.assume(jacana$case >= 0 && jacana$case < {total});"));
        }
        for (at, case) in cases.iter().enumerate() {
            let condition = if total > 1 { format!("jacana$case == {at}") } else { "true".into() };
            body.say(&format!(" if ({condition}) {{"));
            match self.case(class, method, case) {
                Ok(written) => append(&mut body, written),
                Err(fault) => faults.push(fault),
            }
            body.say(" }");
        }
        let mut at = cases.len();
        let arguments = arguments(method);
        for (above, count) in &inherited {
            let case = if *count > 1 { vec![format!("jacana$case - {at}")] } else { Vec::new() };
            let all = case.into_iter().chain(arguments.clone()).collect::<Vec<_>>().join(", ");
            let condition = match total {
                1 => String::new(),
                _ => format!("if (jacana$case >= {at} && jacana$case < {}) ", at + count),
            };
            body.say(&format!(" {condition}{{ {above}({all}); return; }}"));
            at += count;
        }
        let problems: Vec<Problem> = faults.iter().map(|fault| self.problem(fault)).collect();
        let mut stand_in = None;
        if problems.is_empty() && (self.assumed)(&class.name, &method.name) {
            let mut written = Text::default();
            match self.stand_in(class, number, method, &mut written) {
                Ok(Some(made)) => {
                    append(text, written);
                    self.checks.push((made.at, Text { text: made.check, parts: Vec::new() }));
                    stand_in = Some(Ok(made.name));
                }
                Ok(None) => {}
                Err(fault) => stand_in = Some(Err(self.problem(&fault))),
            }
        }
        if problems.is_empty() {
            text.say(&head(class, method, &wrapper, total));
            append(text, body);
            text.say(if is_constructor { " return null; }" } else { " }" });
        }
        self.contracts.methods.push(MethodContract {
            class: class.name.clone(),
            name: method.name.clone(),
            parameters: method.parameters.iter().map(|parameter| simple_type(&parameter.kind)).collect(),
            wrapper,
            cases: total,
            is_helper: method.spec.helper,
            stand_in,
            problems,
            line: self.file.line(method.at),
            file: self.file.name.clone(),
        });
    }

    /// Wrappers of methods that this one overrides, with their numbers of cases.
    fn inherited(&self, class: &Class, method: &Method) -> Vec<(String, usize)> {
        if method.is_static || method.name == "<init>" {
            return Vec::new();
        }
        let (mut found, mut waiting, mut seen) = (Vec::new(), class.supers.clone(), Vec::new());
        while let Some(name) = waiting.pop() {
            if seen.contains(&name) {
                continue;
            }
            for above in self.sources.iter().flat_map(|file| &file.classes).filter(|other| other.simple == name) {
                let overridden = above.methods.iter().position(|other| overrides(above, other, method));
                match overridden {
                    Some(number) if above.methods[number].spec.has_contract() => {
                        let other = &above.methods[number];
                        let own = completed(other).len();
                        let more: usize = self.inherited(above, other).iter().map(|(_, count)| count).sum();
                        found.push((format!("{PREFIX}{}check{number}", above.simple.to_lowercase()), own + more));
                    }
                    _ => waiting.extend(above.supers.clone()),
                }
            }
            seen.push(name);
        }
        found
    }

    fn case(&mut self, class: &Class, method: &Method, case: &Case) -> Result<Text, Fault> {
        let is_constructor = method.name == "<init>";
        let members = class.fields.iter().filter(|field| !field.is_static).map(|field| field.name.clone());
        let members = members.chain(class.methods.iter().filter(|m| !m.is_static).map(|method| method.name.clone()));
        let this = is_constructor.then(|| ("jacana$result".to_string(), members.collect()));
        let names = method.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let mut before = Translator::of(names);
        let mut text = Text::default();
        for condition in &case.requires {
            let java = before.expression(&condition.tokens)?;
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
            let java = after.expression(&condition.tokens)?;
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
        text.say(&format!("{declared} {CONTRACT}.begin(); try {{ {called}; }} catch ({CONTRACT}.Broken jacana$broken) {{ throw jacana$broken; }} catch (Throwable jacana$thrown) {{"));
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

pub fn append(text: &mut Text, more: Text) {
    let start = text.text.len();
    text.text += &more.text;
    text.parts.extend(more.parts.into_iter().map(|(range, clause)| (range.start + start..range.end + start, clause)));
}

fn demand(text: &mut Text, clause: usize, java: &str) {
    text.say(&format!(" {CONTRACT}.demand("));
    text.of_clause(clause, java);
    text.say(&format!(", {clause});"));
}

fn not_null(at: usize, keyword: &str, name: &str) -> Condition {
    let tokens = crate::token::tokens(&format!("{name} != null"), at);
    Condition { at, keyword: keyword.into(), tokens }
}

fn has_invariant(class: &Class) -> bool {
    !class.invariants.is_empty() || class.fields.iter().any(|field| !field.is_static && field.non_null.is_some())
}

/// The cases of a method with what its modifiers say.
pub fn completed(method: &Method) -> Vec<Case> {
    let spec = &method.spec;
    let mut cases = spec.cases.clone();
    let non_null: Vec<Condition> = method
        .parameters
        .iter()
        .filter_map(|parameter| parameter.non_null.map(|at| not_null(at, "non_null", &parameter.name)))
        .collect();
    if cases.is_empty() && (spec.pure || spec.non_null.is_some() || !non_null.is_empty()) {
        cases.push(Case { at: method.at, ..Case::default() });
    }
    for case in &mut cases {
        case.requires.splice(0..0, non_null.clone());
        if let Some(at) = spec.non_null
            && case.behaviour != Behaviour::Exceptional
        {
            case.ensures.push(not_null(at, "non_null", "\\result"));
        }
    }
    cases
}

fn head(class: &Class, method: &Method, wrapper: &str, cases: usize) -> String {
    let is_constructor = method.name == "<init>";
    let modifier = match () {
        () if method.is_static || is_constructor => "static ",
        () if class.kind == ClassKind::Interface => "default ",
        () => "",
    };
    let types = if is_constructor { &class.type_parameters } else { &method.type_parameters };
    let result = if is_constructor { made(class) } else { "void".into() };
    let case = (cases > 1).then(|| "int jacana$case".to_string());
    let parameters = method.parameters.iter().map(|parameter| format!("{} {}", parameter.kind, parameter.name));
    let parameters = case.into_iter().chain(parameters).collect::<Vec<_>>().join(", ");
    format!(" {modifier}{types} {result} {wrapper}({parameters}) throws Throwable {{")
}

/// The type of a new object.
fn made(class: &Class) -> String {
    match class.type_names.is_empty() {
        true => class.simple.clone(),
        false => format!("{}<{}>", class.simple, class.type_names.join(", ")),
    }
}

fn arguments(method: &Method) -> Vec<String> {
    method.parameters.iter().map(|parameter| parameter.name.clone()).collect()
}

fn is_primitive(kind: &str) -> bool {
    ["boolean", "byte", "char", "short", "int", "long", "float", "double"].contains(&kind)
}

/// Same name and parameters; where the class above has a type of its own, anything fits.
fn overrides(above: &Class, other: &Method, method: &Method) -> bool {
    let fits = other
        .parameters
        .iter()
        .zip(&method.parameters)
        .all(|(a, b)| above.type_names.contains(&a.kind) || simple_type(&a.kind) == simple_type(&b.kind));
    other.name == method.name && !other.is_static && other.parameters.len() == method.parameters.len() && fits
}
