//! Methods of JBMC's API that are ordinary code: what they compute is documented, mostly by the method of the JDK that they are
//! like. Texts end where they end: what lies outside of one is no error where JBMC documents so.

use super::api::{ApiMethod, CPROVER, CPROVER_STRING, Meaning, STRING, method};
use crate::classfile::ClassFileError;
use crate::descriptor::{MethodDescriptor, Type};
use crate::insn::Prim;
use crate::writer::{CodeWriter, Invoke, Op};

const ARRAY: &str = "java/lang/reflect/Array";
const MATH: &str = "java/lang/Math";
const INT: Type = Type::Prim(Prim::Int);

/// Methods of `CProverString`.
pub(super) const TEXT_METHODS: &[ApiMethod] = &[
    method("codePointAt", "(Ljava/lang/String;I)I", Meaning::Code("a0.codePointAt(a1)")),
    method("codePointBefore", "(Ljava/lang/String;I)I", Meaning::Code("a0.codePointBefore(a1)")),
    method("codePointCount", "(Ljava/lang/String;II)I", Meaning::Code("a0.codePointCount(a1, a2)")),
    method("offsetByCodePoints", "(Ljava/lang/String;II)I", Meaning::Code("a0.offsetByCodePoints(a1, a2)")),
    method("charAt", "(Ljava/lang/String;I)C", Meaning::Code("a1 < 0 || a1 >= a0.length() ? '\\0' : a0.charAt(a1)")),
    method("charAt", "(Ljava/lang/StringBuffer;I)C", Meaning::Code("a0.charAt(a1)")),
    method(
        "substring",
        "(Ljava/lang/String;I)Ljava/lang/String;",
        Meaning::Code("a0.substring(Math.min(Math.max(a1, 0), a0.length()))"),
    ),
    method(
        "substring",
        "(Ljava/lang/String;II)Ljava/lang/String;",
        Meaning::Code(
            "a1 >= a2 ? \"\" : a0.substring(Math.min(Math.max(a1, 0), a0.length()), Math.max(Math.min(Math.max(a1, 0), a0.length()), Math.min(Math.max(a2, 0), a0.length())))",
        ),
    ),
    method("substring", "(Ljava/lang/StringBuffer;II)Ljava/lang/String;", Meaning::Code("a0.substring(a1, a2)")),
    method(
        "subSequence",
        "(Ljava/lang/String;II)Ljava/lang/CharSequence;",
        Meaning::Code(
            "a1 >= a2 ? \"\" : a0.substring(Math.min(Math.max(a1, 0), a0.length()), Math.max(Math.min(Math.max(a1, 0), a0.length()), Math.min(Math.max(a2, 0), a0.length())))",
        ),
    ),
    method(
        "append",
        "(Ljava/lang/StringBuilder;Ljava/lang/CharSequence;II)Ljava/lang/StringBuilder;",
        Meaning::Code("a0.append(a1, a2, a3)"),
    ),
    method("delete", "(Ljava/lang/StringBuilder;II)Ljava/lang/StringBuilder;", Meaning::Code("a0.delete(a1, a2)")),
    method("delete", "(Ljava/lang/StringBuffer;II)Ljava/lang/StringBuffer;", Meaning::Code("a0.delete(a1, a2)")),
    method(
        "deleteCharAt",
        "(Ljava/lang/StringBuilder;I)Ljava/lang/StringBuilder;",
        Meaning::Code("a0.deleteCharAt(a1)"),
    ),
    method("deleteCharAt", "(Ljava/lang/StringBuffer;I)Ljava/lang/StringBuffer;", Meaning::Code("a0.deleteCharAt(a1)")),
    method("equals", "(Ljava/lang/String;Ljava/lang/String;)Z", Meaning::Code("java.util.Objects.equals(a0, a1)")),
    method(
        "insert",
        "(Ljava/lang/StringBuilder;ILjava/lang/String;)Ljava/lang/StringBuilder;",
        Meaning::Code("a0.insert(a1, a2)"),
    ),
    method(
        "insert",
        "(Ljava/lang/StringBuffer;ILjava/lang/String;)Ljava/lang/StringBuffer;",
        Meaning::Code("a0.insert(a1, a2)"),
    ),
    method("insert", "(Ljava/lang/StringBuffer;IZ)Ljava/lang/StringBuffer;", Meaning::Code("a0.insert(a1, a2)")),
    method("insert", "(Ljava/lang/StringBuffer;IC)Ljava/lang/StringBuffer;", Meaning::Code("a0.insert(a1, a2)")),
    method("insert", "(Ljava/lang/StringBuffer;II)Ljava/lang/StringBuffer;", Meaning::Code("a0.insert(a1, a2)")),
    method("insert", "(Ljava/lang/StringBuffer;IJ)Ljava/lang/StringBuffer;", Meaning::Code("a0.insert(a1, a2)")),
    method("setLength", "(Ljava/lang/StringBuffer;I)V", Meaning::Code("a0.setLength(a1)")),
    method("setLength", "(Ljava/lang/StringBuilder;I)V", Meaning::Code("a0.setLength(a1)")),
    method("setCharAt", "(Ljava/lang/StringBuffer;IC)V", Meaning::Code("a0.setCharAt(a1, a2)")),
    method("setCharAt", "(Ljava/lang/StringBuilder;IC)V", Meaning::Code("a0.setCharAt(a1, a2)")),
    method("ofCharArray", "([CII)Ljava/lang/String;", Meaning::Code("String.valueOf(a0, a1, a2)")),
    method(
        "format",
        "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        Meaning::Code("String.format(a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10)"),
    ),
    method("toString", "(I)Ljava/lang/String;", Meaning::Code("Integer.toString(a0)")),
    method("toString", "(II)Ljava/lang/String;", Meaning::Code("Integer.toString(a0, a1)")),
    method("toString", "(J)Ljava/lang/String;", Meaning::Code("Long.toString(a0)")),
    method("toString", "(JI)Ljava/lang/String;", Meaning::Code("Long.toString(a0, a1)")),
    method("toString", "(F)Ljava/lang/String;", Meaning::Code("Float.toString(a0)")),
    method("toString", "(D)Ljava/lang/String;", Meaning::Code("Float.toString(CProver.doubleToFloat(a0))")),
    method("parseInt", "(Ljava/lang/String;I)I", Meaning::Code("Integer.parseInt(a0, a1)")),
    method("parseLong", "(Ljava/lang/String;I)J", Meaning::Code("Long.parseLong(a0, a1)")),
    method("isValidInt", "(Ljava/lang/String;I)Z", Meaning::Unsupported),
    method("isValidLong", "(Ljava/lang/String;I)Z", Meaning::Unsupported),
];

