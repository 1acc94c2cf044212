//! What all paths of a class begin with: classes that it mentions are initialised, objects that its methods may need are made once, and methods of
//! a class of the JDK are called once, so that what lies in static fields then (tables, locales, time zones, charsets, caches) is there and not
//! computed again on every path. Everything here is concrete: no path condition begins with it.

use crate::settings::Settings;
use bytecode::{Prim, Type, access};
use machine::program::ClassKind;
use machine::shapes::Maker;
use machine::state::After;
use machine::{ClassId, Console, Event, Machine, MethodId, ObjectId, State, Value};
use replay::driver::{self, Planned};
use sandbox::Watchdog;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Instructions of one step.
const FUEL: u64 = 20_000_000;
/// For all of them.
const TIME: Duration = Duration::from_secs(5);
/// Classes that are initialised, objects that are made, methods that are called.
const STEPS: usize = 60;
/// Objects inside of objects; behind that null is given.
const DEPTH: u32 = 2;
/// What a text says.
const WORD: &str = "a";

#[derive(Clone, Copy)]
enum Warming<'p> {
    Initialize(ClassId),
    Make(ClassId),
    Call(&'p Planned),
}

/// The atlas is that of the first method. Without a clock (`time_per_class`) nothing here looks at one either.
pub fn warm(
    machine: &mut Machine,
    mut first: State,
    planned: &[Planned],
    settings: &Settings,
    watchdog: &Watchdog,
) -> State {
    let initial = mentioned(machine, planned).into_iter().map(Warming::Initialize);
    let objects = needed(machine, planned).into_iter().map(Warming::Make);
    let calls = called(machine, planned).into_iter().map(Warming::Call);
    let all = initial.take(STEPS).chain(objects.take(STEPS)).chain(calls.take(STEPS));
    let ends = watchdog.allow(if settings.time_per_class.is_some() { TIME } else { settings.time() });
    for warming in all {
        if Instant::now() > ends {
            break;
        }
        let mut state = machine.fork(&first, Console::Muted);
        machine.host.resume(&mut state);
        let held = state.held.len();
        let ended = match warming {
            Warming::Initialize(class) => machine.initialize_now(&mut state, class).is_ok(),
            Warming::Make(class) => Concrete { machine, state: &mut state }.object(class, DEPTH).is_some(),
            Warming::Call(plan) => Concrete { machine, state: &mut state }.call_of(plan).is_some(),
        };
        state.held.truncate(held);
        let readable = machine.host.pull(machine.world, &mut state).is_ok();
        if ended && readable && state.alone() && state.frames.len() == first.frames.len() {
            first = state;
        }
        machine.host.resume(&mut first);
    }
    // A path is as long as what it executes itself.
    first.executed = 0;
    first
}

/// Classes of the program that the class names, but for itself: its own initialiser is part of what is tested.
fn mentioned(machine: &mut Machine, planned: &[Planned]) -> Vec<ClassId> {
    let Some(own) = planned.first().map(|plan| plan.class) else { return Vec::new() };
    let library = machine.world.classes[own].is_jdk();
    let classes = named(machine, own);
    classes.into_iter().filter(|&class| class != own && machine.world.classes[class].is_jdk() == library).collect()
}

fn named(machine: &mut Machine, own: ClassId) -> BTreeSet<ClassId> {
    let Some(file) = machine.world.classes[own].file.clone() else { return BTreeSet::new() };
    let loader = machine.world.classes[own].loader;
    driver::mentions(&file).into_iter().filter_map(|name| machine.world.load(loader, &name).ok().flatten()).collect()
}

/// Classes of the JDK whose objects the methods of the class want, or that it speaks of: they may keep something in static fields.
fn needed(machine: &mut Machine, planned: &[Planned]) -> Vec<ClassId> {
    let Some(own) = planned.first().map(|plan| plan.class) else { return Vec::new() };
    let mut wanted: Vec<ClassId> = Vec::new();
    for plan in planned {
        let loader = machine.world.classes[plan.class].loader;
        for kind in machine.world.classes[plan.method].parameters.clone() {
            if let Type::Ref(name) = kind
                && let Ok(Some(class)) = machine.world.load(loader, &name)
            {
                wanted.push(class);
            }
        }
    }
    wanted.push(own);
    wanted.extend(named(machine, own));
    let mut seen = BTreeSet::new();
    let is_library = |class: ClassId| {
        let c = &machine.world.classes[class];
        c.is_jdk() && c.package() != "java/lang" && matches!(c.kind, ClassKind::Instance)
    };
    wanted.retain(|&class| is_library(class) && seen.insert(class));
    wanted
}

/// Methods of a class of the JDK. What those of a program keep in static fields is what its tests are about.
fn called<'p>(machine: &Machine, planned: &'p [Planned]) -> Vec<&'p Planned> {
    let is_library = |plan: &&Planned| machine.world.classes[plan.class].is_jdk() && plan.is_public;
    planned.iter().filter(is_library).collect()
}

/// Makes concrete objects by what takes least.
struct Concrete<'a, 'm> {
    machine: &'a mut Machine<'m>,
    state: &'a mut State,
}

