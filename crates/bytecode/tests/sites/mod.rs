//! Specs out of the call sites that javac wrote: one site per method, which names the generated class.

use bytecode::synth::{Component, Implementation, LambdaSpec, RecordSpec, Serializable, lambda_class, record_class};
use bytecode::{Bootstrap, ClassFile, Constant, Insn, MethodDescriptor, MethodInfo, Type, decode, parse_type};
use std::rc::Rc;

/// Name of the site and class file.
pub type Generated = Vec<(String, Vec<u8>)>;

struct Site<'a> {
    class: &'a ClassFile,
    bootstrap: &'a Bootstrap,
    name: &'a Rc<str>,
    descriptor: &'a Rc<str>,
}

pub fn lambdas(class: &ClassFile) -> Generated {
    generate(class, |name, site| lambda_class(&lambda_spec(name, site)).unwrap())
}

pub fn records(class: &ClassFile) -> Generated {
    if class.super_name.as_deref() != Some("java/lang/Record") {
        return Vec::new();
    }
    let fields = class.fields.iter().filter(|field| !field.is_static());
    let component = |field: &bytecode::FieldInfo| Component {
        name: field.name.clone(),
        kind: parse_type(&field.descriptor).unwrap(),
    };
    let simple_name = class.name.rsplit('$').next().unwrap();
    let spec = RecordSpec {
        name: format!("{}$Methods", class.name).into(),
        record: class.name.clone(),
        simple_name: simple_name.into(),
        components: fields.map(component).collect(),
    };
    vec![(simple_name.to_owned(), record_class(&spec).unwrap())]
}

fn generate(class: &ClassFile, make: impl Fn(&str, &Site) -> Vec<u8>) -> Generated {
    let cases = class.methods.iter().filter(|method| method.name.starts_with("make_"));
    cases
        .map(|method| (method.name.to_string(), make(&format!("{}_Site", method.name), &site(class, method))))
        .collect()
}

fn site<'a>(class: &'a ClassFile, method: &MethodInfo) -> Site<'a> {
    let code = decode(class, method).unwrap();
    for insn in &code.insns {
        let Insn::InvokeDynamic(index) = insn.get() else {
            continue;
        };
        if let Some(Constant::InvokeDynamic { bootstrap, name, descriptor }) = class.pool.get(index) {
            let bootstrap = &class.bootstraps[usize::from(*bootstrap)];
            return Site { class, bootstrap, name, descriptor };
        }
    }
    panic!("no call site in {}", method.name);
}

impl<'a> Site<'a> {
    fn argument(&self, at: usize) -> Option<&'a Constant> {
        self.bootstrap.arguments.get(at).and_then(|&index| self.class.pool.get(index))
    }

    fn method_type(&self, at: usize) -> Rc<str> {
        match self.argument(at) {
            Some(Constant::MethodType(descriptor)) => descriptor.clone(),
            other => panic!("{other:?} is not a method type"),
        }
    }

    fn integer(&self, at: usize) -> i32 {
        match self.argument(at) {
            Some(Constant::Integer(value)) => *value,
            other => panic!("{other:?} is not an integer"),
        }
    }
}

/// The arguments of LambdaMetafactory.metafactory or altMetafactory.
fn lambda_spec(name: &str, site: &Site) -> LambdaSpec {
    let factory = MethodDescriptor::parse(site.descriptor).unwrap();
    let Some(Type::Ref(interface)) = factory.result else {
        panic!("a factory makes an object");
    };
    let Some(Constant::MethodHandle { kind, reference }) = site.argument(1) else {
        panic!("no implementation");
    };
    let (member, is_interface) = match site.class.pool.get(*reference) {
        Some(Constant::Method(member)) => (member.clone(), false),
        Some(Constant::InterfaceMethod(member)) => (member.clone(), true),
        other => panic!("{other:?} is not a method"),
    };
    let mut spec = LambdaSpec {
        name: name.into(),
        interfaces: vec![interface],
        method_name: site.name.clone(),
        method_descriptor: site.method_type(0),
        instantiated_descriptor: site.method_type(2),
        bridges: Vec::new(),
        captured: factory.parameters,
        serializable: None,
        implementation: Implementation { kind: *kind, member, is_interface },
    };
    if site.bootstrap.arguments.len() > 3 {
        alternatives(&mut spec, site);
    }
    spec
}

/// FLAG_SERIALIZABLE, FLAG_MARKERS and FLAG_BRIDGES, with counted lists for the last two.
fn alternatives(spec: &mut LambdaSpec, site: &Site) {
    let flags = site.integer(3);
    let mut at = 4;
    if flags & 1 != 0 {
        let declaring_class = spec.implementation.member.class.clone();
        let capturing_class = site.class.name.clone();
        spec.serializable = Some(Serializable { capturing_class, declaring_class });
        spec.interfaces.push("java/io/Serializable".into());
    }
    if flags & 2 != 0 {
        for marker in 0..site.integer(at) as usize {
            match site.argument(at + 1 + marker) {
                Some(Constant::Class(name)) => spec.interfaces.push(name.clone()),
                other => panic!("{other:?} is not a class"),
            }
        }
        at += site.integer(at) as usize + 1;
    }
    if flags & 4 != 0 {
        for bridge in 0..site.integer(at) as usize {
            spec.bridges.push(site.method_type(at + 1 + bridge).to_string());
        }
    }
    spec.interfaces.dedup();
}
