//! Symbolic types: the set of classes that a symbolic object may still have. Whatever depends on the class splits the set into
//! those that behave alike; no solver is needed. While there are several, the object's class in the heap is `NONE`.

use crate::heap::Body;
use crate::program::{ClassId, ClassKind, ObjectId, Value};
use crate::state::State;
use crate::state::shapes::{Contents, Symbolic};
use crate::world::{Machine, Res};
use bytecode::{DottedName, access};
use std::rc::Rc;

impl Machine<'_> {
    /// The classes that objects behind a variable of this class may have.
    pub(crate) fn subtypes(&mut self, class: ClassId) -> Rc<[ClassId]> {
        if let Some(types) = self.world.atlas.subtypes.get(&class) {
            return types.clone();
        }
        let classes = &self.world.classes;
        let types: Rc<[ClassId]> = if self.world.is_array(class) || self.can_be_unknown(class) {
            Rc::new([class])
        } else {
            let is_concrete = |class: ClassId| classes[class].access & (access::ABSTRACT | access::INTERFACE) == 0;
            let own = Some(class).filter(|&class| is_concrete(class));
            let others = self.world.atlas.concrete.iter().chain(&self.world.atlas.mentioned).copied();
            let below = others.filter(|&other| other != class && classes.is_subclass(other, class));
            let all: Vec<ClassId> = own.into_iter().chain(below).collect();
            // Constants are no objects of their own (`special.rs`); where objects are made, they are given.
            let makes = self.world.options.makes;
            let types: Rc<[ClassId]> =
                all.iter().copied().filter(|&other| makes || !self.is_told_enum(other)).collect();
            // Nobody implements it: its objects have no other class, and its methods answer anything.
            if all.is_empty() { Rc::new([class]) } else { types }
        };
        self.world.atlas.subtypes.insert(class, types.clone());
        types
    }

    /// May this object be behind a variable of one of these classes?
    pub(crate) fn may_be_one_of(&self, state: &State, number: Symbolic, types: &[ClassId]) -> bool {
        let object = state.path.shapes.object(number);
        match &object.contents {
            Contents::Fields(_) => object.types.iter().any(|class| types.contains(class)),
            Contents::Made(_) => false,
            Contents::Input(_) => {
                let is_array = matches!(self.world.classes[object.class].kind, ClassKind::Array(_));
                is_array && types.contains(&object.class)
            }
        }
    }

    /// Is its class one that nobody implements, and may such an object be behind a variable of this class? No class of the class path says so.
    pub(crate) fn is_stub_of(&self, state: &State, number: Symbolic, declared: ClassId) -> bool {
        let [class] = *state.path.shapes.object(number).types else { return false };
        let is_abstract = self.world.classes[class].access & access::ABSTRACT != 0;
        is_abstract && !self.world.is_array(class) && self.world.classes.is_subclass(class, declared)
    }

    /// Is it an array, and may arrays be behind a variable of this more general class?
    pub(crate) fn is_array_behind(&self, state: &State, number: Symbolic, declared: ClassId) -> bool {
        let class = state.path.shapes.object(number).class;
        self.world.atlas.general_arrays.is_some()
            && self.world.is_array(class)
            && class != declared
            && self.world.classes.is_subclass(class, declared)
    }

    /// The number of an object whose class is not settled.
    pub(crate) fn with_open_class(&self, state: &State, id: ObjectId) -> Option<Symbolic> {
        if state.path.shapes.objects.is_empty() || id.is_null() || state.heap.get(id).class != ClassId::NONE {
            return None;
        }
        state.path.shapes.number_of(id)
    }

    /// Classes by what they answer.
    pub(super) fn alike<K: PartialEq + Copy>(
        &self,
        classes: &[ClassId],
        key: impl Fn(&Self, ClassId) -> K,
    ) -> Vec<(K, Vec<ClassId>)> {
        let mut groups: Vec<(K, Vec<ClassId>)> = Vec::new();
        for &class in classes {
            let answer = key(self, class);
            match groups.iter_mut().find(|(known, _)| *known == answer) {
                Some((_, group)) => group.push(class),
                None => groups.push((answer, vec![class])),
            }
        }
        groups
    }

    /// Splits the classes of an object by what they answer; the answer of those that are left.
    fn split<K: PartialEq + Copy>(
        &mut self,
        state: &mut State,
        of: Symbolic,
        key: impl Fn(&Self, ClassId) -> K,
    ) -> Res<K> {
        let types = state.path.shapes.object(of).types.clone();
        let groups = self.alike(&types, key);
        let (last, others) = groups.split_last().expect("an object has a class");
        for (answer, group) in others {
            let names: Vec<DottedName> = group.iter().map(|&class| self.world.classes[class].dotted()).collect();
            let choice = self.new_choice(&format!("#{} is a {}", of.0, names.join(" or a ")));
            if self.decide(state, choice)? {
                self.set_types(state, of, group)?;
                return Ok(*answer);
            }
        }
        self.set_types(state, of, &last.1)?;
        Ok(last.0)
    }

    /// Leaves only classes of the list.
    pub(crate) fn narrow_to(&mut self, state: &mut State, of: Symbolic, types: &[ClassId]) -> Res<()> {
        let now = state.path.shapes.object(of).types.clone();
        let left: Vec<ClassId> = now.iter().copied().filter(|class| types.contains(class)).collect();
        self.set_types(state, of, &left)
    }

    /// With fewer classes more fields may be known.
    fn set_types(&mut self, state: &mut State, of: Symbolic, left: &[ClassId]) -> Res<()> {
        let object = state.path.shapes.object(of);
        if object.types.len() == left.len() {
            return Ok(());
        }
        let (id, class) = (object.id, self.common_class(object.class, left));
        if let [class] = *left {
            self.ensure_initialized(state, class)?;
        }
        let fields = self.first_fields(state, of, class)?;
        let known = if left.len() == 1 { class } else { ClassId::NONE };
        let object = state.heap.get_mut(id);
        object.class = known;
        if let Body::Fields(now) = &mut object.body
            && now.len() < fields.len()
        {
            let added: Vec<Value> = now.iter().chain(&fields[now.len()..]).copied().collect();
            *now = added.into();
        }
        let object = &mut Rc::make_mut(&mut state.path.shapes).objects[of.0 as usize];
        object.types = left.into();
        object.class = class;
        object.contents = Contents::Fields(fields);
        Ok(())
    }

    /// The lowest class that all of them extend.
    fn common_class(&self, least: ClassId, classes: &[ClassId]) -> ClassId {
        let first = &self.world.classes[classes[0]].chain;
        let all = |class: &&ClassId| classes.iter().all(|&other| self.world.classes.is_subclass(other, **class));
        first.iter().rev().find(all).copied().unwrap_or(least)
    }

    /// The class of a receiver, or one of its classes if all have the same answer.
    pub(crate) fn class_alike<K: PartialEq + Copy>(
        &mut self,
        state: &mut State,
        id: ObjectId,
        key: impl Fn(&Self, ClassId) -> K,
    ) -> Res<ClassId> {
        if let Some(of) = self.with_open_class(state, id) {
            self.split(state, of, key)?;
            return Ok(state.path.shapes.object(of).types[0]);
        }
        Ok(self.class_of(state, id))
    }

    /// Is the object, which is not null, an instance of the class?
    pub(crate) fn is_instance_of(&mut self, state: &mut State, id: ObjectId, class: ClassId) -> Res<bool> {
        if let Some(of) = self.with_open_class(state, id) {
            return self.split(state, of, |machine, known| machine.world.classes.is_subclass(known, class));
        }
        Ok(self.world.classes.is_subclass(self.class_of(state, id), class))
    }

    /// One class, for whoever must know it.
    pub(crate) fn settle_class(&mut self, state: &mut State, id: ObjectId) -> Res<()> {
        if let Some(of) = self.with_open_class(state, id) {
            self.split(state, of, |_, class| class)?;
        }
        Ok(())
    }
}
