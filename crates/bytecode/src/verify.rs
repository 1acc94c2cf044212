//! The bytecode verifier (JVMS 4.9, 4.10): code that passes cannot make an interpreter meet a value of the wrong kind, leave its frame or
//! run off its end. Classes with stack maps are checked in one linear pass, older ones by data flow.

mod check;
mod effect;
mod frame;
mod infer;
mod kind;
mod stack_map;

use crate::classfile::{ClassFile, MemberRef, MethodInfo, access};
use crate::code::{Code, Handler};
use crate::descriptor::{MethodDescriptor, Type};
use crate::names::ClassName;
use frame::Frame;
use kind::{Kind, Name, Names};
use std::collections::HashMap;
use std::rc::Rc;

/// From this version on a class must have stack maps; the one before may have them (JVMS 4.10).
const STACK_MAPS_ONLY: u16 = 51;
/// Cells compared or copied for one class before it is refused: real classes stay a thousand times below.
const MOST_WORK: u64 = 1 << 27;

/// What the verifier asks about other classes. Names are internal names of classes, never of arrays.
pub trait Hierarchy {
    type Error;

    fn is_interface(&mut self, class: &ClassName) -> Result<bool, Self::Error>;

    /// Is `class` the class `of`, or below it? Both are classes, not interfaces.
    fn is_subclass(&mut self, class: &ClassName, of: &ClassName) -> Result<bool, Self::Error>;

    fn superclass(&mut self, class: &ClassName) -> Result<Option<ClassName>, Self::Error>;

    /// A protected member that a superclass of the class under verification declares in another package (JVMS 4.10.1.8).
    fn is_protected_elsewhere(&mut self, member: &MemberRef, sort: Sort) -> Result<bool, Self::Error>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Field,
    Method,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure<E> {
    /// The code is not type safe; the message says why and where.
    Refused(String),
    /// The hierarchy could not answer.
    Error(E),
}

impl<E> From<E> for Failure<E> {
    fn from(error: E) -> Failure<E> {
        Failure::Error(error)
    }
}

type Checked<T, E> = Result<T, Failure<E>>;

fn refuse<T, E>(why: impl Into<String>) -> Checked<T, E> {
    Err(Failure::Refused(why.into()))
}

/// Verifies the methods of one class.
pub struct Verifier<'a, H> {
    class: &'a ClassFile,
    hierarchy: &'a mut H,
    names: Names,
    this: Name,
    /// Answers to "is the second assignable to the first", for classes.
    assignable: HashMap<(Name, Name), bool>,
    /// By pool index of a member or call site.
    signatures: HashMap<u16, Rc<Signature>>,
    work: u64,
}

/// A descriptor in kinds: a long or double is two of them.
struct Signature {
    parameters: Vec<Kind>,
    result: Option<Kind>,
}

/// The method under verification.
struct Body<'a> {
    method: &'a MethodInfo,
    code: &'a Code,
    /// The bytes of the code.
    raw: &'a [u8],
    signature: Signature,
}

impl Body<'_> {
    /// Instructions without the `FallOff` at the end.
    fn len(&self) -> usize {
        self.code.insns.len() - 1
    }

    fn is_constructor(&self) -> bool {
        &*self.method.name == "<init>"
    }

    fn pc(&self, at: usize) -> usize {
        self.code.pcs[at].into()
    }

    /// The opcode behind a `wide`.
    fn opcode(&self, at: usize) -> u8 {
        match self.raw[self.pc(at)] {
            196 => self.raw[self.pc(at) + 1],
            opcode => opcode,
        }
    }

    fn index_of(&self, pc: usize) -> Option<usize> {
        let pc = u16::try_from(pc).ok()?;
        self.code.pcs.binary_search(&pc).ok().filter(|&at| at < self.len())
    }
}

