//! String concatenation as java.lang.invoke.StringConcatFactory does it: first every argument of a reference
//! type is turned into a string, from left to right, then all are joined.

use super::joining;
use crate::classfile::{ClassFileError, access, malformed};
use crate::descriptor::{MethodDescriptor, Type};
use crate::insn::Prim;
use crate::names::ClassName;
use crate::writer::{BRANCHING_MAJOR, ClassWriter, CodeWriter, Invoke};
use std::rc::Rc;

const STRING: &str = "java/lang/String";
/// Tags of a recipe.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

/// A static argument of the bootstrap method that the recipe refers to.
#[derive(Clone, Debug)]
pub enum ConcatConstant {
    /// UTF-16 units.
    String(Rc<[u16]>),
    Integer(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    /// Internal name or array descriptor.
    Class(ClassName),
}

/// A class with one static method `concat` of that descriptor.
pub fn concat_class(
    name: &str,
    descriptor: &str,
    recipe: &[u16],
    constants: &[ConcatConstant],
) -> Result<Vec<u8>, ClassFileError> {
    let access = access::PUBLIC | access::FINAL | access::SUPER | access::SYNTHETIC;
    let mut class = ClassWriter::new::<&str>(BRANCHING_MAJOR, access, name, &[])?;
    let parameters = MethodDescriptor::parse(descriptor)?.parameters;
    let pieces = pieces(recipe, constants, &parameters)?;
    class.method(access::PUBLIC | access::STATIC, "concat", descriptor, |code| {
        if let [Piece::Argument { kind: kind @ Type::Prim(prim), local }] = pieces[..] {
            // Not joined with anything, it may be a literal.
            code.load(kind, local);
            return value_of(code, *prim);
        }
        stringify(code, &parameters)?;
        join(code, &pieces)
    })?;
    class.finish()
}

enum Piece<'a> {
    Literal(&'a [u16]),
    Constant(&'a ConcatConstant),
    Argument { kind: &'a Type, local: usize },
}

fn pieces<'a>(
    recipe: &'a [u16],
    constants: &'a [ConcatConstant],
    parameters: &'a [Type],
) -> Result<Vec<Piece<'a>>, ClassFileError> {
    let mut constants = constants.iter();
    let mut arguments = with_locals(parameters);
    let mut pieces = Vec::new();
    for chunk in recipe.chunk_by(|&a, &b| !is_tag(a) && !is_tag(b)) {
        let piece = match chunk {
            [ARGUMENT] => arguments.next().map(|(kind, local)| Piece::Argument { kind, local }),
            [CONSTANT] => constants.next().map(Piece::Constant),
            literal => Some(Piece::Literal(literal)),
        };
        match piece {
            Some(piece) => pieces.push(piece),
            None => return malformed("a recipe has more tags than arguments or constants"),
        }
    }
    if arguments.next().is_some() || constants.next().is_some() {
        return malformed("a recipe has fewer tags than arguments or constants");
    }
    Ok(pieces)
}

fn is_tag(unit: u16) -> bool {
    unit == ARGUMENT || unit == CONSTANT
}

fn with_locals(parameters: &[Type]) -> impl Iterator<Item = (&Type, usize)> {
    parameters.iter().scan(0, |next, kind| {
        let local = *next;
        *next += kind.slots();
        Some((kind, local))
    })
}

/// Replaces each object by its string, in its own local.
fn stringify(code: &mut CodeWriter, parameters: &[Type]) -> Result<(), ClassFileError> {
    for (kind, local) in with_locals(parameters) {
        let Type::Ref(class) = kind else {
            continue;
        };
        if &**class == STRING {
            continue;
        }
        code.load(kind, local);
        code.invoke(Invoke::Static, STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")?;
        code.store(kind, local);
    }
    Ok(())
}

/// `String.valueOf` of a number leaves the string on the stack.
fn value_of(code: &mut CodeWriter, prim: Prim) -> Result<(), ClassFileError> {
    let parameter = match prim {
        Prim::Boolean => 'Z',
        Prim::Char => 'C',
        Prim::Byte | Prim::Short | Prim::Int => 'I',
        Prim::Long => 'J',
        Prim::Float => 'F',
        Prim::Double => 'D',
    };
    code.invoke(Invoke::Static, STRING, "valueOf", &format!("({parameter})Ljava/lang/String;"))?;
    code.return_value(Some(&Type::Ref(STRING.into())));
    Ok(())
}

fn join(code: &mut CodeWriter, pieces: &[Piece]) -> Result<(), ClassFileError> {
    joining::start(code)?;
    for piece in pieces {
        match piece {
            Piece::Literal(units) => append_literal(code, units)?,
            Piece::Constant(constant) => append_constant(code, constant)?,
            Piece::Argument { kind, local } => {
                code.load(kind, *local);
                match kind {
                    Type::Prim(prim) => joining::append_prim(code, *prim)?,
                    Type::Ref(_) => joining::append_string(code)?,
                }
            }
        }
    }
    joining::finish(code)
}

fn append_constant(code: &mut CodeWriter, constant: &ConcatConstant) -> Result<(), ClassFileError> {
    match constant {
        ConcatConstant::String(units) => append_literal(code, units),
        ConcatConstant::Integer(value) => {
            code.int(*value);
            joining::append_prim(code, Prim::Int)
        }
        ConcatConstant::Float(value) => {
            let index = code.pool.float(*value);
            code.constant(index);
            joining::append_prim(code, Prim::Float)
        }
        ConcatConstant::Long(value) => {
            let index = code.pool.long(*value);
            code.wide_constant(index);
            joining::append_prim(code, Prim::Long)
        }
        ConcatConstant::Double(value) => {
            let index = code.pool.double(*value);
            code.wide_constant(index);
            joining::append_prim(code, Prim::Double)
        }
        ConcatConstant::Class(name) => {
            code.class(name);
            joining::append_object(code)
        }
    }
}

fn append_literal(code: &mut CodeWriter, units: &[u16]) -> Result<(), ClassFileError> {
    let index = code.pool.string_units(units);
    code.constant(index);
    joining::append_string(code)
}
