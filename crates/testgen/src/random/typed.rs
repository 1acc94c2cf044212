//! Types with their type arguments: the elements of a `List<Part>` are parts, and a list of anything else is of no use to who reads it.

use bytecode::synth::stub::StubMethod;
use bytecode::{Argument, Generic, TypeVariable};
use machine::program::Loader;
use machine::{ClassId, MethodId, World};
use std::collections::HashMap;
use std::rc::Rc;

/// Type arguments inside of type arguments.
const DEPTH: u32 = 3;

/// A class and what its type variables stand for, as far as anybody says; nothing of all of them if nobody does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Typed {
    pub class: ClassId,
    /// Of an array those of its elements.
    arguments: Rc<[Option<Typed>]>,
}

/// What type variables stand for.
pub type Meaning = HashMap<String, Typed>;

impl Typed {
    pub fn raw(class: ClassId) -> Typed {
        Typed { class, arguments: Rc::new([]) }
    }

    /// The same type arguments: of the elements of an array, of what implements a class for tests.
    pub fn same_of(&self, class: ClassId) -> Typed {
        Typed { class, arguments: self.arguments.clone() }
    }

    /// A class below this one. `None` if its objects are none of these.
    pub fn below(&self, world: &mut World, class: ClassId) -> Option<Typed> {
        if self.arguments.is_empty() || class == self.class {
            return Some(self.same_of(class));
        }
        let Some(arguments) = world.arguments_in(class, self.class) else { return Some(Typed::raw(class)) };
        let mut meaning = Meaning::new();
        for (argument, wanted) in arguments.iter().zip(self.arguments.iter()) {
            if let (Some(kind), Some(wanted)) = (argument.bound(), wanted)
                && !agree(world, class, kind, wanted, &mut meaning)
            {
                return None;
            }
        }
        let variables = variables(world, class);
        Some(Typed::with(class, variables.iter().map(|variable| meaning.get(&variable.name).cloned()).collect()))
    }

    fn with(class: ClassId, arguments: Vec<Option<Typed>>) -> Typed {
        let is_known = arguments.iter().any(Option::is_some);
        Typed { class, arguments: if is_known { arguments.into() } else { Rc::new([]) } }
    }

    /// What the variables of a method stand for, and those of the class that has it, in an object of this type.
    pub fn meaning_in(&self, world: &mut World, method: MethodId) -> Meaning {
        let holder = world.classes[method].class;
        let mut meaning = self.own_meaning(world, holder);
        let above = if holder == self.class { None } else { world.arguments_in(self.class, holder) };
        if let Some(above) = above {
            let own = self.own_meaning(world, self.class);
            for (variable, argument) in variables(world, holder).iter().zip(&above) {
                let kind = argument.bound().and_then(|kind| typed(world, self.class, kind, &own));
                meaning.extend(kind.map(|kind| (variable.name.clone(), kind)));
            }
        }
        let signature = world.signature_of(method);
        bounds(world, holder, &signature.map_or(Vec::new(), |signature| signature.variables), &mut meaning);
        meaning
    }

    /// Of the class itself by the type arguments; of all others by their bounds.
    fn own_meaning(&self, world: &mut World, class: ClassId) -> Meaning {
        let (variables, mut meaning) = (variables(world, class), Meaning::new());
        if class == self.class {
            let known = variables.iter().zip(self.arguments.iter());
            meaning.extend(known.filter_map(|(variable, kind)| Some((variable.name.clone(), kind.clone()?))));
        }
        bounds(world, class, &variables, &mut meaning);
        meaning
    }

    /// What the methods of such an object answer which have no code, but for those that answer nothing.
    pub fn answers(&self, world: &mut World) -> Vec<Option<Typed>> {
        let methods = world.without_code(self.class).into_iter();
        let answering = methods.filter(|method| !method.descriptor.ends_with(")V"));
        answering.map(|method| self.answer(world, &method)).collect()
    }

    fn answer(&self, world: &mut World, method: &StubMethod) -> Option<Typed> {
        let declared = world.declaration(self.class, method)?;
        let holder = world.classes[declared].class;
        let result = world.signature_of(declared)?.result?;
        let meaning = self.meaning_in(world, declared);
        typed(world, holder, &result, &meaning)
    }

