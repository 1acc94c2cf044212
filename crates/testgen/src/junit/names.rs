//! What classes are called in one file of tests.

use crate::java::primitive;
use bytecode::{Argument, ClassName, DottedName, Generic, Type};
use std::collections::BTreeMap;

/// A class inside of the one with the tests.
pub struct Stub {
    pub name: String,
    pub text: String,
}

/// As a program writes a class inside of its package: a `$` between two names stands for a dot. Any other belongs to the name, as in `Box$`, which
/// is what Scala calls the class of the object `Box`.
fn nested(name: &DottedName) -> String {
    let simple = name.simple();
    if simple.starts_with('$') {
        return simple.to_string();
    }
    let units: Vec<char> = simple.chars().collect();
    let begins_name = |at: usize| units.get(at).is_some_and(|unit| unit.is_alphabetic() || *unit == '_');
    let is_dot = |at: usize| units[at] == '$' && units[at - 1] != '$' && begins_name(at + 1);
    (0..units.len()).map(|at| if at > 0 && is_dot(at) { '.' } else { units[at] }).collect()
}

/// How classes are called in one file.
pub struct Names {
    package: String,
    imports: BTreeMap<String, String>,
    importing: bool,
    /// Classes that implement others inside of the file, where there may be some, with their texts.
    pub(super) stubs: Option<BTreeMap<ClassName, Stub>>,
}

impl Names {
    pub fn new(package: &str, importing: bool) -> Names {
        let imports = BTreeMap::from([("Test".into(), super::TEST.into())]);
        let imports = if importing { imports } else { BTreeMap::new() };
        Names { package: package.into(), imports, importing, stubs: None }
    }

    /// Whether the file is one that people read.
    pub(super) fn is_importing(&self) -> bool {
        self.importing
    }

    pub(super) fn package(&self) -> &str {
        &self.package
    }

    /// A name that no class of the file has.
    pub(super) fn reserve(&mut self, wanted: &str) -> String {
        let numbered = |number: u32| if number == 1 { wanted.to_string() } else { format!("{wanted}{number}") };
        let name = (1..).map(numbered).find(|name| !self.imports.contains_key(name)).expect("some number is free");
        self.imports.insert(name.clone(), name.clone());
        name
    }

    /// Classes that must be imported.
    pub fn imports(&self) -> impl Iterator<Item = &String> {
        self.imports.values().filter(|class| {
            let of = class.rsplit_once('.').map_or("", |(of, _)| of);
            !of.is_empty() && of != self.package && of != "java.lang"
        })
    }

    /// By its simple name where no other class has that.
    pub fn class(&mut self, name: &DottedName) -> String {
        let (package, nested) = (name.package(), nested(name));
        let dotted = DottedName::in_package(package, &nested).into();
        if !self.importing {
            return dotted;
        }
        let outer = nested.split('.').next().unwrap_or(&nested).to_string();
        let full: String = DottedName::in_package(package, &outer).into();
        let known = self.imports.entry(outer.clone()).or_insert_with(|| full.clone());
        if *known == full && (package == self.package || !package.is_empty()) { nested } else { dotted }
    }

    pub fn internal(&mut self, name: &ClassName) -> String {
        if !name.starts_with('[') {
            return self.class(&name.dotted());
        }
        let element = name.trim_start_matches('[');
        let dimensions = name.len() - element.len();
        self.descriptor(element) + &"[]".repeat(dimensions)
    }

    /// `int`, `String`, `long[]` of a descriptor.
    pub fn descriptor(&mut self, descriptor: &str) -> String {
        match descriptor.strip_prefix('L') {
            Some(class) => self.internal(&class.trim_end_matches(';').into()),
            None if descriptor == "V" => "void".into(),
            None => primitive(descriptor).map_or_else(|| self.internal(&descriptor.into()), String::from),
        }
    }

    /// `Map<String, ? extends List<Part>>`
    pub fn generic(&mut self, kind: &Generic) -> String {
        match kind {
            Generic::Prim(_) | Generic::Variable(_) => self.descriptor(&kind.to_string()),
            Generic::Array(component) => format!("{}[]", self.generic(component)),
            Generic::Class(name, arguments) => {
                let class = self.internal(&name.as_str().into());
                let told = arguments.iter().map(|argument| match argument {
                    Argument::Exactly(kind) => self.generic(kind),
                    Argument::Extends(kind) => format!("? extends {}", self.generic(kind)),
                    Argument::Super(kind) => format!("? super {}", self.generic(kind)),
                    Argument::Any => "?".into(),
                });
                let told: Vec<String> = told.collect();
                if told.is_empty() { class } else { format!("{class}<{}>", told.join(", ")) }
            }
        }
    }

    pub fn kind(&mut self, kind: &Type) -> String {
        match kind {
            Type::Prim(prim) => primitive(&prim.descriptor().to_string()).expect("a primitive type").into(),
            Type::Ref(name) => self.internal(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_money_are_dots_or_parts_of_names() {
        let cases = [
            ("a.Outer$Inner", "Outer.Inner"),
            ("a.Outer$Inner$_1", "Outer.Inner._1"),
            ("a.Box$", "Box$"),
            ("a.Box$Lid$", "Box.Lid$"),
            ("a.Box$$anonfun$1", "Box$$anonfun$1"),
            ("$Gson$Types", "$Gson$Types"),
        ];
        for (name, written) in cases {
            assert_eq!(nested(&DottedName::new(name)), written);
        }
    }
}
