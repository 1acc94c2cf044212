//! Shadow classes: user classes as the embedded HotSpot sees them. User code must never run there, so static
//! initializers do nothing (or ask the engine to initialise the class, where some code is kept) and every other body calls
//! back into the engine; all else stays byte for byte.

use crate::classfile::{ClassFile, ClassFileError, MethodInfo, access};
use crate::descriptor::{MethodDescriptor, Type};
use crate::pattern::Patterns;
use crate::reader::Reader;
use crate::writer::{BRANCHING_MAJOR, ClassWriter, CodeWriter, Invoke, Op, PoolWriter};

pub const UPCALL_CLASS: &str = "jacana/Upcall";
pub const UPCALL_METHOD: &str = "call";
pub const UPCALL_DESCRIPTOR: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;\
     Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;";

const OBJECT: &str = "java/lang/Object";
/// The first version whose ldc takes a class (JVMS 4.9.1).
const CLASS_CONSTANT_MAJOR: u16 = 49;
/// magic, minor and major version
const VERSION_END: usize = 8;

pub fn shadow_class(bytes: &[u8]) -> Result<Vec<u8>, ClassFileError> {
    shadow_class_keeping(bytes, &Patterns::default())
}

/// The same, but methods that the patterns mean keep their bodies.
pub fn shadow_class_keeping(bytes: &[u8], kept: &Patterns) -> Result<Vec<u8>, ClassFileError> {
    let class = ClassFile::parse(bytes.into())?;
    let (pool, pool_end) = PoolWriter::extending(bytes)?;
    let mut rewriter = Rewriter { class: &class, pool, kept, this_class: 0, output: Vec::new() };
    let mut reader = Reader::new(bytes);
    reader.range(pool_end)?;
    rewriter.copy(&mut reader, 2)?;
    rewriter.this_class = reader.clone().u16()?;
    rewriter.copy(&mut reader, 4)?;
    let interfaces = rewriter.count(&mut reader)?;
    rewriter.copy(&mut reader, usize::from(interfaces) * 2)?;
    for _ in 0..rewriter.count(&mut reader)? {
        rewriter.field(&mut reader)?;
    }
    for at in 0..rewriter.count(&mut reader)? {
        rewriter.method(&mut reader, &class.methods[usize::from(at)])?;
    }
    let rest = bytes.len() - reader.at();
    rewriter.copy(&mut reader, rest)?;
    let mut shadow = if class.major < CLASS_CONSTANT_MAJOR {
        let magic = &bytes[..4];
        [magic, &u32::from(BRANCHING_MAJOR).to_be_bytes()].concat()
    } else {
        bytes[..VERSION_END].to_vec()
    };
    shadow.extend(rewriter.pool.finish()?);
    shadow.extend(rewriter.output);
    Ok(shadow)
}

/// `public final class jacana/Upcall` with its one native method.
pub fn upcall_class() -> Vec<u8> {
    let access = access::PUBLIC | access::FINAL | access::SUPER;
    let write = || {
        let mut class = ClassWriter::new::<&str>(BRANCHING_MAJOR, access, UPCALL_CLASS, &[])?;
        class.native_method(access::PUBLIC | access::STATIC, UPCALL_METHOD, UPCALL_DESCRIPTOR);
        class.finish()
    };
    write().expect("a class of constant size is never too large")
}

/// Copies a class file from the access flags on; what follows the pool refers to it by indices, which stay.
struct Rewriter<'a> {
    class: &'a ClassFile,
    pool: PoolWriter,
    kept: &'a Patterns,
    this_class: u16,
    output: Vec<u8>,
}

