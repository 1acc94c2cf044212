//! What tests are called: the method, what comes of it, and what is special about this one, which is the side of a branch that the other tests of the method
//! do not take. Names are unique in their class and depend on nothing but the tests.

use crate::arrange::{Arrangement, Given};
use crate::choice::Proposed;
use crate::condition::{Condition, capitalised, char_words, constant_words, number_words, simple, text_words};
use crate::junit::{TestOutcome, Tested, TestedKind, UnitTest, unused};
use crate::laws::Law;
use crate::suspicion::goes_both_ways;
use crate::ways::Side;
use bytecode::{ClassFile, Prim, Type};
use replay::InputValue;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Letters of a name that people still read.
const LONGEST: usize = 100;
/// Of a condition as Java.
const LONGEST_JAVA: usize = 80;
/// Arguments that a name speaks of.
const MOST_ARGUMENTS: usize = 2;

/// Methods without parameters and result that every object has.
const OF_OBJECT: [&str; 4] = ["notify", "notifyAll", "wait", "finalize"];

/// What tests do, as far as a JVM told.
pub struct Walked<'a> {
    /// The classes under test.
    pub classes: &'a [Rc<ClassFile>],
    /// By position among the tests.
    pub sides: BTreeMap<usize, BTreeSet<Side>>,
}

/// Names all tests of a class.
pub fn name_all(tests: &mut [Proposed], methods: &[Tested], walked: &Walked) {
    let specials: Vec<Vec<Special>> = (0..tests.len()).map(|at| walked.special(tests, methods, at)).collect();
    let bases: Vec<String> = tests.iter().map(|one| base(&one.test, &methods[one.test.tested])).collect();
    // From the shortest form on, each adds what tells it from others.
    let forms: Vec<[String; 4]> = specials
        .iter()
        .zip(&bases)
        .zip(&*tests)
        .map(|((special, base), one)| {
            if Law::is_name(base) {
                return [(); 4].map(|()| base.clone());
            }
            let words: Vec<&str> = special.iter().filter_map(|special| special.words.as_deref()).collect();
            let inputs = inputs(&one.test.arrangement, &methods[one.test.tested]).unwrap_or_default();
            let plain = if base == &methods[one.test.tested].name { format!("{base}{inputs}") } else { base.clone() };
            match words.as_slice() {
                [] => [plain, format!("{base}{inputs}"), format!("{base}{inputs}"), format!("{base}{inputs}")],
                [first] => {
                    let first = format!("{base}When{first}");
                    [first.clone(), format!("{first}{inputs}"), format!("{first}{inputs}"), format!("{first}{inputs}")]
                }
                [first, second, ..] => {
                    let (one, both) = (format!("{base}When{first}"), format!("{base}When{first}And{second}"));
                    [one.clone(), both.clone(), format!("{one}{inputs}"), format!("{both}{inputs}")]
                }
            }
        })
        .collect();
    let mut used = BTreeSet::new();
    for (at, one) in tests.iter_mut().enumerate() {
        let is_alone = |form: &&String| {
            let others = forms.iter().enumerate().filter(|(other, _)| *other != at);
            form.len() <= LONGEST && others.flat_map(|(_, forms)| forms).all(|other| other != *form)
        };
        let is_short = |form: &&String| form.len() <= LONGEST;
        let found = forms[at].iter().find(is_alone).or_else(|| forms[at].iter().rev().find(is_short));
        one.test.name = unused(&identifier(found.unwrap_or(&bases[at])), &mut used);
        let is_law = Law::is_name(&one.test.name);
        one.test.display = if is_law { None } else { display(&methods[one.test.tested], &specials[at]) };
    }
}

/// Whatever went into a name, Java takes it.
fn identifier(name: &str) -> String {
    let is_part = |c: &char| c.is_alphanumeric() || "_$".contains(*c);
    name.replace("[]", "Array").chars().filter(is_part).collect()
}

/// A condition that sets a test apart.
struct Special {
    java: String,
    words: Option<String>,
    /// Tests of the same method for which it holds, too.
    others: usize,
}