/// The body of a method, up to its result on the stack.
pub(super) fn body(code: &mut CodeWriter, class: &str, name: &str, descriptor: &str) -> Result<(), ClassFileError> {
    let text = Type::Ref(STRING.into());
    match (class, name, descriptor) {
        (CPROVER, "createArrayWithType", _) => {
            let array = Type::Ref("[Ljava/lang/Object;".into());
            code.load(&array, 1);
            code.invoke(Invoke::Virtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;")?;
            code.invoke(Invoke::Virtual, "java/lang/Class", "getComponentType", "()Ljava/lang/Class;")?;
            code.load(&INT, 0);
            code.invoke(Invoke::Static, ARRAY, "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;")?;
            code.check_cast("[Ljava/lang/Object;");
        }
        (CPROVER, "classIdentifier", _) => {
            code.load(&Type::Ref("java/lang/Object".into()), 0);
            code.invoke(Invoke::Virtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;")?;
            code.invoke(Invoke::Virtual, "java/lang/Class", "getName", "()Ljava/lang/String;")?;
        }
        (CPROVER, "doubleToFloat", _) => {
            let (double, float) = (Type::Prim(Prim::Double), Type::Prim(Prim::Float));
            code.invoke(Invoke::Static, CPROVER, "nondetFloat", "()F")?;
            code.store(&float, 2);
            code.load(&double, 0);
            code.load(&float, 2);
            code.op(Op::F2d);
            code.op(Op::Dcmpl);
            // 0 if they are equal, else 1 or -1.
            code.op(Op::Dup);
            code.op(Op::Imul);
            not(code);
            assume(code)?;
            code.load(&float, 2);
        }
        (CPROVER, "arraycopy" | "arraycopyInPlace", _) => {
            arguments(code, descriptor)?;
            let descriptor = "(Ljava/lang/Object;ILjava/lang/Object;II)V";
            code.invoke(Invoke::Static, "java/lang/System", "arraycopy", descriptor)?;
        }
        (CPROVER_STRING, "charAt", "(Ljava/lang/String;I)C") => {
            // The text between two zeros, at a place of that.
            code.string("\0");
            code.load(&text, 0);
            concat(code)?;
            code.string("\0");
            concat(code)?;
            code.load(&INT, 1);
            code.int(-1);
            code.invoke(Invoke::Static, MATH, "max", "(II)I")?;
            length(code, &text)?;
            code.invoke(Invoke::Static, MATH, "min", "(II)I")?;
            code.int(1);
            code.op(Op::Iadd);
            code.invoke(Invoke::Virtual, STRING, "charAt", "(I)C")?;
        }
        (CPROVER_STRING, "substring", "(Ljava/lang/String;I)Ljava/lang/String;") => {
            code.load(&text, 0);
            inside(code, &text, 1)?;
            code.invoke(Invoke::Virtual, STRING, "substring", "(I)Ljava/lang/String;")?;
        }
        (CPROVER_STRING, "substring" | "subSequence", _) if descriptor.starts_with("(Ljava/lang/String;II)") => {
            inside(code, &text, 1)?;
            code.store(&INT, 3);
            code.load(&text, 0);
            code.load(&INT, 3);
            inside(code, &text, 2)?;
            code.load(&INT, 3);
            code.invoke(Invoke::Static, MATH, "max", "(II)I")?;
            code.invoke(Invoke::Virtual, STRING, "substring", "(II)Ljava/lang/String;")?;
        }
        (CPROVER_STRING, "ofCharArray", _) => of_char_array(code)?,
        (CPROVER_STRING, "equals", _) => {
            arguments(code, descriptor)?;
            let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
            code.invoke(Invoke::Static, "java/util/Objects", "equals", descriptor)?;
        }
        (CPROVER_STRING, "format", _) => {
            code.load(&text, 0);
            code.int(10);
            code.new_array("java/lang/Object");
            for at in 0..10 {
                code.op(Op::Dup);
                code.int(at);
                code.load(&text, at as usize + 1);
                code.op(Op::Aastore);
            }
            let descriptor = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
            code.invoke(Invoke::Static, STRING, "format", descriptor)?;
        }
        (CPROVER_STRING, "toString", "(D)Ljava/lang/String;") => {
            code.load(&Type::Prim(Prim::Double), 0);
            code.invoke(Invoke::Static, CPROVER, "doubleToFloat", "(D)F")?;
            code.invoke(Invoke::Static, "java/lang/Float", "toString", "(F)Ljava/lang/String;")?;
        }
        (CPROVER_STRING, "toString" | "parseInt" | "parseLong", _) => {
            arguments(code, descriptor)?;
            code.invoke(Invoke::Static, number_class(name, descriptor), name, descriptor)?;
        }
        _ => of_receiver(code, name, descriptor)?,
    }
    Ok(())
}

/// The method of the JDK with the same name; the first argument is its receiver.
fn of_receiver(code: &mut CodeWriter, name: &str, descriptor: &str) -> Result<(), ClassFileError> {
    arguments(code, descriptor)?;
    let (receiver, rest) = descriptor[2..].split_once(';').expect("the first parameter is an object");
    code.invoke(Invoke::Virtual, receiver, name, &format!("({rest}"))
}

fn number_class(name: &str, descriptor: &str) -> &'static str {
    match (name, descriptor.as_bytes()[1]) {
        ("parseLong", _) | (_, b'J') => "java/lang/Long",
        (_, b'F') => "java/lang/Float",
        _ => "java/lang/Integer",
    }
}

/// All of them, in order.
fn arguments(code: &mut CodeWriter, descriptor: &str) -> Result<(), ClassFileError> {
    let mut local = 0;
    for kind in &MethodDescriptor::parse(descriptor)?.parameters {
        code.load(kind, local);
        local += kind.slots();
    }
    Ok(())
}

/// The index in this local variable, or the end of the text in variable 0 that is nearest to it.
fn inside(code: &mut CodeWriter, text: &Type, local: usize) -> Result<(), ClassFileError> {
    code.load(&INT, local);
    code.int(0);
    code.invoke(Invoke::Static, MATH, "max", "(II)I")?;
    length(code, text)?;
    code.invoke(Invoke::Static, MATH, "min", "(II)I")
}

fn length(code: &mut CodeWriter, text: &Type) -> Result<(), ClassFileError> {
    code.load(text, 0);
    code.invoke(Invoke::Virtual, STRING, "length", "()I")
}

fn concat(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Virtual, STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;")
}

/// What JBMC assumes of array, offset and count is assumed.
fn of_char_array(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    let array = Type::Ref("[C".into());
    code.load(&array, 0);
    code.invoke(Invoke::Static, "java/util/Objects", "nonNull", "(Ljava/lang/Object;)Z")?;
    assume(code)?;
    for local in [1, 2] {
        code.load(&INT, local);
        assume_not_negative(code)?;
    }
    code.load(&array, 0);
    code.invoke(Invoke::Static, ARRAY, "getLength", "(Ljava/lang/Object;)I")?;
    code.load(&INT, 2);
    code.op(Op::Isub);
    code.load(&INT, 1);
    code.invoke(Invoke::Static, "java/lang/Integer", "compare", "(II)I")?;
    assume_not_negative(code)?;
    code.load(&array, 0);
    code.load(&INT, 1);
    code.load(&INT, 2);
    code.invoke(Invoke::Static, STRING, "valueOf", "([CII)Ljava/lang/String;")
}

fn assume_not_negative(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.int(31);
    code.op(Op::Iushr);
    not(code);
    assume(code)
}

/// 1 for 0 and 0 for 1, in local variable 3 on the way.
fn not(code: &mut CodeWriter) {
    code.store(&INT, 3);
    code.int(1);
    code.load(&INT, 3);
    code.op(Op::Isub);
}

fn assume(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Static, CPROVER, "assume", "(Z)V")
}
