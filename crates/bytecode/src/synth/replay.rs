//! The `Verifier` of a replay on a real JVM: answers are system properties, one per call, in the order of the calls.

use crate::classfile::{ClassFileError, access};
use crate::descriptor::Type;
use crate::insn::Prim;
use crate::writer::{BRANCHING_MAJOR, Branch, ClassWriter, CodeWriter, Invoke, Op};

/// The n-th answer is the value of this property with n appended.
pub const INPUT_PROPERTY: &str = "jacana.input.";

const STRING: &str = "java/lang/String";
const ASKED: &str = "asked";
const TAKE: (&str, &str) = ("take", "()Ljava/lang/String;");

/// How the answer of a method is made from text: a chain of static methods, each with its descriptor.
struct Answer {
    method: &'static str,
    result: Prim,
    steps: &'static [(&'static str, &'static str, &'static str)],
}

const ANSWERS: &[Answer] = &[
    Answer {
        method: "nondetBoolean",
        result: Prim::Boolean,
        steps: &[("java/lang/Boolean", "parseBoolean", "(Ljava/lang/String;)Z")],
    },
    Answer {
        method: "nondetByte",
        result: Prim::Byte,
        steps: &[("java/lang/Byte", "parseByte", "(Ljava/lang/String;)B")],
    },
    Answer {
        method: "nondetShort",
        result: Prim::Short,
        steps: &[("java/lang/Short", "parseShort", "(Ljava/lang/String;)S")],
    },
    // A char travels as its number.
    Answer {
        method: "nondetChar",
        result: Prim::Char,
        steps: &[("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I")],
    },
    Answer {
        method: "nondetInt",
        result: Prim::Int,
        steps: &[("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I")],
    },
    Answer {
        method: "nondetLong",
        result: Prim::Long,
        steps: &[("java/lang/Long", "parseLong", "(Ljava/lang/String;)J")],
    },
    // Floats travel as their bits.
    Answer {
        method: "nondetFloat",
        result: Prim::Float,
        steps: &[
            ("java/lang/Integer", "parseInt", "(Ljava/lang/String;)I"),
            ("java/lang/Float", "intBitsToFloat", "(I)F"),
        ],
    },
    Answer {
        method: "nondetDouble",
        result: Prim::Double,
        steps: &[
            ("java/lang/Long", "parseLong", "(Ljava/lang/String;)J"),
            ("java/lang/Double", "longBitsToDouble", "(J)D"),
        ],
    },
];

/// A class of the given name with the methods of the SV-COMP Verifier.
pub fn verifier_class(name: &str) -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::FINAL | access::SUPER;
    // Version 50 has no stack maps.
    let mut class = ClassWriter::new::<&str>(BRANCHING_MAJOR, flags, name, &[])?;
    let method = access::PUBLIC | access::STATIC;
    class.field(access::PRIVATE | access::STATIC, ASKED, "I");
    class.method(access::PRIVATE | access::STATIC, TAKE.0, TAKE.1, |code| take(code, name))?;
    for answer in ANSWERS {
        let kind = Type::Prim(answer.result);
        class.method(method, answer.method, &format!("(){kind}"), |code| {
            code.invoke(Invoke::Static, name, TAKE.0, TAKE.1)?;
            for (class, step, descriptor) in answer.steps {
                code.invoke(Invoke::Static, class, step, descriptor)?;
            }
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
