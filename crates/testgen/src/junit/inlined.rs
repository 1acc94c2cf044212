//! Objects that are there for one call alone have no variable: builders become chains, and short values stand where they are given. What is
//! evaluated first stays first.

use super::helpers::declared;
use super::locals::{self, words};
use std::collections::{BTreeMap, BTreeSet};

/// Letters of an argument that needs no name.
const SHORT: usize = 40;
/// Letters of a line.
const WIDTH: usize = 110;
/// Calls of a chain that stand on one line anyway.
const FEW: usize = 2;
const INDENT: &str = "        ";
const DEEPER: &str = "                ";

/// One of the statements that make the objects.
struct Statement {
    /// Without indentation and end of line.
    text: String,
    /// What it declares, and where its value begins.
    declares: Option<(String, usize)>,
    /// Where the first value stands that was put into it.
    first: usize,
}

impl Statement {
    fn new(text: String) -> Statement {
        let declares = declared(&format!("{INDENT}{text}")).map(|(_, variable)| variable.to_string());
        let declares = declares.and_then(|variable| Some((variable, text.find(" = ")? + " = ".len())));
        Statement { text, declares, first: usize::MAX }
    }

    /// What the variable is given.
    fn value(&self) -> Option<(&str, &str)> {
        let (variable, from) = self.declares.as_ref()?;
        Some((variable, self.text[*from..].strip_suffix(';')?))
    }
}

/// The statements with fewer variables, and new names for those whose numbers nothing asks for any more.
pub fn inlined(given: &str, rest: &str) -> (String, BTreeMap<String, String>) {
    let mut statements = statements(given);
    let before: BTreeSet<String> = variables(&statements);
    let mut at = 0;
    while let Some([one, next]) = statements.get(at..at + 2) {
        match joined(one, next, &statements[at + 2..], rest) {
            Some(both) => {
                statements.splice(at..at + 2, [both]);
                // What stands before it is next to it now.
                at = at.saturating_sub(1);
            }
            None => at += 1,
        }
    }
    let left = variables(&statements);
    let lines = statements.into_iter().map(|statement| format!("{INDENT}{}\n", wrapped(statement)));
    (lines.collect(), renumbered(&before, &left))
}

/// The second one with the value of the first in it, where nobody else uses that, and nothing is evaluated earlier than it was.
fn joined(one: &Statement, next: &Statement, others: &[Statement], rest: &str) -> Option<Statement> {
    let (variable, value) = one.value()?;
    let [place] = uses(&next.text, variable)[..] else { return None };
    let is_only = uses(rest, variable).is_empty() && others.iter().all(|other| uses(&other.text, variable).is_empty());
    if !is_only || place >= next.first || !fits(next, place, variable, value) {
        return None;
    }
    let mut text = next.text.clone();
    text.replace_range(place..place + variable.len(), value);
    Some(Statement { text, declares: next.declares.clone(), first: place })
}

/// Statements begin where lines are not indented deeper.
fn statements(given: &str) -> Vec<Statement> {
    let mut texts: Vec<String> = Vec::new();
    for line in given.lines() {
        let own = line.strip_prefix(INDENT).unwrap_or(line);
        let is_more = own.starts_with(' ') || own.starts_with('}');
        match texts.last_mut().filter(|_| is_more) {
            Some(before) => *before += &format!("\n{line}"),
            None => texts.push(own.to_string()),
        }
    }
    texts.into_iter().map(Statement::new).collect()
}

fn variables(statements: &[Statement]) -> BTreeSet<String> {
    statements.iter().filter_map(|statement| Some(statement.declares.as_ref()?.0.clone())).collect()
}

fn uses(text: &str, variable: &str) -> Vec<usize> {
    words(text).into_iter().filter(|word| word.is_variable && word.text == variable).map(|word| word.at).collect()
}

/// Whether the value may stand there itself, as what a method is called on or as a short argument.
fn fits(next: &Statement, place: usize, variable: &str, value: &str) -> bool {
    let behind = &next.text[place + variable.len()..];
    let is_call = value.ends_with(')') && !value.starts_with('(') && !value.contains('\n');
    // The type of a diamond depends on where it stands.
    let is_plain = is_call && !value.contains("<>");
    let begins = next.declares.as_ref().is_some_and(|(_, from)| *from == place);
    let is_argument = next.text[..place].ends_with(['(', ' ']) && behind.starts_with([',', ')']);
    let is_cast = next.text[..place].ends_with(") ");
    let is_inside = !next.text[..place].contains('{');
    is_plain
        && (begins && behind.starts_with('.') || is_argument && !is_cast && is_inside && value.chars().count() <= SHORT)
}

