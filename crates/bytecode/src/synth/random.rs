//! The JDK's generators of random numbers for a replay: the classes of the JDK at hand, in which numbers without a seed come from the
//! recorded inputs. They go into java.base by `--patch-module`; the code of that module is not verified, so the
//! bodies need no stack maps.

use super::inputs;
use crate::classfile::{ClassFile, ClassFileError, access};
use crate::descriptor::{MethodDescriptor, Type};
use crate::insn::Prim;
use crate::reader::Reader;
use crate::writer::{Branch, CodeWriter, Invoke, Op, PoolWriter};

pub const RANDOM: &str = "java/util/Random";
pub const THREAD_LOCAL_RANDOM: &str = "java/util/concurrent/ThreadLocalRandom";
/// The class of recorded inputs where java.base can see it.
pub const PLATFORM_INPUTS: &str = "java/util/JacanaInputs";

const SEED: &str = "java/util/concurrent/atomic/AtomicLong";
/// What the JDK's own methods are called now.
const ORIGINAL: &str = "jacana$";
/// magic, minor and major version
const VERSION_END: usize = 8;

type Body = fn(&mut CodeWriter, &Replaced) -> Result<(), ClassFileError>;

/// A method that gets another body.
struct Replaced {
    name: &'static str,
    descriptor: &'static str,
    body: Body,
}

const RANDOM_METHODS: &[Replaced] = &[
    Replaced { name: "<init>", descriptor: "()V", body: unseeded },
    Replaced { name: "next", descriptor: "(I)I", body: next },
    Replaced { name: "nextInt", descriptor: "()I", body: number },
    Replaced { name: "nextInt", descriptor: "(I)I", body: number_below },
    Replaced { name: "nextLong", descriptor: "()J", body: number },
    Replaced { name: "nextBoolean", descriptor: "()Z", body: number },
    Replaced { name: "nextFloat", descriptor: "()F", body: number },
    Replaced { name: "nextDouble", descriptor: "()D", body: number },
];

const THREAD_LOCAL_METHODS: &[Replaced] = &[
    Replaced { name: "nextInt", descriptor: "()I", body: always },
    Replaced { name: "nextLong", descriptor: "()J", body: always },
];

/// `java.util.Random`, made from the class file of the JDK.
pub fn replayed_random(bytes: &[u8]) -> Result<Vec<u8>, ClassFileError> {
    rewrite(bytes, RANDOM_METHODS)
}

/// `java.util.concurrent.ThreadLocalRandom`, made from the class file of the JDK.
pub fn replayed_thread_local(bytes: &[u8]) -> Result<Vec<u8>, ClassFileError> {
    rewrite(bytes, THREAD_LOCAL_METHODS)
}

/// Methods that are replaced stay under another name, but for constructors, which go.
fn rewrite(bytes: &[u8], replaced: &[Replaced]) -> Result<Vec<u8>, ClassFileError> {
    let class = ClassFile::parse(bytes.into())?;
    let (mut pool, pool_end) = PoolWriter::extending(bytes)?;
    let mut reader = Reader::new(bytes);
    reader.range(pool_end)?;
    reader.range(6)?;
    let interfaces = usize::from(reader.u16()?);
    reader.range(2 * interfaces)?;
    for _ in 0..reader.u16()? {
        skip_member(&mut reader)?;
    }
    let mut output = bytes[pool_end..reader.at()].to_vec();
    let count = reader.u16()?;
    let (mut methods, mut total) = (Vec::new(), 0_u16);
    for method in &class.methods[..usize::from(count)] {
        let start = reader.at();
        skip_member(&mut reader)?;
        let own = &bytes[start..reader.at()];
        let new = replaced.iter().find(|r| r.name == &*method.name && r.descriptor == &*method.descriptor);
        let Some(new) = new else {
            methods.extend(own);
            total += 1;
            continue;
        };
        if new.name != "<init>" {
            let hidden = access::PRIVATE | access::FINAL | access::SYNTHETIC;
            methods.extend(hidden.to_be_bytes());
            methods.extend(pool.utf8(&format!("{ORIGINAL}{}", new.name)).to_be_bytes());
            methods.extend(&own[4..]);
            total += 1;
        }
        methods.extend(method.access.to_be_bytes());
        methods.extend(pool.utf8(new.name).to_be_bytes());
        methods.extend(pool.utf8(new.descriptor).to_be_bytes());
        methods.extend(1_u16.to_be_bytes());
        let slots = MethodDescriptor::parse(new.descriptor)?.argument_slots() + 1;
        let mut code = CodeWriter::new(&mut pool, slots);
        (new.body)(&mut code, new)?;
        methods.extend(code.finish()?);
        total += 1;
    }
    output.extend(total.to_be_bytes());
    output.extend(methods);
    output.extend(&bytes[reader.at()..]);
    let mut file = bytes[..VERSION_END].to_vec();
    file.extend(pool.finish()?);
    file.extend(output);
    Ok(file)
}

