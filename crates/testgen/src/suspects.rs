//! Suspected bugs, one for each cause, in the order of how likely they are bugs. What rules on null or the documentation of a method allow is no bug.

use crate::arrange::{Arrangement, Given, Made};
use crate::choice::{Proposed, Sort};
use crate::documented::{self, Sources};
use crate::junit::{TestOutcome, Tested, TestedKind};
use bytecode::{AnnotatedMethod, Type, annotated};
use machine::{Loader, World};
use replay::driver::{Planned, is_inside};
use std::collections::BTreeSet;

/// Annotations by which a parameter may be null, and by which it may not (JSpecify, JetBrains, javax, Spring, the Checker Framework and others).
const NULLABLE: [&str; 5] = ["Nullable", "CheckForNull", "NullableDecl", "PossiblyNull", "NullAllowed"];
const NON_NULL: [&str; 6] = ["NonNull", "NotNull", "Nonnull", "NonNullDecl", "NotNullable", "NonNullable"];
/// Of a class or a package: no parameter may be null unless it says so.
const NON_NULL_BY_DEFAULT: [&str; 6] = [
    "NullMarked",
    "NonNullApi",
    "ParametersAreNonnullByDefault",
    "NonNullByDefault",
    "NonnullByDefault",
    "ParametersMustBeNonNull",
];

const INDEX_ERRORS: [&str; 3] = [
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.StringIndexOutOfBoundsException",
    "java.lang.IndexOutOfBoundsException",
];

/// What a class says of null arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NullRule {
    Allowed,
    Forbidden,
    Unsaid,
}

/// Suspicions with the same cause become one; those that are none become plain tests.
pub fn sift(
    world: &mut World,
    planned: &[Planned],
    methods: &[Tested],
    sources: &Sources,
    proposed: Vec<Proposed>,
) -> Vec<Proposed> {
    let mut sifted = Vec::new();
    for mut one in proposed {
        if one.sort.is_suspect() {
            let tested = &methods[one.test.tested];
            rank(world, &planned[one.test.tested], tested, &mut one);
            if is_documented(world, &planned[one.test.tested], sources, &one) {
                one.sort = Sort::Plain;
                one.test.comment = None;
            }
        }
        sifted.push(one);
    }
    // The simplest of each cause is the one to look at.
    let mut order: Vec<usize> = (0..sifted.len()).filter(|&at| sifted[at].sort.is_suspect()).collect();
    order.sort_by_key(|&at| (sifted[at].sort, objects(&sifted[at].test.arrangement), at));
    let mut causes = BTreeSet::new();
    let mut gone = BTreeSet::new();
    for at in order {
        let one = &sifted[at];
        let cause = cause(world, &planned[one.test.tested], one, &methods[one.test.tested]);
        if !cause.is_none_or(|cause| causes.insert(cause)) {
            gone.insert(at);
        }
    }
    let mut at = 0;
    sifted.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    sifted
}

fn objects(arrangement: &Arrangement) -> usize {
    arrangement.objects.len()
}

/// What the class and its package say decides whether null is a fault of the caller.
fn rank(world: &mut World, planned: &Planned, tested: &Tested, one: &mut Proposed) {
    let is_null_pointer = is_thrown(one, "java.lang.NullPointerException");
    if !is_null_pointer {
        return;
    }
    let first = usize::from(tested.kind == TestedKind::Instance);
    let given = one.test.arrangement.arguments.get(first..).unwrap_or_default();
    let nulls: Vec<usize> =
        given.iter().enumerate().filter(|(_, (_, given))| given.is_null()).map(|(at, _)| at).collect();
    let rules: Vec<NullRule> = nulls.iter().map(|&at| null_rule(world, planned, at)).collect();
    if rules.contains(&NullRule::Forbidden) {
        *one = Proposed { sort: Sort::Plain, place: one.place.clone(), ..one.clone() };
        one.test.comment = None;
    } else if !rules.is_empty() && rules.iter().all(|rule| *rule == NullRule::Allowed) {
        one.sort = Sort::Suspect;
        let told = one.test.comment.take().unwrap_or_default();
        one.test.comment = Some(format!("null is allowed here. {told}"));
    } else if one.sort == Sort::Suspect && nulls.is_empty() && null_setup(&one.test.arrangement).is_some() {
        one.sort = Sort::NullPassed;
    }
}

/// Does the documentation of the method, or of one that it overrides, announce how the test ends?
fn is_documented(world: &World, planned: &Planned, sources: &Sources, one: &Proposed) -> bool {
    let Some(thrown) = &one.thrown else { return false };
    let gave_null = matches!(one.sort, Sort::NullArgument | Sort::NullPassed);
    let method = &world.classes[planned.method];
    let c = &world.classes[planned.class];
    let holders = c.chain.iter().rev().chain(&c.all_interfaces);
    let files = holders.filter_map(|&holder| world.classes[holder].file.as_ref());
    let mut comments = files.filter_map(|file| sources.comment(file, &method.name, &method.descriptor));
    comments.any(|comment| documented::announces(&comment, &thrown.class, gave_null))
}

