//! Objects as a program makes them, for tests: a symbolic reference has a set of classes until somebody looks into it; then an
//! object of one of them is made by a constructor or a factory, whose arguments are symbolic in turn. So every object
//! of a path has a recipe.

use super::{Contents, Origin, Symbolic, SymbolicObject};
use crate::host::{End, Res, Stop};
use crate::machine::Machine;
use crate::program::{ClassId, MethodId};
use crate::state::{After, State};
use crate::value::{ObjectId, Value};
use bytecode::{Type, access};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use term::Term;

/// How an object was made.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// A constructor or a static method.
    pub maker: MethodId,
    /// References as terms.
    pub arguments: Vec<Value>,
    /// Methods that were called on it before the test, with their arguments.
    pub steps: Vec<(MethodId, Vec<Value>)>,
}

/// A call that an instruction waits for.
#[derive(Clone, Debug)]
pub(super) struct Due {
    method: MethodId,
    arguments: Vec<Value>,
    of: Symbolic,
}

/// Ways to make an object of one class that are tried.
const MAKERS: usize = 6;
/// Methods that are tried to bring an object into another state, and how many are called one after the other.
const MUTATORS: usize = 6;
const STEPS: usize = 2;

impl Machine<'_> {
    /// The classes that the object behind a reference may still have, those that are easily made first.
    pub(super) fn classes_of(&mut self, state: &State, term: Term) -> Rc<[ClassId]> {
        if let Some(left) = state.path.shapes.classes.get(&term) {
            return left.clone();
        }
        let declared = self.world.atlas.reference(term).expect("a symbolic reference").class;
        if let Some(known) = self.world.atlas.makeable.get(&declared) {
            return known.clone();
        }
        let mut all: Vec<(usize, ClassId)> = Vec::new();
        for &class in self.subtypes(declared).iter() {
            let makers = self.makers(class);
            let easiest = makers.iter().map(|&maker| self.world.classes[maker].parameters.len()).min();
            all.extend(easiest.map(|count| (count, class)));
        }
        all.sort_by_key(|&(count, class)| (class != declared, count, class));
        let mut all: Vec<ClassId> = all.into_iter().map(|(_, class)| class).collect();
        let behind = usize::from(all.first() == Some(&declared));
        all.splice(behind..behind, self.given_below(declared));
        let all: Rc<[ClassId]> = all.into();
        self.world.atlas.makeable.insert(declared, all.clone());
        all
    }

    /// Splits the classes of a reference on the stack by what they answer, where none is settled; null is another path.
    pub(crate) fn split_reference<K: PartialEq + Copy>(
        &mut self,
        state: &mut State,
        depth: u32,
        key: impl Fn(&Self, ClassId) -> K,
    ) -> Res<Option<K>> {
        match self.symbolic_reference(state.peek(depth)) {
            Some(term) => self.split_open(state, term, key),
            None => Ok(None),
        }
    }

    pub(crate) fn split_open<K: PartialEq + Copy>(
        &mut self,
        state: &mut State,
        term: Term,
        key: impl Fn(&Self, ClassId) -> K,
    ) -> Res<Option<K>> {
        if !self.world.options.makes {
            return Ok(None);
        }
        let class = self.world.atlas.reference(term).expect("a symbolic reference").class;
        let settled = state.path.shapes.target(term).is_some();
        if settled || self.is_given(class) || self.is_null_reference(state, term)? {
            return Ok(None);
        }
        let classes = self.classes_of(state, term);
        let groups = self.alike(&classes, key);
        let Some((last, others)) = groups.split_last() else { return Ok(None) };
        for (answer, group) in others {
            let mut which = DefaultHasher::new();
            group.hash(&mut which);
            let first = self.world.classes[group[0]].dotted();
            let name = format!("{} is a {first} of group {:x}", self.name_of(term), which.finish());
            if self.choose_freely(state, &name)? {
                Rc::make_mut(&mut state.path.shapes).classes.insert(term, group.as_slice().into());
                return Ok(Some(*answer));
            }
        }
        Rc::make_mut(&mut state.path.shapes).classes.insert(term, last.1.as_slice().into());
        Ok(Some(last.0))
    }

    /// A class for an object that nobody looked into.
    pub fn likely_class(&mut self, state: &State, term: Term) -> Option<ClassId> {
        self.classes_of(state, term).first().copied()
    }

    /// Arrays, texts, boxes, classes and constants of enums are not made by constructors.
    fn is_given(&self, class: ClassId) -> bool {
        self.world.is_array(class)
            || class == self.world.class
            || self.can_be_unknown(class)
            || self.has_constants_only(class)
    }

    pub(super) fn name_of(&self, term: Term) -> String {
        self.world.terms.input_name(self.world.terms.as_input(term).expect("an input")).to_string()
    }

    /// Makes the object behind a reference; the instruction is executed again until that is done.
    pub(super) fn make(&mut self, state: &mut State, term: Term, depth: u32) -> Res<ObjectId> {
        if let Some(&number) = state.path.shapes.making.get(&term) {
            return self.go_on_making(state, term, number);
        }
        let Some(&class) = self.classes_of(state, term).first() else {
            let declared = self.world.atlas.reference(term).expect("a symbolic reference").class;
            return Err(self.cannot_be_made(declared));
        };
        if let Some(given) = self.give(state, term, class, depth)? {
            return Ok(given);
        }
        let maker = self.choose_maker(state, term, class)?;
        self.ensure_initialized(state, self.world.classes[maker].class)?;
        let number = Symbolic(state.path.shapes.objects.len() as u32);
        let mut arguments = self.new_arguments(state, number, maker, &self.symbolic_name(number, class))?;
        let is_constructor = !self.world.classes[maker].is_static();
        let id = if is_constructor { self.new_object(state, class) } else { ObjectId::NULL };
        let recipe = Recipe { maker, arguments: arguments.clone(), steps: Vec::new() };
        let contents = Contents::Made(Rc::new(recipe));
        let object = SymbolicObject { id, class, types: Rc::new([class]), depth, contents };
        let shapes = Rc::make_mut(&mut state.path.shapes);
        shapes.objects.push(object);
        shapes.making.insert(term, number);
        if is_constructor {
            arguments.insert(0, Value::Ref(id));
        }
        Err(self.call_before(state, maker, arguments, number))
    }

    /// Calls more methods on an object that an argument is, on some paths; then the reference is settled.
    fn go_on_making(&mut self, state: &mut State, term: Term, number: Symbolic) -> Res<ObjectId> {
        let object = state.path.shapes.object(number).clone();
        let Contents::Made(recipe) = &object.contents else { unreachable!("an object that is made") };
        let at = recipe.steps.len();
        let ready = format!("{} is ready after {at}", self.name_of(term));
        let mutators = if object.depth == 0 && at < STEPS { self.mutators(object.class) } else { Vec::new() };
        if let Some((last, others)) = mutators.split_last()
            && !self.choose_freely(state, &ready)?
        {
            let mut mutator = *last;
            for &other in others {
                let name = format!("{ready} and {}", other.0);
                if self.choose_freely(state, &name)? {
                    mutator = other;
                    break;
                }
            }
            let name =
                format!("{} {at} {}", self.symbolic_name(number, object.class), self.world.classes[mutator].name);
            let arguments = self.new_arguments(state, number, mutator, &name)?;
            let step = (mutator, arguments.clone());
            let recipe = Recipe { steps: recipe.steps.iter().cloned().chain([step]).collect(), ..(**recipe).clone() };
            let objects = &mut Rc::make_mut(&mut state.path.shapes).objects;
            objects[number.0 as usize].contents = Contents::Made(Rc::new(recipe));
            let all: Vec<Value> = [Value::Ref(object.id)].into_iter().chain(arguments).collect();
            return Err(self.call_before(state, mutator, all, number));
        }
        Rc::make_mut(&mut state.path.shapes).making.remove(&term);
        self.bind_reference(state, term, object.id);
        Ok(object.id)
    }

    fn new_arguments(&mut self, state: &mut State, of: Symbolic, method: MethodId, name: &str) -> Res<Vec<Value>> {
        let parameters = self.world.classes[method].parameters.clone();
        let mut arguments = Vec::new();
        for (at, parameter) in parameters.iter().enumerate() {
            // Of another method it may be of another class.
            let name = format!("{name}.{at} of {}", method.0);
            arguments.push(match parameter {
                Type::Prim(prim) => self.fresh_number(*prim, &name).1,
                Type::Ref(declared) => {
                    let declared = self.class_named(state, self.world.classes[method].class, declared)?;
                    Value::Sym(self.new_reference(&name, declared, Origin::Part(of), true))
                }
            });
        }
        Ok(arguments)
    }

    /// Has a method called before the test begins, once the instruction at hand has given back what it took from the stack (`Machine::begin_making`).
    fn call_before(&mut self, state: &mut State, method: MethodId, arguments: Vec<Value>, of: Symbolic) -> Stop {
        Rc::make_mut(&mut state.path.shapes).due = Some(Due { method, arguments, of });
        Stop::Again
    }

    /// Begins what an instruction must wait for; it is executed again afterwards.
    pub(crate) fn begin_making(&mut self, state: &mut State) -> Res<()> {
        if state.path.shapes.due.is_none() {
            return Ok(());
        }
        let due = Rc::make_mut(&mut state.path.shapes).due.take();
        let Due { method, arguments, of } = due.expect("looked at above");
        match self.enter(state, method, &arguments, After::Made(of)) {
            // A model of ours was enough.
            Ok(Some(result)) => self.made(state, of, result),
            Ok(None) => Ok(()),
            // No test can make it so.
            Err(Stop::Throw(_)) => Err(Stop::End(End::Assumed)),
            Err(stop) => Err(stop),
        }
    }

    /// A constructor, a factory or a step has ended.
    pub(crate) fn made(&mut self, state: &mut State, number: Symbolic, result: Option<Value>) -> Res<()> {
        if !state.path.shapes.object(number).id.is_null() {
            return Ok(());
        }
        let id = match result {
            Some(Value::Ref(id)) if !id.is_null() => id,
            Some(Value::Ref(_)) => return Err(Stop::End(End::Assumed)),
            Some(_) | None => return Err(End::stopped("a factory answered an unknown object")),
        };
        let class = self.class_of(state, id);
        let object = &mut Rc::make_mut(&mut state.path.shapes).objects[number.0 as usize];
        (object.id, object.class, object.types) = (id, class, Rc::new([class]));
        Ok(())
    }

    /// Public methods that look as if they change the object.
    fn mutators(&self, class: ClassId) -> Vec<MethodId> {
        let classes = &self.world.classes;
        let changes = |&method: &MethodId| {
            let m = &classes[method];
            let asks = ["get", "is", "has", "contains", "equals", "compare", "index", "find", "peek", "wait", "run"];
            let is_question = asks.iter().any(|word| m.name.starts_with(word));
            let is_called = m.access & access::PUBLIC != 0 && m.access & access::SYNTHETIC == 0 && !m.is_static();
            is_called
                && !m.is_abstract()
                && !m.name.starts_with('<')
                && !is_question
                && (m.result.is_none() || !m.parameters.is_empty())
        };
        let mut all: Vec<MethodId> = classes[class].methods.iter().copied().filter(changes).collect();
        all.sort_by_key(|&method| (classes[method].parameters.is_empty(), classes[method].parameters.len(), method));
        all.truncate(MUTATORS);
        all
    }

    fn cannot_be_made(&self, class: ClassId) -> Stop {
        let name = self.world.classes[class].dotted();
        End::stopped(format!("no constructor that a test can call makes an object of type {name}"))
    }

    /// Both answers are paths of their own.
    fn choose_freely(&mut self, state: &mut State, name: &str) -> Res<bool> {
        let choice = self.new_choice(name);
        self.decide(state, choice)
    }

    fn choose_maker(&mut self, state: &mut State, term: Term, class: ClassId) -> Res<MethodId> {
        let makers = self.makers(class);
        let Some((last, others)) = makers.split_last() else {
            return Err(self.cannot_be_made(class));
        };
        for (at, &maker) in others.iter().enumerate() {
            let name = format!("{} is made by {} {at}", self.name_of(term), self.world.classes[class].dotted());
            if self.choose_freely(state, &name)? {
                return Ok(maker);
            }
        }
        Ok(*last)
    }

    /// Constructors that a test can call, those with few parameters first; where there are none, static methods that answer such an object.
    pub fn makers(&mut self, class: ClassId) -> Rc<[MethodId]> {
        if let Some(makers) = self.world.atlas.makers.get(&class) {
            return makers.clone();
        }
        let classes = &self.world.classes;
        let of_test = |class: ClassId| classes[class].package() == &*self.world.atlas.package;
        let within = |flags: u16| flags & access::PUBLIC != 0 || flags & access::PRIVATE == 0 && of_test(class);
        let file = classes[class].file.as_ref();
        let mut makers: Vec<MethodId> = Vec::new();
        if file.and_then(|file| file.visibility()).is_some_and(within) {
            let declared = |constructor: bool| {
                let fits = move |&method: &MethodId| {
                    let m = &classes[method];
                    let factory =
                        m.is_static() && m.result.as_ref().is_some_and(|result| is_type(result, &classes[class].name));
                    within(m.access)
                        && m.access & access::SYNTHETIC == 0
                        && if constructor { &*m.name == "<init>" } else { factory }
                };
                classes[class].methods.iter().copied().filter(fits)
            };
            if classes[class].access & access::ABSTRACT == 0 && !file.is_some_and(|file| file.is_inner()) {
                makers.extend(declared(true));
            }
            if makers.is_empty() {
                makers.extend(declared(false));
            }
        }
        makers.sort_by_key(|&method| (classes[method].parameters.len(), method));
        makers.truncate(MAKERS);
        let makers: Rc<[MethodId]> = makers.into();
        self.world.atlas.makers.insert(class, makers.clone());
        makers
    }
}

fn is_type(kind: &Type, name: &str) -> bool {
    matches!(kind, Type::Ref(class) if &**class == name)
}
