//! Conversions between primitive values and their wrapper classes.

use super::code::{CodeWriter, Invoke, Op};
use crate::classfile::ClassFileError;
use crate::insn::Prim;

impl Prim {
    /// The class that boxes it.
    pub fn wrapper(self) -> &'static str {
        match self {
            Prim::Boolean => "java/lang/Boolean",
            Prim::Byte => "java/lang/Byte",
            Prim::Char => "java/lang/Character",
            Prim::Short => "java/lang/Short",
            Prim::Int => "java/lang/Integer",
            Prim::Long => "java/lang/Long",
            Prim::Float => "java/lang/Float",
            Prim::Double => "java/lang/Double",
        }
    }

    pub fn from_wrapper(class: &str) -> Option<Prim> {
        use Prim::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        let all = [Boolean, Byte, Char, Short, Int, Long, Float, Double];
        all.into_iter().find(|prim| prim.wrapper() == class)
    }

    fn unboxing_method(self) -> &'static str {
        match self {
            Prim::Boolean => "booleanValue",
            Prim::Byte => "byteValue",
            Prim::Char => "charValue",
            Prim::Short => "shortValue",
            Prim::Int => "intValue",
            Prim::Long => "longValue",
            Prim::Float => "floatValue",
            Prim::Double => "doubleValue",
        }
    }
}

impl CodeWriter<'_> {
    pub fn box_value(&mut self, prim: Prim) -> Result<(), ClassFileError> {
        let wrapper = prim.wrapper();
        let descriptor = format!("({})L{wrapper};", prim.descriptor());
        self.invoke(Invoke::Static, wrapper, "valueOf", &descriptor)
    }

    /// Calls `intValue` and so on of a wrapper or of `java/lang/Number`.
    pub fn unbox_value(&mut self, class: &str, to: Prim) -> Result<(), ClassFileError> {
        let descriptor = format!("(){}", to.descriptor());
        self.invoke(Invoke::Virtual, class, to.unboxing_method(), &descriptor)
    }

    /// Widening primitive conversion (JLS 5.1.2); any other pair needs no instruction.
    pub fn widen(&mut self, from: Prim, to: Prim) {
        match (from, to) {
            (Prim::Float, Prim::Double) => self.op(Op::F2d),
            (Prim::Long, Prim::Float) => self.op(Op::L2f),
            (Prim::Long, Prim::Double) => self.op(Op::L2d),
            (Prim::Byte | Prim::Char | Prim::Short | Prim::Int, Prim::Long) => self.op(Op::I2l),
            (Prim::Byte | Prim::Char | Prim::Short | Prim::Int, Prim::Float) => self.op(Op::I2f),
            (Prim::Byte | Prim::Char | Prim::Short | Prim::Int, Prim::Double) => self.op(Op::I2d),
            _ => {}
        }
    }
}
