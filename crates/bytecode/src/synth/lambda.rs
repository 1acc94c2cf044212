//! The class behind a lambda or method reference, as java.lang.invoke.InnerClassLambdaMetafactory spins it.
//! Only straight-line code: version 52 without stack maps.

use crate::classfile::{ClassFileError, MemberRef, access, malformed};
use crate::descriptor::{MethodDescriptor, Type};
use crate::insn::Prim;
use crate::names::ClassName;
use crate::writer::{ClassWriter, CodeWriter, INTERFACE_CALL_MAJOR, Invoke, Op, Owner};
use std::rc::Rc;

/// The static factory: `get$Lambda(captured...)Linterface;`.
pub const FACTORY: &str = "get$Lambda";

const BRIDGE: u16 = 0x0040;
const OBJECT: &str = "java/lang/Object";
const SERIALIZED_LAMBDA: &str = "java/lang/invoke/SerializedLambda";

#[derive(Clone, Debug)]
pub struct LambdaSpec {
    /// The class to make.
    pub name: ClassName,
    /// The functional interface, then markers, without repetition.
    pub interfaces: Vec<ClassName>,
    pub implementation: Implementation,
    pub method_name: Rc<str>,
    /// Erased descriptor of the interface method.
    pub method_descriptor: Rc<str>,
    /// The same with the type arguments of the call site filled in.
    pub instantiated_descriptor: Rc<str>,
    /// Further descriptors under which the method is called.
    pub bridges: Vec<String>,
    pub captured: Vec<Type>,
    /// Set by FLAG_SERIALIZABLE of altMetafactory.
    pub serializable: Option<Serializable>,
}

/// The method handle given to the metafactory.
#[derive(Clone, Debug)]
pub struct Implementation {
    /// REF_invokeVirtual (5) to REF_invokeInterface (9), JVMS 4.4.8.
    pub kind: u8,
    pub member: MemberRef,
    pub is_interface: bool,
}

/// What `writeReplace` records beside the rest of the spec.
#[derive(Clone, Debug)]
pub struct Serializable {
    pub capturing_class: ClassName,
    /// The class that declares the implementation; the reference may name a subclass.
    pub declaring_class: ClassName,
}

pub fn lambda_class(spec: &LambdaSpec) -> Result<Vec<u8>, ClassFileError> {
    let Some(interface) = spec.interfaces.first() else {
        return malformed("a lambda class without interface");
    };
    let lambda = Lambda::new(spec)?;
    let access = access::FINAL | access::SUPER | access::SYNTHETIC;
    let mut class = ClassWriter::new(INTERFACE_CALL_MAJOR, access, &spec.name, &spec.interfaces)?;
    for (at, kind) in spec.captured.iter().enumerate() {
        class.field(access::PRIVATE | access::FINAL, &field_name(at), &kind.to_string());
    }
    class.method(access::PRIVATE, "<init>", &lambda.constructor, |code| lambda.construct(code))?;
    let factory = lambda.factory_descriptor(interface);
    class.method(access::STATIC, FACTORY, &factory, |code| lambda.make(code))?;
    let descriptors = std::iter::once((access::PUBLIC, &*spec.method_descriptor))
        .chain(spec.bridges.iter().map(|bridge| (access::PUBLIC | BRIDGE, &**bridge)));
    for (access, descriptor) in descriptors {
        let signature = MethodDescriptor::parse(descriptor)?;
        class.method(access, &spec.method_name, descriptor, |code| lambda.forward(code, &signature))?;
    }
    if let Some(serializable) = &spec.serializable {
        class.method(access::PRIVATE | access::FINAL, "writeReplace", "()Ljava/lang/Object;", |code| {
            lambda.write_replace(code, interface, serializable)
        })?;
    }
    class.finish()
}

fn field_name(at: usize) -> String {
    format!("arg${}", at + 1)
}

/// A spec with its descriptors parsed.
struct Lambda<'a> {
    spec: &'a LambdaSpec,
    constructor: String,
    instantiated: MethodDescriptor,
    invocation: Invoke,
    /// Type of the method handle: parameters with the receiver, and for a constructor the new object.
    implementation: MethodDescriptor,
}

