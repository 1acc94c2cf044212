//! A witness in the GraphML format of SV-COMP, version 1.0, for Java. A violation witness has one edge for each input, in the
//! order of asking, so that a validator can execute the program again. A correctness witness has a node for each loop that a proof
//! generalised, with what holds whenever control comes to its head.

use crate::Run;
use explore::{Cut, LoopProof, Property, Verdict, Violation};
use replay::{Input, InputValue, SourceLine};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use testgen::java::literal;

/// What a witness says about its making.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The source, as the user named it, or the class.
    pub program_file: String,
    /// The contents of the source, if it is known.
    pub program: Option<Vec<u8>>,
    /// ISO 8601.
    pub created: String,
}

/// A violation witness of the first property that is violated, else a correctness witness of the first that holds, else none.
pub fn witness(run: &Run, origin: &Origin) -> Option<String> {
    let verdicts = &run.verification.verdicts;
    let violated = verdicts.iter().find_map(|(property, verdict)| match verdict {
        Verdict::False(violation) => Some((*property, violation)),
        Verdict::True | Verdict::Unknown { .. } => None,
    });
    if let Some((property, violation)) = violated {
        return Some(document("violation_witness", property, origin, &violation_graph(violation)));
    }
    let held = verdicts.iter().find(|(_, verdict)| matches!(verdict, Verdict::True));
    held.map(|(property, _)| {
        let loops = run.verification.proofs.get(property).map_or(&[][..], |proof| &proof.loops);
        document("correctness_witness", *property, origin, &correctness_graph(loops))
    })
}

/// Every key with its name, type and what it is for.
const KEYS: &[(&str, &str, &str, &str)] = &[
    ("witness-type", "witness-type", "string", "graph"),
    ("sourcecodelang", "sourcecodelang", "string", "graph"),
    ("producer", "producer", "string", "graph"),
    ("specification", "specification", "string", "graph"),
    ("programfile", "programfile", "string", "graph"),
    ("programhash", "programhash", "string", "graph"),
    ("architecture", "architecture", "string", "graph"),
    ("creationtime", "creationtime", "string", "graph"),
    ("entry", "isEntryNode", "boolean", "node"),
    ("violation", "isViolationNode", "boolean", "node"),
    ("invariant", "invariant", "string", "node"),
    ("invariant.scope", "invariant.scope", "string", "node"),
    ("originfile", "originFileName", "string", "edge"),
    ("startline", "startline", "int", "edge"),
    ("enterLoopHead", "enterLoopHead", "boolean", "edge"),
    ("assumption", "assumption", "string", "edge"),
    ("assumption.scope", "assumption.scope", "string", "edge"),
];

fn document(kind: &str, property: Property, origin: &Origin, graph: &str) -> String {
    let keys: String = KEYS.iter().fold(String::new(), |mut keys, (id, name, kind, place)| {
        let _ = writeln!(keys, r#" <key id="{id}" attr.name="{name}" attr.type="{kind}" for="{place}"/>"#);
        keys
    });
    let specification = match property {
        Property::Assert => "CHECK( init(Main.main()), LTL(G assert) )",
        Property::RuntimeException => "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )",
        Property::Deadlock => "CHECK( init(Main.main()), LTL(G ! deadlock) )",
        Property::Race => "CHECK( init(Main.main()), LTL(G ! data-race) )",
        Property::Uncaught => "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.Throwable)) )",
    };
    let hash = origin.program.as_deref().map(sha256);
    let facts: String = [
        ("witness-type", Some(kind)),
        ("sourcecodelang", Some("Java")),
        ("producer", Some(concat!("Jacana ", env!("CARGO_PKG_VERSION")))),
        ("specification", Some(specification)),
        ("programfile", Some(&origin.program_file)),
        ("programhash", hash.as_deref()),
        ("architecture", Some("64bit")),
        ("creationtime", Some(&origin.created)),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some(data("  ", key, value?)))
    .collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
{keys} <graph edgedefault="directed">
{facts}{graph} </graph>
</graphml>
"#
    )
}

