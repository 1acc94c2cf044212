//! Random arguments on a JVM: what there is to choose from, as a text for the program of ours that does it.

use super::constants::{Named, Numbers};
use bytecode::Type;
use machine::program::ClassKind;
use machine::shapes::{Maker, Member};
use machine::{ClassId, Machine, MethodId};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::rc::Rc;

/// Types that are looked at.
const KINDS: usize = 300;
/// Classes behind a variable of one type.
const CLASSES: usize = 16;
/// Of these, those that the code under test asks for.
const ASKED_FOR: usize = 8;
/// Class objects as arguments, besides those that the class names.
const CONSTANTS: usize = 24;

/// A type of arguments by its number in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KindId(pub(super) usize);

/// A way to make an object by its number in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WayId(pub(super) usize);

/// What random arguments can be chosen from.
#[derive(Default)]
pub struct Grammar {
    kinds: Vec<Kind>,
    pub(super) ways: Vec<Way>,
    pub(super) methods: Vec<Callable>,
}

/// A type of arguments.
struct Kind {
    descriptor: String,
    element: Option<KindId>,
    may: Vec<May>,
}

/// What a variable may be given, by number.
#[derive(Clone, Copy)]
enum May {
    Kind(KindId),
    Way(WayId),
}

pub(super) struct Way {
    pub(super) how: How,
    /// The type of the object that has the method.
    pub(super) of: Option<KindId>,
    pub(super) parameters: Vec<KindId>,
    /// What is made, where the method says less.
    pub(super) cast: Option<ClassId>,
    pub(super) steps: Rc<[WayId]>,
}

pub(super) enum How {
    Class(ClassId),
    Field(ClassId, Rc<str>),
    Member(Member),
    Call(MethodId),
}

/// A method under test.
#[derive(Clone, Debug)]
pub struct Tested {
    pub number: usize,
    /// Of the receiver, if there is one, and the parameters.
    pub names: Vec<String>,
    /// Of the receiver.
    pub class: ClassId,
    pub method: MethodId,
    pub is_public: bool,
}

pub(super) struct Callable {
    pub(super) tested: Tested,
    pub(super) way: WayId,
}

impl Grammar {
    /// The atlas is that of one of the methods; `named` is what the class under test speaks of.
    pub fn of(machine: &mut Machine, tested: &[Tested], named: Named) -> Grammar {
        let mut builder = Builder {
            grammar: Grammar::default(),
            machine,
            known: HashMap::new(),
            bounds: HashMap::new(),
            steps: HashMap::new(),
            queue: Vec::new(),
            tested,
            named,
        };
        for tested in tested {
            let instance = builder.machine.needs_object(tested.method);
            let of = instance.then(|| builder.kind(tested.class));
            let way = builder.call(tested.method, of);
            builder.grammar.methods.push(Callable { tested: tested.clone(), way });
        }
        let mut at = 0;
        while let Some(&(kind, class)) = builder.queue.get(at) {
            builder.fill(kind, class);
            at += 1;
        }
        builder.grammar
    }

    /// For the program of ours.
    pub fn text(&self, machine: &Machine, texts: &BTreeSet<String>, numbers: &Numbers, classic: bool) -> String {
        let mut out = String::from(if classic { "classic\n" } else { "" });
        out += if machine.world.atlas.making.gives_twice { "twice\n" } else { "" };
        for text in texts {
            let units: String = text.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
            let _ = writeln!(out, "text {units}");
        }
        for number in &numbers.whole {
            let _ = writeln!(out, "number {number}");
        }
        for number in &numbers.real {
            let _ = writeln!(out, "real {}", number.cast_signed());
        }
        for (id, kind) in self.kinds.iter().enumerate() {
            let _ = writeln!(out, "kind {id} {}", kind.descriptor);
            if let Some(element) = kind.element {
                let _ = writeln!(out, "element {id} {}", element.0);
            }
            if !kind.may.is_empty() {
                let may: Vec<String> = kind.may.iter().map(may).collect();
                let _ = writeln!(out, "may {id} {}", may.join(" "));
            }
        }
        for (id, way) in self.ways.iter().enumerate() {
            let of = way.of.map_or("-".to_string(), |of| of.0.to_string());
            let parameters: String = way.parameters.iter().map(|kind| format!(" {}", kind.0)).collect();
            let _ = writeln!(out, "way {id} {} {of}{parameters}", how(machine, &way.how));
            if let Some(cast) = way.cast {
                let _ = writeln!(out, "cast {id} {}", machine.world.descriptor(cast));
            }
            if !way.steps.is_empty() {
                let steps: String = way.steps.iter().map(|step| format!(" {}", step.0)).collect();
                let _ = writeln!(out, "steps {id}{steps}");
            }
        }
        for method in &self.methods {
            let seen = if method.tested.is_public { "public" } else { "hidden" };
            let _ = writeln!(out, "method {} {} {seen}", method.tested.number, method.way.0);
        }
        out
    }

    pub(super) fn way(&self, way: WayId) -> &Way {
        &self.ways[way.0]
    }

