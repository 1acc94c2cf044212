//! Classes for a replay of objects whose class nobody implements: their methods answer what the path supposed, one call after the other.

use crate::classfile::{ClassFileError, access};
use crate::descriptor::{MethodDescriptor, Type};
use crate::writer::{ClassWriter, CodeWriter, INTERFACE_CALL_MAJOR, Invoke};

/// Has the answers that are still to be given.
pub const ANSWERS: &str = "jacana/Answers";
const LIST: &str = "java/util/LinkedList";
const NEXT: &str = "()Ljava/lang/Object;";

/// A method that has no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StubMethod {
    /// Who may call it.
    pub access: u16,
    pub name: String,
    pub descriptor: String,
}

/// `public static LinkedList answers = null; public static Object next() { return answers.removeFirst(); }`
pub fn answers_class() -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::FINAL | access::SUPER;
    let mut class = ClassWriter::new::<&str>(INTERFACE_CALL_MAJOR, flags, ANSWERS, &[])?;
    let list = Type::Ref(LIST.into());
    class.field(access::PUBLIC | access::STATIC, "answers", &format!("L{LIST};"));
    class.method(access::PUBLIC | access::STATIC, "next", NEXT, |code| {
        code.get_static(ANSWERS, "answers", &list);
        code.invoke(Invoke::Virtual, LIST, "removeFirst", NEXT)?;
        code.return_value(Some(&Type::Ref("java/lang/Object".into())));
        Ok(())
    })?;
    class.finish()
}

/// A class that extends or implements another. It has no constructor: a replay makes objects without.
pub fn stub_class(
    name: &str,
    superclass: &str,
    interfaces: &[&str],
    methods: &[StubMethod],
) -> Result<Vec<u8>, ClassFileError> {
    let flags = access::PUBLIC | access::SUPER;
    let mut class = ClassWriter::extending(INTERFACE_CALL_MAJOR, flags, name, superclass, interfaces)?;
    for method in methods {
        let result = MethodDescriptor::parse(&method.descriptor)?.result;
        class.method(method.access, &method.name, &method.descriptor, |code| answer(code, result.as_ref()))?;
    }
    class.finish()
}

fn answer(code: &mut CodeWriter, result: Option<&Type>) -> Result<(), ClassFileError> {
    if let Some(kind) = result {
        code.invoke(Invoke::Static, ANSWERS, "next", NEXT)?;
        match kind {
            Type::Prim(prim) => {
                code.check_cast(prim.wrapper());
                code.unbox_value(prim.wrapper(), *prim)?;
            }
            Type::Ref(class) => code.check_cast(class),
        }
    }
    code.return_value(result);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClassFile;

    #[test]
    fn a_stub_has_the_methods_that_have_no_code() {
        let weight =
            StubMethod { access: access::PUBLIC, name: "weight".into(), descriptor: "(JLjava/lang/Object;)D".into() };
        let bytes = stub_class("Scale$Stub", "Scale", &["java/lang/Runnable"], &[weight]).unwrap();
        let class = ClassFile::parse(bytes.into()).unwrap();
        assert_eq!(class.super_name.as_deref(), Some("Scale"));
        assert_eq!(&*class.methods[0].name, "weight");
        assert!(ClassFile::parse(answers_class().unwrap().into()).is_ok());
    }
}
