//! What `jacana check` is asked to check: the methods that the user's words mean, and how they are driven.

use crate::contracted;
use crate::entry::{self, Wanted, find_class, find_method};
use crate::launch::Opened;
use anyhow::{Result, bail};
use bytecode::synth::check::{Called, Checked, INVARIANTS, Parameter};
use bytecode::writer::Owner;
use bytecode::{ClassFile, Constant, Prim, Type, access};
use contracts::PREFIX;
use machine::{ClassId, Loader, MethodId, World};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A method to check.
pub struct Planned {
    pub class: ClassId,
    pub method: MethodId,
    /// `Class.method(int,Node)`
    pub shown: String,
    pub checked: Checked,
    /// Exceptions that the method declares.
    pub declared: Vec<ClassId>,
    /// What of its contract is not understood.
    pub problems: Vec<String>,
    /// Names that only code of ours mentions.
    pub unmentioned: &'static [&'static str],
    /// Whether anybody may call it.
    pub is_public: bool,
}

/// Which methods of a class are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those that the class declares for everybody.
    Public,
    /// Those that a test in the package of the class can call, and inherited ones.
    Tests,
}

pub fn find(opened: &mut Opened, targets: &[String], globals: bool, scope: Scope) -> Result<Vec<Planned>> {
    let names = opened.user_classes();
    let (world, contracts) = (&mut opened.world, opened.contracts.as_ref());
    let mut planned: Vec<Planned> = Vec::new();
    for target in targets {
        for (class, method) in methods(world, target, &names, scope)? {
            if planned.iter().all(|known| known.method != method || known.class != class) {
                let mut plan = plan(world, class, method)?;
                plan.checked.globals = globals;
                if let Some(prepared) = contracts {
                    contracted::apply(world, &mut plan, prepared);
                }
                contracted::unread(world, &mut plan, contracts);
                planned.push(plan);
            }
        }
    }
    if planned.is_empty() {
        bail!("nothing to check: no public method with code in {}", targets.join(", "));
    }
    Ok(planned)
}

