//! Classes for tests where nobody implements a type: every method that has no code answers what the constructor was given for it.

use super::stub::StubMethod;
use crate::classfile::{ClassFileError, access};
use crate::descriptor::{MethodDescriptor, Type};
use crate::writer::{ClassWriter, CodeWriter, INTERFACE_CALL_MAJOR, Invoke};

pub struct Fixed<'a> {
    pub name: &'a str,
    pub superclass: &'a str,
    /// What the constructor of the class above is given: the first parameters of ours.
    pub passed: &'a [Type],
    pub interfaces: &'a [&'a str],
    pub methods: &'a [StubMethod],
}

impl Fixed<'_> {
    /// `class Name extends Superclass { Name(passed..., answers...); }`, an answer for each method that has one, in their order.
    pub fn class(&self) -> Result<Vec<u8>, ClassFileError> {
        let flags = access::PUBLIC | access::SUPER;
        let mut class =
            ClassWriter::extending(INTERFACE_CALL_MAJOR, flags, self.name, self.superclass, self.interfaces)?;
        let mut answers = Vec::new();
        for (at, method) in self.methods.iter().enumerate() {
            let answer = MethodDescriptor::parse(&method.descriptor)?.result;
            let field = field_name(at);
            class.method(method.access, &method.name, &method.descriptor, |code| {
                if let Some(kind) = &answer {
                    code.load_receiver();
                    code.get_field(self.name, &field, kind);
                }
                code.return_value(answer.as_ref());
                Ok(())
            })?;
            answers.extend(answer.map(|kind| (field, kind)));
        }
        for (field, kind) in &answers {
            class.field(access::PRIVATE | access::FINAL, field, &kind.to_string());
        }
        let parameters = self.passed.iter().chain(answers.iter().map(|(_, kind)| kind)).cloned().collect();
        let descriptor = MethodDescriptor { parameters, result: None }.to_string();
        class.method(access::PUBLIC, "<init>", &descriptor, |code| self.construct(code, &answers))?;
        class.finish()
    }

    fn construct(&self, code: &mut CodeWriter, answers: &[(String, Type)]) -> Result<(), ClassFileError> {
        let mut local = 1;
        code.load_receiver();
        for kind in self.passed {
            code.load(kind, local);
            local += kind.slots();
        }
        let above = MethodDescriptor { parameters: self.passed.to_vec(), result: None }.to_string();
        code.invoke(Invoke::Special, self.superclass, "<init>", &above)?;
        for (field, kind) in answers {
            code.load_receiver();
            code.load(kind, local);
            code.put_field(self.name, field, kind);
            local += kind.slots();
        }
        code.return_value(None);
        Ok(())
    }
}

fn field_name(at: usize) -> String {
    format!("answer{at}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClassFile;

    #[test]
    fn the_constructor_takes_an_answer_for_each_method_that_has_one() {
        let method = |name: &str, descriptor: &str| StubMethod {
            access: access::PUBLIC,
            name: name.into(),
            descriptor: descriptor.into(),
        };
        let methods = [method("weight", "(JLjava/lang/Object;)D"), method("run", "()V"), method("name", "()LName;")];
        let fixed = Fixed {
            name: "Scale$Fixed",
            superclass: "Scale",
            passed: &[Type::Ref("java/lang/String".into())],
            interfaces: &[],
            methods: &methods,
        };
        let class = ClassFile::parse(fixed.class().unwrap().into()).unwrap();
        let constructor = class.methods.iter().find(|method| &*method.name == "<init>").unwrap();
        assert_eq!(&*constructor.descriptor, "(Ljava/lang/String;DLName;)V");
        assert_eq!(class.fields.len(), 2);
    }
}
