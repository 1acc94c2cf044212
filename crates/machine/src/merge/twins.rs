//! Objects that different paths made for the same purpose become one in the merged state, instead of a choice among them: an object that
//! one path made does not exist on the others, so nobody can tell. Only names change: what a path has is read through them.

use crate::heap::{Body, Heap, Object, Symbols};
use crate::program::{Class, ClassId, ObjectId, Value};
use crate::state::State;
use crate::world::Machine;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{FastMap, Op, Term};

/// By state, what its objects are called in the merged one, and the other way round.
#[derive(Default)]
pub struct Twins {
    names: Vec<BTreeMap<ObjectId, ObjectId>>,
    objects: Vec<BTreeMap<ObjectId, ObjectId>>,
}

impl Twins {
    /// The object of a state that has this name in the merged one; none if it has another name there.
    pub fn object(&self, state: usize, name: ObjectId) -> Option<ObjectId> {
        if let Some(&object) = self.objects[state].get(&name) {
            return Some(object);
        }
        (!self.names[state].contains_key(&name)).then_some(name)
    }

    /// All objects with twins, under all names.
    pub fn all(&self) -> BTreeSet<ObjectId> {
        self.names.iter().flat_map(|names| names.iter().flat_map(|(&id, &name)| [id, name])).collect()
    }
}

impl Machine<'_> {
    /// Finds twins: what variables and objects of all states refer to at the same places.
    pub(super) fn find_twins(&self, states: &[State]) -> Twins {
        let mut search = Search {
            machine: self,
            states,
            twins: Twins { names: vec![BTreeMap::new(); states.len()], objects: vec![BTreeMap::new(); states.len()] },
            named: BTreeSet::new(),
            open: Vec::new(),
        };
        let heaps: Vec<&Heap> = states.iter().map(|state| &state.heap).collect();
        let different = Heap::different(&heaps);
        if !self.can_rename(states, &different) {
            return search.twins;
        }
        let top = states[0].frames.last().map_or(0, |frame| frame.sp as usize);
        for at in 0..top {
            search.compare(&states.iter().map(|state| Some(state.stack[at])).collect::<Vec<_>>());
        }
        for id in different {
            if heaps.iter().all(|heap| !matches!(heap.get(id).body, Body::Absent)) {
                search.compare_objects(&vec![Some(id); states.len()]);
            }
        }
        while let Some(objects) = search.open.pop() {
            search.compare_objects(&objects);
        }
        search.twins
    }

    /// Is everything that refers to objects looked at under their names?
    fn can_rename(&self, states: &[State], different: &[ObjectId]) -> bool {
        let first = &states[0];
        let hides = |object: &Object| match (&object.body, object.symbols.as_deref()) {
            (Body::Refs(_), Some(Symbols::Whole(_))) => true,
            (Body::Open(array), _) => array.has_references(),
            _ => false,
        };
        let plain = |state: &State| {
            !state.path.shapes.is_used() && state.failures.is_empty() && Rc::ptr_eq(&state.links, &first.links)
        };
        states.iter().all(|state| plain(state) && different.iter().all(|&id| !hides(state.heap.get(id))))
    }

    /// A value of a state as the merged state has it.
    pub(super) fn renamed(&mut self, twins: &Twins, state: usize, value: Value) -> Value {
        let names = &twins.names[state];
        match value {
            _ if names.is_empty() => value,
            Value::Ref(id) => Value::Ref(names.get(&id).copied().unwrap_or(id)),
            Value::Sym(term) if self.is_reference(term) => {
                let term = self.renamed_term(names, term);
                self.value_of(term)
            }
            other => other,
        }
    }

    /// The choice with other names for its objects: the same forks, unless both sides have become one.
    fn renamed_term(&mut self, names: &BTreeMap<ObjectId, ObjectId>, term: Term) -> Term {
        let mut known: FastMap<Term, Term> = FastMap::default();
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if known.contains_key(&next) {
                open.pop();
                continue;
            }
            if self.world.terms.op(next) != Op::Ite {
                let id = self.world.terms.as_const(next).map(|object| ObjectId(object.bits() as u32));
                let renamed = id.and_then(|id| names.get(&id)).map(|&name| self.lift(Value::Ref(name)));
                known.insert(next, renamed.unwrap_or(next));
                continue;
            }
            let &[condition, then, otherwise] = self.world.terms.args(next) else {
                unreachable!("a choice has three arguments")
            };
            match (known.get(&then).copied(), known.get(&otherwise).copied()) {
                (Some(a), Some(b)) if (a, b) == (then, otherwise) => {
                    known.insert(next, next);
                }
                (Some(a), Some(b)) => {
                    let renamed = self.world.terms.ite(condition, a, b);
                    known.insert(next, renamed);
                }
                (a, b) => {
                    open.extend(a.is_none().then_some(then));
                    open.extend(b.is_none().then_some(otherwise));
                }
            }
        }
        known[&term]
    }

    /// An object of a state as the merged state has it.
    pub(super) fn renamed_object(&mut self, twins: &Twins, state: usize, mut object: Object) -> Object {
        if twins.names[state].is_empty() {
            return object;
        }
        match &mut object.body {
            Body::Fields(fields) if fields.iter().any(|value| is_renamed(self, twins, state, *value)) => {
                *fields = fields.iter().map(|&value| self.renamed(twins, state, value)).collect();
            }
            Body::Refs(elements) => {
                for at in 0..elements.len() {
                    if let Some(id) = elements.get(at)
                        && let Some(&name) = twins.names[state].get(&id)
                    {
                        elements.set(at, name);
                    }
                }
            }
            _ => {}
        }
        if let (Body::Refs(_), Some(Symbols::Sparse(cells))) = (&object.body, object.symbols.as_deref()) {
            let names = twins.names[state].clone();
            let cells = cells.iter().map(|(&at, &term)| (at, self.renamed_term(&names, term))).collect();
            object.symbols = Some(Rc::new(Symbols::Sparse(cells)));
        }
        object
    }
}