impl Rewriter<'_> {
    fn copy(&mut self, reader: &mut Reader, length: usize) -> Result<(), ClassFileError> {
        self.output.extend(reader.take(length)?);
        Ok(())
    }

    /// Copies a u2 count.
    fn count(&mut self, reader: &mut Reader) -> Result<u16, ClassFileError> {
        let count = reader.u16()?;
        self.output.extend(count.to_be_bytes());
        Ok(count)
    }

    fn field(&mut self, reader: &mut Reader) -> Result<(), ClassFileError> {
        self.copy(reader, 6)?;
        for _ in 0..self.count(reader)? {
            self.attribute(reader)?;
        }
        Ok(())
    }

    fn method(&mut self, reader: &mut Reader, method: &MethodInfo) -> Result<(), ClassFileError> {
        let mut ahead = reader.clone();
        ahead.u16()?;
        let (name, descriptor) = (ahead.u16()?, ahead.u16()?);
        self.copy(reader, 6)?;
        for _ in 0..self.count(reader)? {
            let attribute = reader.clone().u16()?;
            let keeps = &*method.name != "<clinit>" && self.kept.matches(&self.class.name, &method.name);
            if keeps || &**self.class.pool.utf8(attribute)? != "Code" {
                self.attribute(reader)?;
                continue;
            }
            reader.u16()?;
            let length = reader.u32()?;
            reader.range(length as usize)?;
            let code = self.body(method, name, descriptor)?;
            self.output.extend(code);
        }
        Ok(())
    }

    fn attribute(&mut self, reader: &mut Reader) -> Result<(), ClassFileError> {
        let mut ahead = reader.clone();
        ahead.u16()?;
        let length = ahead.u32()?;
        self.copy(reader, 6)?;
        self.copy(reader, length as usize)
    }

    /// `name` and `descriptor` are the Utf8 entries of the method.
    fn body(&mut self, method: &MethodInfo, name: u16, descriptor: u16) -> Result<Vec<u8>, ClassFileError> {
        let signature = MethodDescriptor::parse(&method.descriptor)?;
        let receiver = if method.is_static() { 0 } else { 1 };
        let mut code = CodeWriter::new(&mut self.pool, signature.argument_slots() + receiver);
        // Code that is kept may be the first to use a class: then the engine initialises it.
        if &*method.name == "<clinit>" && self.kept.is_empty() {
            code.return_value(None);
            return code.finish();
        }
        code.constant(self.this_class);
        for text in [name, descriptor] {
            let text = code.pool.string_of(text);
            code.constant(text);
        }
        match receiver {
            0 => code.op(Op::AconstNull),
            _ => code.load_receiver(),
        }
        push_arguments(&mut code, &signature.parameters, receiver)?;
        code.invoke(Invoke::Static, UPCALL_CLASS, UPCALL_METHOD, UPCALL_DESCRIPTOR)?;
        return_result(&mut code, signature.result.as_ref())?;
        code.finish()
    }
}

fn push_arguments(code: &mut CodeWriter, parameters: &[Type], first_local: usize) -> Result<(), ClassFileError> {
    code.int(parameters.len() as i32);
    code.new_array(OBJECT);
    let mut local = first_local;
    for (at, parameter) in parameters.iter().enumerate() {
        code.op(Op::Dup);
        code.int(at as i32);
        code.load(parameter, local);
        if let Type::Prim(prim) = parameter {
            code.box_value(*prim)?;
        }
        code.op(Op::Aastore);
        local += parameter.slots();
    }
    Ok(())
}

fn return_result(code: &mut CodeWriter, result: Option<&Type>) -> Result<(), ClassFileError> {
    match result {
        None => code.op(Op::Pop),
        Some(Type::Ref(class)) => code.check_cast(class),
        Some(Type::Prim(prim)) => {
            code.check_cast(prim.wrapper());
            code.unbox_value(prim.wrapper(), *prim)?;
        }
    }
    code.return_value(result);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Insn, decode};

    /// ldc of a class is not allowed before version 49.
    #[test]
    fn old_classes_are_raised() {
        for (major, raised) in [(45, 50), (48, 50), (49, 49), (52, 52)] {
            let mut class = ClassWriter::new::<&str>(major, access::SUPER, "A", &[]).unwrap();
            let body = |code: &mut CodeWriter| {
                code.return_value(None);
                Ok(())
            };
            class.method(access::STATIC, "<clinit>", "()V", body).unwrap();
            class.method(access::STATIC, "m", "(J)V", body).unwrap();
            let shadow = shadow_class(&class.finish().unwrap()).unwrap();
            let shadow = ClassFile::parse(shadow.into()).unwrap();
            assert_eq!(shadow.major, raised);
            let body = |method| decode(&shadow, method).unwrap().insns;
            let initializer = body(&shadow.methods[0]);
            assert_eq!(initializer.iter().map(|insn| insn.get()).next(), Some(Insn::Return));
            assert_eq!(initializer.len(), 2);
            assert!(matches!(body(&shadow.methods[1])[0].get(), Insn::Ldc(_)));
        }
    }
}