fn violation_graph(violation: &Violation) -> String {
    let inputs = violation.inputs.len();
    let mut graph = node(0, Some("entry"));
    graph.extend((1..=inputs).map(|at| node(at, None)));
    graph += &node(inputs + 1, Some("violation"));
    for (at, input) in violation.inputs.iter().enumerate() {
        let mut facts = input.asked_at.as_ref().map(place).unwrap_or_default();
        facts += &data("   ", "assumption", &assumption(input));
        facts += &input.asked_at.as_ref().map(|at| data("   ", "assumption.scope", &scope(at))).unwrap_or_default();
        graph += &edge(at, &facts);
    }
    graph + &edge(inputs, &throwing_place(&violation.trace))
}

/// Whoever comes to the head of a loop comes to its node, from wherever that is. Facts that are no Java are left out.
fn correctness_graph(loops: &[LoopProof]) -> String {
    let mut graph = node(0, Some("entry"));
    let named = |closed: &&LoopProof| closed.kind == Cut::Loop && closed.java().next().is_some();
    let loops: Vec<(&LoopProof, &SourceLine)> =
        loops.iter().filter(named).filter_map(|closed| Some((closed, closed.at.as_ref()?))).collect();
    for (number, (closed, at)) in loops.iter().enumerate() {
        let facts: Vec<String> = closed.java().map(|fact| format!("({fact})")).collect();
        let facts = data("   ", "invariant", &facts.join(" && ")) + &data("   ", "invariant.scope", &scope(at));
        let _ = write!(graph, "  <node id=\"n{}\">\n{facts}  </node>\n", number + 1);
    }
    for from in 0..=loops.len() {
        for (number, (_, at)) in loops.iter().enumerate() {
            graph += &edge_to(from, number + 1, &(place(at) + &data("   ", "enterLoopHead", "true")));
        }
    }
    graph
}

fn node(id: usize, mark: Option<&str>) -> String {
    let mark = mark.map(|mark| data("   ", mark, "true")).unwrap_or_default();
    format!("  <node id=\"n{id}\">\n{mark}  </node>\n")
}

fn edge(from: usize, facts: &str) -> String {
    edge_to(from, from + 1, facts)
}

fn edge_to(from: usize, to: usize, facts: &str) -> String {
    format!("  <edge source=\"n{from}\" target=\"n{to}\">\n{facts}  </edge>\n")
}

fn data(indent: &str, key: &str, value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("{indent}<data key=\"{key}\">{value}</data>\n")
}

fn place(at: &SourceLine) -> String {
    data("   ", "originfile", &at.file) + &data("   ", "startline", &at.line.to_string())
}

/// Where the first user frame of the trace stands.
fn throwing_place(trace: &[String]) -> String {
    let frame = trace.iter().filter_map(|line| line.strip_prefix("at ")).find(|frame| !frame.contains('/'));
    let place = frame.and_then(|frame| frame.split_once('(')?.1.strip_suffix(')')?.split_once(':'));
    place.map(|(file, line)| data("   ", "originfile", file) + &data("   ", "startline", line)).unwrap_or_default()
}

/// The method. wit4java skips an edge whose scope does not contain the name of the file.
fn scope(at: &SourceLine) -> String {
    let stem = at.file.strip_suffix(".java").unwrap_or(&at.file);
    let prefix = if at.class.contains(stem) { String::new() } else { format!("{stem}.java:") };
    format!("java::{prefix}{}.{}:{}", at.class, at.method, at.descriptor)
}

