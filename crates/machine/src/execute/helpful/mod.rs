//! Helpful NullPointerException messages (JEP 358), word for word those of HotSpot's bytecodeUtils.cpp: what the
//! instruction could not do, and which expression was null. Pure: looks at the class file only.

use crate::program::{MethodId, Operands, Sources};
use crate::world::World;
use bytecode::{ClassFile, ClassName, Code, Insn, MemberRef, MethodDescriptor, MethodInfo, Prim, Type};

/// How many dereferences a description follows back.
const MAX_DETAIL: u32 = 5;
/// HotSpot formats into a buffer of this many bytes, and cuts off the rest of each piece.
const MAX_PIECE: usize = 1999;

/// The message for a NullPointerException raised by instruction `pc` (an instruction index) of `method`;
/// None where HotSpot has none: explicitly created exceptions, instructions that dereference nothing, and frames
/// that stack traces do not show.
pub fn message(world: &World, method: MethodId, pc: u32) -> Option<String> {
    let method = &world.classes[method];
    let class = &world.classes[method.class];
    if method.hidden || class.hidden || class.synthetic {
        return None;
    }
    let file = class.file.as_ref()?;
    // The code of the method itself may be quickened: it has lost its pool indices.
    message_in(file, &file.methods[usize::from(method.index)], pc)
}

fn message_in(file: &ClassFile, info: &MethodInfo, pc: u32) -> Option<String> {
    let code = bytecode::decode(file, info).ok()?;
    let (action, slot) = failed_action(file, code.insns.get(pc as usize)?.get())?;
    let body = Body { file, info, sources: Sources::of(file, &code, pc), code };
    let because = body.because(pc, slot).unwrap_or_default();
    Some(format!("{action}{because}"))
}

/// What could not be done, and how far below the top of the stack the null reference was.
fn failed_action(file: &ClassFile, insn: Insn) -> Option<(String, usize)> {
    let load = |element: &str| Some((format!("Cannot load from {element} array"), 1));
    let store = |element: &str, slot| Some((format!("Cannot store to {element} array"), slot));
    match insn {
        Insn::Iaload => load("int"),
        Insn::Laload => load("long"),
        Insn::Faload => load("float"),
        Insn::Daload => load("double"),
        Insn::Aaload => load("object"),
        Insn::Baload => load("byte/boolean"),
        Insn::Caload => load("char"),
        Insn::Saload => load("short"),
        Insn::Iastore => store("int", 2),
        Insn::Lastore => store("long", 3),
        Insn::Fastore => store("float", 2),
        Insn::Dastore => store("double", 3),
        Insn::Aastore => store("object", 2),
        Insn::Bastore => store("byte/boolean", 2),
        Insn::Castore => store("char", 2),
        Insn::Sastore => store("short", 2),
        Insn::ArrayLength => Some(("Cannot read the array length".into(), 0)),
        Insn::Athrow => Some(("Cannot throw exception".into(), 0)),
        Insn::MonitorEnter => Some(("Cannot enter synchronized block".into(), 0)),
        Insn::MonitorExit => Some(("Cannot exit synchronized block".into(), 0)),
        Insn::GetField(index) => {
            let field = file.pool.field(index).ok()?;
            Some((piece(format!("Cannot read field \"{}\"", field.name)), 0))
        }
        Insn::PutField(index) => {
            let field = file.pool.field(index).ok()?;
            let value = bytecode::parse_type(&field.descriptor).ok()?;
            let action = piece(format!("Cannot assign field \"{}\"", field.name));
            Some((action, value.slots()))
        }
        Insn::InvokeVirtual(index) | Insn::InvokeSpecial(index) | Insn::InvokeInterface(index) => {
            let method = file.pool.method(index).ok()?;
            // The top frame of an exception that the program itself made stands at the call of its constructor.
            if &*method.name == "<init>" {
                return None;
            }
            let descriptor = MethodDescriptor::parse(&method.descriptor).ok()?;
            let action = format!("Cannot invoke \"{}\"", signature(method, &descriptor));
            Some((action, descriptor.argument_slots()))
        }
        _ => None,
    }
}

struct Body<'a> {
    file: &'a ClassFile,
    info: &'a MethodInfo,
    code: Code,
    sources: Sources,
}

