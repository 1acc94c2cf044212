//! Objects that rounds of a loop made and that live on. The general state knows them as a crowd: any number, linked in any way, each with
//! what holds for all of its class. A path that looks at one of them finds it, as late as it finds objects of a heap that it was given;
//! from then on the path knows this one. Whoever compares states asks which objects would be of the crowd (`joins`).

use crate::heap::Body;
use crate::merge::Apart;
use crate::program::{ClassId, Kind, ObjectId, Value};
use crate::reason::Reason;
use crate::state::State;
use crate::state::proof::{Crowd, Objects, Reach};
use crate::state::shapes::{Contents, Symbolic, SymbolicObject};
use crate::world::atlas::{Origin, Reference};
use crate::world::{End, Machine, Res, Stop};
use bytecode::Prim;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Input, Sort, Substitution, Term};

/// Objects of crowds that one path finds.
const MOST_FOUND: usize = 24;
/// Packages of the JDK whose objects are like those of a program.
const PLAIN: &str = "java/util/";

/// One of the things that a reference may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    Null,
    Object(ObjectId),
    /// A reference that is not settled.
    Open(Term),
}

impl Machine<'_> {
    /// A reference that may be what `reach` says. What a name stands for must be the same on all paths.
    pub fn reference_into_crowd(&mut self, name: &str, reach: &Reach) -> Term {
        let Reach { nullable, objects, classes } = reach;
        let numbers: Vec<String> = objects.iter().map(|id| id.0.to_string()).collect();
        let names: Vec<String> = classes.iter().map(|class| class.0.to_string()).collect();
        let name = format!("{name} of {} or {}, {nullable}", names.join(" "), numbers.join(" "));
        let class = match (objects.is_empty(), classes.len()) {
            (true, 1) => *classes.first().expect("one"),
            _ => self.world.object,
        };
        let term = self.crowd_reference(&name, class, Origin::Answer(0), *nullable);
        self.world.atlas.reaches.insert(term, Rc::new(reach.clone()));
        term
    }

    /// Conditions may speak of whether it is null.
    fn crowd_reference(&mut self, name: &str, class: ClassId, origin: Origin, nullable: bool) -> Term {
        let term = self.world.terms.input(name, Sort::Ref);
        if self.world.atlas.reference(term).is_none() {
            let null = nullable.then(|| self.world.terms.input(&format!("{name} is null"), Sort::Bool));
            self.world.atlas.references.insert(term, Reference { origin, class, null });
        }
        term
    }

    /// What holds for all objects that rounds made, from here on.
    pub fn set_crowd<'r>(
        &mut self,
        state: &mut State,
        crowd: Option<Rc<Crowd>>,
        reaches: impl Iterator<Item = &'r Reach>,
    ) {
        let mut held: Objects = crowd.iter().flat_map(|crowd| crowd.objects()).collect();
        held.extend(reaches.flat_map(|reach| reach.objects.iter()));
        let proof = Rc::make_mut(&mut state.path.proof);
        proof.held.extend(held.iter());
        proof.crowd = crowd;
    }

    /// What an unsettled reference may be, but for null.
    pub fn reach_of(&self, state: &State, term: Term) -> Option<Reach> {
        if let Some(reach) = self.world.atlas.reaches.get(&term) {
            return Some(reach.as_ref().clone());
        }
        let reference = self.world.atlas.reference(term)?;
        let Origin::Field { of, slot } = reference.origin else { return None };
        let crowd = state.path.proof.crowd.as_ref()?;
        let member = crowd.classes.get(&state.path.shapes.object(of).class)?;
        let objects = member.objects.get(&slot).cloned().unwrap_or_default();
        Some(Reach { nullable: true, objects, classes: self.fitting(crowd, reference.class) })
    }

    /// Which object a reference is that is not null.
    pub(crate) fn resolve_in_crowd(&mut self, state: &mut State, term: Term) -> Res<ObjectId> {
        let Some(reach) = self.reach_of(state, term) else { return Err(unknown()) };
        for number in (0..state.path.shapes.objects.len() as u32).map(Symbolic) {
            let (id, class) = (state.path.shapes.object(number).id, state.path.shapes.object(number).class);
            let choice = self.alias_choice(term, number);
            let may_be = reach.classes.contains(&class) || reach.objects.contains(id);
            if may_be && self.decide(state, choice)? {
                self.bind_reference(state, term, id);
                return Ok(id);
            }
        }
        let others: Vec<ObjectId> =
            reach.objects.iter().filter(|id| state.path.shapes.number_of(*id).is_none()).collect();
        for object in others {
            if self.decides_to_be(state, term, object)? {
                self.bind_reference(state, term, object);
                return Ok(object);
            }
        }
        let crowd = state.path.proof.crowd.clone().ok_or_else(unknown)?;
        let classes: Vec<ClassId> =
            reach.classes.iter().copied().filter(|class| crowd.classes.contains_key(class)).collect();
        // There is nothing else that it could be.
        let Some((last, others)) = classes.split_last() else { return Err(Stop::End(End::Assumed)) };
        let mut class = *last;
        for &other in others {
            let choice = self.new_choice(&format!("{} has class {}", self.reference_name(term), other.0));
            if self.decide(state, choice)? {
                class = other;
                break;
            }
        }
        if state.path.shapes.objects.len() >= MOST_FOUND {
            return Err(End::stopped(Reason::Unproved("too many objects that rounds of a loop made".into())));
        }
        let number = Symbolic(state.path.shapes.objects.len() as u32);
        let fields = self.crowd_fields(state, number, class)?;
        let values = self.stand_ins(state, class, &fields);
        let mut substitution = Substitution::of_terms(values);
        let terms = &mut self.world.terms;
        let facts: Vec<Term> = crowd.classes[&class].facts.iter().map(|&fact| substitution.of(terms, fact)).collect();
        let all = terms.all(facts);
        if !self.decide(state, all)? {
            return Err(Stop::End(End::Assumed));
        }
        let id = state.heap.alloc(class, Body::Fields(fields.clone()));
        let contents = Contents::Fields(fields);
        let object = SymbolicObject { id, class, types: Rc::new([class]), depth: 0, contents };
        Rc::make_mut(&mut state.path.shapes).objects.push(object);
        state.forget_fork_counts();
        self.bind_reference(state, term, id);
        Ok(id)
    }

    fn reference_name(&self, term: Term) -> String {
        let input = self.world.terms.as_input(term).expect("an input");
        self.world.terms.input_name(input).to_string()
    }

    /// Is an unsettled reference this object, which is no part of the crowd?
    fn decides_to_be(&mut self, state: &State, term: Term, object: ObjectId) -> Res<bool> {
        let choice = self.new_choice(&format!("{} is object {}", self.reference_name(term), object.0));
        self.decide(state, choice)
    }

    /// Whether two references, one of them symbolic, are the same.
    pub(crate) fn is_same_in_crowd(&mut self, state: &mut State, a: Value, b: Value) -> Res<bool> {
        for (one, other) in [(a, b), (b, a)] {
            let (Some(term), Value::Ref(other)) = (self.symbolic_reference(one), other) else { continue };
            if other.is_null() {
                return self.is_null_reference(state, term);
            }
            let is_open = state.path.shapes.target(term).is_none();
            let reach = self.reach_of(state, term).ok_or_else(unknown)?;
            let found = state.path.shapes.number_of(other).map(|number| state.path.shapes.object(number).class);
            let may_be = reach.objects.contains(other) || found.is_some_and(|class| reach.classes.contains(&class));
            if is_open && !may_be {
                return Ok(false);
            }
        }
        let [a, b] = [self.settle_reference(state, a)?, self.settle_reference(state, b)?];
        self.is_same(state, a.as_ref(), b.as_ref())
    }

    /// Every field an input, the same in all paths.
    fn crowd_fields(&mut self, state: &mut State, of: Symbolic, class: ClassId) -> Res<Rc<[Value]>> {
        let mut fields = Vec::new();
        for slot in 0..self.world.classes[class].layout.len() as u16 {
            let field = self.world.classes.field_at(class, slot).clone();
            let name = format!("~{}.{} of {}#{}", field.class.0, field.name, class.0, of.0);
            fields.push(match field.kind {
                Kind::Prim(prim) => self.fresh_number(prim, &name).1,
                Kind::Ref => {
                    let declared = self.declared_class(state, &field)?;
                    Value::Sym(self.crowd_reference(&name, declared, Origin::Field { of, slot }, true))
                }
            });
        }
        Ok(fields.into())
    }

    /// What stands for a field of any object of a class, in facts: a number, or whether a reference is null.
    pub fn stand_in(&mut self, class: ClassId, slot: u16) -> Term {
        let field = self.world.classes.field_at(class, slot);
        let (name, sort) = match field.kind {
            Kind::Prim(prim) => (format!("*{}.{slot}", class.0), number_sort(prim)),
            Kind::Ref => (format!("*{}.{slot} is null", class.0), Sort::Bool),
        };
        self.world.terms.input(&name, sort)
    }

    /// What stands for the fields of an object, and what this object has.
    pub fn stand_ins(&mut self, state: &State, class: ClassId, fields: &[Value]) -> Vec<(Input, Term)> {
        let mut values = Vec::with_capacity(fields.len());
        for (slot, &value) in fields.iter().enumerate() {
            let stand_in = self.stand_in(class, slot as u16);
            let is_reference = self.world.classes.field_at(class, slot as u16).kind == Kind::Ref;
            let value = if is_reference { self.null_term(state, value) } else { self.lift(value) };
            values.push((self.world.terms.as_input(stand_in).expect("an input"), value));
        }
        values
    }

    /// Whether a reference is null.
    fn null_term(&mut self, state: &State, value: Value) -> Term {
        let term = self.lift(value);
        let mut null = self.world.terms.bool(false);
        for (guard, leaf) in self.world.terms.cases(term) {
            let is_null = match self.world.terms.as_const(leaf) {
                Some(id) => self.world.terms.bool(id.bits() == 0),
                None if self.world.atlas.reference(leaf).is_some() => self.null_condition(state, leaf),
                None => {
                    let null = self.world.terms.null();
                    self.world.terms.eq(leaf, null)
                }
            };
            let both = self.world.terms.and(guard, is_null);
            null = self.world.terms.or(null, both);
        }
        null
    }

    /// What a reference may be; `None` for a choice that nobody understands.
    pub fn leaves(&mut self, state: &State, value: Value) -> Option<Vec<Leaf>> {
        let term = match value {
            Value::Ref(id) if id.is_null() => return Some(vec![Leaf::Null]),
            Value::Ref(id) => return Some(vec![Leaf::Object(id)]),
            Value::Sym(term) if self.world.terms.sort(term) == Sort::Ref => term,
            _ => return Some(Vec::new()),
        };
        let mut leaves = Vec::new();
        for (_, leaf) in self.world.terms.cases(term) {
            let known = self.world.terms.as_const(leaf).map(|id| ObjectId(id.bits() as u32));
            leaves.push(match known.or(state.path.shapes.target(leaf)) {
                Some(id) if id.is_null() => Leaf::Null,
                Some(id) => Leaf::Object(id),
                None if self.world.atlas.reference(leaf).is_some() => Leaf::Open(leaf),
                None => return None,
            });
        }
        Some(leaves)
    }

    /// Whether a reference of the later state may be nothing but what `reach` says; objects that the general state does not know are of
    /// the crowd.
    pub fn stays_within(
        &mut self,
        general: &State,
        later: &State,
        value: Value,
        reach: &Reach,
        absorbed: &Objects,
    ) -> bool {
        let Some(leaves) = self.leaves(later, value) else { return false };
        leaves.into_iter().all(|leaf| match leaf {
            Leaf::Null => reach.nullable,
            Leaf::Object(id) => self.is_object_within(general, later, id, reach, absorbed),
            Leaf::Open(term) => {
                let Some(own) = self.reach_of(later, term) else { return false };
                (reach.nullable || !own.nullable || !self.may_be_null(later, term))
                    && own.classes.is_subset(&reach.classes)
                    && own.objects.iter().all(|id| self.is_object_within(general, later, id, reach, absorbed))
            }
        })
    }

    pub fn is_object_within(
        &self,
        general: &State,
        later: &State,
        id: ObjectId,
        reach: &Reach,
        absorbed: &Objects,
    ) -> bool {
        let class = self.class_of(later, id);
        let is_found = general.path.shapes.number_of(id).is_some();
        let is_of_crowd = self.is_made_since(general, id) || is_found || absorbed.contains(id);
        reach.objects.contains(id) || is_of_crowd && reach.classes.contains(&class)
    }

    /// The objects that are of the crowd from the general state on: those that the later one found, and those that it made, as far as
    /// references in these values, or in such objects, lead to them.
    pub fn joins(
        &mut self,
        general: &State,
        later: &State,
        values: &[Value],
        absorbed: &Objects,
    ) -> Result<Vec<ObjectId>, Apart> {
        let mut open: Vec<Leaf> = absorbed.iter().map(Leaf::Object).collect();
        for &value in values {
            open.extend(self.leaves(later, value).ok_or(Apart::Objects)?);
        }
        open.extend(later.path.shapes.objects.iter().map(|object| Leaf::Object(object.id)));
        let crowd = later.path.proof.crowd.clone();
        open.extend(crowd.iter().flat_map(|crowd| crowd.objects()).map(Leaf::Object));
        let (mut joined, mut seen) = (Vec::new(), BTreeSet::new());
        while let Some(leaf) = open.pop() {
            let id = match leaf {
                Leaf::Null => continue,
                Leaf::Object(id) => id,
                Leaf::Open(term) => {
                    let reach = self.reach_of(later, term).ok_or(Apart::Objects)?;
                    open.extend(reach.objects.iter().map(Leaf::Object));
                    continue;
                }
            };
            if !self.is_made_since(general, id) && !absorbed.contains(id) || !seen.insert(id) {
                continue;
            }
            let object = self.in_state(later, id).clone();
            let fields = match &object.body {
                // Nobody leads to it any more.
                Body::Absent => continue,
                Body::Fields(fields) => fields.clone(),
                _ => return Err(Apart::Objects),
            };
            let is_told_apart = object.hash != 0
                || later.holds_monitor(id)
                || later.path.boxes.contains(&id)
                || later.path.twins.contains(&id);
            if is_told_apart || !self.is_plain(object.class) {
                return Err(Apart::Objects);
            }
            joined.push(id);
            for &value in fields.iter() {
                open.extend(self.leaves(later, value).ok_or(Apart::Objects)?);
            }
        }
        Ok(joined)
    }

    /// These objects hold anything that is like the crowd from here on. Answers what is known of that.
    pub fn forget_objects(
        &mut self,
        state: &mut State,
        objects: impl IntoIterator<Item = ObjectId>,
        crowd: &Crowd,
    ) -> Result<Vec<Term>, Apart> {
        let mut known = Vec::new();
        for (at, id) in objects.into_iter().enumerate() {
            let (class, _) = self.fields_of(state, id).ok_or(Apart::Objects)?;
            let member = crowd.classes.get(&class).ok_or(Apart::Objects)?;
            let mut fields = Vec::new();
            for slot in 0..self.world.classes[class].layout.len() as u16 {
                let field = self.world.classes.field_at(class, slot).clone();
                let name = format!("~{}.object {at} {slot} of {}", state.path.made, class.0);
                fields.push(match field.kind {
                    Kind::Prim(prim) => self.fresh_number(prim, &name).1,
                    Kind::Ref => {
                        let declared = self.declared_class(state, &field).map_err(|_| Apart::Objects)?;
                        let objects = member.objects.get(&slot).cloned().unwrap_or_default();
                        let reach = Reach { nullable: true, objects, classes: self.fitting(crowd, declared) };
                        Value::Sym(self.reference_into_crowd(&name, &reach))
                    }
                });
            }
            let mut substitution = Substitution::of_terms(self.stand_ins(state, class, &fields));
            known.extend(member.facts.iter().map(|&fact| substitution.of(&mut self.world.terms, fact)));
            for (slot, &value) in fields.iter().enumerate() {
                self.set_field(state, id, slot as u16, value).map_err(|_| Apart::Objects)?;
            }
            if state.path.shapes.number_of(id).is_none() {
                let contents = Contents::Fields(fields.into());
                let object = SymbolicObject { id, class, types: Rc::new([class]), depth: 0, contents };
                Rc::make_mut(&mut state.path.shapes).objects.push(object);
            }
        }
        known.retain(|&fact| self.world.terms.as_const(fact).and_then(|fact| fact.truth()) != Some(true));
        Ok(known)
    }

    /// The classes of a crowd whose objects a variable of a class may hold.
    fn fitting(&self, crowd: &Crowd, declared: ClassId) -> BTreeSet<ClassId> {
        crowd.classes.keys().copied().filter(|&class| self.world.classes.is_subclass(class, declared)).collect()
    }

    /// Whether the machine knows nothing of a class that no field says.
    pub fn is_plain(&self, class: ClassId) -> bool {
        if class == ClassId::NONE {
            return false;
        }
        let declared = &self.world.classes[class];
        !declared.is_jdk() && !self.has_native_ancestor(class) || declared.name.starts_with(PLAIN)
    }

    fn has_native_ancestor(&self, class: ClassId) -> bool {
        let mut next = self.world.classes[class].superclass;
        while let Some(class) = next {
            let declared = &self.world.classes[class];
            if declared.is_jdk() && class != self.world.object && !declared.name.starts_with(PLAIN) {
                return true;
            }
            next = declared.superclass;
        }
        false
    }

    /// The class of an object and its fields.
    pub fn fields_of(&self, state: &State, id: ObjectId) -> Option<(ClassId, Rc<[Value]>)> {
        let object = self.in_state(state, id);
        match &object.body {
            Body::Fields(fields) => Some((object.class, fields.clone())),
            _ => None,
        }
    }

    /// Classes of the slots of a class that hold references.
    pub fn reference_slots(&self, class: ClassId) -> Vec<u16> {
        let slots = 0..self.world.classes[class].layout.len() as u16;
        slots.filter(|&slot| self.world.classes.field_at(class, slot).kind == Kind::Ref).collect()
    }
}

/// Of a number as it lies on the operand stack.
fn number_sort(prim: Prim) -> Sort {
    match prim {
        Prim::Long => Sort::Bv(64),
        Prim::Float => Sort::Float32,
        Prim::Double => Sort::Float64,
        Prim::Boolean | Prim::Byte | Prim::Char | Prim::Short | Prim::Int => Sort::Bv(32),
    }
}

fn unknown() -> Stop {
    End::stopped(Reason::Unproved("a reference into objects that rounds of a loop made".into()))
}
