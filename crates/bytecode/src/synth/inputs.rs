//! The class that hands out recorded inputs when a path is replayed on a JVM. They are an object stream (java.io), so that a
//! call of the JDK reads any of them; before each stands the tag of its kind. A program that asks for something
//! else than the path did, or for more, ends at once: such a run says nothing.

use crate::classfile::{ClassFileError, access};
use crate::descriptor::Type;
use crate::insn::Prim;
use crate::writer::{BRANCHING_MAJOR, Branch, ClassWriter, CodeWriter, Invoke};

/// Its name where it is on the class path.
pub const INPUTS: &str = "jacana/replay/Inputs";
/// The system property that names the file.
pub const INPUTS_PROPERTY: &str = "jacana.replay.inputs";
/// The program asked for another input than its path: what it prints before it ends.
pub const DIVERGED: &str = "jacana: the replay asked for other inputs";
/// The tag behind the last input.
pub const END_TAG: u8 = 0;
pub const OBJECT_TAG: u8 = b'L';
/// An object of the heap that is built for the replay: its number follows.
pub const HEAP_TAG: u8 = b'H';
/// The class that builds that heap, and the system property that names its description.
pub const HEAP: &str = "HeapReplay";
pub const HEAP_PROPERTY: &str = "jacana.replay.heap";

const STREAM: &str = "java/io/ObjectInputStream";
const EXIT_CODE: i32 = 3;

pub fn tag(prim: Prim) -> u8 {
    prim.descriptor() as u8
}

/// How the stream and this class call the reading of a number.
fn reader(prim: Prim) -> &'static str {
    match prim {
        Prim::Boolean => "readBoolean",
        Prim::Byte => "readByte",
        Prim::Char => "readChar",
        Prim::Short => "readShort",
        Prim::Int => "readInt",
        Prim::Long => "readLong",
        Prim::Float => "readFloat",
        Prim::Double => "readDouble",
    }
}

const PRIMS: [Prim; 8] =
    [Prim::Boolean, Prim::Byte, Prim::Char, Prim::Short, Prim::Int, Prim::Long, Prim::Float, Prim::Double];
const OBJECT: (&str, &str) = ("readObject", "()Ljava/lang/Object;");

pub(super) fn call_number(code: &mut CodeWriter, inputs: &str, prim: Prim) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Static, inputs, reader(prim), &format!("(){}", prim.descriptor()))
}

pub(super) fn call_object(code: &mut CodeWriter, inputs: &str) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Static, inputs, OBJECT.0, OBJECT.1)
}

/// The condition is on the stack.
pub(super) fn call_assume(code: &mut CodeWriter, inputs: &str) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Static, inputs, "assume", "(Z)V")
}

pub fn inputs_class(name: &str) -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::FINAL | access::SUPER;
    let (public, private) = (access::PUBLIC | access::STATIC, access::PRIVATE | access::STATIC);
    let mut class = ClassWriter::new::<&str>(BRANCHING_MAJOR, flags, name, &[])?;
    let stream = Type::Ref(STREAM.into());
    class.field(private, "stream", &stream.to_string());
    class.method(access::STATIC, "<clinit>", "()V", |code| open(code, name))?;
    class.method(private, "expect", "(I)V", |code| {
        next_tag(code, name)?;
        code.load(&Type::Prim(Prim::Int), 0);
        code.invoke(Invoke::Static, name, "demand", "(II)V")?;
        code.return_value(None);
        Ok(())
    })?;
    class.method(private, "demand", "(II)V", demand)?;
    class.method(public, "assume", "(Z)V", |code| {
        code.load(&Type::Prim(Prim::Boolean), 0);
        let holds = code.branch(Branch::IfNe);
        halt(code)?;
        code.land(holds);
        code.return_value(None);
        Ok(())
    })?;
    for prim in PRIMS {
        let kind = Type::Prim(prim);
        let descriptor = format!("(){kind}");
        let read = |code: &mut CodeWriter| take(code, name, tag(prim), (reader(prim), &descriptor), &kind);
        class.method(public, reader(prim), &descriptor, read)?;
    }
    let kind = Type::Ref("java/lang/Object".into());
    class.method(private, "read", OBJECT.1, |code| read_any(code, name, &kind))?;
    class.method(public, OBJECT.0, OBJECT.1, |code| read_object(code, name, &kind))?;
    class.finish()
}

