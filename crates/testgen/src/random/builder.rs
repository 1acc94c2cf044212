//! The grammar of random arguments, from what the code under test and its libraries declare.

use super::constants::Named;
use super::grammar::{Callable, Grammar, How, Kind, KindId, May, Tested, Way, WayId};
use super::typed::{self, Meaning, Typed};
use bytecode::Type;
use machine::program::ClassKind;
use machine::shapes::Maker;
use machine::{ClassId, Machine, MethodId};
use std::collections::HashMap;
use std::rc::Rc;

/// Types that are looked at.
const KINDS: usize = 900;
/// Classes behind a variable of one type.
const CLASSES: usize = 16;
/// Of these, those that the code under test asks for.
const ASKED_FOR: usize = 8;
/// Class objects as arguments, besides those that the class names.
const CONSTANTS: usize = 24;

/// Objects of the JDK that have others.
const CONTAINERS: [&str; 4] = ["java/lang/Iterable", "java/util/Iterator", "java/util/Enumeration", "java/util/Map"];

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
            let own = Typed::raw(tested.class);
            let meaning = own.meaning_in(builder.machine.world, tested.method);
            let of = instance.then(|| builder.kind(own));
            let way = builder.call(tested.method, of, &meaning);
            builder.grammar.methods.push(Callable { tested: tested.clone(), way });
        }
        let mut at = 0;
        while let Some((kind, typed)) = builder.queue.get(at).cloned() {
            builder.fill(kind, &typed);
            at += 1;
        }
        builder.grammar
    }
}

struct Builder<'a, 'm> {
    grammar: Grammar,
    machine: &'a mut Machine<'m>,
    known: HashMap<Typed, KindId>,
    /// A Class below these.
    bounds: HashMap<ClassId, KindId>,
    /// Calls on objects of a type.
    steps: HashMap<Typed, Rc<[WayId]>>,
    queue: Vec<(KindId, Typed)>,
    tested: &'a [Tested],
    named: Named,
}

impl Builder<'_, '_> {
    fn kind(&mut self, typed: Typed) -> KindId {
        if let Some(&known) = self.known.get(&typed) {
            return known;
        }
        let id = KindId(self.grammar.kinds.len());
        let descriptor = self.machine.world.descriptor(typed.class);
        self.grammar.kinds.push(Kind { descriptor, element: None, may: Vec::new() });
        self.known.insert(typed.clone(), id);
        // Of others there is null.
        if id.0 < KINDS {
            self.queue.push((id, typed));
        }
        id
    }

    fn way(&mut self, how: How, of: Option<KindId>, parameters: Vec<KindId>) -> WayId {
        self.grammar.ways.push(Way { how, of, parameters, cast: None, steps: Rc::new([]) });
        WayId(self.grammar.ways.len() - 1)
    }

    fn call(&mut self, method: MethodId, of: Option<KindId>, meaning: &Meaning) -> WayId {
        let m = &self.machine.world.classes[method];
        let (loader, types) = (self.machine.world.classes[m.class].loader, m.parameters.clone());
        let more = typed::parameters(self.machine.world, method, meaning);
        let mut parameters = Vec::new();
        for ((at, kind), typed) in types.into_iter().enumerate().zip(more) {
            let class = match &kind {
                Type::Prim(prim) => self.machine.world.classes.primitive(Some(*prim)),
                Type::Ref(name) => match self.machine.world.load(loader, name) {
                    Ok(Some(class)) => class,
                    _ => self.machine.world.object,
                },
            };
            let bound = (class == self.machine.world.class).then(|| self.machine.class_bound(method, at)).flatten();
            let typed = typed.filter(|typed| self.machine.world.classes.is_subclass(typed.class, class));
            parameters.push(match bound {
                Some(bound) => self.bounded(bound),
                None => self.kind(typed.unwrap_or(Typed::raw(class))),
            });
        }
        self.way(How::Call(method), of, parameters)
    }

