//! A program for a call: its inputs, the call, and what it looks at. The constant to compare with comes later, from the JVM.

use super::catalogue::{Call, CallKind, Catalogue};
use super::form::{check, number_check, thrown_form, value_form};
use super::maker::makers;
use super::value::{Input, Scope, draw, input, literal, object};
use crate::random::Dice;

const PRIMITIVES: [&str; 8] = ["boolean", "byte", "short", "char", "int", "long", "float", "double"];

/// Arguments of arguments of ... are made so deep.
const DEEPEST: usize = 4;

/// How many other calls of the receiver come before the one that is looked at.
const CALLS_BEFORE: [usize; 5] = [0, 0, 1, 2, 3];

/// A program without its constant.
#[derive(Clone, Debug)]
pub struct Draft {
    pub name: String,
    pub group: &'static str,
    /// What is called, for the reader.
    pub title: String,
    /// Answers of the JVM to the program's calls for inputs, which lead to the constant.
    pub inputs: Vec<String>,
    body: String,
    result: String,
    value_form: &'static str,
    thrown_form: &'static str,
    /// Draws the check, once the constant is known.
    dice: Dice,
}

/// What the JVM gave for the inputs of a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    pub thrown: bool,
    pub text: Vec<u16>,
}

impl Draft {
    /// The draft as a class whose `text()` the JVM is asked for.
    pub fn source(&self) -> String {
        self.class("")
    }

    /// The program: its assertion fails on the inputs of the draft.
    pub fn program(&self, observed: &Observed) -> String {
        let mut dice = self.dice.clone();
        let direct =
            PRIMITIVES.contains(&self.result.as_str()) && !observed.thrown && self.value_form.contains("of(v)");
        let number =
            direct.then(|| number_check(&mut dice, &self.result, &String::from_utf16_lossy(&observed.text))).flatten();
        let main = match number {
            Some(check) => format!(
                "    public static void main(String[] arguments) throws Throwable {{\n        {} value = call();\n        {check}\n    }}\n",
                self.result
            ),
            None => format!(
                "    public static void main(String[] arguments) {{\n        String text = text();\n        {}\n    }}\n",
                check(&mut dice, &observed.text)
            ),
        };
        self.class(&format!("\n{main}"))
    }

    fn class(&self, main: &str) -> String {
        let Draft { name, title, body, result, value_form, thrown_form, .. } = self;
        format!(
            "import jacana.Jacana;\n\n/** {title} */\npublic class {name} {{\n    static boolean thrown;\n\n    static {result} call() throws Throwable {{\n{body}    }}\n\n    \
             static String text() {{\n        try {{\n            {result} v = call();\n            return {value_form};\n        }} catch (Throwable t) {{\n            \
             thrown = true;\n            return {thrown_form};\n        }}\n    }}\n{main}}}\n"
        )
    }
}

/// Writes one draft.
pub struct Writer<'a> {
    catalogue: &'a Catalogue,
    dice: Dice,
    scope: Scope,
    most_inputs: usize,
    lines: Vec<String>,
    inputs: Vec<String>,
    variables: usize,
}

