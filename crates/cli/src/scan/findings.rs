//! From suspected bugs of classes to findings of the project: what is documented is none, one cause is one finding, and what speaks for a
//! bug decides on its importance.

use super::chosen::Chosen;
use super::index::{Call, Index, MethodKey};
use super::nulls::{NullArguments, NullRules};
use bytecode::DottedName;
use report::scan::{CodeStep, Finding, Frame, Importance, Input, Place, ReproducingTest, Rule};
use std::collections::{BTreeMap, BTreeSet};
use testgen::choice::Sort;
use testgen::documented;
use testgen::row::TestedClass;
use testgen::suspicion::{Broken, Suspicion, Way};
use testgen::thrown::{StackFrame, ThrownException};

/// Callers that are named.
const MOST_CALLERS: usize = 2;

/// All findings, the most important first.
pub fn findings(index: &Index, rules: &NullRules, rows: &[TestedClass]) -> Vec<Finding> {
    let mut by_cause: BTreeMap<Cause, (Finding, usize)> = BTreeMap::new();
    for row in rows {
        for suspicion in &row.suspicions {
            let Some((cause, finding)) = Judge { index, rules, row, suspicion }.finding() else { continue };
            match by_cause.get_mut(&cause) {
                None => _ = by_cause.insert(cause, (finding, 0)),
                Some((known, others)) => {
                    *others += 1;
                    if rank(&finding) < rank(known) {
                        *known = finding;
                    }
                }
            }
        }
    }
    let mut found: Vec<Finding> = Vec::new();
    for (mut finding, others) in by_cause.into_values() {
        if others > 0 {
            finding.why.push(format!("{others} other tests end there, too"));
        }
        found.push(finding);
    }
    found.sort_by(|one, other| {
        let key = |finding: &Finding| (rank(finding), finding.class.clone(), finding.method.clone());
        key(one).cmp(&key(other))
    });
    found
}

/// Two tests that end for the same cause.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    /// The exception, the innermost place of the project's own code, and the method that threw, which may be the JDK's.
    Thrown(DottedName, Option<Place>, String),
    /// Anything else of a method.
    Of(DottedName, String, String),
}

/// What comes first: by importance, then what callers of the project can bring about, then what is short.
fn rank(finding: &Finding) -> (Importance, bool, usize) {
    let is_called = finding.why.iter().any(|why| why.starts_with(CALLED));
    let size = finding.test.as_ref().map_or(usize::MAX, |test| test.source.len());
    (finding.importance, !is_called, size)
}

const CALLED: &str = "called by";

struct Judge<'a> {
    index: &'a Index,
    rules: &'a NullRules,
    row: &'a TestedClass,
    suspicion: &'a Suspicion,
}