    fn fill(&mut self, kind: KindId, typed: &Typed) {
        let class = typed.class;
        let world = &self.machine.world;
        if let ClassKind::Array(component) = world.classes[class].kind {
            if !matches!(world.classes[component].kind, ClassKind::Primitive(_)) {
                let element = self.kind(typed.same_of(component));
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
            self.objects(typed)
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

    fn objects(&mut self, typed: &Typed) -> Vec<May> {
        let class = typed.class;
        let mut may = Vec::new();
        let mut classes = self.likely(typed);
        // An endless stream or iterator is of no use where the JDK has others.
        let c = &self.machine.world.classes[class];
        let is_partial = c.is_jdk() && (c.access & bytecode::access::INTERFACE == 0 || self.holds_others(class));
        if let Some(implementation) = self.machine.implementation(class)
            && !classes.iter().any(|known| known.class == implementation)
            && (classes.is_empty() || !is_partial)
        {
            classes.push(typed.same_of(implementation));
        }
        for below in classes {
            if below.class != class {
                may.push(May::Kind(self.kind(below)));
                continue;
            }
            let withers = self.machine.withers(class);
            let is_tested = self.tested.iter().any(|tested| tested.class == class);
            let others = if is_tested { self.machine.other_makers(class) } else { Vec::new() };
            let more = withers.into_iter().map(Maker::Method).chain(others);
            for maker in self.machine.makers(class).iter().copied().chain(more) {
                match maker {
                    Maker::Method(method) => may.push(May::Way(self.made_by(method, typed))),
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

    /// Whether somebody goes through what it has.
    fn holds_others(&self, class: ClassId) -> bool {
        let classes = &self.machine.world.classes;
        let above = classes[class].chain.iter().chain(&classes[class].all_interfaces).chain([&class]);
        above.copied().any(|above| CONTAINERS.contains(&&*classes[above].name))
    }

    fn made_by(&mut self, maker: MethodId, typed: &Typed) -> WayId {
        let class = typed.class;
        // A test cannot name what implements something for it.
        if let Some(&implemented) = self.machine.world.tests.implemented.get(&class) {
            let way = self.call(maker, None, &Meaning::new());
            let answers = typed.same_of(implemented).answers(self.machine.world);
            let parameters = self.grammar.ways[way.0].parameters.len();
            for (at, answer) in (parameters - answers.len()..parameters).zip(answers) {
                if let Some(answer) = answer {
                    self.grammar.ways[way.0].parameters[at] = self.kind(answer);
                }
            }
            return way;
        }
        let (meaning, of) = typed.meaning_of_maker(self.machine.world, maker);
        let of = self.machine.needs_object(maker).then(|| self.kind(of));
        let way = self.call(maker, of, &meaning);
        let cast = self.machine.cast_of(maker, class);
        self.grammar.ways[way.0].cast = cast;
        if cast.is_some() || self.shown(maker).is_some_and(|shown| shown == class) {
            self.grammar.ways[way.0].steps = self.steps_of(typed);
        }
        way
    }

    /// Classes behind a variable, the likely ones first: texts, what the code under test asks objects for, then what is easily made.
    fn likely(&mut self, typed: &Typed) -> Vec<Typed> {
        let makeable = self.machine.makeable(typed.class);
        let world = &self.machine.world;
        let is_text = |below: ClassId| below == world.string;
        let asked_for = |&below: &ClassId| {
            let is_below = |&wanted: &ClassId| wanted != world.object && world.classes.is_subclass(below, wanted);
            self.named.asked_for.iter().any(is_below)
        };
        let texts = makeable.iter().copied().filter(|&below| is_text(below));
        let wanted = makeable.iter().copied().filter(asked_for).take(ASKED_FOR);
        let others = makeable.iter().copied();
        let all: Vec<ClassId> = texts.chain(wanted).chain(others).collect();
        let mut classes: Vec<Typed> = Vec::new();
        for below in all {
            if classes.len() < CLASSES && !classes.iter().any(|known| known.class == below) {
                classes.extend(typed.below(self.machine.world, below));
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
    fn steps_of(&mut self, typed: &Typed) -> Rc<[WayId]> {
        if let Some(known) = self.steps.get(typed) {
            return known.clone();
        }
        self.steps.insert(typed.clone(), Rc::new([]));
        let own = self.tested.iter().filter(|tested| tested.class == typed.class && tested.is_public);
        let own = own.map(|tested| tested.method).filter(|&method| self.machine.needs_object(method));
        let mut methods: Vec<MethodId> = own.collect();
        for mutator in self.machine.mutators(typed.class) {
            if !methods.contains(&mutator) {
                methods.push(mutator);
            }
        }
        let mut steps = Vec::new();
        for method in methods {
            let meaning = typed.meaning_in(self.machine.world, method);
            steps.push(self.call(method, None, &meaning));
        }
        let steps: Rc<[WayId]> = steps.into();
        self.steps.insert(typed.clone(), steps.clone());
        steps
    }
}
