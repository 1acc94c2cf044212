//! toString, hashCode and equals of a record, as java.lang.runtime.ObjectMethods composes them.
//! Static methods that take the record first; branches make it a class of version 50.

use super::joining;
use crate::classfile::{ClassFileError, access};
use crate::descriptor::Type;
use crate::insn::Prim;
use crate::names::ClassName;
use crate::writer::{BRANCHING_MAJOR, Branch, ClassWriter, CodeWriter, Invoke, Label, Op};
use std::rc::Rc;

const OBJECTS: &str = "java/util/Objects";

#[derive(Clone, Debug)]
pub struct RecordSpec {
    /// The class to make.
    pub name: ClassName,
    pub components: Vec<Component>,
    pub record: ClassName,
    /// `Class.getSimpleName` of the record.
    pub simple_name: Rc<str>,
}

/// A component, read from the field of its name.
#[derive(Clone, Debug)]
pub struct Component {
    pub name: Rc<str>,
    pub kind: Type,
}

pub fn record_class(spec: &RecordSpec) -> Result<Vec<u8>, ClassFileError> {
    let access = access::PUBLIC | access::FINAL | access::SUPER | access::SYNTHETIC;
    let mut class = ClassWriter::new::<&str>(BRANCHING_MAJOR, access, &spec.name, &[])?;
    let record = &spec.record;
    let access = access::PUBLIC | access::STATIC;
    class.method(access, "toString", &format!("(L{record};)Ljava/lang/String;"), |code| to_string(code, spec))?;
    class.method(access, "hashCode", &format!("(L{record};)I"), |code| hash_code(code, spec))?;
    class.method(access, "equals", &format!("(L{record};Ljava/lang/Object;)Z"), |code| equals(code, spec))?;
    class.finish()
}

fn to_string(code: &mut CodeWriter, spec: &RecordSpec) -> Result<(), ClassFileError> {
    joining::start(code)?;
    let mut text = format!("{}[", spec.simple_name);
    for component in &spec.components {
        code.string(&format!("{text}{}=", component.name));
        joining::append_string(code)?;
        load_component(code, spec, component);
        match &component.kind {
            Type::Prim(prim) => joining::append_prim(code, *prim)?,
            Type::Ref(_) => joining::append_object(code)?,
        }
        text = ", ".to_owned();
    }
    match spec.components.len() {
        0 => code.string(&format!("{text}]")),
        _ => code.string("]"),
    }
    joining::append_string(code)?;
    joining::finish(code)
}

fn hash_code(code: &mut CodeWriter, spec: &RecordSpec) -> Result<(), ClassFileError> {
    code.int(0);
    for component in &spec.components {
        code.int(31);
        code.op(Op::Imul);
        load_component(code, spec, component);
        match &component.kind {
            Type::Prim(prim) => {
                let descriptor = format!("({})I", prim.descriptor());
                code.invoke(Invoke::Static, prim.wrapper(), "hashCode", &descriptor)?;
            }
            Type::Ref(_) => {
                code.invoke(Invoke::Static, OBJECTS, "hashCode", "(Ljava/lang/Object;)I")?;
            }
        }
        code.op(Op::Iadd);
    }
    code.return_value(Some(&Type::Prim(Prim::Int)));
    Ok(())
}

fn equals(code: &mut CodeWriter, spec: &RecordSpec) -> Result<(), ClassFileError> {
    let other = Type::Ref("java/lang/Object".into());
    code.load(&record_type(spec), 0);
    code.load(&other, 1);
    let distinct = code.branch(Branch::IfAcmpNe);
    return_boolean(code, true);
    code.land(distinct);
    code.load(&other, 1);
    code.instance_of(&spec.record);
    let mut differences = vec![code.branch(Branch::IfEq)];
    // ObjectMethods nests its guards, so that the last component is compared first.
    for component in spec.components.iter().rev() {
        load_component(code, spec, component);
        code.load(&other, 1);
        code.check_cast(&spec.record);
        code.get_field(&spec.record, &component.name, &component.kind);
        differences.push(branch_if_different(code, &component.kind)?);
    }
    return_boolean(code, true);
    differences.into_iter().for_each(|difference| code.land(difference));
    return_boolean(code, false);
    Ok(())
}

fn branch_if_different(code: &mut CodeWriter, kind: &Type) -> Result<Label, ClassFileError> {
    let branch = match kind {
        Type::Prim(Prim::Boolean | Prim::Byte | Prim::Char | Prim::Short | Prim::Int) => Branch::IfIcmpNe,
        Type::Prim(Prim::Long) => {
            code.op(Op::Lcmp);
            Branch::IfNe
        }
        // Not fcmpl: NaN equals itself here, and 0.0 differs from -0.0.
        Type::Prim(prim @ (Prim::Float | Prim::Double)) => {
            let descriptor = format!("({0}{0})I", prim.descriptor());
            code.invoke(Invoke::Static, prim.wrapper(), "compare", &descriptor)?;
            Branch::IfNe
        }
        Type::Ref(_) => {
            let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
            code.invoke(Invoke::Static, OBJECTS, "equals", descriptor)?;
            Branch::IfEq
        }
    };
    Ok(code.branch(branch))
}

fn return_boolean(code: &mut CodeWriter, value: bool) {
    code.int(value.into());
    code.return_value(Some(&Type::Prim(Prim::Boolean)));
}

fn load_component(code: &mut CodeWriter, spec: &RecordSpec, component: &Component) {
    code.load(&record_type(spec), 0);
    code.get_field(&spec.record, &component.name, &component.kind);
}

fn record_type(spec: &RecordSpec) -> Type {
    Type::Ref(spec.record.clone())
}