impl<'a, H: Hierarchy> Verifier<'a, H> {
    pub fn new(class: &'a ClassFile, hierarchy: &'a mut H) -> Verifier<'a, H> {
        let mut names = Names::new();
        let this = names.intern(&class.name);
        Verifier { class, hierarchy, names, this, assignable: HashMap::new(), signatures: HashMap::new(), work: 0 }
    }

    /// `code` is the method's, not yet executed: quick forms are not known here.
    pub fn verify(&mut self, method: &MethodInfo, code: &Code) -> Checked<(), H::Error> {
        let Some(info) = &method.code else {
            return Ok(());
        };
        let Ok(descriptor) = MethodDescriptor::parse(&method.descriptor) else {
            return refuse(format!("bad descriptor {}", method.descriptor));
        };
        let signature = self.signature(&descriptor);
        let body = Body { method, code, raw: &self.class.bytes[info.bytes.clone()], signature };
        self.body(&body).map_err(|failure| match failure {
            Failure::Refused(why) => {
                let class = self.class.name.dotted();
                Failure::Refused(format!("{why} (in {class}.{}{})", method.name, method.descriptor))
            }
            error @ Failure::Error(_) => error,
        })
    }

    fn body(&mut self, body: &Body) -> Checked<(), H::Error> {
        let initial = self.initial(body)?;
        self.handlers(body)?;
        if self.class.major >= STACK_MAPS_ONLY {
            return self.check(body, initial);
        }
        if self.class.major + 1 == STACK_MAPS_ONLY {
            match self.check(body, initial.clone()) {
                Err(Failure::Refused(_)) => {}
                answer => return answer,
            }
        }
        self.infer(body, initial)
    }

    /// JVMS 4.10.1.6: the frame at the first instruction.
    fn initial(&mut self, body: &Body) -> Checked<Frame, H::Error> {
        let mut locals = Vec::new();
        let uninitialized = body.is_constructor() && self.class.super_name.is_some();
        if body.method.access & access::STATIC == 0 {
            locals.push(if uninitialized { Kind::UninitializedThis } else { Kind::Object(self.this) });
        }
        locals.extend(&body.signature.parameters);
        if locals.len() > body.code.max_locals.into() {
            return refuse("the arguments do not fit into the locals");
        }
        Ok(Frame { locals, stack: Vec::new(), this_uninitialized: uninitialized, changed: true })
    }

    /// JVMS 4.10.1.6: handlers catch throwables.
    fn handlers(&mut self, body: &Body) -> Checked<(), H::Error> {
        for handler in &body.code.handlers {
            if let Some(class) = &handler.catch {
                let class = self.names.intern(class);
                if !self.is_assignable(Kind::Object(Name::THROWABLE), Kind::Object(class))? {
                    return refuse(format!("a handler catches {}, which is not a Throwable", self.names.text(class)));
                }
            }
        }
        Ok(())
    }

    fn signature(&mut self, descriptor: &MethodDescriptor) -> Signature {
        let mut parameters = Vec::with_capacity(descriptor.parameters.len());
        for parameter in &descriptor.parameters {
            self.push_type(parameter, &mut parameters);
        }
        let result = descriptor.result.as_ref().map(|result| self.kind_of(result));
        Signature { parameters, result }
    }

    fn push_type(&mut self, parameter: &Type, kinds: &mut Vec<Kind>) {
        let kind = self.kind_of(parameter);
        kinds.push(kind);
        if kind.is_wide() {
            kinds.push(Kind::High);
        }
    }

    fn kind_of(&mut self, parameter: &Type) -> Kind {
        match parameter {
            Type::Prim(prim) => Kind::of_prim(*prim),
            Type::Ref(name) => Kind::Object(self.names.intern(name)),
        }
    }

    /// Handlers, some of which cover the instruction; none if those know the frame already.
    fn handlers_at<'b>(&mut self, body: &Body<'b>, frame: &mut Frame, at: usize) -> Checked<&'b [Handler], H::Error> {
        let handlers = &body.code.handlers;
        if handlers.is_empty() || !frame.changed && handlers.iter().all(|handler| handler.start as usize != at) {
            return Ok(&[]);
        }
        self.spend(handlers.len())?;
        frame.changed = false;
        Ok(handlers)
    }

    fn spend(&mut self, cells: usize) -> Checked<(), H::Error> {
        self.work += cells as u64 + 1;
        if self.work > MOST_WORK { refuse("the class is too large to be verified") } else { Ok(()) }
    }
}
