//! Classes inside of a test class that implement large interfaces: they answer nothing, and a test says what it needs besides.

use super::names::{Names, Stub};
use crate::arrange::Answering;
use bytecode::{ClassName, Prim, Type};

/// Methods that a reader wants to see in a test.
const FEW: usize = 5;

/// What implements an interface for all tests of the file. `None` if each test says it all.
pub fn named(names: &mut Names, class: &ClassName, methods: &[Answering]) -> Option<String> {
    let known = names.stubs.as_ref()?.get(class).map(|stub| stub.name.clone());
    if known.is_some() || methods.len() <= FEW {
        return known;
    }
    let interface = names.internal(class);
    let simple = interface.rsplit('.').next().unwrap_or(&interface);
    let name = names.reserve(&format!("{simple}Stub"));
    let mut text = format!("    /** Answers nothing. */\n    private static class {name} implements {interface} {{\n");
    for method in methods {
        let parameters = method.parameters.iter().enumerate().map(|(at, kind)| format!("{} p{at}", names.kind(kind)));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let (result, body) = match &method.answer {
            None => ("void".to_string(), "{}".to_string()),
            Some((kind, _)) => (names.kind(kind), format!("{{ return {}; }}", nothing(kind))),
        };
        text += &format!("        public {result} {}({parameters}) {body}\n", method.name);
    }
    text += "    }\n";
    names.stubs.as_mut()?.insert(class.clone(), Stub { name: name.clone(), text });
    Some(name)
}

fn nothing(kind: &Type) -> &'static str {
    match kind {
        Type::Prim(Prim::Boolean) => "false",
        Type::Prim(_) => "0",
        Type::Ref(_) => "null",
    }
}
