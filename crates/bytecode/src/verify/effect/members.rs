//! Field accesses and calls.

use super::super::frame::Frame;
use super::super::kind::{Kind, Name};
use super::super::{Body, Checked, Hierarchy, Signature, Sort, Verifier, refuse};
use crate::classfile::{Constant, MemberRef};
use crate::descriptor::{MethodDescriptor, parse_type};
use crate::insn::Insn;
use std::rc::Rc;

const PUTSTATIC: u8 = 179;
const GETFIELD: u8 = 180;
const PUTFIELD: u8 = 181;
const INVOKEVIRTUAL: u8 = 182;
const INVOKESPECIAL: u8 = 183;
const INVOKESTATIC: u8 = 184;
const INVOKEINTERFACE: u8 = 185;
const INVOKEDYNAMIC: u8 = 186;
/// Static and special calls of interface methods (JVMS 4.9.1).
const INTERFACE_CODE: u16 = 52;

impl<H: Hierarchy> Verifier<'_, H> {
    pub(super) fn field(&mut self, body: &Body, opcode: u8, insn: Insn, frame: &mut Frame) -> Checked<(), H::Error> {
        let (Insn::GetStatic(index) | Insn::PutStatic(index) | Insn::GetField(index) | Insn::PutField(index)) = insn
        else {
            return refuse("no field");
        };
        let member = match self.class.pool.field(index) {
            Ok(member) => member,
            Err(error) => return refuse(error.to_string()),
        };
        let kind = match parse_type(&member.descriptor) {
            Ok(found) => self.kind_of(&found),
            Err(error) => return refuse(error.to_string()),
        };
        if matches!(opcode, PUTSTATIC | PUTFIELD) {
            self.pop(frame, kind)?;
        }
        if matches!(opcode, GETFIELD | PUTFIELD) {
            self.field_receiver(member, opcode, frame)?;
        }
        if matches!(opcode, PUTSTATIC | PUTFIELD) { Ok(()) } else { frame.push(body, kind) }
    }

    fn field_receiver(&mut self, member: &MemberRef, opcode: u8, frame: &mut Frame) -> Checked<(), H::Error> {
        // JVMS 4.10.1.9 putfield: a constructor may set fields of its class before it calls another one.
        if frame.stack.last() == Some(&Kind::UninitializedThis) {
            let own = member.class == self.class.name && self.class.field(&member.name, &member.descriptor).is_some();
            if opcode != PUTFIELD || !own {
                return refuse("a field of an object that is not initialised");
            }
            frame.stack.pop();
            return Ok(());
        }
        let class = Kind::Object(self.names.intern(&member.class));
        let receiver = self.pop(frame, class)?;
        self.protected(member, Sort::Field, receiver)
    }

    /// JVMS 4.10.1.8: protected members of superclasses in other packages only on objects of this class.
    fn protected(&mut self, member: &MemberRef, sort: Sort, receiver: Kind) -> Checked<(), H::Error> {
        let this = Kind::Object(self.this);
        if receiver == this || !self.hierarchy.is_protected_elsewhere(member, sort)? {
            return Ok(());
        }
        let is_array = matches!(receiver, Kind::Object(name) if self.names.is_array(name));
        if is_array && &*member.name == "clone" && &*member.class == "java/lang/Object" {
            return Ok(());
        }
        if self.is_assignable(this, receiver)? {
            return Ok(());
        }
        refuse(format!("protected {}.{} of {}", member.class, member.name, self.describe(receiver)))
    }

    pub(super) fn invoke(
        &mut self,
        body: &Body,
        at: usize,
        opcode: u8,
        insn: Insn,
        frame: &mut Frame,
    ) -> Checked<(), H::Error> {
        let (Insn::InvokeVirtual(index)
        | Insn::InvokeSpecial(index)
        | Insn::InvokeStatic(index)
        | Insn::InvokeInterface(index)
        | Insn::InvokeDynamic(index)) = insn
        else {
            return refuse("no method");
        };
        let constant = self.class.pool.get(index);
        let (member, name, descriptor) = match constant {
            Some(Constant::Method(member) | Constant::InterfaceMethod(member)) => {
                (Some(member), &member.name, &member.descriptor)
            }
            Some(Constant::InvokeDynamic { name, descriptor, .. }) => (None, name, descriptor),
            _ => return refuse(format!("pool entry {index} is no method")),
        };
        let of_interface = matches!(constant, Some(Constant::InterfaceMethod(_)));
        if of_interface && matches!(opcode, INVOKESPECIAL | INVOKESTATIC) && self.class.major < INTERFACE_CODE {
            return refuse("a static or special call of an interface method");
        }
        if name.starts_with('<') && (&**name != "<init>" || opcode != INVOKESPECIAL) {
            return refuse(format!("a call of {name}"));
        }
        let signature = self.signature_at(index, descriptor)?;
        let pc = body.pc(at);
        let counted = match opcode {
            INVOKEINTERFACE => Some(signature.parameters.len() + 1),
            INVOKEDYNAMIC => Some(0),
            _ => None,
        };
        if counted.is_some_and(|count| usize::from(body.raw[pc + 3]) != count || body.raw[pc + 4] != 0) {
            return refuse("wrong operands of a call");
        }
        for &parameter in signature.parameters.iter().rev().filter(|&&kind| kind != Kind::High) {
            self.pop(frame, parameter)?;
        }
        match (opcode, member) {
            (INVOKESPECIAL, Some(member)) if &**name == "<init>" => self.construct(body, member, frame)?,
            (INVOKESPECIAL, Some(member)) => self.special(member, of_interface, frame)?,
            (INVOKEVIRTUAL | INVOKEINTERFACE, Some(member)) => {
                let class = Kind::Object(self.names.intern(&member.class));
                let receiver = self.pop(frame, class)?;
                if opcode == INVOKEVIRTUAL {
                    self.protected(member, Sort::Method, receiver)?;
                }
            }
            _ => {}
        }
        match signature.result {
            Some(result) => frame.push(body, result),
            None => Ok(()),
        }
    }

    fn signature_at(&mut self, index: u16, descriptor: &str) -> Checked<Rc<Signature>, H::Error> {
        if let Some(known) = self.signatures.get(&index) {
            return Ok(known.clone());
        }
        let signature = match MethodDescriptor::parse(descriptor) {
            Ok(parsed) => Rc::new(self.signature(&parsed)),
            Err(error) => return refuse(error.to_string()),
        };
        self.signatures.insert(index, signature.clone());
        Ok(signature)
    }

    /// invokespecial of `<init>`.
    fn construct(&mut self, body: &Body, member: &MemberRef, frame: &mut Frame) -> Checked<(), H::Error> {
        let receiver = frame.pop_slot()?;
        let made = match receiver {
            Kind::UninitializedThis => {
                if member.class != self.class.name && Some(&member.class) != self.class.super_name.as_ref() {
                    return refuse(format!("a constructor calls that of {}", member.class));
                }
                self.this
            }
            Kind::Uninitialized(at) => {
                let made = match body.code.insns[at as usize].get() {
                    Insn::New(index) => self.class.pool.class(index).ok(),
                    _ => None,
                };
                if made != Some(&member.class) {
                    return refuse(format!("the constructor of {} is called for another class", member.class));
                }
                if self.hierarchy.is_protected_elsewhere(member, Sort::Method)? {
                    return refuse(format!("the constructor of {} is protected", member.class));
                }
                self.names.intern(&member.class)
            }
            _ => return refuse("a constructor is called for what is not a new object"),
        };
        frame.initialize(receiver, made);
        Ok(())
    }

    /// JVMS 4.10.1.9 invokespecial: private methods and methods of the supers.
    fn special(&mut self, member: &MemberRef, of_interface: bool, frame: &mut Frame) -> Checked<(), H::Error> {
        let direct = member.class == self.class.name
            || Some(&member.class) == self.class.super_name.as_ref()
            || self.class.interfaces.contains(&member.class);
        let class: Name = self.names.intern(&member.class);
        if !direct && (!self.is_assignable(Kind::Object(class), Kind::Object(self.this))? || of_interface) {
            return refuse(format!("invokespecial of {}, which is no direct super", member.class));
        }
        self.pop(frame, Kind::Object(self.this)).map(|_| ())
    }
}
