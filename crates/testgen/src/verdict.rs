//! What a candidate becomes after it was tried: a plain test, a suspicion with its reason, or nothing.

use crate::arrange::{Arrangement, Given};
use crate::candidate::Candidate;
use crate::choice::{Proposed, Sort};
use crate::junit::{Declares, TestOutcome, Tested, TestedKind, UnitTest};
use crate::thrown::ThrownException;
use crate::trial::{Happened, Thrower, Tried};
use bytecode::{ClassName, DottedName, access};
use machine::{ClassId, Loader, World};
use replay::InputValue;
use std::collections::{BTreeMap, BTreeSet};

/// A `throws` clause with one of these documents nothing.
const GENERAL: [&str; 4] =
    ["java/lang/Throwable", "java/lang/Exception", "java/lang/RuntimeException", "java/lang/Error"];

/// That say something about the machine or the class path, not about the program.
const OUTSIDE: [&str; 3] = ["java/lang/LinkageError", "java/lang/OutOfMemoryError", "java/lang/ThreadDeath"];

/// What comes of objects in collections that have no place there.
const RAW: [&str; 2] = ["java.lang.ClassCastException", "java.lang.ArrayStoreException"];

/// What is behind them is not the same for everybody.
const FILES: [&str; 2] = ["java/io/File", "java/nio/file/Path"];

/// The method that a candidate calls.
pub struct Subject<'a> {
    /// By position among the methods of the class.
    pub at: usize,
    pub tested: &'a Tested,
    pub is_public: bool,
    /// Exceptions that it declares.
    pub declared: &'a [ClassId],
    /// Whether it speaks of type arguments, which tests leave out.
    pub is_generic: bool,
    /// Of its tests.
    pub package: &'a str,
}

/// The reason for what cannot be a test.
pub fn judge(world: &mut World, subject: &Subject, candidate: &Candidate, tried: &Tried) -> Result<Proposed, String> {
    let (tested, arrangement) = (subject.tested, &candidate.arrangement);
    let classes: BTreeSet<&str> = arrangement.objects.iter().map(|object| &*object.class).collect();
    let (ending, outcome, told) = match &tried.happened {
        Happened::Uncompiled(why) => return Err(format!("does not compile: {why}")),
        Happened::Exited => return Err(format!("{} ends the JVM", tested.name)),
        Happened::Endless => {
            let place = shown(tested);
            let reason = format!("{} does not end: it still runs after five seconds.", place);
            ("DoesNotEnd".into(), TestOutcome::Endless, Told::suspect(place, reason, Sort::Suspect))
        }
        Happened::Returned { kind, assertions, .. } => {
            let ending = match (tested.kind, kind.as_str()) {
                (TestedKind::Constructor, _) => "MakesObject".into(),
                (_, "") => "Returns".into(),
                (_, kind) => format!("Returns{kind}"),
            };
            // What the test itself asked is not asked again.
            let again = format!("receiver.{}())", tested.name);
            let assertions = assertions.iter().filter(|&said| !said.contains(&again)).cloned().collect();
            (ending, TestOutcome::Returned(assertions), Told::plain(subject.at, kind))
        }
        Happened::Threw { class, .. } if candidate.by_chance => return Err(format!("{class} by chance")),
        Happened::Threw { class, at, message, by, depth, assertions, stack: _ } => {
            // The arrangement itself failed.
            if *depth == 0 {
                return Err(format!("{class} where objects are made"));
            }
            if *by == Thrower::Confinement {
                return Err(format!("{class}: it wants the network or files that tests may not have"));
            }
            let chain = supers(world, class);
            let takes_files = classes.iter().any(|class| FILES.contains(class));
            if takes_files && chain.iter().any(|of| *of == *"java/io/IOException") {
                return Err(format!("{class}: elsewhere the files may be there"));
            }
            if chain.iter().any(|of| OUTSIDE.contains(&&**of)) {
                return Err(format!("{class}: {message}"));
            }
            let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
            let told = match *by == Thrower::Statement || is_declared(world, subject.declared, &chain) {
                true => Told::plain(subject.at, &format!("{class} {at}")),
                false if subject.is_generic && RAW.contains(&&**class) => {
                    let reason = format!(
                        "raw types: with type arguments the compiler might have refused this. {class} at {at}: {message}"
                    );
                    Told::suspect(format!("{class} at {at}"), reason, Sort::RawTypes)
                }
                false => suspicion(tested, arrangement, class, at, message, *depth),
            };
            // A suspicion is about the exception alone.
            let said = if told.sort == Sort::Plain { assertions.clone() } else { Vec::new() };
            (format!("Throws{simple}"), TestOutcome::Threw(named(world, &chain, subject.package), said), told)
        }
    };
    let called = match tested.kind {
        TestedKind::Constructor => "constructor".to_string(),
        TestedKind::Static | TestedKind::Instance => tested.name.clone(),
    };
    // Of a strong suspicion, one test for each set of classes that leads to it.
    let through = if told.sort == Sort::Suspect { format!("{classes:?}") } else { String::new() };
    Ok(Proposed {
        sort: told.sort,
        is_public: subject.is_public,
        outcome: format!("{} {through}", told.outcome),
        // Of all methods a few.
        place: if tried.happened == Happened::Endless { "does not end".into() } else { told.outcome },
        covered: tried.covered.clone(),
        changes_statics: tried.changes_statics,
        noticed: BTreeMap::new(),
        thrown: thrown(&tried.happened),
        path: Vec::new(),
        test: UnitTest {
            name: format!("{called}{ending}"),
            display: None,
            declares: Declares::default(),
            comment: told.reason,
            tested: subject.at,
            arrangement: Arrangement { casts: tried.casts, ..arrangement.clone() },
            outcome,
            table: None,
        },
    })
}

