//! Methods for what several tests make: the same lines in two tests are one method of the class.

use super::{Declares, locals};
use std::collections::{BTreeMap, BTreeSet};

/// Lines that are worth a method.
const LEAST_LINES: usize = 3;

/// The text of a test in its parts.
#[derive(Clone)]
pub struct Body {
    /// Statements that make its objects.
    pub given: String,
    /// The call and what holds afterwards.
    pub rest: String,
    pub declares: Declares,
    /// Of a parameterized test: no other method knows them.
    pub parameters: Vec<String>,
}

impl Body {
    pub fn text(&self) -> String {
        let parts = [self.given.as_str(), self.rest.as_str()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

/// Lines that make one object.
struct Group {
    kind: String,
    variable: String,
    text: String,
}

impl Group {
    /// The lines, and the object as the answer.
    fn returned(&self) -> String {
        let head = format!("        {} {} = ", self.kind, self.variable);
        let is_one =
            self.text.lines().skip(1).all(|line| line.starts_with("         ") || line.starts_with("        }"));
        match self.text.strip_prefix(&head).filter(|_| is_one) {
            Some(value) => format!("        return {value}"),
            None => format!("{}        return {};\n", self.text, self.variable),
        }
    }
}

/// Takes out what several tests make alike; the answer are the methods.
pub fn extracted(bodies: &mut [Body]) -> Vec<String> {
    let mut uses: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut found: BTreeMap<String, Group> = BTreeMap::new();
    for (at, body) in bodies.iter().enumerate() {
        for group in candidates(body) {
            uses.entry(group.text.clone()).or_default().push(at);
            found.entry(group.text.clone()).or_insert(group);
        }
    }
    // The longest first: what is inside of one is gone then.
    let mut shared: Vec<Group> = found.into_values().filter(|group| uses[&group.text].len() > 1).collect();
    shared.sort_by_key(|group| (std::cmp::Reverse(group.text.len()), group.text.clone()));
    let mut names = BTreeSet::new();
    let mut methods = Vec::new();
    for group in shared {
        let using: Vec<usize> =
            uses[&group.text].iter().copied().filter(|&at| bodies[at].given.contains(&group.text)).collect();
        if using.len() < 2 {
            continue;
        }
        let kind = group.kind.split('<').next().unwrap_or(&group.kind);
        let simple = kind.rsplit('.').next().unwrap_or(kind).replace("[]", "Array");
        let name = locals::unused(&format!("make{simple}"), &mut names);
        let declares = using.iter().map(|&at| bodies[at].declares).max().unwrap_or_default();
        for at in using {
            let call = format!("        {} {} = {name}();\n", group.kind, group.variable);
            bodies[at].given = bodies[at].given.replacen(&group.text, &call, 1);
        }
        let head = format!("    private static {} {name}(){} {{\n", group.kind, declares.text());
        methods.push(format!("{head}{}    }}\n", group.returned()));
    }
    methods
}

/// Everything that a test makes if only the last object is used afterwards, and what is made without other objects.
fn candidates(body: &Body) -> Vec<Group> {
    let groups = groups(&body.given);
    let variables: BTreeSet<&str> = groups.iter().map(|group| group.variable.as_str()).collect();
    let mut found = Vec::new();
    if let Some(last) = groups.last() {
        let others = variables.iter().filter(|variable| **variable != last.variable);
        let is_alone = others.clone().all(|variable| !mentions(&body.rest, variable));
        if groups.len() > 1 && is_alone && body.given.lines().count() >= LEAST_LINES {
            found.push(Group { text: body.given.clone(), kind: last.kind.clone(), variable: last.variable.clone() });
        }
    }
    found.extend(groups.into_iter().filter(|group| {
        let is_alone = variables_in(&group.text, &body.given).iter().all(|variable| *variable == group.variable);
        is_alone && group.text.lines().count() >= LEAST_LINES
    }));
    found.retain(|group| !body.parameters.iter().any(|parameter| mentions(&group.text, parameter)));
    found
}

fn variables_in<'a>(text: &str, given: &'a str) -> Vec<&'a str> {
    let all = given.lines().filter_map(|line| declared(line).map(|(_, variable)| variable));
    all.filter(|variable| mentions(text, variable)).collect()
}

/// Statements by the variable that they begin with.
fn groups(given: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for line in given.lines() {
        if let Some((kind, variable)) = declared(line) {
            groups.push(Group { kind: kind.into(), variable: variable.into(), text: String::new() });
        }
        match groups.last_mut() {
            Some(group) => group.text += &format!("{line}\n"),
            None => return Vec::new(),
        }
    }
    groups
}

/// The type and the name of a variable that a statement of a test declares.
pub fn declared(line: &str) -> Option<(&str, &str)> {
    let statement = line.strip_prefix("        ").filter(|statement| !statement.starts_with(' '))?;
    let (kind, variable) = statement.split_once(" = ")?.0.rsplit_once(' ')?;
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_$".contains(c));
    let is_type = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_$.[]<>?, ".contains(c));
    (is_type(kind) && is_name(variable)).then_some((kind, variable))
}

/// Whether a text has the name as a word.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let stands_alone = |(at, _): (usize, &str)| {
        let before = text[..at].chars().next_back().is_none_or(|c| !is_part(c));
        let after = text[at + name.len()..].chars().next().is_none_or(|c| !is_part(c));
        before && after
    };
    text.match_indices(name).any(stands_alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(given: &str, rest: &str) -> Body {
        Body { given: given.into(), rest: rest.into(), declares: Declares::Nothing, parameters: Vec::new() }
    }

    #[test]
    fn what_two_tests_make_alike_is_one_method() {
        let given = "        Coin coin = new Coin(1);\n        Purse purse = new Purse();\n        purse.add(coin);\n";
        let mut bodies = [body(given, "        purse.pay();\n"), body(given, "        purse.count();\n")];
        let methods = extracted(&mut bodies);
        assert_eq!(
            methods,
            [format!("    private static Purse makePurse() {{\n{given}        return purse;\n    }}\n")]
        );
        assert_eq!(bodies[0].text(), "        Purse purse = makePurse();\n\n        purse.pay();\n");
    }

    #[test]
    fn types_of_variables_may_have_arguments() {
        assert_eq!(
            declared("        Map<String, List<Coin>> map = new HashMap<>();"),
            Some(("Map<String, List<Coin>>", "map"))
        );
        assert_eq!(declared("        map.put(\"a = b\", null);"), None);
    }

    #[test]
    fn objects_that_are_used_later_stay() {
        let given = "        Coin coin = new Coin(1);\n        Purse purse = new Purse();\n        purse.add(coin);\n";
        let mut bodies = [body(given, "        purse.pay(coin);\n"), body(given, "        purse.has(coin);\n")];
        assert!(extracted(&mut bodies).is_empty());
    }
}
