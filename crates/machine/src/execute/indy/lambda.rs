//! LambdaMetafactory: a lambda or method reference becomes a class of our making.

use super::{Request, Site};
use crate::execute::flow::malformed;
use crate::program::value::widen;
use crate::program::{ClassId, MethodId};
use crate::state::State;
use crate::world::{Machine, Res};
use bytecode::synth::{Implementation, LambdaSpec, Serializable};
use bytecode::{ClassFileError, ClassName, Constant, MemberRef, MethodDescriptor, Prim, Type, synth};
use std::rc::Rc;

const FLAG_SERIALIZABLE: i32 = 1;
const FLAG_MARKERS: i32 = 2;
const FLAG_BRIDGES: i32 = 4;

/// Reference kinds (JVMS 4.4.8).
const INVOKE_VIRTUAL: u8 = 5;
const INVOKE_SPECIAL: u8 = 7;
const NEW_INVOKE_SPECIAL: u8 = 8;
const INVOKE_INTERFACE: u8 = 9;

impl Machine<'_> {
    pub(super) fn link_lambda(&mut self, state: &mut State, request: &Request) -> Res<Option<Site>> {
        let Some(spec) = self.lambda_spec(state, request)? else {
            return Ok(None);
        };
        let mut interfaces = Vec::new();
        for name in &spec.interfaces {
            interfaces.push(self.class_named(state, request.class, name)?);
        }
        if interfaces.iter().any(|&interface| !self.world.classes[interface].is_interface()) {
            return Ok(None);
        }
        let Ok(bytes) = synth::lambda_class(&spec) else {
            return Ok(None);
        };
        let class = self.link_synthetic(request.class, bytes, interfaces)?;
        self.link_class(state, class)?;
        // The types that the call site gives need not fit together.
        if self.refusal(state, class)?.is_some() {
            return Ok(None);
        }
        if spec.captured.is_empty() {
            let object = crate::heap::Body::Fields(self.world.classes[class].blank.clone());
            return Ok(Some(Site::Constant(self.world.base.alloc(class, object))));
        }
        let factory = self.world.classes[class].declared_method(synth::FACTORY, &request.descriptor);
        Ok(factory.map(Site::Static))
    }

    /// `None` where the JDK itself must say what is wrong, or where an argument is not the plain constant that javac writes.
    fn lambda_spec(&mut self, state: &mut State, request: &Request) -> Res<Option<LambdaSpec>> {
        let class = request.class;
        let arguments = &request.bootstrap.arguments;
        let handle = arguments.get(1).and_then(|&i| self.handle_constant(class, i));
        let types = (self.type_argument(class, arguments, 0), self.type_argument(class, arguments, 2));
        let (Some((kind, member, is_interface)), (Some(erased), Some(instantiated))) = (handle, types) else {
            return Ok(None);
        };
        let parsed = MethodDescriptor::parse(&request.descriptor).map_err(|e| malformed(&e.to_string()))?;
        let Some(Type::Ref(interface)) = parsed.result else {
            return Ok(None);
        };
        let owner = self.class_named(state, class, &member.class)?;
        let Some(target) = self.world.classes.find_method(owner, &member.name, &member.descriptor) else {
            return Ok(None);
        };
        // Of private methods in other classes only the VM knows who may call them.
        let private = self.world.classes[target].is_private() && self.world.classes[target].class != class;
        if private || !fits(kind, &member, &parsed.parameters, &instantiated).unwrap_or(false) {
            return Ok(None);
        }
        let mut interfaces = vec![interface];
        let mut bridges = Vec::new();
        let flags = if *request.factory.name == *"altMetafactory" { self.int_argument(class, arguments, 3) } else { 0 };
        let mut at = 4;
        if flags & FLAG_MARKERS != 0 {
            let count = self.int_argument(class, arguments, at) as usize;
            for &index in arguments.iter().skip(at + 1).take(count) {
                if let Some(Constant::Class(name)) = self.constant(class, index) {
                    interfaces.push(name.clone());
                }
            }
            at += count + 1;
        }
        if flags & FLAG_BRIDGES != 0 {
            let count = self.int_argument(class, arguments, at) as usize;
            let types = (0..count).filter_map(|i| self.type_argument(class, arguments, at + 1 + i));
            bridges.extend(types.map(|descriptor| descriptor.to_string()));
        }
        let serializable = if flags & FLAG_SERIALIZABLE != 0 {
            Some(self.serializable(state, class, &mut interfaces, target)?)
        } else {
            None
        };
        interfaces.dedup();
        self.world.lambda_count += 1;
        let host = self.world.classes[class].name.clone();
        Ok(Some(LambdaSpec {
            name: format!("{host}$$Lambda${}", self.world.lambda_count).into(),
            interfaces,
            method_name: request.name.clone(),
            method_descriptor: erased,
            instantiated_descriptor: instantiated,
            bridges,
            captured: parsed.parameters,
            implementation: Implementation { kind, member, is_interface },
            serializable,
        }))
    }

    fn type_argument(&self, class: ClassId, arguments: &[u16], at: usize) -> Option<Rc<str>> {
        match self.constant(class, *arguments.get(at)?) {
            Some(Constant::MethodType(descriptor)) => Some(descriptor.clone()),
            _ => None,
        }
    }

    fn int_argument(&self, class: ClassId, arguments: &[u16], at: usize) -> i32 {
        match arguments.get(at).and_then(|&i| self.constant(class, i)) {
            Some(&Constant::Integer(i)) => i,
            _ => 0,
        }
    }

    /// What a serializable lambda writes; one of its interfaces must be Serializable.
    fn serializable(
        &mut self,
        state: &mut State,
        class: ClassId,
        interfaces: &mut Vec<ClassName>,
        target: MethodId,
    ) -> Res<Serializable> {
        let mut inherited = false;
        for name in interfaces.iter() {
            let interface = self.class_named(state, class, name)?;
            inherited |= self.world.classes.is_subclass(interface, self.world.serializable);
        }
        if !inherited {
            interfaces.push("java/io/Serializable".into());
        }
        let declaring = self.world.classes[target].class;
        Ok(Serializable {
            capturing_class: self.world.classes[class].name.clone(),
            declaring_class: self.world.classes[declaring].name.clone(),
        })
    }
}

