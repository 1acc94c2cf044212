//! The `Verifier` of a replay on a real JVM: answers are system properties, one per call, in the order of the calls.

use crate::classfile::{ClassFileError, access};
use crate::descriptor::Type;
use crate::insn::Prim;
use crate::writer::{Branch, ClassWriter, CodeWriter, INTERFACE_CALL_MAJOR, Invoke, Op};

/// The n-th answer is the value of this property with n appended.
pub const INPUT_PROPERTY: &str = "jacana.input.";

const STRING: &str = "java/lang/String";
const ASKED: &str = "asked";
const TAKE: (&str, &str) = ("take", "()Ljava/lang/String;");

/// How an answer is parsed: method, its result, wrapper class, parser and its descriptor.
const ANSWERS: &[(&str, Prim, &str, &str, &str)] = &[
    ("nondetBoolean", Prim::Boolean, "java/lang/Boolean", "parseBoolean", "(Ljava/lang/String;)Z"),
    ("nondetByte", Prim::Byte, "java/lang/Byte", "parseByte", "(Ljava/lang/String;)B"),
    ("nondetShort", Prim::Short, "java/lang/Short", "parseShort", "(Ljava/lang/String;)S"),
    // A char travels as its number.
    ("nondetChar", Prim::Char, "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I"),
    ("nondetInt", Prim::Int, "java/lang/Integer", "parseInt", "(Ljava/lang/String;)I"),
    ("nondetLong", Prim::Long, "java/lang/Long", "parseLong", "(Ljava/lang/String;)J"),
];

/// Floats travel as their bits.
const FLOATS: &[(&str, Prim, &str, (&str, &str), (&str, &str))] = &[
    (
        "nondetFloat",
        Prim::Float,
        "java/lang/Float",
        ("java/lang/Integer", "parseInt"),
        ("intBitsToFloat", "(I)F"),
    ),
    (
        "nondetDouble",
        Prim::Double,
        "java/lang/Double",
        ("java/lang/Long", "parseLong"),
        ("longBitsToDouble", "(J)D"),
    ),
];

/// A class of the given name with the methods of the SV-COMP Verifier.
pub fn verifier_class(name: &str) -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::FINAL | access::SUPER;
    // Version 50 has no stack maps; interface calls of a class are fine there.
    let mut class = ClassWriter::new::<&str>(crate::writer::BRANCHING_MAJOR, flags, name, &[])?;
    debug_assert!(crate::writer::BRANCHING_MAJOR < INTERFACE_CALL_MAJOR);
    let method = access::PUBLIC | access::STATIC;
    class.field(access::PRIVATE | access::STATIC, ASKED, "I");
    class.method(access::PRIVATE | access::STATIC, TAKE.0, TAKE.1, |code| take(code, name))?;
    for &(answer, prim, wrapper, parser, descriptor) in ANSWERS {
        let kind = Type::Prim(prim);
        class.method(method, answer, &format!("(){kind}"), |code| {
            code.invoke(Invoke::Static, name, TAKE.0, TAKE.1)?;
            code.invoke(Invoke::Static, wrapper, parser, descriptor)?;
            code.return_value(Some(&kind));
            Ok(())
        })?;
    }
    for &(answer, prim, wrapper, (bits_class, parser), (convert, descriptor)) in FLOATS {
        let kind = Type::Prim(prim);
        let bits = &descriptor[1..2];
        class.method(method, answer, &format!("(){kind}"), |code| {
            code.invoke(Invoke::Static, name, TAKE.0, TAKE.1)?;
            code.invoke(Invoke::Static, bits_class, parser, &format!("(Ljava/lang/String;){bits}"))?;
            code.invoke(Invoke::Static, wrapper, convert, descriptor)?;
            code.return_value(Some(&kind));
            Ok(())
        })?;
    }
    class.method(method, "nondetString", TAKE.1, |code| nondet_string(code, name))?;
    class.method(method, "assume", "(Z)V", assume)?;
    let package = name.rsplit_once('/').map_or(String::new(), |(p, _)| format!("{p}/"));
    let factory = format!("{package}ObjectFactory");
    let descriptor = format!("(Ljava/lang/Class;L{factory};)Ljava/lang/Object;");
    class.method(method, "nondetObject", &descriptor, |code| {
        code.load(&Type::Ref(factory.as_str().into()), 1);
        code.invoke(Invoke::Interface, &factory, "createObject", "()Ljava/lang/Object;")?;
        code.return_value(Some(&Type::Ref("java/lang/Object".into())));
        Ok(())
    })?;
    class.finish()
}

/// `return System.getProperty(INPUT_PROPERTY.concat(String.valueOf(asked++)))`
fn take(code: &mut CodeWriter, name: &str) -> Result<(), ClassFileError> {
    let int = Type::Prim(Prim::Int);
    code.string(INPUT_PROPERTY);
    code.get_static(name, ASKED, &int);
    code.invoke(Invoke::Static, STRING, "valueOf", "(I)Ljava/lang/String;")?;
    code.invoke(Invoke::Virtual, STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;")?;
    code.get_static(name, ASKED, &int);
    code.int(1);
    code.op(Op::Iadd);
    code.put_static(name, ASKED, &int);
    code.invoke(Invoke::Static, "java/lang/System", "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")?;
    code.return_value(Some(&Type::Ref(STRING.into())));
    Ok(())
}

/// Text is the entry `k` of a properties file: `p = new Properties(); p.load(new StringReader(take())); return p.getProperty("k")`
fn nondet_string(code: &mut CodeWriter, name: &str) -> Result<(), ClassFileError> {
    let properties = "java/util/Properties";
    let kind = Type::Ref(properties.into());
    code.new_object(properties);
    code.op(Op::Dup);
    code.invoke(Invoke::Special, properties, "<init>", "()V")?;
    code.store(&kind, 0);
    code.load(&kind, 0);
    code.new_object("java/io/StringReader");
    code.op(Op::Dup);
    code.invoke(Invoke::Static, name, TAKE.0, TAKE.1)?;
    code.invoke(Invoke::Special, "java/io/StringReader", "<init>", "(Ljava/lang/String;)V")?;
    code.invoke(Invoke::Virtual, properties, "load", "(Ljava/io/Reader;)V")?;
    code.load(&kind, 0);
    code.string("k");
    code.invoke(Invoke::Virtual, properties, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")?;
    code.return_value(Some(&Type::Ref(STRING.into())));
    Ok(())
}

/// An execution that breaks an assumption is none.
fn assume(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.load(&Type::Prim(Prim::Boolean), 0);
    let holds = code.branch(Branch::IfNe);
    code.invoke(Invoke::Static, "java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;")?;
    code.int(0);
    code.invoke(Invoke::Virtual, "java/lang/Runtime", "halt", "(I)V")?;
    code.land(holds);
    code.return_value(None);
    Ok(())
}
