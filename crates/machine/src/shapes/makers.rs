//! What a test can do to get an object of a class: constructors, constants, factories; and what it can call to bring the object into another state.

use crate::program::{ClassId, MethodId};
use crate::world::Machine;
use crate::world::making::Maker;
use bytecode::{ClassName, Constant, Insn, Type, access};
use std::collections::HashMap;
use std::rc::Rc;

/// Ways to make an object of one class that are tried.
const MAKERS: usize = 10;
const CONSTRUCTORS: usize = 6;
const CONSTANTS: usize = 2;
const ANSWERS: usize = 3;
/// Classes behind a parameter that are looked at to know what it costs.
const LOOKED_AT: usize = 24;
/// Of an object that is there to answer another one.
const OTHER: u32 = 4;
/// Where an object can hardly be made.
const NULL: u32 = 10;
/// At most, where hardly anything can go wrong.
const EASY: u32 = 2;
/// Methods that are tried to bring an object into another state.
const MUTATORS: usize = 8;
/// Methods that answer another object of their own class.
const WITHERS: usize = 40;
/// Constructors, and methods that answer what these make as well.
const OTHERS: usize = 6;

impl Machine<'_> {
    /// Classes that the object behind a variable may have, makeable or not.
    pub(super) fn possible_classes(&mut self, declared: ClassId) -> Vec<ClassId> {
        let mut possible: Vec<ClassId> = self.subtypes(declared).to_vec();
        possible.extend(self.given_below(declared));
        possible.extend(self.members_below(declared));
        // A static method may answer one whose class nobody can name.
        if !possible.contains(&declared) {
            possible.push(declared);
        }
        possible
    }

    /// What comes first: the declared class itself, texts and boxes, then classes of the JDK behind those of the program.
    pub(super) fn rank(&self, class: ClassId, declared: ClassId) -> u32 {
        if class == declared {
            0
        } else if *self.world.classes[class].name == *"java/lang/String" {
            1
        } else if self.is_given(class) {
            3
        } else if self.world.classes[class].is_jdk() {
            4
        } else {
            2
        }
    }

    fn needs(&self, maker: Maker) -> usize {
        match maker {
            Maker::Method(method) => self.world.classes[method].parameters.len(),
            Maker::Constant(..) => 0,
        }
    }

    /// How much must be made for an object of a class; `None` if no test can make one.
    pub(super) fn cost(&mut self, class: ClassId) -> Option<u32> {
        if self.is_given(class) || class == self.world.object {
            return Some(1);
        }
        if let Some(&known) = self.world.atlas.making.costs.get(&class) {
            return known;
        }
        // One that needs one of its own kind.
        self.world.atlas.making.costs.insert(class, None);
        let makers = self.makers(class);
        let cost = makers.iter().filter_map(|&maker| self.cost_of(maker)).min();
        self.world.atlas.making.costs.insert(class, cost);
        cost
    }

    /// Whether nothing or a number is all that it takes.
    pub(super) fn is_easy(&mut self, class: ClassId) -> bool {
        self.cost(class).is_some_and(|cost| cost <= EASY)
    }

    /// The class of an object behind a variable of that type that takes least.
    pub fn easiest_class(&mut self, declared: ClassId) -> ClassId {
        if self.is_easy(declared) {
            return declared;
        }
        let mut possible = self.given_below(declared);
        possible.extend(self.subtypes(declared).iter().take(LOOKED_AT));
        let costs: Vec<(u32, ClassId)> =
            possible.into_iter().filter_map(|class| Some((self.cost(class)?, class))).collect();
        let least = costs.into_iter().min_by_key(|(cost, class)| (*cost, self.rank(*class, declared)));
        least.map_or(declared, |(_, class)| class)
    }

    fn cost_of(&mut self, maker: Maker) -> Option<u32> {
        let Maker::Method(method) = maker else { return Some(1) };
        let mut cost: u32 = if self.needs_object(method) { OTHER } else { 1 };
        for kind in self.world.classes[method].parameters.clone() {
            cost = cost.saturating_add(match kind {
                Type::Prim(_) => 1,
                Type::Ref(name) => self.cost_behind(method, &name)?,
            });
        }
        Some(cost)
    }

    /// Of an object behind a parameter of that type.
    fn cost_behind(&mut self, method: MethodId, name: &ClassName) -> Option<u32> {
        let loader = self.world.classes[self.world.classes[method].class].loader;
        let Ok(Some(declared)) = self.world.load(loader, name) else { return None };
        let possible = self.possible_classes(declared);
        let least = possible.into_iter().take(LOOKED_AT).filter_map(|class| self.cost(class)).min();
        // An anonymous class, or null where even that is impossible.
        Some(least.unwrap_or(NULL))
    }

    /// Whether a test can name it.
    pub(super) fn is_visible(&self, class: ClassId) -> bool {
        let class = &self.world.classes[class];
        let flags = class.file.as_ref().and_then(|file| file.visibility());
        class.is_exported() && flags.is_some_and(|flags| self.can_name(class.id, flags))
    }

    /// Whether a test can name a member of a class with these flags.
    fn can_name(&self, class: ClassId, flags: u16) -> bool {
        let of_test = self.world.classes[class].package() == &*self.world.atlas.making.package;
        flags & access::PUBLIC != 0 || flags & access::PRIVATE == 0 && of_test
    }

    /// Constants, constructors and static methods of the class that a test can name, those with few parameters first; where there are none, static methods of
    /// other classes that answer such an object, or else methods of objects; at last methods that answer it as something else.
    pub fn makers(&mut self, class: ClassId) -> Rc<[Maker]> {
        if let Some(makers) = self.world.atlas.making.makers.get(&class) {
            return makers.clone();
        }
        let mut makers: Vec<Maker> = Vec::new();
        if self.world.tests.implemented.contains_key(&class) {
            makers.extend(self.constructors(class));
        } else if self.is_visible(class) {
            makers.extend(self.constants(class));
            let mut calls = self.new_calls(class);
            calls.truncate(CONSTRUCTORS);
            let mut factories = self.own_factories(class);
            if calls.is_empty() && factories.is_empty() && makers.is_empty() {
                factories = self.factories_elsewhere(class);
            }
            if calls.is_empty() && factories.is_empty() && makers.is_empty() {
                factories = self.answers_of_objects(class);
            }
            if calls.is_empty() && factories.is_empty() && makers.is_empty() {
                factories = self.answers_above(class);
            }
            factories.sort_by_key(|&maker| self.needs(maker));
            makers.extend(calls.into_iter().chain(factories));
        }
        makers.retain(|&maker| self.can_name_parameters(maker));
        makers.truncate(MAKERS);
        let makers: Rc<[Maker]> = makers.into();
        self.world.atlas.making.makers.insert(class, makers.clone());
        makers
    }

    /// Static final fields of the class that hold one of its objects, or else those of the class around it: the companion of a class in Kotlin lies there.
    fn constants(&mut self, class: ClassId) -> Vec<Maker> {
        let own = self.constants_in(class, class);
        let c = &self.world.classes[class];
        let loader = c.loader;
        let around = c.name.rsplit_once('$').map(|(around, _)| ClassName::from(around));
        match around.filter(|around| own.is_empty() && !around.is_empty()) {
            Some(around) => match self.world.load(loader, &around) {
                Ok(Some(holder)) if self.is_visible(holder) => self.constants_in(holder, class),
                Ok(_) | Err(_) => own,
            },
            None => own,
        }
    }

    /// Static final fields of a class that a test can name and that are of the type of another one.
    fn constants_in(&self, holder: ClassId, class: ClassId) -> Vec<Maker> {
        let descriptor = format!("L{};", self.world.classes[class].name);
        let is_constant = |flags: u16| flags & access::STATIC != 0 && flags & access::FINAL != 0;
        let fields = self.world.classes[holder].fields.iter().filter(|field| {
            is_constant(field.access) && self.can_name(holder, field.access) && *field.descriptor == *descriptor
        });
        fields.take(CONSTANTS).map(|field| Maker::Constant(holder, field.slot)).collect()
    }

    /// Constructors by which `new` makes an object, those with few parameters first.
    fn new_calls(&self, class: ClassId) -> Vec<Maker> {
        let c = &self.world.classes[class];
        let inner = c.file.as_ref().is_some_and(|file| file.is_inner()) && self.outer_of(class).is_none();
        if inner || c.access & (access::ABSTRACT | access::INTERFACE) != 0 || !self.is_visible(class) {
            return Vec::new();
        }
        let mut calls = self.constructors(class);
        calls.sort_by_key(|&maker| self.needs(maker));
        calls
    }

    fn constructors(&self, class: ClassId) -> Vec<Maker> {
        let classes = &self.world.classes;
        let fits = |&method: &MethodId| {
            &*classes[method].name == "<init>" && self.can_call(method) && !self.makes_by_chance(method)
        };
        classes[class].methods.iter().copied().filter(fits).map(Maker::Method).collect()
    }

    fn can_call(&self, method: MethodId) -> bool {
        let m = &self.world.classes[method];
        self.can_name(m.class, m.access) && m.access & access::SYNTHETIC == 0
    }

    fn can_name_parameters(&mut self, maker: Maker) -> bool {
        let Maker::Method(method) = maker else { return true };
        let m = &self.world.classes[method];
        let (of, parameters) = (m.class, m.parameters.clone());
        self.world.tests.implemented.contains_key(&of) || self.nameable(of, &parameters).is_some()
    }

    /// Whether the object that has the method must be there before; it is the first argument then.
    pub fn needs_object(&self, maker: MethodId) -> bool {
        let m = &self.world.classes[maker];
        !m.is_static() && &*m.name != "<init>"
    }

    /// The class around an inner one, whose object a constructor is given first: `outer.new Inner()`.
    pub fn outer_of(&self, class: ClassId) -> Option<ClassName> {
        let c = &self.world.classes[class];
        let (outer, simple) = c.name.rsplit_once('$')?;
        let is_inner = c.file.as_ref().is_some_and(|file| file.is_inner());
        let has_name = simple.chars().next().is_some_and(|first| !first.is_ascii_digit());
        let is_given = |kind: &Type| matches!(kind, Type::Ref(name) if **name == *outer);
        let methods = c.methods.iter().map(|&method| &self.world.classes[method]);
        let mut constructors =
            methods.filter(|method| &*method.name == "<init>" && method.access & access::SYNTHETIC == 0);
        let all = constructors.all(|method| method.parameters.first().is_some_and(is_given));
        (is_inner && has_name && all).then(|| outer.into())
    }

    /// Methods that answer such an object, of classes whose objects can be made without others of that kind.
    fn answers_of_objects(&mut self, class: ClassId) -> Vec<Maker> {
        let answering = self.answering(class);
        let classes = &self.world.classes;
        let is_simple = |holder: ClassId| {
            let is_new = classes[holder].access & access::ABSTRACT == 0 && !self.constructors(holder).is_empty();
            let inner = classes[holder].file.as_ref().is_some_and(|file| file.is_inner());
            // The JDK has too many, but for those beside it.
            let is_near = !classes[holder].is_jdk() || classes[holder].package() == classes[class].package();
            holder != class && is_near && is_new && !inner
        };
        let answers = |method: &MethodId| {
            let m = &classes[*method];
            self.needs_object(*method) && !m.is_abstract() && is_simple(m.class)
        };
        let mut found: Vec<MethodId> = answering.into_iter().filter(answers).collect();
        found.sort_by_key(|&method| (classes[method].parameters.len(), method));
        found.truncate(ANSWERS);
        found.into_iter().map(Maker::Method).collect()
    }

    /// Methods that make an object of the class, and answer it as one of a class above it.
    fn answers_above(&self, class: ClassId) -> Vec<Maker> {
        let (classes, atlas) = (&self.world.classes, &self.world.atlas);
        let c = &classes[class];
        let above: Vec<&ClassName> =
            c.chain.iter().chain(&c.all_interfaces).map(|&above| &classes[above].name).collect();
        let is_new = |method: MethodId, insn: Insn| match insn {
            Insn::NewQuick(made) => made == class.0,
            Insn::New(index) => {
                let file = classes[classes[method].class].file.as_ref();
                let constant = file.and_then(|file| file.pool.entries.get(usize::from(index)));
                matches!(constant, Some(Constant::Class(name)) if *name == c.name)
            }
            _ => false,
        };
        let makes = |&method: &MethodId| {
            let is_above = matches!(&classes[method].result, Some(Type::Ref(name)) if above.contains(&name));
            let code = if is_above && self.can_call(method) { classes.code(method).ok() } else { None };
            code.is_some_and(|code| code.insns.iter().any(|insn| is_new(method, insn.get())))
        };
        let known = atlas.concrete.iter().chain(&atlas.mentioned).filter(|&&holder| holder != class);
        let holders = [class].into_iter().chain(known.copied().filter(|&holder| self.is_visible(holder)));
        let mut found: Vec<MethodId> = Vec::new();
        for method in holders.flat_map(|holder| classes[holder].methods.iter().copied()).filter(makes) {
            // What an object of the class answers needs one before.
            if !found.contains(&method) && (classes[method].class != class || !self.needs_object(method)) {
                found.push(method);
            }
        }
        found.sort_by_key(|&method| (self.needs_object(method), classes[method].parameters.len()));
        found.truncate(ANSWERS);
        found.into_iter().map(Maker::Method).collect()
    }

    /// What the answer of a maker is cast to where an object of the class is wanted.
    pub fn cast_of(&self, maker: MethodId, class: ClassId) -> Option<ClassId> {
        let (wanted, result) = (&self.world.classes[class].name, &self.world.classes[maker].result);
        matches!(result, Some(Type::Ref(name)) if name != wanted).then_some(class)
    }

    fn own_factories(&self, class: ClassId) -> Vec<Maker> {
        let classes = &self.world.classes;
        let answers = |result: &Type| matches!(result, Type::Ref(name) if *name == classes[class].name);
        let fits = |&method: &MethodId| {
            let m = &classes[method];
            let is_factory = m.is_static() && m.result.as_ref().is_some_and(answers);
            is_factory && self.can_call(method) && !self.makes_by_chance(method)
        };
        classes[class].methods.iter().copied().filter(fits).map(Maker::Method).collect()
    }

    fn factories_elsewhere(&mut self, class: ClassId) -> Vec<Maker> {
        let answering = self.answering(class);
        answering.into_iter().filter(|&method| self.world.classes[method].is_static()).map(Maker::Method).collect()
    }

    /// Methods of classes that are known, and that a test can call, which answer an object of the class.
    fn answering(&mut self, class: ClassId) -> Vec<MethodId> {
        if self.world.atlas.making.answering.is_none() {
            let classes = &self.world.classes;
            let mut answering: HashMap<ClassName, Vec<MethodId>> = HashMap::new();
            let concrete = self.world.atlas.concrete.iter().chain(&self.world.atlas.mentioned);
            for &holder in concrete.filter(|&&holder| self.is_visible(holder)) {
                for &method in &classes[holder].methods {
                    if let Some(Type::Ref(result)) = &classes[method].result
                        && self.can_call(method)
                    {
                        answering.entry(result.clone()).or_default().push(method);
                    }
                }
            }
            self.world.atlas.making.answering = Some(Rc::new(answering));
        }
        let answering = self.world.atlas.making.answering.clone().unwrap_or_default();
        answering.get(&self.world.classes[class].name).cloned().unwrap_or_default()
    }

    /// Methods of an object of a program that answer another one of the class, as `withHeader(names)`.
    pub fn withers(&self, class: ClassId) -> Vec<MethodId> {
        let classes = &self.world.classes;
        let is_own = |method: &MethodId| {
            let m = &classes[*method];
            let is_same = matches!(&m.result, Some(Type::Ref(name)) if *name == classes[class].name);
            is_same && !m.is_static() && &*m.name != "clone"
        };
        // One that answers the object itself is called for what it does to it.
        let answers_itself = |method: &MethodId| {
            let code = classes.code(*method).ok();
            code.is_none_or(|code| {
                let last: Vec<Insn> = code.insns.iter().rev().take(2).map(|insn| insn.get()).collect();
                matches!(last.as_slice(), [Insn::Areturn, Insn::Load(0)])
            })
        };
        if classes[class].is_jdk() || !self.is_visible(class) {
            return Vec::new();
        }
        let own = classes[class].methods.iter().copied().filter(|method| is_own(method) && self.can_call(*method));
        own.filter(|method| !answers_itself(method)).take(WITHERS).collect()
    }

    /// More ways than usual to make an object, whose state may be another one then: constructors with many parameters, methods of other classes.
    pub fn other_makers(&mut self, class: ClassId) -> Vec<Maker> {
        let (known, own) = (self.makers(class), self.new_calls(class));
        let elsewhere = self.answering(class).into_iter().filter(|&method| self.world.classes[method].class != class);
        let elsewhere: Vec<Maker> = elsewhere.map(Maker::Method).collect();
        let mut found = Vec::new();
        for mut all in [own, elsewhere] {
            all.retain(|maker| !known.contains(maker) && self.can_name_parameters(*maker));
            all.sort_by_key(|&maker| self.needs(maker));
            all.truncate(OTHERS);
            found.extend(all);
        }
        found
    }

    /// Methods that look as if they change the object.
    pub fn mutators(&self, class: ClassId) -> Vec<MethodId> {
        let classes = &self.world.classes;
        let changes = |&method: &MethodId| {
            let m = &classes[method];
            let asks = ["get", "is", "has", "contains", "equals", "compare", "index", "find", "peek", "wait", "run"];
            let is_question = asks.iter().any(|word| m.name.starts_with(word));
            self.can_call(method)
                && !m.is_static()
                && !m.is_abstract()
                && !m.name.starts_with('<')
                && !is_question
                && (m.result.is_none() || !m.parameters.is_empty())
        };
        let library = classes[class].is_jdk();
        let above = classes[class].chain.iter().rev().filter(|&&other| classes[other].is_jdk() == library);
        let mut all: Vec<MethodId> = Vec::new();
        for &method in above.flat_map(|&other| &classes[other].methods).filter(|&method| changes(method)) {
            let m = &classes[method];
            let overrides =
                |&known: &MethodId| (&classes[known].name, &classes[known].parameters) == (&m.name, &m.parameters);
            if !all.iter().any(overrides) {
                all.push(method);
            }
        }
        all.sort_by_key(|&method| (classes[method].parameters.is_empty(), classes[method].parameters.len(), method));
        all.truncate(MUTATORS);
        all
    }

    /// The way that needs least, where nothing more shall be chosen.
    pub fn simplest(&mut self, class: ClassId) -> Option<Maker> {
        let makers = self.makers(class);
        let costs: Vec<(u32, Maker)> = makers.iter().filter_map(|&maker| Some((self.cost_of(maker)?, maker))).collect();
        costs.into_iter().min_by_key(|(cost, _)| *cost).map(|(_, maker)| maker)
    }
}
