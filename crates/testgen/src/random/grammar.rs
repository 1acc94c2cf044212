//! Random arguments on a JVM: what there is to choose from as a text for the program of ours that does it, and what it kept as arrangements.

use crate::arrange::{Arrangement, Arranger, Given, Made, Step};
use bytecode::{Prim, Type};
use machine::program::ClassKind;
use machine::shapes::{Maker, Member};
use machine::{ClassId, Machine, MethodId, State};
use replay::InputValue;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::rc::Rc;

/// Types that are looked at.
const KINDS: usize = 300;
/// Classes behind a variable of one type.
const CLASSES: usize = 16;
/// Class objects as arguments.
const CONSTANTS: usize = 24;

/// What can be drawn.
#[derive(Default)]
pub struct Grammar {
    kinds: Vec<Kind>,
    ways: Vec<Way>,
    methods: Vec<Drawable>,
}

/// A type of arguments.
struct Kind {
    descriptor: String,
    element: Option<usize>,
    may: Vec<May>,
}

/// What a variable may be given, by number.
#[derive(Clone, Copy)]
enum May {
    Kind(usize),
    Way(usize),
}

struct Way {
    how: How,
    /// The type of the object that has the method.
    of: Option<usize>,
    parameters: Vec<usize>,
    steps: Rc<[usize]>,
}

enum How {
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

struct Drawable {
    tested: Tested,
    way: usize,
}

impl Grammar {
    /// The atlas is that of one of the methods.
    pub fn of(machine: &mut Machine, tested: &[Tested]) -> Grammar {
        let mut builder = Builder {
            grammar: Grammar::default(),
            machine,
            known: HashMap::new(),
            bounds: HashMap::new(),
            steps: HashMap::new(),
            queue: Vec::new(),
            tested,
        };
        for tested in tested {
            let instance = builder.machine.needs_object(tested.method);
            let of = instance.then(|| builder.kind(tested.class));
            let way = builder.call(tested.method, of);
            builder.grammar.methods.push(Drawable { tested: tested.clone(), way });
        }
        let mut at = 0;
        while let Some(&(kind, class)) = builder.queue.get(at) {
            builder.fill(kind, class);
            at += 1;
        }
        builder.grammar
    }

    /// For the program of ours.
    pub fn text(&self, machine: &Machine, texts: &BTreeSet<String>, numbers: &BTreeSet<i64>, classic: bool) -> String {
        let mut out = String::from(if classic { "classic\n" } else { "" });
        for text in texts {
            let units: String = text.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
            let _ = writeln!(out, "text {units}");
        }
        for number in numbers {
            let _ = writeln!(out, "number {number}");
        }
        for (id, kind) in self.kinds.iter().enumerate() {
            let _ = writeln!(out, "kind {id} {}", kind.descriptor);
            if let Some(element) = kind.element {
                let _ = writeln!(out, "element {id} {element}");
            }
            if !kind.may.is_empty() {
                let may: Vec<String> = kind.may.iter().map(may).collect();
                let _ = writeln!(out, "may {id} {}", may.join(" "));
            }
        }
        for (id, way) in self.ways.iter().enumerate() {
            let of = way.of.map_or("-".to_string(), |of| of.to_string());
            let parameters: String = way.parameters.iter().map(|kind| format!(" {kind}")).collect();
            let _ = writeln!(out, "way {id} {} {of}{parameters}", how(machine, &way.how));
            if !way.steps.is_empty() {
                let steps: String = way.steps.iter().map(|step| format!(" {step}")).collect();
                let _ = writeln!(out, "steps {id}{steps}");
            }
        }
        for method in &self.methods {
            let seen = if method.tested.is_public { "public" } else { "hidden" };
            let _ = writeln!(out, "method {} {} {seen}", method.tested.number, method.way);
        }
        out
    }

