//! Tests of suspected bugs, as data for reports.

use super::Class;
use crate::arrange::{Arrangement, Given, Made};
use crate::choice::{Proposed, Sort};
use crate::junit::{self, TestOutcome};
use crate::source::Source;
use crate::suspicion::{Broken, Suspicion, Way, test_source};
use bytecode::{ClassName, DottedName, MethodDescriptor, Type, access};
use machine::{Loader, World};

pub(super) fn suspicions(class: &Class, world: &mut World, tests: &[Proposed], sources: &[Source]) -> Vec<Suspicion> {
    let mut found = Vec::new();
    for one in tests.iter().filter(|one| one.sort.is_suspect()) {
        let tested = &class.methods[one.test.tested];
        let file = format!("{}.java", file_of(class, one.sort));
        let source = sources.iter().find(|source| source.path == file);
        found.push(Suspicion {
            sort: one.sort,
            method: junit::signature(tested),
            name: tested.name.clone(),
            descriptor: MethodDescriptor { parameters: tested.types.clone(), result: tested.result.clone() }
                .to_string(),
            way: way(world, &one.test.arrangement).min(if one.is_public { Way::Open } else { Way::Package }),
            broken: match (&one.thrown, &one.test.outcome) {
                (Some(thrown), _) => Broken::Threw(thrown.clone()),
                (None, TestOutcome::Endless) => Broken::Endless,
                (None, TestOutcome::Returned(_) | TestOutcome::Threw(..)) => Broken::Promise,
            },
            reason: one.test.comment.clone().unwrap_or_default(),
            arguments: junit::arguments(tested, &one.test.arrangement),
            path: one.path.clone(),
            test: one.test.name.clone(),
            source: source.map(|source| test_source(&source.contents, &one.test.name)).unwrap_or_default(),
            file,
        });
    }
    found
}

/// The class of tests of a sort, as a path.
fn file_of(class: &Class, sort: Sort) -> ClassName {
    DottedName::in_package(&class.package, &format!("{}{}", class.simple(), sort.ending())).internal()
}

/// By the most hidden of all that makes the objects.
fn way(world: &mut World, arrangement: &Arrangement) -> Way {
    let mut least = Way::Open;
    for object in &arrangement.objects {
        let (calls, arguments) = match &object.made {
            Made::Call { method, types, arguments, steps, .. } => {
                let (of, name) = match method {
                    Some((of, name)) => (of, name.as_str()),
                    None => (&object.class, "<init>"),
                };
                let steps = steps.iter().map(|step| (&object.class, step.method.as_str(), step.types.as_slice()));
                ([(of, name, types.as_slice())].into_iter().chain(steps).collect(), arguments.as_slice())
            }
            Made::Anonymous { types, arguments, .. } => {
                (vec![(&object.class, "<init>", types.as_slice())], arguments.as_slice())
            }
            Made::Elements(_) | Made::Value(_) | Made::Member { .. } => (Vec::new(), &[][..]),
        };
        let has_class = arguments.iter().any(|given| matches!(given, Given::Class(_)));
        for (of, name, types) in calls {
            least = least.min(way_of(world, of, name, types, has_class));
        }
    }
    least
}

/// Of one constructor or method; what is inherited counts as what it is above.
fn way_of(world: &mut World, of: &ClassName, name: &str, types: &[Type], has_class: bool) -> Way {
    let Ok(Some(class)) = world.load(Loader::App, of) else { return Way::Open };
    let is_public = |class: machine::ClassId| {
        let flags = world.classes[class].file.as_ref().and_then(|file| file.visibility());
        flags.is_none_or(|flags| flags & access::PUBLIC != 0)
    };
    if !is_public(class) {
        return Way::Package;
    }
    let chain = world.classes[class].chain.iter().rev();
    let methods = chain.flat_map(|&of| &world.classes[of].methods).map(|&method| &world.classes[method]);
    let Some(found) = methods.into_iter().find(|method| *method.name == *name && method.parameters == types) else {
        return Way::Open;
    };
    let file = world.classes[found.class].file.as_ref();
    let signature = file.and_then(|file| file.methods[found.index as usize].signature.clone());
    let wants_subtype = signature.is_some_and(|text| text.contains("Ljava/lang/Class<T"));
    match found.access & access::PUBLIC {
        // What is protected, a test can call because it lies in the package.
        0 => Way::Package,
        _ if has_class && wants_subtype => Way::Raw,
        _ => Way::Open,
    }
}