impl Concrete<'_, '_> {
    /// Calls the method on simple objects; `None` if it did not come to an end.
    fn call_of(&mut self, plan: &Planned) -> Option<()> {
        let class = plan.class;
        if &*self.machine.world.classes[plan.method].name == "<init>" {
            self.construct(class, plan.method, DEPTH)?;
            return Some(());
        }
        let receiver = match self.machine.needs_object(plan.method) {
            true => Some(self.object(class, DEPTH)?),
            false => None,
        };
        let mut arguments: Vec<Value> = receiver.into_iter().map(Value::Ref).collect();
        arguments.extend(self.arguments(plan.method, DEPTH));
        let of = receiver.map(|receiver| self.machine.class_of(self.state, receiver));
        let target = of.and_then(|of| self.machine.world.classes.select(of, plan.method)).unwrap_or(plan.method);
        // What it set up before it threw is there as well.
        matches!(self.run(target, &arguments)?, Event::Returned(_) | Event::Threw(_)).then_some(())
    }

    /// An object behind a variable of that class.
    fn object(&mut self, declared: ClassId, depth: u32) -> Option<ObjectId> {
        let class = self.machine.easiest_class(declared);
        let c = &self.machine.world.classes[class];
        if *c.name == *"java/lang/String" {
            let text = self.machine.new_string(self.state, WORD);
            return Some(self.hold(text));
        }
        if let ClassKind::Array(_) = c.kind {
            let array = self.machine.new_array(self.state, class, 0);
            return Some(self.hold(array));
        }
        if c.access & access::ENUM != 0 {
            let first = c.fields.iter().find(|field| field.access & access::ENUM != 0)?.slot;
            return self.held_by(class, first);
        }
        let maker = match self.machine.simplest(class)? {
            Maker::Method(maker) => maker,
            Maker::Constant(holder, slot) => return self.held_by(holder, slot),
        };
        if &*self.machine.world.classes[maker].name == "<init>" {
            return self.construct(class, maker, depth);
        }
        let mut arguments = Vec::new();
        if self.machine.needs_object(maker) {
            let holder = self.machine.world.classes[maker].class;
            arguments.push(Value::Ref(self.object(holder, depth.checked_sub(1)?)?));
        }
        arguments.extend(self.arguments(maker, depth));
        match self.call(maker, &arguments)?? {
            Value::Ref(made) if !made.is_null() && self.is_of(made, class) => Some(self.hold(made)),
            _ => None,
        }
    }

    /// A method may answer something else above the class.
    fn is_of(&self, made: ObjectId, class: ClassId) -> bool {
        self.machine.world.classes.is_subclass(self.machine.class_of(self.state, made), class)
    }

    fn construct(&mut self, class: ClassId, constructor: MethodId, depth: u32) -> Option<ObjectId> {
        self.machine.initialize_now(self.state, class).ok()?;
        let made = self.machine.new_object(self.state, class);
        self.hold(made);
        let arguments: Vec<Value> = [Value::Ref(made)].into_iter().chain(self.arguments(constructor, depth)).collect();
        self.call(constructor, &arguments)?;
        Some(made)
    }

    fn held_by(&mut self, holder: ClassId, slot: u16) -> Option<ObjectId> {
        self.machine.initialize_now(self.state, holder).ok()?;
        let statics = self.machine.world.classes[holder].statics;
        let held = self.machine.field(self.state, statics, slot).ok()?.as_ref();
        (!held.is_null()).then_some(held)
    }

    fn arguments(&mut self, method: MethodId, depth: u32) -> Vec<Value> {
        let m = &self.machine.world.classes[method];
        let (loader, types) = (self.machine.world.classes[m.class].loader, m.parameters.clone());
        let mut given = Vec::new();
        for kind in types {
            given.push(match kind {
                Type::Prim(Prim::Long) => Value::Long(1),
                Type::Prim(Prim::Float) => Value::Float(1.0),
                Type::Prim(Prim::Double) => Value::Double(1.0),
                Type::Prim(_) => Value::Int(1),
                Type::Ref(name) => {
                    let class = self.machine.world.load(loader, &name).ok().flatten();
                    let made = depth.checked_sub(1).zip(class).and_then(|(depth, class)| self.object(class, depth));
                    Value::Ref(made.unwrap_or(ObjectId::NULL))
                }
            });
        }
        given
    }

    /// What it returned; nothing if it threw or did not end.
    fn call(&mut self, method: MethodId, arguments: &[Value]) -> Option<Option<Value>> {
        match self.run(method, arguments)? {
            Event::Returned(result) => Some(result),
            _ => None,
        }
    }

    fn run(&mut self, method: MethodId, arguments: &[Value]) -> Option<Event> {
        let class = self.machine.world.classes[method].class;
        self.machine.initialize_now(self.state, class).ok()?;
        let floor = self.state.frames.len() + 1;
        if let Some(result) = self.machine.enter(self.state, method, arguments, After::Leave(None)).ok()? {
            return Some(Event::Returned(result));
        }
        self.state.fuel = FUEL;
        Some(self.machine.run(self.state, floor))
    }

    /// What only code of ours knows is not collected.
    fn hold(&mut self, object: ObjectId) -> ObjectId {
        self.state.held.push(object);
        object
    }
}
