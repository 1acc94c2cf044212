//! Objects as a program makes them, for tests: a symbolic reference has a set of classes until somebody looks into it; then an
//! object of one of them is made by a constructor or a factory, whose arguments are symbolic in turn. So every object
//! of a path has a recipe.

use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::reason::{Gap, Reason};
use crate::state::shapes::{Contents, Due, Recipe, Symbolic, SymbolicObject};
use crate::state::{After, State};
use crate::world::atlas::Origin;
use crate::world::making::Maker;
use crate::world::{End, Machine, Res, Stop};
use bytecode::{ClassName, Type};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use term::Term;

/// Methods that are called one after the other to bring an object into another state.
const STEPS: usize = 2;
/// The rank of classes that need an object of their own kind.
const LAST: u32 = 10;
/// References from an argument behind which nothing is chosen any more: what needs least is taken.
const SIMPLE: u32 = 2;

impl Machine<'_> {
    /// The classes that the object behind a reference may still have, those that are easily made first.
    pub(super) fn classes_of(&mut self, state: &State, term: Term) -> Rc<[ClassId]> {
        if let Some(left) = state.path.shapes.classes.get(&term) {
            return left.clone();
        }
        let declared = self.world.atlas.reference(term).expect("a symbolic reference").class;
        self.makeable(declared)
    }

    /// The classes behind a variable of a class of which objects can be made, those that are easily made first.
    pub fn makeable(&mut self, declared: ClassId) -> Rc<[ClassId]> {
        if let Some(known) = self.world.atlas.making.makeable.get(&declared) {
            return known.clone();
        }
        let mut all: Vec<(u32, u32, ClassId)> = Vec::new();
        for class in self.possible_classes(declared) {
            let rank = self.rank(class, declared);
            if self.is_given(class) {
                // Of an enum only what a test can name.
                if !self.has_constants_only(class) || self.is_visible(self.enum_of(class)) {
                    all.push((rank, 1, class));
                }
                continue;
            }
            if let Some(cost) = self.cost(class) {
                all.push((rank, cost, class));
            } else if !self.makers(class).is_empty() {
                all.push((rank + LAST, u32::MAX, class));
            }
        }
        // What a method answers may be nothing.
        if all.iter().all(|&(_, _, class)| class == declared) {
            all.extend(self.implementation(declared).map(|class| (LAST, 0, class)));
        }
        all.sort();
        all.dedup();
        let all: Rc<[ClassId]> = all.into_iter().map(|(_, _, class)| class).collect();
        self.world.atlas.making.makeable.insert(declared, all.clone());
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
        let mut groups = self.alike(&classes, key);
        let origin = self.world.atlas.reference(term).expect("a symbolic reference").origin;
        if self.depth_of(state, origin) > SIMPLE {
            groups.truncate(1);
        }
        let Some((last, others)) = groups.split_last() else { return Ok(None) };
        for (answer, group) in others {
            let mut which = DefaultHasher::new();
            group.hash(&mut which);
            let first = self.world.classes[group[0]].dotted();
            let name = format!("{} is no {first} of group {:x}", self.name_of(term), which.finish());
            if !self.choose_freely(state, &name)? {
                Rc::make_mut(&mut state.path.shapes).classes.insert(term, group.as_slice().into());
                return Ok(Some(*answer));
            }
        }
        Rc::make_mut(&mut state.path.shapes).classes.insert(term, last.1.as_slice().into());
        Ok(Some(last.0))
    }

    /// A class for an object that nobody looked into.
    pub fn likely_class(&mut self, state: &State, term: Term) -> Option<ClassId> {
        let classes = self.classes_of(state, term);
        let made = classes.iter().copied().find(|&class| !self.is_given(class));
        let is_easy = made.is_some_and(|class| self.is_easy(class));
        // To make it may fail; a text is there.
        let text =
            classes.iter().copied().find(|&class| !is_easy && &*self.world.classes[class].name == "java/lang/String");
        text.or(made).or(classes.first().copied())
    }

    /// The classes that a reference may still have, where somebody asked.
    pub fn left_classes(&self, state: &State, term: Term) -> Option<Rc<[ClassId]>> {
        state.path.shapes.classes.get(&term).cloned()
    }

    /// Arrays, texts, boxes, classes and their members, and constants of enums are not made by constructors.
    pub(super) fn is_given(&self, class: ClassId) -> bool {
        self.world.is_array(class)
            || class == self.world.class
            || self.can_be_unknown(class)
            || self.has_constants_only(class)
            || self.is_member(class)
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
        if self.is_member(class) {
            return Err(self.make_member(state, term, class, depth));
        }
        if let Some(given) = self.give(state, term, class, depth)? {
            return Ok(given);
        }
        let chosen = match depth > SIMPLE {
            true => self.simplest(class).ok_or_else(|| self.cannot_be_made(class))?,
            false => self.choose_maker(state, term, class)?,
        };
        let maker = match chosen {
            Maker::Method(maker) => maker,
            Maker::Constant(holder, slot) => return self.held_by_field(state, term, holder, slot),
        };
        self.ensure_initialized(state, self.world.classes[maker].class)?;
        let other = if self.needs_object(maker) { Some(self.other_object(state, term, maker)?) } else { None };
        let number = Symbolic(state.path.shapes.objects.len() as u32);
        let mut arguments = self.new_arguments(state, number, maker, &self.symbolic_name(number, class))?;
        let is_constructor = &*self.world.classes[maker].name == "<init>";
        let id = if is_constructor { self.new_object(state, class) } else { ObjectId::NULL };
        let values = other.iter().map(|&(term, _)| Value::Sym(term)).chain(arguments.iter().copied()).collect();
        let cast = self.cast_of(maker, class);
        let recipe = Recipe { maker, arguments: values, steps: Vec::new(), member: None, cast };
        let contents = Contents::Made(Rc::new(recipe));
        let object = SymbolicObject { id, class, types: Rc::new([class]), depth, contents };
        let shapes = Rc::make_mut(&mut state.path.shapes);
        shapes.objects.push(object);
        shapes.making.insert(term, number);
        if is_constructor {
            arguments.insert(0, Value::Ref(id));
        }
        let Some((_, receiver)) = other else { return Err(self.call_before(state, maker, arguments, number)) };
        arguments.insert(0, Value::Ref(receiver));
        let of = self.class_of(state, receiver);
        let target = self.world.classes.select(of, maker).unwrap_or(maker);
        Err(self.call_before(state, target, arguments, number))
    }

    /// The object whose method answers the one that is wanted. It is made before.
    fn other_object(&mut self, state: &mut State, term: Term, maker: MethodId) -> Res<(Term, ObjectId)> {
        let name = format!("{} answered by {}", self.name_of(term), maker.0);
        let origin = self.world.atlas.reference(term).expect("a symbolic reference").origin;
        let other = self.new_reference(&name, self.world.classes[maker].class, origin, false);
        Ok((other, self.resolve_reference(state, other)?))
    }

    /// Calls more methods on an object that an argument is, on some paths; then the reference is settled.
    fn go_on_making(&mut self, state: &mut State, term: Term, number: Symbolic) -> Res<ObjectId> {
        let object = state.path.shapes.object(number).clone();
        let Contents::Made(recipe) = &object.contents else { unreachable!("an object that is made") };
        let at = recipe.steps.len();
        let more = format!("{} needs more than {at}", self.name_of(term));
        let shown = self.shown_class(recipe);
        let can_go_on = recipe.member.is_none()
            && object.depth == 0
            && at < STEPS
            && *self.world.classes[object.class].name == *shown;
        let mutators = if can_go_on { self.mutators(object.class) } else { Vec::new() };
        if let Some((last, others)) = mutators.split_last()
            && self.choose_freely(state, &more)?
        {
            let mut mutator = *last;
            for &other in others {
                let name = format!("{more} but {}", other.0);
                if !self.choose_freely(state, &name)? {
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

    /// The name of the class that a test knows of the object.
    fn shown_class(&self, recipe: &Recipe) -> ClassName {
        let method = &self.world.classes[recipe.maker];
        match (&method.result, recipe.cast) {
            (_, Some(cast)) => self.world.classes[cast].name.clone(),
            (Some(Type::Ref(class)), None) => class.clone(),
            _ => self.world.classes[method.class].name.clone(),
        }
    }

    fn new_arguments(&mut self, state: &mut State, of: Symbolic, method: MethodId, name: &str) -> Res<Vec<Value>> {
        let parameters = self.world.classes[method].parameters.clone();
        let is_inner =
            &*self.world.classes[method].name == "<init>" && self.outer_of(self.world.classes[method].class).is_some();
        let mut arguments = Vec::new();
        for (at, parameter) in parameters.iter().enumerate() {
            // Of another method it may be of another class.
            let name = format!("{name}.{at} of {}", method.0);
            arguments.push(match parameter {
                Type::Prim(prim) => self.fresh_number(*prim, &name).1,
                Type::Ref(declared) => {
                    let declared = self.class_named(state, self.world.classes[method].class, declared)?;
                    let nullable = !(is_inner && at == 0);
                    let term = self.new_reference(&name, declared, Origin::Part(of), nullable);
                    self.note_class_bound(term, method, at);
                    Value::Sym(term)
                }
            });
        }
        Ok(arguments)
    }

    /// Has a method called before the test begins, once the instruction at hand has given back what it took from the stack (`Machine::begin_making`).
    pub(super) fn call_before(
        &mut self,
        state: &mut State,
        method: MethodId,
        arguments: Vec<Value>,
        of: Symbolic,
    ) -> Stop {
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
            // Null, or what it was given: then another way makes it as well.
            Some(_) | None => return Err(Stop::End(End::Assumed)),
        };
        let class = self.class_of(state, id);
        if !self.world.classes.is_subclass(class, state.path.shapes.object(number).class) {
            return Err(Stop::End(End::Assumed));
        }
        let object = &mut Rc::make_mut(&mut state.path.shapes).objects[number.0 as usize];
        (object.id, object.class, object.types) = (id, class, Rc::new([class]));
        Ok(())
    }

    fn cannot_be_made(&self, class: ClassId) -> Stop {
        let name = self.world.classes[class].dotted();
        End::stopped(Reason::Unsupported(
            Gap::Input,
            format!("no constructor that a test can call makes an object of type {name}"),
        ))
    }

    /// Both answers are paths of their own; this one goes on with no, so the likely one is that.
    pub(super) fn choose_freely(&mut self, state: &mut State, name: &str) -> Res<bool> {
        let choice = self.new_choice(name);
        self.decide(state, choice)
    }

    /// An object that a static field has.
    fn held_by_field(&mut self, state: &mut State, term: Term, holder: ClassId, slot: u16) -> Res<ObjectId> {
        self.ensure_initialized(state, holder)?;
        let statics = self.world.classes[holder].statics;
        let target = self.field(state, statics, slot)?.as_ref();
        if target.is_null() {
            return Err(Stop::End(End::Assumed));
        }
        self.bind_reference(state, term, target);
        Ok(target)
    }

    fn choose_maker(&mut self, state: &mut State, term: Term, class: ClassId) -> Res<Maker> {
        let makers = self.makers(class);
        let Some((last, others)) = makers.split_last() else {
            return Err(self.cannot_be_made(class));
        };
        for (at, &maker) in others.iter().enumerate() {
            let name = format!("{} is not made by {} {at}", self.name_of(term), self.world.classes[class].dotted());
            if !self.choose_freely(state, &name)? {
                return Ok(maker);
            }
        }
        Ok(*last)
    }
}
