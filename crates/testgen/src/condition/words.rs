//! Conditions in words, as parts of names: `AmountIsMoreThanBalance`, `TextIsEmpty`. Nothing where words would be more than people read.

use super::{Condition, Expr, Relation, ValueKind, simple};

/// Letters of a condition in a name.
const LONGEST: usize = 48;

const NUMBERS: [&str; 13] =
    ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

const SIGNS: [(char, &str); 32] = [
    (' ', "Space"),
    ('!', "ExclamationMark"),
    ('"', "Quote"),
    ('#', "Hash"),
    ('$', "Dollar"),
    ('%', "Percent"),
    ('&', "Ampersand"),
    ('\'', "Apostrophe"),
    ('(', "OpeningParenthesis"),
    (')', "ClosingParenthesis"),
    ('*', "Star"),
    ('+', "Plus"),
    (',', "Comma"),
    ('-', "Dash"),
    ('.', "Dot"),
    ('/', "Slash"),
    (':', "Colon"),
    (';', "Semicolon"),
    ('<', "LessSign"),
    ('=', "EqualSign"),
    ('>', "MoreSign"),
    ('?', "QuestionMark"),
    ('@', "At"),
    ('[', "OpeningBracket"),
    ('\\', "Backslash"),
    (']', "ClosingBracket"),
    ('^', "Caret"),
    ('_', "Underscore"),
    ('\n', "LineFeed"),
    ('\r', "CarriageReturn"),
    ('\t', "Tab"),
    ('|', "Bar"),
];

/// Questions about a number of things: nothing of them is an empty thing.
const SIZES: [&str; 3] = ["length", "size", "count"];

impl Condition {
    pub fn words(&self) -> Option<String> {
        let words = match self {
            Condition::Truth(expression, truth) => said(expression, *truth)?,
            Condition::Relation(left, relation, right) => related(left, *relation, right)?,
        };
        (words.len() <= LONGEST).then_some(words)
    }
}

fn related(left: &Expr, relation: Relation, right: &Expr) -> Option<String> {
    if let (Expr::Call { of: Some(of), name, arguments, .. }, Expr::Int(0)) = (left, right)
        && name.starts_with("compareTo")
        && let [other] = arguments.as_slice()
    {
        return related(of, relation, other);
    }
    if let (Expr::Call { of: None, name, arguments, .. }, Expr::Int(0)) = (left, right)
        && name == "compare"
        && let [one, other] = arguments.as_slice()
    {
        return related(one, relation, other);
    }
    if let (Some(things), Expr::Int(number)) = (counted(left), right) {
        let is_empty = match (relation, number) {
            (Relation::Equal | Relation::AtMost, 0) | (Relation::Less, 1) => Some(true),
            (Relation::Different | Relation::More, 0) | (Relation::AtLeast, 1) => Some(false),
            _ => None,
        };
        if let Some(is_empty) = is_empty {
            return Some(format!("{}{}", phrase(things)?, if is_empty { "IsEmpty" } else { "IsNotEmpty" }));
        }
    }
    let one = phrase(left)?;
    let zero = matches!(right, Expr::Int(0)) && left.kind() == ValueKind::Number || matches!(right, Expr::Real(0.0));
    let other = match (right, left.kind()) {
        (Expr::Int(number), ValueKind::Char) => char_words(*number)?,
        (Expr::Int(number), ValueKind::Boolean) => if *number == 0 { "False" } else { "True" }.into(),
        _ => phrase(right)?,
    };
    Some(match relation {
        Relation::Less if zero => format!("{one}IsNegative"),
        Relation::More if zero => format!("{one}IsPositive"),
        Relation::AtLeast if zero => format!("{one}IsNotNegative"),
        Relation::AtMost if zero => format!("{one}IsNotPositive"),
        Relation::Equal => format!("{one}Is{other}"),
        Relation::Different => format!("{one}IsNot{other}"),
        Relation::Less => format!("{one}IsLessThan{other}"),
        Relation::AtLeast => format!("{one}IsAtLeast{other}"),
        Relation::More => format!("{one}IsMoreThan{other}"),
        Relation::AtMost => format!("{one}IsAtMost{other}"),
    })
}

/// Whose size is asked for.
fn counted(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Length(of) => Some(of),
        Expr::Call { of: Some(of), name, arguments, .. }
            if arguments.is_empty() && SIZES.contains(&name.as_str()) && **of != Expr::This =>
        {
            Some(of)
        }
        _ => None,
    }
}