impl Walked<'_> {
    /// Best first.
    fn special(&self, tests: &[Proposed], methods: &[Tested], at: usize) -> Vec<Special> {
        let (Some(own), tested) = (self.sides.get(&at), tests[at].test.tested) else { return Vec::new() };
        let same = |other: &usize| *other != at && tests[*other].test.tested == tested;
        let others: Vec<&BTreeSet<Side>> =
            (0..tests.len()).filter(same).filter_map(|other| self.sides.get(&other)).collect();
        let threw = matches!(tests[at].test.outcome, TestOutcome::Threw(..));
        let mut ranked = Vec::new();
        for side in own {
            let file = &self.classes[side.class];
            let shared = others.iter().filter(|sides| sides.contains(side)).count();
            // What all do says nothing; of a single test, only where an exception comes from.
            if shared == others.len() && !(others.is_empty() && threw) || goes_both_ways(own, side) {
                continue;
            }
            let Some(condition) = Condition::of(file, side) else { continue };
            let java = condition.java(&file.name);
            let words = condition.words();
            let [parameters, locals] = condition.locals();
            let method = &file.methods[side.method];
            let is_elsewhere = side.class != 0 || *method.name != *methods[tested].name;
            if java.len() > LONGEST_JAVA || is_elsewhere && locals > 0 {
                continue;
            }
            let rank = (shared, is_elsewhere, words.is_none(), locals > 0, parameters == 0, java.len(), side.clone());
            ranked.push((rank, Special { java, words, others: shared }));
        }
        ranked.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mut seen = BTreeSet::new();
        ranked.into_iter().map(|(_, special)| special).filter(|special| seen.insert(special.java.clone())).collect()
    }
}

/// `withdraw: amount > balance`
fn display(tested: &Tested, special: &[Special]) -> Option<String> {
    let (first, rest) = special.split_first()?;
    let called = match tested.kind {
        TestedKind::Constructor => format!("new {}", simple(&tested.class)),
        TestedKind::Static | TestedKind::Instance => tested.name.clone(),
    };
    let second = rest.first().filter(|second| first.others > 0 && second.java.len() + first.java.len() < LONGEST_JAVA);
    let second = second.map(|second| format!(" && {}", second.java));
    Some(format!("{called}: {}{}", first.java, second.unwrap_or_default()))
}

/// The method and what comes of it: `withdrawThrowsIllegalArgument`, `sizeReturnsZero`, `createsAccount`.
fn base(test: &UnitTest, tested: &Tested) -> String {
    if Law::is_name(&test.name) {
        return test.name.clone();
    }
    let called = match tested.kind {
        TestedKind::Constructor => "constructor".to_string(),
        TestedKind::Static | TestedKind::Instance => tested.name.clone(),
    };
    match &test.outcome {
        TestOutcome::Threw(class, _) => {
            let name = class.rsplit(['.', '$']).next().unwrap_or(class);
            let short = name.strip_suffix("Exception").filter(|short| !short.is_empty()).unwrap_or(name);
            format!("{called}Throws{short}")
        }
        TestOutcome::Endless => format!("{called}DoesNotEnd"),
        TestOutcome::Returned(_) if tested.kind == TestedKind::Constructor => {
            format!("creates{}", capitalised(&simple(&tested.class)))
        }
        TestOutcome::Returned(said) => match said.iter().find_map(|said| answer(said, tested)) {
            Some(answer) => format!("{called}Returns{answer}"),
            None if let Some(kind) = &tested.result => format!("{called}Returns{}", kind_words(kind)),
            // A test must not override what every object has.
            None if OF_OBJECT.contains(&called.as_str()) => format!("{called}Completes"),
            None => called,
        },
    }
}

/// What an assertion says of the result, in words.
fn answer(said: &str, tested: &Tested) -> Option<String> {
    let said = said.strip_suffix("result);")?;
    Some(match said {
        "assertTrue(" => "True".into(),
        "assertFalse(" => "False".into(),
        "assertNull(" => "Null".into(),
        "assertNotNull(" => kind_words(tested.result.as_ref()?),
        "assertSame(receiver, " => "Itself".into(),
        _ => {
            let expected = said.strip_prefix("assertEquals(").and_then(|said| said.strip_suffix(", "));
            match expected {
                Some(expected) => literal_words(expected).unwrap_or_else(|| kind_words_of(expected, tested)),
                None if said.starts_with("assertArrayEquals(") && said.contains("] {}") => "EmptyArray".into(),
                None if said.starts_with("assertArrayEquals(") => "Array".into(),
                None => return None,
            }
        }
    })
}

fn kind_words(kind: &Type) -> String {
    match kind {
        Type::Ref(name) if &**name == "java/lang/String" => "Text".into(),
        Type::Ref(name) if name.starts_with('[') => "Array".into(),
        Type::Ref(name) if &**name == "java/lang/Object" => "Object".into(),
        Type::Ref(name) => capitalised(&simple(name)),
        Type::Prim(Prim::Boolean) => "Boolean".into(),
        Type::Prim(Prim::Char) => "Char".into(),
        Type::Prim(_) => "Number".into(),
    }
}