fn thrown(happened: &Happened) -> Option<ThrownException> {
    match happened {
        Happened::Threw { class, message, stack, .. } => {
            Some(ThrownException { class: class.clone(), message: message.clone(), stack: stack.clone() })
        }
        Happened::Returned { .. } | Happened::Endless | Happened::Exited | Happened::Uncompiled(_) => None,
    }
}

/// What two tries have in common: a result that is another one each time is none to assert.
pub fn agreed(tested: &Tested, first: &Happened, second: &Happened) -> Option<Happened> {
    match (first, second) {
        (
            Happened::Returned { kind, assertions, state },
            Happened::Returned { kind: other, assertions: others, state: again },
        ) => {
            let mut both: Vec<String> = assertions.iter().filter(|said| others.contains(said)).cloned().collect();
            let is_known = !state.is_empty() && !again.is_empty();
            if is_known && state != again {
                // What is the same now may be another one tomorrow.
                both.retain(|said| said == "assertNotNull(result);");
                return Some(Happened::Returned { kind: String::new(), assertions: both, state: String::new() });
            }
            let lost = |said: &String| said.ends_with("result);") && !both.contains(said);
            let is_object = matches!(tested.result, Some(bytecode::Type::Ref(_)));
            let was_null = |all: &[String]| all.iter().any(|said| said == "assertNull(result);");
            if is_object && assertions.iter().any(lost) && !was_null(assertions) && !was_null(others) {
                both.insert(0, "assertNotNull(result);".into());
            }
            let kind = if kind == other { kind.clone() } else { String::new() };
            Some(Happened::Returned { kind, assertions: both, state: state.clone() })
        }
        (Happened::Threw { class, by, .. }, Happened::Threw { class: other, by: also, .. }) => {
            let is_same = class == other && by == also;
            is_same.then(|| without_message(first, second))
        }
        _ => (first == second).then(|| first.clone()),
    }
}

/// Whether the method answers by chance: then other candidates were the same twice by chance too.
pub fn is_by_chance(first: &Happened, second: &Happened) -> bool {
    match (first, second) {
        (Happened::Returned { assertions, .. }, Happened::Returned { assertions: others, .. }) => {
            assertions.iter().any(|said| is_about_result(said) && !others.contains(said))
        }
        _ => false,
    }
}

pub fn forget_result(happened: &mut Happened) {
    if let Happened::Returned { assertions, .. } = happened {
        assertions.retain(|said| !is_about_result(said));
    }
}

/// Nothing can be said after numbers were drawn by chance, not even twice the same; that it returns is what is left to test.
pub fn forget_all(happened: &mut Happened) {
    if let Happened::Returned { kind, assertions, .. } = happened {
        kind.clear();
        assertions.clear();
    }
}

/// More than that there is one. What an assertion is about stands behind all texts in it.
fn is_about_result(said: &str) -> bool {
    let about = said.rsplit('"').next().unwrap_or(said);
    let is_named = |before: &str| [".", ")"].iter().any(|after| about.contains(&format!("{before}result{after}")));
    (is_named(" ") || is_named("(")) && said != "assertNotNull(result);"
}

/// The first one; a message that is another one each time says nothing, nor does anything else that is.
fn without_message(first: &Happened, second: &Happened) -> Happened {
    let mut told = first.clone();
    if let (Happened::Threw { message, assertions, .. }, Happened::Threw { message: other, assertions: others, .. }) =
        (&mut told, second)
    {
        if message != other {
            message.clear();
        }
        assertions.retain(|said| others.contains(said));
    }
    told
}

struct Told {
    sort: Sort,
    /// What tells it from others.
    outcome: String,
    reason: Option<String>,
}

impl Told {
    fn plain(method: usize, outcome: &str) -> Told {
        Told { sort: Sort::Plain, outcome: format!("{method} {outcome}"), reason: None }
    }

    /// At the same place it is the same, whichever method leads there.
    fn suspect(outcome: String, reason: String, sort: Sort) -> Told {
        Told { sort, outcome, reason: Some(reason) }
    }
}

