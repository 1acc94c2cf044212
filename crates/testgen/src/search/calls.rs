//! How many calls a method is away from a sink, by what class files say: the calls of each method, what lambdas and classes made inside of its
//! class may do, and what overrides it in its package. An estimate, for the order of a search; nothing is loaded for it.

use bytecode::{ClassFile, ClassName, Constant, Insn, MemberRef, Patterns, decode};
use explore::search::Distances;
use machine::{MethodId, World};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

/// Methods whose calls are looked at, nearest first.
const MOST_METHODS: usize = 4_000;

/// Calls by which any other method may be called, or any class be loaded, by name.
const REFLECTIVE: [(&str, &str); 5] = [
    ("java/lang/reflect/Method", "invoke"),
    ("java/lang/reflect/Constructor", "newInstance"),
    ("java/lang/Class", "forName"),
    ("java/lang/ClassLoader", "loadClass"),
    ("java/lang/invoke/MethodHandle", "invokeWithArguments"),
];

/// What a reflective call counts besides: it calls the sink only if the names say so.
const BY_NAME: u32 = 2;

/// Class, name and descriptor.
type Key = (ClassName, Rc<str>, Rc<str>);

/// Distances by name, and by method as far as classes were loaded.
#[derive(Debug, Default)]
pub struct Calls {
    named: HashMap<Key, u32>,
    pub distances: Distances,
    /// Classes that were loaded when somebody looked last.
    classes: usize,
}

impl Calls {
    /// From the methods that are tested on.
    pub fn new(world: &mut World, starts: &[MethodId]) -> Calls {
        let sinks = world.options.sinks.clone();
        let mut graph = Graph { world, sinks, files: HashMap::new(), calls: HashMap::new(), ends: HashMap::new() };
        let starts: Vec<Key> = starts.iter().map(|&method| key_of(graph.world, method)).collect();
        graph.walk(starts);
        let mut calls = Calls { named: graph.distances(), ..Calls::default() };
        calls.learn(world);
        calls
    }

    /// How many calls, if there is a way.
    pub fn from(&self, method: MethodId) -> Option<u32> {
        self.distances.borrow().get(&method).copied()
    }

    /// Classes may have been loaded since.
    pub fn learn(&mut self, world: &World) {
        if self.named.is_empty() || world.classes.len() == self.classes {
            return;
        }
        let mut distances = self.distances.borrow_mut();
        for class in world.classes.iter().skip(self.classes) {
            for &method in &class.methods {
                if let Some(&distance) = self.named.get(&key_of(world, method)) {
                    distances.insert(method, distance);
                }
            }
        }
        self.classes = world.classes.len();
    }
}

fn key_of(world: &World, method: MethodId) -> Key {
    let method = &world.classes[method];
    (world.classes[method.class].name.clone(), method.name.clone(), method.descriptor.clone())
}

struct Graph<'w> {
    world: &'w mut World,
    sinks: Patterns,
    files: HashMap<ClassName, Option<Rc<ClassFile>>>,
    calls: HashMap<Key, Vec<Key>>,
    /// Methods that call a sink themselves, and how near that is.
    ends: HashMap<Key, u32>,
}

