//! The rules: what a path does when it must know a symbolic reference (Kiasan GETFIELD1-3-S/A/B and their like). A choice
//! is an input that no condition mentions: null first, then each known object that fits, else a new one.

use crate::heap::Body;
use crate::program::{ClassId, Kind, ObjectId, Value};
use crate::reason::{Bound, Gap, Reason};
use crate::state::State;
use crate::state::shapes::{Contents, Symbolic, SymbolicObject};
use crate::symbolic::unknown::DIFFERENT_VALUES;
use crate::world::atlas::{Origin, Reference};
use crate::world::options::Init;
use crate::world::{End, Machine, Res};
use bytecode::access;
use std::rc::Rc;
use term::{Op, Sort, Term};

impl Machine<'_> {
    /// The term of a symbolic reference.
    pub(crate) fn symbolic_reference(&self, value: Value) -> Option<Term> {
        let Value::Sym(term) = value else { return None };
        (matches!(self.world.terms.op(term), Op::Input(_)) && self.world.atlas.reference(term).is_some())
            .then_some(term)
    }

    /// A reference of which nothing is known but the class that it is declared with.
    pub fn new_reference(&mut self, name: &str, class: ClassId, origin: Origin, nullable: bool) -> Term {
        let term = self.world.terms.input(name, Sort::Ref);
        if self.world.atlas.reference(term).is_none() {
            let null = nullable.then(|| self.new_choice(&format!("{name} is null")));
            self.world.atlas.references.insert(term, Reference { origin, class, null });
        }
        term
    }

    pub(crate) fn new_choice(&mut self, name: &str) -> Term {
        let choice = self.world.terms.input(name, Sort::Bool);
        self.world.atlas.choices.insert(choice);
        choice
    }

    /// A reference as a read of an unset variable gives it, on the level of initialisation at hand.
    pub(crate) fn on_read(&mut self, state: &mut State, value: Value) -> Res<Value> {
        let Some(term) = self.symbolic_reference(value) else { return Ok(value) };
        let init = self.world.options.bounds.init;
        match init {
            Init::LazierSharp => Ok(value),
            Init::Lazier => Ok(if self.is_null_reference(state, term)? { Value::NULL } else { value }),
            Init::Lazy => Ok(Value::Ref(self.resolve_reference(state, term)?)),
        }
    }

    /// Whether a symbolic reference is null, as a condition; settled ones are constants.
    pub(crate) fn null_condition(&mut self, state: &State, term: Term) -> Term {
        let reference = *self.world.atlas.reference(term).expect("a symbolic reference");
        match (state.path.shapes.target(term), reference.null) {
            (Some(target), _) => self.world.terms.bool(target.is_null()),
            (None, Some(null)) => null,
            (None, None) => self.world.terms.bool(false),
        }
    }

    pub(crate) fn is_null_reference(&mut self, state: &mut State, term: Term) -> Res<bool> {
        let condition = self.null_condition(state, term);
        let null = self.decide(state, condition)?;
        if null && state.path.shapes.target(term).is_none() {
            self.bind_reference(state, term, ObjectId::NULL);
        }
        Ok(null)
    }

    /// A value in which no reference is symbolic.
    pub(crate) fn settle_reference(&mut self, state: &mut State, value: Value) -> Res<Value> {
        if let Some(term) = self.symbolic_reference(value) {
            return Ok(Value::Ref(self.resolve_reference(state, term)?));
        }
        match value.term().filter(|&term| self.has_symbolic_leaf(term)) {
            Some(term) => self.settle_choice(state, term),
            None => self.concretize(state, value),
        }
    }

    /// Whether a reference is a choice with symbolic references among what is chosen.
    pub(crate) fn has_symbolic_leaf(&self, term: Term) -> bool {
        let terms = &self.world.terms;
        if terms.sort(term) != Sort::Ref || terms.op(term) != Op::Ite || self.world.atlas.references.is_empty() {
            return false;
        }
        let (mut open, mut seen) = (vec![term], std::collections::BTreeSet::new());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match terms.op(term) {
                Op::Ite => open.extend(&terms.args(term)[1..]),
                _ if self.world.atlas.reference(term).is_some() => return true,
                _ => {}
            }
        }
        false
    }

    /// The same for such a choice: first which one it is, then what that is.
    fn settle_choice(&mut self, state: &mut State, term: Term) -> Res<Value> {
        let mut chosen = term;
        while self.world.terms.op(chosen) == Op::Ite {
            let [condition, yes, no] = *self.world.terms.args(chosen) else { unreachable!("three parts") };
            chosen = if self.decide(state, condition)? { yes } else { no };
        }
        let value = self.value_of(chosen);
        self.settle_reference(state, value)
    }

    /// Null or one object; what else it may be are other paths.
    pub(crate) fn resolve_reference(&mut self, state: &mut State, term: Term) -> Res<ObjectId> {
        if let Some(target) = state.path.shapes.target(term) {
            return Ok(target);
        }
        if self.is_null_reference(state, term)? {
            return Ok(ObjectId::NULL);
        }
        if state.path.proof.crowd.is_some() {
            return self.resolve_in_crowd(state, term);
        }
        let reference = *self.world.atlas.reference(term).expect("a symbolic reference");
        if self.has_constants_only(reference.class) {
            let target = self.enum_constant(state, term, reference.class)?;
            self.bind_reference(state, term, target);
            return Ok(target);
        }
        let known = match self.world.options.makes {
            true => self.given_twice(state, term)?,
            false => self.known_object(state, term)?,
        };
        if let Some(target) = known {
            return Ok(target);
        }
        let makes =
            self.world.options.makes && !self.world.is_array(reference.class) && !self.can_be_unknown(reference.class);
        if makes {
            let depth = self.depth_of(state, reference.origin);
            self.check_bounds(state, reference.class, depth)?;
            return self.make(state, term, depth);
        }
        let types = self.subtypes(reference.class);
        let owner = self.owner_of(state, reference.origin);
        let depth = self.depth_of(state, reference.origin);
        let arrays = self.world.atlas.general_arrays.clone().unwrap_or_default();
        for class in self.world.atlas.values.clone().into_iter().chain(arrays) {
            if class == reference.class || !self.world.classes.is_subclass(class, reference.class) {
                continue;
            }
            let input = self.world.terms.as_input(term).expect("an input");
            let name = format!("{} is a {}", self.world.terms.input_name(input), self.world.classes[class].dotted());
            let choice = self.new_choice(&name);
            if self.decide(state, choice)? {
                let target = self.new_symbolic(state, class, Rc::new([class]), depth)?;
                self.belongs(state, owner);
                self.bind_reference(state, term, target);
                return Ok(target);
            }
        }
        if let Some(constant) = self.constant_below(state, term, reference.class)? {
            self.bind_reference(state, term, constant);
            return Ok(constant);
        }
        if types.is_empty() {
            return Err(End::stopped(Reason::Unsupported(
                Gap::Input,
                format!("nothing is known of objects of {}", self.world.classes[reference.class].dotted()),
            )));
        }
        self.check_bounds(state, reference.class, depth)?;
        let target = self.new_symbolic(state, reference.class, types, depth)?;
        self.belongs(state, owner);
        self.bind_reference(state, term, target);
        Ok(target)
    }

    /// An object that the path knows and that this reference is, too; `None` if it is another one.
    fn known_object(&mut self, state: &mut State, term: Term) -> Res<Option<ObjectId>> {
        for number in (0..state.path.shapes.objects.len() as u32).map(Symbolic) {
            if self.is_known_object(state, term, number)? {
                return Ok(Some(state.path.shapes.object(number).id));
            }
        }
        Ok(None)
    }

    /// Is a reference that is not settled this object? If so, it is settled; if not, null and all other objects are left.
    fn is_known_object(&mut self, state: &mut State, term: Term, number: Symbolic) -> Res<bool> {
        let reference = *self.world.atlas.reference(term).expect("a symbolic reference");
        if state.path.shapes.owners.get(&number).copied() != self.owner_of(state, reference.origin) {
            return Ok(false);
        }
        let types = self.subtypes(reference.class);
        // Either way the object is no other one for being found here.
        let as_it_is =
            self.is_stub_of(state, number, reference.class) || self.is_array_behind(state, number, reference.class);
        if !as_it_is && !self.may_be_one_of(state, number, &types) {
            return Ok(false);
        }
        let choice = self.alias_choice(term, number);
        if !self.decide(state, choice)? {
            return Ok(false);
        }
        if !as_it_is {
            self.narrow_to(state, number, &types)?;
        }
        let target = state.path.shapes.object(number).id;
        self.bind_reference(state, term, target);
        Ok(true)
    }

    /// The input that alone leads to what is found there, if there is one.
    fn owner_of(&self, state: &State, origin: Origin) -> Option<u32> {
        let shapes = &state.path.shapes;
        match origin {
            Origin::Asked(number) => shapes.apart.get(&number).copied(),
            Origin::Field { of, .. } | Origin::Element(of) | Origin::Part(of) => shapes.owners.get(&of).copied(),
            Origin::Argument(_) | Origin::Static(_) | Origin::Answer(_) => None,
        }
    }

    /// The object that was found last has this owner.
    fn belongs(&self, state: &mut State, owner: Option<u32>) {
        let Some(owner) = owner else { return };
        let shapes = Rc::make_mut(&mut state.path.shapes);
        let last = Symbolic(shapes.objects.len() as u32 - 1);
        shapes.owners.insert(last, owner);
    }

    pub(super) fn depth_of(&self, state: &State, origin: Origin) -> u32 {
        match origin {
            Origin::Argument(_) | Origin::Static(_) | Origin::Answer(_) | Origin::Asked(_) => 0,
            Origin::Field { of, .. } | Origin::Element(of) | Origin::Part(of) => state.path.shapes.object(of).depth + 1,
        }
    }

    pub(crate) fn alias_choice(&mut self, term: Term, number: Symbolic) -> Term {
        if let Some(&choice) = self.world.atlas.aliases.get(&(term, number)) {
            return choice;
        }
        let input = self.world.terms.as_input(term).expect("an input");
        let name = format!("{} is #{}", self.world.terms.input_name(input), number.0);
        let choice = self.new_choice(&name);
        self.world.atlas.aliases.insert((term, number), choice);
        choice
    }

    /// The path ends where one more object would be too many.
    fn check_bounds(&mut self, state: &State, class: ClassId, depth: u32) -> Res<()> {
        let bounds = self.world.options.bounds;
        if let Some(k) = bounds.k
            && depth > k
        {
            return Err(self.out_of_bounds(state, |at| Bound::References { k, at }));
        }
        let same = state.path.shapes.objects.iter().filter(|object| object.class == class).count();
        if let Some(n) = bounds.n
            && same >= n as usize
        {
            return Err(self.out_of_bounds(state, |at| Bound::Objects { n, at }));
        }
        Ok(())
    }

    fn out_of_bounds(&mut self, state: &State, bound: impl FnOnce(String) -> Bound) -> crate::world::Stop {
        let place = self.stack_lines(state).into_iter().next().unwrap_or_default();
        End::stopped(Reason::Bound(bound(place.trim().to_string())))
    }

    /// An object of the heap before the method ran that nobody has seen yet.
    pub(super) fn new_symbolic(
        &mut self,
        state: &mut State,
        class: ClassId,
        types: Rc<[ClassId]>,
        depth: u32,
    ) -> Res<ObjectId> {
        let number = Symbolic(state.path.shapes.objects.len() as u32);
        if self.world.is_array(class) || self.can_be_unknown(class) {
            if self.can_be_unknown(class) {
                self.prepare_boxes(state, class)?;
            }
            let assumed = match self.world.is_array(class) {
                true => "arrays have the class that they are declared with",
                false => DIFFERENT_VALUES,
            };
            self.world.atlas.specs.assumptions.insert(assumed.into());
            let name = self.symbolic_name(number, class);
            let seed = self.choose_seed(state, class, &name, depth)?;
            let (id, asked) = self.unknown_object(state, class, &name)?;
            self.sow(state, &asked, seed.as_deref());
            let contents = Contents::Input(asked);
            let object = SymbolicObject { id, class, types, depth, contents };
            Rc::make_mut(&mut state.path.shapes).objects.push(object);
            return Ok(id);
        }
        let declared = &self.world.classes[class];
        if declared.is_jdk() && declared.access & access::FINAL == 0 {
            let name = declared.dotted();
            let assumed =
                format!("objects of type {name} have a class of the class path, or one that the program mentions");
            self.world.atlas.specs.assumptions.insert(assumed);
        }
        let class = if let [one] = *types { one } else { class };
        if types.len() == 1 {
            self.ensure_initialized(state, class)?;
        }
        let fields = self.first_fields(state, number, class)?;
        let known = if types.len() == 1 { class } else { ClassId::NONE };
        let id = state.heap.alloc(known, Body::Fields(fields.clone()));
        let object = SymbolicObject { id, class, types, depth, contents: Contents::Fields(fields) };
        Rc::make_mut(&mut state.path.shapes).objects.push(object);
        state.forget_fork_counts();
        Ok(id)
    }

    /// `Node#3`
    pub(crate) fn symbolic_name(&self, number: Symbolic, class: ClassId) -> String {
        let name = self.world.classes[class].dotted();
        format!("{}#{}", name.rsplit('.').next().unwrap_or(&name), number.0)
    }

    /// Every field an input, the same in all paths.
    pub(crate) fn first_fields(&mut self, state: &mut State, of: Symbolic, class: ClassId) -> Res<Rc<[Value]>> {
        if let Some(fields) = self.world.atlas.fields.get(&(of, class)) {
            return Ok(fields.clone());
        }
        let mut fields = Vec::new();
        for slot in 0..self.world.classes[class].layout.len() as u16 {
            let field = self.world.classes.field_at(class, slot).clone();
            let name = format!("{}.{}#{}", self.world.classes[field.class].dotted(), field.name, of.0);
            let value = match field.kind {
                Kind::Prim(prim) => self.fresh_number(prim, &name).1,
                Kind::Ref => {
                    let declared = self.declared_class(state, &field)?;
                    Value::Sym(self.new_reference(&name, declared, Origin::Field { of, slot }, true))
                }
            };
            fields.push(value);
        }
        let fields: Rc<[Value]> = fields.into();
        self.world.atlas.fields.insert((of, class), fields.clone());
        Ok(fields)
    }

    pub(crate) fn declared_class(&mut self, state: &mut State, field: &crate::program::Field) -> Res<ClassId> {
        let descriptor = &field.descriptor;
        let name = descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(descriptor);
        self.class_named(state, field.class, &name.into())
    }

    /// From now on the reference is this object: where it was found and in the frame at hand.
    pub(crate) fn bind_reference(&mut self, state: &mut State, term: Term, target: ObjectId) {
        Rc::make_mut(&mut state.path.shapes).targets.insert(term, target);
        let is_it = |value: &Value| matches!(value, Value::Sym(known) if *known == term);
        if let Some(Reference { origin: Origin::Field { of, slot }, .. }) = self.world.atlas.reference(term) {
            let holder = state.path.shapes.object(*of).id;
            if let Body::Fields(fields) = &state.heap.get(holder).body
                && !state.heap.get(holder).shadowed
                && is_it(&fields[*slot as usize])
            {
                state.heap.fields_mut(holder)[*slot as usize] = Value::Ref(target);
            }
        }
        let Some(frame) = state.frames.last() else { return };
        let slots = frame.locals as usize..frame.sp as usize;
        for value in state.stack[slots].iter_mut().filter(|value| is_it(value)) {
            *value = Value::Ref(target);
        }
    }

    /// `==` where one side is a symbolic reference (Kiasan IF_ACMPEQ). Null and objects of the program need no resolution.
    pub(crate) fn is_same_symbolic(&mut self, state: &mut State, a: Value, b: Value) -> Res<Option<bool>> {
        let (left, right) = (self.symbolic_reference(a), self.symbolic_reference(b));
        if left.is_none() && right.is_none() {
            return Ok(None);
        }
        if left == right {
            return Ok(Some(true));
        }
        if state.path.proof.crowd.is_some() {
            return self.is_same_in_crowd(state, a, b).map(Some);
        }
        for (term, other) in [(left, b), (right, a)] {
            let (Some(term), Value::Ref(other)) = (term, other) else { continue };
            if other.is_null() {
                return self.is_null_reference(state, term).map(Some);
            }
            let class = self.world.atlas.reference(term).expect("a symbolic reference").class;
            if let Some(same) = self.is_class_constant(state, term, other)? {
                return Ok(Some(same));
            }
            let may_be_it = self.has_constants_only(class) || self.is_enum_constant(state, other);
            let is_open = state.path.shapes.target(term).is_none() && !may_be_it;
            if is_open && state.path.shapes.number_of(other).is_none() {
                return Ok(Some(false));
            }
        }
        for (term, other) in [(left, b), (right, a)] {
            if let (Some(term), Value::Ref(other)) = (term, other)
                && self.is_text_given_twice(state, term, other)?
            {
                return Ok(Some(true));
            }
        }
        if let (Some(_), Some(_)) = (left, right) {
            let settled = self.settle_reference(state, a)?;
            // Against null, say, it does not matter which object the other one is.
            return self.is_same_symbolic(state, settled, b);
        }
        let (term, known) = if let Some(term) = left { (term, b) } else { (right.expect("one of them"), a) };
        if let Some(number) = self.compared_with(state, term, known) {
            return self.is_known_object(state, term, number).map(Some);
        }
        let (one, other) = (self.resolve_reference(state, term)?, self.settle_reference(state, known)?.as_ref());
        if one != other {
            self.note_different_texts(state, one, other);
        }
        Ok(Some(one == other))
    }

    /// The object that a reference, of which more need not be known, is compared with: lazier# settles whether it is this one, and no more.
    fn compared_with(&self, state: &State, term: Term, known: Value) -> Option<Symbolic> {
        let Value::Ref(id) = known else { return None };
        let reference = self.world.atlas.reference(term)?;
        let is_null = reference.null.and_then(|null| state.path.known(&self.world.terms, null)) == Some(true);
        let is_open = state.path.shapes.target(term).is_none() && !is_null;
        let is_late = self.world.options.bounds.init == Init::LazierSharp && !self.world.options.makes;
        if !is_open || !is_late || self.has_constants_only(reference.class) {
            return None;
        }
        state.path.shapes.number_of(id)
    }
}