    /// The number of the method and what a line says that it is given.
    pub fn read(&self, machine: &mut Machine, state: &State, line: &str) -> Option<(usize, Arrangement)> {
        let mut words = line.strip_prefix("drawn ")?.split(' ');
        let number: usize = words.next()?.parse().ok()?;
        let method = self.methods.iter().find(|method| method.tested.number == number)?;
        let count = self.count(method.way);
        let mut reader = Reader { grammar: self, arranger: Arranger::new(machine, state), words, receiver: None };
        let mut given = Vec::new();
        for at in 0..count {
            given.push(reader.given()?);
            if at == 0 && self.ways[method.way].of.is_some() {
                reader.receiver = given.first().cloned();
            }
        }
        let before = usize::from(self.ways[method.way].of.is_some());
        let told = reader.arranger.told_apart(method.tested.method, given.split_off(before));
        let arguments = method.tested.names.iter().cloned().zip(given.into_iter().chain(told)).collect();
        Some((number, Arrangement { arguments, objects: reader.arranger.objects, casts: false }))
    }

    /// What a call needs.
    fn count(&self, way: usize) -> usize {
        usize::from(self.ways[way].of.is_some()) + self.ways[way].parameters.len()
    }
}

fn may(may: &May) -> String {
    match may {
        May::Kind(id) => format!("k{id}"),
        May::Way(id) => format!("w{id}"),
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
    known: HashMap<ClassId, usize>,
    /// A Class below these.
    bounds: HashMap<ClassId, usize>,
    /// Calls on objects of a class.
    steps: HashMap<ClassId, Rc<[usize]>>,
    queue: Vec<(usize, ClassId)>,
    tested: &'a [Tested],
}

impl Builder<'_, '_> {
    fn kind(&mut self, class: ClassId) -> usize {
        if let Some(&known) = self.known.get(&class) {
            return known;
        }
        let id = self.grammar.kinds.len();
        let descriptor = self.machine.world.descriptor(class);
        self.grammar.kinds.push(Kind { descriptor, element: None, may: Vec::new() });
        self.known.insert(class, id);
        // Of others there is null.
        if id < KINDS {
            self.queue.push((id, class));
        }
        id
    }

    fn way(&mut self, how: How, of: Option<usize>, parameters: Vec<usize>) -> usize {
        self.grammar.ways.push(Way { how, of, parameters, steps: Rc::new([]) });
        self.grammar.ways.len() - 1
    }

    fn call(&mut self, method: MethodId, of: Option<usize>) -> usize {
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

    fn fill(&mut self, kind: usize, class: ClassId) {
        let world = &self.machine.world;
        if let ClassKind::Array(component) = world.classes[class].kind {
            if !matches!(world.classes[component].kind, ClassKind::Primitive(_)) {
                let element = self.kind(component);
                self.grammar.kinds[kind].element = Some(element);
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
        self.grammar.kinds[kind].may = may;
    }

    /// A Class that stands for something below another one.
    fn bounded(&mut self, bound: ClassId) -> usize {
        if let Some(&known) = self.bounds.get(&bound) {
            return known;
        }
        let may = self.class_objects(bound);
        let id = self.grammar.kinds.len();
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
        let named = all.iter().copied().filter(fits);
        let named: Vec<ClassId> = named.take(CONSTANTS).collect();
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
        let makeable = self.machine.makeable(class);
        let mut classes: Vec<ClassId> = makeable.iter().copied().take(CLASSES).collect();
        if let Some(implementation) = self.machine.implementation(class)
            && !classes.contains(&implementation)
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
                        // A test cannot name what implements something for it.
                        let is_named = !self.machine.world.tests.implemented.contains_key(&class);
                        if is_named && self.shown(method).is_some_and(|shown| shown == class) {
                            self.grammar.ways[way].steps = self.steps_of(class);
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
    fn steps_of(&mut self, class: ClassId) -> Rc<[usize]> {
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
        let steps: Rc<[usize]> = methods.into_iter().map(|method| self.call(method, None)).collect();
        self.steps.insert(class, steps.clone());
        steps
    }
}

struct Reader<'g, 'a, 'm, 'w> {
    grammar: &'g Grammar,
    arranger: Arranger<'a, 'm>,
    words: std::str::Split<'w, char>,
    receiver: Option<Given>,
}

impl Reader<'_, '_, '_, '_> {
    fn given(&mut self) -> Option<Given> {
        let word = self.words.next()?;
        let (sort, rest) = word.split_at_checked(1)?;
        let (before, after) = rest.split_once(':').unwrap_or((rest, ""));
        Some(match sort {
            "N" => Given::Plain(InputValue::Null),
            "R" => self.receiver.clone()?,
            "V" => Given::Plain(number(prim(before)?, after)?),
            "B" => Given::Plain(InputValue::Boxed(Box::new(number(prim(before)?, after)?))),
            "T" => Given::Plain(InputValue::Text(units(after)?)),
            "A" => {
                let prim = prim(before)?;
                let elements = after.split(',').filter(|bits| !bits.is_empty()).map(|bits| number(prim, bits));
                let class = format!("[{}", prim.descriptor());
                Given::Plain(InputValue::Array { class, elements: elements.collect::<Option<_>>()? })
            }
            "E" => {
                let (count, descriptor) = after.split_once(':')?;
                let elements: Option<Vec<Given>> = (0..count.parse::<usize>().ok()?).map(|_| self.given()).collect();
                self.arranger.add(None, descriptor.into(), Made::Elements(elements?))
            }
            "W" => self.made(before.parse().ok()?, after.parse().ok()?)?,
            _ => return None,
        })
    }

    fn made(&mut self, way: usize, steps: usize) -> Option<Given> {
        let grammar = self.grammar;
        let maker = match &grammar.ways.get(way)?.how {
            How::Class(class) => return Some(Given::Class(self.arranger.machine.world.descriptor(*class))),
            How::Field(holder, name) => {
                let class = self.arranger.machine.world.classes[*holder].name.to_string();
                return Some(Given::Constant { class, name: name.to_string() });
            }
            How::Member(member) => {
                let class = match member.got_by {
                    "getDeclaredField" => "java/lang/reflect/Field",
                    "getDeclaredConstructor" => "java/lang/reflect/Constructor",
                    _ => "java/lang/reflect/Method",
                };
                let made = self.arranger.member(member);
                return Some(self.arranger.add(None, class.into(), made));
            }
            How::Call(maker) => *maker,
        };
        let mut given: Vec<Given> = (0..grammar.count(way)).map(|_| self.given()).collect::<Option<_>>()?;
        let other = grammar.ways[way].of.map(|_| given.remove(0));
        let arguments = self.arranger.told_apart(maker, given);
        let class = self.arranger.machine.world.classes[maker].class;
        if let Some(&of) = self.arranger.machine.world.tests.implemented.get(&class) {
            return (steps == 0).then(|| self.arranger.anonymous(class, of, maker, arguments));
        }
        let mut calls = Vec::new();
        for _ in 0..steps {
            let word = self.words.next()?.strip_prefix('W')?;
            let step: usize = word.split(':').next()?.parse().ok()?;
            let How::Call(method) = grammar.ways.get(step)?.how else { return None };
            let given: Vec<Given> = (0..grammar.count(step)).map(|_| self.given()).collect::<Option<_>>()?;
            let arguments = self.arranger.told_apart(method, given);
            let name = self.arranger.machine.world.classes[method].name.to_string();
            calls.push(Step { method: name, types: self.arranger.types(method), arguments });
        }
        let (class, method) = self.arranger.maker_name(maker);
        let call = self.arranger.call(maker, other, method, arguments, calls);
        Some(self.arranger.add(None, class, call))
    }
}

fn prim(letter: &str) -> Option<Prim> {
    Prim::from_descriptor(letter.chars().next()?)
}

fn number(prim: Prim, bits: &str) -> Option<InputValue> {
    let bits: i64 = bits.parse().ok()?;
    Some(match prim {
        Prim::Boolean => InputValue::Boolean(bits != 0),
        Prim::Byte => InputValue::Byte(bits as i8),
        Prim::Short => InputValue::Short(bits as i16),
        Prim::Char => InputValue::Char(bits as u16),
        Prim::Int => InputValue::Int(bits as i32),
        Prim::Long => InputValue::Long(bits),
        Prim::Float => InputValue::Float(f32::from_bits(bits as u32)),
        Prim::Double => InputValue::Double(f64::from_bits(bits as u64)),
    })
}

fn units(text: &str) -> Option<Vec<u16>> {
    let digits = text.as_bytes().chunks(4);
    digits.map(|unit| u16::from_str_radix(std::str::from_utf8(unit).ok()?, 16).ok()).collect()
}
