//! Which variables of the program are positions: numbers that find an element, give a length or decide how a loop goes on, directly or by
//! way of other variables, calls and results. A difference in these is dear once it is a choice; one in a sum that is only
//! reported at the end is not. Found in the class files, without regard to the order of instructions; a heuristic, never a proof.

use crate::program::{Class, ClassId, Classes, Method, MethodId, Sources};
use bytecode::{ClassFile, Code, Insn, MemberRef, MethodDescriptor, Pool, Type};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{FastMap, FastSet};

/// Positions in the classes of the program that were there when somebody looked.
#[derive(Default)]
pub struct Positions {
    classes: usize,
    locals: FastSet<(MethodId, u16)>,
    fields: FastSet<(ClassId, u16)>,
}

/// Where numbers are kept or pass through. Calls are told apart by name and descriptor alone, so overriding needs no care.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Node {
    Local(MethodId, u16),
    /// A declared field, static or not.
    Field(ClassId, u16),
    Argument(Rc<str>, Rc<str>, u16),
    Result(Rc<str>, Rc<str>),
    /// A use that makes a position of what comes here.
    Sink,
}

impl Positions {
    /// Has the program more classes by now?
    pub fn is_of(&self, classes: &Classes) -> bool {
        self.classes == count(classes)
    }

    pub fn find(classes: &Classes) -> Positions {
        let mut flows = Flows { classes, into: BTreeMap::new() };
        for class in own(classes) {
            let Some(file) = &class.file else { continue };
            for &method in &class.methods {
                let method = &classes[method];
                if let Ok(code) = bytecode::decode(file, &file.methods[usize::from(method.index)]) {
                    let sources = Sources::of(file, &code, code.insns.len() as u32);
                    Body { flows: &mut flows, file, method, code: &code, sources }.look();
                }
            }
        }
        let mut found = Positions { classes: count(classes), ..Positions::default() };
        let mut open = vec![Node::Sink];
        while let Some(node) = open.pop() {
            for from in flows.into.remove(&node).unwrap_or_default() {
                match from {
                    Node::Local(method, local) => found.locals.insert((method, local)),
                    Node::Field(class, field) => found.fields.insert((class, field)),
                    Node::Argument(..) | Node::Result(..) | Node::Sink => true,
                };
                open.push(from);
            }
        }
        found
    }

    /// Locals of the JDK are all taken for positions.
    pub fn has_local(&self, classes: &Classes, method: MethodId, local: u16) -> bool {
        classes[classes[method].class].is_jdk() || self.locals.contains(&(method, local))
    }

    /// A field by the class that declares it and its number there; those of the JDK are all taken for positions.
    pub fn has_field(&self, classes: &Classes, class: ClassId, field: u16) -> bool {
        classes[class].is_jdk() || self.fields.contains(&(class, field))
    }
}

fn own(classes: &Classes) -> impl Iterator<Item = &Class> {
    classes.iter().filter(|class| !class.is_jdk())
}

fn count(classes: &Classes) -> usize {
    own(classes).count()
}

struct Flows<'c> {
    classes: &'c Classes,
    /// By node what flows into it.
    into: BTreeMap<Node, Vec<Node>>,
}

impl Flows<'_> {
    fn field(&self, member: &MemberRef, from: &Class) -> Option<Node> {
        let class = self.classes.find(from.loader, &member.class)?;
        let declares = |id: &ClassId| self.classes[*id].fields.iter().position(|field| field.name == member.name);
        let owner = self.classes[class].chain.iter().copied().rev().find(|id| declares(id).is_some())?;
        Some(Node::Field(owner, declares(&owner)? as u16))
    }
}

struct Body<'b, 'c> {
    flows: &'b mut Flows<'c>,
    file: &'b ClassFile,
    method: &'b Method,
    code: &'b Code,
    sources: Sources,
}

impl Body<'_, '_> {
    fn look(mut self) {
        let Method { id, name, descriptor, argument_slots, .. } = self.method;
        for slot in 0..*argument_slots {
            self.flow(vec![Node::Argument(name.clone(), descriptor.clone(), slot)], Node::Local(*id, slot));
        }
        for pc in 0..self.code.insns.len() as u32 {
            self.insn(pc);
        }
    }

    fn flow(&mut self, from: Vec<Node>, to: Node) {
        if !from.is_empty() {
            self.flows.into.entry(to).or_default().extend(from);
        }
    }

    /// What the operand so far below the top comes from.
    fn operand(&self, pc: u32, below: usize) -> Vec<Node> {
        let mut found = Vec::new();
        let mut open = vec![(pc, below)];
        let mut seen: FastMap<u32, ()> = FastMap::default();
        while let Some((pc, below)) = open.pop() {
            let Some(source) = self.sources.at(pc).and_then(|stack| stack.source(below)) else { continue };
            if seen.insert(source, ()).is_some() {
                continue;
            }
            match self.code.insns[source as usize].get() {
                Insn::Load(local) | Insn::Load2(local) => found.push(Node::Local(self.method.id, local)),
                Insn::GetField(index) | Insn::GetStatic(index) => found.extend(self.field(index)),
                Insn::InvokeVirtual(index)
                | Insn::InvokeSpecial(index)
                | Insn::InvokeInterface(index)
                | Insn::InvokeStatic(index) => found.extend(self.result(index)),
                Insn::Ineg | Insn::I2b | Insn::I2c | Insn::I2s | Insn::L2i => open.push((source, 0)),
                Insn::I2l | Insn::Lneg => open.push((source, 0)),
                Insn::Iadd
                | Insn::Isub
                | Insn::Imul
                | Insn::Idiv
                | Insn::Irem
                | Insn::Ishl
                | Insn::Ishr
                | Insn::Iushr
                | Insn::Iand
                | Insn::Ior
                | Insn::Ixor => open.extend([(source, 0), (source, 1)]),
                Insn::Ladd | Insn::Lsub | Insn::Lmul | Insn::Ldiv | Insn::Lrem | Insn::Lcmp => {
                    open.extend([(source, 0), (source, 2)]);
                }
                _ => {}
            }
        }
        found
    }