    /// What the variables of a method stand for that answers such an object, and an object that has the method.
    pub fn meaning_of_maker(&self, world: &mut World, maker: MethodId) -> (Meaning, Typed) {
        let m = &world.classes[maker];
        let (holder, is_constructor) = (m.class, &*m.name == "<init>");
        if is_constructor {
            return (self.meaning_in(world, maker), self.clone());
        }
        let mut meaning = Meaning::new();
        let Some(signature) = world.signature_of(maker) else { return (meaning, Typed::raw(holder)) };
        if let Some(result) = &signature.result {
            agree(world, holder, result, self, &mut meaning);
        }
        let variables = variables(world, holder);
        let of = Typed::with(holder, variables.iter().map(|variable| meaning.get(&variable.name).cloned()).collect());
        bounds(world, holder, &variables, &mut meaning);
        bounds(world, holder, &signature.variables, &mut meaning);
        (meaning, of)
    }
}

fn variables(world: &World, class: ClassId) -> Vec<TypeVariable> {
    world.signature_of_class(class).map_or(Vec::new(), |signature| signature.variables)
}

/// Those that nothing is known of are what they are bounded by; where objects are compared with each other, texts.
fn bounds(world: &mut World, holder: ClassId, variables: &[TypeVariable], meaning: &mut Meaning) {
    for variable in variables {
        if meaning.contains_key(&variable.name) {
            continue;
        }
        let bound = match &variable.bound {
            Generic::Class(name, _) if name == "java/lang/Object" => None,
            Generic::Class(name, _) if name == "java/lang/Comparable" => Some(Typed::raw(world.string)),
            bound => typed(world, holder, bound, meaning),
        };
        meaning.extend(bound.map(|bound| (variable.name.clone(), bound)));
    }
}

/// The types of the parameters of a method, where its signature says more than its descriptor.
pub fn parameters(world: &mut World, method: MethodId, meaning: &Meaning) -> Vec<Option<Typed>> {
    let holder = world.classes[method].class;
    match world.signature_of(method) {
        Some(signature) => signature.parameters.iter().map(|kind| typed(world, holder, kind, meaning)).collect(),
        None => vec![None; world.classes[method].parameters.len()],
    }
}

/// As the class that says so means it.
fn typed(world: &mut World, holder: ClassId, kind: &Generic, meaning: &Meaning) -> Option<Typed> {
    typed_to(world, world.classes[holder].loader, kind, meaning, DEPTH)
}

fn typed_to(world: &mut World, loader: Loader, kind: &Generic, meaning: &Meaning, depth: u32) -> Option<Typed> {
    match kind {
        Generic::Prim(_) => None,
        Generic::Variable(name) => meaning.get(name).cloned(),
        Generic::Class(name, arguments) => {
            let class = world.load(loader, &name.as_str().into()).ok().flatten()?;
            let depth = depth.checked_sub(1)?;
            let arguments = arguments.iter().map(Argument::bound);
            let arguments =
                arguments.map(|kind| kind.and_then(|kind| typed_to(world, loader, kind, meaning, depth))).collect();
            Some(Typed::with(class, arguments))
        }
        Generic::Array(component) => {
            let component = typed_to(world, loader, component, meaning, depth)?;
            let name = format!("[{}", world.descriptor(component.class));
            let class = world.load(loader, &name.as_str().into()).ok().flatten()?;
            Some(Typed { class, arguments: component.arguments })
        }
    }
}

/// Whether a type as a class says it can be another one, with what its variables stand for then.
fn agree(world: &mut World, holder: ClassId, kind: &Generic, wanted: &Typed, meaning: &mut Meaning) -> bool {
    match kind {
        Generic::Variable(name) => {
            meaning.insert(name.clone(), wanted.clone());
            true
        }
        Generic::Class(name, arguments) => {
            let loader = world.classes[holder].loader;
            let Some(class) = world.load(loader, &name.as_str().into()).ok().flatten() else { return true };
            if class == wanted.class {
                for (argument, wanted) in arguments.iter().zip(wanted.arguments.iter()) {
                    if let (Some(kind), Some(wanted)) = (argument.bound(), wanted)
                        && !agree(world, holder, kind, wanted, meaning)
                    {
                        return false;
                    }
                }
            }
            world.classes.is_subclass(class, wanted.class)
        }
        Generic::Array(_) | Generic::Prim(_) => true,
    }
}
