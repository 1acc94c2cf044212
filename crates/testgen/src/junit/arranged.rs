//! How a test makes its objects and calls the method, as Java: statements, expressions, and what classes are called.

use super::names::Names;
use super::{NEEDLESS, Tested, TestedKind, locals, stubs, without_casts};
use crate::arrange::{Answering, Arrangement, Given, Made};
use crate::java::{literal, quoted, type_name};
use bytecode::{ClassName, Type};
use replay::InputValue;
use std::fmt::Write;

/// The variable of the object whose method is called.
pub const RECEIVER: &str = "receiver";

/// What no variable of ours can be called.
const RESERVED: &str = "result receiver abstract boolean byte case catch char class default do double else enum final float for if import int interface long \
     native new null package private protected public record return short static super switch this throw try void volatile while";

pub struct Act {
    pub statements: String,
    pub call: String,
    /// Of all objects that are made: names, and what they are declared with.
    pub variables: Vec<(String, String)>,
}

pub fn act(names: &mut Names, tested: &Tested, arrangement: &Arrangement) -> Act {
    let mut statements = String::new();
    let mut declared: Vec<(String, String)> = Vec::new();
    let mut variables = Variables { casts: arrangement.casts, ..Variables::default() };
    let is_receiver = |at: usize| {
        tested.kind == TestedKind::Instance
            && matches!(arrangement.arguments.first(), Some((_, Given::Object(first))) if *first == at)
    };
    for (at, object) in arrangement.objects.iter().enumerate() {
        let class = names.internal(&object.class);
        let (kind, diamond) = match arrangement.types.objects.get(&at) {
            Some(kind) => (names.generic(kind), "<>"),
            None => (class.clone(), ""),
        };
        let variable = if is_receiver(at) { RECEIVER.to_string() } else { variable(&object.class, &variables.names) };
        let made = match &object.made {
            Made::Call { of, method, types, arguments, is_cast, .. } => {
                let arguments = expressions(names, arguments.iter(), types, &variables);
                let of = of.as_ref().map(|of| expression(names, of, None, &variables));
                let made = match (method, of) {
                    (None, None) => format!("new {class}{diamond}({arguments})"),
                    (None, Some(outer)) => {
                        let simple = class.rsplit('.').next().unwrap_or(&class);
                        format!("{outer}.new {simple}({arguments})")
                    }
                    (Some((_, method)), Some(other)) => format!("{other}.{method}({arguments})"),
                    (Some((holder, method)), None) => format!("{}.{method}({arguments})", names.internal(holder)),
                };
                if *is_cast { format!("({class}) {made}") } else { made }
            }
            Made::Elements(elements) => {
                let all: Vec<String> =
                    elements.iter().map(|element| expression(names, element, None, &variables)).collect();
                format!("new {class} {{{}}}", all.join(", "))
            }
            Made::Value(value) => literal(value),
            Made::Member { of, got_by, name, parameters } => {
                let name = name.iter().map(|name| quoted(name));
                let of = names.descriptor(of);
                let kinds: Vec<String> =
                    parameters.iter().map(|kind| format!("{}.class", names.descriptor(kind))).collect();
                let all: Vec<String> = name.chain(kinds).collect();
                format!("{of}.class.{got_by}({})", all.join(", "))
            }
            Made::Anonymous { is_interface, types, arguments, methods } => {
                let stub = if *is_interface { stubs::named(names, &object.class, methods) } else { None };
                let is_told = |method: &&Answering| stub.is_none() || !method.is_nothing();
                let arguments = expressions(names, arguments.iter(), types, &variables);
                let told = methods.iter().filter(is_told);
                let told: String = told.map(|method| answering(names, method, &variables)).collect();
                let body = if told.is_empty() && stub.is_some() { "".into() } else { format!(" {{\n{told}        }}") };
                format!("new {}({arguments}){body}", stub.as_ref().unwrap_or(&class))
            }
        };
        let _ = writeln!(statements, "        {kind} {variable} = {made};");
        declared.push((variable.clone(), class));
        variables.names.push(variable.clone());
        variables.classes.push(object.class.clone());
        let steps = if let Made::Call { steps, .. } = &object.made { steps.as_slice() } else { &[] };
        for step in steps {
            let arguments = expressions(names, step.arguments.iter(), &step.types, &variables);
            let _ = writeln!(statements, "        {variable}.{}({arguments});", step.method);
        }
    }
    let class = names.internal(&tested.class);
    if let (TestedKind::Instance, Some((_, given @ (Given::Constant { .. } | Given::Plain(_) | Given::Class(_))))) =
        (tested.kind, arrangement.arguments.first())
    {
        let _ = writeln!(statements, "        {class} {RECEIVER} = {};", expression(names, given, None, &variables));
        declared.push((RECEIVER.into(), class.clone()));
    }
    let skipped = usize::from(tested.kind == TestedKind::Instance);
    let given = arrangement.arguments.iter().skip(skipped).map(|(_, given)| given);
    let arguments = expressions(names, given, &tested.types, &variables);
    let call = match tested.kind {
        TestedKind::Static => format!("{class}.{}({arguments})", tested.name),
        TestedKind::Instance => format!("{RECEIVER}.{}({arguments})", tested.name),
        TestedKind::Constructor => {
            let diamond = if arrangement.types.result.is_some() { "<>" } else { "" };
            format!("new {class}{diamond}({arguments})")
        }
    };
    Act { statements, call, variables: declared }
}

