//! Names and descriptors (JVMS 4.2, 4.3).

use super::{Checked, ensure};
use crate::descriptor::{MethodDescriptor, Type, parse_type};

/// From Java 5 on nearly every character is allowed.
const JAVA_5: u16 = 49;

pub(super) fn class(name: &str, major: u16) -> Checked {
    let legal = if name.starts_with('[') {
        parse_type(name).is_ok_and(|parsed| component_is_legal(&parsed, major))
    } else {
        is_class(name, major)
    };
    ensure(legal, || format!("illegal class name {name:?}"))
}

fn is_class(name: &str, major: u16) -> bool {
    name.split('/').all(|part| is_unqualified(part, major))
}

fn is_unqualified(name: &str, major: u16) -> bool {
    if name.is_empty() || name.contains(['.', ';', '[', '/']) {
        return false;
    }
    let in_identifier = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || !c.is_ascii();
    major >= JAVA_5 || name.chars().all(in_identifier) && !name.starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn field(name: &str, major: u16) -> Checked {
    ensure(is_unqualified(name, major), || format!("illegal field name {name:?}"))
}

pub(super) fn method(name: &str, major: u16) -> Checked {
    let special = matches!(name, "<init>" | "<clinit>");
    let legal = special || is_unqualified(name, major) && !name.contains(['<', '>']);
    ensure(legal, || format!("illegal method name {name:?}"))
}

pub(super) fn field_descriptor(descriptor: &str, major: u16) -> Checked {
    let legal = parse_type(descriptor).is_ok_and(|parsed| is_legal(&parsed, major));
    ensure(legal, || format!("illegal descriptor {descriptor:?}"))
}

/// Constructors and initialisers return nothing.
pub(super) fn method_descriptor(name: &str, descriptor: &str, major: u16) -> Checked {
    let legal = MethodDescriptor::parse(descriptor).is_ok_and(|parsed| {
        let types = parsed.parameters.iter().chain(&parsed.result);
        types.into_iter().all(|found| is_legal(found, major)) && (!name.starts_with('<') || parsed.result.is_none())
    });
    ensure(legal, || format!("illegal descriptor {descriptor:?} of method {name:?}"))
}

fn is_legal(found: &Type, major: u16) -> bool {
    match found {
        Type::Prim(_) => true,
        Type::Ref(name) if name.starts_with('[') => component_is_legal(found, major),
        Type::Ref(name) => is_class(name, major),
    }
}

fn component_is_legal(array: &Type, major: u16) -> bool {
    let Type::Ref(name) = array else {
        return true;
    };
    match name.trim_start_matches('[').strip_prefix('L') {
        Some(class) => is_class(class.trim_end_matches(';'), major),
        None => true,
    }
}
