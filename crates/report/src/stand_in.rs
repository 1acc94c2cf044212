//! Stand-ins for the classes that programs ask for their inputs: Java sources that answer with the inputs of a test.

use bytecode::synth::api::{APIS, Api, ApiMethod, FACTORY, Meaning, VERIFIER};
use bytecode::{ClassName, MethodDescriptor, Prim, Type};
use testgen::Source;

/// Those of the API classes with these internal names, and what they need.
pub fn stand_ins(classes: &[&str]) -> Vec<Source> {
    let used: Vec<&Api> = APIS.iter().filter(|api| classes.contains(&api.class)).collect();
    let mut sources = vec![Source { path: "jacana/test/Inputs.java".into(), contents: INPUTS.into() }];
    sources.extend(used.iter().map(|api| stand_in(api)));
    if used.iter().any(|api| api.class == VERIFIER) {
        sources.push(Source { path: format!("{FACTORY}.java"), contents: OBJECT_FACTORY.into() });
    }
    sources
}

const INPUTS: &str = "\
package jacana.test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** The inputs of a test, in the order in which the program asks for them. */
public final class Inputs {
    /** Queues hold no null. */
    private static final Object NULL = new Object();

    private static Queue<Object> left = new ArrayDeque<>();

    private Inputs() {}

    public static void set(Object... values) {
        List<Object> inputs = new ArrayList<>();
        for (Object value : values) {
            inputs.add(value == null ? NULL : value);
        }
        left = new ArrayDeque<>(inputs);
    }

    @SuppressWarnings(\"unchecked\")
    public static <T> T take() {
        if (left.isEmpty()) {
            throw new Error(\"the program asks for more inputs than the test has\");
        }
        Object input = left.remove();
        return (T) (input == NULL ? null : input);
    }

    /** An execution that breaks an assumption proves nothing. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new Error(\"the inputs of the test break an assumption of the program\");
        }
    }
}
";

const OBJECT_FACTORY: &str = "\
package org.sosy_lab.sv_benchmarks;

public interface ObjectFactory<T> {
    T createObject();
}
";

fn stand_in(api: &Api) -> Source {
    let name = ClassName::from(api.class).dotted();
    let (package, class) = (name.package(), name.simple());
    let methods: Vec<String> = api.methods.iter().map(method).collect();
    let contents = format!(
        "package {package};

import jacana.test.Inputs;

/** Stands in for the class of that name: it must come first on the class path of the tests. */
public final class {class} {{
    private {class}() {{}}

{}}}
",
        methods.join("\n")
    );
    Source { path: format!("{}.java", api.class), contents }
}

fn method(method: &ApiMethod) -> String {
    let descriptor = MethodDescriptor::parse(method.descriptor).expect("our own table");
    let result = descriptor.result.as_ref().map_or("void".to_string(), type_name);
    let variable = if result == "T" { "<T> " } else { "" };
    let is_generic = !variable.is_empty();
    let parameters: Vec<String> =
        descriptor.parameters.iter().enumerate().map(|(at, kind)| parameter(at, kind, is_generic)).collect();
    let body = body(method.meaning, descriptor.result.as_ref());
    format!("    public static {variable}{result} {}({}) {{\n{body}    }}\n", method.name, parameters.join(", "))
}

fn body(meaning: Meaning, result: Option<&Type>) -> String {
    let statement = match (meaning, result) {
        (Meaning::Assume, _) => "Inputs.assume(a0)",
        (Meaning::Never, _) => "Inputs.assume(false)",
        (Meaning::TextOfLength, _) => "return String.valueOf(Inputs.<char[]>take())",
        (Meaning::Factory, _) => "return a1.createObject()",
        (Meaning::Number | Meaning::Text | Meaning::Object(_) | Meaning::Expected(_), _) => "return Inputs.take()",
        (Meaning::Code(expression), None) => expression,
        (Meaning::Code(expression), Some(_)) => return format!("        return {expression};\n"),
        (Meaning::Unsupported, _) => "throw new Error(\"not supported\")",
        (Meaning::Nothing, None) => return String::new(),
        (Meaning::Nothing, Some(Type::Prim(Prim::Boolean))) => "return false",
        (Meaning::Nothing, Some(Type::Prim(_))) => "return 0",
        (Meaning::Nothing, Some(Type::Ref(_))) => "return \"\"",
    };
    format!("        {statement};\n")
}

fn parameter(at: usize, kind: &Type, is_generic: bool) -> String {
    let name = type_name(kind);
    let name = match name.as_str() {
        "Class" | "ObjectFactory" if is_generic => format!("{name}<T>"),
        "T" if !is_generic => "Object".into(),
        _ => name,
    };
    format!("{name} a{at}")
}

/// The simple name; an Object is the variable of a generic method.
fn type_name(kind: &Type) -> String {
    match kind {
        Type::Prim(prim) => format!("{prim:?}").to_lowercase(),
        Type::Ref(name) if **name == *"java/lang/Object" => "T".into(),
        Type::Ref(name) if !name.starts_with('[') && (name.starts_with("java/lang/") || **name == *FACTORY) => {
            name.rsplit('/').next().unwrap_or(name).to_string()
        }
        Type::Ref(_) => replay::driver::names::type_name(kind),
    }
}