fn is_renamed(machine: &Machine, twins: &Twins, state: usize, value: Value) -> bool {
    match value {
        Value::Ref(id) => twins.names[state].contains_key(&id),
        Value::Sym(term) => machine.is_reference(term),
        _ => false,
    }
}

struct Search<'s, 'm> {
    machine: &'s Machine<'m>,
    states: &'s [State],
    twins: Twins,
    /// Objects that have a name already, also where it is their own.
    named: BTreeSet<ObjectId>,
    /// Twins whose parts were not compared yet, by state.
    open: Vec<Vec<Option<ObjectId>>>,
}

impl Search<'_, '_> {
    /// The values that states have at one place, where they have it.
    fn compare(&mut self, values: &[Option<Value>]) {
        let reference = |value: &Option<Value>| if let Some(Value::Ref(id)) = value { Some(*id) } else { None };
        let ids: Vec<Option<ObjectId>> = values.iter().map(reference).collect();
        let Some(first) = ids.iter().flatten().find(|id| !id.is_null()).copied() else { return };
        if ids.iter().all(|id| *id == Some(first)) {
            return;
        }
        // By class and length, those that only one state has.
        let mut groups: Vec<(Kind, Vec<Option<ObjectId>>)> = Vec::new();
        for (state, id) in ids.iter().enumerate() {
            let Some(id) = *id else { continue };
            let Some(kind) = self.kind(state, id) else { continue };
            let at = groups.iter().position(|(other, _)| *other == kind).unwrap_or_else(|| {
                groups.push((kind, vec![None; self.states.len()]));
                groups.len() - 1
            });
            groups[at].1[state] = Some(id);
        }
        for (_, group) in groups {
            if group.iter().flatten().count() > 1 {
                self.name(group);
            }
        }
    }

    /// The twins get the name of the first one.
    fn name(&mut self, group: Vec<Option<ObjectId>>) {
        let Some(name) = group.iter().flatten().next().copied() else { return };
        self.named.extend(group.iter().flatten());
        for (state, id) in group.iter().enumerate() {
            if let Some(id) = *id
                && id != name
            {
                self.twins.names[state].insert(id, name);
                self.twins.objects[state].insert(name, id);
            }
        }
        self.open.push(group);
    }

