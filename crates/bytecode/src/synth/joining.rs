//! A StringBuilder on top of the stack, from its creation to the string that is returned.

use crate::classfile::ClassFileError;
use crate::descriptor::Type;
use crate::insn::Prim;
use crate::writer::{CodeWriter, Invoke, Op};

const BUILDER: &str = "java/lang/StringBuilder";

pub(super) fn start(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.new_object(BUILDER);
    code.op(Op::Dup);
    code.invoke(Invoke::Special, BUILDER, "<init>", "()V")
}

/// There is no overload for byte and short, whose text is that of an int.
pub(super) fn append_prim(code: &mut CodeWriter, prim: Prim) -> Result<(), ClassFileError> {
    let parameter = match prim {
        Prim::Byte | Prim::Short => Prim::Int,
        Prim::Boolean | Prim::Char | Prim::Int | Prim::Long | Prim::Float | Prim::Double => prim,
    };
    append(code, &parameter.descriptor().to_string())
}

pub(super) fn append_string(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    append(code, "Ljava/lang/String;")
}

pub(super) fn append_object(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    append(code, "Ljava/lang/Object;")
}

pub(super) fn finish(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Virtual, BUILDER, "toString", "()Ljava/lang/String;")?;
    code.return_value(Some(&Type::Ref("java/lang/String".into())));
    Ok(())
}

fn append(code: &mut CodeWriter, parameter: &str) -> Result<(), ClassFileError> {
    let descriptor = format!("({parameter})Ljava/lang/StringBuilder;");
    code.invoke(Invoke::Virtual, BUILDER, "append", &descriptor)
}
