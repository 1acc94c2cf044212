//! Field and method descriptors (JVMS 4.3). A reference type is kept in the form that a CONSTANT_Class has:
//! an internal name, or the whole descriptor of an array.

use crate::classfile::{ClassFileError, malformed};
use crate::insn::Prim;
use crate::names::ClassName;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Prim(Prim),
    /// `java/lang/String`, `[I` or `[Ljava/lang/String;`
    Ref(ClassName),
}

impl Type {
    pub fn slots(&self) -> usize {
        match self {
            Type::Prim(prim) => prim.slots(),
            Type::Ref(_) => 1,
        }
    }
}

/// Writes the descriptor.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Prim(prim) => write!(f, "{}", prim.descriptor()),
            Type::Ref(name) if name.starts_with('[') => write!(f, "{name}"),
            Type::Ref(name) => write!(f, "L{name};"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MethodDescriptor {
    pub parameters: Vec<Type>,
    /// `None` is void.
    pub result: Option<Type>,
}

impl MethodDescriptor {
    pub fn parse(descriptor: &str) -> Result<MethodDescriptor, ClassFileError> {
        let Some(mut rest) = descriptor.strip_prefix('(') else {
            return bad(descriptor);
        };
        let mut parameters = Vec::new();
        while !rest.starts_with(')') {
            let Some((parameter, tail)) = next_type(rest) else {
                return bad(descriptor);
            };
            parameters.push(parameter);
            rest = tail;
        }
        let result = match &rest[1..] {
            "V" => None,
            result => match next_type(result) {
                Some((result, "")) => Some(result),
                Some(_) | None => return bad(descriptor),
            },
        };
        Ok(MethodDescriptor { parameters, result })
    }

    /// Local slots of the parameters, without the receiver.
    pub fn argument_slots(&self) -> usize {
        self.parameters.iter().map(Type::slots).sum()
    }
}

/// Writes the descriptor.
impl fmt::Display for MethodDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(")?;
        self.parameters.iter().try_for_each(|parameter| write!(f, "{parameter}"))?;
        match &self.result {
            Some(result) => write!(f, "){result}"),
            None => write!(f, ")V"),
        }
    }
}

/// A field descriptor.
pub fn parse_type(descriptor: &str) -> Result<Type, ClassFileError> {
    match next_type(descriptor) {
        Some((parsed, "")) => Ok(parsed),
        Some(_) | None => bad(descriptor),
    }
}

fn next_type(text: &str) -> Option<(Type, &str)> {
    let first = text.chars().next()?;
    if let Some(prim) = Prim::from_descriptor(first) {
        return Some((Type::Prim(prim), &text[1..]));
    }
    match first {
        'L' => {
            let (name, tail) = text[1..].split_once(';')?;
            (!name.is_empty()).then(|| (Type::Ref(name.into()), tail))
        }
        '[' => {
            let dimensions = text.bytes().take_while(|&byte| byte == b'[').count();
            // JVMS 4.3.2: at most 255 dimensions.
            if dimensions > 255 {
                return None;
            }
            let (_, tail) = next_type(&text[dimensions..])?;
            let array = &text[..text.len() - tail.len()];
            Some((Type::Ref(array.into()), tail))
        }
        _ => None,
    }
}

fn bad<T>(descriptor: &str) -> Result<T, ClassFileError> {
    malformed(format!("bad descriptor {descriptor:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_descriptors() {
        let text = "(IJLjava/lang/String;[[D[LA;)V";
        let parsed = MethodDescriptor::parse(text).unwrap();
        let reference = |name: &str| Type::Ref(name.into());
        assert_eq!(
            parsed.parameters,
            [
                Type::Prim(Prim::Int),
                Type::Prim(Prim::Long),
                reference("java/lang/String"),
                reference("[[D"),
                reference("[LA;"),
            ]
        );
        assert_eq!(parsed.result, None);
        assert_eq!(parsed.argument_slots(), 6);
        assert_eq!(parsed.to_string(), text);
    }

    #[test]
    fn malformed_descriptors() {
        for text in ["", "(", "()", "(V)V", "()VV", "()L;", "()LA", "([)V", "I", "()é", "(é)V"] {
            assert!(MethodDescriptor::parse(text).is_err(), "{text}");
        }
        for text in ["", "V", "[", "[V", "II", "LA", &format!("{}I", "[".repeat(256))] {
            assert!(parse_type(text).is_err(), "{text}");
        }
        assert!(parse_type(&format!("{}I", "[".repeat(255))).is_ok());
    }
}