/// Flags, name, descriptor and attributes.
fn skip_member(reader: &mut Reader) -> Result<(), ClassFileError> {
    reader.range(6)?;
    for _ in 0..reader.u16()? {
        reader.u16()?;
        let length = reader.u32()?;
        reader.range(length as usize)?;
    }
    Ok(())
}

/// Only objects of the class itself have no seed: `if (getClass() != Random.class) this(System.nanoTime())`
fn unseeded(code: &mut CodeWriter, _: &Replaced) -> Result<(), ClassFileError> {
    code.load_receiver();
    code.invoke(Invoke::Virtual, "java/lang/Object", "getClass", "()Ljava/lang/Class;")?;
    code.class(RANDOM);
    let other = code.branch(Branch::IfAcmpNe);
    code.load_receiver();
    code.invoke(Invoke::Special, "java/lang/Object", "<init>", "()V")?;
    code.return_value(None);
    code.land(other);
    code.load_receiver();
    code.invoke(Invoke::Static, "java/lang/System", "nanoTime", "()J")?;
    code.invoke(Invoke::Special, RANDOM, "<init>", "(J)V")?;
    code.return_value(None);
    Ok(())
}

/// `if (seed == null || this instanceof ThreadLocalRandom) return an input; return the original`
fn number(code: &mut CodeWriter, method: &Replaced) -> Result<(), ClassFileError> {
    if_free(code, |code| input(code, method))?;
    original(code, method)
}

/// A bound that is not positive is for the original to refuse.
fn number_below(code: &mut CodeWriter, method: &Replaced) -> Result<(), ClassFileError> {
    code.load(&Type::Prim(Prim::Int), 1);
    let refused = code.branch(Branch::IfLe);
    if_free(code, |code| input(code, method))?;
    code.land(refused);
    original(code, method)
}

/// The upper bits of an int.
fn next(code: &mut CodeWriter, method: &Replaced) -> Result<(), ClassFileError> {
    if_free(code, |code| {
        inputs::call_number(code, PLATFORM_INPUTS, Prim::Int)?;
        code.int(32);
        code.load(&Type::Prim(Prim::Int), 1);
        code.op(Op::Isub);
        code.op(Op::Iushr);
        code.return_value(Some(&Type::Prim(Prim::Int)));
        Ok(())
    })?;
    original(code, method)
}

fn always(code: &mut CodeWriter, method: &Replaced) -> Result<(), ClassFileError> {
    input(code, method)
}

fn if_free(
    code: &mut CodeWriter,
    then: impl Fn(&mut CodeWriter) -> Result<(), ClassFileError>,
) -> Result<(), ClassFileError> {
    code.load_receiver();
    code.get_field(RANDOM, "seed", &Type::Ref(SEED.into()));
    code.op(Op::AconstNull);
    let seeded = code.branch(Branch::IfAcmpNe);
    then(code)?;
    code.land(seeded);
    code.load_receiver();
    code.instance_of(THREAD_LOCAL_RANDOM);
    let ordinary = code.branch(Branch::IfEq);
    then(code)?;
    code.land(ordinary);
    Ok(())
}

/// Returns an input of the result's type.
fn input(code: &mut CodeWriter, method: &Replaced) -> Result<(), ClassFileError> {
    let result = MethodDescriptor::parse(method.descriptor)?.result;
    if let Some(Type::Prim(prim)) = result {
        inputs::call_number(code, PLATFORM_INPUTS, prim)?;
    }
    code.return_value(result.as_ref());
    Ok(())
}

fn original(code: &mut CodeWriter, method: &Replaced) -> Result<(), ClassFileError> {
    let signature = MethodDescriptor::parse(method.descriptor)?;
    code.load_receiver();
    let mut local = 1;
    for parameter in &signature.parameters {
        code.load(parameter, local);
        local += parameter.slots();
    }
    code.invoke(Invoke::Special, RANDOM, &format!("{ORIGINAL}{}", method.name), method.descriptor)?;
    code.return_value(signature.result.as_ref());
    Ok(())
}
