//! The main class that calls one method with inputs as arguments. For the exploration it is plain code: the machine asks
//! nobody whether the method may be called from here. For a replay it goes through a method handle, which reaches
//! private methods, too, and lets exceptions pass as they are.

use super::api::JACANA;
use super::check;
use crate::classfile::{ClassFileError, access};
use crate::descriptor::{MethodDescriptor, Type};
use crate::insn::Prim;
use crate::names::ClassName;
use crate::writer::{ClassWriter, CodeWriter, INTERFACE_CALL_MAJOR, Invoke, Op, Owner};

pub const DRIVER: &str = "jacana/Driver";

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const HANDLE: &str = "java/lang/invoke/MethodHandle";

/// The method that a driver calls.
#[derive(Clone, Debug)]
pub struct Target {
    pub class: ClassName,
    pub owner: Owner,
    pub name: String,
    pub descriptor: String,
    pub receiver: Receiver,
    /// Whether the arguments must be well-formed, as their invariants say.
    pub invariants: bool,
    /// A class of the JDK shows its public methods only.
    pub is_jdk: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// The method is static.
    None,
    /// Made by the constructor without parameters.
    New,
    /// Any object: an input.
    Any,
}

pub fn exploring_driver(target: &Target) -> Result<Vec<u8>, ClassFileError> {
    driver(|code| {
        let signature = MethodDescriptor::parse(&target.descriptor)?;
        let this = Type::Ref(target.class.clone());
        let mut arguments: Vec<(&Type, usize)> = Vec::new();
        // Local 0 holds the arguments of main.
        let mut next = 1;
        match target.receiver {
            Receiver::None => {}
            Receiver::New => {
                code.new_object(&target.class);
                code.op(Op::Dup);
                code.invoke(Invoke::Special, &target.class, "<init>", "()V")?;
            }
            Receiver::Any => {
                argument(code, &this, Some(&target.class))?;
                code.op(Op::Dup);
                code.instance_of(&target.class);
                code.invoke(Invoke::Static, JACANA, "assume", "(Z)V")?;
                code.check_cast(&target.class);
            }
        }
        if target.receiver != Receiver::None {
            code.store(&this, next);
            arguments.push((&this, next));
            next += 1;
        }
        for parameter in &signature.parameters {
            let class = if let Type::Ref(class) = parameter { Some(class) } else { None };
            argument(code, parameter, class)?;
            if let Some(class) = class {
                code.check_cast(class);
            }
            code.store(parameter, next);
            arguments.push((parameter, next));
            next += parameter.slots();
        }
        if target.invariants {
            let made = usize::from(target.receiver == Receiver::New);
            for (kind, at) in arguments.iter().skip(made).filter(|(kind, _)| matches!(kind, Type::Ref(_))) {
                check::condition(code, kind, *at, "assume")?;
            }
            check::native(code, "begin")?;
        }
        for (kind, at) in arguments {
            code.load(kind, at);
        }
        let how = if target.receiver == Receiver::None { Invoke::Static } else { Invoke::Virtual };
        code.invoke_owned(how, target.owner, &target.class, &target.name, &target.descriptor)?;
        match signature.result.as_ref().map_or(0, Type::slots) {
            0 => {}
            1 => code.op(Op::Pop),
            _ => code.op(Op::Pop2),
        }
        Ok(())
    })
}

