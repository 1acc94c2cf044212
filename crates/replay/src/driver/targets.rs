//! What `jacana check` is asked to check: the methods that the user's words mean, and how they are driven.

use super::contracted;
use super::lookup::{Wanted, find_class, find_method, methods_named};
use super::prepare::Prepared;
use super::{Planned, plan};
use bytecode::synth::check::INVARIANTS;
use bytecode::{DottedName, access};
use contracts::PREFIX;
use machine::{ClassId, MethodId, World};

/// Which methods of a class are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those that the class declares for everybody.
    Public,
    /// Those that a test in the package of the class can call, and inherited ones.
    Tests,
}

/// The methods that the words of the user mean; `names` are the classes of the class path.
pub fn find(
    world: &mut World,
    names: &[DottedName],
    contracts: Option<&Prepared>,
    targets: &[String],
    scope: Scope,
) -> Result<Vec<Planned>, String> {
    let mut planned: Vec<Planned> = Vec::new();
    for target in targets {
        for (class, method) in methods(world, target, names, scope)? {
            if planned.iter().all(|known| known.method != method || known.class != class) {
                let mut plan = plan(world, class, method).map_err(|why| why.to_string())?;
                if let Some(prepared) = contracts {
                    contracted::apply(world, &mut plan, prepared);
                }
                contracted::unread(world, &mut plan, contracts);
                planned.push(plan);
            }
        }
    }
    if planned.is_empty() {
        return Err(format!("nothing to check: no public method with code in {}", targets.join(", ")));
    }
    Ok(planned)
}

pub fn methods(
    world: &mut World,
    target: &str,
    names: &[DottedName],
    scope: Scope,
) -> Result<Vec<(ClassId, MethodId)>, String> {
    let of_class = |world: &World, class: ClassId| match scope {
        Scope::Public => public_methods(world, class),
        Scope::Tests => tested_methods(world, class),
    };
    let known = || names.to_vec();
    if let Some(package) = target.strip_suffix(".*") {
        let inside: Vec<&DottedName> = names.iter().filter(|name| name.package() == package).collect();
        if inside.is_empty() {
            return Err(format!("no classes in package {package} on the class path (see -cp)"));
        }
        let mut found = Vec::new();
        for name in inside {
            let class = find_class(world, name, &known)?;
            found.extend(of_class(world, class).into_iter().map(|method| (class, method)));
        }
        return Ok(found);
    }
    if !target.contains('(') && find_class(world, target, &Vec::new).is_ok() {
        let class = find_class(world, target, &known)?;
        return Ok(of_class(world, class).into_iter().map(|method| (class, method)).collect());
    }
    let wanted = Wanted::parse(target)?;
    let Some(name) = &wanted.class else {
        return Err(format!("no such class: {target} (is the class path right? see -cp)"));
    };
    if !target.contains('(') && find_class(world, name, &Vec::new).is_err() {
        // A class was meant, as likely as not.
        find_class(world, target, &known)?;
    }
    let class = find_class(world, name, &known)?;
    if wanted.types.is_none() && wanted.descriptor.is_none() {
        // Overloads that others can call; what is private is meant only where nothing else is.
        let named = methods_named(world, class, &wanted)?;
        let is_public = |&method: &MethodId| world.classes[method].access & access::PUBLIC != 0;
        let public: Vec<(ClassId, MethodId)> =
            named.into_iter().filter(is_public).map(|method| (class, method)).collect();
        if !public.is_empty() {
            return Ok(public);
        }
    }
    Ok(vec![(class, find_method(world, class, &wanted)?)])
}

/// Methods and constructors that a user of the class can call, but for its invariants.
pub fn public_methods(world: &World, class: ClassId) -> Vec<MethodId> {
    let abstract_class = world.classes[class].access & access::ABSTRACT != 0;
    // What Scala adds for each default value of a parameter, and for each primitive type of a type parameter.
    let is_added = |name: &str| name.contains("$default$") || name.contains("$mc") && name.ends_with("$sp");
    let is_checked = |&method: &MethodId| {
        let m = &world.classes[method];
        let is_constructor = *m.name == *"<init>";
        let named = !m.name.starts_with('<') && !m.name.starts_with(PREFIX) || is_constructor && !abstract_class;
        let wanted = m.access & access::PUBLIC != 0 && m.access & access::SYNTHETIC == 0;
        let invariant = INVARIANTS.contains(&&*m.name) || world.marked_invariant(class) == Some(method);
        named && wanted && !is_added(&m.name) && !m.is_abstract() && !m.is_native() && !invariant
    };
    world.classes[class].methods.iter().copied().filter(is_checked).collect()
}

/// Public methods first, then inherited ones, then what only the package of the class may call. Of closed packages only what is public: no test lies there.
pub fn tested_methods(world: &World, class: ClassId) -> Vec<MethodId> {
    let classes = &world.classes;
    let (library, closed) = (classes[class].is_jdk(), world.is_closed(class));
    let visible = classes[class].file.as_ref().and_then(|file| file.visibility()).unwrap_or(0);
    if classes[class].is_interface() || visible & access::PRIVATE != 0 || closed && visible & access::PUBLIC == 0 {
        return Vec::new();
    }
    let mut found = public_methods(world, class);
    // A method that the compiler adds because another class is hidden is not written anywhere: the hidden one is meant.
    let is_known = |found: &[MethodId], method: MethodId| {
        let same = |&known: &MethodId| {
            (&classes[known].name, &classes[known].parameters) == (&classes[method].name, &classes[method].parameters)
        };
        let mut written = classes[class].methods.iter().filter(|&&own| classes[own].access & access::SYNTHETIC == 0);
        found.iter().any(same) || written.any(same)
    };
    let above = classes[class].chain.iter().rev().skip(1).copied();
    // Of the JDK only what belongs to the package.
    let belongs = |other: ClassId| !library || classes[other].package() == classes[class].package();
    let above = above.filter(|&other| classes[other].is_jdk() == library && other != world.object && belongs(other));
    for other in above.chain(classes[class].all_interfaces.iter().copied().filter(|&other| !classes[other].is_jdk())) {
        let inherited = public_methods(world, other).into_iter();
        let inherited = inherited.filter(|&method| !classes[method].is_static() && &*classes[method].name != "<init>");
        for method in inherited {
            if !is_known(&found, method) {
                found.push(method);
            }
        }
    }
    if !closed {
        let is_internal = |&method: &MethodId| {
            let m = &classes[method];
            m.access & (access::PUBLIC | access::PRIVATE | access::SYNTHETIC) == 0
                && (!m.name.starts_with('<') || &*m.name == "<init>" && classes[class].access & access::ABSTRACT == 0)
                && !m.is_abstract()
                && !m.is_native()
        };
        found.extend(classes[class].methods.iter().copied().filter(is_internal));
    }
    found
}
