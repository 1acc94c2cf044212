//! Writing a Code attribute (JVMS 4.7.3) while keeping count of the stack. Branches go forward only: each is
//! patched when its label lands.

use super::pool::PoolWriter;
use crate::classfile::{ClassFileError, malformed};
use crate::descriptor::{MethodDescriptor, Type};
use crate::insn::Prim;

#[derive(Debug)]
pub struct CodeWriter<'p> {
    pub pool: &'p mut PoolWriter,
    bytes: Vec<u8>,
    depth: usize,
    max_depth: usize,
    max_locals: usize,
    branch_too_far: bool,
}

/// Instructions without operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    AconstNull,
    Aastore,
    Pop,
    Pop2,
    Dup,
    Iadd,
    Isub,
    Imul,
    Iushr,
    I2l,
    I2f,
    I2d,
    L2f,
    L2d,
    F2d,
    Lcmp,
    Dcmpl,
}

impl Op {
    /// Opcode, slots popped, slots pushed.
    fn shape(self) -> (u8, usize, usize) {
        match self {
            Op::AconstNull => (1, 0, 1),
            Op::Aastore => (83, 3, 0),
            Op::Pop => (87, 1, 0),
            Op::Pop2 => (88, 2, 0),
            Op::Dup => (89, 1, 2),
            Op::Iadd => (96, 2, 1),
            Op::Isub => (100, 2, 1),
            Op::Imul => (104, 2, 1),
            Op::Iushr => (124, 2, 1),
            Op::I2l => (133, 1, 2),
            Op::I2f => (134, 1, 1),
            Op::I2d => (135, 1, 2),
            Op::L2f => (137, 2, 1),
            Op::L2d => (138, 2, 2),
            Op::F2d => (141, 1, 2),
            Op::Lcmp => (148, 4, 1),
            Op::Dcmpl => (151, 4, 1),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    IfEq,
    IfNe,
    IfLe,
    IfIcmpNe,
    IfAcmpNe,
}

impl Branch {
    /// Opcode and slots popped.
    fn shape(self) -> (u8, usize) {
        match self {
            Branch::IfEq => (153, 1),
            Branch::IfNe => (154, 1),
            Branch::IfLe => (158, 1),
            Branch::IfIcmpNe => (160, 2),
            Branch::IfAcmpNe => (166, 2),
        }
    }
}

/// A branch that has not landed yet.
#[derive(Debug)]
#[must_use]
pub struct Label {
    from: usize,
    depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invoke {
    Virtual,
    Special,
    Static,
    Interface,
}

/// Whether the class named in a method reference is an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Class,
    Interface,
}

impl<'p> CodeWriter<'p> {
    /// `locals`: slots of the parameters and receiver.
    pub fn new(pool: &'p mut PoolWriter, locals: usize) -> CodeWriter<'p> {
        CodeWriter { pool, bytes: Vec::new(), depth: 0, max_depth: 0, max_locals: locals, branch_too_far: false }
    }

    pub fn op(&mut self, op: Op) {
        let (opcode, pops, pushes) = op.shape();
        self.emit(&[opcode], pops, pushes);
    }

    pub fn int(&mut self, value: i32) {
        if let Ok(value) = i8::try_from(value) {
            return match value {
                -1..=5 => self.emit(&[(value + 3) as u8], 0, 1),
                _ => self.emit(&[16, value as u8], 0, 1),
            };
        }
        if let Ok(value) = i16::try_from(value) {
            let [high, low] = value.to_be_bytes();
            return self.emit(&[17, high, low], 0, 1);
        }
        let constant = self.pool.integer(value);
        self.constant(constant);
    }

    /// Zero or null; an empty text for a String.
    pub fn zero(&mut self, kind: &Type) {
        match kind {
            Type::Prim(Prim::Long) => self.emit(&[9], 0, 2),
            Type::Prim(Prim::Float) => self.emit(&[11], 0, 1),
            Type::Prim(Prim::Double) => self.emit(&[14], 0, 2),
            Type::Prim(_) => self.int(0),
            Type::Ref(name) if &**name == "java/lang/String" => self.string(""),
            Type::Ref(_) => self.op(Op::AconstNull),
        }
    }

    pub fn string(&mut self, text: &str) {
        let constant = self.pool.string(text);
        self.constant(constant);
    }

    pub fn class(&mut self, name: &str) {
        let constant = self.pool.class(name);
        self.constant(constant);
    }

    /// ldc_w of a one-slot constant.
    pub fn constant(&mut self, index: u16) {
        self.indexed(19, index, 0, 1);
    }

    /// ldc2_w of a long or double.
    pub fn wide_constant(&mut self, index: u16) {
        self.indexed(20, index, 0, 2);
    }

    pub fn load(&mut self, kind: &Type, local: usize) {
        self.local(21 + type_offset(kind), local);
        self.emit(&[], 0, kind.slots());
    }

    pub fn store(&mut self, kind: &Type, local: usize) {
        self.local(54 + type_offset(kind), local);
        self.emit(&[], kind.slots(), 0);
        self.max_locals = self.max_locals.max(local + kind.slots());
    }

    pub fn load_receiver(&mut self) {
        self.local(25, 0);
        self.emit(&[], 0, 1);
    }

    pub fn return_value(&mut self, kind: Option<&Type>) {
        match kind {
            Some(kind) => self.emit(&[172 + type_offset(kind)], kind.slots(), 0),
            None => self.emit(&[177], 0, 0),
        }
    }

    pub fn get_field(&mut self, class: &str, name: &str, kind: &Type) {
        let field = self.pool.field(class, name, &kind.to_string());
        self.indexed(180, field, 1, kind.slots());
    }

    pub fn put_field(&mut self, class: &str, name: &str, kind: &Type) {
        let field = self.pool.field(class, name, &kind.to_string());
        self.indexed(181, field, 1 + kind.slots(), 0);
    }

    pub fn get_static(&mut self, class: &str, name: &str, kind: &Type) {
        let field = self.pool.field(class, name, &kind.to_string());
        self.indexed(178, field, 0, kind.slots());
    }

    pub fn put_static(&mut self, class: &str, name: &str, kind: &Type) {
        let field = self.pool.field(class, name, &kind.to_string());
        self.indexed(179, field, kind.slots(), 0);
    }

    pub fn new_object(&mut self, class: &str) {
        let class = self.pool.class(class);
        self.indexed(187, class, 0, 1);
    }

    /// An array of references; the length is on the stack.
    pub fn new_array(&mut self, element: &str) {
        let element = self.pool.class(element);
        self.indexed(189, element, 1, 1);
    }

    /// A cast to Object would be no instruction at all.
    pub fn check_cast(&mut self, class: &str) {
        if class == "java/lang/Object" {
            return;
        }
        let class = self.pool.class(class);
        self.indexed(192, class, 1, 1);
    }

    pub fn instance_of(&mut self, class: &str) {
        let class = self.pool.class(class);
        self.indexed(193, class, 1, 1);
    }

    /// A call of a method of a class, or by `Invoke::Interface` of an interface.
    pub fn invoke(&mut self, how: Invoke, class: &str, name: &str, descriptor: &str) -> Result<(), ClassFileError> {
        let owner = match how {
            Invoke::Virtual | Invoke::Special | Invoke::Static => Owner::Class,
            Invoke::Interface => Owner::Interface,
        };
        self.invoke_owned(how, owner, class, name, descriptor)
    }

    pub fn invoke_owned(
        &mut self,
        how: Invoke,
        owner: Owner,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<(), ClassFileError> {
        let method = match owner {
            Owner::Class => self.pool.method(class, name, descriptor),
            Owner::Interface => self.pool.interface_method(class, name, descriptor),
        };
        let signature = MethodDescriptor::parse(descriptor)?;
        let (opcode, receiver) = match how {
            Invoke::Virtual => (182, 1),
            Invoke::Special => (183, 1),
            Invoke::Static => (184, 0),
            Invoke::Interface => (185, 1),
        };
        let pops = signature.argument_slots() + receiver;
        self.indexed(opcode, method, pops, signature.result.as_ref().map_or(0, Type::slots));
        if how == Invoke::Interface {
            self.emit(&[pops as u8, 0], 0, 0);
        }
        Ok(())
    }

    /// `site` is the entry of a call site with this descriptor.
    pub fn invoke_dynamic(&mut self, site: u16, descriptor: &str) -> Result<(), ClassFileError> {
        let signature = MethodDescriptor::parse(descriptor)?;
        let result = signature.result.as_ref().map_or(0, Type::slots);
        self.indexed(186, site, signature.argument_slots(), result);
        self.emit(&[0, 0], 0, 0);
        Ok(())
    }

    pub fn branch(&mut self, branch: Branch) -> Label {
        let (opcode, pops) = branch.shape();
        let from = self.bytes.len();
        self.emit(&[opcode, 0, 0], pops, 0);
        Label { from, depth: self.depth }
    }

    /// The branch continues here.
    pub fn land(&mut self, label: Label) {
        let Ok(offset) = i16::try_from(self.bytes.len() - label.from) else {
            self.branch_too_far = true;
            return;
        };
        self.bytes[label.from + 1..label.from + 3].copy_from_slice(&offset.to_be_bytes());
        self.depth = label.depth;
    }

    /// The whole attribute, without exception table and attributes of its own.
    pub fn finish(self) -> Result<Vec<u8>, ClassFileError> {
        let sizes = (u16::try_from(self.max_depth), u16::try_from(self.max_locals), u16::try_from(self.bytes.len()));
        let (Ok(stack), Ok(locals), Ok(length), false) = (sizes.0, sizes.1, sizes.2, self.branch_too_far) else {
            return malformed("the code to write is too large");
        };
        let mut attribute = self.pool.utf8("Code").to_be_bytes().to_vec();
        attribute.extend((u32::from(length) + 12).to_be_bytes());
        attribute.extend(stack.to_be_bytes());
        attribute.extend(locals.to_be_bytes());
        attribute.extend(u32::from(length).to_be_bytes());
        attribute.extend(self.bytes);
        attribute.extend([0; 4]);
        Ok(attribute)
    }

    fn local(&mut self, opcode: u8, local: usize) {
        match u8::try_from(local) {
            Ok(local) => self.bytes.extend([opcode, local]),
            Err(_) => {
                let [high, low] = (local as u16).to_be_bytes();
                self.bytes.extend([196, opcode, high, low]);
            }
        }
    }

    fn indexed(&mut self, opcode: u8, index: u16, pops: usize, pushes: usize) {
        let [high, low] = index.to_be_bytes();
        self.emit(&[opcode, high, low], pops, pushes);
    }

    fn emit(&mut self, bytes: &[u8], pops: usize, pushes: usize) {
        debug_assert!(self.depth >= pops, "stack underflow in generated code");
        self.bytes.extend(bytes);
        self.depth = self.depth.saturating_sub(pops) + pushes;
        self.max_depth = self.max_depth.max(self.depth);
    }
}

/// Typed forms of an instruction follow each other: int, long, float, double, reference.
fn type_offset(kind: &Type) -> u8 {
    match kind {
        Type::Prim(Prim::Boolean | Prim::Byte | Prim::Char | Prim::Short | Prim::Int) => 0,
        Type::Prim(Prim::Long) => 1,
        Type::Prim(Prim::Float) => 2,
        Type::Prim(Prim::Double) => 3,
        Type::Ref(_) => 4,
    }
}