impl Body<'_> {
    /// ` because ... is null` for the value in `slot` at `pc`, if it has one origin that can be named.
    fn because(&self, pc: u32, slot: usize) -> Option<String> {
        let source = self.sources.at(pc)?.source(slot)?;
        let Some(what) = self.describe(pc, slot, MAX_DETAIL) else {
            // HotSpot has begun the clause before it finds nothing to say, say on the result of invokedynamic.
            return Some(" because \"".into());
        };
        let subject = match self.insn(source) {
            Insn::InvokeVirtual(_) | Insn::InvokeSpecial(_) | Insn::InvokeStatic(_) | Insn::InvokeInterface(_) => {
                "the return value of "
            }
            _ => "",
        };
        Some(format!(" because {subject}\"{what}\" is null"))
    }

    /// The expression that pushed the value in `slot` at `pc`.
    fn describe(&self, pc: u32, slot: usize, detail: u32) -> Option<String> {
        if detail == 0 {
            return None;
        }
        let stack = self.sources.at(pc)?;
        let source = stack.source(slot)?;
        let pool = &self.file.pool;
        match self.insn(source) {
            Insn::Load(local) => Some(self.local(stack, source, local)),
            Insn::AconstNull => Some("null".into()),
            Insn::Iconst(value) => Some(value.to_string()),
            // Only a handler is its own source; one that starts like this is malformed.
            Insn::Iaload | Insn::Aaload if source != pc => {
                let array = self.describe(source, 1, detail - 1);
                let index = self.describe(source, 0, detail);
                Some(format!("{}[{}]", array.as_deref().unwrap_or("<array>"), index.as_deref().unwrap_or("...")))
            }
            Insn::GetStatic(index) => {
                let field = pool.field(index).ok()?;
                Some(class_name(&field.class) + &piece(format!(".{}", field.name)))
            }
            Insn::GetField(index) => {
                let field = &pool.field(index).ok()?.name;
                Some(match self.describe(source, 0, detail - 1) {
                    Some(object) => format!("{object}.{field}"),
                    None => field.to_string(),
                })
            }
            Insn::InvokeVirtual(index)
            | Insn::InvokeSpecial(index)
            | Insn::InvokeStatic(index)
            | Insn::InvokeInterface(index) => {
                let method = pool.method(index).ok()?;
                let descriptor = MethodDescriptor::parse(&method.descriptor).ok()?;
                Some(signature(method, &descriptor))
            }
            _ => None,
        }
    }

    /// The name of the variable that `source` loads, for a use whose stack is `stack`.
    fn local(&self, stack: &Operands, source: u32, local: u16) -> String {
        let pc = u32::from(self.code.pcs[source as usize]);
        let variables = self.info.code.iter().flat_map(|code| &code.variables);
        let mut named = variables.filter(|variable| {
            let start = u32::from(variable.start);
            variable.index == local && (start..start + u32::from(variable.length)).contains(&pc)
        });
        if let Some(variable) = named.next() {
            return variable.name.to_string();
        }
        match self.parameter(local) {
            Some(Parameter::This) if !stack.wrote(local) => "this".into(),
            Some(Parameter::Declared(number)) if !stack.wrote(local) => {
                format!("<parameter{number}>")
            }
            _ => format!("<local{local}>"),
        }
    }

    fn parameter(&self, local: u16) -> Option<Parameter> {
        let mut slot = 0;
        if !self.info.is_static() {
            if local == 0 {
                return Some(Parameter::This);
            }
            slot = 1;
        }
        let descriptor = MethodDescriptor::parse(&self.info.descriptor).ok()?;
        let number = descriptor.parameters.iter().position(|parameter| {
            slot += parameter.slots();
            usize::from(local) < slot
        })?;
        Some(Parameter::Declared(number + 1))
    }

    fn insn(&self, index: u32) -> Insn {
        self.code.insns[index as usize].get()
    }
}

enum Parameter {
    This,
    /// Counted from 1.
    Declared(usize),
}

/// `Type.method(Parameters)`
fn signature(method: &MemberRef, descriptor: &MethodDescriptor) -> String {
    let parameters: Vec<String> = descriptor.parameters.iter().map(parameter_name).collect();
    let name = piece(format!(".{}(", method.name));
    class_name(&method.class) + &name + &piece(parameters.join(", ") + ")")
}

fn piece(mut text: String) -> String {
    text.truncate(text.floor_char_boundary(MAX_PIECE));
    text
}

/// Only these two names lose their package; an array class stays a descriptor.
fn class_name(name: &ClassName) -> String {
    match &**name {
        "java/lang/Object" => "Object".into(),
        "java/lang/String" => "String".into(),
        _ => name.dotted().into(),
    }
}

fn parameter_name(parameter: &Type) -> String {
    match parameter {
        Type::Prim(prim) => prim_name(*prim).into(),
        Type::Ref(name) => {
            let dimensions = name.bytes().take_while(|&byte| byte == b'[').count();
            let element = if dimensions == 0 { external(name) } else { element_name(&name[dimensions..]) };
            element + &"[]".repeat(dimensions)
        }
    }
}

fn element_name(descriptor: &str) -> String {
    match bytecode::parse_type(descriptor) {
        Ok(Type::Prim(prim)) => prim_name(prim).into(),
        Ok(Type::Ref(name)) => external(&name),
        Err(_) => descriptor.into(),
    }
}

/// HotSpot compares prefixes here: StringBuilder loses its package too.
fn external(name: &ClassName) -> String {
    match name.strip_prefix("java/lang/") {
        Some(simple) if simple.starts_with("Object") || simple.starts_with("String") => simple.into(),
        _ => name.dotted().into(),
    }
}

fn prim_name(prim: Prim) -> &'static str {
    match prim {
        Prim::Boolean => "boolean",
        Prim::Byte => "byte",
        Prim::Char => "char",
        Prim::Short => "short",
        Prim::Int => "int",
        Prim::Long => "long",
        Prim::Float => "float",
        Prim::Double => "double",
    }
}

#[cfg(test)]
mod tests;
