//! Which exceptions a test must declare: those that the methods that it calls declare and that the compiler checks.

use crate::arrange::{Arrangement, Made};
use crate::junit::{Declares, TestOutcome, UnitTest};
use bytecode::{ClassName, Type};
use machine::{ClassId, Loader, MethodId, World};
use replay::driver::Planned;

const UNCHECKED: [&str; 2] = ["java/lang/RuntimeException", "java/lang/Error"];

/// As far as the class files tell; the compiler has the last word.
pub fn declares(world: &mut World, planned: &Planned, test: &UnitTest) -> Declares {
    let mut names = called(world, &test.arrangement);
    // What throws stands in a lambda.
    if matches!(test.outcome, TestOutcome::Returned(_)) {
        names.extend(planned.declared.iter().map(|&class| world.classes[class].name.clone()));
    }
    let mut most = Declares::Nothing;
    for name in names {
        most = most.max(match world.load(Loader::App, &name) {
            Ok(Some(class)) if is_unchecked(world, class) => Declares::Nothing,
            _ if &*name == "java/lang/Throwable" => Declares::Throwable,
            _ => Declares::Exception,
        });
    }
    most
}

fn is_unchecked(world: &World, class: ClassId) -> bool {
    world.classes[class].chain.iter().any(|&of| UNCHECKED.contains(&&*world.classes[of].name))
}

/// What the methods declare that make the objects.
fn called(world: &mut World, arrangement: &Arrangement) -> Vec<ClassName> {
    let mut names = Vec::new();
    for object in &arrangement.objects {
        match &object.made {
            Made::Call { method, types, steps, .. } => {
                let (holder, name) = match method {
                    Some((holder, name)) => (holder, name.as_str()),
                    None => (&object.class, "<init>"),
                };
                names.extend(exceptions(world, holder, name, types));
                steps.iter().for_each(|step| names.extend(exceptions(world, &object.class, &step.method, &step.types)));
            }
            Made::Anonymous { types, .. } => names.extend(exceptions(world, &object.class, "<init>", types)),
            Made::Member { .. } => names.push("java/lang/ReflectiveOperationException".into()),
            Made::Elements(_) | Made::Value(_) => {}
        }
    }
    names
}

/// The first method of that name that takes these types, perhaps behind the object around an inner class.
pub fn method(world: &mut World, holder: &ClassName, name: &str, types: &[Type]) -> Option<MethodId> {
    let class = world.load(Loader::App, holder).ok().flatten()?;
    let c = &world.classes[class];
    let holders = c.chain.iter().rev().chain(&c.all_interfaces).copied();
    let all = holders.flat_map(|holder| world.classes[holder].methods.iter().copied());
    let mut named = all.filter(|&method| *world.classes[method].name == *name);
    named.find(|&method| world.classes[method].parameters.ends_with(types))
}

fn exceptions(world: &mut World, holder: &ClassName, name: &str, types: &[Type]) -> Vec<ClassName> {
    let Some(found) = method(world, holder, name, types) else { return Vec::new() };
    let m = &world.classes[found];
    let file = world.classes[m.class].file.as_ref();
    file.map(|file| file.methods[m.index as usize].exceptions.clone()).unwrap_or_default()
}
