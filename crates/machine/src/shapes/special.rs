//! Objects that are not any: constants of enums, and those of classes that nobody implements.

use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::reason::{Gap, Reason};
use crate::state::State;
use crate::world::atlas::Origin;
use crate::world::models::Ret;
use crate::world::{End, Machine, Res};
use bytecode::{Type, access};
use std::rc::Rc;
use term::Term;

impl Machine<'_> {
    pub fn has_constants_only(&self, class: ClassId) -> bool {
        self.world.classes[class].access & access::ENUM != 0
    }

    /// The enum that has the constants, also of the class of one with a body.
    pub fn enum_of(&self, class: ClassId) -> ClassId {
        let above = self.world.classes[class].superclass;
        above.filter(|&above| self.has_constants_only(above)).unwrap_or(class)
    }

    /// One of the constants: an enum has no other objects.
    pub(super) fn enum_constant(&mut self, state: &mut State, term: Term, class: ClassId) -> Res<ObjectId> {
        let of = self.enum_of(class);
        self.ensure_initialized(state, of)?;
        let fields = self.world.classes[of].fields.clone();
        let holder = self.world.classes[of].statics;
        let name = self.world.terms.input_name(self.world.terms.as_input(term).expect("an input")).to_string();
        let mut constants = Vec::new();
        for field in fields.iter().filter(|field| field.is_static() && field.access & access::ENUM != 0) {
            let constant = self.field(state, holder, field.slot)?.as_ref();
            if of == class || self.class_of(state, constant) == class {
                constants.push((field.name.clone(), constant));
            }
        }
        let Some((last, others)) = constants.split_last() else {
            return Err(End::stopped(Reason::Unsupported(
                Gap::Input,
                format!("enum {} has no constants", self.world.classes[class].dotted()),
            )));
        };
        for (constant, object) in others {
            let choice = self.new_choice(&format!("{name} is {constant}"));
            if self.decide(state, choice)? {
                return Ok(*object);
            }
        }
        Ok(last.1)
    }

    /// A constant of an enum behind a variable of a more general class; `None` if it is another object.
    pub(super) fn constant_below(&mut self, state: &mut State, term: Term, declared: ClassId) -> Res<Option<ObjectId>> {
        let fits = |&class: &ClassId| self.world.classes.is_subclass(class, declared);
        let enums: Vec<ClassId> = self.world.atlas.enums.iter().copied().filter(fits).collect();
        let others_left = !self.subtypes(declared).is_empty();
        let name = self.name_of(term);
        for (at, &class) in enums.iter().enumerate() {
            let choice = self.new_choice(&format!("{name} is a {}", self.world.classes[class].dotted()));
            let is_last = at + 1 == enums.len() && !others_left;
            if is_last || self.decide(state, choice)? {
                return self.enum_constant(state, term, class).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether an object, not null, is a constant of an enum.
    pub(super) fn is_enum_constant(&self, state: &State, object: ObjectId) -> bool {
        let class = state.heap.get(object).class;
        class != ClassId::NONE && self.is_told_enum(class)
    }

    /// Whether its constants are behind variables of more general classes as what they are.
    pub(super) fn is_told_enum(&self, class: ClassId) -> bool {
        self.has_constants_only(class) && self.world.atlas.enums.contains(&self.enum_of(class))
    }

    /// What a method answers that has no code, as nobody implements the class of its receiver: anything.
    pub(crate) fn stub_answer(
        &mut self,
        state: &mut State,
        method: MethodId,
        receiver: Option<Value>,
    ) -> Res<Option<Ret>> {
        let Some(Value::Ref(receiver)) = receiver else { return Ok(None) };
        let m = &self.world.classes[method];
        if !m.is_abstract() || state.path.shapes.number_of(receiver).is_none() {
            return Ok(None);
        }
        let (owner, result) = (m.class, m.result.clone());
        let number = state.path.shapes.answers;
        let class = self.class_of(state, receiver);
        let class_name = self.world.classes[class].dotted();
        let name = format!("{}.{}() answer {}", class_name, self.world.classes[method].name, number + 1);
        let answer = match &result {
            None => Ret::Void,
            Some(Type::Prim(prim)) => Ret::Value(self.fresh_number(*prim, &name).1),
            Some(Type::Ref(declared)) => {
                let declared = self.class_named(state, owner, declared)?;
                let term = self.new_reference(&name, declared, Origin::Answer(number), true);
                Ret::Value(self.on_read(state, Value::Sym(term))?)
            }
        };
        let shapes = Rc::make_mut(&mut state.path.shapes);
        shapes.answers += 1;
        if let (Some(kind), Ret::Value(value)) = (result, &answer) {
            shapes.answered.push((kind, *value));
        }
        let assumed = format!("methods of {class_name}, which nobody implements, answer anything and change nothing");
        self.world.atlas.specs.assumptions.insert(assumed);
        Ok(Some(answer))
    }
}