/// `int tag = stream.readByte(); if (tag == HEAP_TAG) return HeapReplay.input(stream.readInt()); demand(tag, OBJECT_TAG); return stream.readObject();`
fn read_any(code: &mut CodeWriter, name: &str, kind: &Type) -> Result<(), ClassFileError> {
    let (stream, int) = (Type::Ref(STREAM.into()), Type::Prim(Prim::Int));
    next_tag(code, name)?;
    code.store(&int, 0);
    code.load(&int, 0);
    code.int(i32::from(HEAP_TAG));
    let other = code.branch(Branch::IfIcmpNe);
    code.get_static(name, "stream", &stream);
    code.invoke(Invoke::Virtual, STREAM, "readInt", "()I")?;
    code.invoke(Invoke::Static, HEAP, "input", "(I)Ljava/lang/Object;")?;
    code.return_value(Some(kind));
    code.land(other);
    code.load(&int, 0);
    code.int(i32::from(OBJECT_TAG));
    code.invoke(Invoke::Static, name, "demand", "(II)V")?;
    code.get_static(name, "stream", &stream);
    code.invoke(Invoke::Virtual, STREAM, OBJECT.0, OBJECT.1)?;
    code.return_value(Some(kind));
    Ok(())
}

/// Boxes are those of `valueOf`: `Object o = read(); if (o instanceof Integer) return Integer.valueOf((Integer) o); ...`
fn read_object(code: &mut CodeWriter, name: &str, kind: &Type) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Static, name, "read", OBJECT.1)?;
    code.store(kind, 0);
    for prim in PRIMS {
        code.load(kind, 0);
        code.instance_of(prim.wrapper());
        let other = code.branch(Branch::IfEq);
        code.load(kind, 0);
        code.check_cast(prim.wrapper());
        code.unbox_value(prim.wrapper(), prim)?;
        code.box_value(prim)?;
        code.return_value(Some(kind));
        code.land(other);
    }
    code.load(kind, 0);
    code.return_value(Some(kind));
    Ok(())
}

/// `stream = new ObjectInputStream(new FileInputStream(System.getProperty(...)))`
fn open(code: &mut CodeWriter, name: &str) -> Result<(), ClassFileError> {
    let file = "java/io/FileInputStream";
    code.new_object(STREAM);
    code.op(crate::writer::Op::Dup);
    code.new_object(file);
    code.op(crate::writer::Op::Dup);
    code.string(INPUTS_PROPERTY);
    code.invoke(Invoke::Static, "java/lang/System", "getProperty", "(Ljava/lang/String;)Ljava/lang/String;")?;
    code.invoke(Invoke::Special, file, "<init>", "(Ljava/lang/String;)V")?;
    code.invoke(Invoke::Special, STREAM, "<init>", "(Ljava/io/InputStream;)V")?;
    code.put_static(name, "stream", &Type::Ref(STREAM.into()));
    code.return_value(None);
    Ok(())
}

/// `stream.readByte()`
fn next_tag(code: &mut CodeWriter, name: &str) -> Result<(), ClassFileError> {
    code.get_static(name, "stream", &Type::Ref(STREAM.into()));
    code.invoke(Invoke::Virtual, STREAM, "readByte", "()B")
}

/// `if (tag != wanted) { System.err.println(DIVERGED); halt }`
fn demand(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.load(&Type::Prim(Prim::Int), 0);
    code.load(&Type::Prim(Prim::Int), 1);
    let wrong = code.branch(Branch::IfIcmpNe);
    code.return_value(None);
    code.land(wrong);
    code.get_static("java/lang/System", "err", &Type::Ref("java/io/PrintStream".into()));
    code.string(DIVERGED);
    code.invoke(Invoke::Virtual, "java/io/PrintStream", "println", "(Ljava/lang/String;)V")?;
    halt(code)?;
    code.return_value(None);
    Ok(())
}

fn halt(code: &mut CodeWriter) -> Result<(), ClassFileError> {
    code.invoke(Invoke::Static, "java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;")?;
    code.int(EXIT_CODE);
    code.invoke(Invoke::Virtual, "java/lang/Runtime", "halt", "(I)V")
}

fn take(
    code: &mut CodeWriter,
    name: &str,
    tag: u8,
    (reader, descriptor): (&str, &str),
    kind: &Type,
) -> Result<(), ClassFileError> {
    code.int(i32::from(tag));
    code.invoke(Invoke::Static, name, "expect", "(I)V")?;
    code.get_static(name, "stream", &Type::Ref(STREAM.into()));
    code.invoke(Invoke::Virtual, STREAM, reader, descriptor)?;
    code.return_value(Some(kind));
    Ok(())
}