/// A method of an anonymous class.
fn answering(names: &mut Names, method: &Answering, variables: &Variables) -> String {
    let parameters: Vec<String> =
        method.parameters.iter().enumerate().map(|(at, kind)| format!("{} p{at}", names.kind(kind))).collect();
    let visible = if method.is_public { "public" } else { "protected" };
    let (result, body) = match &method.answer {
        None => ("void".to_string(), String::new()),
        Some((kind, given)) => {
            let answer = expression(names, given, Some(kind), variables);
            (names.kind(kind), format!("\n                return {answer};\n            "))
        }
    };
    format!("            {visible} {result} {}({}) {{{body}}}\n", method.name, parameters.join(", "))
}

/// The statements that make the objects, and the call, as lines.
pub fn arranged(package: &str, tested: &Tested, arrangement: &Arrangement) -> Vec<String> {
    let act = act(&mut Names::new(package, true), tested, arrangement);
    let names = locals::names(tested, arrangement, &act);
    let lines = act.statements.lines().map(|line| line.trim_start().to_string()).chain([act.call + ";"]);
    lines.map(|line| without_casts(&locals::renamed(&line, &names))).collect()
}

/// What the method is given, by the names of its parameters: values as Java, objects by their classes.
pub fn arguments(tested: &Tested, arrangement: &Arrangement) -> Vec<(String, String)> {
    let skipped = usize::from(tested.kind == TestedKind::Instance);
    let mut names = Names::new("", true);
    let given = arrangement.arguments.iter().skip(skipped);
    given.map(|(name, given)| (name.clone(), shown(&mut names, given, arrangement))).collect()
}

fn shown(names: &mut Names, given: &Given, arrangement: &Arrangement) -> String {
    match given {
        Given::Object(at) => {
            let class = arrangement.objects[*at].class.dotted();
            format!("an object of {}", class.simple())
        }
        Given::As(given, _) => shown(names, given, arrangement),
        Given::Class(_) | Given::Constant { .. } | Given::Plain(_) => {
            expression(names, given, None, &Variables::default())
        }
    }
}

/// A word for an object, with a number if there are several.
fn variable(class: &ClassName, used: &[String]) -> String {
    let simple = class.trim_end_matches(';').rsplit(['/', '$', '[']).next().unwrap_or("object");
    let word = if class.starts_with('[') { "array".into() } else { locals::word(simple) };
    let is_free = |name: &String| !used.contains(name) && !RESERVED.split(' ').any(|reserved| reserved == name);
    let numbered = |number: usize| if number == 0 { word.clone() } else { format!("{word}{number}") };
    let first_number = if used.contains(&word) { 2 } else { 0 };
    (first_number..).map(numbered).find(is_free).expect("some number is free")
}

fn expressions<'g>(
    names: &mut Names,
    given: impl Iterator<Item = &'g Given>,
    types: &[Type],
    variables: &Variables,
) -> String {
    let mut all: Vec<String> = Vec::new();
    for (given, kind) in given.zip(types) {
        let plain = expression(names, given, Some(kind), variables);
        all.push(match variables.casts && variables.is_told(given, kind) {
            true => format!("({}) {plain}", names.kind(kind)),
            false => plain,
        });
    }
    all.join(", ")
}

/// The variables of a test.
#[derive(Default)]
struct Variables {
    names: Vec<String>,
    /// That they are declared with.
    classes: Vec<ClassName>,
    casts: bool,
}

impl Variables {
    /// Where every object is given as what is declared: has it another type, or type arguments?
    fn is_told(&self, given: &Given, kind: &Type) -> bool {
        match given {
            Given::Object(at) => !matches!(kind, Type::Ref(name) if *name == self.classes[*at]),
            Given::Class(_) | Given::Constant { .. } => true,
            Given::Plain(InputValue::Text(_) | InputValue::Array { .. } | InputValue::Boxed(_)) => true,
            Given::Plain(_) | Given::As(..) => false,
        }
    }
}

fn expression(names: &mut Names, given: &Given, kind: Option<&Type>, variables: &Variables) -> String {
    match given {
        Given::Object(at) => variables.names[*at].clone(),
        Given::Class(descriptor) => format!("{}.class", names.descriptor(descriptor)),
        Given::Constant { class, name } => format!("{}.{name}", names.internal(class)),
        Given::As(given, kind) if given.is_null() => {
            format!("({}) null", names.kind(kind))
        }
        Given::As(given, kind) => format!("({}) {}", names.kind(kind), expression(names, given, Some(kind), variables)),
        // Which of several methods is meant must not depend on it.
        Given::Plain(InputValue::Null) => match kind {
            Some(kind @ Type::Ref(name)) if names.is_importing() && !name.starts_with('[') => {
                format!("{NEEDLESS}({}) null", names.kind(kind))
            }
            Some(kind) => format!("({}) null", names.kind(kind)),
            None => "null".into(),
        },
        Given::Plain(InputValue::Boxed(number)) => {
            let class = type_name(&InputValue::Boxed(number.clone()));
            format!("{class}.valueOf({})", literal(number))
        }
        Given::Plain(value) => literal(value),
    }
}

#[cfg(test)]
mod tests {
    use super::variable;

    /// A class may be called like the second variable of another one, or end in a digit itself.
    #[test]
    fn no_two_variables_have_the_same_name() {
        let classes =
            ["a/Node", "a/Node2", "a/Node2", "a/Node", "a/Node", "a/Node22", "a/Class", "a/Class", "[I", "[I"];
        let mut used: Vec<String> = Vec::new();
        for class in classes {
            let name = variable(&class.into(), &used);
            assert!(!used.contains(&name), "{name} again in {used:?}");
            used.push(name);
        }
        let all = ["node", "node2", "node22", "node3", "node4", "node222", "class1", "class2", "array", "array2"];
        assert_eq!(used, all);
    }
}