pub fn methods(world: &mut World, target: &str, names: &[String], scope: Scope) -> Result<Vec<(ClassId, MethodId)>> {
    let of_class = |world: &World, class: ClassId| match scope {
        Scope::Public => public_methods(world, class),
        Scope::Tests => tested_methods(world, class),
    };
    let known = || names.to_vec();
    if let Some(package) = target.strip_suffix(".*") {
        let inside: Vec<&String> =
            names.iter().filter(|name| name.rsplit_once('.').is_some_and(|(of, _)| of == package)).collect();
        if inside.is_empty() {
            bail!("no classes in package {package} on the class path (see -cp)");
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
    let Some(name) = &wanted.class else { bail!("no such class: {target} (is the class path right? see -cp)") };
    if !target.contains('(') && find_class(world, name, &Vec::new).is_err() {
        // A class was meant, as likely as not.
        find_class(world, target, &known)?;
    }
    let class = find_class(world, name, &known)?;
    if wanted.types.is_none() {
        // Overloads that others can call; what is private is meant only where nothing else is.
        let named = entry::methods_named(world, class, &wanted)?;
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
    let is_checked = |&method: &MethodId| {
        let m = &world.classes[method];
        let is_constructor = *m.name == *"<init>";
        let named = !m.name.starts_with('<') && !m.name.starts_with(PREFIX) || is_constructor && !abstract_class;
        let wanted = m.access & access::PUBLIC != 0 && m.access & access::SYNTHETIC == 0;
        let invariant = INVARIANTS.contains(&&*m.name) || world.marked_invariant(class) == Some(method);
        named && wanted && !m.is_abstract() && !m.is_native() && !invariant
    };
    world.classes[class].methods.iter().copied().filter(is_checked).collect()
}

/// Public methods first, then inherited ones, then what only the package of the class may call. Of the JDK only what is public: no test lies in its packages.
pub fn tested_methods(world: &World, class: ClassId) -> Vec<MethodId> {
    let classes = &world.classes;
    let library = classes[class].is_jdk();
    let visible = classes[class].file.as_ref().and_then(|file| file.visibility()).unwrap_or(0);
    if classes[class].is_interface() || visible & access::PRIVATE != 0 || library && visible & access::PUBLIC == 0 {
        return Vec::new();
    }
    let mut found = public_methods(world, class);
    let is_known = |found: &[MethodId], method: MethodId| {
        let same = |&known: &MethodId| {
            (&classes[known].name, &classes[known].descriptor) == (&classes[method].name, &classes[method].descriptor)
        };
        found.iter().any(same) || classes[class].methods.iter().any(same)
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
    if !library {
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

fn plan(world: &mut World, class: ClassId, method: MethodId) -> Result<Planned> {
    let (c, m) = (&world.classes[class], &world.classes[method]);
    let shown = format!("{}.{}", c.dotted(), entry::signature(world, method).trim_matches('`'));
    if let Some(marked) = world.marked_invariant(class).map(|marked| &world.classes[marked])
        && (marked.is_static() || *marked.descriptor != *"()Z")
    {
        bail!("invariant {}.{} must return boolean, have no parameters and not be static", c.dotted(), marked.name);
    }
    if m.is_abstract() {
        bail!("method {shown} is abstract: name a class that implements it");
    }
    if m.is_native() {
        bail!("method {shown} is native: there is no bytecode to check");
    }
    let is_public = m.access & access::PUBLIC != 0;
    let kind = match &*m.name {
        "<init>" => Called::Constructor,
        _ if m.is_static() => Called::Static,
        _ => Called::Instance,
    };
    let declaring = if kind == Called::Instance { class } else { m.class };
    let owner = if world.classes[declaring].is_interface() { Owner::Interface } else { Owner::Class };
    let (name, descriptor, types) = (m.name.to_string(), m.descriptor.to_string(), m.parameters.clone());
    let names = entry::parameter_names(world, method);
    let loader = world.classes[class].loader;
    let parameters = names.into_iter().zip(&types).map(|(name, kind)| {
        let invariant = is_public && has_invariant(world, loader, kind);
        Parameter { name, invariant }
    });
    let parameters = parameters.collect();
    let class_name = world.classes[declaring].name.to_string();
    let invariant = is_public && is_described(world, class);
    let checked = Checked {
        class: class_name,
        owner,
        name,
        descriptor,
        kind,
        parameters,
        invariant,
        globals: false,
        contract: false,
    };
    let declared = declared(world, class, method);
    Ok(Planned { class, method, shown, checked, declared, problems: Vec::new(), unmentioned: &[], is_public })
}

fn has_invariant(world: &mut World, loader: Loader, kind: &Type) -> bool {
    match kind {
        Type::Prim(_) => false,
        Type::Ref(name) => {
            matches!(world.load(loader, name), Ok(Some(class)) if is_described(world, class))
        }
    }
}

/// Whether something must be true of its objects, even if nobody can ask for it.
fn is_described(world: &World, class: ClassId) -> bool {
    world.invariant_of(class).is_some() || world.unread_invariant(class).is_some()
}

/// Classes of the JDK count for variables of more general classes if the class or its invariant speak of them, or a class of the program of
/// which those speak, and so on.
pub fn know_mentioned(world: &mut World, planned: &Planned) {
    let mut speaking = vec![planned.class];
    speaking.extend(world.invariant_of(planned.class).map(|method| world.classes[method].class));
    let loader = world.classes[planned.class].loader;
    let mut names: BTreeSet<Rc<str>> = BTreeSet::new();
    while let Some(class) = speaking.pop() {
        let Some(file) = world.classes[class].file.clone().filter(|_| !world.classes[class].is_jdk()) else { continue };
        for name in mentions(&file) {
            if planned.unmentioned.iter().any(|ours| name.starts_with(ours)) {
                continue;
            }
            // The input API is not the program's.
            if !names.insert(name.clone()) || name.starts_with("java/") || name.starts_with("jacana/") {
                continue;
            }
            if let Ok(Some(other)) = world.load(loader, &name)
                && !world.classes[other].is_jdk()
            {
                speaking.push(other);
            }
        }
    }
    if let Some(file) = world.classes[planned.class].file.clone() {
        for array in arrays(&file) {
            if let Ok(Some(class)) = world.load(loader, &array) {
                world.atlas.arrays.push(class);
            }
        }
    }
    for name in names.iter().filter(|name| !name.starts_with('[') && name.starts_with("java/")) {
        let Ok(class) = world.jdk_class(name) else { continue };
        if **name == *"java/lang/String" || Prim::from_wrapper(name).is_some() {
            world.atlas.values.push(class);
        } else if world.classes[class].access & (access::ABSTRACT | access::INTERFACE) == 0 {
            world.atlas.mentioned.push(class);
        }
    }
}

/// Whether a class is another one or lies inside of it, by their names.
pub fn is_inside(outer: &str, name: &str) -> bool {
    name.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

/// The classes that a class names, arrays by their elements.
pub fn mentions(file: &ClassFile) -> Vec<Rc<str>> {
    let class = |constant: &Constant| match constant {
        Constant::Class(name) if name.starts_with('[') => {
            let element = name.trim_start_matches('[').strip_prefix('L')?;
            Some(element.trim_end_matches(';').into())
        }
        Constant::Class(name) => Some(name.clone()),
        _ => None,
    };
    file.pool.entries.iter().filter_map(class).collect()
}

/// The classes of arrays that a class names.
fn arrays(file: &ClassFile) -> BTreeSet<Rc<str>> {
    let array = |constant: &Constant| match constant {
        Constant::Class(name) if name.starts_with('[') => Some(name.clone()),
        _ => None,
    };
    file.pool.entries.iter().filter_map(array).collect()
}

fn declared(world: &mut World, class: ClassId, method: MethodId) -> Vec<ClassId> {
    let m = &world.classes[method];
    let file = world.classes[m.class].file.clone();
    let names = file.map(|file| file.methods[m.index as usize].exceptions.clone()).unwrap_or_default();
    let loader = world.classes[class].loader;
    names.iter().filter_map(|name| world.load(loader, name).ok().flatten()).collect()
}
