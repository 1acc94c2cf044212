//! The class that `jacana check` explores: for each method a driver that makes symbolic arguments, assumes what invariants say
//! about them, calls the method, and demands the invariants afterwards. Its natives are models of the machine.

use crate::classfile::{ClassFileError, access};
use crate::descriptor::{MethodDescriptor, Type};
use crate::names::ClassName;
use crate::writer::{ClassWriter, CodeWriter, INTERFACE_CALL_MAJOR, Invoke, Op, Owner};

pub const CHECKS: &str = "jacana/Checks";

/// Methods without parameters that say whether an object is well-formed.
pub const INVARIANTS: [&str; 3] = ["jacana$invariant", "repOK", "invariant"];

/// Marks such a method of another name.
pub const INVARIANT: &str = "jacana/Invariant";

pub const ENTRY: &str = "([Ljava/lang/String;)V";

const NATIVES: [(&str, &str); 16] = [
    ("receiver", "(Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;"),
    ("argument", "(Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;"),
    ("number", "(Ljava/lang/String;)Z"),
    ("number", "(Ljava/lang/String;)B"),
    ("number", "(Ljava/lang/String;)C"),
    ("number", "(Ljava/lang/String;)S"),
    ("number", "(Ljava/lang/String;)I"),
    ("number", "(Ljava/lang/String;)J"),
    ("number", "(Ljava/lang/String;)F"),
    ("number", "(Ljava/lang/String;)D"),
    ("invariant", "(Ljava/lang/Object;)Z"),
    ("assume", "(Z)V"),
    ("globals", "(Ljava/lang/Class;)V"),
    ("begin", "()V"),
    ("end", "()V"),
    ("demand", "(Z)V"),
];

/// A method to check.
#[derive(Clone, Debug)]
pub struct Checked {
    pub class: ClassName,
    pub owner: Owner,
    pub name: String,
    pub descriptor: String,
    pub kind: Called,
    pub parameters: Vec<Parameter>,
    /// Whether the receiver must be well-formed before and after.
    pub invariant: bool,
    /// Whether static fields of the class hold anything.
    pub globals: bool,
    /// Whether it is code that checks a contract: it says itself where the method begins.
    pub contract: bool,
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub invariant: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Called {
    Static,
    Instance,
    Constructor,
    /// Static, and answers a new object, or null.
    Factory,
}

/// The driver of the method with that number.
pub fn entry_name(number: usize) -> String {
    format!("check{number}")
}

pub fn checks_class(checks: &[Checked]) -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::FINAL | access::SUPER;
    let mut class = ClassWriter::new::<&str>(INTERFACE_CALL_MAJOR, flags, CHECKS, &[])?;
    for (name, descriptor) in NATIVES {
        class.native_method(access::STATIC | access::NATIVE, name, descriptor);
    }
    for (number, check) in checks.iter().enumerate() {
        class.method(access::PUBLIC | access::STATIC, &entry_name(number), ENTRY, |code| {
            drive(code, check)?;
            code.return_value(None);
            Ok(())
        })?;
    }
    class.finish()
}

fn drive(code: &mut CodeWriter, check: &Checked) -> Result<(), ClassFileError> {
    let signature = MethodDescriptor::parse(&check.descriptor)?;
    if check.globals {
        code.class(&check.class);
        native(code, "globals")?;
    }
    let receiver = Type::Ref(check.class.clone());
    // Local 0 holds the arguments of main.
    let mut next = 1;
    let mut place = |kind: &Type| {
        next += kind.slots();
        next - kind.slots()
    };
    let this = place(&receiver);
    if check.kind == Called::Instance {
        code.string("this");
        code.class(&check.class);
        native(code, "receiver")?;
        code.check_cast(&check.class);
        code.store(&receiver, this);
    }
    let mut arguments = Vec::new();
    for (kind, parameter) in signature.parameters.iter().zip(&check.parameters) {
        let at = place(kind);
        code.string(&parameter.name);
        match kind {
            Type::Prim(prim) => {
                let descriptor = format!("(Ljava/lang/String;){}", prim.descriptor());
                code.invoke(Invoke::Static, CHECKS, "number", &descriptor)?;
            }
            Type::Ref(class) => {
                code.class(class);
                native(code, "argument")?;
                code.check_cast(class);
            }
        }
        code.store(kind, at);
        arguments.push((kind, at, parameter.invariant));
    }
    if check.invariant && check.kind == Called::Instance {
        condition(code, &receiver, this, "assume")?;
    }
    for (kind, at, _) in arguments.iter().filter(|(.., invariant)| *invariant) {
        condition(code, kind, *at, "assume")?;
    }
    if !check.contract {
        native(code, "begin")?;
    }
    call(code, check, &signature, &receiver, this, &arguments)?;
    native(code, "end")?;
    if check.invariant && check.kind != Called::Static {
        condition(code, &receiver, this, "demand")?;
    }
    for (kind, at, _) in arguments.iter().filter(|(.., invariant)| *invariant) {
        condition(code, kind, *at, "demand")?;
    }
    Ok(())
}

fn call(
    code: &mut CodeWriter,
    check: &Checked,
    signature: &MethodDescriptor,
    receiver: &Type,
    this: usize,
    arguments: &[(&Type, usize, bool)],
) -> Result<(), ClassFileError> {
    match check.kind {
        Called::Static | Called::Factory => {}
        Called::Instance => code.load(receiver, this),
        Called::Constructor => {
            code.new_object(&check.class);
            code.op(Op::Dup);
        }
    }
    for &(kind, at, _) in arguments {
        code.load(kind, at);
    }
    let how = match check.kind {
        Called::Static | Called::Factory => Invoke::Static,
        Called::Instance => Invoke::Virtual,
        Called::Constructor => Invoke::Special,
    };
    code.invoke_owned(how, check.owner, &check.class, &check.name, &check.descriptor)?;
    match signature.result.as_ref().map_or(0, Type::slots) {
        0 if check.kind == Called::Constructor => code.store(receiver, this),
        0 => {}
        _ if check.kind == Called::Factory => code.store(receiver, this),
        1 => code.op(Op::Pop),
        _ => code.op(Op::Pop2),
    }
    Ok(())
}

/// `assume(invariant(x))` or `demand(invariant(x))`
pub(super) fn condition(code: &mut CodeWriter, kind: &Type, at: usize, what: &str) -> Result<(), ClassFileError> {
    code.load(kind, at);
    native(code, "invariant")?;
    native(code, what)
}

pub(super) fn native(code: &mut CodeWriter, name: &str) -> Result<(), ClassFileError> {
    let (_, descriptor) = NATIVES.iter().find(|(known, _)| *known == name).expect("a native of the driver");
    code.invoke(Invoke::Static, CHECKS, name, descriptor)
}