impl Graph<'_> {
    fn walk(&mut self, starts: Vec<Key>) {
        let mut seen: BTreeSet<Key> = starts.iter().cloned().collect();
        let mut open: VecDeque<Key> = starts.into();
        while let Some(caller) = open.pop_front() {
            if self.calls.len() >= MOST_METHODS {
                return;
            }
            let called = self.called_by(&caller);
            for callee in &called {
                if seen.insert(callee.clone()) {
                    open.push_back(callee.clone());
                }
            }
            self.calls.insert(caller, called);
        }
    }

    fn file(&mut self, name: &ClassName) -> Option<Rc<ClassFile>> {
        if let Some(known) = self.files.get(name) {
            return known.clone();
        }
        let source = &mut self.world.source;
        let bytes = match source.app(name) {
            Ok(Some(bytes)) => Some(bytes),
            _ => source.jdk(name).ok().flatten().map(|(_, bytes)| bytes),
        };
        let file = bytes.and_then(|bytes| ClassFile::parse(bytes.into()).ok()).map(Rc::new);
        self.files.insert(name.clone(), file.clone());
        file
    }

    /// What a method calls, or has called.
    fn called_by(&mut self, caller: &Key) -> Vec<Key> {
        let Some((file, at)) = self.declared(caller) else { return Vec::new() };
        let Ok(code) = decode(&file, &file.methods[at]) else { return Vec::new() };
        let mut called = Vec::new();
        for insn in code.insns.iter().map(|insn| insn.get()) {
            match insn {
                Insn::InvokeVirtual(index) | Insn::InvokeInterface(index) => {
                    if let Ok(member) = file.pool.method(index) {
                        self.call(caller, member, &mut called);
                        called.extend(self.overriding(caller, member));
                    }
                }
                Insn::InvokeSpecial(index) | Insn::InvokeStatic(index) => {
                    if let Ok(member) = file.pool.method(index) {
                        self.call(caller, member, &mut called);
                    }
                }
                Insn::InvokeDynamic(index) => {
                    for member in handles(&file, index) {
                        self.call(caller, &member, &mut called);
                    }
                }
                Insn::New(index) => {
                    if let Some(Constant::Class(made)) = file.pool.get(index) {
                        called.extend(self.methods_inside(&caller.0, made));
                    }
                }
                _ => {}
            }
        }
        called
    }

    fn call(&mut self, caller: &Key, member: &MemberRef, called: &mut Vec<Key>) {
        let key = (member.class.clone(), member.name.clone(), member.descriptor.clone());
        // The class that is named may have inherited it.
        let class = self.declared(&key).map_or(key.0, |(file, _)| file.name.clone());
        let name = if &*member.name == "<init>" { "new" } else { &member.name };
        let is_reflective = REFLECTIVE.iter().any(|(of, name)| (*of, *name) == (&*class, &*member.name));
        if self.sinks.matches(&class, name) || self.sinks.matches(&class, "") {
            self.ends.insert(caller.clone(), 1);
        } else if is_reflective {
            self.ends.entry(caller.clone()).or_insert(1 + BY_NAME);
        } else {
            called.push((class, member.name.clone(), member.descriptor.clone()));
        }
    }

    /// The class file that declares a method, here or above, and its place there.
    fn declared(&mut self, key: &Key) -> Option<(Rc<ClassFile>, usize)> {
        let mut open = VecDeque::from([key.0.clone()]);
        let mut seen = BTreeSet::new();
        while let Some(class) = open.pop_front() {
            let Some(file) = self.file(&class).filter(|_| seen.insert(class)) else { continue };
            let is_meant = |method: &bytecode::MethodInfo| method.name == key.1 && method.descriptor == key.2;
            if let Some(at) = file.methods.iter().position(is_meant) {
                return Some((file, at));
            }
            open.extend(file.super_name.clone());
            open.extend(file.interfaces.iter().cloned());
        }
        None
    }

    /// Methods of concrete classes in the package of the caller that are called instead, where the class called is of that package, too.
    fn overriding(&mut self, caller: &Key, member: &MemberRef) -> Vec<Key> {
        let package =
            |name: &ClassName| name.rsplit_once('/').map_or(String::new(), |(package, _)| package.to_string());
        if package(&member.class) != package(&caller.0) {
            return Vec::new();
        }
        let beside = self.world.classes.iter().filter(|class| package(&class.name) == package(&caller.0));
        let instead = beside.filter(|class| class.name != member.class).filter_map(|class| {
            let called = self.world.classes.find(class.loader, &member.class)?;
            let method = self.world.classes.find_method(class.id, &member.name, &member.descriptor)?;
            let is_below = self.world.classes.is_subclass(class.id, called);
            (is_below && self.world.classes[method].class == class.id).then(|| key_of(self.world, method))
        });
        instead.collect()
    }

    /// What is made of a class inside of the caller's may be called.
    fn methods_inside(&mut self, caller: &ClassName, made: &ClassName) -> Vec<Key> {
        let outer = caller.split('$').next().unwrap_or(caller);
        if made == caller || made.split('$').next() != Some(outer) {
            return Vec::new();
        }
        let Some(file) = self.file(made) else { return Vec::new() };
        let methods = file.methods.iter().filter(|method| !method.name.starts_with('<'));
        methods.map(|method| (made.clone(), method.name.clone(), method.descriptor.clone())).collect()
    }

    /// From the methods that call sinks back.
    fn distances(self) -> HashMap<Key, u32> {
        let mut callers: HashMap<&Key, Vec<&Key>> = HashMap::new();
        for (caller, called) in &self.calls {
            called.iter().for_each(|callee| callers.entry(callee).or_default().push(caller));
        }
        let mut distances: HashMap<Key, u32> = HashMap::new();
        let mut open: BTreeSet<(u32, &Key)> = self.ends.iter().map(|(key, distance)| (*distance, key)).collect();
        while let Some((distance, key)) = open.pop_first() {
            if distances.contains_key(key) {
                continue;
            }
            distances.insert(key.clone(), distance);
            for caller in callers.get(key).into_iter().flatten().filter(|caller| !distances.contains_key(**caller)) {
                open.insert((distance + 1, caller));
            }
        }
        distances
    }
}

/// Methods that a lambda or a method reference stands for.
fn handles(file: &ClassFile, site: u16) -> Vec<MemberRef> {
    let Some(Constant::InvokeDynamic { bootstrap, .. }) = file.pool.get(site) else { return Vec::new() };
    let Some(bootstrap) = file.bootstraps.get(usize::from(*bootstrap)) else { return Vec::new() };
    let handle = |argument: &u16| match file.pool.get(*argument) {
        Some(Constant::MethodHandle { reference, .. }) => file.pool.method(*reference).ok().cloned(),
        _ => None,
    };
    bootstrap.arguments.iter().filter_map(handle).collect()
}
