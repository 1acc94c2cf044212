//! Locations that a method may change, as calls that tell the frame of them.

use crate::source::{Class, Method};
use crate::spec::Fault;
use crate::token::{Kind, Token, find, shown, split};
use crate::translate::Translator;

/// One location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A field of an object: the object as Java, the name.
    Field(String, String),
    /// All fields of an object.
    Fields(String),
    /// Elements of an array: from, to, both included.
    Elements(String, String, String),
    /// All elements of an array.
    AllElements(String),
    /// A static field: class, name.
    Static(String, String),
}

/// The locations of a list; `\nothing` is none.
pub fn locations(
    class: &Class,
    method: &Method,
    translator: &mut Translator,
    tokens: &[Token],
) -> Result<Vec<Location>, Fault> {
    let mut found = Vec::new();
    for part in split(tokens, ",").into_iter().filter(|part| !part.is_empty()) {
        if !matches!(part, [only] if only.is("\\nothing")) {
            found.push(location(class, method, translator, part)?);
        }
    }
    Ok(found)
}

fn location(class: &Class, method: &Method, translator: &mut Translator, part: &[Token]) -> Result<Location, Fault> {
    let unknown = || Fault::new(part[0].at, format!("`{}` is no location that is understood", shown(part)));
    if part[0].is("\\fields_of") && part.len() > 3 {
        return Ok(Location::Fields(translator.expression(&part[2..part.len() - 1])?));
    }
    if part.iter().any(|token| token.kind == Kind::Backslash) {
        return Err(unknown());
    }
    if part[part.len() - 1].is("]") {
        let open = part.iter().rposition(|token| token.is("[")).ok_or_else(unknown)?;
        let array = translator.expression(&part[..open])?;
        let inside = &part[open + 1..part.len() - 1];
        if matches!(inside, [only] if only.is("*")) {
            return Ok(Location::AllElements(array));
        }
        return Ok(match find(inside, |token| token.is("..")) {
            Some(dots) => {
                let (low, high) =
                    (translator.expression(&inside[..dots])?, translator.expression(&inside[dots + 1..])?);
                Location::Elements(array, low, high)
            }
            None => {
                let place = translator.expression(inside)?;
                Location::Elements(array, place.clone(), place)
            }
        });
    }
    if let [name] = part
        && name.kind == Kind::Word
    {
        let field = class.fields.iter().find(|field| field.name == name.text);
        return match field {
            Some(field) if field.is_static => Ok(Location::Static(class.simple.clone(), name.text.clone())),
            _ if method.is_static => Err(unknown()),
            _ => Ok(Location::Field("this".into(), name.text.clone())),
        };
    }
    let dot = part.len().checked_sub(2).filter(|&dot| dot > 0 && part[dot].is(".")).ok_or_else(unknown)?;
    let (object, name) = (&part[..dot], &part[dot + 1]);
    if name.is("*") {
        return Ok(Location::Fields(translator.expression(object)?));
    }
    if name.kind != Kind::Word || object.iter().any(|token| token.is("*")) {
        return Err(unknown());
    }
    let is_type = |word: &str| {
        let hidden = method.parameters.iter().any(|parameter| parameter.name == word)
            || class.fields.iter().any(|field| field.name == word);
        !hidden && word.starts_with(|c: char| c.is_uppercase())
    };
    if object.iter().rev().find(|token| token.kind == Kind::Word).is_some_and(|token| is_type(&token.text)) {
        return Ok(Location::Static(shown(object), name.text.clone()));
    }
    Ok(Location::Field(translator.expression(object)?, name.text.clone()))
}