    /// The way that a line of the program of ours speaks of.
    pub(super) fn way_named(&self, number: &str) -> Option<WayId> {
        let number: usize = number.parse().ok()?;
        (number < self.ways.len()).then_some(WayId(number))
    }

    /// How many values a call needs.
    pub(super) fn count(&self, way: WayId) -> usize {
        usize::from(self.way(way).of.is_some()) + self.way(way).parameters.len()
    }
}

fn may(may: &May) -> String {
    match may {
        May::Kind(kind) => format!("k{}", kind.0),
        May::Way(way) => format!("w{}", way.0),
    }
}

/// Sort, class that has it, name and descriptor.
fn how(machine: &Machine, how: &How) -> String {
    let world = &machine.world;
    match how {
        How::Class(class) => format!("class {} - -", world.descriptor(*class)),
        How::Field(holder, name) => format!("field {} {name} -", world.descriptor(*holder)),
        How::Member(member) => {
            let parameters: String = member.parameters.iter().map(|&class| world.descriptor(class)).collect();
            let named = match member.got_by {
                "getDeclaredField" => member.name.to_string(),
                "getDeclaredConstructor" => format!("({parameters})"),
                _ => format!("{}({parameters})", member.name),
            };
            format!("member {} {} {named}", world.descriptor(member.of), member.got_by)
        }
        How::Call(method) => {
            let m = &world.classes[*method];
            format!("call {} {} {}", world.descriptor(m.class), m.name, m.descriptor)
        }
    }
}

struct Builder<'a, 'm> {
    grammar: Grammar,
    machine: &'a mut Machine<'m>,
    known: HashMap<ClassId, KindId>,
    /// A Class below these.
    bounds: HashMap<ClassId, KindId>,
    /// Calls on objects of a class.
    steps: HashMap<ClassId, Rc<[WayId]>>,
    queue: Vec<(KindId, ClassId)>,
    tested: &'a [Tested],
    named: Named,
}

impl Builder<'_, '_> {
    fn kind(&mut self, class: ClassId) -> KindId {
        if let Some(&known) = self.known.get(&class) {
            return known;
        }
        let id = KindId(self.grammar.kinds.len());
        let descriptor = self.machine.world.descriptor(class);
        self.grammar.kinds.push(Kind { descriptor, element: None, may: Vec::new() });
        self.known.insert(class, id);
        // Of others there is null.
        if id.0 < KINDS {
            self.queue.push((id, class));
        }
        id
    }

    fn way(&mut self, how: How, of: Option<KindId>, parameters: Vec<KindId>) -> WayId {
        self.grammar.ways.push(Way { how, of, parameters, cast: None, steps: Rc::new([]) });
        WayId(self.grammar.ways.len() - 1)
    }

    fn call(&mut self, method: MethodId, of: Option<KindId>) -> WayId {
        let m = &self.machine.world.classes[method];
        let (loader, types) = (self.machine.world.classes[m.class].loader, m.parameters.clone());
        let mut parameters = Vec::new();
        for (at, kind) in types.into_iter().enumerate() {
            let class = match &kind {
                Type::Prim(prim) => self.machine.world.classes.primitive(Some(*prim)),
                Type::Ref(name) => match self.machine.world.load(loader, name) {
                    Ok(Some(class)) => class,
                    _ => self.machine.world.object,
                },
            };
            let bound = (class == self.machine.world.class).then(|| self.machine.class_bound(method, at)).flatten();
            parameters.push(match bound {
                Some(bound) => self.bounded(bound),
                None => self.kind(class),
            });
        }
        self.way(How::Call(method), of, parameters)
    }

    fn fill(&mut self, kind: KindId, class: ClassId) {
        let world = &self.machine.world;
        if let ClassKind::Array(component) = world.classes[class].kind {
            if !matches!(world.classes[component].kind, ClassKind::Primitive(_)) {
                let element = self.kind(component);
                self.grammar.kinds[kind.0].element = Some(element);
            }
            return;
        }
        if matches!(world.classes[class].kind, ClassKind::Primitive(_)) || self.machine.can_be_unknown(class) {
            return;
        }
        let may = if class == self.machine.world.class {
            self.class_objects(self.machine.world.object)
        } else if self.machine.has_constants_only(class) {
            self.constants(class)
        } else if self.machine.is_member(class) {
            let members = self.machine.members(class);
            members.iter().map(|member| May::Way(self.way(How::Member(member.clone()), None, Vec::new()))).collect()
        } else {
            self.objects(class)
        };
        self.grammar.kinds[kind.0].may = may;
    }

    /// A Class that stands for something below another one.
    fn bounded(&mut self, bound: ClassId) -> KindId {
        if let Some(&known) = self.bounds.get(&bound) {
            return known;
        }
        let may = self.class_objects(bound);
        let id = KindId(self.grammar.kinds.len());
        let descriptor = self.machine.world.descriptor(self.machine.world.class);
        self.grammar.kinds.push(Kind { descriptor, element: None, may });
        self.bounds.insert(bound, id);
        id
    }