/// What kind of value an assertion expects: a text, a number, or what the method declares.
fn kind_words_of(expected: &str, tested: &Tested) -> String {
    match (&tested.result, expected.chars().next()) {
        (_, Some('"')) => "Text".into(),
        (Some(kind @ Type::Ref(_)), Some(first)) if first.is_alphabetic() => match expected.ends_with(".of()") {
            true => format!("Empty{}", kind_words(kind)),
            false => kind_words(kind),
        },
        _ => "Number".into(),
    }
}

/// Of what an assertion has for its first argument.
fn literal_words(literal: &str) -> Option<String> {
    let plain = literal.strip_prefix("(byte) ").or_else(|| literal.strip_prefix("(short) ")).unwrap_or(literal);
    if let Ok(number) = plain.trim_end_matches('L').parse::<i64>() {
        return Some(number_words(number));
    }
    if let Ok(number) = plain.trim_end_matches('f').parse::<f64>() {
        let is_whole = number.fract() == 0.0 && number.abs() < 1e9;
        return is_whole.then(|| number_words(number as i64));
    }
    if let Some(text) = plain.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        // With signs in it, words would be half the truth.
        let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return if is_word { text_words(&text.encode_utf16().collect::<Vec<_>>()) } else { None };
    }
    if let Some(unit) = plain.strip_prefix('\'').and_then(|unit| unit.strip_suffix('\'')) {
        return char_words(i64::from(u32::from(unit.chars().next().filter(|_| unit.len() == 1)?)));
    }
    match plain {
        "true" => Some("True".into()),
        "false" => Some("False".into()),
        "Double.NaN" | "Float.NaN" => Some("NaN".into()),
        _ if plain.ends_with("POSITIVE_INFINITY") => Some("Infinity".into()),
        _ if plain.ends_with("NEGATIVE_INFINITY") => Some("MinusInfinity".into()),
        _ if plain.contains(|c: char| !c.is_alphanumeric() && !"._$".contains(c)) => None,
        _ => plain.rsplit_once('.').map(|(_, constant)| constant_words(constant)),
    }
}

/// `WithZeroAndNull`
fn inputs(arrangement: &Arrangement, tested: &Tested) -> Option<String> {
    let skipped = usize::from(tested.kind == TestedKind::Instance);
    let arguments = arrangement.arguments.get(skipped..)?;
    if arguments.is_empty() || arguments.len() > MOST_ARGUMENTS {
        return None;
    }
    let words: Vec<String> = arguments.iter().map(|(_, given)| given_words(given, arrangement)).collect();
    Some(format!("With{}", words.join("And")))
}

fn given_words(given: &Given, arrangement: &Arrangement) -> String {
    match given {
        Given::Plain(value) => value_words(value),
        Given::Object(at) => capitalised(&simple(&arrangement.objects[*at].class)).replace("[]", "Array"),
        Given::Class(descriptor) => {
            capitalised(&simple(&descriptor.trim_start_matches('L').trim_end_matches(';').into()))
                .replace("[]", "Array")
        }
        Given::Constant { name, .. } => constant_words(name),
        Given::As(given, _) => given_words(given, arrangement),
    }
}

fn value_words(value: &InputValue) -> String {
    let real = |number: f64| match number {
        _ if number.is_nan() => "NaN".into(),
        f64::INFINITY => "Infinity".into(),
        f64::NEG_INFINITY => "MinusInfinity".into(),
        _ if number.fract() == 0.0 && number.abs() < 1e9 => number_words(number as i64),
        _ => "Number".into(),
    };
    match value {
        InputValue::Boolean(truth) => if *truth { "True" } else { "False" }.into(),
        InputValue::Byte(number) => number_words((*number).into()),
        InputValue::Short(number) => number_words((*number).into()),
        InputValue::Int(number) => number_words((*number).into()),
        InputValue::Long(number) => number_words(*number),
        InputValue::Char(unit) => char_words((*unit).into()).unwrap_or_else(|| "Char".into()),
        InputValue::Float(number) => real((*number).into()),
        InputValue::Double(number) => real(*number),
        InputValue::Text(units) => text_words(units).unwrap_or_else(|| "Text".into()),
        InputValue::Boxed(number) => value_words(number),
        InputValue::Array { elements, .. } if elements.is_empty() => "EmptyArray".into(),
        InputValue::Array { .. } | InputValue::Same { .. } => "Array".into(),
        InputValue::Object { class, .. } => capitalised(class.simple()),
        InputValue::Null => "Null".into(),
    }
}