/// A boolean expression that is true or false.
fn said(expression: &Expr, truth: bool) -> Option<String> {
    match expression {
        Expr::InstanceOf(of, class) => {
            let is = if truth { "Is" } else { "IsNo" };
            Some(format!("{}{is}{}", phrase(of)?, capitalised(&simple(class).replace("[]", "Array"))))
        }
        Expr::Call { of, name, arguments, .. } => {
            let others: Vec<String> = arguments.iter().map(phrase).collect::<Option<_>>()?;
            let (of, others) = match of.as_deref() {
                Some(Expr::This) | None => (String::new(), others.join("And")),
                Some(of) => (phrase(of)?, others.join("And")),
            };
            if let ("equals", [_]) | ("equalsIgnoreCase", [_]) = (name.as_str(), arguments.as_slice()) {
                return Some(format!("{of}{}{others}", if truth { "Equals" } else { "DiffersFrom" }));
            }
            let verb = match name.strip_prefix("is").filter(|rest| rest.starts_with(|c: char| c.is_uppercase())) {
                Some(rest) => format!("{}{rest}", if truth { "Is" } else { "IsNot" }),
                None if truth => capitalised(name),
                None => format!("Not{}", capitalised(name)),
            };
            // Of the object itself, or of what is asked about.
            Some(if of.is_empty() && others.is_empty() { verb } else { format!("{of}{verb}{others}") })
        }
        other => Some(format!("{}{}", if truth { "" } else { "Not" }, phrase(other)?)),
    }
}

