//! Classes that nobody implements: what is missing, and a class for tests that adds it.

use crate::program::{ClassId, Method, MethodId};
use crate::world::{Machine, World};
use bytecode::synth::fixed::Fixed;
use bytecode::synth::stub::StubMethod;
use bytecode::{DottedName, Generic, Type, access};
use std::collections::BTreeMap;

const VISIBILITY: u16 = access::PUBLIC | access::PROTECTED;

/// That a reader wants to see in a test, and of interfaces, which a class of its own implements there.
const METHODS: usize = 12;
const OF_INTERFACE: usize = 60;

impl World {
    /// The methods that a class has to implement which extends this one.
    pub fn without_code(&self, class: ClassId) -> Vec<StubMethod> {
        let class = &self.classes[class];
        let all = class.chain.iter().chain(&class.all_interfaces).chain([&class.id]);
        let methods = all.flat_map(|&class| self.classes[class].methods.iter().map(|&method| &self.classes[method]));
        let mut missing: BTreeMap<(String, String), StubMethod> = BTreeMap::new();
        for method in methods.filter(|method| method.is_abstract() && !self.is_implemented(class.id, method)) {
            let (name, descriptor) = (method.name.to_string(), method.descriptor.to_string());
            let access = method.access & VISIBILITY;
            missing.insert((name.clone(), descriptor.clone()), StubMethod { access, name, descriptor });
        }
        missing.into_values().collect()
    }

    /// Internal names and class files of those that implement others for tests.
    pub fn implementation_files(&self) -> Vec<(DottedName, Vec<u8>)> {
        let files = self.tests.implemented.keys().filter_map(|&class| self.classes[class].file.as_ref());
        files.map(|file| (file.name.dotted(), file.bytes.to_vec())).collect()
    }

    /// Where a class has such a method from, or its own.
    pub fn declaration(&self, class: ClassId, method: &StubMethod) -> Option<MethodId> {
        let own = &self.classes[class];
        let mut all = own.chain.iter().chain(&own.all_interfaces).chain([&class]);
        all.find_map(|&above| self.classes[above].declared_method(&method.name, &method.descriptor))
    }

    /// What a test writes for the parameters and the result of a method that a class inherits: type variables of its supertypes are what they stand for there.
    pub fn types_in(&self, class: ClassId, method: &StubMethod) -> Option<(Vec<Type>, Option<Type>)> {
        let declared = self.declaration(class, method)?;
        let found = &self.classes[declared];
        let (signature, generic) = (self.signature_of_class(found.class)?, self.signature_of(declared)?);
        let arguments = self.arguments_in(class, found.class)?;
        let stands_for = |kind: &Type, generic: Option<&Generic>| {
            let Generic::Variable(variable) = generic? else { return None };
            let argument = arguments.get(signature.position(variable)?)?;
            let argument = bytecode::parse_type(&argument.bound()?.to_string()).ok();
            argument.filter(|_| matches!(kind, Type::Ref(_)))
        };
        let parameters = found.parameters.iter().enumerate();
        let parameters = parameters
            .map(|(at, kind)| stands_for(kind, generic.parameters.get(at)).unwrap_or_else(|| kind.clone()))
            .collect();
        let result = found.result.as_ref();
        let result = result.map(|kind| stands_for(kind, generic.result.as_ref()).unwrap_or_else(|| kind.clone()));
        Some((parameters, result))
    }

    /// By the class or one above it, else by an interface.
    fn is_implemented(&self, class: ClassId, method: &Method) -> bool {
        let declared = |class: &ClassId| self.classes[*class].declared_method(&method.name, &method.descriptor);
        let classes = self.classes[class].chain.iter().rev().filter(|&&class| !self.classes[class].is_interface());
        match classes.filter_map(declared).next() {
            Some(found) => !self.classes[found].is_abstract(),
            None => {
                let interfaces = self.classes[class].all_interfaces.iter().chain([&class]);
                interfaces.filter_map(declared).any(|found| !self.classes[found].is_abstract())
            }
        }
    }
}

impl Machine<'_> {
    /// A class that implements this one for tests, whose methods answer what its constructor is given. `None` if a test cannot write one.
    pub fn implementation(&mut self, class: ClassId) -> Option<ClassId> {
        if let Some(known) = self.world.tests.implementations.get(&class) {
            return *known;
        }
        let made = self.implement(class);
        self.world.tests.implementations.insert(class, made);
        made
    }

    fn implement(&mut self, class: ClassId) -> Option<ClassId> {
        let declared = &self.world.classes[class];
        let is_interface = declared.is_interface();
        let file = declared.file.as_ref()?;
        let inner = file.is_inner() && !is_interface;
        if declared.access & access::ABSTRACT == 0 || inner || !self.is_visible(class) {
            return None;
        }
        let passed = if is_interface { Vec::new() } else { self.least_constructor(class)? };
        let methods = self.world.without_code(class);
        // One that only the package of the class can implement.
        let hidden = |method: &StubMethod| method.access & VISIBILITY == 0;
        let elsewhere = self.world.classes[class].package() != self.world.atlas.making.package;
        let most = if is_interface { OF_INTERFACE } else { METHODS };
        if methods.len() > most || elsewhere && methods.iter().any(hidden) {
            return None;
        }
        let (name, package) = (self.world.classes[class].name.to_string(), self.world.atlas.making.package.clone());
        let simple = name.rsplit(['/', '$']).next().unwrap_or(&name);
        let stub = format!("{package}/{simple}$Fixed{}", self.world.tests.implementations.len());
        let interfaces: &[&str] = if is_interface { &[&name] } else { &[] };
        let superclass = if is_interface { "java/lang/Object" } else { &name };
        let fixed =
            Fixed { name: stub.trim_start_matches('/'), superclass, passed: &passed, interfaces, methods: &methods };
        let bytes = fixed.class().ok()?;
        let (above, interfaces) = if is_interface { (self.world.object, vec![class]) } else { (class, Vec::new()) };
        let made = self.world.link_below(class, bytes, above, interfaces).ok()?;
        self.world.tests.implemented.insert(made, class);
        Some(made)
    }

    /// The parameters of the constructor that needs least, of those that a class in the package of the test can call.
    fn least_constructor(&self, class: ClassId) -> Option<Vec<bytecode::Type>> {
        let classes = &self.world.classes;
        let same_package = classes[class].package() == self.world.atlas.making.package;
        let methods = classes[class].methods.iter().map(|&method| &classes[method]);
        let can_call = |access: u16| access & VISIBILITY != 0 || access & access::PRIVATE == 0 && same_package;
        let constructors = methods.filter(|method| &*method.name == "<init>" && can_call(method.access));
        constructors.map(|method| method.parameters.clone()).min_by_key(Vec::len)
    }
}
