//! Type arguments of the variables of a test, as far as signatures say what they must be: by what an object is given for, by what made it, by what it is
//! given itself.

use super::declared;
use crate::arrange::{Arrangement, Given, Made, Object, VariableTypes};
use crate::junit::{Tested, TestedKind};
use bytecode::{Argument, ClassName, Generic, Type, TypeVariable};
use machine::{ClassId, Loader, MethodId, World};
use replay::InputValue;
use replay::driver::Planned;
use std::collections::BTreeMap;

const OBJECT: &str = "java/lang/Object";

/// What type variables stand for.
type Meaning = BTreeMap<String, Generic>;

/// The compiler has the last word.
pub fn types(world: &mut World, planned: &Planned, tested: &Tested, arrangement: &Arrangement) -> VariableTypes {
    let wanted = wanted(world, planned, tested, arrangement);
    let mut objects = BTreeMap::new();
    for (at, object) in arrangement.objects.iter().enumerate() {
        let kind = of_object(world, object, wanted.get(&at), &arrangement.objects);
        objects.extend(kind.map(|kind| (at, kind)));
    }
    let result = match tested.kind {
        TestedKind::Constructor => {
            let variables = variables(world, planned.class);
            let all = vec![Argument::Any; variables.len()];
            (!all.is_empty()).then(|| Generic::Class(tested.class.to_string(), all))
        }
        TestedKind::Static | TestedKind::Instance => {
            let receiver = arrangement.arguments.first().filter(|_| tested.kind == TestedKind::Instance);
            let receiver = receiver.and_then(|(_, given)| objects.get(&position(given)?));
            of_result(world, planned, receiver)
        }
    };
    VariableTypes { objects, result }
}

/// A method and what it is given.
struct Use<'a> {
    method: MethodId,
    given: Vec<&'a Given>,
}

/// With their declared types.
fn uses<'a>(world: &mut World, object: &'a Object) -> Vec<Use<'a>> {
    let Made::Call { method, types, arguments, steps, .. } = &object.made else { return Vec::new() };
    let (holder, name) = match method {
        Some((holder, name)) => (holder, name.as_str()),
        None => (&object.class, "<init>"),
    };
    let steps = steps.iter().map(|step| (&object.class, step.method.as_str(), &step.types, &step.arguments));
    let calls = [(holder, name, types, arguments)].into_iter().chain(steps);
    let found = calls.filter_map(|(holder, name, types, arguments)| {
        let method = declared::method(world, holder, name, types)?;
        Some(Use { method, given: arguments.iter().collect() })
    });
    found.collect()
}

/// The parameters of a use as its signature has them, with what is given for each.
fn parameters<'a>(world: &World, of: &Use<'a>) -> Vec<(Generic, &'a Given)> {
    let Some(signature) = world.signature_of(of.method) else { return Vec::new() };
    // The object around an inner class is given in another way.
    let hidden = signature.parameters.len().saturating_sub(of.given.len());
    signature.parameters.into_iter().skip(hidden).zip(of.given.iter().copied()).collect()
}

/// What the objects are given for, the first of each.
fn wanted(
    world: &mut World,
    planned: &Planned,
    tested: &Tested,
    arrangement: &Arrangement,
) -> BTreeMap<usize, Generic> {
    let skipped = usize::from(tested.kind == TestedKind::Instance);
    let given = arrangement.arguments.iter().skip(skipped).map(|(_, given)| given).collect();
    let mut all = vec![Use { method: planned.method, given }];
    arrangement.objects.iter().for_each(|object| all.extend(uses(world, object)));
    let mut wanted = BTreeMap::new();
    for (kind, given) in all.iter().flat_map(|one| parameters(world, one)) {
        if let (Generic::Class(_, arguments), Some(at)) = (&kind, position(given))
            && !arguments.is_empty()
            && is_closed(&kind)
        {
            wanted.entry(at).or_insert(kind);
        }
    }
    wanted
}

fn position(given: &Given) -> Option<usize> {
    match given {
        Given::Object(at) => Some(*at),
        Given::As(given, _) => position(given),
        Given::Plain(_) | Given::Class(_) | Given::Constant { .. } => None,
    }
}

fn is_closed(kind: &Generic) -> bool {
    match kind {
        Generic::Prim(_) => true,
        Generic::Variable(_) => false,
        Generic::Array(component) => is_closed(component),
        Generic::Class(_, arguments) => arguments.iter().filter_map(Argument::bound).all(is_closed),
    }
}

fn variables(world: &World, class: ClassId) -> Vec<TypeVariable> {
    world.signature_of_class(class).map_or(Vec::new(), |signature| signature.variables)
}

fn load(world: &mut World, name: &ClassName) -> Option<ClassId> {
    world.load(Loader::App, name).ok().flatten()
}