/// An equation that the validator can read: it takes what stands behind `= ` up to the end of a plain number, or what stands in the
/// quotes of `equals`, `parseFloat` and `parseDouble`. A long has no suffix and a char is its number for that reason.
fn assumption(input: &Input) -> String {
    let name = &input.name;
    match &input.value {
        InputValue::Boolean(truth) => format!("{name} == {truth}"),
        InputValue::Byte(number) => format!("{name} == {number}"),
        InputValue::Short(number) => format!("{name} == {number}"),
        InputValue::Char(unit) => format!("{name} == {unit}"),
        InputValue::Int(number) => format!("{name} == {number}"),
        InputValue::Long(number) => format!("{name} == {number}"),
        InputValue::Float(number) => {
            format!("Float.parseFloat(\"{}\") == {name}", floating(f64::from(*number), number))
        }
        InputValue::Double(number) => format!("Double.parseDouble(\"{}\") == {name}", floating(*number, number)),
        InputValue::Text(units) => format!("{name}.equals(\"{}\")", text(units)),
        // No input of SV-COMP is of these kinds.
        InputValue::Boxed(_)
        | InputValue::Array { .. }
        | InputValue::Same { .. }
        | InputValue::Object { .. }
        | InputValue::Null => {
            format!("{name} == {}", literal(&input.value))
        }
    }
}

/// As `Double.parseDouble` reads it, in the digits of its own precision.
fn floating(number: f64, digits: &impl std::fmt::Debug) -> String {
    match number {
        _ if number.is_nan() => "NaN".into(),
        f64::INFINITY => "Infinity".into(),
        f64::NEG_INFINITY => "-Infinity".into(),
        _ => format!("{digits:?}"),
    }
}

/// The inside of a Java literal. All but letters and digits are escaped: the validator gives quotes, semicolons at the end, `null`
/// and what looks like XML a meaning of their own.
fn text(units: &[u16]) -> String {
    let escaped = |unit: &u16| match u8::try_from(*unit) {
        Ok(plain) if plain.is_ascii_alphanumeric() || plain == b' ' => char::from(plain).to_string(),
        Ok(b'\n') => "\\n".into(),
        Ok(b'\r') => "\\r".into(),
        Ok(special @ (b'"' | b'\\')) => format!("\\{}", char::from(special)),
        _ => format!("\\u{unit:04x}"),
    };
    let literal: String = units.iter().map(escaped).collect();
    if literal == "null" { "nul\\u006c".into() } else { literal }
}

/// In hexadecimal digits.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytecode::DottedName;

    fn assumed(name: &str, value: InputValue) -> String {
        assumption(&Input { name: name.into(), value, asked_at: None })
    }

    #[test]
    fn values_are_written_as_the_validator_reads_them() {
        let text = |s: &str| assumed("t", InputValue::Text(s.encode_utf16().collect()));
        assert_eq!(assumed("i", InputValue::Int(-5)), "i == -5");
        assert_eq!(assumed("c", InputValue::Char(120)), "c == 120");
        assert_eq!(assumed("l", InputValue::Long(1 << 40)), "l == 1099511627776");
        assert_eq!(assumed("d", InputValue::Double(1e200)), "Double.parseDouble(\"1e200\") == d");
        assert_eq!(assumed("f", InputValue::Float(0.1)), "Float.parseFloat(\"0.1\") == f");
        assert_eq!(assumed("f", InputValue::Float(f32::NAN)), "Float.parseFloat(\"NaN\") == f");
        assert_eq!(text("a\"<;\n"), r#"t.equals("a\"\u003c\u003b\n")"#);
        assert_eq!(text("null"), r#"t.equals("nul\u006c")"#);
    }

    #[test]
    fn the_scope_names_the_file() {
        let at = |class: &str| SourceLine {
            file: "Main.java".into(),
            line: 3,
            class: DottedName::new(class),
            method: "f".into(),
            descriptor: "()V".into(),
        };
        assert_eq!(scope(&at("Main$Inner")), "java::Main$Inner.f:()V");
        assert_eq!(scope(&at("Other")), "java::Main.java:Other.f:()V");
    }

    #[test]
    fn the_last_edge_is_the_throwing_line() {
        let trace = ["java.lang.E: x", "at java.base/java.util.A.f(A.java:7)", "at Main.main(Main.java:9)"];
        let place = throwing_place(&trace.map(String::from));
        assert!(place.contains(">Main.java<") && place.contains(">9<"), "{place}");
    }
}