fn null_rule(world: &mut World, planned: &Planned, parameter: usize) -> NullRule {
    let method = &world.classes[planned.method];
    let (holder, index) = (method.class, method.index as usize);
    let Some(file) = world.classes[holder].file.clone() else { return NullRule::Unsaid };
    let all = annotated(&file);
    let none = AnnotatedMethod::default();
    let own = all.methods.get(index).unwrap_or(&none);
    let has = |names: &[String], wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.as_str()));
    let said = own.parameters.get(parameter).map(Vec::as_slice).unwrap_or_default();
    if has(said, &NULLABLE) {
        return NullRule::Allowed;
    }
    if has(said, &NON_NULL) || has(&own.method, &NON_NULL_BY_DEFAULT) || has(&all.class, &NON_NULL_BY_DEFAULT) {
        return NullRule::Forbidden;
    }
    let package = world.classes[holder].dotted().package().replace('.', "/");
    let info = world.load(Loader::App, &format!("{package}/package-info").as_str().into());
    let info = info.ok().flatten().and_then(|class| world.classes[class].file.clone());
    match info.is_some_and(|info| has(&annotated(&info).class, &NON_NULL_BY_DEFAULT)) {
        true => NullRule::Forbidden,
        false => NullRule::Unsaid,
    }
}

fn is_thrown(one: &Proposed, class: &str) -> bool {
    matches!(&one.test.outcome, TestOutcome::Threw(..)) && one.place.starts_with(&format!("{class} at "))
}

/// What several suspicions have in common; nothing for what is no exception.
fn cause(world: &World, planned: &Planned, one: &Proposed, tested: &Tested) -> Option<String> {
    if !matches!(one.test.outcome, TestOutcome::Threw(..)) {
        return None;
    }
    // An offset or a length outside of an array: wherever the method notices it.
    let is_index = INDEX_ERRORS.iter().any(|class| is_thrown(one, class));
    if is_index && takes_range(tested) {
        return Some(format!("a range outside of {}", one.test.tested));
    }
    // Where some other class stumbles over what it is given says little of the class under test: one of each exception is enough.
    let chain = &world.classes[planned.class].chain;
    if !chain.iter().any(|&class| is_inside(&world.classes[class].dotted(), thrower(&one.place))) {
        let exception = one.place.split(" at ").next().unwrap_or_default();
        return Some(format!("{exception} elsewhere"));
    }
    if let Some(setup) = null_setup(&one.test.arrangement).filter(|_| one.sort == Sort::NullPassed) {
        return Some(format!("null given to {setup}"));
    }
    Some(one.place.clone())
}

/// The class whose code threw, or called what did: `a.B` of `Exception at x.Y.f(Y.java:1), called at a.B.g(B.java:2)`.
fn thrower(place: &str) -> &str {
    let frame = place.rsplit_once(" at ").map_or(place, |(_, frame)| frame);
    let method = frame.split('(').next().unwrap_or(frame);
    let class = method.rsplit_once('.').map_or(method, |(class, _)| class);
    class.rsplit('/').next().unwrap_or(class)
}

/// A sequence, and places in it.
fn takes_range(tested: &Tested) -> bool {
    let is_sequence = |kind: &Type| match kind {
        Type::Ref(name) => {
            name.starts_with('[')
                || matches!(
                    &**name,
                    "java/lang/String" | "java/lang/CharSequence" | "java/util/List" | "java/lang/StringBuilder"
                )
        }
        Type::Prim(_) => false,
    };
    let places = tested.types.iter().filter(|kind| matches!(kind, Type::Prim(bytecode::Prim::Int)));
    tested.types.iter().any(is_sequence) && places.count() > 0
}

/// The class of an object that was made or changed with null.
fn null_setup(arrangement: &Arrangement) -> Option<String> {
    let has_null = |given: &[Given]| given.iter().any(Given::is_null);
    let found = arrangement.objects.iter().find(|object| match &object.made {
        Made::Call { arguments, steps, .. } => {
            has_null(arguments) || steps.iter().any(|step| has_null(&step.arguments))
        }
        Made::Elements(elements) => has_null(elements),
        Made::Anonymous { arguments, methods, .. } => {
            has_null(arguments)
                || methods.iter().any(|method| method.answer.as_ref().is_some_and(|(_, given)| given.is_null()))
        }
        Made::Value(_) | Made::Member { .. } => false,
    });
    found.map(|object| object.class.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_that_threw_is_read_from_the_place() {
        assert_eq!(thrower("java.lang.NullPointerException at a.b.C$D.f(C.java:3)"), "a.b.C$D");
        let called = "java.lang.NullPointerException at java.base/java.util.HashMap.get(HashMap.java:1), called at a.B.g(B.java:2)";
        assert_eq!(thrower(called), "a.B");
    }
}