/// Whether the captured values and the arguments of the function convert to the parameters of the implementation, and its
/// result to that of the function, by conversions that need no look at classes.
fn fits(kind: u8, member: &MemberRef, captured: &[Type], function: &str) -> Result<bool, ClassFileError> {
    let implementation = MethodDescriptor::parse(&member.descriptor)?;
    let function = MethodDescriptor::parse(function)?;
    let owner = Type::Ref(member.class.clone());
    let receiver = matches!(kind, INVOKE_VIRTUAL | INVOKE_SPECIAL | INVOKE_INTERFACE);
    let wanted: Vec<&Type> = receiver.then_some(&owner).into_iter().chain(&implementation.parameters).collect();
    let given: Vec<&Type> = captured.iter().chain(&function.parameters).collect();
    let result = if kind == NEW_INVOKE_SPECIAL { Some(&owner) } else { implementation.result.as_ref() };
    let answered = match (result, &function.result) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(from), Some(to)) => converts(from, to),
    };
    Ok(answered && given.len() == wanted.len() && given.iter().zip(wanted).all(|(from, to)| converts(from, to)))
}

fn converts(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Ref(_), Type::Ref(_)) => true,
        (Type::Prim(from), Type::Prim(to)) => widens(*from, *to),
        (Type::Prim(from), Type::Ref(to)) => **to == *from.wrapper() || **to == *"java/lang/Object",
        (Type::Ref(from), Type::Prim(to)) => Prim::from_wrapper(from).is_some_and(|from| widens(from, *to)),
    }
}

/// Identity or JLS 5.1.2.
fn widens(from: Prim, to: Prim) -> bool {
    widen(from, crate::program::Kind::Prim(from).zero(), to).is_some()
}