    fn pool(&self) -> &Pool {
        &self.file.pool
    }

    fn field(&self, index: u16) -> Option<Node> {
        self.flows.field(self.pool().field(index).ok()?, &self.flows.classes[self.method.class])
    }

    fn result(&self, index: u16) -> Option<Node> {
        let MemberRef { name, descriptor, .. } = self.pool().method(index).ok()?;
        Some(Node::Result(name.clone(), descriptor.clone()))
    }

    fn sink(&mut self, pc: u32, below: usize) {
        let from = self.operand(pc, below);
        self.flow(from, Node::Sink);
    }

    fn insn(&mut self, pc: u32) {
        let id = self.method.id;
        match self.code.insns[pc as usize].get() {
            Insn::Store(local) | Insn::Store2(local) => {
                let from = self.operand(pc, 0);
                self.flow(from, Node::Local(id, local));
            }
            Insn::PutField(index) | Insn::PutStatic(index) => {
                let (from, field) = (self.operand(pc, 0), self.field(index));
                if let Some(field) = field {
                    self.flow(from, field);
                }
            }
            Insn::Ireturn | Insn::Lreturn => {
                let from = self.operand(pc, 0);
                self.flow(from, Node::Result(self.method.name.clone(), self.method.descriptor.clone()));
            }
            Insn::InvokeVirtual(index) | Insn::InvokeSpecial(index) | Insn::InvokeInterface(index) => {
                self.call(pc, index, 1);
            }
            Insn::InvokeStatic(index) => self.call(pc, index, 0),
            Insn::Iaload | Insn::Laload | Insn::Faload | Insn::Daload => self.sink(pc, 0),
            Insn::Aaload | Insn::Baload | Insn::Caload | Insn::Saload => self.sink(pc, 0),
            Insn::Iastore | Insn::Fastore | Insn::Aastore | Insn::Bastore | Insn::Castore | Insn::Sastore => {
                self.sink(pc, 1);
            }
            Insn::Lastore | Insn::Dastore => self.sink(pc, 2),
            Insn::NewArray(_) | Insn::ANewArray(_) => self.sink(pc, 0),
            Insn::MultiANewArray { dimensions, .. } => {
                (0..usize::from(dimensions)).for_each(|below| self.sink(pc, below));
            }
            Insn::Ifeq(_) | Insn::Ifne(_) | Insn::Iflt(_) | Insn::Ifge(_) | Insn::Ifgt(_) | Insn::Ifle(_) => {
                self.condition(pc, 1);
            }
            Insn::IfIcmpeq(_) | Insn::IfIcmpne(_) | Insn::IfIcmplt(_) => self.condition(pc, 2),
            Insn::IfIcmpge(_) | Insn::IfIcmpgt(_) | Insn::IfIcmple(_) => self.condition(pc, 2),
            Insn::Switch(_) => self.condition(pc, 1),
            _ => {}
        }
    }

    /// A condition that is asked again and again.
    fn condition(&mut self, pc: u32, operands: usize) {
        if self.code.loops_at(pc).next().is_some() {
            (0..operands).for_each(|below| self.sink(pc, below));
        }
    }

    fn call(&mut self, pc: u32, index: u16, receiver: u16) {
        let Ok(member) = self.pool().method(index) else { return };
        let (class, name, descriptor) = (member.class.clone(), member.name.clone(), member.descriptor.clone());
        let Ok(parsed) = MethodDescriptor::parse(&descriptor) else { return };
        let of_program = self
            .flows
            .classes
            .find(self.flows.classes[self.method.class].loader, &class)
            .is_none_or(|id| !self.flows.classes[id].is_jdk());
        let (mut below, mut slot) = (parsed.argument_slots(), receiver);
        for parameter in &parsed.parameters {
            below -= parameter.slots();
            let is_number = matches!(parameter, Type::Prim(_));
            if is_number && of_program {
                let from = self.operand(pc, below);
                self.flow(from, Node::Argument(name.clone(), descriptor.clone(), slot));
            } else if is_number && takes_positions(&class, &name) {
                self.sink(pc, below);
            }
            slot += parameter.slots() as u16;
        }
    }
}

/// Methods of the JDK whose numbers are indexes and lengths, not data.
fn takes_positions(class: &str, method: &str) -> bool {
    let keeps = class.starts_with("java/util/")
        || matches!(
            class,
            "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer" | "java/lang/CharSequence"
        );
    keeps && !matches!(method, "append" | "indexOf" | "lastIndexOf" | "valueOf" | "replace" | "fill")
        || class == "java/lang/System" && method == "arraycopy"
}