    /// What makes it a possible twin: made by this state alone, and nobody looked at what tells it from others.
    fn kind(&self, state: usize, id: ObjectId) -> Option<Kind> {
        let own = &self.states[state];
        let object = own.heap.get(id);
        let path = &own.path;
        let is_known = id.is_null() || object.hash != 0 || object.shadowed || self.named.contains(&id);
        let is_special = path.boxes.contains(&id) || path.twins.contains(&id) || path.rebuilt.contains(&id);
        if is_known || is_special || !matches!(self.machine.world.base.get(id).body, Body::Absent) {
            return None;
        }
        let elsewhere = |(at, other): (usize, &State)| at != state && !matches!(other.heap.get(id).body, Body::Absent);
        if self.states.iter().enumerate().any(elsewhere) || own.monitors.iter().any(|held| held.object == id) {
            return None;
        }
        let class = &self.machine.world.classes[object.class];
        let length = match &object.body {
            Body::Fields(_) => 0,
            Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) => return None,
            array => array.array_length()?,
        };
        let is_whole = matches!(object.symbols.as_deref(), Some(Symbols::Whole(_)));
        (can_have_twins(class) && !is_whole).then_some((object.class, length))
    }

    fn compare_objects(&mut self, objects: &[Option<ObjectId>]) {
        let states = self.states;
        let bodies: Vec<Option<&Object>> =
            objects.iter().zip(states).map(|(id, state)| id.map(|id| state.heap.get(id))).collect();
        let Some(first) = bodies.iter().flatten().next() else { return };
        if bodies.iter().flatten().any(|object| object.class != first.class) {
            return;
        }
        match &first.body {
            Body::Fields(fields) => {
                let all: Vec<Option<&Rc<[Value]>>> = bodies.iter().map(|object| fields_of(*object)).collect();
                if all.iter().flatten().all(|other| Rc::ptr_eq(other, fields)) {
                    return;
                }
                for slot in 0..fields.len() {
                    self.compare(&all.iter().map(|fields| fields.map(|fields| fields[slot])).collect::<Vec<_>>());
                }
            }
            Body::Refs(elements) if elements.len() <= LONGEST => {
                for at in 0..elements.len() {
                    self.compare(&bodies.iter().map(|object| element_of(*object, at)).collect::<Vec<_>>());
                }
            }
            _ => {}
        }
    }
}

/// Elements of an array of references that are compared.
const LONGEST: usize = 256;

/// Class, and length of an array.
type Kind = (ClassId, usize);

fn fields_of(object: Option<&Object>) -> Option<&Rc<[Value]>> {
    match &object?.body {
        Body::Fields(fields) => Some(fields),
        _ => None,
    }
}

/// An element that is known to be one object.
fn element_of(object: Option<&Object>, at: usize) -> Option<Value> {
    let object = object?;
    let is_symbolic = match object.symbols.as_deref() {
        Some(Symbols::Sparse(cells)) => cells.contains_key(&(at as u32)),
        Some(Symbols::Whole(_)) => true,
        None => false,
    };
    match &object.body {
        Body::Refs(elements) if !is_symbolic => elements.get(at).map(Value::Ref),
        _ => None,
    }
}

/// Are objects of the class nothing but what they hold? Of those of the JDK, only some are known to be.
pub(super) fn can_have_twins(class: &Class) -> bool {
    let is_value = class.name.starts_with("java/util/") || is_box(&class.name) || is_in_memory(&class.name);
    !class.is_jdk() && !class.synthetic || class.name.starts_with('[') || is_value
}

/// Streams over what is in memory.
fn is_in_memory(class: &str) -> bool {
    matches!(
        class,
        "java/io/PushbackReader"
            | "java/io/CharArrayReader"
            | "java/io/StringReader"
            | "java/io/BufferedReader"
            | "java/io/PushbackInputStream"
            | "java/io/ByteArrayInputStream"
            | "java/io/ByteArrayOutputStream"
            | "java/io/StringWriter"
            | "java/io/CharArrayWriter"
    )
}

pub(super) fn is_box(class: &str) -> bool {
    matches!(
        class,
        "java/lang/Byte"
            | "java/lang/Short"
            | "java/lang/Integer"
            | "java/lang/Long"
            | "java/lang/Character"
            | "java/lang/Boolean"
            | "java/lang/Float"
            | "java/lang/Double"
    )
}
