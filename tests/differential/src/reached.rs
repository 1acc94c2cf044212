//! Which methods of a library its tested methods can reach, by class hierarchy analysis: a call through an object may lead to every class of the library
//! that has the type of the call. Methods that override those of classes outside may be called from there once an object of their class is made.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bytecode::{ClassFile, ClassName, Constant, Image, Insn, MemberRef, access};

use crate::blocks::Method;
use crate::library::{Library, bodies};
use crate::tools::Tools;

pub struct Reached<'a> {
    library: &'a Library,
    image: Image,
    /// Classes outside of the library.
    outside: BTreeMap<ClassName, Option<ClassFile>>,
    /// Of each class of the library: itself and all types above it, those outside of the library too.
    above: BTreeMap<ClassName, BTreeSet<ClassName>>,
    calls: BTreeMap<Method, Calls>,
    found: BTreeSet<Method>,
    /// Methods whose calls are not followed yet.
    open: Vec<Method>,
    /// Classes of which there are objects.
    made: BTreeSet<ClassName>,
}

/// What the code of a method leads to.
#[derive(Default)]
struct Calls {
    direct: Vec<MemberRef>,
    through_objects: Vec<MemberRef>,
    made: Vec<ClassName>,
    initialised: Vec<ClassName>,
}

impl<'a> Reached<'a> {
    pub fn new(tools: &Tools, library: &'a Library) -> Reached<'a> {
        let image = Image::open(&tools.jdk.join("lib/modules")).expect("a JDK has modules");
        let mut reached = Reached {
            library,
            image,
            outside: BTreeMap::new(),
            above: BTreeMap::new(),
            calls: library.classes.values().flat_map(calls).collect(),
            found: BTreeSet::new(),
            open: Vec::new(),
            made: BTreeSet::new(),
        };
        for name in library.classes.keys() {
            let mut above = BTreeSet::new();
            reached.collect(name, &mut above);
            reached.above.insert(name.clone(), above);
        }
        reached
    }

    /// From these on.
    pub fn from(mut self, tested: impl IntoIterator<Item = Method>) -> BTreeSet<Method> {
        for (class, method) in tested {
            self.initialise(&class);
            if method.starts_with("<init>") {
                self.make(&class);
            }
            self.find(&class, &method);
        }
        while let Some(method) = self.open.pop() {
            let Some(calls) = self.calls.remove(&method) else { continue };
            calls.initialised.iter().for_each(|class| self.initialise(class));
            calls.made.iter().for_each(|class| self.make(class));
            for member in &calls.direct {
                self.find(&member.class, &named(member));
            }
            for member in &calls.through_objects {
                let owner = &member.class;
                self.find(owner, &named(member));
                let below: Vec<ClassName> = self
                    .above
                    .iter()
                    .filter(|(_, above)| above.contains(owner))
                    .map(|(name, _)| name.clone())
                    .collect();
                below.iter().for_each(|class| self.find(class, &named(member)));
            }
        }
        self.found
    }

    fn class(&mut self, name: &ClassName) -> Option<&ClassFile> {
        if let Some(class) = self.library.classes.get(name) {
            return Some(class);
        }
        let image = &self.image;
        let read = || {
            let (_, bytes) = image.class(name).ok()??;
            ClassFile::parse(Rc::from(bytes)).ok()
        };
        self.outside.entry(name.clone()).or_insert_with(read).as_ref()
    }

    fn collect(&mut self, name: &ClassName, above: &mut BTreeSet<ClassName>) {
        if !above.insert(name.clone()) {
            return;
        }
        let parents = self.class(name).map(parents).unwrap_or_default();
        parents.iter().for_each(|parent| self.collect(parent, above));
    }

    /// The method of that name that objects of the class have.
    fn find(&mut self, class: &ClassName, method: &str) {
        let mut next = Some(class.clone());
        while let Some(name) = next {
            let Some(file) = self.library.classes.get(&name) else { return };
            if declares(file, method) {
                self.reach(&name, method);
                return;
            }
            next = file.super_name.clone();
        }
        // A default method.
        let above = self.above.get(class).cloned().unwrap_or_default();
        for name in above {
            if self.library.classes.get(&name).is_some_and(|file| file.is_interface() && declares(file, method)) {
                self.reach(&name, method);
            }
        }
    }

    fn reach(&mut self, class: &ClassName, method: &str) {
        let method = (class.clone(), method.to_string());
        if self.found.insert(method.clone()) {
            self.open.push(method);
        }
    }

    fn initialise(&mut self, class: &ClassName) {
        let above = self.above.get(class).cloned().unwrap_or_default();
        for name in above.iter().chain([class]) {
            if self.library.classes.get(name).is_some_and(|file| declares(file, "<clinit>()V")) {
                self.reach(name, "<clinit>()V");
            }
        }
    }

    /// Code outside may call what it knows of its objects.
    fn make(&mut self, class: &ClassName) {
        if !self.library.classes.contains_key(class) || !self.made.insert(class.clone()) {
            return;
        }
        let above = self.above[class].clone();
        let mut known: BTreeSet<String> = BTreeSet::new();
        for name in above.iter().filter(|name| !self.library.classes.contains_key(*name)) {
            let Some(file) = self.class(name) else { continue };
            let hidden = access::PRIVATE | access::STATIC;
            let open =
                file.methods.iter().filter(|method| method.access & hidden == 0 && !method.name.starts_with('<'));
            known.extend(open.map(|method| format!("{}{}", method.name, method.descriptor)));
        }
        known.iter().for_each(|method| self.find(class, method));
    }
}

fn parents(class: &ClassFile) -> Vec<ClassName> {
    class.super_name.iter().chain(&class.interfaces).cloned().collect()
}

fn declares(class: &ClassFile, method: &str) -> bool {
    let split = method.find('(').expect("a descriptor");
    class.method(&method[..split], &method[split..]).is_some_and(|method| method.code.is_some())
}

fn named(member: &MemberRef) -> String {
    format!("{}{}", member.name, member.descriptor)
}

fn calls(class: &ClassFile) -> Vec<(Method, Calls)> {
    let of_method = |(method, code): (&bytecode::MethodInfo, bytecode::Code)| {
        let mut calls = Calls::default();
        for insn in &code.insns {
            calls.add(class, insn.get());
        }
        ((class.name.clone(), format!("{}{}", method.name, method.descriptor)), calls)
    };
    bodies(class).map(of_method).collect()
}

impl Calls {
    fn add(&mut self, class: &ClassFile, insn: Insn) {
        let pool = &class.pool;
        match insn {
            Insn::InvokeVirtual(index) | Insn::InvokeInterface(index) => {
                self.through_objects.extend(pool.method(index).ok().cloned());
            }
            Insn::InvokeSpecial(index) => self.direct.extend(pool.method(index).ok().cloned()),
            Insn::InvokeStatic(index) => {
                if let Ok(member) = pool.method(index) {
                    self.initialised.push(member.class.clone());
                    self.direct.push(member.clone());
                }
            }
            Insn::GetStatic(index) | Insn::PutStatic(index) => {
                self.initialised.extend(pool.field(index).ok().map(|field| field.class.clone()));
            }
            Insn::New(index) => {
                let name = pool.class(index).ok().cloned();
                self.initialised.extend(name.clone());
                self.made.extend(name);
            }
            Insn::InvokeDynamic(index) => {
                let Some(Constant::InvokeDynamic { bootstrap, .. }) = pool.get(index) else { return };
                let arguments = class.bootstraps.get(usize::from(*bootstrap)).map(|of| &of.arguments);
                for argument in arguments.into_iter().flatten() {
                    let Some(Constant::MethodHandle { reference, .. }) = pool.get(*argument) else { continue };
                    self.through_objects.extend(pool.method(*reference).ok().cloned());
                }
            }
            _ => {}
        }
    }
}