impl<'a> Writer<'a> {
    pub fn new(catalogue: &'a Catalogue, mut dice: Dice) -> Writer<'a> {
        let scope = *dice.pick(&[Scope::Free, Scope::Near, Scope::Near, Scope::Choice, Scope::Choice]);
        let most_inputs = 1 + dice.below(3);
        Writer { catalogue, dice, scope, most_inputs, lines: Vec::new(), inputs: Vec::new(), variables: 0 }
    }

    /// None if an argument cannot be made, or the call has no room for an input.
    pub fn draft(mut self, name: &str, call: &Call) -> Option<Draft> {
        let (expression, receiver) = self.call(call, 0)?;
        if self.inputs.is_empty() {
            return None;
        }
        let void = call.result == "void";
        let shows_receiver = receiver.is_some() && (void || self.dice.one_in(4));
        let (statement, result) = match receiver {
            Some(receiver) if void => (format!("{expression}; return {receiver};"), call.class.clone()),
            Some(receiver) if shows_receiver => {
                (format!("Object r = Text.of({expression}); return Text.of({receiver}) + r;"), "String".to_string())
            }
            None if void => (format!("{expression}; return Text.ended();"), "String".to_string()),
            _ => (format!("return {expression};"), call.result.clone()),
        };
        self.lines.push(statement);
        let body = self.lines.iter().map(|line| format!("        {line}\n")).collect();
        let value_form = value_form(&mut self.dice, &result);
        let thrown_form = thrown_form(&mut self.dice);
        Some(Draft {
            name: name.to_string(),
            group: call.group,
            title: call.title(),
            inputs: self.inputs,
            body,
            result,
            value_form,
            thrown_form,
            dice: self.dice,
        })
    }

    /// The call as an expression, and the variable with the receiver if there is one.
    fn call(&mut self, call: &Call, depth: usize) -> Option<(String, Option<String>)> {
        let receiver = match call.kind {
            CallKind::Instance => {
                let made = self.made(&call.class, depth + 1)?;
                let name = self.variable();
                self.lines.push(format!("{} {name} = {};", call.class, cast(&call.class, &made)));
                if depth == 0 {
                    for _ in 0..*self.dice.pick(&CALLS_BEFORE) {
                        self.call_before(call, &name);
                    }
                }
                Some(name)
            }
            CallKind::Static | CallKind::New => None,
        };
        let mut arguments = Vec::new();
        for kind in &call.parameters {
            arguments.push(cast(kind, &self.made(kind, depth + 1)?));
        }
        let arguments = arguments.join(", ");
        let expression = match (call.kind, &receiver) {
            (CallKind::New, _) => format!("new {}({arguments})", call.class),
            (_, Some(receiver)) => format!("{receiver}.{}({arguments})", call.name),
            (_, None) => format!("{}.{}({arguments})", call.class, call.name),
        };
        Some((expression, receiver))
    }

    /// Another method of the same receiver, so that the call finds it in another state; often on one side of a branch only.
    fn call_before(&mut self, call: &Call, receiver: &str) {
        let is_other = |other: &&Call| {
            other.class == call.class && other.kind == CallKind::Instance && other.parameters.len() <= 2
        };
        let others: Vec<&Call> = self.catalogue.calls.iter().filter(is_other).collect();
        let other = *self.dice.pick(&others);
        let guard = self.dice.one_in(2).then(|| self.variable());
        if let Some(guard) = &guard {
            self.lines.push(format!("boolean {guard} = Jacana.anyBoolean();"));
            self.inputs.push(self.dice.one_in(2).to_string());
        }
        let mut arguments = Vec::new();
        for kind in &other.parameters {
            let Some(made) = self.made(kind, 2) else { return };
            arguments.push(cast(kind, &made));
        }
        let statement = format!("{receiver}.{}({});", other.name, arguments.join(", "));
        self.lines.push(match guard {
            Some(guard) => format!("if ({guard}) {{ {statement} }}"),
            None => statement,
        });
    }

    fn variable(&mut self) -> String {
        self.variables += 1;
        format!("x{}", self.variables)
    }

    /// An expression of a type; what it needs stands in lines before.
    fn made(&mut self, kind: &str, depth: usize) -> Option<String> {
        if depth > DEEPEST {
            return None;
        }
        if self.inputs.len() < self.most_inputs && self.dice.one_in(5) {
            let name = self.variable();
            if let Some(Input { lines, answers }) = object(&mut self.dice, kind, &name) {
                self.lines.extend(lines);
                self.inputs.extend(answers);
                return Some(name);
            }
        }
        let kind = if kind == "java.lang.String" { "String" } else { kind };
        if kind == "small" {
            return Some(if self.inputs.len() < self.most_inputs && self.dice.one_in(2) {
                self.small()
            } else {
                self.dice.below(7).to_string()
            });
        }
        if kind == "digits" {
            return Some((0..1 + self.dice.below(24)).map(|_| char::from(b'0' + self.dice.below(10) as u8)).collect());
        }
        if PRIMITIVES.contains(&kind) || kind == "String" {
            return Some(self.plain(kind));
        }
        if let Some(constants) = self.catalogue.constants.get(kind)
            && makers(kind).is_none()
        {
            return Some(self.constant(kind, constants));
        }
        if let Some(templates) = makers(kind) {
            let template = *self.dice.pick(templates);
            return self.filled(template, depth);
        }
        let calls: Vec<&Call> = self.catalogue.makers(kind).collect();
        if calls.is_empty() {
            return None;
        }
        let call = *self.dice.pick(&calls);
        Some(self.call(call, depth)?.0)
    }

    fn constant(&mut self, kind: &str, constants: &[String]) -> String {
        let mut one = || format!("{kind}.{}", self.dice.pick(constants));
        let (first, second) = (one(), one());
        if self.inputs.len() < self.most_inputs && self.dice.one_in(2) {
            self.inputs.push("true".to_string());
            let name = self.variable();
            self.lines.push(format!("{kind} {name} = Jacana.anyBoolean() ? {first} : {second};"));
            return name;
        }
        first
    }

    fn small(&mut self) -> String {
        let value = self.dice.below(7);
        let name = self.variable();
        let high = (value + self.dice.below(2)).min(6);
        self.lines.push(format!("int {name} = Jacana.anyInt();"));
        self.lines.push(format!("Jacana.assume({name} >= {} && {name} <= {high});", value.saturating_sub(1)));
        self.inputs.push(value.to_string());
        name
    }

    /// An input, or a constant where the program has inputs enough.
    fn plain(&mut self, kind: &str) -> String {
        let symbolic = self.inputs.len() < self.most_inputs && (self.inputs.is_empty() || self.dice.one_in(2));
        if !symbolic {
            let value = draw(&mut self.dice, kind);
            return literal(kind, &value);
        }
        let name = self.variable();
        let Input { lines, answers } = input(&mut self.dice, kind, &name, self.scope);
        self.lines.extend(lines);
        self.inputs.extend(answers);
        name
    }

    fn filled(&mut self, template: &str, depth: usize) -> Option<String> {
        let mut out = String::new();
        let mut rest = template;
        while let Some(open) = rest.find('{') {
            let close = rest[open..].find('}').map(|at| open + at)?;
            let word = &rest[open + 1..close];
            // Braces of Java: of an array's elements, or a lambda's body.
            if word.is_empty()
                || !word.chars().all(|c| c.is_ascii_alphanumeric() || ".[]".contains(c))
                || word.parse::<u32>().is_ok()
            {
                out.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
                continue;
            }
            out.push_str(&rest[..open]);
            let made = self.made(word, depth + 1)?;
            out.push_str(&made);
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
        Some(out)
    }
}

/// Casts choose among overloads, and make raw types of what javac would infer.
fn cast(kind: &str, expression: &str) -> String {
    if PRIMITIVES.contains(&kind) { expression.to_string() } else { format!("({kind}) ({expression})") }
}