impl Judge<'_> {
    fn finding(&self) -> Option<(Cause, Finding)> {
        let Suspicion { method, reason, arguments, path, test, source, file, .. } = self.suspicion;
        let (rule, message, stack) = match &self.suspicion.broken {
            Broken::Threw(thrown) => {
                (Rule::of_exception(&thrown.class), thrown_message(method, thrown), &*thrown.stack)
            }
            Broken::Endless => (Rule::DoesNotEnd, format!("{method} does not come back"), &[][..]),
            Broken::Promise => (Rule::ObjectContract, reason.trim_end_matches('.').to_string(), &[][..]),
        };
        let own = stack.iter().find(|frame| self.index.is_own(&frame.class));
        let thrown = match &self.suspicion.broken {
            Broken::Threw(thrown) => Some(thrown),
            Broken::Endless | Broken::Promise => None,
        };
        if self.is_null_forbidden(thrown) || thrown.is_some_and(|thrown| self.is_documented(thrown)) {
            return None;
        }
        let place = own.and_then(|frame| self.place(frame)).or_else(|| self.place_of_method());
        let (importance, why) = self.judged(thrown);
        let cause = match thrown {
            Some(thrown) => Cause::Thrown(thrown.class.clone(), place.clone(), thrower(thrown)),
            None => Cause::Of(self.row.class.clone(), method.clone(), message.clone()),
        };
        let thrown_by = own.map_or_else(|| method.clone(), |frame| frame.method.clone());
        let of_class = own.map_or(&*self.row.class, |frame| &*frame.class);
        let fingerprint =
            Finding::fingerprint(rule, of_class, &thrown_by, &self.cause_words(thrown, place.as_ref()), 0);
        let finding = Finding {
            rule,
            importance,
            class: self.row.class.to_string(),
            method: method.clone(),
            message,
            place,
            stack: stack.iter().map(|frame| self.frame(frame)).collect(),
            path: path
                .iter()
                .filter_map(|step| {
                    let file = self.file_of(&step.class)?;
                    let place = self.place_in(&step.class, &file, step.line.into());
                    Some(CodeStep { place, condition: step.condition.clone() })
                })
                .collect(),
            inputs: arguments.iter().map(|(name, value)| Input { name: name.clone(), value: value.clone() }).collect(),
            why,
            test: Some(ReproducingTest { file: file.clone(), name: test.clone(), source: source.clone() }),
            fingerprint,
            known: false,
        };
        Some((cause, finding))
    }

    /// What tells causes in one method apart, whatever lines they stand on: the exception, and the text of the line.
    fn cause_words(&self, thrown: Option<&ThrownException>, place: Option<&Place>) -> Vec<String> {
        let line = place.filter(|place| place.has_source).and_then(|place| {
            let text = std::fs::read_to_string(self.index.root.join(&place.file)).ok()?;
            Some(text.lines().nth(place.line as usize - 1)?.split_whitespace().collect::<Vec<_>>().join(" "))
        });
        let kind = match thrown {
            Some(thrown) => format!("{} in {}", thrown.class, thrower(thrown)),
            None => self.suspicion.reason.clone(),
        };
        [Some(kind), line].into_iter().flatten().collect()
    }

    fn judged(&self, thrown: Option<&ThrownException>) -> (Importance, Vec<String>) {
        let mut why = Vec::new();
        let chosen = Chosen::of(self.suspicion);
        let callers = self.index.callers(&self.key());
        let shown = |key: &MethodKey| format!("{}.{}", key.class.dotted(), key.name);
        let passes_null = passes_null(&callers, &self.null_arguments(thrown));
        let mut importance = match (self.suspicion.sort, thrown) {
            (_, Some(thrown)) if *thrown.class == *"java.lang.AssertionError" => {
                why.push("an assertion of the program itself fails".into());
                if chosen.has_stub() {
                    Importance::Possible
                } else if chosen.has_null() || chosen.has_negative() {
                    Importance::Likely
                } else {
                    Importance::Bug
                }
            }
            (Sort::Suspect, _) if self.suspicion.way == Way::Package => {
                why.push("only classes of the package can do what the test does".into());
                Importance::Possible
            }
            (Sort::Suspect, _) if self.suspicion.way == Way::Raw => {
                why.push("with type arguments the compiler might have refused it".into());
                Importance::Possible
            }
            (Sort::Suspect, _) if chosen.has_ended() => {
                why.push("the object was closed before".into());
                Importance::Possible
            }
            (Sort::Suspect, _) if chosen.has_stub() => {
                why.push("a class of the test plays along, which answers anything".into());
                Importance::Possible
            }
            (Sort::Suspect, Some(_)) if chosen.has_null() && !self.is_null_allowed() => {
                why.push("something was given null, and nothing says that it may not be".into());
                Importance::Possible
            }
            (Sort::Suspect, None) if self.suspicion.broken == Broken::Endless && chosen.has_null() => {
                why.push("something was given null, and nothing says that it may not be".into());
                Importance::Possible
            }
            (Sort::Suspect, Some(thrown)) if chosen.is_main(thrown) => {
                why.push("a main program was called without its arguments".into());
                Importance::Possible
            }
            (Sort::Suspect, None) if self.suspicion.broken == Broken::Endless && chosen.has_huge() => {
                why.push("a number so large that going through it takes for ever".into());
                Importance::Possible
            }
            (Sort::Suspect, Some(thrown)) if chosen.is_out_of_range(thrown) => {
                why.push("the argument itself is out of range: perhaps nobody is meant to pass it".into());
                Importance::Possible
            }
            (Sort::Suspect, Some(thrown)) if chosen.is_of_another_type(thrown) => {
                why.push("the test itself chose an object of another type".into());
                Importance::Possible
            }
            (Sort::Suspect, Some(_)) => {
                why.push("no argument is null, and the exception is neither declared nor documented".into());
                Importance::Likely
            }
            (Sort::Suspect, None) => Importance::Likely,
            (Sort::NullPassed | Sort::NullArgument, _) if !passes_null.is_empty() => {
                let call = passes_null[0];
                let line = call.line.map_or(String::new(), |line| format!(", line {line}"));
                why.push(format!("{} passes null here{line}", shown(&call.caller)));
                Importance::Likely
            }
            (Sort::NullPassed, _) => {
                why.push("something was given null, and nothing says that it may not be".into());
                Importance::Possible
            }
            (Sort::NullArgument, _) => {
                why.push("null was passed, and nothing says that it may not be".into());
                Importance::Possible
            }
            (Sort::RawTypes, _) => {
                why.push("with type arguments the compiler might have refused it".into());
                Importance::Possible
            }
            (Sort::Plain, _) => Importance::Possible,
        };
        if self.is_null_allowed() {
            why.push("an annotation allows null here".into());
            importance = importance.min(Importance::Likely);
        } else if self.gave_null() && self.null_rule(thrown) == NullArguments::Allowed {
            why.push("jacana.toml allows null here".into());
            importance = importance.min(Importance::Likely);
        }
        if thrown.is_none() {
            why.push(match self.suspicion.broken {
                Broken::Endless => "the call was given up after five seconds".into(),
                Broken::Promise | Broken::Threw(_) => "every collection relies on it".into(),
            });
        }
        let mut names: Vec<String> = callers.iter().map(|call| shown(&call.caller)).collect();
        names.sort();
        names.dedup();
        if !names.is_empty() {
            let more = names.len().saturating_sub(MOST_CALLERS);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            why.push(format!("{CALLED} {}{more}", names[..names.len().min(MOST_CALLERS)].join(", ")));
        }
        (importance, why)
    }

    fn key(&self) -> MethodKey {
        let Suspicion { name, descriptor, .. } = self.suspicion;
        MethodKey { class: self.row.class.internal(), name: name.clone(), descriptor: descriptor.clone() }
    }

    /// Nobody may pass null, and nobody in the project does.
    fn is_null_forbidden(&self, thrown: Option<&ThrownException>) -> bool {
        self.gave_null()
            && self.null_rule(thrown) == NullArguments::Forbidden
            && passes_null(&self.index.callers(&self.key()), &self.null_arguments(thrown)).is_empty()
    }

    fn gave_null(&self) -> bool {
        matches!(self.suspicion.sort, Sort::NullArgument | Sort::NullPassed)
    }

    fn null_rule(&self, thrown: Option<&ThrownException>) -> NullArguments {
        self.rules.of(self.index, self.suspicion, &self.row.class, &self.null_arguments(thrown))
    }

    fn is_null_allowed(&self) -> bool {
        self.suspicion.reason.starts_with("null is allowed here")
    }

    /// The arguments that are null: the one that the message names, or else all of them.
    fn null_arguments(&self, thrown: Option<&ThrownException>) -> BTreeSet<usize> {
        let arguments = self.suspicion.arguments.iter().enumerate();
        let nulls: Vec<(usize, &str)> =
            arguments.filter(|(_, (_, value))| value == "null").map(|(at, (name, _))| (at, name.as_str())).collect();
        let message = thrown.map_or("", |thrown| thrown.message.as_str());
        let is_named = |(_, name): &&(usize, &str)| message.ends_with(&format!("because \"{name}\" is null"));
        let named: BTreeSet<usize> = nulls.iter().filter(is_named).map(|(at, _)| *at).collect();
        if named.is_empty() { nulls.into_iter().map(|(at, _)| at).collect() } else { named }
    }

    /// Does the documentation of the method, or of one that it overrides, speak of the exception, or of null where null was given?
    fn is_documented(&self, thrown: &ThrownException) -> bool {
        self.comments().iter().any(|comment| documented::announces(comment, &thrown.class, self.gave_null()))
    }

    /// Of the method and of those that it overrides.
    fn comments(&self) -> Vec<String> {
        let (mut found, mut open) = (Vec::new(), vec![self.row.class.internal()]);
        while let Some(class) = open.pop() {
            let Some(file) = self.index.classes.get(&class) else { continue };
            open.extend(file.super_name.iter().chain(&file.interfaces).cloned());
            found.extend(self.index.sources.comment(file, &self.suspicion.name, &self.suspicion.descriptor));
        }
        found
    }

    fn place_of_method(&self) -> Option<Place> {
        let file = self.index.classes.get(&self.row.class.internal())?;
        let method = file.method(&self.suspicion.name, &self.suspicion.descriptor)?;
        let line = method.code.as_ref()?.lines.iter().map(|(_, line)| *line).min()?;
        Some(self.place_in(&self.row.class, file.source_file.as_deref()?, line.into()))
    }

    fn file_of(&self, class: &DottedName) -> Option<String> {
        self.index.classes.get(&class.internal())?.source_file.as_deref().map(String::from)
    }

    fn frame(&self, frame: &StackFrame) -> Frame {
        let is_own = self.index.is_own(&frame.class);
        Frame { method: format!("{}.{}", frame.class, frame.method), place: self.place(frame), is_own }
    }

    fn place(&self, frame: &StackFrame) -> Option<Place> {
        Some(self.place_in(&frame.class, frame.file.as_deref()?, frame.line?))
    }

    fn place_in(&self, class: &DottedName, file: &str, line: u32) -> Place {
        match self.index.source(class, file).filter(|_| self.index.is_own(class)) {
            Some(source) => Place { file: self.index.relative(source), line, has_source: true },
            None => Place { file: file.into(), line, has_source: false },
        }
    }
}

/// The calls that have null for all of these parameters.
fn passes_null<'a>(callers: &[&'a Call], nulls: &BTreeSet<usize>) -> Vec<&'a Call> {
    callers.iter().filter(|call| !nulls.is_empty() && call.nulls.is_superset(nulls)).copied().collect()
}

/// The method that threw.
fn thrower(thrown: &ThrownException) -> String {
    thrown.stack.first().map(|frame| format!("{}.{}", frame.class, frame.method)).unwrap_or_default()
}

fn thrown_message(method: &str, thrown: &ThrownException) -> String {
    let simple = thrown.class.simple();
    match thrown.message.as_str() {
        "" => format!("{method} throws {simple}"),
        message => format!("{method} throws {simple}: {message}"),
    }
}
