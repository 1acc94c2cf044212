//! What the class `Sites` is made of, and its bytes.

use bytecode::writer::{ClassWriter, CodeWriter, Invoke, Op};
use bytecode::{ClassFileError, MethodDescriptor, Type, access, parse_type};

/// Java 17.
const MAJOR: u16 = 61;

pub const OBJECT: &str = "Ljava/lang/Object;";

/// Reference kinds (JVMS 4.4.8).
pub mod kind {
    pub const GET_FIELD: u8 = 1;
    pub const GET_STATIC: u8 = 2;
    pub const PUT_FIELD: u8 = 3;
    pub const PUT_STATIC: u8 = 4;
    pub const INVOKE_VIRTUAL: u8 = 5;
    pub const INVOKE_STATIC: u8 = 6;
    pub const INVOKE_SPECIAL: u8 = 7;
    pub const NEW_INVOKE_SPECIAL: u8 = 8;
    pub const INVOKE_INTERFACE: u8 = 9;
}

/// A CONSTANT_MethodHandle.
#[derive(Clone, Debug)]
pub struct Handle {
    pub kind: u8,
    pub class: &'static str,
    pub name: &'static str,
    pub descriptor: String,
}

impl Handle {
    pub fn of(kind: u8, class: &'static str, name: &'static str, descriptor: &str) -> Handle {
        let descriptor = descriptor.to_string();
        Handle { kind, class, name, descriptor }
    }

    pub fn of_static(class: &'static str, name: &'static str, descriptor: &str) -> Handle {
        Handle::of(kind::INVOKE_STATIC, class, name, descriptor)
    }
}

/// A loadable constant.
#[derive(Clone, Debug)]
pub enum Constant {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Text(&'static str),
    Class(&'static str),
    Type(&'static str),
    Handle(Handle),
    Dynamic(Dynamic),
}

/// A dynamic constant or a call site.
#[derive(Clone, Debug)]
pub struct Dynamic {
    pub bootstrap: Handle,
    pub arguments: Vec<Constant>,
    pub name: &'static str,
    pub descriptor: String,
}

/// A method of `Sites`.
pub struct Case {
    pub name: String,
    pub body: Body,
}

pub enum Body {
    /// Answers the constant; the descriptor is that of the constant.
    Load(Constant, String),
    /// Passes its parameters to the call site and answers its result.
    Call(Dynamic),
    /// Passes a null to a call site without result.
    CallWithNull(Dynamic),
    /// Makes an object of `Sites`, which has no constructor: the one above must not serve.
    Construct,
}

pub fn write(cases: &[Case]) -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::SUPER;
    let mut class = ClassWriter::new::<&str>(MAJOR, flags, "Sites", &[])?;
    for case in cases {
        let method = access::PUBLIC | access::STATIC;
        match &case.body {
            Body::Load(constant, descriptor) => {
                let index = add(&mut class, constant);
                let ty = parse_type(descriptor)?;
                class.method(method, &case.name, &format!("(){descriptor}"), |code| {
                    load(code, index, &ty);
                    Ok(())
                })?;
            }
            Body::Construct => class.method(method, &case.name, &format!("(){OBJECT}"), |code| {
                code.new_object("Sites");
                code.op(Op::Dup);
                code.invoke(Invoke::Special, "Sites", "<init>", "()V")?;
                code.return_value(Some(&parse_type(OBJECT)?));
                Ok(())
            })?,
            Body::CallWithNull(site) => {
                let index = add_site(&mut class, site);
                class.method(method, &case.name, "()V", |code| {
                    code.op(Op::AconstNull);
                    code.invoke_dynamic(index, &site.descriptor)?;
                    code.return_value(None);
                    Ok(())
                })?;
            }
            Body::Call(site) => {
                let index = add_site(&mut class, site);
                let signature = MethodDescriptor::parse(&site.descriptor)?;
                class.method(method, &case.name, &site.descriptor, |code| {
                    let mut local = 0;
                    for parameter in &signature.parameters {
                        code.load(parameter, local);
                        local += parameter.slots();
                    }
                    code.invoke_dynamic(index, &site.descriptor)?;
                    code.return_value(signature.result.as_ref());
                    Ok(())
                })?;
            }
        }
    }
    class.finish()
}

fn load(code: &mut CodeWriter, index: u16, ty: &Type) {
    match ty.slots() {
        2 => code.wide_constant(index),
        _ => code.constant(index),
    }
    code.return_value(Some(ty));
}

fn add(class: &mut ClassWriter, constant: &Constant) -> u16 {
    match constant {
        Constant::Int(i) => class.pool.integer(*i),
        Constant::Long(l) => class.pool.long(*l),
        Constant::Float(x) => class.pool.float(*x),
        Constant::Double(x) => class.pool.double(*x),
        Constant::Text(text) => class.pool.string(text),
        Constant::Class(name) => class.pool.class(name),
        Constant::Type(descriptor) => class.pool.method_type(descriptor),
        Constant::Handle(handle) => add_handle(class, handle),
        Constant::Dynamic(dynamic) => {
            let bootstrap = bootstrap(class, dynamic);
            class.pool.dynamic(bootstrap, dynamic.name, &dynamic.descriptor)
        }
    }
}

fn add_site(class: &mut ClassWriter, site: &Dynamic) -> u16 {
    let bootstrap = bootstrap(class, site);
    class.pool.invoke_dynamic(bootstrap, site.name, &site.descriptor)
}

fn add_handle(class: &mut ClassWriter, handle: &Handle) -> u16 {
    let (owner, name, descriptor) = (handle.class, handle.name, &handle.descriptor);
    let reference = match handle.kind {
        kind::GET_FIELD..=kind::PUT_STATIC => class.pool.field(owner, name, descriptor),
        kind::INVOKE_INTERFACE => class.pool.interface_method(owner, name, descriptor),
        _ => class.pool.method(owner, name, descriptor),
    };
    class.pool.method_handle(handle.kind, reference)
}

fn bootstrap(class: &mut ClassWriter, dynamic: &Dynamic) -> u16 {
    let method = add_handle(class, &dynamic.bootstrap);
    let arguments: Vec<u16> = dynamic.arguments.iter().map(|argument| add(class, argument)).collect();
    class.bootstrap(method, &arguments)
}