fn of_object(world: &mut World, object: &Object, wanted: Option<&Generic>, all: &[Object]) -> Option<Generic> {
    let Made::Call { of, method, types, is_cast: false, .. } = &object.made else { return None };
    let class = load(world, &object.class)?;
    let variables = variables(world, class);
    if variables.is_empty() {
        return None;
    }
    match (of, method) {
        (None, None) => {
            let mut meaning = Meaning::new();
            if let Some(wanted) = wanted {
                by_use(world, class, wanted, &mut meaning);
            }
            by_what_it_is_given(world, class, object, all, &mut meaning);
            let told = variables.iter().map(|variable| {
                let is_free = matches!(&variable.bound, Generic::Class(name, _) if name == OBJECT);
                let kind = meaning.get(&variable.name).cloned();
                kind.or_else(|| is_free.then(|| Generic::Class(OBJECT.into(), Vec::new()))).map(Argument::Exactly)
            });
            Some(Generic::Class(object.class.to_string(), told.collect::<Option<_>>()?))
        }
        // The class around it would have type arguments, too.
        (Some(_), None) => None,
        (_, Some((holder, name))) => {
            let made_by = declared::method(world, holder, name, types)?;
            let signature = world.signature_of(made_by)?;
            let fits = |kind: &Generic| matches!(kind, Generic::Class(name, _) if *name == *object.class);
            let wanted = wanted.filter(|wanted| fits(wanted) && !signature.variables.is_empty());
            wanted.cloned().or_else(|| open(&signature.result.filter(fits)?))
        }
    }
}

/// An object of the class is given for that type.
fn by_use(world: &mut World, class: ClassId, wanted: &Generic, meaning: &mut Meaning) {
    let Generic::Class(name, arguments) = wanted else { return };
    let Some(above) = load(world, &name.as_str().into()) else { return };
    let own: Vec<Argument> = match above == class {
        true => variables(world, class)
            .into_iter()
            .map(|variable| Argument::Exactly(Generic::Variable(variable.name)))
            .collect(),
        false => world.arguments_in(class, above).unwrap_or_default(),
    };
    for (own, argument) in own.iter().zip(arguments) {
        if let (Argument::Exactly(Generic::Variable(variable)), Some(kind)) = (own, argument.bound()) {
            meaning.insert(variable.clone(), kind.clone());
        }
    }
}

/// The elements that are put into it, if they are of one class.
fn by_what_it_is_given(world: &mut World, class: ClassId, object: &Object, all: &[Object], meaning: &mut Meaning) {
    let mut found: BTreeMap<String, Vec<Option<Generic>>> = BTreeMap::new();
    for of in uses(world, object) {
        let holder = world.classes[of.method].class;
        for (kind, given) in parameters(world, &of) {
            let Generic::Variable(name) = &kind else { continue };
            let variable = match holder == class {
                true => Some(name.clone()),
                false => variable_below(world, class, holder, name),
            };
            if let Some(variable) = variable.filter(|_| !given.is_null()) {
                found.entry(variable).or_default().push(class_of(world, given, all));
            }
        }
    }
    for (variable, kinds) in found {
        if let (Some(first), false) = (&kinds[0], meaning.contains_key(&variable))
            && kinds.iter().all(|kind| kind.as_ref() == Some(first))
        {
            meaning.insert(variable, first.clone());
        }
    }
}

/// The variable of a class that stands for one of a class above it.
fn variable_below(world: &World, class: ClassId, above: ClassId, name: &str) -> Option<String> {
    let at = world.signature_of_class(above)?.position(name)?;
    match world.arguments_in(class, above)?.into_iter().nth(at)? {
        Argument::Exactly(Generic::Variable(variable)) => Some(variable),
        Argument::Exactly(_) | Argument::Extends(_) | Argument::Super(_) | Argument::Any => None,
    }
}

/// Of a class without type arguments of its own.
fn class_of(world: &mut World, given: &Given, all: &[Object]) -> Option<Generic> {
    let name: ClassName = match given {
        Given::Plain(InputValue::Text(_)) => "java/lang/String".into(),
        Given::Plain(InputValue::Boxed(number)) => format!("java/lang/{}", number.box_name()).as_str().into(),
        Given::Constant { class, .. } => class.clone(),
        Given::Object(at) => all[*at].class.clone(),
        Given::Plain(_) | Given::Class(_) | Given::As(..) => return None,
    };
    let class = load(world, &name).filter(|_| !name.starts_with('['))?;
    variables(world, class).is_empty().then(|| Generic::Class(name.to_string(), Vec::new()))
}

/// What variables stand for that nobody knows: anything.
fn open(kind: &Generic) -> Option<Generic> {
    let Generic::Class(name, arguments) = kind else { return None };
    if arguments.is_empty() {
        return None;
    }
    let told = arguments.iter().map(|argument| match argument.bound() {
        Some(Generic::Variable(_)) | None => Some(Argument::Any),
        Some(bound) => is_closed(bound).then(|| argument.clone()),
    });
    Some(Generic::Class(name.clone(), told.collect::<Option<_>>()?))
}

fn of_result(world: &World, planned: &Planned, receiver: Option<&Generic>) -> Option<Generic> {
    let result = world.signature_of(planned.method)?.result?;
    let method = &world.classes[planned.method];
    let known: Meaning = match receiver {
        Some(Generic::Class(_, arguments)) if method.class == planned.class => {
            let told = variables(world, planned.class).into_iter().zip(arguments);
            told.filter_map(|(variable, argument)| Some((variable.name, argument.bound()?.clone()))).collect()
        }
        Some(_) | None => Meaning::new(),
    };
    let declared = method.result.as_ref()?;
    let is_declared = matches!((&result, declared), (Generic::Class(name, _), Type::Ref(class)) if *name == **class);
    open(&result.with(&|name| known.get(name).cloned().map(Argument::Exactly))).filter(|_| is_declared)
}