    fn class_objects(&mut self, bound: ClassId) -> Vec<May> {
        let reflected = self.machine.world.atlas.reflection.classes.clone();
        let object = [self.machine.world.object];
        let all = if reflected.is_empty() { &object[..] } else { &reflected };
        let fits = |&class: &ClassId| {
            self.machine.can_be_named(class) && (bound == object[0] || self.machine.is_bounded_by(class, bound))
        };
        let mut named: Vec<ClassId> = self.named.literals.iter().copied().filter(|class| fits(class)).collect();
        let others = all.iter().copied().filter(|class| fits(class) && !self.named.literals.contains(class));
        named.extend(others.take(CONSTANTS));
        named.into_iter().map(|class| May::Way(self.way(How::Class(class), None, Vec::new()))).collect()
    }

    fn constants(&mut self, class: ClassId) -> Vec<May> {
        let of = self.machine.enum_of(class);
        if !self.machine.can_be_named(of) {
            return Vec::new();
        }
        let fields = self.machine.world.classes[of].fields.clone();
        let constants = fields.iter().filter(|field| field.access & bytecode::access::ENUM != 0);
        constants.map(|field| May::Way(self.way(How::Field(of, field.name.clone()), None, Vec::new()))).collect()
    }

    fn objects(&mut self, class: ClassId) -> Vec<May> {
        let mut may = Vec::new();
        let mut classes = self.likely(class);
        // An endless stream is of no use where the JDK has others.
        let c = &self.machine.world.classes[class];
        let is_partial = c.is_jdk() && c.access & bytecode::access::INTERFACE == 0;
        if let Some(implementation) = self.machine.implementation(class)
            && !classes.contains(&implementation)
            && (classes.is_empty() || !is_partial)
        {
            classes.push(implementation);
        }
        for below in classes {
            if below != class {
                may.push(May::Kind(self.kind(below)));
                continue;
            }
            for &maker in self.machine.makers(class).iter() {
                match maker {
                    Maker::Method(method) => {
                        let of = self.machine.needs_object(method).then(|| self.machine.world.classes[method].class);
                        let of = of.map(|of| self.kind(of));
                        let way = self.call(method, of);
                        let cast = self.machine.cast_of(method, class);
                        self.grammar.ways[way.0].cast = cast;
                        // A test cannot name what implements something for it.
                        let is_named = !self.machine.world.tests.implemented.contains_key(&class);
                        if is_named && (cast.is_some() || self.shown(method).is_some_and(|shown| shown == class)) {
                            self.grammar.ways[way.0].steps = self.steps_of(class);
                        }
                        may.push(May::Way(way));
                    }
                    Maker::Constant(holder, slot) => {
                        let fields = &self.machine.world.classes[holder].fields;
                        let field = fields.iter().find(|field| field.is_static() && field.slot == slot);
                        if let Some(name) = field.map(|field| field.name.clone()) {
                            may.push(May::Way(self.way(How::Field(holder, name), None, Vec::new())));
                        }
                    }
                }
            }
        }
        may
    }

    /// Classes behind a variable, the likely ones first: texts, what the code under test asks objects for, then what is easily made.
    fn likely(&mut self, class: ClassId) -> Vec<ClassId> {
        let makeable = self.machine.makeable(class);
        let world = &self.machine.world;
        let is_text = |below: ClassId| below == world.string;
        let asked_for = |&below: &ClassId| {
            let is_below = |&wanted: &ClassId| wanted != world.object && world.classes.is_subclass(below, wanted);
            self.named.asked_for.iter().any(is_below)
        };
        let texts = makeable.iter().copied().filter(|&below| is_text(below));
        let wanted = makeable.iter().copied().filter(asked_for).take(ASKED_FOR);
        let others = makeable.iter().copied();
        let mut classes: Vec<ClassId> = Vec::new();
        for below in texts.chain(wanted).chain(others) {
            if classes.len() < CLASSES && !classes.contains(&below) {
                classes.push(below);
            }
        }
        classes
    }

    /// The class that a test knows of what the method makes.
    fn shown(&mut self, maker: MethodId) -> Option<ClassId> {
        let m = &self.machine.world.classes[maker];
        let loader = self.machine.world.classes[m.class].loader;
        match m.result.clone() {
            Some(Type::Ref(name)) => self.machine.world.load(loader, &name).ok().flatten(),
            _ => Some(m.class),
        }
    }

    /// Of the class under test all that anybody may call.
    fn steps_of(&mut self, class: ClassId) -> Rc<[WayId]> {
        if let Some(known) = self.steps.get(&class) {
            return known.clone();
        }
        self.steps.insert(class, Rc::new([]));
        let own = self.tested.iter().filter(|tested| tested.class == class && tested.is_public);
        let own = own.map(|tested| tested.method).filter(|&method| self.machine.needs_object(method));
        let mut methods: Vec<MethodId> = own.collect();
        for mutator in self.machine.mutators(class) {
            if !methods.contains(&mutator) {
                methods.push(mutator);
            }
        }
        let steps: Rc<[WayId]> = methods.into_iter().map(|method| self.call(method, None)).collect();
        self.steps.insert(class, steps.clone());
        steps
    }
}