fn suspicion(
    tested: &Tested,
    arrangement: &Arrangement,
    class: &DottedName,
    at: &str,
    message: &str,
    depth: u32,
) -> Told {
    let told = if message.is_empty() { String::new() } else { format!(": {message}") };
    let (outcome, mut reason) = (format!("{class} at {at}"), format!("{class} at {at}{told}"));
    let first = usize::from(tested.kind == TestedKind::Instance);
    let nulls: Vec<(usize, &str)> = arrangement.arguments[first.min(arrangement.arguments.len())..]
        .iter()
        .enumerate()
        .filter(|(_, (_, given))| matches!(given, Given::Plain(InputValue::Null)))
        .map(|(at, (name, _))| (at + 1, name.as_str()))
        .collect();
    if *class != *"java.lang.NullPointerException" || nulls.is_empty() {
        return Told::suspect(outcome, reason, Sort::Suspect);
    }
    let is_read = |(number, name): &&(usize, &str)| {
        [format!("\"{name}\""), format!("\"<parameter{number}>\"")]
            .iter()
            .any(|variable| message.ends_with(&format!("because {variable} is null")))
    };
    let place = at.rsplit_once('(').map_or(at, |(place, _)| place).replace('/', ".");
    let in_method = depth == 1 && place.ends_with(&format!(".{}", tested.name));
    let shown = |(number, name): &(usize, &str)| format!("argument {number} ({name})");
    if let Some(read) = nulls.iter().find(is_read).filter(|_| in_method) {
        reason = format!("null argument: {}. {reason}", shown(read));
        return Told::suspect(outcome, reason, Sort::NullArgument);
    }
    let all: Vec<String> = nulls.iter().map(shown).collect();
    Told::suspect(outcome, format!("{reason} (null: {})", all.join(", ")), Sort::NullPassed)
}

fn shown(tested: &Tested) -> String {
    format!("{}.{}", tested.class.dotted(), tested.name)
}

/// An exception and its superclasses.
fn supers(world: &mut World, class: &DottedName) -> Vec<ClassName> {
    let Ok(Some(found)) = world.load(Loader::App, &class.internal()) else { return Vec::new() };
    world.classes[found].chain.iter().map(|&of| world.classes[of].name.clone()).collect()
}

/// The lowest of the classes that a test in the package can name.
fn named(world: &mut World, chain: &[ClassName], package: &str) -> DottedName {
    let is_named = |name: &&ClassName| {
        let Ok(Some(class)) = world.load(Loader::App, name) else { return false };
        let flags = world.classes[class].file.as_ref().and_then(|file| file.visibility());
        let beside = name.dotted().package() == package;
        world.classes[class].is_exported()
            && flags.is_some_and(|flags| flags & access::PUBLIC != 0 || flags & access::PRIVATE == 0 && beside)
    };
    chain.iter().rev().find(is_named).map_or_else(|| DottedName::new("java.lang.Throwable"), ClassName::dotted)
}

fn is_declared(world: &World, declared: &[ClassId], chain: &[ClassName]) -> bool {
    let names = declared.iter().map(|&class| &world.classes[class].name);
    names.filter(|name| !GENERAL.contains(&&***name)).any(|name| chain.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_both_tries_say_is_asserted() {
        let tested = Tested {
            class: "C".into(),
            name: "next".into(),
            types: Vec::new(),
            result: Some(bytecode::Type::Ref("java/lang/String".into())),
            kind: TestedKind::Static,
        };
        let returned = |kind: &str, assertions: &[&str]| Happened::Returned {
            kind: kind.into(),
            assertions: assertions.iter().map(ToString::to_string).collect(),
            state: String::new(),
        };
        let first = returned("Text", &["assertEquals(\"a\", result);", "assertEquals(1, receiver.size());"]);
        let second = returned("Text", &["assertEquals(\"b\", result);", "assertEquals(1, receiver.size());"]);
        let both = returned("Text", &["assertNotNull(result);", "assertEquals(1, receiver.size());"]);
        assert_eq!(agreed(&tested, &first, &second), Some(both));
        let null = returned("Null", &["assertNull(result);"]);
        assert_eq!(agreed(&tested, &first, &null), Some(returned("", &[])));
        assert_eq!(agreed(&tested, &first, &Happened::Endless), None);
        assert!(is_by_chance(&first, &second) && !is_by_chance(&first, &first));
        let mut told = first.clone();
        forget_result(&mut told);
        assert_eq!(told, returned("Text", &["assertEquals(1, receiver.size());"]));
        let stated = |words: &str| {
            let mut one = first.clone();
            let Happened::Returned { state, .. } = &mut one else { unreachable!() };
            *state = words.into();
            one
        };
        assert_eq!(agreed(&tested, &stated("one"), &stated("another")), Some(returned("", &[])));
        assert_eq!(agreed(&tested, &stated("one"), &stated("one")), Some(stated("one")));
        // A question was not answered.
        assert_eq!(agreed(&tested, &first, &stated("another")), Some(first.clone()));
    }
}