pub fn replaying_driver(target: &Target) -> Result<Vec<u8>, ClassFileError> {
    driver(|code| {
        let parameters = MethodDescriptor::parse(&target.descriptor)?.parameters;
        let (lookup, receiver) = (Type::Ref(LOOKUP.into()), Type::Ref("java/lang/Object".into()));
        if target.is_jdk {
            code.invoke(Invoke::Static, "java/lang/invoke/MethodHandles", "publicLookup", &format!("()L{LOOKUP};"))?;
        } else {
            let descriptor = format!("(Ljava/lang/Class;L{LOOKUP};)L{LOOKUP};");
            class_object(code, target)?;
            code.invoke(Invoke::Static, "java/lang/invoke/MethodHandles", "lookup", &format!("()L{LOOKUP};"))?;
            code.invoke(Invoke::Static, "java/lang/invoke/MethodHandles", "privateLookupIn", &descriptor)?;
        }
        code.store(&lookup, 1);
        if target.receiver == Receiver::New {
            code.load(&lookup, 1);
            class_object(code, target)?;
            method_type(code, "()V")?;
            let descriptor = format!("(Ljava/lang/Class;Ljava/lang/invoke/MethodType;)L{HANDLE};");
            code.invoke(Invoke::Virtual, LOOKUP, "findConstructor", &descriptor)?;
            code.int(0);
            code.new_array("java/lang/Object");
            call_handle(code)?;
            code.store(&receiver, 2);
        }
        if target.receiver == Receiver::Any {
            argument(code, &receiver, None)?;
            code.store(&receiver, 2);
        }
        code.load(&lookup, 1);
        class_object(code, target)?;
        code.string(&target.name);
        method_type(code, &target.descriptor)?;
        let (find, extra) = match target.receiver {
            Receiver::None => ("findStatic", 0),
            Receiver::New | Receiver::Any => ("findVirtual", 1),
        };
        let descriptor = format!("(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)L{HANDLE};");
        code.invoke(Invoke::Virtual, LOOKUP, find, &descriptor)?;
        code.invoke(Invoke::Virtual, HANDLE, "asFixedArity", &format!("()L{HANDLE};"))?;
        code.int((parameters.len() + extra) as i32);
        code.new_array("java/lang/Object");
        if target.receiver != Receiver::None {
            code.op(Op::Dup);
            code.int(0);
            code.load(&receiver, 2);
            code.op(Op::Aastore);
        }
        for (at, parameter) in parameters.iter().enumerate() {
            code.op(Op::Dup);
            code.int((at + extra) as i32);
            argument(code, parameter, None)?;
            if let Type::Prim(prim) = parameter {
                code.box_value(*prim)?;
            }
            code.op(Op::Aastore);
        }
        call_handle(code)?;
        code.op(Op::Pop);
        Ok(())
    })
}

fn driver(body: impl FnOnce(&mut CodeWriter) -> Result<(), ClassFileError>) -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::FINAL | access::SUPER;
    let mut class = ClassWriter::new::<&str>(INTERFACE_CALL_MAJOR, flags, DRIVER, &[])?;
    class.method(access::PUBLIC | access::STATIC, "main", "([Ljava/lang/String;)V", |code| {
        body(code)?;
        code.return_value(None);
        Ok(())
    })?;
    class.finish()
}

/// An input of the parameter's type. A replay answers without the class, which may not be visible here.
fn argument(code: &mut CodeWriter, parameter: &Type, class: Option<&ClassName>) -> Result<(), ClassFileError> {
    match parameter {
        Type::Prim(prim) => code.invoke(Invoke::Static, JACANA, any(*prim), &format!("(){}", prim.descriptor())),
        Type::Ref(_) => {
            match class {
                Some(class) => code.class(class),
                None => code.op(Op::AconstNull),
            }
            code.invoke(Invoke::Static, JACANA, "any", "(Ljava/lang/Class;)Ljava/lang/Object;")
        }
    }
}

fn any(prim: Prim) -> &'static str {
    match prim {
        Prim::Boolean => "anyBoolean",
        Prim::Byte => "anyByte",
        Prim::Char => "anyChar",
        Prim::Short => "anyShort",
        Prim::Int => "anyInt",
        Prim::Long => "anyLong",
        Prim::Float => "anyFloat",
        Prim::Double => "anyDouble",
    }
}

/// A class that is not public cannot be named by another package: `Class.forName(name)`
fn class_object(code: &mut CodeWriter, target: &Target) -> Result<(), ClassFileError> {
    code.string(&target.class.dotted());
    code.invoke(Invoke::Static, "java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;")
}

/// The types as the class loader of the program knows them.
fn method_type(code: &mut CodeWriter, descriptor: &str) -> Result<(), ClassFileError> {
    let kind = "java/lang/invoke/MethodType";
    let from_descriptor = format!("(Ljava/lang/String;Ljava/lang/ClassLoader;)L{kind};");
    code.string(descriptor);
    code.class(DRIVER);
    code.invoke(Invoke::Virtual, "java/lang/Class", "getClassLoader", "()Ljava/lang/ClassLoader;")?;
    code.invoke(Invoke::Static, kind, "fromMethodDescriptorString", &from_descriptor)
}

fn call_handle(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Virtual, HANDLE, "invokeWithArguments", "([Ljava/lang/Object;)Ljava/lang/Object;")
}
