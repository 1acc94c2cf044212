//! Where a path wrote to a location that a contract does not allow to change.

use crate::input::SourceLine;
use bytecode::{ClassFile, Insn, MethodInfo};
use machine::{Loader, World};

/// The lines of the path on which such a location is written, each once. A location is told as `Node#1.left`, `Tree.count` or
/// `element 0 of array #1`.
pub fn places<'t>(world: &mut World, trace: &'t [SourceLine], location: &str) -> Vec<&'t SourceLine> {
    let field = if location.starts_with("element ") { None } else { location.rsplit('.').next() };
    let mut found: Vec<&SourceLine> = Vec::new();
    for line in trace {
        let is_known = found.iter().any(|known| (&known.class, known.line) == (&line.class, line.line));
        if !is_known && writes(world, line, field) {
            found.push(line);
        }
    }
    found
}

fn writes(world: &mut World, line: &SourceLine, field: Option<&str>) -> bool {
    let Ok(Some(class)) = world.load(Loader::App, &line.class.internal()) else { return false };
    let Some(file) = world.classes[class].file.clone() else { return false };
    let is_method = |method: &&MethodInfo| *method.name == *line.method && *method.descriptor == *line.descriptor;
    let Some(Ok(code)) = file.methods.iter().find(is_method).map(|method| bytecode::decode(&file, method)) else {
        return false;
    };
    let on_line = |at: &usize| code.line(*at as u32) == Some(line.line);
    (0..code.insns.len()).filter(on_line).any(|at| is_write(&file, code.insns[at].get(), field))
}

/// Without a field, elements of arrays are meant.
fn is_write(file: &ClassFile, insn: Insn, field: Option<&str>) -> bool {
    let named = |index: u16| file.pool.field(index).is_ok_and(|member| Some(&*member.name) == field);
    match insn {
        Insn::PutField(index) | Insn::PutStatic(index) => named(index),
        Insn::Iastore
        | Insn::Lastore
        | Insn::Fastore
        | Insn::Dastore
        | Insn::Aastore
        | Insn::Bastore
        | Insn::Castore
        | Insn::Sastore => field.is_none(),
        _ => false,
    }
}