/// An expression as a noun.
fn phrase(expression: &Expr) -> Option<String> {
    Some(match expression {
        Expr::This => "This".into(),
        Expr::Local { name, .. } => capitalised(name),
        Expr::Field { of: Some(of), name, .. } if **of != Expr::This => format!("{}{}", phrase(of)?, capitalised(name)),
        Expr::Field { name, .. } => constant_words(name),
        Expr::Call { of, name, arguments, .. } => {
            let asked = name.strip_prefix("get").filter(|rest| rest.starts_with(|c: char| c.is_uppercase()));
            let asked = capitalised(asked.unwrap_or(name));
            let others: Vec<String> = arguments.iter().map(phrase).collect::<Option<_>>()?;
            let of = match of.as_deref() {
                Some(Expr::This) | None => String::new(),
                Some(of) => phrase(of)?,
            };
            match (name.as_str(), of.is_empty()) {
                ("charAt", false) => format!("{of}At{}", others.concat()),
                _ => format!("{of}{asked}{}", others.join("And")),
            }
        }
        Expr::Length(of) => format!("{}Length", phrase(of)?),
        Expr::Element(array, index, _) => format!("{}At{}", phrase(array)?, phrase(index)?),
        Expr::Infix(one, symbol, other) => {
            let symbol = match *symbol {
                "+" => "Plus",
                "-" => "Minus",
                "*" => "Times",
                "/" => "DividedBy",
                "%" => "Modulo",
                "&" => "And",
                _ => return None,
            };
            format!("{}{symbol}{}", phrase(one)?, phrase(other)?)
        }
        Expr::Negative(of) => format!("Minus{}", phrase(of)?),
        Expr::Int(number) => number_words(*number),
        Expr::Real(number) if number.fract() == 0.0 && number.abs() < 1e9 => number_words(*number as i64),
        Expr::Real(number) => format!("{number}").replace('.', "Point").replace('-', "Minus"),
        Expr::Text(units) => text_words(units)?,
        Expr::Class(class) => capitalised(&simple(class)),
        Expr::Null => "Null".into(),
        Expr::InstanceOf(..) | Expr::Compared(..) => return None,
    })
    .filter(|words: &String| words.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// `Twelve`, `Minus100`, and the ends of the ranges by their names.
pub fn number_words(number: i64) -> String {
    let word = |number: i64| usize::try_from(number).ok().and_then(|at| NUMBERS.get(at));
    match number {
        i64::MIN => "MinLong".into(),
        i64::MAX => "MaxLong".into(),
        _ if number == i64::from(i32::MIN) => "MinInt".into(),
        _ if number == i64::from(i32::MAX) => "MaxInt".into(),
        _ => match word(number.abs()) {
            Some(word) => format!("{}{word}", if number < 0 { "Minus" } else { "" }),
            None => format!("{}{}", if number < 0 { "Minus" } else { "" }, number.abs()),
        },
    }
}

/// The name of a character, if it has one that people know.
pub fn char_words(unit: i64) -> Option<String> {
    let letter = char::from_u32(u32::try_from(unit).ok()?)?;
    match SIGNS.iter().find(|(sign, _)| *sign == letter) {
        Some((_, word)) => Some((*word).into()),
        None if letter.is_ascii_digit() => letter.to_digit(10).map(|digit| number_words(digit.into())),
        None => letter.is_ascii_alphabetic().then(|| letter.to_ascii_uppercase().to_string()),
    }
}

/// A short text: words as they are, a single sign by its name.
pub fn text_words(units: &[u16]) -> Option<String> {
    match units {
        [] => return Some("EmptyText".into()),
        [unit] => return char_words((*unit).into()),
        _ => {}
    }
    let text = String::from_utf16(units).ok()?;
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (!words.is_empty() && text.len() <= 20).then(|| words.into_iter().map(capitalised).collect())
}

/// `MaxValue` of `MAX_VALUE`, `Balance` of `balance`.
pub fn constant_words(name: &str) -> String {
    if name.chars().any(char::is_lowercase) {
        return capitalised(name);
    }
    name.split('_').map(|part| capitalised(&part.to_lowercase())).collect()
}

pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, kind: ValueKind) -> Expr {
        Expr::Local { name: name.into(), kind, is_parameter: true }
    }

    #[test]
    fn conditions_are_said_as_people_say_them() {
        let amount = parameter("amount", ValueKind::Number);
        let text = parameter("text", ValueKind::Object);
        let balance = Expr::Field {
            of: Some(Box::new(Expr::This)),
            class: "Account".into(),
            name: "balance".into(),
            kind: ValueKind::Number,
        };
        let call = |name: &str, arguments: Vec<Expr>, kind| Expr::Call {
            of: Some(Box::new(text.clone())),
            class: "java/lang/String".into(),
            name: name.into(),
            arguments,
            kind,
        };
        let own = "Account".into();
        let check = |condition: Condition, words: &str, java: &str| {
            assert_eq!(condition.words().as_deref(), Some(words));
            assert_eq!(condition.java(&own), java);
        };
        check(
            Condition::Relation(amount.clone(), Relation::More, balance),
            "AmountIsMoreThanBalance",
            "amount > balance",
        );
        check(Condition::Relation(amount.clone(), Relation::Less, Expr::Int(0)), "AmountIsNegative", "amount < 0");
        check(Condition::Relation(amount, Relation::AtLeast, Expr::Int(12)), "AmountIsAtLeastTwelve", "amount >= 12");
        check(Condition::Relation(text.clone(), Relation::Equal, Expr::Null), "TextIsNull", "text == null");
        check(
            Condition::Truth(call("isEmpty", vec![], ValueKind::Boolean), false),
            "TextIsNotEmpty",
            "!text.isEmpty()",
        );
        let length = call("length", vec![], ValueKind::Number);
        check(Condition::Relation(length, Relation::Equal, Expr::Int(0)), "TextIsEmpty", "text.length() == 0");
        let dash = Expr::Text("-".encode_utf16().collect());
        check(
            Condition::Truth(call("startsWith", vec![dash], ValueKind::Boolean), true),
            "TextStartsWithDash",
            "text.startsWith(\"-\")",
        );
        let first = call("charAt", vec![Expr::Int(0)], ValueKind::Char);
        check(Condition::Relation(first, Relation::Equal, Expr::Int(58)), "TextAtZeroIsColon", "text.charAt(0) == ':'");
        let is = |class: &str| Expr::InstanceOf(Box::new(text.clone()), class.into());
        check(Condition::Truth(is("java/lang/Integer"), false), "TextIsNoInteger", "!(text instanceof Integer)");
        check(Condition::Truth(is("[B"), true), "TextIsByteArray", "text instanceof byte[]");
    }

    #[test]
    fn names_are_letters_and_digits() {
        assert_eq!(text_words(&"--help me".encode_utf16().collect::<Vec<_>>()).as_deref(), Some("HelpMe"));
        assert_eq!(text_words(&[0, 1]), None);
        assert_eq!(constant_words("MAX_VALUE"), "MaxValue");
        assert_eq!(number_words(-100), "Minus100");
    }
}