impl<'a> Lambda<'a> {
    fn new(spec: &'a LambdaSpec) -> Result<Lambda<'a>, ClassFileError> {
        let Implementation { kind, member, .. } = &spec.implementation;
        let mut implementation = MethodDescriptor::parse(&member.descriptor)?;
        let owner = Type::Ref(member.class.clone());
        let invocation = match kind {
            5 => Invoke::Virtual,
            6 => Invoke::Static,
            7 | 8 => Invoke::Special,
            9 => Invoke::Interface,
            _ => return malformed(format!("a lambda cannot call a handle of kind {kind}")),
        };
        match kind {
            6 => {}
            8 => implementation.result = Some(owner),
            _ => implementation.parameters.insert(0, owner),
        }
        let constructor = MethodDescriptor { parameters: spec.captured.clone(), result: None }.to_string();
        let instantiated = MethodDescriptor::parse(&spec.instantiated_descriptor)?;
        Ok(Lambda { spec, constructor, instantiated, invocation, implementation })
    }

    fn factory_descriptor(&self, interface: &ClassName) -> String {
        let parameters = self.spec.captured.clone();
        MethodDescriptor { parameters, result: Some(Type::Ref(interface.clone())) }.to_string()
    }

    fn construct(&self, code: &mut CodeWriter) -> Result<(), ClassFileError> {
        code.load_receiver();
        code.invoke(Invoke::Special, OBJECT, "<init>", "()V")?;
        let mut local = 1;
        for (at, kind) in self.spec.captured.iter().enumerate() {
            code.load_receiver();
            code.load(kind, local);
            code.put_field(&self.spec.name, &field_name(at), kind);
            local += kind.slots();
        }
        code.return_value(None);
        Ok(())
    }

    fn make(&self, code: &mut CodeWriter) -> Result<(), ClassFileError> {
        code.new_object(&self.spec.name);
        code.op(Op::Dup);
        let mut local = 0;
        for kind in &self.spec.captured {
            code.load(kind, local);
            local += kind.slots();
        }
        code.invoke(Invoke::Special, &self.spec.name, "<init>", &self.constructor)?;
        code.return_value(Some(&Type::Ref(self.spec.name.clone())));
        Ok(())
    }

    /// The body of the interface method or a bridge: convert, call, convert back.
    fn forward(&self, code: &mut CodeWriter, signature: &MethodDescriptor) -> Result<(), ClassFileError> {
        let (captured, arity) = (self.spec.captured.len(), signature.parameters.len());
        if self.implementation.parameters.len() != captured + arity || self.instantiated.parameters.len() != arity {
            return malformed("a lambda and its implementation differ in their parameters");
        }
        let Implementation { kind, member, is_interface } = &self.spec.implementation;
        if *kind == 8 {
            code.new_object(&member.class);
            code.op(Op::Dup);
        }
        self.load_captured(code);
        let mut local = 1;
        for (at, parameter) in signature.parameters.iter().enumerate() {
            code.load(parameter, local);
            local += parameter.slots();
            let target = &self.implementation.parameters[captured + at];
            convert(code, parameter, target, &self.instantiated.parameters[at])?;
        }
        let owner = if *is_interface { Owner::Interface } else { Owner::Class };
        code.invoke_owned(self.invocation, owner, &member.class, &member.name, &member.descriptor)?;
        // A result that the interface does not want is dropped by `return`.
        if let (Some(from), Some(to)) = (&self.implementation.result, &signature.result) {
            convert(code, from, to, to)?;
        }
        code.return_value(signature.result.as_ref());
        Ok(())
    }

    fn load_captured(&self, code: &mut CodeWriter) {
        for (at, kind) in self.spec.captured.iter().enumerate() {
            code.load_receiver();
            code.get_field(&self.spec.name, &field_name(at), kind);
        }
    }

    fn write_replace(
        &self,
        code: &mut CodeWriter,
        interface: &str,
        serializable: &Serializable,
    ) -> Result<(), ClassFileError> {
        let spec = self.spec;
        code.new_object(SERIALIZED_LAMBDA);
        code.op(Op::Dup);
        code.class(&serializable.capturing_class);
        for text in [interface, &spec.method_name, &spec.method_descriptor] {
            code.string(text);
        }
        code.int(spec.implementation.kind.into());
        let member = &spec.implementation.member;
        for text in [&*serializable.declaring_class, &member.name, &member.descriptor, &spec.instantiated_descriptor] {
            code.string(text);
        }
        code.int(spec.captured.len() as i32);
        code.new_array(OBJECT);
        for (at, kind) in spec.captured.iter().enumerate() {
            code.op(Op::Dup);
            code.int(at as i32);
            code.load_receiver();
            code.get_field(&spec.name, &field_name(at), kind);
            if let Type::Prim(prim) = kind {
                code.box_value(*prim)?;
            }
            code.op(Op::Aastore);
        }
        let descriptor = format!("(Ljava/lang/Class;{0}{0}{0}I{0}{0}{0}{0}[Ljava/lang/Object;)V", "Ljava/lang/String;");
        code.invoke(Invoke::Special, SERIALIZED_LAMBDA, "<init>", &descriptor)?;
        code.return_value(Some(&Type::Ref(OBJECT.into())));
        Ok(())
    }
}

/// java.lang.invoke.TypeConvertingMethodAdapter.convertType: from the type at hand to that of the implementation,
/// where a reference is first checked to be of the type that the call site promises.
fn convert(code: &mut CodeWriter, from: &Type, to: &Type, promised: &Type) -> Result<(), ClassFileError> {
    match (from, to) {
        (Type::Prim(from), Type::Prim(to)) => code.widen(*from, *to),
        (Type::Prim(from), Type::Ref(to)) => {
            let boxed = Prim::from_wrapper(to).unwrap_or(*from);
            code.widen(*from, boxed);
            code.box_value(boxed)?;
        }
        (Type::Ref(from), to) => {
            let source = match promised {
                Type::Ref(promised) => promised,
                Type::Prim(_) => from,
            };
            cast(code, from, source);
            match to {
                Type::Ref(to) => cast(code, source, to),
                Type::Prim(to) => unbox(code, source, *to)?,
            }
        }
    }
    Ok(())
}

fn cast(code: &mut CodeWriter, from: &str, to: &str) {
    if from != to {
        code.check_cast(to);
    }
}

/// From a wrapper, or from a class that may hold one such as Object.
fn unbox(code: &mut CodeWriter, source: &str, to: Prim) -> Result<(), ClassFileError> {
    match Prim::from_wrapper(source) {
        Some(wrapped @ (Prim::Boolean | Prim::Char)) => {
            code.unbox_value(source, wrapped)?;
            code.widen(wrapped, to);
            Ok(())
        }
        Some(_) => code.unbox_value(source, to),
        None => {
            let class = match to {
                Prim::Boolean | Prim::Char => to.wrapper(),
                Prim::Byte | Prim::Short | Prim::Int | Prim::Long | Prim::Float | Prim::Double => "java/lang/Number",
            };
            code.check_cast(class);
            code.unbox_value(class, to)
        }
    }
}