/// A long chain has a line for each call.
fn wrapped(statement: Statement) -> String {
    let Some((_, value)) = statement.value() else { return statement.text };
    let starts = links(value);
    let is_long = INDENT.len() + statement.text.chars().count() > WIDTH;
    if starts.len() < FEW || !(is_long || starts.len() > FEW) || value.contains('\n') {
        return statement.text;
    }
    let head = &statement.text[..statement.text.len() - value.len() - 1];
    let mut text = format!("{head}{}", &value[..starts[0]]);
    for (at, start) in starts.iter().enumerate() {
        let end = starts.get(at + 1).copied().unwrap_or(value.len());
        text += &format!("\n{DEEPER}{}", &value[*start..end]);
    }
    text + ";"
}

/// The points behind calls, outside of all parentheses.
fn links(value: &str) -> Vec<usize> {
    let letters: Vec<(usize, char)> = value.char_indices().collect();
    let plain: Vec<char> = letters.iter().map(|(_, letter)| *letter).collect();
    let (mut found, mut depth, mut at) = (Vec::new(), 0, 0);
    while at < plain.len() {
        match plain[at] {
            '"' | '\'' => {
                at = locals::literal_end(&plain, at);
                continue;
            }
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            '.' if depth == 0 && at > 0 && plain[at - 1] == ')' => found.push(letters[at].0),
            _ => {}
        }
        at += 1;
    }
    found
}

/// `builder4` is `builder` again where the others are gone.
fn renumbered(before: &BTreeSet<String>, left: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    let mut used = left.clone();
    for variable in left {
        let word = variable.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_numbered = word.len() < variable.len() && before.contains(word);
        if is_numbered {
            used.remove(variable);
            let name = locals::unused(word, &mut used);
            if name != *variable {
                names.insert(variable.clone(), name);
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(given: &[&str], rest: &str, expected: &[&str], names: &[(&str, &str)]) {
        let text: String = given.iter().map(|line| format!("{INDENT}{line}\n")).collect();
        let (found, renamed) = inlined(&text, rest);
        let expected: String = expected.iter().map(|line| format!("{INDENT}{line}\n")).collect();
        assert_eq!(found, expected);
        let names = names.iter().map(|(from, to)| (from.to_string(), to.to_string())).collect();
        assert_eq!(renamed, names);
    }

    #[test]
    fn builders_become_chains() {
        check(
            &[
                "Menu.Builder builder = new Menu.Builder();",
                "Menu.Builder builder2 = builder.dish(\"builder\");",
                "Day day = Day.of(1);",
                "Menu.Builder builder3 = builder2.on(day);",
                "Menu menu = builder3.build();",
            ],
            "menu.print();",
            &[
                "Menu menu = new Menu.Builder()",
                "        .dish(\"builder\")",
                "        .on(Day.of(1))",
                "        .build();",
            ],
            &[],
        );
    }

    #[test]
    fn what_is_used_again_keeps_its_variable() {
        check(
            &["B b = new B();", "B b2 = b.x();", "b2.y();", "C c = b2.make();"],
            "c.f();",
            &["B b2 = new B().x();", "b2.y();", "C c = b2.make();"],
            &[("b2", "b")],
        );
        check(&["A a = new A();", "B b = new B(a);"], "b.f(a);", &["A a = new A();", "B b = new B(a);"], &[]);
    }

    #[test]
    fn what_came_first_stays_first() {
        let kept = &["A a = A.make();", "B b = B.make();", "C c = new C(b, a);"];
        check(kept, "c.f();", &["A a = A.make();", "C c = new C(B.make(), a);"], &[]);
        check(
            &["A a = A.make();", "B b = B.make();", "C c = new C(a, b);"],
            "c.f();",
            &["C c = new C(A.make(), B.make());"],
            &[],
        );
        check(
            &["A a = A.make();", "touch();", "C c = new C(a);"],
            "c.f();",
            &["A a = A.make();", "touch();", "C c = new C(a);"],
            &[],
        );
    }

    #[test]
    fn casts_diamonds_and_bodies_keep_their_variables() {
        for given in [
            ["A a = (A) B.make();", "C c = a.c();"],
            ["List<A> list = new ArrayList<>();", "C c = new C(list);"],
            ["A a = A.make();", "C c = new C((B) a);"],
            ["A a = Constants.A;", "C c = a.c();"],
        ] {
            check(&given, "c.f();", &given, &[]);
        }
    }
}
