//! What methods, parameters and types are called where people read them.

use bytecode::{DottedName, Type};
use machine::{MethodId, World};

/// `method(int,String[])`
pub fn signature(world: &World, method: MethodId) -> String {
    let m = &world.classes[method];
    let types: Vec<String> = m.parameters.iter().map(|p| simple_type(&type_name(p)).to_string()).collect();
    format!("`{}({})`", m.name, types.join(","))
}

/// `java.lang.String[]`
pub fn type_name(kind: &Type) -> String {
    match kind {
        Type::Prim(prim) => format!("{prim:?}").to_lowercase(),
        Type::Ref(name) => {
            let element = name.trim_start_matches('[');
            let dimensions = name.len() - element.len();
            let element = match (dimensions, bytecode::parse_type(element)) {
                (1.., Ok(Type::Prim(prim))) => type_name(&Type::Prim(prim)),
                (1.., Ok(Type::Ref(element))) => element.dotted().into(),
                _ => name.dotted().into(),
            };
            element + &"[]".repeat(dimensions)
        }
    }
}

/// `Entry`, `String[]`: without package and classes around it.
pub fn short_name(class: &DottedName) -> String {
    let full = type_name(&Type::Ref(class.internal()));
    full.rsplit(['.', '$']).next().unwrap_or(&full).to_string()
}

pub fn simple_type(full: &str) -> &str {
    full.rsplit('.').next().unwrap_or(full)
}

/// Names of the parameters, as far as the class file knows them.
pub fn parameter_names(world: &World, method: MethodId) -> Vec<String> {
    let m = &world.classes[method];
    let file = world.classes[m.class].file.as_ref();
    let code = file.and_then(|file| file.methods[m.index as usize].code.as_ref());
    let mut slot = u16::from(!m.is_static());
    let mut names = Vec::new();
    for (at, parameter) in m.parameters.iter().enumerate() {
        let variable = code.and_then(|code| code.variables.iter().find(|v| v.index == slot && v.start == 0));
        let name = variable.map_or_else(|| format!("argument{}", at + 1), |v| v.name.to_string());
        names.push(if is_taken(&name) { name + "_" } else { name });
        slot += parameter.slots() as u16;
    }
    names
}

/// Inputs that are no arguments have names like `int7`: no two inputs have the same name.
fn is_taken(name: &str) -> bool {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let kinds = ["boolean", "byte", "char", "short", "int", "long", "float", "double", "text", "object", "random"];
    kind.len() < name.len() && kinds.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_in_source_form() {
        let name = |descriptor: &str| type_name(&bytecode::parse_type(descriptor).unwrap());
        assert_eq!(name("[[I"), "int[][]");
        assert_eq!(name("[Ljava/lang/String;"), "java.lang.String[]");
        assert_eq!(name("Ljava/util/Map$Entry;"), "java.util.Map$Entry");
        assert_eq!(name("Z"), "boolean");
        let short = |class: &str| short_name(&DottedName::new(class));
        assert_eq!([short("a.B$C"), short("[[I"), short("[La.B;"), short("I")], ["C", "int[][]", "B[]", "I"]);
    }
}
